"""Growing and pruning as Release 8 does, from all cases or from windows of them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cutpoint import _core
from cutpoint._core import Progress
from cutpoint.data.table import Table
from cutpoint.learn import LearnSpec
from cutpoint.tree.arrays import tree_of
from cutpoint.tree.tree import Tree


class Faithful:
    """Grows and prunes trees as Release 8 does, in its single precision.

    With ``in_order`` the items are left in the order in which Release 8 leaves them, as windows
    need it.
    """

    def __init__(
        self, table: Table, spec: LearnSpec, progress: Progress, in_order: bool = False
    ) -> None:
        self.table, self.spec, self.progress = table, spec, progress
        self._core = _core.Release8(
            table.view(),
            progress,
            min_cases=float(spec.min_cases),
            confidence=float(spec.confidence),
            gain_ratio=spec.criterion == "gain_ratio",
            group_values=spec.nominal == "groups",
            in_order=in_order,
            max_depth=spec.max_depth,
        )

    def grow(self, items: NDArray[np.int32]) -> tuple[Tree, _core.NodeTable]:
        """Return the tree of some cases, which may be reordered, and its nodes."""
        nodes = self._core.grow(items, self.progress)
        return self._tree(nodes), nodes

    def prune(
        self, grown: tuple[Tree, _core.NodeTable], items: NDArray[np.int32]
    ) -> tuple[Tree, bool]:
        """Return the pruned tree, and whether it differs; all cases may be reordered."""
        if self.spec.pruning is None:
            return grown[0], False
        nodes, simplified = self._core.prune(grown[1], items, self.progress)
        return self._tree(nodes), simplified

    def _tree(self, nodes: _core.NodeTable) -> Tree:
        return tree_of(nodes.arrays(), self.table.attributes, self.table.classes, single=True)
