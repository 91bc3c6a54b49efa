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
    latex = "latex"
    md = "md"
    html = "html"
    svg = "svg"
    png = "png"
    pdf = "pdf"
    schema = "schema"


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
    default_child: bool = False

    @property
    def names(self) -> dict[str, str]:
        """The names of new columns that are given."""
        return {} if self.predicted is None else {"predicted": self.predicted}


_COMPUTED = {
    Target.sql,
    Target.python,
    Target.c,
    Target.javascript,
    Target.java,
    Target.pmml,
    Target.onnx,
    Target.rules,
}
"""Targets that give the class of a case."""


def content_of(model: SavedModel, wish: Wish) -> str | bytes:
    """Return the export of a model."""
    from cutpoint import export as exports

    known: Any = model.predicting  # each export says what it takes
    writers: dict[Target, Callable[[], str | bytes]] = {
        Target.json: model.to_json,
        Target.pmml: lambda: _pmml(model, wish),
        Target.sql: lambda: _sql(model, wish),
        Target.onnx: lambda: exports.to_onnx(model),
        Target.python: lambda: exports.to_python(model),
        Target.c: lambda: exports.to_c(model),
        Target.javascript: lambda: exports.to_javascript(model),
        Target.java: lambda: exports.to_java(model),
        Target.text: lambda: exports.to_text(known),
        Target.rules: lambda: exports.to_rules(known),
        Target.dot: lambda: exports.to_dot(known),
        Target.mermaid: lambda: exports.to_mermaid(known),
        Target.latex: lambda: exports.to_latex(known),
        Target.md: lambda: exports.to_markdown(model),
        Target.html: lambda: _page(model),
        Target.svg: lambda: _drawing(model, wish.to),
        Target.png: lambda: _drawing(model, wish.to),
        Target.pdf: lambda: _drawing(model, wish.to),
        Target.schema: exports.to_schema,
    }
    return writers[wish.to]()


def _sql(model: SavedModel, wish: Wish) -> str:
    from cutpoint.export import to_sql, to_sql_case

    if wish.case:
        return to_sql_case(model, wish.dialect)
    names = wish.names | ({} if wish.key is None else {"key": wish.key})
    return to_sql(model, wish.dialect, wish.table, columns=[model.target], **names)


def _pmml(model: SavedModel, wish: Wish) -> str:
    from cutpoint.export import to_pmml

    predicted = {} if wish.predicted is None else {"predicted": wish.predicted}
    return to_pmml(model, model.target, default_child=wish.default_child, **predicted)


def _page(model: Any) -> str:
    from cutpoint.views.page import page_of

    return page_of(model)


def _drawing(model: SavedModel, kind: str) -> bytes:
    """Return the drawing of a tree, the same bytes for the same tree."""
    import io

    from cutpoint.export.steps import check_is_tree
    from cutpoint.views.plots import plot_tree

    known: Any = model.predicting
    check_is_tree(known)
    figure = plot_tree(known).figure
    file = io.BytesIO()
    import matplotlib as mpl
    import matplotlib.pyplot as plt

    dates = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {}}
    with mpl.rc_context({"svg.hashsalt": "cutpoint", "svg.fonttype": "path"}):
        figure.savefig(file, format=kind, dpi=150, metadata=dates[kind], bbox_inches="tight")
    plt.close(figure)
    return file.getvalue()


def notes_of(model: SavedModel, wish: Wish) -> Iterator[str]:
    """Give what the export does otherwise than ``cutpoint predict``."""
    shares = _shares_unknown(model)
    if wish.to is Target.pmml and getattr(model.predicting, "costs", None) is not None and shares:
        yield (
            "where a value is missing, a reader of PMML gives the most probable class; 'cutpoint "
            "predict' gives the one of least expected cost"
        )
    weighted = wish.to is Target.pmml and shares and not wish.default_child
    if weighted and model.parameters.get("probabilities", "raw") != "raw":
        yield (
            "where a value is missing, a reader of PMML gives the class that is most probable by "
            "the model's estimate; 'cutpoint predict' gives the one with most training cases"
        )
    if getattr(model.predicting, "lower", None) is not None and wish.to in _COMPUTED:
        yield (
            "the model has soft thresholds, and this export gives the hard answer, as 'cutpoint "
            "predict' does without --soft"
        )
    if (wish.to is Target.onnx or wish.case or wish.default_child) and shares:
        yield (
            "a missing value takes the branch with the most training cases here; 'cutpoint "
            "predict' shares it among all branches"
        )


def _shares_unknown(model: SavedModel) -> bool:
    from cutpoint.export.steps import shares_unknown, steps_of
    from cutpoint.tree.tree import Tree

    return isinstance(model.predicting, Tree) and shares_unknown(steps_of(model.predicting))
