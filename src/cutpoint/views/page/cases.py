"""The cases of a table as the page holds them: columns of short numbers."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutpoint.data.table import Column, Table
from cutpoint.tree.saved import Predicting

MOST_CELLS = 500_000
"""Cells that a page holds of one table; a larger one is sampled, and the page says so."""


def embedded(table: Table, model: Predicting) -> dict[str, Any]:
    """Return what the page needs of a table, ready for JSON.

    Only columns that the model asks for are kept. An unknown value is None in a numeric column, -1
    in a nominal one.

    Examples
    --------
    >>> from cutpoint.tree import example_tree
    >>> tree = example_tree()
    >>> codes = np.array([0, -1], dtype=np.int32)
    >>> numbers = np.array([71.0, np.nan])
    >>> columns = (codes, numbers, numbers, codes)
    >>> embedded(Table(tree.attributes, columns, 2, tree.classes, codes), tree)["columns"]
    {'0': [0, -1], '2': [71, None], '3': [0, -1]}
    """
    names = {attribute.name for attribute in model.tested}
    tested = [a for a, attribute in enumerate(model.attributes) if attribute.name in names]
    rows = _sample(table.n_rows, MOST_CELLS // max(1, len(tested)))
    kept = table if rows is None else table.take(rows)
    return {
        "of": table.n_rows,
        "rows": None if rows is None else rows.tolist(),
        "columns": {str(position): _short(kept.columns[position]) for position in tested},
        "target": None if kept.target is None else kept.target.tolist(),
        "weights": None if kept.weights is None else kept.weights.tolist(),
        "count": kept.n_rows,
    }


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
