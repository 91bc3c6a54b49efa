"""C4.5's test on groups of nominal values (its subset tests).

Values start as blocks of their own. Blocks that are all of one class are joined at once; then the
pair of blocks whose union is best is joined, again and again, while that improves the test.
"""

from __future__ import annotations

import numpy as np

from cutpoint.compiled import ONE, Int, Ints, Real, Reals, allocating, kernel
from cutpoint.grow.faithful.nominal import known_base, partition_gain
from cutpoint.measures.information import (
    EPSILON,
    enough_branches,
    scaled_gain,
    total_info,
    worth,
)
from cutpoint.tree.growing import copy_row

_PURITY = 0.1  # weight that may be missing from, or present in, a single-class block
_PRESENT = 0.5  # a value with less weight than this gets no block
_IMPROVEMENT = 1e-5


@kernel
def evaluate_groups(
    counts: Reals, totals: Reals, n_values: Int, cases: Real, min_cases: Real, gain_ratio: bool,
    group_of: Ints, table: Reals, real: Real,
) -> tuple[Real, Real, Int, bool]:  # fmt: skip
    """Return (gain, split information, branches, gave up) of the best grouping of values.

    ``group_of`` receives the branch of each value. ``counts`` and ``totals`` are overwritten. It
    gives up when no value is known; C4.5 then forgets its minimum number of cases for good.
    """
    one = real(1.0)  # the minimum number of cases while blocks are being joined
    unknown = totals[0]
    known = real(cases - unknown)
    if np.float64(known) < EPSILON:
        return real(-EPSILON), real(0.0), 0, True
    unknown_fraction = real(unknown / cases)
    base = known_base(counts, n_values, known, table, real)
    gain = partition_gain(counts, totals, n_values, base, unknown_fraction, known, one, table, real)
    info = real(total_info(totals, n_values + 1, table, real) / cases)

    n_blocks = _make_blocks(counts, totals, n_values, group_of)
    before = n_blocks
    n_blocks = _join_single_class_blocks(counts, totals, n_blocks, n_values, group_of)
    if n_blocks < before:
        gain = partition_gain(
            counts, totals, n_blocks, base, unknown_fraction, known, one, table, real
        )
        info = real(total_info(totals, n_blocks + 1, table, real) / cases)
    value = worth(info, gain, real(EPSILON), gain_ratio, real)

    least_gain = real(gain / real(2.0))
    while n_blocks > 2:
        reasonable, barred = _count_reasonable(totals, n_blocks, min_cases)
        forced = not gain_ratio or reasonable < 2
        if reasonable >= 3:
            barred = 0
        best = _best_pair(
            counts, totals, n_blocks, barred, forced, least_gain, base, unknown_fraction, known,
            cases, gain_ratio, table, real,
        )  # fmt: skip
        v1, v2, best_gain, best_info, best_value = best
        if v1 == 0 or (not forced and np.float64(best_value) < np.float64(value) + _IMPROVEMENT):
            break
        _join(counts, totals, v1, v2, n_blocks, n_values, group_of)
        n_blocks -= 1
        gain, info, value = best_gain, best_info, best_value

    if value <= 0:
        return real(-EPSILON), real(0.0), 0, False
    gain = partition_gain(
        counts, totals, n_blocks, base, unknown_fraction, known, min_cases, table, real
    )
    n_branches = n_blocks
    for v in range(n_values):  # the values without a block share one more branch
        if group_of[v] < 0:
            group_of[v] = n_blocks
            n_branches = n_blocks + 1
    return gain, info, n_branches, False


@kernel
def _make_blocks(counts: Reals, totals: Reals, n_values: Int, group_of: Ints) -> Int:
    """Give every value that is present a block: rows 1 ... of the counts, groups 0 ..."""
    n_blocks = 0
    for v in range(1, n_values + 1):
        if np.float64(totals[v]) > _PRESENT:
            n_blocks += 1
            copy_row(counts[v], counts[n_blocks])
            totals[n_blocks] = totals[v]
            group_of[v - 1] = n_blocks - 1
        else:
            group_of[v - 1] = -1
    return n_blocks


