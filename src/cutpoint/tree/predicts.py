"""What a tree says of cases: a part of :class:`cutpoint.tree.tree.Tree`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cutpoint._core import CaseReader, Cases, Predictor
from cutpoint.data.attribute import Attribute, Label
from cutpoint.data.table import Table
from cutpoint.threads import thread_count
from cutpoint.tree.costs import cheapest
from cutpoint.tree.predict import cases_of, predictor_of

if TYPE_CHECKING:
    from scipy.sparse import csr_array

    from cutpoint.tree.tree import Tree


class Predicts:
    """What a tree says of cases; the core walks them down, compiled at the first use."""

    if TYPE_CHECKING:  # the tree has them
        attributes: tuple[Attribute, ...]
        classes: tuple[Label, ...]
        costs: NDArray[np.float64] | None

        @property
        def n_nodes(self) -> int:
            """Number of nodes."""

    @cached_property
    def predictor(self) -> Predictor:
        """The tree compiled for prediction; made at its first use and not pickled."""
        return predictor_of(cast("Tree", self))

    @cached_property
    def _case_reader(self) -> CaseReader:
        from cutpoint.tree.classify import case_reader_of  # noqa: PLC0415  # seldom needed

        return case_reader_of(cast("Tree", self))

    def _cases(self, X: ArrayLike | Table) -> Cases:
        return cases_of(X, len(self.attributes))

    def classify(self, case: Mapping[str, Any], proba: bool = False) -> Any:
        """Return the class of one case, given by the names of the attributes.

        Meant for one case at a time: it takes microseconds. For many use :meth:`predict_codes`.

        Parameters
        ----------
        case : mapping from names to values, such as a dict
            What is absent, None or NaN is unknown, and so is a value that the tree has not seen.
            Names that the tree does not know are ignored.
        proba : bool, default=False
            Whether to return the probability of each class instead.

        Returns
        -------
        label, or dict from labels to probabilities

        Raises
        ------
        InputError
            If a value is of a type that its attribute cannot have; the message names it.

        Examples
        --------
        >>> from cutpoint.tree import example_tree
        >>> tree = example_tree()
        >>> tree.classify({"outlook": "sunny", "humidity": 90})
        "Don't Play"
        >>> tree.classify({"outlook": "sunny"}, proba=True)
        {'Play': 0.4, "Don't Play": 0.6}
        """
        if not proba and self.costs is None:
            return self.classes[self._case_reader.code(case)]
        shares = self._case_reader.shares(case)
        if proba or self.costs is None:
            return dict(zip(self.classes, shares.tolist(), strict=True))
        return self.classes[cheapest(shares[np.newaxis], self.costs)[0]]

    def predict_weights(self, X: ArrayLike | Table, n_jobs: int | None = 1) -> NDArray[np.float64]:
        """Return the weight of each class for each row.

        A case with an unknown value goes down all branches, in proportion to the training cases
        that did; its weights come from several leaves then.

        Parameters
        ----------
        X : matrix, rows x attributes, or Table
            Numbers; nominal values as positions in ``Attribute.values``. NaN is unknown, and so is
            a position that is negative or beyond the values. A table has the columns of the tree.
        n_jobs : int or None, default=1
            Number of threads; None is 1, -1 is one per core. The result does not depend on it.

        Returns
        -------
        float64 array, rows x classes

        Examples
        --------
        >>> import numpy as np
        >>> from cutpoint.tree import example_tree
        >>> tree = example_tree()  # outlook, temperature, humidity, windy
        >>> X = [[0, 70, 70, 1], [0, 70, np.nan, 1]]
        >>> tree.predict_weights(X).tolist()
        [[1.0, 0.0], [0.4, 0.6]]
        """
        return self.predictor.weights(self._cases(X), thread_count(n_jobs))

    def predict_softly(self, X: ArrayLike | Table, n_jobs: int | None = 1) -> NDArray[np.float64]:
        """Return the class weights of each row by soft thresholds, scaled to sum to 1.

        Between the bounds of a numeric test a case goes down both branches, each with a part of its
        weight. A test without bounds divides as ever.

        Examples
        --------
        >>> from dataclasses import replace
        >>> import numpy as np
        >>> from cutpoint.tree import example_tree
        >>> hard = example_tree()  # sunny days: play if humidity <= 75
        >>> soft = replace(hard, lower=np.array([70.0]), upper=np.array([80.0]))
        >>> soft.predict_softly([[0, 72, 76, 1], [0, 72, 90, 1]]).round(3).tolist()
        [[0.4, 0.6], [0.0, 1.0]]
        """
        return self.predictor.soft_shares(self._cases(X), thread_count(n_jobs))

    def predict_codes(self, X: ArrayLike | Table, n_jobs: int | None = 1) -> NDArray[np.int32]:
        """Return the class of each row as a position in ``classes``: the first of the heaviest.

        The label of a leaf is not asked, except where no training case arrived: among classes that
        are equally frequent the first is given. With costs it is the first of the classes of least
        expected cost.
        """
        if self.costs is not None:
            return cheapest(self.predict_proba(X, n_jobs), self.costs)
        return self.predictor.codes(self._cases(X), thread_count(n_jobs))

    def predict_proba(self, X: ArrayLike | Table, n_jobs: int | None = 1) -> NDArray[np.float64]:
        """Return the class weights of each row, scaled to sum to 1."""
        return self.predictor.shares(self._cases(X), thread_count(n_jobs))

    def apply(self, X: ArrayLike | Table, n_jobs: int | None = 1) -> NDArray[np.int64]:
        """Return the number of the leaf that holds the greatest part of each row."""
        return self.predictor.ends(self._cases(X), thread_count(n_jobs))

    def decision_path(self, X: ArrayLike | Table) -> csr_array[Any, tuple[int, int]]:
        """Return which nodes each row reaches with any weight, as a sparse matrix of ones."""
        from scipy.sparse import csr_array  # noqa: PLC0415  # scipy is slow to import

        cases = self._cases(X)
        starts, nodes = self.predictor.paths(cases)
        ones = np.ones(len(nodes), dtype=np.int8)
        return csr_array((ones, nodes, starts), shape=(len(cases), self.n_nodes))
