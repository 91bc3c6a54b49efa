"""How the weights of cases are checked, and how learners count them."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutpoint.data.place import IN_MEMORY, Place
from cutpoint.data.table import Table
from cutpoint.errors import InputError
from cutpoint.wording import count_of

_LEAST = 2.0**-30
"""The least part of a case, or of the greatest weight, that is counted."""
_ROUNDING = 1e-9
"""Weights whose mean falls short of 1 by no more than this have a mean of 1."""


def weights_of(weights: Any, n_rows: int, place: Place = IN_MEMORY) -> NDArray[np.float64]:
    """Return case weights as an array.

    Raises
    ------
    InputError
        If there are too many or too few, one is negative, missing or infinite, or all are zero.
    """
    try:
        values = np.asarray(weights, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise InputError(f"weights must be numbers: {error}") from None
    if values.ndim != 1:
        raise InputError(f"weights must be a 1d array, got an array of shape {values.shape}")
    if len(values) != n_rows:
        raise InputError(f"{count_of(len(values), 'weight')} given for {count_of(n_rows, 'row')}")
    wrong = ~(values >= 0) | np.isinf(values)
    if wrong.any():
        row = int(np.argmax(wrong))
        raise InputError(
            f"{place.row(row)}: the weight is {float(values[row])!r}: a weight is a finite number, "
            f"0 or more"
        )
    if n_rows and not values.any():
        raise InputError("all weights are zero: at least one case must have a positive weight")
    return values


def learning_weights(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return weights as learners count them: small ones are scaled.

    A learner counts cases: a test needs two of them, and an estimate is the surer the more there
    are. Weights that sum to less than the number of cases with a positive weight (shares of 1, as
    boosting has them) are no such counts, so they are scaled until these cases have a mean weight
    of 1; what is less than 2^-30 of the greatest counts as 0 then. All others stay as they are: a
    weight of 2 is two equal cases.

    Parameters
    ----------
    weights : float64 array
        Finite numbers, 0 or more.

    Returns
    -------
    float64 array
        The same array if there is nothing to scale.

    Examples
    --------
    >>> learning_weights(np.array([0.25, 0.0, 0.75])).tolist()
    [0.5, 0.0, 1.5]
    >>> learning_weights(np.array([0.5, 2.0])).tolist()
    [0.5, 2.0]
    """
    if weights.sum() >= np.count_nonzero(weights) * (1 - _ROUNDING):
        return weights
    shares = weights / weights.max()  # however small, their sum can be divided by
    shares[shares < _LEAST] = 0.0
    counted = shares > 0
    if np.ptp(shares[counted]) == 0:
        return np.where(counted, 1.0, 0.0)
    total = math.fsum(shares.tolist())  # the same in any order
    scaled: NDArray[np.float64] = shares * (np.count_nonzero(counted) / total)
    return scaled


def weighted_table(table: Table, weights: NDArray[np.float64] | None) -> Table:
    """Return the table that a learner takes: with these weights, without the cases of weight 0.

    Small weights are scaled: see :func:`learning_weights`.

    Examples
    --------
    >>> table = Table((), (), 3)
    >>> weighted_table(table, np.array([0.25, 0.0, 0.75])).weights.tolist()
    [0.5, 1.5]
    """
    if weights is not None:
        weights = learning_weights(weights)
    if weights is None or bool((weights == 1).all()):
        return table if table.weights is None else replace(table, weights=None)
    table = replace(table, weights=weights)
    if bool((weights == 0).any()):
        table = table.take(weights > 0)
    return table
