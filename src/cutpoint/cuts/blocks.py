"""Runs of adjacent values taken as one: bins to start from, and blocks of one class."""

from __future__ import annotations

import numpy as np

from cutpoint.compiled import Flag, Int, Ints, Reals, allocating, kernel
from cutpoint.cuts.equal_depth import equal_depth
from cutpoint.cuts.options import NO_LIMIT


@allocating
def row_sums(counts: Reals) -> Reals:
    """Return the weight of each row."""
    sums = np.zeros(counts.shape[0])
    for i in range(counts.shape[0]):
        for c in range(counts.shape[1]):
            sums[i] += counts[i, c]
    return sums


@allocating
def bins_of(counts: Reals, n_bins: Int) -> Ints:
    """Return the last position of each of at most ``n_bins`` equal-depth bins.

    Every value is a bin of its own where there are no more values, or with ``NO_LIMIT``.
    """
    n = counts.shape[0]
    if n_bins == NO_LIMIT or n <= n_bins:
        return np.arange(n)
    ends = np.empty(n_bins, dtype=np.int64)
    n_cuts = equal_depth(row_sums(counts), n_bins, ends)
    ends[n_cuts] = n - 1
    return ends[: n_cuts + 1].copy()


@allocating
def boundary_blocks(counts: Reals) -> Ints:
    """Return the last position of each block: the longest runs of values of one and the same class.

    Only the cuts between blocks are boundary points (Fayyad & Irani; Elomaa & Rousu).
    """
    n = counts.shape[0]
    ends = np.empty(n, dtype=np.int64)
    n_ends = 0
    for i in range(n):
        if i == n - 1 or not _one_class(counts, i, i + 1):
            ends[n_ends] = i
            n_ends += 1
    return ends[:n_ends].copy()


@kernel
def _one_class(counts: Reals, i: Int, j: Int) -> Flag:
    """Return whether all cases of two values are of one and the same class."""
    seen = 0
    for c in range(counts.shape[1]):
        if counts[i, c] > 0.0 or counts[j, c] > 0.0:
            seen += 1
    return seen <= 1


@allocating
def gathered(counts: Reals, ends: Ints) -> Reals:
    """Return the class weights of runs that end at the given positions."""
    sums = np.zeros((ends.size, counts.shape[1]))
    i = 0
    for b in range(ends.size):
        while i <= ends[b]:
            for c in range(counts.shape[1]):
                sums[b, c] += counts[i, c]
            i += 1
    return sums
