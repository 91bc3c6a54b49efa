"""``cutpoint study``: the experiments of the papers again, with the printed figures beside ours."""

# ruff: noqa: PLC0415 - what learns is imported where it is used: the help text must come at once

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cutpoint.cli.run_options import jobs_option, seed_option
from cutpoint.cli.work import watched
from cutpoint.errors import InputError
from cutpoint.files import write_whole

if TYPE_CHECKING:
    from cutpoint.studies.catalog import Study
    from cutpoint.studies.exhibit import Exhibit, Settings

_WHAT, _HOW, _OUTPUT = "What is run", "How it is run", "Output"
_ALL = "all"


@dataclass(frozen=True)
class ExhibitOptions:
    """Which tables and figures."""

    table: Annotated[
        list[int] | None,
        typer.Option(
            "--table",
            metavar="N",
            help="A table of the paper, by its number; by default all tables and figures.",
            show_default=False,
            rich_help_panel=_WHAT,
        ),
    ] = None
    figure: Annotated[
        list[int] | None,
        typer.Option(
            "--figure",
            metavar="N",
            help="A figure of the paper, by its number.",
            show_default=False,
            rich_help_panel=_WHAT,
        ),
    ] = None
    also: Annotated[
        list[str] | None,
        typer.Option(
            "--also",
            metavar="NAME",
            help="Another system to add to the tables: mdlp, averaging, sklearn, or one that "
            "cutpoint compare knows.",
            show_default=False,
            rich_help_panel=_WHAT,
        ),
    ] = None
    quick: Annotated[
        bool,
        typer.Option(
            "--quick",
            metavar="",
            help="A version of about a minute: fewer repeats, smaller data sets.",
            rich_help_panel=_WHAT,
        ),
    ] = False


@dataclass(frozen=True)
class RunOptions:
    """How studies are run."""

    data: Annotated[
        Path | None,
        typer.Option(
            "--data",
            metavar="FOLDER",
            help="Where the data sets are, with a catalog.json; by default the folder that "
            "CUTPOINT_DATA names, or data or ../shared/data. What is not there comes from OpenML.",
            show_default=False,
            rich_help_panel=_HOW,
        ),
    ] = None
    random_state: Annotated[int, seed_option(_HOW)] = 0
    n_jobs: Annotated[int, jobs_option(_HOW)] = -1


def study(
    paper: Annotated[
        str,
        typer.Argument(
            metavar="PAPER",
            help="quinlan, mantaras, berzal, geurts, boundary, or all.",
            show_default=False,
        ),
    ],
    what: ExhibitOptions,
    how: RunOptions,
    out: Annotated[
        Path,
        typer.Option(
            "--out",
            "-o",
            metavar="FOLDER",
            help="Where the pages, tables and finished parts go. A run that was stopped goes on "
            "from there.",
            rich_help_panel=_OUTPUT,
        ),
    ] = Path("studies"),
) -> None:
    """Run the experiments of a paper again, with the printed figures beside ours.

    [bold]cutpoint study quinlan --table 1[/bold]
    """
    studies, settings = watched(lambda: _wanted(paper, what, how, out), "Starting")
    made = {}
    for one in studies:
        exhibits = _exhibits(one, what, settings)
        made[one.name] = exhibits
        _write(one, exhibits, out, _suffix(what))
    if paper == _ALL:
        _write_index(made, out)
    print(f"\nPages, tables and finished parts are in {out}")


def _wanted(
    paper: str, what: ExhibitOptions, how: RunOptions, out: Path
) -> tuple[list[Study], Settings]:
    """Return the studies and their settings; refuse at once what cannot be run."""
    from cutpoint.studies.catalog import STUDIES, find_study
    from cutpoint.studies.exhibit import Settings
    from cutpoint.studies.systems import system_from

    also = tuple(dict.fromkeys(part for entry in what.also or () for part in entry.split(",")))
    for name in also:
        system_from(name)
    if paper == _ALL:
        if what.table or what.figure:
            raise InputError("--table and --figure are of one paper: name it instead of all")
        studies = list(STUDIES.values())
    else:
        studies = [find_study(paper)]
        for name in also:
            if not studies[0].accepts(name):
                raise InputError(f"--also: {name} cannot be added to the tables of {paper}")
    if out.exists() and not out.is_dir():
        raise InputError(f"cannot write to {out}: it is not a folder")
    folder = out / "parts"
    settings = Settings(what.quick, also, how.random_state, how.n_jobs, folder, how.data)
    for one in studies:
        one.chosen(settings, what.table or (), what.figure or ())
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot write to {out}: {(error.strerror or '').lower()}") from error
    return studies, settings


def _exhibits(one: Study, what: ExhibitOptions, settings: Settings) -> list[Exhibit]:
    """Make the exhibits of a study, with a bar on the terminal, and print each."""
    from cutpoint._core import Progress
    from cutpoint.cli.study_report import print_exhibit

    exhibits = []
    settings = replace(settings, also=tuple(filter(one.accepts, settings.also)))
    for plan in one.chosen(settings, what.table or (), what.figure or ()):
        progress = Progress()
        exhibit = watched(
            lambda plan=plan, progress=progress: plan.make(progress),  # type: ignore[misc]
            f"{one.name.capitalize()}, {plan.key}",
            progress,
            plan.steps,
        )
        print_exhibit(one.name, exhibit)
        exhibits.append(exhibit)
    return exhibits


def _suffix(what: ExhibitOptions) -> str:
    """Return what tells the files of some tables and figures from those of all."""
    names = [f"-table-{n}" for n in what.table or ()] + [f"-figure-{n}" for n in what.figure or ()]
    return "".join(dict.fromkeys(names))


def _write(one: Study, exhibits: list[Exhibit], out: Path, suffix: str) -> None:
    from cutpoint.studies.exhibit import citation
    from cutpoint.studies.files import exhibits_csv, exhibits_json, study_page

    source = citation(one.name)
    stem = f"{one.name}{suffix}"
    write_whole(out / f"{stem}.csv", exhibits_csv(exhibits))
    write_whole(out / f"{stem}.json", exhibits_json(one.name, source, exhibits))
    write_whole(out / f"{stem}.html", study_page(one.title, source, exhibits))


def _write_index(made: dict[str, list[Exhibit]], out: Path) -> None:
    from cutpoint.studies.exhibit import citation
    from cutpoint.studies.files import index_page

    page = index_page({name: (citation(name), exhibits) for name, exhibits in made.items()})
    write_whole(out / "index.html", page)
