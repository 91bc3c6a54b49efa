"""Which methods there are: the one list of names, defaults, ranges and help sentences.

Estimators and discretizers take their parameter constraints from here, the command line its options
and help texts, and parametrised tests their cases. A new measure or interval method is a file of
the core, an entry here, and a test.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

Value = int | float | str | None
"""What an option can be set to."""


@dataclass(frozen=True)
class Method:
    """A method that is chosen by its name.

    Attributes
    ----------
    name : str
        As people write it.
    help : str
        What it does, to go on a list after its name.
    """

    name: str
    help: str


@dataclass(frozen=True)
class Criterion(Method):
    """A measure of how good a test is.

    Attributes
    ----------
    branches : int or None
        The only number of branches that it can compare; None for any number.
    nominal : bool
        Whether it is defined for nominal attributes.
    scores_partitions : bool
        Whether a partition into intervals can be scored with it on the way from one partition to
        the next, as the contextual method does.
    boundary_points : bool
        Whether the best cut of a column is always a boundary point.
    """

    branches: int | None = None
    nominal: bool = True
    scores_partitions: bool = False
    boundary_points: bool = True


@dataclass(frozen=True)
class Release(Method):
    """A release of C4.5, or a step between two (Quinlan 1996, Table 3).

    Attributes
    ----------
    cut_by : {"gain", "release7"}
        Which cut of a numeric attribute competes: that of greatest gain, or that of greatest gain
        ratio among those of at least average gain.
    penalty : str
        One of :data:`PENALTIES`.
    """

    cut_by: str = "gain"
    penalty: str = "none"


@dataclass(frozen=True)
class Learner(Method):
    """Who learns a tree.

    Attributes
    ----------
    classifier : str
        The class in :mod:`cutpoint.classifiers`.
    """

    classifier: str = ""


@dataclass(frozen=True)
class Option:
    """A parameter that is a number or one of several names.

    Attributes
    ----------
    name : str
        Of the estimator's parameter.
    default : int, float, str or None
    help : str
        What it is, in a few words.
    kind : {int, float, str}
    least, most : float or None
        The range of a number; None does not bind.
    closed : {"left", "right", "both", "neither"}
        Which ends belong to the range.
    choices : tuple of str
        The names it can be.
    optional : bool
        Whether it can be None.
    flag : str or None
        The option of ``cutpoint discretize`` that sets it.
    """

    name: str
    default: Value
    help: str
    kind: type = float
    least: float | None = None
    most: float | None = None
    closed: str = "left"
    choices: tuple[str, ...] = ()
    optional: bool = False
    flag: str | None = None

    @property
    def sentence(self) -> str:
        """The help as a sentence."""
        return f"{self.help[0].upper()}{self.help[1:]}."


@dataclass(frozen=True)
class Flag:
    """An option of ``cutpoint discretize`` that sets an option of some interval methods."""

    name: str
    metavar: str
    least: float | None = None


@dataclass(frozen=True)
class IntervalEntry(Method):
    """A method that divides a numeric attribute into intervals.

    Attributes
    ----------
    discretizer : str
        The class in :mod:`cutpoint.discretize`.
    options : tuple of Option
        In the order of the discretizer's parameters.
    supervised : bool
        Whether it looks at the classes.
    by_name : bool
        Whether ``cuts=`` of a tree takes it by this name. The others are for whole columns, or are
        asked for with a discretizer.
    """

    discretizer: str = ""
    options: tuple[Option, ...] = ()
    supervised: bool = True
    by_name: bool = True

    @property
    def defaults(self) -> dict[str, Value]:
        """The default of each option, by name."""
        return {option.name: option.default for option in self.options}


_M = TypeVar("_M", bound=Method | Option | Flag)


def _by_name(*entries: _M) -> dict[str, _M]:
    return {entry.name: entry for entry in entries}


def listed(methods: Iterable[Method]) -> str:
    """Return methods and what they do, for a help text.

    Examples
    --------
    >>> listed([NOMINAL["values"], NOMINAL["binary"]])
    'values: one branch per value; binary: two groups of values'
    """
    return "; ".join(f"{method.name}: {method.help}" for method in methods)


# ---- measures ------------------------------------------------------------------------------------

CRITERIA = _by_name(
    Criterion(
        "gain_ratio",
        "gain by split information, among tests of at least average gain: C4.5",
        scores_partitions=True,
    ),
    Criterion("gain", "the information gained: ID3", scores_partitions=True),
    Criterion(
        "mantaras",
        "one less the normalised distance of the split and the classes: López de Mántaras",
        scores_partitions=True,
    ),
    Criterion(
        "distance",
        "the distance of the split and the classes, least first: López de Mántaras",
        scores_partitions=True,
        boundary_points=False,
    ),
    Criterion(
        "symmetric",
        "gain by the mean of class and split entropy: Geurts & Wehenkel",
        scores_partitions=True,
    ),
    Criterion("gini", "the decrease of the Gini index: CART", scores_partitions=True),
    Criterion(
        "mpi",
        "the mean posterior improvement, for two branches only: Taylor & Silverman",
        branches=2,
    ),
    Criterion(
        "kolmogorov", "the greatest distance of the class-conditional distributions: Friedman"
    ),
    Criterion("chi2", "how unlikely the table is by chance, as a p-value"),
    Criterion(
        "contrast",
        "how far apart the two sides of a cut are, by the entropy left in them, each column "
        "scaled to its range; for numeric attributes only: Van de Merckt",
        branches=2,
        nominal=False,
        boundary_points=False,
    ),
)
"""How tests are compared; the first is the default."""

CUSTOM = "custom"
"""The criterion of a spec whose measure is a function of the user's."""

