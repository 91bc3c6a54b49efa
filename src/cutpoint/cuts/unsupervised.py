"""Cut values that do not look at the classes: equal width and k-means in one dimension.

These are cut *values*, anywhere between two of the column's; :func:`positions` says which two.
"""

from __future__ import annotations

import numpy as np

from cutpoint.compiled import Int, Ints, Reals, kernel

_MOST_ROUNDS = 300


@kernel
def equal_width(values: Reals, n_bins: Int, cuts: Reals) -> Int:
    """Fill in the borders of ``n_bins`` equal parts of the range; return how many.

    Bins may be empty. Of a range too narrow for so many numbers, those left are fewer.
    """
    if values.size < 2:
        return 0
    low, high = values[0], values[values.size - 1]
    n_cuts = 0
    for i in range(1, n_bins):
        # Not low + i (high - low) / n: the difference may be too large for a number.
        cut = low + i * (high / n_bins - low / n_bins)
        if low <= cut < high and (n_cuts == 0 or cut > cuts[n_cuts - 1]):
            cuts[n_cuts] = cut
            n_cuts += 1
    return n_cuts


@kernel
def k_means(values: Reals, weights: Reals, n_bins: Int, cuts: Reals) -> Int:
    """Fill in the borders between the clusters that Lloyd's iteration finds; return how many.

    It starts from the middles of equal-width bins, so nothing is random. In one dimension clusters
    are intervals: with running sums a round takes O(clusters x lg(values)).
    """
    n = values.size
    if n < 2:
        return 0
    middle = values[0] + 0.5 * (values[n - 1] / 1.0 - values[0])
    if not np.isfinite(middle):
        middle = 0.5 * values[0] + 0.5 * values[n - 1]
    sum_w, sum_x = np.zeros(n + 1), np.zeros(n + 1)
    for i in range(n):
        sum_w[i + 1] = sum_w[i] + weights[i]
        sum_x[i + 1] = sum_x[i] + weights[i] * (values[i] - middle)
    centres = np.empty(n_bins)
    step = values[n - 1] / n_bins - values[0] / n_bins
    for b in range(n_bins):
        centres[b] = values[0] + (b + 0.5) * step
    ends = np.full(n_bins, -1, dtype=np.int64)  # how many values lie in clusters up to this one
    for _ in range(_MOST_ROUNDS):
        changed = False
        for b in range(n_bins):
            end = n
            if b < n_bins - 1:
                end = np.searchsorted(values, 0.5 * centres[b] + 0.5 * centres[b + 1], side="right")
            changed |= end != ends[b]
            ends[b] = end
        if not changed:
            break
        begin = 0
        for b in range(n_bins):
            weight = sum_w[ends[b]] - sum_w[begin]
            if weight > 0.0:  # an empty cluster stays where it is
                centres[b] = middle + (sum_x[ends[b]] - sum_x[begin]) / weight
            begin = ends[b]
    n_cuts = 0
    before = -1
    for b in range(n_bins):
        if ends[b] > (ends[b - 1] if b > 0 else 0):  # not empty
            if before >= 0:
                cut = 0.5 * centres[before] + 0.5 * centres[b]
                at = ends[before]  # empty clusters in between had a border of their own
                cuts[n_cuts] = min(max(cut, values[at - 1]), values[at])
                if cuts[n_cuts] >= values[at]:
                    cuts[n_cuts] = values[at - 1]
                n_cuts += 1
            before = b
    return n_cuts


@kernel
def positions(values: Reals, cuts: Reals, n_cuts: Int, out: Ints, places: Reals) -> Int:
    """Turn cut values into positions: i is the last value not above the cut. Return how many.

    Of several cuts between the same two values the lowest stays, and cuts outside the values go:
    every branch holds a case, and each case is on the same side as before. ``places`` may be
    ``cuts``: it receives the cut values that stay.
    """
    n_kept = 0
    for k in range(n_cuts):
        i = np.searchsorted(values, cuts[k], side="right") - 1
        if 0 <= i < values.size - 1 and (n_kept == 0 or i > out[n_kept - 1]):
            out[n_kept] = i
            places[n_kept] = cuts[k]
            n_kept += 1
    return n_kept
