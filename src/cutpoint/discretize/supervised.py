"""Discretizers that compare partitions: contextual, MDLP and optimal."""

from __future__ import annotations

from typing import Any, ClassVar

from cutpoint.discretize.base import Discretizer, constraints_of
from cutpoint.parameters import Constraints, documented


@documented
class ContextualDiscretizer(Discretizer):
    """Intervals of like class distribution, clustered and scored on the way (Berzal et al.).

    Neighbouring intervals whose classes are most alike merge one after the other (or, from the top
    down, intervals divide where the two sides are least alike). Every partition on the way is
    scored with the measure of a tree, and the best is taken.

    Parameters
    ----------
    similarity : str, default="euclidean"
        How class distributions are compared, by the measures of Berzal's Table 1: |SIMILARITIES|.
    direction : {"agglomerative", "divisive"}, default="agglomerative"
        From the bottom up, or from the top down, which minds noise less.
    criterion : str or None, default=None
        How partitions are scored: "gain", "gain_ratio", "mantaras", "symmetric", "gini" or
        "distance". None is the paper's gain ratio from the bottom up, and "mantaras" from the top
        down, where the gain ratio settles for one clean cut: over the paper's sets "mantaras" then
        leaves the most accurate trees (see docs/discretization.md).
    bins : int or None, default=25
        Equal-depth bins to start from; None starts from the distinct values.
    max_branches : int or None, default=None
        The most intervals.
    min_cases : float, default=2
        The least weight of an interval.
    power : float, default=2
        Of Minkowski's metric.
    theta : float, default=1
        What the classes in common count in Tversky's model.
    alpha : float, default=1
        What the classes of the left interval alone count, in Tversky's and the ratio model.
    beta : float, default=1
        The same of the right interval.
    encode : {"ordinal", "label", "onehot"}, default="ordinal"
        What an interval becomes: its number, from 0; its label, as in ``"in (18, 30]"``, which a
        tree takes as a nominal value; or one column of zeros and ones per interval.
    missing : {"keep", "bin"}, default="keep"
        A missing value stays missing, or becomes a bin of its own after the intervals.
    categorical_features : "from_dtype", None, or sequence, default="from_dtype"
        Which columns are nominal, and let through: by type, none, or the named ones (names,
        positions or a mask) besides those that are by type.
    n_jobs : int or None, default=None
        Number of threads; -1 is one per core.

    Attributes
    ----------
    cut_points_ : dict from str to array
        The cut points of each numeric column; interval i holds c_i < value <= c_i+1.
    intervals_ : dict from str to list of str
        The labels of the intervals.
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
    >>> from cutpoint.discretize import ContextualDiscretizer
    >>> iris = load_iris(as_frame=True)
    >>> model = ContextualDiscretizer().fit(iris.data, iris.target)
    >>> model.cut_points_["petal length (cm)"].round(3).tolist()
    [2.45]
    """

    _parameter_constraints: ClassVar[Constraints] = constraints_of("contextual")
    method_name = "contextual"

    def __init__(
        self,
        similarity: str = "euclidean",
        direction: str = "agglomerative",
        criterion: str | None = None,
        bins: int | None = 25,
        max_branches: int | None = None,
        min_cases: float = 2,
        power: float = 2.0,
        theta: float = 1.0,
        alpha: float = 1.0,
        beta: float = 1.0,
        *,
        encode: str = "ordinal",
        missing: str = "keep",
        categorical_features: Any = "from_dtype",
        n_jobs: int | None = None,
    ) -> None:
        self.similarity = similarity
        self.direction = direction
        self.criterion = criterion
        self.bins = bins
        self.max_branches = max_branches
        self.min_cases = min_cases
        self.power = power
        self.theta = theta
        self.alpha = alpha
        self.beta = beta
        self.encode = encode
        self.missing = missing
        self.categorical_features = categorical_features
        self.n_jobs = n_jobs


