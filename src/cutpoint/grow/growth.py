"""Everything that lasts while a tree grows: its cases, its nodes, the nodes that wait, scratch.

A node is a list of whole cases, a list of (case, weight) for cases that come as fractions, and one
segment of sorted entries per column. A node's lists lie in one of two arenas and its children's are
written to the other, one child after the other, at the same places in every column. The last child
is grown first, so that each arena is used as a stack. Where a node has nothing but entries, those
of its larger child stay where they are, and only the smaller's are written to the other arena, of
which half the size is enough.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutpoint.compiled import Flag, Int, Ints, Reals, allocating, kernel
from cutpoint.data.sorted import NOMINAL, Columns
from cutpoint.grow.branches import (
    ARENA,
    DEPTH,
    KEY,
    LENGTHS,
    N_PARTS,
    N_WHOLE,
    Branches,
    new_branches,
)
from cutpoint.grow.fixed import least_units
from cutpoint.grow.found import Found, Room, new_found, new_room
from cutpoint.grow.grown import Grown, give_label, new_grown, with_room, worth_growing
from cutpoint.grow.measured import is_measured
from cutpoint.grow.settings import BY_GAIN, GAIN, GROUPS, Settings
from cutpoint.grow.siblings import Kept, free_all, new_kept
from cutpoint.grow.tables import Coded, new_coded

CASES_PLACED, STOP = 0, 1
"""What progress is told by, and stopped with."""

# What is counted while a tree grows: nodes, entries of branch maps, waiting nodes, nodes left for
# later and their cases; what the node at hand needs of the other arena; and by arena, where the
# lists of the node taken last start: everything behind them is free; and the cases of the root.
N_NODES, N_MAPPED, N_WAITING, N_LEFT, LEFT_END, NEED_ENTRIES, NEED_PARTS = range(7)
TOP_ENTRIES, TOP_WHOLE, TOP_PARTS, N_CASES, N_COUNTS = 7, 9, 11, 13, 14


class Arena(NamedTuple):
    """The lists of some of the nodes."""

    entries: NDArray[Any]  # columns x entries
    whole: Ints
    parts: Ints  # cases that are fractions here
    units: Ints  # and their weights


class Growth(NamedTuple):
    """A tree that grows."""

    columns: Columns
    target: NDArray[Any]
    weight: Ints  # of each case, in units; of fractions at the node at hand; of one whole case
    member: NDArray[Any]  # where each case of the node at hand goes
    one: Arena
    two: Arena
    grown: Grown
    maps: Ints  # the branch maps of nominal tests
    places: Reals  # beside them, the cuts of tests that have several
    waiting: Ints
    at: Ints
    lengths: Ints  # of the segments of the node at hand
    branch: Branches
    coded: Coded
    kept: Kept
    room: Room
    found: Found


@allocating
def new_growth(
    columns: Columns, entries: NDArray[Any], target: NDArray[Any], weight: Ints,
    member: NDArray[Any], all_weighted: Flag, n_classes: Int, most_branches: Int,
    settings: Settings,
) -> Growth:  # fmt: skip
    """Return room to grow a tree; ``most_branches`` is 0 for the plain learner.

    The entries of ``columns`` will be overwritten, in turns with ``entries``, another arena's.
    """
    n_cases = target.size
    n_sorted = columns.entries.shape[0]
    most_values = np.int64(2)
    for a in range(columns.kind.size):
        if columns.kind[a] == NOMINAL:
            most_values = max(most_values, columns.n_values[a])
    most = max(most_values, most_branches)
    by_gain = settings.criterion == GAIN or settings.cut_by == BY_GAIN
    by_evidence = not by_gain and not is_measured(settings)
    plain = most_branches == 0 and is_plain(columns, n_cases)
    n_whole = np.int64(0) if all_weighted or plain else n_cases
    n_parts = n_cases if all_weighted else n_cases // 4
    coded = new_coded(columns, n_classes)
    # A guess at the nodes of a full tree: a nominal test may leave each of its cases alone.
    n_nodes = 64 + (n_cases if most_values > 2 else n_cases // 4)
    return Growth(
        columns, target, weight, member,
        _new_arena(columns.entries, n_whole, n_parts),
        _new_arena(entries, n_whole, n_parts),
        new_grown(n_nodes, n_classes),
        np.empty(n_nodes + most, dtype=np.int32),
        np.empty(n_nodes + most),
        np.zeros((64 + most, LENGTHS + n_sorted), dtype=np.int64),
        np.zeros(N_COUNTS, dtype=np.int64),
        np.zeros(n_sorted, dtype=np.int64),
        new_branches(most + 1, n_classes),
        coded,
        new_kept(coded),
        new_room(n_cases, n_classes, most_values, by_evidence, settings.nominal == GROUPS),
        new_found(columns),
    )  # fmt: skip


@kernel
def is_plain(columns: Columns, n_cases: Int) -> Flag:
    """Return whether everything about a node can be had from its entries.

    That is so if there are neither codes nor unknown values, nor weights besides.
    """
    plain = columns.few.shape[1] == 0 and columns.nominal.shape[1] == 0
    for s in range(columns.lengths.size):
        plain = plain and columns.lengths[s] == n_cases
    return plain and columns.lengths.size > 0


@allocating
def _new_arena(entries: NDArray[Any], n_whole: Int, n_parts: Int) -> Arena:
    return Arena(
        entries,
        np.empty(n_whole, dtype=np.int32),
        np.empty(n_parts + 64, dtype=np.int32),
        np.empty(n_parts + 64, dtype=np.int64),
    )


@kernel
def begin(
    growth: Growth, counts: Ints, n_cases: Int, all_weighted: Flag, depth: Int, key: Int,
    settings: Settings, progress: Ints,
) -> None:  # fmt: skip
    """Make a root of the first ``n_cases`` cases, with the given class weights.

    ``key`` is where random numbers come from; 0 if none are needed.
    """
    at, grown, one = growth.at, growth.grown, growth.one
    at[:] = 0
    free_all(growth.kept)
    at[N_NODES], at[N_CASES] = 1, n_cases
    for k in range(counts.size):
        grown.counts[0, k] = counts[k]
    grown.attribute[0] = -1
    grown.n_branches[0] = 0
    give_label(grown, np.int64(0), np.int64(0))
    if not worth_growing(grown, np.int64(0), depth, least_units(settings.min_cases), settings):
        progress[CASES_PLACED] += n_cases
        return
    n_parts = n_cases if all_weighted else np.int64(0)
    for i in range(min(n_cases, one.whole.size)):
        one.whole[i] = i
    for i in range(n_parts):
        one.parts[i] = i
        one.units[i] = growth.weight[i]
    at[N_WAITING] = 1
    root = growth.waiting[0]
    root[:] = 0
    root[DEPTH], root[KEY] = depth, key
    root[N_WHOLE], root[N_PARTS] = n_cases - n_parts, n_parts
    for s in range(growth.lengths.size):
        root[LENGTHS + s] = growth.columns.lengths[s]


@allocating
def enlarged(growth: Growth) -> Growth:
    """Return the growth with more room wherever it was short.

    Of the arenas that is the other one than that of the node at hand.
    """
    at, one, two = growth.at, growth.one, growth.two
    if growth.waiting[at[N_WAITING] - 1, ARENA] == 0:
        two = _roomier(two, at[NEED_ENTRIES], at[NEED_PARTS])
    else:
        one = _roomier(one, at[NEED_ENTRIES], at[NEED_PARTS])
    most = growth.branch.weight.size
    waiting = growth.waiting
    if at[N_WAITING] + most > waiting.shape[0]:
        waiting = np.zeros((2 * (at[N_WAITING] + most), waiting.shape[1]), dtype=np.int64)
        for i in range(at[N_WAITING]):
            waiting[i] = growth.waiting[i]
    return Growth(
        growth.columns, growth.target, growth.weight, growth.member, one, two,
        with_room(growth.grown, at[N_NODES], at[N_NODES] + most),
        _longer(growth.maps, at[N_MAPPED] + most), _longer(growth.places, at[N_MAPPED] + most),
        waiting, at, growth.lengths, growth.branch,
        growth.coded, growth.kept, growth.room, growth.found,
    )  # fmt: skip


@allocating
def with_nodes(growth: Growth, grown: Grown) -> Growth:
    """Return the growth with other nodes."""
    return Growth(
        growth.columns, growth.target, growth.weight, growth.member, growth.one, growth.two, grown,
        growth.maps, growth.places, growth.waiting, growth.at, growth.lengths, growth.branch,
        growth.coded, growth.kept, growth.room, growth.found,
    )  # fmt: skip


@allocating
def _roomier(arena: Arena, entries: Int, parts: Int) -> Arena:
    """Return the arena with room for so many entries per column and so many fractions."""
    wider = arena.entries
    if entries > wider.shape[1]:
        wider = np.empty((arena.entries.shape[0], entries + entries // 2), dtype=wider.dtype)
        for s in range(wider.shape[0]):
            for i in range(arena.entries.shape[1]):
                wider[s, i] = arena.entries[s, i]
    return Arena(wider, arena.whole, _longer(arena.parts, parts), _longer(arena.units, parts))


@allocating
def _longer(array: Reals, size: Int) -> Reals:
    """Return the array with room for ``size`` entries."""
    if size <= array.size:
        return array
    longer = np.empty(max(size, 2 * array.size), dtype=array.dtype)
    for i in range(array.size):
        longer[i] = array[i]
    return longer
