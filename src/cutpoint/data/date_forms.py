"""How dates and times may be written: the forms that are known, and those that a user describes."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from cutpoint.errors import InputError

ORDERS = {"ymd": "year first", "dmy": "day first", "mdy": "month first"}

_MONTH_NAME = (
    "(?P<n>(?i:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|"
    "sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?))"
)
_CLOCK = "(?P<H>[0-9]{1,2}):(?P<M>[0-9]{2})(?::(?P<S>[0-9]{2})(?:[.,](?P<f>[0-9]{1,9}))?)?"
_HALF = r"(?: ?(?P<p>(?i:[ap]\.?m\.?)))?"
_ZONE = "(?: ?(?P<z>Z|z|UTC|GMT|[+-][0-9]{2}(?::?[0-9]{2})?))?"
_TIME = f"(?:(?:[Tt]| +){_CLOCK}{_HALF}{_ZONE})?"
_DIRECTIVES = {
    "Y": "(?P<y>[0-9]{4})",
    "y": "(?P<y>[0-9]{2})",
    "m": "(?P<m>[0-9]{1,2})",
    "d": "(?P<d>[0-9]{1,2})",
    "b": _MONTH_NAME,
    "B": _MONTH_NAME,
    "H": "(?P<H>[0-9]{1,2})",
    "I": "(?P<H>[0-9]{1,2})",
    "M": "(?P<M>[0-9]{2})",
    "S": "(?P<S>[0-9]{2})",
    "f": "(?P<f>[0-9]{1,9})",
    "p": r"(?P<p>(?i:[ap]\.?m\.?))",
    "z": "(?P<z>Z|z|UTC|GMT|[+-][0-9]{2}(?::?[0-9]{2})?)",
    "%": "%",
}


class Form(NamedTuple):
    """One way to write dates.

    Attributes
    ----------
    pattern : pattern
        Its groups are y, m or n (a month's name), d, or a and b where either may be the day; H, M,
        S, f (fractions), p (am or pm) and z (zone).
    orders : tuple of str
        The orders of day, month and year that it may have.
    asks : bool
        Whether the user is asked where several orders fit; else the first is taken.
    """

    pattern: re.Pattern[str]
    orders: tuple[str, ...]
    asks: bool = True


@cache
def forms_of(wanted: str | None) -> tuple[Form, ...]:
    """Return the forms that are recognised, in the order in which they are tried.

    Years of two digits come first only if the user says so. Where dots separate, as they do in
    Europe, the day comes before the month unless only the other way fits.
    """
    forms: list[Form] = []

    def add(pattern: str, *orders: str, asks: bool = True) -> None:
        forms.append(Form(re.compile(pattern + _TIME), orders, asks))

    one, two, four = "[0-9]{1,2}", "[0-9]{2}", "[0-9]{4}"
    for mark in ("-", "/", r"\."):
        asks = mark != r"\."
        add(f"(?P<y>{four}){mark}(?P<m>{one}){mark}(?P<d>{one})", "ymd")
        add(f"(?P<a>{one}){mark}(?P<b>{one}){mark}(?P<y>{four})", "dmy", "mdy", asks=asks)
        short = one if mark == "/" else two
        if wanted == "ymd":
            add(f"(?P<y>{two}){mark}(?P<m>{short}){mark}(?P<d>{short})", "ymd")
        else:
            both = f"(?P<a>{short}){mark}(?P<b>{short}){mark}"
            add(f"{both}(?P<y>{two})", "dmy", "mdy", asks=asks)
    day = f"(?P<d>{one})(?:st|nd|rd|th)?"
    add(rf"{day}[ -]{_MONTH_NAME}\.?,?[ -](?P<y>{four}|{two})", "dmy")
    add(rf"{_MONTH_NAME}\.? {day},? (?P<y>{four})", "mdy")
    return tuple(forms)


@cache
def custom_form(said: str) -> Form:
    """Return the form that a format such as ``%d.%m.%Y`` describes.

    Raises
    ------
    InputError
        If it is no format, or leaves a part of the date out.
    """
    pattern, used = "", set()
    parts = re.split(r"(%.)", said)
    for part in parts:
        if len(part) == 2 and part[0] == "%":
            if part[1] not in _DIRECTIVES or part[1] in used:
                raise _no_format(said)
            used.add(part[1])
            pattern += _DIRECTIVES[part[1]]
        else:
            pattern += re.escape(part)
    full = len(used & set("Yy")) == 1 and len(used & set("mbB")) == 1 and "d" in used
    if not full or len(used & set("HI")) > 1:
        raise _no_format(said)
    order = "".join(
        {"Y": "y", "y": "y", "m": "m", "b": "m", "B": "m", "d": "d"}.get(part[1:], "")
        for part in parts
        if part[:1] == "%"
    )
    return Form(re.compile(pattern), (order if order in ORDERS else "ymd",))


def _no_format(said: str) -> InputError:
    return InputError(
        f"{said!r} is no format of dates: give dmy (day first), mdy (month first) or ymd (year "
        f"first), or one such as %d.%m.%Y or '%Y-%m-%d %H:%M' (with %Y or %y, %m or %b, %d; "
        f"%H %I %M %S %f %p %z for times)"
    )
