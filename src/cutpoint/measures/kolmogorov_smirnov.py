"""The Kolmogorov-Smirnov distance of the classes (Friedman 1977)."""

from __future__ import annotations

import numpy as np

from cutpoint.compiled import Real, Reals, kernel


@kernel
def kolmogorov_smirnov(counts: Reals, classes: Reals) -> Real:
    """Return how far apart the classes, whose weights are given, are over the branches.

    For two classes and two branches it is the distance of the two class-conditional distribution
    functions at the cut. Many branches are put in two sets so that the distance is greatest, which
    is half the sum of the differences. Many classes: the mean of one against the rest, by weight.
    """
    total = 0.0
    for weight in classes:
        total += weight
    mean = 0.0
    for b in range(counts.shape[0]):
        branch = 0.0
        for k in range(classes.size):
            branch += counts[b, k]
        for k in range(classes.size):
            one = classes[k]
            rest = total - one
            if one > 0.0 and rest > 0.0:
                apart = counts[b, k] / one - (branch - counts[b, k]) / rest
                mean += 0.5 * one * np.abs(apart)
    return mean / total