C45_CRITERIA = ("gain_ratio", "gain")
"""The measures of C4.5."""

# ---- numeric attributes --------------------------------------------------------------------------

THRESHOLDS = _by_name(
    Method("classic", "where the criterion is best"),
    Method("kolmogorov", "where the Kolmogorov-Smirnov distance is greatest"),
    Method("median", "where both sides weigh the same"),
    Method("smoothing", "where the moving average of the score curve is best"),
    Method("averaging", "in the middle of all cuts that are not clearly worse than the best"),
    Method("bootstrap", "at the mean of the classic cuts of resamples"),
)
"""How a single cut is chosen (Geurts & Wehenkel)."""

PLACEMENTS = _by_name(
    Method("midpoint", "in the middle of the two values that the cut separates"),
    Method(
        "observed",
        "at the greatest value of the whole training set not above the middle, as in C4.5",
    ),
    Method("weighted", "nearer to the side with fewer cases, as in Berzal"),
)
"""Where a cut lies between the two values it separates."""

PENALTIES = _by_name(
    Method("none", "nothing, as in Release 7"),
    Method("filter", "an attribute that gains less than lg(candidates) / cases is left out"),
    Method("rank", "it is also subtracted from the gain that is compared, as in Release 8"),
)
"""What the choice among many cuts costs (Quinlan 1996)."""

CUT_BY = ("criterion", "gain", "release7")
"""Which cut of a numeric attribute competes with other attributes."""

# ---- nominal attributes, pruning, releases -------------------------------------------------------

NOMINAL = _by_name(
    Method("values", "one branch per value"),
    Method("groups", "groups of values, as in C4.5"),
    Method("binary", "two groups of values"),
)
"""What the branches of a nominal attribute are."""

PROBABILITIES = _by_name(
    Method("raw", "the shares of the classes"),
    Method("laplace", "as if there were one more case of each class"),
    Method("m", "as if there were m more cases with the shares of all training cases"),
)
"""What a leaf says of the probabilities of the classes."""

COST_COMPLEXITY = "cost_complexity"
PRUNINGS = _by_name(
    Method("error", "error-based, with subtree raising, as in C4.5"),
    Method(
        COST_COMPLEXITY,
        "the subtree of least errors + strength x leaves, the strength by ten-fold "
        "cross-validation, as in CART",
    ),
)
"""How a tree is pruned; None is not at all."""

RELEASES = _by_name(
    Release("8", "the gain left after paying for the choice is compared", penalty="rank"),
    Release("7", "the cut is picked by gain ratio, and nothing is paid", cut_by="release7"),
    Release("7G", "7 with the cut picked by gain"),
    Release("7GS", "7G, and a gain that does not pay for the choice is left out", penalty="filter"),
)
"""The releases of C4.5."""

