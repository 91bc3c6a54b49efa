"""The exact learner: the whole growth of a tree as one compiled loop.

A node is a list of whole cases, a list of (case, weight) for cases that come as fractions, and one
segment of sorted entries per column. Two arenas take turns by depth: a node's lists lie in one and
its children's are written to the other, one child after the other, at the same places in every
column. The last child is grown first, so that each arena is used as a stack.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutpoint.compiled import ONE, ZERO, Flag, Int, Ints, Real, Reals, kernel
from cutpoint.data.sorted import FEW, MOST_FEW, NOMINAL, SORTED, Columns
from cutpoint.grow.filter import (
    filter_fractions,
    filter_many,
    filter_one,
    filter_two,
)
from cutpoint.grow.fixed import CASE, least_units, share
from cutpoint.grow.found import (
    Numbers,
    choose,
    evaluate_few,
    evaluate_nominal,
    evaluate_sorted,
    evaluate_two_classes,
    new_found,
    new_room,
)
from cutpoint.grow.settings import BY_GAIN, GAIN, RANK, Settings
from cutpoint.grow.tables import count_fractions, count_rows, row_weight
from cutpoint.tree.growing import lengthened, twice_as_many

CASES_PLACED, STOP = 0, 1

LEFT_BITS = np.uint64(12)
"""The bits of a case's number in a small node."""
_FEW_CASES = np.int64(6)  # below a sixth of the values, cases are sorted instead of tabulated


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
    number: Ints  # of each case, at the node at hand


class Grown(NamedTuple):
    """A tree as it grows. Weights are units."""

    attribute: Ints
    first_child: Ints
    n_branches: Ints
    counts: Ints  # nodes x classes
    label: Ints
    below: (
        Ints  # what a numeric test separates: two cases, or two codes of a column with few values
    )
    above: Ints
    left: Ints  # the weight below a numeric test, and the known weight
    known: Ints
    map_start: Ints  # of a nominal test, in the branch maps


# A node that waits to be grown: its number, its arena, where its entries start, where its whole
# cases start and how many they are, the same for its fractions, its depth; then the length of its
# segment in each sorted column.
_NODE, _ARENA, _START, _WHOLE, _N_WHOLE, _PARTS, _N_PARTS, _DEPTH, _LENGTHS = range(9)


@kernel
def leave(
    left: Left, i: Int, start: Int, node: Int, depth: Int, counts: Ints, rows: Ints,
    columns: Columns, arena: NDArray[Any], arena_start: Int, target: NDArray[Any], row_mask: Int,
) -> None:  # fmt: skip
    """Put a small node into ``left``, as number ``i``, its cases from ``start`` on."""
    size = rows.size
    left.node[i], left.depth[i], left.start[i], left.size[i] = node, depth, start, size
    for k in range(counts.size):
        left.counts[i, k] = counts[k]
    stop = start + size
    left.rows[start:stop] = rows
    number = left.number
    for c in range(size):
        number[rows[c]] = c
    mask = np.uint64(row_mask)
    ends = np.zeros(MOST_FEW + 1, dtype=np.int64)
    for a in range(columns.kind.size):
        j = columns.slot[a]
        sink = left.entries[left.column[a], start:stop]
        rank = left.rank[left.column[a], start:stop]
        if columns.kind[a] == SORTED:
            for c in range(size):
                row = np.uint64(arena[j, arena_start + c]) & mask
                sink[c] = np.uint64(number[row]) | (np.uint64(target[row]) << LEFT_BITS)
            if columns.tied[j]:
                for c in range(size):
                    rank[c] = columns.rank[j, rows[c]]
        elif columns.kind[a] == FEW:  # a counting sort
            ends[:] = 0
            for c in range(size):
                code = columns.few[rows[c], j]
                rank[c] = code
                ends[np.int64(code) + 1] += 1
            for v in range(1, ends.size):
                ends[v] += ends[v - 1]
            for c in range(size):
                code = np.int64(rank[c])
                sink[ends[code]] = np.uint64(c) | (np.uint64(target[rows[c]]) << LEFT_BITS)
                ends[code] += 1


