"""The Kolmogorov-Smirnov distance of the classes (Friedman 1977)."""

from __future__ import annotations

import numpy as np

from cutpoint.compiled import Real, Reals, kernel


@kernel
def kolmogorov_smirnov(counts: Reals) -> Real:
    """Return how far apart the classes are, over the branches.

    For two classes and two branches it is the distance of the two class-conditional distribution
    functions at the cut. Many branches are put in two sets so that the distance is greatest, which
    is half the sum of the differences. Many classes: the mean of one against the rest, by weight.
    """
    n_branches, n_classes = counts.shape
    total = 0.0
    for b in range(n_branches):
        for k in range(n_classes):
            total += counts[b, k]
    mean = 0.0
    for k in range(n_classes):
        one = 0.0
        for b in range(n_branches):
            one += counts[b, k]
        rest = total - one
        if one <= 0.0 or rest <= 0.0:
            continue
        apart = 0.0
        for b in range(n_branches):
            weight = 0.0
            for other in range(n_classes):
                weight += counts[b, other]
            apart += np.abs(counts[b, k] / one - (weight - counts[b, k]) / rest)
        mean += one * 0.5 * apart
    return mean / total
