"""The tests of large nodes: the values of open bins are collected, and the core chooses."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutpoint import _core
from cutpoint.engines.base import CASE
from cutpoint.engines.binning import CountTable, with_values
from cutpoint.engines.budget import Budget
from cutpoint.engines.level_bins import Evident
from cutpoint.engines.linked import Upper
from cutpoint.engines.passes import Passes
from cutpoint.engines.tasks import Bins, Routing
from cutpoint.learn import LearnSpec


class Choice(NamedTuple):
    """A test as the core has chosen it: see ``NodeChooser.choose``.

    Attributes
    ----------
    attribute : int
        -1 for none: the node is a leaf.
    is_certain : bool
        Whether it is the same whatever closed bins hold.
    position, above : int
        The places beside the cut of a numeric attribute.
    n_branches : int
    known, below : int
        The units of known cases, and of those below the cut.
    branch_of : int32 array
        The branch of each value of a nominal attribute.
    """

    attribute: int
    is_certain: bool
    position: int
    above: int
    n_branches: int
    known: int
    below: int
    branch_of: NDArray[np.int32]


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

    def open(self, evident: Evident, *, all_attributes: bool) -> int:
        """Find out which bins are to be opened; return about how many rows that is.

        They are those of attributes that may be chosen, unless all are asked for.
        """
        node, counts = evident.node, [table.counts for table in evident.tables]
        assert node.classes is not None
        if not self.exact:
            evident.flags = [np.zeros(table.shape[1] - 1, dtype=np.uint8) for table in counts]
            return 0
        closed = [table.is_closed for table in evident.tables]
        hidden = self._hidden(node, evident.tables)
        evident.flags = self.chooser.open_bins(node.classes, counts, closed, hidden, all_attributes)
        units = sum(
            int(table[:, :-1][:, flag != 0].sum())
            for table, flag in zip(counts, evident.flags, strict=True)
        )
        return -(-units * node.n_parts // max(int(node.classes.sum()), 1))

    def choose_all(self, routing: Routing, bins: Bins, ready: list[Evident]) -> list[Evident]:
        """Split the nodes that have a test; return those of which too many bins must be opened.

        Bins of attributes that cannot be chosen stay closed at first. Where it turns out that their
        gains may decide, by way of the average, they are opened as well.
        """
        wide: list[Evident] = []
        while ready:
            self._collect(routing, bins, ready)
            doubtful: list[Evident] = []
            for evident in ready:
                node, tables = evident.node, evident.exact
                choice = self._choose(node, tables, self._hidden(node, tables))
                if not choice.is_certain and self.exact:
                    before = evident.flags
                    n = self.open(evident, all_attributes=True)
                    if any(
                        (now > old).any() for now, old in zip(evident.flags, before, strict=True)
                    ):
                        (doubtful if n <= self.budget.values else wide).append(evident)
                        continue
                    hidden = self._count_hidden(routing, bins, evident)
                    choice = self._choose(node, tables, hidden, counted=True)
                if choice.attribute >= 0:
                    self._split(node, tables, choice)
            ready = doubtful
        return wide

    def _collect(self, routing: Routing, bins: Bins, ready: list[Evident]) -> None:
        """Put the values of open bins into the counts."""
        wanted = {
            evident.pair + a: flag
            for evident in ready
            for a, flag in enumerate(evident.flags)
            if flag.any()
        }
        values = self.passes.values(routing, bins, wanted) if wanted else {}
        for evident in ready:
            evident.exact = [
                with_values(table, flag, values.get(evident.pair + a))
                for a, (table, flag) in enumerate(zip(evident.tables, evident.flags, strict=True))
            ]

    def _choose(
        self,
        node: Upper,
        tables: list[CountTable],
        hidden: NDArray[np.int64],
        counted: bool = False,
    ) -> Choice:
        assert node.classes is not None
        counts = [table.counts for table in tables]
        closed = [table.is_closed for table in tables]
        if not self.exact:  # bins count as single values
            closed = [np.zeros_like(flags) for flags in closed]
        found = self.chooser.choose(node.classes, counts, closed, hidden, counted, node.key)
        return Choice(*found)

    def _hidden(self, node: Upper, tables: list[CountTable]) -> NDArray[np.int64]:
        """Return how many distinct values of each attribute closed bins may hide at most."""
        hidden = np.zeros(len(tables), dtype=np.int64)
        if self.spec.penalty == "none" or not self.exact:
            return hidden
        for a, table in enumerate(tables):
            if self.n_values[a] < 0 and table.is_closed.any():
                hidden[a] = node.n_parts
        return hidden

    def _count_hidden(self, routing: Routing, bins: Bins, evident: Evident) -> NDArray[np.int64]:
        """Count the cuts inside closed bins that leave enough cases on both sides.

        What they cost may decide between attributes. Bins are opened a few at a time.
        """
        node, first = evident.node, evident.pair
        hidden = np.zeros(len(evident.exact), dtype=np.int64)
        assert node.classes is not None
        weight = max(int(node.classes.sum()), 1)
        for a, table in enumerate(evident.exact):
            if self.n_values[a] >= 0:
                continue
            closed = np.flatnonzero(table.is_closed)
            if not len(closed):
                continue
            sums = table.counts[:, :-1].sum(axis=0)
            below = np.cumsum(sums) - sums
            known = int(sums.sum())
            least = self.chooser.least_on_a_side(known)
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

    def _split(self, node: Upper, tables: list[CountTable], choice: Choice) -> None:
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
