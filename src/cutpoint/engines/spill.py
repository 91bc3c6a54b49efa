"""Rows of groups, which wait in files until all are there."""

# ruff: noqa: PLC0415 - Arrow is imported where it is used, so that `import cutpoint` stays cheap

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import pyarrow as pa


def rows_by_key(batch: pa.RecordBatch, key: str) -> Iterator[tuple[int, pa.RecordBatch]]:
    """Yield each value of a column of whole numbers, and the rows that have it.

    Nothing is copied where they are next to each other.
    """
    import pyarrow as pa

    keys = batch.column(key).to_numpy(zero_copy_only=False)
    if (keys[1:] < keys[:-1]).any():
        order = np.argsort(keys, kind="stable")
        batch, keys = batch.take(pa.array(order)), keys[order]
    starts = [*np.flatnonzero(np.diff(keys, prepend=keys[:1] - 1)).tolist(), len(keys)]
    for start, end in itertools.pairwise(starts):
        yield int(keys[start]), batch.slice(start, end - start)


class Spill:
    """The rows of groups, each in a file of its own."""

    def __init__(self, folder: str, schema: pa.Schema, key: str) -> None:
        self._folder, self._schema, self._key = folder, schema, key
        self.paths: dict[int, str] = {}
        self._writers: dict[int, Any] = {}

    def add(self, batch: pa.RecordBatch) -> None:
        """Put rows with those of their groups."""
        for group, rows in rows_by_key(batch, self._key):
            self._writer(group).write_batch(rows)

    def _writer(self, group: int) -> Any:
        import pyarrow as pa

        if group not in self._writers:
            self.paths[group] = str(Path(self._folder) / f"{group}.arrows")
            self._writers[group] = pa.ipc.new_stream(self.paths[group], self._schema)
        return self._writers[group]

    def close(self) -> None:
        """Complete the files."""
        for writer in self._writers.values():
            writer.close()

    def groups(self) -> Iterator[pa.Table]:
        """Yield the rows of each group, and remove its file.

        Each column is in one piece, so that who reads it need not copy it.
        """
        import pyarrow as pa

        for path in self.paths.values():
            with pa.memory_map(path) as file:
                rows = pa.ipc.open_stream(file).read_all().combine_chunks()
            Path(path).unlink()
            yield rows
