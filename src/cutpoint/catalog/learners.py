"""Who may learn a tree, and the numbers that describe how."""

from __future__ import annotations

from cutpoint.catalog.entries import Learner, Option, by_name

LEARNERS = by_name(
    Learner("c45", "C4.5", "C45Classifier"),
    Learner("tree", "the exact learner with every setting", "TreeClassifier"),
    Learner("multiway", "several intervals per numeric test", "MultiwayTreeClassifier"),
    Learner(
        "t2",
        "T2, the tree of at most two levels with the fewest errors on the training cases",
        "T2Classifier",
    ),
    Learner(
        "bagging",
        "trees of bootstrap resamples, whose probabilities are averaged",
        "BaggedTreesClassifier",
    ),
)
"""Who may learn a tree."""

LEARNER_OPTIONS = by_name(
    Option(
        "confidence",
        0.25,
        "the confidence level of pruning; lower prunes more",
        least=0,
        most=1,
        closed="right",
    ),
    Option("min_cases", 2, "a test needs at least two branches with this many cases", least=1),
    Option(
        "max_depth",
        None,
        "the maximum number of tests on a path",
        kind=int,
        least=1,
        optional=True,
    ),
    Option(
        "max_branches",
        None,
        "the maximum number of intervals of a numeric test",
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

WINDOWING_OPTIONS = by_name(
    Option(
        "trials", None, "the number of trees to grow from windows", kind=int, least=1, optional=True
    ),
    Option("window", None, "the cases of the first window", kind=int, least=1, optional=True),
    Option(
        "increment",
        None,
        "the maximum number of cases added at a time",
        kind=int,
        least=1,
        optional=True,
    ),
)
"""The numbers that describe windowing."""
