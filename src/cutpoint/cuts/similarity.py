"""How alike two class distributions are: the measures of Berzal et al., Table 1.

Some of the table are similarities and some are distances. Here each is a *dissimilarity*: less is
more alike. A distance stands as it is; a similarity, of which more is more alike, is negated; what
the table already negates (Restle, Enta) is the dissimilarity on the other side of its equation.

A distribution is a fuzzy set of classes: mu_A(c) is the share of class c. Cardinality is the sum,
intersection the minimum, union the maximum, A - B is min(a, 1 - b), and the box of the table is the
symmetric difference of its last note.
"""

from __future__ import annotations

import numpy as np

from cutpoint.compiled import Int, Real, Reals, kernel
from cutpoint.cuts.options import Options

EUCLIDEAN, SQUARED_EUCLIDEAN, MANHATTAN, DOMINANCE, MINKOWSKI, BHATTACHARYYA = 0, 1, 2, 3, 4, 5
DOT_PRODUCT, CORRELATION = 6, 7
TVERSKY, RESTLE, RESTLE_SUP, MIN_SUM, ENTA, RATIO, GREGSON = 8, 9, 10, 11, 12, 13, 14
CHI_SQUARED = 15
"""Not of the table, and of the counts themselves: ChiMerge merges by it."""

SIMILARITIES = {
    "euclidean": EUCLIDEAN,
    "squared_euclidean": SQUARED_EUCLIDEAN,
    "manhattan": MANHATTAN,
    "dominance": DOMINANCE,
    "minkowski": MINKOWSKI,
    "bhattacharyya": BHATTACHARYYA,
    "dot_product": DOT_PRODUCT,
    "correlation": CORRELATION,
    "tversky": TVERSKY,
    "restle": RESTLE,
    "restle_sup": RESTLE_SUP,
    "min_sum": MIN_SUM,
    "enta": ENTA,
    "ratio": RATIO,
    "gregson": GREGSON,
}
"""The measures of Table 1 by name."""

_NOTHING = 1e-14


@kernel
def dissimilarity(code: Int, options: Options, a: Reals, of_a: Real, b: Reals, of_b: Real) -> Real:
    """Return how unlike two intervals are, from their class weights and their sums."""
    if of_a <= 0.0 or of_b <= 0.0:
        return 0.0  # what holds no case resembles everything
    if code == CHI_SQUARED:
        return chi_squared(a, of_a, b, of_b, options.smoothing)
    if code <= BHATTACHARYYA:
        return _distance(code, options.power, a, of_a, b, of_b)
    if code <= CORRELATION:
        return -_correlation(code, a, of_a, b, of_b)
    both, either, only_a, only_b = 0.0, 0.0, 0.0, 0.0
    box, most_box, most_both = 0.0, 0.0, 0.0
    for c in range(a.size):
        x, y = a[c] / of_a, b[c] / of_b
        without_y, without_x = min(x, 1.0 - y), min(1.0 - x, y)
        both += min(x, y)
        either += max(x, y)
        only_a += without_y
        only_b += without_x
        box += max(without_y, without_x)
        most_box = max(most_box, without_y, without_x)
        most_both = max(most_both, min(x, y))
    if code == TVERSKY:
        return -(options.theta * both - options.alpha * only_a - options.beta * only_b)
    if code == RESTLE:
        return box
    if code == RESTLE_SUP:
        return most_box
    if code == MIN_SUM:
        return -both
    if code == ENTA:
        return 1.0 - most_both
    if code == RATIO:
        whole = both + options.alpha * only_a + options.beta * only_b
        return -both / whole if whole > 0.0 else 0.0
    return -both / either  # Gregson


@kernel
def _distance(code: Int, power: Real, a: Reals, of_a: Real, b: Reals, of_b: Real) -> Real:
    """Return a distance-based measure."""
    total = 0.0
    for c in range(a.size):
        x, y = a[c] / of_a, b[c] / of_b
        if code <= SQUARED_EUCLIDEAN:
            total += (x - y) * (x - y)
        elif code == MANHATTAN:
            total += abs(x - y)
        elif code == DOMINANCE:
            total = max(total, abs(x - y))
        elif code == MINKOWSKI:
            total += abs(x - y) ** power
        else:
            total += np.sqrt(x * y)
    if code == EUCLIDEAN:
        return np.sqrt(total)
    if code == MINKOWSKI:
        return total ** (1.0 / power)
    if code == BHATTACHARYYA:
        return np.sqrt(1.0 - total) if 1.0 - total > _NOTHING else 0.0
    return total


@kernel
def _correlation(code: Int, a: Reals, of_a: Real, b: Reals, of_b: Real) -> Real:
    """Return a correlation-like similarity."""
    dot, square, norms = 0.0, 0.0, 0.0
    for c in range(a.size):
        x, y = a[c] / of_a, b[c] / of_b
        dot += x * y
        square += (x - y) * (x - y)
        norms += (2.0 * x - 1.0) ** 2 + (2.0 * y - 1.0) ** 2
    if code == DOT_PRODUCT:
        return dot
    return 1.0 - 4.0 * square / norms if norms > 0.0 else 1.0


@kernel
def chi_squared(a: Reals, of_a: Real, b: Reals, of_b: Real, smoothing: Real) -> Real:
    """Return Pearson's statistic of two intervals, with a little added to every count.

    For two rows it is the sum over classes of (a_c B - b_c A)^2 / (A B (a_c + b_c)), whose terms
    are 0 exactly where the shares are equal. A class absent from both adds nothing, or as good as
    nothing.
    """
    total = 0.0
    of_a += a.size * smoothing
    of_b += a.size * smoothing
    for c in range(a.size):
        x, y = a[c] + smoothing, b[c] + smoothing
        if x + y > 0.0:
            excess = x * of_b - y * of_a
            total += excess * excess / (x + y)
    return total / (of_a * of_b)
