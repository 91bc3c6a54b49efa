"""The exact learner: the whole growth of a tree as one compiled loop.

:func:`grow_on` takes one waiting node after the other: it evaluates every attribute, makes the best
test, and hands the cases down (``growth.py`` says what a node is). It makes no arrays; where room
is short it stops, and goes on with the same node once there is more.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cutpoint.compiled import ONE, ZERO, Flag, Int, Ints, Real, allocating, inlined, kernel
from cutpoint.data.sorted import FEW, NOMINAL, SORTED, Layout
from cutpoint.grow.branches import (
    ARENA,
    DEPTH,
    KEY,
    LENGTHS,
    N_PARTS,
    N_WHOLE,
    NODE,
    PARTS,
    START,
    TABLE,
    WHOLE,
    Branches,
    count_entries,
    count_parts,
    count_values,
    count_whole,
    hand_down_entries,
    hand_down_few,
    hand_down_parts,
    hand_down_whole,
    least_for,
    mark,
    mark_entries,
    mark_few,
    mark_nominal,
    put_larger_first,
    row_of,
    to_bits,
)
from cutpoint.grow.by_evidence import evaluate_by_evidence, key_below
from cutpoint.grow.fixed import CASE, least_units, share
from cutpoint.grow.found import Numbers, choose, evaluate_nominal
from cutpoint.grow.gini import is_by_gini
from cutpoint.grow.grown import give_label, worth_growing
from cutpoint.grow.growth import (
    CASES_PLACED,
    LEFT_END,
    N_CASES,
    N_LEFT,
    N_MAPPED,
    N_NODES,
    N_WAITING,
    NEED_ENTRIES,
    NEED_PARTS,
    STOP,
    TOP_ENTRIES,
    TOP_PARTS,
    TOP_WHOLE,
    Arena,
    Growth,
    enlarged,
    is_plain,
)
from cutpoint.grow.intervals import make_intervals
from cutpoint.grow.left import Left, leave
from cutpoint.grow.measured import is_measured
from cutpoint.grow.methods import BINARY
from cutpoint.grow.numeric import evaluate_few, evaluate_sorted, evaluate_two_classes
from cutpoint.grow.settings import BY_GAIN, GAIN, RANK, Settings
from cutpoint.grow.siblings import keep_tables, release
from cutpoint.grow.tables import (
    classes_of,
    clear,
    count_fractions,
    count_nominal,
    count_rows,
    is_tabulated,
    list_present,
    value_weight,
)

DONE, SHORT, LEFT_FULL, FAILED = ZERO, ONE, np.int64(2), np.int64(3)
"""Why growing stopped: nothing waits; there is no room; there are many small nodes to be grown; or
the user's measure gave something that is not a number."""


@allocating
def grow_tree(
    growth: Growth, all_weighted: bool, layout: Layout, numbers: Numbers, settings: Settings,
    progress: Ints, total_cases: float, nothing_left: Left,
) -> Growth:  # fmt: skip
    """Return the growth when nothing waits any more."""
    while True:
        why = grow_on(
            growth, all_weighted, layout, numbers, settings, progress, total_cases, ZERO,
            nothing_left, None,
        )  # fmt: skip
        if why == DONE:
            return growth
        growth = enlarged(growth)


