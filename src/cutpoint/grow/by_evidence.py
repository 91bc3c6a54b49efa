"""Tests found by what is known of each value: every measure and threshold method.

The plain learner finds the cut of greatest gain, ratio or (normalised) distance without making a
table. Whatever else is asked for goes through the table of class weights per distinct value, one
column after the other: a function of the user's, a threshold method of Geurts & Wehenkel, or
several cuts at once (``intervals.py``). Single cuts of whole cases of two classes need no table
(``chosen.py``). It takes the same nodes, and its tests are handed on in the same way.
"""

from __future__ import annotations

from typing import Any

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
from cutpoint.cuts.thresholds import BOOTSTRAP, BY_KOLMOGOROV, SMOOTHING
from cutpoint.cuts.thresholds import chosen as choose_threshold
from cutpoint.data.sorted import NOMINAL, SORTED, Columns, Layout
from cutpoint.grow.branches import KEY, LENGTHS, NODE, START
from cutpoint.grow.chosen import chosen_cut
from cutpoint.grow.curves import (
    NEAR,
    Curve,
    Tables,
    Totals,
    best_between_blocks,
    is_read,
    sum_ones,
    totals_of,
)
from cutpoint.grow.fixed import CASE, PER_UNIT, UNIT_BITS, least_units, phi_of
from cutpoint.grow.found import Found, Numbers, Room, base_of, evaluate_nominal, value_found
from cutpoint.grow.growth import Arena, Growth
from cutpoint.grow.intervals import find_intervals
from cutpoint.grow.methods import Methods, count_branches, makes_intervals, sum_range
from cutpoint.grow.numeric import least_weight, record_test
from cutpoint.grow.resamples import mean_cut
from cutpoint.grow.scan import count_candidates, count_ones
from cutpoint.grow.settings import BY_GAIN, GAIN, GAIN_RATIO, NO_PENALTY, OWN, Settings
from cutpoint.grow.tables import count_nominal, list_present
from cutpoint.measures.codes import CONTRAST, DISTANCE, GINI, KOLMOGOROV, MPI
from cutpoint.measures.contrasts import contrast_by_entropy
from cutpoint.measures.value import value_of


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
    sum_range(entries, ZERO, np.int64(entries.size), weight, all_weighted, layout, totals)
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
    count_branches(entries, ONE, weight, all_weighted, NO, layout, methods)
    return ONE + ONE, tries


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
