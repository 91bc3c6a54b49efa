"""How alike trees are: by the pairs of cases that they put together or keep apart."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

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
    together = [_pairs(np.bincount(entry)) for entry in distinct]
    matrix = np.ones((len(distinct), len(distinct)))
    for a, b in combinations(range(len(distinct)), 2):
        both = np.sort(distinct[a] * n + distinct[b])
        sizes = np.diff(np.flatnonzero(np.diff(both, append=-1)), prepend=-1)
        differ = together[a] + together[b] - 2 * _pairs(sizes)
        matrix[a, b] = matrix[b, a] = 1.0 - differ / every
    return matrix[np.ix_(which, which)]


def _canonical(leaves: Leaves) -> Leaves:
    """Return the leaves numbered in the order of the first case that each of them has."""
    _, first, place = np.unique(leaves, return_index=True, return_inverse=True)
    number = np.empty(len(first), dtype=np.int64)
    number[np.argsort(first)] = np.arange(len(first))
    return number[place]


def _pairs(counts: NDArray[np.int64]) -> int:
    """Return how many pairs there are within groups of these sizes."""
    return int((counts * (counts - 1)).sum()) // 2
