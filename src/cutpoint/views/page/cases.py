"""The cases of a table as the page holds them: columns of short numbers, and others as text."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutpoint.data.attribute import Attribute
from cutpoint.data.table import Column, Table
from cutpoint.tree.names import printable
from cutpoint.tree.saved import Predicting

MOST_CELLS = 500_000
"""Cells that a page holds of one table; a larger one is sampled, and the page says so."""
MOST_OTHER_CELLS = 200_000
"""Cells of columns that the model does not ask for; the page says how many columns it lacks."""


@dataclass(frozen=True)
class ShownCases:
    """Cases to be shown, with what their file says of them besides.

    Attributes
    ----------
    table : Table
        In the attributes and classes of the model.
    others : mapping from name to values
        Columns that the model does not know, such as ids; None where a value is missing.
    """

    table: Table
    others: Mapping[str, Sequence[Any]] = field(default_factory=dict)


def embedded(cases: Table | ShownCases, model: Predicting) -> dict[str, Any]:
    """Return what the page needs of a table, ready for JSON.

    Columns that the model asks for are numbers. An unknown value is None in a numeric column, -1
    in a nominal one. Those that it does not ask for are texts, to be read beside.

    Examples
    --------
    >>> from cutpoint.tree import example_tree
    >>> tree = example_tree()
    >>> codes = np.array([0, -1], dtype=np.int32)
    >>> numbers = np.array([71.0, np.nan])
    >>> columns = (codes, numbers, numbers, codes)
    >>> cases = embedded(Table(tree.attributes, columns, 2, tree.classes, codes), tree)
    >>> cases["columns"]
    {'0': [0, -1], '2': [71, None], '3': [0, -1]}
    >>> cases["others"]
    [{'name': 'temperature', 'values': ['71'], 'codes': [0, -1]}]
    """
    shown = ShownCases(cases) if isinstance(cases, Table) else cases
    table = shown.table
    names = {attribute.name for attribute in model.tested}
    tested = [a for a, attribute in enumerate(model.attributes) if attribute.name in names]
    rows = _sample(table.n_rows, MOST_CELLS // max(1, len(tested)))
    kept = table if rows is None else table.take(rows)
    others = _others(shown, rows, names)
    return {
        "of": table.n_rows,
        "rows": None if rows is None else rows.tolist(),
        "columns": {str(position): _short(kept.columns[position]) for position in tested},
        "others": others,
        "left_out": len(shown.others) + len(table.attributes) - len(tested) - len(others),
        "target": None if kept.target is None else kept.target.tolist(),
        "weights": None if kept.weights is None else kept.weights.tolist(),
        "count": kept.n_rows,
    }


def _others(
    shown: ShownCases, rows: NDArray[np.intp] | None, tested: set[str]
) -> list[dict[str, Any]]:
    """Return the columns that are not tested: those the model does not know, then the others."""
    table = shown.table
    count = table.n_rows if rows is None else len(rows)
    most = MOST_OTHER_CELLS // max(1, count)
    found: list[dict[str, Any]] = []
    for name, values in shown.others.items():
        if len(found) < most:
            picked = values if rows is None else [values[row] for row in rows.tolist()]
            found.append(_coded(name, [None if v is None else printable(v) for v in picked]))
    for attribute, column in zip(table.attributes, table.columns, strict=True):
        if attribute.name not in tested and len(found) < most:
            found.append(
                _coded(attribute.name, _texts(attribute, column if rows is None else column[rows]))
            )
    return found


def _texts(attribute: Attribute, column: Column) -> list[str | None]:
    """Return the values of a column as they are read; None where they are missing."""
    if attribute.values is None:
        return [None if math.isnan(value) else attribute.shown(value) for value in column.tolist()]
    names = [printable(value) for value in attribute.values]
    return [None if code < 0 else names[code] for code in column.tolist()]


def _coded(name: str, texts: Sequence[str | None]) -> dict[str, Any]:
    """Return a column as its distinct texts and a position in them for each row, -1 for none."""
    place: dict[str, int] = {}
    codes = [-1 if text is None else place.setdefault(text, len(place)) for text in texts]
    return {"name": printable(name), "values": list(place), "codes": codes}


def _sample(n_rows: int, most: int) -> NDArray[np.intp] | None:
    """Return the rows to keep, in order, always the same; None for all."""
    if n_rows <= most:
        return None
    rows = np.random.default_rng(0).choice(n_rows, most, replace=False)
    return np.sort(rows).astype(np.intp)


def _short(column: Column) -> list[int | float | None]:
    """Return a column as plain numbers, whole ones without a point."""
    if column.dtype != np.float64:
        return [int(code) for code in column.tolist()]
    whole = np.where((column == np.rint(column)) & (np.abs(column) < 2**53), column, np.nan)
    return [
        None if math.isnan(value) else value if math.isnan(short) else int(short)
        for value, short in zip(column.tolist(), whole.tolist(), strict=True)
    ]
