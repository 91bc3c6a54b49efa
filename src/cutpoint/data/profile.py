"""The profile of a column: how it was understood, and what about it looks like a slip."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutpoint.data.attribute import Attribute, Label
from cutpoint.data.place import listing
from cutpoint.data.table import Column, Table, missing
from cutpoint.data.table import distinct as distinct_of

_SHOWN = 3
"""Values that are shown as examples, and in a warning."""
_FEW_ROWS = 10
"""In fewer rows, values may all be different by chance."""
KNOWN_OF_ID = 0.9
"""An id is known in at least this share of the rows."""
_NEARLY = 0.95
"""From this share of different values on, a nominal column is nearly an id."""

_ID_WORDS = frozenset({"id", "ids", "idx", "key", "nr", "no", "uuid", "guid", "rowid", "rownum"})
"""A column is named like an id if this is the last word of its name."""
_NUMBER_WORDS = frozenset({"index", "number", "num", "row", "record", "case", "serial"})
"""Or if its name is nothing but such words: an index of something may be measured."""
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^\W\d_]+")
_DATE = re.compile(
    r"(?:[0-9]{4}([-/.])[0-9]{1,2}\1[0-9]{1,2}|[0-9]{1,2}([-/.])[0-9]{1,2}\2(?:[0-9]{2}){1,2})"
    r"(?:[ T][0-9]{1,2}:[0-9]{2}.*)?"
)
_MEASURE = re.compile(
    r"(?P<before>[^\w\s]{0,3}|[A-Z]{3} ?)[+-]?[0-9][0-9.,' ]*(?P<after>\s?[^\d\s]{0,10})"
)
"""A number with a sign or a unit: 12 kg, <5, EUR 30, 3.5%."""


@dataclass(frozen=True)
class Profile:
    """How a column was understood.

    Attributes
    ----------
    name : str
    kind : {"numeric", "date", "nominal", "empty", "target"}
    distinct : int
        The number of different values.
    missing : int
        The number of rows without a value.
    low, high : float or None
        The range of a column of numbers or dates.
    shown : tuple of str
        The range as it is printed.
    examples : tuple of labels
        The most frequent values of a nominal column or of the target.
    warnings : tuple of str
        What looks like a slip.
    is_id : bool
        Whether the column is an id beyond doubt: all values are different, and they are words, or
        whole numbers in a column that is named like an id.
    """

    name: str
    kind: str
    distinct: int
    missing: int
    low: float | None = None
    high: float | None = None
    examples: tuple[Label, ...] = ()
    warnings: tuple[str, ...] = ()
    is_id: bool = False
    shown: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values."""
        return {
            "name": self.name,
            "type": self.kind,
            "distinct": self.distinct,
            "missing": self.missing,
            "range": self._range(),
            "examples": list(self.examples),
            "warnings": list(self.warnings),
            "id": self.is_id,
        }

    def _range(self) -> list[float | str | None] | None:
        """Return the range: numbers, or dates as they are printed."""
        if self.low is None:
            return None
        return [*self.shown] if self.kind == "date" else [self.low, self.high]


def profile_table(table: Table, notes: Sequence[str] = ()) -> list[Profile]:
    """Return the profile of each column of a table, that of the target last.

    Parameters
    ----------
    table : Table
    notes : sequence of str
        What had to be guessed about the file (``Place.notes``): a note that names a column becomes
        one of its warnings.

    Examples
    --------
    >>> from cutpoint.data import make_mixed
    >>> profiles = profile_table(make_mixed(50))
    >>> profiles[-1].kind, profiles[-1].distinct, profiles[0].warnings
    ('target', 3, ())
    """
    profiles = [
        profile_column(attribute, column, table.target, notes)
        for attribute, column in zip(table.attributes, table.columns, strict=True)
    ]
    return profiles if table.target is None else [*profiles, _target(table, notes)]


def profile_column(
    attribute: Attribute,
    column: Column,
    target: NDArray[np.int32] | None = None,
    notes: Sequence[str] = (),
) -> Profile:
    """Return the profile of a column that is not the target.

    Examples
    --------
    >>> profile_column(Attribute("patient_id"), np.arange(30.0)).is_id
    True
    >>> profile_column(Attribute("age"), np.arange(30.0)).warnings
    ('looks like a row number',)
    >>> profile_column(Attribute("ward", ("eye", "Eye")), np.array([0, 1, 1, -1])).warnings
    ("values that differ only by case: 'eye', 'Eye'",)
    """
    absent = missing(column)
    n_missing = int(absent.sum())
    if attribute.is_numeric:
        values = distinct_of(column[~absent])
        low, high = (float(values[0]), float(values[-1])) if len(values) else (None, None)
        examples: tuple[Label, ...] = ()
    else:
        counts = np.bincount(column[~absent], minlength=len(attribute.values or ()))
        values = np.flatnonzero(counts)
        low = high = None
        examples = _most_frequent(attribute.values or (), counts)
    known, distinct = len(column) - n_missing, len(values)
    is_id = _is_id(attribute, values, known, len(column))
    warnings = [
        *_slips(attribute, values, known, is_id),
        *_copies(column, distinct, target),
        *_notes_on(attribute.name, notes),
    ]
    shown = () if low is None or high is None else (attribute.shown(low), attribute.shown(high))
    return Profile(
        attribute.name,
        "empty" if known == 0 else _kind(attribute),
        distinct,
        n_missing,
        low,
        high,
        examples,
        tuple(warnings),
        is_id,
        shown,
    )


