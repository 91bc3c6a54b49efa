"""The exact learner with every setting."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, ClassVar, Self

from sklearn.utils import check_random_state
from sklearn.utils._param_validation import HasMethods, Interval, StrOptions

from cutpoint.classifiers.tree_based import TreeBasedClassifier
from cutpoint.data.attribute import Label
from cutpoint.data.table import Table
from cutpoint.errors import InputError
from cutpoint.measures.codes import CODES

if TYPE_CHECKING:
    from cutpoint.compiled import Ints
    from cutpoint.grow.plan import Plan
    from cutpoint.measures.own import Measure


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


class TreeClassifier(TreeBasedClassifier):
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
        "kolmogorov", "median", "smoothing", "averaging" or "bootstrap". For binary and hybrid cuts.
    placement : {"midpoint", "observed", "weighted"}, default="midpoint"
        Where the cut lies between the two values it separates: in the middle; at the greatest value
        of the whole training set not above the middle (C4.5); or nearer to the side with fewer
        cases (Berzal).
    penalty : {"none", "filter", "rank"}, default="none"
        The charge of lg(candidates) / cases for choosing among the cuts of a numeric attribute
        (Quinlan 1996). With "filter" an attribute that gains less is left out; with "rank" the
        charge is also subtracted from the gain. The cut is then picked by gain. Groups of values
        are charged for in the same way, and intervals for each of their cuts.
    nominal : {"values", "groups", "binary"}, default="values"
        One branch per value of a nominal attribute, C4.5's groups of values, or two groups: the
        best, if there are two classes; else the best of those in which all values of one group
        have more of some class than those of the other.
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
        Where the resamples of the bootstrap come from; all attributes of a node share them.

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
        "nominal": [StrOptions({"values", "groups", "binary"})],
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
        self._check_threshold()
        placements = {"midpoint": s.MIDPOINT, "observed": s.OBSERVED, "weighted": s.WEIGHTED}
        penalties = {"none": s.NO_PENALTY, "filter": s.FILTER, "rank": s.RANK}
        branches = {"values": s.VALUES, "groups": s.GROUPS, "binary": s.TWO_GROUPS}
        settings = s.Settings(
            criterion=s.OWN if callable(self.criterion) else CODES[self.criterion],
            cut_by=s.BY_MEASURE if self.penalty == "none" else s.BY_GAIN,
            penalty=penalties[self.penalty],
            nominal=branches[self.nominal],
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
        two = self.criterion == "mpi"
        for attribute in table.attributes:
            n_values = len(attribute.values or ())
            if n_values > (2 if two else 0) and not (two and self.nominal == "binary"):
                what = "compares two branches" if two else "is for numeric attributes"
                ways = (
                    "leave it out, " + "use nominal='binary', " * two + "or use another criterion"
                )
                raise InputError(
                    f"criterion={self.criterion!r} {what}, but column {attribute.name!r} has "
                    f"{n_values} values: {ways}"
                )

    def _check_threshold(self) -> None:
        """Refuse a way to choose a single cut where there is none to choose."""
        single = isinstance(self.cuts, str) and self.cuts in ("binary", "hybrid")
        if self.threshold != "classic" and not single:
            raise InputError(
                f"threshold={self.threshold!r} chooses a single cut, and intervals have several: "
                "leave it out, or use cuts='binary' or 'hybrid'"
            )

    def _plan(self) -> Plan | None:
        """Return how cuts are chosen, if that takes more than the plain learner."""
        if self.criterion in _SCORED and self.cuts == "binary" and self.threshold == "classic":
            return None
        from cutpoint.cuts.thresholds import METHODS  # noqa: PLC0415  # the compiler
        from cutpoint.grow.methods import BINARY  # noqa: PLC0415
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
