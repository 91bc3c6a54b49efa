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
    ccp_alpha : float or None, default=None
        The strength of cost-complexity pruning: how much the error rate must fall for each leaf.
        None finds it by ten-fold cross-validation.
    ccp_risk : {"criterion", "errors"}, default="criterion"
        What a leaf costs in cost-complexity pruning: its impurity, if the criterion is "gini" or
        "gain", as in scikit-learn, and else its errors; or its errors in any case, as in CART.
    one_standard_error : bool, default=True
        Whether cross-validation takes the smallest tree whose error is within one standard error of
        the lowest, or the one with the lowest.
    probabilities : str, default="raw"
        What ``predict_proba`` says of a leaf: |PROBABILITIES|. Classes do not depend on it.
    m : float, default=2
        With ``probabilities="m"``: how many cases the shares of the classes in all training cases
        count as.
    categorical_features : "from_dtype", None, or sequence, default="from_dtype"
        Which features are nominal: by type, none, or the named ones (names, positions or a mask)
        besides those that are by type.
    class_order : sequence of labels or None, default=None
        The classes in the order that breaks ties; sorted by default.
    class_weight : dict, "balanced" or None, default=None
        Weights of the classes.
    cost_matrix : dict, DataFrame, array or None, default=None
        What errors cost, as ``{true: {predicted: cost}}``, as a table or array with true classes by
        row and predicted ones by column, or as ``{(true, predicted): cost}``; what is left out
        costs 1. Predictions then have the least expected cost: see ``docs/costs.md``.
    n_jobs : int or None, default=None
        Number of threads; -1 is one per core. The tree does not depend on it.

    Attributes
    ----------
    tree_ : Tree
        The tree that predicts.
    unpruned_tree_ : Tree
        The tree before pruning.
    simplified_ : bool
        Whether pruning changed the tree.
    pruning_path_ : PruningPath or None
        The trees of the cost-complexity sequence, with the errors of each, if ``tree_`` is one of
        them; it can be plotted.
    classes_ : array
    n_features_in_ : int
    feature_names_in_ : array of str
        Only when X has names.

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
