"""Small nodes that are left to be grown later."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutpoint.compiled import Int, Ints, inlined
from cutpoint.data.sorted import FEW, SORTED, Columns

LEFT_BITS = np.uint64(12)
"""The bits of a case's number in a small node."""


class Left(NamedTuple):
    """Small nodes that were left to be grown later, each with its cases numbered from 0.

    Nearby numbers keep to the fastest memory, and every column is in sorted entries there.
    """

    node: Ints
    depth: Ints
    start: Ints  # of its cases, in all the arrays below
    size: Ints
    counts: Ints  # nodes x classes
    rows: Ints  # the case that each number stands for
    column: Ints  # where each attribute is in the two arrays below
    entries: NDArray[Any]  # columns x cases
    rank: Ints  # columns x cases, by number
    number: Ints  # of each case, at the node at hand, and its class: an entry there
    entry: Ints  # the same, by number
    ends: Ints  # scratch of a counting sort


@inlined
def leave(
    left: Left, i: Int, start: Int, node: Int, depth: Int, counts: Ints, rows: Ints, plain: bool,
    size: Int, columns: Columns, arena: NDArray[Any], arena_start: Int, target: NDArray[Any],
    row_mask: Int,
) -> None:  # fmt: skip
    """Put a small node into ``left``, as number ``i``, its cases from ``start`` on.

    ``rows`` begins with its cases; if ``plain``, they are those of any column.
    """
    left.node[i], left.depth[i], left.start[i], left.size[i] = node, depth, start, size
    for k in range(counts.size):
        left.counts[i, k] = counts[k]
    stop = start + size
    mask = np.uint64(row_mask)
    here = left.rows[start:stop]
    for c in range(size):
        here[c] = np.int64(np.uint64(arena[0, arena_start + c]) & mask) if plain else rows[c]
    number, entry = left.number, left.entry
    for c in range(size):
        entry[c] = np.uint64(c) | (np.uint64(target[here[c]]) << LEFT_BITS)
        number[here[c]] = entry[c]
    ends = left.ends
    for a in range(columns.kind.size):
        j = columns.slot[a]
        sink = left.entries[left.column[a], start:stop]
        rank = left.rank[left.column[a], start:stop]
        if columns.kind[a] == SORTED:
            for c in range(size):
                sink[c] = number[np.uint64(arena[j, arena_start + c]) & mask]
            if columns.tied[j]:
                for c in range(size):
                    rank[c] = columns.rank[j, here[c]]
        elif columns.kind[a] == FEW:  # a counting sort
            ends[:] = 0
            for c in range(size):
                code = columns.few[here[c], j]
                rank[c] = code
                ends[np.int64(code) + 1] += 1
            for v in range(1, ends.size):
                ends[v] += ends[v - 1]
            for c in range(size):
                code = np.int64(rank[c])
                sink[ends[code]] = entry[c]
                ends[code] += 1
