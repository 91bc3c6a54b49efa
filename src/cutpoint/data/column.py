"""How one column gets its type: numeric or nominal, and which values in which order."""

from __future__ import annotations

from collections.abc import Sequence
from operator import is_
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutpoint.data import cells as forms
from cutpoint.data import text
from cutpoint.data.attribute import Attribute, Label
from cutpoint.data.cells import Cells, Coded
from cutpoint.data.dates import Calendar, numbers_of, zones_differ
from cutpoint.data.place import Place, listing
from cutpoint.data.spelling import key, one_spelling
from cutpoint.data.table import Column
from cutpoint.data.text import Text
from cutpoint.errors import InputError


def by_type(name: str, cells: Cells, place: Place) -> tuple[Attribute, Column]:
    """Return a column as its type says; text from a file is typed by what it says.

    A column without any value, of which the type says nothing either, gets no values.
    """
    if isinstance(cells, np.ndarray):
        return numeric(name, cells, place)
    if forms.is_untyped(cells):
        return empty(name, len(forms.absent(cells)))
    if isinstance(cells, Text):
        found = text.by_content(name, cells, place)
        if found is not None:
            return Attribute(name, calendar=found.calendar), found.values
    elif not isinstance(cells, Coded) and forms.is_numeric(name, cells, place):
        return numeric(name, cells, place)
    return nominal(name, cells, place)


def empty(name: str, n_rows: int) -> tuple[Attribute, NDArray[np.int32]]:
    """Return a column without any value."""
    return Attribute(name, ()), np.full(n_rows, -1, dtype=np.int32)


def numeric(name: str, cells: Cells, place: Place) -> tuple[Attribute, NDArray[np.float64]]:
    """Return a column as numbers or dates, whatever its type."""
    if isinstance(cells, Text):
        found = text.numbers_or_dates(name, cells, place)
        if found is not None:
            return Attribute(name, calendar=found.calendar), found.values
    elif forms.is_temporal(cells):
        calendar, values = numbers_of(name, cells, place)
        return Attribute(name, calendar=calendar), values
    return Attribute(name), numbers(name, cells, place)


def nominal(name: str, cells: Cells, place: Place) -> tuple[Attribute, NDArray[np.int32]]:
    """Return a column as nominal, whatever its type: in declared order, else sorted."""
    if isinstance(cells, Text):
        cells.note_doubts(name, place)
    coded = one_spelling(name, forms.distinct(name, cells, place), place)
    text.note_dates(name, coded.labels, place)
    for position, label in enumerate(coded.labels):
        if isinstance(label, float) and not np.isfinite(label):
            text.check_finite(name, np.where(coded.codes == position, np.inf, 0.0), place)
    if coded.declared:
        return Attribute(name, coded.labels), coded.codes
    order = in_order(coded.labels)
    new_codes = np.full(len(order) + 1, -1, dtype=np.int32)
    new_codes[order] = np.arange(len(order), dtype=np.int32)
    return Attribute(name, tuple(coded.labels[old] for old in order)), new_codes[coded.codes]


def numbers(name: str, cells: Cells, place: Place) -> NDArray[np.float64]:
    """Return the finite numbers of a column, NaN where missing; booleans are 0 and 1.

    Raises
    ------
    InputError
        If a cell is not a finite number.
    """
    if isinstance(cells, Text):
        return text.numbers(name, cells.cells, place, cells.style)
    if isinstance(cells, np.ndarray):
        text.check_finite(name, cells, place)
        return cells
    if not isinstance(cells, Coded):
        if forms.is_text(cells):
            return text.numbers(name, cells, place)
        if forms.is_temporal(cells):
            raise InputError(
                f"{place.column(name)} holds dates ({cells.type}) where numbers are expected: give "
                f"numbers"
            )
        if forms.is_numeric(name, cells, place) or str(cells.type) == "bool":
            values = forms.floats(cells)
            text.check_finite(name, values, place)
            return values
        cells = forms.distinct(name, cells, place)
    of_label = np.full(len(cells.labels) + 1, np.nan)
    for position, label in enumerate(cells.labels):
        if isinstance(label, str) and not text.is_number(label):
            rows = np.flatnonzero(cells.codes == position)
            if len(rows):
                raise InputError(
                    f"{place.cell(name, int(rows[0]))}: {label!r} is not a number: correct it, or "
                    f"{place.declare_nominal(name)}"
                )
        else:
            of_label[position] = float(label)
    values = np.asarray(of_label[cells.codes], dtype=np.float64)
    text.check_finite(name, values, place)
    return values


def numbers_like(attribute: Attribute, cells: Cells, place: Place) -> NDArray[np.float64]:
    """Return a column as an attribute of a model counts it: numbers, days or seconds.

    Where the model knows dates, a time stands for its day; where it knows times, a date stands for
    its first moment.

    Raises
    ------
    InputError
        If a cell is not a finite number, or not a date.
    """
    name, known = attribute.name, attribute.calendar
    if known is None:
        return numbers(name, cells, place)
    if isinstance(cells, np.ndarray) and np.isnan(cells).all():
        return cells
    if forms.is_untyped(cells):
        return np.full(len(forms.absent(cells)), np.nan)
    given: Calendar | None = None
    values: NDArray[np.float64]
    if forms.is_temporal(cells):
        given, values = numbers_of(name, cells, place)
    elif isinstance(cells, Text) or (
        not isinstance(cells, np.ndarray | Coded) and forms.is_text(cells)
    ):
        found = text.dates_of(name, cells if isinstance(cells, Text) else Text(cells), place)
        if found is not None:
            given, values = found
    if given is None:
        raise InputError(
            f"{place.column(name)} does not hold dates, but those that were learned from did: give "
            f"dates, such as {known.example}"
        )
    if given is not known and Calendar.DATETIME_UTC in {given, known}:
        raise InputError(f"{place.column(name)}: {zones_differ(known)}")
    day = 86_400.0
    if given is known:
        return values
    return values * day if given is Calendar.DATE else np.floor(values / day)


