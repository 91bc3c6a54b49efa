"""Choosing the cut from a score curve: the threshold methods of Geurts & Wehenkel (2000).

A method picks one of the candidates, so the test that is made was scored and is admissible. Where
the method's result is a value between candidates (averaging, bootstrap), the candidate is the one
that divides the cases as that value does. Where the cut lies between the two values it separates is
the business of ``placement.py``. The lowest of equal cuts wins.
"""

from __future__ import annotations

import numpy as np

from cutpoint.compiled import Int, Ints, Real, Reals, allocating, kernel
from cutpoint.cuts.bootstrap import cells_of, resample
from cutpoint.cuts.curve import row_above, score_curve
from cutpoint.cuts.placement import midpoint
from cutpoint.cuts.spread import standard_deviation
from cutpoint.measures.codes import KOLMOGOROV

CLASSIC = 0
"""Where the measure is greatest."""
BY_KOLMOGOROV = 1
"""Where the Kolmogorov-Smirnov distance is greatest, whatever the measure."""
MEDIAN = 2
"""Where the weights of both sides are closest."""
SMOOTHING = 3
"""Where the moving average of the score curve is greatest."""
AVERAGING = 4
"""In the middle of all cuts that are not clearly worse than the best."""
BOOTSTRAP = 5
"""At the mean of the classic cuts of resamples."""

METHODS = {
    "classic": CLASSIC,
    "kolmogorov": BY_KOLMOGOROV,
    "median": MEDIAN,
    "smoothing": SMOOTHING,
    "averaging": AVERAGING,
    "bootstrap": BOOTSTRAP,
}
"""The names that people use."""

WINDOW, WIDTH, RESAMPLES = 21, 2.5, 10
"""The paper's settings of smoothing, averaging (its lambda) and bootstrap."""

_NEAR = 256  # candidates that are smoothed together: they fit near memory

SMALL = 1e-9
"""By how much a score must be better than that of a lower cut."""


@allocating
def chosen(
    method: Int, code: Int, own: Int, values: Reals, weights: Reals, least: Real,
    window: Int, width: Real, resamples: Int, key: Int,
    positions: Ints, lefts: Reals, scores: Reals, scratch: Reals, phis: Reals,
) -> tuple[Int, Int, Int, Int]:  # fmt: skip
    """Return (candidate, lowest, highest, candidates) of the cut that a method chooses.

    The first is -1 when there is no candidate, or a score is not a number (only a function of the
    user's can do that). Lowest and highest are the candidates between which the cut was sought:
    those averaged over, those of the resamples, else the candidate itself. ``positions``, ``lefts``
    and ``scores`` receive the score curve; they and ``scratch`` are as long as the table. ``phis``
    may hold phi of 0, 1, ..., which saves logarithms where weights are whole.
    """
    size = score_curve(code, own, values, weights, least, positions, lefts, scores, phis)
    none = np.int64(-1)
    for i in range(size):
        if np.isnan(scores[i]):
            return none, none, none, size
    best = none
    if method == BY_KOLMOGOROV:
        other = np.int64(KOLMOGOROV)
        score_curve(other, np.int64(0), values, weights, least, positions, lefts, scratch, phis)
        best = greatest(scratch, size)
    elif method == MEDIAN:
        known = weights.sum()
        for i in range(size):
            scratch[i] = -np.abs(2.0 * lefts[i] - known)
        best = greatest(scratch, size)
    elif method == SMOOTHING:
        smooth(scores, size, window, scratch)
        best = greatest(scratch, size)
    else:
        best = greatest(scores, size)
    if best < 0 or method < AVERAGING:
        return best, best, best, size
    if method == AVERAGING:
        spread = standard_deviation(code, own, values, weights, positions[best])
        low, high = not_clearly_worse(scores, size, best, width * spread)
        middle = midpoint(
            cut_after(values, weights, positions[low]), cut_after(values, weights, positions[high])
        )
        return candidate_at(middle, values, positions, low, high), low, high, size
    return _bootstrapped(
        code, own, values, weights, least, resamples, key, positions, size, best, scratch,
        phis,
    )  # fmt: skip


