"""``cutpoint diff``: how one tree differs from another."""

# ruff: noqa: PLC0415 - what reads and compares is imported where it is used: help must come at once

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cutpoint.cli.options import TABLE_HELP, AsJson, TrueClassOptions, out_option
from cutpoint.cli.report import print_json
from cutpoint.cli.tables import Known, case_table, check_output, source_of
from cutpoint.cli.work import watched
from cutpoint.errors import InputError

if TYPE_CHECKING:
    from cutpoint.data.table import Table
    from cutpoint.tree.difference import Difference
    from cutpoint.tree.model import Model


def diff(
    before: Annotated[
        Path,
        typer.Argument(
            metavar="BEFORE", help="The first model, a tree in a file.", show_default=False
        ),
    ],
    after: Annotated[
        Path,
        typer.Argument(metavar="AFTER", help="The model to compare with it.", show_default=False),
    ],
    columns: TrueClassOptions,
    data: Annotated[
        Path | None,
        typer.Option(
            "--data",
            metavar="TABLE",
            help=f"Cases: how many change class, and where. {TABLE_HELP}",
            show_default=False,
        ),
    ] = None,
    out: Annotated[
        Path | None,
        out_option("Write a page to this file, ending in .html, or the text to any other."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Say how one tree differs from another: tests, cuts, classes, and which cases change class.

    [bold]cutpoint diff last-year.json this-year.json --data visits.csv[/bold]
    """
    if columns.weight is not None:
        raise InputError("--weight is not for diff: it counts cases")
    if columns.target is not None and data is None:
        raise InputError("--target names a column of a table: name the table with --data")
    check_output(out, before, after, data)

    from cutpoint.files import write_whole
    from cutpoint.tree.difference import difference_between
    from cutpoint.views.difference import difference_page

    models = _tree_model(before), _tree_model(after)
    cases, truth = (None, None) if data is None else _cases(data, models, columns)
    found: Difference = watched(
        lambda: difference_between(models[0].tree, models[1].tree, cases, truth), "Comparing"
    )
    if out is not None:
        page = out.suffix.lower() in {".html", ".htm"}
        names = str(before.name), str(after.name)
        write_whole(out, difference_page(found, names) if page else f"{found}\n")
        print(f"{'Page' if page else 'Text'} written to {out}")
    if as_json:
        print_json(found.to_dict())
    elif out is None:
        print(found)


def _tree_model(path: Path) -> Model:
    """Return the model of a file if it is a tree."""
    from cutpoint.loading import load_model
    from cutpoint.tree.model import Model

    loaded = load_model(path)
    if not isinstance(loaded, Model):
        raise InputError(f"{path} holds {loaded.NOUN}, and diff compares trees")
    return loaded


def _cases(
    path: Path, models: tuple[Model, Model], columns: TrueClassOptions
) -> tuple[tuple[Table, Table], list[Any] | None]:
    """Return the cases of a table as each model reads them, and their classes if it has them."""
    from cutpoint.cli.predictions import input_columns
    from cutpoint.data.place import no_such_column

    source = source_of(path, columns)
    raw, first = case_table(source, Known.by_model(models[0]))
    _, second = case_table(source, Known.by_model(models[1]))
    target = columns.target or models[1].target
    known = input_columns(raw)
    if columns.target is not None and target not in known:
        raise no_such_column(target, raw.names, raw.place)
    return (first, second), known[target].to_pylist() if target in known else None