def coded(attribute: Attribute, cells: Cells, place: Place) -> NDArray[np.int32]:
    """Return a column's positions in the values of an attribute, -1 where unknown to it."""
    if attribute.is_empty:
        return empty(attribute.name, len(forms.absent(cells)))[1]
    found = forms.distinct(attribute.name, cells, place)
    values = attribute.values or ()
    if found.labels == values and all(map(is_, map(type, found.labels), map(type, values))):
        return found.codes
    return match(found.labels, values)[found.codes]


def strictly_coded(attribute: Attribute, cells: Cells, place: Place) -> NDArray[np.int32]:
    """Return a column's positions in the values of an attribute; refuse any other value."""
    values = attribute.values or ()
    found = forms.distinct(attribute.name, cells, place)
    new_codes = match(found.labels, values)
    unknown = np.flatnonzero(new_codes[:-1] < 0)
    if len(unknown):
        rows = np.flatnonzero(np.isin(found.codes, unknown))
        if len(rows):
            row = int(rows[0])
            raise InputError(
                f"{place.cell(attribute.name, row)}: {found.labels[found.codes[row]]!r} is not "
                f"among the declared values: correct it, or declare it; "
                f"declared are {listing(values, limit=10)}"
            )
    return new_codes[found.codes]


def match(labels: Sequence[Label], values: Sequence[Label]) -> NDArray[np.int32]:
    """Return the position of each label among values, -1 where it is none of them.

    A label matches a value of its own type first, else one that is written the same: the number 1.0
    is the text "1"; else the only one that is another spelling of it (see data/spelling.py). One
    entry of -1 is added at the end, so that code -1 stays -1.

    Examples
    --------
    >>> match(["TRUE", "1.0", "Red"], ("True", "1", "red")).tolist()
    [0, 1, -1, -1]
    >>> match([1.0, "2", "x"], (1, 2)).tolist()
    [0, 1, -1, -1]
    >>> match([True, 0], (False, True)).tolist()
    [1, 0, -1]
    """
    exact = {(isinstance(value, bool), value): position for position, value in enumerate(values)}
    spelled = spelled_values(values)
    with_numbers = any(isinstance(value, int | float) for value in values)
    keyed: dict[str, int] | None = None
    positions = np.full(len(labels) + 1, -1, dtype=np.int32)
    for position, label in enumerate(labels):
        hit = exact.get((isinstance(label, bool), label), -1)
        if hit < 0:
            tried = _spellings(label)
            if with_numbers and isinstance(label, str) and text.is_number(label):
                tried = (*tried, *_spellings(forms.plain(float(label))))
            hit = next((spelled[spelling] for spelling in tried if spelling in spelled), -1)
        if hit < 0 and isinstance(label, str):
            keyed = _keyed(spelled) if keyed is None else keyed
            hit = keyed.get(key(label), -1)
        positions[position] = hit
    return positions


def spelled_values(values: Sequence[Label]) -> dict[str, int]:
    """Return the position of the value that each text stands for, the first if there are several.

    Examples
    --------
    >>> spelled_values((2, "red", True))
    {'2': 0, 'red': 1, 'True': 2, 'true': 2, 'TRUE': 2, '1': 2}
    """
    spelled: dict[str, int] = {}
    for position, value in enumerate(values):
        for spelling in _spellings(value):
            spelled.setdefault(spelling, position)
    return spelled


def in_order(labels: Sequence[Label]) -> list[int]:
    """Return the positions of labels in sorted order: numbers by size, texts (or both) as text.

    Examples
    --------
    >>> in_order(["b", "a"]), in_order([10, 9, 2.5]), in_order(["b", 10, 9])
    ([1, 0], [2, 1, 0], [1, 2, 0])
    """
    positions = range(len(labels))
    if all(isinstance(label, str) for label in labels) or not any(
        isinstance(label, str) for label in labels
    ):
        keys: list[Any] = list(labels)
    else:
        keys = [(str(label), type(label).__name__) for label in labels]
    return sorted(positions, key=keys.__getitem__)


def _keyed(spelled: dict[str, int]) -> dict[str, int]:
    """Return the position of the value of each key; -1 where several values share it."""
    keyed: dict[str, int] = {}
    for spelling, position in spelled.items():
        if keyed.setdefault(key(spelling), position) != position:
            keyed[key(spelling)] = -1
    return keyed


def _spellings(label: Label) -> tuple[str, ...]:
    if isinstance(label, bool):
        word = str(label)
        return (word, word.lower(), word.upper(), str(int(label)))
    return (str(forms.plain(label)),)
