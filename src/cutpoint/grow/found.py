"""The best test of each attribute at a node, and the choice among them, for the exact learner."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cutpoint.compiled import ZERO, Flags, Int, Ints, Real, Reals, allocating, inlined, kernel
from cutpoint.data.coded import MOST_FEW
from cutpoint.data.sorted import NOMINAL, Columns
from cutpoint.grow.blocks import NO_CUT
from cutpoint.grow.evidence import (
    LEAST_INFO,
    NO_VALUE,
    lowest_value,
    sum_of_squares,
    value_of,
)
from cutpoint.grow.fixed import BITS, PER_UNIT, SMALL, least_units, phi_of, phi_real
from cutpoint.grow.groups import evaluate_groups
from cutpoint.grow.settings import (
    DISTANCE,
    FILTER,
    GAIN,
    GAIN_RATIO,
    GINI,
    GROUPS,
    NO_PENALTY,
    RANK,
    TWO_GROUPS,
    VALUES,
    Settings,
)
from cutpoint.grow.two_groups import find_two_groups

MANY_VALUES = 0.3
"""A nominal attribute with this fraction of the cases as values is left out of the average gain."""


class Found(NamedTuple):
    """The best test of each attribute at a node; weights in units, information in bits."""

    usable: Flags
    gain: Reals  # bits over the node, less the charge if it is ranked
    info: Reals  # split information, unknown being a branch
    split: Reals  # split information over known cases
    classes: Reals  # class information of known cases
    gini: Reals
    value: Reals  # under a measure that is none of these, over all cases
    known: Ints
    position: Ints  # sorted: entries below; few: last value below
    above: Ints  # few: first value above
    below: Ints  # weight below
    n_branches: Ints
    group_start: Ints
    group_of: Ints  # the branch of each nominal value, the attributes one after the other


class Numbers(NamedTuple):
    """phi of whole cases, its slopes, and the scale of both."""

    table: Ints
    slopes: Reals
    scale: float
    margin: int


class Room(NamedTuple):
    """Scratch that every node uses in turn."""

    totals: Ints
    lower: Ints
    exact: Ints
    exact_for: Ints
    part: Reals
    ones: Ints
    flagged: Ints
    present: Ints  # the classes of the node at hand
    sums: Ints
    upper: Reals
    evidence: Ints
    stops: Ints
    counts: Reals
    weights: Reals
    no_reals: Reals


@allocating
def new_found(columns: Columns) -> Found:
    """Return room for a test per attribute."""
    n = columns.kind.size
    start = np.zeros(n + 1, dtype=np.int64)
    for a in range(n):
        start[a + 1] = start[a]
        if columns.kind[a] == NOMINAL:
            start[a + 1] += columns.n_values[a]
    return Found(
        np.zeros(n, dtype=np.bool_), np.zeros(n), np.zeros(n), np.zeros(n), np.zeros(n),
        np.zeros(n), np.zeros(n), np.zeros(n, dtype=np.int64), np.zeros(n, dtype=np.int64),
        np.zeros(n, dtype=np.int64), np.zeros(n, dtype=np.int64), np.zeros(n, dtype=np.int64),
        start, np.zeros(start[n], dtype=np.int32),
    )  # fmt: skip


@allocating
def new_room(
    n_cases: Int, n_classes: Int, most_values: Int, by_evidence: bool, grouped: bool
) -> Room:
    """Return scratch for the largest node."""
    n_blocks = max(n_cases // 128 + 128 // 32, 1500 // 32, 200 // 16) + 4
    n_values = max(n_cases, np.int64(MOST_FEW)) if by_evidence else np.int64(0)
    n_groups = most_values + 1 if grouped else np.int64(0)
    return Room(
        np.zeros(n_classes, dtype=np.int64),
        np.zeros(n_classes, dtype=np.int64),
        np.zeros(n_classes, dtype=np.int64),
        np.zeros(n_classes, dtype=np.int64),
        np.zeros(n_classes),
        np.zeros(n_cases // 32 + 2, dtype=np.int64),
        np.zeros(128, dtype=np.int64),
        np.zeros(n_classes, dtype=np.int64),
        np.zeros((n_blocks, n_classes), dtype=np.int64),
        np.zeros((n_blocks, n_classes)),
        np.zeros((n_values, n_classes), dtype=np.int64),
        np.zeros(n_values, dtype=np.int64),
        np.zeros((n_groups, n_classes)),
        np.zeros(n_groups),
        np.zeros(0),
    )


@kernel
def base_of(totals: Ints, known: Int, numbers: Numbers) -> Int:
    """Return minus the class information of the known cases, in units of phi."""
    base = -phi_of(known, numbers.table, numbers.scale)
    for k in range(totals.size):
        base += phi_of(totals[k], numbers.table, numbers.scale)
    return base


@inlined
def evaluate_nominal(
    a: Int, table: Ints, n_present: Int, n_values: Int, here: Int, settings: Settings,
    numbers: Numbers, room: Room, weights: Ints, found: Found,
) -> None:  # fmt: skip
    """Find the test of a nominal attribute: a branch per value, groups of values, or two groups.

    ``table`` has a row per class that is present; ``weights`` is room for a number per value.
    """
    totals = room.totals[:n_present]
    known = _weigh(table, n_present, n_values, totals, weights)
    if known == 0:
        return
    base = base_of(totals, known, numbers)
    if settings.nominal != VALUES and n_values > 2:
        if settings.nominal == GROUPS:
            n_branches = _group(a, table, n_present, n_values, here, known, weights, settings,
                                room, found)  # fmt: skip
            examined = _groupings_examined(weights, n_values, n_branches)
        else:
            n_branches, examined = _divide(a, table, n_values, here, known, base, weights, totals,
                                           settings, numbers, found)  # fmt: skip
        if n_branches == 0:
            return
        if settings.charge_groups and settings.penalty != NO_PENALTY:
            charge = np.log2(examined)
            if settings.penalty == FILTER and found.gain[a] < charge:
                return
            found.gain[a] -= charge if settings.penalty == RANK else 0.0
            if found.gain[a] <= BITS:
                return
        sides, squares = _sides_of_groups(a, table, n_present, n_values, n_branches, room, found)
        if settings.nominal == TWO_GROUPS:
            found.info[a] = phi_real(here) - sides - phi_real(here - known)
    else:
        least = least_units(settings.min_cases)
        enough = ZERO
        for v in range(n_values):
            enough += np.int64(weights[v] >= least)
        if enough < 2:
            return
        s = np.int64(0)
        for k in range(n_present):
            for v in range(n_values):
                s += phi_of(table[k, v], numbers.table, numbers.scale)
        squares = 0.0
        all_sides = np.int64(0)
        for v in range(n_values):
            found.group_of[found.group_start[a] + v] = v
            all_sides += phi_of(weights[v], numbers.table, numbers.scale)
        s -= all_sides
        sides = np.float64(all_sides) / numbers.scale
        if settings.criterion == GINI:
            for v in range(n_values):
                squares += _squares_of(table, n_present, np.int64(v))
        n_branches = n_values
        found.gain[a] = np.float64(s - base) / numbers.scale
        found.info[a] = phi_real(here) - sides - phi_real(here - known)
        if found.gain[a] <= BITS:
            return
    found.usable[a] = True
    found.split[a] = phi_real(known) - sides
    found.classes[a] = -np.float64(base) / numbers.scale
    found.known[a] = known
    found.n_branches[a] = n_branches
    if settings.criterion == GINI:
        found.gini[a] = (squares - sum_of_squares(totals)) / (np.float64(known) * PER_UNIT)


@kernel
def _groupings_examined(weights: Ints, n_values: Int, n_branches: Int) -> Real:
    """Return how many groupings were compared: all pairs of groups at each step of merging."""
    present = ZERO
    for v in range(n_values):
        present += np.int64(weights[v] > 0)
    examined = 1.0
    for groups in range(n_branches, present + 1):
        examined += 0.5 * groups * (groups - 1)
    return examined


@kernel
def _weigh(table: Ints, n_present: Int, n_values: Int, totals: Ints, weights: Ints) -> Int:
    """Fill in the weights of the classes and of the values; return the sum over known values."""
    known = np.int64(0)
    for v in range(n_values):
        weights[v] = 0
    for k in range(n_present):
        total = np.int64(0)
        for v in range(n_values):
            weights[v] += table[k, v]
            total += table[k, v]
        totals[k] = total
        known += total
    return known


@kernel
def _squares_of(table: Ints, n_present: Int, v: Int) -> Real:
    """Return :func:`sum_of_squares` of the cases with a value."""
    total = 0.0
    squares = 0.0
    for k in range(n_present):
        n = np.float64(table[k, v]) * PER_UNIT
        total += n
        squares += n * n
    return squares / total if total > 0 else 0.0


@kernel
def _sides_of_groups(
    a: Int, table: Ints, n_present: Int, n_values: Int, n_branches: Int, room: Room, found: Found
) -> tuple[Real, Real]:
    """Return the sums over the groups of phi and of :func:`sum_of_squares`."""
    start = found.group_start[a]
    lower = room.lower[:n_present]
    sides, squares = 0.0, 0.0
    for b in range(n_branches):
        weight = np.int64(0)
        for k in range(n_present):
            lower[k] = 0
            for v in range(n_values):
                if found.group_of[start + v] == b:
                    lower[k] += table[k, v]
            weight += lower[k]
        sides += phi_real(weight)
        squares += sum_of_squares(lower)
    return sides, squares


@kernel
def _group(
    a: Int, table: Ints, n_present: Int, n_values: Int, here: Int, known: Int, value_weights: Ints,
    settings: Settings, room: Room, found: Found,
) -> Int:  # fmt: skip
    """Group the values of a table as C4.5 does; return the number of branches, 0 for no test.

    Gain and split information are C4.5's own, which leave out the values of hardly any weight.
    """
    start = found.group_start[a]
    counts, weights = room.counts, room.weights
    weights[0] = np.float64(here - known) * PER_UNIT
    for v in range(n_values):
        weights[v + 1] = np.float64(value_weights[v]) * PER_UNIT
        for k in range(counts.shape[1]):
            counts[v + 1, k] = np.float64(table[k, v]) * PER_UNIT if k < n_present else 0.0
    gain, info, n_branches, _ = evaluate_groups(
        counts, weights, n_values, np.float64(here) * PER_UNIT,
        np.float64(least_units(settings.min_cases)) * PER_UNIT,
        settings.criterion != GAIN, found.group_of[start : start + n_values],
        room.no_reals, np.float64,
    )  # fmt: skip
    cases = np.float64(here) * PER_UNIT
    found.gain[a] = gain * cases
    found.info[a] = info * cases
    return n_branches if gain * cases > BITS else np.int64(0)


@kernel
def _divide(
    a: Int, table: Ints, n_values: Int, here: Int, known: Int, base: Int, value_weights: Ints,
    totals: Ints, settings: Settings, numbers: Numbers, found: Found,
) -> tuple[Int, Real]:  # fmt: skip
    """Put the values of a table in two groups; return (branches, groupings examined)."""
    start = found.group_start[a]
    gain, examined = find_two_groups(
        table, value_weights, totals, n_values, known, here, base, settings, numbers.table,
        numbers.scale, found.group_of[start : start + n_values],
    )  # fmt: skip
    found.gain[a] = gain
    return np.int64(2 if gain > BITS else 0), np.float64(examined)


@inlined
def choose(
    columns: Columns, found: Found, here: Int, total_cases: float, settings: Settings
) -> Int:
    """Return the attribute with the best test, the first on ties; -1 if there is none."""
    cases = np.float64(here) * PER_UNIT
    bar = -np.inf
    if settings.criterion == GAIN_RATIO:
        counted = 0
        average = 0.0
        for a in range(columns.kind.size):
            many = (
                settings.leave_out_many_values
                and columns.kind[a] == NOMINAL
                and columns.n_values[a] >= MANY_VALUES * total_cases
            )
            if found.usable[a] and not many:
                counted += 1
                average += found.gain[a]
        if counted > 0:
            bar = average / counted - LEAST_INFO * cases
    best = NO_CUT
    best_value = lowest_value(settings.criterion)
    tolerance = BITS / cases if settings.criterion == GAIN else SMALL
    for a in range(columns.kind.size):
        if not found.usable[a] or found.gain[a] < bar:
            continue
        value = value_found(found, np.int64(a), here, settings)
        if value != NO_VALUE and value > best_value + tolerance:
            best_value = value
            best = np.int64(a)
    return best


@kernel
def value_found(found: Found, a: Int, here: Int, settings: Settings) -> Real:
    """Return the value of the test of an attribute at a node of ``here`` units."""
    if settings.criterion > GINI and settings.criterion != DISTANCE:
        return found.value[a]
    return value_of(
        settings.criterion, found.gain[a], found.info[a], found.split[a], found.classes[a],
        found.gini[a], np.float64(found.known[a]) * PER_UNIT, np.float64(here) * PER_UNIT,
    )  # fmt: skip
