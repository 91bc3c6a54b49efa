"""The tests of large nodes: the values of open bins are collected, and the core chooses."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutpoint import _core
from cutpoint.engines.base import CASE, ROUNDING
from cutpoint.engines.binning import CountTable, with_values
from cutpoint.engines.budget import Budget
from cutpoint.engines.level_bins import Flags
from cutpoint.engines.linked import Upper
from cutpoint.engines.passes import Passes
from cutpoint.engines.tasks import Bins, Routing
from cutpoint.learn import LearnSpec


class Evident(NamedTuple):
    """A node with what was counted of it: its place among the nodes of the pass, and its bins."""

    node: Upper
    slot: int
    tables: list[CountTable]
    flags: Flags


class TestChooser:
    """Gives nodes their tests, by the code that chooses those of tables in memory.

    Parameters
    ----------
    passes : Passes
    chooser : NodeChooser
    spec : LearnSpec
    budget : Budget
    exact : bool
    """

    __test__ = False  # for pytest

    def __init__(
        self,
        passes: Passes,
        chooser: _core.NodeChooser,
        spec: LearnSpec,
        budget: Budget,
        *,
        exact: bool,
    ) -> None:
        self.passes, self.chooser, self.spec = passes, chooser, spec
        self.budget, self.exact = budget, exact
        self.n_values = passes.n_values

    def choose_all(self, routing: Routing, bins: Bins, ready: list[Evident]) -> None:
        """Collect the values of the open bins, and split the nodes that have a test."""
        if not ready:
            return
        n_attributes = len(self.n_values)
        wanted = {
            slot * n_attributes + a: flag
            for _, slot, _, flags in ready
            for a, flag in enumerate(flags)
            if flag.any()
        }
        values = self.passes.values(routing, bins, wanted) if wanted else {}
        for node, slot, tables, flags in ready:
            first = slot * n_attributes
            exact = [
                with_values(table, flag, values.get(first + a))
                for a, (table, flag) in enumerate(zip(tables, flags, strict=True))
            ]
            choice = self._choose(node, exact, self._hidden(node, exact))
            if choice[1] and self.exact:
                hidden = self._count_hidden(routing, bins, first, node, exact)
                choice = self._choose(node, exact, hidden, counted=True)
            if choice[0] >= 0:
                self._split(node, exact, choice)

    def _choose(
        self,
        node: Upper,
        tables: list[CountTable],
        hidden: NDArray[np.int64],
        counted: bool = False,
    ) -> Any:
        assert node.classes is not None
        counts = [table.counts for table in tables]
        return self.chooser.choose(node.classes, counts, hidden, counted, node.key)

    def _hidden(self, node: Upper, tables: list[CountTable]) -> NDArray[np.int64]:
        """Return how many distinct values of each attribute closed bins may hide at most."""
        hidden = np.zeros(len(tables), dtype=np.int64)
        if self.spec.penalty == "none" or not self.exact:
            return hidden
        for a, table in enumerate(tables):
            if self.n_values[a] < 0 and len(_closed(table)):
                hidden[a] = node.n_parts
        return hidden

    def _count_hidden(
        self, routing: Routing, bins: Bins, first: int, node: Upper, tables: list[CountTable]
    ) -> NDArray[np.int64]:
        """Count the cuts inside closed bins that leave enough cases on both sides.

        What they cost may decide between attributes. Bins are opened a few at a time.
        """
        hidden = np.zeros(len(tables), dtype=np.int64)
        assert node.classes is not None
        weight = max(int(node.classes.sum()), 1)
        for a, table in enumerate(tables):
            if self.n_values[a] >= 0:
                continue
            closed = _closed(table)
            if not len(closed):
                continue
            sums = table.counts[:, :-1].sum(axis=0)
            below = np.cumsum(sums) - sums
            known = int(sums.sum())
            least = _least_on_a_side(self.spec, known, self.passes.n_classes)
            edges = bins.of_pair(first + a)
            rows = np.ceil(sums[closed] / weight * node.n_parts)
            group = np.floor(np.cumsum(rows) / self.budget.values).astype(np.int64)
            for number in np.unique(group):
                places = closed[group == number]
                numbers = np.searchsorted(edges, table.edges[places])
                flag = np.zeros(len(edges) + 1, dtype=np.uint8)
                flag[numbers] = 1
                found = self.passes.values(routing, bins, {first + a: flag})
                values, weights = found[first + a]
                own = np.searchsorted(edges, values)
                units = weights.sum(axis=0)
                for place, bin_number in zip(places, numbers, strict=True):
                    here = units[own == bin_number]
                    under = below[place] + np.cumsum(here)[:-1]
                    hidden[a] += int(((under >= least) & (known - under >= least)).sum())
        return hidden

    def _split(self, node: Upper, tables: list[CountTable], choice: Any) -> None:
        """Give a node its test and its children."""
        attribute, _, position, above, n_branches, known, below, branch_of = choice
        table = tables[attribute]
        node.attribute, node.known = int(attribute), int(known)
        counts, unknown = table.counts[:, :-1], table.counts[:, -1]
        if self.n_values[attribute] < 0:
            low, high = float(table.values[position]), float(table.values[above])
            if np.isnan(low) or np.isnan(high):  # between bins
                low = high = float(table.edges[position])
            left = counts[:, : position + 1].sum(axis=1)
            node.cuts = (self._place(low, high, int(below), int(known)),)
            node.below, node.above = (low,), (high,)
            parts = [left, counts.sum(axis=1) - left]
        else:
            node.branch_of = tuple(int(b) for b in branch_of)
            parts = [counts[:, branch_of == b].sum(axis=1) for b in range(n_branches)]
        n_unknown = int(unknown.sum())
        weight = max(int(known) + n_unknown, 1)
        node.shares = tuple(float(int(part.sum())) / float(known) for part in parts)
        for b, part in enumerate(parts):
            units = int(part.sum())
            rows = node.n_parts * (units + (n_unknown if units else 0)) / weight
            child = Upper(
                depth=node.depth + 1,
                key=int(_core.key_below(node.key, len(tables) + b)),
                label=node.label,
                n_parts=int(np.ceil(rows)),
            )
            if n_unknown == 0 or units == 0:
                child.classes = np.ascontiguousarray(part)
            node.children.append(child)

    def _place(self, low: float, high: float, below: int, known: int) -> float:
        """Return where a cut lies to begin with: those at observed values are moved later."""
        if low == high:
            return low + 0.0
        placement = "weighted" if self.spec.placement == "weighted" else "midpoint"
        beside = below / CASE, (known - below) / CASE
        return float(_core.place_cut(placement, np.empty(0), low, high, beside)) + 0.0


def _closed(table: CountTable) -> NDArray[np.int64]:
    """Return the places of bins that hold cases, of values that are not known."""
    filled = table.counts[:, :-1].sum(axis=0) > 0
    return np.flatnonzero(np.isnan(table.values) & filled)


def _least_on_a_side(spec: LearnSpec, known: int, n_classes: int) -> int:
    """Return the units that each side of a cut needs, as ``core/src/grow/spec.hpp`` has it."""
    least = float(spec.min_cases)
    if spec.minimum_split:
        tenth = 0.1 * (known / CASE) / n_classes
        if tenth > least:
            least = min(tenth, max(25.0, least))
    return int(np.ceil(least * CASE)) - ROUNDING
