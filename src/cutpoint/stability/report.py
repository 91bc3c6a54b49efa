"""What an assessment found: numbers by node, by tree and for the whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutpoint.data.attribute import Label
from cutpoint.errors import InputError
from cutpoint.files import FilePath, write_whole
from cutpoint.stability import frames, json_form, text
from cutpoint.stability.node import LEVEL, NodeStability
from cutpoint.tree.tree import Tree


@dataclass(frozen=True, eq=False, repr=False)
class Stability:
    """How much a tree would change with another sample of its cases.

    Made by :func:`assess`; ``print`` shows it, :meth:`to_frame` gives it as tables.

    Attributes
    ----------
    reference : Tree
        The tree that was assessed.
    sampler : {"bootstrap", "subsample"}
        How resamples were drawn.
    size, n_cases : int
        The cases of a resample, and those that it was drawn from.
    on_test : bool
        Whether variances are over test cases; else they are over the training cases.
    nodes : sequence of NodeStability
        What resamples have at the place of each node of the reference tree, by its number.
    trees : tuple of Tree
        The tree of each resample.
    errors : float array
        The error rate of each of them: out of bag, or on test cases if their classes were given.
        NaN where no case is out of bag.
    similarities : float array, trees x trees
        The share of the pairs of cases that two trees treat alike: both put the two cases in one
        leaf, or both in two.
    variances, probability_variances : float arrays
        By class; see :attr:`variance` and :attr:`probability_variance`.
    """

    reference: Tree
    sampler: str
    size: int
    n_cases: int
    on_test: bool
    nodes: Sequence[NodeStability] = field(repr=False)
    trees: tuple[Tree, ...] = field(repr=False)
    errors: NDArray[np.float64]
    similarities: NDArray[np.float64]
    variances: NDArray[np.float64]
    probability_variances: NDArray[np.float64]

    @property
    def n_resamples(self) -> int:
        """The number of resamples."""
        return len(self.trees)

    @property
    def variance(self) -> float:
        """The variance of class probabilities over trees, equation (1) of Geurts & Wehenkel.

        For each case and class the mean squared deviation of the probability from its mean over
        the trees; the mean of that over cases and classes.
        """
        return float(self.variances.mean())

    @property
    def variance_by_class(self) -> dict[Label, float]:
        """The same for each class."""
        return dict(zip(self.reference.classes, self.variances.tolist(), strict=True))

    @property
    def probability_variance(self) -> float:
        """The part of it that estimating probabilities has, the structure of the tree being fixed.

        The cases of each resample are sent down the reference tree, whose leaves take their
        probabilities from them. A leaf that none of them reaches has those of the test above it.
        """
        return float(self.probability_variances.mean())

    @property
    def structure_variance(self) -> float:
        """The rest: what comes of other tests and cuts."""
        return self.variance - self.probability_variance

    @cached_property
    def sizes(self) -> NDArray[np.int64]:
        """The number of nodes of the tree of each resample."""
        return np.array([tree.n_nodes for tree in self.trees], dtype=np.int64)

    @property
    def similarity(self) -> float:
        """The mean share of the pairs of cases that two trees of resamples treat alike."""
        upper = np.triu_indices(self.n_resamples, 1)
        return float(self.similarities[upper].mean())

    @property
    def closeness(self) -> NDArray[np.float64]:
        """How like the others the tree of each resample is, on average."""
        others = self.n_resamples - 1
        return np.asarray((self.similarities.sum(axis=1) - 1.0) / others)

    @property
    def representative(self) -> Tree:
        """The tree of a resample that is most like the others; the first of equals."""
        return self.trees[int(np.argmax(self.closeness))]

    def to_frame(self, what: str = "nodes", kind: str | None = None) -> Any:
        """Return a table: a row per node of the reference tree, per cut found, or per resample.

        Parameters
        ----------
        what : {"nodes", "cuts", "trees"}
        kind : {"pandas", "polars", "pyarrow"}, optional
            Whose table; by default pandas' if pandas is installed, else pyarrow's.
        """
        return frames.frame_of(self, what, kind)

    def plot(self, what: str = "cuts", *, ax: Any = None) -> Any:
        """Draw the cuts of each node, the attributes chosen there, or the trees of resamples.

        Parameters
        ----------
        what : {"cuts", "attributes", "trees"}
            The places of the cuts by node; the shares of the attributes by node; the errors of the
            trees of resamples against their sizes.
        ax : matplotlib axes, optional

        Returns
        -------
        matplotlib axes
        """
        drawing = import_module("cutpoint.views.plots.stability")  # it is built on this
        return drawing.plot_stability(self, what, ax=ax)

    def to_report(self, level: float = LEVEL) -> dict[str, Any]:
        """Return what the report of a model holds of it, for the page; JSON can hold it."""
        return json_form.page_report(self, level)

    def to_json(self) -> str:
        """Return everything as JSON, trees included; the same gives the same text."""
        return json_form.text_of(self)

    @classmethod
    def from_json(cls, given: str) -> Stability:
        """Return what a text from :meth:`to_json` holds.

        Raises
        ------
        InputError
            If it holds anything else.
        """
        return cls(**json_form.fields_of(given))

    def save(self, path: FilePath) -> None:
        """Write everything to a JSON file, whole or not at all, that :func:`load` reads."""
        write_whole(path, self.to_json())

    def __str__(self) -> str:
        return text.text_of(self)

    def __repr__(self) -> str:
        return (
            f"<Stability: {self.n_resamples} resamples, variance {self.variance:.3g}, "
            f"similarity {self.similarity:.3g}>"
        )


def load(path: FilePath) -> Stability:
    """Return the assessment that a file holds.

    Parameters
    ----------
    path : path
        A file that :meth:`Stability.save` or ``cutpoint stability --out`` wrote.

    Raises
    ------
    InputError
        If it cannot be read or holds anything else; the message names the file.

    Examples
    --------
    >>> import tempfile
    >>> from cutpoint import TreeClassifier
    >>> from cutpoint.stability import assess
    >>> X, y = [[1], [2], [3], [4], [5], [6]], list("aababb")
    >>> stability = assess(TreeClassifier().fit(X, y), X, y, n_resamples=5)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     stability.save(folder + "/stability.json")
    ...     load(folder + "/stability.json").variance == stability.variance
    True
    """
    try:
        return Stability.from_json(json_form.read(path))
    except InputError as error:
        raise InputError(f"{path}: {error}") from None