@kernel
def _join_single_class_blocks(
    counts: Reals, totals: Reals, n_blocks: Int, n_values: Int, group_of: Ints
) -> Int:
    """Join blocks of one and the same class; return how many blocks are left."""
    v1 = ONE
    while v1 < n_blocks:
        c = 0
        while c < counts.shape[1] - 1 and np.float64(counts[v1, c]) < _PURITY:
            c += 1
        if np.float64(counts[v1, c]) >= np.float64(totals[v1]) - _PURITY:
            v2 = v1 + 1
            while v2 <= n_blocks:
                if np.float64(counts[v2, c]) < np.float64(totals[v2]) - _PURITY:
                    v2 += 1
                else:
                    _join(counts, totals, v1, v2, n_blocks, n_values, group_of)
                    n_blocks -= 1
        v1 += 1
    return n_blocks


@kernel
def _join(
    counts: Reals, totals: Reals, v1: Int, v2: Int, n_blocks: Int, n_values: Int, group_of: Ints
) -> None:
    """Join block v2 to v1; the last block takes its place."""
    for c in range(counts.shape[1]):
        counts[v1, c] += counts[v2, c]
        counts[v2, c] = counts[n_blocks, c]
    totals[v1] += totals[v2]
    totals[v2] = totals[n_blocks]
    for v in range(n_values):
        if group_of[v] == v2 - 1:
            group_of[v] = v1 - 1
    if v2 != n_blocks:
        for v in range(n_values):
            if group_of[v] == n_blocks - 1:
                group_of[v] = v2 - 1


@kernel
def _count_reasonable(totals: Reals, n_blocks: Int, min_cases: Real) -> tuple[Int, Int]:
    """Return (blocks with the minimum number of cases, the largest block)."""
    reasonable = 0
    largest = 1
    for b in range(1, n_blocks + 1):
        if totals[b] >= min_cases:
            reasonable += 1
        if totals[b] > totals[largest]:
            largest = b
    return reasonable, largest


@allocating
def _best_pair(
    counts: Reals, totals: Reals, n_blocks: Int, barred: Int, forced: bool, least_gain: Real,
    base: Real, unknown_fraction: Real, known: Real, cases: Real, gain_ratio: bool, table: Reals,
    real: Real,
) -> tuple[Int, Int, Real, Real, Real]:  # fmt: skip
    """Return (v1, v2, gain, split information, worth) of the best pair; v1 = 0 if there is none.

    The partition is evaluated as it would be laid out after the merge, the last block in slot v2,
    because single-precision sums depend on the order. The last of equal pairs wins.
    """
    n_classes = counts.shape[1]
    one = real(1.0)
    residuals = np.empty(n_blocks + 1, dtype=totals.dtype)
    for b in range(1, n_blocks + 1):
        residuals[b] = total_info(counts[b], n_classes, table, real)
    merged = np.empty(n_classes, dtype=totals.dtype)
    weights = np.empty(n_blocks, dtype=totals.dtype)  # unknown, then the blocks after the merge
    best_v1, best_v2 = 0, 0
    best_gain, best_info, best_value = real(-EPSILON), real(0.0), real(0.0)
    for v1 in range(1, n_blocks):
        for v2 in range(v1 + 1, n_blocks + 1):
            if barred in (v1, v2):
                continue
            for c in range(n_classes):
                merged[c] = counts[v1, c] + counts[v2, c]
            merged_residual = total_info(merged, n_classes, table, real)
            residual = real(0.0)
            weights[0] = totals[0]
            for b in range(1, n_blocks):
                if b == v1:
                    residual = real(residual + merged_residual)
                    weights[b] = totals[v1] + totals[v2]
                else:
                    source = n_blocks if b == v2 else b
                    residual = real(residual + residuals[source])
                    weights[b] = totals[source]
            if enough_branches(weights[1:], n_blocks - 1, one):
                gain = scaled_gain(base, residual, known, unknown_fraction, real)
            else:
                gain = real(-EPSILON)
            info = real(total_info(weights, n_blocks, table, real) / cases)
            value = worth(info, gain, real(EPSILON), gain_ratio, real)
            if (
                (gain >= least_gain and best_gain < least_gain)
                or value >= best_value
                or (best_v1 == 0 and forced)
            ):
                best_v1, best_v2 = v1, v2
                best_gain, best_info, best_value = gain, info, value
    return best_v1, best_v2, best_gain, best_info, best_value
