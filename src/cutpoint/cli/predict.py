"""``cutpoint predict``: the classes that a model gives to the cases of a table."""

# ruff: noqa: PLC0415 - what predicts is imported where it is used: the help text must come at once

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cutpoint.cli.options import ModelFile, ReadingOptions, TableFile
from cutpoint.cli.predictions import check_format, input_columns, label_column, write
from cutpoint.cli.tables import Known, case_table, check_output, source_of
from cutpoint.cli.work import watched
from cutpoint.errors import InputError

if TYPE_CHECKING:
    from cutpoint.data.table import Table
    from cutpoint.tree.tree import Tree


def predict(
    model: ModelFile,
    table: TableFile,
    reading: ReadingOptions,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            metavar="FILE",
            help="Write to this file instead of the screen: .csv, .csv.gz, .tsv or .parquet.",
            show_default=False,
        ),
    ] = None,
    proba: Annotated[
        bool,
        typer.Option("--proba", help="Add the probability of each class, in columns p(CLASS)."),
    ] = False,
    soft: Annotated[
        bool,
        typer.Option(
            "--soft",
            help="With --proba: let a case between the bounds of a test go down both branches, if "
            "the model was learned with 'fit --soft'.",
        ),
    ] = False,
    with_data: Annotated[
        bool, typer.Option("--with-data", help="Put the columns of the table before these.")
    ] = False,
) -> None:
    """Give a class to each case of a table, as CSV.

    [bold]cutpoint predict model.json new-visits.csv --out classes.csv[/bold]

    The table needs the columns that the tree tests, in any order; cells may be missing.
    """
    check_format(out)
    check_output(out, model, table)

    from cutpoint.tree.model import Model

    loaded = Model.load(model)
    tree = loaded.tree
    raw, cases = case_table(source_of(table, reading), Known.by_tree(loaded))
    if soft and not proba:
        raise InputError("--soft is for probabilities: add --proba (classes do not depend on it)")
    if soft and tree.lower is None:
        raise InputError(f"{model} has no soft thresholds: learn it with 'cutpoint fit --soft'")
    columns: dict[str, Any] = input_columns(raw) if with_data else {}
    watched(lambda: _add_predictions(columns, tree, cases, proba, soft), "Predicting")
    write(columns, out)


def _add_predictions(
    columns: dict[str, Any], tree: Tree, cases: Table, proba: bool, soft: bool
) -> None:
    """Add what the tree says to the columns to write, as Arrow arrays by name."""
    import pyarrow as pa

    def add(name: str, column: Any) -> None:
        free, number = name, 1
        while free in columns:
            number += 1
            free = f"{name}_{number}"
        columns[free] = column

    matrix = cases.matrix()
    add("predicted", label_column(tree.classes, tree.predict_codes(matrix, n_jobs=-1)))
    if proba:
        predict = tree.predict_softly if soft else tree.predict_proba
        shares = predict(matrix, n_jobs=-1)
        for position, label in enumerate(tree.classes):
            add(f"p({label})", pa.array(shares[:, position]))
