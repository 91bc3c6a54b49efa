"""How a CSV file is read: cells as text, by Arrow; Python's own reader finds lines for messages."""

# ruff: noqa: PLC0415 - Arrow is imported where it is used, so that `import cutpoint` stays cheap

from __future__ import annotations

import csv
import io
import itertools
import os
import re
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from cutpoint.data.header import named_columns
from cutpoint.data.place import Place
from cutpoint.data.raw import Raw
from cutpoint.data.reading import Reading
from cutpoint.data.source import read_bytes, shown, unpacked_name, utf8
from cutpoint.data.text import MISSING_WORDS, clean
from cutpoint.errors import InputError
from cutpoint.wording import count_of

_DELIMITERS = ",;\t|"
_BLANK = " "
_BLOCK = 1 << 22
_LARGEST_BLOCK = (1 << 31) - 1
_SEP_LINE = re.compile(rb"""["']?sep=(.)["']?[ \t]*(?:\r\n|\n|\r)""", re.IGNORECASE)
"""What Excel is told by a first line of its own: the delimiter."""


@dataclass(frozen=True, slots=True)
class _Layout:
    """How the lines of a file become records.

    Attributes
    ----------
    data : bytes
        UTF-8, from the header on.
    delimiter, quote : str
    first_line : int
        The line of the file, from 1, at which the data start.
    """

    data: bytes
    delimiter: str
    quote: str = '"'
    first_line: int = 1


def read_csv(path: Path, reading: Reading) -> Raw:
    """Return the cells of a CSV file, packed or not.

    Columns without a name are left out with a note if they are first (a row index) or empty (left
    by a delimiter at the end of every line).

    Parameters
    ----------
    path : Path
    reading : Reading
        The delimiter is by default taken from the header.

    Raises
    ------
    InputError
        If the file is not a table; the message names the line.
    """
    notes: list[str] = []
    data = utf8(read_bytes(path), path, reading.encoding, notes)
    if not data or data.isspace():
        raise InputError(f"{shown(path)} is empty: a header line and rows are expected")
    layout = _layout(path, data, reading, notes)
    records = _Records(layout)
    opening = [record for _, record in itertools.islice(records, 2)]
    if not opening:
        raise InputError(f"{shown(path)} has nothing after the lines that are skipped")
    names = [name.strip() for name in opening[0]]
    place = Place(shown(path), records.line_of, notes)
    if len(opening) == 1:
        raise InputError(f"{shown(path)} has a header but no rows")
    if _quotes_are_odd(layout):
        _check_quotes(path, layout)
    table = _parse(path, layout, names, records)
    names = [*names, ""][: table.num_columns]  # a delimiter may end every row, or the header alone
    words = MISSING_WORDS.union(reading.missing)
    style = reading.style(layout.delimiter)
    with ThreadPoolExecutor(os.cpu_count()) as pool:  # Arrow's work is done without Python's lock
        cells = list(
            pool.map(lambda column: clean(column, words, style, reading.dates), table.columns)
        )
    return Raw(*named_columns(names, cells, place), table.num_rows, place)


def _layout(path: Path, data: bytes, reading: Reading, notes: list[str]) -> _Layout:
    """Return how the lines become records: as the user says, else as the header shows."""
    first_line = 1
    for _ in range(reading.skip_rows):
        _, end, data = _first_line(data)
        first_line += bool(end)
    delimiter = reading.delimiter
    told = _SEP_LINE.match(data)
    if told is not None:
        data = data[told.end() :]
        first_line += 1
        delimiter = delimiter or told[1].decode("ascii", "replace")
    if delimiter is None:
        delimiter = _sniff(path, data)
        if delimiter == _BLANK:
            notes.append("the columns are read as separated by blanks")
    elif len(delimiter) != 1:
        raise InputError(f"the delimiter must be one character, not {delimiter!r}")
    quote = _quote(data, delimiter)
    if delimiter == _BLANK:
        data, delimiter = _with_tabs(data, quote), "\t"
    return _Layout(data, delimiter, quote, first_line)


