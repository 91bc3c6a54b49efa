"""Tests found from evidence tables: every measure, threshold method and interval method.

The plain learner finds the cut of greatest gain, ratio or (normalised) distance without making a
table. Whatever else is asked for goes through the table of class weights per distinct value, one
column after the other: a function of the user's, a threshold method of Geurts & Wehenkel, or
several cuts at once. Single cuts of whole cases of two classes need no table (``curves.py``). It
takes the same nodes, and its tests are handed on in the same way.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutpoint.compiled import (
    NO,
    ONE,
    ZERO,
    Flag,
    Int,
    Ints,
    Real,
    Reals,
    allocating,
    inlined,
    kernel,
)
from cutpoint.cuts.bootstrap import derived_key
from cutpoint.cuts.intervals import BY_VALUE, CONTEXTUAL, MDLP, find_cuts
from cutpoint.cuts.options import Options
from cutpoint.cuts.placement import midpoint, weighted
from cutpoint.cuts.thresholds import BOOTSTRAP, BY_KOLMOGOROV, SMOOTHING
from cutpoint.cuts.thresholds import chosen as choose_threshold
from cutpoint.data.sorted import NOMINAL, SORTED, Columns, Layout
from cutpoint.grow.binned import Binned, count_classes, cut_bins, new_binned
from cutpoint.grow.branches import KEY, LENGTHS, NODE, START, mark_intervals, row_of
from cutpoint.grow.curves import (
    NEAR,
    Curve,
    Tables,
    Totals,
    best_between_blocks,
    chosen_cut,
    is_read,
    sum_ones,
    totals_of,
)
from cutpoint.grow.evidence import table_of_entries
from cutpoint.grow.fixed import CASE, PER_UNIT, UNIT_BITS, least_units, phi_of
from cutpoint.grow.found import Found, Numbers, Room, base_of, evaluate_nominal, value_found
from cutpoint.grow.growth import N_MAPPED, Arena, Growth
from cutpoint.grow.numeric import least_weight, record_test
from cutpoint.grow.resamples import Resamples, mean_cut, room_for_resamples
from cutpoint.grow.scan import count_candidates, count_ones
from cutpoint.grow.settings import BY_GAIN, GAIN, GAIN_RATIO, NO_PENALTY, OWN, WEIGHTED, Settings
from cutpoint.grow.tables import count_nominal, list_present
from cutpoint.grow.worth_cutting import is_worth_cutting
from cutpoint.measures.codes import CONTRAST, DISTANCE, GINI, KOLMOGOROV, MPI
from cutpoint.measures.contrasts import contrast_by_entropy
from cutpoint.measures.entropies import phis_up_to
from cutpoint.measures.value import value_of

BINARY = -1
"""Instead of an interval method: one cut."""


class Methods(NamedTuple):
    """How cuts are chosen, the values they are chosen among, and scratch."""

    threshold: int
    window: int
    width: float
    resamples: int
    own: int  # the address of the user's measure; 0 if there is none
    convex: bool  # whether it is known to be
    intervals: int  # an interval method, or BINARY
    below: float  # intervals are made at nodes of fewer cases than this, single cuts above
    most: int  # intervals of a test
    options: Options
    criticals: Reals
    values: Reals  # sorted columns x cases
    table: Reals  # distinct values x classes: their weights, in cases
    distinct: Reals
    stops: Ints  # where the entries of each distinct value end; then those of each branch
    positions: Ints
    lefts: Reals
    scores: Reals
    scratch: Reals
    cuts: Ints  # the distinct value before each cut
    places: Reals  # and where the cut lies
    counts: Ints  # branches x classes, in units
    cases: Reals  # the same in cases
    before: Reals  # scratch by class
    n_values: Ints  # how many distinct values the table has
    phis: Reals  # phi of 0, 1, ... cases
    drawn: Resamples
    binned: Binned  # room for contextual intervals


def new_methods(
    *, threshold: int, window: int, width: float, resamples: int, own: int, convex: bool,
    intervals: int, below: float, most: int, options: Options, criticals: Reals, values: Reals,
    n_classes: int, widest: int,
) -> Methods:  # fmt: skip
    """Return the methods, with scratch for columns of ``values`` and ``widest`` branches."""
    n = values.shape[1] + 1
    return Methods(
        threshold, window, width, resamples, own, convex, intervals, below, most, options,
        criticals, values, np.empty((n, n_classes)), np.empty(n), np.empty(n, dtype=np.int64),
        np.empty(n, dtype=np.int64), np.empty(n), np.empty(n), np.empty(n),
        np.empty(n, dtype=np.int64), np.empty(n), np.empty((widest, n_classes), dtype=np.int64),
        np.empty((widest, n_classes)), np.empty(n_classes), np.zeros(1, dtype=np.int64),
        phis_up_to(values.shape[1]),
        room_for_resamples(resamples if threshold == BOOTSTRAP else 0, values.shape[1]),
        new_binned(n if intervals == CONTEXTUAL else 1, n_classes, options.bins),
    )  # fmt: skip


@kernel
def makes_intervals(methods: Methods, cases: Int) -> Flag:
    """Return whether a node of so many units divides numeric attributes into intervals."""
    return methods.intervals != BINARY and np.float64(cases) * PER_UNIT < methods.below


@inlined
def evaluate_by_evidence(
    growth: Growth, here: Arena, frame: Ints, whole_rows: Ints, part_rows: Ints, part_units: Ints,
    cases: Int, all_weighted: bool, layout: Layout, numbers: Numbers, settings: Settings,
    methods: Methods,
) -> Flag:  # fmt: skip
    """Find the best test of every attribute at a node; return whether all scores were numbers."""
    columns, coded, room, found = growth.columns, growth.coded, growth.room, growth.found
    counts = growth.grown.counts[frame[NODE]]
    start, lengths = frame[START], growth.lengths
    for s in range(lengths.size):
        lengths[s] = frame[LENGTHS + s]
    n_present = list_present(counts, room.present, coded.class_place)
    count_nominal(columns, growth.target, coded, whole_rows, part_rows, part_units, n_present)
    found.usable[:] = False
    code = cut_code(settings)
    read = (
        is_read(code, methods.threshold, counts.size)
        and settings.criterion != CONTRAST
        and not all_weighted
        and part_rows.size == 0
        and not makes_intervals(methods, cases)
    )
    if methods.threshold == BY_KOLMOGOROV:
        code = np.int64(KOLMOGOROV)
    # Without an average to keep, only better values matter.
    only_better = code == settings.criterion and code != GAIN_RATIO
    if code == OWN:
        only_better = only_better and methods.convex
    best_value: Real = -np.inf
    key = ZERO
    if methods.threshold == BOOTSTRAP:
        key = key_below(frame[KEY], ZERO)
        read = read and methods.drawn.times.shape[0] > 0
    leader = -ONE
    if read and only_better and methods.threshold in (SMOOTHING, BOOTSTRAP):
        leader = leading_attribute(
            here.entries, start, lengths, code, columns, counts, cases, layout, numbers, settings,
            room, methods,
        )  # fmt: skip
    for turn in range(-1, columns.kind.size):  # the leader's turn is first
        a = np.int64(turn) if turn >= 0 else leader
        if a < 0 or (turn == leader):
            continue
        j = columns.slot[a]
        if columns.kind[a] == SORTED and lengths[j] > 1:
            entries = here.entries[j, start : start + lengths[j]]
            if makes_intervals(methods, cases):
                n_branches, tries = find_intervals(
                    growth, entries, j, part_rows.size == 0, counts, cases, all_weighted, layout,
                    numbers, settings, methods,
                )  # fmt: skip
            elif read:
                n_branches, tries = read_branches(
                    entries, code, key, j, columns, counts, cases, growth.weight, best_value,
                    layout, numbers, settings, room, methods,
                )  # fmt: skip
            else:
                n_branches, tries = find_branches(
                    entries, methods.values[j], growth.weight, all_weighted, cases, key, layout,
                    settings, room.totals, methods,
                )  # fmt: skip
            if n_branches < 0:
                return NO
            if n_branches > 1:
                _record(a, n_branches, tries, cases, numbers, settings, room, methods, found)
        elif columns.kind[a] == NOMINAL:
            table = coded.nominal[:, coded.nominal_start[j] : coded.nominal_start[j + 1]]
            evaluate_nominal(
                a, table, n_present, columns.n_values[a], cases, settings, numbers, room,
                coded.weights, found,
            )  # fmt: skip
            if found.usable[a] and settings.criterion > GINI:
                _count_groups(
                    table, room.present[:n_present], found, a, columns.n_values[a], methods
                )
        if found.usable[a] and settings.criterion > GINI and settings.criterion != DISTANCE:
            k = found.n_branches[a]
            if settings.criterion == MPI and k > 2:
                found.usable[a] = False
                continue
            if settings.criterion == CONTRAST:
                _fill_means(methods)
                value = contrast_by_entropy(methods.cases[:k], methods.scratch[:k])
            else:
                value = value_of(
                    np.int64(settings.criterion), np.int64(methods.own), methods.cases[:k],
                    methods.before,
                )  # fmt: skip
            if np.isnan(value):
                return NO
            # What is unknown makes a test worse, also under a measure below 0.
            known_share = np.float64(found.known[a]) / np.float64(cases)
            found.value[a] = value * known_share if value > 0.0 else value / known_share
        if found.usable[a] and only_better:
            best_value = max(best_value, value_found(found, a, cases, settings))
    return True


@kernel
def cut_code(settings: Settings) -> Int:
    """Return the measure by which cuts are scored."""
    return np.int64(GAIN if settings.cut_by == BY_GAIN else settings.criterion)


@inlined
def read_branches(
    entries: NDArray[Any], code: Int, key: Int, j: Int, columns: Columns, counts: Ints, cases: Int,
    weight: Ints, best_value: float, layout: Layout, numbers: Numbers, settings: Settings,
    room: Room, methods: Methods,
) -> tuple[Int, Int]:  # fmt: skip
    """Do what :func:`find_branches` does for whole cases of two classes, without a table.

    ``code`` is the measure that cuts are scored by. A cut of no greater value than ``best_value``
    need not be found.
    """
    tables = Tables(numbers.table, methods.phis, methods.cases[:2], methods.before)
    totals = _totals_at(
        entries, code, counts, cases, layout.class_shift, numbers.scale, settings, methods, tables
    )
    n0, n1 = totals.n0, totals.n1
    known = (n0 + n1) << UNIT_BITS
    room.totals[0], room.totals[1] = n0 << UNIT_BITS, n1 << UNIT_BITS
    tables.before[0], tables.before[1] = n0, n1
    rank, tied = columns.rank[j], columns.tied[j]
    known_share = np.float64(known) / np.float64(cases)
    below_zero = code == DISTANCE or best_value < 0.0
    start = best_value * known_share if below_zero else best_value / known_share
    if start > -np.inf:
        start -= NEAR * max(1.0, np.abs(start))  # what rounds otherwise is not left out
    curve = Curve(
        totals, tables, entries, rank, tied, layout.class_shift, layout.row_mask, room.ones
    )
    if methods.threshold == BOOTSTRAP:
        position = mean_cut(curve, methods.values[j], start, methods.drawn, key)
    else:
        position = chosen_cut(
            np.int64(methods.threshold), curve, methods.values[j], start,
            np.int64(methods.window), methods.width, methods.scores, methods.scratch, methods.stops,
        )  # fmt: skip
    if position <= 0:
        return position, ZERO
    c1 = count_ones(entries[:position], layout.class_shift)
    methods.counts[0, 0], methods.counts[0, 1] = position - c1, c1
    methods.counts[1, 0], methods.counts[1, 1] = n0 - (position - c1), n1 - c1
    for b in range(2):
        for k in range(2):
            methods.cases[b, k] = np.float64(methods.counts[b, k])
            methods.counts[b, k] <<= UNIT_BITS
    methods.cuts[0], methods.stops[0] = ZERO, position
    tries = ONE
    if settings.penalty != NO_PENALTY:
        least = totals.first << UNIT_BITS
        tries = count_candidates(
            entries, weight, NO, known, least, rank, tied, layout.row_mask, layout.fraction
        )
    return np.int64(2), tries


@kernel
def _totals_at(
    entries: NDArray[Any], code: Int, counts: Ints, cases: Int, class_shift: Int, scale: float,
    settings: Settings, methods: Methods, tables: Tables,
) -> Totals:  # fmt: skip
    """Return the totals of a column at a node of whole cases, by class as ``counts`` says."""
    size = np.int64(entries.size)
    n1 = counts[1] >> UNIT_BITS
    if size << UNIT_BITS < cases:  # some values are unknown
        n1 = count_ones(entries, class_shift)
    least = least_weight(size << UNIT_BITS, np.int64(2), settings)
    return totals_of(
        code, np.int64(methods.own), methods.convex, size - n1, n1, least, scale, tables
    )


@kernel
def leading_attribute(
    arena: NDArray[Any], start: Int, lengths: Ints, code: Int, columns: Columns, counts: Ints,
    cases: Int, layout: Layout, numbers: Numbers, settings: Settings, room: Room, methods: Methods,
) -> Int:  # fmt: skip
    """Return the attribute with the best cut between two blocks; -1 if there is none.

    Looked at first, it leaves little to be looked at in the others, which pays where a method takes
    long. The answer is the same.
    """
    tables = Tables(numbers.table, methods.phis, methods.cases[:2], methods.before)
    leader, best = -ONE, -np.inf
    for a in range(columns.kind.size):
        j = columns.slot[a]
        if columns.kind[a] != SORTED or lengths[j] <= 1:
            continue
        entries = arena[j, start : start + lengths[j]]
        totals = _totals_at(
            entries, code, counts, cases, layout.class_shift, numbers.scale, settings, methods,
            tables,
        )  # fmt: skip
        curve = Curve(
            totals, tables, entries, columns.rank[j], columns.tied[j], layout.class_shift,
            layout.row_mask, room.ones,
        )  # fmt: skip
        sum_ones(curve)
        score, _ = best_between_blocks(curve)
        if score > best:
            leader, best = np.int64(a), score
    return leader


@kernel
def _fill_means(methods: Methods) -> None:
    """Fill in the mean value on both sides of a cut."""
    v = ZERO
    for b in range(2):
        weight = 0.0
        mean: Real = 0.0
        stop = methods.cuts[0] + ONE if b == 0 else methods.n_values[0]
        while v < stop:
            here = 0.0
            for k in range(methods.table.shape[1]):
                here += methods.table[v, k]
            weight += here
            mean += here * methods.distinct[v]
            v += ONE
        methods.scratch[b] = mean / weight


@kernel
def find_branches(
    entries: NDArray[Any], values: Reals, weight: Ints, all_weighted: bool, cases: Int, key: Int,
    layout: Layout, settings: Settings, totals: Ints, methods: Methods,
) -> tuple[Int, Int]:  # fmt: skip
    """Return (branches, candidates) of the best single cut; 0 branches for no test, -1 for NaN.

    What is left in ``methods``: the distinct value before the cut, the entries up to it, and the
    class weights of the branches.
    """
    n_values = fill_table(entries, values, weight, all_weighted, layout, methods)
    known = ZERO
    _sum_range(entries, ZERO, np.int64(entries.size), weight, all_weighted, layout, totals)
    for k in range(totals.size):
        known += totals[k]
    least = least_weight(known, totals.size, settings)
    if known < 2 * least or n_values < 2:
        return ZERO, ZERO
    distinct, table = methods.distinct[:n_values], methods.table[:n_values]
    tries = n_values - ONE
    best, _, _, tries = choose_threshold(
        np.int64(methods.threshold), cut_code(settings), np.int64(methods.own), distinct, table,
        np.float64(least) * PER_UNIT, np.int64(methods.window), methods.width,
        np.int64(methods.resamples), np.uint64(key), methods.positions, methods.lefts,
        methods.scores, methods.scratch, methods.phis,
    )  # fmt: skip
    if best < 0:
        return -ONE if tries > 0 else ZERO, tries
    methods.cuts[0] = methods.positions[best]
    methods.stops[0] = methods.stops[methods.cuts[0]]
    _count_branches(entries, ONE, weight, all_weighted, NO, layout, methods)
    return ONE + ONE, tries


@inlined
def find_intervals(
    growth: Growth, entries: NDArray[Any], j: Int, whole: Flag, node_counts: Ints, cases: Int,
    all_weighted: bool, layout: Layout, numbers: Numbers, settings: Settings, methods: Methods,
) -> tuple[Int, Int]:  # fmt: skip
    """Return (branches, candidates) of sorted column ``j``; 0 branches for no test.

    ``whole`` says that no case of the node is a fraction. What is left in ``methods``: the entries
    up to each cut, the cuts' places, and the class weights of the branches.
    """
    weight, values, totals = growth.weight, methods.values[j], growth.room.totals
    rank, tied = growth.columns.rank[j], growth.columns.tied[j]
    if whole and np.int64(entries.size) << UNIT_BITS == cases:
        for k in range(totals.size):
            totals[k] = node_counts[k]
    else:
        _sum_range(entries, ZERO, np.int64(entries.size), weight, all_weighted, layout, totals)
    known = ZERO
    for k in range(totals.size):
        known += totals[k]
    if known < 2 * least_weight(known, totals.size, settings):
        return ZERO, ZERO
    unknown = np.float64(cases - known) * PER_UNIT
    placed = False
    if methods.intervals == CONTEXTUAL and whole:
        n_cuts, n_values = cut_bins(
            entries, rank, tied, unknown, layout, methods.options, methods.phis, methods.binned,
            methods.stops,
        )  # fmt: skip
    else:
        if methods.intervals == MDLP and not is_worth_cutting(
            entries, rank, tied, weight, all_weighted, whole, known, layout, numbers, growth.room
        ):
            return ZERO, ZERO
        n_values = table_of_entries(
            entries, weight, all_weighted, rank, tied, layout.class_shift, layout.class_mask,
            layout.row_mask, layout.fraction, methods.table, methods.stops,
        )  # fmt: skip
        for v in range(n_values):
            for k in range(totals.size):
                methods.table[v, k] *= PER_UNIT
        distinct = methods.distinct[:0]
        placed = methods.intervals in BY_VALUE
        if placed:
            distinct = methods.distinct[:n_values]
            for v in range(n_values):
                distinct[v] = values[row_of(entries[methods.stops[v] - 1], layout.row_mask)]
        n_cuts = find_cuts(
            np.int64(methods.intervals), distinct, methods.table[:n_values], unknown,
            methods.options, methods.criticals, methods.phis, methods.cuts, methods.places,
        )  # fmt: skip
        for c in range(n_cuts):
            methods.stops[c] = methods.stops[methods.cuts[c]]
    if n_cuts == 0 or n_cuts >= methods.most:
        return ZERO, ZERO
    for c in range(0 if placed else n_cuts):
        below, above = _values_beside(entries, methods.stops[c], values, layout)
        methods.places[c] = midpoint(below, above)
    _count_branches(entries, n_cuts, weight, all_weighted, whole, layout, methods)
    return n_cuts + ONE, n_values - ONE


@kernel
def _values_beside(
    entries: NDArray[Any], end: Int, values: Reals, layout: Layout
) -> tuple[Real, Real]:
    """Return the values before and after a cut."""
    below, above = row_of(entries[end - 1], layout.row_mask), row_of(entries[end], layout.row_mask)
    return values[below], values[above]


@kernel
def fill_table(
    entries: NDArray[Any], values: Reals, weight: Ints, all_weighted: bool, layout: Layout,
    methods: Methods,
) -> Int:  # fmt: skip
    """Fill in the evidence table of sorted entries; return its rows."""
    shift, flag = np.uint64(layout.class_shift), np.uint64(1) << np.uint64(layout.fraction)
    rows, classes = np.uint64(layout.row_mask), np.uint64(layout.class_mask)
    n_values = ZERO
    for i in range(entries.size):
        entry = np.uint64(entries[i])
        row = entry & rows
        if n_values == 0 or values[row] != methods.distinct[n_values - 1]:
            methods.table[n_values, :] = 0.0
            methods.distinct[n_values] = values[row]
            n_values += ONE
        units = CASE
        if all_weighted or entry & flag:
            units = weight[row]
        methods.table[n_values - 1, (entry >> shift) & classes] += np.float64(units) * PER_UNIT
        methods.stops[n_values - 1] = i + 1
    methods.n_values[0] = n_values
    return n_values


@kernel
def _sum_range(
    entries: NDArray[Any], first: Int, stop: Int, weight: Ints, all_weighted: bool, layout: Layout,
    sums: Ints,
) -> None:  # fmt: skip
    """Fill in the class weights of the entries first ... stop - 1."""
    shift, flag = np.uint64(layout.class_shift), np.uint64(1) << np.uint64(layout.fraction)
    rows, classes = np.uint64(layout.row_mask), np.uint64(layout.class_mask)
    for k in range(sums.size):
        sums[k] = 0
    for i in range(first, stop):
        entry = np.uint64(entries[i])
        units = CASE
        if all_weighted or entry & flag:
            units = weight[entry & rows]
        sums[(entry >> shift) & classes] += units


@kernel
def _count_branches(
    entries: NDArray[Any], n_cuts: Int, weight: Ints, all_weighted: bool, whole: Flag,
    layout: Layout, methods: Methods,
) -> None:  # fmt: skip
    """Fill in the class weights of the branches, in units and in cases."""
    methods.stops[n_cuts] = entries.size
    if whole:
        count_classes(entries, methods.stops, n_cuts + ONE, layout, methods.counts)
    first = ZERO
    for b in range(n_cuts + 1):
        stop = methods.stops[b]
        if not whole:
            _sum_range(entries, first, stop, weight, all_weighted, layout, methods.counts[b])
        for k in range(methods.counts.shape[1]):
            if whole:
                methods.counts[b, k] <<= UNIT_BITS
            methods.cases[b, k] = np.float64(methods.counts[b, k]) * PER_UNIT
        first = stop


@kernel
def _count_groups(
    table: Ints, present: Ints, found: Found, a: Int, n_values: Int, methods: Methods
) -> None:
    """Fill in the class weights of the branches of a nominal test, in cases."""
    for b in range(found.n_branches[a]):
        methods.cases[b, :] = 0.0
    for v in range(n_values):
        b = found.group_of[found.group_start[a] + v]
        for k in range(present.size):
            methods.cases[b, present[k]] += np.float64(table[k, v]) * PER_UNIT


@inlined
def _record(
    a: Int, n_branches: Int, tries: Int, cases: Int, numbers: Numbers, settings: Settings,
    room: Room, methods: Methods, found: Found,
) -> None:  # fmt: skip
    """Note the test of a numeric attribute, if enough branches have enough cases."""
    table, scale = numbers.table, numbers.scale
    least = least_units(settings.min_cases)
    known, s, sides, enough = ZERO, ZERO, ZERO, ZERO
    squares: Real = 0.0
    for b in range(n_branches):
        weight = ZERO
        own_squares = 0.0
        for k in range(room.totals.size):
            weight += methods.counts[b, k]
            s += phi_of(methods.counts[b, k], table, scale)
            own_squares += methods.cases[b, k] * methods.cases[b, k]
        known += weight
        sides += phi_of(weight, table, scale)
        enough += np.int64(weight >= least)
        if weight > 0:
            squares += own_squares / (np.float64(weight) * PER_UNIT)
    if enough < 2:
        return
    base = base_of(room.totals, known, numbers)
    gain = np.float64(s - sides - base) / scale
    below = ZERO
    for k in range(room.totals.size):
        below += methods.counts[0, k]
    record_test(
        found, a, gain, below, known, cases, methods.stops[0], n_branches, tries,
        base, sides, settings, table, scale,
    )  # fmt: skip
    if settings.criterion == GINI and found.usable[a]:
        n = np.float64(known) * PER_UNIT
        for k in range(room.totals.size):
            total = np.float64(room.totals[k]) * PER_UNIT
            squares -= total * total / n
        found.gini[a] = squares / n


@allocating
def key_below(frame_key: Int, branch: Int) -> Int:
    """Return the key of a branch: random numbers depend on the path alone."""
    return np.int64(derived_key(np.uint64(frame_key), branch) >> np.uint64(2))


@inlined
def make_intervals(
    growth: Growth, here: Arena, frame: Ints, chosen: Int, whole_rows: Ints, part_rows: Ints,
    cases: Int, all_weighted: bool, layout: Layout, numbers: Numbers, settings: Settings,
    methods: Methods,
) -> Int:  # fmt: skip
    """Make the chosen test one of several intervals; return the end of the branch maps.

    Its cuts are found once more, and its column is left out below.
    """
    n_mapped = growth.at[N_MAPPED]
    if not makes_intervals(methods, cases):
        return n_mapped
    node, start = frame[NODE], frame[START]
    j = growth.columns.slot[chosen]
    entries = here.entries[j, start : start + growth.lengths[j]]
    n_branches, _ = find_intervals(
        growth, entries, j, part_rows.size == 0, growth.grown.counts[node], cases, all_weighted,
        layout, numbers, settings, methods,
    )  # fmt: skip
    grown, branch = growth.grown, growth.branch
    for b in range(n_branches):
        branch.weight[b] = 0
        for k in range(methods.counts.shape[1]):
            branch.weight[b] += methods.counts[b, k]
    for c in range(n_branches - 1):
        growth.places[n_mapped + c] = _place(
            np.int64(c), entries, methods.values[j], branch.weight, layout, settings, methods
        )
        growth.maps[n_mapped + c] = 0
    mark_intervals(entries, methods.stops, n_branches - 1, layout.row_mask, growth.member)
    grown.map_start[node] = n_mapped
    grown.intervals[node] = n_branches - 1
    growth.lengths[j] = 0
    return n_mapped + n_branches - 1


@kernel
def _place(
    c: Int, entries: NDArray[Any], values: Reals, weights: Ints, layout: Layout,
    settings: Settings, methods: Methods,
) -> Real:  # fmt: skip
    """Return where a cut between two intervals lies; C4.5's rule is applied when all is grown."""
    if settings.placement != WEIGHTED:
        return methods.places[c]
    below, above = _values_beside(entries, methods.stops[c], values, layout)
    left, right = np.float64(weights[c]) * PER_UNIT, np.float64(weights[c + 1]) * PER_UNIT
    return weighted(below, above, left, right)
