"""What a tree says of cases: the compiled predictor, and the rows as it reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from cutpoint._core import Cases, Predictor
from cutpoint.data.attribute import value_counts
from cutpoint.data.table import Column, Table
from cutpoint.errors import InputError
from cutpoint.tree.arrays import node_table, plain

if TYPE_CHECKING:
    from cutpoint.tree.tree import Tree


def predictor_of(tree: Tree) -> Predictor:
    """Return the tree made ready for prediction.

    Raises
    ------
    InputError
        If the arrays do not make a tree; the message names the node.
    """
    n_values = value_counts(tree.attributes)
    return Predictor(
        node_table(tree),
        n_values,
        tree.single,
        None if tree.lower is None else plain(tree.lower, np.float64, "lower"),
        None if tree.upper is None else plain(tree.upper, np.float64, "upper"),
    )


def cases_of(X: ArrayLike | Table, n_attributes: int) -> Cases:
    """Return the rows of a matrix, or of a table, as the predictor reads them.

    Nothing is copied where the rows are float64 numbers or int32 codes.

    Raises
    ------
    InputError
        If it is not a matrix of so many columns.
    """
    if isinstance(X, Table):
        columns: list[Column] = [
            column if column.dtype == np.float64 else np.ascontiguousarray(column, dtype=np.int32)
            for column in X.columns
        ]
        return Cases.of_columns(columns, X.n_rows)
    try:
        matrix = np.asarray(X, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise InputError(f"the tree needs a matrix of numbers: {error}") from None
    if matrix.ndim != 2 or matrix.shape[1] != n_attributes:
        raise InputError(
            f"the tree needs a matrix with {n_attributes} columns, not one of shape {matrix.shape}"
        )
    if not matrix.flags.aligned or any(step % matrix.itemsize for step in matrix.strides):
        matrix = matrix.copy()
    return Cases(matrix)
