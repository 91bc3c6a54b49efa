"""What a table that is not in memory holds: found in one pass, as the readers of files find it."""

# ruff: noqa: PLC0415 - Arrow is imported where it is used, so that `import cutpoint` stays cheap

from __future__ import annotations

import pickle
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from cutpoint.data import cells as forms
from cutpoint.data import column as typing
from cutpoint.data.attribute import Attribute, Label
from cutpoint.data.cells import Coded
from cutpoint.data.dates import Calendar
from cutpoint.data.place import Place, check_names, no_such_column
from cutpoint.data.spelling import one_spelling
from cutpoint.data.table import Column, Table
from cutpoint.data.target import classes_of, codes_in
from cutpoint.data.text import is_number
from cutpoint.engines.base import Source
from cutpoint.errors import InputError, InputWarning

if TYPE_CHECKING:
    import pyarrow as pa

_MOST_CLASSES = 1 << 16
_MOST_VALUES = 1 << 20
_SAMPLED = 2048  # rows of a batch
_MOST_SAMPLED = 1 << 17  # rows in all


@dataclass(frozen=True)
class Roles:
    """What the columns of a source are for.

    Attributes
    ----------
    target : str
    weight : str or None
        The column with the weights of the cases.
    nominal, numeric, ignore : tuples of str
        Columns that are nominal, numeric or left out, whatever they hold.
    class_order : tuple of labels or None
    drop_unclassed : bool
        Whether rows without a class are left out; else they are refused.
    """

    target: str
    weight: str | None = None
    nominal: tuple[str, ...] = ()
    numeric: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    class_order: tuple[Label, ...] | None = None
    drop_unclassed: bool = False

    def attributes(self, names: Sequence[str], place: Place) -> list[str]:
        """Return the columns to learn from.

        Raises
        ------
        InputError
            If a column is not there, or is said to be two things at once.
        """
        check_names(list(names), place)
        named = [self.target, *self.nominal, *self.numeric, *self.ignore]
        for name in [*named, *([] if self.weight is None else [self.weight])]:
            if name not in names:
                raise no_such_column(name, list(names), place)
        if self.target == self.weight or self.target in self.ignore:
            raise InputError(
                f"column {self.target!r} is the target, so it cannot be left out or a weight"
            )
        both = [name for name in self.nominal if name in self.numeric]
        if both:
            raise InputError(f"column {both[0]!r} is declared both nominal and numeric: choose one")
        left_out = {self.target, self.weight, *self.ignore}
        return [name for name in names if name not in left_out]


@dataclass
class _Seen:
    """What batches have shown of a column."""

    numeric: bool = False
    empty: bool = False
    declared: bool = False
    n_missing: int = 0
    calendars: set[Calendar | None] = field(default_factory=set)
    low: float = np.inf
    high: float = -np.inf
    counts: dict[tuple[type, Label], int] = field(default_factory=dict)

    def add_numbers(self, attribute: Attribute, values: NDArray[np.float64]) -> None:
        """Take in the numbers of a batch."""
        unknown = np.isnan(values)
        self.n_missing += int(unknown.sum())
        if unknown.all():
            return
        self.calendars.add(attribute.calendar)
        day = 86_400.0 if attribute.calendar is Calendar.DATE else 1.0
        low, high = float(np.nanmin(values)), float(np.nanmax(values))
        self.low = min(self.low, low, low * day)
        self.high = max(self.high, high, high * day)

    def add_labels(self, coded: Coded, most: int, column: str) -> None:
        """Take in the labels of a batch."""
        self.declared = self.declared or coded.declared
        self.n_missing += int((coded.codes < 0).sum())
        found = np.bincount(coded.codes[coded.codes >= 0], minlength=len(coded.labels)).tolist()
        for label, count in zip(coded.labels, found, strict=True):
            key = (type(label), label)
            self.counts[key] = self.counts.get(key, 0) + count
        self.check_size(most, column)

    def merge(self, other: _Seen, most: int, column: str) -> None:
        """Take in what other batches have shown."""
        self.numeric, self.empty = other.numeric, other.empty
        self.declared = self.declared or other.declared
        self.n_missing += other.n_missing
        self.calendars |= other.calendars
        self.low, self.high = min(self.low, other.low), max(self.high, other.high)
        for key, count in other.counts.items():
            self.counts[key] = self.counts.get(key, 0) + count
        self.check_size(most, column)

    def check_size(self, most: int, column: str) -> None:
        """Refuse a column of too many different values."""
        if len(self.counts) <= most:
            return
        what = "classes" if most == _MOST_CLASSES else "different values"
        todo = (
            "name another target"
            if most == _MOST_CLASSES
            else "leave it out (ignore), or make it a number"
        )
        raise InputError(f"{column} has more than {most:,} {what}: {todo}")

    @property
    def labels(self) -> tuple[Label, ...]:
        return tuple(label for _, label in self.counts)


