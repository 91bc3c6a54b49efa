"""The evidence that a numeric column holds about the classes: class weights per distinct value."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutpoint.compiled import Int, Ints, Reals, allocating, kernel
from cutpoint.data.coded import MOST_FEW, code_few
from cutpoint.data.sorted import make_keys, settle_keys

_NO_TAGS = np.empty(0, dtype=np.uint32)


class ClassCounts(NamedTuple):
    """Distinct known values, ascending; the class weights of each; the weight without a value."""

    values: Reals
    counts: Reals
    unknown: float


def class_counts(
    column: Reals, target: Ints, n_classes: int, weights: Reals | None = None
) -> ClassCounts:
    """Return the class weights per distinct value of a column.

    Examples
    --------
    >>> column = np.array([2.0, 1.0, np.nan, 2.0])
    >>> values, counts, unknown = class_counts(column, np.array([0, 1, 0, 1]), 2)
    >>> values.tolist(), counts.tolist(), unknown
    ([1.0, 2.0], [[0.0, 1.0], [1.0, 1.0]], 1.0)
    """
    values = np.ascontiguousarray(column, dtype=np.float64)
    target = np.ascontiguousarray(target, dtype=np.uint8 if n_classes <= 256 else np.int32)
    weight = np.ones(1) if weights is None else np.ascontiguousarray(weights, dtype=np.float64)
    codes = np.empty(values.size, dtype=np.uint8)
    distinct = np.empty(MOST_FEW + 1)
    n_values = int(code_few(values, codes, distinct))
    if n_values >= 0:
        counts = np.zeros((n_values + 1, n_classes))
        _count_codes(codes, target, weight, counts)
        return ClassCounts(distinct[:n_values].copy(), counts[:-1], float(counts[-1].sum()))
    row_bits = max(1, int(values.size - 1).bit_length())
    keys = np.empty(values.size, dtype=np.uint64)
    known = int(make_keys(values, _NO_TAGS, row_bits, keys))
    keys = keys[:known]
    keys.sort()
    n_values = int(settle_keys(keys, values, row_bits, (1 << row_bits) - 1))
    counts = np.zeros((n_values, n_classes))
    distinct = keys.view(np.float64)[:n_values]  # memory is dear: each value takes a read key's
    _count_keys(keys, values, target, weight, row_bits, distinct, counts)
    total = float(values.size) if weights is None else float(weight.sum())
    unknown = max(total - float(counts.sum()), 0.0) if known < values.size else 0.0
    return ClassCounts(distinct, counts, unknown)


@kernel
def _count_codes(codes: Ints, target: Ints, weights: Reals, counts: Reals) -> None:
    for row in range(codes.size):
        counts[codes[row], target[row]] += weights[row] if weights.size > 1 else weights[0]


@kernel
def _count_keys(
    keys: NDArray[np.uint64], column: Reals, target: Ints, weights: Reals, row_bits: Int,
    distinct: Reals, counts: Reals,
) -> None:  # fmt: skip
    """Fill in the distinct values and their class weights from sorted keys.

    ``distinct`` may lie over the keys: a value is written where keys have been read.
    """
    row_mask = (np.uint64(1) << np.uint64(row_bits)) - np.uint64(1)
    last = -1
    before = 0.0
    for i in range(keys.size):
        row = keys[i] & row_mask
        x = column[row] + 0.0  # -0.0 is 0.0
        if last < 0 or x != before:
            last += 1
            distinct[last] = x
            before = x
        counts[last, target[row]] += weights[row] if weights.size > 1 else weights[0]


@allocating
def interval_means(values: Reals, counts: Reals, cuts: Reals) -> Reals:
    """Return the mean of the values in each interval; the middle of one that holds none."""
    means = np.full(cuts.size + 1, np.nan)
    i = 0
    for k in range(means.size):
        first = i
        weight, excess = 0.0, 0.0
        while i < values.size and (k == cuts.size or values[i] <= cuts[k]):
            for c in range(counts.shape[1]):
                weight += counts[i, c]
                excess += counts[i, c] * (values[i] - values[first])
            i += 1
        if i > first:  # and never beyond the values, whatever rounding does
            mean = values[first] + excess / weight
            means[k] = min(max(mean, values[first]), values[i - 1])
        elif 0 < k < cuts.size:
            means[k] = 0.5 * cuts[k - 1] + 0.5 * cuts[k]
    return means
