"""Tables of Spark: a DataFrame of any session, local, on a cluster or through Connect."""

from __future__ import annotations

import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from os import PathLike, fspath
from types import TracebackType
from typing import Any, Self

import pyarrow as pa

from cutpoint.engines import spark_work as work
from cutpoint.engines.base import Finish, Source, Task
from cutpoint.engines.sizes import bytes_of
from cutpoint.engines.spark_session import failures, forget, local_session, spark_schema
from cutpoint.errors import InputError

_AT_A_TIME = "spark.sql.execution.arrow.maxRecordsPerBatch"
"""How many rows, which may be blocks, Spark hands to Python at a time."""
_BLOCKS_AT_A_TIME = "4"
_MANY_SUMS = 1 << 16
"""From here on a shuffle pays: the driver gets each sum once, not once from each partition."""


class SparkSource(Source):
    """A DataFrame of Spark.

    It is scanned by ``mapInArrow``, and small nodes are finished by ``applyInArrow``, on the
    executors: their Python needs the same version of Cutpoint. A first pass puts the rows into
    blocks, which Spark holds in memory or on its disks until the source is closed or forgotten.

    Parameters
    ----------
    df : pyspark.sql.DataFrame
        Of a classic session or of Spark Connect. It must give the same rows whenever it is
        computed, as Spark asks of everything that it may have to compute again.
    memory_limit : str or int, default="1GB"
        What a learner may hold at a time: on the driver, and for nodes that an executor finishes.
    cache : bool, default=True
        Whether Spark holds the rows, in blocks, between passes. Without, each pass computes the
        DataFrame anew and hands over its rows one by one, which is slower but takes no space.
    partitions : int, optional
        The most parts into which the rows are divided; a cluster's number of cores is a good one,
        if the DataFrame has many more. The default is the DataFrame's own.

    Examples
    --------
    >>> from pyspark.sql import SparkSession                                     # doctest: +SKIP
    >>> spark = SparkSession.builder.getOrCreate()                               # doctest: +SKIP
    >>> with SparkSource(spark.read.parquet("visits")) as source:                # doctest: +SKIP
    ...     model = TreeClassifier().fit_source(source, target="outcome")
    """

    def __init__(
        self,
        df: Any,
        memory_limit: str | int = "1GB",
        *,
        cache: bool = True,
        partitions: int | None = None,
    ) -> None:
        if not hasattr(df, "mapInArrow") or not hasattr(df, "toArrow"):
            raise InputError(
                f"SparkSource takes a DataFrame of Spark 4.0 or newer, not {type(df).__name__}"
            )
        if partitions is not None and partitions < 1:
            raise InputError(f"partitions={partitions}: a table has at least one part")
        self._name = "the DataFrame"
        self._memory = bytes_of(memory_limit)
        self._names = tuple(df.columns)
        twice = sorted({name for name in self._names if self._names.count(name) > 1})
        if twice:
            raise InputError(f"two columns of the DataFrame are called {twice[0]!r}: rename one")
        self._session, self._cache, self._partitions = df.sparkSession, cache, partitions
        self._df = df.toDF(*(work.cell(place) for place in range(len(self._names))))
        self._blocks: Any = None
        self._schema: pa.Schema | None = None
        self._release: weakref.finalize[..., Any] | None = None

    @classmethod
    def read(cls, path: str | PathLike[str], memory_limit: str | int = "1GB") -> Self:
        """Return the source of Parquet files: a file, a folder or a pattern.

        They are read by the active session of Spark; if there is none, by a local one that uses
        all cores of this machine, or the one that ``SPARK_REMOTE`` or ``MASTER`` names.

        Raises
        ------
        InputError
            If pyspark or Java is missing, or Spark cannot read the files.
        """
        session = local_session(bytes_of(memory_limit))
        with failures():
            df = session.read.parquet(fspath(path))
        source = cls(df, memory_limit)
        source._name = fspath(path)
        return source

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __getstate__(self) -> None:
        raise TypeError("a source of Spark stays where its session is")

    def close(self) -> None:
        """Let Spark forget the rows that it holds; the source can still be used."""
        if self._release is not None:
            self._release()
        self._blocks = self._release = None

    # ---- the contract

    @property
    def name(self) -> str:
        """The name of the table in messages."""
        return self._name

    @property
    def schema(self) -> pa.Schema:
        """The names and types of the columns."""
        if self._schema is None:
            with failures():
                found = self._df.limit(0).toArrow().schema
            fields = zip(found, self._names, strict=True)
            self._schema = pa.schema([field.with_name(name) for field, name in fields])
        return self._schema

    @property
    def memory(self) -> int:
        """How many bytes a learner may hold at a time."""
        return self._memory

    def map(self, task: Task, columns: Sequence[str]) -> Iterator[pa.RecordBatch]:
        """Return the results of a task over some of the columns, in any order."""
        with failures():
            rows, read = self._rows(columns)
            run = work.for_batches(work.Mapped(read, task))
            results = self._results(rows.mapInArrow(run, spark_schema(work.RESULT)))
        yield from results

    def map_sums(self, task: Task, columns: Sequence[str], size: int) -> Iterator[pa.RecordBatch]:
        """Return the results of a task; many sums are added up by the executors."""
        if size < _MANY_SUMS:
            return self.map(task, columns)
        return self.map_groups(task, columns, "place", work.AddUp(task.schema))

    def map_groups(
        self, task: Task, columns: Sequence[str], key: str, finish: Finish
    ) -> Iterator[pa.RecordBatch]:
        """Return what ``finish``, on the executors, makes of the rows with the same key."""
        with failures():
            rows, read = self._rows(columns)
            run = work.for_batches(work.Keyed(read, task, key))
            groups = rows.mapInArrow(run, spark_schema(work.KEYED)).groupBy("key")
            finished = work.for_groups(work.Finished(finish))
            results = self._results(groups.applyInArrow(finished, spark_schema(work.RESULT)))
        yield from results

    def write(self, task: Task, destination: Any = None) -> Any:
        """Return a DataFrame with the results of a task over all columns.

        Parameters
        ----------
        task : Task
        destination : str or path, optional
            Where Spark writes it as Parquet, which must not exist; without, nothing is computed
            until the DataFrame is used.
        """
        with failures():
            run = work.for_batches(work.Scored(work.Named(self._names), task))
            found = self._df.mapInArrow(run, spark_schema(task.schema))
            if destination is None:
                return found
            found.write.parquet(str(destination))
            return self._session.read.parquet(str(destination))

    # ---- Spark

    def _rows(self, columns: Sequence[str]) -> tuple[Any, work.Rows]:
        """Return a DataFrame with some of the columns, and what reads its rows."""
        names = tuple(columns)
        cells = [work.cell(self._names.index(name)) for name in names]
        if self._cache:
            return self._packed().select(work.ROWS, *cells), work.Unpacked(names)
        from pyspark.sql import functions  # noqa: PLC0415 - an extra

        one = functions.lit(1).alias(work.ROWS)  # Spark has no rows without columns
        return self._df.select(one, *cells), work.Named((work.ROWS, *names), len(names))

    def _packed(self) -> Any:
        """Return the DataFrame of the blocks, which Spark holds."""
        if self._blocks is not None:
            return self._blocks
        from pyspark import StorageLevel  # noqa: PLC0415 - an extra

        pack = work.for_batches(work.Pack(len(self._names)))
        blocks = self._df.mapInArrow(pack, spark_schema(work.block_schema(len(self._names))))
        if self._partitions is not None:
            blocks = blocks.coalesce(self._partitions)
        blocks = blocks.persist(StorageLevel.MEMORY_AND_DISK)
        self._release = weakref.finalize(self, forget, blocks)
        self._release.atexit = False  # the session is gone by then
        with self._stoppable():
            blocks.count()  # by a job of its own: rows come in other numbers than blocks
        self._blocks = blocks
        return blocks

    def _results(self, found: Any) -> Iterator[pa.RecordBatch]:
        """Run a job, and return the batches that its rows hold."""
        with self._stoppable(), self._few_at_a_time():
            table = found.toArrow()
        return (
            batch
            for chunk in table.column(0).chunks
            for value in chunk
            for batch in work.from_buffer(value.as_buffer())
        )

    @contextmanager
    def _few_at_a_time(self) -> Iterator[None]:
        """Let Spark hand a few blocks at a time to Python."""
        if not self._cache:
            yield
            return
        before = self._session.conf.get(_AT_A_TIME)
        self._session.conf.set(_AT_A_TIME, _BLOCKS_AT_A_TIME)
        try:
            yield
        finally:
            with suppress(Exception):  # a session that is gone has said so
                self._session.conf.set(_AT_A_TIME, before)

    @contextmanager
    def _stoppable(self) -> Iterator[None]:
        """Leave no job behind when the user stops."""
        tag = f"cutpoint-{id(self)}"
        self._session.addTag(tag)
        try:
            yield
        except KeyboardInterrupt:
            with suppress(Exception):
                self._session.interruptTag(tag)
            raise
        finally:
            with suppress(Exception):
                self._session.removeTag(tag)
