"""What batches show of the columns of a source: types, values, classes and a sample."""

# ruff: noqa: PLC0415 - Arrow is imported where it is used, so that `import cutpoint` stays cheap

from __future__ import annotations

import pickle
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
from cutpoint.data.place import Place
from cutpoint.engines.roles import Roles
from cutpoint.errors import InputError

if TYPE_CHECKING:
    import pyarrow as pa

MOST_CLASSES = 1 << 16
MOST_VALUES = 1 << 20
_SAMPLED = 2048  # rows of a batch
_MOST_SAMPLED = 1 << 17  # rows in all


@dataclass
class Seen:
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
        low, high = float(np.fmin.reduce(values)), float(np.fmax.reduce(values))
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

    def merge(self, other: Seen, most: int, column: str) -> None:
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
        what = "classes" if most == MOST_CLASSES else "different values"
        todo = (
            "name another target"
            if most == MOST_CLASSES
            else "leave it out (ignore), or make it a number"
        )
        raise InputError(f"{column} has more than {most:,} {what}: {todo}")

    @property
    def labels(self) -> tuple[Label, ...]:
        """The values in the order in which they were seen."""
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

        seen = {name: Seen() for name in (*self.names, self.roles.target)}
        n_rows, sample = 0, Sample()
        for batch in batches:
            n_rows += batch.num_rows
            if batch.num_rows:
                self._look(batch, seen)
                sample.add(batch)
        content = [pickle.dumps(seen)], [n_rows], [pickle.dumps(sample)]
        yield pa.record_batch([pa.array(cells) for cells in content], schema=self.schema)

    def _look(self, batch: pa.RecordBatch, seen: dict[str, Seen]) -> None:
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
            entry.add_labels(forms.distinct(name, cells, place), MOST_VALUES, place.column(name))
        target = self.roles.target
        found = forms.distinct(target, batch.column(target), place)
        seen[target].add_labels(found, MOST_CLASSES, place.column(target))


class Sample:
    """Some rows of a table: any will do, since they only say where bins begin."""

    def __init__(self) -> None:
        self.batches: list[pa.RecordBatch] = []
        self.n_rows = 0
        self._step = 1  # one row of so many is taken

    def add(self, batch: pa.RecordBatch) -> None:
        """Take in rows at equal distances."""
        import pyarrow as pa

        step = max(self._step, -(-batch.num_rows // _SAMPLED))
        taken = batch if step == 1 else batch.take(pa.array(np.arange(0, batch.num_rows, step)))
        self._hold([taken])

    def merge(self, other: Sample) -> None:
        """Take in other rows."""
        self._hold(other.batches)

    def _hold(self, batches: Sequence[pa.RecordBatch]) -> None:
        """Hold more rows; should they be too many, every other one of all."""
        import pyarrow as pa

        self.batches.extend(batches)
        self.n_rows += sum(batch.num_rows for batch in batches)
        while self.n_rows > 2 * _MOST_SAMPLED:
            table = self.table()
            rows = np.arange(0, table.num_rows, 2)
            self.batches = table.take(pa.array(rows)).combine_chunks().to_batches()
            self.n_rows = len(rows)
            self._step *= 2

    def table(self) -> pa.Table:
        """Return the rows."""
        import pyarrow as pa

        return pa.Table.from_batches(self.batches)
