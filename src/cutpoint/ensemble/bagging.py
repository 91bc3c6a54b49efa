"""Tree bagging: trees of bootstrap resamples, whose class probabilities are averaged."""

from __future__ import annotations

import math
import warnings
from dataclasses import replace
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import _fit_context, clone
from sklearn.utils._param_validation import HasMethods, Interval
from sklearn.utils.validation import check_is_fitted

from cutpoint import classifiers
from cutpoint.catalog import LEARNERS
from cutpoint.classifiers.base import Classes, TableClassifier
from cutpoint.classifiers.pruning_set import pruning_table
from cutpoint.classifiers.tree import TreeClassifier
from cutpoint.classifiers.tree_based import TreeBasedClassifier
from cutpoint.data.attribute import Attribute
from cutpoint.data.table import Table
from cutpoint.data.weights import learning_weights, weighted_table
from cutpoint.engines.resample import Copies, ResampleLearner
from cutpoint.ensemble.bag import Bag
from cutpoint.ensemble.model import BaggedModel
from cutpoint.ensemble.units import drawn_from, whole_units
from cutpoint.errors import InputError, InputWarning
from cutpoint.learners.weights import case_weights, weighted_like
from cutpoint.parameters import Constraints
from cutpoint.threads import thread_count
from cutpoint.tree.header import Scalar
from cutpoint.tree.model import Model
from cutpoint.tree.probabilities import smoothed

if TYPE_CHECKING:
    from cutpoint._core import Progress
    from cutpoint.engines.base import Learned

OutOfBag = tuple["Learned", NDArray[np.intp], NDArray[np.float64]]
"""A tree, the cases that it has not seen, and what it says of them."""


