"""The scikit-learn face: parameters in, fitted attributes out, no algorithm."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, ClassVar, Self

import narwhals as nw
import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassifierMixin, _fit_context
from sklearn.utils import Tags, check_random_state, column_or_1d, compute_sample_weight
from sklearn.utils._param_validation import HasMethods, Interval, Options, StrOptions
from sklearn.utils.validation import check_is_fitted, validate_data

from cutpoint.data.attribute import Attribute, Label
from cutpoint.data.frames import conform, table_from
from cutpoint.data.table import Table
from cutpoint.errors import InputError
from cutpoint.files import FilePath
from cutpoint.measures.codes import CODES
from cutpoint.tree.model import Model
from cutpoint.tree.tree import Tree

if TYPE_CHECKING:
    from scipy.sparse import csr_array

    from cutpoint.compiled import Ints
    from cutpoint.engines.memory import Learned
    from cutpoint.grow.plan import Plan
    from cutpoint.measures.own import Measure

Classes = NDArray[Any]


class _TreeBasedClassifier(ClassifierMixin, BaseEstimator, ABC):  # type: ignore[misc]
    """What every classifier with a ``tree_`` shares: the data it takes and how it predicts."""

    classes_: Classes
    n_features_in_: int
    feature_names_in_: NDArray[np.object_]
    tree_: Tree
    unpruned_tree_: Tree
    target_name_: str
    simplified_: bool

    # The parameters that this class reads; those who inherit declare them in their __init__.
    categorical_features: Any
    class_order: Sequence[Label] | None
    class_weight: Any
    n_jobs: int | None

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.categorical = True
        tags.input_tags.string = True
        return tags

    def _checked(self, X: Any, *, reset: bool) -> Any:
        """Return X after scikit-learn has looked at its shape and feature names."""
        if _is_frame(X):
            validate_data(self, X, skip_check_array=True, reset=reset)
            return X
        # Infinite numbers are looked for once, where the table is made.
        return validate_data(self, X, dtype=None, ensure_all_finite=False, reset=reset)

    def _training_table(self, X: Any, y: Any, sample_weight: Any) -> Table:
        """Return the typed table to learn from, without cases of weight 0."""
        if y is None:
            raise InputError(
                f"{type(self).__name__} requires y to be passed, but the target y is None"
            )
        X = self._checked(X, reset=True)
        if isinstance(y, np.ndarray | list | tuple):
            y = column_or_1d(y, warn=True)
        table = table_from(
            X,
            y,
            categorical_features=self.categorical_features,
            class_order=self.class_order,
            feature_names=getattr(self, "feature_names_in_", None),
            sample_weight=sample_weight,
        )
        if table.n_rows == 0:
            raise InputError("Found array with 0 sample(s): there is nothing to learn from")
        self.classes_ = _class_array(table.classes, y)
        weights = table.weights
        if self.class_weight is not None:
            by_class = compute_sample_weight(self.class_weight, self.classes_[table.target])
            weights = by_class if weights is None else weights * by_class
        return _weighted(table, weights)

    @_fit_context(prefer_skip_nested_validation=True)  # type: ignore[untyped-decorator]
    def fit(self, X: Any, y: Any, sample_weight: ArrayLike | None = None) -> Self:
        """Grow and prune the tree.

        Parameters
        ----------
        X : pandas, polars or pyarrow table, or array of shape (n_samples, n_features)
            Values may be missing.
        y : array of shape (n_samples,)
            The classes: texts, whole numbers or booleans.
        sample_weight : array of shape (n_samples,), optional
            The weight of each case. A weight of 2 is two equal cases.

        Returns
        -------
        self
        """
        return self._fit_table(self._training_table(X, y, sample_weight))

    @_fit_context(prefer_skip_nested_validation=True)  # type: ignore[untyped-decorator]
    def fit_table(self, table: Table, progress: Ints | None = None) -> Self:
        """Grow and prune the tree of a typed table, such as :func:`cutpoint.read_table` gives.

        Parameters
        ----------
        table : Table
            It must have a target; types and orders are the table's own.
        progress : array, optional
            What :func:`cutpoint.engines.memory.new_progress` gives: the growth counts the cases
            that it has placed there, and another thread may watch it, or stop it.

        Returns
        -------
        self
        """
        if table.target is None:
            raise InputError("the table has no target column to learn")
        self._know(table.attributes, table.classes)
        return self._fit_table(_weighted(table, table.weights), progress)

    def _know(self, attributes: tuple[Attribute, ...], classes: tuple[Label, ...]) -> None:
        """Take over the features and classes of a table or a tree."""
        self.n_features_in_ = len(attributes)
        names = [attribute.name for attribute in attributes]
        self.feature_names_in_ = np.array(names, dtype=object)
        self.classes_ = _class_array(classes, None)

    @abstractmethod
    def _fit_table(self, table: Table, progress: Ints | None = None) -> Self:
        """Learn from a table and keep what was learned."""

    def _keep(self, learned: Learned, table: Table) -> Self:
        """Take over what was learned."""
        self.tree_ = learned.pruned
        self.unpruned_tree_ = learned.unpruned
        self.simplified_ = learned.simplified
        self.target_name_ = table.target_name
        return self

    def _matrix(self, X: Any) -> NDArray[np.float64]:
        """Return the rows of X as the tree reads them."""
        check_is_fitted(self)
        X = self._checked(X, reset=False)
        by_name = hasattr(self, "feature_names_in_")
        return conform(X, self.tree_.attributes, by_name=by_name).matrix()

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
        matrix = self._matrix(X)
        return self.classes_[self.tree_.predict_codes(matrix, self.n_jobs)]

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
        matrix = self._matrix(X)
        return self.tree_.predict_proba(matrix, self.n_jobs)

    def predict_log_proba(self, X: Any) -> NDArray[np.float64]:
        """Return the logarithm of the probability of each class."""
        with np.errstate(divide="ignore"):
            return np.log(self.predict_proba(X))

    def apply(self, X: Any) -> NDArray[np.int64]:
        """Return the number of the leaf of ``tree_`` that holds the greatest part of each row."""
        matrix = self._matrix(X)
        return self.tree_.apply(matrix, self.n_jobs)

    def decision_path(self, X: Any) -> csr_array[Any, tuple[int, int]]:
        """Return which nodes of ``tree_`` each row reaches, as a sparse matrix of ones."""
        matrix = self._matrix(X)
        return self.tree_.decision_path(matrix)

    @property
    def feature_importances_(self) -> NDArray[np.float64]:
        """The share of each feature in the information that the tests of ``tree_`` give."""
        check_is_fitted(self)
        return self.tree_.importances()

    def save(self, path: FilePath) -> None:
        """Write the fitted classifier to a JSON file that :func:`cutpoint.load` reads.

        The file holds both trees, the classes, the attributes with their values, and those
        parameters that are numbers, texts or None.
        """
        check_is_fitted(self)
        self.to_model().save(path)

    def to_model(self) -> Model:
        """Return what :meth:`save` writes."""
        check_is_fitted(self)
        plain = (str, int, float, bool, type(None))
        parameters = {
            name: value for name, value in self.get_params().items() if isinstance(value, plain)
        }
        return Model(
            self.tree_,
            self.unpruned_tree_,
            self.target_name_,
            type(self).__name__,
            parameters,
            {"simplified": self.simplified_},
        )


class C45Classifier(_TreeBasedClassifier):
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
    pruning : {"error"} or None, default="error"
        Error-based pruning with subtree raising, or none.
    max_depth : int or None, default=None
        The greatest number of tests on a path.
    categorical_features : "from_dtype", None, or sequence, default="from_dtype"
        Which features are nominal: by type, none, or the named ones (names, positions or a mask)
        besides those that are by type.
    class_order : sequence of labels or None, default=None
        The classes in the order that breaks ties; sorted by default. It may hold classes that do
        not occur.
    class_weight : dict, "balanced" or None, default=None
        Weights of the classes.
    n_jobs : int or None, default=None
        Number of threads for prediction; -1 is one per core.

    Attributes
    ----------
    tree_ : Tree
        The pruned tree, which predicts.
    unpruned_tree_ : Tree
        The tree before pruning.
    simplified_ : bool
        Whether pruning changed the tree.
    classes_ : array
    n_features_in_ : int
    feature_names_in_ : array of str
        Only when X has names.

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

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "release": [Options(Integral, {7, 8}), StrOptions({"7", "8", "7G", "7GS"})],
        "min_cases": [Interval(Real, 1, None, closed="left")],
        "confidence": [Interval(Real, 0, 1, closed="right")],
        "criterion": [StrOptions({"gain_ratio", "gain"})],
        "group_values": ["boolean"],
        "faithful": ["boolean"],
        "pruning": [StrOptions({"error"}), None],
        "max_depth": [Interval(Integral, 1, None, closed="left"), None],
        "categorical_features": [StrOptions({"from_dtype"}), "array-like", None],
        "class_order": ["array-like", None],
        "class_weight": [dict, StrOptions({"balanced"}), None],
        "n_jobs": [Integral, None],
    }

    def __init__(
        self,
        release: int | str = 8,
        min_cases: float = 2,
        confidence: float = 0.25,
        criterion: str = "gain_ratio",
        group_values: bool = False,
        faithful: bool = False,
        *,
        pruning: str | None = "error",
        max_depth: int | None = None,
        categorical_features: Any = "from_dtype",
        class_order: Sequence[Label] | None = None,
        class_weight: Any = None,
        n_jobs: int | None = None,
    ) -> None:
        self.release = release
        self.min_cases = min_cases
        self.confidence = confidence
        self.criterion = criterion
        self.group_values = group_values
        self.faithful = faithful
        self.pruning = pruning
        self.max_depth = max_depth
        self.categorical_features = categorical_features
        self.class_order = class_order
        self.class_weight = class_weight
        self.n_jobs = n_jobs

    def _fit_table(self, table: Table, progress: Ints | None = None) -> Self:
        from cutpoint.engines.memory import C45Settings, learn_c45  # noqa: PLC0415  # the compiler

        learned = learn_c45(
            table,
            C45Settings(
                release=self.release,
                min_cases=float(self.min_cases),
                confidence=float(self.confidence),
                gain_ratio=self.criterion == "gain_ratio",
                group_values=bool(self.group_values),
                faithful=bool(self.faithful),
                max_depth=self.max_depth,
                pruning=self.pruning is not None,
            ),
            progress,
        )
        return self._keep(learned, table)


_INTERVALS = {
    "contextual": "ContextualDiscretizer",
    "mdlp": "MDLPDiscretizer",
    "one_rule": "OneRuleDiscretizer",
    "zeta": "ZetaDiscretizer",
    "chimerge": "ChiMergeDiscretizer",
    "caim": "CAIMDiscretizer",
    "kmeans": "KMeansDiscretizer",
    "equal_width": "EqualWidthDiscretizer",
    "equal_depth": "EqualDepthDiscretizer",
    "optimal": "OptimalDiscretizer",
}
"""The interval methods by name, and the discretizers of :mod:`cutpoint.discretize`."""

_SCORED = ("gain", "gain_ratio", "mantaras", "symmetric", "gini", "distance")
"""The measures of the plain learner, with which the contextual method also scores partitions."""


class TreeClassifier(_TreeBasedClassifier):
    """A decision tree grown exactly, by the measure of your choice.

    Takes mixed, incomplete tables as they are, like :class:`C45Classifier`. The tree is the same,
    bit for bit, for any order of the rows.

    Parameters
    ----------
    criterion : str or function, default="gain_ratio"
        What makes a test good: "gain_ratio" among tests of at least average gain (C4.5), plain
        "gain" (ID3), "mantaras" (one less the normalised distance), the plain "distance" (López de
        Mántaras), "symmetric" (gain by the mean of both entropies; Geurts & Wehenkel), "gini"
        (CART), "mpi" (mean posterior improvement, two branches only), "kolmogorov", "chi2" (by
        p-value), "contrast" (Van de Merckt, numeric attributes only, each scaled to its range); or
        a function of the class counts before and after, see :func:`cutpoint.criterion`.
    cuts : str or discretizer, default="binary"
        How a numeric attribute is divided: "binary" by one cut; by an interval method, "contextual"
        (Berzal), "mdlp", "one_rule", "zeta", "chimerge", "caim", "kmeans", "equal_width",
        "equal_depth" or "optimal", after which it is left out below; "hybrid" by one cut at nodes
        of ``switch_at`` cases or more and by MDLP intervals below (Kohavi); or as an instance of a
        discretizer of :mod:`cutpoint.discretize` says.
    threshold : str, default="classic"
        How a single cut is chosen (Geurts & Wehenkel): "classic" where the criterion is best,
        "kolmogorov", "median", "smoothing", "averaging" or "bootstrap".
    placement : {"midpoint", "observed", "weighted"}, default="midpoint"
        Where the cut lies between the two values it separates: in the middle; at the greatest value
        of the whole training set not above the middle (C4.5); or nearer to the side with fewer
        cases (Berzal).
    penalty : {"none", "filter", "rank"}, default="none"
        The charge of lg(candidates) / cases for choosing among the cuts of a numeric attribute
        (Quinlan 1996). With "filter" an attribute that gains less is left out; with "rank" the
        charge is also subtracted from the gain. The cut is then picked by gain. Groups of values
        are charged for in the same way, and intervals for each of their cuts.
    nominal : {"values", "groups"}, default="values"
        One branch per value of a nominal attribute, or C4.5's groups of values.
    pruning : {"error"} or None, default="error"
        Error-based pruning with subtree raising (C4.5), or none.
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
    categorical_features : "from_dtype", None, or sequence, default="from_dtype"
        Which features are nominal: by type, none, or the named ones (names, positions or a mask)
        besides those that are by type.
    class_order : sequence of labels or None, default=None
        The classes in the order that breaks ties; sorted by default.
    class_weight : dict, "balanced" or None, default=None
        Weights of the classes.
    n_jobs : int or None, default=None
        Number of threads; -1 is one per core. Only binary, classic cuts by a measure of the first
        five are found by several.
    random_state : int, RandomState or None, default=None
        Where the resamples of the bootstrap come from.

    Attributes
    ----------
    tree_ : Tree
        The tree that predicts.
    unpruned_tree_ : Tree
        The tree before pruning.
    simplified_ : bool
        Whether pruning changed the tree.
    classes_ : array
    n_features_in_ : int
    feature_names_in_ : array of str
        Only when X has names.

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

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "criterion": [StrOptions(set(CODES)), callable],
        "cuts": [StrOptions({"binary", "hybrid", *_INTERVALS}), HasMethods(["fit", "options"])],
        "threshold": [
            StrOptions({"classic", "kolmogorov", "median", "smoothing", "averaging", "bootstrap"})
        ],
        "placement": [StrOptions({"midpoint", "observed", "weighted"})],
        "penalty": [StrOptions({"none", "filter", "rank"})],
        "nominal": [StrOptions({"values", "groups"})],
        "pruning": [StrOptions({"error"}), None],
        "confidence": [Interval(Real, 0, 1, closed="right")],
        "min_cases": [Interval(Real, 1, None, closed="left")],
        "max_depth": [Interval(Integral, 1, None, closed="left"), None],
        "max_branches": [Interval(Integral, 2, None, closed="left"), None],
        "window": [Interval(Integral, 1, None, closed="left")],
        "width": [Interval(Real, 0, None, closed="left")],
        "resamples": [Interval(Integral, 1, None, closed="left")],
        "switch_at": [Interval(Real, 0, None, closed="left")],
        "min_fraction": [Interval(Real, 0, 1, closed="left")],
        "categorical_features": [StrOptions({"from_dtype"}), "array-like", None],
        "class_order": ["array-like", None],
        "class_weight": [dict, StrOptions({"balanced"}), None],
        "n_jobs": [Integral, None],
        "random_state": ["random_state"],
    }

    def __init__(
        self,
        criterion: str | Measure = "gain_ratio",
        cuts: Any = "binary",
        threshold: str = "classic",
        placement: str = "midpoint",
        penalty: str = "none",
        nominal: str = "values",
        pruning: str | None = "error",
        confidence: float = 0.25,
        min_cases: float = 2,
        max_depth: int | None = None,
        max_branches: int | None = None,
        *,
        window: int = 21,
        width: float = 2.5,
        resamples: int = 10,
        switch_at: float = 200,
        min_fraction: float = 0.0,
        categorical_features: Any = "from_dtype",
        class_order: Sequence[Label] | None = None,
        class_weight: Any = None,
        n_jobs: int | None = None,
        random_state: Any = None,
    ) -> None:
        self.criterion = criterion
        self.cuts = cuts
        self.threshold = threshold
        self.placement = placement
        self.penalty = penalty
        self.nominal = nominal
        self.pruning = pruning
        self.confidence = confidence
        self.min_cases = min_cases
        self.max_depth = max_depth
        self.max_branches = max_branches
        self.window = window
        self.width = width
        self.resamples = resamples
        self.switch_at = switch_at
        self.min_fraction = min_fraction
        self.categorical_features = categorical_features
        self.class_order = class_order
        self.class_weight = class_weight
        self.n_jobs = n_jobs
        self.random_state = random_state

    def _fit_table(self, table: Table, progress: Ints | None = None) -> Self:
        from cutpoint.engines.memory import learn  # noqa: PLC0415  # the compiler
        from cutpoint.grow import settings as s  # noqa: PLC0415

        self._check_measure(table)
        placements = {"midpoint": s.MIDPOINT, "observed": s.OBSERVED, "weighted": s.WEIGHTED}
        penalties = {"none": s.NO_PENALTY, "filter": s.FILTER, "rank": s.RANK}
        settings = s.Settings(
            criterion=s.OWN if callable(self.criterion) else CODES[self.criterion],
            cut_by=s.BY_MEASURE if self.penalty == "none" else s.BY_GAIN,
            penalty=penalties[self.penalty],
            group_values=self.nominal == "groups",
            min_cases=float(self.min_cases),
            max_depth=s.UNLIMITED if self.max_depth is None else int(self.max_depth),
            placement=placements[self.placement],
            min_fraction=float(self.min_fraction),
            charge_groups=True,
        )
        confidence = None if self.pruning is None else float(self.confidence)
        learned = learn(
            table, settings, confidence=confidence, n_jobs=self.n_jobs, progress=progress,
            plan=self._plan(),
        )  # fmt: skip
        return self._keep(learned, table)

    def _check_measure(self, table: Table) -> None:
        """Refuse a measure that does not fit the tests that the table asks for."""
        if self.criterion not in ("mpi", "contrast"):
            return
        if self.cuts != "binary":
            raise InputError(
                f"criterion={self.criterion!r} compares the two sides of one cut: use "
                "cuts='binary', or another criterion"
            )
        most = 2 if self.criterion == "mpi" else 0
        for attribute in table.attributes:
            n_values = len(attribute.values or ())
            if n_values > most:
                what = "compares two branches" if most else "is for numeric attributes"
                raise InputError(
                    f"criterion={self.criterion!r} {what}, but column {attribute.name!r} has "
                    f"{n_values} values: leave it out, or use another criterion"
                )

    def _plan(self) -> Plan | None:
        """Return how cuts are chosen, if that takes more than the plain learner."""
        if self.criterion in _SCORED and self.cuts == "binary" and self.threshold == "classic":
            return None
        from cutpoint.cuts.thresholds import METHODS  # noqa: PLC0415  # the compiler
        from cutpoint.grow.by_evidence import BINARY  # noqa: PLC0415
        from cutpoint.grow.plan import Plan  # noqa: PLC0415
        from cutpoint.measures.own import Own  # noqa: PLC0415

        method = self._interval_method()
        return Plan(
            threshold=METHODS[self.threshold],
            window=int(self.window),
            width=float(self.width),
            resamples=int(self.resamples),
            own=Own(self.criterion) if callable(self.criterion) else None,
            intervals=BINARY if method is None else method.method,
            options=None if method is None else method.options,
            switch_at=self.switch_at if self.cuts == "hybrid" else None,
            max_branches=self.max_branches,
            seed=self._seed(),
        )

    def _seed(self) -> int:
        """Return where random numbers come from; none are drawn for it unless they are needed."""
        if self.threshold != "bootstrap":
            return 1
        return 1 + int(check_random_state(self.random_state).randint(2**31 - 1))

    def _interval_method(self) -> Any:
        """Return the discretizer that divides numeric attributes; None for single cuts."""
        if self.cuts == "binary":
            return None
        if not isinstance(self.cuts, str):
            self.cuts._validate_params()
            return self.cuts
        from cutpoint import discretize  # noqa: PLC0415  # only where it is needed

        kind = getattr(
            discretize, "MDLPDiscretizer" if self.cuts == "hybrid" else _INTERVALS[self.cuts]
        )
        own = kind().get_params()
        asked: dict[str, Any] = {}
        if "min_cases" in own:
            asked["min_cases"] = float(self.min_cases)
        if self.max_branches is not None:
            names = {"max_branches", "max_intervals"} & own.keys()
            asked |= dict.fromkeys(names, int(self.max_branches))
        if self.cuts == "contextual" and self.criterion in _SCORED:
            asked["criterion"] = self.criterion
        return kind(**asked)


