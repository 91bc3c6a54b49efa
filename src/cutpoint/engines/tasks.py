"""What learning asks of a source: functions of record batches whose results add up."""

# ruff: noqa: PLC0415 - Arrow is imported where it is used, so that `import cutpoint` stays cheap

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutpoint import _core
from cutpoint.data.attribute import value_counts
from cutpoint.data.table import Table
from cutpoint.engines.base import CASE, Source, Weights
from cutpoint.engines.decoder import Decoder

if TYPE_CHECKING:
    import pyarrow as pa

    from cutpoint._core import NodeArrays

_BLOCK = 1 << 16
"""Numbers in a row of a result: a batch of them stays small."""


@dataclass(frozen=True)
class Routing:
    """A tree that is being grown, and the nodes at which rows are to arrive.

    Attributes
    ----------
    arrays : NodeArrays
        The tree; ``cuts`` between any of the values that they separate.
    fraction : float64 array
        By node: its share of the known cases of its parent.
    slot : int32 array
        By node: its number if rows arrive there, else -1.
    least : int
        A case takes no branch that would hold less units of it.
    """

    arrays: NodeArrays
    fraction: NDArray[np.float64]
    slot: NDArray[np.int32]
    least: int

    @property
    def n_slots(self) -> int:
        """The number of nodes at which rows arrive."""
        return int(self.slot.max(initial=-1)) + 1

    @property
    def attributes(self) -> set[int]:
        """The attributes that are tested on the way."""
        return set(self.arrays["attribute"][self.arrays["attribute"] >= 0].tolist())

    def scan(self, decoder: Decoder) -> _core.Scan:
        """Return what sends rows down."""
        n_values = value_counts(decoder.attributes)
        nodes = _core.NodeTable(self.arrays, n_values)
        return _core.Scan(nodes, self.fraction, self.slot, self.least, n_values)


@dataclass(frozen=True)
class Bins:
    """The bins of numeric attributes at the nodes where rows arrive.

    Attributes
    ----------
    edges : float64 array
        The upper ends of all bins but the last of each node and attribute.
    starts : int64 array
        Where those of each node and attribute begin, and the end.
    """

    edges: NDArray[np.float64]
    starts: NDArray[np.int64]

    @classmethod
    def of(cls, edges: Sequence[NDArray[np.float64]]) -> Bins:
        """Return the bins with the given edges of each node and attribute."""
        lengths = [0, *(len(part) for part in edges)]
        joined = np.concatenate([np.empty(0), *edges])
        return cls(joined, np.cumsum(lengths, dtype=np.int64))

    def of_pair(self, pair: int) -> NDArray[np.float64]:
        """Return the edges of a node and attribute."""
        return self.edges[self.starts[pair] : self.starts[pair + 1]]


class Counted(NamedTuple):
    """What arrived at nodes.

    Attributes
    ----------
    totals : int64 array of shape (nodes, classes)
    parts : int64 array of shape (nodes,)
        How many rows arrived, in whole or in part.
    places : int64 array
        The class weights by bin and value, if there were bins.
    """

    totals: Weights
    parts: Weights
    places: Weights


@dataclass(frozen=True)
class Count:
    """Counts the class weights at nodes: in all, and by bin and value if there are bins.

    Attributes
    ----------
    decoder : Decoder
    routings : tuple of Routing
        Each row goes down each of these trees.
    bins : Bins or None
        Of the nodes of the only tree.
    """

    decoder: Decoder
    routings: tuple[Routing, ...]
    bins: Bins | None = None

    @property
    def schema(self) -> pa.Schema:
        """Blocks of sums, and where each begins."""
        import pyarrow as pa

        return pa.schema([("place", pa.int64()), ("units", pa.list_(pa.int64()))])

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Return the sums of a partition."""
        import pyarrow as pa

        scans = [routing.scan(self.decoder) for routing in self.routings]
        if self.bins is not None:
            scans[0].set_bins(self.bins.edges, self.bins.starts)
        any_row = False
        for batch in batches:
            any_row = any_row or batch.num_rows > 0
            view = self.decoder.table(batch).view()
            for scan in scans:
                scan.count(view)
        if not any_row:
            return
        sums = np.concatenate([part for scan in scans for part in scan.counts()])
        for start in range(0, len(sums), _BLOCK):
            block = sums[start : start + _BLOCK]
            lists = pa.ListArray.from_arrays(pa.array([0, len(block)], pa.int32()), pa.array(block))
            yield pa.record_batch([pa.array([start]), lists], schema=self.schema)

    def collect(self, source: Source) -> list[Counted]:
        """Return what arrived at the nodes of each tree."""
        sizes = [size for routing in self.routings for size in self._sizes(routing)]
        sums = np.zeros(sum(sizes), dtype=np.int64)
        for batch in source.map_sums(self, self.decoder.columns, len(sums)):
            for row in range(batch.num_rows):
                start = batch.column(0)[row].as_py()
                block = batch.column(1)[row].values.to_numpy()
                sums[start : start + len(block)] += block
        parts = np.split(sums, np.cumsum(sizes)[:-1])
        n_classes = len(self.decoder.classes)
        return [
            Counted(totals.reshape(-1, n_classes), rows, places)
            for totals, rows, places in zip(parts[::3], parts[1::3], parts[2::3], strict=True)
        ]

    def _sizes(self, routing: Routing) -> tuple[int, int, int]:
        """Return how many sums there are of each kind."""
        n_classes, n_slots = len(self.decoder.classes), routing.n_slots
        n_places = 0
        if self.bins is not None:
            n_values = np.tile(value_counts(self.decoder.attributes), n_slots)
            own = np.where(n_values < 0, np.diff(self.bins.starts) + 1, n_values)
            n_places = int((own + 1).sum()) * n_classes
        return n_slots * n_classes, n_slots, n_places


@dataclass(frozen=True)
class OpenBins:
    """Collects the distinct values of some bins with their class weights."""

    decoder: Decoder
    routing: Routing
    bins: Bins
    open: NDArray[np.uint8]

    @property
    def schema(self) -> pa.Schema:
        """A value of a class at a node."""
        import pyarrow as pa

        return pa.schema(
            [
                ("pair", pa.int64()),
                ("value", pa.float64()),
                ("class", pa.int32()),
                ("units", pa.int64()),
            ]
        )

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Return the values of a partition."""
        import pyarrow as pa

        scan = self.routing.scan(self.decoder)
        scan.set_bins(self.bins.edges, self.bins.starts)
        scan.set_open(self.open)
        for batch in batches:
            scan.open(self.decoder.table(batch).view())
        columns = [pa.array(column) for column in scan.values()]
        yield from pa.Table.from_arrays(columns, schema=self.schema).to_batches(_BLOCK)

    def collect(self, source: Source) -> tuple[NDArray[Any], ...]:
        """Return all values in order: node and attribute, value, class and units."""
        import pyarrow as pa

        found = list(source.map(self, self.decoder.columns))
        table = pa.Table.from_batches(found, schema=self.schema).combine_chunks()
        columns = [table.column(name).to_numpy() for name in self.schema.names]
        return _core.combine_values(*(np.ascontiguousarray(column) for column in columns))


