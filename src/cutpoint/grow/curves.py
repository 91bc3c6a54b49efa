"""The score curve of a column at a node, of which only those parts are looked at that matter.

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
from cutpoint.cuts.thresholds import AVERAGING, CLASSIC, SMALL, SMOOTHING
from cutpoint.grow.blocks import apart
from cutpoint.grow.fixed import BITS, CASE, UNIT_BITS
from cutpoint.grow.measured import Aim, bar_for, tilted
from cutpoint.grow.scan import count_ones
from cutpoint.measures.address import call_address
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


class Totals(NamedTuple):
    """What the score of a cut of whole cases of two classes depends on, besides the cut."""

    code: int
    own: int  # the address of the user's measure; 0 if there is none
    bounded: bool  # whether the score is quasi-convex: of a user's measure, whether they say so
    by_information: bool
    n0: int  # cases of the first class
    n1: int
    first: int  # the least and the most cases below a cut
    last: int
    slack: float  # by how much rounding can make a bound too low
    base: int  # minus the class information, in units
    scale: float  # units in a bit
    whole: float  # phi of all cases
    classes: Real  # the sum of phi over classes


class Tables(NamedTuple):
    """What scores are looked up in and computed with."""

    units: Ints  # phi of whole numbers, in units
    phis: Reals  # the same, in bits
    counts: Reals  # scratch: two branches by two classes
    before: Reals  # the cases of the classes, for the user's measure


class Curve(NamedTuple):
    """The scores of the cuts of one column at one node. A cut is the number of entries below it."""

    totals: Totals
    tables: Tables
    entries: NDArray[Any]
    rank: Ints
    tied: Flag
    class_shift: int
    row_mask: int
    ones: Ints  # the entries of the second class up to the end of each block


@kernel
def is_read(code: Int, method: Int, n_classes: Int) -> Flag:
    """Return whether a method chooses by curves like these, for whole cases.

    The contrast goes by values too; and every score of a user's measure must be a number, also
    where a method does not ask for any.
    """
    asks = code != OWN or method in (CLASSIC, SMOOTHING, AVERAGING)
    return n_classes == 2 and code != CONTRAST and asks


@kernel
def totals_of(
    code: Int, own: Int, convex: bool, n0: Int, n1: Int, least: Int, scale: float, tables: Tables
) -> Totals:
    """Return the totals of n0 and n1 cases; ``least`` is the least weight on a side, in units.

    ``convex`` says what is known of the user's measure.
    """
    size = n0 + n1
    by_information = code < GINI or code == DISTANCE
    slack = SMALL + _ROUNDING * size
    if by_information:
        slack = (BITS + _ROUNDING * tables.phis[size]) * scale
    base = tables.units[n0] + tables.units[n1] - tables.units[size]
    least_cases = max(ONE, (least + CASE - 1) >> UNIT_BITS)
    return Totals(
        code, own, code != OWN or convex, by_information, n0, n1, least_cases, size - least_cases,
        slack, base, scale, tables.phis[size], tables.phis[n0] + tables.phis[n1],
    )  # fmt: skip


@kernel
def information_score(
    code: Int, n0: Int, n1: Int, whole: float, classes: float, phis: Reals, c0: Int, c1: Int
) -> Real:
    """Return the score of a cut by a measure of the information family, from totals' fields."""
    cells = phis[np.uint64(c0)] + phis[np.uint64(n0 - c0)]
    cells += phis[np.uint64(c1)] + phis[np.uint64(n1 - c1)]
    sides = phis[np.uint64(c0 + c1)] + phis[np.uint64(n0 + n1 - c0 - c1)]
    h_classes, h_branches, gain = over_whole(np.float64(n0 + n1), whole, cells, sides, classes)
    return family_value(code, h_classes, h_branches, gain)


