"""What follows from a tree's arrays as a whole: parents, depths, sameness, importances."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from cutpoint.tree.tree import Tree


def parents(tree: Tree) -> NDArray[np.int32]:
    """Return the node above each node; the root is its own."""
    tests, counts, children = _children(tree)
    above = np.zeros(tree.n_nodes, dtype=np.int32)
    above[children] = np.repeat(tests, counts)
    return above


def sums_above(tree: Tree, values: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return per node the sum of ``values`` over all nodes above it.

    Pointers double in every round, so a chain of a million nodes takes twenty rounds.
    """
    jump = parents(tree)
    sums = values[jump]
    sums[0] = 0
    while jump.any():
        sums += sums[jump]
        jump = jump[jump]
    return sums


def sums_below(tree: Tree, values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return per node the sum of ``values`` over its branches; 0 at a leaf."""
    tests, counts, children = _children(tree)
    sums = np.zeros(tree.n_nodes)
    if len(tests) > 0:
        sums[tests] = np.add.reduceat(values[children], np.cumsum(counts) - counts)
    return sums


def levels(tree: Tree) -> list[NDArray[np.intp]]:
    """Return the nodes by depth, the root first."""
    depths = tree.node_depths()
    order = np.argsort(depths, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(depths[order])) + 1)


def mean_depth(tree: Tree) -> float:
    """Return how many tests a training case passes on average.

    Examples
    --------
    >>> from cutpoint.tree import example_tree
    >>> round(mean_depth(example_tree()), 3)
    1.714
    """
    leaves = tree.attribute < 0
    total = float(tree.cases[leaves].sum())
    return float(tree.node_depths()[leaves] @ tree.cases[leaves]) / total if total > 0 else 0.0


def same(one: Tree, two: Tree) -> bool:
    """Return whether two trees hold the same, however their nodes are numbered."""
    if (
        one.attributes != two.attributes
        or one.classes != two.classes
        or one.single != two.single
        or one.n_nodes != two.n_nodes
        or not same_costs(one, two)
    ):
        return False
    twin = _twins(one, two)
    return (
        twin is not None
        and np.array_equal(one.attribute, two.attribute[twin])
        and np.array_equal(one.n_known_branches, two.n_known_branches[twin])
        and np.array_equal(one.label, two.label[twin])
        and np.array_equal(one.cases, two.cases[twin])
        and np.array_equal(one.errors, two.errors[twin])
        and np.array_equal(one.distribution, two.distribution[twin])
        and _same_tests(one, two, twin)
    )


def same_costs(one: Tree, two: Tree) -> bool:
    """Return whether two trees decide by the same costs, or both without."""
    if one.costs is None or two.costs is None:
        return one.costs is two.costs
    return np.array_equal(one.costs, two.costs)


def importances(tree: Tree) -> NDArray[np.float64]:
    """Return the share of each attribute in the information that the tests give.

    A test gives cases x entropy at its node less the same at its branches, in bits, and never less
    than nothing. The shares sum to 1; they are all 0 when the tree has no test.
    """
    held = bits(tree)
    tests = np.flatnonzero(tree.attribute >= 0)
    result = np.zeros(len(tree.attributes), dtype=np.float64)
    if len(tests) == 0:
        return result
    gains = np.maximum(held - sums_below(tree, held), 0.0)[tests]
    result += np.bincount(tree.attribute[tests], weights=gains, minlength=len(result))
    total = result.sum()
    return result / total if total > 0 else result


def bits(tree: Tree) -> NDArray[np.float64]:
    """Return cases x entropy of the class distribution of each node."""
    weights = np.maximum(tree.distribution, 0.0)
    total = weights.sum(axis=1, keepdims=True)
    shares = np.divide(weights, total, out=np.zeros_like(weights), where=total > 0)
    logs = np.log2(shares, out=np.zeros_like(shares), where=shares > 0)
    return np.asarray(-tree.cases * (shares * logs).sum(axis=1))


def _children(
    tree: Tree,
) -> tuple[NDArray[np.intp], NDArray[np.int64], NDArray[np.int64]]:
    """Return the nodes with tests, their numbers of branches, and all their children in order."""
    tests = np.flatnonzero(tree.attribute >= 0)
    counts = tree.n_branches[tests].astype(np.int64)
    before = np.cumsum(counts) - counts
    children = np.repeat(tree.first_child[tests] - before, counts) + np.arange(counts.sum())
    return tests, counts, children


def _twins(one: Tree, two: Tree) -> NDArray[np.int64] | None:
    """Return for each node of one tree the node of the other in the same place."""
    if np.array_equal(one.first_child, two.first_child) and np.array_equal(
        one.n_branches, two.n_branches
    ):
        return np.arange(one.n_nodes)
    twin = np.zeros(one.n_nodes, dtype=np.int64)
    for node in np.flatnonzero(one.attribute >= 0).tolist():  # parents come before children
        other, count = twin[node], one.n_branches[node]
        if two.n_branches[other] != count:
            return None
        first, start = one.first_child[node], two.first_child[other]
        twin[first : first + count] = np.arange(start, start + count)
    return twin


def _same_tests(one: Tree, two: Tree, twin: NDArray[np.int64]) -> bool:
    """Return whether nodes that test the same attribute ask the same of it."""
    n_values = np.array([len(attribute.values or ()) for attribute in one.attributes], dtype=int)
    numeric = np.array([attribute.is_numeric for attribute in one.attributes], dtype=bool)
    tests = np.flatnonzero(one.attribute >= 0)
    tested = one.attribute[tests]
    n_cuts = one.n_known_branches[tests].astype(int) - 1
    compared: list[tuple[NDArray[np.bool_], NDArray[np.int_], NDArray[Any], NDArray[Any]]] = [
        (numeric[tested], n_cuts, one.cuts, two.cuts),
        (~numeric[tested], n_values[tested], one.branch_of, two.branch_of),
    ]
    for low, other in ((one.lower, two.lower), (one.upper, two.upper)):
        if (low is None) != (other is None):
            return False
        if low is not None and other is not None:
            compared.append((numeric[tested], n_cuts, low, other))
    for chosen, sizes, mine, theirs in compared:
        nodes, size = tests[chosen], sizes[chosen]
        steps = np.arange(size.sum()) - np.repeat(np.cumsum(size) - size, size)
        here = np.repeat(one.test_start[nodes], size) + steps
        there = np.repeat(two.test_start[twin[nodes]], size) + steps
        if not np.array_equal(mine[here], theirs[there]):
            return False
    return True
