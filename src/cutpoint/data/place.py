"""How an error message names a cell: by row in a table, by line in a file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutpoint.errors import InputError
from cutpoint.wording import nearest


class CellError(InputError, TypeError):
    """A cell holds something that is neither a text nor a number (a dict, a list, ...)."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a table came from.

    Attributes
    ----------
    file : str
        The file's name; empty for a table in memory.
    line_of : function, or None
        The line (from 1) of the file at which a row (from 0) starts; it is called only when an
        error is reported, so it may be slow.
    notes : list of str, or None
        What had to be guessed about a file, for whoever reads it; None if nobody wants to know.
    typed : bool
        Whether a model says what the columns are, so that the user cannot.

    Examples
    --------
    >>> Place().cell("age", 3)
    "column 'age', row 3"
    >>> Place("visits.csv", lambda row: row + 2).cell("age", 3)
    "visits.csv, line 5, column 'age'"
    """

    file: str = ""
    line_of: Callable[[int], int] | None = None
    notes: list[str] | None = None
    typed: bool = False

    def note(self, text: str) -> None:
        """Take down, once, what had to be guessed.

        Examples
        --------
        >>> place = Place("visits.csv", notes=[])
        >>> place.note("the decimal separator is a comma")
        >>> place.notes
        ['the decimal separator is a comma']
        """
        if self.notes is not None and text not in self.notes:
            self.notes.append(text)

    def notes_besides(self, columns: Sequence[str]) -> list[str]:
        """Return the notes that are not about these columns.

        Examples
        --------
        >>> notes = ["column 'age' is read as numbers: '2,5' as 2.5", "the first sheet is read"]
        >>> Place("visits.xlsx", notes=notes).notes_besides(["age", "sex"])
        ['the first sheet is read']
        """
        starts = tuple(f"column {name!r}" for name in columns)
        return [note for note in self.notes or () if not note.startswith(starts)]

    def of_rows(self, rows: Sequence[int] | NDArray[np.integer[Any]]) -> Place:
        """Return the place of some of the rows.

        Examples
        --------
        >>> Place("visits.csv", lambda row: row + 2).of_rows([0, 3]).row(1)
        'visits.csv, line 5'
        """
        line_of = self.line_of
        if line_of is None:
            return self
        return replace(self, line_of=lambda row: line_of(int(rows[row])))

    def row(self, row: int) -> str:
        """Name a row."""
        if self.line_of is None:
            return f"{self.file}, row {row}" if self.file else f"row {row}"
        return f"{self.file}, line {self.line_of(row)}"

    def cell(self, column: str, row: int) -> str:
        """Name a cell."""
        if self.line_of is None:
            return f"{self.column(column)}, row {row}"
        return f"{self.row(row)}, column {column!r}"

    def column(self, column: str) -> str:
        """Name a column."""
        return f"{self.file}, column {column!r}" if self.file else f"column {column!r}"

    def declare_nominal(self, column: str) -> str:
        """Say what else than a correction the user can do about a column that is no number."""
        if self.typed:
            return "name the word with --missing"
        if self.file:
            return f"declare the column with --nominal {column!r}"
        return f"name {column!r} in categorical_features"


IN_MEMORY = Place()


def no_such_column(name: object, names: Sequence[str], place: Place) -> InputError:
    """Return the error for a column that is not there, with the nearest name that is.

    Examples
    --------
    >>> print(no_such_column("clas", ["age", "class"], Place("visits.csv")))
    visits.csv has no column 'clas'; did you mean 'class'? Its columns are: 'age', 'class'
    """
    return no_such_columns([name], names, place)


def no_such_columns(lacking: Sequence[object], names: Sequence[str], place: Place) -> InputError:
    """Return the error for columns that are not there, with the nearest names that are.

    Examples
    --------
    >>> print(no_such_columns(["Age", "ward"], ["age", "height"], Place("visits.csv")))
    visits.csv has no columns 'Age', 'ward'; did you mean 'age'? Its columns are: 'age', 'height'
    """
    near = list(dict.fromkeys(found for name in lacking if (found := nearest(str(name), names))))
    guess = f"; did you mean {listing(near)}?" if near else "."
    which = "column" if len(lacking) == 1 else "columns"
    return InputError(
        f"{place.file or 'the table'} has no {which} {listing(lacking)}{guess} "
        f"Its columns are: {listing(names)}"
    )


def listing(names: Sequence[object], limit: int = 20) -> str:
    """Return names for a message, the first few of many.

    Examples
    --------
    >>> listing(["a", "b", "c"], limit=2)
    "'a', 'b', ... (3 in all)"
    """
    shown = ", ".join(repr(name) for name in names[:limit])
    return shown if len(names) <= limit else f"{shown}, ... ({len(names)} in all)"


def check_names(names: Sequence[str], place: Place) -> None:
    """Refuse names that occur twice."""
    name = first_repeated(names)
    if name is not None:
        raise InputError(
            f"{place.file or 'the table'} has two columns named {name!r}: rename one of them"
        )


def first_repeated(names: Sequence[str]) -> str | None:
    """Return the first name that occurred before, if there is one."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            return name
        seen.add(name)
    return None