class MultiwayTreeClassifier(TreeClassifier):
    """A tree whose numeric tests have several intervals: small and shallow (Berzal et al.).

    A :class:`TreeClassifier` that divides numeric attributes by the contextual method: neighbouring
    intervals of like class distribution merge, and of all partitions on the way the one with the
    best gain ratio is taken. An attribute that has been divided is left out below.

    Parameters
    ----------
    criterion : str or function, default="gain_ratio"
        What makes a test good; also scores the partitions of the contextual method.
    cuts : str or discretizer, default="contextual"
        The interval method, by name, or as an instance of a discretizer of
        :mod:`cutpoint.discretize`.
    placement : {"midpoint", "observed", "weighted"}, default="midpoint"
        Where a cut lies between the two values it separates; "weighted" is nearer to the interval
        with fewer cases.
    penalty : {"none", "filter", "rank"}, default="none"
        The charge of lg(candidates) / cases for each cut (Quinlan 1996).
    nominal : {"values", "groups"}, default="values"
        One branch per value of a nominal attribute, or C4.5's groups of values.
    pruning : {"error"} or None, default="error"
        Error-based pruning with subtree raising (C4.5), or none.
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
    categorical_features : "from_dtype", None, or sequence, default="from_dtype"
        Which features are nominal: by type, none, or the named ones (names, positions or a mask)
        besides those that are by type.
    class_order : sequence of labels or None, default=None
        The classes in the order that breaks ties; sorted by default.
    class_weight : dict, "balanced" or None, default=None
        Weights of the classes.
    n_jobs : int or None, default=None
        Number of threads for prediction; -1 is one per core.

    Attributes
    ----------
    tree_ : Tree
        The tree that predicts.
    unpruned_tree_ : Tree
        The tree before pruning.
    simplified_ : bool
        Whether pruning changed the tree.
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
    petal width (cm) in (0.8, 1.75] : versicolor (54.0/7.4)
    petal width (cm) > 1.75 : virginica (46.0/2.6)
    """

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        name: constraint
        for name, constraint in TreeClassifier._parameter_constraints.items()
        if name not in ("threshold", "window", "width", "resamples", "random_state")
    }

    threshold = "classic"
    window, width, resamples, random_state = 21, 2.5, 10, 0  # of no use here

    def __init__(
        self,
        criterion: str | Measure = "gain_ratio",
        cuts: Any = "contextual",
        placement: str = "midpoint",
        penalty: str = "none",
        nominal: str = "values",
        pruning: str | None = "error",
        confidence: float = 0.25,
        min_cases: float = 2,
        max_depth: int | None = None,
        max_branches: int | None = None,
        *,
        switch_at: float = 200,
        min_fraction: float = 0.0,
        categorical_features: Any = "from_dtype",
        class_order: Sequence[Label] | None = None,
        class_weight: Any = None,
        n_jobs: int | None = None,
    ) -> None:
        self.criterion = criterion
        self.cuts = cuts
        self.placement = placement
        self.penalty = penalty
        self.nominal = nominal
        self.pruning = pruning
        self.confidence = confidence
        self.min_cases = min_cases
        self.max_depth = max_depth
        self.max_branches = max_branches
        self.switch_at = switch_at
        self.min_fraction = min_fraction
        self.categorical_features = categorical_features
        self.class_order = class_order
        self.class_weight = class_weight
        self.n_jobs = n_jobs


