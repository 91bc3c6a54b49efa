"""The bins of the nodes of a level: where they begin, what they hold, how they are refined."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from cutpoint.engines.binning import CountTable, between, edges_of
from cutpoint.engines.budget import Budget
from cutpoint.engines.described import Described
from cutpoint.engines.linked import Upper
from cutpoint.engines.passes import Passes
from cutpoint.engines.tasks import Bins, Counted, Routing

MOST_BINS = 1024
"""Of an attribute at a node."""
_LEAST_BINS = 16
_FINER = 32  # parts that an open bin is divided into

Flags = list[NDArray[np.uint8]]
"""By attribute: which of its bins are open."""


@dataclass(eq=False)
class Evident:
    """A node with what was counted of it.

    Attributes
    ----------
    node : Upper
    pair : int
        The number of the node with its first attribute, as the bins have it.
    tables : list of CountTable
        Of each attribute, by bin.
    flags : list of uint8 arrays
        By bin: whether its values are collected.
    exact : list of CountTable
        The counts with the values of open bins.
    """

    node: Upper
    pair: int
    tables: list[CountTable]
    flags: Flags = field(default_factory=list)
    exact: list[CountTable] = field(default_factory=list)


class LevelBins:
    """Divides the numeric attributes of nodes into bins.

    Parameters
    ----------
    passes : Passes
    described : Described
    budget : Budget
    """

    def __init__(self, passes: Passes, described: Described, budget: Budget) -> None:
        self.sample, self.ranges = described.sample, described.ranges
        self.decoder, self.budget = described.decoder, budget
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

    def evident(self, bins: Bins, found: Counted, nodes: Sequence[Upper]) -> list[Evident]:
        """Return what was counted of each node."""
        all_evident: list[Evident] = []
        start = 0
        for slot, node in enumerate(nodes):
            node.classes, node.n_parts = found.totals[slot], int(found.parts[slot])
            evident = Evident(node, slot * len(self.n_values), [])
            for a, n in enumerate(self.n_values.tolist()):
                edges = bins.of_pair(evident.pair + a)
                size = len(edges) + 1 if n < 0 else n
                end = start + (size + 1) * self.n_classes
                counts = found.places[start:end].reshape(self.n_classes, size + 1)
                evident.tables.append(CountTable.of(np.ascontiguousarray(counts), edges))
                start = end
            all_evident.append(evident)
        return all_evident

    def can_refine(self, evident: Evident) -> bool:
        """Return whether any open bin may hold more than one value."""
        return any(
            bool(((flag != 0) & np.isnan(table.values)).any())
            for table, flag in zip(evident.tables, evident.flags, strict=True)
        )

    def refined(self, evident: Evident) -> list[NDArray[np.float64]]:
        """Return finer edges inside the open bins; the others become as few as can be."""
        edges: list[NDArray[np.float64]] = []
        for a, (table, flag) in enumerate(zip(evident.tables, evident.flags, strict=True)):
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
