"""How a query carries the rows of a table along, to give them beside the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutpoint.errors import InputError
from cutpoint.export.dialect import Dialect
from cutpoint.export.steps import plain_text

if TYPE_CHECKING:
    from cutpoint.tree.saved import Predicting


class Rows:
    """The rows of the table: as one value, by a key, or as the columns that the model tests.

    Attributes
    ----------
    source : str
        The table, ready for the query.
    selected : list of str
        What the first part of the query selects, from ``cutpoint_t``.
    names : list of str
        What it is called in the parts that follow.
    given : list of str
        What the query gives of the table in the end.
    """

    def __init__(self, model: Predicting, sql: Dialect, source: str, key: str | None) -> None:
        self.source, self.key = source, sql.row_id
        if key is not None:
            if sql.rows:
                raise InputError(f"{sql.name} gives all columns of the table: it needs no key")
            self.key = sql.identifier(plain_text(key, "key", sql.name))
        if sql.rows:
            self.names = ["cutpoint_row"]
            self.selected = [f"{sql.whole_row('cutpoint_t')} AS cutpoint_row"]
            self.given = [sql.columns("cutpoint_row")]
        elif self.key:
            self.names = ["cutpoint_key"]
            self.selected = [f"cutpoint_t.{self.key} AS cutpoint_key"]
            self.given = ["cutpoint_t.*"]
        else:
            columns = [sql.identifier(attribute.name) for attribute in model.tested]
            self.names = [f"cutpoint_c{place}" for place in range(len(columns))]
            pairs = list(zip(columns, self.names, strict=True))
            self.selected = [f"cutpoint_t.{column} AS {name}" for column, name in pairs]
            self.given = [f"{name} AS {column}" for column, name in pairs]
            if not columns:  # a part of a query selects something
                self.names, self.selected = ["cutpoint_c0"], ["1 AS cutpoint_c0"]

    def joined(self, last: str) -> str:
        """Return where the query reads in the end: its last part, and the table beside it."""
        if self.names != ["cutpoint_key"]:
            return f"FROM {last}"
        return (
            f"FROM {last}\nJOIN {self.source} AS cutpoint_t "
            f"ON cutpoint_t.{self.key} = {last}.cutpoint_key"
        )
