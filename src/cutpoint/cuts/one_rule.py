"""The intervals of a one-rule (Holte 1993).

An interval takes in the next value until its majority class has enough cases and the next value's
own majority is another class; then neighbours with the same majority become one. The last interval
may fall short. Of equal majorities the first class counts.
"""

from __future__ import annotations

import numpy as np

from cutpoint.compiled import Int, Ints, Real, Reals, allocating


@allocating
def one_rule(counts: Reals, min_majority: Real, out: Ints) -> Int:
    """Fill in the cuts between intervals of different majority; return how many."""
    n, k = counts.shape
    inside = np.zeros(k)
    n_cuts = 0
    majority_before: Int = -1
    started = 0
    for i in range(n):
        majority = np.argmax(inside)
        if i > 0 and inside[majority] >= min_majority and np.argmax(counts[i]) != majority:
            if started > 0 and majority != majority_before:
                out[n_cuts] = started - 1
                n_cuts += 1
            majority_before = majority
            started = i
            inside[:] = 0.0
        for c in range(k):
            inside[c] += counts[i, c]
    if started > 0 and np.argmax(inside) != majority_before:
        out[n_cuts] = started - 1
        n_cuts += 1
    return n_cuts