@dataclass(frozen=True)
class CollectRows:
    """Collects the rows that arrive at nodes, typed, with what arrives of each."""

    decoder: Decoder
    routing: Routing
    packs: NDArray[np.int32]  # by slot: the group that it is collected in

    @property
    def schema(self) -> pa.Schema:
        """A part of a row."""
        import pyarrow as pa

        fixed = [("pack", pa.int32()), ("slot", pa.int32())]
        fixed += [("class", pa.int32()), ("units", pa.int64())]
        kinds = [
            pa.float64() if attribute.is_numeric else pa.int32()
            for attribute in self.decoder.attributes
        ]
        return pa.schema(fixed + [(f"a{a}", kind) for a, kind in enumerate(kinds)])

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Return the rows of a partition, those of a group next to each other."""
        import pyarrow as pa

        scan = self.routing.scan(self.decoder)
        for batch in batches:
            table = self.decoder.table(batch)
            rows, slots, units = scan.parts(table.view())
            assert table.target is not None
            packs = self.packs[slots]
            order = np.argsort(packs, kind="stable")
            rows, packs = rows[order], packs[order]
            columns = [packs, slots[order], table.target[rows], units[order]]
            columns += [column[rows] for column in table.columns]
            yield pa.record_batch([pa.array(column) for column in columns], schema=self.schema)


@dataclass(frozen=True)
class ArrivingRows:
    """Passes on, as they are, the rows of which anything arrives at nodes."""

    decoder: Decoder
    routing: Routing
    schema: pa.Schema

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Return the rows of a partition."""
        import pyarrow as pa

        scan = self.routing.scan(self.decoder)
        for batch in batches:
            table, numbers = self.decoder.numbered(batch)
            rows = np.unique(scan.parts(table.view())[0])
            yield batch.take(pa.array(rows if numbers is None else numbers[rows]))


def rows_of(rows: pa.Table, decoder: Decoder, slot: int | None = None) -> Table:
    """Return collected rows, those of one node if there are several, as a table."""
    if slot is not None:
        import pyarrow.compute as pc

        rows = rows.filter(pc.equal(rows.column("slot"), slot))
    units = rows.column("units").to_numpy()
    columns = tuple(
        np.ascontiguousarray(rows.column(f"a{a}").to_numpy())
        for a in range(len(decoder.attributes))
    )
    return Table(
        decoder.attributes,
        columns,
        rows.num_rows,
        decoder.classes,
        np.ascontiguousarray(rows.column("class").to_numpy()),
        decoder.roles.target,
        None if bool((units == CASE).all()) else units / CASE,
    )


@dataclass(frozen=True)
class Greatest:
    """Finds the greatest value of an attribute that is not above each of several limits."""

    decoder: Decoder
    limits: dict[int, NDArray[np.float64]]  # by attribute, ascending

    @property
    def schema(self) -> pa.Schema:
        """A value for each limit."""
        import pyarrow as pa

        return pa.schema([("attribute", pa.int32()), ("values", pa.list_(pa.float64()))])

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Return the values of a partition; -inf where there is none."""
        import pyarrow as pa

        best = {a: np.full(len(limits) + 1, -np.inf) for a, limits in self.limits.items()}
        for batch in batches:
            table = self.decoder.table(batch)
            for a, limits in self.limits.items():
                column = table.columns[a][~np.isnan(table.columns[a])]
                np.maximum.at(best[a], np.searchsorted(limits, column), column)
        for a, values in best.items():
            lists = pa.ListArray.from_arrays(pa.array([0, len(values)], pa.int32()), values)
            yield pa.record_batch([pa.array([a], pa.int32()), lists], schema=self.schema)

    def collect(self, source: Source) -> dict[int, NDArray[np.float64]]:
        """Return for each attribute the value of each limit."""
        best = {a: np.full(len(limits) + 1, -np.inf) for a, limits in self.limits.items()}
        for batch in source.map(self, self.decoder.columns):
            for row in range(batch.num_rows):
                a = batch.column(0)[row].as_py()
                np.maximum(best[a], batch.column(1)[row].values.to_numpy(), out=best[a])
        return {a: np.maximum.accumulate(values)[:-1] for a, values in best.items()}
