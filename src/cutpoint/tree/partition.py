"""Training cases on their way down a tree: the items of a node, and how a test divides them.

A node's cases are a range of the array ``item``, which holds the numbers of the cases; ``weight``
is indexed by case. A case with an unknown value goes down every branch with part of its weight, so
the unknowns are kept at the front of the range and each branch in turn is brought next to them.

The order of items never matters when all weights are whole. With fractions, single-precision sums
depend on it, and C4.5's own order is followed here move by move.
"""

from __future__ import annotations

import numpy as np

from cutpoint.compiled import ZERO, Int, Ints, Real, Reals, allocating, kernel
from cutpoint.data.ranked import NUMERIC, Ranked
from cutpoint.tree.growing import Nodes

UNKNOWN = np.int64(-1)
_LARGEST = np.int64(np.iinfo(np.int32).max)
UNITS = float(1 << 30)
"""The parts that a case is divided into (see ``grow/fixed.py``)."""


@kernel
def gather(
    cases: Ranked, nodes: Nodes, branch_of: Ints, node: Int, branch: Int,
    item: Ints, first: Int, last: Int,
) -> Int:  # fmt: skip
    """Bring the items that take ``branch`` to the front of first ... last; return the next place.

    Each match, met from the front, changes places with the first item that is not one.
    """
    a = nodes.attribute[node]
    s = cases.slot[a]
    if cases.kind[a] == NUMERIC:
        cut = np.int64(nodes.cut_rank[node])
        if branch == UNKNOWN:
            return _gather_ranks(cases.rank[s], UNKNOWN, UNKNOWN, item, first, last)
        if branch == 0:
            return _gather_ranks(cases.rank[s], ZERO, cut, item, first, last)
        return _gather_ranks(cases.rank[s], cut + 1, _LARGEST, item, first, last)
    start = nodes.test_start[node]
    branches = branch_of[start : start + cases.n_values[a]]
    return _gather_codes(cases.code[s], branches, branch, item, first, last)


@kernel
def _gather_ranks(rank: Ints, lowest: Int, highest: Int, item: Ints, first: Int, last: Int) -> Int:
    place = first
    for i in range(first, last + 1):  # without a jump: the test is hard to foresee
        case = item[i]
        other = item[place]
        match = (rank[case] >= lowest) & (rank[case] <= highest)
        item[i] = other if match else case
        item[place] = case if match else other
        place += match
    return place


@kernel
def _gather_codes(
    code: Ints, branches: Ints, branch: Int, item: Ints, first: Int, last: Int
) -> Int:
    place = first
    for i in range(first, last + 1):
        case = item[i]
        value = code[case]
        taken = UNKNOWN if value < 0 else branches[value]
        if taken == branch:
            item[i] = item[place]
            item[place] = case
            place += 1
    return place


@allocating
def distribute(
    cases: Ranked, nodes: Nodes, branch_of: Ints, node: Int, item: Ints, first: Int, last: Int,
    ends: Ints,
) -> None:  # fmt: skip
    """Order the items by branch, where no value is unknown; ``ends`` says where each branch ends.

    For weights that are all whole, so that the order within a branch does not matter.
    """
    a = nodes.attribute[node]
    s = cases.slot[a]
    if cases.kind[a] == NUMERIC:
        ends[0] = _gather_ranks(
            cases.rank[s], ZERO, np.int64(nodes.cut_rank[node]), item, first, last
        )
        ends[1] = last + 1
        return
    start = nodes.test_start[node]
    branches = branch_of[start : start + cases.n_values[a]]
    code = cases.code[s]
    before = item[first : last + 1].copy()
    k = nodes.n_branches[node]
    ends[:k] = 0
    for case in before:
        ends[branches[code[case]]] += 1
    place = first
    for b in range(k):
        held = ends[b]
        ends[b] = place
        place += held
    for case in before:
        b = branches[code[case]]
        item[ends[b]] = case
        ends[b] += 1


@kernel
def total_weight(item: Ints, weight: Reals, first: Int, last: Int, whole: bool, real: Real) -> Real:
    """Return the weight of the items first ... last: their number if all of them are ``whole``."""
    if whole:
        return real(last - first + 1)
    total = real(0.0)
    for i in range(first, last + 1):
        total = real(total + weight[item[i]])
    return total


@kernel
def class_weights(
    item: Ints, weight: Reals, target: Ints, first: Int, last: Int, counts: Reals
) -> None:
    """Add up the weights of the items first ... last by class, into ``counts``."""
    counts[:] = 0
    for i in range(first, last + 1):
        counts[target[item[i]]] += weight[item[i]]


@kernel
def scale_weights(item: Ints, weight: Reals, first: Int, stop: Int, factor: Real) -> None:
    """Multiply the weights of the items first ... stop - 1 by ``factor``."""
    for i in range(first, stop):
        weight[item[i]] *= factor


@kernel
def unscale_weights(item: Ints, weight: Reals, first: Int, stop: Int, factor: Real) -> None:
    """Divide the weights by ``factor``; in single precision this need not restore the last bit."""
    for i in range(first, stop):
        weight[item[i]] /= factor


@kernel
def share_weights(
    item: Ints, weight: Reals, first: Int, stop: Int, factor: Real, saved_case: Ints,
    saved_weight: Reals, n_saved: Int,
) -> Int:  # fmt: skip
    """Put the weights of the items first ... stop - 1 aside and replace them by their shares.

    A share is rounded to 2^-30 of a case, so that sums of shares are exact in double precision.
    Returns how many weights are aside now.
    """
    for i in range(first, stop):
        case = item[i]
        saved_case[n_saved] = case
        saved_weight[n_saved] = weight[case]
        n_saved += 1
        weight[case] = np.floor(weight[case] * UNITS * factor + 0.5) / UNITS
    return n_saved


@kernel
def restore_weights(
    saved_case: Ints, saved_weight: Reals, n_saved: Int, count: Int, weight: Reals
) -> Int:
    """Take back the last ``count`` weights that were put aside; return how many are left."""
    for i in range(n_saved - count, n_saved):
        weight[saved_case[i]] = saved_weight[i]
    return n_saved - count
