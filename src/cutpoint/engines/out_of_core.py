"""Learning from a source: the same tree as from a table in memory."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutpoint import _core
from cutpoint.catalog import COST_COMPLEXITY
from cutpoint.engines.base import Learned, Source
from cutpoint.engines.budget import Budget
from cutpoint.engines.checks import check_table
from cutpoint.engines.cost_complexity import prune_by_strength
from cutpoint.engines.described import Described
from cutpoint.engines.exact import spec_fields
from cutpoint.engines.finish import FinishNodes
from cutpoint.engines.levels import LevelGrower
from cutpoint.engines.linked import Flat, Inside, Linked, Piece, Upper, errors_of, flatten, uppers
from cutpoint.engines.memory import learn
from cutpoint.engines.passes import Level, Passes, packs_of
from cutpoint.engines.raising import UpperPruner
from cutpoint.engines.tasks import CollectRows, Greatest, rows_of
from cutpoint.learn import LearnSpec
from cutpoint.threads import thread_count
from cutpoint.tree.arrays import tree_of
from cutpoint.tree.pruning import PruningSequence
from cutpoint.tree.tree import Tree

_Trees = dict[Upper, tuple[Piece, Piece | None, bool]]
"""By node: the tree below as grown, as pruned, and whether the two differ."""


def learn_source(
    source: Source,
    described: Described,
    spec: LearnSpec,
    *,
    exact: bool = True,
    budget: Budget | None = None,
    report: Callable[[Level], None] | None = None,
) -> Learned:
    """Grow and prune the tree of a source.

    Parameters
    ----------
    source : Source
    described : Described
    spec : LearnSpec
    exact : bool, default=True
        Whether the cuts of large nodes are exact; else they lie between 1,024 bins.
    budget : Budget, optional
        What fits into memory; by default what the source's memory allows.
    report : function, optional
        Called with a :class:`~cutpoint.engines.passes.Level` before each pass.

    Returns
    -------
    Learned

    Raises
    ------
    InputError
        If the source fails, or the spec cannot be learned exactly beyond memory.
    """
    return _Fit(source, described, spec, exact, budget, report).learn()


class _Fit:
    def __init__(
        self,
        source: Source,
        described: Described,
        spec: LearnSpec,
        exact: bool,
        budget: Budget | None,
        report: Callable[[Level], None] | None,
    ) -> None:
        self.source, self.described, self.spec = source, described, spec
        self.decoder = described.decoder
        n_attributes = len(self.decoder.attributes)
        self.budget = Budget.of(source.memory, n_attributes) if budget is None else budget
        check_table(replace(described.sample, weights=None), spec)
        self.fields = spec_fields(spec)
        self.passes = Passes(source, described, (lambda _: None) if report is None else report)
        self.levels = LevelGrower(
            self.passes, described, spec, self.fields, self.budget, exact=exact
        )

    def learn(self) -> Learned:
        root, small = self.levels.grow()
        if small == [root]:
            return self._in_memory(root)
        prunes = self.spec.pruning == "error"
        trees = self._finish(root, small, prunes)
        grown = self._joined(root, {node: trees[node][0] for node in trees})
        self._sum_errors(grown)
        flat = self._flat(grown)
        cuts = self._placed(flat)
        unpruned = self._tree(flat, cuts)
        if self.spec.pruning == COST_COMPLEXITY:
            assert self.spec.ccp_alpha is not None
            return prune_by_strength(PruningSequence(unpruned, self.spec.risk), self.spec.ccp_alpha)
        if not prunes:
            return Learned(unpruned, unpruned, simplified=False)
        result, simplified = self._pruned(grown, trees)
        pruned = self._flat(result)
        placed = pruned.arrays["cuts"]
        if self.spec.placement == "observed":
            where = dict(zip(self._cut_keys(flat), cuts.tolist(), strict=True))
            placed = np.array([where[key] for key in self._cut_keys(pruned)], dtype=np.float64)
        return Learned(unpruned, self._tree(pruned, placed, impossible=True), simplified)

    def _pruned(self, grown: Linked, trees: _Trees) -> tuple[Linked, bool]:
        """Return the tree pruned by estimated errors, and whether anything was."""
        pieces = {
            id(whole): (part, is_simpler)
            for whole, part, is_simpler in trees.values()
            if part is not None
        }
        if isinstance(grown, Inside):
            piece, is_simpler = pieces[id(grown.piece)]
            return Inside(piece, 0), is_simpler
        pruner = UpperPruner(self.passes, self.budget, float(self.spec.confidence), grown)
        drops_parts = self.levels.least > 1 and any(self.described.has_missing)
        result = pruner.prune_again() if drops_parts else pruner.prune(pieces)
        return result, pruner.changed

    def _cut_keys(self, flat: Flat) -> list[tuple[int, float, float]]:
        """Return what tells the cuts of a tree apart: attribute, and the values beside them."""
        above = np.where(np.isnan(flat.above), np.inf, flat.above)
        return list(
            zip(
                self._cut_attributes(flat).tolist(),
                flat.below.tolist(),
                above.tolist(),
                strict=True,
            )
        )

    def _cut_attributes(self, flat: Flat) -> NDArray[np.int64]:
        """Return the attribute of each cut of a tree."""
        arrays = flat.arrays
        of_cut = np.full(len(arrays["cuts"]), -1, dtype=np.int64)
        for node in np.flatnonzero(arrays["attribute"] >= 0).tolist():
            a = int(arrays["attribute"][node])
            if self.passes.n_values[a] < 0:
                start = int(arrays["test_start"][node])
                of_cut[start : start + int(arrays["n_branches"][node]) - 1] = a
        return of_cut

    def _in_memory(self, root: Upper) -> Learned:
        """Learn from a table that fits after all."""
        routing = self.passes.routing(root, [root], self.levels.least)
        task = CollectRows(self.decoder, routing, np.zeros(1, dtype=np.int32))
        import pyarrow as pa  # noqa: PLC0415

        found = list(self.source.map(task, self.decoder.columns))
        table = rows_of(pa.Table.from_batches(found, schema=task.schema), self.decoder)
        del found
        return learn(table, self.spec)

    def _finish(self, root: Upper, small: list[Upper], prunes: bool) -> _Trees:
        """Return the trees below the nodes that fit into memory, in one pass."""
        if not small:
            return {}
        finish = FinishNodes(
            self.decoder,
            self.fields,
            {slot: (node.depth, node.key) for slot, node in enumerate(small)},
            self.levels.total,
            float(self.spec.confidence) if prunes else None,
            thread_count(self.spec.n_jobs),
        )
        sizes = [node.n_parts for node in small]
        deepest = max(node.depth for node in small)
        self.passes.announce("finish", deepest, len(small), sum(sizes))
        routing = self.passes.routing(root, small, self.levels.least)
        trees: _Trees = {}
        for batch in self.passes.finish(routing, packs_of(sizes, self.budget.rows), finish):
            for row in batch.to_pylist():
                trees[small[row["slot"]]] = pickle.loads(row["trees"])  # our own
        return trees

    def _joined(self, root: Upper, pieces: dict[Upper, Piece]) -> Linked:
        """Return the tree with the pieces in the place of the nodes that they grew from."""
        for node in uppers(root):
            node.children = [
                Inside(pieces[child], 0) if child in pieces else child for child in node.children
            ]
        return Inside(pieces[root], 0) if root in pieces else root

    def _sum_errors(self, root: Linked) -> None:
        """Sum up the training errors below the upper nodes; remove tests that save none."""
        for node in reversed(list(uppers(root))):
            if node.classes is None:  # no case has arrived
                node.classes = np.zeros(len(self.decoder.classes), dtype=np.int64)
            node.errors = node.cases - float(node.distribution[node.label])
            if node.attribute < 0:
                continue
            below = 0.0
            for child in node.children:
                below += errors_of(child)
            if self.spec.collapse and below >= node.errors - _core.LEAST_SAVED:
                node.attribute, node.children = -1, []
                node.cuts = node.below = node.above = ()
                node.branch_of = ()
            else:
                node.errors = below

    def _flat(self, root: Linked) -> Flat:
        return flatten(root, self.passes.n_values, len(self.decoder.classes))

    def _placed(self, flat: Flat) -> NDArray[np.float64]:
        """Return the cuts, at values of the whole table if the spec says so; in one pass."""
        cuts = flat.arrays["cuts"]
        if self.spec.placement != "observed" or not len(cuts):
            return cuts
        attribute_of = self._cut_attributes(flat)
        limits = _core.observed_limits(flat.below, flat.above)
        by_attribute = {
            int(a): np.unique(limits[attribute_of == a]) for a in np.unique(attribute_of)
        }
        self.passes.made += 1
        found = Greatest(self.decoder, by_attribute).collect(self.source)
        placed = cuts.copy()
        for i, a in enumerate(attribute_of.tolist()):
            value = found[a][np.searchsorted(by_attribute[a], limits[i])]
            low, high = flat.below[i], flat.above[i]
            inside = np.isnan(high) or low <= value < high
            placed[i] = (value if inside else low) + 0.0
        return placed

    def _tree(self, flat: Flat, cuts: NDArray[np.float64], *, impossible: bool = False) -> Tree:
        """Return the tree; values that cannot occur are taken out of groups, as in C4.5."""
        arrays: Any = dict(flat.arrays) | {"cuts": cuts}
        if impossible and self.spec.nominal == "groups":
            nodes = _core.NodeTable(arrays, self.passes.n_values)
            arrays = _core.without_impossible_values(nodes, self.passes.n_values).arrays()
        return tree_of(arrays, self.decoder.attributes, self.decoder.classes)
