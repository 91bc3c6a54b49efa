"""What a column is: its name and, if it is nominal, its values in the order that breaks ties."""

from __future__ import annotations

from dataclasses import dataclass

Label = str | int | float | bool
"""A class or a nominal value, as the user wrote it."""


@dataclass(frozen=True, slots=True)
class Attribute:
    """A column of a table.

    Attributes
    ----------
    name : str
        The column's name.
    values : tuple of labels, or None
        The nominal values in declared order (else sorted): that order breaks ties. ``None`` for a
        numeric column.

    Examples
    --------
    >>> Attribute("outlook", ("sunny", "overcast", "rain")).is_numeric
    False
    >>> Attribute("humidity").is_numeric
    True
    """

    name: str
    values: tuple[Label, ...] | None = None

    @property
    def is_numeric(self) -> bool:
        """Whether the column holds numbers."""
        return self.values is None
