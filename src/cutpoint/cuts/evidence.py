"""The evidence table of a column: its distinct values and the class weights of each."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cutpoint.errors import InputError


class Evidence(NamedTuple):
    """What any way to cut a numeric attribute needs to know.

    Attributes
    ----------
    values : array of shape (n_values,)
        The distinct values, ascending.
    weights : array of shape (n_values, n_classes)
        The weight of the cases of each value and class.
    classes : array of shape (n_classes,)
    """

    values: NDArray[np.float64]
    weights: NDArray[np.float64]
    classes: NDArray[Any]


def evidence(values: ArrayLike, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Evidence:
    """Return the evidence table of a column; cases whose value is missing are left out.

    Parameters
    ----------
    values : array of shape (n_cases,)
        Numbers; NaN is missing.
    y : array of shape (n_cases,)
        The classes.
    sample_weight : array of shape (n_cases,), optional

    Raises
    ------
    InputError
        If the columns do not fit together, or hold something that cannot be used.

    Examples
    --------
    >>> table = evidence([2, 1, 2, float("nan")], ["a", "a", "b", "b"])
    >>> table.values.tolist(), table.weights.tolist()
    ([1.0, 2.0], [[1.0, 0.0], [1.0, 1.0]])
    """
    try:
        column = np.asarray(values, dtype=np.float64) + 0.0  # -0.0 is 0.0
        ones = np.ones(column.shape) if sample_weight is None else sample_weight
        weight = np.asarray(ones, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise InputError(f"values and weights must be numbers: {error}") from None
    labels = np.asarray(y)
    if column.ndim != 1 or labels.shape != column.shape or weight.shape != column.shape:
        raise InputError(
            "values, y and sample_weight must be columns of one length, not of shapes "
            f"{column.shape}, {labels.shape} and {weight.shape}"
        )
    if np.isinf(column).any():
        row = int(np.flatnonzero(np.isinf(column))[0])
        raise InputError(f"the value of case {row} is {column[row]}: leave infinite values out")
    if not (np.isfinite(weight) & (weight >= 0)).all():
        row = int(np.flatnonzero(~(np.isfinite(weight) & (weight >= 0)))[0])
        raise InputError(f"the weight of case {row} is {weight[row]}: it must not be negative")
    used = ~np.isnan(column) & (weight > 0)
    column, labels, weight = column[used], labels[used], weight[used]
    try:
        classes, codes = np.unique(labels, return_inverse=True)
    except TypeError:
        raise InputError("the classes are of several types: make them all texts") from None
    order = np.lexsort((weight, codes, column))  # the order of rows must not change a sum
    distinct, rows = np.unique(column[order], return_inverse=True)
    table = np.zeros((len(distinct), len(classes)))
    np.add.at(table, (rows, codes[order]), weight[order])
    return Evidence(distinct, table, classes)
