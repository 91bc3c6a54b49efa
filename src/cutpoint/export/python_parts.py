"""What Python modules of trees and of rules share: how they read a value, and their classes."""

from __future__ import annotations

from collections.abc import Iterable

from cutpoint.data.attribute import Attribute, Label
from cutpoint.tree.saved import plain_label

CLASSES = """
CLASSES = {classes}

"""

NUMBER = '''

def _number(value):
    """Return a number, or None if it is unknown."""
    if value is None:
        return None
    value = float(value)
    return None if value != value{unknown} else value
'''

COUNTED = '''

def _counted(column, value):
    """Return a date or time, or a text that is one, as the number that is compared."""
    calendar = _CALENDARS.get(column)
    if calendar is None or value is None or isinstance(value, (int, float)):
        return value
    if isinstance(value, str):
        value = datetime.datetime.fromisoformat(value)
        if calendar == "datetime_utc" and value.tzinfo is None:
            value = value.replace(tzinfo=datetime.timezone.utc)
    if value != value:  # pandas' NaT
        return None
    if not isinstance(value, datetime.datetime):
        utc = datetime.timezone.utc if calendar == "datetime_utc" else None
        value = datetime.datetime(value.year, value.month, value.day, tzinfo=utc)
    if (value.tzinfo is not None) != (calendar == "datetime_utc"):
        raise ValueError("%s: %s has a time zone where the model has none, or none where it has"
                         % (column, value))
    if value.tzinfo is not None:
        value = value.astimezone(datetime.timezone.utc).replace(tzinfo=None)
    since = value - datetime.datetime(1970, 1, 1)
    if calendar == "date":
        return since.days
    return float(since // datetime.timedelta(microseconds=1)) / 1000000
'''

TEXT = '''

def _text(value):
    """Return a value as the text that is looked up, or None if it is unknown."""
    if value is None or value != value:
        return None
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return str(value)
'''


def calendars_of(attributes: Iterable[Attribute]) -> dict[str, str]:
    """Return what the numbers of the columns of dates and times count, by name."""
    return {
        attribute.name: attribute.calendar.value
        for attribute in attributes
        if attribute.calendar is not None
    }


def dates_read(calendars: dict[str, str]) -> str:
    """Return how dates and times become numbers."""
    return (
        f"\n# dates are days since 1970-01-01, times seconds\n_CALENDARS = {calendars!a}\n{COUNTED}"
    )


def class_tuple(classes: tuple[Label, ...]) -> str:
    """Return the classes as a tuple, in ASCII."""
    return tuple_of(ascii(plain_label(label)) for label in classes)


def tuple_of(items: Iterable[str]) -> str:
    """Return a tuple of items that are written already.

    Examples
    --------
    >>> tuple_of(["1", "2"]), tuple_of(["1"]), tuple_of([])
    ('(1, 2)', '(1,)', '()')
    """
    texts = list(items)
    return f"({', '.join(texts)}{',' if len(texts) == 1 else ''})"
