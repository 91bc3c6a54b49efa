"""Contextual intervals (Berzal et al., sections 4.3.1 to 4.3.3).

Neighbouring intervals are compared by their class distributions, and the clustering is interleaved
with the tree: every partition on the way is scored with the tree's own measure, the best is kept.
"""

from __future__ import annotations

import numpy as np

from cutpoint.compiled import Int, Ints, Real, Reals, allocating, kernel
from cutpoint.cuts.blocks import bins_of, gathered
from cutpoint.cuts.merging import merge, next_pair, start
from cutpoint.cuts.options import NO_LIMIT, Options
from cutpoint.cuts.score import SAME, squares_over_weight, sum_phi, value
from cutpoint.cuts.similarity import dissimilarity
from cutpoint.measures.entropies import phi

MOST_DIVISIONS = 256
"""Intervals after which the top-down search ends: each division looks at every value again."""


@allocating
def agglomerative(counts: Reals, unknown: Real, options: Options, out: Ints) -> Int:
    """Merge from the bottom up; fill in the cuts of the best partition, return how many.

    Intervals below the minimum of cases are merged before all others, so that no partition that is
    scored has one: the paper leaves these "first stages" unscored.
    """
    ends = bins_of(counts, options.bins)
    s = start(gathered(counts, ends), options.similarity, options.min_cases, options)
    n = ends.size
    classes = np.zeros(counts.shape[1])
    split, joint, squares = 0.0, 0.0, 0.0
    n_small: Int = 0
    for i in range(n):
        classes += s.counts[i]
        split += phi(s.weight[i])
        joint += sum_phi(s.counts[i])
        squares += squares_over_weight(s.counts[i], s.weight[i])
        n_small += s.weight[i] < options.min_cases
    gone = np.empty(n, dtype=np.int64)  # the cuts in the order in which they go
    best, best_size = -np.inf, 1
    size = n
    while size > 1:
        if n_small == 0 and (options.max_branches == NO_LIMIT or size <= options.max_branches):
            worth, gain = value(options.measure, classes, split, joint, squares, unknown)
            if gain > SAME and worth > best + SAME:
                best, best_size = worth, size
        i = next_pair(s)
        j = s.after[i]
        split -= phi(s.weight[i]) + phi(s.weight[j])
        joint -= sum_phi(s.counts[i]) + sum_phi(s.counts[j])
        squares -= squares_over_weight(s.counts[i], s.weight[i])
        squares -= squares_over_weight(s.counts[j], s.weight[j])
        n_small -= s.weight[i] < options.min_cases
        n_small -= s.weight[j] < options.min_cases
        gone[n - size] = merge(s, i, options.similarity, options.min_cases, options)
        size -= 1
        split += phi(s.weight[i])
        joint += sum_phi(s.counts[i])
        squares += squares_over_weight(s.counts[i], s.weight[i])
        n_small += s.weight[i] < options.min_cases
    kept = np.sort(gone[n - best_size : n - 1])  # the last to go are those of the best partition
    for k in range(kept.size):
        out[k] = ends[kept[k]]
    return kept.size


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
        worth, gain = value(options.measure, classes, split, joint, squares, unknown)
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
