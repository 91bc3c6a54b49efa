"""How a numeric attribute is divided into intervals."""

from __future__ import annotations

from cutpoint.catalog.entries import Flag, IntervalEntry, Method, Option, by_name
from cutpoint.catalog.measures import CRITERIA

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

FLAGS = by_name(
    Flag("--intervals", "N", least=2),
    Flag("--min-cases", "N", least=1),
    Flag("--similarity", "NAME"),
    Flag("--alpha", "P"),
    Flag("--inconsistency", "SHARE"),
)
"""The options of ``cutpoint discretize`` that belong to some of its methods."""

_N_BINS = Option("n_bins", 10, "the number of intervals", kind=int, least=2, flag="--intervals")
_SMOOTHING = Option("smoothing", 0.0001, "the constant added to every count", least=0)

INTERVALS = by_name(
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
                None,
                "how partitions are scored: by gain_ratio, or mantaras from the top down",
                kind=str,
                choices=tuple(c.name for c in CRITERIA.values() if c.scores_partitions),
                optional=True,
            ),
            Option("bins", 25, "equal-depth bins to start from", kind=int, least=2, optional=True),
            Option(
                "max_branches",
                None,
                "the maximum number of intervals",
                kind=int,
                least=2,
                optional=True,
                flag="--intervals",
            ),
            Option(
                "min_cases",
                2,
                "the minimum number of cases in an interval",
                least=0,
                flag="--min-cases",
            ),
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
                "the minimum number of cases of an interval's majority class",
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
                "the maximum number of intervals",
                kind=int,
                least=1,
                flag="--intervals",
            ),
            Option(
                "criterion",
                "gain",
                "what is optimised over all intervals",
                kind=str,
                choices=("gain", "gini", "errors"),
            ),
            Option(
                "min_cases",
                1,
                "the minimum number of cases in an interval",
                least=0,
                flag="--min-cases",
            ),
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

CUTS = by_name(
    Method("binary", "one cut"),
    Method("hybrid", "one cut at large nodes, MDLP intervals at small ones: Kohavi"),
    *(Method(entry.name, entry.help) for entry in INTERVALS.values() if entry.by_name),
)
"""How a tree divides a numeric attribute."""

ENCODINGS = by_name(
    Method("ordinal", "the number of the interval, from 0"),
    Method("label", "its label, as in 'in (18, 30]'"),
    Method("onehot", "one column of zeros and ones per interval"),
)
"""What an interval becomes in a discretized table."""
