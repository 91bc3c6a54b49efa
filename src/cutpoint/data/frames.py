"""How tables in memory become a `Table`: pandas, polars, pyarrow and NumPy."""

# ruff: noqa: PLC0415 - Arrow is imported where it is used, so that `import cutpoint` stays cheap

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutpoint.data import cells as forms
from cutpoint.data import column as typing
from cutpoint.data import native
from cutpoint.data.attribute import Attribute, Label
from cutpoint.data.cells import Cells
from cutpoint.data.place import IN_MEMORY, check_names, no_such_column
from cutpoint.data.table import Column, Table
from cutpoint.data.target import classes_of, series_of
from cutpoint.data.text import Text, any_infinite, check_finite, number_as_text
from cutpoint.data.weights import weights_of
from cutpoint.errors import InputError, InputWarning
from cutpoint.wording import count_of

_MANY_VALUES = 10
"""Fewer texts that are numbers may well be the names of grades."""


def table_from(
    X: Any,
    y: Any = None,
    *,
    categorical_features: str | Sequence[Any] | NDArray[Any] | None = "from_dtype",
    class_order: Sequence[Label] | None = None,
    feature_names: Sequence[str] | None = None,
    sample_weight: Any = None,
) -> Table:
    """Return the typed table of data in memory.

    Numbers are numeric; texts, categories and booleans are nominal. Categories keep their declared
    order, absent ones included; texts are sorted. A column of objects that are all missing is of
    unknown type: it has no values, and counts as missing whatever it holds at prediction. A float64
    matrix is not copied.

    Parameters
    ----------
    X : pandas, polars or pyarrow table, 2-D NumPy array, or sequence of rows
    y : series, array or sequence of labels, optional
        The class of each row.
    categorical_features : "from_dtype", None, or sequence
        "from_dtype": as above. None: all columns are numeric. A sequence of names, positions or
        booleans: these columns are nominal even if they hold numbers, the others go by type.
    class_order : sequence of labels, optional
        The classes in the order that breaks ties; it may hold classes that do not occur.
    feature_names : sequence of str, optional
        The names of the columns; by default the table's own, or x0, x1, ...
    sample_weight : array, optional
        The weight of each row.

    Returns
    -------
    Table

    Raises
    ------
    InputError
        If the data cannot be used; the message names the column and the row (from 0).

    Examples
    --------
    >>> import pandas as pd
    >>> visits = pd.DataFrame({"age": [41, None], "ward": ["surgery", "eye"]})
    >>> table = table_from(visits, ["stay", "home"])
    >>> table.attributes[1].values, table.columns[1].tolist(), table.classes
    (('eye', 'surgery'), [1, 0], ('home', 'stay'))
    """
    given = _columns_of(X)
    names = given.names
    if feature_names is not None:
        names = [str(name) for name in feature_names]
        if len(names) != len(given.names):
            raise InputError(
                f"{len(names)} feature names were given for {len(given.names)} columns"
            )
    check_names(names, IN_MEMORY)
    nominal = declared_nominal(categorical_features, names)
    attributes: list[Attribute] = []
    columns: list[Column] = []
    for position, name in enumerate(names):
        attribute: Attribute
        column: Column
        if position in nominal:
            attribute, column = typing.nominal(name, given.cells(position), IN_MEMORY)
        elif given.matrix is not None:  # checked as a whole
            attribute, column = Attribute(name), given.matrix[:, position]
        elif categorical_features is None:
            attribute, column = typing.numeric(name, given.cells(position), IN_MEMORY)
        else:
            cells = given.cells(position)
            attribute, column = typing.by_type(name, cells, IN_MEMORY)
            if not isinstance(cells, forms.Coded):  # what is declared nominal is meant to be so
                _warn_of_numbers(attribute)
        attributes.append(attribute)
        columns.append(column)
    classes: tuple[Label, ...] = ()
    target: NDArray[np.int32] | None = None
    target_name = "class"
    if y is not None:
        target_name, cells = series_of(y, target_name)
        if len(_lengthy(cells)) != given.n_rows:
            raise InputError(
                f"Found input variables with inconsistent numbers of samples: X has "
                f"{count_of(given.n_rows, 'row')} and y has {len(_lengthy(cells))}"
            )
        classes, target = classes_of(target_name, cells, class_order, IN_MEMORY)
    return Table(
        tuple(attributes),
        tuple(columns),
        given.n_rows,
        classes,
        target,
        target_name,
        None if sample_weight is None else weights_of(sample_weight, given.n_rows),
    )


