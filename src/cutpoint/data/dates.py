"""Dates and times as numbers: which numbers they are, and how these are printed.

A date is the number of days since 1970-01-01; a date with a time of day is the number of seconds
since the start of that day, to the microsecond. What is printed of a number is the last moment that
is not after it, so a test compares with what it prints as it does with its cut.
"""

# ruff: noqa: PLC0415 - Arrow is imported where it is used, so that `import cutpoint` stays cheap

from __future__ import annotations

import math
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutpoint.data.place import Place
from cutpoint.errors import InputError

_FIRST_DAY = date(1970, 1, 1)
_START = datetime(1970, 1, 1)
_DAY = 86_400
MICROSECONDS = 1_000_000


class Calendar(StrEnum):
    """What the numbers of an attribute count.

    Examples
    --------
    >>> Calendar.DATE.shown(19799.5), Calendar.DATETIME.shown(1710669600.25)
    ('2024-03-17', '2024-03-17 10:00:00.25')
    >>> Calendar.DATE.number(date(2024, 3, 17))
    19799.0
    """

    DATE = "date"
    DATETIME = "datetime"
    DATETIME_UTC = "datetime_utc"

    @property
    def unit(self) -> str:
        """What one is, in words."""
        if self is Calendar.DATE:
            return "days since 1970-01-01"
        return f"seconds since 1970-01-01 00:00{' UTC' if self is Calendar.DATETIME_UTC else ''}"

    @property
    def example(self) -> str:
        """What a value looks like."""
        return self.shown(19_799 if self is Calendar.DATE else 1_710_671_400)

    @property
    def noun(self) -> str:
        """What a value is, in words."""
        return {
            Calendar.DATE: "a date",
            Calendar.DATETIME: "a date and time",
            Calendar.DATETIME_UTC: "a date and time, UTC",
        }[self]

    def duration(self, count: float) -> str:
        """Return a difference of two numbers in words.

        Examples
        --------
        >>> Calendar.DATE.duration(1), Calendar.DATE.duration(-2.5)
        ('1 day', '-2.5 days')
        >>> Calendar.DATETIME.duration(5400), Calendar.DATETIME.duration(40)
        ('1.5 hours', '40 seconds')
        """
        units = [(86_400, "day"), (3_600, "hour"), (60, "minute"), (1, "second")]
        size, unit = next((one for one in units if abs(count) >= one[0]), units[-1])
        if self is Calendar.DATE:
            size, unit = 1, "day"
        number = f"{count / size:.4g}"
        return f"{number} {unit}{'' if number.lstrip('-') == '1' else 's'}"

    def floor(self, number: float) -> date | datetime:
        """Return the last date or time whose number is not above the given one."""
        if self is Calendar.DATE:
            first, last = date.min.toordinal(), date.max.toordinal()
            days = math.floor(number) + _FIRST_DAY.toordinal()
            return date.fromordinal(min(max(days, first), last))
        count = math.floor(number * MICROSECONDS)
        while seconds(count) > number:
            count -= 1
        while seconds(count + 1) <= number:
            count += 1
        try:
            return _START + timedelta(microseconds=count)
        except OverflowError:
            return datetime.min if count < 0 else datetime.max

    def shown(self, number: float) -> str:
        """Return a number as a date, or a date and time, in ISO's order."""
        moment = self.floor(number)
        if not isinstance(moment, datetime):
            return moment.isoformat()
        if moment.microsecond:
            text = moment.isoformat(" ", "microseconds").rstrip("0")
        else:
            text = moment.isoformat(" ", "seconds" if moment.second else "minutes")
        return f"{text}Z" if self is Calendar.DATETIME_UTC else text

    def number(self, moment: date | datetime) -> float:
        """Return the number of a date or time.

        A date stands for its first moment where times are counted, and a time for its day where
        dates are.

        Raises
        ------
        InputError
            If a time has a zone and the others have none, or the other way round.
        """
        if not isinstance(moment, datetime):
            if self is Calendar.DATE:
                return float((moment - _FIRST_DAY).days)
            moment = datetime(moment.year, moment.month, moment.day)
            return seconds((moment - _START) // timedelta(microseconds=1))
        if (moment.tzinfo is not None) != (self is Calendar.DATETIME_UTC):
            raise InputError(zones_differ(self))
        if moment.tzinfo is not None:
            moment = moment.astimezone(UTC).replace(tzinfo=None)
        if self is Calendar.DATE:
            return float((moment.date() - _FIRST_DAY).days)
        return seconds((moment - _START) // timedelta(microseconds=1))

    def read(self, text: str) -> float:
        """Return the number of a date or time in ISO's order, such as 2024-03-17 10:30.

        Where times are in UTC, one without a zone is.

        Raises
        ------
        InputError
            If it is none.

        Examples
        --------
        >>> Calendar.DATE.read("2024-03-17"), Calendar.DATETIME_UTC.read("1970-01-01 01:00")
        (19799.0, 3600.0)
        """
        try:
            moment = datetime.fromisoformat(text.strip())
        except ValueError:
            raise InputError(f"it is not {self.noun}, such as {self.example}") from None
        if self is Calendar.DATETIME_UTC and moment.tzinfo is None:
            moment = moment.replace(tzinfo=UTC)
        return self.number(moment)


def seconds(microseconds: int) -> float:
    """Return so many microseconds as seconds; as for whole columns, their order is kept."""
    return float(microseconds) / MICROSECONDS


def zones_differ(known: Calendar) -> str:
    """Return what to say of a time whose zone is not as the model knows it."""
    if known is Calendar.DATETIME_UTC:
        return "it has no time zone, but the times that were learned from have one: add it"
    return "it has a time zone, but what was learned from has none: convert it to local time first"


def numbers_of(column: str, cells: Any, place: Place) -> tuple[Calendar, NDArray[np.float64]]:
    """Return an Arrow column of dates or timestamps as numbers, NaN where missing.

    Timestamps without a zone that are all at midnight are dates.

    Raises
    ------
    InputError
        If a year is not one from 1 to 9999, which are those that Python and databases can print.

    Examples
    --------
    >>> import pyarrow as pa
    >>> numbers_of("admitted", pa.array([datetime(2024, 3, 17), None]), Place())
    (<Calendar.DATE: 'date'>, array([19799.,    nan]))
    """
    import pyarrow as pa

    kind = cells.type
    missing = np.asarray(cells.is_null().to_numpy(zero_copy_only=False))
    if pa.types.is_date(kind):
        days = _whole(cells.cast(pa.date32()).cast(pa.int32()))
        _check_years(column, days, 1, place)
        return Calendar.DATE, np.where(missing, np.nan, days)
    counts = _whole(cells.cast(pa.int64()))
    per_second = {"s": 1, "ms": 1000, "us": MICROSECONDS, "ns": 1000 * MICROSECONDS}[kind.unit]
    _check_years(column, counts, _DAY * per_second, place)
    if per_second > MICROSECONDS:
        counts //= per_second // MICROSECONDS
    else:
        counts *= MICROSECONDS // per_second
    zoned = kind.tz is not None
    return with_midnights(counts, missing, zoned)


def with_midnights(
    counts: NDArray[np.int64], missing: NDArray[np.bool_], zoned: bool
) -> tuple[Calendar, NDArray[np.float64]]:
    """Return microseconds as numbers: of days if all are at midnight, without a zone."""
    day = _DAY * MICROSECONDS
    calendar = Calendar.DATETIME_UTC if zoned else Calendar.DATETIME
    if not zoned and not missing.all() and not (counts % day)[~missing].any():
        calendar, values = Calendar.DATE, (counts // day).astype(np.float64)
    else:
        values = counts.astype(np.float64) / MICROSECONDS
    values[missing] = np.nan
    return calendar, values


def _whole(cells: Any) -> NDArray[np.int64]:
    """Return whole numbers, 0 where missing."""
    if cells.null_count:
        cells = cells.fill_null(0)
    return np.array(cells.to_numpy(), dtype=np.int64)


def _check_years(column: str, counts: NDArray[np.int64], day: int, place: Place) -> None:
    first, last = ((limit - _FIRST_DAY).days for limit in (date.min, date.max))
    outside = (counts < first * day) | (counts >= (last + 1) * day)
    if outside.any():
        raise InputError(
            f"{place.cell(column, int(np.argmax(outside)))}: the date is not in the years 1 to "
            f"9999: make it a missing value, or correct it"
        )