@kernel
def grow_tree(
    columns: Columns, target: NDArray[Any], weight: Ints, all_weighted: bool, counts: Ints,
    class_shift: Int, class_mask: Int, row_mask: Int, fraction: Int, numbers: Numbers,
    settings: Settings, member: NDArray[Any], progress: Ints, total_cases: float, depth_above: Int,
    small: Int, left: Left,
) -> tuple[Grown, Int, Ints, Int]:  # fmt: skip
    """Return the nodes, how many, the branch maps of nominal tests, and how many nodes are left.

    ``weight`` holds the units of each case, ``counts`` their sums by class; ``member`` is room for
    the child that each case goes to. The entries of ``columns`` are overwritten. Nodes of at most
    ``small`` cases are not grown but put into ``left``; only where nothing is unknown or nominal.
    """
    n_cases, n_classes = target.size, counts.size
    n_sorted, n_few, n_nominal = (
        columns.entries.shape[0],
        columns.few.shape[1],
        columns.nominal.shape[1],
    )
    few_start, nominal_start, most_values = _table_starts(columns)
    few_tables = np.zeros((few_start[n_few], n_classes), dtype=np.int64)
    few_factor = _FEW_CASES * max(np.int64(1), np.int64(n_few))
    most_few = few_start[n_few] // few_factor + 2 if n_few > 0 else np.int64(0)
    few_table = np.zeros((most_few, n_classes), dtype=np.int64)
    few_codes = np.zeros(most_few, dtype=np.int64)
    few_order = np.zeros(most_few, dtype=np.int64)
    classes_here = np.zeros(n_classes, dtype=np.int64)
    nominal_tables = np.zeros((nominal_start[n_nominal], n_classes), dtype=np.int64)
    by_evidence = settings.criterion != GAIN and settings.cut_by != BY_GAIN
    room = new_room(n_cases, n_classes, most_values, by_evidence, settings.group_values)
    found = new_found(columns)
    everywhere = np.int64(np.iinfo(member.dtype).max)
    most_children = max(most_values, np.int64(2)) + 1
    branch = _new_branches(most_children, n_classes)
    least = least_units(settings.min_cases)
    least_part = max(np.int64(1), share(CASE, settings.min_fraction))
    two_classes = n_classes == 2 and (settings.criterion == GAIN or settings.cut_by == BY_GAIN)
    only_gain = settings.criterion == GAIN and settings.penalty != RANK

    one = columns.entries
    two = np.empty_like(one)
    # Without codes or unknown values everything can be had from the entries.
    plain = n_few == 0 and n_nominal == 0 and not all_weighted and n_sorted > 0
    for s in range(n_sorted):
        plain = plain and columns.lengths[s] == n_cases
    whole_one = np.empty(0 if all_weighted or plain else n_cases, dtype=np.int32)
    whole_two = np.empty(whole_one.size, dtype=np.int32)
    n_parts = n_cases if all_weighted else np.int64(0)
    parts_one = np.empty(n_parts + 64, dtype=np.int32)
    parts_two = np.empty(n_parts + 64, dtype=np.int32)
    units_one = np.empty(n_parts + 64, dtype=np.int64)
    units_two = np.empty(n_parts + 64, dtype=np.int64)
    for i in range(whole_one.size):
        whole_one[i] = i
    for i in range(n_parts):
        parts_one[i] = i
        units_one[i] = weight[i]

    grown = new_grown(np.int64(64), n_classes)
    n_nodes = ONE
    for k in range(n_classes):
        grown.counts[0, k] = counts[k]
    _label(grown, np.int64(0), np.int64(0))
    maps = np.empty(64, dtype=np.int32)
    n_mapped = ZERO
    waiting = np.zeros((64, _LENGTHS + n_sorted), dtype=np.int64)
    n_waiting = ZERO
    n_left, left_end = ZERO, ZERO
    if _worth_growing(grown, np.int64(0), depth_above, least, settings):
        n_waiting = np.int64(1)
        waiting[0, _DEPTH] = depth_above
        waiting[0, _N_WHOLE] = n_cases - n_parts
        waiting[0, _N_PARTS] = n_parts
        for s in range(n_sorted):
            waiting[0, _LENGTHS + s] = columns.lengths[s]
    else:
        progress[CASES_PLACED] += n_cases
    top_entries = np.zeros(2, dtype=np.int64)
    top_whole = np.zeros(2, dtype=np.int64)
    top_parts = np.zeros(2, dtype=np.int64)
    lengths = np.zeros(n_sorted, dtype=np.int64)

    while n_waiting > 0:
        n_waiting -= 1
        frame = waiting[n_waiting]
        node, arena, start, depth = frame[_NODE], frame[_ARENA], frame[_START], frame[_DEPTH]
        n_whole, n_parts = frame[_N_WHOLE], frame[_N_PARTS]
        top_entries[arena] = start
        top_whole[arena] = frame[_WHOLE]
        top_parts[arena] = frame[_PARTS]
        for s in range(n_sorted):
            lengths[s] = frame[_LENGTHS + s]
        if arena == 0:
            here, whole_here, parts_here, units_here = one, whole_one, parts_one, units_one
        else:
            here, whole_here, parts_here, units_here = two, whole_two, parts_two, units_two
        part_rows = parts_here[frame[_PARTS] : frame[_PARTS] + n_parts]
        part_units = units_here[frame[_PARTS] : frame[_PARTS] + n_parts]
        cases = np.int64(0)
        for k in range(n_classes):
            cases += grown.counts[node, k]
        for i in range(n_parts):
            weight[part_rows[i]] = part_units[i]
        whole_rows = whole_here[frame[_WHOLE] : frame[_WHOLE] + (0 if plain else n_whole)]
        if progress[STOP] != 0:
            progress[CASES_PLACED] += n_whole
            continue

        if 0 < n_whole <= small:
            rows_here = whole_rows
            if plain:
                rows_here = _rows(here[0, start : start + n_whole], row_mask)
            leave(
                left, n_left, left_end, node, depth, grown.counts[node], rows_here, columns, here,
                start, target, row_mask,
            )  # fmt: skip
            n_left += 1
            left_end += n_whole
            continue

        # ---- evaluate every attribute
        is_whole = n_parts == 0
        found.usable[:] = False
        n_present = 0
        for k in range(n_classes):
            if grown.counts[node, k] > 0:
                classes_here[n_present] = k
                n_present += 1
        present = classes_here[:n_present]
        few_here = (n_whole + n_parts) * few_factor < few_start[n_few]
        if n_few > 0 and not few_here:
            few_tables[:] = 0
            count_rows(columns.few, target, few_start, whole_rows, n_classes, few_tables)
            count_fractions(columns.few, target, few_start, part_rows, part_units, few_tables)
        if n_nominal > 0:
            nominal_tables[:] = 0
            count_rows(
                columns.nominal, target, nominal_start, whole_rows, n_classes, nominal_tables
            )
            count_fractions(
                columns.nominal, target, nominal_start, part_rows, part_units, nominal_tables
            )
        best_gain: Real = 0.0
        a = ZERO
        while a < columns.kind.size:
            j = columns.slot[a]
            stop = a + 1
            while stop < columns.kind.size and columns.kind[stop] == columns.kind[a]:
                stop += 1
            if columns.kind[a] == FEW:
                best_gain = evaluate_few(
                    a, stop, columns.few, columns.slot, columns.n_values, few_tables, few_start,
                    not few_here, target, whole_rows, part_rows, part_units, grown.counts[node],
                    present, is_whole, cases, best_gain, only_gain, settings, numbers.table,
                    numbers.scale, numbers.margin, few_table, few_codes, few_order, room.totals,
                    room.lower, room.exact, found,
                )  # fmt: skip
                a = stop
                continue
            if columns.kind[a] == SORTED and two_classes and is_whole:
                best_gain = evaluate_two_classes(
                    a, stop, here, start, lengths, columns.slot, columns.rank, columns.tied, cases,
                    grown.counts[node], best_gain, only_gain, settings, class_shift, row_mask,
                    fraction, weight, numbers.table, numbers.scale, numbers.margin, room.totals,
                    found,
                )  # fmt: skip
                a = stop
                continue
            if columns.kind[a] == SORTED:
                if lengths[j] > 1:
                    evaluate_sorted(
                        np.int64(a), j, here[j, start : start + lengths[j]], columns, weight,
                        all_weighted, is_whole, cases, best_gain, settings,
                        class_shift, class_mask, row_mask, fraction, numbers, room, found,
                    )  # fmt: skip
            elif columns.kind[a] == NOMINAL:
                evaluate_nominal(
                    np.int64(a), nominal_tables[nominal_start[j] : nominal_start[j + 1]],
                    columns.n_values[a], is_whole, cases, settings, numbers, room, found,
                )  # fmt: skip
            if only_gain and found.usable[a]:
                best_gain = max(best_gain, found.gain[a])
            a += 1
        chosen = choose(columns, found, cases, total_cases, settings)
        if chosen < 0:
            progress[CASES_PLACED] += n_whole
            continue

        # ---- make the test and its branches
        k_branches = found.n_branches[chosen]
        j = columns.slot[chosen]
        grown = with_room(grown, n_nodes, n_nodes + k_branches)
        first = n_nodes
        n_nodes += k_branches
        grown.attribute[node] = chosen
        grown.first_child[node] = first
        grown.n_branches[node] = k_branches
        known = found.known[chosen]
        grown.known[node] = known
        grown.left[node] = found.below[chosen]
        branch.weight[:k_branches] = 0
        if columns.kind[chosen] == SORTED:
            entries = here[j, start : start + lengths[j]]
            position = found.position[chosen]
            grown.below[node] = _row(entries[position - 1], row_mask)
            grown.above[node] = _row(entries[position], row_mask)
            branch.weight[0] = found.below[chosen]
            branch.weight[1] = known - found.below[chosen]
            if known < cases:
                _mark(whole_rows, member, everywhere)
                _mark(part_rows, member, everywhere)
            if not plain:
                _mark_entries(entries, position, row_mask, member, ZERO, ONE)
        elif columns.kind[chosen] == FEW:
            position = found.position[chosen]
            grown.below[node] = position
            grown.above[node] = found.above[chosen]
            branch.weight[0] = found.below[chosen]
            branch.weight[1] = known - found.below[chosen]
            n_values = columns.n_values[chosen]
            _mark_few(whole_rows, columns.few, j, position, n_values, member, everywhere)
            _mark_few(part_rows, columns.few, j, position, n_values, member, everywhere)
        else:
            table = nominal_tables[nominal_start[j] : nominal_start[j + 1]]
            n_values = columns.n_values[chosen]
            maps = lengthened(maps, n_mapped, n_values)
            grown.map_start[node] = n_mapped
            for v in range(n_values):
                b = found.group_of[found.group_start[chosen] + v]
                maps[n_mapped + v] = b
                branch.weight[b] += row_weight(table, np.int64(v))
            of_value = maps[n_mapped : n_mapped + n_values]
            n_mapped += n_values
            _mark_nominal(whole_rows, columns.nominal, j, of_value, member, everywhere)
            _mark_nominal(part_rows, columns.nominal, j, of_value, member, everywhere)

        # ---- count what each branch gets
        for b in range(k_branches):
            branch.fraction[b] = np.float64(branch.weight[b]) / np.float64(known)
            branch.n_whole[b] = 0
            branch.n_parts[b] = 0
            for k in range(n_classes):
                grown.counts[first + b, k] = 0
        if plain:
            position = found.position[chosen]
            entries = here[j, start : start + lengths[j]]
            _count_entries(entries, position, class_shift, class_mask, branch, node, first, grown)
        _count_whole(
            whole_rows, target, member, everywhere, k_branches, least_part, branch, first, grown
        )
        _count_parts(
            part_rows, part_units, target, member, everywhere, k_branches, least_part, branch,
            first, grown,
        )  # fmt: skip
        n_live = np.int64(0)
        for b in range(k_branches):
            child = first + b
            grown.attribute[child] = -1
            grown.n_branches[child] = 0
            _label(grown, child, np.int64(grown.label[node]))
            branch.child[b] = 0
            if _worth_growing(grown, child, depth + 1, least, settings):
                n_live += 1
                branch.child[b] = n_live
                branch.of_child[n_live] = b
            else:
                progress[CASES_PLACED] += branch.n_whole[b]
        if n_live == 0:
            continue

        # ---- hand the cases and entries down
        other = 1 - arena
        at_entries, at_whole, at_parts = top_entries[other], top_whole[other], top_parts[other]
        need_entries, need_parts = at_entries + 1, at_parts + 1
        for c in range(1, n_live + 1):
            b = branch.of_child[c]
            need_entries += branch.n_whole[b] + branch.n_parts[b] + 1
            need_parts += branch.n_parts[b] + 1
        if arena == 0:
            two = _wider(two, at_entries, need_entries)
            parts_two = lengthened(parts_two, at_parts, need_parts - at_parts)
            units_two = lengthened(units_two, at_parts, need_parts - at_parts)
            there, whole_there, parts_there, units_there = two, whole_two, parts_two, units_two
        else:
            one = _wider(one, at_entries, need_entries)
            parts_one = lengthened(parts_one, at_parts, need_parts - at_parts)
            units_one = lengthened(units_one, at_parts, need_parts - at_parts)
            there, whole_there, parts_there, units_there = one, whole_one, parts_one, units_one
        while n_waiting + n_live > waiting.shape[0]:
            waiting = twice_as_many(waiting)
        for c in range(1, n_live + 1):
            b = branch.of_child[c]
            below = waiting[n_waiting + c - 1]
            below[_NODE], below[_ARENA], below[_DEPTH] = first + b, other, depth + 1
            below[_START], below[_PARTS] = at_entries, at_parts
            below[_WHOLE] = 0 if plain else at_whole
            below[_N_WHOLE], below[_N_PARTS] = branch.n_whole[b], branch.n_parts[b]
            branch.whole_end[c] = at_whole
            branch.parts_end[c] = at_parts
            branch.least[c] = _least_for(least_part, branch.fraction[b])
            at_entries += branch.n_whole[b] + branch.n_parts[b] + 1
            at_whole += branch.n_whole[b]
            at_parts += branch.n_parts[b]
        if plain:
            _mark_entries(
                here[j, start : start + lengths[j]], found.position[chosen], row_mask, member,
                branch.child[0], branch.child[1],
            )  # fmt: skip
        _hand_down_whole(
            whole_rows, member, everywhere, n_live, branch, whole_there, parts_there, units_there
        )
        _hand_down_parts(
            part_rows, part_units, member, everywhere, n_live, branch, parts_there, units_there
        )
        _hand_down_entries(
            here, there, start, lengths, known < cases, n_live, branch, waiting, n_waiting,
            at_entries, member, everywhere, weight, row_mask, fraction,
        )  # fmt: skip
        n_waiting += n_live
    return grown, n_nodes, maps[:n_mapped].copy(), n_left


