"""``cutpoint describe``: the columns of a table as they were understood, and what looks wrong."""

# ruff: noqa: PLC0415 - NumPy is imported where it is used: the help text must come at once

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from cutpoint.cli.options import AsJson, ColumnOptions, TableFile
from cutpoint.cli.tables import source_of, split_names
from cutpoint.cli.work import watched
from cutpoint.errors import InputError
from cutpoint.wording import count_of

if TYPE_CHECKING:
    from cutpoint.data.profile import Profile
    from cutpoint.data.raw import Raw, Wanted

_WIDEST = 48
"""The most characters of the values that are shown."""


def describe(table: TableFile, columns: ColumnOptions, as_json: AsJson = False) -> None:
    """Show each column of a table as it was understood, with a warning for what looks wrong.

    [bold]cutpoint describe visits.csv --target outcome[/bold]

    A warning is given for ids, row numbers, dates and numbers that were read as words, constant
    columns, copies of the target, values that differ only by case, and targets that are no classes.
    """
    from cutpoint.cli import report
    from cutpoint.data.place import listing
    from cutpoint.data.raw import likely_targets

    source = source_of(table, columns)
    raw = source.cells()
    profiles = watched(lambda: _profiles(raw, columns), f"Reading {source.path.name}")
    notes = raw.place.notes_besides([profile.name for profile in profiles])
    target = next((entry.name for entry in profiles if entry.kind == "target"), None)
    likely = [] if target is not None or columns.target is not None else likely_targets(raw)
    if as_json:
        parts = {
            "table": str(table),
            "rows": raw.n_rows,
            "target": target,
            "likely_targets": likely,
            "columns": [profile.to_dict() for profile in profiles],
            "notes": notes,
        }
        print(json.dumps(parts))
        return
    shown = count_of(raw.n_rows, "row")
    print(f"{shown} and {count_of(len(profiles), 'column')} in {source.shown}")
    print_profiles(profiles, raw.n_rows)
    for text in notes:
        report.note(f"\nNote: {text}")
    if likely:
        report.note(f"\nThe class may be in {listing(likely)}: choose a column with --target.")


def print_profiles(
    profiles: Sequence[Profile], n_rows: int, most: int | None = None, left_out: Sequence[str] = ()
) -> None:
    """Print a line for each column; if there are more than ``most``, those with a warning first."""
    from rich.text import Text

    from cutpoint.cli import report
    from cutpoint.tree.names import printable

    shown = list(profiles)
    if most is not None and len(shown) > most:
        order = sorted(shown, key=lambda entry: (entry.kind != "target", not entry.warnings))
        chosen = {entry.name for entry in order[:most]}
        shown = [entry for entry in shown if entry.name in chosen]
    grid = report.grid_of("column")
    grid.add_column("type", no_wrap=True)
    for name in ("distinct", "missing"):
        grid.add_column(name, justify="right", no_wrap=True)
    grid.add_column("values", no_wrap=True)
    warned: list[tuple[str, str]] = []
    for entry in shown:
        absent = f"{entry.missing:,} ({report.percent(entry.missing / n_rows)})" if n_rows else "-"
        name = printable(entry.name)
        for warning in entry.warnings:
            out = " (left out; see --keep-ids)" if entry.name in left_out else ""
            warned.append((name, printable(warning) + out))
        grid.add_row(
            Text(name, style="bold" if entry.kind == "target" else ""),
            entry.kind,
            f"{entry.distinct:,}",
            absent if entry.missing else "-",
            Text(_values(entry)),
        )
    report.show_grid(grid)
    if warned:
        report.heading("Warnings")
        print()
        report.print_facts(warned)
    if len(shown) < len(profiles):
        report.note(
            f"{len(shown)} of {len(profiles):,} columns; 'cutpoint describe' shows all of them."
        )


def _values(profile: Profile) -> str:
    """Return the range of a column, or its most frequent values."""
    from cutpoint.tree.names import printable

    if profile.shown:
        return " to ".join(dict.fromkeys(profile.shown))
    shown = ", ".join(printable(label) for label in profile.examples)
    more = profile.distinct > len(profile.examples) and bool(profile.examples)
    if len(shown) > _WIDEST:
        shown, more = shown[:_WIDEST].rstrip(", "), True
    return shown + (", ..." if more else "")


def _profiles(raw: Raw, columns: ColumnOptions) -> list[Profile]:
    """Return the profiles of the columns in their order; what cannot be used says why."""
    from cutpoint.data.profile import profile_table
    from cutpoint.data.raw import Wanted, checked_target, learning_table, with_class

    wanted = Wanted(
        columns.target,
        split_names(columns.nominal or (), raw.names),
        split_names(columns.numeric or (), raw.names),
        split_names(columns.ignore or (), raw.names),
    )
    target = checked_target(raw, wanted)
    rows, n_unclassed = (raw, 0) if target is None else with_class(raw, target)
    try:
        found = profile_table(learning_table(rows, wanted), raw.place.notes or ())
    except InputError:
        found = _one_by_one(rows, wanted, target)
    if target is not None:
        found = [replace(p, missing=n_unclassed) if p.name == target else p for p in found]
    place = {name: position for position, name in enumerate(raw.names)}
    return sorted(found, key=lambda profile: place[profile.name])


def _one_by_one(raw: Raw, wanted: Wanted, target: str | None) -> list[Profile]:
    """Return the profiles of columns of which some cannot be used."""
    from cutpoint.data.cells import absent
    from cutpoint.data.profile import Profile, profile_table
    from cutpoint.data.raw import count_distinct, learning_table

    found: list[Profile] = []
    for name in sorted(set(raw.names) - {*wanted.ignore}, key=lambda name: name != target):
        alone = replace(
            wanted,
            nominal=[given for given in wanted.nominal if given in {name, target}],
            numeric=[given for given in wanted.numeric if given == name],
            ignore=[other for other in raw.names if other not in {name, target}],
        )
        try:
            profiles = profile_table(learning_table(raw, alone), raw.place.notes or ())
            found += [profile for profile in profiles if profile.name == name]
        except InputError as error:
            cells = raw.cells[raw.names.index(name)]
            counts = count_distinct(cells), int(absent(cells).sum())
            found.append(Profile(name, "unclear", *counts, warnings=(str(error),)))
            if name == target:  # it comes first: the others go without it
                raw, wanted, target = replace(raw, target=None), replace(wanted, target=None), None
    return found
