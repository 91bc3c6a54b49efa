"""What a table is: typed columns, class codes and weights, ready for the kernels."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutpoint import _core
from cutpoint.data.attribute import Attribute, Label, value_counts
from cutpoint.errors import InputError

Column = NDArray[np.float64] | NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Table:
    """A typed table.

    Attributes
    ----------
    attributes : tuple of Attribute
        One per column.
    columns : tuple of arrays
        Numeric: float64 with NaN where the value is missing. Nominal: int32 positions in
        ``Attribute.values``, -1 where the value is missing.
    n_rows : int
        The number of cases (a table may have no column).
    classes : tuple of labels
        The classes in the order that breaks ties; empty when the table has no target.
    target : int32 array, or None
        The class of each case as a position in ``classes``; -1 where it is missing.
    target_name : str
        The name of the target's column.
    weights : float64 array, or None
        The weight of each case; None means 1.

    Examples
    --------
    >>> import numpy as np
    >>> table = Table((Attribute("humidity"),), (np.array([70.0, np.nan]),), 2)
    >>> table.n_rows, table.has_missing
    (2, True)
    """

    attributes: tuple[Attribute, ...]
    columns: tuple[Column, ...]
    n_rows: int
    classes: tuple[Label, ...] = ()
    target: NDArray[np.int32] | None = None
    target_name: str = "class"
    weights: NDArray[np.float64] | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        if len(self.attributes) != len(self.columns):
            raise InputError(
                f"{len(self.attributes)} attributes but {len(self.columns)} columns were given"
            )
        for attribute, column in zip(self.attributes, self.columns, strict=True):
            if len(column) != self.n_rows:
                raise InputError(
                    f"column {attribute.name!r} has {len(column)} values, not {self.n_rows}"
                )

    @property
    def has_missing(self) -> bool:
        """Whether any value of any column is missing."""
        return any(bool(missing(column).any()) for column in self.columns)

    def take(self, rows: NDArray[np.integer[Any]] | NDArray[np.bool_]) -> Table:
        """Return the table of the given rows (positions or a mask), in that order."""
        columns = tuple(column[rows] for column in self.columns)
        target = None if self.target is None else self.target[rows]
        weights = None if self.weights is None else self.weights[rows]
        count = int(np.count_nonzero(rows)) if rows.dtype == np.bool_ else len(rows)
        return replace(self, columns=columns, n_rows=count, target=target, weights=weights)

    def without(self, names: Collection[str]) -> Table:
        """Return the table without some of its columns."""
        kept = [a for a, attribute in enumerate(self.attributes) if attribute.name not in names]
        return replace(
            self,
            attributes=tuple(self.attributes[a] for a in kept),
            columns=tuple(self.columns[a] for a in kept),
        )

    def view(self) -> _core.TableView:
        """Return the table, which must have a target, as the compiled core reads it.

        Nothing is copied: the table must not change as long as the view is used.
        """
        assert self.target is not None
        columns = [
            column
            if attribute.is_numeric
            else np.ascontiguousarray(column, dtype=np.int32)  # codes in one piece
            for attribute, column in zip(self.attributes, self.columns, strict=True)
        ]
        return _core.TableView(
            columns,
            value_counts(self.attributes),
            np.ascontiguousarray(self.target, dtype=np.int32),
            len(self.classes),
            None if self.weights is None else np.ascontiguousarray(self.weights, dtype=np.float64),
        )

    def matrix(self) -> NDArray[np.float64]:
        """Return all columns as one float64 matrix: codes as numbers, missing values as NaN.

        No copy is made when the columns already are the columns of one float64 matrix, which then
        comes in the memory order it has; a new matrix is column-major.
        """
        whole = as_one_matrix(self.columns)
        if whole is not None:
            return whole
        matrix = np.empty((self.n_rows, len(self.columns)), dtype=np.float64, order="F")
        for position, (attribute, column) in enumerate(
            zip(self.attributes, self.columns, strict=True)
        ):
            matrix[:, position] = column
            if not attribute.is_numeric:
                matrix[column < 0, position] = np.nan
        return matrix


def missing(column: Column) -> NDArray[np.bool_]:
    """Return a mask of the missing values of a column."""
    if column.dtype == np.float64:
        return np.isnan(column)
    return column < 0


def distinct(values: NDArray[Any]) -> NDArray[Any]:
    """Return the distinct values, ascending, as ``np.unique`` does, which imports ``np.ma``.

    Examples
    --------
    >>> distinct(np.array([2, 1, 2])).tolist()
    [1, 2]
    """
    ordered = np.sort(values)
    new = np.ones(len(ordered), dtype=np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=new[1:])
    return ordered[new]


def as_one_matrix(columns: tuple[Column, ...]) -> NDArray[np.float64] | None:
    """Return the float64 matrix whose columns these are, in order, if there is one.

    They are when all are views of one array, at equal distances.
    """
    if not columns or columns[0].dtype != np.float64 or columns[0].base is None:
        return None
    first = columns[0]
    for column in columns:
        if (
            column.dtype != np.float64
            or column.base is not first.base
            or column.strides != first.strides
        ):
            return None
    steps = np.diff([column.ctypes.data for column in columns])
    if (steps != steps[:1]).any():
        return None
    step = int(steps[0]) if len(steps) else first.itemsize
    return np.lib.stride_tricks.as_strided(
        first, (len(first), len(columns)), (first.strides[0], step)
    )