class _Branches(NamedTuple):
    """What is known of each branch of the node at hand; a *child* is a branch that goes on."""

    weight: Ints
    fraction: Reals
    n_whole: Ints
    n_parts: Ints
    child: Ints  # by branch: its number among the children, from 1; 0 if it is a leaf
    of_child: Ints  # by child: its branch
    whole_end: Ints
    parts_end: Ints
    entry_end: Ints
    step: Ints
    least: Ints  # by child: the least weight of a case whose part is not too small


@kernel
def _new_branches(most: Int, n_classes: Int) -> _Branches:
    return _Branches(
        np.zeros(most, dtype=np.int64), np.zeros(most), np.zeros(most, dtype=np.int64),
        np.zeros(most, dtype=np.int64), np.zeros(most, dtype=np.int64),
        np.zeros(most + 1, dtype=np.int64), np.zeros(most + 1, dtype=np.int64),
        np.zeros(most + 1, dtype=np.int64), np.zeros(most + 1, dtype=np.int64),
        np.ones(most + 1, dtype=np.int64), np.zeros(most + 1, dtype=np.int64),
    )  # fmt: skip


@kernel
def new_grown(size: Int, n_classes: Int) -> Grown:
    """Return room for ``size`` nodes."""
    return Grown(
        np.full(size, -1, dtype=np.int32), np.full(size, -1, dtype=np.int32),
        np.zeros(size, dtype=np.int32), np.zeros((size, n_classes), dtype=np.int64),
        np.zeros(size, dtype=np.int32), np.zeros(size, dtype=np.int64),
        np.zeros(size, dtype=np.int64), np.zeros(size, dtype=np.int64),
        np.zeros(size, dtype=np.int64), np.zeros(size, dtype=np.int64),
    )  # fmt: skip


