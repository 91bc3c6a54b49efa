"""A typed table as pandas frames."""

# ruff: noqa: PLC0415 - pandas is needed here alone

from __future__ import annotations

from typing import Any

import numpy as np

from cutpoint.data.attribute import Attribute
from cutpoint.data.table import Column, Table
from cutpoint.errors import InputError


def frames_of(table: Table) -> tuple[Any, Any]:
    """Return the attributes of a table as a DataFrame and its target as a Series.

    Nominal attributes become categories in their declared order.

    Raises
    ------
    InputError
        If pandas is not installed.

    Examples
    --------
    >>> from cutpoint.data import make_mixed
    >>> X, y = frames_of(make_mixed(5))
    >>> X.shape, y.name, str(X["seal"].dtype)
    ((5, 10), 'outcome', 'category')
    """
    try:
        import pandas as pd
    except ImportError:
        raise InputError("data sets are pandas frames: pip install pandas") from None
    columns = {
        attribute.name: _cells(attribute, column, pd)
        for attribute, column in zip(table.attributes, table.columns, strict=True)
    }
    X = pd.DataFrame(columns, index=pd.RangeIndex(table.n_rows))
    labels = np.array([*table.classes, None], dtype=object)  # -1, a missing class, is the last
    y = pd.Series(labels[np.asarray(table.target)].tolist(), name=table.target_name)
    return X, y


def _cells(attribute: Attribute, column: Column, pd: Any) -> Any:
    if attribute.is_numeric:
        return column
    return pd.Categorical.from_codes(column, categories=list(attribute.values or ()))
