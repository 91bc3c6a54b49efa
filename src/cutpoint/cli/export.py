"""``cutpoint export``: a model's tree or rules for other systems."""

# ruff: noqa: PLC0415 - what exports is imported where it is used: the help text must come at once

from __future__ import annotations

import sys
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cutpoint.cli.guard import complain
from cutpoint.cli.options import ModelFile
from cutpoint.errors import InputError
from cutpoint.files import write_whole

if TYPE_CHECKING:
    from cutpoint.tree.saved import SavedModel

SQL = "SQL"
"""The heading of the options for SQL."""


class Target(StrEnum):
    """What a model is exported to."""

    sql = "sql"
    pmml = "pmml"
    onnx = "onnx"
    python = "python"
    c = "c"
    json = "json"
    text = "text"
    rules = "rules"
    dot = "dot"
    mermaid = "mermaid"


class Database(StrEnum):
    """Whose SQL."""

    duckdb = "duckdb"
    postgresql = "postgresql"
    spark = "spark"


def export(
    model: ModelFile,
    to: Annotated[Target, typer.Option("--to", help="What to write.", show_default=False)],
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            metavar="FILE",
            help="Write to this file instead of the screen.",
            show_default=False,
        ),
    ] = None,
    dialect: Annotated[
        Database | None,
        typer.Option(
            "--dialect",
            help="The SQL dialect: duckdb by default.",
            rich_help_panel=SQL,
            show_default=False,
        ),
    ] = None,
    table: Annotated[
        str | None,
        typer.Option(
            "--table",
            metavar="NAME",
            help="The table that the query reads: cases by default.",
            rich_help_panel=SQL,
            show_default=False,
        ),
    ] = None,
    case: Annotated[
        bool,
        typer.Option(
            "--case",
            help="Write one CASE expression for the class, not a query with probabilities. "
            "Missing values then follow the branch with the most cases.",
            rich_help_panel=SQL,
        ),
    ] = False,
) -> None:
    """Export the tree or the rules of a model for other systems.

    [bold]cutpoint export model.json --to sql --dialect postgresql --table visits[/bold]

    SQL, Python and C give the probabilities that [bold]cutpoint predict[/bold] gives, also where
    values are missing; so does PMML in a reader that knows weighted confidences. ONNX follows one
    path: a missing value takes the branch with the most cases. Rules go to sql, python, c, pmml,
    json and text.
    """
    to = Target(to)
    if to is not Target.sql and (dialect is not None or table is not None or case):
        raise InputError("--dialect, --table and --case are options of --to sql")
    if case and table is not None:
        raise InputError("--table is for the query: a CASE expression names no table")
    if out is not None and out.resolve() == model.resolve():
        raise InputError(f"{out} is the model itself: give another name")

    from cutpoint.ensemble.model import BaggedModel
    from cutpoint.loading import load_model

    loaded = load_model(model)
    if isinstance(loaded, BaggedModel):
        raise InputError(
            f"{model} holds a bag of {len(loaded.bag.trees)} trees, and trees are exported one by "
            "one: learn a single tree, or call the exports of cutpoint.export for each tree"
        )
    content = _content(loaded, to, dialect or Database.duckdb, table or "cases", case)
    if out is not None:
        write_whole(out, content)
    else:
        _print(content)
    if to is Target.pmml and _decides_by_costs(loaded) and _shares_unknown(loaded):
        complain(
            "note: where a value is missing, a reader of PMML gives the most probable class; "
            "'cutpoint predict' gives the one of least expected cost"
        )
    if (to is Target.onnx or case) and _shares_unknown(loaded):
        complain(
            "note: a missing value takes the branch with the most training cases here; 'cutpoint "
            "predict' shares it among all branches"
        )


def _decides_by_costs(model: SavedModel) -> bool:
    return getattr(model.predicting, "costs", None) is not None


def _shares_unknown(model: SavedModel) -> bool:
    from cutpoint.export.steps import shares_unknown, steps_of
    from cutpoint.tree.tree import Tree

    return isinstance(model.predicting, Tree) and shares_unknown(steps_of(model.predicting))


def _content(model: SavedModel, to: Target, dialect: str, table: str, case: bool) -> str | bytes:
    from cutpoint import export as exports

    known: Any = model.predicting  # each export says what it takes
    if to is Target.json:
        return model.to_json()
    if to is Target.pmml:
        return exports.to_pmml(known, model.target)
    if to is Target.sql:
        return (
            exports.to_sql_case(known, dialect) if case else exports.to_sql(known, dialect, table)
        )
    writers: dict[Target, Callable[[Any], str | bytes]] = {
        Target.onnx: exports.to_onnx,
        Target.python: exports.to_python,
        Target.c: exports.to_c,
        Target.text: exports.to_text,
        Target.rules: exports.to_rules,
        Target.dot: exports.to_dot,
        Target.mermaid: exports.to_mermaid,
    }
    return writers[to](known)


def _print(content: str | bytes) -> None:
    """Print an export as its bytes: what a terminal cannot show must not be changed."""
    if isinstance(content, bytes) and sys.stdout.isatty():
        raise InputError("ONNX is not text: give a file with --out")
    sys.stdout.flush()
    sys.stdout.buffer.write(content.encode() if isinstance(content, str) else content)
    sys.stdout.buffer.flush()