class T2Classifier(_TreeBasedClassifier):
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
    categorical_features : "from_dtype", None, or sequence, default="from_dtype"
        Which features are nominal: by type, none, or the named ones (names, positions or a mask)
        besides those that are by type.
    class_order : sequence of labels or None, default=None
        The classes in the order that breaks ties; sorted by default.
    class_weight : dict, "balanced" or None, default=None
        Weights of the classes.
    n_jobs : int or None, default=None
        Number of threads; -1 is one per core. The tree does not depend on it.

    Attributes
    ----------
    tree_ : Tree
        The tree. It is not pruned, so ``unpruned_tree_`` is the same.
    classes_ : array
    n_features_in_ : int
    feature_names_in_ : array of str
        Only when X has names.

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

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "max_intervals": [Interval(Integral, 1, None, closed="left"), None],
        "categorical_features": [StrOptions({"from_dtype"}), "array-like", None],
        "class_order": ["array-like", None],
        "class_weight": [dict, StrOptions({"balanced"}), None],
        "n_jobs": [Integral, None],
    }

    def __init__(
        self,
        max_intervals: int | None = None,
        *,
        categorical_features: Any = "from_dtype",
        class_order: Sequence[Label] | None = None,
        class_weight: Any = None,
        n_jobs: int | None = None,
    ) -> None:
        self.max_intervals = max_intervals
        self.categorical_features = categorical_features
        self.class_order = class_order
        self.class_weight = class_weight
        self.n_jobs = n_jobs

    def _fit_table(self, table: Table, progress: Ints | None = None) -> Self:
        from cutpoint.engines.memory import learn_two_levels  # noqa: PLC0415  # the compiler

        learned = learn_two_levels(
            table, max_intervals=self.max_intervals, n_jobs=self.n_jobs, progress=progress
        )
        return self._keep(learned, table)


