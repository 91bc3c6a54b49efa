"""The standard deviation of the score of a cut, by the delta method over its cases.

A score is a function F of the shares p of the cells of a table. Each case adds psi, the derivative
of F by the share of its cell, less the mean of these; the variance of the score is the mean of
psi^2 over the number of cases (Wehenkel 1997; Geurts & Wehenkel 2000, section 2).
"""

from __future__ import annotations

import numpy as np

from cutpoint.compiled import Int, Real, Reals, allocating
from cutpoint.cuts.curve import table_at
from cutpoint.measures.codes import CONTRAST, DISTANCE, GINI
from cutpoint.measures.contrasts import PURE
from cutpoint.measures.entropies import entropies, family_slopes
from cutpoint.measures.value import value_of

_STEP = 1e-4  # of a cell, to either side: the error of the derivative is of the order of its square


@allocating
def standard_deviation(code: Int, own: Int, values: Reals, weights: Reals, position: Int) -> Real:
    """Return the standard deviation of the score of the cut after a row.

    By derivatives for the information family and the contrast, by differences for the others. The
    contrast of pure branches is infinite and has none: 0.
    """
    table = table_at(weights, position)
    if code == CONTRAST:
        return _of_contrast(values, weights, position, table)
    return deviation_of(code, own, table)


@allocating
def deviation_of(code: Int, own: Int, table: Reals) -> Real:
    """Return the standard deviation of the score of a table of two branches by classes.

    The table is changed for a moment where the measure has no derivatives.
    """
    slopes = np.empty_like(table)
    if code < GINI or code == DISTANCE:
        _information_slopes(code, table, slopes)
    else:
        _differences(code, own, table, slopes)
    total, mean = table.sum(), (table * slopes).sum()
    mean /= total
    squares = 0.0
    for b in range(2):
        for k in range(table.shape[1]):
            if table[b, k] > 0.0:
                squares += table[b, k] * (slopes[b, k] - mean) ** 2
    return np.sqrt(squares) / total


@allocating
def _information_slopes(code: Int, table: Reals, slopes: Reals) -> None:
    """Fill in the derivative by the share of each cell, up to a constant that is the same in all.

    The entropies are means of -lg p_c and -lg p_t, the gain that of lg(p_ct / (p_c p_t)).
    """
    h_classes, h_branches, gain = entropies(table)
    by_classes, by_branches, by_gain = family_slopes(code, h_classes, h_branches, gain)
    total = table.sum()
    for b in range(2):
        branch = table[b].sum()
        for k in range(table.shape[1]):
            slopes[b, k] = 0.0
            if table[b, k] > 0.0:
                of_branch = -np.log2(branch / total)
                of_class = -np.log2((table[0, k] + table[1, k]) / total)
                shared = np.log2(table[b, k] / total) + of_branch + of_class
                slopes[b, k] = by_classes * of_class + by_branches * of_branch + by_gain * shared


@allocating
def _differences(code: Int, own: Int, table: Reals, slopes: Reals) -> None:
    """Fill in the derivative by the share of each cell that is not empty, from differences."""
    total = table.sum()
    before = np.empty(table.shape[1])
    for b in range(2):
        for k in range(table.shape[1]):
            weight = table[b, k]
            slopes[b, k] = 0.0
            if weight > 0.0:
                table[b, k] = weight * (1.0 + _STEP)
                high = value_of(code, own, table, before)
                table[b, k] = weight * (1.0 - _STEP)
                low = value_of(code, own, table, before)
                table[b, k] = weight
                slopes[b, k] = total * (high - low) / (2.0 * _STEP * weight)


@allocating
def _of_contrast(values: Reals, weights: Reals, position: Int, table: Reals) -> Real:
    """Return the standard deviation of the contrast B / E, whose cases differ by value too.

    B, the variance between, is the sum of s_b^2 / p_b less the squared mean, s_b being p_b times
    the mean m_b of a branch: by a case at x in branch b, 2 m_b x - m_b^2 - 2 m x. E is the mean of
    -lg p(class | branch).
    """
    h_classes, _, gain = entropies(table)
    left = h_classes - gain
    if left <= PURE:
        return 0.0
    n_values, n_classes = weights.shape
    branch = np.array([table[0].sum(), table[1].sum()])
    total = branch[0] + branch[1]
    means = np.zeros(2)
    for v in range(n_values):
        b = 0 if v <= position else 1
        means[b] += weights[v].sum() * values[v] / branch[b]
    mean = (means[0] * branch[0] + means[1] * branch[1]) / total
    between = branch[0] * branch[1] / (total * total) * (means[0] - means[1]) ** 2
    ratio = between / left
    sums = np.zeros(2)  # of the slopes and of their squares
    for v in range(n_values):
        b = 0 if v <= position else 1
        of_value = 2.0 * means[b] * values[v] - means[b] ** 2 - 2.0 * mean * values[v]
        for k in range(n_classes):
            weight = weights[v, k]
            if weight > 0.0:
                slope = (of_value + ratio * np.log2(table[b, k] / branch[b])) / left
                sums[0] += weight * slope
                sums[1] += weight * slope * slope
    return np.sqrt(max(0.0, sums[1] - sums[0] * sums[0] / total)) / total
