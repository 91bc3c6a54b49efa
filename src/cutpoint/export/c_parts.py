"""What C files of trees and of rules share: texts, comments and names of fields."""

from __future__ import annotations

import re
from collections.abc import Iterable

from cutpoint.data.attribute import Attribute

_KEYWORDS = frozenset(
    {
        "auto",
        "break",
        "case",
        "char",
        "const",
        "continue",
        "default",
        "do",
        "double",
        "else",
        "enum",
        "extern",
        "float",
        "for",
        "goto",
        "if",
        "inline",
        "int",
        "long",
        "register",
        "restrict",
        "return",
        "short",
        "signed",
        "sizeof",
        "static",
        "struct",
        "switch",
        "typedef",
        "union",
        "unsigned",
        "void",
        "volatile",
        "while",
        "asm",
        "bool",
        "true",
        "false",
        "nullptr",
        "class",
        "new",
        "delete",
        "this",
    }
)


def c_items(items: Iterable[str]) -> str:
    """Return items of an array, one to a line."""
    return ",\n    ".join(items)


def c_string(text: str) -> str:
    """Return a string in ASCII: all that is not plain as octal bytes, so that nothing ends it."""
    plain = frozenset(
        b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 _-+.,:;<>=()[]{}!#$%&*/|'"
    )
    return '"' + "".join(chr(b) if b in plain else f"\\{b:03o}" for b in text.encode()) + '"'


def c_comment(text: str) -> str:
    """Return a text in ASCII that does not end a comment."""
    shown = text.encode("unicode_escape").decode("ascii")
    return shown.replace("*/", "* /").replace("/*", "/ *").replace("??", "? ?")


def struct_field(attribute: Attribute, field: str) -> str:
    """Return the field of a column, with its name and what the numbers of dates count."""
    kind = "double " if attribute.is_numeric else "const char *"
    unit = "" if attribute.calendar is None else f": {attribute.calendar.unit}"
    return f"    {kind}{field}; /* {c_comment(attribute.name)}{unit} */"


def field_names(names: list[str]) -> list[str]:
    """Return a name that C takes for each column, no two alike."""
    taken: set[str] = set()
    found = []
    for name in names:
        field = re.sub(r"[^A-Za-z0-9]+", "_", name).strip("_")[:40].lower() or "column"
        if field[0].isdigit() or field in _KEYWORDS:
            field = f"c_{field}"
        free, number = field, 1
        while free in taken:
            number += 1
            free = f"{field}_{number}"
        taken.add(free)
        found.append(free)
    return found
