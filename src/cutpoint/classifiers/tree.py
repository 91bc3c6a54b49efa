"""The exact learner with every setting."""

from __future__ import annotations

from typing import ClassVar

from sklearn.utils._param_validation import HasMethods

from cutpoint.catalog import (
    CRITERIA,
    CUTS,
    NOMINAL,
    PENALTIES,
    PLACEMENTS,
    THRESHOLDS,
)
from cutpoint.classifiers.tree_based import TreeBasedClassifier
from cutpoint.learn import LearnSpec
from cutpoint.learners.tree import ExactTreeLearner
from cutpoint.parameters import (
    COSTS,
    LEAVES,
    PRUNING,
    TABLE,
    Constraints,
    documented,
    of_learner,
    one_of,
)


@documented
class TreeClassifier(TreeBasedClassifier, ExactTreeLearner):
    """A decision tree grown exactly, by the measure of your choice.

    Takes mixed, incomplete tables as they are, like :class:`C45Classifier`. The tree is the same,
    bit for bit, for any order of the rows.

    Parameters
    ----------
    criterion : str or function, default="gain_ratio"
        What makes a test good: |CRITERIA|; or a function of the class counts before and after, see
        :func:`cutpoint.criterion`.
    cuts : str or discretizer, default="binary"
        How a numeric attribute is divided: |CUTS|; or as an instance of a discretizer of
        :mod:`cutpoint.discretize` says. An attribute that was divided into intervals is left out
        below. Hybrid nodes are small if they have fewer cases than ``switch_at``.
    threshold : str, default="classic"
        Where a single cut is chosen (Geurts & Wehenkel): |THRESHOLDS|. For binary and hybrid cuts.
    placement : str, default="midpoint"
        Where the cut lies between the two values it separates: |PLACEMENTS|.
    penalty : str, default="none"
        The charge of lg(candidates) / cases for choosing among the cuts of a numeric attribute
        (Quinlan 1996): |PENALTIES|. With a charge the cut is picked by gain. Groups of values are
        charged for in the same way, and intervals for each of their cuts.
    nominal : str, default="values"
        What the branches of a nominal attribute are: |NOMINAL|. The two groups are the best, if
        there are two classes; else the best of those in which all values of one group have more of
        some class than those of the other.
    pruning : str or None, default="error"
        How the tree is pruned: |PRUNINGS|; None is not at all.
    confidence : float, default=0.25
        The confidence level of the error estimates for pruning; smaller prunes more.
    min_cases : float, default=2
        A test must have at least two branches with this many cases.
    max_depth : int or None, default=None
        The greatest number of tests on a path.
    max_branches : int or None, default=None
        The most intervals of a numeric test. An attribute whose method knows no such limit, and
        finds more, is left out at that node.
    window : int, default=21
        Smoothing: the number of neighbouring cuts whose scores are averaged.
    width : float, default=2.5
        Averaging: the cuts that count are at most so many standard deviations worse than the best.
    resamples : int, default=10
        Bootstrap: how many.
    switch_at : float, default=200
        Hybrid: nodes of fewer cases are divided into intervals.
    min_fraction : float, default=0
        A case with a missing value takes no branch that would hold less of it than this. 0 is
        exact; 0.01 is several times faster where nominal attributes have many values and many are
        missing, and hardly changes the tree.
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
    random_state : int, RandomState or None, default=None
        Where the resamples of the bootstrap come from; all attributes of a node share them.

    Attributes
    ----------
    tree_ : Tree
        The tree that predicts.
    |unpruned_tree_|
    |simplified_|
    |pruning_path_|
    classes_ : array
    n_features_in_ : int
    |feature_names_in_|

    References
    ----------
    .. [1] R. López de Mántaras, "A Distance-Based Attribute Selection Measure for Decision Tree
       Induction", Machine Learning 6 (1991), 81-92.
    .. [2] J. R. Quinlan, "Improved Use of Continuous Attributes in C4.5", JAIR 4 (1996), 77-90.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from cutpoint import TreeClassifier
    >>> iris = load_iris(as_frame=True)
    >>> model = TreeClassifier("mantaras", min_cases=5)
    >>> print(model.fit(iris.data, iris.target_names[iris.target]).tree_)
    petal length (cm) <= 2.45 : setosa (50.0/1.4)
    petal length (cm) > 2.45 :
    |   petal width (cm) > 1.75 : virginica (46.0/2.6)
    |   petal width (cm) <= 1.75 :
    |   |   petal length (cm) <= 4.95 : versicolor (48.0/2.6)
    |   |   petal length (cm) > 4.95 : virginica (6.0/3.3)
    """

    _parameter_constraints: ClassVar[Constraints] = {
        "criterion": [*one_of(CRITERIA), callable],
        "cuts": [*one_of(CUTS), HasMethods(["fit", "interval_method"])],
        "threshold": one_of(THRESHOLDS),
        "placement": one_of(PLACEMENTS),
        "penalty": one_of(PENALTIES),
        "nominal": one_of(NOMINAL),
        **PRUNING,
        **LEAVES,
        **of_learner("confidence", "min_cases", "max_depth", "max_branches"),
        **of_learner("window", "width", "resamples", "switch_at", "min_fraction"),
        **TABLE,
        **COSTS,
        "random_state": ["random_state"],
    }

    def learn_spec(self) -> LearnSpec:
        """Return what the parameters ask for."""
        if not isinstance(self.cuts, str):
            self.cuts._validate_params()
        return super().learn_spec()
