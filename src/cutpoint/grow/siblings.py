"""Tables of few values for two children at the cost of the smaller one.

What a node has and one child has not, the other child has: so only the cases of the smaller child
are counted, and its table is taken from the node's own. A table made so is kept until its node is
taken up; nodes wait on a stack, and their tables on another.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cutpoint.compiled import ONE, ZERO, Flag, Int, Ints, allocating, inlined, kernel
from cutpoint.data.sorted import Columns
from cutpoint.grow.branches import N_PARTS, N_WHOLE, NODE, TABLE, WHOLE
from cutpoint.grow.grown import Grown
from cutpoint.grow.tables import Coded, clear, count_rows, is_tabulated

_MOST_TABLES = 32
_MOST_PLACES = 1 << 22  # of all tables that are kept


class Kept(NamedTuple):
    """The tables of nodes that wait."""

    tables: Ints  # classes that are present x places, one after the other; the last is scratch
    n_kept: Ints


@allocating
def new_kept(coded: Coded) -> Kept:
    """Return room for tables of the size of ``coded.few``, unless they are huge."""
    n_classes, n_places = coded.few.shape
    most = ZERO
    if n_places > 0:
        most = min(np.int64(_MOST_TABLES), _MOST_PLACES // (n_classes * n_places))
    return Kept(
        np.empty((most + ONE if most > 0 else ZERO, n_classes, n_places), dtype=np.int64),
        np.zeros(1, dtype=np.int64),
    )


@inlined
def take_table(kept: Kept, frame: Ints, n_present: Int, table: Ints) -> None:
    """Copy the table that was kept for a node; it, and those above it, are kept no longer."""
    slot = frame[TABLE] - 1
    for k in range(n_present):
        for v in range(table.shape[1]):
            table[k, v] = kept.tables[slot, k, v]
    kept.n_kept[0] = slot


@inlined
def keep_tables(
    kept: Kept, coded: Coded, columns: Columns, target: Ints, first: Ints, second: Ints,
    whole: Ints, n_present: Int, small: Int, grown: Grown,
) -> None:  # fmt: skip
    """Keep the tables of two children, the second of which is taken up first.

    ``coded.few`` is the table of their node, which has no fractions, and ``n_present`` classes.
    Nodes of at most ``small`` cases need none.
    """
    n_columns, n_places = columns.few.shape[1], coded.few.shape[1]
    little, large = first, second
    if first[N_WHOLE] > second[N_WHOLE]:
        little, large = second, first
    pays = large[N_WHOLE] * n_columns > n_present * n_places
    both = _needs_table(little, n_columns, n_places, small)
    needed = ONE + np.int64(both)
    n_kept = kept.n_kept[0]
    if (
        not pays
        or not _needs_table(large, n_columns, n_places, small)
        or n_kept + needed >= kept.tables.shape[0]
    ):
        return
    if both:
        first[TABLE], second[TABLE] = n_kept + 1, n_kept + 2
    else:
        large[TABLE] = n_kept + 1
    kept.n_kept[0] = n_kept + needed
    counted = kept.tables[little[TABLE] - 1 if both else kept.tables.shape[0] - 1]
    clear(counted, n_present)
    start = little[WHOLE]
    count_rows(
        columns.few, target, coded.few_start, whole[start : start + little[N_WHOLE]],
        coded.class_place, counted,
    )  # fmt: skip
    rest = kept.tables[large[TABLE] - 1]
    for k in range(n_present):
        for v in range(n_places):
            rest[k, v] = coded.few[k, v] - counted[k, v]
    _close_up(rest, grown.counts[large[NODE]], coded.class_place)
    if both:
        _close_up(counted, grown.counts[little[NODE]], coded.class_place)


@kernel
def _needs_table(frame: Ints, n_columns: Int, n_places: Int, small: Int) -> Flag:
    """Return whether a child will be evaluated by its table."""
    return (
        frame[N_WHOLE] > small
        and frame[N_PARTS] == 0
        and is_tabulated(frame[N_WHOLE], n_columns, n_places)
    )


@kernel
def _close_up(table: Ints, counts: Ints, class_place: Ints) -> None:
    """Leave out the rows of classes that a child has not."""
    place = ZERO
    for k in range(counts.size):
        if counts[k] > 0:
            if place != class_place[k]:
                for v in range(table.shape[1]):
                    table[place, v] = table[class_place[k], v]
            place += 1