def _warn_of_numbers(attribute: Attribute) -> None:
    """Say of a column of texts that they are numbers or dates, which nobody has converted."""
    values = attribute.values or ()
    example = number_as_text(values) if len(values) >= _MANY_VALUES else None
    if example is not None:
        warnings.warn(
            f"column {attribute.name!r} holds numbers or dates as texts, such as {example!r}, and "
            f"is learned from as nominal, with {len(values)} values: convert it, or read the file "
            f"with cutpoint.read_table; if it is meant so, name it in categorical_features",
            InputWarning,
            stacklevel=3,
        )


def conform(X: Any, attributes: Sequence[Attribute], *, by_name: bool = True) -> Table:
    """Return data to predict as a table of the columns that a model knows.

    Parameters
    ----------
    X : pandas, polars or pyarrow table, 2-D NumPy array, or sequence of rows
    attributes : sequence of Attribute
        The columns of the model. A nominal value that is not among an attribute's values is unknown
        to the model and counts as missing.
    by_name : bool
        Whether the columns of a data frame are matched by name (others are ignored, their order is
        free); else, and always for arrays, they are matched by position.

    Returns
    -------
    Table

    Raises
    ------
    InputError
        If a column is absent, or a numeric one holds something else; the message names it.

    Examples
    --------
    >>> ward = Attribute("ward", ("eye", "surgery"))
    >>> conform([["eye"], ["heart"]], (ward,)).columns[0].tolist()
    [0, -1]
    """
    given = _columns_of(X)
    if given.is_frame and by_name:
        check_names(given.names, IN_MEMORY)
        where = {name: position for position, name in enumerate(given.names)}
        for attribute in attributes:
            if attribute.name not in where:
                raise no_such_column(attribute.name, given.names, IN_MEMORY)
        positions = [where[attribute.name] for attribute in attributes]
    else:
        if len(given.names) != len(attributes):
            raise InputError(
                f"X has {len(given.names)} features, but cutpoint is expecting {len(attributes)} "
                f"features as input"
            )
        positions = list(range(len(attributes)))
    columns: list[Column] = []
    for attribute, position in zip(attributes, positions, strict=True):
        if attribute.is_plain_number and given.matrix is not None:
            columns.append(given.matrix[:, position])
        elif attribute.is_numeric:
            columns.append(typing.numbers_like(attribute, given.cells(position), IN_MEMORY))
        else:
            columns.append(typing.coded(attribute, given.cells(position), IN_MEMORY))
    return Table(tuple(attributes), tuple(columns), given.n_rows)


@dataclass(frozen=True, slots=True)
class _Given:
    """Named columns, whatever holds them; `matrix` if all are numbers of one NumPy array."""

    names: list[str]
    n_rows: int
    is_frame: bool
    series: list[Any]
    matrix: NDArray[np.float64] | None = None

    def cells(self, position: int) -> Cells:
        name, series = self.names[position], self.series[position]
        if isinstance(series, np.ndarray):
            return native.of_array(name, series, IN_MEMORY)
        if native.is_pandas(series, "Series"):
            return native.of_pandas(name, series, IN_MEMORY)
        return native.of_series(name, series, IN_MEMORY)


