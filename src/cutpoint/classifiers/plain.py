"""Arrays and frames of plain numbers, which are known at a glance.

What they are is found out here in a few microseconds. Anything else takes the general way, which
accepts all kinds of tables and says what is wrong with those that it does not accept.
"""

from __future__ import annotations

from typing import Any, TypeGuard

import numpy as np
from numpy.typing import NDArray

from cutpoint.data.native import is_pandas

_SMALL_FRAME = 1000
"""Rows; a larger data frame is read column by column, where it need not be copied."""


def is_plain_matrix(X: Any) -> TypeGuard[NDArray[Any]]:
    """Whether X is a matrix of real numbers, in whose shape there is nothing to find fault with."""
    return type(X) is np.ndarray and X.ndim == 2 and X.dtype.kind in "fiu" and X.size > 0


def is_plain_vector(y: Any) -> TypeGuard[NDArray[Any]]:
    """Whether y is a one-dimensional array of numbers, texts, booleans or objects."""
    return type(y) is np.ndarray and y.ndim == 1 and y.dtype.kind in "biufUO"


def plain_rows(X: Any, names: NDArray[np.object_] | None) -> NDArray[np.float64] | None:
    """Return rows of numbers as a float64 matrix, if they are known at a glance.

    Parameters
    ----------
    X : anything
    names : array of str, or None
        The columns that a data frame must have, in order; None if X must be without names.

    Examples
    --------
    >>> plain_rows(np.array([[1, 2]]), None)
    array([[1., 2.]])
    >>> plain_rows([[1, 2]], None)
    """
    if names is not None:
        X = _matrix_of_frame(X, names)
    if not is_plain_matrix(X):
        return None
    matrix = np.asarray(X, dtype=np.float64)
    in_steps = matrix.flags.forc or not any(step % 8 for step in matrix.strides)
    return matrix if in_steps and matrix.flags.aligned else None


def frame_names(X: Any) -> list[str] | None:
    """Return the columns of a pandas frame by name; None of others, or if a name is no text."""
    if not is_pandas(X, "DataFrame"):
        return None
    names = X.columns.tolist()
    return names if names and all(type(name) is str for name in names) else None


def _matrix_of_frame(X: Any, names: NDArray[np.object_]) -> Any:
    """Return the numbers of a small pandas frame that has these columns; else None."""
    if frame_names(X) != names.tolist() or len(X) > _SMALL_FRAME:
        return None
    if not all(isinstance(kind, np.dtype) and kind.kind in "fiu" for kind in X.dtypes.array):
        return None
    return X.to_numpy()