@kernel
def grow_on(
    growth: Growth, all_weighted: bool, layout: Layout, numbers: Numbers, settings: Settings,
    progress: Ints, total_cases: float, small: Int, left: Left, methods: Any,
) -> Int:  # fmt: skip
    """Grow the nodes that wait, and those below them; return why it stopped.

    Nodes of at most ``small`` cases are not grown but put into ``left``; only where nothing is
    unknown or nominal. ``methods`` is None for the plain learner: without them, nothing of
    ``by_evidence.py`` need be compiled.
    """
    at, waiting, columns = growth.at, growth.waiting, growth.columns
    most = growth.branch.weight.size
    plain = not all_weighted and is_plain(columns, at[N_CASES])
    if methods is not None:
        plain = plain and methods.intervals == BINARY
    while at[N_WAITING] > 0:
        at[NEED_ENTRIES], at[NEED_PARTS] = 0, 0
        if (
            at[N_NODES] + most > growth.grown.label.size
            or at[N_MAPPED] + most > growth.maps.size
            or at[N_WAITING] + most > waiting.shape[0]
        ):
            return SHORT
        frame = waiting[at[N_WAITING] - 1]
        if progress[STOP] != 0:
            progress[CASES_PLACED] += frame[N_WHOLE]
            at[N_WAITING] -= 1
            continue
        here, there = growth.one, growth.two
        if frame[ARENA] == 1:
            here, there = growth.two, growth.one
        at[TOP_ENTRIES + frame[ARENA]] = frame[START]
        at[TOP_WHOLE + frame[ARENA]] = frame[WHOLE]
        at[TOP_PARTS + frame[ARENA]] = frame[PARTS]
        if 0 < frame[N_WHOLE] <= small:
            if at[LEFT_END] + frame[N_WHOLE] > left.rows.size or at[N_LEFT] == left.node.size:
                return LEFT_FULL
            leave(
                left, at[N_LEFT], at[LEFT_END], frame[NODE], frame[DEPTH],
                growth.grown.counts[frame[NODE]], here.whole[frame[WHOLE] :], plain,
                frame[N_WHOLE], columns, here.entries, frame[START], growth.target, layout.row_mask,
            )  # fmt: skip
            at[N_LEFT] += 1
            at[LEFT_END] += frame[N_WHOLE]
            at[N_WAITING] -= 1
            continue
        part_rows = here.parts[frame[PARTS] : frame[PARTS] + frame[N_PARTS]]
        part_units = here.units[frame[PARTS] : frame[PARTS] + frame[N_PARTS]]
        whole_rows = here.whole[frame[WHOLE] : frame[WHOLE] + (0 if plain else frame[N_WHOLE])]
        for i in range(part_rows.size):
            growth.weight[part_rows[i]] = part_units[i]
        cases = np.int64(0)
        for k in range(growth.grown.counts.shape[1]):
            cases += growth.grown.counts[frame[NODE], k]
        table, few = frame[TABLE], growth.coded.few
        if table > 0:
            few = growth.kept.tables[table - 1]
        if methods is None:
            evaluate(
                growth, here, frame, few, whole_rows, part_rows, part_units, cases, all_weighted,
                layout, numbers, settings,
            )  # fmt: skip
        elif not evaluate_by_evidence(
            growth, here, frame, whole_rows, part_rows, part_units, cases, all_weighted, layout,
            numbers, settings, methods,
        ):  # fmt: skip
            return FAILED
        chosen = choose(columns, growth.found, cases, total_cases, settings)
        if chosen < 0:
            release(growth.kept, table)
            progress[CASES_PLACED] += frame[N_WHOLE]
            at[N_WAITING] -= 1
            continue
        # Whole cases are divided by a code that all have, and that was tabulated.
        straight = (
            columns.kind[chosen] == FEW
            and frame[N_PARTS] == 0
            and growth.found.known[chosen] == cases
            and is_tabulated(frame[N_WHOLE], columns.few.shape[1], growth.coded.few.shape[1])
        )
        n_mapped = make_test(
            growth, here, frame, chosen, whole_rows, part_rows, cases, plain or straight, layout
        )
        if methods is not None and growth.columns.kind[chosen] == SORTED:
            n_mapped = make_intervals(
                growth, here, frame, chosen, part_rows, cases, all_weighted, layout, numbers,
                settings, methods,
            )  # fmt: skip
        n_live = make_branches(
            growth, here, frame, few, chosen, whole_rows, part_rows, part_units, plain, straight,
            layout, settings,
        )  # fmt: skip
        if plain and n_live == 2:
            put_larger_first(growth.branch)
        note_need(at, growth.branch, 1 - frame[ARENA], n_live, plain)
        if at[NEED_ENTRIES] > there.entries.shape[1] or at[NEED_PARTS] > there.parts.size:
            return SHORT
        n_branches = growth.found.n_branches[chosen]
        for b in range(n_branches):
            if growth.branch.child[b] == 0:
                progress[CASES_PLACED] += growth.branch.n_whole[b]
        first = at[N_NODES]
        at[N_NODES] += n_branches
        at[N_MAPPED] = n_mapped
        at[N_WAITING] -= 1
        n_present = classes_of(growth.grown.counts[frame[NODE]])  # a child takes the frame's place
        if n_live > 0:
            divided = growth.found.known[chosen] < cases
            hand_down(
                growth, here, there, frame, chosen, n_live, first, whole_rows, part_rows,
                part_units, divided, plain, straight, layout, settings,
            )  # fmt: skip
        if straight and n_live == 2:
            below = at[N_WAITING] - 2
            keep_tables(
                growth.kept, table, few, growth.coded, columns, growth.target, waiting[below],
                waiting[below + 1], there.whole, n_present, small, growth.grown,
            )  # fmt: skip
        else:
            release(growth.kept, table)
    return DONE


