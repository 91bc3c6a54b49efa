"""The best partition into at most k intervals, for any measure that adds up over intervals.

Dynamic programming from the right (Fulton, Kasif & Salzberg 1995; Elomaa & Rousu 1999): the least
cost of the values from i on in j intervals is the least, over the end of the first interval, of its
cost and that of the rest in j - 1. Where no minimum of cases binds, cuts between blocks of one
class suffice.
"""

from __future__ import annotations

import numpy as np

from cutpoint.compiled import Int, Ints, Real, Reals, allocating
from cutpoint.cuts.blocks import bins_of, boundary_blocks, gathered
from cutpoint.cuts.options import ENTROPY_COST, GINI_COST, NO_LIMIT, Options
from cutpoint.cuts.score import squares_over_weight, sum_phi
from cutpoint.measures.entropies import phi

_SAME = 1e-11


@allocating
def optimal(counts: Reals, options: Options, out: Ints) -> Int:
    """Fill in the cuts of the cheapest partition: the fewest, then the lowest. Return how many."""
    ends = boundary_blocks(counts) if options.min_cases <= 1.0 else np.arange(counts.shape[0])
    rows = gathered(counts, ends)
    if ends.size > options.max_blocks:
        ends_of_bins = bins_of(rows, options.max_blocks)
        rows = gathered(rows, ends_of_bins)
        ends = ends[ends_of_bins]
    n, k = rows.shape
    most = n if options.max_branches == NO_LIMIT else min(options.max_branches, n)
    least = np.full((most + 1, n + 1), np.inf)  # by intervals and first block
    end = np.zeros((most + 1, n + 1), dtype=np.int64)  # of the first interval
    least[0, n] = 0.0
    inside = np.zeros(k)
    cases = rows.sum()
    for i in range(n - 1, -1, -1):
        inside[:] = 0.0
        weight = 0.0
        for e in range(i, n):
            for c in range(k):
                inside[c] += rows[e, c]
                weight += rows[e, c]
            if weight < options.min_cases:
                continue
            cost = interval_cost(options.cost, inside, weight)
            for j in range(1, most + 1):
                total = cost + least[j - 1, e + 1]
                if total < least[j, i] - _SAME * cases:
                    least[j, i] = total
                    end[j, i] = e
    size = 1
    for j in range(2, most + 1):
        if least[j, 0] < least[size, 0] - _SAME * cases:
            size = j
    i = 0
    for j in range(size, 1, -1):
        out[size - j] = ends[end[j, i]]
        i = end[j, i] + 1
    return size - 1


@allocating
def interval_cost(cost: Int, counts: Reals, weight: Real) -> Real:
    """Return the cost of an interval: bits, cases times Gini index, or errors."""
    if cost == ENTROPY_COST:
        return phi(weight) - sum_phi(counts)
    if cost == GINI_COST:
        return weight - squares_over_weight(counts, weight)
    return weight - counts.max()
