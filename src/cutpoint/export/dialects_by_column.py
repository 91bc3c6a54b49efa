"""The databases in which a query holds many numbers as columns: they have no arrays to index."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cutpoint.data.attribute import Attribute, Label
from cutpoint.data.dates import Calendar
from cutpoint.errors import InputError
from cutpoint.export.dialect import Dialect
from cutpoint.tree.names import printable


class _ByColumn(Dialect):
    __slots__ = ()

    def single_number(self, value: float) -> str:
        return self.number(value)

    def quotient(self, value: str, divisor: str, kind: str) -> str:
        plain = f"{value} / {divisor}"
        return plain if kind == self.double else f"CAST({plain} AS {kind})"

    def cut(self, attribute: Attribute, value: float) -> str:
        if attribute.calendar is None:
            return self.number(value)
        return self.date_literal(attribute.shown(value).removesuffix("Z"), attribute.calendar)

    def date_literal(self, shown: str, calendar: Calendar) -> str:
        """Return a date or time that is written in ISO's order, without its zone."""
        zone = "+00:00" if calendar is Calendar.DATETIME_UTC else ""
        return f"CAST('{shown}{zone}' AS {self.moment(calendar)})"

    @property
    def step(self) -> str:
        return "AS"


class _SQLite(_ByColumn):
    """SQLite from 3.35 on. It has no types of dates: they are texts in ISO's order."""

    __slots__ = ()

    def text_value(self, name: str) -> str:
        # A CAST keeps a collation such as NOCASE that the column was declared with; || does not.
        return f"(CAST({name} AS TEXT) || '')"

    def number_value(self, name: str) -> str:
        # A text that does not begin as a number would become 0.
        return (
            f"CASE WHEN typeof({name}) IN ('integer', 'real') "
            f"OR trim({name}) GLOB '[-+.0-9]*' THEN CAST({name} AS REAL) END"
        )

    def moment_value(self, name: str, calendar: Calendar) -> str:
        if calendar is Calendar.DATE:
            return f"date({name})"
        return f"strftime('%Y-%m-%d %H:%M:%f', {name})"

    def date_literal(self, shown: str, calendar: Calendar) -> str:
        if calendar is Calendar.DATE:
            return f"'{shown}'"
        return f"strftime('%Y-%m-%d %H:%M:%f', '{shown}')"

    def greatest(self, numbers: Sequence[str]) -> str:
        return f"MAX({', '.join(numbers)})" if len(numbers) > 1 else numbers[0]

    def least(self, numbers: Sequence[str]) -> str:
        return f"MIN({', '.join(numbers)})" if len(numbers) > 1 else numbers[0]

    @property
    def step(self) -> str:
        return "AS MATERIALIZED"


class _MySQL(_ByColumn):
    """MySQL from 8.0.17 on, and MariaDB from 10.5 on."""

    __slots__ = ()

    def identifier(self, name: str) -> str:
        if name != name.rstrip() or max(name, default="") > "\uffff":
            raise InputError(
                f"{self.name} takes no blank at the end of a name, nor characters beyond U+FFFF in "
                f"it, as in {printable(name)!r:.90}: rename it"
            )
        return "`" + self.checked(name).replace("`", "``") + "`"

    def output(self, name: str, room: int = 0) -> str:
        plain = "".join(c if c <= "\uffff" else "_" for c in name)
        return plain[: self.longest - room].rstrip()

    def string(self, text: str) -> str:
        # What a backslash means depends on a setting; bytes do not.
        return f"'{text}'" if _is_plain(text) else f"_utf8mb4 X'{text.encode().hex().upper()}'"

    def matched(self, text: str) -> str:
        return f"_binary '{text}'" if _is_plain(text) else f"X'{text.encode().hex().upper()}'"

    def text_value(self, name: str) -> str:
        # As bytes: collations take upper for lower case and blanks at the end for nothing.
        return f"CAST(CONVERT({name} USING utf8mb4) AS BINARY)"

    def number_value(self, name: str) -> str:
        return f"CAST({name} AS DOUBLE)"

    def date_literal(self, shown: str, calendar: Calendar) -> str:
        return f"CAST('{shown}' AS {self.moment(calendar)})"  # moments are those of UTC

    @property
    def step_end(self) -> str:
        return "\n  LIMIT 18446744073709551615"  # else the part is merged into the next


