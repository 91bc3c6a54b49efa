"""Quinlan's C4.5."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from cutpoint.catalog import C45_CRITERIA, WINDOWING_OPTIONS
from cutpoint.classifiers.tree_based import TreeBasedClassifier
from cutpoint.errors import InputError
from cutpoint.learners.c45 import C45Learner
from cutpoint.parameters import (
    COSTS,
    LEAVES,
    PRUNING,
    RELEASE,
    TABLE,
    Constraints,
    documented,
    of_learner,
    of_options,
    one_of,
)
from cutpoint.tree.probabilities import smoothed


@documented
class C45Classifier(TreeBasedClassifier, C45Learner):
    """Quinlan's C4.5.

    Takes mixed, incomplete tables as they are: numbers are numeric; texts, categories and booleans
    are nominal; missing values send a case down every branch with a part of its weight.

    Parameters
    ----------
    release : {8, 7, "7G", "7GS"}, default=8
        The release of C4.5. Release 7 picks the cut of a numeric attribute by gain ratio, among
        cuts of at least average gain. 7G picks it by gain. 7GS also leaves out an attribute whose
        gain is less than lg(candidates) / cases. Release 8 (Quinlan 1996) also subtracts that from
        the gain that is compared.
    min_cases : float, default=2
        A test must have at least two branches with this many cases (C4.5's ``-m``).
    confidence : float, default=0.25
        The confidence level of the error estimates for pruning; smaller prunes more (``-c``, as a
        fraction).
    criterion : {"gain_ratio", "gain"}, default="gain_ratio"
        How tests are compared. The gain ratio considers tests of at least average gain (``-g`` is
        plain gain).
    group_values : bool, default=False
        Group the values of nominal attributes, instead of one branch per value (``-s``).
    faithful : bool, default=False
        Reproduce Release 8 down to its arithmetic and its oddities: single precision, -999 as an
        unknown number, no cut between numbers within 0.00001, tests of no gain, the order in which
        it adds up. The default is the same algorithm in double precision without these.
    pruning : {"error", "cost_complexity"} or None, default="error"
        Error-based pruning with subtree raising, as in C4.5; CART's pruning; or none.
    max_depth : int or None, default=None
        The greatest number of tests on a path.
    soft_thresholds : bool, default=False
        Give the numeric tests of ``tree_`` a lower and an upper bound, between which a case goes
        down both branches in ``predict_proba(X, soft=True)`` (``-p``).
    trials : int or None, default=None
        Grow so many trees, each from a window of the cases to which those that it gets wrong are
        added, and take the one with the fewest estimated errors (``-t``). With ``window`` or
        ``increment`` alone it is 10; with none of the three there is one tree, of all cases.
    window : int or None, default=None
        The size of the window at first: a fifth of the cases, or twice their root (``-w``).
    increment : int or None, default=None
        How many cases are added at most, unless half of those wrong are more: a fifth of the window
        (``-i``).
    random_state : int, RandomState or None, default=0
        For the windows. With ``faithful`` they are drawn with the program's own random numbers.
    |ccp_alpha|
    |ccp_risk|
    |one_standard_error|
    |probabilities|
    |m|
    |categorical_features|
    |class_order|
    |class_weight|
    |cost_matrix|
    |n_jobs|

    Attributes
    ----------
    tree_ : Tree
        The pruned tree, which predicts.
    |unpruned_tree_|
    |simplified_|
    |pruning_path_|
    trials_ : tuple of Trial
        What became of each window; empty without windows.
    classes_ : array
    n_features_in_ : int
    |feature_names_in_|

    References
    ----------
    .. [1] J. R. Quinlan, "Improved Use of Continuous Attributes in C4.5", JAIR 4 (1996), 77-90.

    Examples
    --------
    >>> import pandas as pd
    >>> from cutpoint import C45Classifier
    >>> visits = pd.DataFrame({
    ...     "age": [23, 35, None, 51, 62, 48, 70, 19],
    ...     "smoker": ["no", "no", "yes", "yes", "no", None, "yes", "no"],
    ... })
    >>> outcome = ["well", "well", "ill", "ill", "ill", "ill", "ill", "well"]
    >>> model = C45Classifier().fit(visits, outcome)
    >>> print(model.tree_)
    age <= 35 : well (3.4/1.6)
    age > 35 : ill (4.6/1.2)
    >>> model.predict(pd.DataFrame({"age": [30, None], "smoker": ["no", "yes"]})).tolist()
    ['well', 'ill']
    """

    _parameter_constraints: ClassVar[Constraints] = {
        "release": RELEASE,
        "criterion": one_of(C45_CRITERIA),
        "group_values": ["boolean"],
        "faithful": ["boolean"],
        **PRUNING,
        **LEAVES,
        "soft_thresholds": ["boolean"],
        "random_state": ["random_state"],
        **of_learner("min_cases", "confidence", "max_depth"),
        **of_options(WINDOWING_OPTIONS.values()),
        **TABLE,
        **COSTS,
    }

    def predict_proba(self, X: Any, soft: bool = False) -> NDArray[np.float64]:
        """Return the probability of each class, in the order of ``classes_``.

        A case with a missing value goes down every branch with a part of its weight, and the
        distributions of all leaves that it reaches are added up.

        Parameters
        ----------
        X : pandas, polars or pyarrow table, or array of shape (n_samples, n_features)
        soft : bool, default=False
            Let a case whose number is between the bounds of a test go down both branches; for a
            tree learned with ``soft_thresholds=True``.

        Returns
        -------
        array of shape (n_samples, n_classes)
        """
        if not soft:
            return super().predict_proba(X)
        matrix = self._matrix(X)
        if self.tree_.lower is None:
            raise InputError("the tree has no soft thresholds: learn it with soft_thresholds=True")
        return smoothed(self.tree_, self.probabilities, self.m).predict_softly(matrix)