@inlined
def evaluate(
    growth: Growth, here: Arena, frame: Ints, few: Ints, whole_rows: Ints, part_rows: Ints,
    part_units: Ints, cases: Int, all_weighted: bool, layout: Layout, numbers: Numbers,
    settings: Settings,
) -> None:  # fmt: skip
    """Find the best test of every attribute at a node.

    ``few`` are its tables of few values, if they were kept; else they are filled in.
    """
    columns, coded, room, found = growth.columns, growth.coded, growth.room, growth.found
    counts = growth.grown.counts[frame[NODE]]
    start = frame[START]
    lengths = growth.lengths
    for s in range(lengths.size):
        lengths[s] = frame[LENGTHS + s]
    whole = part_rows.size == 0
    by_gain = settings.criterion == GAIN or settings.cut_by == BY_GAIN
    by_counts = by_gain or is_measured(settings) or is_by_gini(settings)
    two_classes = counts.size == 2 and by_counts
    only_gain = settings.criterion == GAIN and settings.penalty != RANK
    n_present = list_present(counts, room.present, coded.class_place)
    present = room.present[:n_present]
    n_cases = whole_rows.size + part_rows.size
    tabulated = is_tabulated(n_cases, columns.few.shape[1], few.shape[1])
    if columns.few.shape[1] > 0 and tabulated and frame[TABLE] == 0:
        clear(few, n_present)
        count_rows(columns.few, growth.target, coded.few_start, whole_rows, coded.class_place, few)
        count_fractions(
            columns.few, growth.target, coded.few_start, part_rows, part_units, coded.class_place,
            few,
        )  # fmt: skip
    count_nominal(columns, growth.target, coded, whole_rows, part_rows, part_units, n_present)
    best_gain: Real = 0.0
    found.usable[:] = False
    a = ZERO
    while a < columns.kind.size:
        j = columns.slot[a]
        stop = a + 1
        while stop < columns.kind.size and columns.kind[stop] == columns.kind[a]:
            stop += 1
        if columns.kind[a] == FEW:
            best_gain = evaluate_few(
                a, stop, columns, coded, few, tabulated, growth.target, whole_rows, part_rows,
                part_units, present, counts, whole, cases, best_gain, only_gain, settings, numbers,
                room, found,
            )  # fmt: skip
            a = stop
            continue
        if columns.kind[a] == SORTED and two_classes and whole:
            best_gain = evaluate_two_classes(
                a, stop, here.entries, start, lengths, columns.slot, columns.rank, columns.tied,
                cases, counts, best_gain, only_gain, settings, layout.class_shift, layout.row_mask,
                layout.fraction, growth.weight, numbers.table, numbers.scale, numbers.margin,
                room.totals, room.lower, room.ones, found,
            )  # fmt: skip
            a = stop
            continue
        if columns.kind[a] == SORTED:
            if lengths[j] > 1:
                evaluate_sorted(
                    np.int64(a), j, here.entries[j, start : start + lengths[j]], columns,
                    growth.weight, all_weighted, whole, cases, best_gain, settings,
                    layout.class_shift, layout.class_mask, layout.row_mask, layout.fraction,
                    numbers, room, found,
                )  # fmt: skip
        elif columns.kind[a] == NOMINAL:
            evaluate_nominal(
                np.int64(a),
                coded.nominal[:, coded.nominal_start[j] : coded.nominal_start[j + 1]], n_present,
                columns.n_values[a], cases, settings, numbers, room, coded.weights, found,
            )  # fmt: skip
        if only_gain and found.usable[a]:
            best_gain = max(best_gain, found.gain[a])
        a += 1


