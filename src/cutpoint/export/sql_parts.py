"""What both forms of SQL share: the value of a column, and whether it is one of some texts."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from cutpoint.errors import InputError, InputWarning
from cutpoint.export.dialect import Dialect
from cutpoint.export.steps import Step, check_texts, is_whole, steps_of, unknown_numbers
from cutpoint.tree.names import printable
from cutpoint.wording import count_of

if TYPE_CHECKING:
    from cutpoint.data.attribute import Attribute
    from cutpoint.export.outputs import Outputs
    from cutpoint.tree.saved import Predicting
    from cutpoint.tree.tree import Tree

_DEEPEST = 200
"""Databases limit how deeply an expression is nested: DuckDB to 1,000, PostgreSQL by its stack."""


def checked_steps(tree: Tree, sql: Dialect, estimate: Tree | None = None) -> list[Step]:
    """Return the steps of a tree that a database can hold.

    Raises
    ------
    InputError
        If it cannot hold a text or tell two columns apart, or the tree is too deep.
    """
    steps = steps_of(tree, estimate)
    check_names(tree, sql)
    if tree.depth > _DEEPEST:
        raise InputError(
            f"the tree has {tree.depth} tests on a path and databases take expressions of about "
            f"{_DEEPEST}: learn it with max_depth={_DEEPEST}, or export it to python or c"
        )
    return steps


def check_names(model: Predicting, sql: Dialect) -> None:
    """Refuse a model with texts that a database cannot hold, or columns that it cannot tell apart.

    Raises
    ------
    InputError
        Where a column that is tested differs from another in upper and lower case alone: a table
        of most databases has only one of them, and the query would silently read that one.
    """
    check_texts(model.classes, model.tested, sql.name)
    names = column_names(model, sql)
    tested = {attribute.name for attribute in model.tested}
    keys = [sql.compared(name) for name in names]
    for place, (attribute, name) in enumerate(zip(model.attributes, names, strict=True)):
        if attribute.name not in tested:
            continue
        same = [other for other, key in enumerate(keys) if key == keys[place] and other != place]
        if same:
            raise InputError(
                f"columns {printable(attribute.name)!r} and "
                f"{printable(model.attributes[same[0]].name)!r} differ in upper and lower case "
                f"alone, which {sql.name} cannot tell apart: rename one of them and learn the "
                "model again"
            )
        if name != attribute.name:
            warnings.warn(
                f"column {printable(attribute.name)!r} is called {printable(name)!r}, as "
                f"{sql.name} calls it where another column differs in case alone",
                InputWarning,
                stacklevel=2,
            )


def column_names(model: Predicting, sql: Dialect) -> list[str]:
    """Return what the columns of a model are called in the database."""
    return sql.column_names([attribute.name for attribute in model.attributes])


def comments(outputs: Outputs) -> list[str]:
    """Return a comment for each column of the answer that could not have its name."""
    return [f"-- Note: {note}." for note in outputs.notes]


def values_of(
    model: Predicting, columns: Iterable[int], sql: Dialect, table: str = ""
) -> dict[int, str]:
    """Return columns as texts, or as doubles or dates that are NULL where they are unknown."""
    names, unknown = column_names(model, sql), unknown_numbers(model)
    return {
        column: _value(
            model.attributes[column], table + sql.identifier(names[column]), sql, unknown
        )
        for column in columns
    }


def _value(
    attribute: Attribute, name: str, sql: Dialect, unknown: tuple[float, float] | None
) -> str:
    if not attribute.is_numeric:
        return sql.text_value(name)
    if attribute.calendar is not None:
        value = sql.moment_value(name, attribute.calendar)
        if unknown is None:
            return value
        below = math.nextafter(unknown[0], -math.inf)
        low, high = (sql.cut(attribute, limit) for limit in (below, unknown[1]))
        return f"CASE WHEN {value} > {low} AND {value} <= {high} THEN NULL ELSE {value} END"
    value = sql.number_value(name)
    if unknown is None:
        return value
    low, high = (sql.number(limit) for limit in unknown)
    return f"CASE WHEN {value} BETWEEN {low} AND {high} THEN NULL ELSE {value} END"


def among(value: str, texts: Sequence[str], sql: Dialect) -> str:
    """Return the condition that a value is one of some texts."""
    if len(texts) == 1:
        return f"{value} = {sql.matched(texts[0])}"
    return f"{value} IN ({', '.join(sql.matched(text) for text in texts)})"


def labels_of(model: Predicting, sql: Dialect) -> list[str]:
    """Return the classes: as numbers or truth values if all are, else as texts."""
    kinds = {type(label) for label in model.classes}
    if len(kinds) == 1 and not (kinds == {int} and not is_whole(model.classes)):
        return [sql.label(label) for label in model.classes]
    return [sql.string(str(label)) for label in model.classes]


def counted(tree: Tree) -> str:
    """Return the number of nodes of a tree in words."""
    return count_of(tree.n_nodes, "node")
