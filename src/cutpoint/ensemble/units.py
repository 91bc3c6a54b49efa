"""What a bootstrap draws from: cases in an order of their own.

A weight of 2 is two equal cases, and the order of rows means nothing. So that neither changes what
a seed draws, cases are put in an order that depends on their values alone, and a case of a whole
weight is there as often as its weight says.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutpoint.data.table import Column, Table
from cutpoint.engines.resample import Copies, Resamples

_MOST_UNITS = 8
"""Per row: beyond that a case of a whole weight is drawn as one case that has a weight."""
_FACTORS = (np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBF58476D1CE4E5B9))
_SHIFT = np.uint64(29)


@dataclass(frozen=True)
class CaseResamples(Resamples):
    """Resamples of the cases of a table, drawn from units of them.

    Attributes
    ----------
    row_of : array
        The row of each unit.
    n_cases : int
        The rows of the table.
    """

    row_of: NDArray[np.intp]
    n_cases: int

    def __getitem__(self, number: int) -> Copies:
        copies = np.bincount(self.row_of, super().__getitem__(number), minlength=self.n_cases)
        return copies.astype(np.int64)


def drawn_from(
    table: Table, whole: NDArray[np.int64] | None, n_resamples: int, size: float, random_state: Any
) -> CaseResamples:
    """Return bootstrap resamples of the cases of a table.

    Parameters
    ----------
    table : Table
    whole : int64 array or None
        The units of each row; None is one.
    n_resamples : int
    size : float or int
        Units of a resample: a share, or a number.
    random_state : as in scikit-learn

    Examples
    --------
    >>> table = Table((), (), 3, ("a",), np.zeros(3, dtype=np.int32))
    >>> [int(copies.sum()) for copies in drawn_from(table, None, 2, 1.0, 0)]
    [3, 3]
    """
    order = np.argsort(row_hashes(table), kind="stable")
    row_of = order if whole is None else np.repeat(order, whole[order])
    n_units = len(row_of)
    count = int(size) if isinstance(size, int | np.integer) else max(1, round(size * n_units))
    plain = Resamples.drawn(n_units, n_resamples, count, True, random_state)
    return CaseResamples(n_units, count, True, plain.seeds, row_of, table.n_rows)


def whole_units(weights: NDArray[np.float64] | None) -> NDArray[np.int64] | None:
    """Return weights as whole numbers of units; None if they are none, or too many to draw from.

    Examples
    --------
    >>> whole_units(np.array([1.0, 0.0, 3.0])).tolist(), whole_units(np.array([0.5, 2.0]))
    ([1, 0, 3], None)
    """
    if weights is None or weights.sum() > _MOST_UNITS * len(weights):
        return None
    units = weights.astype(np.int64)
    return units if np.array_equal(units, weights) else None


def row_hashes(table: Table) -> NDArray[np.uint64]:
    """Return a number for each row that depends on its values and its class alone.

    Examples
    --------
    >>> from cutpoint.data.attribute import Attribute
    >>> x = np.array([1.0, np.nan, 1.0, 0.0, -0.0])
    >>> table = Table((Attribute("x"),), (x,), 5, ("a",), np.zeros(5, dtype=np.int32))
    >>> hashes = row_hashes(table)
    >>> bool(hashes[0] == hashes[2]), bool(hashes[3] == hashes[4]), len(set(hashes.tolist()))
    (True, True, 3)
    """
    hashes = np.zeros(table.n_rows, dtype=np.uint64)
    columns: list[Column] = list(table.columns)
    if table.target is not None:
        columns.append(table.target)
    for column in columns:
        hashes ^= _bits(column)
        for factor in _FACTORS:
            hashes *= factor
            hashes ^= hashes >> _SHIFT
    return hashes


def _bits(column: Column) -> NDArray[np.uint64]:
    if column.dtype != np.float64:
        return column.astype(np.int64).view(np.uint64)
    numbers = column + 0.0  # zero has one sign, and the copy is in one piece
    numbers[np.isnan(numbers)] = np.nan
    return numbers.view(np.uint64)
