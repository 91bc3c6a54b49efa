"""What a table in memory cannot be asked for, said before any work is done."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cutpoint import catalog
from cutpoint.data.table import Table
from cutpoint.engines.base import CASE
from cutpoint.errors import InputError
from cutpoint.learn import T2, LearnSpec

_LARGEST_SINGLE = 1 << 24  # whole numbers end here in single precision
_LARGEST_WEIGHT = 1 << 31  # cases that can be counted in fixed point
_LARGEST_COUNTS = 1 << 28  # values x classes
_MOST_GROUPED = 500  # values


def check_table(table: Table, spec: LearnSpec) -> None:
    """Refuse a spec that the table does not allow.

    Raises
    ------
    InputError
        With what to do about it.
    """
    if spec.learner == T2:
        n_classes = len(table.classes)
        intervals = n_classes + 1 if spec.max_intervals is None else spec.max_intervals
        _check_counts(table, n_classes * intervals)
        _check_weights(table.weights)
        return
    _check_criterion(table, spec)
    if spec.windowing is not None and table.weights is not None:
        raise InputError("windows are drawn from cases that count the same: leave the weights out")
    if spec.faithful and table.n_rows >= _LARGEST_SINGLE:
        raise InputError(
            f"faithful=True counts cases in single precision, which ends at {_LARGEST_SINGLE:,}; "
            f"the table has {table.n_rows:,} rows: use faithful=False"
        )
    _check_counts(table, len(table.classes))
    if spec.nominal == "groups":
        _check_groups(table)
    if not spec.faithful:
        _check_weights(table.weights)


def _check_criterion(table: Table, spec: LearnSpec) -> None:
    """Refuse a measure that cannot compare the tests of a nominal attribute."""
    criterion = catalog.CRITERIA.get(spec.criterion)
    if criterion is None or (criterion.branches is None and criterion.nominal):
        return
    for attribute in table.attributes:
        n_values = len(attribute.values or ())
        if not criterion.nominal and n_values > 0:
            what, way = "is for numeric attributes", ""
        elif criterion.nominal and n_values > 2 and spec.nominal != "binary":
            what, way = "compares two branches", "use nominal='binary', "
        else:
            continue
        raise InputError(
            f"criterion={spec.criterion!r} {what}, but column {attribute.name!r} has "
            f"{n_values} values: leave it out, {way}or use another criterion"
        )


def _check_weights(weights: NDArray[np.float64] | None) -> None:
    """Refuse weights that are too large or too small to be counted in fixed point."""
    if weights is None:
        return
    total = float(weights.sum())
    if total > _LARGEST_WEIGHT:
        raise InputError(
            f"the weights sum to {total:,.0f} cases, more than {_LARGEST_WEIGHT:,}: divide them"
        )
    if float(weights.min(initial=np.inf)) < 1 / CASE:  # there may be no case at all
        row = int(np.argmin(weights))
        raise InputError(
            f"case {row} (of those with a weight) weighs {weights[row]:g}, less than 2^-30 of a "
            "case: multiply the weights, or make it 0"
        )


def _check_groups(table: Table) -> None:
    """Refuse to group more values than any patience can take."""
    for attribute in table.attributes:
        n_values = len(attribute.values or ())
        if n_values > _MOST_GROUPED:
            raise InputError(
                f"column {attribute.name!r} has {n_values:,} values; grouping compares every pair "
                f"of values again and again and takes at most {_MOST_GROUPED}: "
                "leave the column out, or do not group values"
            )


def _check_counts(table: Table, n_for_each: int) -> None:
    """Refuse a nominal attribute with more values than can be counted, so many for each."""
    for attribute in table.attributes:
        n_values = len(attribute.values or ())
        if n_values * n_for_each > _LARGEST_COUNTS:
            raise InputError(
                f"column {attribute.name!r} has {n_values:,} values and there are "
                f"{len(table.classes):,} classes: too many to count together; leave the column out"
            )
