"""Growing the small nodes that the exact learner left, each as a tree of its own.

The cases of such a node are numbered from 0 and fit the fastest memory. The trees are independent,
so that threads can share them out.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cutpoint.compiled import NO, ONE, ZERO, Int, Ints, allocating, kernel
from cutpoint.data.sorted import FEW, IGNORED, SORTED, Columns
from cutpoint.grow.exact import grow_tree
from cutpoint.grow.fixed import CASE
from cutpoint.grow.found import Numbers
from cutpoint.grow.grown import Grown, new_grown, with_room
from cutpoint.grow.left import LEFT_BITS, Left
from cutpoint.grow.settings import Settings

SMALL = 4096
"""The most cases of a small node; their numbers need ``LEFT_BITS`` bits."""


class Grafts(NamedTuple):
    """Trees to be put in the place of small nodes, one after the other in ``grown``."""

    grown: Grown
    start: Ints
    size: Ints


def room_for_left(columns: Columns, n_cases: int, n_classes: int) -> Left:
    """Return room for all small nodes of a table; memory that is not written to is not taken."""
    most = n_cases // 2 + 1  # a node that can be divided has two cases
    numeric = np.flatnonzero(columns.kind != IGNORED)
    column = np.zeros(len(columns.kind), dtype=np.int64)
    column[numeric] = np.arange(len(numeric))
    return Left(
        node=np.empty(most, dtype=np.int64),
        depth=np.empty(most, dtype=np.int64),
        start=np.empty(most, dtype=np.int64),
        size=np.empty(most, dtype=np.int64),
        counts=np.empty((most, n_classes), dtype=np.int64),
        rows=np.empty(n_cases, dtype=np.int32),
        column=column,
        entries=np.empty((len(numeric), n_cases), dtype=np.uint32),
        rank=np.empty((len(numeric), n_cases), dtype=np.uint32),
        number=np.empty(n_cases, dtype=np.int32),
    )


@allocating
def grow_small(
    left: Left, nodes: Ints, columns: Columns, class_mask: Int, fraction: Int, numbers: Numbers,
    settings: Settings, progress: Ints, total_cases: float, nothing: Left,
) -> Grafts:  # fmt: skip
    """Grow the given small nodes."""
    n_classes = left.counts.shape[1]
    n_columns = left.entries.shape[0]
    kind = columns.kind.copy()
    tied = np.zeros(n_columns, dtype=np.bool_)
    for a in range(kind.size):
        if kind[a] == FEW:
            kind[a] = SORTED
            tied[left.column[a]] = True
        elif kind[a] == SORTED:
            tied[left.column[a]] = columns.tied[columns.slot[a]]
    no_values = np.zeros(kind.size, dtype=np.int64)
    grown = new_grown(np.int64(256), n_classes)
    used = ZERO
    start = np.zeros(nodes.size, dtype=np.int64)
    size = np.zeros(nodes.size, dtype=np.int64)
    mask = (np.int64(1) << np.int64(LEFT_BITS)) - 1
    for t in range(nodes.size):
        i = nodes[t]
        m = left.size[i]
        first = left.start[i]
        entries = np.empty((n_columns, m + m // 4 + 64), dtype=np.uint32)
        rank = np.empty((n_columns, m), dtype=np.uint32)
        for c in range(n_columns):
            for q in range(m):
                entries[c, q] = left.entries[c, first + q]
            if tied[c]:
                for q in range(m):
                    rank[c, q] = left.rank[c, first + q]
        local = Columns(
            kind, left.column, no_values, entries, np.full(n_columns, m, dtype=np.int64), tied,
            rank, np.empty((m, 0), dtype=np.uint8), np.empty((0, 1)),
            np.empty((m, 0), dtype=np.int32),
        )  # fmt: skip
        tree, n_nodes, _, _ = grow_tree(
            local, np.zeros(m, dtype=np.uint8), np.full(m, CASE), NO, left.counts[i],
            np.int64(LEFT_BITS), class_mask, mask, fraction, numbers, settings,
            np.zeros(m, dtype=np.uint8), progress, total_cases, left.depth[i], ZERO, nothing,
        )  # fmt: skip
        grown = with_room(grown, used, used + n_nodes)
        start[t], size[t] = used, n_nodes
        for q in range(n_nodes):
            _take(tree, q, grown, used + q)
            a = tree.attribute[q]
            if a >= 0:  # back from numbers to cases, or codes
                below, above = left.rows[first + tree.below[q]], left.rows[first + tree.above[q]]
                if columns.kind[a] == FEW:
                    j = columns.slot[a]
                    grown.below[used + q] = columns.few[below, j]
                    grown.above[used + q] = columns.few[above, j]
                else:
                    grown.below[used + q], grown.above[used + q] = below, above
        used += n_nodes
    return Grafts(grown, start, size)


@allocating
def graft(grown: Grown, n_nodes: Int, left: Left, nodes: Ints, grafts: Grafts) -> tuple[Grown, Int]:
    """Put trees in the place of small nodes; return the nodes and how many there are."""
    more = ZERO
    for t in range(nodes.size):
        more += grafts.size[t] - ONE
    grown = with_room(grown, n_nodes, n_nodes + more)
    for t in range(nodes.size):
        root = left.node[nodes[t]]
        shift = n_nodes - ONE
        for q in range(grafts.size[t]):
            place = root if q == 0 else shift + q
            _take(grafts.grown, grafts.start[t] + q, grown, place)
            if grown.attribute[place] >= 0:
                grown.first_child[place] += shift
        n_nodes += grafts.size[t] - ONE
    return grown, n_nodes


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
    for k in range(source.counts.shape[1]):
        sink.counts[j, k] = source.counts[i, k]
