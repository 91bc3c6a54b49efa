"""One case given by name: how its values are read."""

from __future__ import annotations

import decimal
import math
import numbers
from collections.abc import Sequence
from datetime import date
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from cutpoint._core import CaseReader
from cutpoint.data.attribute import Attribute
from cutpoint.data.cells import is_missing, plain
from cutpoint.data.column import match, spelled_values
from cutpoint.data.dates import Calendar
from cutpoint.errors import InputError

if TYPE_CHECKING:
    from cutpoint.tree.tree import Tree


def case_reader_of(tree: Tree) -> CaseReader:
    """Return what reads single cases for a tree."""
    return CaseReader(
        tree.predictor,
        [attribute.name for attribute in tree.attributes],
        [_codes(attribute) for attribute in tree.attributes],
        partial(converted, tree.attributes),
    )


def _codes(attribute: Attribute) -> dict[str, int] | None:
    """Return the code of each text that stands for a value of a nominal attribute."""
    if attribute.values is None:
        return None
    texts = {value: code for code, value in enumerate(attribute.values) if isinstance(value, str)}
    return spelled_values(attribute.values) | texts


def converted(attributes: Sequence[Attribute], position: int, value: object) -> float:
    """Return a value as a number, or as a code of the attribute; NaN or -1 if it is unknown.

    Raises
    ------
    InputError
        If it is of a type that the attribute cannot have.
    """
    attribute = attributes[position]
    if is_missing(value):
        return math.nan if attribute.values is None else -1
    if attribute.values is not None:
        if not isinstance(value, str | bool | np.bool_ | numbers.Real | decimal.Decimal):
            raise InputError(
                f"{attribute.name!r} is {value!r:.60}: a nominal value is a text, a number, true "
                f"or false, not a {type(value).__name__}"
            )
        return int(match([plain(value)], attribute.values)[0])
    if attribute.calendar is not None:
        return _moment(attribute.name, attribute.calendar, value)
    if not isinstance(value, bool | np.bool_ | numbers.Real | decimal.Decimal):
        raise InputError(
            f"{attribute.name!r} is {value!r:.60}: the attribute is numeric and takes a number, "
            f"not a {type(value).__name__}"
        )
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if math.isinf(number):
        raise InputError(
            f"{attribute.name!r}: the number is infinite or too large for 64 bits: make it a "
            f"missing value, or a finite number"
        )
    return number


def _moment(name: str, calendar: Calendar, value: object) -> float:
    """Return a date or time, or a text that is one, as its number."""
    if isinstance(value, np.datetime64):
        value = value.astype("M8[us]").item()
    try:
        if isinstance(value, date):
            return calendar.number(value)
        if isinstance(value, str):
            return calendar.read(value)
    except InputError as error:
        raise InputError(f"{name!r} is {str(value)!r:.60}: {error}") from None
    raise InputError(
        f"{name!r} is {value!r:.60}: the attribute takes {calendar.noun}, not a "
        f"{type(value).__name__}"
    )
