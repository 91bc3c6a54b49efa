"""Folds of the cases of a table, with equal shares of each class."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def folds_of(
    target: NDArray[Any], folds: int, rng: np.random.Generator | np.random.RandomState
) -> NDArray[np.int64]:
    """Return the fold of each case: of equal sizes, and with equal shares of each class.

    Cases are shuffled, put in the order of their classes and dealt out in turn, so sizes, and the
    cases of each class, differ by at most one.

    Examples
    --------
    >>> fold = folds_of(np.array([0, 1, 0, 1]), 2, np.random.default_rng(0))
    >>> sorted(fold[::2].tolist()), sorted(fold[1::2].tolist())
    ([0, 1], [0, 1])
    """
    order = rng.permutation(len(target))
    order = order[np.argsort(target[order], kind="stable")]
    fold = np.empty(len(target), dtype=np.int64)
    fold[order] = np.arange(len(target)) % folds
    return fold
