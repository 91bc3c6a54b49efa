"""CAIM (Kurgan & Cios 2004): class-attribute interdependence, maximised greedily.

CAIM of a partition is the mean over its intervals of (cases of the majority class)^2 / cases. The
cut of greatest CAIM is added while that exceeds the last one, or there are fewer intervals than
classes.
"""

from __future__ import annotations

import numpy as np

from cutpoint.compiled import Int, Ints, Real, Reals, allocating

_SAME = 1e-12


@allocating
def caim(counts: Reals, out: Ints) -> Int:
    """Fill in the cuts; return how many."""
    n, k = counts.shape
    taken = np.zeros(n, dtype=np.bool_)
    classes = np.zeros(k)
    for i in range(n):
        for c in range(k):
            classes[c] += counts[i, c]
    n_classes: Int = 0
    for x in classes:
        n_classes += x > 0.0
    if n_classes < 2:
        return 0
    total = _term(classes, classes.sum())
    accepted = 0.0
    size = 1
    while size < n:
        cut, new_total = _best(counts, taken, total)
        if cut < 0:
            break
        value = new_total / (size + 1)
        if value <= accepted * (1.0 + _SAME) and size >= n_classes:
            break
        taken[cut] = True
        total, accepted = new_total, value
        size += 1
    n_cuts = 0
    for i in range(n):
        if taken[i]:
            out[n_cuts] = i
            n_cuts += 1
    return n_cuts


@allocating
def _term(counts: Reals, weight: Real) -> Real:
    """Return what an interval adds to the sum."""
    return counts.max() ** 2 / weight if weight > 0.0 else 0.0


@allocating
def _best(counts: Reals, taken: Reals, total: Real) -> tuple[Int, Real]:
    """Return the new cut that adds most, the lowest of equals, and the sum with it."""
    n, k = counts.shape
    found, best = -1, -np.inf
    below, above = np.zeros(k), np.zeros(k)
    first = 0
    while first < n:
        last = first
        above[:] = 0.0
        below[:] = 0.0
        while True:
            for c in range(k):
                above[c] += counts[last, c]
            if last == n - 1 or taken[last]:
                break
            last += 1
        weight = above.sum()
        others = total - _term(above, weight)
        left = 0.0
        for i in range(first, last):
            for c in range(k):
                below[c] += counts[i, c]
                above[c] -= counts[i, c]
                left += counts[i, c]
            with_cut = others + _term(below, left) + _term(above, weight - left)
            if found < 0 or with_cut > best * (1.0 + _SAME):
                found, best = i, with_cut
        first = last + 1
    return found, best
