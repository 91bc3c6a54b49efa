"""``cutpoint export``: a model's tree or rules for other systems."""

# ruff: noqa: PLC0415 - what exports is imported where it is used: the help text must come at once

from __future__ import annotations

import sys
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from cutpoint.cli.export_targets import Database, Target, Wish, content_of, notes_of
from cutpoint.cli.notes import note
from cutpoint.cli.options import out_option
from cutpoint.errors import InputError, InputWarning
from cutpoint.files import write_whole

SQL = "SQL"
"""The heading of the options for SQL."""


@dataclass(frozen=True)
class SqlOptions:
    """Of SQL."""

    dialect: Annotated[
        Database | None,
        typer.Option(
            "--dialect",
            help="The SQL dialect: duckdb by default. MariaDB reads mysql.",
            rich_help_panel=SQL,
            show_default=False,
        ),
    ] = None
    table: Annotated[
        str | None,
        typer.Option(
            "--table",
            metavar="NAME",
            help="The table that the query reads: cases by default.",
            rich_help_panel=SQL,
            show_default=False,
        ),
    ] = None
    case: Annotated[
        bool,
        typer.Option(
            "--case",
            help="Write one CASE expression for the class, not a query with probabilities. "
            "Missing values then follow the branch with the most cases.",
            rich_help_panel=SQL,
        ),
    ] = False
    key: Annotated[
        str | None,
        typer.Option(
            "--key",
            metavar="COLUMN",
            help="For mysql, sqlserver and snowflake: a column with another value in every row. "
            "The query then gives all columns of the table, not just those that are tested.",
            rich_help_panel=SQL,
            show_default=False,
        ),
    ] = None

    def check(self, to: Target) -> None:
        """Refuse options that the target, or one of the others, does not have."""
        given = [option is not None for option in (self.dialect, self.table, self.key)]
        if to is not Target.sql and (any(given) or self.case):
            raise InputError("--dialect, --table, --key and --case are options of --to sql")
        if self.case and any(given[1:]):
            raise InputError(
                "--table and --key are for the query: a CASE expression names no table"
            )


@dataclass(frozen=True)
class AnswerOptions:
    """What the export answers, and under which name."""

    default_child: Annotated[
        bool,
        typer.Option(
            "--default-child",
            help="In PMML, let a missing value follow the branch with the most cases: readers such "
            "as JPMML, which know no weighted confidences, then answer every case.",
        ),
    ] = False
    predicted: Annotated[
        str | None,
        typer.Option(
            "--as",
            metavar="NAME",
            help="In SQL and PMML, the name of the new column with the class: predicted by "
            "default.",
            show_default=False,
        ),
    ] = None

    def check(self, to: Target, case: bool) -> None:
        """Refuse options that the target does not have."""
        if self.predicted is not None and (case or to not in {Target.sql, Target.pmml}):
            raise InputError("--as names a column of --to sql, without --case, or of --to pmml")
        if self.default_child and to is not Target.pmml:
            raise InputError("--default-child is an option of --to pmml")


def export(
    to: Annotated[
        Target, typer.Option("--to", "--format", help="What to write.", show_default=False)
    ],
    sql: SqlOptions,
    answer: AnswerOptions,
    model: Annotated[
        Path | None,
        typer.Argument(
            metavar="MODEL",
            help="The model: a file that 'cutpoint fit --out' or 'cutpoint rules --out' saved.",
            show_default=False,
        ),
    ] = None,
    out: Annotated[Path | None, out_option("Write to this file instead of the screen.")] = None,
) -> None:
    """Export the tree or the rules of a model for other systems.

    [bold]cutpoint export model.json --to sql --dialect postgresql --table visits[/bold]

    SQL, Python, C, JavaScript and Java give the probabilities that [bold]cutpoint predict[/bold]
    gives, also where values are missing; so does PMML in a reader that knows weighted confidences.
    ONNX follows one path: a missing value takes the branch with the most cases. Rules go to sql,
    python, c, javascript, java, pmml, json, md, html and text. schema is the JSON Schema of model
    files.
    """
    to = Target(to)
    if to is Target.schema and model is None:
        from cutpoint.export.schema import to_schema

        _write(to_schema(), out)
        return
    if model is None:
        raise InputError("missing argument 'MODEL' (see cutpoint export --help)")
    sql.check(to)
    answer.check(to, sql.case)
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
    wish = Wish(
        to,
        Database(sql.dialect or Database.duckdb),
        sql.table or "cases",
        sql.case,
        answer.predicted,
        sql.key,
        answer.default_child,
    )
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", InputWarning)
        content = content_of(loaded, wish)
    _write(content, out)
    for text in [*(str(warning.message) for warning in caught), *notes_of(loaded, wish)]:
        note(text)


def _write(content: str | bytes, out: Path | None) -> None:
    if out is None:
        _print(content)
    else:
        write_whole(out, content)
        print(f"Export written to {out}")


def _print(content: str | bytes) -> None:
    """Print an export as its bytes: what a terminal cannot show must not be changed."""
    if isinstance(content, bytes) and sys.stdout.isatty():
        raise InputError("this is not text: give a file with --out")
    sys.stdout.flush()
    sys.stdout.buffer.write(content.encode() if isinstance(content, str) else content)
    sys.stdout.buffer.flush()
