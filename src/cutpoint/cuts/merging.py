"""Intervals that merge with their neighbours, the pair most alike first: O(n log n) with a heap.

Interval i is known by the position where it began. ``heap`` holds the left intervals of all
adjacent pairs, the next pair to merge on top; a few pairs are looked through instead. Pairs go by
``rank`` (those of an interval that is too small come first), then by ``key`` (dissimilarity), then
from the left; keys that differ by rounding only are equal.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cutpoint.compiled import Flag, Int, Ints, Real, Reals, allocating, kernel
from cutpoint.cuts.options import Options
from cutpoint.cuts.similarity import dissimilarity

_SAME = 1e-11
_FEW = 32
"""So many intervals are looked through for the next pair faster than a heap is kept in order."""


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
    size: Ints  # adjacent pairs left, and how many of them are in the heap: all, or none of a few


@allocating
def room_for(counts: Reals) -> Intervals:
    """Return room for one interval per row of counts, which it takes over."""
    n = counts.shape[0]
    return Intervals(
        counts, np.empty(n), np.empty(n, dtype=np.int64), np.empty(n, dtype=np.int64),
        np.empty(n, dtype=np.int64), np.empty(n, dtype=np.int64), np.empty(n),
        np.empty(n, dtype=np.int64), np.empty(n, dtype=np.int64), np.zeros(2, dtype=np.int64),
    )  # fmt: skip


@kernel
def begin(s: Intervals, n: Int, code: Int, min_cases: Real, options: Options) -> None:
    """Begin anew with one interval for each of the first n rows of ``s.counts``."""
    for i in range(n):
        s.weight[i] = 0.0
        for c in range(s.counts.shape[1]):
            s.weight[i] += s.counts[i, c]
        s.before[i] = i - 1
        s.after[i] = i + 1
        s.last[i] = i
    s.size[0] = max(n - 1, 0)
    s.size[1] = n - 1 if n > _FEW else 0
    if n > 0:
        s.after[n - 1] = -1
    for i in range(n - 1):
        _rate(s, i, code, min_cases, options)
    for i in range(s.size[1]):
        _put(s, i, i)
    for at in range(s.size[1] // 2, -1, -1):
        _sift_down(s, at)


@allocating
def start(counts: Reals, code: Int, min_cases: Real, options: Options) -> Intervals:
    """Return one interval per row of counts."""
    s = room_for(counts.copy())
    begin(s, counts.shape[0], code, min_cases, options)
    return s


@kernel
def next_pair(s: Intervals) -> Int:
    """Return the left interval of the pair to merge next."""
    if s.size[1] > 0:
        return s.heap[0]
    best = 0
    rank, key = s.rank[0], s.key[0]
    i = s.after[0]
    while s.after[i] >= 0:
        # Those further right precede only by what they are: most need but one comparison.
        if (s.key[i] < key or s.rank[i] < rank) and _precedes(s, i, best):
            best, rank, key = i, s.rank[i], s.key[i]
        i = s.after[i]
    return best


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
    s.size[0] -= 1
    heaped = s.size[1] > 0
    if s.after[j] >= 0:
        s.before[s.after[j]] = i
        if heaped:
            _remove(s, j)  # while the heap is still in order
        _rate(s, i, code, min_cases, options)
        if heaped:
            _settle(s, s.place[i])
    elif heaped:
        _remove(s, i)
    if s.before[i] >= 0:
        _rate(s, s.before[i], code, min_cases, options)
        if heaped:
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
    size = s.size[1]
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
    s.size[1] -= 1
    if at < s.size[1]:
        _put(s, at, s.heap[s.size[1]])
        _settle(s, at)
