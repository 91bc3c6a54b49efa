"""Record batches to a file, one after the other: it is written whole or not at all."""

# ruff: noqa: PLC0415 - Arrow is imported where it is used, so that `import cutpoint` stays cheap

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cutpoint.errors import InputError
from cutpoint.files import FilePath, whole_file

if TYPE_CHECKING:
    import pyarrow as pa


def write_batches(
    batches: Iterable[pa.RecordBatch], schema: pa.Schema, destination: FilePath
) -> Path:
    """Write batches to a Parquet or CSV file, as its name says.

    Raises
    ------
    InputError
        If the file cannot be written, or its name says neither.
    """
    import pyarrow as pa

    path = Path(destination)
    suffix = path.suffix.lower()
    if suffix not in {".parquet", ".pq", ".csv"}:
        raise InputError(f"{path}: predictions are written to .parquet or .csv files")
    try:
        with whole_file(path) as file, _writer(file, schema, suffix) as writer:
            for batch in batches:
                if batch.num_rows:
                    writer.write_table(pa.Table.from_batches([batch], schema=schema))
    except pa.ArrowException as error:
        why = " ".join(str(error).split())
        raise InputError(f"cannot write {path}: {why}") from None
    return path


def _writer(file: Any, schema: pa.Schema, suffix: str) -> Any:
    import pyarrow.csv as pc
    import pyarrow.parquet as pq

    if suffix == ".csv":
        return pc.CSVWriter(file, schema)
    return pq.ParquetWriter(file, schema)
