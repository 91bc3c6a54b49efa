"""A table in memory as a source: what tests and small tables use, and the shortest example."""

# ruff: noqa: PLC0415 - Arrow is imported where it is used, so that `import cutpoint` stays cheap

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cutpoint.engines.base import Finish, Part, Source, Task
from cutpoint.engines.written import write_batches

if TYPE_CHECKING:
    import pyarrow as pa


class ArrowSource(Source):
    """An Arrow table, in batches and partitions of any size.

    Parameters
    ----------
    table : pyarrow.Table
    batch_rows : int, default=65536
        The most rows of a batch.
    partitions : int, default=1
        In how many parts the batches are divided.
    memory : int, default=1 GB
        How many bytes a learner may hold at a time.

    Examples
    --------
    >>> import pyarrow as pa
    >>> from cutpoint import TreeClassifier
    >>> table = pa.table({"age": [20, 30, 40, 50], "outcome": ["home", "home", "ward", "ward"]})
    >>> model = TreeClassifier().fit_source(ArrowSource(table), target="outcome")
    >>> print(model.tree_)
    age <= 35 : home (2.0/1.0)
    age > 35 : ward (2.0/1.0)
    """

    def __init__(
        self,
        table: pa.Table,
        batch_rows: int = 1 << 16,
        partitions: int = 1,
        memory: int = 1 << 30,
    ) -> None:
        self._table, self._batch_rows, self._partitions = table, batch_rows, partitions
        self._memory = memory

    @property
    def name(self) -> str:
        """What messages call it."""
        return "the table"

    @property
    def schema(self) -> pa.Schema:
        """The columns of the table."""
        return self._table.schema

    @property
    def memory(self) -> int:
        """How many bytes a learner may hold."""
        return self._memory

    def map(self, task: Task, columns: Sequence[str]) -> Iterator[pa.RecordBatch]:
        """Return the results of a task, partition by partition."""
        batches = self._table.select(list(columns)).to_batches(max_chunksize=self._batch_rows)
        for part in range(self._partitions):
            yield from task(iter(batches[part :: self._partitions]))

    def part(self, task: Task, columns: Sequence[str]) -> Part:
        """Return the results of a task as a table of its own."""
        import pyarrow as pa

        rows = pa.Table.from_batches(list(self.map(task, columns)), schema=task.schema)
        return _ArrowPart(rows, self._batch_rows, self._partitions, self._memory)

    def map_groups(
        self, task: Task, columns: Sequence[str], key: str, finish: Finish
    ) -> Iterator[pa.RecordBatch]:
        """Return what becomes of each group of rows."""
        import pyarrow as pa
        import pyarrow.compute as pc

        rows = pa.Table.from_batches(list(self.map(task, columns)), schema=task.schema)
        for value in pc.unique(rows.column(key)).to_pylist():
            yield from finish(rows.filter(pc.equal(rows.column(key), value))).to_batches()

    def write(self, task: Task, destination: Any) -> Path:
        """Write a Parquet or CSV file."""
        batches = self._table.to_batches(max_chunksize=self._batch_rows)
        return write_batches(task(iter(batches)), task.schema, destination)


class _ArrowPart(ArrowSource, Part):
    """Some rows of an Arrow table."""

    def close(self) -> None:
        """Let go of the rows."""
        self._table = self._table.slice(0, 0)
