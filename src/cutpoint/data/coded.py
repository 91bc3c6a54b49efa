"""Numeric columns of few different values as small codes, in ascending order of the values.

Whole numbers, which such columns mostly hold, are looked up in a table by their place in a narrow
range; the values of other columns are kept in order as they turn up.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutpoint.compiled import Flags, Int, Ints, Reals, allocating, kernel

MOST_FEW = 256
"""A numeric column with at most so many different values, missing being one, is kept as codes."""

_WIDEST = 1 << 12  # whole numbers are looked up so far below and above the first
_FAR = 2.0**52  # below, whole numbers are exact
_NOT_WHOLE = np.int64(-2)
_ROWS: Int = np.int64(64)  # of a matrix that are taken at a time: what is read serves all columns


class CodedColumn(NamedTuple):
    """A column of few values, or of too many: then ``n_values`` is -1, and there are no codes."""

    n_values: int
    codes: Ints  # by row; a missing value has the code after the last
    distinct: Reals
    known: bool  # whether no value is missing


def code_column(values: Reals) -> CodedColumn:
    """Code a column, if its values are few.

    Examples
    --------
    >>> coded = code_column(np.array([7.0, np.nan, 2.5, 7.0]))
    >>> coded.n_values, coded.codes.tolist(), coded.distinct.tolist(), coded.known
    (2, [1, 2, 0, 1], [2.5, 7.0], False)
    """
    codes = np.empty(len(values), dtype=np.uint8)
    distinct = np.empty(MOST_FEW + 1)
    n_values = int(code_few(values, codes, distinct))
    known = bool(n_values < 0 or not len(codes) or codes.max() < n_values)
    return CodedColumn(n_values, codes, distinct[: max(n_values, 0)], known)


def code_whole_columns(matrix: Reals, most: int) -> dict[int, CodedColumn]:
    """Code the columns of a matrix that hold whole numbers of a narrow range.

    Codes are made only where there are at most ``most`` values; together they are one matrix, whose
    rows are those of the cases.

    Examples
    --------
    >>> coded = code_whole_columns(np.array([[7.0, 0.5], [2.0, 1.0]]), 256)
    >>> list(coded), coded[0].codes.tolist(), coded[0].distinct.tolist()
    ([0], [1, 0], [2.0, 7.0])
    """
    n_columns = matrix.shape[1]
    places = np.zeros((n_columns, 2 * _WIDEST + 1), dtype=np.uint16)
    lowest, n_values = np.zeros(n_columns, dtype=np.int64), np.zeros(n_columns, dtype=np.int64)
    missing = np.zeros(n_columns, dtype=np.bool_)
    distinct = np.empty((n_columns, MOST_FEW + 1))
    mark_whole(matrix, lowest, places, missing, n_values)
    number_places(lowest, places, missing, n_values, distinct)
    few = np.flatnonzero((n_values > 1) & (n_values <= most))
    codes = np.empty((len(matrix), len(few)), dtype=np.uint8)
    code_rows(matrix, few, lowest, places, n_values, codes)
    columns = {int(a): codes[:, i] for i, a in enumerate(few)}
    return {
        int(a): CodedColumn(
            int(n_values[a]),
            columns.get(int(a), codes[:, :0]),
            distinct[a, : max(n_values[a], 0)],
            not missing[a],
        )
        for a in np.flatnonzero(n_values != _NOT_WHOLE)
    }


@allocating
def code_few(column: Reals, codes: NDArray[np.uint8], distinct: Reals) -> Int:
    """Return how many different values a column has and fill in its codes, or -1 if too many.

    Missing values get the code after the last.
    """
    matrix = column.reshape((column.size, 1))
    places = np.zeros((1, 2 * _WIDEST + 1), dtype=np.uint16)
    lowest, n_values = np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64)
    missing = np.zeros(1, dtype=np.bool_)
    mark_whole(matrix, lowest, places, missing, n_values)
    if n_values[0] == _NOT_WHOLE:
        return _code_any(column, codes, distinct)
    number_places(lowest, places, missing, n_values, distinct.reshape((1, distinct.size)))
    if n_values[0] >= 0:
        code_rows(
            matrix, np.zeros(1, dtype=np.int64), lowest, places, n_values,
            codes.reshape((codes.size, 1)),
        )  # fmt: skip
    return n_values[0]


@kernel
def mark_whole(
    matrix: Reals, lowest: Ints, places: NDArray[Any], missing: Flags, n_values: Ints
) -> None:
    """Mark the places of all values of each column, from the number ``lowest`` on.

    A column with others than whole numbers, or too far apart, gets ``_NOT_WHOLE`` for the number
    of its values, one with any known value 1, and others 0.
    """
    for j in range(matrix.shape[1]):
        for i in range(matrix.shape[0]):
            x = matrix[i, j]
            if not np.isnan(x):
                n_values[j] = 1 if np.abs(x) < _FAR else _NOT_WHOLE
                lowest[j] = np.int64(x) - _WIDEST if np.abs(x) < _FAR else 0
                break
    start, n_whole = np.int64(0), matrix.shape[1]
    while start < matrix.shape[0] and n_whole > 0:
        stop = min(start + _ROWS, matrix.shape[0])
        n_whole = 0
        for j in range(matrix.shape[1]):
            if n_values[j] == _NOT_WHOLE:
                continue
            low, marks, whole, unknown = lowest[j], places[j], True, False
            for i in range(start, stop):
                x = matrix[i, j]
                if np.abs(x) < _FAR:
                    place = np.int64(x) - low
                    whole = whole and np.float64(place + low) == x and 0 <= place < marks.size
                    if not whole:
                        break
                    marks[np.uint64(place)] = 1
                elif np.isnan(x):
                    unknown = True
                else:
                    whole = False
                    break
            if unknown:
                missing[j] = True
            if whole:
                n_whole += 1
            else:
                n_values[j] = _NOT_WHOLE
        start = stop


@kernel
def number_places(
    lowest: Ints, places: NDArray[Any], missing: Flags, n_values: Ints, distinct: Reals
) -> None:
    """Turn marks into codes, and fill in the values; -1 for the number of those if too many."""
    for j in range(n_values.size):
        if n_values[j] == _NOT_WHOLE:
            continue
        n = np.int64(0)
        for i in range(places.shape[1]):
            if places[j, i] > 0:
                if n + np.int64(missing[j]) >= MOST_FEW:
                    n = np.int64(-1)
                    break
                distinct[j, n] = lowest[j] + i
                places[j, i] = n
                n += 1
        n_values[j] = n


@kernel
def code_rows(
    matrix: Reals, which: Ints, lowest: Ints, places: NDArray[Any], n_values: Ints,
    codes: NDArray[np.uint8],
) -> None:  # fmt: skip
    """Fill in the codes of some columns, whose places have been numbered."""
    start = np.int64(0)
    while start < matrix.shape[0]:
        stop = min(start + _ROWS, matrix.shape[0])
        for c in range(which.size):
            j = which[c]
            low, code_at, after_last = lowest[j], places[j], n_values[j]
            for i in range(start, stop):
                x = matrix[i, j]
                if np.isnan(x):
                    codes[i, c] = after_last
                else:
                    codes[i, c] = code_at[np.uint64(np.int64(x) - low)]
        start = stop


@kernel
def _code_any(column: Reals, codes: NDArray[np.uint8], distinct: Reals) -> Int:
    """Code any numbers: the different ones are kept in order as they turn up."""
    n_distinct = np.int64(0)
    n_missing = 0
    last = np.nan
    for x in column:
        if np.isnan(x):
            n_missing = 1
        elif x != last:
            last = x
            place = _place(distinct, n_distinct, x)
            if place == n_distinct or distinct[place] != x:
                if n_distinct + n_missing >= MOST_FEW:
                    return np.int64(-1)
                for i in range(n_distinct, place, -1):
                    distinct[i] = distinct[i - 1]
                distinct[place] = x + 0.0  # -0.0 is 0.0
                n_distinct += 1
    if n_distinct + n_missing > MOST_FEW:
        return np.int64(-1)
    for i in range(column.size):
        codes[i] = _place(distinct, n_distinct, column[i])
    return n_distinct


@kernel
def _place(distinct: Reals, n_distinct: Int, x: float) -> Int:
    """Return how many of the sorted values are below x; all of them for NaN."""
    low = np.int64(0)
    length = np.int64(n_distinct)
    while length > 0:
        half = length // 2
        if not distinct[low + half] >= x:
            low += half + 1
            length -= half + 1
        else:
            length = half
    return low
