"""Zeta: the accuracy when every interval predicts a different class (Ho & Scott 1997).

Two classes: the one cut of greatest zeta. More: each class in turn against all the others, the best
pair of cut and class is kept, the class is put aside, and the search goes on over the whole range
until two classes remain. A cut that is found again is the same cut.
"""

from __future__ import annotations

import numpy as np

from cutpoint.compiled import Int, Ints, Reals, allocating

_SAME = 1e-12


@allocating
def zeta(counts: Reals, out: Ints) -> Int:
    """Fill in the cuts, at most one fewer than classes; return how many."""
    n, k = counts.shape
    classes = np.zeros(k)
    for i in range(n):
        for c in range(k):
            classes[c] += counts[i, c]
    here = classes > 0.0
    taken = np.zeros(n, dtype=np.bool_)
    remaining = here.sum()
    while remaining > 1 and n > 1:
        cut, c = _best(counts, classes, here)
        taken[cut] = True
        here[c] = False
        remaining -= 2 if remaining == 2 else 1
    n_cuts = 0
    for i in range(n - 1):
        if taken[i]:
            out[n_cuts] = i
            n_cuts += 1
    return n_cuts


@allocating
def _best(counts: Reals, classes: Reals, here: Ints) -> tuple[Int, Int]:
    """Return the cut and the class of greatest zeta, the first of equals, of the classes here."""
    n, k = counts.shape
    below = np.zeros(k)
    cases = 0.0
    for c in range(k):
        if here[c]:
            cases += classes[c]
    left = 0.0
    best, cut, which = -np.inf, 0, 0
    for i in range(n - 1):
        for c in range(k):
            if here[c]:
                below[c] += counts[i, c]
                left += counts[i, c]
        for c in range(k):
            if here[c]:
                # c on the left and the others on the right; or the other way round
                right = cases - left - (classes[c] - below[c]) + below[c]
                hits = max(right, cases - right)
                if hits > best + _SAME * cases:
                    best, cut, which = hits, i, c
    return cut, which
