"""The databases that SQL is written for, by name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cutpoint.errors import InputError
from cutpoint.export.dialect import Dialect
from cutpoint.export.dialects_by_column import BIGQUERY, MYSQL, SNOWFLAKE, SQL_SERVER, SQLITE

_FEW_TERMS = 4
"""Terms that Spark adds as they are written."""


class _DuckDB(Dialect):
    __slots__ = ()

    def column_names(self, names: Sequence[str]) -> list[str]:
        """Return the names with a number where one differs from an earlier one in case alone.

        Examples
        --------
        >>> _DuckDB().column_names(["age", "Age", "AGE", "sex"])
        ['age', 'Age_1', 'AGE_2', 'sex']
        """
        times: Counter[str] = Counter()
        found = []
        for name in names:
            before = times[self.compared(name)]
            found.append(f"{name}_{before}" if before else name)
            times[self.compared(name)] += 1
        return found

    def compared(self, name: str) -> str:
        return name.encode().lower().decode()  # letters other than A to Z differ by case


class _PostgreSQL(Dialect):
    __slots__ = ()

    def compared(self, name: str) -> str:
        return name

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

    def output(self, name: str, room: int = 0) -> str:
        return name.encode()[: 63 - room].decode(errors="ignore")  # it cuts longer ones itself


class _Spark(Dialect):
    __slots__ = ()

    def identifier(self, name: str) -> str:
        return "`" + self.checked(name).replace("`", "``") + "`"

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
    "duckdb": _DuckDB(),
    "postgresql": _PostgreSQL("PostgreSQL", "DOUBLE PRECISION", "REAL", "TEXT"),
    "spark": _Spark("Spark", "DOUBLE", "FLOAT", "STRING", "TIMESTAMP_NTZ", "TIMESTAMP"),
    "sqlite": SQLITE,
    "mysql": MYSQL,
    "sqlserver": SQL_SERVER,
    "bigquery": BIGQUERY,
    "snowflake": SNOWFLAKE,
}
"""By the names that :func:`cutpoint.export.to_sql` takes; MariaDB reads MySQL's."""


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
