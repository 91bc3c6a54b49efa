"""What a column is: its name and, if it is nominal, its values in the order that breaks ties."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cutpoint.data.dates import Calendar

Label = str | int | float | bool
"""A class or a nominal value, as the user wrote it."""

EXACT_DIGITS = 10
"""Significant digits that show a cut point as it is used."""
UNKNOWN_NUMBER = -999.0
"""C4.5 stores an unknown number as -999, so a genuine -999 is unknown to it."""


@dataclass(frozen=True, slots=True)
class Attribute:
    """A column of a table.

    Attributes
    ----------
    name : str
        The column's name.
    values : tuple of labels, or None
        The nominal values in declared order (else sorted): that order breaks ties. ``None`` for a
        numeric column. A column without any value, whose type nobody can know, has none: whatever
        it holds later counts as missing.
    calendar : Calendar, or None
        What the numbers of a column of dates or times count; None for other columns.

    Examples
    --------
    >>> Attribute("outlook", ("sunny", "overcast", "rain")).is_numeric
    False
    >>> Attribute("humidity").is_numeric
    True
    """

    name: str
    values: tuple[Label, ...] | None = None
    calendar: Calendar | None = None

    @property
    def is_numeric(self) -> bool:
        """Whether the column holds numbers."""
        return self.values is None

    @property
    def is_plain_number(self) -> bool:
        """Whether the column holds numbers that are no dates."""
        return self.values is None and self.calendar is None

    @property
    def is_empty(self) -> bool:
        """Whether the column is without any value that it could be learned from."""
        return self.values == ()

    def shown(self, number: float, digits: int = EXACT_DIGITS) -> str:
        """Return a value or a cut of a numeric column as it is printed.

        Examples
        --------
        >>> Attribute("age").shown(18.5), Attribute("born", calendar=Calendar.DATE).shown(366.5)
        ('18.5', '1971-01-02')
        """
        return f"{number:.{digits}g}" if self.calendar is None else self.calendar.shown(number)


def value_counts(attributes: Sequence[Attribute]) -> NDArray[np.int32]:
    """Return the number of values of each attribute; -1 for a numeric one.

    Examples
    --------
    >>> value_counts([Attribute("humidity"), Attribute("windy", ("false", "true"))]).tolist()
    [-1, 2]
    """
    counts = [-1 if attribute.values is None else len(attribute.values) for attribute in attributes]
    return np.array(counts, dtype=np.int32)
