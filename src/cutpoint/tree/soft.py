"""Soft thresholds: near a cut a case goes down both branches (Quinlan 1993, section 8.4).

Each cut has a lower and an upper bound. A value below the lower goes left and one above the upper
right, as ever; between them the weight of the left branch falls from 1 by way of a half at the cut
to 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from cutpoint.compiled import Int, Ints, Real, Reals, kernel
from cutpoint.tree.route import Routes, Rows, Scratch, add_ends, step

if TYPE_CHECKING:
    from cutpoint.tree.tree import Tree

LEAST = 0.01
"""A branch of less weight is not followed."""
NUDGE = 0.001
"""What C4.5 adds to the distance of a bound from the cut, lest it be zero."""


class Cuts(NamedTuple):
    """The numeric tests of a tree: attribute by node, -1 where there is none, and all cuts."""

    attribute: Ints
    n_known: Ints
    test_start: Ints
    cut: Reals
    lower: Reals
    upper: Reals
    nudge: float


@kernel
def weight_below(value: Real, lower: Real, cut: Real, upper: Real, nudge: float) -> Real:
    """Return how far a value is on the left of a cut, from 0 to 1."""
    if value <= lower:
        return 1.0
    if value <= cut:
        return 1.0 - 0.5 * (value - lower) / (cut - lower + nudge)
    if value < upper:
        return 0.5 - 0.5 * (value - cut) / (upper - cut + nudge)
    return 0.0


@kernel
def area_below(value: Real, lower: Real, cut: Real, upper: Real, nudge: float) -> Real:
    """Return the integral of :func:`weight_below` from the lower bound up to a value."""
    if value <= lower:
        return value - lower
    left = min(value, cut) - lower
    area = left - (0.25 * left * left / (cut - lower + nudge) if left > 0 else 0.0)
    if value > cut and upper > cut:
        right = min(value, upper) - cut
        area += 0.5 * right - 0.25 * right * right / (upper - cut + nudge)
    return area


@kernel
def reach_softly(routes: Routes, rows: Rows, start: Int, cuts: Cuts, scratch: Scratch) -> Int:
    """Follow a case from the root to all its ends; return their number, and them in ``scratch``."""
    scratch.node[0] = 0
    scratch.weight[0] = 1
    waiting, reached = 1, 0
    while waiting > 0:
        waiting -= 1
        node = scratch.node[waiting]
        weight = scratch.weight[waiting]
        first, count = routes.first_child[node], routes.n_branches[node]
        before = waiting
        a = cuts.attribute[node]
        value = rows.memory[start + a * rows.column_step] if a >= 0 else np.nan
        following = node
        if a < 0 or np.isnan(value):
            following = step(routes.steps, rows, start, node)
        if following != node:
            scratch.node[waiting] = following
            scratch.weight[waiting] = weight
            waiting += 1
        elif not np.isnan(value):
            above = 0.0  # the weight of all branches up to the one at hand
            for branch in range(cuts.n_known[node]):
                upto = 1.0
                if branch < cuts.n_known[node] - 1:
                    c = cuts.test_start[node] + branch
                    below = weight_below(
                        value, cuts.lower[c], cuts.cut[c], cuts.upper[c], cuts.nudge
                    )
                    upto = max(above, below)
                if upto - above > LEAST:
                    scratch.node[waiting] = first + branch
                    scratch.weight[waiting] = weight * (upto - above)
                    waiting += 1
                above = upto
        elif routes.cases[node] > 0:
            for branch in range(count):
                share = weight * routes.cases[first + branch] / routes.cases[node]
                if share > 0:
                    scratch.node[waiting] = first + branch
                    scratch.weight[waiting] = share
                    waiting += 1
        if waiting == before:
            scratch.end[reached] = node
            scratch.share[reached] = weight
            reached += 1
    return reached


@kernel
def soft_weights(
    routes: Routes, rows: Rows, first: Int, cuts: Cuts, scratch: Scratch, sums: Reals
) -> None:
    """Add to ``sums``, zero at the start, the class weights of the rows from ``first`` on."""
    for row in range(len(sums)):
        start = (first + row) * rows.row_step
        reached = reach_softly(routes, rows, start, cuts, scratch)
        add_ends(routes, scratch, reached, sums[row])


def cuts_of(tree: Tree) -> Cuts:
    """Return the numeric tests of a tree; those without bounds have the cut itself for bounds."""
    numeric = np.array([attribute.is_numeric for attribute in tree.attributes] + [False])
    lower = tree.cuts if tree.lower is None else tree.lower
    upper = tree.cuts if tree.upper is None else tree.upper
    return Cuts(
        np.where(numeric[tree.attribute], tree.attribute, -1).astype(np.int64),
        tree.n_known_branches, tree.test_start, tree.cuts, lower, upper,
        NUDGE if tree.single else 0.0,
    )  # fmt: skip
