"""Which reader reads which file."""

from __future__ import annotations

import os
import warnings
from collections.abc import Sequence
from pathlib import Path

from cutpoint.data.arff import read_arff
from cutpoint.data.c45 import read_c45_cells, with_ending
from cutpoint.data.csv_file import read_csv
from cutpoint.data.excel import read_excel
from cutpoint.data.parquet import read_parquet
from cutpoint.data.raw import Like, Raw, Wanted, learning_table, like_table
from cutpoint.data.reading import Reading
from cutpoint.data.source import STANDARD_INPUT, check_file, shown, unpacked_name
from cutpoint.data.table import Table
from cutpoint.errors import InputError, InputWarning

_CSV = (".csv", ".tsv", ".txt")


def read_table(
    path: str | os.PathLike[str],
    *,
    target: str | int | None = None,
    nominal: Sequence[str] = (),
    numeric: Sequence[str] = (),
    ignore: Sequence[str] = (),
    missing: Sequence[str] | None = None,
    delimiter: str | None = None,
    skip_rows: int = 0,
    encoding: str | None = None,
    sheet: str | None = None,
    decimal: str | None = None,
    thousands: str | None = None,
    date_format: str | Sequence[str] = (),
    weight: str | None = None,
    like: Like | None = None,
) -> Table:
    """Read a table from a file: CSV (.csv, .tsv, .txt), Parquet, Excel, ARFF, or C4.5's own files.

    Parameters
    ----------
    path : path
        The file; CSV and ARFF may be packed (.gz, .bz2, .xz, .zst; CSV also .zip). For C4.5 the
        stem of the files, or one of them. "-" is CSV from standard input.
    target : str or int, optional
        The column of the class, by name or position (-1 is the last). ARFF and C4.5 files have one
        of their own; a CSV or Parquet table without it has no target.
    nominal, numeric, ignore : sequences of str
        Columns that are nominal, numeric or left out, whatever they hold.
    missing : sequence of str, optional
        Words that stand for a missing value; in CSV and Excel besides the usual ones (nothing, ?,
        NA, N/A, NaN, null, None, -, ., #N/A and the other errors of a spreadsheet).
    delimiter : str, optional
        The delimiter of a CSV file; by default the header shows it. A blank is any number of them.
    skip_rows : int, default=0
        How many lines of a CSV or Excel file come before the header.
    encoding : str, optional
        The encoding of a text file. By default UTF-8 and UTF-16 are recognised, and all else is
        taken for Windows-1252, with a warning.
    sheet : str, optional
        The sheet of an Excel file; by default the first.
    decimal, thousands : str, optional
        What separates decimals and thousands in the numbers of a CSV file. By default each column
        shows it: a comma that could be either separates decimals if semicolons or tabs separate the
        columns, else thousands. Signs of currencies and of percent are left out.
    date_format : str, or sequence of str
        How dates are written in a CSV or Excel file: "dmy" (day first), "mdy" (month first) or
        "ymd" (year first), or a format such as "%d.%m.%Y"; for one column as "COLUMN=FORMAT". Most
        columns show it; one whose every value could have the day or the month first is refused
        without it.
    weight : str, optional
        The column that holds the weights of the cases.
    like : (attributes, classes, target name), optional
        What a fitted model knows: columns, values and classes are then taken from it, a value it
        does not know is missing, and the file need not hold the target.

    Returns
    -------
    Table

    Raises
    ------
    InputError
        If the file cannot be used; the message names the line, the column and the value.

    Warns
    -----
    InputWarning
        About what had to be guessed, and what looks like a slip.

    Notes
    -----
    Texts that differ by blanks around them are one value. So are ``1`` and ``1.0``, ``True`` and
    ``TRUE``, ``yes`` and ``Yes``. Other words that differ only by case are several values: a
    warning names them.

    Examples
    --------
    >>> from cutpoint.data import demo_path
    >>> table = read_table(demo_path(), target="outcome")
    >>> table.classes
    ('monitor', 'pass', 'repair')
    """
    formats = (date_format,) if isinstance(date_format, str) else tuple(date_format)
    reading = Reading(
        tuple(missing or ()), delimiter, skip_rows, encoding, sheet, decimal, thousands, formats
    )
    raw = read_raw(Path(path), reading, like)
    wanted = Wanted(target, nominal, numeric, ignore, weight)
    table = learning_table(raw, wanted) if like is None else like_table(raw, wanted, like)
    for note in raw.place.notes or ():
        warnings.warn(f"{shown(Path(path))}: {note}", InputWarning, stacklevel=2)
    return table


def read_raw(path: Path, reading: Reading, like: Like | None = None) -> Raw:
    """Return the cells of a file, read by the reader for its name; see :func:`read_table`."""
    raw = _read(path, reading, like)
    for column in reading.dates.columns:
        raw.position(column)
    return raw


def _read(path: Path, reading: Reading, like: Like | None) -> Raw:
    if path == STANDARD_INPUT:
        return read_csv(path, reading)
    if with_ending(path, "names").exists():
        return _read_c45(path, "data", reading, like)
    suffix = Path(unpacked_name(path)).suffix
    if suffix in _CSV or path.suffix.lower() == ".zip":
        return read_csv(path, reading)
    if suffix == ".xlsx":
        return read_excel(path, reading)
    if reading.skip_rows:
        raise InputError(
            f"{path}: lines before the header are skipped in CSV and Excel files only: leave "
            "--skip-rows out"
        )
    if suffix in {".parquet", ".pq"}:
        return read_parquet(path, reading)
    if suffix == ".arff":
        return read_arff(path, reading)
    if suffix in {".names", ".data", ".test"} and path.with_suffix(".names").exists():
        part = "test" if suffix == ".test" else "data"
        return _read_c45(path.with_suffix(""), part, reading, like)
    check_file(path)
    if suffix in {".data", ".test"}:
        raise InputError(
            f"{path}: {path.with_suffix('.names')} is not there, which declares the attributes: "
            f"add it, or give a CSV file with a header"
        )
    if suffix == ".xls":
        raise InputError(f"{path}: Excel's old format cannot be read: save it as .xlsx or .csv")
    raise InputError(
        f"{path}: files named *{suffix} cannot be read: give .csv, .tsv, .txt, .parquet, .xlsx, "
        f".arff (or C4.5's .names and .data)"
    )


def _read_c45(stem: Path, part: str, reading: Reading, like: Like | None) -> Raw:
    """Return the cells of C4.5's files; the class, which has no name there, gets the model's."""
    return read_c45_cells(stem, part, reading, "class" if like is None else like[2])
