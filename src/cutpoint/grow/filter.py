"""Handing a node's entries down to its children, in order.

``member[row]`` says where a case goes: 0 nowhere (its child is a leaf already), 1 ... the child
with that number, the greatest number to all children, as a fraction. An entry is written to the end
of every child's list and the end advances only where the entry belongs: no jump to mispredict.
The list of one child may begin where the entries do: it never gets ahead of what is read.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutpoint.compiled import Int, Ints, kernel

MOST_CHILDREN = 254
"""More children than this are numbered in a wider array."""


@kernel
def filter_two(
    entries: NDArray[Any], first: NDArray[Any], second: NDArray[Any], member: NDArray[Any],
    row_mask: Int,
) -> tuple[Int, Int]:  # fmt: skip
    """Copy the entries of children 1 and 2; return how many each gets. No fractions."""
    rows = np.uint64(row_mask)
    a = np.int64(0)
    b = np.int64(0)
    for entry in entries:
        m = np.int64(member[np.uint64(entry) & rows])
        first[np.uint64(a)] = entry
        second[np.uint64(b)] = entry
        a += m & 1
        b += m >> 1
    return a, b


@kernel
def filter_one(
    entries: NDArray[Any], first: NDArray[Any], member: NDArray[Any], row_mask: Int
) -> Int:
    """Copy the entries of child 1; return how many."""
    rows = np.uint64(row_mask)
    a = np.int64(0)
    for entry in entries:
        first[np.uint64(a)] = entry
        a += np.int64(member[np.uint64(entry) & rows]) & 1
    return a


@kernel
def filter_parts(
    entries: NDArray[Any], first: NDArray[Any], second: NDArray[Any], member: NDArray[Any],
    row_mask: Int, fraction: Int,
) -> tuple[Int, Int]:  # fmt: skip
    """Copy the entries of up to two children, where a case may go to both; return how many.

    ``member`` holds bits: 1 and 2 for the children, 4 for a case that is a fraction from now on.
    """
    rows, flag = np.uint64(row_mask), np.uint64(fraction)
    a = np.int64(0)
    b = np.int64(0)
    for entry in entries:
        m = np.uint64(member[np.uint64(entry) & rows])
        marked = np.uint64(entry) | ((m >> np.uint64(2)) << flag)
        first[np.uint64(a)] = marked
        second[np.uint64(b)] = marked
        a += np.int64(m & np.uint64(1))
        b += np.int64((m >> np.uint64(1)) & np.uint64(1))
    return a, b


@kernel
def filter_many(
    entries: NDArray[Any], sink: NDArray[Any], ends: Ints, steps: Ints, member: NDArray[Any],
    row_mask: Int,
) -> None:  # fmt: skip
    """Copy each entry to the end of its child's list; those of child 0 go to a place of no use."""
    rows = np.uint64(row_mask)
    for entry in entries:
        m = np.uint64(member[np.uint64(entry) & rows])
        end = ends[m]
        sink[np.uint64(end)] = entry
        ends[m] = end + steps[m]


@kernel
def filter_fractions(
    entries: NDArray[Any], sink: NDArray[Any], ends: Ints, member: NDArray[Any], everywhere: Int,
    weight: Ints, least: Ints, row_mask: Int, fraction: Int,
) -> None:  # fmt: skip
    """As :func:`filter_many`; an entry that goes everywhere is marked as a fraction.

    It reaches only those children whose share of its weight is not too small: ``least`` is the
    weight that a case must have for that.
    """
    rows = np.uint64(row_mask)
    flag = np.uint64(1) << np.uint64(fraction)
    for entry in entries:
        row = np.uint64(entry) & rows
        m = np.int64(member[row])
        if m == everywhere:
            for child in range(1, ends.size):
                if weight[row] >= least[child]:
                    sink[ends[child]] = np.uint64(entry) | flag
                    ends[child] += 1
        elif m > 0:
            sink[ends[m]] = entry
            ends[m] += 1
