"""The exact learner: the whole growth of a tree as one compiled loop.

A node is a list of whole cases, a list of (case, weight) for cases that come as fractions, and one
segment of sorted entries per column. Two arenas take turns by depth: a node's lists lie in one and
its children's are written to the other, one child after the other, at the same places in every
column. The last child is grown first, so that each arena is used as a stack.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutpoint.compiled import ONE, ZERO, Int, Ints, Real, allocating
from cutpoint.data.sorted import FEW, NOMINAL, SORTED, Columns
from cutpoint.grow.branches import (
    ARENA,
    DEPTH,
    LENGTHS,
    N_PARTS,
    N_WHOLE,
    NODE,
    PARTS,
    START,
    WHOLE,
    count_entries,
    count_parts,
    count_whole,
    hand_down_entries,
    hand_down_parts,
    hand_down_whole,
    least_for,
    mark,
    mark_entries,
    mark_few,
    mark_nominal,
    new_branches,
    row_of,
    rows_of,
    to_bits,
)
from cutpoint.grow.fixed import CASE, least_units, share
from cutpoint.grow.found import Numbers, choose, evaluate_nominal, new_found, new_room
from cutpoint.grow.grown import Grown, give_label, new_grown, with_room, worth_growing
from cutpoint.grow.left import Left, leave
from cutpoint.grow.measured import is_measured
from cutpoint.grow.numeric import evaluate_few, evaluate_sorted, evaluate_two_classes
from cutpoint.grow.settings import BY_GAIN, GAIN, RANK, Settings
from cutpoint.grow.tables import count_fractions, count_rows, row_weight
from cutpoint.tree.growing import lengthened, twice_as_many

CASES_PLACED, STOP = 0, 1

_FEW_CASES = np.int64(6)  # below a sixth of the values, cases are sorted instead of tabulated


@allocating
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
    few_start, nominal_start, most_values = table_starts(columns)
    few_tables = np.zeros((few_start[n_few], n_classes), dtype=np.int64)
    few_factor = _FEW_CASES * max(np.int64(1), np.int64(n_few))
    most_few = few_start[n_few] // few_factor + 2 if n_few > 0 else np.int64(0)
    few_table = np.zeros((most_few, n_classes), dtype=np.int64)
    few_codes = np.zeros(most_few, dtype=np.int64)
    few_order = np.zeros(most_few, dtype=np.int64)
    classes_here = np.zeros(n_classes, dtype=np.int64)
    nominal_tables = np.zeros((nominal_start[n_nominal], n_classes), dtype=np.int64)
    by_gain = settings.criterion == GAIN or settings.cut_by == BY_GAIN
    by_evidence = not by_gain and not is_measured(settings)
    room = new_room(n_cases, n_classes, most_values, by_evidence, settings.group_values)
    found = new_found(columns)
    everywhere = np.int64(np.iinfo(member.dtype).max)
    most_children = max(most_values, np.int64(2)) + 1
    branch = new_branches(most_children)
    least = least_units(settings.min_cases)
    least_part = max(np.int64(1), share(CASE, settings.min_fraction))
    two_classes = n_classes == 2 and not by_evidence
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
    give_label(grown, np.int64(0), np.int64(0))
    maps = np.empty(64, dtype=np.int32)
    n_mapped = ZERO
    waiting = np.zeros((64, LENGTHS + n_sorted), dtype=np.int64)
    n_waiting = ZERO
    n_left, left_end = ZERO, ZERO
    if worth_growing(grown, np.int64(0), depth_above, least, settings):
        n_waiting = np.int64(1)
        waiting[0, DEPTH] = depth_above
        waiting[0, N_WHOLE] = n_cases - n_parts
        waiting[0, N_PARTS] = n_parts
        for s in range(n_sorted):
            waiting[0, LENGTHS + s] = columns.lengths[s]
    else:
        progress[CASES_PLACED] += n_cases
    top_entries = np.zeros(2, dtype=np.int64)
    top_whole = np.zeros(2, dtype=np.int64)
    top_parts = np.zeros(2, dtype=np.int64)
    lengths = np.zeros(n_sorted, dtype=np.int64)

    while n_waiting > 0:
        n_waiting -= 1
        frame = waiting[n_waiting]
        node, arena, start, depth = frame[NODE], frame[ARENA], frame[START], frame[DEPTH]
        n_whole, n_parts = frame[N_WHOLE], frame[N_PARTS]
        top_entries[arena] = start
        top_whole[arena] = frame[WHOLE]
        top_parts[arena] = frame[PARTS]
        for s in range(n_sorted):
            lengths[s] = frame[LENGTHS + s]
        if arena == 0:
            here, whole_here, parts_here, units_here = one, whole_one, parts_one, units_one
        else:
            here, whole_here, parts_here, units_here = two, whole_two, parts_two, units_two
        part_rows = parts_here[frame[PARTS] : frame[PARTS] + n_parts]
        part_units = units_here[frame[PARTS] : frame[PARTS] + n_parts]
        cases = np.int64(0)
        for k in range(n_classes):
            cases += grown.counts[node, k]
        for i in range(n_parts):
            weight[part_rows[i]] = part_units[i]
        whole_rows = whole_here[frame[WHOLE] : frame[WHOLE] + (0 if plain else n_whole)]
        if progress[STOP] != 0:
            progress[CASES_PLACED] += n_whole
            continue

        if 0 < n_whole <= small:
            rows_here = whole_rows
            if plain:
                rows_here = rows_of(here[0, start : start + n_whole], row_mask)
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
                    room.lower, room.ones, found,
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
            grown.below[node] = row_of(entries[position - 1], row_mask)
            grown.above[node] = row_of(entries[position], row_mask)
            branch.weight[0] = found.below[chosen]
            branch.weight[1] = known - found.below[chosen]
            if known < cases:
                mark(whole_rows, member, everywhere)
                mark(part_rows, member, everywhere)
            if not plain:
                mark_entries(entries, position, row_mask, member, ZERO, ONE)
        elif columns.kind[chosen] == FEW:
            position = found.position[chosen]
            grown.below[node] = position
            grown.above[node] = found.above[chosen]
            branch.weight[0] = found.below[chosen]
            branch.weight[1] = known - found.below[chosen]
            n_values = columns.n_values[chosen]
            mark_few(whole_rows, columns.few, j, position, n_values, member, everywhere)
            mark_few(part_rows, columns.few, j, position, n_values, member, everywhere)
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
            mark_nominal(whole_rows, columns.nominal, j, of_value, member, everywhere)
            mark_nominal(part_rows, columns.nominal, j, of_value, member, everywhere)

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
            count_entries(entries, position, class_shift, class_mask, branch, node, first, grown)
        count_whole(
            whole_rows, target, member, everywhere, k_branches, least_part, branch, first, grown
        )
        count_parts(
            part_rows, part_units, target, member, everywhere, k_branches, least_part, branch,
            first, grown,
        )  # fmt: skip
        n_live = np.int64(0)
        for b in range(k_branches):
            child = first + b
            grown.attribute[child] = -1
            grown.n_branches[child] = 0
            give_label(grown, child, np.int64(grown.label[node]))
            branch.child[b] = 0
            if worth_growing(grown, child, depth + 1, least, settings):
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
            two = wider(two, at_entries, need_entries)
            parts_two = lengthened(parts_two, at_parts, need_parts - at_parts)
            units_two = lengthened(units_two, at_parts, need_parts - at_parts)
            there, whole_there, parts_there, units_there = two, whole_two, parts_two, units_two
        else:
            one = wider(one, at_entries, need_entries)
            parts_one = lengthened(parts_one, at_parts, need_parts - at_parts)
            units_one = lengthened(units_one, at_parts, need_parts - at_parts)
            there, whole_there, parts_there, units_there = one, whole_one, parts_one, units_one
        while n_waiting + n_live > waiting.shape[0]:
            waiting = twice_as_many(waiting)
        for c in range(1, n_live + 1):
            b = branch.of_child[c]
            below = waiting[n_waiting + c - 1]
            below[NODE], below[ARENA], below[DEPTH] = first + b, other, depth + 1
            below[START], below[PARTS] = at_entries, at_parts
            below[WHOLE] = 0 if plain else at_whole
            below[N_WHOLE], below[N_PARTS] = branch.n_whole[b], branch.n_parts[b]
            branch.whole_end[c] = at_whole
            branch.parts_end[c] = at_parts
            branch.least[c] = least_for(least_part, branch.fraction[b])
            at_entries += branch.n_whole[b] + branch.n_parts[b] + 1
            at_whole += branch.n_whole[b]
            at_parts += branch.n_parts[b]
        if plain:
            mark_entries(
                here[j, start : start + lengths[j]], found.position[chosen], row_mask, member,
                branch.child[0], branch.child[1],
            )  # fmt: skip
        hand_down_whole(
            whole_rows, member, everywhere, n_live, branch, whole_there, parts_there, units_there
        )
        hand_down_parts(
            part_rows, part_units, member, everywhere, n_live, branch, parts_there, units_there
        )
        if known < cases and n_live <= 2:
            to_bits(whole_rows, part_rows, part_units, member, everywhere, n_live, branch.least)
        hand_down_entries(
            here, there, start, lengths, known < cases, n_live, branch, waiting, n_waiting,
            at_entries, member, everywhere, weight, row_mask, fraction,
        )  # fmt: skip
        n_waiting += n_live
    return grown, n_nodes, maps[:n_mapped].copy(), n_left


@allocating
def wider(arena: NDArray[Any], used: Int, needed: Int) -> NDArray[Any]:
    """Return the arena with room for ``needed`` entries per column."""
    if needed <= arena.shape[1]:
        return arena
    wider = np.empty((arena.shape[0], needed + needed // 2), dtype=arena.dtype)
    for s in range(arena.shape[0]):
        for i in range(used):
            wider[s, i] = arena[s, i]
    return wider


@allocating
def table_starts(columns: Columns) -> tuple[Ints, Ints, Int]:
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
