"""The best cut of each numeric attribute at a node, whichever way the column is kept."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutpoint.compiled import NO, ONE, ZERO, Flags, Int, Ints, Real, inlined, kernel
from cutpoint.data.sorted import Columns
from cutpoint.grow.blocks import add_classes, block_size, sum_blocks
from cutpoint.grow.evidence import (
    best_by_measure,
    lowest_value,
    squares_of_sides,
    sum_of_squares,
    table_of_entries,
)
from cutpoint.grow.fixed import BITS, CASE, PER_UNIT, UNIT_BITS, least_units, phi_of
from cutpoint.grow.found import Found, Numbers, Room, base_of
from cutpoint.grow.gini import is_by_gini, scan_two_by_gini
from cutpoint.grow.measured import (
    aim_at,
    is_measured,
    scan_blocks_measured,
    scan_two_measured,
)
from cutpoint.grow.scan import (
    count_candidates,
    count_ones,
    scan_blocks,
    scan_two_classes,
    score,
)
from cutpoint.grow.settings import (
    BY_GAIN,
    FILTER,
    GAIN,
    GAIN_RATIO,
    GINI,
    NO_PENALTY,
    RANK,
    Settings,
)
from cutpoint.grow.tables import (
    Coded,
    count_tries,
    few_cases,
    scan_values,
    scan_values_measured,
    sum_values,
    value_weight,
)


@kernel
def least_weight(known: Int, n_classes: Int, settings: Settings) -> Int:
    """Return the least weight on each side of a numeric test."""
    least = settings.min_cases
    if settings.minimum_split:
        tenth = 0.1 * (np.float64(known) * PER_UNIT) / n_classes
        if tenth > least:
            least = min(tenth, max(25.0, least))
    return least_units(least)


@kernel
def charge_for(tries: Int, penalty: Int) -> Real:
    """Return the bits that are subtracted from the gain for a choice among many cuts."""
    return np.log2(np.float64(tries)) if penalty == RANK else 0.0


@inlined
def record_cut(
    found: Found, a: Int, gain: float, below: Int, known: Int, here: Int, position: Int,
    tries: Int, base: Int, settings: Settings, table: Ints, scale: float,
) -> None:  # fmt: skip
    """Note the cut of a numeric attribute, unless the charge for the choice rules it out."""
    sides = phi_of(below, table, scale) + phi_of(known - below, table, scale)
    record_test(
        found, a, gain, below, known, here, position, np.int64(2), tries, base, sides, settings,
        table, scale,
    )  # fmt: skip


@inlined
def record_test(
    found: Found, a: Int, gain: float, below: Int, known: Int, here: Int, position: Int,
    n_branches: Int, tries: Int, base: Int, sides: Int, settings: Settings, table: Ints,
    scale: float,
) -> None:  # fmt: skip
    """Note the test of a numeric attribute, which pays for each of its cuts."""
    charge = 0.0
    if settings.penalty != NO_PENALTY:
        charge = np.float64(n_branches - 1) * np.log2(np.float64(tries))
    if settings.penalty == FILTER and gain < charge:
        return
    if settings.penalty == RANK:
        gain -= charge
    if gain <= BITS:
        return
    found.usable[a] = True
    found.gain[a] = gain
    found.known[a] = known
    found.position[a] = position
    found.below[a] = below
    found.n_branches[a] = n_branches
    if settings.criterion != GAIN:
        all_sides = sides + phi_of(here - known, table, scale)
        found.info[a] = np.float64(phi_of(here, table, scale) - all_sides) / scale
        found.split[a] = np.float64(phi_of(known, table, scale) - sides) / scale
        found.classes[a] = -np.float64(base) / scale


@inlined
def evaluate_two_classes(
    first: Int, stop: Int, arena: NDArray[Any], start: Int, lengths: Ints, slot: Ints, rank: Ints,
    tied: Flags, here: Int, node_counts: Ints, best_gain: float, only_gain: bool,
    settings: Settings, class_shift: Int, row_mask: Int, fraction: Int, weight: Ints,
    table: Ints, scale: float, margin: Int, totals: Ints, lower: Ints, ones: Ints, found: Found,
) -> Real:  # fmt: skip
    """Find the best cuts of the sorted attributes first ... stop - 1, for whole cases.

    The same as :func:`evaluate_sorted` for two classes, all columns in one call. Returns the best
    gain so far, if only a greater one can matter.
    """
    n_here = here >> UNIT_BITS
    by_gini = is_by_gini(settings)
    measured = by_gini or is_measured(settings)
    best_value = lowest_value(settings.criterion)
    for a in range(first, stop):
        s = slot[a]
        entries = arena[s, start : start + lengths[s]]
        size = entries.size
        n1 = node_counts[1] >> UNIT_BITS
        if size < n_here:  # some values are unknown
            n1 = count_ones(entries, class_shift)
        n0 = size - n1
        known = np.int64(size) << UNIT_BITS
        least = least_weight(known, np.int64(2), settings)
        if known < 2 * least:
            continue
        base = table[n0] + table[n1] - table[size]
        least_cases = (least + CASE - 1) >> UNIT_BITS
        tries = ONE
        if settings.penalty != NO_PENALTY:
            tries = count_candidates(
                entries, weight, NO, known, least, rank[s], tied[s], row_mask, fraction
            )
        value = best_value
        if by_gini:
            value, position = scan_two_by_gini(
                entries, n0, n1, n_here, base, least_cases, best_value, rank[s], tied[s],
                class_shift, row_mask, table, scale, ones,
            )  # fmt: skip
        elif not measured:
            bar = base + np.int64(max(best_gain, 0.0) * scale) + margin
            s_best, position = scan_two_classes(
                entries, n0, n1, least_cases, bar, margin, rank[s], tied[s], class_shift, row_mask,
                table,
            )  # fmt: skip
        else:
            charge = charge_for(tries, settings.penalty)
            aim = aim_at(settings.criterion, charge, base, scale, known, here)
            value, position = scan_two_measured(
                entries, aim, n0, n1, least_cases, best_value, rank[s], tied[s], class_shift,
                row_mask, table, ones,
            )  # fmt: skip
        if position < 0:
            continue
        if measured:
            c1 = count_ones(entries[:position], class_shift)
            s_best = score(position - c1, c1, n0, n1, table)
        totals[0], totals[1] = n0 << UNIT_BITS, n1 << UNIT_BITS
        gain = np.float64(s_best - base) / scale
        record_cut(
            found, np.int64(a), gain, position << UNIT_BITS, known, here, position, tries, base,
            settings, table, scale,
        )  # fmt: skip
        if settings.criterion == GINI and found.usable[a]:
            c1 = count_ones(entries[:position], class_shift)
            lower[0], lower[1] = (position - c1) << UNIT_BITS, c1 << UNIT_BITS
            found.gini[a] = _gini_gain(lower, totals, known)
        if measured and settings.criterion != GAIN_RATIO and found.usable[a]:
            best_value = value  # without an average to keep, only better values matter
        if only_gain and found.usable[a]:
            best_gain = max(best_gain, found.gain[a])
    return best_gain


@inlined
def evaluate_sorted(
    a: Int, s: Int, entries: NDArray[Any], columns: Columns, weight: Ints, all_weighted: bool,
    whole: bool, here: Int, best_gain: float, settings: Settings,
    class_shift: Int, class_mask: Int, row_mask: Int, fraction: Int, numbers: Numbers, room: Room,
    found: Found,
) -> None:  # fmt: skip
    """Find the best cut of a column of sorted entries.

    ``best_gain`` is what an earlier attribute has gained, if only a greater gain can matter.
    """
    n_classes = room.totals.size
    totals = room.totals
    rank, tied = columns.rank[s], columns.tied[s]
    block = block_size(entries.size)
    n_blocks = sum_blocks(
        entries, weight, all_weighted, block, class_shift, class_mask, row_mask, fraction,
        room.sums, room.flagged,
    )  # fmt: skip
    known = np.int64(0)
    for k in range(n_classes):
        totals[k] = room.sums[n_blocks, k]
        known += totals[k]
    least = least_weight(known, n_classes, settings)
    if known < 2 * least:
        return
    base = base_of(totals, known, numbers)
    tries = ONE
    if is_measured(settings):
        if settings.penalty != NO_PENALTY:
            tries = count_candidates(
                entries, weight, all_weighted, known, least, rank, tied, row_mask, fraction
            )
        charge = charge_for(tries, settings.penalty)
        aim = aim_at(settings.criterion, charge, base, numbers.scale, known, here)
        s_best, position, below = scan_blocks_measured(
            entries, aim, weight, all_weighted, whole, known, totals, room.sums, n_blocks, block,
            least, lowest_value(settings.criterion), rank, tied, class_shift, class_mask, row_mask,
            fraction, numbers.table, numbers.slopes, room.upper, room.lower, room.exact,
            room.exact_for, room.part, room.flagged,
        )  # fmt: skip
        if position < 0:
            return
        gain = np.float64(s_best - base) / numbers.scale
    elif settings.criterion == GAIN or settings.cut_by == BY_GAIN:
        start = base + np.int64(max(best_gain, 0.0) * numbers.scale) + numbers.margin
        s_best, position, below = scan_blocks(
            entries, weight, all_weighted, whole, known, totals, room.sums, n_blocks, block, least,
            start, numbers.margin, rank, tied, class_shift, class_mask, row_mask, fraction,
            numbers.table, numbers.slopes, numbers.scale, room.upper, room.lower, room.exact,
            room.exact_for, room.part, room.flagged,
        )  # fmt: skip
        if position < 0:
            return
        gain = np.float64(s_best - base) / numbers.scale
        if settings.penalty != NO_PENALTY:
            tries = count_candidates(
                entries, weight, all_weighted, known, least, rank, tied, row_mask, fraction
            )
    else:
        n_values = table_of_entries(
            entries, weight, all_weighted, rank, tied, class_shift, class_mask, row_mask, fraction,
            room.evidence, room.stops,
        )  # fmt: skip
        v, below, tries = best_by_measure(
            room.evidence, n_values, known, here - known, totals, least, settings.criterion,
            settings.cut_by, settings.penalty, room.lower,
        )  # fmt: skip
        if v < 0:
            return
        position = room.stops[v]
        room.lower[:] = 0
        for u in range(v + 1):
            for k in range(n_classes):
                room.lower[k] += room.evidence[u, k]
        gain = _gain_of_cut(room.lower, totals, below, known, base, numbers)
    record_cut(
        found, a, gain, below, known, here, position, tries, base,
        settings, numbers.table, numbers.scale,
    )  # fmt: skip
    if settings.criterion == GINI and found.usable[a]:
        room.lower[:] = 0
        add_classes(
            entries[:position], weight, all_weighted, class_shift, class_mask, row_mask, fraction,
            room.lower,
        )  # fmt: skip
        found.gini[a] = _gini_gain(room.lower, totals, known)


@kernel
def _gain_of_cut(
    lower: Ints, totals: Ints, below: Int, known: Int, base: Int, numbers: Numbers
) -> Real:
    """Return the bits that a cut gains, from exact sums."""
    table, scale = numbers.table, numbers.scale
    s = -phi_of(below, table, scale) - phi_of(known - below, table, scale)
    for k in range(totals.size):
        s += phi_of(lower[k], table, scale) + phi_of(totals[k] - lower[k], table, scale)
    return np.float64(s - base) / scale


@kernel
def _gini_gain(lower: Ints, totals: Ints, known: Int) -> Real:
    """Return the decrease of the Gini index by a cut, over known cases."""
    return (squares_of_sides(lower, totals) - sum_of_squares(totals)) / (
        np.float64(known) * PER_UNIT
    )


@inlined
def evaluate_few(
    first: Int, stop: Int, columns: Columns, coded: Coded, few: Ints, tabulated: bool, target: Ints,
    rows: Ints, part_rows: Ints, part_units: Ints, present: Ints, node_counts: Ints, whole: bool,
    here: Int, best_gain: float, only_gain: bool, settings: Settings, numbers: Numbers, room: Room,
    found: Found,
) -> Real:  # fmt: skip
    """Find the best cuts of the attributes first ... stop - 1, numeric with few values.

    From their tables ``few``, if these were filled; else (few cases) from a table of each column
    of its own. ``present`` are the classes of the node. Returns the best gain so far.
    """
    by_gain = settings.criterion == GAIN or settings.cut_by == BY_GAIN
    phi_table, scale, totals = numbers.table, numbers.scale, room.totals
    n_present = present.size
    for a in range(first, stop):
        j = columns.slot[a]
        n_values = columns.n_values[a]
        table = coded.small
        if tabulated:
            table = few[:, coded.few_start[j] : coded.few_start[j + 1]]
            unknown = value_weight(table, n_present, n_values)
        else:
            n_values = few_cases(
                columns.few, j, target, rows, part_rows, part_units, coded.class_place, n_present,
                coded.codes, coded.order, table,
            )  # fmt: skip
            unknown = ZERO
            if coded.codes[n_values - 1] == columns.n_values[a]:
                n_values -= 1
                unknown = value_weight(table, n_present, n_values)
        known = here - unknown
        for k in range(n_present):
            totals[k] = node_counts[present[k]]
            if unknown > 0:
                totals[k] -= table[k, n_values]
        least = least_weight(known, node_counts.size, settings)
        if known < 2 * least:
            continue
        base = base_of(totals[:n_present], known, numbers)
        sum_values(
            table, n_values, totals, n_present, whole, phi_table, scale, coded.weights, coded.scores
        )
        tries = ONE
        if by_gain:
            bar = base + np.int64(max(best_gain, 0.0) * scale) + numbers.margin
            s_best, position, below, tries = scan_values(
                coded.weights, coded.scores, n_values, known, least, bar, numbers.margin, phi_table,
                scale,
            )  # fmt: skip
        elif is_measured(settings):
            if settings.penalty != NO_PENALTY:
                tries = count_tries(coded.weights, n_values, known, least)
            charge = charge_for(tries, settings.penalty)
            aim = aim_at(settings.criterion, charge, base, scale, known, here)
            s_best, position, below = scan_values_measured(
                coded.weights, coded.scores, n_values, known, least, aim,
                lowest_value(settings.criterion), phi_table,
            )  # fmt: skip
        else:
            _as_evidence(table, n_present, n_values, room.evidence)
            position, below, tries = best_by_measure(
                room.evidence, n_values, known, unknown, totals[:n_present], least,
                settings.criterion, settings.cut_by, settings.penalty, room.lower[:n_present],
            )  # fmt: skip
            s_best = ZERO
            if position >= 0:
                s_best = coded.scores[position] - phi_of(below, phi_table, scale)
                s_best -= phi_of(known - below, phi_table, scale)
        if position < 0:
            continue
        gain = np.float64(s_best - base) / scale
        record_cut(
            found, np.int64(a), gain, below, known, here, position, tries, base,
            settings, phi_table, scale,
        )  # fmt: skip
        if not found.usable[a]:
            continue
        if settings.criterion == GINI:
            for k in range(n_present):
                room.lower[k] = 0
                for v in range(position + 1):
                    room.lower[k] += table[k, v]
            found.gini[a] = _gini_gain(room.lower[:n_present], totals[:n_present], known)
        above = position + 1
        while above < n_values - 1 and coded.weights[above] == 0:
            above += 1
        found.position[a] = position if tabulated else coded.codes[position]
        found.above[a] = above if tabulated else coded.codes[above]
        if only_gain:
            best_gain = max(best_gain, found.gain[a])
    return best_gain


@kernel
def _as_evidence(table: Ints, n_present: Int, n_values: Int, evidence: Ints) -> None:
    """Turn a table round: a row per value."""
    for v in range(n_values):
        for k in range(n_present):
            evidence[v, k] = table[k, v]
