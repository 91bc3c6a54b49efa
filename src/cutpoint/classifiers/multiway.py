"""Trees whose numeric tests have several intervals."""

from __future__ import annotations

from typing import ClassVar

from cutpoint.classifiers.tree import TreeClassifier
from cutpoint.learners.multiway import MultiwayTreeLearner
from cutpoint.parameters import Constraints, documented


@documented
class MultiwayTreeClassifier(MultiwayTreeLearner, TreeClassifier):
    """A tree whose numeric tests have several intervals: small and shallow (Berzal et al.).

    A :class:`TreeClassifier` that divides numeric attributes by the contextual method: neighbouring
    intervals of like class distribution merge, and of all partitions on the way the one with the
    best gain ratio is taken. An attribute that has been divided is left out below.

    Parameters
    ----------
    criterion : str or function, default="gain_ratio"
        What makes a test good: |CRITERIA|; or a function of the class counts before and after. It
        also scores the partitions of the contextual method.
    cuts : str or discretizer, default="contextual"
        The interval method: |CUTS|; or as an instance of a discretizer of
        :mod:`cutpoint.discretize` says.
    placement : str, default="midpoint"
        Where a cut lies between the two values it separates: |PLACEMENTS|.
    penalty : str, default="none"
        The charge of lg(candidates) / cases for each cut (Quinlan 1996): |PENALTIES|.
    nominal : str, default="values"
        What the branches of a nominal attribute are: |NOMINAL|.
    pruning : str or None, default="error"
        How the tree is pruned: |PRUNINGS|; None is not at all.
    confidence : float, default=0.25
        The confidence level of the error estimates for pruning; smaller prunes more.
    min_cases : float, default=2
        A test must have at least two branches with this many cases; with the contextual method,
        every interval has.
    max_depth : int or None, default=None
        The greatest number of tests on a path.
    max_branches : int or None, default=None
        The most intervals of a numeric test.
    switch_at : float, default=200
        With ``cuts="hybrid"``: nodes of fewer cases are divided into intervals.
    min_fraction : float, default=0
        A case with a missing value takes no branch that would hold less of it than this.
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
        The tree that predicts.
    |unpruned_tree_|
    |simplified_|
    |pruning_path_|
    classes_ : array
    n_features_in_ : int
    |feature_names_in_|

    References
    ----------
    .. [1] F. Berzal, J.-C. Cubero, N. Marín and D. Sánchez, "Building multi-way decision trees with
       numerical attributes", Information Sciences 165 (2004), 73-90.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from cutpoint import MultiwayTreeClassifier
    >>> iris = load_iris(as_frame=True)
    >>> model = MultiwayTreeClassifier("gain", cuts="mdlp", max_depth=1)
    >>> print(model.fit(iris.data, iris.target_names[iris.target]).tree_)
    petal width (cm) <= 0.8 : setosa (50.0/1.4)
    petal width (cm) in (0.8, 1.75] : versicolor (54.0/7.2)
    petal width (cm) > 1.75 : virginica (46.0/2.6)
    """

    _parameter_constraints: ClassVar[Constraints] = {
        name: constraint
        for name, constraint in TreeClassifier._parameter_constraints.items()
        if name not in ("threshold", "window", "width", "resamples", "random_state")
    }
