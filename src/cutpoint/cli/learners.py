"""Who may learn a tree for ``cutpoint fit``, and which options each of them has."""

# ruff: noqa: PLC0415 - what learns is imported where it is used: the help text must come at once

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any

import typer

from cutpoint.cli.work import watched
from cutpoint.errors import InputError

if TYPE_CHECKING:
    from cutpoint.classifiers.tree_based import TreeBasedClassifier


class Learner(StrEnum):
    """Who learns the tree."""

    c45 = "c45"
    tree = "tree"
    multiway = "multiway"
    t2 = "t2"


class Criterion(StrEnum):
    """How tests are compared."""

    gain_ratio = "gain_ratio"
    gain = "gain"
    mantaras = "mantaras"
    distance = "distance"
    symmetric = "symmetric"
    gini = "gini"
    mpi = "mpi"
    kolmogorov = "kolmogorov"
    chi2 = "chi2"
    contrast = "contrast"


class Cuts(StrEnum):
    """How a numeric column is divided."""

    binary = "binary"
    contextual = "contextual"
    mdlp = "mdlp"
    hybrid = "hybrid"
    one_rule = "one_rule"
    zeta = "zeta"
    chimerge = "chimerge"
    caim = "caim"
    kmeans = "kmeans"
    equal_width = "equal_width"
    equal_depth = "equal_depth"
    optimal = "optimal"


class Threshold(StrEnum):
    """How a single cut is chosen."""

    classic = "classic"
    kolmogorov = "kolmogorov"
    median = "median"
    smoothing = "smoothing"
    averaging = "averaging"
    bootstrap = "bootstrap"


class Penalty(StrEnum):
    """What the choice among many cuts costs."""

    none = "none"
    filter = "filter"
    rank = "rank"


_GROWN = {"min_cases", "confidence", "criterion", "gain", "group_values", "no_pruning", "max_depth"}
OPTIONS: dict[Learner, set[str]] = {
    Learner.c45: {*_GROWN, "faithful", "soft", "trials", "window", "increment"},
    Learner.tree: {*_GROWN, "two_groups", "cuts", "threshold", "penalty", "max_branches"},
    Learner.multiway: {*_GROWN, "two_groups", "cuts", "penalty", "max_branches"},
    Learner.t2: {"max_intervals"},
}
"""The options of each learner, besides those that all have."""


def check_options(context: typer.Context, learner: Learner) -> None:
    """Refuse an option that the learner does not have: it would do nothing."""
    for name in sorted(set().union(*OPTIONS.values()) - OPTIONS[learner]):
        source = context.get_parameter_source(name)
        if source is not None and source.name != "DEFAULT":
            option = next(entry for entry in context.command.params if entry.name == name)
            others = " or ".join(other.value for other, has in OPTIONS.items() if name in has)
            raise InputError(
                f"{option.opts[0]} is an option of --learner {others}: --learner {learner.value} "
                "does not have it"
            )


def new_learner(learner: Learner, given: dict[str, Any]) -> TreeBasedClassifier:
    """Return a classifier that has learned nothing yet; scikit-learn takes a second to import.

    ``given`` are the values of the options by their names; those of the learner are taken.
    """
    chosen = {name: given[name] for name in OPTIONS[learner] if name in given}
    if learner is Learner.t2:
        chosen["n_jobs"] = -1  # its search is long
    else:
        chosen["pruning"] = None if chosen.pop("no_pruning", False) else "error"
        if chosen.pop("gain", False):
            chosen["criterion"] = "gain"
    if learner in (Learner.tree, Learner.multiway):
        groups, two = chosen.pop("group_values", False), chosen.pop("two_groups", False)
        if groups and two:
            raise InputError(
                "--group-values finds out how many groups of values there are, --two-groups says "
                "so: leave one of them out"
            )
        chosen["nominal"] = "groups" if groups else "binary" if two else "values"
        if chosen.get("cuts") is None:
            chosen.pop("cuts", None)  # the learner's own
    if learner is Learner.c45:
        chosen["soft_thresholds"] = chosen.pop("soft", False)
        criterion = chosen.get("criterion", "gain_ratio")
        if criterion not in ("gain", "gain_ratio"):
            raise InputError(
                f"C4.5 compares tests by gain_ratio or gain: for --criterion {criterion} add "
                "--learner tree"
            )

    def start() -> TreeBasedClassifier:
        from cutpoint import classifiers

        made: dict[Learner, type[TreeBasedClassifier]] = {
            Learner.c45: classifiers.C45Classifier,
            Learner.tree: classifiers.TreeClassifier,
            Learner.multiway: classifiers.MultiwayTreeClassifier,
            Learner.t2: classifiers.T2Classifier,
        }
        classifier = made[learner]()
        classifier.set_params(**chosen)
        return classifier

    return watched(start, "Starting")
