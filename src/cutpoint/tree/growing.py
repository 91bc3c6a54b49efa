"""A tree while it is being grown or pruned: arrays with room to spare.

The learners write into :class:`Nodes`; :func:`finished` turns the part in use into a
:class:`~cutpoint.tree.tree.Tree`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cutpoint.compiled import ONE, Int, Ints, Real, Reals, allocating, kernel
from cutpoint.data.attribute import Attribute, Label
from cutpoint.tree.tree import Tree


class Nodes(NamedTuple):
    """The arrays of :class:`Tree`, and ``cut_rank``: the rank of a binary cut among its values."""

    attribute: Ints
    first_child: Ints
    n_branches: Ints
    test_start: Ints
    cut_rank: Ints
    label: Ints
    cases: Reals
    errors: Reals
    distribution: Reals


@allocating
def new_nodes(size: Int, n_classes: Int, real: Real) -> Nodes:
    """Return room for ``size`` nodes, all of them leaves."""
    return Nodes(
        np.full(size, -1, dtype=np.int32),
        np.full(size, -1, dtype=np.int32),
        np.zeros(size, dtype=np.int32),
        np.zeros(size, dtype=np.int64),
        np.zeros(size, dtype=np.int32),
        np.zeros(size, dtype=np.int32),
        np.zeros(size, dtype=real),
        np.zeros(size, dtype=real),
        np.zeros((size, n_classes), dtype=real),
    )


@kernel
def copy_row(source: Reals, target: Reals) -> None:
    """Copy one array into another (a loop compiles faster than an assignment to a slice)."""
    for i in range(source.size):
        target[i] = source[i]


@kernel
def copy_node(source: Nodes, i: Int, target: Nodes, j: Int) -> None:
    """Make node ``j`` of ``target`` what node ``i`` of ``source`` is."""
    target.attribute[j] = source.attribute[i]
    target.first_child[j] = source.first_child[i]
    target.n_branches[j] = source.n_branches[i]
    target.test_start[j] = source.test_start[i]
    target.cut_rank[j] = source.cut_rank[i]
    target.label[j] = source.label[i]
    target.cases[j] = source.cases[i]
    target.errors[j] = source.errors[i]
    copy_row(source.distribution[i], target.distribution[j])


@allocating
def with_room(nodes: Nodes, used: Int, needed: Int, real: Real) -> Nodes:
    """Return the nodes with room for ``needed`` of them, moved to larger arrays if they must."""
    if needed <= nodes.label.size:
        return nodes
    larger = new_nodes(max(needed, 2 * nodes.label.size), nodes.distribution.shape[1], real)
    for i in range(used):
        copy_node(nodes, i, larger, i)
    return larger


@allocating
def lengthened(array: Reals, used: Int, more: Int) -> Reals:
    """Return the array with room for ``more`` entries after the ``used`` ones."""
    if used + more <= array.size:
        return array
    longer = np.empty(max(used + more, 2 * array.size), dtype=array.dtype)
    for i in range(used):
        longer[i] = array[i]
    return longer


@allocating
def twice_as_many(rows: Reals) -> Reals:
    """Return the rows with as many more, all zero, behind them."""
    more = np.zeros((2 * rows.shape[0], rows.shape[1]), dtype=rows.dtype)
    for i in range(rows.shape[0]):
        copy_row(rows[i], more[i])
    return more


@kernel
def make_leaf(nodes: Nodes, node: Int) -> None:
    """Drop the node's test; its class and counts stay."""
    nodes.attribute[node] = -1
    nodes.first_child[node] = -1
    nodes.n_branches[node] = 0
    nodes.test_start[node] = 0


@allocating
def compact(nodes: Nodes, real: Real) -> Nodes:
    """Return only the nodes that the root still reaches, siblings adjacent, parents first."""
    reached = np.empty(nodes.label.size, dtype=np.int64)
    reached[0] = 0
    n_reached = ONE
    place = 0
    while place < n_reached:
        node = reached[place]
        for b in range(nodes.n_branches[node]):
            reached[n_reached + b] = nodes.first_child[node] + b
        n_reached += nodes.n_branches[node]
        place += 1
    kept = new_nodes(n_reached, nodes.distribution.shape[1], real)
    next_child = 1
    for i in range(n_reached):
        copy_node(nodes, reached[i], kept, i)
        if kept.n_branches[i] > 0:
            kept.first_child[i] = next_child
            next_child += kept.n_branches[i]
        else:
            make_leaf(kept, i)
    return kept


def finished(
    nodes: Nodes,
    cuts: Reals,
    branch_of: Ints,
    attributes: tuple[Attribute, ...],
    classes: tuple[Label, ...],
    *,
    single: bool,
) -> Tree:
    """Return the tree whose nodes these are."""
    return Tree(
        attributes=attributes,
        classes=classes,
        attribute=nodes.attribute,
        first_child=nodes.first_child,
        n_branches=nodes.n_branches,
        test_start=nodes.test_start,
        cuts=np.asarray(cuts, dtype=np.float64),
        branch_of=branch_of,
        label=nodes.label,
        cases=np.asarray(nodes.cases, dtype=np.float64),
        errors=np.asarray(nodes.errors, dtype=np.float64),
        distribution=np.asarray(nodes.distribution, dtype=np.float64),
        single=single,
    )
