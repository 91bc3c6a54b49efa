"""How a discretized column is written down: codes, labels or indicators, in any container."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from cutpoint.data.attribute import EXACT_DIGITS, Attribute
from cutpoint.data.place import listing
from cutpoint.errors import InputError
from cutpoint.tree.split import NumericTest

MISSING = "missing"
"""The label of the bin of missing values."""


@dataclass(frozen=True)
class Binned:
    """One numeric column with its cuts.

    Attributes
    ----------
    attribute : Attribute
    cuts : float64 array
    missing_bin : bool
        Whether missing values are a bin of their own, the last one.
    centres : float64 array
        What stands for each interval when codes become numbers again.
    """

    attribute: Attribute
    cuts: NDArray[np.float64]
    missing_bin: bool
    centres: NDArray[np.float64]

    @property
    def name(self) -> str:
        """The column's name."""
        return self.attribute.name

    @property
    def labels(self) -> list[str]:
        """The intervals in words, as a tree prints them.

        Examples
        --------
        >>> Binned(Attribute("age"), np.array([18.0, 30.0]), True, np.zeros(3)).labels
        ['<= 18', 'in (18, 30]', '> 30', 'missing']
        """
        extra = [MISSING] if self.missing_bin else []
        test = NumericTest(self.attribute, tuple(self.cuts.tolist()))
        for digits in range(EXACT_DIGITS, 18):
            labels = [test.condition(branch, digits) for branch in range(test.n_branches)]
            if len(set(labels)) == len(labels):
                break
        return [*labels, *extra]

    def codes(self, column: NDArray[np.float64]) -> NDArray[np.int64]:
        """Return the interval of each value; -1, or the last bin, where it is missing."""
        codes = np.searchsorted(self.cuts, column, side="left")
        absent = len(self.cuts) + 1 if self.missing_bin else -1
        return np.where(np.isnan(column), absent, codes).astype(np.int64)

    def values(self, codes: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the number that stands for each interval, NaN for a missing value."""
        return np.append(self.centres, [np.nan, np.nan])[codes]

    def check(self, codes: NDArray[np.float64]) -> NDArray[np.int64]:
        """Return codes as whole numbers, -1 where missing; refuse what is no interval."""
        absent = np.isnan(codes)
        wrong = ~absent & ((codes != np.floor(codes)) | (codes < 0) | (codes >= len(self.labels)))
        if wrong.any():
            row = int(np.argmax(wrong))
            raise InputError(
                f"column {self.name!r}, row {row}: {codes[row]:g} is no interval; the codes are "
                f"0 to {len(self.labels) - 1}"
            )
        return np.where(absent, -1.0, codes).astype(np.int64)

    def find(self, labels: NDArray[np.object_]) -> NDArray[np.int64]:
        """Return the codes of labels, -1 where missing; refuse what is no interval."""
        code_of = {label: code for code, label in enumerate(self.labels)}
        codes = np.full(len(labels), -1, dtype=np.int64)
        for row, label in enumerate(labels):
            if label is None or label != label:  # noqa: PLR0124  # NaN
                continue
            if label not in code_of:
                raise InputError(
                    f"column {self.name!r}, row {row}: {label!r} is no interval; they are "
                    f"{listing(tuple(self.labels), limit=10)}"
                )
            codes[row] = code_of[label]
        return codes


@dataclass(frozen=True)
class Labelled:
    """A column of labels: positions in ``labels``, -1 where missing."""

    codes: NDArray[np.int64]
    labels: list[str]


Cells = NDArray[np.float64] | Labelled | Any
"""A column to write: numbers, labels, or whatever series a nominal column came in."""


def indicators(codes: NDArray[np.int64], size: int) -> list[NDArray[np.float64]]:
    """Return one column of zeros and ones per code; all NaN where the code is missing."""
    columns = []
    for code in range(size):
        column = (codes == code).astype(np.float64)
        column[codes < 0] = np.nan
        columns.append(column)
    return columns


def columns_of(X: Any) -> list[Any]:
    """Return the columns of a table or matrix, each in its own form."""
    frame = nw.from_native(X, eager_only=True, pass_through=True)
    if isinstance(frame, nw.DataFrame):
        return list(frame.iter_columns())
    array = X if isinstance(X, np.ndarray) else np.array(X, dtype=object)
    if array.ndim != 2:
        raise InputError(f"Expected 2D array, got {array.ndim}D array instead")
    return [array[:, position] for position in range(array.shape[1])]


def as_objects(cells: Cells) -> NDArray[np.object_]:
    """Return a column as Python objects, None where missing."""
    if isinstance(cells, Labelled):
        return np.array([*cells.labels, None], dtype=object)[cells.codes]
    values = cells.to_list() if isinstance(cells, nw.Series) else cells.tolist()
    objects = np.empty(len(values), dtype=object)
    objects[:] = [None if value is None or value != value else value for value in values]  # noqa: PLR0124
    return objects


def as_numbers(name: str, cells: Cells) -> NDArray[np.float64]:
    """Return a column as numbers."""
    values = cells.to_numpy() if isinstance(cells, nw.Series) else cells
    try:
        return np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise InputError(f"column {name!r} holds something that is not a number") from None


def as_array(columns: Sequence[Cells]) -> NDArray[Any]:
    """Return columns as a matrix: of float64 if all are numbers, else of objects."""
    numbers = [c for c in columns if isinstance(c, np.ndarray) and c.dtype.kind == "f"]
    if len(numbers) == len(columns):
        return np.column_stack(numbers)
    matrix = np.empty((_length(columns[0]), len(columns)), dtype=object)
    for position, cells in enumerate(columns):
        matrix[:, position] = as_objects(cells)
    return matrix


def as_pandas(names: Sequence[str], columns: Sequence[Cells], index: Any) -> Any:
    """Return columns as a pandas table; labels are ordered categories."""
    import pandas as pd  # noqa: PLC0415

    made = {}
    for position, cells in enumerate(columns):
        if isinstance(cells, Labelled):
            made[position] = pd.Categorical.from_codes(cells.codes, cells.labels, ordered=True)
        else:
            made[position] = cells.to_pandas().array if isinstance(cells, nw.Series) else cells
    frame = pd.DataFrame(made, index=index)
    frame.columns = pd.Index(list(names), dtype=object)
    return frame


def as_polars(names: Sequence[str], columns: Sequence[Cells]) -> Any:
    """Return columns as a polars table; labels are enumerations."""
    import polars as pl  # noqa: PLC0415

    made = []
    for name, cells in zip(names, columns, strict=True):
        if isinstance(cells, Labelled):
            made.append(pl.Series(name, as_objects(cells).tolist(), dtype=pl.Enum(cells.labels)))
        elif isinstance(cells, nw.Series):
            made.append(cells.to_polars().alias(name))
        else:
            values = cells if cells.dtype.kind == "f" else as_objects(cells).tolist()
            made.append(pl.Series(name, values))
    return pl.DataFrame(made)


def _length(cells: Cells) -> int:
    return len(cells.codes) if isinstance(cells, Labelled) else len(cells)