LEARNERS = _by_name(
    Learner("c45", "C4.5", "C45Classifier"),
    Learner("tree", "the exact learner with every setting", "TreeClassifier"),
    Learner("multiway", "several intervals per numeric test", "MultiwayTreeClassifier"),
    Learner(
        "t2",
        "T2, the tree of at most two levels with the fewest errors on the training cases",
        "T2Classifier",
    ),
)
"""Who may learn a tree."""

# ---- interval methods ----------------------------------------------------------------------------

SIMILARITIES = (
    "euclidean",
    "squared_euclidean",
    "manhattan",
    "dominance",
    "minkowski",
    "bhattacharyya",
    "dot_product",
    "correlation",
    "tversky",
    "restle",
    "restle_sup",
    "min_sum",
    "enta",
    "ratio",
    "gregson",
)
"""How two class distributions are compared (Berzal et al., Table 1)."""

FLAGS = _by_name(
    Flag("--intervals", "N", least=2),
    Flag("--min-cases", "N", least=1),
    Flag("--similarity", "NAME"),
    Flag("--alpha", "P"),
    Flag("--inconsistency", "SHARE"),
)
"""The options of ``cutpoint discretize`` that belong to some of its methods."""

_N_BINS = Option("n_bins", 10, "the number of intervals", kind=int, least=2, flag="--intervals")
_SMOOTHING = Option("smoothing", 0.0001, "what is added to every count", least=0)

INTERVALS = _by_name(
    IntervalEntry(
        "contextual",
        "neighbours of like class distribution merged: Berzal",
        discretizer="ContextualDiscretizer",
        options=(
            Option(
                "similarity",
                "euclidean",
                "how class distributions are compared",
                kind=str,
                choices=SIMILARITIES,
                flag="--similarity",
            ),
            Option(
                "direction",
                "agglomerative",
                "from the bottom up, or from the top down",
                kind=str,
                choices=("agglomerative", "divisive"),
            ),
            Option(
                "criterion",
                "gain_ratio",
                "how partitions are scored",
                kind=str,
                choices=tuple(c.name for c in CRITERIA.values() if c.scores_partitions),
            ),
            Option("bins", 25, "equal-depth bins to start from", kind=int, least=2, optional=True),
            Option(
                "max_branches",
                None,
                "the most intervals",
                kind=int,
                least=2,
                optional=True,
                flag="--intervals",
            ),
            Option("min_cases", 2, "the least cases of an interval", least=0, flag="--min-cases"),
            Option("power", 2.0, "the power of Minkowski's metric", least=1),
            Option("theta", 1.0, "the weight of classes in common", least=0, closed="neither"),
            Option("alpha", 1.0, "the weight of classes of the left interval alone", least=0),
            Option("beta", 1.0, "the weight of classes of the right interval alone", least=0),
        ),
    ),
    IntervalEntry(
        "mdlp",
        "cuts of least class entropy while they shorten the description: Fayyad & Irani",
        discretizer="MDLPDiscretizer",
        options=(
            Option(
                "criterion",
                "gain",
                "how a cut is chosen",
                kind=str,
                choices=("gain", "mantaras"),
            ),
        ),
    ),
    IntervalEntry(
        "one_rule",
        "intervals with a clear majority: Holte",
        discretizer="OneRuleDiscretizer",
        options=(
            Option(
                "min_majority",
                6,
                "the least cases of an interval's majority class",
                least=1,
                flag="--min-cases",
            ),
        ),
    ),
    IntervalEntry(
        "zeta",
        "as many intervals as classes, each for another class: Ho & Scott",
        discretizer="ZetaDiscretizer",
    ),
    IntervalEntry(
        "chimerge",
        "neighbours merged while their classes do not differ significantly: Kerber",
        discretizer="ChiMergeDiscretizer",
        options=(
            Option(
                "alpha",
                0.05,
                "the significance level",
                least=0,
                most=1,
                closed="neither",
                flag="--alpha",
            ),
            _SMOOTHING,
        ),
    ),
    IntervalEntry(
        "chi2",
        "ChiMerge with a level lowered while the data stay consistent: Liu & Setiono",
        discretizer="ChiMergeDiscretizer",
        options=(
            Option(
                "inconsistency",
                0.02,
                "the share of cases that may contradict others like them",
                least=0,
                most=1,
                flag="--inconsistency",
            ),
            _SMOOTHING,
        ),
        by_name=False,
    ),
    IntervalEntry(
        "caim",
        "the greatest class-attribute interdependence, grown greedily: Kurgan & Cios",
        discretizer="CAIMDiscretizer",
    ),
    IntervalEntry(
        "optimal",
        "the best partition into at most so many intervals: Elomaa & Rousu",
        discretizer="OptimalDiscretizer",
        options=(
            Option(
                "max_intervals",
                5,
                "the most intervals",
                kind=int,
                least=1,
                flag="--intervals",
            ),
            Option(
                "criterion",
                "gain",
                "what is best over all intervals",
                kind=str,
                choices=("gain", "gini", "errors"),
            ),
            Option("min_cases", 1, "the least cases of an interval", least=0, flag="--min-cases"),
            Option(
                "max_blocks",
                1024,
                "equal-depth bins for a column with more places to cut at",
                kind=int,
                least=2,
            ),
        ),
    ),
    IntervalEntry(
        "kmeans",
        "around the centres that k-means finds",
        discretizer="KMeansDiscretizer",
        options=(_N_BINS,),
        supervised=False,
    ),
    IntervalEntry(
        "equal_width",
        "of equal width",
        discretizer="EqualWidthDiscretizer",
        options=(_N_BINS,),
        supervised=False,
    ),
    IntervalEntry(
        "equal_depth",
        "of about the same number of cases",
        discretizer="EqualDepthDiscretizer",
        options=(_N_BINS,),
        supervised=False,
    ),
)
"""How a numeric attribute is divided into intervals."""

