"""Exact weights and information: whole numbers that add up to the same in any order.

A weight is an ``int64`` in units of 2^-30 of a case. The information function phi(x) = x lg x is an
``int64`` too, in units of 1 / scale bits. Sums of both are exact, so that the order of rows, the
number of threads or the place of the data cannot change a tree.
"""

from __future__ import annotations

import numpy as np

from cutpoint.compiled import Int, Ints, Real, Reals, allocating, kernel

UNIT_BITS = 30
CASE = np.int64(1 << UNIT_BITS)
"""The units of one case."""
PER_UNIT = 2.0**-UNIT_BITS
ROUNDING = np.int64(1024)
"""The units by which rounded parts may fall short of a whole."""
LOG2_E = 1.4426950408889634

BITS = 1e-6
"""By how many bits, over the cases of a node, a test or cut must beat an earlier one."""
SMALL = 1e-9
"""By how much the value of a normalised measure must be better."""


def scale_for(total_cases: float) -> Real:
    """Return the units of a bit for which no sum over ``total_cases`` can overflow."""
    largest = max(total_cases, 2.0)
    return float(2.0 ** min(32, 59 - int(np.ceil(np.log2(largest * np.log2(largest) + 2)))))


def to_units(weights: Reals) -> Ints:
    """Return weights in cases as units, rounded to the nearest."""
    units: Ints = np.floor(np.asarray(weights, dtype=np.float64) * float(CASE) + 0.5).astype(
        np.int64
    )
    return units


@kernel
def least_units(cases: Real) -> Int:
    """Return a minimum number of cases in units, less what the rounding of parts may have taken.

    Three thirds of a case, each rounded, should still be a case.
    """
    return np.int64(np.ceil(cases * np.float64(CASE))) - ROUNDING


@kernel
def phi(units: Int, scale: float) -> Int:
    """Return x lg x for a weight of x cases."""
    if units <= 0:
        return np.int64(0)
    x = np.float64(units) * PER_UNIT
    return np.int64(np.floor(x * np.log2(x) * scale + 0.5))


@kernel
def phi_of(units: Int, table: Ints, scale: float) -> Int:
    """Return phi as :func:`phi` does; most weights are whole, and looked up."""
    n = units >> UNIT_BITS
    if units & (CASE - 1) == 0 and 0 <= n < table.size:
        return table[np.uint64(n)]
    return phi(units, scale)


@kernel
def phi_real(units: Int) -> Real:
    """Return x lg x for a weight of x cases, in bits."""
    if units <= 0:
        return 0.0
    x = np.float64(units) * PER_UNIT
    return x * np.log2(x)


@allocating
def phi_of_cases(most: Int, scale: float) -> tuple[Ints, Reals]:
    """Return phi, and its slope, of every whole number of cases up to ``most``."""
    values = np.empty(most + 1, dtype=np.int64)
    slopes = np.empty(most + 1, dtype=np.float64)
    for n in range(most + 1):
        x = np.float64(n)
        log = np.log2(max(1.0, x))
        values[n] = np.int64(np.floor(x * log * scale + 0.5))
        slopes[n] = (log + LOG2_E) * scale
    return values, slopes


@kernel
def share(units: Int, fraction: float) -> Int:
    """Return the part of a weight that goes down a branch, rounded once."""
    return np.int64(np.floor(np.float64(units) * fraction + 0.5))
