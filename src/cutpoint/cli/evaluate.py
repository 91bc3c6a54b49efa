"""``cutpoint evaluate``: how a model does on a table whose classes are known."""

# ruff: noqa: PLC0415 - what predicts is imported where it is used: the help text must come at once

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cutpoint.cli.costs import CostsFile, costs_from
from cutpoint.cli.engines import EngineOptions
from cutpoint.cli.options import ModelFile, TableFile, TrueClassOptions
from cutpoint.cli.tables import Known, check_output, source_of, test_table
from cutpoint.errors import InputError
from cutpoint.wording import count_of

if TYPE_CHECKING:
    from cutpoint.data.table import Table
    from cutpoint.engines.base import Source
    from cutpoint.tree.saved import SavedModel

_PICTURES = (".png", ".svg", ".pdf")


def evaluate(
    model: ModelFile,
    table: TableFile,
    columns: TrueClassOptions,
    plot: Annotated[
        Path | None,
        typer.Option(
            "--plot",
            metavar="FILE",
            help="Draw how often cases are of a class against the probability they are given: a "
            ".png, .svg or .pdf file.",
            show_default=False,
        ),
    ] = None,
    costs: CostsFile = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print everything as JSON, for programs to read.")
    ] = False,
    *,
    engines: EngineOptions,
) -> None:
    """Evaluate a model on a table with known classes: errors, confusion matrix, probabilities.

    The mean cost of a case is reported if the model was learned with costs, or with --costs. A row
    whose class the model has never seen counts as an error. The table needs the class and
    the columns that the model tests.

    [bold]cutpoint evaluate model.json later-visits.csv[/bold]
    """
    from cutpoint.cli.proba_score import proba_score
    from cutpoint.cli.score import score
    from cutpoint.cli.seen import looks_learned_from
    from cutpoint.loading import load_model

    check_output(plot, model, table)
    if plot is not None:
        check_picture(plot)
    loaded = load_model(model)
    outside = engines.source(table)
    if outside is not None:
        _evaluate_out_of_core(loaded, outside, columns, as_json)
        return
    source = source_of(table, columns)
    cases = test_table(source, Known.by_model(loaded), columns.target, columns.weight)
    made = loaded.predicting
    prices = None if costs is None else costs_from(costs, made.classes)
    result = replace(score(made, cases, prices), proba=proba_score(loaded, cases))
    if plot is not None:
        _write_plot(plot, loaded, cases)
    seen = looks_learned_from(loaded, cases)
    if as_json:
        facts = {"model": str(model), "table": str(table), "target": cases.target_name}
        estimate = loaded.expected_error_rate
        more = {"estimated_error_rate": estimate, "likely_training_cases": seen}
        print(json.dumps({**facts, **result.to_dict(), **more}))
        return

    from cutpoint.cli import report
    from cutpoint.cli.validation import expected_error

    print(f"{model} on {report.described(cases, source.shown)}")
    if seen:
        print(f"\n{_flattered(loaded)}")
    report.print_score(result)
    expected = expected_error(loaded)
    if expected is not None:
        print()
        report.note(f"Error on new cases, as expected when the model was learned: {expected}")


def _flattered(model: SavedModel) -> str:
    """Return why the figures of a model on its own training cases say little, and what to do."""
    from cutpoint.cli.validation import Validation

    found = Validation.of(model)
    other = (
        f"go by the error on new cases that was estimated when it was learned: {found.error:.1%}."
        if found is not None
        else "cross-validate its learner ('cutpoint fit --cv 10', 'cutpoint compare')."
    )
    return (
        "These look like the cases that the model was learned from, so the figures below flatter "
        f"it: give a table of other cases, or {other}"
    )


def _evaluate_out_of_core(
    model: SavedModel, source: Source, columns: TrueClassOptions, as_json: bool
) -> None:
    """Evaluate a model on a table that need not fit into memory."""
    from cutpoint.cli import report
    from cutpoint.cli.engines import score_out_of_core
    from cutpoint.cli.work import sign

    if columns.weight is not None:
        raise InputError("--weight is for tables in memory: leave it out, or use --engine memory")
    with sign("Evaluating", 0):
        result = score_out_of_core(model, source, columns.target)
    if as_json:
        print(json.dumps({"table": source.name, **result.to_dict()}))
        return
    print(f"The model on {source.name}: {count_of(round(result.cases), 'case')}")
    report.print_score(result)


def check_picture(path: Path) -> None:
    """Refuse a file of a kind that is no picture, before any work is done."""
    if path.suffix.lower() not in _PICTURES:
        raise InputError(f"{path}: a plot is a {', '.join(_PICTURES[:-1])} or {_PICTURES[-1]} file")


def _write_plot(path: Path, model: SavedModel, cases: Table) -> None:
    """Draw the calibration of a model's probabilities, and write it whole."""
    import io

    from cutpoint.discretize.plot import check_plots
    from cutpoint.files import write_whole
    from cutpoint.views.plots.calibration import plot_calibration

    figure = check_plots()(figsize=(5.2, 5.0), layout="constrained")
    assert cases.target is not None
    known = cases.target >= 0
    told = cases.take(known)
    plot_calibration(
        model.predict_proba(told.matrix(), n_jobs=-1),
        told.target if told.target is not None else [],
        model.classes,
        weights=told.weights,
        ax=figure.add_subplot(),
    )
    target = io.BytesIO()
    figure.savefig(target, format=path.suffix.lower()[1:], dpi=110)
    write_whole(path, target.getvalue())
