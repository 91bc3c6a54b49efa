"""Tables of few values for two children at the cost of the smaller one.

What a node has and one child has not, the other child has: so only the cases of the smaller child
are counted, and taken from the node's own table, which becomes the other child's.
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
    free: Ints  # which of them are nobody's, and how many
    n_free: Ints


@allocating
def new_kept(coded: Coded) -> Kept:
    """Return room for tables of the size of ``coded.few``, unless they are huge."""
    n_classes, n_places = coded.few.shape
    most = ZERO
    if n_places > 0:
        most = min(np.int64(_MOST_TABLES), _MOST_PLACES // (n_classes * n_places))
    tables = np.empty((most + ONE if most > 0 else ZERO, n_classes, n_places), dtype=np.int64)
    return Kept(tables, np.zeros(most, dtype=np.int64), np.zeros(1, dtype=np.int64))


@kernel
def free_all(kept: Kept) -> None:
    """Keep no table any longer."""
    for i in range(kept.free.size):
        kept.free[i] = i
    kept.n_free[0] = kept.free.size


@inlined
def release(kept: Kept, table: Int) -> None:
    """Keep the table of a node no longer, if it had one: 0 is none."""
    if table > 0:
        kept.free[kept.n_free[0]] = table - 1
        kept.n_free[0] += 1


@inlined
def keep_tables(
    kept: Kept, table: Int, few: Ints, coded: Coded, columns: Columns, target: Ints, one: Ints,
    other: Ints, whole: Ints, n_present: Int, small: Int, grown: Grown,
) -> None:  # fmt: skip
    """Keep tables for two children.

    ``few`` is the table of their node, which has no fractions, and ``n_present`` classes; it is
    kept as number ``table``, or not at all (0). Nodes of at most ``small`` cases need none.
    """
    n_columns, n_places = columns.few.shape[1], few.shape[1]
    little, large = one, other
    if one[N_WHOLE] > other[N_WHOLE]:
        little, large = other, one
    pays = large[N_WHOLE] * n_columns > n_present * n_places
    both = _needs_table(little, n_columns, n_places, small)
    needed = np.int64(both) + np.int64(table == 0)
    if not pays or not _needs_table(large, n_columns, n_places, small) or needed > kept.n_free[0]:
        release(kept, table)
        return
    large[TABLE] = table if table > 0 else _take(kept)
    counted = kept.tables[kept.free.size]
    if both:
        little[TABLE] = _take(kept)
        counted = kept.tables[little[TABLE] - 1]
    clear(counted, n_present)
    start = little[WHOLE]
    count_rows(
        columns.few, target, coded.few_start, whole[start : start + little[N_WHOLE]],
        coded.class_place, counted,
    )  # fmt: skip
    rest = kept.tables[large[TABLE] - 1]  # it may be the node's own
    for k in range(n_present):
        for v in range(n_places):
            rest[k, v] = few[k, v] - counted[k, v]
    _close_up(rest, grown.counts[large[NODE]], coded.class_place)
    if both:
        _close_up(counted, grown.counts[little[NODE]], coded.class_place)


@kernel
def _take(kept: Kept) -> Int:
    """Return the number of a table that is free no longer."""
    kept.n_free[0] -= 1
    return kept.free[kept.n_free[0]] + 1


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
