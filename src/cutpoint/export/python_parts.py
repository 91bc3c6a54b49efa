"""What Python modules of trees and of rules share: how they read a value, and their classes."""

from __future__ import annotations

from collections.abc import Iterable

from cutpoint.data.attribute import Label
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

TEXT = '''

def _text(value):
    """Return a value as the text that is looked up, or None if it is unknown."""
    if value is None or value != value:
        return None
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return str(value)
'''


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
