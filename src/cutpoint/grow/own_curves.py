"""The best cut by a measure of the user's own, a function that is dear to call.

Whatever a scan holds has to be put aside at every call, so these take no more than they need.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutpoint.compiled import ZERO, Flag, Int, Ints, Real, Reals, kernel
from cutpoint.cuts.thresholds import SMALL
from cutpoint.grow.blocks import apart
from cutpoint.grow.curves import BLOCK, FAILED, NEAR, just_below
from cutpoint.grow.scan import count_ones
from cutpoint.measures.address import call_address

WIDE: Int = np.int64(4 * BLOCK)
"""The entries of a wide block."""


@kernel
def best_by_own(
    entries: NDArray[Any], rank: Ints, tied: Flag, class_shift: Int, row_mask: Int, own: Int,
    n0: Int, n1: Int, first: Int, last: Int, before: Reals, counts: Reals,
) -> tuple[Real, Int]:  # fmt: skip
    """Do what ``best_cut`` does by a measure of which nothing is known: no cut can be skipped."""
    shift, one = entries.dtype.type(class_shift), entries.dtype.type(1)
    best, position = -np.inf, ZERO
    c1 = ZERO
    for i in range(last):
        p = np.int64(i + 1)
        c1 += np.int64((entries[i] >> shift) & one)
        if p < first or not apart(entries, p, rank, tied, row_mask):
            continue
        score = _ask(own, before, counts, p - c1, c1, n0, n1)
        if np.isnan(score):
            return score, FAILED
        if score > -np.inf and (position == 0 or score > best + SMALL):
            best, position = score, p
    return best, position


@kernel
def best_by_convex_own(
    entries: NDArray[Any], rank: Ints, tied: Flag, class_shift: Int, row_mask: Int, own: Int,
    n0: Int, n1: Int, first: Int, last: Int, start: float, slack: float, before: Reals,
    counts: Reals, ones: Ints, ends: Reals,
) -> tuple[Real, Int]:  # fmt: skip
    """Do what ``best_cut`` does by a measure that is quasi-convex.

    To ask the function is dear, so wide blocks are looked at first, and blocks only in those that
    are open. ``ones`` and ``ends`` hold the second class and the score up to the end of each wide
    block, then those of the blocks in one of them: the end of one is a corner of the next.
    """
    shift, one = entries.dtype.type(class_shift), entries.dtype.type(1)
    n_wide = (last + WIDE - 1) // WIDE
    floor = start
    c1 = ZERO
    for w in range(n_wide):
        end = min(WIDE * (w + 1), last)
        c1 += count_ones(entries[WIDE * w : end], class_shift)
        ones[w], ends[w] = c1, _ask(own, before, counts, end - c1, c1, n0, n1)
        if end >= first and ends[w] - NEAR > floor and apart(entries, end, rank, tied, row_mask):
            floor = ends[w] - NEAR
    bar = just_below(floor, slack)
    best, position = -np.inf, ZERO
    at_start = _ask(own, before, counts, ZERO, ZERO, n0, n1)
    c1 = ZERO
    for w in range(n_wide):
        begin, stop, d1 = WIDE * w, min(WIDE * (w + 1), last), ones[w]
        if stop < first or (
            n_wide > 1
            and at_start <= bar
            and ends[w] <= bar
            and _ask(own, before, counts, begin - c1, d1, n0, n1) <= bar
            and _ask(own, before, counts, stop - d1, c1, n0, n1) <= bar
        ):
            at_start, c1 = ends[w], d1
            continue
        a1 = c1
        for b in range((stop - begin + BLOCK - 1) // BLOCK):
            i, end = begin + BLOCK * b, min(begin + BLOCK * (b + 1), stop)
            a1 += count_ones(entries[i:end], class_shift)
            ones[n_wide + b], ends[n_wide + b] = a1, ends[w]
            if end < stop:
                score = _ask(own, before, counts, end - a1, a1, n0, n1)
                ends[n_wide + b] = score
                if (
                    end >= first
                    and score - NEAR > floor
                    and apart(entries, end, rank, tied, row_mask)
                ):
                    floor = score - NEAR
                    bar = just_below(max(floor, best), slack)
        for b in range((stop - begin + BLOCK - 1) // BLOCK):
            i, end = begin + BLOCK * b, min(begin + BLOCK * (b + 1), stop)
            a1, at_end = ones[n_wide + b], ends[n_wide + b]
            if end >= first and not (  # where a side is empty, the measure may be NaN
                at_start <= bar
                and at_end <= bar
                and _ask(own, before, counts, i - c1, a1, n0, n1) <= bar
                and _ask(own, before, counts, end - a1, c1, n0, n1) <= bar
            ):
                for j in range(i, end):
                    p = np.int64(j + 1)
                    c1 += np.int64((entries[j] >> shift) & one)
                    if p < first or not apart(entries, p, rank, tied, row_mask):
                        continue
                    score = _ask(own, before, counts, p - c1, c1, n0, n1) if p < end else at_end
                    if np.isnan(score):
                        return score, FAILED
                    if score > floor and (position == 0 or score > best + SMALL):
                        best, position = score, p
                        bar = just_below(best, slack)
            at_start, c1 = at_end, a1
    return best, position


@kernel
def _ask(own: Int, before: Reals, counts: Reals, c0: Int, c1: Int, n0: Int, n1: Int) -> Real:
    """Return what a measure of the user's says of c0 and c1 of n0 and n1 cases below a cut."""
    counts[0, 0], counts[0, 1], counts[1, 0], counts[1, 1] = c0, c1, n0 - c0, n1 - c1
    return call_address(own, before, counts)
