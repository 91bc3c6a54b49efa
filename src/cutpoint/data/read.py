"""Which reader reads which file."""

from __future__ import annotations

import os
import warnings
from collections.abc import Sequence
from pathlib import Path

from cutpoint.data.arff import read_arff
from cutpoint.data.c45 import read_c45_cells, with_ending
from cutpoint.data.csv_file import read_csv
from cutpoint.data.parquet import read_parquet
from cutpoint.data.raw import Like, Raw, Wanted, learning_table, like_table
from cutpoint.data.source import check_file
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
    weight: str | None = None,
    like: Like | None = None,
) -> Table:
    """Read a table from a file: CSV (.csv, .tsv, .txt), Parquet, ARFF, or C4.5's own files.

    Parameters
    ----------
    path : path
        The file; CSV and ARFF may be packed (.gz). For C4.5 the stem of the files, or one of them.
    target : str or int, optional
        The column of the class, by name or position (-1 is the last). ARFF and C4.5 files have one
        of their own; a CSV or Parquet table without it has no target.
    nominal, numeric, ignore : sequences of str
        Columns that are nominal, numeric or left out, whatever they hold.
    missing : sequence of str, optional
        Words that stand for a missing value; in CSV besides the usual ones (nothing, ?, NA, N/A,
        NaN, nan, null, NULL).
    delimiter : str, optional
        The delimiter of a CSV file; by default the header shows it.
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
    raw = read_raw(Path(path), tuple(missing or ()), delimiter, like)
    wanted = Wanted(target, nominal, numeric, ignore, weight)
    table = learning_table(raw, wanted) if like is None else like_table(raw, wanted, like)
    for note in raw.place.notes or ():
        warnings.warn(f"{path}: {note}", InputWarning, stacklevel=2)
    return table


def read_raw(
    path: Path, missing: tuple[str, ...], delimiter: str | None, like: Like | None = None
) -> Raw:
    """Return the cells of a file, read by the reader for its name; see :func:`read_table`."""
    if with_ending(path, "names").exists():
        return _read_c45(path, "data", missing, like)
    suffix = Path(path.name.lower().removesuffix(".gz")).suffix
    if suffix in _CSV:
        return read_csv(path, missing, delimiter)
    if suffix in {".parquet", ".pq"}:
        return read_parquet(path, missing)
    if suffix == ".arff":
        return read_arff(path, missing)
    if suffix in {".names", ".data", ".test"} and path.with_suffix(".names").exists():
        part = "test" if suffix == ".test" else "data"
        return _read_c45(path.with_suffix(""), part, missing, like)
    check_file(path)
    if suffix in {".data", ".test"}:
        raise InputError(
            f"{path}: {path.with_suffix('.names')} is not there, which declares the attributes: "
            f"add it, or give a CSV file with a header"
        )
    raise InputError(
        f"{path}: files named *{suffix} cannot be read: give .csv, .tsv, .txt, .parquet, .arff (or "
        f"C4.5's .names and .data)"
    )


def _read_c45(stem: Path, part: str, missing: tuple[str, ...], like: Like | None) -> Raw:
    """Return the cells of C4.5's files; the class, which has no name there, gets the model's."""
    return read_c45_cells(stem, part, missing, "class" if like is None else like[2])
