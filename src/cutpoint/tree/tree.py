"""What a tree is: flat arrays inside, one row per node.

Two kinds of test exist. A *numeric* test has sorted cut points and its branch is the position of the
value among them: branch ``i`` holds ``cut[i-1] < value <= cut[i]``, so a binary test is one cut. A
*nominal* test maps each category to a branch: one branch per value, or groups of values.

The children of a node are adjacent and come after it, so a child is ``first_child + branch``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutpoint.data.attribute import Attribute, Label


@dataclass(frozen=True, eq=False)
class Tree:
    """A decision tree.

    Attributes
    ----------
    attributes : tuple of Attribute
        The columns the tree was learned from, in order.
    classes : tuple of labels
        The classes, in the order that breaks ties.
    attribute : int32 array
        Position of the tested attribute; -1 at a leaf.
    first_child : int32 array
        The node of branch 0; -1 at a leaf.
    n_branches : int32 array
        Number of branches; 0 at a leaf.
    test_start : int64 array
        Numeric test: where its ``n_branches - 1`` cut points start in ``cuts``. Nominal test: where
        its map, one entry per value of the attribute, starts in ``branch_of``.
    cuts : float64 array
    branch_of : int32 array
        The branch of each nominal value; -1 for a value that no branch holds.
    label : int32 array
        Position of the node's class.
    cases : float64 array
        Weight of the training cases at the node; 0 for a branch that no training case takes.
    errors : float64 array
        Weight of the training errors below the node; in a tree pruned by error estimates, the
        estimate.
    distribution : float64 array, nodes x classes
        Weight of the training cases by class.
    single : bool
        Whether the tree was learned in C4.5's own single precision: values are then rounded to 32
        bits before they are compared, -999 is unknown, and class weights are summed in 32 bits.
    """

    attributes: tuple[Attribute, ...]
    classes: tuple[Label, ...]
    attribute: NDArray[np.int32]
    first_child: NDArray[np.int32]
    n_branches: NDArray[np.int32]
    test_start: NDArray[np.int64]
    cuts: NDArray[np.float64]
    branch_of: NDArray[np.int32]
    label: NDArray[np.int32]
    cases: NDArray[np.float64]
    errors: NDArray[np.float64]
    distribution: NDArray[np.float64]
    single: bool = field(default=False)

    @property
    def n_nodes(self) -> int:
        """Number of nodes, leaves and empty branches included (C4.5's tree size)."""
        return len(self.attribute)

    @property
    def n_leaves(self) -> int:
        """Number of leaves, empty ones included."""
        return int(np.count_nonzero(self.attribute < 0))

    @property
    def depth(self) -> int:
        """Number of tests on the longest path; 0 for a single leaf."""
        return int(self.node_depths().max())

    def node_depths(self) -> NDArray[np.int32]:
        """Return the number of tests above each node."""
        depths = np.zeros(self.n_nodes, dtype=np.int32)
        for node in np.flatnonzero(self.attribute >= 0):  # parents come before children
            start = self.first_child[node]
            depths[start : start + self.n_branches[node]] = depths[node] + 1
        return depths

    def to_dict(self) -> dict[str, Any]:
        raise NotImplementedError
