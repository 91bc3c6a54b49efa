"""The cut that a threshold method chooses from a score curve, without writing it all down."""

from __future__ import annotations

import numpy as np

from cutpoint.compiled import ZERO, Flag, Int, Ints, Reals, kernel
from cutpoint.cuts.placement import midpoint
from cutpoint.cuts.spread import deviation_of
from cutpoint.cuts.thresholds import (
    AVERAGING,
    MEDIAN,
    SMALL,
    SMOOTHING,
    greatest,
    smooth,
    smooth_part,
)
from cutpoint.grow.curves import (
    BLOCK,
    FAILED,
    NEAR,
    Curve,
    bar_over,
    best_between_blocks,
    best_cut,
    first_above,
    information_score,
    is_cut,
    is_one,
    is_open,
    last_above,
    last_at,
    n_blocks,
    ones_before,
    score_of,
    sum_ones,
    value_at,
)
from cutpoint.grow.own_curves import best_by_convex_own, best_by_own
from cutpoint.grow.scan import count_ones
from cutpoint.measures.codes import OWN


@kernel
def chosen_cut(
    method: Int, curve: Curve, values: Reals, start: float, window: Int, width: float,
    scores: Reals, smoothed: Reals, opened: Ints,
) -> Int:  # fmt: skip
    """Return the cut that a method chooses; 0 if there is none, ``FAILED`` for a score of NaN.

    A column none of whose cuts scores above ``start`` is of no use, and may have none. ``values``
    are by case. The last three are scratch, by cut and by block. For bootstrap there is
    ``resamples.py``.
    """
    if curve.totals.last < curve.totals.first:
        return ZERO
    if method == MEDIAN:
        return _median(curve)
    totals, tables = curve.totals, curve.tables
    if totals.code == OWN and totals.bounded and method != SMOOTHING:
        score, best = best_by_convex_own(
            curve.entries, curve.rank, curve.tied, curve.class_shift, curve.row_mask, totals.own,
            totals.n0, totals.n1, totals.first, totals.last, start, totals.slack, tables.before,
            tables.counts, curve.ones, scores,
        )  # fmt: skip
        if best > 0 and method == AVERAGING:
            sum_ones(curve)
            return _averaged(curve, best, score, values, width)
        return best
    sum_ones(curve)
    if method == SMOOTHING:
        if start > -np.inf and first_above(curve, start) == 0:
            return ZERO
        return _smoothest(curve, window, scores, smoothed, opened)
    if not totals.bounded:
        score, best = best_by_own(
            curve.entries, curve.rank, curve.tied, curve.class_shift, curve.row_mask, totals.own,
            totals.n0, totals.n1, totals.first, totals.last, tables.before, tables.counts,
        )  # fmt: skip
    else:
        top, _ = best_between_blocks(curve)
        score, best = best_cut(curve, max(start, top - NEAR))
    if best <= 0 or method != AVERAGING:
        return best
    return _averaged(curve, best, score, values, width)


@kernel
def _averaged(curve: Curve, best: Int, score: float, values: Reals, width: float) -> Int:
    """Return the cut in the middle of those not clearly worse than the best."""
    counts = curve.tables.counts
    c1 = count_ones(curve.entries[:best], curve.class_shift)
    counts[0, 0], counts[0, 1] = best - c1, c1
    counts[1, 0], counts[1, 1] = curve.totals.n0 - (best - c1), curve.totals.n1 - c1
    code, own = np.int64(curve.totals.code), np.int64(curve.totals.own)
    bar = score - width * deviation_of(code, own, counts)
    low, high = first_above(curve, bar), max(best, last_above(curve, bar))
    low = best if low == 0 else min(best, low)
    middle = midpoint(value_at(curve, low, low, values), value_at(curve, high, high, values))
    return last_at(curve, middle, values, low, high)


@kernel
def _median(curve: Curve) -> Int:
    """Return the cut whose sides are closest in weight, the lower of equals."""
    size = np.int64(curve.entries.size)
    low: Int = min(max(size // 2, curve.totals.first), curve.totals.last)
    high = low + 1
    while low >= curve.totals.first and not is_cut(curve, low):
        low -= 1
    while high <= curve.totals.last and not is_cut(curve, high):
        high += 1
    if low < curve.totals.first:
        return high if high <= curve.totals.last else ZERO
    if high <= curve.totals.last and abs(2 * high - size) < abs(2 * low - size):
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
    first, half = curve.totals.first, window // 2
    size = curve.totals.last - first + 1
    floor = -np.inf
    _, top = best_between_blocks(curve)
    if top > 0:
        low, high = _blocks_around(curve, top, top, half)
        for b in range(low, high + 1):
            _fill_scores(curve, np.int64(b), scores)
        smooth_part(scores, size, window, top - first, top - first + 1, smoothed)
        floor = smoothed[top - first] - NEAR
    bar, keep = bar_over(curve.totals, floor)
    for b in range(n_blocks(curve)):
        opened[b] = np.int64(is_open(curve, np.int64(b), bar, keep))
    best, position = -np.inf, ZERO
    filled = ZERO
    for b in range(n_blocks(curve)):
        start, end = max(BLOCK * b + 1, first), min(BLOCK * (b + 1), curve.totals.last)
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
    low, high = max(start - half, curve.totals.first), min(end + half, curve.totals.last)
    return (low - 1) // BLOCK, (high - 1) // BLOCK


@kernel
def _fill_scores(curve: Curve, b: Int, scores: Reals) -> Flag:
    """Fill in the scores of a block, the first cut's first; return whether all are numbers."""
    totals, tables, entries = curve.totals, curve.tables, curve.entries
    shift, one = entries.dtype.type(curve.class_shift), entries.dtype.type(1)
    c1 = ones_before(curve, b)
    fine = True
    for i in range(BLOCK * b, min(BLOCK * (b + 1), totals.last)):
        p = np.int64(i + 1)
        c1 += np.int64((entries[i] >> shift) & one)
        if p < totals.first:
            continue
        if totals.by_information:
            score = information_score(
                totals.code, totals.n0, totals.n1, totals.whole, totals.classes, tables.phis,
                p - c1, c1,
            )  # fmt: skip
        else:
            score = score_of(totals, tables, p - c1, c1)
        scores[p - totals.first] = score
        fine = fine and not np.isnan(score)
    return fine


@kernel
def _smoothest_of_all(curve: Curve, window: Int, scores: Reals, smoothed: Reals, cuts: Ints) -> Int:
    """Do what :func:`_smoothest` does where equal values leave fewer cuts than places."""
    size, c1 = ZERO, ZERO
    for i in range(curve.totals.last):
        p = np.int64(i + 1)
        c1 += is_one(curve, np.int64(i))
        if p >= curve.totals.first and is_cut(curve, p):
            scores[size] = score_of(curve.totals, curve.tables, p - c1, c1)
            if np.isnan(scores[size]):
                return FAILED
            cuts[size] = p
            size += 1
    smooth(scores, size, window, smoothed)
    best = greatest(smoothed, size)
    return cuts[best] if best >= 0 else ZERO