@kernel
def greatest(scores: Reals, size: Int) -> Int:
    """Return the position of the greatest score, the first of equals; -1 if there is none."""
    best = np.int64(-1)
    for i in range(size):
        if scores[i] > -np.inf and (best < 0 or scores[i] > scores[best] + SMALL):
            best = np.int64(i)
    return best


@kernel
def smooth(scores: Reals, size: Int, window: Int, out: Reals) -> None:
    """Fill in the moving average; at the ends, of the part of the window that is there."""
    for first in range(0, size, _NEAR):
        smooth_part(scores, size, window, np.int64(first), min(np.int64(first + _NEAR), size), out)


@kernel
def smooth_part(scores: Reals, size: Int, window: Int, first: Int, stop: Int, out: Reals) -> None:
    """Fill in the moving average of the candidates first ... stop - 1.

    One score of every window is added at a time: the additions do not wait for one another.
    """
    half = window // 2
    for i in range(first, stop):
        out[i] = 0.0
    for apart in range(-half, half + 1):
        for i in range(max(first, -apart), min(stop, size - apart)):
            out[i] += scores[i + apart]
    for i in range(first, stop):
        out[i] /= min(size, i + half + 1) - max(0, i - half)


@kernel
def not_clearly_worse(scores: Reals, size: Int, best: Int, margin: Real) -> tuple[Int, Int]:
    """Return the lowest and the highest candidate whose score is above the best less a margin."""
    low, high = best, best
    for i in range(size):
        if scores[i] > scores[best] - margin:
            low = min(low, np.int64(i))
            high = max(high, np.int64(i))
    return low, high


@kernel
def cut_after(values: Reals, weights: Reals, position: Int) -> Real:
    """Return the middle of the values that the cut after a row separates."""
    return midpoint(values[position], values[row_above(weights, position)])


@kernel
def candidate_at(cut: Real, values: Reals, positions: Ints, low: Int, high: Int) -> Int:
    """Return the candidate, from ``low`` to ``high``, that divides the cases as ``cut`` does."""
    while high > low:
        middle = (low + high + 1) // 2
        if values[positions[middle]] <= cut:
            low = middle
        else:
            high = middle - 1
    return low


@allocating
def _bootstrapped(
    code: Int, own: Int, values: Reals, weights: Reals, least: Real, resamples: Int, key: Int,
    positions: Ints, size: Int, classic: Int, scratch: Reals, phis: Reals,
) -> tuple[Int, Int, Int, Int]:  # fmt: skip
    """Return (candidate, lowest, highest, candidates) for the mean cut of resamples.

    A resample that leaves no cut is passed over; if all do, the classic cut stays. A mean beyond
    the first or last candidate is that candidate.
    """
    cells, ends, first = cells_of(weights)
    drawn = np.empty_like(weights)
    rows = np.empty(values.size, dtype=np.int64)
    below = np.empty(values.size)
    mean, lowest, highest = 0.0, np.inf, -np.inf
    found = 0
    for number in range(resamples):
        resample(cells, ends, first, key, np.int64(number), drawn)
        n = score_curve(code, own, values, drawn, least, rows, below, scratch, phis)
        for i in range(n):
            if np.isnan(scratch[i]):
                return np.int64(-1), np.int64(-1), np.int64(-1), size
        best = greatest(scratch, n)
        if best >= 0:
            found += 1
            cut = cut_after(values, drawn, rows[best])
            mean += (cut - mean) / found
            lowest, highest = min(lowest, cut), max(highest, cut)
    if found == 0:
        return classic, classic, classic, size
    start, end = np.int64(0), size - 1
    return (
        candidate_at(mean, values, positions, start, end),
        candidate_at(lowest, values, positions, start, end),
        candidate_at(highest, values, positions, start, end),
        size,
    )
