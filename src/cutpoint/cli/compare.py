"""``cutpoint compare``: which settings suit a table, by cross-validation on the same folds."""

# ruff: noqa: PLC0415 - what learns is imported where it is used: the help text must come at once

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cutpoint.cli.options import AsJson, KeepIds, TableFile, WeightedColumnOptions, out_option
from cutpoint.cli.run_options import jobs_option, seed_option
from cutpoint.cli.tables import check_output, learning_table, source_of
from cutpoint.cli.work import watched
from cutpoint.errors import InputError
from cutpoint.files import write_whole

if TYPE_CHECKING:
    from cutpoint.compare import Outcome, System
    from cutpoint.data.table import Table

_WHAT, _HOW = "What is compared", "How it is compared"
_DEFAULT = ("r8", "r7", "mantaras")
_FEW = 50
"""Cases that are learned from before time is taken."""


@dataclass(frozen=True)
class SystemOptions:
    """Which systems are compared."""

    systems: Annotated[
        list[str] | None,
        typer.Option(
            "--systems",
            metavar="NAMES",
            help="The same as SYSTEM, separated by commas.",
            show_default=False,
            rich_help_panel=_WHAT,
        ),
    ] = None
    criterion: Annotated[
        list[str] | None,
        typer.Option(
            "--criterion",
            metavar="NAMES",
            help="Grid: the measures to try, separated by commas; 'all' for every one.",
            show_default=False,
            rich_help_panel=_WHAT,
        ),
    ] = None
    threshold: Annotated[
        list[str] | None,
        typer.Option(
            "--threshold",
            metavar="NAMES",
            help="Grid: the threshold methods to try.",
            show_default=False,
            rich_help_panel=_WHAT,
        ),
    ] = None
    penalty: Annotated[
        list[str] | None,
        typer.Option(
            "--penalty",
            metavar="NAMES",
            help="Grid: the penalties to try for choosing among many cuts.",
            show_default=False,
            rich_help_panel=_WHAT,
        ),
    ] = None
    pruning: Annotated[
        list[str] | None,
        typer.Option(
            "--pruning",
            metavar="NAMES",
            help="Grid: the pruning methods to try; 'none' is one of them.",
            show_default=False,
            rich_help_panel=_WHAT,
        ),
    ] = None


@dataclass(frozen=True)
class FoldOptions:
    """How systems are compared."""

    folds: Annotated[
        int,
        typer.Option("--folds", metavar="N", min=2, help="Number of folds.", rich_help_panel=_HOW),
    ] = 10
    repeats: Annotated[
        int,
        typer.Option(
            "--repeats",
            metavar="N",
            min=1,
            help="How many times new folds are drawn.",
            rich_help_panel=_HOW,
        ),
    ] = 1
    random_state: Annotated[int, seed_option(_HOW)] = 0
    n_jobs: Annotated[int, jobs_option(_HOW, "Use 1 to compare times.")] = 1


@dataclass(frozen=True)
class CompareColumnOptions(KeepIds, WeightedColumnOptions):
    """How the file of a table is read, and what its columns are."""


@dataclass(frozen=True)
class CompareResultOptions:
    """Where the comparison goes."""

    out: Annotated[
        Path | None, out_option("Write the result to this file: .csv, .json or .html.")
    ] = None
    as_json: AsJson = False


