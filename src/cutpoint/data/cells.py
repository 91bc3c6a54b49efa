"""What one column may arrive as, whatever library holds it.

Four forms are told apart, and each later step is written once per form:

- a float64 array: numbers, NaN where missing;
- `Coded`: distinct labels and a code per row (categoricals);
- `Text`: text whose type is decided by what it says;
- an Arrow array or chunked array of anything else.
"""

# ruff: noqa: PLC0415 - Arrow is imported where it is used, so that `import cutpoint` stays cheap

from __future__ import annotations

import decimal
import numbers
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutpoint.data.arrow import arrow_floats, encode, is_null
from cutpoint.data.attribute import Label
from cutpoint.data.dates import numbers_of
from cutpoint.data.place import CellError, Place
from cutpoint.data.text import Text
from cutpoint.errors import InputError


@dataclass(frozen=True, slots=True)
class Coded:
    """Distinct labels and each row's position in them, -1 where the value is missing.

    Attributes
    ----------
    labels : tuple of labels
    codes : int32 array
    declared : bool
        Whether the order of the labels was declared by the user.
    """

    labels: tuple[Label, ...]
    codes: NDArray[np.int32]
    declared: bool = False


Cells = Any
"""One of the four forms."""

_NARROW = 1 << 16
"""Whole numbers within so wide a range are coded by their distance from the least."""


def absent(cells: Cells) -> NDArray[np.bool_]:
    """Return a mask of the cells without a value, whatever form they have."""
    if isinstance(cells, Coded):
        return cells.codes < 0
    if isinstance(cells, np.ndarray):
        return np.isnan(cells)
    arrow = cells.cells if isinstance(cells, Text) else cells
    return is_null(arrow)


def take(cells: Cells, rows: NDArray[np.integer[Any]]) -> Cells:
    """Return the cells of some rows, in the same form."""
    if isinstance(cells, Coded):
        return replace(cells, codes=cells.codes[rows])
    if isinstance(cells, np.ndarray):
        return cells[rows]
    return (
        replace(cells, cells=cells.cells.take(rows))
        if isinstance(cells, Text)
        else cells.take(rows)
    )


def is_untyped(cells: Cells) -> bool:
    """Whether cells without any value also come without a type: text from a file, or objects."""
    import pyarrow as pa

    if isinstance(cells, np.ndarray | Coded):
        return False
    if isinstance(cells, Text):
        return bool(cells.cells.null_count == len(cells.cells))
    return bool(pa.types.is_null(cells.type))


def is_text(cells: Any) -> bool:
    """Whether an Arrow column holds text."""
    import pyarrow as pa

    kinds = (pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view)
    return any(kind(cells.type) for kind in kinds)


def is_temporal(cells: Any) -> bool:
    """Whether cells are an Arrow column of dates or timestamps."""
    import pyarrow as pa

    if isinstance(cells, np.ndarray | Coded | Text):
        return False
    return bool(pa.types.is_date(cells.type) or pa.types.is_timestamp(cells.type))


def is_numeric(column: str, cells: Any, place: Place) -> bool:
    """Whether an Arrow column is numeric by its type: numbers, dates, or missing values alone.

    Raises
    ------
    InputError
        If it is neither numeric nor nominal.
    """
    import pyarrow as pa

    kind = cells.type
    if pa.types.is_boolean(kind) or pa.types.is_dictionary(kind) or is_text(cells):
        return False
    if is_temporal(cells):
        return True
    if pa.types.is_temporal(kind):
        raise no_date(column, str(kind), place)
    known = (pa.types.is_integer, pa.types.is_floating, pa.types.is_decimal, pa.types.is_null)
    if any(check(kind) for check in known):
        return True
    raise CellError(
        f"argument must be a string or a real number: {place.column(column)} has type {kind}"
    )


def no_date(column: str, kind: str, place: Place) -> InputError:
    """Return the error for a column of times of day or of durations."""
    return InputError(
        f"{place.column(column)} holds times of day or durations ({kind}): convert it to a number "
        f"(such as seconds)"
    )


def floats(cells: Any) -> NDArray[np.float64]:
    """Return an Arrow column of numbers or booleans as float64."""
    import pyarrow as pa

    if pa.types.is_null(cells.type):
        return np.full(len(cells), np.nan)
    if pa.types.is_boolean(cells.type):
        cells = cells.cast(pa.int8())
    return arrow_floats(cells.cast(pa.float64(), safe=False))


