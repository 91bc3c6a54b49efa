"""The cut that a threshold method chooses, from those parts of the score curve that matter.

For whole cases of two classes the curve need not be written down. A cut is a pair of counts, those
of the classes below it, and a measure that is bounded has a *quasi-convex* score: the pairs that
score at most v are a convex set, for every v that a score can have. The cuts inside a block of
entries lie in the rectangle of counts between its ends; none of them scores more than the best
corner. What is skipped for that reason changes no answer, and what is not is scored by the very
operations of ``cuts/curve.py``.

Quasi-convex are gain and Gini, which are convex, all measures that weigh gain against split
information (``measured.py`` says why), and those that are a convex function of the counts, or grow
with one: MPI = (sum_k a_k^2 / n_k - a^2 / n) / n for a_k of n_k cases below, a of n in all; the
Kolmogorov-Smirnov distance; and Pearson's statistic, by sum_k a_k^2 / (n_k a) on both sides.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutpoint.compiled import NO, ONE, YES, ZERO, Flag, Int, Ints, Real, Reals, kernel
from cutpoint.cuts.placement import midpoint
from cutpoint.cuts.spread import deviation_of
from cutpoint.cuts.thresholds import (
    AVERAGING,
    BOOTSTRAP,
    CLASSIC,
    MEDIAN,
    SMALL,
    SMOOTHING,
    greatest,
    smooth,
    smooth_part,
)
from cutpoint.grow.blocks import apart
from cutpoint.grow.fixed import BITS, CASE, UNIT_BITS
from cutpoint.grow.measured import Aim, aim_at, bar_for, tilted
from cutpoint.grow.scan import count_ones
from cutpoint.measures.codes import CONTRAST, DISTANCE, GINI, OWN
from cutpoint.measures.entropies import family_value, over_whole
from cutpoint.measures.value import value_of

BLOCK: Int = np.int64(32)
"""The entries of a block."""
FAILED: Int = np.int64(-1)
"""Instead of a cut: a score was not a number."""
NEAR = 1e-6
"""Scores so much below one that is reached are left out.