@kernel
def score_of(totals: Totals, tables: Tables, c0: Int, c1: Int) -> Real:
    """Return the score of a cut with c0 and c1 cases of the two classes below it."""
    n0, n1 = totals.n0, totals.n1
    if totals.by_information:
        return information_score(
            totals.code, n0, n1, totals.whole, totals.classes, tables.phis, c0, c1
        )
    counts = tables.counts
    counts[0, 0], counts[0, 1], counts[1, 0], counts[1, 1] = c0, c1, n0 - c0, n1 - c1
    if totals.code == OWN:
        return call_address(totals.own, tables.before, counts)
    return value_of(totals.code, totals.own, counts, tables.before)


@kernel
def bar_over(totals: Totals, value: float) -> tuple[Real, Real]:
    """Return (bar, keep): only a cut that reaches above the bar can score above a value."""
    if not totals.bounded or value == -np.inf:
        return -np.inf, 1.0
    if totals.code == OWN:
        return just_below(value, totals.slack), 1.0
    if value < 0.0 and totals.code != DISTANCE:
        return -np.inf, 1.0  # every cut does
    if not totals.by_information:
        return value - totals.slack, 1.0
    known = np.float64(totals.n0 + totals.n1)
    aim = Aim(
        totals.code, 0.0, totals.base, totals.scale, totals.whole, totals.whole,
        totals.whole - totals.classes, known, known,
    )  # fmt: skip
    bar, keep = bar_for(aim, value)
    return bar - totals.slack, keep


@kernel
def can_reach(
    totals: Totals, tables: Tables, c0: Int, c1: Int, d0: Int, d1: Int, bar: float, keep: float
) -> Flag:
    """Return whether a cut in a rectangle of counts can reach above the bar: a corner does.

    By information that is :func:`tilted`, which takes no division; else the score.
    """
    if bar == -np.inf:
        return True
    if totals.by_information:
        n0, n1, units = totals.n0, totals.n1, tables.units
        return (
            tilted(d0, d1, n0, n1, keep, units) > bar
            or tilted(c0, d1, n0, n1, keep, units) > bar
            or tilted(d0, c1, n0, n1, keep, units) > bar
            or tilted(c0, c1, n0, n1, keep, units) > bar
        )
    return not (  # a corner may have an empty side, where a user's measure may be NaN
        score_of(totals, tables, d0, d1) <= bar
        and score_of(totals, tables, c0, d1) <= bar
        and score_of(totals, tables, d0, c1) <= bar
        and score_of(totals, tables, c0, c1) <= bar
    )


@kernel
def is_open(curve: Curve, b: Int, bar: float, keep: float) -> Flag:
    """Return whether a cut inside a block can reach above the bar."""
    start, end = BLOCK * b, min(BLOCK * (b + 1), curve.totals.last)
    c1, d1 = ones_before(curve, b), curve.ones[b]
    return end >= curve.totals.first and can_reach(
        curve.totals, curve.tables, start - c1, c1, end - d1, d1, bar, keep
    )


@kernel
def ones_before(curve: Curve, b: Int) -> Int:
    """Return the entries of the second class before a block."""
    return curve.ones[b - 1] if b > 0 else ZERO


@kernel
def n_blocks(curve: Curve) -> Int:
    """Return the number of blocks up to the last cut."""
    return (curve.totals.last + BLOCK - 1) // BLOCK


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
            curve.entries[BLOCK * b : min(BLOCK * (b + 1), curve.totals.last)], curve.class_shift
        )
        curve.ones[b] = c1


@kernel
def best_between_blocks(curve: Curve) -> tuple[Real, Int]:
    """Return (score, cut) of the best cut at the end of a block: it is hard to beat."""
    best, position = -np.inf, ZERO
    if not curve.totals.bounded:
        return best, position  # it would be as much to ask for as all others
    for b in range(n_blocks(curve)):
        p = min(BLOCK * (b + 1), curve.totals.last)
        if p >= curve.totals.first and is_cut(curve, p):
            score = score_of(curve.totals, curve.tables, p - curve.ones[b], curve.ones[b])
            if score > best:
                best, position = score, p
    return best, position


