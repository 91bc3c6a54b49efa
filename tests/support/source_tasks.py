"""Small tasks for sources: what a learner asks for, in a few lines, with answers that are known."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from cutpoint.errors import InputError

COUNTS = pa.schema([("rows", pa.int64()), ("batches", pa.int64()), ("names", pa.string())])
KEYED = pa.schema([("key", pa.int32()), ("value", pa.float64()), ("text", pa.string())])
SUMS = pa.schema([("key", pa.int32()), ("rows", pa.int64()), ("total", pa.float64())])


@dataclass(frozen=True)
class Count:
    """The rows of a partition, the batches, and the columns that they have."""

    schema = COUNTS

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        rows = count = 0
        names = None
        for batch in batches:
            rows, count, names = rows + batch.num_rows, count + 1, str(batch.schema.names)
        yield pa.record_batch([[rows], [count], [names]], schema=COUNTS)


@dataclass(frozen=True)
class Echo:
    """The rows themselves, in the types that they have."""

    schema: pa.Schema

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        yield from batches


@dataclass(frozen=True)
class ByRemainder:
    """The known values of a column with their remainder as a key."""

    divisor: int
    schema = KEYED

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            known = batch.filter(pc.is_valid(batch.column("x")))
            values = known.column("x")
            key = pc.cast(pc.bit_wise_and(pc.cast(values, pa.int64()), self.divisor - 1), "int32")
            yield pa.record_batch([key, values, known.column("s")], schema=KEYED)


@dataclass(frozen=True)
class Sum:
    """How many rows a group has, and their sum."""

    schema = SUMS

    def __call__(self, rows: pa.Table) -> pa.Table:
        (key,) = set(rows.column("key").to_pylist())
        total = pc.sum(rows.column("value")).as_py()
        return pa.table([[key], [rows.num_rows], [total]], schema=SUMS)


@dataclass(frozen=True)
class Refuse:
    """What does not like its rows."""

    message: str
    schema = COUNTS

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for _ in batches:
            raise InputError(self.message)
        yield from ()
