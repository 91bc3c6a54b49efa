"""Numbers in disguise: decimal commas, thousands separators, signs of currencies and of percent."""

# ruff: noqa: PLC0415 - Arrow is imported where it is used, so that `import cutpoint` stays cheap

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from cutpoint.errors import InputError

_CURRENCIES = "$€£"
_SAMPLE = 64
"""So many cells show whether a column is worth a closer look."""
_BLANKS = " \u00a0\u202f"
_APOSTROPHES = "'\u2019"
_POSSIBLE = re.compile(r"[0-9+\u2212\-\W]+")


@dataclass(frozen=True, slots=True)
class NumberStyle:
    """How the numbers of a file may be written besides the plain way.

    Attributes
    ----------
    decimal, thousands : str, or None
        What the user says: one character each.
    comma_first : bool
        Whether a comma is the decimal separator rather than one of thousands where it may be both:
        in files whose columns are separated by semicolons or tabs.

    Examples
    --------
    >>> import pyarrow as pa
    >>> column = pa.chunked_array([["1.234,50 €", "12 €", None]])
    >>> NumberStyle().read(column).to_pylist()
    [1234.5, 12.0, None]
    >>> NumberStyle().read(pa.chunked_array([["1,234", "567"]])).to_pylist()
    [1234.0, 567.0]
    >>> NumberStyle(comma_first=True).read(pa.chunked_array([["1,234", "567"]])).to_pylist()
    [1.234, 567.0]
    """

    decimal: str | None = None
    thousands: str | None = None
    comma_first: bool = False

    def __post_init__(self) -> None:
        for name, mark in (("decimal", self.decimal), ("thousands", self.thousands)):
            if mark is not None and (len(mark) != 1 or mark.isalnum() or mark in "+-"):
                raise InputError(
                    f"the {name} separator must be one character that is no digit, letter or sign, "
                    f"not {mark!r}"
                )
        if self.decimal is not None and self.decimal == self.thousands:
            raise InputError(f"{self.decimal!r} cannot separate both decimals and thousands")

    @property
    def goes_first(self) -> bool:
        """Whether what is a plain number may be meant otherwise: 1.234 as 1234."""
        return self.thousands == "." or (self.decimal is not None and self.decimal != ".")

    def read(self, cells: Any) -> Any:
        """Return a column of texts as Arrow doubles; None if they are no numbers of one form."""
        known = cells.drop_null()
        sample = known.slice(0, _SAMPLE).to_pylist()
        for form in _forms(self):
            if sample and all(form.pattern.fullmatch(token) for token in sample):
                found = form.read(cells, known)
                if found is not None:
                    return found
        return None

    def matches(self, token: str) -> bool:
        """Return whether a token may be a number in one of the forms."""
        if re.search("[0-9]", token) is None or _POSSIBLE.fullmatch(token) is None:
            return False  # as most words are
        return any(form.pattern.fullmatch(token) for form in _forms(self))


class _Form(NamedTuple):
    """One way to write numbers: the marks between thousands, and the one before decimals."""

    thousands: str
    decimal: str
    pattern: re.Pattern[str]

    def read(self, cells: Any, known: Any) -> Any:
        """Return the cells as doubles; None if one is not in this form, or units are mixed."""
        import pyarrow as pa
        import pyarrow.compute as pc

        if not pc.all(pc.match_substring_regex(known, f"^(?:{self.pattern.pattern})$")).as_py():
            return None
        units = [sign for sign in _CURRENCIES if pc.any(pc.match_substring(known, sign)).as_py()]
        percent = pc.match_substring(known, "%")
        if len(units) > 1 or (pc.any(percent).as_py() and not pc.all(percent).as_py()):
            return None
        removed = re.escape(_CURRENCIES + "%" + _BLANKS + self.thousands)
        plain = pc.replace_substring_regex(cells, f"[{removed}]", "")
        plain = pc.replace_substring(pc.replace_substring(plain, self.decimal, "."), "\u2212", "-")
        return pc.replace_substring(plain, "+", "").cast(pa.float64())


def _form(thousands: str, decimal: str) -> _Form:
    mark, point = f"[{re.escape(thousands)}]", re.escape(decimal)
    sign, unit = "[+\u2212-]?", f"[{re.escape(_CURRENCIES)}]?"
    body = f"(?:[0-9]{{1,3}}(?:{mark}[0-9]{{3}})+|[0-9]+)(?:{point}[0-9]*)?|{point}[0-9]+"
    gap = f"[{_BLANKS}]?"
    end = f"(?:{gap}[{re.escape(_CURRENCIES)}%])?"
    pattern = re.compile(f"{sign}{unit}{gap}{sign}(?:{body}){end}")
    return _Form(thousands, decimal, pattern)


@cache
def _forms(style: NumberStyle) -> tuple[_Form, ...]:
    """Return the forms to try, in order."""
    if style.decimal is not None or style.thousands is not None:
        decimal = style.decimal or ("," if style.thousands == "." else ".")
        other = "." if decimal == "," else ","
        return (_form(style.thousands or other, decimal),)
    american, european = _form(",", "."), _form(".", ",")
    first = (european, american) if style.comma_first else (american, european)
    marks = ((_BLANKS, ","), (_BLANKS, "."), (_APOSTROPHES, "."), (_APOSTROPHES, ","))
    return (*first, *(_form(*pair) for pair in marks))
