"""Training cases on their way down a tree: the items of a node, and how a test divides them.

A node's cases are a range of the array ``item``, which holds the numbers of the cases; ``weight`` is
indexed by case. A case with an unknown value goes down every branch with part of its weight, so the
unknowns are kept at the front of the range and each branch in turn is brought next to them.

The order of items never matters when all weights are whole. With fractions, single-precision sums
depend on it, and C4.5's own order is followed here move by move.
"""

from __future__ import annotations

import numpy as np

from cutpoint.compiled import Ints, Real, Reals, kernel
from cutpoint.data.ranked import NUMERIC, Ranked
from cutpoint.tree.growing import Nodes

UNKNOWN = -1


@kernel
def branch_taken(cases: Ranked, nodes: Nodes, branch_of: Ints, node: int, case: int) -> int:
    """Return the branch that a case takes at a node, or ``UNKNOWN``."""
    a = nodes.attribute[node]
    s = cases.slot[a]
    if cases.kind[a] == NUMERIC:
        r = cases.rank[s, case]
        if r < 0:
            return UNKNOWN
        return 0 if r <= nodes.cut_rank[node] else 1
    v = cases.code[s, case]
    if v < 0:
        return UNKNOWN
    return branch_of[nodes.test_start[node] + v]


@kernel
def gather(
    cases: Ranked, nodes: Nodes, branch_of: Ints, node: int, branch: int,
    item: Ints, first: int, last: int,
) -> int:  # fmt: skip
    """Bring the items that take ``branch`` to the front of first ... last; return the next place.

    Each match, met from the front, changes places with the first item that is not one.
    """
    place = first
    for i in range(first, last + 1):
        if branch_taken(cases, nodes, branch_of, node, item[i]) == branch:
            match = item[i]
            item[i] = item[place]
            item[place] = match
            place += 1
    return place


@kernel
def total_weight(item: Ints, weight: Reals, first: int, last: int, whole: bool, real: Real) -> Real:
    """Return the weight of the items first ... last; their number when all of them are ``whole``."""
    if whole:
        return real(last - first + 1)
    total = real(0.0)
    for i in range(first, last + 1):
        total = real(total + weight[item[i]])
    return total


@kernel
def class_weights(
    item: Ints, weight: Reals, target: Ints, first: int, last: int, counts: Reals
) -> None:
    """Add up the weights of the items first ... last by class, into ``counts``."""
    counts[:] = 0
    for i in range(first, last + 1):
        counts[target[item[i]]] += weight[item[i]]


@kernel
def scale_weights(item: Ints, weight: Reals, first: int, stop: int, factor: Real) -> None:
    """Multiply the weights of the items first ... stop - 1 by ``factor``."""
    for i in range(first, stop):
        weight[item[i]] *= factor


@kernel
def unscale_weights(item: Ints, weight: Reals, first: int, stop: int, factor: Real) -> None:
    """Divide the weights by ``factor``; in single precision this need not restore the last bit."""
    for i in range(first, stop):
        weight[item[i]] /= factor


@kernel
def distribute(
    cases: Ranked, nodes: Nodes, branch_of: Ints, node: int, item: Ints, first: int, last: int
) -> None:
    """Order the items by branch, for a node where no value is unknown and order does not matter."""
    start = np.zeros(nodes.n_branches[node] + 1, dtype=np.int64)
    taken = np.empty(last - first + 1, dtype=np.int32)
    for i in range(taken.size):
        taken[i] = branch_taken(cases, nodes, branch_of, node, item[first + i])
        start[taken[i] + 1] += 1
    for b in range(1, start.size):
        start[b] += start[b - 1]
    before = item[first : last + 1].copy()
    for i in range(taken.size):
        item[first + start[taken[i]]] = before[i]
        start[taken[i]] += 1


@kernel
def run_of_branch(
    cases: Ranked, nodes: Nodes, branch_of: Ints, node: int, branch: int,
    item: Ints, first: int, last: int,
) -> int:  # fmt: skip
    """Return the place after the run of items that take ``branch``, in items ordered by branch."""
    place = first
    while place <= last and (branch_taken(cases, nodes, branch_of, node, item[place]) == branch):
        place += 1
    return place
