"""Growing the small nodes that the exact learner left, each as a tree of its own.

The cases of such a node are numbered from 0 and fit the fastest memory. The trees are independent,
so that threads can share them out.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cutpoint.compiled import NO, ONE, ZERO, Int, Ints, allocating, kernel
from cutpoint.data.coded import MOST_FEW
from cutpoint.data.sorted import FEW, IGNORED, SORTED, Columns, Layout
from cutpoint.grow.exact import grow_tree
from cutpoint.grow.fixed import CASE
from cutpoint.grow.found import Numbers
from cutpoint.grow.grown import Grown, new_grown, with_room
from cutpoint.grow.growth import N_NODES, Growth, begin, new_growth, with_nodes
from cutpoint.grow.left import LEFT_BITS, Left
from cutpoint.grow.settings import Settings

SMALL = 4096
"""The most cases of a small node; their numbers need ``LEFT_BITS`` bits."""
SMALL_FOR_TABLES = 512
"""The same where every column has few values, whose tables serve all but the smallest nodes."""


class Grafts(NamedTuple):
    """Trees to be put in the place of small nodes, one after the other in ``grown``."""

    grown: Grown
    start: Ints
    size: Ints


def room_for_left(columns: Columns, n_cases: int, most: int, n_classes: int) -> Left:
    """Return room for small nodes with together at most ``most`` of the cases of a table."""
    numeric = np.flatnonzero(columns.kind != IGNORED)
    column = np.zeros(len(columns.kind), dtype=np.int64)
    column[numeric] = np.arange(len(numeric))
    n_nodes = most // 2 + 1  # a node that can be divided has two cases
    return Left(
        node=np.empty(n_nodes, dtype=np.int64),
        depth=np.empty(n_nodes, dtype=np.int64),
        start=np.empty(n_nodes, dtype=np.int64),
        size=np.empty(n_nodes, dtype=np.int64),
        counts=np.empty((n_nodes, n_classes), dtype=np.int64),
        rows=np.empty(most, dtype=np.int32),
        column=column,
        entries=np.empty((len(numeric), most), dtype=np.uint32),
        rank=np.empty((len(numeric), most), dtype=np.uint32),
        number=np.empty(n_cases if most else 0, dtype=np.uint32),
        entry=np.empty(SMALL if most else 0, dtype=np.uint32),
        ends=np.empty(MOST_FEW + 1, dtype=np.int64),
    )


@allocating
def grow_small(
    left: Left, nodes: Ints, columns: Columns, layout: Layout, numbers: Numbers,
    settings: Settings, progress: Ints, total_cases: float, nothing: Left,
) -> Grafts:  # fmt: skip
    """Grow the given small nodes."""
    n_classes = left.counts.shape[1]
    n_columns = left.entries.shape[0]
    local = _local_columns(left, columns)
    growth = new_growth(
        local, np.empty_like(local.entries), np.zeros(SMALL, dtype=np.uint8),
        np.full(SMALL + 1, CASE), np.zeros(SMALL, dtype=np.uint8), NO, n_classes, ZERO, settings,
    )  # fmt: skip
    mask = (np.int64(1) << np.int64(LEFT_BITS)) - 1
    there = Layout(np.int64(LEFT_BITS), layout.class_mask, mask, np.int64(31))  # no fractions
    grown = new_grown(np.int64(256), n_classes)
    used = ZERO
    start = np.zeros(nodes.size, dtype=np.int64)
    size = np.zeros(nodes.size, dtype=np.int64)
    for t in range(nodes.size):
        i = nodes[t]
        m, first = left.size[i], left.start[i]
        for c in range(n_columns):
            local.lengths[c] = m
            for q in range(m):
                growth.one.entries[c, q] = left.entries[c, first + q]
            if local.tied[c]:
                for q in range(m):
                    local.rank[c, q] = left.rank[c, first + q]
        begin(growth, left.counts[i], m, NO, left.depth[i], ZERO, settings, progress)
        growth = grow_tree(growth, NO, there, numbers, settings, progress, total_cases, nothing)
        n_nodes = growth.at[N_NODES]
        grown = with_room(grown, used, used + n_nodes)
        start[t], size[t] = used, n_nodes
        for q in range(n_nodes):
            _take(growth.grown, q, grown, used + q)
            a = growth.grown.attribute[q]
            if a >= 0:  # back from numbers to cases, or codes
                below = left.rows[first + growth.grown.below[q]]
                above = left.rows[first + growth.grown.above[q]]
                if columns.kind[a] == FEW:
                    j = columns.slot[a]
                    grown.below[used + q] = columns.few[below, j]
                    grown.above[used + q] = columns.few[above, j]
                else:
                    grown.below[used + q], grown.above[used + q] = below, above
        used += n_nodes
    return Grafts(grown, start, size)


@allocating
def _local_columns(left: Left, columns: Columns) -> Columns:
    """Return columns of sorted entries, with room for any small node."""
    n_columns = left.entries.shape[0]
    kind = columns.kind.copy()
    tied = np.zeros(n_columns, dtype=np.bool_)
    for a in range(kind.size):
        if kind[a] == FEW:
            kind[a] = SORTED
            tied[left.column[a]] = True
        elif kind[a] == SORTED:
            tied[left.column[a]] = columns.tied[columns.slot[a]]
    return Columns(
        kind, left.column, np.zeros(kind.size, dtype=np.int64),
        np.empty((n_columns, SMALL + SMALL // 4 + 64), dtype=np.uint32),
        np.full(n_columns, SMALL, dtype=np.int64), tied,
        np.empty((n_columns, SMALL), dtype=np.uint32), np.empty((SMALL, 0), dtype=np.uint8),
        np.empty((0, 1)), np.empty(0, dtype=np.bool_), np.empty((SMALL, 0), dtype=np.int32),
    )  # fmt: skip


@allocating
def grafted(growth: Growth, left: Left, nodes: Ints, grafts: Grafts) -> Growth:
    """Return the growth with trees in the place of small nodes."""
    n_nodes = growth.at[N_NODES]
    more = ZERO
    for t in range(nodes.size):
        more += grafts.size[t] - ONE
    grown = with_room(growth.grown, n_nodes, n_nodes + more)
    for t in range(nodes.size):
        root = left.node[nodes[t]]
        shift = n_nodes - ONE
        for q in range(grafts.size[t]):
            place = root if q == 0 else shift + q
            _take(grafts.grown, grafts.start[t] + q, grown, place)
            if grown.attribute[place] >= 0:
                grown.first_child[place] += shift
        n_nodes += grafts.size[t] - ONE
    growth.at[N_NODES] = n_nodes
    return with_nodes(growth, grown)


@kernel
def _take(source: Grown, i: Int, sink: Grown, j: Int) -> None:
    """Make node ``j`` what node ``i`` of another tree is."""
    sink.attribute[j] = source.attribute[i]
    sink.first_child[j] = source.first_child[i]
    sink.n_branches[j] = source.n_branches[i]
    sink.label[j] = source.label[i]
    sink.below[j] = source.below[i]
    sink.above[j] = source.above[i]
    sink.left[j] = source.left[i]
    sink.known[j] = source.known[i]
    sink.intervals[j] = 0
    for k in range(source.counts.shape[1]):
        sink.counts[j, k] = source.counts[i, k]
