"""Where a cut lies between the two values a < b that it separates; always a <= cut < b."""

from __future__ import annotations

import numpy as np

from cutpoint.compiled import Int, Real, Reals, allocating, kernel
from cutpoint.cuts.release8 import observed_cut

MIDPOINT = 0
"""In the middle."""
OBSERVED = 1
"""At the greatest value of the whole table that is not above the middle (C4.5)."""
WEIGHTED = 2
"""Nearer to the side that has fewer cases (Berzal)."""

PLACEMENTS = {"midpoint": MIDPOINT, "observed": OBSERVED, "weighted": WEIGHTED}
"""The names that people use."""


@kernel
def midpoint(below: Real, above: Real) -> Real:
    """Return the middle of two values; the lower one where rounding leaves no room between."""
    cut = below + (above - below) * 0.5
    return cut if below <= cut < above else below


@kernel
def weighted(below: Real, above: Real, left: Real, right: Real) -> Real:
    """Return (R a + L b) / (L + R) for L cases below and R above."""
    cut = (right * below + left * above) / (left + right)
    return cut if below <= cut < above else below


@allocating
def observed(column: Reals, below: Real, above: Real) -> Real:
    """Return the greatest value of a sorted column that is not above the middle."""
    low: Int = np.searchsorted(column, below)
    high: Int = np.searchsorted(column, above)
    cut = observed_cut(column, np.int64(low), np.int64(high))
    return column[low] if cut >= high else column[cut]


@kernel
def placed(
    placement: Int, column: Reals, below: Real, above: Real, left: Real, right: Real
) -> Real:
    """Return the cut between two values, ``left`` and ``right`` being the weights beside it."""
    if placement == OBSERVED:
        return observed(column, below, above)
    if placement == WEIGHTED:
        return weighted(below, above, left, right)
    return midpoint(below, above)