_LEARNERS: dict[str, type[C45Classifier] | type[TreeClassifier] | type[T2Classifier]] = {
    "C45Classifier": C45Classifier,
    "MultiwayTreeClassifier": MultiwayTreeClassifier,
    "TreeClassifier": TreeClassifier,
    "T2Classifier": T2Classifier,
}


def load(path: FilePath) -> C45Classifier | TreeClassifier | T2Classifier:
    """Return the fitted classifier that a JSON model file holds.

    Loading runs no code from the file and checks everything in it.

    Parameters
    ----------
    path : path
        A file written by ``save`` or by ``cutpoint fit --out``.

    Raises
    ------
    InputError
        If the file is not a whole model, or of a newer version.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> from cutpoint import C45Classifier, load
    >>> model = C45Classifier().fit([[1], [2], [3], [4]], ["a", "a", "b", "b"])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder, "model.json")
    ...     model.save(path)
    ...     load(path).tree_ == model.tree_
    True
    """
    model = Model.load(path)
    learner = _LEARNERS.get(model.learner)
    if learner is None:
        raise InputError(
            f"{path}: the model was made by {model.learner!r}, which this version does not know"
        )
    known = learner().get_params()
    parameters = {name: value for name, value in model.parameters.items() if name in known}
    loaded = learner(**parameters)  # type: ignore[arg-type]
    try:
        loaded._validate_params()
    except ValueError as error:
        raise InputError(f"{path}: {error}") from None
    tree = model.tree
    loaded.tree_ = tree
    loaded.unpruned_tree_ = tree if model.unpruned is None else model.unpruned
    loaded.simplified_ = model.report.get("simplified") is True
    loaded.target_name_ = model.target
    loaded._know(tree.attributes, tree.classes)
    return loaded


def _is_frame(X: Any) -> bool:
    """Return whether X is a table with named columns."""
    native = nw.from_native(X, pass_through=True)
    return isinstance(native, nw.DataFrame | nw.LazyFrame) or type(X).__name__ == "RecordBatch"


def _class_array(classes: tuple[Label, ...], y: Any) -> Classes:
    """Return the classes as an array of y's own type where y has one."""
    if isinstance(y, np.ndarray) and y.dtype.kind in "biufO":
        return np.array(classes, dtype=y.dtype)
    return np.array(classes, dtype=None if len({type(label) for label in classes}) == 1 else object)


def _weighted(table: Table, weights: NDArray[np.float64] | None) -> Table:
    """Return the table with these weights, without the cases of weight 0."""
    if weights is None or bool((weights == 1).all()):
        return replace(table, weights=None)
    table = replace(table, weights=weights)
    return table.take(weights > 0) if bool((weights == 0).any()) else table
