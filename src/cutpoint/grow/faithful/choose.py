"""Choosing a node's test as C4.5 Release 8 does: evaluate every attribute, then take the best."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cutpoint.compiled import Flags, Int, Ints, Real, Reals, allocating, kernel
from cutpoint.cuts.release8 import best_cut, observed_cut
from cutpoint.data.ranked import NOMINAL, NUMERIC, Ranked
from cutpoint.grow.faithful.nominal import count_values, evaluate_values
from cutpoint.grow.faithful.sort import LOW, sort_items, sort_whole
from cutpoint.grow.groups import evaluate_groups
from cutpoint.measures.information import EPSILON, worth
from cutpoint.tree.partition import total_weight

GAP = 1e-5
"""C4.5 does not separate numbers that are no further apart."""
MANY_VALUES = 0.3
"""An attribute with this fraction of the cases as values is left out of the average gain."""


class Settings(NamedTuple):
    """What the growth depends on besides the cases.

    ``in_order`` follows C4.5's order of items, which only fractional weights can feel.
    """

    min_cases: float
    max_depth: Int
    gain_ratio: bool
    group_values: bool
    in_order: bool


class Scratch(NamedTuple):
    """Room that every node uses in turn."""

    counts: Reals  # by value (row 0: unknown) and class
    totals: Reals  # by value
    keys: Ints
    spare: Ints
    ranks: Ints
    classes: Ints
    weights: Reals
    gains: Reals
    lows: Reals
    positions: Ints


class Tests(NamedTuple):
    """The best test of each attribute at the node at hand."""

    gain: Reals
    info: Reals
    cut_rank: Ints
    n_branches: Ints
    group_start: Ints
    group_of: Ints  # the branch of each value, the attributes one after the other


@allocating
def new_scratch(cases: Ranked, n_cases: Int, in_order: bool, real: Real) -> Scratch:
    """Return room for the largest node and the attribute with the most values."""
    most = 1
    for a in range(cases.kind.size):
        most = max(most, cases.n_values[a])
    size = n_cases if cases.rank.shape[0] > 0 else 0
    return Scratch(
        np.zeros((most + 1, cases.n_classes), dtype=real),
        np.zeros(most + 1, dtype=real),
        np.empty(size, dtype=np.int64),
        np.empty(0 if in_order else size, dtype=np.int64),
        np.empty(size, dtype=np.int32),
        np.empty(size, dtype=np.int32),
        np.ones(size, dtype=real),
        np.empty(size, dtype=real),
        np.empty(size, dtype=real),
        np.empty(size, dtype=np.int32),
    )


@allocating
def new_tests(cases: Ranked, real: Real) -> Tests:
    """Return room for one test per attribute."""
    n_attributes = cases.kind.size
    start = np.zeros(n_attributes + 1, dtype=np.int64)
    for a in range(n_attributes):
        start[a + 1] = start[a] + cases.n_values[a]
    return Tests(
        np.zeros(n_attributes, dtype=real),
        np.zeros(n_attributes, dtype=real),
        np.zeros(n_attributes, dtype=np.int32),
        np.zeros(n_attributes, dtype=np.int32),
        start,
        np.zeros(start[n_attributes], dtype=np.int32),
    )


@kernel
def all_many_valued(cases: Ranked, total: Real) -> bool:
    """Return whether every attribute is nominal with so many values that none is left out."""
    for a in range(cases.kind.size):
        if cases.kind[a] == NUMERIC:
            return False
        if cases.kind[a] == NOMINAL and cases.n_values[a] < MANY_VALUES * np.float64(total):
            return False
    return True


@kernel
def evaluate(
    cases: Ranked, item: Ints, weight: Reals, first: Int, last: Int, here: Real, whole: bool,
    tested: Flags, min_cases: Real, settings: Settings, tests: Tests, scratch: Scratch,
    table: Reals, real: Real,
) -> Real:  # fmt: skip
    """Find the best test of every attribute for the items first ... last, of weight ``here``.

    Returns the minimum number of cases that holds from now on.
    """
    for a in range(cases.kind.size):
        tests.gain[a] = real(-EPSILON)
        tests.info[a] = real(0.0)
        if cases.kind[a] == NUMERIC:
            _evaluate_numeric(
                cases, a, item, weight, first, last, here, whole, min_cases, settings, tests,
                scratch, table, real,
            )  # fmt: skip
        elif cases.kind[a] == NOMINAL:
            n_values = cases.n_values[a]
            start = tests.group_start[a]
            group_of = tests.group_of[start : start + n_values]
            grouped = settings.group_values and n_values > 2
            if tested[a] and not grouped:
                continue
            count_values(
                item, weight, cases.target, cases.code[cases.slot[a]], first, last, n_values,
                scratch.counts, scratch.totals,
            )  # fmt: skip
            if grouped:
                gain, info, n_branches, gave_up = evaluate_groups(
                    scratch.counts, scratch.totals, n_values, here, min_cases,
                    settings.gain_ratio, group_of, table, real,
                )  # fmt: skip
                tests.gain[a], tests.info[a], tests.n_branches[a] = gain, info, n_branches
                if gave_up:  # C4.5 then forgets its minimum for good
                    min_cases = real(1.0)
            else:
                tests.gain[a], tests.info[a] = evaluate_values(
                    scratch.counts, scratch.totals, n_values, here, min_cases, table, real
                )
                tests.n_branches[a] = n_values
                for v in range(n_values):
                    group_of[v] = v
    return min_cases


@kernel
def _evaluate_numeric(
    cases: Ranked, a: Int, item: Ints, weight: Reals, first: Int, last: Int, here: Real,
    whole: bool, min_cases: Real, settings: Settings, tests: Tests, scratch: Scratch,
    table: Reals, real: Real,
) -> None:  # fmt: skip
    s = cases.slot[a]
    rank = cases.rank[s]
    values = cases.distinct[cases.distinct_start[s] : cases.distinct_start[s + 1]]
    ranks, classes, weights = scratch.ranks, scratch.classes, scratch.weights
    unknown = real(0.0)
    if settings.in_order:
        # Earlier attributes have moved the items, so the sum may differ in its last place.
        here = total_weight(item, weight, first, last, whole, real)
        by_class = scratch.counts[0]
        by_class[:] = 0
        place = first
        for i in range(first, last + 1):
            case = item[i]
            if rank[case] < 0:
                by_class[cases.target[case]] += weight[case]
                item[i] = item[place]
                item[place] = case
                place += 1
        for c in range(cases.n_classes):
            unknown = real(unknown + by_class[c])
        first = place
    known = real(here - unknown)
    if known < 2 * min_cases:
        return
    size = last - first + 1
    if settings.in_order:
        sort_items(item, rank, first, last, scratch.keys)
        for i in range(size):
            case = item[first + i]
            ranks[i] = rank[case]
            classes[i] = cases.target[case]
            weights[i] = weight[case]
    else:
        keys = scratch.keys
        sort_whole(item, rank, cases.target, first, last, values.size, keys, scratch.spare)
        for i in range(size):
            ranks[i] = keys[i] >> 32
            classes[i] = keys[i] & LOW

    gain, info, position = best_cut(
        ranks, classes, weights, size, values, cases.n_classes, unknown, known, here, min_cases,
        GAP, scratch.gains, scratch.lows, scratch.positions, table, real,
    )  # fmt: skip
    if position < 0:
        return
    tests.gain[a], tests.info[a], tests.n_branches[a] = gain, info, 2
    cut = observed_cut(values, ranks[position], ranks[position + 1])
    # The middle of two neighbouring numbers can be the upper one. C4.5 then cuts above it; never
    # above everything, or the node would be its own child.
    if cut >= ranks[size - 1]:
        cut = ranks[position]
    tests.cut_rank[a] = cut


@kernel
def choose(
    cases: Ranked, tests: Tests, total: Real, multi_valued: bool, settings: Settings, real: Real
) -> Int:
    """Return the attribute with the best test, the first on ties, or -1.

    With the gain ratio only tests of at least average gain compete.
    """
    possible = 0
    average = real(0.0)
    for a in range(cases.kind.size):
        if np.float64(tests.gain[a]) > -EPSILON and (
            multi_valued or cases.n_values[a] < MANY_VALUES * np.float64(total)
        ):
            possible += 1
            average = real(average + tests.gain[a])
    # If none counts, C4.5 takes no test at all.
    average = real(average / real(possible)) if possible > 0 else real(1e6)
    best = -1
    best_worth = real(-EPSILON)
    for a in range(cases.kind.size):
        if np.float64(tests.gain[a]) > -EPSILON:
            its_worth = worth(tests.info[a], tests.gain[a], average, settings.gain_ratio, real)
            if its_worth > best_worth:
                best_worth = its_worth
                best = a
    return best
