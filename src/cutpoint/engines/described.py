"""What a table that is not in memory holds: found in one pass, as the readers of files find it."""

from __future__ import annotations

import pickle
import warnings
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from cutpoint.data import column as typing
from cutpoint.data.attribute import Attribute, Label
from cutpoint.data.cells import Coded
from cutpoint.data.dates import Calendar
from cutpoint.data.place import Place
from cutpoint.data.profile import KNOWN_OF_ID, profile_column
from cutpoint.data.spelling import one_spelling
from cutpoint.data.table import Table
from cutpoint.data.target import classes_of
from cutpoint.data.text import is_number
from cutpoint.engines.base import Source
from cutpoint.engines.decoder import Decoder
from cutpoint.engines.roles import Roles
from cutpoint.engines.seen import MOST_CLASSES, MOST_VALUES, Describe, Sample, Seen
from cutpoint.errors import InputError, InputWarning

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True)
class Described:
    """What a source holds.

    Attributes
    ----------
    decoder : Decoder
    n_rows : int
    class_counts : list of int
        The rows of each class.
    has_missing : list of bool
        By attribute.
    ranges : list of (low, high)
        By attribute: the least and greatest number.
    sample : Table
    """

    decoder: Decoder
    n_rows: int
    class_counts: list[int]
    has_missing: list[bool]
    ranges: list[tuple[float, float]]
    sample: Table

    def ids(self) -> tuple[str, ...]:
        """Return the columns that name the rows, and measure nothing.

        They are those that ``data/profile.py`` takes for ids, as far as the sample shows it: no two
        of its rows have the same value. Nor may there be too few values for all rows.
        """
        found = []
        for attribute, column, (low, high) in zip(
            self.decoder.attributes, self.sample.columns, self.ranges, strict=True
        ):
            n_values = high - low + 1 if attribute.is_numeric else len(attribute.values or ())
            may_be = n_values >= KNOWN_OF_ID * self.n_rows
            if may_be and profile_column(attribute, column).is_id:
                found.append(attribute.name)
        return tuple(found)

    def without(self, names: Collection[str]) -> Described:
        """Return what the source holds without some of its columns."""
        attributes = self.decoder.attributes
        held = [a for a, attribute in enumerate(attributes) if attribute.name not in names]
        return replace(
            self,
            decoder=replace(self.decoder, attributes=tuple(attributes[a] for a in held)),
            has_missing=[self.has_missing[a] for a in held],
            ranges=[self.ranges[a] for a in held],
            sample=self.sample.without(names),
        )


def describe(source: Source, roles: Roles) -> Described:
    """Return what a source holds, in one pass.

    Raises
    ------
    InputError
        If it is empty, or a column cannot be used.
    """
    place = Place(source.name, notes=[])
    names = roles.attributes(source.schema.names, place)
    for name in (*names, roles.target):
        _check_type(name, source.schema, place)
    task = Describe(tuple(names), roles, source.name)
    seen = {name: Seen() for name in (*names, roles.target)}
    n_rows, sample = 0, Sample()
    for batch in source.map(task, task.columns):
        for row in batch.to_pylist():
            n_rows += row["n_rows"]
            if not row["n_rows"]:
                continue
            for name, other in pickle.loads(row["seen"]).items():  # our own task's
                most = MOST_CLASSES if name == roles.target else MOST_VALUES
                seen[name].merge(other, most, place.column(name))
            sample.merge(pickle.loads(row["sample"]))
    if n_rows == 0:
        raise InputError(f"{source.name} has no rows: there is nothing to learn from")
    attributes = tuple(_attribute(name, seen[name], place) for name in names)
    classes, counts = _classes(seen[roles.target], roles, n_rows, place)
    decoder = Decoder(attributes, classes, roles, source.name)
    for note in place.notes or ():
        warnings.warn(f"{source.name}: {note}", InputWarning, stacklevel=3)
    return Described(
        decoder,
        n_rows,
        counts,
        [seen[name].n_missing > 0 or seen[name].empty for name in names],
        [(seen[name].low, seen[name].high) for name in names],
        decoder.table(sample.table()),
    )


def _check_type(name: str, schema: pa.Schema, place: Place) -> None:
    """Refuse a column that is neither text nor number, before anything is read."""
    import pyarrow as pa  # noqa: PLC0415 - only where it is used

    kind = schema.field(name).type
    if pa.types.is_nested(kind) or pa.types.is_binary(kind) or pa.types.is_large_binary(kind):
        raise InputError(
            f"{place.column(name)} holds {kind}, neither text nor number: leave it out (ignore), "
            "or make a column of each of its parts"
        )


def _attribute(name: str, seen: Seen, place: Place) -> Attribute:
    if seen.numeric:
        calendars = seen.calendars - {None}
        calendar = None
        if calendars:
            later = calendars - {Calendar.DATE}
            calendar = next(iter(later)) if later else Calendar.DATE
        return Attribute(name, calendar=calendar)
    if seen.empty and not seen.counts:
        return Attribute(name, ())
    return typing.nominal(name, _one_of_each(name, seen, place), place)[0]


def _one_of_each(name: str, seen: Seen, place: Place) -> Coded:
    """Return a column that has each label once, different spellings of one merged."""
    labels = seen.labels
    coded = Coded(labels, np.arange(len(labels), dtype=np.int32), seen.declared)
    coded = one_spelling(name, coded, place, list(seen.counts.values()))
    return Coded(coded.labels, np.arange(len(coded.labels), dtype=np.int32), seen.declared)


def _classes(
    seen: Seen, roles: Roles, n_rows: int, place: Place
) -> tuple[tuple[Label, ...], list[int]]:
    """Return the classes in order, and how many rows each has."""
    target = roles.target
    if seen.n_missing and not roles.drop_unclassed:
        raise InputError(
            f"{place.column(target)}: the class is missing, in {seen.n_missing} of {n_rows} rows: "
            "drop these rows, or fill in the class"
        )
    for key in [key for key, count in seen.counts.items() if count == 0]:
        del seen.counts[key]
    if not seen.counts:
        raise InputError(f"{place.column(target)}: the class is missing in every row")
    classes, _ = classes_of(target, _one_of_each(target, seen, place), roles.class_order, place)
    texts = [label for label in classes if isinstance(label, str) and is_number(label)]
    measured = [label for label in texts if not float(label).is_integer()]
    if len(texts) == len(classes) and measured and target not in roles.nominal:
        raise InputError(
            f"{place.column(target)}: {measured[0]!r} is a measurement, not a class: choose "
            f"another target or, if these {len(classes)} numbers are classes, declare it nominal"
        )
    counts = [0] * len(classes)
    codes = typing.match(seen.labels, classes)[:-1].tolist()
    for code, count in zip(codes, seen.counts.values(), strict=True):
        counts[code] += count
    return classes, counts
