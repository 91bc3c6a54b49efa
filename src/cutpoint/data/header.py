"""Which columns of a table have names, and which are leftovers of other programs."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from cutpoint.data import cells as forms
from cutpoint.data.cells import Cells
from cutpoint.data.place import Place, check_names
from cutpoint.data.text import Text, parse
from cutpoint.errors import InputError

_PANDAS_INDEX = re.compile(r"Unnamed: \d+")


def named_columns(
    names: Sequence[str], cells: Sequence[Cells], place: Place
) -> tuple[tuple[str, ...], tuple[Cells, ...]]:
    """Return the names and the cells of the columns that belong to the table.

    Left out, with a note, are a first column without a name and one that pandas named Unnamed (row
    indexes), and columns that have neither a name nor a value (left by a delimiter at the end of
    every line).

    Raises
    ------
    InputError
        If another column has no name, or two have the same.

    Examples
    --------
    >>> place = Place("visits.csv", notes=[])
    >>> columns = [np.array([0.0, 1.0]), np.array([41.0, 32.0])]
    >>> named_columns(["", "age"], columns, place)[0], place.notes
    (('age',), ['the first column has no name and is left out, as a row index'])
    """
    kept = [i for i, name in enumerate(names) if _belongs(i, name, cells[i], place)]
    if not kept:
        raise InputError(f"{place.file} has no column with a name: a header is expected first")
    check_names([names[position] for position in kept], place)
    return tuple(names[i] for i in kept), tuple(cells[i] for i in kept)


def _belongs(position: int, name: str, cells: Cells, place: Place) -> bool:
    """Return whether a column belongs to the table; take down why it does not."""
    if name and not (_PANDAS_INDEX.fullmatch(name) and _counts(cells)):
        return True
    if name:
        place.note(f"column {name!r} numbers the rows and is left out")
    elif forms.absent(cells).all():
        place.note(f"column {position + 1} has no name and no values and is left out")
    elif position == 0:
        place.note("the first column has no name and is left out, as a row index")
    else:
        raise InputError(
            f"{place.file}: column {position + 1} has no name in the header: name it, or remove it"
        )
    return False


def _counts(cells: Cells) -> bool:
    """Return whether the cells of a text column are 0, 1, 2, ... or 1, 2, 3, ..."""
    numbers = parse(cells.cells) if isinstance(cells, Text) else None
    if numbers is None or numbers[0] not in (0, 1):
        return False
    return bool((numbers == np.arange(len(numbers)) + numbers[0]).all())
