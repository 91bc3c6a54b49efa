"""Who may learn a tree for ``cutpoint fit``, and which options each of them has."""

# ruff: noqa: PLC0415 - what learns is imported where it is used: the help text must come at once

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

import typer

from cutpoint.catalog import (
    C45_CRITERIA,
    CRITERIA,
    CUTS,
    INTERVALS,
    LEARNER_OPTIONS,
    LEARNERS,
    PENALTIES,
    THRESHOLDS,
    listed,
)
from cutpoint.cli.groups import OneOf
from cutpoint.cli.options import (
    TREE,
    Confidence,
    Faithful,
    GroupValues,
    MinCases,
    fraction,
    number_of_cases,
)
from cutpoint.cli.pruning import PRUNING_NAMES, PruningOptions
from cutpoint.cli.work import watched
from cutpoint.errors import InputError


@dataclass(frozen=True)
class TreeOptions(PruningOptions):
    """Who learns the tree, and how."""

    learner: Annotated[
        str,
        OneOf(LEARNERS),
        typer.Option(
            "--learner",
            help=f"The learner. {listed(LEARNERS.values())}.",
            rich_help_panel=TREE,
        ),
    ] = "c45"
    trees: Annotated[
        int,
        typer.Option(
            "--trees", metavar="N", min=1, help="bagging: how many trees.", rich_help_panel=TREE
        ),
    ] = 10
    cuts: Annotated[
        str | None,
        OneOf(CUTS),
        typer.Option(
            "--cuts",
            help="tree, multiway: how a numeric column is divided. By default binary for tree, "
            "contextual for multiway.",
            show_default=False,
            rich_help_panel=TREE,
        ),
    ] = None
    threshold: Annotated[
        str,
        OneOf(THRESHOLDS),
        typer.Option("--threshold", help="tree: how a single cut is chosen.", rich_help_panel=TREE),
    ] = "classic"
    penalty: Annotated[
        str,
        OneOf(PENALTIES),
        typer.Option(
            "--penalty",
            help="tree, multiway: the penalty for choosing among many cuts; Release 8 uses rank.",
            rich_help_panel=TREE,
        ),
    ] = "none"
    max_branches: Annotated[
        int | None,
        typer.Option(
            "--max-branches",
            metavar="N",
            min=LEARNER_OPTIONS["max_branches"].least,
            help=f"tree, multiway: {LEARNER_OPTIONS['max_branches'].help}.",
            show_default=False,
            rich_help_panel=TREE,
        ),
    ] = None
    max_intervals: Annotated[
        int | None,
        typer.Option(
            "--max-intervals",
            metavar="N",
            min=LEARNER_OPTIONS["max_intervals"].least,
            help=f"{LEARNER_OPTIONS['max_intervals'].sentence} By default one more than there are "
            "classes.",
            show_default=False,
            rich_help_panel=TREE,
        ),
    ] = None
    min_cases: MinCases = 2
    confidence: Confidence = 0.25
    criterion: Annotated[
        str,
        OneOf(CRITERIA),
        typer.Option(
            "--criterion",
            help=f"How tests are compared; C4.5 knows {' and '.join(C45_CRITERIA)}.",
            rich_help_panel=TREE,
        ),
    ] = "gain_ratio"
    gain: Annotated[
        bool, typer.Option("-g", help="The same as --criterion gain.", rich_help_panel=TREE)
    ] = False
    group_values: GroupValues = False
    two_groups: Annotated[
        bool,
        typer.Option(
            "--two-groups",
            help="tree, multiway: put the values of a nominal attribute in two groups, instead of "
            "one branch for each.",
            rich_help_panel=TREE,
        ),
    ] = False
    faithful: Faithful = None
    no_pruning: Annotated[
        bool,
        typer.Option("--no-pruning", help="Do not prune the tree.", rich_help_panel=TREE),
    ] = False
    max_depth: Annotated[
        int | None,
        typer.Option(
            "--max-depth",
            metavar="N",
            min=LEARNER_OPTIONS["max_depth"].least,
            help=LEARNER_OPTIONS["max_depth"].sentence,
            show_default=False,
            rich_help_panel=TREE,
        ),
    ] = None
    soft: Annotated[
        bool,
        typer.Option(
            "--soft",
            "-p",
            help="Give numeric tests a lower and an upper bound, between which a case goes down "
            "both branches in 'predict --proba --soft' and in 'consult'.",
            rich_help_panel=TREE,
        ),
    ] = False


_LIMITS = {"max_branches", "max_intervals"}
"""The parameters of interval methods that --max-branches sets."""
_GROWN = {
    *PRUNING_NAMES,
    *("min_cases", "confidence", "criterion", "gain", "group_values", "no_pruning", "max_depth"),
}
_COSTS = {"costs", "class_weight"}
_EXACT = {*_GROWN, *_COSTS, "two_groups", "cuts", "threshold", "penalty", "max_branches"}
OPTIONS: dict[str, set[str]] = {
    "c45": {*_GROWN, *_COSTS, "faithful", "soft", "trials", "window", "increment"},
    "tree": _EXACT,
    "multiway": _EXACT - {"threshold"},
    "t2": {"max_intervals", "probabilities", *_COSTS},
    "bagging": {*_EXACT, "trees"} - _COSTS,
}
"""The options of each learner, besides those that all have."""