def _kind(attribute: Attribute) -> str:
    if attribute.calendar is not None:
        return "date"
    return "numeric" if attribute.is_numeric else "nominal"


def _target(table: Table, notes: Sequence[str]) -> Profile:
    """Return the profile of the target."""
    assert table.target is not None
    known = table.target[table.target >= 0]
    counts = np.bincount(known, minlength=len(table.classes))
    distinct = int((counts > 0).sum())
    warnings = []
    if distinct == 1:
        warnings.append("every row has the same class")
    elif distinct == len(known):
        warnings.append("as many classes as rows: is it an id, or a measurement?")
    elif distinct > max(_FEW_ROWS, len(known) // 2):
        warnings.append("more than half as many classes as rows: is it a measurement?")
    warnings += _case_slips(table.classes)
    warnings += _notes_on(table.target_name, notes)
    return Profile(
        table.target_name,
        "target",
        distinct,
        table.n_rows - len(known),
        examples=_most_frequent(table.classes, counts),
        warnings=tuple(dict.fromkeys(warnings)),
    )


def _is_id(attribute: Attribute, values: NDArray[Any], known: int, n_rows: int) -> bool:
    """Return whether a column names the rows, and measures nothing.

    Whole numbers may be counts, amounts or times even if all are different: then the name of the
    column decides.
    """
    if len(values) < max(known, 2) or known < KNOWN_OF_ID * n_rows:
        return False
    if attribute.calendar is not None:
        return False
    if attribute.is_numeric:
        return named_like_an_id(attribute.name) and _all_whole(values)
    return known >= _FEW_ROWS or named_like_an_id(attribute.name)


def named_like_an_id(name: str) -> bool:
    """Return whether a column has a name such as ``id``, ``PassengerId`` or ``order_no``.

    Examples
    --------
    >>> [named_like_an_id(name) for name in ("ID", "customerID", "case no.", "bmi index", "paid")]
    [True, True, True, False, False]
    """
    words = [word.casefold() for word in _WORDS.findall(name)]
    return bool(words) and (words[-1] in _ID_WORDS or {*words} <= _ID_WORDS | _NUMBER_WORDS)


def _slips(attribute: Attribute, values: NDArray[Any], known: int, is_id: bool) -> list[str]:
    """Return what about the values of a column looks like a slip."""
    distinct = len(values)
    if known == 0:
        return ["no values"]
    if distinct == 1:
        return ["constant"]
    if is_id:
        return ["looks like an id: every value is different"]
    if attribute.calendar is not None:
        return []
    if attribute.is_numeric:
        span = float(values[-1] - values[0])
        in_turn = distinct == known >= _FEW_ROWS and span == known - 1 and _all_whole(values)
        return ["looks like a row number"] if in_turn else []
    labels = [(attribute.values or ())[position] for position in values]
    warnings = _case_slips(labels)
    if known >= 2 * _FEW_ROWS and distinct >= _NEARLY * known:
        warnings.append("nearly every value is different: looks like an id")
    texts = [label for label in labels if isinstance(label, str)]
    if len(texts) == distinct and all(map(_DATE.fullmatch, texts)):
        warnings.append(f"looks like dates, such as {texts[0]!r}, but is nominal")
    elif len(texts) == distinct and _all_measures(texts):
        warnings.append(f"looks like numbers, such as {texts[0]!r}, but is nominal")
    return warnings


def _case_slips(labels: Sequence[Label]) -> list[str]:
    """Return a warning about values that differ only by case."""
    groups: defaultdict[str, list[Label]] = defaultdict(list)
    for label in labels:
        groups[str(label).casefold()].append(label)
    found = [group for group in groups.values() if len(group) > 1]
    if not found:
        return []
    shown = "; ".join(listing(group) for group in found[:_SHOWN])
    more = f"; and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
    return [f"values that differ only by case: {shown}{more}"]


def _all_measures(texts: Sequence[str]) -> bool:
    """Return whether texts are numbers with one sign or unit each, and at most two kinds of it."""
    units = set()
    for text in texts:
        found = _MEASURE.fullmatch(text)
        if found is None:
            return False
        units.add((found["before"], found["after"]))
    return len(units) <= 2


def _copies(column: Column, distinct: int, target: NDArray[np.int32] | None) -> list[str]:
    """Return a warning if each value stands for one class, and each class for one value."""
    if target is None or distinct < 2:
        return []
    both = ~missing(column) & (target >= 0)
    classes = target[both]
    if distinct != len(distinct_of(classes)):
        return []
    known = column[both]
    codes = np.searchsorted(distinct_of(known), known)
    pairs = distinct_of(codes.astype(np.int64) * (int(classes.max()) + 1) + classes)
    return ["a copy of the target: each value is one class"] if len(pairs) == distinct else []


def _notes_on(name: str, notes: Sequence[str]) -> list[str]:
    """Return the notes about a column, without its name; what is warned of anyway is left out."""
    start = f"column {name!r}"
    found = [note[len(start) :].lstrip(": ") for note in notes if note.startswith(start)]
    return [note for note in found if "by case" not in note and "looks like dates" not in note]


def _most_frequent(labels: Sequence[Label], counts: NDArray[np.int64]) -> tuple[Label, ...]:
    top = np.argsort(-counts[: len(labels)], kind="stable")[:_SHOWN]
    return tuple(labels[position] for position in top if counts[position])


def _all_whole(values: NDArray[np.float64]) -> bool:
    return bool((values == np.floor(values)).all())
