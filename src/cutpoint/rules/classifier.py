"""C4.5's rules as a scikit-learn classifier."""

from __future__ import annotations

from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import _fit_context
from sklearn.utils._param_validation import Interval
from sklearn.utils.validation import check_is_fitted

from cutpoint.catalog import C45_CRITERIA, WINDOWING_OPTIONS
from cutpoint.classifiers.base import Classes, TableClassifier
from cutpoint.classifiers.display import Displayed
from cutpoint.data.attribute import Attribute
from cutpoint.data.table import Table
from cutpoint.parameters import (
    RELEASE,
    TABLE,
    Constraints,
    documented,
    of_learner,
    of_options,
    one_of,
)
from cutpoint.rules.learner import C45RulesLearner
from cutpoint.rules.model import RulesModel

if TYPE_CHECKING:
    from cutpoint._core import Progress


@documented
class C45RulesClassifier(Displayed, TableClassifier, C45RulesLearner):
    """C4.5's rules: what its rule program makes of the paths of a tree.

    Every path of an unpruned tree is a rule. Each loses the conditions without which it is expected
    to err no more often; for each class the subset of rules is chosen that, with its exceptions, is
    described most shortly; the classes are put in order, and the first rule that holds gives the
    class. Rules that do more harm than good are dropped.

    Parameters
    ----------
    release, min_cases, criterion, group_values, trials, window, increment
        How the trees are grown: see :class:`C45Classifier`. The rules of the trees of several
        trials are pooled, and chosen from again.
    confidence : float, default=0.25
        The confidence level of the error estimates; smaller drops more conditions (``-c``, as a
        fraction).
    redundancy : float, default=1.0
        How redundant the attributes are held to be; greater makes conditions cheaper, so that more
        rules are kept (``-r``).
    significance : float or None, default=None
        A condition must be significant at this level by Fisher's exact test, or it is dropped
        (``-F``, as a fraction). By default there is no such test.
    faithful : bool, default=False
        Reproduce Release 8 down to its arithmetic, its random numbers and its oddities.
    random_state : int, RandomState or None, default=0
        For the windows, and for where the search starts when a class has more than 10 rules. Not
        used with ``faithful``.
    |categorical_features|
    |class_order|
    n_jobs : int or None, default=None
        Number of threads; None is 1, -1 is one per core. The rules do not depend on it.

    Attributes
    ----------
    rules_ : Ruleset
        The rules in order, and the default class. ``rules_.to_dict()`` gives them as plain values.
    rulesets_ : tuple of Made
        How they came about: for each tree the ruleset chosen, the rules dropped and what is left;
        with several trees the last is of all their rules, and the one that predicts. Empty in a
        classifier that :func:`cutpoint.load` returns.
    trees_ : tuple of Tree
        The unpruned trees; a model file does not hold them.
    classes_ : array
    n_features_in_ : int
    |feature_names_in_|

    References
    ----------
    .. [1] J. R. Quinlan, "C4.5: Programs for Machine Learning", Morgan Kaufmann 1993, chapter 5.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from cutpoint import C45RulesClassifier
    >>> iris = load_iris(as_frame=True)
    >>> model = C45RulesClassifier().fit(iris.data, iris.target_names[iris.target])
    >>> print(model.rules_)
    Rule 1: (covers 50, wrong 0)
        petal width (cm) <= 0.6
        ->  class setosa  [97.3%]
    <BLANKLINE>
    Rule 2: (covers 48, wrong 1)
        petal length (cm) <= 4.9
        petal width (cm) > 0.6
        petal width (cm) <= 1.7
        ->  class versicolor  [94.6%]
    <BLANKLINE>
    Rule 5: (covers 46, wrong 1)
        petal width (cm) > 1.7
        ->  class virginica  [94.4%]
    <BLANKLINE>
    Rule 3: (covers 46, wrong 2)
        petal length (cm) > 4.9
        ->  class virginica  [91.8%]
    <BLANKLINE>
    Default class: setosa
    >>> model.rules_.to_dict()["rules"][0]["conditions"]
    [{'attribute': 'petal width (cm)', 'op': '<=', 'value': 0.6}]
    """

    _parameter_constraints: ClassVar[Constraints] = {
        "release": RELEASE,
        "criterion": one_of(C45_CRITERIA),
        "group_values": ["boolean"],
        "faithful": ["boolean"],
        "redundancy": [Interval(Real, 0, None, closed="neither")],
        "significance": [Interval(Real, 0, 1, closed="both"), None],
        "random_state": ["random_state"],
        "categorical_features": TABLE["categorical_features"],
        "class_order": TABLE["class_order"],
        **of_learner("min_cases", "confidence"),
        **of_options(WINDOWING_OPTIONS.values()),
        "n_jobs": [Integral, None],
    }

    @_fit_context(prefer_skip_nested_validation=True)  # type: ignore[untyped-decorator]
    def fit(self, X: Any, y: Any) -> Self:
        """Grow the trees and make the rules.

        Parameters
        ----------
        X : pandas, polars or pyarrow table, or array of shape (n_samples, n_features)
            Values may be missing.
        y : array of shape (n_samples,)
            The classes: texts, whole numbers or booleans.

        Returns
        -------
        self
        """
        return self._learn(self._training_table(X, y, None), None)

    @_fit_context(prefer_skip_nested_validation=True)  # type: ignore[untyped-decorator]
    def fit_table(self, table: Table, progress: Progress | None = None) -> Self:
        """Make the rules of a typed table, such as :func:`cutpoint.read_table` gives.

        Parameters
        ----------
        table : Table
            It must have a target, and no weights; types and orders are the table's own.
        progress : Progress, optional
            Counts the cases that have reached a leaf, and then the leaves.

        Returns
        -------
        self
        """
        self._know(table.attributes, table.classes)
        return super().fit_table(table, progress)

    def to_model(self) -> RulesModel:
        """Return what :meth:`save` writes: the rules that predict, and where they came from."""
        check_is_fitted(self)
        return super().to_model()

    def _restore(self, model: RulesModel) -> None:
        """Set the fitted attributes to what a model file holds."""
        self.rules_ = model.rules
        self.rulesets_, self.trees_ = (), ()
        self.target_name_ = model.target
        self._know(model.rules.attributes, model.rules.classes)

    def _attributes(self) -> tuple[Attribute, ...]:
        return self.rules_.attributes

    def predict(self, X: Any) -> Classes:
        """Return the class of each row: that of the first rule that holds, else the default.

        Parameters
        ----------
        X : pandas, polars or pyarrow table, or array of shape (n_samples, n_features)
            A missing value, or a category not seen in training, satisfies no condition.

        Returns
        -------
        array of shape (n_samples,)
        """
        matrix = self._matrix(X)
        return self.classes_[self.rules_.predict_codes(matrix, self.n_jobs)]

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """Return the probability of each class, in the order of ``classes_``.

        A rule gives its class all but the error expected of it, and shares that among the other
        classes as they occur among the training cases that it covers. Where no rule holds, the
        probabilities are the shares of the classes among the training cases left over. The class
        with the greatest need not be the one predicted: a rule may be expected to err more often
        than not and still be the best there is for its class.

        Parameters
        ----------
        X : pandas, polars or pyarrow table, or array of shape (n_samples, n_features)

        Returns
        -------
        array of shape (n_samples, n_classes)
        """
        matrix = self._matrix(X)
        return self.rules_.predict_proba(matrix, self.n_jobs)

    def firing_rules(self, X: Any) -> NDArray[np.int32]:
        """Return the number of the rule that gives each row its class; 0 is the default."""
        check_is_fitted(self)
        first, _ = self.rules_.firing(self._matrix(X), self.n_jobs)
        return np.array([*(rule.number for rule in self.rules_), 0], dtype=np.int32)[first]
