"""How a CSV file is read: cells as text, by Arrow; Python's own reader finds lines for messages."""

# ruff: noqa: PLC0415 - Arrow is imported where it is used, so that `import cutpoint` stays cheap

from __future__ import annotations

import csv
import io
import itertools
import re
import sys
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from cutpoint.data.place import Place, check_names
from cutpoint.data.raw import Raw
from cutpoint.data.source import read_bytes, utf8
from cutpoint.data.text import MISSING_WORDS, Text, clean
from cutpoint.errors import InputError

_DELIMITERS = ",;\t|"
_BLOCK = 1 << 22
_LARGEST_BLOCK = (1 << 31) - 1


def read_csv(path: Path, missing: Collection[str], delimiter: str | None) -> Raw:
    """Return the cells of a CSV file, with or without .gz.

    Parameters
    ----------
    path : Path
    missing : collection of str
        Words that stand for a missing value, besides the usual ones.
    delimiter : str, or None
        One character; None to take it from the header.

    Raises
    ------
    InputError
        If the file is not a table; the message names the line.
    """
    data = utf8(read_bytes(path), path)
    if not data or data.isspace():
        raise InputError(f"{path} is empty: a header line and rows are expected")
    if delimiter is None:
        delimiter = _sniff(path, data)
    elif len(delimiter) != 1:
        raise InputError(f"the delimiter must be one character, not {delimiter!r}")
    records = _Records(data, delimiter)
    opening = [record for _, record in itertools.islice(records, 2)]
    names = [name.strip() for name in opening[0]]
    place = Place(str(path), records.line_of, [])
    for position, name in enumerate(names):
        if not name:
            raise InputError(
                f"{path}, line 1: column {position + 1} has no name in the header: name it (a row "
                f"index written by pandas is left out with index=False)"
            )
    check_names(names, place)
    if len(opening) == 1:
        raise InputError(f"{path} has a header but no rows")
    if data.count(b'"') % 2:
        _check_quotes(path, data, delimiter)
    table = _parse(path, data, delimiter, len(names), records)
    words = MISSING_WORDS.union(missing)
    cells = tuple(Text(clean(column, words)) for column in table.columns)
    return Raw(tuple(names), cells, table.num_rows, place)


class _Records:
    """The records of a file by Python's own reader: slow, but it knows its lines."""

    def __init__(self, data: bytes, delimiter: str) -> None:
        self.data = data
        self.delimiter = delimiter

    def __iter__(self) -> Iterator[tuple[int, list[str]]]:
        """Yield the line at which each record starts, and its cells; blank lines are skipped."""
        lines = io.TextIOWrapper(io.BytesIO(self.data), encoding="utf-8", newline="")
        reader = csv.reader(lines, delimiter=self.delimiter)
        n_columns = 0
        start = 1
        limit = csv.field_size_limit(sys.maxsize)
        try:
            for record in reader:
                if record or n_columns == 1:
                    n_columns = n_columns or len(record)
                    yield start, record
                start = reader.line_num + 1
        finally:
            csv.field_size_limit(limit)

    def line_of(self, row: int) -> int:
        """Return the line of a row, the header not counted."""
        for position, (line, _) in enumerate(self):
            if position == row + 1:
                return line
        return 0


def _check_quotes(path: Path, data: bytes, delimiter: str) -> None:
    """Refuse a quote that is never closed: it would swallow all rows after it."""
    lines = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8", newline="")
    start = 1
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    try:
        for _ in reader:
            start = reader.line_num + 1
    except csv.Error as error:
        if "unexpected end of data" in str(error):
            raise InputError(
                f"{path}, line {start}: a quote is opened and never closed: close it, or double it "
                f"inside quotes"
            ) from None


def _sniff(path: Path, data: bytes) -> str:
    """Return the delimiter that occurs most often in the header, outside quotes."""
    if path.name.lower().removesuffix(".gz").endswith(".tsv"):
        return "\t"
    header = re.match(rb"[\r\n]*([^\r\n]*)", data)
    outside = b"".join(header[1].split(b'"')[::2]) if header else b""
    return max(_DELIMITERS, key=lambda mark: outside.count(mark.encode()))


def _parse(path: Path, data: bytes, delimiter: str, n_columns: int, records: _Records) -> Any:
    """Return an Arrow table of texts."""
    import pyarrow as pa
    import pyarrow.csv as pa_csv

    names = [str(position) for position in range(n_columns)]

    def parse(block_size: int) -> Any:
        return pa_csv.read_csv(
            pa.BufferReader(data),
            read_options=pa_csv.ReadOptions(
                column_names=names, skip_rows_after_names=1, block_size=block_size
            ),
            parse_options=pa_csv.ParseOptions(
                delimiter=delimiter,
                newlines_in_values=b'"' in data,
                ignore_empty_lines=n_columns > 1,  # in a single column, nothing is a missing value
            ),
            convert_options=pa_csv.ConvertOptions(
                column_types=dict.fromkeys(names, pa.string()), strings_can_be_null=False
            ),
        )

    try:
        try:
            return parse(_BLOCK)
        except pa.ArrowInvalid as error:
            if "block" not in str(error) or len(data) <= _BLOCK:
                raise
            return parse(min(len(data), _LARGEST_BLOCK))  # a row larger than a block
    except pa.ArrowInvalid as error:
        raise _complaint(path, records, n_columns, str(error)) from None


def _complaint(path: Path, records: _Records, n_columns: int, why: str) -> InputError:
    """Return an error that names the first line with a wrong number of values."""
    try:
        for line, record in records:
            if len(record) != n_columns:
                return InputError(
                    f"{path}, line {line}: {len(record)} values where the header has {n_columns} "
                    f"columns: correct the line, or name the right delimiter; a value that holds "
                    f"{records.delimiter!r} must stand in double quotes"
                )
    except csv.Error as error:
        why = str(error)
    return InputError(f"{path} is not a CSV file that can be read: {' '.join(why.split())}")
