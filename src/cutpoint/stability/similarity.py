"""How alike trees are: by the pairs of cases that they put together or keep apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Leaves = NDArray[np.int64]
"""The leaf of each of some cases."""


def similarities(leaves: Sequence[Leaves]) -> NDArray[np.float64]:
    """Return the share of the pairs of cases that each two trees treat alike (the Rand index).

    Two trees treat a pair alike if it ends at one leaf in both, or at two leaves in both.

    Examples
    --------
    >>> similarities([np.array([1, 1, 2, 2]), np.array([5, 5, 5, 6])]).tolist()
    [[1.0, 0.5], [0.5, 1.0]]
    """
    n = len(leaves[0]) if len(leaves) else 0
    every = n * (n - 1) // 2
    if every == 0:
        return np.ones((len(leaves), len(leaves)))
    # Small trees often divide the cases alike: each way is compared once.
    distinct, which = np.unique(
        [_canonical(entry) for entry in leaves], axis=0, return_inverse=True
    )
    if n * n < 2**31:
        distinct = distinct.astype(np.int32)  # sorted twice as fast
    together = _pairs_together(distinct)
    matrix = np.ones((len(distinct), len(distinct)))
    for a in range(len(distinct) - 1):
        others = slice(a + 1, None)
        both = _pairs_together(distinct[a] * distinct.dtype.type(n) + distinct[others])
        differ = together[a] + together[others] - 2 * both
        matrix[a, others] = matrix[others, a] = 1.0 - differ / every
    return matrix[np.ix_(which, which)]


def _canonical(leaves: Leaves) -> Leaves:
    """Return the leaves numbered in the order of the first case that each of them has."""
    _, first, place = np.unique(leaves, return_index=True, return_inverse=True)
    number = np.empty(len(first), dtype=np.int64)
    number[np.argsort(first)] = np.arange(len(first))
    return number[place]


def _pairs_together(groups: NDArray[np.signedinteger[Any]]) -> NDArray[np.int64]:
    """Return for each row how many pairs of its entries are equal.

    Examples
    --------
    >>> _pairs_together(np.array([[3, 3, 3, 1], [1, 2, 1, 2]])).tolist()
    [3, 2]
    """
    ordered = np.sort(groups, axis=1)
    is_first = np.ones(ordered.shape, dtype=bool)
    np.not_equal(ordered[:, 1:], ordered[:, :-1], out=is_first[:, 1:])
    starts = np.flatnonzero(is_first)
    sizes = np.diff(starts, append=ordered.size)
    of_row = np.concatenate([[0], np.cumsum(is_first.sum(axis=1))[:-1]])
    return np.asarray(np.add.reduceat(sizes * (sizes - 1), of_row) // 2)
