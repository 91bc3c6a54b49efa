"""What the cases of a class weigh, and how it is given to a table."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutpoint.data.table import Table
from cutpoint.data.weights import weighted_table


def case_weights(table: Table, class_weight: Any) -> NDArray[np.float64] | None:
    """Return the weights of the cases of a table, multiplied by those of their classes.

    Parameters
    ----------
    table : Table
        With a target.
    class_weight : dict, "balanced" or None
        As scikit-learn's classifiers have it.

    Examples
    --------
    >>> table = Table((), (), 3, ("no", "yes"), np.array([0, 1, 1]))
    >>> case_weights(table, {"no": 4.0, "yes": 1.0}).tolist()
    [4.0, 1.0, 1.0]
    """
    if class_weight is None:
        return table.weights
    weights = _by_class(table, class_weight)
    return weights if table.weights is None else table.weights * weights


def weighted_like(table: Table, training: Table, class_weight: Any) -> Table:
    """Return other cases with the weights that their classes have among the training cases."""
    if class_weight is None:
        return weighted_table(table, table.weights)
    by_class = np.ones(len(training.classes))
    by_class[training.target] = _by_class(training, class_weight)
    return with_priors(table, by_class)


def with_priors(table: Table, by_class: NDArray[np.float64]) -> Table:
    """Return cases whose weights are multiplied by those of their classes."""
    assert table.target is not None
    weights = by_class[table.target]
    return weighted_table(table, weights if table.weights is None else weights * table.weights)


def _by_class(table: Table, class_weight: Any) -> NDArray[np.float64]:
    """Return what the class of each case weighs."""
    from sklearn.utils import compute_sample_weight  # noqa: PLC0415  # slow to import

    single = len({type(label) for label in table.classes}) == 1
    classes = np.array(table.classes, dtype=None if single else object)
    return np.asarray(compute_sample_weight(class_weight, classes[table.target]))
