"""The cells of a column as NumPy, pandas, polars, pyarrow and lists of Python objects hold them."""

# ruff: noqa: PLC0415 - Arrow is imported where it is used, so that `import cutpoint` stays cheap

from __future__ import annotations

import decimal
import numbers
import sys
from datetime import UTC, date, datetime, time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutpoint.data.attribute import Label
from cutpoint.data.cells import Cells, is_missing, merged, no_date, plain
from cutpoint.data.place import CellError, Place
from cutpoint.data.text import Text
from cutpoint.errors import InputError


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
        raise no_date(column, str(values.dtype), place)
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
