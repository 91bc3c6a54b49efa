"""Passes over a source: rows go down a tree that is not finished, and are counted on arrival."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutpoint.data.attribute import value_counts
from cutpoint.engines.base import Finish, Part, Source, Weights
from cutpoint.engines.described import Described
from cutpoint.engines.linked import Linked, Upper, flatten
from cutpoint.engines.tasks import (
    ArrivingRows,
    Bins,
    CollectRows,
    Count,
    Counted,
    OpenBins,
    Routing,
)

if TYPE_CHECKING:
    import pyarrow as pa


_FEW = 2
"""Rows are few where so many times as many are read for them."""


class Level(NamedTuple):
    """How far a fit has come.

    Attributes
    ----------
    stage : str
        What the next pass is for: "grow", "finish" (nodes that fit into memory) or "prune".
    depth : int
        Of the level, or the greatest.
    n_nodes : int
        At which rows arrive.
    n_rows : int
        The rows that they hold.
    n_passes : int
        The passes over the source so far.
    share : float
        The share of all rows that need no more passes for growing.
    """

    stage: str
    depth: int
    n_nodes: int
    n_rows: int
    n_passes: int
    share: float


class Passes:
    """Makes passes over one source, and counts them.

    Parameters
    ----------
    source : Source
    described : Described
    report : function
        Called with a :class:`Level` before each pass.
    """

    def __init__(
        self, source: Source, described: Described, report: Callable[[Level], None]
    ) -> None:
        self.source, self.n_rows = source, described.n_rows
        self.decoder, self.has_missing = described.decoder, described.has_missing
        self.n_values = value_counts(self.decoder.attributes)
        self.n_classes = len(self.decoder.classes)
        self._report = report
        self.made = 1  # the one that found the types
        self._near: Source = source  # which has all rows that are counted
        self._n_near = self.n_rows

    def announce(
        self, stage: str, depth: int, n_nodes: int, n_rows: int, share: float = 1.0
    ) -> None:
        """Report what the next pass is for."""
        self._report(Level(stage, depth, n_nodes, n_rows, self.made, share))

    def routing(self, root: Linked, wanted: Sequence[Linked], least: int = 1) -> Routing:
        """Return the tree with the nodes at which rows are to arrive.

        ``least`` is how many units of a case a branch must be given to be given any.
        """
        flat = flatten(root, self.n_values, self.n_classes)
        number = {id(node): slot for slot, node in enumerate(wanted)}
        slot = np.array([number.get(id(node), -1) for node in flat.nodes], dtype=np.int32)
        fraction = np.zeros(len(flat.nodes))
        for node, first in zip(flat.nodes, flat.arrays["first_child"].tolist(), strict=True):
            if isinstance(node, Upper) and node.children:
                fraction[first : first + len(node.shares)] = node.shares
        return Routing(flat.arrays, fraction, slot, least)

    def narrow(self, routing: Routing, n_rows: int) -> None:
        """Count only rows that arrive at the nodes of a tree, about so many, until ``widen``.

        Where they are few beside those that are read, a pass puts them apart for those to come.
        """
        import pyarrow as pa  # noqa: PLC0415 - only where it is used

        if n_rows * _FEW > self._n_near:
            return
        schema = pa.schema([self.source.schema.field(name) for name in self.decoder.columns])
        part = self._near.part(ArrivingRows(self.decoder, routing, schema), self.decoder.columns)
        if part is None:
            return
        self.widen()
        self.made += 1
        self._near, self._n_near = part, n_rows

    def widen(self) -> None:
        """Count all rows again."""
        if isinstance(self._near, Part):
            self._near.close()
        self._near, self._n_near = self.source, self.n_rows

    def count(self, routings: Sequence[Routing], bins: Bins | None = None) -> list[Counted]:
        """Count what arrives at the nodes of each tree, in one pass."""
        self.made += 1
        decoder = self.decoder
        if bins is None:
            decoder = decoder.reading(set().union(*(routing.attributes for routing in routings)))
        return Count(decoder, tuple(routings), bins).collect(self._near)

    def values(
        self, routing: Routing, bins: Bins, wanted: dict[int, NDArray[np.uint8]]
    ) -> dict[int, tuple[NDArray[np.float64], Weights]]:
        """Return the distinct values of open bins and their class weights, in one pass.

        Parameters
        ----------
        routing : Routing
        bins : Bins
        wanted : dict
            By node and attribute, as the bins number them: which bins are open.
        """
        self.made += 1
        sizes = []
        for pair in range(len(bins.starts) - 1):
            n = int(self.n_values[pair % len(self.n_values)])
            sizes.append(((len(bins.of_pair(pair)) + 1 if n < 0 else n) + 1) * self.n_classes)
        starts = np.cumsum([0, *sizes])
        flags = np.zeros(int(starts[-1]), dtype=np.uint8)
        for pair, flag in wanted.items():
            flags[starts[pair] : starts[pair] + len(flag)] = flag
        opened = {pair % len(self.n_values) for pair in wanted}
        decoder = self.decoder.reading(routing.attributes | opened)
        task = OpenBins(decoder, routing, bins, flags)
        pairs, values, classes, units = task.collect(self._near)
        found: dict[int, tuple[NDArray[np.float64], Weights]] = {}
        ends = np.searchsorted(pairs, [*wanted, *(pair + 1 for pair in wanted)])
        for pair, start, end in zip(wanted, *np.split(ends, 2), strict=True):
            distinct, position = np.unique(values[start:end], return_inverse=True)
            weights = np.zeros((self.n_classes, len(distinct)), dtype=np.int64)
            weights[classes[start:end], position] = units[start:end]
            found[pair] = distinct, weights
        return found

    def finish(
        self, routing: Routing, packs: NDArray[np.int32], finish: Finish
    ) -> Iterator[pa.RecordBatch]:
        """Return what becomes of the rows that arrive at nodes, those of a pack together."""
        self.made += 1
        task = CollectRows(self.decoder, routing, packs)
        return self.source.map_groups(task, self.decoder.columns, "pack", finish)


def packs_of(sizes: Sequence[int], most: int) -> NDArray[np.int32]:
    """Return which nodes of so many rows are collected together: as many as fit.

    Examples
    --------
    >>> packs_of([3, 4, 5, 1], 7).tolist()
    [0, 0, 1, 1]
    """
    packs: list[int] = []
    held = 0
    for size in sizes:
        held += size
        pack = packs[-1] if packs else 0
        if packs and held > most:
            pack, held = pack + 1, size
        packs.append(pack)
    return np.array(packs, dtype=np.int32)
