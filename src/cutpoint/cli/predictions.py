"""How a table of predictions is written: as CSV or Parquet, whole or not at all."""

# ruff: noqa: PLC0415 - Arrow is imported where it is used: the help text must come at once

from __future__ import annotations

import csv
import gzip
import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO

from cutpoint.errors import InputError
from cutpoint.files import whole_file

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cutpoint.data.attribute import Label
    from cutpoint.data.raw import Raw

_ENDINGS = (".csv", ".csv.gz", ".tsv", ".tsv.gz", ".parquet", ".pq")
_BLOCK = 1 << 16
"""Rows that are turned into Python values at a time."""


def check_format(out: Path | None) -> None:
    """Refuse a file whose name does not say how to write it.

    Raises
    ------
    InputError
        If its ending is none that we know.
    """
    if out is not None and not out.name.lower().endswith(_ENDINGS):
        raise InputError(f"cannot write {out}: give a name that ends in .csv, .tsv or .parquet")


def write(columns: dict[str, Any], out: Path | None) -> None:
    """Write columns to a file, or as CSV to stdout.

    Parameters
    ----------
    columns : dict from name to Arrow array
    out : Path, or None
    """
    if out is None:
        with _stdout() as file:
            _write_csv(columns, file, ",")
        return
    name = out.name.lower()
    with whole_file(out) as file:
        if name.endswith((".parquet", ".pq")):
            _write_parquet(columns, file)
            return
        delimiter = "\t" if ".tsv" in name[-7:] else ","
        if name.endswith(".gz"):
            with gzip.GzipFile(fileobj=file, mode="wb", filename="", mtime=0) as packed:
                _write_encoded(columns, packed, delimiter)  # type: ignore[arg-type]
        else:
            _write_encoded(columns, file, delimiter)


def input_columns(raw: Raw) -> dict[str, Any]:
    """Return the columns of a file as they are written there, null where a cell is missing."""
    import numpy as np

    from cutpoint.data.arrow import numbers
    from cutpoint.data.cells import Coded
    from cutpoint.data.text import Text

    columns: dict[str, Any] = {}
    for name, cells in zip(raw.names, raw.cells, strict=True):
        if isinstance(cells, Text):
            columns[name] = cells.cells
        elif isinstance(cells, Coded):
            columns[name] = label_column(cells.labels, cells.codes)
        elif isinstance(cells, np.ndarray):
            columns[name] = numbers(cells, np.isnan(cells))
        else:
            columns[name] = cells
    return columns


def label_column(labels: tuple[Label, ...], codes: NDArray[np.int32]) -> Any:
    """Return codes as an Arrow array of their labels: of their own type if they share one."""
    import numpy as np
    import pyarrow as pa

    from cutpoint.data.arrow import numbers, strings

    try:
        kinds = {type(label) for label in labels}
        if len(kinds) == 1 and str not in kinds:
            values = pa.array(labels)
        else:
            values = strings(str(label) for label in labels)
    except (pa.ArrowInvalid, OverflowError):  # integers beyond 64 bits
        values = strings(str(label) for label in labels)
    except UnicodeEncodeError:
        raise InputError(
            "a class of the model is not valid text, so it cannot be written"
        ) from None
    positions = codes.astype(np.int64)
    return values.take(numbers(positions, positions < 0))


def _write_encoded(columns: dict[str, Any], file: BinaryIO, delimiter: str) -> None:
    """Write CSV as UTF-8."""
    text = io.TextIOWrapper(file, encoding="utf-8", newline="")
    _write_csv(columns, text, delimiter)
    text.flush()
    text.detach()  # the file is closed by whoever opened it


def _write_csv(columns: dict[str, Any], file: TextIO, delimiter: str) -> None:
    writer = csv.writer(file, delimiter=delimiter, lineterminator="\n")
    try:
        writer.writerow(columns)
        rows = zip(*(_values(column) for column in columns.values()), strict=True)
        while block := list(islice(rows, _BLOCK)):
            writer.writerows(block)
    except UnicodeEncodeError:
        raise InputError("a label or name is not valid text, so it cannot be written") from None


def _values(column: Any) -> Iterator[Any]:
    """Yield the cells of an Arrow column as Python values, a block at a time."""
    for start in range(0, len(column), _BLOCK):
        yield from column.slice(start, _BLOCK).to_pylist()


def _write_parquet(columns: dict[str, Any], file: BinaryIO) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        pq.write_table(pa.table(columns), file)
    except (pa.ArrowException, UnicodeEncodeError) as error:
        raise InputError(f"the predictions cannot be written as Parquet: {error}") from None


@contextmanager
def _stdout() -> Iterator[TextIO]:
    """Give stdout as UTF-8 with line ends as they are, whatever the system prefers."""
    buffer = getattr(sys.stdout, "buffer", None)
    if buffer is None:  # something that only takes text
        yield sys.stdout
        return
    sys.stdout.flush()
    text = io.TextIOWrapper(buffer, encoding="utf-8", newline="", write_through=False)
    try:
        yield text
        text.flush()
    finally:
        text.detach()
