"""How text cells, as they stand in a file, become numbers or stay words."""

# ruff: noqa: PLC0415 - Arrow is imported where it is used, so that `import cutpoint` stays cheap
from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutpoint import _core
from cutpoint.data.arrow import arrow_floats, encode, null, strings
from cutpoint.data.date_text import DateStyle, Read
from cutpoint.data.disguise import NumberStyle
from cutpoint.data.place import Place, listing
from cutpoint.errors import InputError
from cutpoint.wording import count_of

_SPREADSHEET_ERRORS = {"#N/A", "#NA", "#DIV/0!", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!"}
MISSING_WORDS = frozenset(
    _SPREADSHEET_ERRORS
    | {"", "?", "NA", "N/A", "n/a", "<NA>", "NaN", "nan", "-NaN", "-nan", "NaT", "null", "NULL"}
)
"""The cells of a text file that stand for a missing value."""
DOUBTFUL_WORDS = ("-", ".", "None")
"""Cells that mostly do. In a column of words a note says so; beside a +, - is a value."""

_NUMBER = re.compile(
    r"[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|inf|infinity|nan)", re.IGNORECASE | re.ASCII
)


PLAIN_STYLE = NumberStyle()
ANY_DATES = DateStyle()
_SHOWN = 100
"""Cells among which an example for a note is looked for."""


_DATE = re.compile(
    r"(?:[0-9]{4}([-/.])[0-9]{1,2}\1[0-9]{1,2}|[0-9]{1,2}([-/.])[0-9]{1,2}\2(?:[0-9]{2}){1,2})"
    r"(?:[ T][0-9]{1,2}:[0-9]{2}.*)?"
)


@dataclass(frozen=True, slots=True)
class Text:
    """Cells whose type is decided by what they say.

    Attributes
    ----------
    cells : pyarrow chunked array of strings
        Null where the value is missing.
    doubtful : dict from word to int
        The words among `DOUBTFUL_WORDS` that were taken as missing, and how often.
    style : NumberStyle
        How numbers may be written besides the plain way.
    dates : DateStyle
        How dates may be written.
    """

    cells: Any
    doubtful: Mapping[str, int] = field(default_factory=dict)
    style: NumberStyle = PLAIN_STYLE
    dates: DateStyle = ANY_DATES

    def note_doubts(self, column: str, place: Place) -> None:
        """Tell the user of a column of words which of them were taken as missing."""
        for word, count in self.doubtful.items():
            place.note(
                f"column {column!r}: {word!r} counts as missing, in {count_of(count, 'row')}"
            )


def clean(
    cells: Any,
    missing: Collection[str],
    style: NumberStyle = PLAIN_STYLE,
    dates: DateStyle = ANY_DATES,
) -> Text:
    """Return the cells without surrounding blanks, null where they are a missing word.

    Examples
    --------
    >>> import pyarrow as pa
    >>> clean(pa.chunked_array([["1 ", "?", "-"]]), {"?"}).cells.to_pylist()
    ['1', None, None]
    >>> clean(pa.chunked_array([["+", "-"]]), {"?"}).cells.to_pylist()
    ['+', '-']
    """
    import pyarrow as pa
    import pyarrow.compute as pc

    cells = pc.utf8_trim_whitespace(cells)
    doubtful = [word for word in DOUBTFUL_WORDS if word not in missing]
    words = strings([*sorted(missing), *doubtful], cells.type)
    found = pc.index_in(cells, value_set=words)  # one pass for all words
    last = pc.max(found).as_py()
    if last is None:
        return Text(cells, style=style, dates=dates)
    counts: dict[str, int] = {}
    if last >= len(missing):
        tally = {entry["values"].as_py(): entry["counts"].as_py() for entry in found.value_counts()}
        counts = {word: tally.get(len(missing) + i, 0) for i, word in enumerate(doubtful)}
        counts = {word: count for word, count in counts.items() if count}
    if "-" in counts and pc.any(pc.equal(cells, strings("+", cells.type)[0])).as_py():
        del counts["-"]
        found = pc.if_else(pc.equal(cells, strings("-", cells.type)[0]), null(pa.int32()), found)
    gone = pc.is_valid(found)
    return Text(pc.if_else(gone, null(cells.type), cells), counts, style, dates)


def without(cells: Any, words: Collection[str]) -> Any:
    """Return the cells, null where they are one of the words."""
    import pyarrow.compute as pc

    found = pc.is_in(cells, value_set=strings(sorted(words), cells.type))
    return pc.if_else(found, null(cells.type), cells)


def is_number(token: str) -> bool:
    """Whether a token is written as a number; infinities and NaN count.

    Examples
    --------
    >>> [is_number(token) for token in ("-1.5e3", "1.", "inf", "1_000", "0x1F", "one")]
    [True, True, True, False, False, False]
    """
    return _NUMBER.fullmatch(token) is not None


def numbers(
    column: str, cells: Any, place: Place, style: NumberStyle = PLAIN_STYLE
) -> NDArray[np.float64]:
    """Return text cells as finite numbers, NaN where they are missing.

    Raises
    ------
    InputError
        If a cell is not a finite number.
    """
    result = _any_numbers(column, cells, place, style)
    if result is None:
        tokens, codes = encode(cells)
        wrong = [not (is_number(token) or style.matches(token)) for token in tokens]
        if not any(wrong):
            raise _mixed(column, tokens, place)
        row = _first_row(codes, wrong)
        raise InputError(
            f"{place.cell(column, row)}: {tokens[codes[row]]!r} is not a number: correct it, or "
            f"{place.declare_nominal(column)}"
        )
    check_finite(column, result, place)
    return result


def by_content(column: str, text: Text, place: Place) -> Read | None:
    """Return the numbers or dates of a text column, or None if it holds words.

    A column is numeric when all its cells that are not missing are numbers, be it in disguise, or
    dates.

    Raises
    ------
    InputError
        If a number is infinite, if numbers are written in several ways, if every date can be read
        in two ways, or if a few words stray among many numbers or dates: at least ten different
        ones, and at most a tenth of the different cells are words.
    """
    found = numbers_or_dates(column, text, place)
    if found is not None:
        return found
    cells, style = text.cells, text.style
    tokens, codes = encode(cells)
    words = [not (is_number(token) or style.matches(token)) for token in tokens]
    n_words = sum(words)
    if n_words == 0:
        raise _mixed(column, tokens, place)
    if len(tokens) - n_words >= 10 and n_words * 10 <= len(tokens):
        row = _first_row(codes, words)
        word = tokens[codes[row]]
        raise InputError(
            f"{place.cell(column, row)}: {word!r} stands among numbers: correct it, or "
            f"{place.declare_nominal(column)}, or "
            + (f"add the word with --missing {word!r}" if place.file else "make it a missing value")
        )
    return None


def numbers_or_dates(column: str, text: Text, place: Place) -> Read | None:
    """Return a text column as numbers or dates; None if one of its cells is neither.

    Dates go first if the user says how they are written: 20240317 may be one.
    """
    dates_first = text.dates.first(column)
    if dates_first:
        read = text.dates.read(column, text.cells, place)
        if read is not None:
            return read
    values = _any_numbers(column, text.cells, place, text.style)
    if values is not None:
        check_finite(column, values, place)
        return Read(None, values)
    return None if dates_first else text.dates.read(column, text.cells, place)


def dates_of(column: str, text: Text, place: Place) -> Read | None:
    """Return a text column as the dates that a model knows; None if they are none.

    Raises
    ------
    InputError
        If a single cell is no date.
    """
    return text.dates.read(column, text.cells, place, known=True)


def _any_numbers(
    column: str, cells: Any, place: Place, style: NumberStyle
) -> NDArray[np.float64] | None:
    """Return the cells as numbers, plain or in disguise; None if one is not a number.

    What was in disguise is taken down.
    """
    result = None if style.goes_first else parse(cells)
    if result is not None or cells.null_count == len(cells):
        return parse(cells) if result is None else result
    found = style.read(cells)
    if found is None:
        return parse(cells) if style.goes_first else None
    result = arrow_floats(found)
    shown = enumerate(cells.drop_null().slice(0, _SHOWN).to_pylist())
    disguised = next(((i, token) for i, token in shown if not is_number(token)), None)
    if disguised is not None:
        position, token = disguised
        value = result[np.flatnonzero(~np.isnan(result))[position]]
        place.note(f"column {column!r} is read as numbers: {token!r} as {value:.10g}")
    return result


def _mixed(column: str, tokens: Sequence[str], place: Place) -> InputError:
    """Return the error for numbers that are written in several ways."""
    plain = [token for token in tokens if is_number(token)]
    others = [token for token in tokens if not is_number(token)]
    return InputError(
        f"{place.column(column)}: its numbers are written in several ways, such as "
        f"{listing([*others[:2], *plain[:1]])}: write them in one, or "
        f"{place.declare_nominal(column)}"
    )


def parse(cells: Any) -> NDArray[np.float64] | None:
    """Return the cells as numbers, NaN where missing; None if one is not a number."""
    import pyarrow as pa

    if cells.null_count == len(cells):
        return np.full(len(cells), np.nan)
    try:
        return arrow_floats(cells.cast(pa.float64()))
    except pa.ArrowInvalid:
        pass
    tokens, codes = encode(cells)  # spellings that Arrow does not know
    if not all(is_number(token) for token in tokens):
        return None
    values = np.array([float(token) for token in tokens] + [np.nan])
    return values[codes]


def note_dates(column: str, labels: Sequence[object], place: Place) -> None:
    """Tell the user of a column of words that they look like dates."""
    shown = labels[:_SHOWN]
    if len(labels) > 1 and all(isinstance(x, str) and _DATE.fullmatch(x) for x in shown):
        place.note(
            f"column {column!r} looks like dates, such as {shown[0]!r}, but is read as words: say "
            f"how they are written with --date-format, or leave it out"
        )


def number_as_text(labels: Sequence[object]) -> str | None:
    """Return one of the labels if a reader has left them as text though they are numbers or dates.

    They are if one is no whole number, or if a word for a missing value is among them. Whole
    numbers alone may be codes, such as those of post offices.

    Examples
    --------
    >>> number_as_text(["37,2", "39,1", "?"]), number_as_text(["41", "?"])
    ('37,2', '41')
    >>> number_as_text(["90210", "10001"]), number_as_text(["fever", "38,5"])
    (None, None)
    """
    texts = [label for label in labels[:_SHOWN] if isinstance(label, str)]
    values = [text for text in texts if text not in MISSING_WORDS]
    measured = any(not value.isdecimal() for value in values)
    if (
        not values
        or len(texts) < len(labels[:_SHOWN])
        or not (measured or len(values) < len(texts))
    ):
        return None
    known = (is_number(x) or PLAIN_STYLE.matches(x) or _DATE.fullmatch(x) for x in values)
    return values[0] if all(known) else None


def check_finite(column: str, values: NDArray[np.float64], place: Place) -> None:
    """Refuse infinite numbers."""
    if any_infinite(values):
        infinite = np.isinf(values)
        raise InputError(
            f"{place.cell(column, int(np.argmax(infinite)))}: the number is infinite or too large "
            f"for 64 bits: make it a missing value, or a finite number"
        )


def any_infinite(values: NDArray[np.float64]) -> bool:
    """Whether any number of an array of one or two dimensions is infinite.

    Examples
    --------
    >>> any_infinite(np.array([1.0, np.nan])), any_infinite(np.array([[1.0, -np.inf]]))
    (False, True)
    """
    if not values.flags.aligned or any(step % values.itemsize for step in values.strides):
        values = values.copy()
    return _core.any_infinite(values)


def _first_row(codes: NDArray[np.int32], chosen: list[bool]) -> int:
    """Return the first row whose code is chosen."""
    return int(np.argmax(np.array([*chosen, False])[codes]))
