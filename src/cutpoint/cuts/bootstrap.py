"""Resamples of an evidence table, by numbers that depend on a key and a counter alone.

A resample draws cells (value and class) by their weight, not rows, so the order of the rows does
not matter; and the numbers come from SplitMix64 of key and counter, so neither do threads.
"""

from __future__ import annotations

import numpy as np

from cutpoint.compiled import Int, Ints, Reals, allocating

_STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)


@allocating
def numbers(key: Int, start: Int, size: Int) -> Ints:
    """Return the 64-bit numbers of a key from a counter on; arrays wrap around without a word."""
    z = np.arange(start + 1, start + size + 1).astype(np.uint64) * _STEP + np.uint64(key)
    z = (z ^ (z >> np.uint64(30))) * _FIRST
    z = (z ^ (z >> np.uint64(27))) * _SECOND
    return z ^ (z >> np.uint64(31))


@allocating
def derived_key(key: Int, number: Int) -> Int:
    """Return the key of the part with this number of something that has a key."""
    return numbers(key, number, np.int64(1))[0]


@allocating
def uniforms(key: Int, start: Int, size: Int) -> Reals:
    """Return numbers from 0 to below 1."""
    return (numbers(key, start, size) >> np.uint64(11)).astype(np.float64) * 2.0**-53


@allocating
def cells_of(weights: Reals) -> tuple[Ints, Reals, Ints]:
    """Return the cells with weight, where each ends in the sum of all, and where to search.

    The weight is divided in as many equal parts as there are cells; the search for a cell begins
    with the first one of its part and has, on average, one step to go. Where all cells weigh the
    same there is nothing to search, and the last array is empty.
    """
    n_values, n_classes = weights.shape
    cells = np.empty(weights.size, dtype=np.int32)
    ends = np.empty(weights.size)
    size = np.int64(0)
    known = 0.0
    even = True
    for v in range(n_values):
        for k in range(n_classes):
            if weights[v, k] > 0.0:
                known += weights[v, k]
                cells[size] = v * n_classes + k
                ends[size] = known
                size += 1
                even = even and weights[v, k] == ends[0]
    first = np.empty(0 if even else size, dtype=np.int32)
    cell = np.int64(0)
    for part in range(first.size):
        while ends[cell] <= np.float64(part) / np.float64(size) * known:
            cell += 1
        first[part] = cell
    return cells[:size], ends[:size], first


@allocating
def resample(cells: Ints, ends: Reals, first: Ints, key: Int, number: Int, out: Reals) -> None:
    """Fill in resample ``number``: as many cases as the table has, drawn with replacement.

    Each draw has the same weight, and all together have that of the table.
    """
    flat = out.reshape(out.size)
    flat[:] = 0.0
    known = ends[-1]
    draws = max(np.int64(1), np.int64(np.floor(known + 0.5)))
    each = known / np.float64(draws)
    for u in uniforms(key, number * draws, draws):
        cell = np.int64(u * np.float64(cells.size))
        if first.size > 0:
            cell = np.int64(first[cell])
            while cell < cells.size - 1 and ends[cell] <= u * known:
                cell += 1
        flat[cells[cell]] += each
