"""What the user says about how a file is read."""

from __future__ import annotations

from dataclasses import dataclass

from cutpoint.data.date_text import DateStyle
from cutpoint.data.disguise import NumberStyle


@dataclass(frozen=True, slots=True)
class Reading:
    """How a file is read; everything has a default that is taken from the file itself.

    Attributes
    ----------
    missing : tuple of str
        Words that stand for a missing value, besides the usual ones.
    delimiter : str, or None
        What separates the columns of a text file: one character, or a blank for any number of
        blanks and tabs.
    skip_rows : int
        How many lines come before the header.
    encoding : str, or None
        The encoding of a text file, by a name that Python knows.
    decimal, thousands : str, or None
        What separates decimals and thousands in the numbers of a text file.
    sheet : str, or None
        The sheet of an Excel file; by default the first.
    date_format : tuple of str
        How dates are written: see `DateStyle`.
    """

    missing: tuple[str, ...] = ()
    delimiter: str | None = None
    skip_rows: int = 0
    encoding: str | None = None
    sheet: str | None = None
    decimal: str | None = None
    thousands: str | None = None
    date_format: tuple[str, ...] = ()

    def style(self, delimiter: str = ",") -> NumberStyle:
        """Return how numbers may be written in a file with this delimiter."""
        return NumberStyle(self.decimal, self.thousands, comma_first=delimiter in {";", "\t"})

    @property
    def dates(self) -> DateStyle:
        """How dates may be written."""
        return DateStyle(self.date_format)
