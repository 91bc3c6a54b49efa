"""Trees that answer together: the mean of their class probabilities."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cutpoint.data.attribute import Attribute, Label
from cutpoint.data.table import Table
from cutpoint.errors import InputError
from cutpoint.tree.probabilities import smoothed
from cutpoint.tree.tree import Tree


@dataclass(frozen=True)
class Bag:
    """Trees of the same columns and classes, whose probabilities are averaged.

    Attributes
    ----------
    trees : tuple of Tree
        At least one.
    probabilities : str
        How the probabilities of a leaf are estimated: see
        :func:`cutpoint.tree.probabilities.smoothed`.
    m : float

    Examples
    --------
    >>> from cutpoint.tree import example_tree
    >>> tree = example_tree()
    >>> bag = Bag((tree, tree.prune([0])))
    >>> bag.predict_proba([[1, 70, 70, 1]]).round(3).tolist()
    [[0.821, 0.179]]
    """

    trees: tuple[Tree, ...]
    probabilities: str = "raw"
    m: float = 2.0

    def __post_init__(self) -> None:
        if not self.trees:
            raise InputError("a bag needs at least one tree")
        first = self.trees[0]
        for number, tree in enumerate(self.trees):
            if (tree.attributes, tree.classes, tree.single) != (
                first.attributes,
                first.classes,
                first.single,
            ):
                raise InputError(f"tree {number} has other attributes, classes or arithmetic")

    @property
    def attributes(self) -> tuple[Attribute, ...]:
        """The columns that the trees were learned from, in order."""
        return self.trees[0].attributes

    @property
    def classes(self) -> tuple[Label, ...]:
        """The classes, in the order that breaks ties."""
        return self.trees[0].classes

    @property
    def single(self) -> bool:
        """Whether the trees read numbers in C4.5's own single precision."""
        return self.trees[0].single

    @property
    def tested(self) -> tuple[Attribute, ...]:
        """The attributes that any of the trees looks at, in the order of the columns."""
        seen = [tree.attribute[tree.attribute >= 0] for tree in self.trees]
        positions = np.unique(np.concatenate(seen)).tolist()
        return tuple(self.attributes[position] for position in positions)

    def predict_proba(self, X: ArrayLike | Table, n_jobs: int | None = 1) -> NDArray[np.float64]:
        """Return the mean of the trees' class probabilities for each row."""
        ways = (smoothed(tree, self.probabilities, self.m) for tree in self.trees)
        total = next(ways).predict_proba(X, n_jobs)
        for tree in ways:
            total += tree.predict_proba(X, n_jobs)
        total /= len(self.trees)
        return total

    def predict_codes(self, X: ArrayLike | Table, n_jobs: int | None = 1) -> NDArray[np.int32]:
        """Return the most probable class of each row as a position in ``classes``."""
        return np.asarray(np.argmax(self.predict_proba(X, n_jobs), axis=1), dtype=np.int32)

    def importances(self) -> NDArray[np.float64]:
        """Return the importance of each attribute in each tree: trees x attributes."""
        return np.array([tree.importances() for tree in self.trees])