def _first_line(data: bytes) -> tuple[bytes, bytes, bytes]:
    """Return the first line, what ends it, and the rest."""
    found = re.search(rb"\r\n|\n|\r", data)
    if found is None:
        return data, b"", b""
    return data[: found.start()], found[0], data[found.end() :]


def _header(data: bytes) -> bytes:
    """Return the first line that is not empty."""
    header = re.match(rb"[\r\n]*([^\r\n]*)", data)
    return header[1] if header else b""


def _quote(data: bytes, delimiter: str) -> str:
    """Return what quotes are: single ones if every name of the header stands in them."""
    mark = rb"[ \t]+" if delimiter == _BLANK else re.escape(delimiter.encode())
    name = rb"\s*'[^']*'\s*"
    single = re.fullmatch(name + rb"(?:" + mark + name + rb")*(?:" + mark + rb")?", _header(data))
    return '"' if single is None else "'"


def _with_tabs(data: bytes, quote: str) -> bytes:
    r"""Return lines with one tab for any number of blanks and tabs, quoted ones aside.

    Examples
    --------
    >>> _with_tabs(b' a  "b c"\n1 \t2\n', '"')
    b'a\t"b c"\n1\t2\n'
    """
    mark = re.escape(quote.encode())
    blanks = re.compile(rb"(" + mark + rb"[^" + mark + rb"]*" + mark + rb")|[ \t]+")
    if quote.encode() in data:
        data = blanks.sub(lambda found: found[1] or b"\t", data)
    else:
        data = re.sub(rb"[ \t]+", b"\t", data)
    return re.sub(rb"(?m)^\t|\t(?=\r?$)", b"", data)


class _Records:
    """The records of a file by Python's own reader: slow, but it knows its lines."""

    def __init__(self, layout: _Layout) -> None:
        self.layout = layout

    def __iter__(self) -> Iterator[tuple[int, list[str]]]:
        """Yield the line at which each record starts, and its cells; blank lines are skipped."""
        layout = self.layout
        lines = io.TextIOWrapper(io.BytesIO(layout.data), encoding="utf-8", newline="")
        reader = csv.reader(lines, delimiter=layout.delimiter, quotechar=layout.quote)
        n_columns = 0
        start = layout.first_line
        limit = csv.field_size_limit(sys.maxsize)
        try:
            for record in reader:
                if record or n_columns == 1:
                    n_columns = n_columns or len(record)
                    yield start, record
                start = reader.line_num + layout.first_line
        finally:
            csv.field_size_limit(limit)

    def line_of(self, row: int) -> int:
        """Return the line of a row, the header not counted."""
        for position, (line, _) in enumerate(self):
            if position == row + 1:
                return line
        return 0


def _quotes_are_odd(layout: _Layout) -> bool:
    """Whether a quote may be missing: their number is odd, or text follows one that closes."""
    data = np.frombuffer(layout.data, np.uint8)
    quotes = np.flatnonzero(data == ord(layout.quote))
    behind = data[np.minimum(quotes[1::2] + 1, len(data) - 1)]
    ends = np.frombuffer(f"{layout.delimiter}{layout.quote}\r\n \t".encode(), np.uint8)
    return bool(len(quotes) % 2 or not np.isin(behind, ends).all())


def _check_quotes(path: Path, layout: _Layout) -> None:
    """Refuse a quote that is never closed, or only by the next one: it would swallow rows."""
    quote, end = layout.quote.encode(), re.escape(layout.delimiter.encode())
    data = re.sub(quote + rb"[ \t]+(?=[\r\n]|" + end + rb")", quote, layout.data)
    lines = io.TextIOWrapper(io.BytesIO(data), encoding="utf-8", newline="")
    reader = csv.reader(lines, delimiter=layout.delimiter, quotechar=layout.quote, strict=True)
    start = layout.first_line
    while True:
        try:
            if next(reader, None) is None:
                return
        except csv.Error as error:
            last = reader.line_num + layout.first_line - 1
            unclosed = "unexpected end of data" in str(error)
            if unclosed or (last > start and "expected after" in str(error)):
                where = "never closed" if unclosed else f"closed only in line {last}, before a text"
                raise InputError(
                    f"{shown(path)}, line {start}: a quote is opened and {where}: close it, or "
                    f"double it inside quotes"
                ) from None
        start = reader.line_num + layout.first_line


