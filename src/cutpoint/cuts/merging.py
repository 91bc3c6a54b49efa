"""Intervals that merge with their neighbours, the pair most alike first: O(n log n) with a heap.

Interval i is known by the position where it began. ``heap`` holds the left intervals of all
adjacent pairs, the next pair to merge on top. Pairs go by ``rank`` (those of an interval that is
too small come first), then by ``key`` (dissimilarity), then from the left; keys that differ by
rounding only are equal.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cutpoint.compiled import Flag, Int, Ints, Real, Reals, allocating, kernel
from cutpoint.cuts.options import Options
from cutpoint.cuts.similarity import dissimilarity

_SAME = 1e-11


class Intervals(NamedTuple):
    """All intervals and the heap of adjacent pairs."""

    counts: Reals  # of the classes, by interval
    weight: Reals
    before: Ints  # the neighbour on the left, -1 if none
    after: Ints
    last: Ints  # the last position in the interval
    rank: Ints
    key: Reals
    heap: Ints
    place: Ints  # in the heap, by interval
    size: Ints  # of the heap: adjacent pairs left


@allocating
def start(counts: Reals, code: Int, min_cases: Real, options: Options) -> Intervals:
    """Return one interval per row of counts."""
    n = counts.shape[0]
    weight = np.empty(n)
    for i in range(n):
        weight[i] = counts[i].sum()
    s = Intervals(
        counts.copy(), weight, np.arange(-1, n - 1), np.arange(1, n + 1), np.arange(n),
        np.empty(n, dtype=np.int64), np.empty(n), np.arange(n), np.arange(n),
        np.array([max(n - 1, 0)]),
    )  # fmt: skip
    if n > 0:
        s.after[n - 1] = -1
    for i in range(n - 1):
        _rate(s, i, code, min_cases, options)
    for at in range((n - 1) // 2, -1, -1):
        _sift_down(s, at)
    return s


@kernel
def next_pair(s: Intervals) -> Int:
    """Return the left interval of the pair to merge next."""
    return s.heap[0]


@kernel
def merge(s: Intervals, i: Int, code: Int, min_cases: Real, options: Options) -> Int:
    """Merge interval i with the one after it; return the position of the cut that is gone."""
    j = s.after[i]
    cut = s.last[i]
    for c in range(s.counts.shape[1]):
        s.counts[i, c] += s.counts[j, c]
    s.weight[i] += s.weight[j]
    s.last[i] = s.last[j]
    s.after[i] = s.after[j]
    if s.after[j] >= 0:
        s.before[s.after[j]] = i
        _remove(s, j)
        _rate(s, i, code, min_cases, options)
        _settle(s, s.place[i])
    else:
        _remove(s, i)
    if s.before[i] >= 0:
        _rate(s, s.before[i], code, min_cases, options)
        _settle(s, s.place[s.before[i]])
    return cut


@kernel
def _rate(s: Intervals, i: Int, code: Int, min_cases: Real, options: Options) -> None:
    """Rate the pair of interval i and the one after it."""
    j = s.after[i]
    s.key[i] = dissimilarity(code, options, s.counts[i], s.weight[i], s.counts[j], s.weight[j])
    s.rank[i] = 0 if min(s.weight[i], s.weight[j]) < min_cases else 1


@kernel
def _precedes(s: Intervals, i: Int, j: Int) -> Flag:
    """Return whether the pair of i merges before the pair of j."""
    if s.rank[i] != s.rank[j]:
        return s.rank[i] < s.rank[j]
    x, y = s.key[i], s.key[j]
    if abs(x - y) <= _SAME * max(abs(x), abs(y)):
        return i < j
    return x < y


@kernel
def _put(s: Intervals, at: Int, i: Int) -> None:
    s.heap[at] = i
    s.place[i] = at


@kernel
def _sift_down(s: Intervals, at: Int) -> None:
    size = s.size[0]
    if at >= size:
        return
    i = s.heap[at]
    while True:
        child = 2 * at + 1
        if child >= size:
            break
        if child + 1 < size and _precedes(s, s.heap[child + 1], s.heap[child]):
            child += 1
        if not _precedes(s, s.heap[child], i):
            break
        _put(s, at, s.heap[child])
        at = child
    _put(s, at, i)


@kernel
def _settle(s: Intervals, at: Int) -> None:
    """Move an entry whose rating changed to where it belongs."""
    i = s.heap[at]
    while at > 0:
        parent = (at - 1) // 2
        if not _precedes(s, i, s.heap[parent]):
            break
        _put(s, at, s.heap[parent])
        at = parent
    _put(s, at, i)
    _sift_down(s, at)


@kernel
def _remove(s: Intervals, i: Int) -> None:
    """Take the pair of interval i out of the heap."""
    at = s.place[i]
    s.size[0] -= 1
    if at < s.size[0]:
        _put(s, at, s.heap[s.size[0]])
        _settle(s, at)
