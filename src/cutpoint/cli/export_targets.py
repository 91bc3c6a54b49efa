"""What ``cutpoint export`` writes for each target, and what it says about it on the screen."""

# ruff: noqa: PLC0415 - what exports is imported where it is used: the help text must come at once

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cutpoint.tree.saved import SavedModel


class Target(StrEnum):
    """What a model is exported to."""

    sql = "sql"
    pmml = "pmml"
    onnx = "onnx"
    python = "python"
    c = "c"
    javascript = "javascript"
    java = "java"
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
    sqlite = "sqlite"
    mysql = "mysql"
    sqlserver = "sqlserver"
    bigquery = "bigquery"
    snowflake = "snowflake"


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked for on the command line."""

    to: Target
    dialect: Database
    table: str
    case: bool
    predicted: str | None
    key: str | None = None

    @property
    def names(self) -> dict[str, str]:
        """The names of new columns that are given."""
        return {} if self.predicted is None else {"predicted": self.predicted}


def content_of(model: SavedModel, wish: Wish) -> str | bytes:
    """Return the export of a model."""
    from cutpoint import export as exports

    known: Any = model.predicting  # each export says what it takes
    writers: dict[Target, Callable[[], str | bytes]] = {
        Target.json: model.to_json,
        Target.pmml: lambda: exports.to_pmml(known, model.target, **wish.names),
        Target.sql: lambda: _sql(model, wish),
        Target.onnx: lambda: exports.to_onnx(known),
        Target.python: lambda: exports.to_python(known),
        Target.c: lambda: exports.to_c(known),
        Target.javascript: lambda: exports.to_javascript(known),
        Target.java: lambda: exports.to_java(known),
        Target.text: lambda: exports.to_text(known),
        Target.rules: lambda: exports.to_rules(known),
        Target.dot: lambda: exports.to_dot(known),
        Target.mermaid: lambda: exports.to_mermaid(known),
    }
    return writers[wish.to]()


def _sql(model: SavedModel, wish: Wish) -> str:
    from cutpoint.export import to_sql, to_sql_case

    known: Any = model.predicting
    if wish.case:
        return to_sql_case(known, wish.dialect)
    names = wish.names | ({} if wish.key is None else {"key": wish.key})
    return to_sql(known, wish.dialect, wish.table, columns=[model.target], **names)


def notes_of(model: SavedModel, wish: Wish) -> Iterator[str]:
    """Give what the export does otherwise than ``cutpoint predict``."""
    shares = _shares_unknown(model)
    if wish.to is Target.pmml and getattr(model.predicting, "costs", None) is not None and shares:
        yield (
            "where a value is missing, a reader of PMML gives the most probable class; 'cutpoint "
            "predict' gives the one of least expected cost"
        )
    computed = {Target.sql, Target.pmml, Target.onnx, Target.python, Target.c, Target.javascript}
    computed |= {Target.java}
    if getattr(model.predicting, "lower", None) is not None and wish.to in {
        *computed,
        Target.rules,
    }:
        yield (
            "the model has soft thresholds, and this export gives the hard answer, as 'cutpoint "
            "predict' does without --soft"
        )
    way = model.parameters.get("probabilities", "raw")
    if way != "raw" and wish.to in computed and not wish.case:
        yield (
            f"the model estimates probabilities by {way!r}; this export gives the raw shares of "
            "the leaves"
        )
    if (wish.to is Target.onnx or wish.case) and shares:
        yield (
            "a missing value takes the branch with the most training cases here; 'cutpoint "
            "predict' shares it among all branches"
        )


def _shares_unknown(model: SavedModel) -> bool:
    from cutpoint.export.steps import shares_unknown, steps_of
    from cutpoint.tree.tree import Tree

    return isinstance(model.predicting, Tree) and shares_unknown(steps_of(model.predicting))