@dataclass(frozen=True)
class Describe:
    """The task that finds types, values, classes and a sample of the rows."""

    names: tuple[str, ...]  # of the attributes
    roles: Roles
    file: str

    @property
    def columns(self) -> list[str]:
        """The columns that it reads."""
        weight = [] if self.roles.weight is None else [self.roles.weight]
        return [*self.names, self.roles.target, *weight]

    @property
    def schema(self) -> pa.Schema:
        """What was seen, and some rows, of each partition."""
        import pyarrow as pa

        return pa.schema([("seen", pa.binary()), ("n_rows", pa.int64()), ("sample", pa.binary())])

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Return what the batches show."""
        import pyarrow as pa

        seen = {name: _Seen() for name in (*self.names, self.roles.target)}
        n_rows, sample = 0, Sample()
        for batch in batches:
            n_rows += batch.num_rows
            if batch.num_rows:
                self._look(batch, seen)
                sample.add(batch)
        content = [pickle.dumps(seen)], [n_rows], [pickle.dumps(sample)]
        yield pa.record_batch([pa.array(cells) for cells in content], schema=self.schema)

    def _look(self, batch: pa.RecordBatch, seen: dict[str, _Seen]) -> None:
        place = Place(self.file)
        for name in self.names:
            cells, entry = batch.column(name), seen[name]
            if name not in self.roles.nominal:
                if forms.is_untyped(cells) and name not in self.roles.numeric:
                    entry.empty = True
                    continue
                if name in self.roles.numeric or forms.is_numeric(name, cells, place):
                    entry.numeric = True
                    entry.add_numbers(*typing.numeric(name, cells, place))
                    continue
            entry.add_labels(forms.distinct(name, cells, place), _MOST_VALUES, place.column(name))
        target = self.roles.target
        found = forms.distinct(target, batch.column(target), place)
        seen[target].add_labels(found, _MOST_CLASSES, place.column(target))


class Sample:
    """Some rows of a table: any will do, since they only say where bins begin."""

    def __init__(self) -> None:
        self.batches: list[pa.RecordBatch] = []
        self.n_rows = 0

    def add(self, batch: pa.RecordBatch) -> None:
        """Take in rows at equal distances."""
        import pyarrow as pa

        step = -(-batch.num_rows // _SAMPLED)
        taken = batch if step == 1 else batch.take(pa.array(np.arange(0, batch.num_rows, step)))
        self.batches.append(taken)
        self.n_rows += taken.num_rows
        if self.n_rows > 2 * _MOST_SAMPLED:
            table = self.table()
            rows = np.arange(0, table.num_rows, 2)
            self.batches = table.take(pa.array(rows)).combine_chunks().to_batches()
            self.n_rows = len(rows)

    def merge(self, other: Sample) -> None:
        """Take in other rows."""
        for batch in other.batches:
            self.add(batch)

    def table(self) -> pa.Table:
        """Return the rows."""
        import pyarrow as pa

        return pa.Table.from_batches(self.batches)


@dataclass(frozen=True)
class Decoder:
    """From a record batch to a typed table, the same wherever it is called.

    Attributes
    ----------
    attributes : tuple of Attribute
    classes : tuple of labels
    roles : Roles
    file : str
        The name of the source in messages.
    factors : tuple of float or None
        By what the weights of each class are multiplied.
    greatest, scale : float
        Weights are divided by the one and then multiplied by the other.
    """

    attributes: tuple[Attribute, ...]
    classes: tuple[Label, ...]
    roles: Roles
    file: str
    factors: tuple[float, ...] | None = None
    greatest: float | None = None
    scale: float | None = None

    @property
    def columns(self) -> list[str]:
        """The columns that it reads."""
        weight = [] if self.roles.weight is None else [self.roles.weight]
        return [*(attribute.name for attribute in self.attributes), self.roles.target, *weight]

    @property
    def is_weighted(self) -> bool:
        """Whether cases may count for more or less than one."""
        return self.roles.weight is not None or self.factors is not None

    def table(self, batch: pa.RecordBatch | pa.Table) -> Table:
        """Return the rows of a batch that count, without those of weight 0."""
        place = Place(self.file)
        columns: list[Column] = []
        for attribute in self.attributes:
            cells = batch.column(attribute.name)
            if attribute.is_numeric:
                columns.append(typing.numbers_like(attribute, cells, place) + 0.0)
            else:
                columns.append(typing.coded(attribute, cells, place))
        name = self.roles.target
        target = codes_in(name, batch.column(name), self.classes, place)
        weights = self.weights(batch, target)
        table = Table(
            self.attributes, tuple(columns), len(target), self.classes, target, name, weights
        )
        counts = target >= 0
        if weights is not None:
            counts &= weights > 0
        return table if counts.all() else table.take(counts)

    def weights(
        self, batch: pa.RecordBatch | pa.Table, target: NDArray[np.int32]
    ) -> NDArray[np.float64] | None:
        """Return the weights of the rows of a batch, as learners count them."""
        weights: NDArray[np.float64] | None = None
        name = self.roles.weight
        if name is not None:
            place = Place(self.file)
            weights = typing.numbers(name, batch.column(name), place)
            wrong = ~(weights >= 0)
            if wrong.any():
                shown = float(weights[np.argmax(wrong)])
                raise InputError(
                    f"{place.column(name)}: a weight is {shown!r}: a weight is a finite number, 0 "
                    "or more"
                )
        if self.factors is not None:
            by_class = np.array([*self.factors, 0.0])[target]
            weights = by_class if weights is None else weights * by_class
        if weights is not None and self.greatest is not None:
            shares = weights / self.greatest
            shares[shares < 2.0**-30] = 0.0
            weights = np.where(shares > 0, 1.0, 0.0) if self.scale is None else shares * self.scale
        return weights


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
    seen = {name: _Seen() for name in (*names, roles.target)}
    n_rows, sample = 0, Sample()
    for batch in source.map(task, task.columns):
        for row in batch.to_pylist():
            n_rows += row["n_rows"]
            if not row["n_rows"]:
                continue
            for name, other in pickle.loads(row["seen"]).items():  # our own task's
                most = _MOST_CLASSES if name == roles.target else _MOST_VALUES
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
    import pyarrow as pa

    kind = schema.field(name).type
    if pa.types.is_nested(kind) or pa.types.is_binary(kind) or pa.types.is_large_binary(kind):
        raise InputError(
            f"{place.column(name)} holds {kind}, neither text nor number: leave it out (ignore), "
            "or make a column of each of its parts"
        )


def _attribute(name: str, seen: _Seen, place: Place) -> Attribute:
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


def _one_of_each(name: str, seen: _Seen, place: Place) -> Coded:
    """Return a column that has each label once, different spellings of one merged."""
    labels = seen.labels
    coded = Coded(labels, np.arange(len(labels), dtype=np.int32), seen.declared)
    coded = one_spelling(name, coded, place, list(seen.counts.values()))
    return Coded(coded.labels, np.arange(len(coded.labels), dtype=np.int32), seen.declared)


def _classes(
    seen: _Seen, roles: Roles, n_rows: int, place: Place
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
