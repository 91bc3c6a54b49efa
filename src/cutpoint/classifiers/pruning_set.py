"""The pruning set that ``fit`` is given, as a table with the attributes and classes of the tree."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from cutpoint.data.frames import conform
from cutpoint.data.table import Table
from cutpoint.data.target import encode_target
from cutpoint.data.weights import weights_of
from cutpoint.errors import InputError
from cutpoint.learners.weights import weighted_like
from cutpoint.wording import count_of


def pruning_table(given: Any, training: Table, class_weight: Any = None) -> Table:
    """Return a pruning set, (X, y) or (X, y, weights), as a table like the training cases.

    Raises
    ------
    InputError
        If it is no such pair, has other columns, or a class that the training cases do not have.

    Examples
    --------
    >>> from cutpoint.data.attribute import Attribute
    >>> table = Table((Attribute("x"),), (np.array([1.0]),), 1, ("no", "yes"), np.array([0]))
    >>> pruning_table(([[3.0]], ["yes"]), table).target.tolist()
    [1]
    """
    if not isinstance(given, tuple | list) or len(given) not in (2, 3):
        raise InputError("pruning_set must be a pair (X, y), or a triple (X, y, weights)")
    try:
        return _table_of(*given, training=training, class_weight=class_weight)
    except InputError as error:
        raise InputError(f"the pruning set: {error}") from None


def _table_of(
    X: Any, y: Any, sample_weight: Any = None, *, training: Table, class_weight: Any
) -> Table:
    table = conform(X, training.attributes)
    codes = encode_target(y, training.classes)
    if len(codes) != table.n_rows:
        raise InputError(f"X has {count_of(table.n_rows, 'row')} and y has {len(codes)}")
    if (codes < 0).any():
        row = int(np.argmax(codes < 0))
        raise InputError(f"row {row}: the class is missing: drop the row, or fill in the class")
    weights = None if sample_weight is None else weights_of(sample_weight, table.n_rows)
    table = replace(
        table,
        classes=training.classes,
        target=codes,
        target_name=training.target_name,
        weights=weights,
    )
    return weighted_like(table, training, class_weight)
