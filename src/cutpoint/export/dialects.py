"""How databases write the same things: names, texts, numbers, lists and rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cutpoint.data.attribute import Attribute, Label
from cutpoint.data.dates import Calendar
from cutpoint.errors import InputError

_LONGEST = 200
"""Terms that are added one by one; a longer sum is made of such sums, or it nests too deeply."""
_FEW_TERMS = 4
"""Terms that Spark adds as they are written."""


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
    """

    name: str = "DuckDB"
    double: str = "DOUBLE"
    single: str = "FLOAT"
    text: str = "VARCHAR"
    datetime: str = "TIMESTAMP"
    datetime_utc: str = "TIMESTAMPTZ"

    def identifier(self, name: str) -> str:
        """Return a name that is safe to put into a query.

        Examples
        --------
        >>> print(DIALECTS["duckdb"].identifier('a"; DROP TABLE t'))
        "a""; DROP TABLE t"
        >>> print(DIALECTS["spark"].identifier("a`b"))
        `a``b`
        """
        if not name:
            raise InputError(f"a column without a name cannot be used in {self.name}: rename it")
        return '"' + name.replace('"', '""') + '"'

    def string(self, text: str) -> str:
        r"""Return a text that is safe to put into a query.

        Examples
        --------
        >>> print(DIALECTS["duckdb"].string("don't"), DIALECTS["postgresql"].string("a\\\\b"))
        'don''t' E'a\\\\b'
        >>> print(DIALECTS["spark"].string("don't"))
        decode(X'646F6E2774', 'UTF-8')
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
        >>> DIALECTS["duckdb"].cut(admitted, 19799.5)
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

    def not_a_number(self) -> str:
        """Return NaN."""
        return f"CAST('NaN' AS {self.double})"

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

    @property
    def step(self) -> str:
        """What follows the name of a part of a query that must be worked out once."""
        return "AS MATERIALIZED"


class _PostgreSQL(Dialect):
    __slots__ = ()

    def string(self, text: str) -> str:
        quoted = "'" + text.replace("'", "''") + "'"
        # E'' reads backslashes the same whatever standard_conforming_strings says.
        return "E" + quoted.replace("\\", "\\\\") if "\\" in text else quoted

    def number(self, value: float) -> str:
        return f"{value!r}::float8"

    def single_number(self, value: float) -> str:
        return f"{value!r}::real"

    def items(self, items: Sequence[str], kind: str) -> str:
        lines = ",\n    ".join(items)
        return f"CAST(ARRAY[\n    {lines}] AS {kind}[])"

    def columns(self, row: str) -> str:
        return f"({row}).*"


class _Spark(Dialect):
    __slots__ = ()

    def identifier(self, name: str) -> str:
        if not name:
            raise InputError(f"a column without a name cannot be used in {self.name}: rename it")
        return "`" + name.replace("`", "``") + "`"

    def string(self, text: str) -> str:
        # What a backslash or a doubled quote means depends on Spark's settings; bytes do not.
        if text.isprintable() and not set(text) & set("\\'\"$"):
            return f"'{text}'"
        return f"decode(X'{text.encode().hex().upper()}', 'UTF-8')"

    def number(self, value: float) -> str:
        return f"{value!r}D"

    def single_number(self, value: float) -> str:
        return f"CAST({value!r}D AS FLOAT)"

    def items(self, items: Sequence[str], kind: str) -> str:
        # Out of a plain array Spark takes each item's expression again wherever the item is used.
        lines = ",\n    ".join(items)
        return f"transform(array(\n    {lines}), v -> CAST(v AS {kind}))"

    def item(self, array: str, position: int) -> str:
        return f"{array}[{position}]"

    def quotient(self, value: str, divisor: str, kind: str) -> str:
        # Spark divides in double precision; rounded once more, the quotient is the same.
        plain = f"{value} / {divisor}"
        return plain if kind == self.double else f"CAST({plain} AS {kind})"

    def sum(self, terms: Sequence[str], kind: str) -> str:
        # The planner's time grows with the square of how deeply a sum nests: it stays flat.
        if len(terms) <= _FEW_TERMS:
            return " + ".join(terms)
        lines = ",\n      ".join(terms)
        return f"aggregate(array(\n      {lines}), CAST(0 AS {kind}), (a, v) -> a + v)"

    def whole_row(self, table: str) -> str:
        return f"struct({table}.*)"

    @property
    def step(self) -> str:
        return "AS"


DIALECTS: dict[str, Dialect] = {
    "duckdb": Dialect(),
    "postgresql": _PostgreSQL("PostgreSQL", "DOUBLE PRECISION", "REAL", "TEXT"),
    "spark": _Spark("Spark", "DOUBLE", "FLOAT", "STRING", "TIMESTAMP_NTZ", "TIMESTAMP"),
}


def dialect_of(name: str) -> Dialect:
    """Return the dialect of a name.

    Raises
    ------
    InputError
        If there is none.
    """
    if name not in DIALECTS:
        raise InputError(f"there is no SQL dialect {name!r}: use {', '.join(DIALECTS)}")
    return DIALECTS[name]


def _exponent(value: float) -> str:
    text = repr(value)
    return text if "e" in text else f"{text}e0"