def _columns_of(X: Any) -> _Given:
    """Return the columns of any table."""
    if isinstance(X, np.ma.MaskedArray):
        X = _unmasked(X)
    if isinstance(X, np.ndarray):
        return _columns_of_array(np.asarray(X))
    if isinstance(X, str | bytes | dict) or X is None:
        raise InputError(
            f"X must be a table or a 2-D array, not {type(X).__name__}: to read a file, use "
            f"read_table"
        )
    if native.is_pandas(X, "DataFrame"):
        names = [str(name) for name in X.columns]
        check_names(names, IN_MEMORY)
        return _Given(names, len(X), True, [series for _, series in X.items()])
    if type(X).__module__.startswith("pyarrow") and hasattr(X, "schema"):
        check_names(X.schema.names, IN_MEMORY)  # narwhals' own message has several lines
    elif hasattr(X, "iloc") and hasattr(X, "columns"):
        check_names([str(name) for name in X.columns], IN_MEMORY)
    if type(X).__name__ == "RecordBatch":
        import pyarrow as pa

        X = pa.Table.from_batches([X])
    import narwhals as nw

    frame = nw.from_native(X, pass_through=True)
    if isinstance(frame, nw.LazyFrame):
        raise InputError(
            f"X is a lazy table ({type(X).__name__}): collect it first, for instance with "
            f".collect() in polars or .arrow() in DuckDB"
        )
    if isinstance(frame, nw.DataFrame):
        series = list(frame.iter_columns())
        return _Given([str(column.name) for column in series], frame.shape[0], True, series)
    if hasattr(X, "toarray"):
        raise InputError(
            "Sparse data was passed for X, but dense data is required. Use '.toarray()' to convert "
            "to a dense numpy array."
        )
    return _columns_of_array(_as_array(X))


def _unmasked(X: np.ma.MaskedArray[Any, Any]) -> NDArray[Any]:
    """Return a masked array as one with missing values."""
    if X.dtype.kind == "f":
        return np.asarray(X.filled(np.nan))
    array = np.array(X.data, dtype=object)
    array[np.ma.getmaskarray(X)] = None
    return array


def _as_array(X: Any) -> NDArray[Any]:
    """Return a sequence of rows as an array; one of texts and numbers keeps both."""
    try:
        array = np.asarray(X)
        if array.dtype.kind in "US":
            array = np.array(X, dtype=object)
    except ValueError:
        raise InputError("X must be a 2-D array: its rows differ in length") from None
    return array


def _columns_of_array(X: NDArray[Any]) -> _Given:
    if X.dtype.names is not None:
        raise InputError("X is a structured array: convert it to a data frame")
    if X.ndim != 2:
        raise InputError(
            f"Expected 2D array, got {X.ndim}D array instead: Reshape your data to rows and columns"
        )
    names = [f"x{position}" for position in range(X.shape[1])]
    columns = list(X.T)
    matrix: NDArray[np.float64] | None = None
    if X.dtype.kind in "fiu":
        # Column-major if it has to be copied anyhow: columns are what is read.
        matrix = X if X.dtype == np.float64 else X.astype(np.float64, order="F")
        if any_infinite(matrix):
            for name, position in zip(names, range(len(names)), strict=True):
                check_finite(name, matrix[:, position], IN_MEMORY)
    return _Given(names, X.shape[0], False, columns, matrix)


def declared_nominal(declared: Any, names: Sequence[str]) -> set[int]:
    """Return the positions of the columns declared nominal."""
    if declared is None or (isinstance(declared, str) and declared == "from_dtype"):
        return set()
    if isinstance(declared, str):
        raise InputError(
            f"categorical_features must be 'from_dtype', None or a sequence of columns, not "
            f"{declared!r}"
        )
    items = list(declared)
    if items and all(isinstance(item, bool | np.bool_) for item in items):
        if len(items) != len(names):
            raise InputError(
                f"categorical_features has {len(items)} booleans for {len(names)} columns"
            )
        return {position for position, item in enumerate(items) if item}
    chosen: set[int] = set()
    for item in items:
        if isinstance(item, int | np.integer) and str(item) not in names:
            if not -len(names) <= item < len(names):
                raise InputError(
                    f"categorical_features names column {item}, but there are {len(names)} columns"
                )
            chosen.add(int(item) % len(names))
        elif str(item) in names:
            chosen.add(names.index(str(item)))
        else:
            raise no_such_column(item, names, IN_MEMORY)
    return chosen


def _lengthy(cells: Cells) -> Any:
    """Return what of the cells has their length."""
    if isinstance(cells, forms.Coded):
        return cells.codes
    return cells.cells if isinstance(cells, Text) else cells
