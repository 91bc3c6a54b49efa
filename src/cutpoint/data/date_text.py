"""Dates and times written as text: how a column is read, and what to do where two forms fit."""

# ruff: noqa: PLC0415 - Arrow is imported where it is used, so that `import cutpoint` stays cheap

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutpoint.data.date_forms import ORDERS, Form, custom_form, forms_of
from cutpoint.data.dates import MICROSECONDS, Calendar, with_midnights
from cutpoint.data.place import Place
from cutpoint.errors import InputError

_SAMPLE = 64
"""So many cells show whether a column is worth a closer look."""
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_LAST_OF_CENTURY = 68
"""Years of two digits: 69 is 1969, 68 is 2068, as POSIX has it."""
_FEWEST_DATES = 10


class Read(NamedTuple):
    """A column of texts as numbers, and what they count if they are dates."""

    calendar: Calendar | None
    values: NDArray[np.float64]


@dataclass(frozen=True)
class DateStyle:
    """How dates may be written in a file.

    Attributes
    ----------
    formats : tuple of str
        What the user says: ``dmy``, ``mdy`` or ``ymd``, or a format such as ``%d.%m.%Y``; for one
        column as ``COLUMN=FORMAT``.

    Examples
    --------
    >>> import pyarrow as pa
    >>> column = pa.chunked_array([["17/03/2024", "2/3/2024", None]])
    >>> DateStyle().read("admitted", column, Place())
    Read(calendar=<Calendar.DATE: 'date'>, values=array([19799., 19784.,    nan]))
    """

    formats: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for text in self.formats:
            self._check(text)

    @staticmethod
    def _check(text: str) -> None:
        form = text.rpartition("=")[2]
        if form.lower() not in ORDERS:
            custom_form(form)

    @property
    def columns(self) -> list[str]:
        """The columns of which the user says how their dates are written."""
        return [text.rpartition("=")[0] for text in self.formats if "=" in text]

    def said_of(self, column: str) -> tuple[str | None, bool]:
        """Return what the user says of a column, and whether it is said of this one alone."""
        own = [text for text in self.formats if text.rpartition("=")[0] == column]
        general = [text for text in self.formats if "=" not in text]
        said = own or general
        return (said[-1].rpartition("=")[2] if said else None), bool(own)

    def first(self, column: str) -> bool:
        """Whether the user gives a format for what would otherwise be a number (20240317)."""
        said = self.said_of(column)[0]
        return said is not None and said.lower() not in ORDERS

    def read(self, column: str, cells: Any, place: Place, *, known: bool = False) -> Read | None:
        """Return a column of texts as dates or times; None if it holds others.

        If it is known to hold dates, any other text is refused.

        Raises
        ------
        InputError
            If every value could be a date in two ways, or a few others stray among many dates.
        """
        said, alone = self.said_of(column)
        known = known or alone
        order = None
        if said is not None and said.lower() in ORDERS:
            order = said.lower()
        forms = (custom_form(said),) if said is not None and order is None else forms_of(order)
        sample = cells.drop_null().slice(0, _SAMPLE).to_pylist()
        hits = [
            sum(form.pattern.fullmatch(token) is not None for token in sample) for form in forms
        ]
        if not sample or (2 * max(hits) < len(sample) and not known):
            return None
        form = forms[hits.index(max(hits))]
        distinct = cells.unique().drop_null()
        tokens = _Tokens(form, distinct)
        found = tokens.readings(order)
        if not found:
            tokens.check_strays(column, cells, place, known)
            return None
        if len(found) > 1 and (differ := found[0].counts != found[1].counts).any():
            raise _ambiguous(column, distinct[int(np.argmax(differ))].as_py(), place)
        reading = found[0]
        if len(form.orders) > 1:
            _note_order(column, reading, distinct, place)
        return tokens.spread(reading, cells, column, place)


class _Reading(NamedTuple):
    """The microseconds since 1970 of each distinct text, by one order of day and month."""

    order: str
    counts: NDArray[np.int64]


