"""What is done to a grown tree: soft thresholds. How it is cut back: ``core/src/prune``."""

from __future__ import annotations

from dataclasses import replace

from cutpoint import _core
from cutpoint._core import Progress
from cutpoint.data.table import Table
from cutpoint.tree.arrays import node_table
from cutpoint.tree.tree import Tree


def softened(tree: Tree, table: Table, progress: Progress | None = None) -> Tree:
    """Return the tree with soft thresholds, from the cases that it was learned from.

    Weights are not used, and a case with an unknown value goes no further down. Only tests with one
    cut are softened.

    Examples
    --------
    >>> import numpy as np
    >>> from cutpoint.data.attribute import Attribute
    >>> from cutpoint.engines.memory import learn
    >>> from cutpoint.learn import LearnSpec
    >>> x = np.arange(10.0)
    >>> y = np.array([0, 0, 0, 1, 0, 0, 1, 1, 1, 1], dtype=np.int32)
    >>> table = Table((Attribute("x"),), (x,), 10, ("no", "yes"), y)
    >>> print(softened(learn(table, LearnSpec.for_release(8)).pruned, table))
    x <= 5 [1.861819634,6.138180366]: no (6.0/2.3)
    x > 5 [1.861819634,6.138180366]: yes (4.0/1.2)
    """
    lower, upper = _core.soften(
        node_table(tree), table.view(), tree.single, Progress() if progress is None else progress
    )
    return replace(tree, lower=lower, upper=upper)
