"""The mean cut of resamples (bootstrap), for whole cases of two classes, without a table.

A resample draws places in a sorted column, with replacement. Which places, and how often, depends
on the node's key and the number of known values alone, so it is drawn once for all columns of a
node that know as many. Equal values are put in the order of their classes first; a resample then
has the same cells as one of the table of the column (``cuts/bootstrap.py``).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cutpoint.compiled import ONE, ZERO, Int, Ints, Real, Reals, allocating, kernel
from cutpoint.cuts.bootstrap import uniforms
from cutpoint.cuts.thresholds import SMALL
from cutpoint.grow.curves import (
    BLOCK,
    NEAR,
    Curve,
    Totals,
    bar_over,
    best_between_blocks,
    best_cut,
    can_reach,
    first_above,
    is_cut,
    is_one,
    last_at,
    score_of,
    sum_ones,
    totals_of,
    value_at,
)
from cutpoint.grow.fixed import UNIT_BITS
from cutpoint.grow.measured import tilted

_CHUNK = np.int64(1024)  # random numbers that are made at once: they stay near
_MOST_KEPT = 1 << 30  # resamples x cases that are kept; more are drawn from tables


class Resamples(NamedTuple):
    """How often each place was drawn, and scratch."""

    times: Ints  # resamples x places
    kinds: Ints  # the class at each place
    drawn: Ints  # the key and the size of the resamples that are there
    weights: Ints  # drawn up to the end of each block
    ones: Ints  # those of them that are of the second class


def room_for_resamples(resamples: int, n_cases: int) -> Resamples:
    """Return room for so many resamples of so many cases: none if that is too much to keep."""
    kept = resamples if resamples * n_cases <= _MOST_KEPT else 0
    n_blocks = n_cases // int(BLOCK) + 1
    return Resamples(
        np.empty((kept, n_cases if kept else 0), dtype=np.uint8),
        np.empty(n_cases if kept else 0, dtype=np.uint8),
        np.full(2, -1, dtype=np.int64),
        np.empty(n_blocks if kept else 0, dtype=np.int64),
        np.empty(n_blocks if kept else 0, dtype=np.int64),
    )


@kernel
def mean_cut(curve: Curve, values: Reals, start: float, resamples: Resamples, key: Int) -> Int:
    """Return the cut at the mean of the best cuts of resamples; 0 if there is none.

    As ``_bootstrapped`` of ``cuts/thresholds.py``: a resample that leaves no cut is passed over; if
    all do, the best cut of the column stays. ``start`` is as in ``chosen_cut``.
    """
    totals, tables = curve.totals, curve.tables
    low, high = totals.first, totals.last
    while low <= high and not is_cut(curve, low):
        low += 1
    while high > low and not is_cut(curve, high):
        high -= 1
    if low > high:
        return ZERO
    sum_ones(curve)
    if start > -np.inf and first_above(curve, start) == 0:
        return ZERO
    size = np.int64(curve.entries.size)
    if resamples.drawn[0] != key or resamples.drawn[1] != size:
        draw(key, size, resamples)
    _fill_kinds(curve, resamples.kinds)
    mean: Real = 0.0
    found = ZERO
    least = totals.first << UNIT_BITS
    for number in range(resamples.times.shape[0]):
        times = resamples.times[number]
        n1 = _sum_blocks(times, resamples.kinds, size, resamples.weights, resamples.ones)
        drawn = totals_of(
            totals.code, totals.own, totals.bounded, size - n1, n1, least, totals.scale, tables
        )
        p = _best_cut(curve, drawn, times, resamples)
        if p > 0:
            above = p
            while times[above] == 0:
                above += 1
            found += ONE
            mean += (value_at(curve, p, above, values) - mean) / found
    if found == 0:
        top, _ = best_between_blocks(curve)
        return best_cut(curve, top - NEAR)[1]
    return last_at(curve, mean, values, low, high)


@allocating
def draw(key: Int, size: Int, resamples: Resamples) -> None:
    """Fill in how often each of ``size`` places is drawn: in each resample so many in all."""
    resamples.drawn[0], resamples.drawn[1] = key, size
    for number in range(resamples.times.shape[0]):
        times = resamples.times[number]
        times[:size] = 0
        for first in range(0, size, _CHUNK):
            n = min(_CHUNK, size - first)
            for u in uniforms(np.uint64(key), number * size + first, n):
                times[np.int64(u * np.float64(size))] += np.uint8(1)


@kernel
def _fill_kinds(curve: Curve, kinds: Ints) -> None:
    """Fill in the class at each place; equal values are in the order of their classes."""
    size = np.int64(curve.entries.size)
    for i in range(size):
        kinds[i] = is_one(curve, np.int64(i))
    if not curve.tied:
        return
    first = ZERO
    ones = ZERO
    for i in range(size):
        ones += np.int64(kinds[i])
        if i + 1 == size or is_cut(curve, np.int64(i + 1)):
            for j in range(first, i + 1):
                kinds[j] = np.uint8(j > i - ones)
            first, ones = np.int64(i + 1), ZERO


@kernel
def _sum_blocks(times: Ints, kinds: Ints, size: Int, weights: Ints, ones: Ints) -> Int:
    """Fill in what was drawn up to the end of each block; return the sum of the second class."""
    weight, one = ZERO, ZERO
    for b in range((size + BLOCK - 1) // BLOCK):
        here, of_one = np.uint32(0), np.uint32(0)
        for i in range(BLOCK * b, min(BLOCK * (b + 1), size)):
            here = np.uint32(here + times[i])
            of_one = np.uint32(of_one + times[i] * kinds[i])
        weight += np.int64(here)
        one += np.int64(of_one)
        weights[b], ones[b] = weight, one
    return one


@kernel
def _best_cut(curve: Curve, totals: Totals, times: Ints, resamples: Resamples) -> Int:
    """Return the best cut of a resample, the first of equals; 0 if there is none.

    A cut after a value that was not drawn has the counts of an earlier one, and is not better.
    """
    tables, kinds = curve.tables, resamples.kinds
    weights, ones = resamples.weights, resamples.ones
    first, last = totals.first, totals.last
    n0, n1 = totals.n0, totals.n1
    by_information = totals.by_information
    size = np.int64(curve.entries.size)
    n_blocks = (size + BLOCK - 1) // BLOCK
    floor = -np.inf
    for b in range(n_blocks):  # the best cut between two blocks is hard to beat
        p = BLOCK * (b + 1)
        if p < size and first <= weights[b] <= last and is_cut(curve, p):
            score = score_of(totals, tables, weights[b] - ones[b], ones[b])
            floor = max(floor, score - NEAR)
    bar, keep = bar_over(totals, floor)
    best, position = -np.inf, ZERO
    w, c1 = ZERO, ZERO
    for b in range(n_blocks):
        d, d1 = weights[b], ones[b]
        if (
            d >= first
            and w <= last
            and can_reach(totals, tables, w - c1, c1, d - d1, d1, bar, keep)
        ):
            a, a1 = w, c1
            for i in range(BLOCK * b, min(BLOCK * (b + 1), size - 1)):
                n = np.int64(times[i])
                a += n
                a1 += n * np.int64(kinds[i])
                if a < first or a > last:
                    continue
                if by_information and tilted(a - a1, a1, n0, n1, keep, tables.units) <= bar:
                    continue
                if not is_cut(curve, np.int64(i + 1)):
                    continue
                score = score_of(totals, tables, a - a1, a1)
                if score > floor and (position == 0 or score > best + SMALL):
                    best, position = score, np.int64(i + 1)
                    bar, keep = bar_over(totals, best)
        w, c1 = d, d1
    return position
