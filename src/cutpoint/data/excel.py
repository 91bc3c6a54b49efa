"""How a sheet of an Excel file is read."""

# ruff: noqa: PLC0415 - what reads is imported where it is used, so that `import cutpoint` is cheap

from __future__ import annotations

import datetime
import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from cutpoint.data import cells as forms
from cutpoint.data import native
from cutpoint.data.cells import Cells
from cutpoint.data.header import named_columns
from cutpoint.data.place import Place
from cutpoint.data.raw import Raw
from cutpoint.data.reading import Reading
from cutpoint.data.source import read_bytes, shown
from cutpoint.data.text import MISSING_WORDS, clean
from cutpoint.errors import InputError
from cutpoint.wording import suggestion

_Rows = list[tuple[Any, ...]]


def read_excel(path: Path, reading: Reading) -> Raw:
    """Return the cells of a sheet; the first row that is not empty holds the names.

    Raises
    ------
    InputError
        If openpyxl is not installed, the file is damaged, or the sheet is not a table.
    """
    notes: list[str] = []
    rows = _rows(path, reading, notes)
    first = next((i for i, row in enumerate(rows) if not _is_empty(row)), None)
    if first is None:
        raise InputError(f"{shown(path)}: the sheet is empty: a header row and rows are expected")
    body = [(number, row) for number, row in enumerate(rows) if number > first]
    body = [(number, row) for number, row in body if not _is_empty(row)]
    if not body:
        raise InputError(f"{shown(path)} has a header but no rows")
    lines = [number + reading.skip_rows + 1 for number, _ in body]
    place = Place(shown(path), lambda row: lines[row], notes)
    width = max(_width(row) for row in (rows[first], *(row for _, row in body)))
    names = ["" if cell is None else str(cell).strip() for cell in _padded(rows[first], width)]
    columns = zip(*(_padded(row, width) for _, row in body), strict=True)
    cells = [
        _cells(name, column, reading, place) for name, column in zip(names, columns, strict=True)
    ]
    return Raw(*named_columns(names, cells, place), len(body), place)


def _rows(path: Path, reading: Reading, notes: list[str]) -> _Rows:
    """Return the rows of the sheet that is wanted."""
    try:
        import openpyxl
    except ImportError:
        raise InputError(
            f"{shown(path)}: Excel files are read with openpyxl, which is not installed: install "
            "cutpoint[excel], or save the sheet as CSV"
        ) from None
    try:
        book = openpyxl.load_workbook(io.BytesIO(read_bytes(path)), read_only=True, data_only=True)
    except InputError:
        raise
    except Exception as error:  # whatever XML and zip files can go wrong with
        why = " ".join(str(error).split())
        raise InputError(f"{shown(path)} is not an Excel file that can be read: {why}") from None
    names = [sheet.title for sheet in book.worksheets]
    if reading.sheet is not None and reading.sheet not in names:
        guess = suggestion(reading.sheet, names, otherwise=".")
        listed = ", ".join(map(repr, names))
        raise InputError(
            f"{shown(path)} has no sheet {reading.sheet!r}{guess} Its sheets are: {listed}"
        )
    if reading.sheet is None and len(names) > 1:
        notes.append(
            f"the first of {len(names)} sheets is read, {names[0]!r} (name another with --sheet)"
        )
    sheet = book[reading.sheet or names[0]]
    rows: _Rows = list(sheet.iter_rows(min_row=reading.skip_rows + 1, values_only=True))
    book.close()
    return rows


def _is_empty(row: Sequence[Any]) -> bool:
    return all(cell is None or cell == "" for cell in row)


def _width(row: Sequence[Any]) -> int:
    """Return the number of cells up to the last that is not empty."""
    return max((i + 1 for i, cell in enumerate(row) if cell not in (None, "")), default=0)


def _padded(row: Sequence[Any], width: int) -> list[Any]:
    return [*row[:width], *[None] * (width - len(row))]


def _cells(name: str, values: Sequence[Any], reading: Reading, place: Place) -> Cells:
    """Return the cells of a column: text is typed by what it says, all else by its type."""
    import pyarrow as pa

    if not any(isinstance(value, str) for value in values):
        return native.of_objects(name, np.array(values, dtype=object), place)
    texts = pa.chunked_array([[_text(value) for value in values]], pa.string())
    return clean(texts, MISSING_WORDS.union(reading.missing), reading.style(), reading.dates)


def _text(value: Any) -> str | None:
    """Return a cell as a text file would have it."""
    if value is None:
        return None
    if isinstance(value, datetime.datetime) and value.time() == datetime.time():
        value = value.date()
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    return str(forms.plain(value))
