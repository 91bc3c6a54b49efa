"""What the commands say on stderr about a table that they could read, but not quite as it is."""

# ruff: noqa: PLC0415 - NumPy and Arrow are imported where they are used: help must come at once

from __future__ import annotations

from typing import TYPE_CHECKING

from cutpoint.cli.guard import complain, one_line
from cutpoint.wording import count_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cutpoint.data.raw import Raw
    from cutpoint.data.table import Table

_MANY_CLASSES = 20
_FEW_CASES = 5
"""More classes than the one, with fewer cases each than the other, are hardly meant as classes."""


def note(message: str) -> None:
    """Print one line on stderr that is no error."""
    complain(one_line(f"note: {message}"))


def note_guesses(shown: str, raw: Raw, besides: Sequence[str] = ()) -> None:
    """Say what had to be guessed about a file, ``besides`` what is about these columns."""
    for text in raw.place.notes_besides(besides):
        note(f"{shown}: {text}")


def note_ids(shown: str, ids: Sequence[str]) -> None:
    """Say which columns are left out because they only name the rows."""
    if ids:
        from cutpoint.data.place import listing

        what = (
            f"column {ids[0]!r} looks like an id and is"
            if len(ids) == 1
            else f"columns {listing(tuple(ids), limit=5)} look like ids and are"
        )
        note(f"{shown}: {what} left out; see --keep-ids")


def note_unclassed(shown: str, count: int) -> None:
    """Say how many rows are not learned from because they have no class."""
    if count:
        what = (
            "1 row has no class and is" if count == 1 else f"{count:,} rows have no class and are"
        )
        note(f"{shown}: {what} not learned from")


def note_many_classes(shown: str, table: Table) -> None:
    """Say that the column of the class holds numbers or names rather than classes."""
    n_classes = len(table.classes)
    if n_classes > _MANY_CLASSES and table.n_rows < _FEW_CASES * n_classes:
        note(
            f"{shown}: column {table.target_name!r} has {n_classes:,} classes for "
            f"{count_of(table.n_rows, 'case')}: a tree gives classes, not numbers or names; make a "
            f"few classes of them first, or name another column with --target"
        )


def note_scaled_weights(weights_sum: float, n_weighted: int) -> None:
    """Say that the weights of cases are scaled."""
    note(
        f"the weights sum to {weights_sum:g}, less than the number of cases that have one "
        f"({n_weighted:,}): they are scaled to a mean of 1"
    )


def note_strangers(raw: Raw, table: Table, tested: frozenset[str] | None) -> None:
    """Say which nominal values the model has never seen: they count as missing."""
    from cutpoint.data.cells import absent
    from cutpoint.data.table import missing

    found: dict[str, int] = {}
    for attribute, column in zip(table.attributes, table.columns, strict=True):
        if not attribute.is_numeric and (tested is None or attribute.name in tested):
            strangers = int((missing(column) & ~absent(raw.column(attribute.name))).sum())
            if strangers:
                found[attribute.name] = strangers
    if found:
        first, *others = found
        more = f" and {count_of(len(others), 'other column')}" if others else ""
        count = sum(found.values())
        what = (
            "is not known to the model and counts"
            if count == 1
            else "are not known to the model and count"
        )
        note(f"{count_of(count, 'value')} of column {first!r}{more} {what} as missing")


def note_new_classes(table: Table, n_known: int) -> None:
    """Say which classes the model has never seen, and so cannot give."""
    new = table.classes[n_known:]
    if new:
        from cutpoint.data.place import listing

        assert table.target is not None
        count = int((table.target >= n_known).sum())
        what = "1 row counts as an error" if count == 1 else f"{count:,} rows count as errors"
        which = "class" if len(new) == 1 else "classes"
        note(f"{what}: the model does not know the {which} {listing(new, limit=10)}")
