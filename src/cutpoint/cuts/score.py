"""How good a partition into intervals is, from sums that one merge or split changes in O(classes).

With N cases, W of them in an interval and n of a class there, and phi(x) = x lg x, every measure of
the family in ``measures/`` follows from the sums over all intervals of phi(W), phi(n) and n^2 / W.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cutpoint.compiled import Int, Real, Reals, kernel
from cutpoint.measures.codes import CODES, DISTANCE, GAIN_RATIO, GINI, INFORMATION
from cutpoint.measures.entropies import family_value, phi

MEASURES = {name: CODES[name] for name in (*INFORMATION, "gini")}
"""The measures that can score a partition into intervals, by name."""

LEAST_INFO = 0.001
"""C4.5's least split information of a test, in bits per case."""
SAME = 1e-9
"""Values that differ by no more are equal: what is left is rounding."""


@kernel
def sum_phi(counts: Reals) -> Real:
    """Return the sum of x lg x."""
    total = 0.0
    for x in counts:
        total += phi(x)
    return total


@kernel
def squares_over_weight(counts: Reals, weight: Real) -> Real:
    """Return the sum of squared class weights over the weight of an interval."""
    total = 0.0
    for x in counts:
        total += x * x
    return total / weight if weight > 0.0 else 0.0


class Whole(NamedTuple):
    """All cases of a node: what is the same for each of its partitions."""

    known: Real  # the weight of cases with a value
    cases: Real  # and of all
    phi_known: Real
    phi_cases: Real
    phi_unknown: Real
    of_classes: Real  # the class entropy of known cases
    squares: Real  # of class weights, over known


@kernel
def whole_of(classes: Reals, unknown: Real) -> Whole:
    """Return what is known before any partition, from the class weights of known cases.

    ``unknown`` is the weight of cases without a value, which are a branch of their own in the split
    information of the gain ratio, as in C4.5.
    """
    known = 0.0
    for x in classes:
        known += x
    of_classes = (phi(known) - sum_phi(classes)) / known if known > 0.0 else 0.0
    return Whole(
        known, known + unknown, phi(known), phi(known + unknown), phi(unknown), of_classes,
        squares_over_weight(classes, known),
    )  # fmt: skip


@kernel
def value(measure: Int, whole: Whole, split: Real, joint: Real, squares: Real) -> tuple[Real, Real]:
    """Return the value of a partition, to be maximised, and its gain in bits per known case.

    ``split``, ``joint`` and ``squares`` are the sums of phi(W), phi(n) and n^2 / W. A partition
    that cannot be used is worth minus infinity.
    """
    known = whole.known
    if known <= 0.0:
        return -np.inf, 0.0
    of_split = (whole.phi_known - split) / known
    of_both = (whole.phi_known - joint) / known
    gain = max(whole.of_classes + of_split - of_both, 0.0)
    share = known / whole.cases
    if measure == GAIN_RATIO:
        info = (whole.phi_cases - split - whole.phi_unknown) / whole.cases
        return (share * gain / info if info > LEAST_INFO else -np.inf), gain
    if measure == GINI:
        return share * (squares - whole.squares) / known, gain
    worth = family_value(measure, whole.of_classes, of_split, gain)
    return (worth if measure == DISTANCE else share * worth), gain
