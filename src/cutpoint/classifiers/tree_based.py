"""What every classifier with a ``tree_`` shares: how it is fitted, predicts and is saved."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Self, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import _fit_context
from sklearn.utils.validation import check_is_fitted

from cutpoint._core import Cases, Predictor
from cutpoint.classifiers.base import Classes, TableClassifier
from cutpoint.classifiers.display import Displayed
from cutpoint.classifiers.plain import plain_rows
from cutpoint.classifiers.pruning_set import pruning_table
from cutpoint.data.attribute import Attribute
from cutpoint.data.frames import conform
from cutpoint.data.table import Table
from cutpoint.errors import InputError
from cutpoint.learners.base import TreeLearner
from cutpoint.threads import thread_count
from cutpoint.tree.costs import cheapest
from cutpoint.tree.explain import case_values, explain
from cutpoint.tree.explanation import Explanation
from cutpoint.tree.model import Model
from cutpoint.tree.predict import cases_of
from cutpoint.tree.probabilities import smoothed
from cutpoint.tree.pruning_path import PruningPath
from cutpoint.tree.tree import Tree

if TYPE_CHECKING:
    from scipy.sparse import csr_array

    from cutpoint._core import Progress
    from cutpoint.engines.base import Learned, Source
    from cutpoint.engines.described import Described
    from cutpoint.engines.passes import Level

Answer = TypeVar("Answer")


class TreeBasedClassifier(Displayed, TableClassifier, TreeLearner):
    """What every classifier with a ``tree_`` shares: how it is fitted and how it predicts."""

    @_fit_context(prefer_skip_nested_validation=True)  # type: ignore[untyped-decorator]
    def fit(
        self,
        X: Any,
        y: Any,
        sample_weight: ArrayLike | None = None,
        *,
        pruning_set: tuple[Any, ...] | None = None,
    ) -> Self:
        """Grow and prune the tree.

        Parameters
        ----------
        X : pandas, polars or pyarrow table, or array of shape (n_samples, n_features)
            Values may be missing.
        y : array of shape (n_samples,)
            The classes: texts, whole numbers or booleans.
        sample_weight : array of shape (n_samples,), optional
            The weight of each case. A weight of 2 is two equal cases. Weights that sum to less
            than the number of cases with a positive weight, such as shares of 1, are scaled until
            these cases have a mean weight of 1. So are the weights of classes.
        pruning_set : pair (X, y) or triple (X, y, weights), optional
            Other cases, from which nothing is grown. They say how much is pruned, whatever
            ``pruning`` is: of the cost-complexity sequence the tree that makes the fewest errors on
            them is taken, the smaller on ties.

        Returns
        -------
        self
        """
        table = self._training_table(X, y, sample_weight)
        if pruning_set is None:
            return self._fit_table(table)
        other = pruning_table(pruning_set, table, self.class_weight)
        return self._fit_table(table, pruning_set=other)

    @_fit_context(prefer_skip_nested_validation=True)  # type: ignore[untyped-decorator]
    def fit_table(
        self,
        table: Table,
        progress: Progress | None = None,
        *,
        pruning_set: Table | None = None,
    ) -> Self:
        """Grow and prune the tree of a typed table, such as :func:`cutpoint.read_table` gives.

        Parameters
        ----------
        table : Table
            It must have a target; types and orders are the table's own.
        progress : Progress, optional
            Counts the cases that have reached a leaf; another thread may watch it, or ask it to
            stop, which ends the work with KeyboardInterrupt.
        pruning_set : Table, optional
            Other cases, with the same attributes and classes, as in :meth:`fit`.

        Returns
        -------
        self
        """
        self._know(table.attributes, table.classes)
        return super().fit_table(table, progress, pruning_set=pruning_set)

    @_fit_context(prefer_skip_nested_validation=True)  # type: ignore[untyped-decorator]
    def fit_source(
        self,
        source: Source,
        target: str,
        weight: str | None = None,
        *,
        ignore: Sequence[str] = (),
        exact: bool = True,
        report: Callable[[Level], None] | None = None,
    ) -> Self:
        """Grow and prune the tree of a table that need not fit into memory.

        The tree is the one that :meth:`fit` would learn from the same rows in memory.

        Parameters
        ----------
        source : Source
            Where the table is: a :class:`~cutpoint.engines.DuckDBSource`, or a
            :class:`~cutpoint.engines.SparkSource`.
        target : str
            The column of the class.
        weight : str, optional
            The column with the weights of the cases.
        ignore : sequence of str
            Columns that are left out.
        exact : bool, default=True
            Whether the cuts of nodes that do not fit into memory are exact. Else they lie between
            1,024 bins of equal numbers of cases, which saves passes over the table.
        report : function, optional
            Called before each pass with a :class:`~cutpoint.engines.passes.Level`: how far it is.

        Returns
        -------
        self

        Raises
        ------
        InputError
            If the source cannot be used, or the parameters ask for what is not known of a table
            beyond memory; the message says what to do.
        """
        from cutpoint.learners.from_source import learn_from, roles_of  # noqa: PLC0415

        roles = roles_of(self, source, target, weight, ignore)
        learned, described = learn_from(self, source, roles, exact, report)
        self.take_learned(learned, described)
        self.approximate_ = not exact
        return self

    def take_learned(self, learned: Learned, described: Described) -> None:
        """Take over what was learned from a source."""
        self._know(described.decoder.attributes, described.decoder.classes)
        super().take_learned(learned, described)

    def predict_source(self, source: Source, destination: Any = None, proba: bool = False) -> Any:
        """Write the rows of a table with their predicted classes, without reading it at once.

        Parameters
        ----------
        source : Source
        destination : path, optional
            Where to: a .parquet or .csv file, written whole or not at all. Spark needs none.
        proba : bool, default=False
            Whether to add the probability of each class, in columns p(CLASS).

        Returns
        -------
        path, or a table of the engine's own
        """
        from cutpoint.engines.predicting import predict_source  # noqa: PLC0415

        check_is_fitted(self)
        return predict_source(self.to_model(), source, destination, proba)

    def _attributes(self) -> tuple[Attribute, ...]:
        return self.tree_.attributes

    def _answer(
        self,
        X: Any,
        ask: Callable[[Predictor, Cases, int], Answer],
        tree: Tree | None = None,
    ) -> Answer:
        """Return what the tree, or another with the same columns, says of the rows of X."""
        n_threads = thread_count(self.n_jobs)
        fitted = vars(self)
        tree = fitted.get("tree_") if tree is None else tree
        if tree is not None and tree.is_numeric:
            rows = plain_rows(X, fitted.get("feature_names_in_"))
            if rows is not None and rows.shape[1] == len(tree.attributes):
                try:
                    return ask(tree.predictor, Cases(rows, refuse_infinite=True), n_threads)
                except InputError:
                    pass  # a number is infinite: below it is said which
        table = self._table(X)
        tree = self.tree_ if tree is None else tree
        return ask(tree.predictor, cases_of(table, len(table.attributes)), n_threads)

    def predict(self, X: Any) -> Classes:
        """Return the class of each row.

        Parameters
        ----------
        X : pandas, polars or pyarrow table, or array of shape (n_samples, n_features)
            Values may be missing; a category not seen in training counts as missing.

        Returns
        -------
        array of shape (n_samples,)
        """
        tree: Tree | None = vars(self).get("tree_")
        if tree is None or tree.costs is None:
            codes = self._answer(X, Predictor.codes)
        else:
            codes = cheapest(self._answer(X, Predictor.shares), tree.costs)
        return self.classes_.take(codes)

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """Return the probability of each class, in the order of ``classes_``.

        A case with a missing value goes down every branch with a part of its weight, and the
        distributions of all leaves that it reaches are added up.

        Parameters
        ----------
        X : pandas, polars or pyarrow table, or array of shape (n_samples, n_features)

        Returns
        -------
        array of shape (n_samples, n_classes)
        """
        check_is_fitted(self)
        return self._answer(X, Predictor.shares, smoothed(self.tree_, self.probabilities, self.m))

    def apply(self, X: Any) -> NDArray[np.int64]:
        """Return the number of the leaf of ``tree_`` that holds the greatest part of each row."""
        return self._answer(X, Predictor.ends)

    def decision_path(self, X: Any) -> csr_array[Any, tuple[int, int]]:
        """Return which nodes of ``tree_`` each row reaches, as a sparse matrix of ones."""
        return self.tree_.decision_path(self._table(X))

    def explain(self, row: Any, stability: Any = None, *, level: float = 0.9) -> Explanation:
        """Return why the tree gives a case its class, and how sure each step of it is.

        Parameters
        ----------
        row : mapping, series, array, or table of one row
            The case: by the names of the attributes, where what is absent is unknown, or its values
            in their order.
        stability : Stability, optional
            What :func:`cutpoint.stability.assess` says of this model: margins are then also in
            standard deviations of each cut, with the share of resamples that agree.
        level : float, default=0.9
            The probability that the intervals of the class probabilities hold.

        Returns
        -------
        Explanation
            ``print`` shows it in sentences; see ``steps``, ``probabilities``, ``flip`` and
            ``to_dict``.

        Raises
        ------
        InputError
            If the row is not one case of the tree's attributes, or the assessment is of another
            tree.

        Examples
        --------
        >>> from cutpoint import C45Classifier
        >>> model = C45Classifier().fit([[1], [2], [3], [4]], ["a", "a", "b", "b"])
        >>> print(model.explain([2.5]))
        Class b, with probability 100.0 % (90 %: 43.1 .. 100.0).
        1. x0 is 2.5: x0 > 2, by 0.5.
        Another class would come of one of these changes:
        - x0 <= 2 (a change of -0.5): class a
        """
        check_is_fitted(self)
        case = self._case(row)
        shares = smoothed(self.tree_, self.probabilities, self.m).predict_proba([case])[0]
        return explain(self.tree_, case, shares, stability, level)

    def _case(self, row: Any) -> list[float]:
        """Return the values of one case: numbers, positions of nominal values, NaN if unknown."""
        if getattr(row, "ndim", 0) == 1 and hasattr(row, "to_dict"):  # a pandas series
            row = row.to_dict()
        if isinstance(row, Mapping):
            return case_values(self.tree_, row)
        shape = np.shape(row) if isinstance(row, list | tuple | np.ndarray) else None
        # One row of an array has no names to check.
        cases = (
            conform([row], self._attributes())
            if shape is not None and len(shape) == 1
            else (self._table(row))
        )
        if cases.n_rows != 1:
            raise InputError(f"one case can be explained at a time, not {cases.n_rows}")
        values: list[float] = cases.matrix()[0].tolist()
        return values

    def get_depth(self) -> int:
        """Return the greatest number of tests on a path of ``tree_``, as scikit-learn's trees do.

        Examples
        --------
        >>> from cutpoint import C45Classifier
        >>> model = C45Classifier().fit([[1], [2], [3], [4]], ["a", "a", "b", "b"])
        >>> model.get_depth(), model.get_n_leaves()
        (1, 2)
        """
        check_is_fitted(self)
        return self.tree_.depth

    def get_n_leaves(self) -> int:
        """Return the number of leaves of ``tree_``, as scikit-learn's trees do."""
        check_is_fitted(self)
        return self.tree_.n_leaves

    @property
    def feature_importances_(self) -> NDArray[np.float64]:
        """The share of each feature in the information that the tests of ``tree_`` give."""
        check_is_fitted(self)
        return self.tree_.importances()

    def to_model(self) -> Model:
        """Return what :meth:`save` writes: both trees and where they came from."""
        check_is_fitted(self)
        return super().to_model()

    def _restore(self, model: Model) -> None:
        """Set the fitted attributes to what a model file holds."""
        self.tree_ = model.tree
        self.unpruned_tree_ = model.tree if model.unpruned is None else model.unpruned
        self.trials_ = ()
        path = model.report.get("pruning_path")
        self.pruning_path_ = None if path is None else PruningPath.from_dict(path)
        self.simplified_ = model.report.get("simplified") is True
        self.validation_ = model.report.get("validation")
        self.approximate_ = "approximate" in model.report
        if model.tree.costs is not None:
            self.cost_matrix = model.tree.costs
        self.target_name_ = model.target
        self._know(model.tree.attributes, model.tree.classes)
