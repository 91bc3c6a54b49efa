"""T2: the two-level tree with the fewest training errors (Auer, Holte & Maass 1995)."""

from __future__ import annotations

from typing import Any

from cutpoint import _core
from cutpoint._core import Progress
from cutpoint.data.table import Table
from cutpoint.tree.arrays import tree_of
from cutpoint.tree.tree import Tree


def learn_t2(
    table: Table,
    *,
    max_intervals: int | None = None,
    n_threads: int = 1,
    progress: Progress | None = None,
    **search: Any,
) -> Tree:
    """Return the two-level tree that misclassifies the fewest cases.

    Parameters
    ----------
    table : Table
        With a target.
    max_intervals : int, optional
        Into how many intervals a numeric attribute may be divided at the second level; by default
        one more than there are classes.
    n_threads : int, default=1
        The tree does not depend on it.
    progress : Progress, optional
        It ends at the number of cases.
    **search
        How :class:`cutpoint._core.T2Options` says to search; the tree does not depend on it.

    Examples
    --------
    >>> import numpy as np
    >>> from cutpoint.data.attribute import Attribute
    >>> x = np.array([1.0, 2.0, 3.0, 4.0, 5.0, np.nan])
    >>> y = np.array([0, 1, 1, 0, 0, 1], dtype=np.int32)
    >>> print(learn_t2(Table((Attribute("x"),), (x,), 6, ("no", "yes"), y)))
    x <= 1.5 : no (1.0)
    x in (1.5, 3.5] : yes (2.0)
    x > 3.5 : no (2.0)
    x is unknown : yes (1.0)
    """
    if max_intervals is None:
        max_intervals = len(table.classes) + 1
    options = _core.T2Options(min(max_intervals, max(table.n_rows, 1)), n_threads, **search)
    arrays = _core.learn_t2(table.view(), options, Progress() if progress is None else progress)
    return tree_of(arrays, table.attributes, table.classes)
