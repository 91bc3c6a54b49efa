"""``cutpoint view``: a model's tree or rules as a page to explore."""

# ruff: noqa: PLC0415 - what reads and draws is imported where it is used: help must come at once

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cutpoint.cli.options import TABLE_HELP, ModelFile, TrueClassOptions
from cutpoint.cli.tables import Known, check_output, source_of, test_table
from cutpoint.cli.work import watched
from cutpoint.errors import InputError

if TYPE_CHECKING:
    from cutpoint.data.table import Table


def view(
    model: ModelFile,
    columns: TrueClassOptions,
    data: Annotated[
        Path | None,
        typer.Option(
            "--data",
            metavar="TABLE",
            help=f"The training cases, to show their values and errors. {TABLE_HELP}",
            show_default=False,
        ),
    ] = None,
    test: Annotated[
        Path | None,
        typer.Option(
            "--test",
            metavar="TABLE",
            help="Other cases with known classes, whose errors are shown as well.",
            show_default=False,
        ),
    ] = None,
    stability: Annotated[
        int | None,
        typer.Option(
            "--stability",
            metavar="N",
            min=2,
            help="Learn the tree again from so many resamples of the cases of --data, and show how "
            "sure its tests and cuts are.",
            show_default=False,
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            metavar="FILE",
            help="Write the page to this file. By default next to the model, ending in .html.",
            show_default=False,
        ),
    ] = None,
    open_it: Annotated[
        bool | None,
        typer.Option(
            "--open/--no-open",
            help="Open the page in the browser. By default if this terminal has a screen.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Write a tree as a page: explore it, follow cases, search rules, prune by hand.

    [bold]cutpoint view model.json --data visits.csv[/bold]

    The page of rules marks the rule that gives a case its class. A page is one file that opens in
    any browser and needs no network.
    """
    if columns.weight is not None and data is None and test is None:
        raise InputError("--weight names a column of a table: name the table with --data or --test")
    if stability is not None and data is None:
        raise InputError("--stability resamples the training cases: name them with --data TABLE")
    page = out or Path(model.parent, f"{model.stem}.html")
    check_output(page, model, data, test)

    from cutpoint.ensemble.model import BaggedModel
    from cutpoint.files import write_whole
    from cutpoint.loading import load_model
    from cutpoint.views.page import page_of

    loaded = load_model(model)
    if isinstance(loaded, BaggedModel):
        raise InputError(f"{model} holds {len(loaded.bag.trees)} trees, and a page shows one tree")
    like = (loaded.predicting.attributes, loaded.predicting.classes, loaded.target)

    def table(path: Path | None) -> Table | None:
        if path is None:
            return None
        return test_table(source_of(path, columns), Known(like), columns.target, columns.weight)

    training, others = table(data), table(test)
    if stability is not None and training is not None:
        from cutpoint.cli.stability import assessed, with_report
        from cutpoint.loading import load
        from cutpoint.stability.assess import Plan
        from cutpoint.tree.model import Model

        if not isinstance(loaded, Model):
            raise InputError(f"{model} holds rules: --stability is for trees")
        learner: Any = watched(lambda: load(model), "Starting")  # the file holds a tree
        found = assessed(learner, training, Plan(stability, n_jobs=-1))
        loaded = with_report(loaded, found)
    write_whole(page, watched(lambda: page_of(loaded, training, others), "Drawing"))
    print(f"Page written to {page}")
    if _has_screen() if open_it is None else open_it:
        import webbrowser

        webbrowser.open(page.absolute().as_uri())


def _has_screen() -> bool:
    """Return whether a person sits at this terminal, before a screen that shows browsers."""
    if not sys.stdout.isatty():
        return False
    if sys.platform in {"win32", "darwin"}:
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
