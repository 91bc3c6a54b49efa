"""Rows of groups, which wait in files until all are there."""

# ruff: noqa: PLC0415 - Arrow is imported where it is used, so that `import cutpoint` stays cheap

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pyarrow as pa


class Spill:
    """The rows of groups, each in a file of its own."""

    def __init__(self, folder: str, schema: pa.Schema, key: str) -> None:
        self._folder, self._schema, self._key = folder, schema, key
        self.paths: dict[int, str] = {}
        self._writers: dict[int, Any] = {}

    def add(self, batch: pa.RecordBatch) -> None:
        """Put rows with those of their groups."""
        import pyarrow.compute as pc

        keys = batch.column(self._key)
        groups = pc.unique(keys).to_pylist()
        for group in groups:
            rows = batch if len(groups) == 1 else batch.filter(pc.equal(keys, group))
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
