"""Growing and pruning as Release 8 does, from all cases or from windows of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cutpoint.compiled import Ints, Reals
from cutpoint.data.ranked import needs_order, rank_table
from cutpoint.data.table import Table
from cutpoint.grow.faithful import choose
from cutpoint.grow.faithful.release8 import grow
from cutpoint.grow.settings import UNLIMITED
from cutpoint.measures.information import whole_x_lg_x
from cutpoint.prune.release8 import prune
from cutpoint.tree.growing import Nodes, finished
from cutpoint.tree.tree import Tree

if TYPE_CHECKING:
    from cutpoint.engines.memory import C45Settings

LARGEST_TABLE = 1 << 24  # entries of n lg n that are worth keeping


class Faithful:
    """Grows and prunes trees as Release 8 does, in its single precision."""

    def __init__(
        self, table: Table, options: C45Settings, progress: Ints, in_order: bool = False
    ) -> None:
        self.table, self.options, self.progress = table, options, progress
        self.cases = rank_table(table)
        weight = np.ones(table.n_rows) if table.weights is None else table.weights
        self.weight = weight.astype(np.float32)
        self.in_order = in_order or needs_order(self.cases, weight)
        self.min_cases = float(options.min_cases)
        self.logarithms = whole_x_lg_x(min(table.n_rows, LARGEST_TABLE), np.float32)

    def grow(self, item: Ints) -> tuple[Tree, Nodes]:
        """Return the tree of some cases, which are reordered, and its nodes."""
        options = self.options
        settings = choose.Settings(
            min_cases=self.min_cases,
            max_depth=UNLIMITED if options.max_depth is None else options.max_depth,
            gain_ratio=options.gain_ratio,
            group_values=options.group_values,
            in_order=self.in_order,
        )
        nodes, cuts, branch_of, self.min_cases = grow(
            self.cases, item, self.weight.copy(), settings, self.logarithms, self.progress,
            np.float32,
        )  # fmt: skip
        return self._finished(nodes, cuts, branch_of), nodes

    def prune(self, grown: tuple[Tree, Nodes], item: Ints) -> tuple[Tree, bool]:
        """Return the pruned tree, and whether it differs; all cases are reordered."""
        unpruned, nodes = grown
        if not self.options.pruning:
            return unpruned, False
        branch_of = unpruned.branch_of.copy()
        nodes, simplified = prune(
            self.cases, item, self.weight.copy(), Nodes(*(array.copy() for array in nodes)),
            branch_of, np.float32(self.options.confidence), self.options.group_values,
            self.in_order, np.float32,
        )  # fmt: skip
        return self._finished(nodes, unpruned.cuts, branch_of), bool(simplified)

    def _finished(self, nodes: Nodes, cuts: Reals, branch_of: Ints) -> Tree:
        attributes, classes = self.table.attributes, self.table.classes
        return finished(nodes, cuts, branch_of, attributes, classes, single=True)
