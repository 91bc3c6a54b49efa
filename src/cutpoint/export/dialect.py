"""How a database writes names, texts, numbers, lists and rows: DuckDB, unless it says otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cutpoint.data.attribute import Attribute, Label
from cutpoint.data.dates import Calendar
from cutpoint.errors import InputError
from cutpoint.tree.names import printable

_LONGEST = 200
"""Terms that are added one by one; a longer sum is made of such sums, or it nests too deeply."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """A dialect of SQL: what DuckDB understands.

    Attributes
    ----------
    name : str
        The name of the database.
    double, single, text : str
        Its types.
    datetime, datetime_utc : str
        Its types of dates with times: without a zone, and of moments anywhere.
    arrays, rows : bool
        Whether many numbers, or a whole row, can be one value.
    nested : bool
        Whether one CASE may be inside another to any depth.
    most_columns : int
        How many columns a part of a query may have.
    longest : int
        How many characters a name may have.
    row_id : str
        A column that every table has and that tells its rows apart; empty if there is none.
    """

    name: str = "DuckDB"
    double: str = "DOUBLE"
    single: str = "FLOAT"
    text: str = "VARCHAR"
    datetime: str = "TIMESTAMP"
    datetime_utc: str = "TIMESTAMPTZ"
    arrays: bool = True
    rows: bool = True
    nested: bool = True
    most_columns: int = 1_000_000
    longest: int = 1_000_000
    row_id: str = ""

    def identifier(self, name: str) -> str:
        """Return a name that is safe to put into a query.

        Examples
        --------
        >>> print(Dialect().identifier('a"; DROP TABLE t'))
        "a""; DROP TABLE t"
        """
        return '"' + self.checked(name).replace('"', '""') + '"'

    def checked(self, name: str) -> str:
        """Return a name if it can be one.

        Raises
        ------
        InputError
            If it is empty or too long.
        """
        if not name:
            raise InputError(f"a column without a name cannot be used in {self.name}: rename it")
        if len(name) > self.longest:
            raise InputError(
                f"{self.name} takes names of at most {self.longest} characters, and "
                f"{printable(name)!r:.90} has {len(name):,}: rename it"
            )
        return name

    def output(self, name: str, room: int = 0) -> str:
        """Return a name for a column of the answer, with room for so many more characters."""
        return name[: self.longest - room]

    def string(self, text: str) -> str:
        r"""Return a text that is safe to put into a query.

        Examples
        --------
        >>> print(Dialect().string("don't"))
        'don''t'
        """
        return "'" + text.replace("'", "''") + "'"

    def number(self, value: float) -> str:
        """Return a double; with an exponent, or DuckDB reads a decimal."""
        return _exponent(value)

    def single_number(self, value: float) -> str:
        """Return a number in single precision."""
        return f"{_exponent(value)}::{self.single}"

    def cut(self, attribute: Attribute, value: float) -> str:
        """Return what a value of a numeric column is compared with: a number, a date or a time.

        Examples
        --------
        >>> admitted = Attribute("admitted", calendar=Calendar.DATE)
        >>> Dialect().cut(admitted, 19799.5)
        "DATE '2024-03-17'"
        """
        if attribute.calendar is None:
            return self.number(value)
        zone = "+00:00" if attribute.calendar is Calendar.DATETIME_UTC else ""
        shown = attribute.shown(value).removesuffix("Z")
        return f"{self.moment(attribute.calendar)} '{shown}{zone}'"

    def moment(self, calendar: Calendar) -> str:
        """Return the type of dates or times."""
        types = {Calendar.DATETIME: self.datetime, Calendar.DATETIME_UTC: self.datetime_utc}
        return types.get(calendar, "DATE")

    def label(self, label: Label) -> str:
        """Return a class: a number or a truth value as such, all else as text."""
        if isinstance(label, bool):
            return "TRUE" if label else "FALSE"
        if isinstance(label, int):
            return str(label)
        if isinstance(label, float):
            return self.number(label)
        return self.string(str(label))

    def matched(self, text: str) -> str:
        """Return a text to compare what :meth:`text_value` gives with."""
        return self.string(text)

    def text_value(self, name: str) -> str:
        """Return a column as text that is compared character by character."""
        return f"CAST({name} AS {self.text})"

    def number_value(self, name: str) -> str:
        """Return a column as a double, NULL where it is NaN."""
        return f"NULLIF(CAST({name} AS {self.double}), CAST('NaN' AS {self.double}))"

    def moment_value(self, name: str, calendar: Calendar) -> str:
        """Return a column as dates or times."""
        return f"CAST({name} AS {self.moment(calendar)})"

    def greatest(self, numbers: Sequence[str]) -> str:
        """Return the greatest of some numbers."""
        return f"GREATEST({', '.join(numbers)})" if len(numbers) > 1 else numbers[0]

    def least(self, numbers: Sequence[str]) -> str:
        """Return the least of some numbers."""
        return f"LEAST({', '.join(numbers)})" if len(numbers) > 1 else numbers[0]

    def items(self, items: Sequence[str], kind: str) -> str:
        """Return a list of numbers of a type, an item to a line."""
        lines = ",\n    ".join(items)
        return f"CAST([\n    {lines}] AS {kind}[])"

    def item(self, array: str, position: int) -> str:
        """Return an item of a list, counted from 0."""
        return f"{array}[{position + 1}]"

    def quotient(self, value: str, divisor: str, kind: str) -> str:
        """Return one number divided by another, in the numbers' own type."""
        del kind
        return f"{value} / {divisor}"

    def sum(self, terms: Sequence[str], kind: str) -> str:
        """Return a sum of numbers of a type, made of sums if it is long; "" if there are none."""
        del kind
        while len(terms) > _LONGEST:
            terms = [
                f"({' + '.join(terms[low : low + _LONGEST])})"
                for low in range(0, len(terms), _LONGEST)
            ]
        return " + ".join(terms)

    def whole_row(self, table: str) -> str:
        """Return a row as one value."""
        return table

    def columns(self, row: str) -> str:
        """Return the columns of a row that is one value."""
        return f"{row}.*"

    def compared(self, name: str) -> str:
        """Return what is the same for names in quotes that the database takes for one."""
        return name.casefold()

    def column_names(self, names: Sequence[str]) -> list[str]:
        """Return how a table that is read with columns of these names calls them."""
        return list(names)

    @property
    def step(self) -> str:
        """What follows the name of a part of a query that must be worked out once."""
        return "AS MATERIALIZED"

    @property
    def select(self) -> str:
        """How such a part begins."""
        return "SELECT"

    @property
    def step_end(self) -> str:
        """How such a part ends."""
        return ""


def _exponent(value: float) -> str:
    text = repr(value)
    return text if "e" in text else f"{text}e0"
