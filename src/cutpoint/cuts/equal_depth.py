"""Equal-depth intervals: as many cases in each as equal values, never separated, allow.

A cut is possible only where the value changes. Where the running weight first reaches its target
(what remains, by the bins that remain), the cut is here, or one value earlier if that was nearer,
and the surplus is carried on. This is the rule of Weka's filter, exactly.
"""

from __future__ import annotations

from cutpoint.compiled import Int, Ints, Reals, allocating


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
