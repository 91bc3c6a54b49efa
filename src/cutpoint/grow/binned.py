"""Contextual intervals of a column at a node of whole cases, straight from its sorted entries.

They start from equal-depth bins, whose ends follow from the number of cases up to each value, and
only the bins' classes are counted: no table of all values is made. Where no two values are equal,
nothing but the classes is read.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutpoint.compiled import ZERO, Flag, Int, Ints, Real, Reals, allocating, kernel
from cutpoint.cuts.contextual import Merging, merge_all, room_to_merge
from cutpoint.cuts.equal_depth import equal_depth_of_cases
from cutpoint.cuts.options import NO_LIMIT, Options
from cutpoint.data.sorted import Layout
from cutpoint.grow.blocks import apart
from cutpoint.grow.scan import count_ones

_MANY = 16
"""So many entries of two classes are counted faster together than one by one."""


class Binned(NamedTuple):
    """Scratch for a column: its values, its bins."""

    positions: Ints  # 1, 2, 3, ...: cases up to each value where none are equal
    upto: Ints  # and where some are
    ends: Ints  # of the bins
    merging: Merging


@allocating
def new_binned(n_cases: Int, n_classes: Int, bins: Int) -> Binned:
    """Return scratch for columns of ``n_cases`` and so many bins."""
    n_bins = n_cases if bins == NO_LIMIT else min(n_cases, bins)
    return Binned(
        np.arange(1, n_cases + 1), np.empty(n_cases, dtype=np.int64),
        np.empty(n_bins + 1, dtype=np.int64), room_to_merge(np.empty((n_bins, n_classes))),
    )  # fmt: skip


@kernel
def cut_bins(
    entries: NDArray[Any], rank: Ints, tied: Flag, unknown: Real, layout: Layout, options: Options,
    phis: Reals, binned: Binned, ends: Ints,
) -> tuple[Int, Int]:  # fmt: skip
    """Fill in where the intervals end, but for the last; return (cuts, distinct values)."""
    upto = binned.positions[: entries.size]
    if tied:
        n_values = _count_values(entries, rank, layout.row_mask, binned.upto)
        upto = binned.upto[:n_values]
    if upto.size == entries.size <= options.bins and options.min_cases > 1.0:
        n_bins = _make_runs(entries, layout, binned.ends)
    else:
        n_bins = _make_bins(upto, options.bins, binned.ends)
    count_classes(entries, binned.ends, n_bins, layout, binned.merging.intervals.counts)
    n_cuts = merge_all(binned.merging, n_bins, unknown, options, phis, ends)
    for c in range(n_cuts):
        ends[c] = binned.ends[ends[c]]
    return n_cuts, np.int64(upto.size)


@kernel
def _count_values(entries: NDArray[Any], rank: Ints, row_mask: Int, upto: Ints) -> Int:
    """Fill in the cases up to each distinct value; return how many values there are."""
    n_values = ZERO
    for i in range(1, entries.size):
        upto[n_values] = i
        n_values += np.int64(apart(entries, i, rank, True, row_mask))
    upto[n_values] = entries.size
    return n_values + 1


@kernel
def _make_runs(entries: NDArray[Any], layout: Layout, ends: Ints) -> Int:
    """Fill in where the runs of one class end; return how many there are.

    Of cases that differ in value, neighbours of one class are most alike: if intervals of one case
    are too small, they merge before any partition is scored.
    """
    shift, classes = np.uint64(layout.class_shift), np.uint64(layout.class_mask)
    n_runs = ZERO
    last = (np.uint64(entries[0]) >> shift) & classes
    for i in range(1, entries.size):
        k = (np.uint64(entries[i]) >> shift) & classes
        ends[n_runs] = i
        n_runs += np.int64(k != last)
        last = k
    ends[n_runs] = entries.size
    return n_runs + 1


@kernel
def _make_bins(upto: Ints, most: Int, ends: Ints) -> Int:
    """Fill in where at most so many equal-depth bins end; return how many there are."""
    if most == NO_LIMIT or upto.size <= most:
        for v in range(upto.size):
            ends[v] = upto[v]
        return np.int64(upto.size)
    n_cuts = equal_depth_of_cases(upto, most, ends)
    for c in range(n_cuts):
        ends[c] = upto[ends[c]]
    ends[n_cuts] = upto[upto.size - 1]
    return np.int64(n_cuts + 1)


@kernel
def count_classes(
    entries: NDArray[Any], ends: Ints, n: Int, layout: Layout, counts: NDArray[Any]
) -> None:
    """Count the cases of each class in n runs of entries, from where each ends."""
    shift, classes = np.uint64(layout.class_shift), np.uint64(layout.class_mask)
    first = ZERO
    for b in range(n):
        stop = ends[b]
        for k in range(counts.shape[1]):
            counts[b, k] = 0
        if counts.shape[1] == 2 and stop - first >= _MANY:
            ones = count_ones(entries[first:stop], layout.class_shift)
            counts[b, 0], counts[b, 1] = stop - first - ones, ones
        else:
            for i in range(first, stop):
                counts[b, (np.uint64(entries[i]) >> shift) & classes] += 1
        first = stop