def compare(
    table: TableFile,
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="SYSTEM",
            help="What to compare: c45, tree, multiway, t2, rules, mdlp (C4.5 on intervals found "
            "before), sklearn (scikit-learn's tree), r8, r7, r7g, r7gs (the releases of C4.5), or "
            "a criterion of the tree. By default r8 r7 mantaras.",
            show_default=False,
        ),
    ] = None,
    columns: CompareColumnOptions = CompareColumnOptions(),  # it never changes
    what: SystemOptions = SystemOptions(),
    how: FoldOptions = FoldOptions(),
    result: CompareResultOptions = CompareResultOptions(),
) -> None:
    """Cross-validate several systems, or a grid of settings, on the same folds.

    [bold]cutpoint compare visits.csv --target outcome c45 multiway sklearn[/bold]

    [bold]cutpoint compare visits.csv --target outcome --criterion gain_ratio,mantaras --pruning
    error,none[/bold]
    """
    out = result.out
    check_output(out, table)
    write = None if out is None else _writer(out)
    what = replace(what, systems=[*(names or ()), *(what.systems or ())] or None)
    wanted = watched(lambda: _wanted(what), "Starting")
    source = source_of(table, columns)
    cases = learning_table(source, columns)
    outcomes = _run(table.name, cases, wanted, how)

    from cutpoint.cli import report

    if out is not None and write is not None:
        write_whole(out, write(outcomes, report.described(cases, table.name)))
    if result.as_json:
        from cutpoint.cli.compare_formats import json_text

        print(json_text(outcomes, report.described(cases, table.name)), end="")
        return
    print(report.described(cases, source.shown))
    report.print_comparison(outcomes)
    times = f", {how.repeats} times" if how.repeats > 1 else ""
    print()
    report.note(
        f"Means over {how.folds} stratified folds{times} (seed {how.random_state}); ± is the "
        "standard error of the error rate in percentage points. Wins, draws and losses are folds "
        f"against {outcomes[0].name}."
    )
    if out is not None:
        print(f"\nComparison written to {out}")


def _wanted(what: SystemOptions) -> list[System]:
    """Return the systems that the user names, then those of the grid.

    Raises
    ------
    InputError
        If there is no such system, or no such setting.
    """
    from cutpoint.compare import GRID, grid, offered
    from cutpoint.studies.systems import system_from

    given = {name: _split(getattr(what, name)) for name in GRID if getattr(what, name)}
    chosen = _split(what.systems or ([] if given else list(_DEFAULT)))
    found = [system_from(name) for name in chosen]
    if given:
        choices = {name: _meant(values, offered(name)) for name, values in given.items()}
        try:
            found += grid(**choices)
        except InputError as error:
            raise InputError(f"--{error}") from None
    return list({system.name: system for system in found}.values())


def _split(given: Sequence[str]) -> list[str]:
    return [part.strip() for entry in given for part in entry.split(",") if part.strip()]


def _meant(names: list[str], offered: Sequence[str | None]) -> list[str | None]:
    """Return the settings by these names: 'all' is every one, 'none' may be None.

    Examples
    --------
    >>> _meant(["none"], ["error", None]), _meant(["all"], ["none", "rank"])
    ([None], ['none', 'rank'])
    """
    if names == ["all"]:
        return list(offered)
    return [None if name == "none" and name not in offered else name for name in names]


def _run(name: str, cases: Table, wanted: list[System], how: FoldOptions) -> list[Outcome]:
    """Cross-validate, with a bar on the terminal."""
    import numpy as np

    from cutpoint import studies
    from cutpoint._core import Progress

    few = cases.take(np.arange(0, cases.n_rows, max(1, cases.n_rows // _FEW)))
    for system in wanted:  # imports what it needs before time is taken
        system.learn(few)
    progress = Progress()
    total = len(wanted) * how.folds * how.repeats
    results = watched(
        lambda: studies.run(wanted, {name: cases}, **asdict(how), progress=progress),
        f"Learning {total:,} trees",
        progress,
        total,
    )
    return list(results.outcomes[name].values())


def _writer(out: Path) -> Callable[[Sequence[Outcome], str], str]:
    """Return what makes the content of a file with this ending."""
    from cutpoint.cli import compare_formats as formats

    writers = {
        ".csv": formats.csv_text,
        ".json": formats.json_text,
        ".html": formats.html_text,
        ".htm": formats.html_text,
    }
    if out.suffix.lower() not in writers:
        raise InputError(f"cannot write {out}: its name must end in .csv, .json or .html")
    return writers[out.suffix.lower()]
