"""Growing the upper part of a tree level by level, from what a source counts.

Quantile bins come from a sample. One pass counts the class weights by bin for all large nodes of a
level. No cut inside a bin can be better than a bound from the class weights at its ends, so a
second pass collects the values of those few bins that may hold the test of a node. The core chooses
among these values; bins that stay closed are as good as single values. Nodes that fit into memory
are left to be collected.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cutpoint import _core
from cutpoint.engines.base import CASE
from cutpoint.engines.budget import Budget
from cutpoint.engines.choosing import TestChooser
from cutpoint.engines.described import Described
from cutpoint.engines.level_bins import Evident, LevelBins
from cutpoint.engines.limits import check_spec
from cutpoint.engines.linked import Upper
from cutpoint.engines.passes import Passes
from cutpoint.engines.tasks import Bins
from cutpoint.learn import LearnSpec


class LevelGrower:
    """Grows the upper part of one tree.

    Parameters
    ----------
    passes : Passes
    described : Described
    spec : LearnSpec
    fields : dict
        The spec as the core reads it.
    budget : Budget
    exact : bool
        Whether bins are opened; else cuts lie between bins.
    """

    def __init__(
        self,
        passes: Passes,
        described: Described,
        spec: LearnSpec,
        fields: dict[str, Any],
        budget: Budget,
        *,
        exact: bool,
    ) -> None:
        self.passes, self.described, self.spec, self.budget = passes, described, spec, budget
        self.exact, self.fields = exact, fields
        self.least = max(1, int(np.floor(CASE * spec.min_fraction + 0.5)))
        self.bins = LevelBins(passes, described, budget)
        self.total = 0.0

    def grow(self) -> tuple[Upper, list[Upper]]:
        """Return the root, and the nodes that are to be collected."""
        passes = self.passes
        root = Upper(depth=0, key=self.spec.seed)
        self._count_root(root)
        assert root.classes is not None
        self.total = float(int(root.classes.sum()) / CASE)
        self.chooser = _core.NodeChooser(self.fields, passes.n_values, passes.n_classes, self.total)
        small: list[Upper] = []
        if self._fits(root):
            return root, [root]
        check_spec(self.spec, self.chooser)
        self.tests = TestChooser(passes, self.chooser, self.spec, self.budget, exact=self.exact)
        try:
            self._grow_levels(root, small)
        finally:
            passes.widen()
        return root, small

    def _grow_levels(self, root: Upper, small: list[Upper]) -> None:
        """Give all large nodes their tests."""
        frontier = [root]
        at_once = self.bins.nodes_at_once()
        while frontier:
            self.passes.narrow(
                self.passes.routing(root, frontier, self.least),
                sum(node.n_parts for node in frontier),
            )
            below: list[Upper] = []
            for first in range(0, len(frontier), at_once):
                nodes = frontier[first : first + at_once]
                self._grow_nodes(root, nodes, small)
                for node in nodes:
                    below.extend(self._sorted_out(node.children, small))
            frontier = below

    def _count_root(self, root: Upper) -> None:
        if self.passes.decoder.is_weighted:
            (found,) = self.passes.count([self.passes.routing(root, [root], self.least)])
            root.classes, root.n_parts = found.totals[0], int(found.parts[0])
        else:
            counts = np.array(self.described.class_counts, dtype=np.int64)
            root.classes, root.n_parts = counts * CASE, int(counts.sum())
        root.label = int(np.argmax(root.classes))

    def _fits(self, node: Upper) -> bool:
        return node.n_parts <= self.budget.rows

    def _sorted_out(self, children: list[Any], small: list[Upper]) -> list[Upper]:
        """Return the children that need another pass; those that fit are put with the small."""
        large: list[Upper] = []
        for child in children:
            if child.classes is not None and not self._may_be_split(child):
                self._label(child)
            elif self._fits(child):
                small.append(child)
            else:
                large.append(child)
        return large

    def _may_be_split(self, node: Upper) -> bool:
        assert node.classes is not None
        return bool(self.chooser.may_be_split(node.classes, node.depth))

    def _label(self, node: Upper) -> None:
        """Give a node its most frequent class; that of its parent stays if it is empty."""
        assert node.classes is not None
        label = int(self.chooser.label(node.classes))
        if node.classes[label] > 0:
            node.label = label

    def _grow_nodes(self, root: Upper, nodes: list[Upper], small: list[Upper]) -> None:
        """Count some nodes of a level and give them their tests."""
        passes, todo = self.passes, nodes
        edges = self.bins.edges(passes.routing(root, nodes, self.least), len(nodes))
        doubtful: set[Upper] = set()  # the bins of all their attributes matter
        share = 1.0 - sum(node.n_parts for node in nodes) / max(self.described.n_rows, 1)
        while todo:
            rows = sum(node.n_parts for node in todo)
            passes.announce("grow", todo[0].depth, len(todo), rows, max(share, 0.0))
            bins = Bins.of(edges)
            routing = passes.routing(root, todo, self.least)
            (found,) = passes.count([routing], bins)
            ready: list[Evident] = []
            wide: list[Evident] = []
            n_open = 0
            for evident in self.bins.evident(bins, found, todo):
                node = evident.node
                self._label(node)
                if not self._may_be_split(node):
                    continue
                if self._fits(node):
                    small.append(node)
                    continue
                n = self.tests.open(evident, all_attributes=node in doubtful)
                if n_open + n <= self.budget.values or not self.bins.can_refine(evident):
                    ready.append(evident)
                    n_open += n
                else:
                    wide.append(evident)
            undecided = self.tests.choose_all(routing, bins, ready)
            doubtful.update(evident.node for evident in undecided)
            wide += undecided
            todo = [evident.node for evident in wide]
            edges = [part for evident in wide for part in self.bins.refined(evident)]
