"""``cutpoint predict``: the classes that a model gives to the cases of a table."""

# ruff: noqa: PLC0415 - what predicts is imported where it is used: the help text must come at once

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cutpoint.cli.engines import EngineOptions
from cutpoint.cli.options import ModelFile, ReadingOptions, TableFile, out_option
from cutpoint.cli.predictions import check_format, input_columns, label_column, write
from cutpoint.cli.tables import Known, case_table, check_output, source_of
from cutpoint.cli.work import sign, watched
from cutpoint.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    from cutpoint.tree.saved import Predicting, SavedModel

    Shares = Callable[..., NDArray[np.float64]]


@dataclass(frozen=True)
class PredictionOptions:
    """What is predicted, and where it goes."""

    out: Annotated[
        Path | None,
        out_option("Write to this file instead of the screen: .csv, .csv.gz, .tsv or .parquet."),
    ] = None
    proba: Annotated[
        bool,
        typer.Option("--proba", help="Add the probability of each class, in columns p(CLASS)."),
    ] = False
    soft: Annotated[
        bool,
        typer.Option(
            "--soft",
            help="With --proba: let a case between the bounds of a test go down both branches, if "
            "the model was learned with 'fit --soft'.",
        ),
    ] = False
    with_data: Annotated[
        bool,
        typer.Option(
            "--with-data", help="Also write the columns of the table, before the predictions."
        ),
    ] = False


def predict(
    model: ModelFile,
    table: TableFile,
    reading: ReadingOptions,
    wanted: PredictionOptions,
    engines: EngineOptions,
) -> None:
    """Predict the class of each case of a table, as CSV.

    [bold]cutpoint predict model.json new-visits.csv --out classes.csv[/bold]

    The table needs the columns that the model tests, in any order; values may be missing.
    """
    out = wanted.out
    check_format(out)
    check_output(out, model, table)

    from cutpoint.loading import load_model

    loaded = load_model(model)
    outside = engines.source(table)
    if outside is not None:
        if out is None:
            raise InputError("a large table is predicted into a file: name it with --out")
        if wanted.soft:
            raise InputError("--soft is for tables in memory: leave it out")
        from cutpoint.engines.predicting import predict_source

        with sign("Predicting", 0):  # which writes: it must hear Ctrl-C itself
            predict_source(loaded, outside, out, wanted.proba)
        return
    predicting = loaded.predicting
    raw, cases = case_table(source_of(table, reading), Known.by_model(loaded))
    shares: Shares = loaded.predict_proba
    if wanted.soft:
        if not wanted.proba:
            raise InputError(
                "--soft is for probabilities: add --proba (classes do not depend on it)"
            )
        shares = _soft_shares(model, loaded)
    columns: dict[str, Any] = input_columns(raw) if wanted.with_data else {}
    matrix = cases.matrix()
    watched(
        lambda: _add_predictions(columns, predicting, matrix, shares if wanted.proba else None),
        "Predicting",
    )
    write(columns, out)


def _soft_shares(path: Path, loaded: SavedModel) -> Shares:
    """Return what gives probabilities by soft thresholds, if the model has them."""
    from cutpoint.tree.model import Model

    if not isinstance(loaded, Model) or loaded.tree.lower is None:
        raise InputError(f"{path} has no soft thresholds: learn it with 'cutpoint fit --soft'")
    return loaded.estimating.predict_softly


def _add_predictions(
    columns: dict[str, Any],
    predicting: Predicting,
    matrix: NDArray[np.float64],
    shares_of: Shares | None,
) -> None:
    """Add what a model says to the columns to write, as Arrow arrays by name."""
    from cutpoint.data.arrow import numbers

    def add(name: str, column: Any) -> None:
        free, number = name, 1
        while free in columns:
            number += 1
            free = f"{name}_{number}"
        columns[free] = column

    codes = predicting.predict_codes(matrix, n_jobs=-1)
    add("predicted", label_column(predicting.classes, codes))
    if shares_of is not None:
        shares = shares_of(matrix, n_jobs=-1)
        for position, label in enumerate(predicting.classes):
            add(f"p({label})", numbers(shares[:, position]))
