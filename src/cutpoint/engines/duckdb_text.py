"""What DuckDB is told and what it says: names and files in SQL, and errors in one sentence."""

from __future__ import annotations

import glob
import os
import re
from pathlib import Path

from cutpoint.data.text import MISSING_WORDS
from cutpoint.errors import InputError


def identifier(name: str) -> str:
    """Return the name of a column or table in SQL."""
    return '"' + name.replace('"', '""') + '"'


def _literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def listed(files: list[str]) -> str:
    """Return the names of files as a list in SQL."""
    return "[" + ", ".join(_literal(file) for file in files) + "]"


def suffix_of(text: str) -> str:
    """Return how the name of a file ends, but for how it is packed."""
    name = Path(text).name.lower()
    for packing in (".gz", ".zst"):
        name = name.removesuffix(packing)
    return Path(name).suffix


def files_of(text: str) -> list[str]:
    """Return the files that a path or pattern names, in order.

    Raises
    ------
    InputError
        If there is none, or one may not be read.
    """
    try:
        found = _matching(text)
    except PermissionError:
        raise InputError(f"{text} cannot be read: permission denied") from None
    if not found:
        folder = Path(text).parent
        if folder.is_dir() and not os.access(folder, os.R_OK | os.X_OK):
            raise InputError(f"{folder} cannot be read: permission denied")
        pattern = glob.has_magic(text)
        raise InputError(f"no file matches {text}" if pattern else f"{text}: no such file")
    for file in found:
        if not os.access(file, os.R_OK):
            raise InputError(f"{file} cannot be read: permission denied")
    return found


def _matching(text: str) -> list[str]:
    if Path(text).is_dir():
        raise InputError(f"{text} is a folder: name its files, as in {text}/*.parquet")
    if Path(text).is_file():
        return [text]
    found = glob.glob(text, recursive=True)  # noqa: PTH207  # a path from the root on, too
    return sorted(file for file in found if Path(file).is_file())


def csv_query(files: list[str]) -> str:
    """Return a query whose types are those of the reader of CSV files in memory.

    Truth words stay words, and the usual words for missing values are null.
    """
    words = ", ".join(_literal(word) for word in sorted(MISSING_WORDS))
    kinds = "['BIGINT', 'DOUBLE', 'DATE', 'TIMESTAMP', 'VARCHAR']"
    return (
        f"select * from read_csv({listed(files)}, header = true, sample_size = -1, "
        f"nullstr = ['', {words}], auto_type_candidates = {kinds})"
    )


def sentence_of(name: str, message: str) -> str:
    """Return what DuckDB says, in one sentence that says what to do."""
    first = " ".join(message.split("\n", maxsplit=1)[0].split())
    first = re.sub(r"^[A-Za-z ]+ Error: ", "", first)
    low = message.lower()
    if "no space left" in low or "max_temp_directory_size" in low:
        return (
            f"{name}: the disk is full, where DuckDB puts what does not fit into memory: free some "
            f"space, or name another folder (temp_directory): {first}"
        )
    if "out of memory" in low or "could not allocate" in low:
        return f"{name}: DuckDB needs more memory than it may take: give it more ({first})"
    if "does not exist" in low or "no files found" in low:
        return f"{name} is not there (any more): {first}"
    if "permission denied" in low:
        return f"{name} cannot be read: permission denied ({first})"
    return f"{name} cannot be read by DuckDB: {first}"
