"""C4.5's test on a nominal attribute: one branch per value."""

from __future__ import annotations

import numpy as np

from cutpoint.compiled import Int, Ints, Real, Reals, allocating, kernel
from cutpoint.measures.information import (
    EPSILON,
    base_info,
    enough_branches,
    scaled_gain,
    total_info,
)


@kernel
def count_values(
    item: Ints, weight: Reals, target: Ints, code: Ints, first: Int, last: Int,
    n_values: Int, counts: Reals, totals: Reals,
) -> None:  # fmt: skip
    """Add up weights by value and class; row 0 of ``counts`` and ``totals`` is unknown."""
    counts[: n_values + 1] = 0
    for i in range(first, last + 1):
        case = item[i]
        counts[code[case] + 1, target[case]] += weight[case]
    for v in range(n_values + 1):
        totals[v] = 0
        for c in range(counts.shape[1]):
            totals[v] += counts[v, c]


@allocating
def known_base(counts: Reals, n_values: Int, known: Real, table: Reals, real: Real) -> Real:
    """Return the class entropy of the cases whose value is known."""
    n_classes = counts.shape[1]
    classes = np.zeros(n_classes, dtype=counts.dtype)
    for c in range(n_classes):
        for v in range(1, n_values + 1):
            classes[c] += counts[v, c]
    return base_info(classes, n_classes, known, table, real)


@kernel
def partition_gain(
    counts: Reals, totals: Reals, n_branches: Int, base: Real, unknown_fraction: Real, known: Real,
    min_cases: Real, table: Reals, real: Real,
) -> Real:  # fmt: skip
    """Return the gain of the partition in rows 1 ... n_branches, or ``-EPSILON`` if it is unfit."""
    if known == 0 or not enough_branches(totals[1:], n_branches, min_cases):
        return real(-EPSILON)
    residual = real(0.0)
    for b in range(1, n_branches + 1):
        residual = real(residual + total_info(counts[b], counts.shape[1], table, real))
    return scaled_gain(base, residual, known, unknown_fraction, real)


@kernel
def evaluate_values(
    counts: Reals, totals: Reals, n_values: Int, cases: Real, min_cases: Real, table: Reals,
    real: Real,
) -> tuple[Real, Real]:  # fmt: skip
    """Return (gain, split information) of one branch per value. Unknown counts as a branch."""
    unknown = totals[0]
    if cases <= unknown:
        return real(-EPSILON), real(0.0)
    known = real(cases - unknown)
    base = known_base(counts, n_values, known, table, real)
    gain = partition_gain(
        counts, totals, n_values, base, real(unknown / cases), known, min_cases, table, real
    )
    return gain, real(total_info(totals, n_values + 1, table, real) / cases)
