"""Smaller trees of a tree: nodes made leaves by hand, and the cost-complexity sequence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from cutpoint import _core
from cutpoint._core import Progress
from cutpoint.data.table import Table
from cutpoint.errors import InputError
from cutpoint.tree import structure
from cutpoint.tree.arrays import node_table
from cutpoint.tree.node import Node

if TYPE_CHECKING:
    from cutpoint.tree.tree import Tree


def with_leaves(tree: Tree, leaves: NDArray[np.bool_]) -> Tree:
    """Return the tree in which these nodes, a mask, are leaves; errors are counted anew.

    Examples
    --------
    >>> from cutpoint.tree import example_tree
    >>> tree = example_tree()
    >>> print(with_leaves(tree, np.arange(tree.n_nodes) == 1))
    outlook = sunny: Don't Play (5.0/2.0)
    outlook = overcast: Play (4.0)
    outlook = rain:
    |   windy = true: Don't Play (2.0)
    |   windy = false: Play (3.0)
    """
    cut = leaves & (tree.attribute >= 0)
    kept = structure.sums_above(tree, cut.astype(np.int64)) == 0
    numbers = (np.cumsum(kept) - 1).astype(np.int32)
    is_test = kept & ~cut & (tree.attribute >= 0)

    def of_tests(array: NDArray[np.int32], otherwise: int) -> NDArray[np.int32]:
        return np.asarray(np.where(is_test, array, np.int32(otherwise))[kept])

    smaller = replace(
        tree,
        attribute=of_tests(tree.attribute, -1),
        first_child=of_tests(numbers[tree.first_child], -1),
        n_branches=of_tests(tree.n_branches, 0),
        test_start=np.where(is_test, tree.test_start, 0)[kept],
        label=tree.label[kept],
        cases=tree.cases[kept],
        errors=tree.errors[kept],
        distribution=tree.distribution[kept],
        unknown=None if tree.unknown is None else (tree.unknown & is_test)[kept],
    )
    return replace(smaller, errors=_errors_below(smaller))


def pruned_at(tree: Tree, nodes: Iterable[int | Node]) -> Tree:
    """Return the tree in which the given nodes are leaves.

    Raises
    ------
    InputError
        If the tree has no such node.
    """
    leaves = np.zeros(tree.n_nodes, dtype=np.bool_)
    for node in nodes:
        number = node.id if isinstance(node, Node) else node
        if isinstance(number, bool | np.bool_) or not isinstance(number, int | np.integer):
            raise InputError(f"a node is given by its number, not by {number!r:.60}")
        if not 0 <= number < tree.n_nodes:
            raise InputError(f"the tree has nodes 0 to {tree.n_nodes - 1}, not {number}")
        leaves[number] = True
    return with_leaves(tree, leaves)


@dataclass(frozen=True, eq=False)
class PruningSequence:
    """The nested trees of minimal cost-complexity pruning (Breiman et al. 1984, chapter 3).

    At strength ``alpha`` the pruned tree is the smallest that minimises the risk per training case
    + alpha x its leaves. As alpha grows from 0, these trees are nested; the last is a leaf.

    Parameters
    ----------
    tree : Tree
        The largest tree.
    risk : {"errors", "gini", "entropy"}, default="errors"
        What a leaf costs per case: its error rate, or its impurity, as in scikit-learn.

    Attributes
    ----------
    alphas : float64 array
        The least strength of each member, ascending from 0.
    sizes : int64 array
        The leaves of each member, descending to 1.

    Examples
    --------
    >>> from cutpoint.tree import example_tree
    >>> sequence = PruningSequence(example_tree())
    >>> sequence.alphas.round(4).tolist(), sequence.sizes.tolist()
    ([0.0, 0.0893], [5, 1])
    """

    tree: Tree
    risk: str = "errors"

    def __post_init__(self) -> None:
        if self.risk not in _RISKS:
            raise InputError(f"risk must be one of {', '.join(_RISKS)}, not {self.risk!r}")

    @cached_property
    def strengths(self) -> NDArray[np.float64]:
        """The least strength at which each test is a leaf or gone; 0 at a leaf."""
        total = self.tree.cases[0]
        found = _core.pruning_strengths(node_table(self.tree), _RISKS[self.risk](self.tree))
        return found / total if total > 0 else found

    @cached_property
    def alphas(self) -> NDArray[np.float64]:
        """The least strength of each member, ascending from 0."""
        return np.unique(np.append(self.strengths[self._tests], 0.0))

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        """The leaves of each member, descending to 1."""
        fewer = (self.tree.n_branches[self._tests] - 1).astype(np.int64)
        return self.tree.n_leaves - self._sums(fewer).astype(np.int64)

    @cached_property
    def training_errors(self) -> NDArray[np.float64]:
        """The share of the training cases that each member gives a wrong class."""
        tests, total = self._tests, float(self.tree.cases[0])
        if total <= 0:
            return np.zeros(len(self))
        wrong = _errors_as_leaf(self.tree)
        at_leaves = wrong[self.tree.attribute < 0].sum()
        below = structure.sums_below(self.tree, wrong)[tests]
        return np.asarray((at_leaves + self._sums(wrong[tests] - below)) / total)

    def __len__(self) -> int:
        return len(self.alphas)

    def member(self, position: int) -> Tree:
        """Return a tree of the sequence; 0 is the largest."""
        return self.at_strength(float(self.alphas[position]))

    def at_strength(self, alpha: float) -> Tree:
        """Return the member of a strength."""
        return with_leaves(self.tree, self.strengths <= alpha)

    def at_size(self, n_leaves: int) -> Tree:
        """Return the largest member of at most so many leaves.

        Raises
        ------
        InputError
            If it is less than 1.
        """
        if isinstance(n_leaves, bool) or not isinstance(n_leaves, int | np.integer) or n_leaves < 1:
            raise InputError(
                f"the number of leaves must be a whole number from 1 on, not {n_leaves}"
            )
        return self.member(int(np.argmax(self.sizes <= n_leaves)))

    def errors(self, table: Table, progress: Progress | None = None) -> NDArray[np.float64]:
        """Return the weight of the cases of a table that each member gives a wrong class.

        Every case goes down the tree once. The table has the attributes and classes of the tree.
        """
        gone = np.zeros(self.tree.n_nodes, dtype=np.int32)
        gone[self._tests] = np.searchsorted(self.alphas, self.strengths[self._tests])
        return _core.member_errors(
            node_table(self.tree),
            gone,
            len(self),
            table.view(),
            Progress() if progress is None else progress,
        )

    @cached_property
    def _tests(self) -> NDArray[np.intp]:
        return np.flatnonzero(self.tree.attribute >= 0)

    def _sums(self, of_tests: NDArray[np.int64] | NDArray[np.float64]) -> NDArray[np.float64]:
        """Return for each member the sum over the tests that are gone in it."""
        position = np.searchsorted(self.alphas, self.strengths[self._tests])
        return np.cumsum(np.bincount(position, of_tests, minlength=len(self)))


def _errors_as_leaf(tree: Tree) -> NDArray[np.float64]:
    """Return the weight of the training cases of each node that are not of its greatest class."""
    return np.asarray(tree.cases - tree.distribution.max(axis=1, initial=0.0))


def _gini(tree: Tree) -> NDArray[np.float64]:
    squares = (tree.distribution**2).sum(axis=1)
    shares = np.divide(squares, tree.cases, out=np.zeros_like(squares), where=tree.cases > 0)
    return np.asarray(tree.cases - shares)


_RISKS = {"errors": _errors_as_leaf, "gini": _gini, "entropy": structure.bits}
"""What each node costs as a leaf, in cases."""


def _errors_below(tree: Tree) -> NDArray[np.float64]:
    """Return the weight of the training errors at the leaves below each node, or of its own."""
    wrong = tree.cases - tree.distribution[np.arange(tree.n_nodes), tree.label]
    errors = np.where(tree.attribute < 0, wrong, 0.0)
    parents = structure.parents(tree)
    for nodes in structure.levels(tree)[:0:-1]:  # from the deepest up, without the root
        np.add.at(errors, parents[nodes], errors[nodes])
    return errors