@inlined
def make_test(
    growth: Growth, here: Arena, frame: Ints, chosen: Int, whole_rows: Ints, part_rows: Ints,
    cases: Int, unmarked: Flag, layout: Layout,
) -> Int:  # fmt: skip
    """Make the node's test and mark where each case goes; return the end of the branch maps.

    Cases that need not be counted by branch stay ``unmarked``.
    """
    columns, found, grown, branch = growth.columns, growth.found, growth.grown, growth.branch
    member = growth.member
    everywhere = np.int64(np.iinfo(member.dtype).max)
    node, start = frame[NODE], frame[START]
    n_mapped = growth.at[N_MAPPED]
    j = columns.slot[chosen]
    known = found.known[chosen]
    grown.attribute[node] = chosen
    grown.first_child[node] = growth.at[N_NODES]
    grown.n_branches[node] = found.n_branches[chosen]
    grown.known[node] = known
    grown.left[node] = found.below[chosen]
    grown.intervals[node] = 0
    branch.weight[0] = found.below[chosen]
    branch.weight[1] = known - found.below[chosen]
    position = found.position[chosen]
    n_values = columns.n_values[chosen]
    if columns.kind[chosen] == SORTED:
        entries = here.entries[j, start : start + growth.lengths[j]]
        grown.below[node] = row_of(entries[position - 1], layout.row_mask)
        grown.above[node] = row_of(entries[position], layout.row_mask)
        if known < cases:
            mark(whole_rows, member, everywhere)
            mark(part_rows, member, everywhere)
        if not unmarked:
            mark_entries(entries, position, layout.row_mask, member, ZERO, ONE)
    elif columns.kind[chosen] == FEW:
        grown.below[node] = position
        grown.above[node] = found.above[chosen]
        if not unmarked:
            mark_few(whole_rows, columns.few, j, position, n_values, member, everywhere)
            mark_few(part_rows, columns.few, j, position, n_values, member, everywhere)
    else:
        coded = growth.coded
        table = coded.nominal[:, coded.nominal_start[j] : coded.nominal_start[j + 1]]
        n_present = classes_of(grown.counts[node])
        for b in range(found.n_branches[chosen]):
            branch.weight[b] = 0
        of_value = growth.maps[n_mapped : n_mapped + n_values]
        for v in range(n_values):
            of_value[v] = found.group_of[found.group_start[chosen] + v]
            branch.weight[of_value[v]] += value_weight(table, n_present, np.int64(v))
        grown.map_start[node] = n_mapped
        n_mapped += n_values
        mark_nominal(whole_rows, columns.nominal, j, of_value, member, everywhere)
        mark_nominal(part_rows, columns.nominal, j, of_value, member, everywhere)
    return n_mapped


@inlined
def make_branches(
    growth: Growth, here: Arena, frame: Ints, few: Ints, chosen: Int, whole_rows: Ints,
    part_rows: Ints, part_units: Ints, plain: bool, straight: Flag, layout: Layout,
    settings: Settings,
) -> Int:  # fmt: skip
    """Count what each branch gets, and make its node; return how many of them go on."""
    found, grown, branch, member = growth.found, growth.grown, growth.branch, growth.member
    everywhere = np.int64(np.iinfo(member.dtype).max)
    least_part = max(np.int64(1), share(CASE, settings.min_fraction))
    least = least_units(settings.min_cases)
    node, first = frame[NODE], growth.at[N_NODES]
    n_branches = found.n_branches[chosen]
    for b in range(n_branches):
        branch.fraction[b] = np.float64(branch.weight[b]) / np.float64(found.known[chosen])
        branch.n_whole[b] = 0
        branch.n_parts[b] = 0
        for k in range(grown.counts.shape[1]):
            grown.counts[first + b, k] = 0
    if plain:
        j, start = growth.columns.slot[chosen], frame[START]
        count_entries(
            here.entries[j, start : start + growth.lengths[j]], found.position[chosen],
            layout.class_shift, layout.class_mask, branch, node, first, grown,
        )  # fmt: skip
    elif straight:
        coded, j = growth.coded, growth.columns.slot[chosen]
        count_values(
            few[:, coded.few_start[j] : coded.few_start[j + 1]], found.position[chosen],
            branch, node, first, grown,
        )  # fmt: skip
    else:
        count_whole(
            whole_rows, growth.target, member, everywhere, n_branches, least_part, branch, first,
            grown,
        )  # fmt: skip
    count_parts(
        part_rows, part_units, growth.target, member, everywhere, n_branches, least_part, branch,
        first, grown,
    )  # fmt: skip
    n_live = ZERO
    for b in range(n_branches):
        child = first + b
        grown.attribute[child] = -1
        grown.n_branches[child] = 0
        give_label(grown, child, np.int64(grown.label[node]))
        branch.child[b] = 0
        if worth_growing(grown, child, frame[DEPTH] + 1, least, settings):
            n_live += 1
            branch.child[b] = n_live
            branch.of_child[n_live] = b
    return n_live