class _Tokens:
    """The distinct texts of a column, split by a form into their fields."""

    def __init__(self, form: Form, distinct: Any) -> None:
        import pyarrow.compute as pc

        self.form, self.distinct = form, distinct
        split = pc.extract_regex(distinct, f"^(?:{form.pattern.pattern})$")
        self.matched = np.asarray(split.is_valid().to_numpy(zero_copy_only=False))
        self.fields = {
            field.name: pc.struct_field(split, field.name).fill_null("") for field in split.type
        }

    def _whole(self, name: str, default: int) -> NDArray[np.int64]:
        """Return a field as whole numbers."""
        import pyarrow as pa
        import pyarrow.compute as pc

        if name not in self.fields:
            return np.full(len(self.distinct), default, dtype=np.int64)
        field = self.fields[name]
        filled = pc.if_else(pc.equal(field, ""), str(default), field)
        return np.asarray(filled.cast(pa.int64()).to_numpy(), dtype=np.int64)

    def readings(self, wanted: str | None) -> list[_Reading]:
        """Return the ways in which all texts are dates: at most two."""
        if not self.matched.all():
            return []
        orders = self.form.orders
        if wanted in orders:
            orders = (wanted, *(order for order in orders if order != wanted))
        found: list[_Reading] = []
        for order in orders:
            counts, valid = self._counts(order)
            if valid.all():
                found.append(_Reading(order, counts))
                if order == wanted or not self.form.asks:
                    break
        return found

    def _counts(self, order: str) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Return microseconds since 1970, and which of the texts are dates."""
        years = self._whole("y", 1970)
        short = self._lengths("y") == 2
        years = np.where(short, years + np.where(years > _LAST_OF_CENTURY, 1900, 2000), years)
        if "a" in self.fields:
            first, second = self._whole("a", 1), self._whole("b", 1)
            months, days = (second, first) if order == "dmy" else (first, second)
        else:
            days = self._whole("d", 1)
            months = self._named_months if "n" in self.fields else self._whole("m", 1)
        valid = (months >= 1) & (months <= 12) & (years >= 1)
        since = np.where(valid, (years - 1970) * 12 + months - 1, 0)
        first_days = since.astype("M8[M]").astype("M8[D]").astype(np.int64)
        lengths = (since + 1).astype("M8[M]").astype("M8[D]").astype(np.int64) - first_days
        valid &= (days >= 1) & (days <= lengths)
        clock, right = self._clock
        return (first_days + days - 1) * (86_400 * MICROSECONDS) + clock, valid & right

    def _lengths(self, name: str) -> NDArray[np.int64]:
        import pyarrow.compute as pc

        if name not in self.fields:
            return np.full(len(self.distinct), 4, dtype=np.int64)
        return np.asarray(pc.utf8_length(self.fields[name]).to_numpy(), dtype=np.int64)

    @cached_property
    def _named_months(self) -> NDArray[np.int64]:
        import pyarrow as pa
        import pyarrow.compute as pc

        short = pc.utf8_slice_codeunits(pc.utf8_lower(self.fields["n"]), 0, 3)
        found = pc.index_in(short, value_set=pa.array(_MONTHS)).fill_null(-1)
        return np.asarray(found.to_numpy(), dtype=np.int64) + 1

    @cached_property
    def _clock(self) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """Return the microseconds since midnight, UTC if there is a zone, and which are right."""
        import pyarrow as pa
        import pyarrow.compute as pc

        hours, minutes, seconds = (self._whole(name, 0) for name in "HMS")
        valid = (hours < 24) & (minutes < 60) & (seconds < 60)
        if "p" in self.fields:
            half = pc.utf8_lower(self.fields["p"])
            after = np.asarray(pc.starts_with(half, "p").to_numpy(zero_copy_only=False))
            halved = np.asarray(pc.not_equal(half, "").to_numpy(zero_copy_only=False))
            valid &= ~halved | ((hours >= 1) & (hours <= 12))
            hours = np.where(halved, hours % 12 + 12 * after, hours)
        counts = ((hours * 60 + minutes) * 60 + seconds) * MICROSECONDS
        if "f" in self.fields:
            digits = pc.utf8_slice_codeunits(pc.utf8_rpad(self.fields["f"], 6, "0"), 0, 6)
            counts += np.asarray(digits.cast(pa.int64()).to_numpy(), dtype=np.int64)
        if "z" in self.fields:
            counts -= self._offsets * (60 * MICROSECONDS)
        return counts, valid

    @property
    def zoned(self) -> NDArray[np.bool_]:
        """Which texts name a zone."""
        import pyarrow.compute as pc

        if "z" not in self.fields:
            return np.zeros(len(self.distinct), dtype=np.bool_)
        return np.asarray(pc.not_equal(self.fields["z"], "").to_numpy(zero_copy_only=False))

    @property
    def _offsets(self) -> NDArray[np.int64]:
        """Return the minutes by which the clocks of the zones are ahead."""
        texts = self.fields["z"]
        offset = {text: _minutes(text) for text in texts.unique().to_pylist()}
        return np.array([offset[text] for text in texts.to_pylist()], dtype=np.int64)

    def check_strays(self, column: str, cells: Any, place: Place, known: bool) -> None:
        """Refuse a few texts that are no dates among many that are.

        At least ten different dates, and at most a tenth of the different texts are others; any
        other, if the column is known to hold dates.
        """
        orders = self.form.orders
        good = [self.matched & self._counts(order)[1] for order in orders]
        best = max(good, key=np.count_nonzero)
        dates = int(np.count_nonzero(best))
        others = len(best) - dates
        if known or (dates >= _FEWEST_DATES and others * 10 <= len(best)):
            word = self.distinct[int(np.argmin(best))].as_py()
            row = next(i for i, token in enumerate(cells.to_pylist()) if token == word)
            what = "is not a date" if known else "stands among dates"
            raise InputError(
                f"{place.cell(column, row)}: {word!r} {what}: correct it, or "
                f"{place.declare_nominal(column)}"
                + (f", or add the word with --missing {word!r}" if place.file else "")
            )

    def spread(self, reading: _Reading, cells: Any, column: str, place: Place) -> Read:
        """Return the numbers of all rows."""
        import pyarrow.compute as pc

        zoned = self.zoned
        if zoned.any() and not zoned.all():
            raise InputError(
                f"{place.column(column)}: some times have a zone, such as "
                f"{self.distinct[int(np.argmax(zoned))].as_py()!r}, and others have none, such as "
                f"{self.distinct[int(np.argmin(zoned))].as_py()!r}: write them alike, or "
                f"{place.declare_nominal(column)}"
            )
        calendar, values = with_midnights(
            reading.counts, np.zeros(len(reading.counts), dtype=np.bool_), bool(zoned.any())
        )
        positions = pc.index_in(cells, value_set=self.distinct)
        if positions.null_count:
            positions = positions.fill_null(len(values))
        return Read(calendar, np.append(values, np.nan)[np.asarray(positions.to_numpy())])


def _minutes(zone: str) -> int:
    """Return the minutes by which a zone is ahead.

    Examples
    --------
    >>> _minutes("Z"), _minutes("+0530"), _minutes("-08:00"), _minutes("+01")
    (0, 330, -480, 60)
    """
    if zone[:1] not in {"+", "-"}:
        return 0
    digits = zone[1:].replace(":", "").ljust(4, "0")
    minutes = int(digits[:2]) * 60 + int(digits[2:])
    return -minutes if zone[0] == "-" else minutes


def _note_order(column: str, reading: _Reading, distinct: Any, place: Place) -> None:
    """Tell the user in which order day and month were read."""
    day = Calendar.DATETIME.shown(float(reading.counts[0]) / MICROSECONDS)[:10]
    place.note(
        f"column {column!r} is read as dates, {ORDERS[reading.order]}: "
        f"{distinct[0].as_py()!r} as {day}"
    )


def _ambiguous(column: str, shown: str, place: Place) -> InputError:
    if place.file:
        what = "--date-format dmy or --date-format mdy (d, m and y are day, month and year)"
    else:
        what = "dates, or texts with the year first"
    return InputError(
        f"{place.column(column)}: dates such as {shown!r} may have the day or the month first, "
        f"and no value shows which: say it with {what}"
    )
