"""What a consultation is told of an attribute: a value, a range, or how likely each value is."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from cutpoint.data.attribute import Attribute
from cutpoint.data.dates import Calendar
from cutpoint.errors import InputError
from cutpoint.tree.names import printable

_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
_ONE = re.compile(rf"\s*({_NUMBER})\s*")
_RANGE = re.compile(rf"\s*({_NUMBER})\s*(?:\.\.|-|–)\s*({_NUMBER})\s*")
_BETWEEN = re.compile(r"\s*\.\.\s*|\s+(?:-|–|to)\s+")
_MOST_LISTED = 12
_ABOUT_ONE = 0.01


@dataclass(frozen=True, slots=True)
class Between:
    """A number from ``low`` to ``high``, any as likely as another; one number if they are equal."""

    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Likely:
    """How likely each nominal value is, by position; they sum to 1."""

    shares: tuple[tuple[int, float], ...]


Answer = Between | Likely | None
"""None is unknown."""


def parse_answer(attribute: Attribute, text: str) -> Answer:
    """Return what an answer says of an attribute's value.

    ``?``, or nothing, is unknown. A number may be a range: ``3-5`` or ``3..5``. So may a date, as
    ``2024-03-01 .. 2024-03-17``. A nominal value may be several, each with its probability:
    ``red: 0.7, blue: 0.3``.

    Raises
    ------
    InputError
        If it says nothing that the attribute can be.

    Examples
    --------
    >>> parse_answer(Attribute("humidity"), "70-80")
    Between(low=70.0, high=80.0)
    >>> parse_answer(Attribute("change"), "-3--1")
    Between(low=-3.0, high=-1.0)
    >>> colour = Attribute("colour", ("red", "blue"))
    >>> parse_answer(colour, "blue"), parse_answer(colour, "red: 0.7, blue: 0.3")
    (Likely(shares=((1, 1.0),)), Likely(shares=((0, 0.7), (1, 0.3))))
    >>> parse_answer(colour, "?") is None
    True
    """
    text = text.strip()
    if text in {"", "?"}:
        return None
    if attribute.calendar is not None:
        return _moments(attribute.name, attribute.calendar, text)
    return _number(attribute, text) if attribute.values is None else _nominal(attribute, text)


def _number(attribute: Attribute, text: str) -> Between:
    name = printable(attribute.name)
    match = _ONE.fullmatch(text) or _RANGE.fullmatch(text)
    if match is None:
        raise InputError(
            f"{name}: {text!r:.60} is not a number; write one, a range such as 3-5, or ?"
        )
    low, high = float(match[1]), float(match[match.lastindex or 1])
    if not math.isfinite(low) or not math.isfinite(high):
        raise InputError(f"{name}: {text!r:.60} is too large")
    if low > high:
        raise InputError(f"{name}: the range {text!r:.60} goes down; write the smaller first")
    return Between(low, high)


def _moments(name: str, calendar: Calendar, text: str) -> Between:
    ends = _BETWEEN.split(text, maxsplit=1)
    try:
        low, high = (calendar.read(end) for end in (ends[0], ends[-1]))
    except InputError as error:
        raise InputError(
            f"{printable(name)}: {text!r:.60}: {error}; for a range write two with .. between, or ?"
        ) from None
    if low > high:
        raise InputError(f"{printable(name)}: the range {text!r:.60} goes down; earlier first")
    return Between(low, high)


def _nominal(attribute: Attribute, text: str) -> Likely:
    one = _position(attribute, text)
    if one is not None:
        return Likely(((one, 1.0),))
    name = printable(attribute.name)
    parts = text.split(",")
    if ":" not in text:
        raise _no_value(attribute, text)
    shares: dict[int, float] = {}
    for part in parts:
        value, colon, share = part.rpartition(":")
        position = _position(attribute, value.strip())
        if not colon or position is None:
            raise _no_value(attribute, (value if colon else part).strip())
        if _ONE.fullmatch(share) is None or not 0 <= float(share) <= 1:
            raise InputError(
                f"{name}: {share.strip()!r:.40} is not a probability from 0 to 1 of "
                f"{value.strip()!r:.40}"
            )
        if position in shares:
            raise InputError(f"{name}: {value.strip()!r:.60} is given twice")
        shares[position] = float(share)
    total = sum(shares.values())
    if abs(total - 1) > _ABOUT_ONE:
        raise InputError(f"{name}: the probabilities sum to {total:g}, not 1")
    return Likely(tuple((position, share / total) for position, share in shares.items()))


def _position(attribute: Attribute, text: str) -> int | None:
    """Return the position of a value: as it is written, or else but for upper and lower case."""
    labels = [str(value) for value in attribute.values or ()]
    if text in labels:
        return labels.index(text)
    near = [i for i, label in enumerate(labels) if label.casefold() == text.casefold()]
    return near[0] if len(near) == 1 else None


def _no_value(attribute: Attribute, text: str) -> InputError:
    values = attribute.values or ()
    listed = ", ".join(printable(value) for value in values[:_MOST_LISTED])
    more = ", ..." if len(values) > _MOST_LISTED else ""
    return InputError(
        f"{printable(attribute.name)}: {text!r:.60} is not one of its values: {listed}{more}; "
        "write ? if it is not known"
    )
