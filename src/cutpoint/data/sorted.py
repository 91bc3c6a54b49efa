"""The columns of a table as the exact learner scans them.

A numeric column with many values becomes a list of *entries* in ascending order of value, known
values only: ``fraction flag | class | row`` packed in 32 bits (64 if they do not fit), so that a
scan reads them one after the other and gathers nothing. A numeric column with few values becomes
small codes in row order, like a nominal one.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutpoint.compiled import Flags, Int, Ints, Reals, allocating, kernel
from cutpoint.data.table import Table, as_one_matrix

IGNORED, SORTED, FEW, NOMINAL = 0, 1, 2, 3

MOST_FEW = 256
"""A numeric column with at most so many different values, missing being one, is kept as codes."""


_WIDEST = 1 << 14  # a range of whole numbers that are looked up, not searched for
_FAR = 2.0**52  # whole numbers below are exact, and so are their differences
_NOT_WHOLE = np.int64(-2)
_FEW_ALIKE = 16  # keys that are sorted one by one


class Layout(NamedTuple):
    """Where the parts of an entry are: ``row | class << class_shift | fraction flag``."""

    class_shift: Int
    class_mask: Int
    row_mask: Int
    fraction: Int


class Columns(NamedTuple):
    """All columns of a table, ready for the learner.

    ``kind[a]`` says how attribute ``a`` is kept and ``slot[a]`` where: in the sorted columns
    (``entries``, ``lengths``, ``tied``, ``rank``), or in the coded ones (a column of
    ``few`` with its values in ``few_values``, a column of ``nominal``). A missing code is the
    number of values.
    """

    kind: Ints
    slot: Ints
    n_values: Ints  # of coded columns: different values, or declared nominal values
    entries: NDArray[Any]  # sorted columns x cases, and room to spare
    lengths: Ints  # known values of each sorted column
    tied: Flags  # whether a sorted column has equal values
    rank: Ints  # of the value of each case in a tied column, by slot
    few: Ints  # cases x columns
    few_values: Reals  # columns x codes
    few_known: Flags  # whether every value of such a column is known
    nominal: Ints  # cases x columns


def sort_columns(
    table: Table, most_few: int = MOST_FEW, n_threads: int = 1
) -> tuple[Columns, Layout]:
    """Sort or code every column of a table with a target.

    A numeric column is coded if it has at most ``most_few`` different values, missing being one.
    """
    assert table.target is not None
    n_rows = table.n_rows
    layout = _layout(n_rows, len(table.classes))
    kind = np.zeros(len(table.attributes), dtype=np.int64)
    slot = np.zeros_like(kind)
    n_values = np.zeros_like(kind)
    few: list[Ints] = []
    few_values: list[Reals] = []
    few_known: list[bool] = []
    nominal: list[Ints] = []
    to_sort: list[int] = []
    with ThreadPoolExecutor(n_threads) as threads:
        apply = map if n_threads == 1 else threads.map
        numeric = _numeric_columns(table, n_threads, apply)
        coded = dict(zip(numeric, apply(_coded, numeric.values()), strict=True))
        for a, attribute in enumerate(table.attributes):
            if attribute.values is not None:
                if len(attribute.values) > 1:
                    kind[a], slot[a], n_values[a] = NOMINAL, len(nominal), len(attribute.values)
                    column = table.columns[a]
                    nominal.append(np.where(column < 0, np.int32(len(attribute.values)), column))
                continue
            n_distinct, codes, distinct = coded[a]
            if n_distinct < 0 or n_distinct > max(most_few, 1):
                kind[a], slot[a] = SORTED, len(to_sort)
                to_sort.append(a)
            elif n_distinct > 1:
                kind[a], slot[a], n_values[a] = FEW, len(few), n_distinct
                few.append(codes)
                few_values.append(distinct[:MOST_FEW])
                few_known.append(bool(codes.max() < n_distinct))
        entry = np.uint32 if layout.fraction < 32 else np.uint64
        # Room to spare; memory that is not written to is not taken.
        entries = np.empty((len(to_sort), n_rows + n_rows // 64 + 1024), dtype=entry)
        rank = np.empty((len(to_sort), n_rows), dtype=np.uint32)
        tags: NDArray[Any] = np.arange(n_rows if to_sort else 0, dtype=entry)
        tags |= np.left_shift(table.target[: len(tags)].astype(entry), int(layout.class_shift))

        def sort(a: int) -> tuple[int, bool]:
            s = slot[a]
            return _sorted(numeric[a], tags, layout, entries[s], rank[s])

        results = list(apply(sort, to_sort))
    lengths = np.array([known for known, _ in results], dtype=np.int64)
    tied = np.array([some for _, some in results], dtype=np.bool_)
    columns = Columns(
        kind, slot, n_values, entries, lengths, tied, rank, _row_major(few, n_rows, np.uint8),
        np.array(few_values).reshape(-1, MOST_FEW), np.array(few_known, dtype=np.bool_),
        _row_major(nominal, n_rows, np.int32),
    )  # fmt: skip
    return columns, layout


def _numeric_columns(table: Table, n_threads: int, apply: Callable[..., Any]) -> dict[int, Reals]:
    """Return the numeric columns, each in one piece."""
    matrix = as_one_matrix(table.columns)
    if matrix is None or not matrix.flags.c_contiguous:
        return {
            a: np.ascontiguousarray(table.columns[a], dtype=np.float64)
            for a, attribute in enumerate(table.attributes)
            if attribute.is_numeric
        }
    columns = np.empty(matrix.shape[::-1])
    edges = np.linspace(0, len(matrix), n_threads + 1).astype(np.int64)
    parts = list(pairwise(edges))
    list(apply(lambda part: turn(matrix, part[0], part[1], columns), parts))
    return dict(enumerate(columns))


@kernel
def turn(matrix: Reals, start: Int, stop: Int, columns: Reals) -> None:
    """Copy the rows start ... stop - 1 of a matrix into its columns.

    By some rows at a time: what is read once serves all columns.
    """
    while start < stop:
        end = min(start + 64, stop)
        for j in range(matrix.shape[1]):
            for i in range(start, end):
                columns[j, i] = matrix[i, j]
        start = end


def _coded(values: Reals) -> tuple[int, Ints, Reals]:
    """Return how many different values a column has, -1 if too many, its codes, and the values."""
    codes = np.empty(len(values), dtype=np.uint8)
    distinct = np.empty(MOST_FEW + 1, dtype=np.float64)
    return code_few(values, codes, distinct), codes, distinct


def _sorted(
    values: Reals, tags: NDArray[Any], layout: Layout, entries: NDArray[Any], rank: Ints
) -> tuple[int, bool]:
    """Fill in the entries of a column; return how many are known, and whether any are equal."""
    keys = np.empty(len(values), dtype=np.uint64)
    known = make_keys(values, tags, layout.fraction, keys)
    keys = keys[:known]
    keys.sort()
    tied = settle_keys(keys, values, layout.fraction, layout.row_mask) < known
    make_entries(keys, layout.fraction, entries)
    if tied:
        rank_entries(entries[:known], values, layout.row_mask, rank)
    return known, tied


def _layout(n_rows: int, n_classes: int) -> Layout:
    row_bits = max(1, int(n_rows - 1).bit_length())
    class_bits = max(1, int(n_classes - 1).bit_length())
    return Layout(row_bits, (1 << class_bits) - 1, (1 << row_bits) - 1, row_bits + class_bits)


def _row_major(columns: list[Any], n_rows: int, dtype: type[np.integer[Any]]) -> NDArray[Any]:
    """Return columns as a matrix of rows: the codes of a case lie together."""
    matrix = np.empty((n_rows, len(columns)), dtype=dtype)
    for s, column in enumerate(columns):
        matrix[:, s] = column
    return matrix


@kernel
def code_few(column: Reals, codes: NDArray[np.uint8], distinct: Reals) -> Int:
    """Return how many different values a column has and fill in its codes, or -1 if too many.

    Missing values get the code after the last.
    """
    first = 0.0
    for x in column:
        if not np.isnan(x):
            first = x
            break
    if np.abs(first) < _FAR and first == np.floor(first):
        n_distinct = _code_whole(column, np.int64(first) - _WIDEST, codes, distinct)
        if n_distinct != _NOT_WHOLE:
            return n_distinct
    return _code_any(column, codes, distinct)


@allocating
def _code_whole(column: Reals, lowest: Int, codes: NDArray[np.uint8], distinct: Reals) -> Int:
    """Code whole numbers of a narrow range: each has a place of its own in a table."""
    code_of = np.zeros(2 * _WIDEST + 1, dtype=np.int64)
    missing = 0
    for x in column:
        if np.isnan(x):
            missing = 1
            continue
        if not np.abs(x) < 2.0 * _FAR:
            return _NOT_WHOLE
        place = np.int64(x) - lowest
        if np.float64(place + lowest) != x or place < 0 or place >= code_of.size:
            return _NOT_WHOLE
        code_of[place] = 1
    n_distinct = np.int64(0)
    for i in range(code_of.size):
        if code_of[i] > 0:
            if n_distinct + missing >= MOST_FEW:
                return np.int64(-1)
            distinct[n_distinct] = lowest + i
            code_of[i] = n_distinct
            n_distinct += 1
    for i in range(column.size):
        x = column[i]
        codes[i] = n_distinct if np.isnan(x) else code_of[np.int64(x) - lowest]
    return n_distinct


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


@kernel
def make_keys(column: Reals, tags: NDArray[Any], tag_bits: Int, keys: NDArray[np.uint64]) -> Int:
    """Fill in a key for each known value, return how many: leading bits of the value, then a tag.

    The bits of a double, turned round for negative numbers, sort as the numbers do. The last
    ``tag_bits`` of them make room for the tag of the row, or the row itself if there are no tags;
    what that confuses, :func:`settle_keys` repairs.
    """
    bits = column.view(np.int64)
    keep = ~((np.uint64(1) << np.uint64(tag_bits)) - np.uint64(1))
    sign = np.uint64(1) << np.uint64(63)
    by_row = tags.size == 0
    for i in range(column.size):  # one straight loop, which the compiler makes wide
        b = bits[i]
        b = np.int64(0) if column[i] == 0.0 else b  # -0.0 is 0.0
        turned = np.uint64(b) ^ (np.uint64(b >> 63) | sign)
        keys[i] = (turned & keep) | (np.uint64(i) if by_row else np.uint64(tags[i]))
    known = np.int64(0)
    for i in range(column.size):
        keys[known] = keys[i]
        known += np.int64(not np.isnan(column[i]))
    return known


@kernel
def settle_keys(keys: NDArray[np.uint64], column: Reals, tag_bits: Int, row_mask: Int) -> Int:
    """Put sorted keys whose values look alike in their true order; return how many values differ.

    Most keys look like none other: stretches of such are passed over without a jump for each.
    """
    shift, rows = np.uint64(tag_bits), np.uint64(row_mask)
    n_equal = np.int64(0)
    i = 1
    while i < keys.size:
        stop = min(i + 256, keys.size)
        n_alike = 0
        for j in range(i, stop):
            n_alike += (keys[j] >> shift) == (keys[j - 1] >> shift)
        if n_alike == 0:
            i = stop
        while i < stop:
            if (keys[i] >> shift) == (keys[i - 1] >> shift):
                first = i - 1
                while i < keys.size and (keys[i] >> shift) == (keys[first] >> shift):
                    i += 1
                _sort_by_value(keys[first:i], column, rows)
                for j in range(first + 1, i):
                    n_equal += column[keys[j] & rows] == column[keys[j - 1] & rows]
            i += 1
    return keys.size - n_equal


@allocating
def _sort_by_value(keys: NDArray[np.uint64], column: Reals, row_mask: Int) -> None:
    """Sort keys by the values of their rows; those of equal values stay in order."""
    if keys.size <= _FEW_ALIKE:
        for i in range(1, keys.size):
            key = keys[i]
            place = i
            while place > 0 and column[keys[place - 1] & row_mask] > column[key & row_mask]:
                keys[place] = keys[place - 1]
                place -= 1
            keys[place] = key
        return
    alike = True
    first = column[keys[0] & row_mask]
    for key in keys:
        if column[key & row_mask] != first:
            alike = False
            break
    if alike:
        return
    values = np.empty(keys.size, dtype=np.float64)
    for i in range(keys.size):
        values[i] = column[keys[i] & row_mask]
    order = np.argsort(values, kind="mergesort")
    before = keys.copy()
    for i in range(keys.size):
        keys[i] = before[order[i]]


@kernel
def make_entries(keys: NDArray[np.uint64], tag_bits: Int, entries: NDArray[Any]) -> None:
    """Turn sorted keys into entries: these are their tags."""
    mask = (np.uint64(1) << np.uint64(tag_bits)) - np.uint64(1)
    for i in range(keys.size):
        entries[i] = keys[i] & mask


@kernel
def rank_entries(
    entries: NDArray[Any], column: Reals, row_mask: Int, rank: NDArray[np.uint32]
) -> None:
    """Fill in the rank of the value of each row among the different values."""
    mask = np.uint64(row_mask)
    r = np.uint32(0)
    last = np.uint64(entries[0]) & mask
    for entry in entries:
        row = np.uint64(entry) & mask
        if column[row] != column[last]:
            r += np.uint32(1)
        rank[row] = r
        last = row
