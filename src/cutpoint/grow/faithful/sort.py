"""Sorting a node's known cases on a numeric attribute.

Two ways, one result: ranks and classes in ascending order. :func:`sort_items` follows C4.5's own
quicksort swap by swap, because the order it leaves equal values in decides the order in which
fractional weights are added later on. :func:`sort_whole` is for weights that are all whole, where
that order cannot matter, and leaves the items alone.
"""

from __future__ import annotations

import numpy as np

from cutpoint.compiled import Int, Ints, allocating, kernel

_DIGIT = 11
_SMALL = 96

LOW = np.int64(0xFFFFFFFF)
"""What a packed pair carries below its rank."""


@kernel
def pack(rank: Int, what: Int) -> Int:
    """Return a pair that sorts by rank and carries a case or a class."""
    return (np.int64(rank) << 32) | np.int64(what)


@kernel
def sort_items(item: Ints, rank: Ints, first: Int, last: Int, pairs: Ints) -> None:
    """Sort the items first ... last by ``rank``, with C4.5's quicksort.

    Ranks and items travel together, packed in ``pairs``.
    """
    size = last - first + 1
    for i in range(size):
        case = item[first + i]
        pairs[i] = pack(rank[case], case)
    quicksort(pairs, size)
    for i in range(size):
        item[first + i] = pairs[i] & LOW


@allocating
def quicksort(pairs: Ints, size: Int) -> None:
    """Sort packed pairs by their upper half, moving equal ones exactly as C4.5 does.

    The pivot is the last element. An upward pass brings everything not above it to the front; a
    downward pass over that region moves what equals the pivot to its end; the pivot goes behind it.
    Ranges in order already (where the original is quadratic) are left at once: on them all of this
    changes nothing. A strictly descending range holds no equal values, so its order is known.
    """
    starts = np.empty(64, dtype=np.int64)
    stops = np.empty(64, dtype=np.int64)
    starts[0] = 0
    stops[0] = size - 1
    waiting = 1
    while waiting > 0:
        waiting -= 1
        first = starts[waiting]
        last = stops[waiting]
        while first < last:
            if _in_order(pairs, first, last):
                break
            pivot = pairs[last] >> 32
            middle = first
            for i in range(first, last):
                if (pairs[i] >> 32) <= pivot:
                    _swap(pairs, i, middle)
                    middle += 1
            lower = middle - 1
            for i in range(middle - 1, first - 1, -1):
                if (pairs[i] >> 32) == pivot:
                    _swap(pairs, i, lower)
                    lower -= 1
            _swap(pairs, middle, last)
            # The two parts do not touch: the longer one waits, so that few ever do.
            if lower - first > last - middle - 1:
                starts[waiting] = first
                stops[waiting] = lower
                first = middle + 1
            else:
                starts[waiting] = middle + 1
                stops[waiting] = last
                last = lower
            waiting += 1


@kernel
def _swap(pairs: Ints, i: Int, j: Int) -> None:
    held = pairs[i]
    pairs[i] = pairs[j]
    pairs[j] = held


@kernel
def _in_order(pairs: Ints, first: Int, last: Int) -> bool:
    """Return whether a range needs no more work, after turning a descending one round."""
    i = first
    while i < last and (pairs[i] >> 32) <= (pairs[i + 1] >> 32):
        i += 1
    if i == last:
        return True
    i = first
    while i < last and (pairs[i] >> 32) > (pairs[i + 1] >> 32):
        i += 1
    if i < last:
        return False
    while first < last:
        _swap(pairs, first, last)
        first += 1
        last -= 1
    return True


@allocating
def sort_whole(
    item: Ints, rank: Ints, target: Ints, first: Int, last: Int, n_ranks: Int, keys: Ints,
    spare: Ints,
) -> None:  # fmt: skip
    """Put the ranks and classes of the items first ... last, packed, into ``keys``, ascending."""
    size = last - first + 1
    for i in range(size):
        case = item[first + i]
        keys[i] = pack(rank[case], target[case])
    if size <= _SMALL:
        quicksort(keys, size)
        return
    count = np.empty(1 << _DIGIT, dtype=np.int64)
    mask = np.int64((1 << _DIGIT) - 1)
    shift = 32
    passes = 0
    while passes == 0 or (np.int64(n_ranks - 1) >> (shift - 32)) > 0:
        source, sink = (keys, spare) if passes % 2 == 0 else (spare, keys)
        count[:] = 0
        for i in range(size):
            count[(source[i] >> shift) & mask] += 1
        place = 0
        for d in range(count.size):
            here = count[d]
            count[d] = place
            place += here
        for i in range(size):
            digit = (source[i] >> shift) & mask
            sink[count[digit]] = source[i]
            count[digit] += 1
        shift += _DIGIT
        passes += 1
    if passes % 2 == 1:
        for i in range(size):
            keys[i] = spare[i]
