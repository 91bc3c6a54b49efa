"""T2: the best tree of at most two levels."""

from __future__ import annotations

from typing import ClassVar

from cutpoint.classifiers.tree_based import TreeBasedClassifier
from cutpoint.learners.t2 import T2Learner
from cutpoint.parameters import COSTS, LEAVES, TABLE, Constraints, documented, of_learner


@documented
class T2Classifier(TreeBasedClassifier, T2Learner):
    """T2: of all trees of at most two levels, one that misclassifies the fewest training cases.

    The root parts a nominal attribute by its values or a numeric one in two; each branch may have
    one more test, which divides a numeric attribute into several intervals. Every test has one more
    branch, for unknown values. The search is exact. Of equally good trees it takes a leaf or a
    single test if there is one, then the first attribute at the root and its lowest cut, and in
    each branch the first attribute, the fewest intervals and the lowest cuts. If cases are
    weighted, a tree that saves less than a millionth of their weight is not better than a leaf.

    Parameters
    ----------
    max_intervals : int or None, default=None
        Into how many intervals the second level may divide a numeric attribute; None is one more
        than there are classes. A tree of a single test may use as many.
    |probabilities|
    |m|
    |categorical_features|
    |class_order|
    |class_weight|
    cost_matrix : dict, DataFrame, array or None, default=None
        What errors cost, as ``{true: {predicted: cost}}``, as a table or array with true classes by
        row and predicted ones by column, or as ``{(true, predicted): cost}``; what is left out
        costs 1. Of two classes the tree is then one that costs least on the training cases:
        see ``docs/costs.md``.
    |n_jobs|

    Attributes
    ----------
    tree_ : Tree
        The tree. It is not pruned, so ``unpruned_tree_`` is the same.
    classes_ : array
    n_features_in_ : int
    |feature_names_in_|

    References
    ----------
    .. [1] P. Auer, R. C. Holte and W. Maass, "Theory and Applications of Agnostic PAC-Learning with
       Small Decision Trees", Proc. 12th Int. Conf. on Machine Learning (1995), 21-29.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from cutpoint import T2Classifier
    >>> iris = load_iris(as_frame=True)
    >>> model = T2Classifier(max_intervals=2).fit(iris.data, iris.target_names[iris.target])
    >>> print(model.tree_)
    petal length (cm) <= 2.45 : setosa (50.0)
    petal length (cm) is unknown : setosa (0.0)
    petal length (cm) > 2.45 :
    |   petal width (cm) <= 1.65 : versicolor (52.0/4.0)
    |   petal width (cm) > 1.65 : virginica (48.0/2.0)
    |   petal width (cm) is unknown : versicolor (0.0)
    """

    _parameter_constraints: ClassVar[Constraints] = {
        **of_learner("max_intervals"),
        **LEAVES,
        **TABLE,
        **COSTS,
    }
