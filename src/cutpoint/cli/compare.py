"""``cutpoint compare``: which settings suit a table, by cross-validation on the same folds."""

# ruff: noqa: PLC0415 - what learns is imported where it is used: the help text must come at once

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cutpoint.cli.options import TableFile, WeightedColumnOptions
from cutpoint.cli.tables import check_output, learning_table, source_of
from cutpoint.cli.work import watched
from cutpoint.errors import InputError
from cutpoint.files import write_whole

if TYPE_CHECKING:
    from cutpoint.compare import Outcome, System
    from cutpoint.data.table import Table

_WHAT, _HOW, _OUTPUT = "What is compared", "How it is compared", "Output"
_DEFAULT = ("r8", "r7", "mantaras")


@dataclass(frozen=True)
class SystemOptions:
    """Which systems are compared."""

    systems: Annotated[
        list[str] | None,
        typer.Option(
            "--systems",
            metavar="NAMES",
            help="Systems by name, with commas between: r8, r7, r7g, r7gs (the releases of C4.5), "
            "multiway, t2, or a criterion of the tree. By default r8,r7,mantaras.",
            show_default=False,
            rich_help_panel=_WHAT,
        ),
    ] = None
    criterion: Annotated[
        list[str] | None,
        typer.Option(
            "--criterion",
            metavar="NAMES",
            help="The measures of a grid, with commas between; 'all' for every one.",
            show_default=False,
            rich_help_panel=_WHAT,
        ),
    ] = None
    threshold: Annotated[
        list[str] | None,
        typer.Option(
            "--threshold",
            metavar="NAMES",
            help="The threshold methods of a grid.",
            show_default=False,
            rich_help_panel=_WHAT,
        ),
    ] = None
    penalty: Annotated[
        list[str] | None,
        typer.Option(
            "--penalty",
            metavar="NAMES",
            help="The charges of a grid for choosing among many cuts.",
            show_default=False,
            rich_help_panel=_WHAT,
        ),
    ] = None
    pruning: Annotated[
        list[str] | None,
        typer.Option(
            "--pruning",
            metavar="NAMES",
            help="The ways to prune of a grid; 'none' is one of them.",
            show_default=False,
            rich_help_panel=_WHAT,
        ),
    ] = None


@dataclass(frozen=True)
class FoldOptions:
    """How systems are compared."""

    folds: Annotated[
        int,
        typer.Option(
            "--folds", metavar="N", min=2, help="Parts of the table.", rich_help_panel=_HOW
        ),
    ] = 10
    repeats: Annotated[
        int,
        typer.Option(
            "--repeats",
            metavar="N",
            min=1,
            help="How many times the cases are divided anew.",
            rich_help_panel=_HOW,
        ),
    ] = 1
    random_state: Annotated[
        int,
        typer.Option(
            "--random-state",
            metavar="N",
            min=0,
            help="The same number gives the same folds.",
            rich_help_panel=_HOW,
        ),
    ] = 0
    n_jobs: Annotated[
        int,
        typer.Option(
            "--n-jobs",
            metavar="N",
            help="Trees learned at a time; -1 is one per core. Times are best compared with 1.",
            rich_help_panel=_HOW,
        ),
    ] = 1


def compare(
    table: TableFile,
    columns: WeightedColumnOptions,
    what: SystemOptions,
    how: FoldOptions,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            metavar="FILE",
            help="Write the result to this file: .csv, .json or .html.",
            show_default=False,
            rich_help_panel=_OUTPUT,
        ),
    ] = None,
) -> None:
    """Cross-validate several systems, or a grid of settings, on the same folds.

    [bold]cutpoint compare visits.csv --target outcome --criterion gain_ratio,mantaras --pruning
    error,none[/bold]
    """
    check_output(out, table)
    write = None if out is None else _writer(out)
    wanted = watched(lambda: _wanted(what), "Starting")
    source = source_of(table, columns)
    cases = learning_table(source, columns)
    outcomes = _run(cases, wanted, how)

    from cutpoint.cli import report

    if out is not None and write is not None:
        write_whole(out, write(outcomes, report.described(cases, table.name)))
    print(report.described(cases, source.shown))
    report.print_comparison(outcomes)
    times = f", {how.repeats} times" if how.repeats > 1 else ""
    print()
    report.note(
        f"Means over {how.folds} stratified folds{times}; ± is the standard error of the error "
        f"rate in percent. Wins, draws and losses are folds against {outcomes[0].name}."
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
    from cutpoint.compare import GRID, grid, offered, systems
    from cutpoint.data.place import nearest

    choices = {parameter: getattr(what, parameter) for parameter in GRID}
    given = {parameter: _split(values) for parameter, values in choices.items() if values}
    chosen = _split(what.systems or ([] if given else list(_DEFAULT)))
    known = systems()
    found = []
    for name in chosen:
        if name not in known:
            near = nearest(name, list(known))
            guess = f"; did you mean {near!r}?" if near else "."
            raise InputError(f"there is no system {name!r}{guess} There are {', '.join(known)}")
        found.append(known[name])
    if given:
        found += grid(
            **{parameter: _meant(values, offered(parameter)) for parameter, values in given.items()}
        )
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


def _run(cases: Table, wanted: list[System], how: FoldOptions) -> list[Outcome]:
    """Cross-validate, with a bar on the terminal."""
    from cutpoint import studies
    from cutpoint._core import Progress

    progress = Progress()
    total = len(wanted) * how.folds * how.repeats
    results = watched(
        lambda: studies.run(wanted, {"the table": cases}, **asdict(how), progress=progress),
        f"Learning {total:,} trees",
        progress,
        total,
    )
    return list(results.outcomes["the table"].values())


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
