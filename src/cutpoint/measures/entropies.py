"""The information family: functions of the class entropy, the split entropy and the gain.

For a table of branches by classes let H_C be the entropy of the classes, H_T that of the branches
(split information) and I their mutual information (the gain), all in bits. Every measure of the
family is a function of these three numbers.
"""

from __future__ import annotations

import numpy as np

from cutpoint.compiled import Int, Real, Reals, allocating, kernel
from cutpoint.measures.codes import DISTANCE, GAIN, GAIN_RATIO, MANTARAS, SYMMETRIC


@kernel
def phi(x: Real) -> Real:
    """Return x lg x, and 0 for anything not positive."""
    if x <= 0.0:
        return 0.0
    return x * np.log2(x)


@kernel
def phi_in(x: Real, phis: Reals) -> Real:
    """Return :func:`phi`, looked up for whole numbers that the table has."""
    if 0.0 <= x < phis.size:
        n = np.int64(x)
        if np.float64(n) == x:
            return phis[n]
    return phi(x)


@kernel
def sum_phi_in(counts: Reals, phis: Reals) -> Real:
    """Return the sum of x lg x, looked up where the table has it."""
    total = 0.0
    for x in counts:
        total += phi_in(x, phis)
    return total


@allocating
def phis_up_to(most: Int) -> Reals:
    """Return phi of 0, 1, ... ``most``."""
    values = np.empty(most + 1)
    for n in range(most + 1):
        values[n] = phi(np.float64(n))
    return values


@kernel
def entropies(counts: Reals) -> tuple[Real, Real, Real]:
    """Return (H_C, H_T, I) of a table of branches by classes."""
    n_branches, n_classes = counts.shape
    total = 0.0
    cells = 0.0
    branches = 0.0
    classes = 0.0
    for b in range(n_branches):
        weight = 0.0
        for k in range(n_classes):
            weight += counts[b, k]
            cells += phi(counts[b, k])
        branches += phi(weight)
        total += weight
    for k in range(n_classes):
        weight = 0.0
        for b in range(n_branches):
            weight += counts[b, k]
        classes += phi(weight)
    return from_sums(total, cells, branches, classes)


@kernel
def from_sums(total: Real, cells: Real, branches: Real, classes: Real) -> tuple[Real, Real, Real]:
    """Return (H_C, H_T, I) from the sums of x lg x over cells, branches and classes.

    None is below 0 and the gain is not above the entropies: what rounding leaves is cut off.
    """
    return over_whole(total, phi(total), cells, branches, classes)


@kernel
def over_whole(
    total: Real, whole: Real, cells: Real, branches: Real, classes: Real
) -> tuple[Real, Real, Real]:
    """Do what :func:`from_sums` does where ``whole``, x lg x of the total, is known already."""
    h_classes = max(0.0, (whole - classes) / total)
    h_branches = max(0.0, (whole - branches) / total)
    gain = (whole - classes - branches + cells) / total
    return h_classes, h_branches, max(0.0, min(gain, h_classes, h_branches))


@kernel
def family_value(code: Int, h_classes: Real, h_branches: Real, gain: Real) -> Real:
    """Return the value of a measure of the family; where it is 0 / 0, nothing is gained: 0."""
    if code == GAIN:
        return gain
    if code == DISTANCE:
        return 2.0 * gain - h_classes - h_branches
    below = h_branches
    if code == MANTARAS:
        below = h_classes + h_branches - gain  # the joint entropy
    elif code == SYMMETRIC:
        below = 0.5 * (h_classes + h_branches)
    return gain / below if below > 0.0 else 0.0


@kernel
def family_slopes(
    code: Int, h_classes: Real, h_branches: Real, gain: Real
) -> tuple[Real, Real, Real]:
    """Return the derivatives of the value by H_C, H_T and I."""
    if code == GAIN:
        return 0.0, 0.0, 1.0
    if code == DISTANCE:
        return -1.0, -1.0, 2.0
    if code == GAIN_RATIO:
        if h_branches <= 0.0:
            return 0.0, 0.0, 0.0
        return 0.0, -gain / (h_branches * h_branches), 1.0 / h_branches
    both = h_classes + h_branches
    if code == SYMMETRIC:
        if both <= 0.0:
            return 0.0, 0.0, 0.0
        by_entropy = -2.0 * gain / (both * both)
        return by_entropy, by_entropy, 2.0 / both
    joint = both - gain
    if joint <= 0.0:
        return 0.0, 0.0, 0.0
    by_entropy = -gain / (joint * joint)
    return by_entropy, by_entropy, both / (joint * joint)
