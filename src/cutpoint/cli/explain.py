"""``cutpoint explain``: why a model gives cases of a table their classes."""

# ruff: noqa: PLC0415 - what predicts is imported where it is used: the help text must come at once

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cutpoint.cli.options import ModelFile, ReadingOptions, TableFile
from cutpoint.cli.predictions import input_columns
from cutpoint.cli.tables import Known, case_table, source_of
from cutpoint.errors import InputError
from cutpoint.wording import count_of

if TYPE_CHECKING:
    from cutpoint.data.raw import Raw
    from cutpoint.stability import Stability


@dataclass(frozen=True)
class RowOptions:
    """Which rows of a table are meant."""

    row: Annotated[
        int | None,
        typer.Option(
            "--row",
            metavar="N",
            min=1,
            help="Explain this row of the table, counted from 1. By default all rows.",
            show_default=False,
        ),
    ] = None
    where: Annotated[
        str | None,
        typer.Option(
            "--where",
            metavar="COL=VALUE",
            help="Explain the rows that have this value in a column, such as id=4711.",
            show_default=False,
        ),
    ] = None

    def check(self) -> None:
        """Refuse two ways to choose at once."""
        if self.row is not None and self.where is not None:
            raise InputError("--row and --where both choose rows: give one of them")

    def of(self, raw: Raw, n_rows: int) -> list[int]:
        """Return the positions of the rows."""
        if self.where is not None:
            return _matching(raw, self.where)
        if self.row is None:
            return list(range(n_rows))
        if self.row > n_rows:
            raise InputError(f"--row {self.row:,}: the table has {count_of(n_rows, 'row')}")
        return [self.row - 1]


def explain(
    model: ModelFile,
    table: TableFile,
    reading: ReadingOptions,
    chosen: RowOptions,
    stability: Annotated[
        Path | None,
        typer.Option(
            "--stability",
            metavar="FILE",
            help="What 'cutpoint stability --out FILE.json' found out about this tree: margins are "
            "then also in standard deviations of each cut.",
            show_default=False,
        ),
    ] = None,
    level: Annotated[
        float,
        typer.Option(
            "--level", metavar="P", help="The probability that intervals hold, between 0 and 1."
        ),
    ] = 0.9,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print everything as JSON, for programs to read.")
    ] = False,
) -> None:
    """Say why a model gives a case its class, how sure that is, and what would change it.

    [bold]cutpoint explain model.json visits.csv --row 17[/bold]

    [bold]cutpoint explain model.json visits.csv --where id=4711[/bold]
    """
    chosen.check()
    if not 0 < level < 1:
        raise InputError(f"--level must be between 0 and 1, not {level:g}")

    from cutpoint.loading import load_model
    from cutpoint.tree.explain import explain as explained
    from cutpoint.tree.model import Model

    loaded = load_model(model)
    if not isinstance(loaded, Model):
        raise InputError(f"{model} holds {loaded.NOUN}, and explain is for a single tree")
    spread = None if stability is None else _loaded(stability)
    if spread is not None and spread.reference != loaded.tree:
        raise InputError(f"{stability} is about another tree than that of {model}")
    raw, cases = case_table(source_of(table, reading), Known.by_model(loaded))
    rows = chosen.of(raw, cases.n_rows)
    matrix = cases.matrix()
    shares = loaded.predict_proba(matrix)
    found = [explained(loaded.tree, matrix[at], shares[at], spread, level) for at in rows]
    if as_json:
        parts = [{"row": at + 1} | entry.to_dict() for at, entry in zip(rows, found, strict=True)]
        print(json.dumps(parts[0] if chosen.row is not None else parts))
        return
    for at, entry in zip(rows, found, strict=True):
        print(f"Row {at + 1:,}\n{entry}", end="\n\n" if at != rows[-1] else "\n")


def _loaded(path: Path) -> Stability:
    from cutpoint.stability import load

    return load(path)


def _matching(raw: Raw, where: str) -> list[int]:
    """Return the rows whose cell in a column is written so, or is the same number."""
    from cutpoint.data.place import no_such_column

    name, equals, wanted = where.partition("=")
    name, wanted = name.strip(), wanted.strip()
    if not equals:
        raise InputError(f"--where {where!r} has no '=': write it as COLUMN=VALUE, such as id=4711")
    columns = input_columns(raw)
    if name not in columns:
        raise no_such_column(name, raw.names, raw.place)
    cells = columns[name].to_pylist()
    rows = [at for at, cell in enumerate(cells) if _is(cell, wanted)]
    if not rows:
        raise InputError(f"no row has {name} = {wanted}")
    return rows


def _is(cell: Any, wanted: str) -> bool:
    """Return whether a cell holds what the user wrote; nothing, or ?, is a missing one."""
    if cell is None:
        return wanted in {"", "?"}
    if str(cell).strip() == wanted:
        return True
    try:
        return float(cell) == float(wanted)
    except (TypeError, ValueError):
        return False
