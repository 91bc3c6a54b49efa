"""Sets of cases, as bits: 64 cases to a word, so that covers are counted many at a time."""

from __future__ import annotations

import numpy as np

from cutpoint.compiled import Int, Ints, Real, Reals, allocating, kernel

BITS = 64
EMPTY = np.uint64(0)
FULL = np.uint64(0xFFFFFFFFFFFFFFFF)
_ONE = np.uint64(1)
_M1 = np.uint64(0x5555555555555555)
_M2 = np.uint64(0x3333333333333333)
_M4 = np.uint64(0x0F0F0F0F0F0F0F0F)
_M8 = np.uint64(0x00FF00FF00FF00FF)
_M16 = np.uint64(0x0000FFFF0000FFFF)
_M32 = np.uint64(0x00000000FFFFFFFF)


@kernel
def count(word: Int) -> Int:
    """Return how many cases a word holds."""
    word = (word & _M1) + ((word >> np.uint64(1)) & _M1)
    word = (word & _M2) + ((word >> np.uint64(2)) & _M2)
    word = (word & _M4) + ((word >> np.uint64(4)) & _M4)
    word = (word & _M8) + ((word >> np.uint64(8)) & _M8)
    word = (word & _M16) + ((word >> np.uint64(16)) & _M16)
    return np.int64((word & _M32) + (word >> np.uint64(32)))


@kernel
def bit(case: Int) -> Int:
    """Return the bit of a case in its word."""
    return _ONE << np.uint64(case % BITS)


@kernel
def size_of(cover: Ints) -> Int:
    """Return how many cases a set holds."""
    total = np.int64(0)
    for word in cover:
        total += count(word)
    return total


@kernel
def size_of_both(one: Ints, two: Ints) -> Int:
    """Return how many cases two sets have in common."""
    total = np.int64(0)
    for w in range(one.size):
        total += count(one[w] & two[w])
    return total


@allocating
def counts_by_class(cover: Ints, target: Ints, n_classes: Int) -> Ints:
    """Return how many cases of each class a set holds."""
    counts = np.zeros(n_classes, dtype=np.int64)
    for w in range(cover.size):
        if cover[w] != EMPTY:
            for case in range(w * BITS, min((w + 1) * BITS, target.size)):
                if cover[w] & bit(case) != EMPTY:
                    counts[target[case]] += 1
    return counts


@allocating
def sets_by_class(target: Ints, n_classes: Int) -> Ints:
    """Return the set of the cases of each class, and in the last row the set of all."""
    sets = np.zeros((n_classes + 1, (target.size + BITS - 1) // BITS), dtype=np.uint64)
    for case in range(target.size):
        sets[target[case], case // BITS] |= bit(case)
        sets[n_classes, case // BITS] |= bit(case)
    return sets


@kernel
def between(column: Reals, low: Real, high: Real, cover: Ints) -> None:
    """Fill the set of the cases with low < value <= high; an unknown value is NaN.

    No lower bound is NaN as well: nothing is below it, not even minus infinity.
    """
    cover[:] = EMPTY
    for case in range(column.size):
        if column[case] <= high and not column[case] <= low:
            cover[case // BITS] |= bit(case)


@kernel
def among(column: Reals, branch_of: Ints, branch: Int, cover: Ints) -> None:
    """Fill the set of the cases whose nominal value, a position, takes the branch."""
    cover[:] = EMPTY
    for case in range(column.size):
        value = column[case]
        if value >= 0 and branch_of[np.int64(value)] == branch:
            cover[case // BITS] |= bit(case)