class BaggedTreesClassifier(TableClassifier):
    """Trees of bootstrap resamples, whose class probabilities are averaged (tree bagging).

    Each tree is grown, and pruned, from as many cases as there are, drawn with replacement. What
    varies from sample to sample, such as thresholds, is averaged out.

    Parameters
    ----------
    estimator : TreeClassifier, MultiwayTreeClassifier, C45Classifier, T2Classifier, or None
        How each tree is learned; None is ``TreeClassifier()``. What it says of columns and classes
        counts for all trees.
    n_estimators : int, default=10
        How many trees.
    max_samples : float or int, default=1.0
        How many cases are drawn for each tree: a share of all, or a number.
    oob_score : bool, default=False
        Whether each case is also given a class by the trees that have not seen it.
    n_jobs : int or None, default=None
        Number of threads; -1 is one per core. The trees do not depend on it.
    random_state : int, RandomState or None, default=None
        For the resamples.

    Attributes
    ----------
    estimators_ : list of classifiers
        The fitted trees.
    classes_ : array
    feature_importances_ : array of shape (n_features,)
        The mean over the trees.
    feature_importances_std_ : array of shape (n_features,)
        Their standard deviation over the trees.
    oob_score_ : float
        The share of cases that the trees that have not seen them give their class; with
        ``oob_score``.
    oob_decision_function_ : array of shape (n_samples, n_classes)
        The mean class probabilities by the trees that have not seen a case; NaN where every tree
        has. With ``oob_score``.
    n_features_in_ : int
    feature_names_in_ : array of str
        Only when X has names.

    References
    ----------
    .. [1] L. Breiman, "Bagging Predictors", Machine Learning 24 (1996), 123-140.
    .. [2] P. Geurts and L. Wehenkel, "Investigation and Reduction of Discretization Variance in
       Decision Tree Induction", ECML 2000, 162-170.

    Examples
    --------
    >>> from sklearn.datasets import load_wine
    >>> from cutpoint import BaggedTreesClassifier
    >>> X, y = load_wine(return_X_y=True)
    >>> model = BaggedTreesClassifier(n_estimators=25, oob_score=True, random_state=0).fit(X, y)
    >>> len(model.estimators_), round(model.oob_score_, 2)
    (25, 0.96)
    """

    _parameter_constraints: ClassVar[Constraints] = {
        "estimator": [HasMethods(["learn_spec", "fit_table"]), None],
        "n_estimators": [Interval(Integral, 1, None, closed="left")],
        "max_samples": [
            Interval(Real, 0, 1, closed="right"),
            Interval(Integral, 1, None, closed="left"),
        ],
        "oob_score": ["boolean"],
        "n_jobs": [Integral, None],
        "random_state": ["random_state"],
    }

    estimators_: list[TreeBasedClassifier]
    oob_score_: float
    oob_decision_function_: NDArray[np.float64]

    def __init__(
        self,
        estimator: TreeBasedClassifier | None = None,
        n_estimators: int = 10,
        max_samples: float = 1.0,
        oob_score: bool = False,
        n_jobs: int | None = None,
        random_state: Any = None,
    ) -> None:
        self.estimator = estimator
        self.n_estimators = n_estimators
        self.max_samples = max_samples
        self.oob_score = oob_score
        self.n_jobs = n_jobs
        self.random_state = random_state

    # ---- learning

    @_fit_context(prefer_skip_nested_validation=False)  # type: ignore[untyped-decorator]
    def fit(
        self,
        X: Any,
        y: Any,
        sample_weight: ArrayLike | None = None,
        *,
        pruning_set: tuple[Any, ...] | None = None,
    ) -> Self:
        """Learn a tree from each resample.

        Parameters
        ----------
        X : pandas, polars or pyarrow table, or array of shape (n_samples, n_features)
            Values may be missing.
        y : array of shape (n_samples,)
            The classes: texts, whole numbers or booleans.
        sample_weight : array of shape (n_samples,), optional
            The weight of each case. A weight of 2 is two equal cases, from which resamples are
            drawn. If weights are not whole numbers, every case that has one is as likely to be
            drawn, and counts with its weight as often as it is.
        pruning_set : pair (X, y) or triple (X, y, weights), optional
            Other cases, of which nothing is drawn: each tree is pruned with all of them, as
            :meth:`TreeClassifier.fit` does.

        Returns
        -------
        self
        """
        base = self._base()
        table = self._typed_table(X, y, sample_weight, base)
        other = None
        if pruning_set is not None:
            other = pruning_table(pruning_set, table, base.class_weight)
        return self._learn(base, table, other, None)

    @_fit_context(prefer_skip_nested_validation=False)  # type: ignore[untyped-decorator]
    def fit_table(
        self, table: Table, progress: Progress | None = None, *, pruning_set: Table | None = None
    ) -> Self:
        """Learn a tree from each resample of a typed table.

        Parameters
        ----------
        table : Table
            It must have a target; types and orders are the table's own.
        progress : Progress, optional
            Counts the cases that have reached a leaf, in all trees.
        pruning_set : Table, optional
            Other cases, with the same attributes and classes, as in :meth:`fit`.

        Returns
        -------
        self
        """
        if table.target is None:
            raise InputError("the table has no target column to learn")
        self._know(table.attributes, table.classes)
        base = self._base()
        if pruning_set is not None:
            pruning_set = weighted_like(pruning_set, table, base.class_weight)
        return self._learn(base, table, pruning_set, progress)

    def _base(self) -> TreeBasedClassifier:
        """Return what learns each tree, not fitted."""
        base = TreeClassifier() if self.estimator is None else clone(self.estimator)
        if not isinstance(base, TreeBasedClassifier):
            raise InputError(
                f"estimator must be one of Cutpoint's trees, such as TreeClassifier, not "
                f"{type(base).__name__}"
            )
        base._validate_params()
        if base.cost_matrix is not None:
            raise InputError(
                "the trees of a bag give probabilities, and no tree decides alone: leave "
                "cost_matrix out, and decide by costs from predict_proba"
            )
        return base

    def _learn(
        self,
        base: TreeBasedClassifier,
        table: Table,
        pruning_set: Table | None,
        progress: Progress | None,
    ) -> Self:
        weights = case_weights(table, base.class_weight)
        rows, units = np.arange(table.n_rows), whole_units(weights)
        if weights is not None:
            rows = np.flatnonzero(learning_weights(weights) > 0)
        cases = weighted_table(table, weights)
        if units is not None:
            cases, units = replace(cases, weights=None), units[rows]
        resamples = drawn_from(cases, units, self.n_estimators, self.max_samples, self.random_state)
        learner = ResampleLearner(cases, base.learn_spec(), progress, pruning_set)

        def each(copies: Copies, learned: Learned) -> OutOfBag:
            unseen = np.flatnonzero(copies == 0) if self.oob_score else np.arange(0)
            if not len(unseen):
                return learned, unseen, np.empty((0, len(table.classes)))
            tree = smoothed(learned.pruned, base.probabilities, base.m)
            return learned, unseen, tree.predict_proba(cases.take(unseen))

        results = list(learner.learn_all(resamples, thread_count(self.n_jobs), each))
        self.estimators_ = [self._fitted(base, learned, table) for learned, _, _ in results]
        self.target_name_ = table.target_name
        for name in ("oob_score_", "oob_decision_function_"):
            self.__dict__.pop(name, None)
        if self.oob_score:
            self._set_out_of_bag(results, weighted_table(table, weights), rows, table.n_rows)
        return self

    def _fitted(
        self, base: TreeBasedClassifier, learned: Learned, table: Table
    ) -> TreeBasedClassifier:
        """Return a classifier of one tree."""
        fitted: TreeBasedClassifier = clone(base)
        fitted._take(learned, table.target_name)
        fitted.classes_, fitted.n_features_in_ = self.classes_, self.n_features_in_
        if hasattr(self, "feature_names_in_"):
            fitted.feature_names_in_ = self.feature_names_in_
        return fitted

    def _set_out_of_bag(
        self, results: list[OutOfBag], cases: Table, rows: NDArray[np.intp], n_rows: int
    ) -> None:
        sums, votes = np.zeros((cases.n_rows, len(cases.classes))), np.zeros(cases.n_rows)
        for _, unseen, shares in results:
            sums[unseen] += shares
            votes[unseen] += 1
        told = votes > 0
        if not told.all():
            warnings.warn(
                f"{np.count_nonzero(~told)} of {len(told)} cases are in every resample, so no tree "
                "can be asked about them out of bag: use more trees",
                InputWarning,
                stacklevel=5,
            )
        self.oob_decision_function_ = np.full((n_rows, len(cases.classes)), np.nan)
        self.oob_decision_function_[rows[told]] = sums[told] / votes[told, np.newaxis]
        right = np.argmax(sums[told], axis=1) == np.asarray(cases.target)[told]
        weights = None if cases.weights is None else cases.weights[told]
        self.oob_score_ = float(np.average(right, weights=weights)) if told.any() else math.nan

    # ---- what it says of cases

    def _bag(self) -> Bag:
        check_is_fitted(self)
        first = self.estimators_[0]
        trees = tuple(fitted.tree_ for fitted in self.estimators_)
        return Bag(trees, first.probabilities, float(first.m))

    def _attributes(self) -> tuple[Attribute, ...]:
        return self.estimators_[0].tree_.attributes

    def predict(self, X: Any) -> Classes:
        """Return the class of each row: the one of the greatest mean probability."""
        codes = np.argmax(self.predict_proba(X), axis=1)
        return np.asarray(self.classes_.take(codes))

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """Return the mean over the trees of the probability of each class."""
        table = self._table(X)
        return self._bag().predict_proba(table, self.n_jobs)

    @property
    def feature_importances_(self) -> NDArray[np.float64]:
        """The mean over the trees of each feature's share in the information of the tests."""
        return np.asarray(self._bag().importances().mean(axis=0))

    @property
    def feature_importances_std_(self) -> NDArray[np.float64]:
        """The standard deviation over the trees of each feature's share."""
        return np.asarray(self._bag().importances().std(axis=0))

    # ---- files

    def to_model(self) -> BaggedModel:
        """Return what :meth:`save` writes."""
        bag = self._bag()
        first = self.estimators_[0]
        own = self.get_params(deep=False).items()
        score = vars(self).get("oob_score_", math.nan)
        return BaggedModel(
            bag,
            first._made_by(),
            first._plain_parameters(),
            self.target_name_,
            self._made_by(),
            {
                name: value
                for name, value in own
                if isinstance(value, Scalar) and name != "estimator"
            },
            {"oob_score": score} if math.isfinite(score) else {},
        )

    def _restore(self, model: BaggedModel) -> None:
        """Set the fitted attributes to what a model file holds."""
        names = {entry.classifier for entry in LEARNERS.values()} & set(classifiers.__all__)
        if model.tree_learner not in names:
            raise InputError(
                f"the trees were made by {model.tree_learner!r}, which this version does not know"
            )
        kind: type[TreeBasedClassifier] = getattr(classifiers, model.tree_learner)
        known = kind().get_params()
        given = {name: value for name, value in model.tree_parameters.items() if name in known}
        base = kind(**given)
        try:
            base._validate_params()
        except ValueError as error:
            raise InputError(str(error)) from None
        self.estimator = base
        self._know(model.bag.attributes, model.bag.classes)
        self.target_name_ = model.target
        self.estimators_ = []
        for tree in model.bag.trees:
            fitted: TreeBasedClassifier = clone(base)
            fitted._restore(Model(tree, None, model.target, model.tree_learner, {}))
            self.estimators_.append(fitted)
        if isinstance(model.report.get("oob_score"), float):
            self.oob_score_ = model.report["oob_score"]
