"""``cutpoint view``: a model's tree or rules as a page to explore."""

# ruff: noqa: PLC0415 - what reads and draws is imported where it is used: help must come at once

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cutpoint.cli.options import TABLE_HELP, ModelFile, TrueClassOptions, out_option
from cutpoint.cli.tables import Known, check_output, read_test, source_of
from cutpoint.cli.work import watched
from cutpoint.errors import InputError

if TYPE_CHECKING:
    from cutpoint.data.attribute import Attribute
    from cutpoint.data.raw import Raw
    from cutpoint.data.table import Table
    from cutpoint.rules.model import RulesModel
    from cutpoint.tree.model import Model


@dataclass(frozen=True)
class CaseOptions:
    """The cases that the page shows, and what is worked out from them."""

    data: Annotated[
        Path | None,
        typer.Option(
            "--data",
            metavar="TABLE",
            help=f"The training cases, to show their values and errors. {TABLE_HELP}",
            show_default=False,
        ),
    ] = None
    test: Annotated[
        Path | None,
        typer.Option(
            "--test",
            metavar="TABLE",
            help="Other cases with known classes, whose errors are shown as well.",
            show_default=False,
        ),
    ] = None
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
    ] = None
    folds: Annotated[
        int | None,
        typer.Option(
            "--cv",
            metavar="N",
            min=2,
            help="Cross-validate the learner with N folds of the cases of --data, and show the "
            "error rate. By default the one that the model file holds.",
            show_default=False,
        ),
    ] = None

    def check(self, weight: str | None, ask: bool) -> None:
        """Refuse options that need cases without any, and cases that questions do not show."""
        if weight is not None and self.data is None and self.test is None:
            raise InputError(
                "--weight names a column of a table: name the table with --data or --test"
            )
        if self.stability is not None and self.data is None:
            raise InputError(
                "--stability resamples the training cases: name them with --data TABLE"
            )
        if self.folds is not None and self.data is None:
            raise InputError("--cv divides the training cases: name them with --data TABLE")
        if ask and any(given is not None for given in (self.data, self.test, self.stability)):
            raise InputError(
                "--ask writes questions alone: leave out --data, --test and --stability"
            )


def view(
    model: ModelFile,
    columns: TrueClassOptions,
    cases: CaseOptions,
    ask: Annotated[
        bool,
        typer.Option(
            "--ask",
            help="Write a questionnaire instead: the tree asks one question at a time, concludes, "
            "and says why. It suits a phone.",
        ),
    ] = False,
    out: Annotated[
        Path | None,
        out_option("Write the page to this file. By default next to the model, ending in .html."),
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

    [bold]cutpoint view model.json --ask --out questions.html[/bold]

    The page of rules marks the rule that gives a case its class. A page is one file that opens in
    any browser and needs no network.
    """
    cases.check(columns.weight, ask)
    page = out or Path(model.parent, f"{model.stem}{'-questions' if ask else ''}.html")
    check_output(page, model, cases.data, cases.test)

    from cutpoint.ensemble.model import BaggedModel
    from cutpoint.files import write_whole
    from cutpoint.loading import load_model
    from cutpoint.tree.model import Model
    from cutpoint.views.page import questionnaire_of

    loaded = load_model(model)
    if isinstance(loaded, BaggedModel):
        raise InputError(f"{model} holds {len(loaded.bag.trees)} trees, and a page shows one tree")
    if not ask:
        write_whole(page, _drawn(loaded, model, columns, cases))
    elif isinstance(loaded, Model):
        write_whole(page, questionnaire_of(loaded))
    else:
        raise InputError(f"{model} holds rules: --ask is for trees")
    print(f"Page written to {page}")
    if _has_screen() if open_it is None else open_it:
        import webbrowser

        webbrowser.open(page.absolute().as_uri())


def _drawn(
    loaded: Model | RulesModel, file: Path, columns: TrueClassOptions, cases: CaseOptions
) -> str:
    """Return the page of a model, with the cases that are asked for."""
    from cutpoint.views.page import ShownCases, page_of

    like = (loaded.predicting.attributes, loaded.predicting.classes, loaded.target)

    def shown(path: Path | None) -> ShownCases | None:
        if path is None:
            return None
        source = source_of(path, columns)
        raw, table = read_test(source, Known(like), columns.target, columns.weight)
        return ShownCases(table, _others(raw, {table.target_name, columns.weight}, like[0]))

    training, others = shown(cases.data), shown(cases.test)
    if cases.stability is not None and training is not None:
        loaded = _with_stability(loaded, file, training.table, cases.stability)
    if cases.folds is not None and training is not None:
        loaded = _with_validation(loaded, file, training.table, cases.folds)
    return watched(lambda: page_of(loaded, training, others, name=file.stem), "Drawing")


def _with_stability(
    loaded: Model | RulesModel, file: Path, cases: Table, n_resamples: int
) -> Model | RulesModel:
    """Return the model with a report of how sure its tests and cuts are."""
    from cutpoint.cli.stability import assessed, with_report
    from cutpoint.loading import load
    from cutpoint.stability.assess import Plan
    from cutpoint.tree.model import Model

    if not isinstance(loaded, Model):
        raise InputError(f"{file} holds rules: --stability is for trees")
    learner: Any = watched(lambda: load(file), "Starting")  # the file holds a tree
    return with_report(loaded, assessed(learner, cases, Plan(n_resamples, n_jobs=-1)))


def _with_validation(
    loaded: Model | RulesModel, file: Path, cases: Table, folds: int
) -> Model | RulesModel:
    """Return the model with a report of how often its learner errs on cases of other folds."""
    from sklearn.base import clone

    from cutpoint.cli.validation import ValidationOptions, validate
    from cutpoint.loading import load

    learner: Any = load(file)
    found = validate(
        lambda part: clone(learner).fit_table(part), cases, ValidationOptions(cv=folds)
    )
    assert found is not None
    return replace(loaded, report=loaded.report | {"validation": found.to_dict()})


def _others(
    raw: Raw, known: set[str | None], attributes: Sequence[Attribute]
) -> dict[str, list[str | None]]:
    """Return the columns of a file that the model does not know, as text."""
    from cutpoint.cli.predictions import input_columns

    known = known | {attribute.name for attribute in attributes}
    return {
        name: [None if value is None else str(value) for value in column.to_pylist()]
        for name, column in input_columns(raw).items()
        if name not in known
    }


def _has_screen() -> bool:
    """Return whether a person sits at this terminal, before a screen that shows browsers."""
    if not sys.stdout.isatty():
        return False
    if sys.platform in {"win32", "darwin"}:
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