@kernel
def with_room(grown: Grown, used: Int, needed: Int) -> Grown:
    """Return the nodes with room for ``needed`` of them."""
    if needed <= grown.label.size:
        return grown
    larger = new_grown(max(needed, 2 * grown.label.size), grown.counts.shape[1])
    for i in range(used):
        larger.attribute[i] = grown.attribute[i]
        larger.first_child[i] = grown.first_child[i]
        larger.n_branches[i] = grown.n_branches[i]
        larger.label[i] = grown.label[i]
        larger.below[i] = grown.below[i]
        larger.above[i] = grown.above[i]
        larger.left[i] = grown.left[i]
        larger.known[i] = grown.known[i]
        larger.map_start[i] = grown.map_start[i]
        for k in range(grown.counts.shape[1]):
            larger.counts[i, k] = grown.counts[i, k]
    return larger


@kernel
def _wider(arena: NDArray[Any], used: Int, needed: Int) -> NDArray[Any]:
    """Return the arena with room for ``needed`` entries per column."""
    if needed <= arena.shape[1]:
        return arena
    wider = np.empty((arena.shape[0], needed + needed // 2), dtype=arena.dtype)
    for s in range(arena.shape[0]):
        for i in range(used):
            wider[s, i] = arena[s, i]
    return wider


@kernel
def _table_starts(columns: Columns) -> tuple[Ints, Ints, Int]:
    """Return where the tables of coded columns start, a row more for unknown, and most values."""
    few = np.zeros(columns.few.shape[1] + 1, dtype=np.int64)
    nominal = np.zeros(columns.nominal.shape[1] + 1, dtype=np.int64)
    most = np.int64(1)
    for a in range(columns.kind.size):
        if columns.kind[a] == FEW:
            few[columns.slot[a] + 1] = columns.n_values[a] + 1
        elif columns.kind[a] == NOMINAL:
            nominal[columns.slot[a] + 1] = columns.n_values[a] + 1
            most = max(most, columns.n_values[a])
    for j in range(1, few.size):
        few[j] += few[j - 1]
    for j in range(1, nominal.size):
        nominal[j] += nominal[j - 1]
    return few, nominal, most


@kernel
def _label(grown: Grown, node: Int, of_parent: Int) -> None:
    """Give the node its most frequent class, the first on ties; its parent's if it is empty."""
    best = np.int64(0)
    for k in range(1, grown.counts.shape[1]):
        if grown.counts[node, k] > grown.counts[node, best]:
            best = np.int64(k)
    grown.label[node] = best if grown.counts[node, best] > 0 else of_parent


@kernel
def _worth_growing(grown: Grown, node: Int, depth: Int, least: Int, settings: Settings) -> Flag:
    """Return whether a node may have a test: several classes, enough cases, not too deep."""
    cases = np.int64(0)
    for k in range(grown.counts.shape[1]):
        cases += grown.counts[node, k]
    most = grown.counts[node, grown.label[node]]
    return cases > most and cases >= 2 * least and depth < settings.max_depth


@kernel
def _row(entry: Int, row_mask: Int) -> Int:
    return np.int64(np.uint64(entry) & np.uint64(row_mask))


@kernel
def _mark(rows: Ints, member: NDArray[Any], mark: Int) -> None:
    for row in rows:
        member[row] = mark


@kernel
def _mark_entries(
    entries: NDArray[Any], position: Int, row_mask: Int, member: NDArray[Any], low: Int, high: Int
) -> None:
    mask = np.uint64(row_mask)
    for i in range(position):
        member[np.uint64(entries[i]) & mask] = low
    for i in range(position, entries.size):
        member[np.uint64(entries[i]) & mask] = high


@kernel
def _count_entries(
    entries: NDArray[Any], position: Int, class_shift: Int, class_mask: Int, branch: _Branches,
    node: Int, first: Int, grown: Grown,
) -> None:  # fmt: skip
    """Count the cases of both branches of a cut from the entries below it."""
    shift, classes = np.uint64(class_shift), np.uint64(class_mask)
    branch.n_whole[0] = position
    branch.n_whole[1] = entries.size - position
    for i in range(position):
        grown.counts[first, (np.uint64(entries[i]) >> shift) & classes] += CASE
    for k in range(grown.counts.shape[1]):
        grown.counts[first + 1, k] = grown.counts[node, k] - grown.counts[first, k]


@kernel
def _mark_few(
    rows: Ints, few: NDArray[Any], j: Int, position: Int, n_values: Int, member: NDArray[Any],
    everywhere: Int,
) -> None:  # fmt: skip
    for row in rows:
        code = np.int64(few[row, j])
        member[row] = everywhere if code == n_values else np.int64(code > position)


@kernel
def _mark_nominal(
    rows: Ints, nominal: Ints, j: Int, of_value: Ints, member: NDArray[Any], everywhere: Int
) -> None:
    for row in rows:
        code = np.int64(nominal[row, j])
        member[row] = everywhere if code == of_value.size else np.int64(of_value[code])


@kernel
def _count_whole(
    rows: Ints, target: NDArray[Any], member: NDArray[Any], everywhere: Int, k_branches: Int,
    least_part: Int, branch: _Branches, first: Int, grown: Grown,
) -> None:  # fmt: skip
    """Count the whole cases of each branch, and the parts that those with unknown values become."""
    n_classes = grown.counts.shape[1]
    unknown = np.zeros(n_classes, dtype=np.int64)
    for row in rows:
        m = np.int64(member[row])
        k = np.int64(target[row])
        if m == everywhere:
            unknown[k] += 1
        else:
            branch.n_whole[m] += 1
            grown.counts[first + m, k] += CASE
    for b in range(k_branches):
        part = share(CASE, branch.fraction[b])
        if branch.weight[b] > 0 and part >= least_part:
            for c in range(n_classes):
                branch.n_parts[b] += unknown[c]
                grown.counts[first + b, c] += unknown[c] * part


@kernel
def _count_parts(
    rows: Ints, units: Ints, target: NDArray[Any], member: NDArray[Any], everywhere: Int,
    k_branches: Int, least_part: Int, branch: _Branches, first: Int, grown: Grown,
) -> None:  # fmt: skip
    """Count the fractions that each branch gets."""
    for i in range(rows.size):
        m = np.int64(member[rows[i]])
        k = np.int64(target[rows[i]])
        if m != everywhere:
            branch.n_parts[m] += 1
            grown.counts[first + m, k] += units[i]
            continue
        for b in range(k_branches):
            if branch.weight[b] > 0:
                part = share(units[i], branch.fraction[b])
                if part >= least_part:
                    branch.n_parts[b] += 1
                    grown.counts[first + b, k] += part


@kernel
def _least_for(least_part: Int, fraction: float) -> Int:
    """Return the least weight whose share is at least ``least_part``."""
    if fraction <= 0.0:
        return np.int64(np.iinfo(np.int64).max)
    least = np.int64((np.float64(least_part) - 0.5) / fraction) + 2
    while least > 1 and share(least - 1, fraction) >= least_part:
        least -= 1
    while share(least, fraction) < least_part:
        least += 1
    return least


@kernel
def _hand_down_whole(
    rows: Ints, member: NDArray[Any], everywhere: Int, n_live: Int, branch: _Branches,
    whole: Ints, parts: Ints, units: Ints,
) -> None:  # fmt: skip
    """Give whole cases to the children; ``member`` becomes the number of the child."""
    for row in rows:
        m = np.int64(member[row])
        if m != everywhere:
            c = branch.child[m]
            if c > 0:
                whole[branch.whole_end[c]] = row
                branch.whole_end[c] += 1
            member[row] = c
            continue
        for c in range(1, n_live + 1):
            if branch.least[c] <= CASE:
                parts[branch.parts_end[c]] = row
                units[branch.parts_end[c]] = share(CASE, branch.fraction[branch.of_child[c]])
                branch.parts_end[c] += 1


@kernel
def _hand_down_parts(
    rows: Ints, part_units: Ints, member: NDArray[Any], everywhere: Int, n_live: Int,
    branch: _Branches, parts: Ints, units: Ints,
) -> None:  # fmt: skip
    """Give fractions to the children, divided again where the value is unknown."""
    for i in range(rows.size):
        row = rows[i]
        m = np.int64(member[row])
        if m != everywhere:
            c = branch.child[m]
            if c > 0:
                parts[branch.parts_end[c]] = row
                units[branch.parts_end[c]] = part_units[i]
                branch.parts_end[c] += 1
            member[row] = c
            continue
        for c in range(1, n_live + 1):
            if part_units[i] >= branch.least[c]:
                parts[branch.parts_end[c]] = row
                units[branch.parts_end[c]] = share(
                    part_units[i], branch.fraction[branch.of_child[c]]
                )
                branch.parts_end[c] += 1


@kernel
def _hand_down_entries(
    here: NDArray[Any], there: NDArray[Any], start: Int, lengths: Ints, divided: Flag,
    n_live: Int, branch: _Branches, waiting: Ints, n_waiting: Int, no_use: Int,
    member: NDArray[Any], everywhere: Int, weight: Ints, row_mask: Int, fraction: Int,
) -> None:  # fmt: skip
    """Give the entries of every sorted column to the children, and note how many each gets."""
    ends = branch.entry_end
    for s in range(lengths.size):
        entries = here[s, start : start + lengths[s]]
        for c in range(1, n_live + 1):
            ends[c] = waiting[n_waiting + c - 1, _START]
        if divided:
            filter_fractions(
                entries, there[s], ends[: n_live + 1], member, everywhere, weight, branch.least,
                row_mask, fraction,
            )  # fmt: skip
        elif n_live == 1:
            ends[1] += filter_one(entries, there[s, ends[1] :], member, row_mask)
        elif n_live == 2:
            n_first, n_second = filter_two(
                entries, there[s, ends[1] :], there[s, ends[2] :], member, row_mask
            )
            ends[1] += n_first
            ends[2] += n_second
        else:
            ends[0] = no_use
            branch.step[0] = 0
            filter_many(entries, there[s], ends, branch.step, member, row_mask)
        for c in range(1, n_live + 1):
            below = waiting[n_waiting + c - 1]
            below[_LENGTHS + s] = ends[c] - below[_START]


@kernel
def _rows(entries: NDArray[Any], row_mask: Int) -> Ints:
    """Return the rows of entries."""
    rows = np.empty(entries.size, dtype=np.int32)
    for i in range(entries.size):
        rows[i] = _row(entries[i], row_mask)
    return rows