HYBRID_METHOD = "mdlp"
"""The interval method of small nodes with ``cuts="hybrid"`` (Kohavi)."""

CUTS = _by_name(
    Method("binary", "one cut"),
    Method("hybrid", "one cut at large nodes, MDLP intervals at small ones: Kohavi"),
    *(Method(entry.name, entry.help) for entry in INTERVALS.values() if entry.by_name),
)
"""How a tree divides a numeric attribute."""

ENCODINGS = _by_name(
    Method("ordinal", "the number of the interval, from 0"),
    Method("label", "its label, as in 'in (18, 30]'"),
    Method("onehot", "one column of zeros and ones per interval"),
)
"""What an interval becomes in a discretized table."""

# ---- the numbers of a learner --------------------------------------------------------------------

LEARNER_OPTIONS = _by_name(
    Option(
        "confidence",
        0.25,
        "the confidence level of pruning; less prunes more",
        least=0,
        most=1,
        closed="right",
    ),
    Option("min_cases", 2, "a test needs at least two branches with this many cases", least=1),
    Option(
        "max_depth",
        None,
        "the greatest number of tests on a path",
        kind=int,
        least=1,
        optional=True,
    ),
    Option(
        "max_branches",
        None,
        "the most intervals of a numeric test",
        kind=int,
        least=2,
        optional=True,
    ),
    Option("window", 21, "smoothing: the cuts whose scores are averaged", kind=int, least=1),
    Option("width", 2.5, "averaging: the standard deviations that count", least=0),
    Option("resamples", 10, "bootstrap: how many resamples", kind=int, least=1),
    Option("switch_at", 200, "hybrid: nodes of fewer cases are divided into intervals", least=0),
    Option(
        "min_fraction",
        0.0,
        "a case with a missing value takes no branch that would hold less of it",
        least=0,
        most=1,
    ),
    Option(
        "max_intervals",
        None,
        "T2: into how many intervals the second level may divide a numeric column",
        kind=int,
        least=1,
        optional=True,
    ),
)
"""The numbers that describe how a tree is learned."""

WINDOWING_OPTIONS = _by_name(
    Option("trials", None, "the trees to grow from windows", kind=int, least=1, optional=True),
    Option("window", None, "the cases of the first window", kind=int, least=1, optional=True),
    Option("increment", None, "the most cases added at a time", kind=int, least=1, optional=True),
)
"""The numbers that describe windowing."""