@inlined
def note_need(at: Ints, branch: Branches, other: Int, n_live: Int, stay: bool) -> None:
    """Note how much room the children need in the other arena: all, or all but the first."""
    need_entries, need_parts = at[TOP_ENTRIES + other] + 1, at[TOP_PARTS + other] + 1
    for c in range(2 if stay else 1, n_live + 1):
        b = branch.of_child[c]
        need_entries += branch.n_whole[b] + branch.n_parts[b] + 1
        need_parts += branch.n_parts[b] + 1
    at[NEED_ENTRIES], at[NEED_PARTS] = need_entries, need_parts


@inlined
def hand_down(
    growth: Growth, here: Arena, there: Arena, frame: Ints, chosen: Int, n_live: Int, first: Int,
    whole_rows: Ints, part_rows: Ints, part_units: Ints, divided: Flag, plain: bool,
    straight: Flag, layout: Layout, settings: Settings,
) -> None:  # fmt: skip
    """Give the children that go on their cases and entries, and let them wait.

    Where a node has nothing but entries, those of the first child, the larger, stay where they are.
    """
    at, branch, member, waiting = growth.at, growth.branch, growth.member, growth.waiting
    everywhere = np.int64(np.iinfo(member.dtype).max)
    least_part = max(np.int64(1), share(CASE, settings.min_fraction))
    start, other, depth = frame[START], 1 - frame[ARENA], frame[DEPTH] + 1
    key = frame[KEY]
    at_entries = at[TOP_ENTRIES + other]
    at_whole = at[TOP_WHOLE + other]
    at_parts = at[TOP_PARTS + other]
    n_waiting = at[N_WAITING]
    for c in range(1, n_live + 1):  # the first of them takes the place of the node itself
        b = branch.of_child[c]
        below = waiting[n_waiting + c - 1]
        stays = plain and c == 1
        below[NODE], below[ARENA], below[DEPTH] = first + b, 1 - other if stays else other, depth
        below[START], below[WHOLE], below[PARTS] = at_entries, at_whole, at_parts
        below[KEY] = key_below(key, growth.columns.kind.size + b) if key != 0 else ZERO
        below[N_WHOLE], below[N_PARTS] = branch.n_whole[b], branch.n_parts[b]
        below[TABLE] = 0
        branch.whole_end[c] = at_whole
        branch.parts_end[c] = at_parts
        branch.least[c] = least_for(least_part, branch.fraction[b])
        if stays:
            below[START] = start
            at[TOP_ENTRIES + 1 - other] = start + branch.n_whole[b]
            continue
        at_entries += branch.n_whole[b] + branch.n_parts[b] + 1
        at_whole += 0 if plain else branch.n_whole[b]
        at_parts += branch.n_parts[b]
    if plain:
        j = growth.columns.slot[chosen]
        mark_entries(
            here.entries[j, start : start + growth.lengths[j]], growth.found.position[chosen],
            layout.row_mask, member, branch.child[0], branch.child[1],
        )  # fmt: skip
    if straight:
        hand_down_few(
            whole_rows, growth.columns.few, growth.columns.slot[chosen],
            growth.found.position[chosen], branch, there.whole, member, growth.lengths.size > 0,
        )  # fmt: skip
    else:
        hand_down_whole(
            whole_rows, member, everywhere, n_live, branch, there.whole, there.parts, there.units
        )
    hand_down_parts(
        part_rows, part_units, member, everywhere, n_live, branch, there.parts, there.units
    )
    if divided and n_live <= 2:
        to_bits(whole_rows, part_rows, part_units, member, everywhere, n_live, branch.least)
    hand_down_entries(
        here.entries, there.entries, start, growth.lengths, divided, plain, n_live, branch,
        waiting, n_waiting, at_entries, member, everywhere, growth.weight, layout.row_mask,
        layout.fraction,
    )  # fmt: skip
    at[N_WAITING] += n_live
