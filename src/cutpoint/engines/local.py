"""Sources whose batches this process reads: threads share them, and files hold what must wait."""

# ruff: noqa: PLC0415 - Arrow is imported where it is used, so that `import cutpoint` stays cheap

from __future__ import annotations

import errno
import tempfile
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cutpoint.engines.base import Finish, Part, Source, Task
from cutpoint.engines.shared_reader import SharedReader, map_in_threads
from cutpoint.engines.spill import Spill
from cutpoint.engines.written import write_batches
from cutpoint.errors import InputError

if TYPE_CHECKING:
    import pyarrow as pa

_PREFIX = "cutpoint-"


class LocalSource(Source):
    """A source that says how batches are read, and has the rest from here.

    Parameters
    ----------
    n_threads : int
    folder : str or None
        Where files are put for a while; None for the system's folder.
    """

    def __init__(self, n_threads: int, folder: str | None) -> None:
        self._threads, self._folder = n_threads, folder

    @abstractmethod
    def _batches(self, columns: Sequence[str] | None) -> Iterator[pa.RecordBatch]:
        """Return the batches with some of the columns, or all; a column of any kind for none."""

    @contextmanager
    def _explained(self, name: str) -> Iterator[None]:
        """Make errors one clear sentence."""
        try:
            yield
        except OSError as error:
            if error.errno != errno.ENOSPC:
                raise
            raise InputError(
                f"{name}: the disk is full, where rows wait that do not fit into memory: free some "
                "space, or name another folder (temp_directory)"
            ) from None

    def map(self, task: Task, columns: Sequence[str]) -> Iterator[pa.RecordBatch]:
        """Return the results of a task; a few threads share the batches of one scan."""
        with self._explained(self.name):
            shared = SharedReader(self._batches(columns), len(columns))
            if self._threads == 1:
                yield from task(shared)
            else:
                yield from map_in_threads(task, shared, self._threads)

    def map_groups(
        self, task: Task, columns: Sequence[str], key: str, finish: Finish
    ) -> Iterator[pa.RecordBatch]:
        """Return what becomes of each group; its rows wait in a file until all are there."""
        with (
            self._explained(self.name),
            tempfile.TemporaryDirectory(prefix=_PREFIX, dir=self._folder) as folder,
        ):
            spill = Spill(folder, task.schema, key)
            try:
                for batch in self.map(task, columns):
                    spill.add(batch)
            finally:
                spill.close()
            for rows in spill.groups():
                yield from finish(rows).to_batches()

    def part(self, task: Task, columns: Sequence[str]) -> Part:
        """Return the results of a task as a source of its own: they are in a file until closed."""
        held = HeldRows(self, task.schema)
        try:
            with self._explained(self.name):
                held.fill(self.map(task, columns))
        except BaseException:
            held.close()
            raise
        return held

    def write(self, task: Task, destination: Any) -> Path:
        """Write a Parquet or CSV file, in the order of the rows."""
        with self._explained(self.name):
            return write_batches(task(self._batches(None)), task.schema, destination)


class HeldRows(LocalSource, Part):
    """Rows of another source, in a file."""

    def __init__(self, source: LocalSource, schema: pa.Schema) -> None:
        super().__init__(source._threads, source._folder)
        self._name, self._memory, self._schema = source.name, source.memory, schema
        self._home = tempfile.TemporaryDirectory(prefix=_PREFIX, dir=self._folder)
        self._path = str(Path(self._home.name) / "rows.arrows")

    def fill(self, batches: Iterator[pa.RecordBatch]) -> None:
        """Write the rows."""
        import pyarrow as pa

        with pa.ipc.new_stream(self._path, self._schema) as writer:
            for batch in batches:
                writer.write_batch(batch)

    def close(self) -> None:
        """Remove the file."""
        self._home.cleanup()

    @property
    def name(self) -> str:
        """That of the source which the rows are from."""
        return self._name

    @property
    def schema(self) -> pa.Schema:
        """The names and types of the columns."""
        return self._schema

    @property
    def memory(self) -> int:
        """That of the source which the rows are from."""
        return self._memory

    def _batches(self, columns: Sequence[str] | None) -> Iterator[pa.RecordBatch]:
        import pyarrow as pa

        # Read and not mapped: pages of a mapped file would count as memory of the process.
        with pa.OSFile(self._path) as file:
            for batch in pa.ipc.open_stream(file):
                yield batch if columns is None else batch.select(list(columns))
