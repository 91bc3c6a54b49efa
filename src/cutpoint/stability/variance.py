"""The variance of class probabilities over learning sets: equation (1) of Geurts & Wehenkel."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cutpoint.data.table import Table
from cutpoint.tree.parts import Parts, parts_of
from cutpoint.tree.structure import parents
from cutpoint.tree.tree import Tree


class ProbabilityVariance:
    """The variance of probabilities over trees, case by case and class by class.

    The expectations of the equation are means: over the trees, then over the cases.

    Examples
    --------
    >>> variance = ProbabilityVariance()
    >>> variance.add(np.array([[1.0, 0.0]]))
    >>> variance.add(np.array([[0.5, 0.5]]))
    >>> variance.by_class().tolist()
    [0.0625, 0.0625]
    """

    def __init__(self) -> None:
        self._n = 0
        self._mean = self._squares = self._step = self._part = np.empty((0, 0))

    def add(self, shares: NDArray[np.float64]) -> None:
        """Add what one more tree says: cases x classes."""
        self._n += 1
        if self._n == 1:
            self._mean, self._squares = shares.copy(), np.zeros_like(shares)
            self._step, self._part = np.empty_like(shares), np.empty_like(shares)
            return
        # Welford's update, in which nothing cancels; in place, as there are many cases.
        step = np.subtract(shares, self._mean, out=self._step)
        self._mean += np.divide(step, self._n, out=self._part)
        rest = np.subtract(shares, self._mean, out=self._part)
        self._squares += np.multiply(step, rest, out=rest)

    def by_class(self, weights: NDArray[np.float64] | None = None) -> NDArray[np.float64]:
        """Return the variance of each class, averaged over the cases."""
        return np.average(self._squares / self._n, axis=0, weights=weights)


class FixedStructure:
    """A tree whose structure stays while its probabilities are estimated anew.

    Parameters
    ----------
    tree : Tree
    training : Table
        The cases of which resamples are drawn, with a target.
    test : Table
        The cases over which variance is averaged.
    """

    def __init__(self, tree: Tree, training: Table, test: Table) -> None:
        assert training.target is not None
        self.tree = tree
        of_node, depths = parents(tree), tree.node_depths()
        levels = [np.flatnonzero(depths == d) for d in range(1, int(depths.max()) + 1)]
        self._levels = [(level, of_node[level]) for level in levels]  # nodes and their parents
        self._parts = parts_of(tree, training)
        self._classes = training.target[self._parts.rows]
        others = self._parts if test is training else parts_of(tree, test)
        self._points = _Points(others, test, tree.n_nodes)
        self._variance = ProbabilityVariance()

    def add(self, weights: NDArray[np.float64]) -> None:
        """Estimate the probabilities from the training cases with these weights."""
        n_classes = len(self.tree.classes)
        rows, ends, shares = self._parts
        counts: NDArray[np.float64] = np.bincount(
            ends * n_classes + self._classes,
            weights=weights[rows] * shares,
            minlength=self.tree.n_nodes * n_classes,
        ).astype(np.float64)
        counts = counts.reshape(-1, n_classes)
        self._variance.add(self._points.shares(self._shares(counts)))

    def _shares(self, counts: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the shares of the classes by node; one without cases has those of its parent."""
        for level, above in reversed(self._levels):
            np.add.at(counts, above, counts[level])
        total = counts.sum(axis=1)
        for level, above in self._levels:
            is_empty = total[level] <= 0
            empty, full = level[is_empty], above[is_empty]
            counts[empty], total[empty] = counts[full], total[full]
        return np.asarray(counts / total[:, None])

    def by_class(self) -> NDArray[np.float64]:
        """Return the variance of each class, averaged over the test cases."""
        return self._variance.by_class(self._points.weights)


class _Points:
    """Test cases drawn together: those that end at one node, and each that ends at several."""

    def __init__(self, parts: Parts, table: Table, n_nodes: int) -> None:
        weights = np.ones(table.n_rows) if table.weights is None else table.weights
        n_parts = np.bincount(parts.rows, minlength=table.n_rows)
        several = n_parts[parts.rows] > 1
        rows, ends = parts.rows[~several], parts.ends[~several]
        divided = np.flatnonzero(n_parts > 1)
        self.weights = np.concatenate(
            [np.bincount(ends, weights=weights[rows], minlength=n_nodes), weights[divided]]
        )
        self._divided = None
        if len(divided):
            from scipy.sparse import csr_array  # noqa: PLC0415  # slow to import

            places = np.searchsorted(divided, parts.rows[several]), parts.ends[several]
            self._divided = csr_array(
                (parts.shares[several], places), shape=(len(divided), n_nodes)
            )

    def shares(self, of_node: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the shares of the classes at these points, from those at the nodes."""
        if self._divided is None:
            return of_node
        return np.concatenate([of_node, self._divided @ of_node])
