"""The decrease of the Gini index (Breiman, Friedman, Olshen & Stone 1984)."""

from __future__ import annotations

from cutpoint.compiled import Real, Reals, kernel


@kernel
def gini_gain(counts: Reals) -> Real:
    """Return the Gini index of the classes less its mean over the branches."""
    n_branches, n_classes = counts.shape
    total = 0.0
    within = 0.0
    for b in range(n_branches):
        weight = 0.0
        squares = 0.0
        for k in range(n_classes):
            weight += counts[b, k]
            squares += counts[b, k] * counts[b, k]
        total += weight
        if weight > 0.0:
            within += squares / weight
    before = 0.0
    for k in range(n_classes):
        weight = 0.0
        for b in range(n_branches):
            weight += counts[b, k]
        before += weight * weight
    return max(0.0, (within - before / total) / total)
