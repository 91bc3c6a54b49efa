"""Cut values that do not look at the classes: equal width and k-means in one dimension.

These are cut *values*, anywhere between two of the column's; :func:`positions` says which two.
"""

from __future__ import annotations

import numpy as np

from cutpoint.compiled import Flag, Int, Ints, Real, Reals, allocating, kernel

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


@allocating
def k_means(values: Reals, weights: Reals, n_bins: Int, cuts: Reals) -> Int:
    """Fill in the borders between the clusters that Lloyd's iteration finds; return how many.

    It starts from the middles of equal-width bins, so nothing is random; a cluster that comes out
    empty moves to the value that is farthest from its own centre. In one dimension clusters are
    intervals: with running sums a round takes O(clusters x lg(values)).
    """
    n = values.size
    n_bins = min(n_bins, n)
    if n_bins < 2:
        return 0
    middle = 0.5 * values[0] + 0.5 * values[n - 1]
    sum_w, sum_x = np.zeros(n + 1), np.zeros(n + 1)
    for i in range(n):
        sum_w[i + 1] = sum_w[i] + weights[i]
        sum_x[i + 1] = sum_x[i] + weights[i] * (values[i] - middle)
    centres = np.empty(n_bins)
    for b in range(n_bins):
        centres[b] = values[0] + (b + 0.5) * (values[n - 1] / n_bins - values[0] / n_bins)
    ends = np.full(n_bins, -1, dtype=np.int64)  # how many values lie in clusters up to this one
    for _ in range(_MOST_ROUNDS):
        changed, empty = _assign(values, centres, ends)
        if empty >= 0:
            centres[empty] = _farthest(values, centres, ends)
            centres.sort()
            continue
        if not changed:
            break
        begin = 0
        for b in range(n_bins):
            weight = sum_w[ends[b]] - sum_w[begin]
            centres[b] = middle + (sum_x[ends[b]] - sum_x[begin]) / weight
            begin = ends[b]
    n_cuts = 0
    for b in range(n_bins - 1):
        if 0 < ends[b] < n and (n_cuts == 0 or ends[b] > ends[b - 1]):
            cut = 0.5 * centres[b] + 0.5 * centres[b + 1]
            below, above = values[ends[b] - 1], values[ends[b]]
            cuts[n_cuts] = cut if below <= cut < above else below
            n_cuts += 1
    return n_cuts


@allocating
def _assign(values: Reals, centres: Reals, ends: Ints) -> tuple[Flag, Int]:
    """Find the cluster of each value; return whether any changed, and a cluster that is empty."""
    changed, empty, begin = False, -1, 0
    for b in range(centres.size):
        end = values.size
        if b < centres.size - 1:
            end = np.searchsorted(values, 0.5 * centres[b] + 0.5 * centres[b + 1], side="right")
        changed |= end != ends[b]
        if end == begin:
            empty = b
        ends[b] = end
        begin = end
    return changed, empty


@kernel
def _farthest(values: Reals, centres: Reals, ends: Ints) -> Real:
    """Return the value that is farthest from the centre of its cluster."""
    far, most, begin = values[0], -1.0, 0
    for b in range(centres.size):
        for i in range(begin, ends[b]):
            if abs(values[i] - centres[b]) > most:
                far, most = values[i], abs(values[i] - centres[b])
        begin = ends[b]
    return far


@allocating
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
