"""Which texts of a file are one value: 1 and 1.0, True and TRUE, yes and Yes.

Blanks around a text, the case of a truth word and a fraction of nothing but zeros are accidents of
spelling. The case of any other word may mean something: it is kept, and the user is told.
"""

# ruff: noqa: PLC0415 - Arrow is imported where it is used, so that `import cutpoint` stays cheap

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

import numpy as np

from cutpoint.data.arrow import strings
from cutpoint.data.cells import Coded
from cutpoint.data.place import Place

_TRUTHS = frozenset({"true", "false", "yes", "no"})
_WHOLE = re.compile(r"([+-]?[0-9]+)\.0*")
_SUSPECTS = r"^\s|\s$|^[+-]?[0-9]+\.0*$|^(?i:true|false|yes|no)$"
"""What a label may look like that is not its own key."""
_MOST_SHOWN = 3


def key(label: str) -> str:
    """Return what all spellings of a value share.

    Examples
    --------
    >>> [key(label) for label in ("1", "1.0", "1.50", "01", "TRUE", "Yes ", "Red")]
    ['1', '1', '1.50', '01', 'true', 'yes', 'Red']
    """
    label = label.strip()
    folded = label.casefold()
    if folded in _TRUTHS:
        return folded
    whole = _WHOLE.fullmatch(label)
    return label if whole is None else whole[1]


def one_spelling(
    column: str, coded: Coded, place: Place, counts: Sequence[int] | None = None
) -> Coded:
    """Return the values of a column of a file, those that differ by spelling alone as one.

    Its label is the most frequent spelling. A note says so, and names values that differ only by
    case. Values whose order is declared, and those that are no texts, stay as they are. How often
    each label occurs is counted in the codes, unless ``counts`` says it.

    Examples
    --------
    >>> place = Place("visits.csv", notes=[])
    >>> codes = np.array([0, 1, 1, 2, 3], dtype=np.int32)
    >>> one_spelling("smoker", Coded(("Yes", "yes", "no", "No"), codes), place)
    Coded(labels=('yes', 'No'), codes=array([0, 0, 0, 1, 1], dtype=int32), declared=False)
    >>> place.notes
    ["column 'smoker': read as one value: 'Yes', 'yes'; 'No', 'no'"]
    """
    if (
        not place.file
        or coded.declared
        or not all(isinstance(label, str) for label in coded.labels)
    ):
        return coded
    labels = [str(label) for label in coded.labels]
    if _any_suspect(labels):
        if counts is None:
            known = coded.codes[coded.codes >= 0]
            counts = np.bincount(known, minlength=len(labels)).tolist()
        coded = _merged(column, coded, counts, place)
        labels = [str(label) for label in coded.labels]
    _note_cases(column, labels, place)
    return coded


def _any_suspect(labels: Sequence[str]) -> bool:
    import pyarrow.compute as pc

    return bool(pc.any(pc.match_substring_regex(strings(labels), _SUSPECTS)).as_py())


def _merged(column: str, coded: Coded, counts: Sequence[int], place: Place) -> Coded:
    """Return the values with one label for each key."""
    labels = [str(label) for label in coded.labels]
    spellings: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for label, count in zip(labels, counts, strict=True):
        spellings[key(label)][label.strip()] += count
    position = {shared: number for number, shared in enumerate(spellings)}
    new_codes = np.array([*(position[key(label)] for label in labels), -1], dtype=np.int32)
    groups = [sorted(group) for group in spellings.values() if len(group) > 1]
    if groups:
        place.note(f"column {column!r}: read as one value: {_listed(groups)}")
    chosen = (min(group, key=lambda word: (-group[word], word)) for group in spellings.values())
    return Coded(tuple(chosen), new_codes[coded.codes])


def _note_cases(column: str, labels: Sequence[str], place: Place) -> None:
    """Tell the user which values differ only by case."""
    import pyarrow.compute as pc

    folded = pc.utf8_lower(strings(labels))
    if len(folded.unique()) == len(labels):
        return
    groups: defaultdict[str, list[str]] = defaultdict(list)
    for label, low in zip(labels, folded.to_pylist(), strict=True):
        groups[low].append(label)
    place.note(
        f"column {column!r}: values that differ only by case are kept apart: "
        f"{_listed([sorted(group) for group in groups.values() if len(group) > 1])}"
    )


def _listed(groups: Sequence[Iterable[str]]) -> str:
    shown = "; ".join(", ".join(repr(label) for label in group) for group in groups[:_MOST_SHOWN])
    more = len(groups) - _MOST_SHOWN
    return f"{shown}; and {more} more" if more > 0 else shown
