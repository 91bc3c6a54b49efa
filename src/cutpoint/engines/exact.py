"""The exact learner of the core: a spec by name in, a tree out."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutpoint import _core
from cutpoint.cuts.methods import core_method
from cutpoint.data.table import Table
from cutpoint.engines.windows import Items
from cutpoint.learn import LearnSpec
from cutpoint.measures.custom_criterion import CustomCriterion
from cutpoint.threads import thread_count
from cutpoint.tree.arrays import tree_of
from cutpoint.tree.tree import Tree

_FIELDS = (
    "criterion",
    "cut_by",
    "penalty",
    "nominal",
    "placement",
    "min_cases",
    "minimum_split",
    "max_depth",
    "leave_out_many_values",
    "min_fraction",
    "collapse",
    "charge_groups",
    "max_branches",
    "threshold",
    "window",
    "width",
    "resamples",
    "seed",
)
"""What the core reads of a spec as it is; a field that is None has the core's default."""


class ExactLearner:
    """Grows and prunes trees exactly, from some of the cases or all.

    Parameters
    ----------
    table : Table
        With a target, without cases of weight 0.
    spec : LearnSpec
    progress : _core.Progress
    """

    def __init__(self, table: Table, spec: LearnSpec, progress: _core.Progress) -> None:
        self.table, self.spec, self.progress = table, spec, progress
        self._custom = (
            None if spec.custom_criterion is None else CustomCriterion(spec.custom_criterion)
        )
        self._view = table.view()

    def grow(self, items: Items) -> tuple[Tree, _core.NodeTable]:
        """Return the unpruned tree of some cases, as Python and as the core have it.

        It depends neither on the order of the cases nor on the number of threads.
        """
        every = len(items) == self.table.n_rows
        view = self._view if every else self.table.take(items).view()
        n_threads = thread_count(self.spec.n_jobs)
        try:
            nodes = _core.grow(view, self.fields(), n_threads, self.progress)
        except _core.MeasureError:
            assert self._custom is not None  # no other measure gives NaN
            self._custom.raise_failure()
        return self.tree(nodes), nodes

    def prune(self, grown: tuple[Tree, _core.NodeTable], items: Items) -> tuple[Tree, bool]:
        """Return the tree pruned with all cases, and whether it differs."""
        del items
        return self._pruned(grown, None)

    def _pruned(
        self, grown: tuple[Tree, _core.NodeTable], copies: NDArray[np.uint32] | None
    ) -> tuple[Tree, bool]:
        if self.spec.pruning is None:
            return grown[0], False
        grouped = self.spec.nominal == "groups"
        nodes, is_simpler = _core.prune_by_errors(
            grown[1], self._view, float(self.spec.confidence), grouped, self.progress, copies
        )
        return self.tree(nodes), is_simpler

    def shared_columns(self) -> _core.ResampleGrower | None:
        """Return what grows trees from resamples of the table; None if they cannot share columns.

        Its columns are sorted at once, and never again.
        """
        fields = self.fields()
        if self._custom is not None or not _core.can_share_columns(self._view, fields):
            return None
        return _core.ResampleGrower(self._view, fields, 1, self.progress)

    def learned(
        self, nodes: _core.NodeTable, copies: NDArray[np.uint32] | None = None
    ) -> tuple[Tree, Tree, bool]:
        """Return a tree that the core has grown, the same pruned, and whether that differs.

        It is pruned with all cases of the table, or with so many copies of each.
        """
        tree = self.tree(nodes)
        return tree, *self._pruned((tree, nodes), copies)

    def tree(self, nodes: _core.NodeTable) -> Tree:
        """Return a tree of the core as Python has it."""
        return tree_of(nodes.arrays(), self.table.attributes, self.table.classes)

    def fields(self) -> dict[str, Any]:
        """Return the spec as the core reads it."""
        spec = self.spec
        fields = spec_fields(spec)
        if self._custom is not None:
            fields["custom"] = self._custom.native
        if spec.intervals is not None:
            method, options = core_method(spec.intervals, len(self.table.classes))
            fields |= {"interval_method": method, "interval_options": options}
            if spec.cuts == "hybrid":
                fields["intervals_below"] = float(spec.switch_at)
        return fields


def spec_fields(spec: LearnSpec) -> dict[str, Any]:
    """Return what the core reads of a spec as it is."""
    return {name: getattr(spec, name) for name in _FIELDS}
