"""Words that messages share."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Sequence


def count_of(number: float, one: str, many: str = "") -> str:
    """Return a number of things, in the singular or the plural.

    Examples
    --------
    >>> count_of(1, "case"), count_of(2000, "case"), count_of(0.5, "case")
    ('1 case', '2,000 cases', '0.5 cases')
    >>> count_of(1, "leaf", "leaves"), count_of(3, "leaf", "leaves")
    ('1 leaf', '3 leaves')
    """
    return f"{number:,.10g} {one if number == 1 else many or one + 's'}"


def percent_of(share: float, spread: float) -> str:
    """Return a share with its spread, both in percentage points.

    Examples
    --------
    >>> percent_of(0.1234, 0.02)
    '12.3% ± 2.0'
    """
    return f"{100 * share:.1f}% ± {100 * spread:.1f}"


def suggestion(
    given: str, names: Sequence[str], show: Callable[[str], str] = repr, otherwise: str = ""
) -> str:
    """Return the end of a sentence about a name that is not known: which one was probably meant.

    Examples
    --------
    >>> suggestion("gian", ["gini", "gain", "gain_ratio"])
    "; did you mean 'gain'?"
    >>> suggestion("x", ["gini"], otherwise=".")
    '.'
    """
    near = nearest(given, names)
    return otherwise if near is None else f"; did you mean {show(near)}?"


def nearest(name: str, names: Sequence[str]) -> str | None:
    """Return the name that was probably meant, whatever the case of its letters.

    Examples
    --------
    >>> nearest("AGE", ["sex", "Age"]), nearest("clas", ["Class"]), nearest("x", ["ward"])
    ('Age', 'Class', None)
    """
    given = _folded(name)
    folded = {_folded(other): other for other in reversed(names)}
    found = difflib.get_close_matches(given, folded)
    return folded[min(found, key=lambda other: _slips(given, other))] if found else None


def _folded(name: str) -> str:
    """Return a name without what tells it from no other: case, blanks, the dashes of options."""
    return name.strip().strip("-").casefold()


def _slips(given: str, meant: str) -> int:
    """Return how many slips lie between two words: a letter too many, too few, wrong, or swapped.

    Examples
    --------
    >>> _slips("gian", "gain"), _slips("gian", "gini"), _slips("", "to")
    (1, 2, 2)
    """
    before, last = [0] * (len(meant) + 1), list(range(len(meant) + 1))
    for i, letter in enumerate(given, 1):
        row = [i]
        for j, other in enumerate(meant, 1):
            row.append(min(last[j] + 1, row[-1] + 1, last[j - 1] + (letter != other)))
            if i > 1 and j > 1 and (letter, given[i - 2]) == (meant[j - 2], other):
                row[-1] = min(row[-1], before[j - 2] + 1)
        before, last = last, row
    return last[-1]
