"""The training cases as the kernels of C4.5 see them: ranks, codes and the order of items."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutpoint.data.table import Table

IGNORED, NOMINAL, NUMERIC, INTERVALS = 0, 1, 2, 3

UNKNOWN_NUMBER = -999.0
"""C4.5 stores an unknown number as -999, so a genuine -999 is unknown to it."""


class Ranked(NamedTuple):
    """Training cases by column.

    ``kind[a]`` says what attribute ``a`` is and ``slot[a]`` where it is: a row of ``rank``
    (position of the value among the distinct values of its column, which are
    ``distinct[distinct_start[s]:distinct_start[s + 1]]``) or a row of ``code`` (position among
    ``n_values[a]`` nominal values, or intervals between all cuts). Unknown is -1 in both.
    """

    kind: NDArray[np.int64]
    slot: NDArray[np.int64]
    n_values: NDArray[np.int64]
    rank: NDArray[np.int32]
    distinct: NDArray[Any]
    distinct_start: NDArray[np.int64]
    code: NDArray[np.int32]
    target: NDArray[np.int32]
    n_classes: int


def rank_table(table: Table) -> Ranked:
    """Rank every numeric column of a table with a target, as Release 8 reads it.

    Values are first rounded to 32 bits and -999 becomes unknown.
    """
    assert table.target is not None
    real = np.float32
    kind = np.zeros(len(table.attributes), dtype=np.int64)
    slot = np.zeros_like(kind)
    n_values = np.zeros_like(kind)
    ranks: list[NDArray[np.int32]] = []
    codes: list[NDArray[np.int32]] = []
    distincts: list[NDArray[Any]] = []
    for a, (attribute, column) in enumerate(zip(table.attributes, table.columns, strict=True)):
        if attribute.values is None:
            kind[a], slot[a] = NUMERIC, len(ranks)
            rank, distinct = _rank_column(column.astype(real))
            ranks.append(rank)
            distincts.append(distinct)
        elif len(attribute.values) > 1:
            kind[a], slot[a], n_values[a] = NOMINAL, len(codes), len(attribute.values)
            codes.append(np.asarray(column, dtype=np.int32))
        else:
            kind[a] = IGNORED
    start = np.zeros(len(ranks) + 1, dtype=np.int64)
    np.cumsum([len(distinct) for distinct in distincts], out=start[1:])
    return Ranked(
        kind=kind,
        slot=slot,
        n_values=n_values,
        rank=stack(ranks, table.n_rows),
        distinct=np.concatenate([np.empty(0, dtype=real), *distincts]),
        distinct_start=start,
        code=stack(codes, table.n_rows),
        target=np.ascontiguousarray(table.target, dtype=np.int32),
        n_classes=len(table.classes),
    )


def needs_order(cases: Ranked, weight: NDArray[Any]) -> bool:
    """Return whether some weight is, or can become, a fraction."""
    return bool((weight != 1).any() or (cases.rank < 0).any() or (cases.code < 0).any())


def _rank_column(column: NDArray[Any]) -> tuple[NDArray[np.int32], NDArray[Any]]:
    known = np.flatnonzero(~np.isnan(column) & (column != np.float32(UNKNOWN_NUMBER)))
    distinct, inverse = np.unique(column[known], return_inverse=True)
    rank = np.full(len(column), -1, dtype=np.int32)
    rank[known] = inverse
    return rank, distinct


def stack(rows: list[NDArray[np.int32]], n_rows: int) -> NDArray[np.int32]:
    """Return columns as the rows of a matrix, which may have none."""
    return np.ascontiguousarray(rows) if rows else np.empty((0, n_rows), dtype=np.int32)
