"""Van de Merckt's contrast of the branches of a numeric attribute (1993)."""

from __future__ import annotations

import numpy as np

from cutpoint.compiled import Real, Reals, kernel
from cutpoint.measures.entropies import entropies

PURE = 1e-12
"""Bits per case: branches with no more entropy are pure, and what is left of it is rounding."""


@kernel
def contrast_by_entropy(counts: Reals, means: Reals) -> Real:
    """Return the variance between the branches by the class entropy that is left in them.

    For two branches the variance between is p_L p_R (m_L - m_R)^2. Infinite for pure branches.
    """
    h_classes, _, gain = entropies(counts)
    total = 0.0
    mean = 0.0
    for b in range(counts.shape[0]):
        weight = 0.0
        for k in range(counts.shape[1]):
            weight += counts[b, k]
        total += weight
        if weight > 0.0:
            mean += (means[b] - mean) * weight / total
    between = 0.0
    for b in range(counts.shape[0]):
        weight = 0.0
        for k in range(counts.shape[1]):
            weight += counts[b, k]
        if weight > 0.0:
            between += weight / total * (means[b] - mean) ** 2
    left = h_classes - gain
    if left > PURE:
        return between / left
    return np.inf if between > 0.0 else 0.0
