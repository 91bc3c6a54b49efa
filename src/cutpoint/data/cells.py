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
import sys
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time
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


def is_pandas(data: Any, kind: str) -> bool:
    """Whether data is a frame ("DataFrame") or a series ("Series") of pandas itself.

    Examples
    --------
    >>> import pandas as pd
    >>> is_pandas(pd.Series([1]), "Series"), is_pandas([1], "Series")
    (True, False)
    """
    pandas = sys.modules.get("pandas")  # who has not imported it has nothing of it
    return pandas is not None and type(data) is getattr(pandas, kind, None)


def of_pandas(column: str, series: Any, place: Place) -> Cells:
    """Return the cells of a pandas series."""
    if isinstance(series.dtype, np.dtype):
        return of_array(column, series.to_numpy(), place)
    if series.dtype.name == "category":
        values = series.array
        return merged(values.categories.tolist(), values.codes, True)
    import narwhals as nw

    return of_series(column, nw.from_native(series, series_only=True), place)


def of_array(column: str, values: NDArray[Any], place: Place) -> Cells:
    """Return the cells of a one-dimensional NumPy array."""
    kind = values.dtype.kind
    if kind == "f":
        return values.astype(np.float64, copy=False)
    if kind == "O":
        return of_objects(column, values, place)
    if kind == "m":
        raise _no_date(column, str(values.dtype), place)
    if kind == "c":
        raise InputError(
            f"Complex data not supported: {place.column(column)} holds complex numbers"
        )
    if kind not in "iubUSTM":
        raise CellError(
            f"argument must be a string or a real number: {place.column(column)} has type "
            f"{values.dtype}"
        )
    import pyarrow as pa

    if kind == "M":
        unit = np.datetime_data(values.dtype)[0]
        coarser = {"Y": "D", "M": "D", "W": "D", "h": "s", "m": "s"}
        return pa.array(np.ascontiguousarray(values).astype(f"M8[{coarser.get(unit, unit)}]"))
    if kind == "S":
        values = np.char.decode(values, "utf-8")
    elif kind == "T":
        return of_objects(column, values.astype(object), place)
    return pa.array(np.ascontiguousarray(values))


def of_objects(column: str, values: NDArray[np.object_], place: Place) -> Cells:
    """Return the cells of an array of Python objects: of one kind, or texts among numbers."""
    import pyarrow as pa

    try:
        cells = pa.array(values, from_pandas=True)
    except (pa.ArrowException, OverflowError, ValueError, TypeError):
        if all(isinstance(value, date) or is_missing(value) for value in values):
            return _of_dates(column, values, place)
        return _of_mixture(column, values, place)
    if pa.types.is_date(cells.type) and any(map(_has_time, values)):
        return _of_dates(column, values, place)  # Arrow would drop the times
    if pa.types.is_nested(cells.type) or pa.types.is_binary(cells.type):
        return _of_mixture(column, values, place)
    return cells


def _has_time(value: object) -> bool:
    return isinstance(value, datetime) and not is_missing(value)


def _of_dates(column: str, values: NDArray[np.object_], place: Place) -> Cells:
    """Return dates and timestamps, some of each, as timestamps."""
    import pyarrow as pa

    zoned = {value.tzinfo is not None for value in values if _has_time(value)}
    if len(zoned) > 1:
        raise InputError(
            f"{place.column(column)}: some times have a zone and others have none: make them alike"
        )
    zone = UTC if True in zoned else None
    whole = [
        value if _has_time(value) or is_missing(value) else datetime.combine(value, time(), zone)
        for value in values.tolist()
    ]
    return pa.array(whole, pa.timestamp("us", tz=zone and "UTC"), from_pandas=True)


def of_series(column: str, series: Any, place: Place) -> Cells:
    """Return the cells of a narwhals series."""
    import narwhals as nw

    native = series.to_native()
    if series.implementation.is_pandas():
        if isinstance(native.dtype, np.dtype):
            return of_array(column, native.to_numpy(), place)
        if isinstance(series.dtype, nw.Categorical | nw.Enum):
            return merged(native.cat.categories.tolist(), native.cat.codes.to_numpy(), True)
    if series.dtype == nw.Categorical and series.implementation.is_polars():
        series = series.cast(nw.String)  # polars' order of appearance is nobody's declaration
    elif series.implementation.is_pyarrow():
        return native
    if series.dtype == nw.Object:
        return of_objects(column, series.to_numpy(), place)
    import pyarrow as pa

    try:
        return series.to_arrow()
    except pa.ArrowException:  # pandas' sparse columns, polars' integers of 128 bits
        return of_objects(column, np.array(series.to_list(), dtype=object), place)


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
        raise _no_date(column, str(kind), place)
    known = (pa.types.is_integer, pa.types.is_floating, pa.types.is_decimal, pa.types.is_null)
    if any(check(kind) for check in known):
        return True
    raise CellError(
        f"argument must be a string or a real number: {place.column(column)} has type {kind}"
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


def _of_mixture(column: str, values: NDArray[np.object_], place: Place) -> Cells:
    """Return an array of numbers as numbers, and one of numbers and texts as text."""
    import pyarrow as pa

    any_text = False
    cells: list[Label | None] = []
    for row, value in enumerate(values):
        if is_missing(value):
            cells.append(None)
            continue
        if not isinstance(value, str | bool | np.bool_ | numbers.Real | decimal.Decimal):
            raise CellError(
                f"argument must be a string or a real number: {place.cell(column, row)} holds "
                f"{type(value).__name__}"
            )
        any_text = any_text or isinstance(value, str)
        cells.append(plain(value))
    if all(cell is None for cell in cells):
        return pa.nulls(len(cells))
    if any_text:
        return Text(pa.array([None if cell is None else str(cell) for cell in cells], pa.string()))
    return np.array([np.nan if cell is None else _float(cell) for cell in cells], dtype=np.float64)


def _float(value: Label) -> float:
    """Return a number as a float; one that is too large is infinite."""
    try:
        return float(value)
    except OverflowError:
        return float("inf")


def _no_date(column: str, kind: str, place: Place) -> InputError:
    return InputError(
        f"{place.column(column)} holds times of day or durations ({kind}): convert it to a number "
        f"(such as seconds)"
    )


def _int32(codes: Any) -> NDArray[np.int32]:
    import pyarrow as pa

    if isinstance(codes, pa.ChunkedArray):
        return np.asarray(codes.to_numpy(), dtype=np.int32)
    return np.asarray(codes.to_numpy(zero_copy_only=False), dtype=np.int32)


def _tuple_first(pair: tuple[list[Any], NDArray[np.int32]]) -> tuple[tuple[Any, ...], Any]:
    return tuple(pair[0]), pair[1]
