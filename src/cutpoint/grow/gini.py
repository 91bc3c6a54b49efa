"""The best cut of sorted entries by the Gini index, for whole cases of two classes.

With c0 and c1 cases of the classes on a side of c, the Gini index of the side is 2 c0 c1 / c^2. A
cut is thus the better the less c0 c1 / c is, summed over both sides. That sum is concave in the
counts below the cut, so that in a block of entries no cut has less than the least corner of the
rectangle of its counts: blocks can be skipped as they are for gain.
"""

from __future__ import annotations

import numpy as np

from cutpoint.compiled import Flag, Int, Ints, Real, kernel
from cutpoint.grow.blocks import NO_CUT, apart
from cutpoint.grow.fixed import BITS, SMALL
from cutpoint.grow.scan import count_ones, score
from cutpoint.grow.settings import BY_MEASURE, GINI, Settings

_ROUNDING = 1e-14  # of the sum, relative to the number of cases


@kernel
def is_by_gini(settings: Settings) -> Flag:
    """Return whether cuts are chosen by the Gini index."""
    return settings.criterion == GINI and settings.cut_by == BY_MEASURE


@kernel
def squares_of_two(c0: Int, c1: Int, n0: Int, n1: Int) -> Real:
    """Return, for c0 and c1 of n0 and n1 cases below, the squared counts of sides over their sums.

    As ``squares_of_sides`` of ``evidence.py`` adds them up.
    """
    a0, a1 = np.float64(c0), np.float64(c1)
    b0, b1 = np.float64(n0 - c0), np.float64(n1 - c1)
    return (a0 * a0 + a1 * a1) / (a0 + a1) + (b0 * b0 + b1 * b1) / (b0 + b1)


@kernel
def is_below(c0: Int, c1: Int, n0: Int, n1: Int, limit: float) -> Flag:
    """Return whether the sum of c0 c1 / c over both sides is below a limit; no side, no term."""
    a0, a1 = np.float64(c0), np.float64(c1)
    b0, b1 = np.float64(n0 - c0), np.float64(n1 - c1)
    below, above = a0 + a1, b0 + b1
    if below == 0.0 or above == 0.0:
        return np.float64(n0) * np.float64(n1) < limit * (below + above)
    return a0 * a1 * above + b0 * b1 * below < limit * below * above


@kernel
def _limit_for(value: float, cases: Int, n0: Int, n1: Int) -> Real:
    """Return what the sum of c0 c1 / c must be below for a cut to be worth more than a value."""
    total = np.float64(n0 + n1)
    of_node = np.float64(n0) * np.float64(n1) / total
    return of_node - 0.5 * value * np.float64(cases) + _ROUNDING * total


@kernel
def scan_two_by_gini(
    entries: Ints, n0: Int, n1: Int, cases: Int, base: Int, least: Int, start: float, rank: Ints,
    tied: Flag, class_shift: Int, row_mask: Int, table: Ints, scale: float, ones: Ints,
) -> tuple[Real, Int]:  # fmt: skip
    """Return (value, cases below) of the best cut of whole cases of two classes.

    A cut must be worth more than ``start``, and gain something over ``base``. The value is the
    decrease of the index over the known cases, scaled by their share of ``cases``. ``ones`` is room
    for a number per block.
    """
    size = entries.size
    shift = entries.dtype.type(class_shift)
    one = entries.dtype.type(1)
    last = min(size - 1, size - least)  # a cut lies before entry i, 1 <= i <= last
    known = np.float64(size)
    share = known / np.float64(cases)
    of_node = (np.float64(n0) * np.float64(n0) + np.float64(n1) * np.float64(n1)) / known
    floor = start
    n_blocks = (max(last, np.int64(0)) + 31) // 32
    c1 = np.int64(0)
    for b in range(n_blocks):  # the best cut between two blocks is hard to beat
        end = min(32 * (b + 1), last)
        c1 += count_ones(entries[32 * b : end], class_shift)
        ones[b] = c1
        if end >= least and apart(entries, end, rank, tied, row_mask):
            value = share * ((squares_of_two(end - c1, c1, n0, n1) - of_node) / known)
            if value > BITS:  # so it gains something: at least 1 / ln 2 times the value, per case
                floor = max(floor, value - 2.0 * SMALL)
    best = start
    position = NO_CUT
    limit = _limit_for(floor, cases, n0, n1)
    c1 = np.int64(0)
    for b in range(n_blocks):
        i, end = np.int64(32 * b), min(np.int64(32 * (b + 1)), last)
        d1 = ones[b]
        c0, d0 = i - c1, end - d1
        if end >= least and (
            is_below(d0, d1, n0, n1, limit)
            or is_below(c0, d1, n0, n1, limit)
            or is_below(d0, c1, n0, n1, limit)
            or is_below(c0, c1, n0, n1, limit)
        ):
            a1 = c1
            for j in range(i, end):
                a1 += np.int64((entries[j] >> shift) & one)
                a0 = j + 1 - a1
                if j + 1 < least or not is_below(a0, a1, n0, n1, limit):
                    continue
                value = share * ((squares_of_two(a0, a1, n0, n1) - of_node) / known)
                if value <= best + SMALL or not apart(entries, j + 1, rank, tied, row_mask):
                    continue
                if np.float64(score(a0, a1, n0, n1, table) - base) > BITS * scale:
                    best = value
                    position = np.int64(j + 1)
                    limit = _limit_for(max(best, floor), cases, n0, n1)
        c1 = d1
    return best, position