@kernel
def best_cut(curve: Curve, floor: float) -> tuple[Real, Int]:
    """Return (score, cut) of the best cut above a floor, the first of equals; 0 for none."""
    totals, tables = curve.totals, curve.tables
    entries = curve.entries
    shift, one = entries.dtype.type(curve.class_shift), entries.dtype.type(1)
    n0, n1 = totals.n0, totals.n1
    by_information = totals.by_information
    bar, keep = bar_over(totals, floor)
    best, position = -np.inf, ZERO
    for b in range(n_blocks(curve)):
        if not is_open(curve, np.int64(b), bar, keep):
            continue
        c1 = ones_before(curve, np.int64(b))
        for i in range(BLOCK * b, min(BLOCK * (b + 1), totals.last)):
            p = np.int64(i + 1)
            c1 += np.int64((entries[i] >> shift) & one)
            if p < totals.first or (
                by_information and tilted(p - c1, c1, n0, n1, keep, tables.units) <= bar
            ):
                continue
            if not is_cut(curve, p):
                continue
            score = score_of(totals, tables, p - c1, c1)
            if np.isnan(score):
                return score, FAILED
            if score > floor and (position == 0 or score > best + SMALL):
                best, position = score, p
                bar, keep = bar_over(totals, best)
    return best, position


@kernel
def just_below(value: float, slack: float) -> Real:
    """Return what no corner may be above where no score is above a value, of a user's measure."""
    return value - slack - NEAR * np.abs(value) if value > -np.inf else value


@kernel
def first_above(curve: Curve, value: float) -> Int:
    """Return the lowest cut that scores above a value; 0 if there is none."""
    bar, keep = bar_over(curve.totals, value)
    for b in range(n_blocks(curve)):
        if is_open(curve, np.int64(b), bar, keep):
            p = _above_in(curve, np.int64(b), value, bar, keep, YES)
            if p > 0:
                return p
    return ZERO


@kernel
def last_above(curve: Curve, value: float) -> Int:
    """Return the highest cut that scores above a value; 0 if there is none."""
    bar, keep = bar_over(curve.totals, value)
    for b in range(n_blocks(curve) - 1, -1, -1):
        if is_open(curve, np.int64(b), bar, keep):
            p = _above_in(curve, np.int64(b), value, bar, keep, NO)
            if p > 0:
                return p
    return ZERO


@kernel
def _above_in(curve: Curve, b: Int, value: float, bar: float, keep: float, lowest: Flag) -> Int:
    """Return the lowest, or highest, cut of a block that scores above a value; 0 for none."""
    totals, tables, entries = curve.totals, curve.tables, curve.entries
    shift, one = entries.dtype.type(curve.class_shift), entries.dtype.type(1)
    n0, n1 = totals.n0, totals.n1
    by_information = totals.by_information
    found = ZERO
    c1 = ones_before(curve, b)
    for i in range(BLOCK * b, min(BLOCK * (b + 1), totals.last)):
        p = np.int64(i + 1)
        c1 += np.int64((entries[i] >> shift) & one)
        if p < totals.first or (
            by_information and tilted(p - c1, c1, n0, n1, keep, tables.units) <= bar
        ):
            continue
        if is_cut(curve, p) and score_of(totals, tables, p - c1, c1) > value:
            found = p
            if lowest:
                break
    return found


@kernel
def last_at(curve: Curve, value: float, values: Reals, low: Int, high: Int) -> Int:
    """Return the most entries, from ``low`` to ``high``, the last of which is not above a value."""
    while high > low:
        p = (low + high + 1) // 2
        if values[row_at(curve, p - 1)] <= value:
            low = p
        else:
            high = p - 1
    return low


@kernel
def row_at(curve: Curve, i: Int) -> Int:
    """Return the case of an entry."""
    return np.uint64(curve.entries[i]) & np.uint64(curve.row_mask)


@kernel
def value_at(curve: Curve, p: Int, above: Int, values: Reals) -> Real:
    """Return the middle of the values before a cut and of the first entry above it."""
    return midpoint(values[row_at(curve, p - 1)], values[row_at(curve, above)])
