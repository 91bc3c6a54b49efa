"""The bins of the nodes of a level: where they begin, what was counted in them, which to open."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cutpoint import _core
from cutpoint.engines.base import Weights
from cutpoint.engines.binning import CountTable, between, edges_of
from cutpoint.engines.budget import Budget
from cutpoint.engines.described import Described
from cutpoint.engines.linked import Upper
from cutpoint.engines.passes import Passes
from cutpoint.engines.tasks import Bins, Routing

MOST_BINS = 1024
"""Of an attribute at a node."""
_LEAST_BINS = 16
_FINER = 32  # parts that an open bin is divided into

Flags = list[NDArray[np.uint8]]
"""By attribute: which of its bins are open."""


class LevelBins:
    """Divides the numeric attributes of nodes into bins.

    Parameters
    ----------
    passes : Passes
    described : Described
    budget : Budget
    exact : bool
        Whether bins are opened; else cuts lie between bins.
    """

    def __init__(
        self, passes: Passes, described: Described, budget: Budget, *, exact: bool
    ) -> None:
        self.sample, self.ranges = described.sample, described.ranges
        self.decoder, self.budget, self.exact = described.decoder, budget, exact
        self.n_values, self.n_classes = passes.n_values, passes.n_classes
        self._n_numeric = int((self.n_values < 0).sum())
        self._n_nominal = int((self.n_values[self.n_values >= 0] + 1).sum())

    def nodes_at_once(self) -> int:
        """Return how many nodes can be counted together."""
        least = (self._n_numeric * (_LEAST_BINS + 2) + self._n_nominal) * self.n_classes
        return max(1, self.budget.sums // max(least * 8, 1))

    def edges(self, routing: Routing, n_nodes: int) -> list[NDArray[np.float64]]:
        """Return the edges of the bins of each node and attribute, from the sample."""
        rows, slots, _ = routing.scan(self.decoder).parts(self.sample.view())
        per_node = self.budget.sums // max(n_nodes, 1) - self._n_nominal * self.n_classes
        most = per_node // max(self._n_numeric, 1) // self.n_classes
        most = int(np.clip(most, _LEAST_BINS, MOST_BINS))
        edges: list[NDArray[np.float64]] = []
        for slot in range(n_nodes):
            here = rows[slots == slot]
            for a, n in enumerate(self.n_values):
                if n >= 0:
                    edges.append(np.empty(0))
                    continue
                column = np.asarray(self.sample.columns[a], dtype=np.float64)
                values = column[here]
                values = values[~np.isnan(values)]
                whole = column[~np.isnan(column)]
                edges.append(edges_of(values, whole, most))
        return edges

    def tables(self, bins: Bins, places: Weights, n_nodes: int) -> list[list[CountTable]]:
        """Return what was counted, by node and attribute."""
        tables: list[list[CountTable]] = []
        start = pair = 0
        for _ in range(n_nodes):
            tables.append([])
            for n in self.n_values.tolist():
                edges = bins.of_pair(pair)
                size = len(edges) + 1 if n < 0 else n
                end = start + (size + 1) * self.n_classes
                counts = np.ascontiguousarray(places[start:end].reshape(self.n_classes, size + 1))
                upper, lower = np.append(edges, np.inf), np.append(-np.inf, edges)
                single = np.nextafter(lower, np.inf) == upper
                tables[-1].append(CountTable(counts, np.where(single, upper, np.nan), upper))
                start, pair = end, pair + 1
        return tables

    def to_open(
        self, node: Upper, tables: list[CountTable], chooser: _core.NodeChooser
    ) -> tuple[Flags, int]:
        """Return which bins of each attribute are to be opened, and about how many rows that is."""
        assert node.classes is not None
        flags: Flags = []
        total = 0
        weight = max(int(node.classes.sum()), 1)
        for a, table in enumerate(tables):
            if self.n_values[a] >= 0 or not self.exact:
                flags.append(np.zeros(table.counts.shape[1] - 1, dtype=np.uint8))
                continue
            single = (~np.isnan(table.values)).astype(np.uint8)
            opened = chooser.open_bins(node.classes, table.counts, node.n_parts, single)
            flags.append(opened)
            units = int(table.counts[:, :-1][:, opened != 0].sum())
            total += -(-units * node.n_parts // weight)
        return flags, total

    def can_refine(self, tables: list[CountTable], flags: Flags) -> bool:
        """Return whether any open bin may hold more than one value."""
        return any(
            bool(((flag != 0) & np.isnan(table.values)).any())
            for table, flag in zip(tables, flags, strict=True)
        )

    def refined(self, tables: list[CountTable], flags: Flags) -> list[NDArray[np.float64]]:
        """Return finer edges inside the open bins; the others become as few as can be."""
        edges: list[NDArray[np.float64]] = []
        for a, (table, flag) in enumerate(zip(tables, flags, strict=True)):
            if self.n_values[a] >= 0:
                edges.append(np.empty(0))
                continue
            low, high = self.ranges[a]
            upper = table.edges
            lower = np.append(-np.inf, upper[:-1])
            lower = np.maximum(lower, np.nextafter(low, -np.inf))[flag != 0]
            tops = np.minimum(upper, high)[flag != 0]
            edges.append(np.unique(np.concatenate([upper[:-1], between(lower, tops, _FINER)])))
        return edges