def is_given(context: typer.Context, name: str) -> bool:
    """Return whether the user gives an option, rather than leaving it at its default."""
    source = context.get_parameter_source(name)
    return source is not None and source.name != "DEFAULT"


def check_options(context: typer.Context, learner: str) -> None:
    """Refuse an option that the learner does not have: it would do nothing."""
    for name in sorted(set().union(*OPTIONS.values()) - OPTIONS[learner]):
        if is_given(context, name):
            option = next(entry for entry in context.command.params if entry.name == name)
            others = " or ".join(other for other, has in OPTIONS.items() if name in has)
            raise InputError(
                f"{option.opts[0]} is an option of --learner {others}: --learner {learner} "
                "does not have it"
            )


def check_contradictions(context: typer.Context, tree: TreeOptions) -> None:
    """Refuse options of which one makes the other mean nothing."""
    tree.check(tree.no_pruning)
    if tree.no_pruning and is_given(context, "confidence"):
        raise InputError(
            "--no-pruning leaves the tree as it is grown, and --confidence is for pruning: leave "
            "one of them out"
        )
    if tree.max_branches is not None:
        cuts = tree.cuts or ("binary" if tree.learner == "tree" else "contextual")
        having = [name for name, entry in INTERVALS.items() if _LIMITS & entry.defaults.keys()]
        if cuts not in having:
            raise InputError(
                f"--max-branches means nothing to --cuts {cuts}: it is for {', '.join(having)}"
            )


def new_learner(learner: str, given: dict[str, Any]) -> Any:
    """Return a learner of typed tables that has learned nothing yet.

    ``given`` are the values of the options by their names; those of the learner are taken. All but
    a bag of trees come without scikit-learn, which takes a second to import.
    """
    if learner == "bagging":
        return new_classifier(learner, given)
    from cutpoint import learners

    return learners.LEARNERS[LEARNERS[learner].classifier](**_parameters(learner, given))


def new_classifier(learner: str, given: dict[str, Any]) -> Any:
    """Return the same as a scikit-learn classifier, for what is built on those."""
    chosen = _parameters(learner, given)

    def start() -> Any:
        import cutpoint

        if learner == "bagging":
            own = {name: chosen.pop(name) for name in ("random_state", "n_estimators")}
            tree = cutpoint.TreeClassifier(**chosen)
            return cutpoint.BaggedTreesClassifier(tree, **own, oob_score=True, n_jobs=-1)
        return getattr(cutpoint, LEARNERS[learner].classifier)(**chosen)

    return watched(start, "Starting")


def _parameters(learner: str, given: dict[str, Any]) -> dict[str, Any]:
    """Return the parameters that the options stand for."""
    chosen = {name: given[name] for name in OPTIONS[learner] if name in given}
    if learner == "t2":
        chosen["n_jobs"] = -1  # its search is long
    else:
        _set_common(chosen)
    if learner in ("tree", "multiway", "bagging"):
        _set_tree(chosen)
    if learner in ("c45", "tree", "bagging") and "seed" in given:
        chosen["random_state"] = given["seed"]
    if learner == "bagging":
        chosen["n_estimators"] = chosen.pop("trees", 10)
        chosen.setdefault("random_state", 0)
    if learner == "c45":
        chosen["soft_thresholds"] = chosen.pop("soft", False)
        criterion = chosen.get("criterion", "gain_ratio")
        if criterion not in C45_CRITERIA:
            raise InputError(
                f"C4.5 compares tests by {' or '.join(C45_CRITERIA)}: for --criterion {criterion} "
                "add --learner tree"
            )

    return chosen


def _set_common(chosen: dict[str, Any]) -> None:
    """Turn options that all learners but T2 have into parameters."""
    if "min_cases" in chosen:
        chosen["min_cases"] = number_of_cases(chosen["min_cases"])
    if "confidence" in chosen:
        chosen["confidence"] = fraction(chosen["confidence"])
    if chosen.pop("no_pruning", False):
        chosen["pruning"] = None
    if chosen.pop("gain", False):
        chosen["criterion"] = "gain"


def _set_tree(chosen: dict[str, Any]) -> None:
    """Turn options of the exact learners into parameters."""
    groups, two = chosen.pop("group_values", False), chosen.pop("two_groups", False)
    if groups and two:
        raise InputError(
            "--group-values finds out how many groups of values there are, --two-groups says so: "
            "leave one of them out"
        )
    chosen["nominal"] = "groups" if groups else "binary" if two else "values"
    if chosen.get("cuts") is None:
        chosen.pop("cuts", None)  # the learner's default
