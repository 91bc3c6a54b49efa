"""How text cells, as they stand in a file, become numbers or stay words."""

# ruff: noqa: PLC0415 - Arrow is imported where it is used, so that `import cutpoint` stays cheap
from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutpoint import _core
from cutpoint.data.place import Place
from cutpoint.errors import InputError

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


@dataclass(frozen=True, slots=True)
class Text:
    """Cells whose type is decided by what they say.

    Attributes
    ----------
    cells : pyarrow chunked array of strings
        Null where the value is missing.
    doubtful : dict from word to int
        The words among `DOUBTFUL_WORDS` that were taken as missing, and how often.
    """

    cells: Any
    doubtful: Mapping[str, int] = field(default_factory=dict)

    def note_doubts(self, column: str, place: Place) -> None:
        """Tell the user of a column of words which of them were taken as missing."""
        for word, count in self.doubtful.items():
            rows = "1 row" if count == 1 else f"{count:,} rows"
            place.note(f"column {column!r}: {word!r} counts as missing, in {rows}")


def clean(cells: Any, missing: Collection[str]) -> Text:
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
    words = pa.array([*sorted(missing), *doubtful], cells.type)
    found = pc.index_in(cells, value_set=words)  # one pass for all words
    last = pc.max(found).as_py()
    if last is None:
        return Text(cells)
    counts: dict[str, int] = {}
    if last >= len(missing):
        tally = {entry["values"].as_py(): entry["counts"].as_py() for entry in found.value_counts()}
        counts = {word: tally.get(len(missing) + i, 0) for i, word in enumerate(doubtful)}
        counts = {word: count for word, count in counts.items() if count}
    if "-" in counts and pc.any(pc.equal(cells, "+")).as_py():
        del counts["-"]
        found = pc.if_else(pc.equal(cells, "-"), pa.scalar(None, pa.int32()), found)
    gone = pc.is_valid(found)
    return Text(pc.if_else(gone, pa.scalar(None, type=cells.type), cells), counts)


def without(cells: Any, words: Collection[str]) -> Any:
    """Return the cells, null where they are one of the words."""
    import pyarrow as pa
    import pyarrow.compute as pc

    found = pc.is_in(cells, value_set=pa.array(sorted(words), type=cells.type))
    return pc.if_else(found, pa.scalar(None, type=cells.type), cells)


def is_number(token: str) -> bool:
    """Whether a token is written as a number; infinities and NaN count.

    Examples
    --------
    >>> [is_number(token) for token in ("-1.5e3", "1.", "inf", "1_000", "0x1F", "one")]
    [True, True, True, False, False, False]
    """
    return _NUMBER.fullmatch(token) is not None


def encode(cells: Any) -> tuple[list[Any], NDArray[np.int32]]:
    """Return the distinct values of an Arrow column and each row's position in them (null: -1)."""
    import pyarrow as pa

    encoded = cells if pa.types.is_dictionary(cells.type) else cells.dictionary_encode()
    if isinstance(encoded, pa.ChunkedArray):
        encoded = encoded.unify_dictionaries().combine_chunks()
        if isinstance(encoded, pa.ChunkedArray):  # without any chunk, older versions keep it so
            encoded = pa.concat_arrays(encoded.chunks or [pa.array([], encoded.type)])
    indices = encoded.indices
    if indices.null_count:
        indices = indices.cast(pa.int64()).fill_null(-1)
    codes = indices.to_numpy(zero_copy_only=False).astype(np.int32)
    return encoded.dictionary.to_pylist(), codes


def numbers(column: str, cells: Any, place: Place) -> NDArray[np.float64]:
    """Return text cells as finite numbers, NaN where they are missing.

    Raises
    ------
    InputError
        If a cell is not a finite number.
    """
    result = parse(cells)
    if result is None:
        tokens, codes = encode(cells)
        row = _first_row(codes, [not is_number(token) for token in tokens])
        raise InputError(
            f"{place.cell(column, row)}: {tokens[codes[row]]!r} is not a number: correct it, or "
            f"{place.declare_nominal(column)}"
        )
    check_finite(column, result, place)
    return result


def by_content(column: str, cells: Any, place: Place) -> NDArray[np.float64] | None:
    """Return the numbers of a text column, or None if it holds words.

    A column is numeric when all its cells that are not missing are numbers.

    Raises
    ------
    InputError
        If a number is infinite, or if a few words stray among many numbers: at least ten different
        numbers, and at most a tenth of the different cells are words.
    """
    result = parse(cells)
    if result is not None:
        check_finite(column, result, place)
        return result
    tokens, codes = encode(cells)
    words = [not is_number(token) for token in tokens]
    n_words = sum(words)
    if len(tokens) - n_words >= 10 and n_words * 10 <= len(tokens):
        row = _first_row(codes, words)
        word = tokens[codes[row]]
        raise InputError(
            f"{place.cell(column, row)}: {word!r} stands among numbers: correct it, or "
            f"{place.declare_nominal(column)}, or "
            + (f"add the word with --missing {word!r}" if place.file else "make it a missing value")
        )
    return None


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


def arrow_floats(cells: Any) -> NDArray[np.float64]:
    """Return an Arrow column of doubles as an array, NaN where null; no copy if it has none."""
    import pyarrow as pa

    if cells.null_count:
        cells = cells.fill_null(np.nan)
    if isinstance(cells, pa.ChunkedArray):
        if cells.num_chunks != 1:
            return np.asarray(cells.to_numpy(), dtype=np.float64)
        cells = cells.chunk(0)
    return np.asarray(cells.to_numpy(zero_copy_only=False), dtype=np.float64)


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
