"""C4.5's information measures, in the precision of the caller.

Every kernel takes ``real``, either ``numpy.float32`` or ``numpy.float64``. With ``float32`` the
arithmetic is that of C4.5 Release 8: counts and results are single, logarithms and everything that
meets one are double, and a sum is rounded when it is stored. With ``float64`` the same formulas run
in double precision. The casts are spelt out so that compiled and uncompiled code agree.
"""

from __future__ import annotations

import numpy as np

from cutpoint.compiled import Int, Real, Reals, allocating, kernel

LN2 = 0.69314718055994530942
EPSILON = 0.001
"""C4.5's all-purpose small number; ``-EPSILON`` marks a test that cannot be used."""


@kernel
def lg(x: Real) -> Real:
    """Return the logarithm to base 2 in double precision, and 0 for anything not positive."""
    if x <= 0:
        return np.float64(0.0)
    return np.log(np.float64(x)) / LN2


@allocating
def whole_x_lg_x(largest: Int, real: Real) -> Reals:
    """Return the table of n lg n for the whole numbers 0 ... largest."""
    table = np.empty(largest + 1, dtype=np.float64)
    for n in range(largest + 1):
        table[n] = np.float64(real(n)) * lg(real(n))
    return table


@kernel
def x_lg_x(x: Real, table: Reals) -> Real:
    """Return x lg x in double precision, from the table where x is a whole number in it."""
    n = np.int64(x)
    if 0 <= n < table.size and n == x:
        return table[n]
    return np.float64(x) * lg(x)


@kernel
def total_info(counts: Reals, size: Int, table: Reals, real: Real) -> Real:
    """Return count x entropy of ``counts[:size]``."""
    total = real(0.0)
    inner = real(0.0)
    for i in range(size):
        inner = real(np.float64(inner) + x_lg_x(counts[i], table))
        total = real(total + counts[i])
    return real(x_lg_x(total, table) - np.float64(inner))


@kernel
def base_info(classes: Reals, n_classes: Int, known: Real, table: Reals, real: Real) -> Real:
    """Return the entropy of the known cases of a nominal attribute (its sum is kept in double)."""
    inner = np.float64(0.0)
    for c in range(n_classes):
        inner += x_lg_x(classes[c], table)
    return real((x_lg_x(known, table) - inner) / np.float64(known))


@kernel
def enough_branches(weights: Reals, n_branches: Int, min_cases: Real) -> bool:
    """Return whether at least two branches have the minimum number of cases."""
    reasonable = 0
    for b in range(n_branches):
        if weights[b] >= min_cases:
            reasonable += 1
    return reasonable >= 2


@kernel
def scaled_gain(
    base: Real, residual: Real, known: Real, unknown_fraction: Real, real: Real
) -> Real:
    """Return the gain, (1 - u)(base - residual / known), u being the fraction of unknown values."""
    gained = real(base - real(residual / known))
    return real(real(real(1.0) - unknown_fraction) * gained)


@kernel
def worth(info: Real, gain: Real, least: Real, gain_ratio: bool, real: Real) -> Real:
    """Return how desirable a test is: its gain ratio or its gain.

    The gain ratio asks for a gain of at least ``least``.

    ``-EPSILON`` marks a test that is not worth considering.
    """
    if gain_ratio:
        if np.float64(gain) >= np.float64(least) - EPSILON and np.float64(info) > EPSILON:
            return real(gain / info)
    elif info > 0 and np.float64(gain) > -EPSILON:
        return real(gain)
    return real(-EPSILON)
