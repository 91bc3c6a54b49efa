"""Resamples of an evidence table, by numbers that depend on a key and a counter alone.

A resample draws cells (value and class) by their weight, not rows, so the order of the rows does
not matter; and the numbers come from SplitMix64 of key and counter, so neither do threads.
"""

from __future__ import annotations

import numpy as np

from cutpoint.compiled import Int, Ints, Reals, kernel

_STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)


@kernel
def numbers(key: Int, start: Int, size: Int) -> Ints:
    """Return the 64-bit numbers of a key from a counter on; arrays wrap around without a word."""
    z = np.arange(start + 1, start + size + 1).astype(np.uint64) * _STEP + np.uint64(key)
    z = (z ^ (z >> np.uint64(30))) * _FIRST
    z = (z ^ (z >> np.uint64(27))) * _SECOND
    return z ^ (z >> np.uint64(31))


@kernel
def derived_key(key: Int, number: Int) -> Int:
    """Return the key of the part with this number of something that has a key."""
    return numbers(key, number, np.int64(1))[0]


@kernel
def uniforms(key: Int, start: Int, size: Int) -> Reals:
    """Return numbers from 0 to below 1."""
    return (numbers(key, start, size) >> np.uint64(11)).astype(np.float64) * 2.0**-53


@kernel
def resample(weights: Reals, key: Int, number: Int, out: Reals) -> None:
    """Draw as many cases as the table has, with replacement.

    ``number`` is that of the resample. Each draw has the same weight, and all together that of the
    table.
    """
    n_values, n_classes = weights.shape
    cells = np.empty(n_values * n_classes, dtype=np.int64)
    ends = np.empty(n_values * n_classes)
    n_cells = np.int64(0)
    known = 0.0
    for v in range(n_values):
        for k in range(n_classes):
            out[v, k] = 0.0
            if weights[v, k] > 0.0:
                known += weights[v, k]
                cells[n_cells] = v * n_classes + k
                ends[n_cells] = known
                n_cells += 1
    draws = max(np.int64(1), np.int64(np.floor(known + 0.5)))
    first = _first_cells(ends, n_cells)
    each = known / np.float64(draws)
    for u in uniforms(key, number * draws, draws):
        cell = first[np.int64(u * n_cells)]
        while cell < n_cells - 1 and ends[cell] <= u * known:
            cell += 1
        out[cells[cell] // n_classes, cells[cell] % n_classes] += each


@kernel
def _first_cells(ends: Reals, n_cells: Int) -> Ints:
    """Return, for each of as many equal parts of the weight as there are cells, its first cell.

    From there a draw has, on average, one step to go.
    """
    first = np.empty(n_cells, dtype=np.int64)
    cell = np.int64(0)
    for part in range(n_cells):
        start = np.float64(part) / np.float64(n_cells) * ends[n_cells - 1]
        while ends[cell] <= start:
            cell += 1
        first[part] = cell
    return first
