"""The columns of a table as the exact learner scans them.

A numeric column with many values becomes a list of *entries* in ascending order of value, known
values only: ``fraction flag | class | row`` packed in 32 bits (64 if they do not fit), so that a
scan reads them one after the other and gathers nothing. A numeric column with few values becomes
small codes in row order, like a nominal one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutpoint.compiled import Flags, Int, Ints, Reals, allocating, kernel
from cutpoint.data.coded import MOST_FEW, CodedColumn, code_column, code_whole_columns
from cutpoint.data.table import Table, as_one_matrix

IGNORED, SORTED, FEW, NOMINAL = 0, 1, 2, 3

_TOGETHER = 16  # columns of a matrix that are copied at a time: two lines of memory of each row
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
    n_rows, n_attributes = table.n_rows, len(table.attributes)
    layout = _layout(n_rows, len(table.classes))
    matrix = as_one_matrix(table.columns)
    if matrix is not None and not matrix.flags.c_contiguous:
        matrix = None  # each column is in one piece
    coded = {} if matrix is None else code_whole_columns(matrix, most_few)

    def is_few(a: int) -> bool:
        return 0 <= coded[a].n_values <= max(most_few, 1)

    numeric = [
        a for a, attribute in enumerate(table.attributes)
        if attribute.is_numeric and not (a in coded and is_few(a))
    ]  # fmt: skip
    # There is room for every column that may have to be sorted: what is never written to takes no
    # memory. Each thread has a place where it sorts.
    entry = np.uint32 if layout.fraction < 32 else np.uint64
    to_spare = n_rows // 64 + 1024
    entries = np.empty((len(numeric), n_rows + to_spare), dtype=entry)
    rank = np.empty((len(numeric), n_rows), dtype=np.uint32)
    tags: NDArray[Any] = np.arange(n_rows if numeric else 0, dtype=entry)
    tags |= np.left_shift(table.target[: len(tags)].astype(entry), int(layout.class_shift))
    rooms = [np.empty(len(tags), dtype=np.uint64) for _ in range(n_threads)]

    def sort(s: int, values: Reals) -> tuple[int, bool]:
        keys = rooms.pop()
        result = _sorted(values, tags, layout, keys, entries[s], rank[s])
        rooms.append(keys)
        return result

    to_sort: list[int] = []
    results: list[tuple[int, bool]] = []
    with ThreadPoolExecutor(n_threads) as threads:
        apply = map if n_threads == 1 else threads.map
        for columns in _in_pieces(table, matrix, numeric, n_threads, apply):
            rest = [a for a in columns if a not in coded]
            coded |= zip(rest, apply(code_column, [columns[a] for a in rest]), strict=True)
            many = [a for a in columns if not is_few(a)]
            slots = range(len(to_sort), len(to_sort) + len(many))
            results += apply(sort, slots, [columns[a] for a in many])
            to_sort += many
    kind = np.zeros(n_attributes, dtype=np.int64)
    slot = np.zeros_like(kind)
    n_values = np.zeros_like(kind)
    kind[to_sort], slot[to_sort] = SORTED, np.arange(len(to_sort))
    few: list[CodedColumn] = []
    nominal: list[Ints] = []
    for a, attribute in enumerate(table.attributes):
        if attribute.values is not None:
            if len(attribute.values) > 1:
                kind[a], slot[a], n_values[a] = NOMINAL, len(nominal), len(attribute.values)
                codes = table.columns[a]
                nominal.append(np.where(codes < 0, np.int32(len(attribute.values)), codes))
        elif kind[a] != SORTED and coded[a].n_values > 1:
            kind[a], slot[a], n_values[a] = FEW, len(few), coded[a].n_values
            few.append(coded[a])
    return Columns(
        kind,
        slot,
        n_values,
        entries[: len(to_sort)],
        np.array([known for known, _ in results], dtype=np.int64),
        np.array([tied for _, tied in results], dtype=np.bool_),
        rank[: len(to_sort)],
        _row_major([column.codes for column in few], n_rows, np.uint8),
        np.array([np.resize(column.distinct, MOST_FEW) for column in few]).reshape(-1, MOST_FEW),
        np.array([column.known for column in few], dtype=np.bool_),
        _row_major(nominal, n_rows, np.int32),
    ), layout


def _in_pieces(
    table: Table, matrix: Reals | None, which: list[int], n_threads: int, apply: Callable[..., Any]
) -> Iterator[dict[int, Reals]]:
    """Yield some columns at a time, each in one piece, until the next are asked for.

    The columns of a ``matrix`` are copied to one place, again and again: a copy of the whole
    matrix would be more memory than all the rest.
    """
    together = max(_TOGETHER, n_threads)
    room = np.empty((0 if matrix is None else min(together, len(which)), table.n_rows))
    parts = list(pairwise(np.linspace(0, table.n_rows, n_threads + 1).astype(np.int64)))
    for first in range(0, len(which), together):
        some = which[first : first + together]
        if matrix is None:
            yield {a: np.ascontiguousarray(table.columns[a], dtype=np.float64) for a in some}
        else:
            turn_part = partial(turn, matrix, np.array(some, dtype=np.int64), room)
            list(apply(turn_part, *zip(*parts, strict=True)))
            yield dict(zip(some, room, strict=False))


@kernel
def turn(matrix: Reals, which: Ints, columns: Reals, start: Int, stop: Int) -> None:
    """Copy the rows start ... stop - 1 of some columns of a matrix, each into one piece.

    By some rows at a time: what is read once serves all columns.
    """
    while start < stop:
        end = min(start + 64, stop)
        for c in range(which.size):
            for i in range(start, end):
                columns[c, i] = matrix[i, which[c]]
        start = end


def _sorted(
    values: Reals, tags: NDArray[Any], layout: Layout, keys: NDArray[np.uint64],
    entries: NDArray[Any], rank: Ints,
) -> tuple[int, bool]:  # fmt: skip
    """Fill in the entries of a column; return how many are known, and whether any are equal."""
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
    whole = columns[0].base if columns else None
    if whole is not None and whole.shape == (n_rows, len(columns)):
        return np.asarray(whole)  # they were coded together, in this order
    matrix = np.empty((n_rows, len(columns)), dtype=dtype)
    for s, column in enumerate(columns):
        matrix[:, s] = column
    return matrix


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