def _sniff(path: Path, data: bytes) -> str:
    """Return the delimiter that occurs most often in the header, outside quotes.

    Without any, it is the blank if there are as many words in the header as in the first rows.
    """
    if unpacked_name(path).endswith(".tsv"):
        return "\t"
    outside = b"".join(_header(data).split(b'"')[::2])
    best = max(_DELIMITERS, key=lambda mark: outside.count(mark.encode()))
    if best.encode() in outside:
        return best
    lines = [line for line in data[:_BLOCK].splitlines()[:11] if line.strip()]
    counts = {len(re.findall(rb"""\"[^\"]*\"|'[^']*'|\S+""", line)) for line in lines}
    return _BLANK if len(lines) > 1 and len(counts) == 1 and counts != {1} else best


def _parse(path: Path, layout: _Layout, names: list[str], records: _Records) -> Any:
    """Return an Arrow table of texts.

    Rows may have one value more than the header if it is empty in every row, or one less if the
    header ends in a delimiter.
    """
    import pyarrow as pa

    try:
        return _parse_columns(layout, len(names))
    except pa.ArrowInvalid as error:
        complaint = _complaint(path, records, len(names), str(error))
    width = len(names) - 1 if names[-1] == "" else len(names) + 1
    line = next(itertools.islice(records, 1, None))[0]
    body = layout.data
    for _ in range(layout.first_line, line):
        body = _first_line(body)[2]
    header = layout.delimiter.join(map(str, range(width))).encode()
    try:
        table = _parse_columns(replace(layout, data=header + b"\n" + body), width)
    except pa.ArrowInvalid:
        raise complaint from None
    if width > len(names) and clean(table.columns[-1], {""}).cells.null_count < table.num_rows:
        raise complaint
    return table


def _parse_columns(layout: _Layout, n_columns: int) -> Any:
    """Return so many columns; rows larger than a block are read in one large block."""
    import pyarrow as pa
    import pyarrow.csv as pa_csv

    data = layout.data
    names = [str(position) for position in range(n_columns)]

    def parse(block_size: int) -> Any:
        return pa_csv.read_csv(
            pa.BufferReader(data),
            read_options=pa_csv.ReadOptions(
                column_names=names, skip_rows_after_names=1, block_size=block_size
            ),
            parse_options=pa_csv.ParseOptions(
                delimiter=layout.delimiter,
                quote_char=layout.quote,
                newlines_in_values=layout.quote.encode() in data,
                ignore_empty_lines=n_columns > 1,  # in a single column, nothing is a missing value
            ),
            convert_options=pa_csv.ConvertOptions(
                column_types=dict.fromkeys(names, pa.string()), strings_can_be_null=False
            ),
        )

    try:
        return parse(_BLOCK)
    except pa.ArrowInvalid as error:
        if "block" not in str(error) or len(data) <= _BLOCK:
            raise
        return parse(min(len(data), _LARGEST_BLOCK))  # a row larger than a block


def _complaint(path: Path, records: _Records, n_columns: int, why: str) -> InputError:
    """Return an error that names the first line with a wrong number of values."""
    try:
        for line, record in records:
            if len(record) != n_columns:
                count, columns = count_of(len(record), "value"), count_of(n_columns, "column")
                later = "; lines before the header are left out by skip_rows (--skip-rows)"
                return InputError(
                    f"{shown(path)}, line {line}: {count} where the header has {columns}: correct "
                    f"the line, or name the right delimiter; a value that holds "
                    f"{records.layout.delimiter!r} must stand in double quotes"
                    f"{later if len(record) > n_columns else ''}"
                )
    except csv.Error as error:
        why = str(error)
    return InputError(f"{shown(path)} is not a CSV file that can be read: {' '.join(why.split())}")