They could only matter through a chain of scores, each better by hardly more than ``SMALL``.
"""
_ROUNDING = 1e-14  # of the sums that a score is made of, relative to their terms


class Curve(NamedTuple):
    """The scores of the cuts of one column at one node. A cut is the number of entries below it."""

    code: int
    own: int  # the address of the user's measure; 0 if there is none
    by_information: bool
    entries: NDArray[Any]
    rank: Ints
    tied: bool
    class_shift: int
    row_mask: int
    n0: int  # entries of the first class
    n1: int
    first: int  # the lowest and the highest cut with enough cases on both sides
    last: int
    aim: Aim
    slack: float  # by how much rounding can make a bound too low
    whole: float  # phi of all entries
    classes: float  # the sum of phi over classes
    table: Ints  # phi of whole numbers, in units
    phis: Reals  # the same, in bits
    counts: Reals  # scratch: two branches by two classes
    before: Reals  # scratch: two classes
    ones: Ints  # the entries of the second class up to the end of each block


@kernel
def is_read(code: Int, method: Int, n_classes: Int) -> Flag:
    """Return whether a method chooses by curves like these, for whole cases.

    The contrast goes by values too; and every score of a user's measure must be a number, also
    where a method does not ask for any.
    """
    asks = code != OWN or method in (CLASSIC, SMOOTHING, AVERAGING)
    return n_classes == 2 and code != CONTRAST and method != BOOTSTRAP and asks


@kernel
def score_of(curve: Curve, c0: Int, c1: Int) -> Real:
    """Return the score of a cut with c0 and c1 cases of the two classes below it."""
    n0, n1 = curve.n0, curve.n1
    if not curve.by_information:
        counts = curve.counts
        counts[0, 0], counts[0, 1], counts[1, 0], counts[1, 1] = c0, c1, n0 - c0, n1 - c1
        return value_of(curve.code, curve.own, counts, curve.before)
    phis = curve.phis
    cells = phis[np.uint64(c0)] + phis[np.uint64(n0 - c0)]
    cells += phis[np.uint64(c1)] + phis[np.uint64(n1 - c1)]
    sides = phis[np.uint64(c0 + c1)] + phis[np.uint64(n0 + n1 - c0 - c1)]
    h_classes, h_branches, gain = over_whole(
        np.float64(n0 + n1), curve.whole, cells, sides, curve.classes
    )
    return family_value(curve.code, h_classes, h_branches, gain)


@kernel
def bar_over(curve: Curve, value: float) -> tuple[Real, Real]:
    """Return (bar, keep): only a cut that reaches above the bar can score above a value."""
    if curve.code == OWN or value == -np.inf or (value < 0.0 and curve.code != DISTANCE):
        return -np.inf, 1.0  # nothing is known, or every cut does
    if not curve.by_information:
        return value - curve.slack, 1.0
    bar, keep = bar_for(curve.aim, value)
    return bar - curve.slack, keep


@kernel
def reach(curve: Curve, c0: Int, c1: Int, keep: float) -> Real:
    """Return how far a cut reaches towards a bar: without a division where that is possible."""
    if curve.by_information:
        return tilted(c0, c1, curve.n0, curve.n1, keep, curve.table)
    return score_of(curve, c0, c1)


@kernel
def is_open(curve: Curve, b: Int, bar: float, keep: float) -> Flag:
    """Return whether a cut inside a block can reach above the bar."""
    end = min(BLOCK * (b + 1), curve.last)
    if end < curve.first:
        return False
    if bar == -np.inf:
        return True
    start = BLOCK * b
    c1, d1 = ones_before(curve, b), curve.ones[b]
    c0, d0 = start - c1, end - d1
    return (
        reach(curve, d0, d1, keep) > bar
        or reach(curve, c0, d1, keep) > bar
        or reach(curve, d0, c1, keep) > bar
        or reach(curve, c0, c1, keep) > bar
    )


@kernel
def ones_before(curve: Curve, b: Int) -> Int:
    """Return the entries of the second class before a block."""
    return curve.ones[b - 1] if b > 0 else ZERO


@kernel
def n_blocks(curve: Curve) -> Int:
    """Return the number of blocks up to the last cut."""
    return (curve.last + BLOCK - 1) // BLOCK


@kernel
def is_one(curve: Curve, i: Int) -> Int:
    """Return 1 for an entry of the second class, 0 for one of the first."""
    kind = curve.entries.dtype.type
    return np.int64((curve.entries[i] >> kind(curve.class_shift)) & kind(1))


@kernel
def is_cut(curve: Curve, p: Int) -> Flag:
    """Return whether two values are parted after so many entries."""
    return apart(curve.entries, p, curve.rank, curve.tied, curve.row_mask)


@kernel
def sum_ones(curve: Curve) -> None:
    """Fill in the entries of the second class up to the end of each block."""
    c1 = ZERO
    for b in range(n_blocks(curve)):
        c1 += count_ones(
            curve.entries[BLOCK * b : min(BLOCK * (b + 1), curve.last)], curve.class_shift
        )
        curve.ones[b] = c1


@kernel
def best_between_blocks(curve: Curve) -> tuple[Real, Int]:
    """Return (score, cut) of the best cut at the end of a block: it is hard to beat."""
    best, position = -np.inf, ZERO
    if curve.code == OWN:
        return best, position
    for b in range(n_blocks(curve)):
        p = min(BLOCK * (b + 1), curve.last)
        if p >= curve.first and is_cut(curve, p):
            score = score_of(curve, p - curve.ones[b], curve.ones[b])
            if score > best:
                best, position = score, p
    return best, position


@kernel
def best_cut(curve: Curve, floor: float) -> tuple[Real, Int]:
    """Return (score, cut) of the best cut above a floor, the first of equals; 0 for none."""
    by_information = curve.by_information
    bar, keep = bar_over(curve, floor)
    best, position = -np.inf, ZERO
    for b in range(n_blocks(curve)):
        if not is_open(curve, np.int64(b), bar, keep):
            continue
        c1 = ones_before(curve, np.int64(b))
        for i in range(BLOCK * b, min(BLOCK * (b + 1), curve.last)):
            p = np.int64(i + 1)
            c1 += is_one(curve, np.int64(i))
            if p < curve.first or (by_information and reach(curve, p - c1, c1, keep) <= bar):
                continue
            if not is_cut(curve, p):
                continue
            score = score_of(curve, p - c1, c1)
            if np.isnan(score):
                return score, FAILED
            if score > floor and (position == 0 or score > best + SMALL):
                best, position = score, p
                bar, keep = bar_over(curve, best)
    return best, position


@kernel
def first_above(curve: Curve, value: float) -> Int:
    """Return the lowest cut that scores above a value; 0 if there is none."""
    bar, keep = bar_over(curve, value)
    for b in range(n_blocks(curve)):
        if is_open(curve, np.int64(b), bar, keep):
            p = _above_in(curve, np.int64(b), value, bar, keep, YES)
            if p > 0:
                return p
    return ZERO


@kernel
def last_above(curve: Curve, value: float) -> Int:
    """Return the highest cut that scores above a value; 0 if there is none."""
    bar, keep = bar_over(curve, value)
    for b in range(n_blocks(curve) - 1, -1, -1):
        if is_open(curve, np.int64(b), bar, keep):
            p = _above_in(curve, np.int64(b), value, bar, keep, NO)
            if p > 0:
                return p
    return ZERO


@kernel
def _above_in(curve: Curve, b: Int, value: float, bar: float, keep: float, lowest: Flag) -> Int:
    """Return the lowest, or highest, cut of a block that scores above a value; 0 for none."""
    by_information = curve.by_information
    found = ZERO
    c1 = ones_before(curve, b)
    for i in range(BLOCK * b, min(BLOCK * (b + 1), curve.last)):
        p = np.int64(i + 1)
        c1 += is_one(curve, np.int64(i))
        if p < curve.first or (by_information and reach(curve, p - c1, c1, keep) <= bar):
            continue
        if is_cut(curve, p) and score_of(curve, p - c1, c1) > value:
            found = p
            if lowest:
                break
    return found


@kernel
def chosen_cut(
    method: Int, code: Int, own: Int, entries: NDArray[Any], rank: Ints, tied: Flag,
    class_shift: Int, row_mask: Int, n1: Int, least: Int, start: float, values: Reals, window: Int,
    width: float, table: Ints, scale: float, phis: Reals, counts: Reals, before: Reals, ones: Ints,
    scores: Reals, smoothed: Reals, opened: Ints,
) -> Int:  # fmt: skip
    """Return the cut that a method chooses, of entries ``n1`` of which are of the second class.

    0 if there is none, ``FAILED`` if a score is not a number. A column none of whose cuts scores
    above ``start`` is of no use, and may have none. ``least`` is the least weight on each side, in
    units; ``values`` are by case; what comes after ``phis`` is scratch. Bootstrap is not here.
    """
    size = np.int64(entries.size)
    n0, known = size - n1, size << UNIT_BITS
    by_information = code < GINI or code == DISTANCE
    slack = SMALL + _ROUNDING * size
    if by_information:
        slack = (BITS + _ROUNDING * phis[size]) * scale
    base = table[n0] + table[n1] - table[size]
    least_cases = max(ONE, (least + CASE - 1) >> UNIT_BITS)
    curve = Curve(
        code, own, by_information, entries, rank, tied, class_shift, row_mask, n0, n1,
        least_cases, size - least_cases, aim_at(code, 0.0, base, scale, known, known), slack,
        phis[size], phis[n0] + phis[n1], table, phis, counts, before, ones,
    )  # fmt: skip
    if curve.last < curve.first:
        return ZERO
    if method == MEDIAN:
        return _median(curve)
    sum_ones(curve)
    if method == SMOOTHING:
        if start > -np.inf and first_above(curve, start) == 0:
            return ZERO
        return _smoothest(curve, window, scores, smoothed, opened)
    top, _ = best_between_blocks(curve)
    score, best = best_cut(curve, max(start, top - NEAR))
    if best <= 0 or method != AVERAGING:
        return best
    _fill_counts(curve, best)
    bar = score - width * deviation_of(np.int64(curve.code), np.int64(curve.own), curve.counts)
    low, high = first_above(curve, bar), max(best, last_above(curve, bar))
    low = best if low == 0 else min(best, low)
    middle = midpoint(_value_at(curve, low, values), _value_at(curve, high, values))
    while high > low:
        p = (low + high + 1) // 2
        if values[_row(curve, p - 1)] <= middle:
            low = p
        else:
            high = p - 1
    return low


@kernel
def _row(curve: Curve, i: Int) -> Int:
    return np.uint64(curve.entries[i]) & np.uint64(curve.row_mask)


@kernel
def _value_at(curve: Curve, p: Int, values: Reals) -> Real:
    """Return the middle of the values that a cut parts."""
    return midpoint(values[_row(curve, p - 1)], values[_row(curve, p)])


@kernel
def _fill_counts(curve: Curve, p: Int) -> None:
    """Fill in the class counts on both sides of a cut."""
    c1 = count_ones(curve.entries[:p], curve.class_shift)
    counts = curve.counts
    counts[0, 0], counts[0, 1] = p - c1, c1
    counts[1, 0], counts[1, 1] = curve.n0 - (p - c1), curve.n1 - c1


@kernel
def _median(curve: Curve) -> Int:
    """Return the cut whose sides are closest in weight, the lower of equals."""
    size = np.int64(curve.entries.size)
    low: Int = min(max(size // 2, curve.first), curve.last)
    high = low + 1
    while low >= curve.first and not is_cut(curve, low):
        low -= 1
    while high <= curve.last and not is_cut(curve, high):
        high += 1
    if low < curve.first:
        return high if high <= curve.last else ZERO
    if high <= curve.last and abs(2 * high - size) < abs(2 * low - size):
        return high
    return low


@kernel
def _smoothest(curve: Curve, window: Int, scores: Reals, smoothed: Reals, opened: Ints) -> Int:
    """Return the cut where the moving average of the curve is greatest.

    An average is above a value only if one of its scores is: a window that touches no open block
    need not be looked at. Here every place from the first to the last is a cut.
    """
    if curve.tied:
        return _smoothest_of_all(curve, window, scores, smoothed, opened)
    first, half = curve.first, window // 2
    size = curve.last - first + 1
    floor = -np.inf
    _, top = best_between_blocks(curve)
    if top > 0:
        low, high = _blocks_around(curve, top, top, half)
        for b in range(low, high + 1):
            _fill_scores(curve, np.int64(b), scores)
        smooth_part(scores, size, window, top - first, top - first + 1, smoothed)
        floor = smoothed[top - first] - NEAR
    bar, keep = bar_over(curve, floor)
    for b in range(n_blocks(curve)):
        opened[b] = np.int64(is_open(curve, np.int64(b), bar, keep))
    best, position = -np.inf, ZERO
    filled = ZERO
    for b in range(n_blocks(curve)):
        start, end = max(BLOCK * b + 1, first), min(BLOCK * (b + 1), curve.last)
        if end < start:
            continue
        low, high = _blocks_around(curve, start, end, half)
        n_open = ZERO
        for near in range(low, high + 1):
            n_open += opened[near]
        if n_open == 0:
            continue
        for near in range(max(low, filled), high + 1):
            if not _fill_scores(curve, np.int64(near), scores):
                return FAILED
        filled = high + 1
        smooth_part(scores, size, window, start - first, end - first + 1, smoothed)
        for i in range(start - first, end - first + 1):
            if smoothed[i] > floor and (position == 0 or smoothed[i] > best + SMALL):
                best, position = smoothed[i], np.int64(i + first)
    return position


@kernel
def _blocks_around(curve: Curve, start: Int, end: Int, half: Int) -> tuple[Int, Int]:
    """Return the first and the last block that the windows of some cuts touch."""
    low, high = max(start - half, curve.first), min(end + half, curve.last)
    return (low - 1) // BLOCK, (high - 1) // BLOCK


@kernel
def _fill_scores(curve: Curve, b: Int, scores: Reals) -> Flag:
    """Fill in the scores of a block, the first cut's first; return whether all are numbers."""
    c1 = ones_before(curve, b)
    fine = True
    for i in range(BLOCK * b, min(BLOCK * (b + 1), curve.last)):
        p = np.int64(i + 1)
        c1 += is_one(curve, np.int64(i))
        if p >= curve.first:
            score = score_of(curve, p - c1, c1)
            scores[p - curve.first] = score
            fine = fine and not np.isnan(score)
    return fine


@kernel
def _smoothest_of_all(curve: Curve, window: Int, scores: Reals, smoothed: Reals, cuts: Ints) -> Int:
    """Do what :func:`_smoothest` does where equal values leave fewer cuts than places."""
    size, c1 = ZERO, ZERO
    for i in range(curve.last):
        p = np.int64(i + 1)
        c1 += is_one(curve, np.int64(i))
        if p >= curve.first and is_cut(curve, p):
            scores[size] = score_of(curve, p - c1, c1)
            if np.isnan(scores[size]):
                return FAILED
            cuts[size] = p
            size += 1
    smooth(scores, size, window, smoothed)
    best = greatest(smoothed, size)
    return cuts[best] if best >= 0 else ZERO