def distinct(column: str, cells: Cells, place: Place) -> Coded:
    """Return the distinct labels of a column, in no particular order unless declared."""
    if isinstance(cells, Coded):
        return cells
    if isinstance(cells, Text):
        return Coded(*_tuple_first(encode(cells.cells)))
    import pyarrow as pa

    if is_temporal(cells):
        cells = _shown_dates(column, cells, place)
    if not isinstance(cells, np.ndarray):
        kind = cells.type
        if pa.types.is_boolean(kind):
            codes = cells.cast(pa.int32()).fill_null(-1)
            return Coded((False, True), _int32(codes), declared=True)
        if pa.types.is_dictionary(kind):
            return merged(*encode(cells), True)
        if not is_numeric(column, cells, place) or pa.types.is_integer(kind):
            small = _small_whole(cells)
            return Coded(*_tuple_first(encode(cells))) if small is None else small
        cells = floats(cells)
    known = ~np.isnan(cells)
    values, positions = np.unique(cells[known], return_inverse=True)
    codes = np.full(len(cells), -1, dtype=np.int32)
    codes[known] = positions
    return merged(values.tolist(), codes, False)


def _shown_dates(column: str, cells: Any, place: Place) -> Any:
    """Return dates as they are printed, as texts."""
    import pyarrow as pa

    calendar, values = numbers_of(column, cells, place)
    known = ~np.isnan(values)
    shown = {value: calendar.shown(value) for value in np.unique(values[known]).tolist()}
    return pa.array([shown.get(value) for value in values.tolist()], pa.string())


def _small_whole(cells: Any) -> Coded | None:
    """Return whole numbers of a narrow range, none missing, coded without hashing; else None."""
    import pyarrow as pa

    if not isinstance(cells, pa.Array) or not pa.types.is_integer(cells.type) or cells.null_count:
        return None
    return small_whole(cells.to_numpy(zero_copy_only=False))


def small_whole(values: NDArray[Any]) -> Coded | None:
    """Return whole numbers of a narrow range, coded without hashing; None if it is too wide.

    Examples
    --------
    >>> small_whole(np.array([7, 5, 7]))
    Coded(labels=(5, 7), codes=array([1, 0, 1], dtype=int32), declared=False)
    """
    if not len(values):
        return None
    lowest, highest = int(values.min()), int(values.max())
    if highest - lowest >= _NARROW:
        return None
    if values.dtype.itemsize < 4:  # else the difference may be too large for it
        values = values.astype(np.int32)
    codes = (values - values.dtype.type(lowest)).astype(np.int32)
    present = np.bincount(codes, minlength=highest - lowest + 1) > 0
    labels = tuple(lowest + position for position in np.flatnonzero(present).tolist())
    if not present.all():
        codes = (np.cumsum(present, dtype=np.int32) - 1)[codes]
    return Coded(labels, codes)


def merged(labels: list[Any], codes: NDArray[Any], declared: bool) -> Coded:
    """Return labels as plain Python scalars, equal ones as one and missing ones as none."""
    if all(type(label) is str for label in labels) and len(set(labels)) == len(labels):
        return Coded(tuple(labels), np.ascontiguousarray(codes, dtype=np.int32), declared)
    position: dict[tuple[type, Label], int] = {}
    new_codes = np.full(len(labels) + 1, -1, dtype=np.int32)
    for old, label in enumerate(labels):
        if not is_missing(label):
            value = plain(label)
            new_codes[old] = position.setdefault((type(value), value), len(position))
    return Coded(tuple(value for _, value in position), new_codes[codes], declared)


def plain(label: object) -> Label:
    """Return a label as a str, int, float or bool; whole numbers are ints.

    Examples
    --------
    >>> plain(np.float64(2.0)), plain(0.5), plain(np.True_), plain(np.str_("red"))
    (2, 0.5, True, 'red')
    """
    if isinstance(label, np.generic):
        label = label.item()
    if isinstance(label, bool | int):
        return label
    if isinstance(label, str):
        return str(label)
    if isinstance(label, numbers.Real | decimal.Decimal):
        value = float(label)
        return int(value) if value.is_integer() else value
    return str(label)


def is_missing(value: object) -> bool:
    """Whether a Python object stands for a missing value: None, NaN, pandas' NA and NaT."""
    if value is None or type(value).__name__ in {"NAType", "NaTType"}:
        return True
    if isinstance(value, float | np.floating):
        return bool(np.isnan(value))
    return isinstance(value, decimal.Decimal) and value.is_nan()


def _int32(codes: Any) -> NDArray[np.int32]:
    import pyarrow as pa

    if isinstance(codes, pa.ChunkedArray):
        return np.asarray(codes.to_numpy(), dtype=np.int32)
    return np.asarray(codes.to_numpy(zero_copy_only=False), dtype=np.int32)


def _tuple_first(pair: tuple[list[Any], NDArray[np.int32]]) -> tuple[tuple[Any, ...], Any]:
    return tuple(pair[0]), pair[1]
