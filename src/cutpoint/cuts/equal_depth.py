"""Equal-depth intervals: as many cases in each as equal values, never separated, allow.

A cut is possible only where the value changes. Where the running weight first reaches its target
(what remains, by the bins that remain), the cut is here, or one value earlier if that was nearer,
and the surplus is carried on. This is the rule of Weka's filter, exactly.
"""

from __future__ import annotations

import numpy as np

from cutpoint.compiled import Int, Ints, Reals, allocating, kernel


@allocating
def equal_depth(weights: Reals, n_bins: Int, out: Ints) -> Int:
    """Fill in the cuts that make ``n_bins`` intervals of equal weight; return how many.

    ``weights`` are those of the distinct values; cut i lies between values i and i + 1.
    """
    n_cuts = 0
    left = weights.sum()
    target = left / n_bins
    running, before, before_at = 0.0, 0.0, -1
    for i in range(weights.size - 1):
        if n_cuts >= n_bins - 1:
            return n_cuts
        running += weights[i]
        left -= weights[i]
        if running >= target:
            if before_at >= 0 and target - before < running - target:
                out[n_cuts] = before_at
                running -= before
                before, before_at = running, i
            else:
                out[n_cuts] = i
                running, before, before_at = 0.0, 0.0, -1
            n_cuts += 1
            target = (left + running) / (n_bins - n_cuts)
        else:
            before, before_at = running, i
    if n_cuts < n_bins - 1 and before_at >= 0:
        out[n_cuts] = before_at
        n_cuts += 1
    return n_cuts


@kernel
def equal_depth_of_cases(upto: Ints, n_bins: Int, out: Ints) -> Int:
    """Do as :func:`equal_depth` does, for whole cases, without looking at every value.

    ``upto`` are the cases up to each distinct value, inclusive. As every value has one, the target
    cannot lie further ahead than the cases that it takes.
    """
    n_cuts = 0
    last = upto.size - 1
    cases = upto[last]
    target = cases / n_bins
    base: Int = 0  # the cases of intervals that are closed
    before_at = -1  # the last value below the target, if there is one
    i = 0
    while i < last and n_cuts < n_bins - 1:
        at = _first_to_reach(upto, i, last, base + np.int64(np.ceil(target)))
        if at > i:
            before_at = at - 1
        if at == last:
            break
        running = upto[at] - base
        if before_at >= 0 and target - (upto[before_at] - base) < running - target:
            out[n_cuts] = before_at
            base, before_at = upto[before_at], at
        else:
            out[n_cuts] = at
            base, before_at = upto[at], -1
        n_cuts += 1
        target = (cases - base) / (n_bins - n_cuts)
        i = at + 1
    if n_cuts < n_bins - 1 and before_at >= 0:
        out[n_cuts] = before_at
        n_cuts += 1
    return n_cuts


@kernel
def _first_to_reach(upto: Ints, first: Int, stop: Int, aim: Int) -> Int:
    """Return the first position from ``first`` on with at least ``aim`` cases, ``stop`` if none."""
    high = min(first + max(aim - upto[first], 0), stop)
    if high == first or upto[high - 1] < aim:  # so it is where each value has one case
        return high
    low = first
    while low < high:
        middle = (low + high) // 2
        if upto[middle] < aim:
            low = middle + 1
        else:
            high = middle
    return low
