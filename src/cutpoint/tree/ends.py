"""What a tree says of a case that ends at one of its nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cutpoint.tree.costs import cheapest

if TYPE_CHECKING:
    from cutpoint.tree.tree import Tree


def default_shares(tree: Tree) -> NDArray[np.float64]:
    """Return what is said of a case whose weights vanish: the shares of the classes at the root."""
    shares: NDArray[np.float64] = np.maximum(tree.distribution[0], 0.0)
    if shares.sum() > 0:
        return np.asarray(shares / shares.sum())
    shares[tree.label[0]] = 1.0
    return shares


def codes_of_ends(tree: Tree) -> NDArray[np.int32]:
    """Return the class of a case that ends at each node; the node's label may be another.

    It is the first of the heaviest classes, or with costs of those of least expected cost. The
    label is asked only where no training case was.
    """
    real: type[np.floating[Any]] = np.float32 if tree.single else np.float64
    cases, distribution = tree.cases.astype(real), tree.distribution.astype(real)
    with np.errstate(all="ignore"):
        sums = distribution / cases[:, np.newaxis]
    sums[~(sums.max(axis=1) > 0)] = default_shares(tree)
    sums[cases <= 0] = np.eye(len(tree.classes))[tree.label[cases <= 0]]
    if tree.costs is None:
        codes: NDArray[np.int32] = np.argmax(sums, axis=1).astype(np.int32)
        return codes
    shares = sums.astype(np.float64)
    return cheapest(shares / shares.sum(axis=1, keepdims=True), tree.costs)
