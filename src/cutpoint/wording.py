"""Words that messages share."""

from __future__ import annotations


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
