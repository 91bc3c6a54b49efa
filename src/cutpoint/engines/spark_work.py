"""What runs in the Python of Spark's executors: tasks over rows that are kept in blocks.

A block is one row of Spark: how many rows it holds, and for each column one binary cell with their
values as an Arrow stream. Spark moves a few large cells much faster than millions of small ones:
one pass over ten million rows of twelve columns takes a quarter to a third of the time.

What is sent to executors is a function that knows nothing of Cutpoint, with the work as bytes in
it. So an executor without Cutpoint, or with another version of it, is a sentence and not a failure
to unpickle.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from cutpoint.engines.base import Finish, Task
from cutpoint.engines.spill import rows_by_key
from cutpoint.errors import InputError
from cutpoint.tree.saved import package_version

ROWS = "n"
"""The column of a block with its number of rows."""
RESULT = pa.schema([("result", pa.binary())])
"""Results cross Spark as Arrow streams, and so keep their types."""
KEYED = pa.schema([("key", pa.int64()), ("rows", pa.binary())])
"""The rows of one key, as an Arrow stream."""
OPENING, CLOSING = "[cutpoint: ", " :cutpoint]"
"""What marks a sentence for the user inside of what Spark says of a failure."""

_MOST_ROWS, _LEAST_ROWS, _CELLS = 1 << 16, 1 << 10, 1 << 22
"""A block has about so many cells, within limits of its rows."""

Batches = Iterator[pa.RecordBatch]
Rows = Callable[[Batches], Batches]


def cell(column: int) -> str:
    """Return the name of a column among blocks: names of users may clash for Spark."""
    return f"c{column}"


def block_schema(n_columns: int) -> pa.Schema:
    """Return what blocks of a table of so many columns look like."""
    cells = [(cell(column), pa.binary()) for column in range(n_columns)]
    return pa.schema([(ROWS, pa.int32()), *cells])


@dataclass(frozen=True)
class Pack:
    """Puts rows into blocks."""

    n_columns: int

    def __call__(self, batches: Batches) -> Batches:
        """Return one batch of one row for each block."""
        size = min(max(_CELLS // max(self.n_columns, 1), _LEAST_ROWS), _MOST_ROWS)
        held: list[pa.RecordBatch] = []
        rows = 0
        for batch in batches:
            if batch.num_rows:
                held.append(batch)
                rows += batch.num_rows
            if rows >= size:
                yield self._block(held)
                held, rows = [], 0
        if held:
            yield self._block(held)

    def _block(self, held: list[pa.RecordBatch]) -> pa.RecordBatch:
        (batch,) = pa.Table.from_batches(held).combine_chunks().to_batches()
        cells = [[to_bytes(batch.select([column]))] for column in range(self.n_columns)]
        schema = block_schema(self.n_columns)
        arrays = [pa.array([batch.num_rows], pa.int32())]
        return pa.record_batch([*arrays, *(pa.array(c, pa.binary()) for c in cells)], schema=schema)


@dataclass(frozen=True)
class Unpacked:
    """Reads the rows of blocks, under the names of the user's columns."""

    names: tuple[str, ...]

    def __call__(self, batches: Batches) -> Batches:
        """Return one batch for each block."""
        for batch in batches:
            for row in range(batch.num_rows):
                yield self._block(batch, row)

    def _block(self, batch: pa.RecordBatch, row: int) -> pa.RecordBatch:
        if not self.names:
            return pa.record_batch([pa.nulls(batch.column(0)[row].as_py())], names=["n"]).select([])
        parts = [from_buffer(batch.column(1 + c)[row].as_buffer()) for c in range(len(self.names))]
        return pa.record_batch([part.column(0) for (part,) in parts], names=list(self.names))


@dataclass(frozen=True)
class Named:
    """Reads the rows of a DataFrame, under the names of the user's columns; the last so many."""

    names: tuple[str, ...]
    last: int | None = None

    def __call__(self, batches: Batches) -> Batches:
        """Return the batches with those names."""
        count = len(self.names)
        first = 0 if self.last is None else count - self.last
        for batch in batches:
            yield batch.rename_columns(list(self.names)).select(list(range(first, count)))


@dataclass(frozen=True)
class Scored:
    """A task over rows, its results as they are."""

    rows: Rows
    task: Task

    def __call__(self, batches: Batches) -> Batches:
        """Return the results."""
        return self.task(self.rows(batches))


