"""Contextual intervals (Berzal et al., sections 4.3.1 to 4.3.3).

Neighbouring intervals are compared by their class distributions, and the clustering is interleaved
with the tree: every partition on the way is scored with the tree's own measure, the best is kept.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cutpoint.compiled import Int, Ints, Real, Reals, allocating, kernel
from cutpoint.cuts.blocks import bins_of, gathered
from cutpoint.cuts.merging import Intervals, begin, merge, next_pair, room_for
from cutpoint.cuts.options import NO_LIMIT, Options
from cutpoint.cuts.score import SAME, squares_over_weight, sum_phi, value, whole_of
from cutpoint.cuts.similarity import dissimilarity
from cutpoint.measures.codes import GINI
from cutpoint.measures.entropies import phi, phi_in, sum_phi_in

MOST_DIVISIONS = 256
"""Intervals after which the top-down search ends: each division looks at every value again."""


class Merging(NamedTuple):
    """Intervals that merge, and the order in which their cuts go."""

    intervals: Intervals
    classes: Reals  # class weights of all
    of_weight: Reals  # by interval: phi of its weight
    of_classes: Reals  # and the sum of phi of its class weights
    gone: Ints  # by the interval before a cut: how many cuts went before it


@allocating
def room_to_merge(counts: Reals) -> Merging:
    """Return room to merge as many intervals as counts has rows; it takes the counts over."""
    n, n_classes = counts.shape
    return Merging(
        room_for(counts), np.empty(n_classes), np.empty(n), np.empty(n), np.empty(n, dtype=np.int64)
    )


@allocating
def agglomerative(counts: Reals, unknown: Real, options: Options, phis: Reals, out: Ints) -> Int:
    """Merge from the bottom up; fill in the cuts of the best partition, return how many."""
    ends = bins_of(counts, options.bins)
    m = room_to_merge(gathered(counts, ends))
    n_cuts = merge_all(m, ends.size, unknown, options, phis, out)
    for k in range(n_cuts):
        out[k] = ends[out[k]]
    return n_cuts


@kernel
def merge_all(m: Merging, n: Int, unknown: Real, options: Options, phis: Reals, out: Ints) -> Int:
    """Merge the first n intervals; fill in after which the best partition cuts, return how often.

    Intervals below the minimum of cases are merged before all others, so that no partition that is
    scored has one: the paper leaves these "first stages" unscored. ``phis`` is phi of 0, 1, ...
    cases, as far as it goes.
    """
    s, least = m.intervals, options.min_cases
    begin(s, n, options.similarity, least, options)
    size = n
    while size > 1:
        i = next_pair(s)
        if s.rank[i] > 0:  # none is too small any more
            break
        m.gone[merge(s, i, options.similarity, least, options)] = n - size
        size -= 1
    for c in range(m.classes.size):
        m.classes[c] = 0.0
    by_squares = options.measure == GINI
    split: Real = 0.0
    joint: Real = 0.0
    squares: Real = 0.0
    i = 0
    while i >= 0:
        for c in range(m.classes.size):
            m.classes[c] += s.counts[i, c]
        m.of_weight[i] = phi_in(s.weight[i], phis)
        m.of_classes[i] = sum_phi_in(s.counts[i], phis)
        split += m.of_weight[i]
        joint += m.of_classes[i]
        if by_squares:
            squares += squares_over_weight(s.counts[i], s.weight[i])
        i = s.after[i]
    whole = whole_of(m.classes, unknown)
    best, best_size = -np.inf, 1
    while size > 1:
        if options.max_branches == NO_LIMIT or size <= options.max_branches:
            worth, gain = value(options.measure, whole, split, joint, squares)
            if gain > SAME and worth > best + SAME:
                best, best_size = worth, size
        i = next_pair(s)
        j = s.after[i]
        split -= m.of_weight[i] + m.of_weight[j]
        joint -= m.of_classes[i] + m.of_classes[j]
        if by_squares:
            squares -= squares_over_weight(s.counts[i], s.weight[i])
            squares -= squares_over_weight(s.counts[j], s.weight[j])
        m.gone[merge(s, i, options.similarity, least, options)] = n - size
        size -= 1
        m.of_weight[i] = phi_in(s.weight[i], phis)
        m.of_classes[i] = sum_phi_in(s.counts[i], phis)
        split += m.of_weight[i]
        joint += m.of_classes[i]
        if by_squares:
            squares += squares_over_weight(s.counts[i], s.weight[i])
    n_cuts = 0
    for i in range(n - 1):
        if m.gone[i] >= n - best_size:  # the last to go are those of the best partition
            out[n_cuts] = i
            n_cuts += 1
    return n_cuts


@allocating
def divisive(counts: Reals, unknown: Real, options: Options, out: Ints) -> Int:
    """Divide from the top down; fill in the cuts of the best partition, return how many.

    Each step makes the cut, of any interval, whose two sides are least alike.
    """
    ends = bins_of(counts, options.bins)
    rows = gathered(counts, ends)
    n = ends.size
    most = MOST_DIVISIONS
    if options.max_branches != NO_LIMIT:
        most = min(most, options.max_branches)
    first = np.zeros(most + 1, dtype=np.int64)  # of each interval
    last = np.zeros(most + 1, dtype=np.int64)
    cut = np.zeros(most + 1, dtype=np.int64)  # where it is divided best, -1 if nowhere
    unlike = np.zeros(most + 1)
    made = np.empty(most + 1, dtype=np.int64)
    sides = np.zeros((2, counts.shape[1]))
    last[0] = n - 1
    cut[0], unlike[0] = _divide(rows, 0, n - 1, options, sides)
    classes = sides[0] + sides[1]
    whole = whole_of(classes, unknown)
    split, joint = phi(classes.sum()), sum_phi(classes)
    squares = squares_over_weight(classes, classes.sum())
    best, best_cuts = -np.inf, 0
    size = 1
    while size < most:
        k = -1
        for i in range(size):
            if cut[i] >= 0 and (
                k < 0
                or unlike[i] > unlike[k] + SAME
                or (unlike[i] >= unlike[k] - SAME and first[i] < first[k])
            ):
                k = i
        if k < 0:
            break
        _fill_sides(rows, first[k], cut[k], last[k], sides)
        a, b = sides[0].sum(), sides[1].sum()
        split += phi(a) + phi(b) - phi(a + b)
        joint += sum_phi(sides[0]) + sum_phi(sides[1]) - sum_phi(sides[0] + sides[1])
        squares += squares_over_weight(sides[0], a) + squares_over_weight(sides[1], b)
        squares -= squares_over_weight(sides[0] + sides[1], a + b)
        made[size - 1] = cut[k]
        first[size], last[size], last[k] = cut[k] + 1, last[k], cut[k]
        for i in (k, size):
            cut[i], unlike[i] = _divide(rows, first[i], last[i], options, sides)
        size += 1
        worth, gain = value(options.measure, whole, split, joint, squares)
        if gain > SAME and worth > best + SAME:
            best, best_cuts = worth, size - 1
    kept = np.sort(made[:best_cuts])
    for k in range(best_cuts):
        out[k] = ends[kept[k]]
    return best_cuts


@kernel
def _fill_sides(rows: Reals, first: Int, cut: Int, last: Int, sides: Reals) -> None:
    """Fill in the class weights on both sides of a cut."""
    sides[:] = 0.0
    for i in range(first, last + 1):
        for c in range(rows.shape[1]):
            sides[0 if i <= cut else 1, c] += rows[i, c]


@allocating
def _divide(rows: Reals, first: Int, last: Int, options: Options, sides: Reals) -> tuple[Int, Real]:
    """Return the cut of an interval whose sides are least alike, the lowest of equals, and how."""
    _fill_sides(rows, first, first - 1, last, sides)
    found, most = -1, -np.inf
    below, above = 0.0, sides[1].sum()
    for i in range(first, last):
        for c in range(rows.shape[1]):
            sides[0, c] += rows[i, c]
            sides[1, c] -= rows[i, c]
            below += rows[i, c]
            above -= rows[i, c]
        if below >= options.min_cases and above >= options.min_cases:
            d = dissimilarity(options.similarity, options, sides[0], below, sides[1], above)
            if found < 0 or d > most + SAME:
                found, most = i, d
    return found, most