class _SQLServer(_ByColumn):
    __slots__ = ()

    def identifier(self, name: str) -> str:
        return "[" + self.checked(name).replace("]", "]]") + "]"

    def string(self, text: str) -> str:
        return "N'" + text.replace("'", "''") + "'"

    def matched(self, text: str) -> str:
        return f"CAST({self.string(text)} AS VARBINARY(8000))"

    def text_value(self, name: str) -> str:
        # As bytes: collations take upper for lower case and blanks at the end for nothing.
        return f"CAST(CAST({name} AS NVARCHAR(4000)) AS VARBINARY(8000))"

    def number_value(self, name: str) -> str:
        return f"CAST({name} AS FLOAT)"

    def label(self, label: Label) -> str:
        return f"CAST({int(label)} AS BIT)" if isinstance(label, bool) else super().label(label)

    def greatest(self, numbers: Sequence[str]) -> str:
        return self._chosen("MAX", numbers)

    def least(self, numbers: Sequence[str]) -> str:
        return self._chosen("MIN", numbers)

    def _chosen(self, which: str, numbers: Sequence[str]) -> str:
        if len(numbers) == 1:
            return numbers[0]
        rows = ", ".join(f"({number})" for number in numbers)
        return f"(SELECT {which}(v) FROM (VALUES {rows}) AS cutpoint_v(v))"

    @property
    def select(self) -> str:
        return "SELECT TOP (9223372036854775807)"  # else the part is merged into the next


class _BigQuery(_ByColumn):
    __slots__ = ()

    def identifier(self, name: str) -> str:
        return "`" + _escaped(self.checked(name)).replace("`", "\\`") + "`"

    def output(self, name: str, room: int = 0) -> str:
        cleaned = re.sub(r"[^\w]+", "_", name).strip("_") or "column"
        return (cleaned if not cleaned[0].isdigit() else f"_{cleaned}")[: self.longest - room]

    def string(self, text: str) -> str:
        return "'" + _escaped(text).replace("'", "\\'") + "'"

    def number_value(self, name: str) -> str:
        value = f"CAST({name} AS FLOAT64)"
        return f"CASE WHEN IS_NAN({value}) THEN NULL ELSE {value} END"


class _Snowflake(_ByColumn):
    __slots__ = ()

    def compared(self, name: str) -> str:
        return name

    def string(self, text: str) -> str:
        return "'" + text.replace("\\", "\\\\").replace("'", "''") + "'"

    def number(self, value: float) -> str:
        return f"CAST('{value!r}' AS DOUBLE)"


def _is_plain(text: str) -> bool:
    return text.isascii() and text.isprintable() and not set(text) & set("\\'")


def _escaped(text: str) -> str:
    """Return a text with the escapes of BigQuery; quotes are left to the caller."""
    return "".join(
        character
        if character.isprintable() and character != "\\"
        else "\\\\"
        if character == "\\"
        else f"\\U{ord(character):08x}"
        for character in text
    )


SQLITE = _SQLite(
    "SQLite",
    "REAL",
    "REAL",
    "TEXT",
    arrays=False,
    rows=False,
    nested=False,
    most_columns=1900,
    row_id="rowid",
)
MYSQL = _MySQL(
    "MySQL",
    "DOUBLE",
    "FLOAT",
    "CHAR",
    "DATETIME(6)",
    "DATETIME(6)",
    arrays=False,
    rows=False,
    most_columns=3900,
    longest=64,
)
SQL_SERVER = _SQLServer(
    "SQL Server",
    "FLOAT",
    "REAL",
    "NVARCHAR(4000)",
    "DATETIME2",
    "DATETIMEOFFSET",
    arrays=False,
    rows=False,
    nested=False,
    most_columns=3900,
    longest=128,
)
BIGQUERY = _BigQuery(
    "BigQuery",
    "FLOAT64",
    "FLOAT64",
    "STRING",
    "DATETIME",
    "TIMESTAMP",
    arrays=False,
    most_columns=9900,
    longest=300,
)
SNOWFLAKE = _Snowflake(
    "Snowflake",
    "DOUBLE",
    "DOUBLE",
    "VARCHAR",
    "TIMESTAMP_NTZ",
    "TIMESTAMP_TZ",
    arrays=False,
    rows=False,
    most_columns=3900,
    longest=255,
)
