"""Finishing nodes that fit into memory: grown and pruned by the learner of tables in memory."""

# ruff: noqa: PLC0415 - Arrow is imported where it is used, so that `import cutpoint` stays cheap

from __future__ import annotations

import pickle
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cutpoint import _core
from cutpoint.data.attribute import value_counts
from cutpoint.data.table import Table
from cutpoint.engines.decoder import Decoder
from cutpoint.engines.linked import Piece
from cutpoint.engines.tasks import rows_of

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True)
class FinishNodes:
    """Grows what is below collected nodes; a function of all rows of some of them.

    Attributes
    ----------
    decoder : Decoder
    fields : dict
        The spec as the core reads it.
    starts : dict
        By slot: the depth and the key of the node.
    total_cases : float
        Of the whole table: they set the scale of all arithmetic.
    confidence : float or None
        For pruning; None if nothing is pruned by estimated errors.
    n_threads : int
    """

    decoder: Decoder
    fields: dict[str, Any]
    starts: dict[int, tuple[int, int]]
    total_cases: float
    confidence: float | None
    n_threads: int = 1

    @property
    def schema(self) -> pa.Schema:
        """A tree for each node."""
        import pyarrow as pa

        return pa.schema([("slot", pa.int32()), ("trees", pa.binary())])

    def __call__(self, rows: pa.Table) -> pa.Table:
        """Return the trees below the nodes whose rows these are."""
        import pyarrow as pa
        import pyarrow.compute as pc

        slots = sorted(pc.unique(rows.column("slot")).to_pylist())
        trees = []
        for slot in slots:
            table = rows_of(rows, self.decoder, slot if len(slots) > 1 else None)
            trees.append(pickle.dumps(self._trees(slot, table)))
        return pa.table([pa.array(slots, pa.int32()), pa.array(trees)], schema=self.schema)

    def _trees(self, slot: int, table: Table) -> tuple[Piece, Piece | None, bool]:
        """Return the tree as grown, as pruned, and whether the two differ."""
        depth, key = self.starts[slot]
        fields = dict(self.fields) | {"seed": key}
        if fields.get("max_depth") is not None:
            fields["max_depth"] = fields["max_depth"] - depth
        progress = _core.Progress()
        view = table.view()
        nodes, below, above = _core.grow_below(
            view, fields, self.total_cases, self.n_threads, progress
        )
        grown = Piece(nodes.arrays(), below, above)
        if self.confidence is None:
            return grown, None, False
        pruned, is_simpler = _core.prune_by_errors(nodes, view, self.confidence, False, progress)
        return grown, Piece(pruned.arrays(), below, above), is_simpler


@dataclass(frozen=True)
class PruneNodes:
    """Prunes trees again with all rows that arrive at their roots, by slot."""

    decoder: Decoder
    pieces: dict[int, Piece]
    confidence: float

    @property
    def schema(self) -> pa.Schema:
        """A tree for each node."""
        import pyarrow as pa

        return pa.schema([("slot", pa.int32()), ("trees", pa.binary())])

    def __call__(self, rows: pa.Table) -> pa.Table:
        """Return the pruned trees, and whether each is simpler than it was."""
        import pyarrow as pa
        import pyarrow.compute as pc

        slots = sorted(pc.unique(rows.column("slot")).to_pylist())
        trees = []
        n_values = value_counts(self.decoder.attributes)
        for slot in slots:
            view = rows_of(rows, self.decoder, slot if len(slots) > 1 else None).view()
            piece = self.pieces[slot]
            nodes = _core.NodeTable(piece.arrays, n_values)
            pruned, is_simpler = _core.prune_by_errors(
                nodes, view, self.confidence, False, _core.Progress()
            )
            found = Piece(pruned.arrays(), piece.below, piece.above)
            trees.append(pickle.dumps((found, is_simpler)))
        return pa.table([pa.array(slots, pa.int32()), pa.array(trees)], schema=self.schema)