@dataclass(frozen=True)
class Mapped:
    """A task over rows, its results as Arrow streams."""

    rows: Rows
    task: Task

    def __call__(self, batches: Batches) -> Batches:
        """Return one row for each batch of results."""
        for result in self.task(self.rows(batches)):
            yield pa.record_batch([pa.array([to_bytes(result)], pa.binary())], schema=RESULT)


@dataclass(frozen=True)
class Keyed:
    """A task over rows, its results by key as Arrow streams."""

    rows: Rows
    task: Task
    key: str

    def __call__(self, batches: Batches) -> Batches:
        """Return one row for each key of each batch of results."""
        for result in self.task(self.rows(batches)):
            for value, rows in rows_by_key(result, self.key):
                yield pa.record_batch(
                    [pa.array([value], pa.int64()), pa.array([to_bytes(rows)], pa.binary())],
                    schema=KEYED,
                )


@dataclass(frozen=True)
class Finished:
    """What is made of all rows of one key, as an Arrow stream."""

    finish: Finish

    def __call__(self, group: pa.Table) -> pa.Table:
        """Return one row."""
        batches = [
            batch
            for chunk in group.column("rows").chunks
            for value in chunk
            for batch in from_buffer(value.as_buffer())
        ]
        result = self.finish(pa.Table.from_batches(batches))
        return pa.table([pa.array([to_bytes(result)], pa.binary())], schema=RESULT)


@dataclass(frozen=True)
class AddUp:
    """The sum of all lists of one place."""

    schema: pa.Schema

    def __call__(self, rows: pa.Table) -> pa.Table:
        """Return one row: the place, and the list."""
        total = sum(units.values.to_numpy() for units in rows.column("units"))
        return pa.table([rows.column("place").slice(0, 1), pa.array([total])], schema=self.schema)


def to_bytes(rows: pa.RecordBatch | pa.Table) -> bytes:
    """Return rows as an Arrow stream."""
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, rows.schema) as writer:
        writer.write(rows)
    data: bytes = sink.getvalue().to_pybytes()
    return data


def from_buffer(data: Any) -> list[pa.RecordBatch]:
    """Return the batches of an Arrow stream."""
    with pa.ipc.open_stream(data) as reader:
        return list(reader)


def for_batches(work: Callable[[Batches], Batches]) -> Callable[[Batches], Batches]:
    """Return work over batches as a function for executors."""
    payload, load = pickle.dumps(work), _loader()

    def run(batches: Any) -> Any:
        loaded, guard = load(payload)
        with guard:
            yield from loaded(batches)

    return run


def for_groups(work: Callable[[pa.Table], pa.Table]) -> Callable[[pa.Table], pa.Table]:
    """Return work over the rows of a group as a function for executors."""
    payload, load = pickle.dumps(work), _loader()

    def run(rows: Any) -> Any:
        loaded, guard = load(payload)
        with guard:
            return loaded(rows)

    return run


def _loader() -> Callable[[bytes], Any]:
    """Return what unpickles work where Cutpoint is installed, and says so where it is not."""
    here, opening, closing = package_version(), OPENING, CLOSING

    def load(payload: bytes) -> Any:
        import pickle  # noqa: PLC0415 - all of it happens in another process
        import platform  # noqa: PLC0415
        import sys  # noqa: PLC0415

        where = f"{sys.executable} on {platform.node()}"
        try:
            from cutpoint.engines.spark_work import guarded  # noqa: PLC0415
            from cutpoint.tree.saved import package_version  # noqa: PLC0415
        except ImportError:
            raise RuntimeError(
                f"{opening}the Python of an executor, {where}, has no cutpoint: install cutpoint "
                f"{here} there, or send an environment with spark.archives{closing}"
            ) from None
        if package_version() != here:
            raise RuntimeError(
                f"{opening}the Python of an executor, {where}, has cutpoint {package_version()} "
                f"and this one {here}: install the same version{closing}"
            )
        return pickle.loads(payload), guarded()

    return load


@contextmanager
def guarded() -> Iterator[None]:
    """Mark what is wrong with the user's data, so that it is found in what Spark says."""
    try:
        yield
    except InputError as error:
        raise RuntimeError(f"{OPENING}{error}{CLOSING}") from None