class MDLPDiscretizer(Discretizer):
    """Cuts of least class entropy, as long as they shorten the description (Fayyad & Irani).

    Parameters
    ----------
    criterion : {"gain", "mantaras"}, default="gain"
        Intervals are cut recursively by gain [1]_; or one partition of the whole column grows by
        López de Mántaras' distance [2]_.
    encode : {"ordinal", "label", "onehot"}, default="ordinal"
        What an interval becomes: its number, from 0; its label, as in ``"in (18, 30]"``, which a
        tree takes as a nominal value; or one column of zeros and ones per interval.
    missing : {"keep", "bin"}, default="keep"
        A missing value stays missing, or becomes a bin of its own after the intervals.
    categorical_features : "from_dtype", None, or sequence, default="from_dtype"
        Which columns are nominal, and let through: by type, none, or the named ones (names,
        positions or a mask) besides those that are by type.
    n_jobs : int or None, default=None
        Number of threads; -1 is one per core.

    Attributes
    ----------
    cut_points_ : dict from str to array
        The cut points of each numeric column; interval i holds c_i < value <= c_i+1.
    intervals_ : dict from str to list of str
        The labels of the intervals.
    classes_ : array
    n_features_in_ : int
    feature_names_in_ : array of str
        Only when X has names.

    References
    ----------
    .. [1] U. M. Fayyad and K. B. Irani, "Multi-interval discretization of continuous-valued
       attributes for classification learning", IJCAI 1993, 1022-1027.
    .. [2] J. Cerquides and R. López de Mántaras, "Proposal and empirical comparison of a
       parallelizable distance-based discretization method", KDD 1997, 139-142.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from cutpoint.discretize import MDLPDiscretizer
    >>> iris = load_iris(as_frame=True)
    >>> model = MDLPDiscretizer().fit(iris.data, iris.target)
    >>> model.cut_points_["petal length (cm)"].round(3).tolist()
    [2.45, 4.75]
    >>> model.transform(iris.data)[[0, 75, 149], 2].tolist()
    [0.0, 1.0, 2.0]
    """

    _parameter_constraints: ClassVar[Constraints] = constraints_of("mdlp")
    method_name = "mdlp"

    def __init__(
        self,
        criterion: str = "gain",
        *,
        encode: str = "ordinal",
        missing: str = "keep",
        categorical_features: Any = "from_dtype",
        n_jobs: int | None = None,
    ) -> None:
        self.criterion = criterion
        self.encode = encode
        self.missing = missing
        self.categorical_features = categorical_features
        self.n_jobs = n_jobs


class OptimalDiscretizer(Discretizer):
    """The best partition into at most so many intervals, by dynamic programming.

    Parameters
    ----------
    max_intervals : int, default=5
        The most intervals; of equally good partitions the one with fewer is taken.
    criterion : {"gain", "gini", "errors"}, default="gain"
        What is best over all intervals: the gain, the decrease of the Gini index, or the fewest
        training errors.
    min_cases : float, default=1
        The least weight of an interval.
    max_blocks : int, default=1024
        A column with more places to cut at is first put into so many equal-depth bins: the search
        takes time with their square.
    encode : {"ordinal", "label", "onehot"}, default="ordinal"
        What an interval becomes: its number, from 0; its label, as in ``"in (18, 30]"``, which a
        tree takes as a nominal value; or one column of zeros and ones per interval.
    missing : {"keep", "bin"}, default="keep"
        A missing value stays missing, or becomes a bin of its own after the intervals.
    categorical_features : "from_dtype", None, or sequence, default="from_dtype"
        Which columns are nominal, and let through: by type, none, or the named ones (names,
        positions or a mask) besides those that are by type.
    n_jobs : int or None, default=None
        Number of threads; -1 is one per core.

    Attributes
    ----------
    cut_points_ : dict from str to array
        The cut points of each numeric column; interval i holds c_i < value <= c_i+1.
    intervals_ : dict from str to list of str
        The labels of the intervals.
    classes_ : array
    n_features_in_ : int
    feature_names_in_ : array of str
        Only when X has names.

    References
    ----------
    .. [1] T. Elomaa and J. Rousu, "General and efficient multisplitting of numerical attributes",
       Machine Learning 36 (1999), 201-244.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from cutpoint.discretize import OptimalDiscretizer
    >>> iris = load_iris(as_frame=True)
    >>> model = OptimalDiscretizer(max_intervals=3, criterion="errors").fit(iris.data, iris.target)
    >>> model.cut_points_["petal length (cm)"].round(3).tolist()
    [2.45, 4.75]
    """

    _parameter_constraints: ClassVar[Constraints] = constraints_of("optimal")
    method_name = "optimal"

    def __init__(
        self,
        max_intervals: int = 5,
        criterion: str = "gain",
        min_cases: float = 1,
        max_blocks: int = 1024,
        *,
        encode: str = "ordinal",
        missing: str = "keep",
        categorical_features: Any = "from_dtype",
        n_jobs: int | None = None,
    ) -> None:
        self.max_intervals = max_intervals
        self.criterion = criterion
        self.min_cases = min_cases
        self.max_blocks = max_blocks
        self.encode = encode
        self.missing = missing
        self.categorical_features = categorical_features
        self.n_jobs = n_jobs
