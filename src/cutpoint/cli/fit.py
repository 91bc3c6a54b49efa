"""``cutpoint fit``: learn a tree from a table, show and evaluate it, and save it in a file."""

# ruff: noqa: PLC0415 - what learns is imported where it is used: the help text must come at once

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cutpoint.catalog import COST_COMPLEXITY
from cutpoint.cli.bag_report import BagOutcome, print_bag
from cutpoint.cli.costs import CostOptions
from cutpoint.cli.engines import FitEngineOptions, check_in_memory_only, fit_out_of_core
from cutpoint.cli.fit_report import Outcome, print_c45, print_outcome
from cutpoint.cli.learners import (
    TreeOptions,
    check_contradictions,
    check_options,
    is_given,
    new_learner,
)
from cutpoint.cli.options import (
    TREE,
    KeepIds,
    ResultOptions,
    TableFile,
    WeightedColumnOptions,
    WindowOptions,
    check_printing,
    output_option,
    target_and_trials,
    test_file,
)
from cutpoint.cli.pruning import PruningSetOptions
from cutpoint.cli.tables import (
    FLATTERED,
    c45_stem,
    check_output,
    other_cases,
    read_learning,
    source_of,
)
from cutpoint.cli.validation import ValidationOptions, validate
from cutpoint.cli.work import watched
from cutpoint.errors import InputError
from cutpoint.wording import count_of

if TYPE_CHECKING:
    from pathlib import Path

    from cutpoint.cli.tables import Source as TableSource
    from cutpoint.cli.tune import TuneOptions, Tuning
    from cutpoint.data.table import Table
    from cutpoint.learners.base import Learner


@dataclass(frozen=True)
class FitColumnOptions(KeepIds, WeightedColumnOptions):
    """How the file of a table is read, and what its columns are."""


@dataclass(frozen=True)
class FitTreeOptions(TreeOptions):
    """Who learns the tree, and how."""

    tune: Annotated[
        bool,
        typer.Option(
            "--tune",
            help="Choose --min-cases and --confidence, unless they are given, by cross-validation: "
            "see cutpoint tune.",
            rich_help_panel=TREE,
        ),
    ] = False


@dataclass(frozen=True)
class FitResultOptions(ResultOptions):
    """Where the tree goes, and what it is evaluated on."""

    unpruned: Annotated[
        bool, output_option("--unpruned", help="Also print the tree before pruning.")
    ] = False


def fit(
    context: typer.Context,
    table: TableFile,
    columns: FitColumnOptions,
    tree: FitTreeOptions,
    windows: WindowOptions,
    pruning: PruningSetOptions,
    costs: CostOptions,
    validation: ValidationOptions,
    result: FitResultOptions,
    engines: FitEngineOptions,
) -> None:
    """Learn a decision tree from a table: print it and its evaluation, save it with --out.

    [bold]cutpoint fit visits.csv --target outcome --out model.json[/bold]

    C4.5's own files work as in C4.5: [bold]cutpoint fit golf -m 5 -c 10 -u[/bold] reads
    golf.names, golf.data and golf.test and prints what C4.5 prints.
    """
    _check(context, tree, pruning, validation, result)
    stem = c45_stem(table)
    as_c45 = stem is not None and tree.learner == "c45" and costs.costs is None  # it has none
    target, trials = target_and_trials(stem, columns.target, windows.trials)
    columns, windows = replace(columns, target=target), replace(windows, trials=trials)
    test = test_file(stem, result.test, result.unseen)
    check_output(result.out, table, test, pruning.pruning_set)
    tree = replace(tree, faithful=stem is not None if tree.faithful is None else tree.faithful)
    fixed = [name for name in ("min_cases", "confidence") if is_given(context, name)]
    train = _Training(tree, windows, fixed, validation.seed)
    outside = engines.source(table)
    if outside is not None:
        check_in_memory_only(_in_memory_only(tree, pruning, costs, test))
        exact = not engines.approximate
        ids = fit_out_of_core(train.classifier, outside, columns, exact=exact)
        _tell_out_of_core(train.classifier, outside.name, ids, result)
        return
    source = source_of(table, columns)
    learning = read_learning(
        source, columns, reported=_shows_columns(result, as_c45 or tree.learner == "bagging")
    )
    train.pruning = pruning
    train.pruning_set = pruning.table(learning.cases, columns)
    train.set_params(costs.parameters(learning.cases.classes))
    held_out = None
    if test is not None:  # C4.5's files declare their classes
        new = stem is None
        held_out = other_cases(test, columns, learning.cases, FLATTERED, new_classes=new)
    started = time.process_time()  # what else the machine does must not decide
    classifier, tuning = train(learning.cases)
    seconds = math.inf if tuning is not None else time.process_time() - started
    if tree.learner == "bagging":
        bag = BagOutcome.of(classifier, learning.cases, held_out)
        bag = replace(bag, pruned_with=train.n_pruned_with(learning.cases))
        _tell_bag(bag, source.shown, str(test), result)
        return
    outcome = Outcome.of(classifier, learning.cases, held_out)
    if not result.quiet:
        honest = validate(train.part, learning.cases, validation, None if as_c45 else seconds)
        outcome = replace(
            outcome,
            learning=learning,
            validation=honest,
            tuning=tuning,
            pruned_with=train.n_pruned_with(learning.cases),
        )
        if honest is not None:
            classifier.validation_ = honest.to_dict()
    _tell_tree(outcome, source, str(test), result, stem if as_c45 else None)


def _check(
    context: typer.Context,
    tree: FitTreeOptions,
    pruning: PruningSetOptions,
    validation: ValidationOptions,
    result: FitResultOptions,
) -> None:
    """Refuse options that the learner does not have, or that contradict each other."""
    check_options(context, tree.learner)
    check_contradictions(context, tree)
    pruning.check(
        tree.learner,
        others={
            "--no-pruning": tree.no_pruning,
            "--pruning": is_given(context, "pruning"),
            "--tune": tree.tune,
            "--cv": bool(validation.cv),
            "--holdout": validation.holdout is not None,
        },
    )
    if tree.learner == "bagging" and tree.tune:
        raise InputError("--tune chooses the settings of one tree: leave it out with bagging")
    validation.check()
    check_printing(result.quiet, result.as_json)


def _shows_columns(result: FitResultOptions, short: bool) -> bool:
    """Return whether the report, which is not a short one, shows the columns on the terminal."""
    return sys.stdout.isatty() and not (short or result.quiet or result.as_json)


def _in_memory_only(
    tree: FitTreeOptions, pruning: PruningSetOptions, costs: CostOptions, test: Path | None
) -> dict[str, bool]:
    """Return which options are given that tables beyond memory do not have."""
    return {
        "--tune": tree.tune,
        "--test": test is not None,
        "--costs": costs.costs is not None,
        "--class-weight": costs.class_weight is not None,
        "--pruning-set": pruning.pruning_set is not None,
        "--pruning-fraction": pruning.pruning_fraction is not None,
        f"--learner {tree.learner}": tree.learner in ("bagging", "t2"),
    }


def _tell_out_of_core(
    classifier: Any, name: str, ids: tuple[str, ...], result: FitResultOptions
) -> None:
    """Save and print a tree that was learned from a table that need not fit into memory."""
    from cutpoint.tree.text import size_text

    tree = classifier.tree_
    facts = {
        "table": name,
        "target": classifier.target_name_,
        "left_out": ids,
        "cases": float(tree.cases[0]),
        "nodes": tree.n_nodes,
        "leaves": tree.n_leaves,
        "depth": tree.depth,
        "approximate": classifier.approximate_,
    }

    def shown() -> None:
        if result.unpruned:
            print(f"{classifier.unpruned_tree_}\n")
        print(tree)
        if classifier.approximate_:
            print("\nApproximate: cuts of nodes that did not fit into memory lie between bins")
        print(
            "\nThe error on new cases is not estimated for a table beyond memory: see it on "
            "another table with cutpoint evaluate"
        )
        cases = count_of(round(facts["cases"]), "case")
        print(f"\n{size_text(tree)}; learned from {cases} of {name}")

    _tell(classifier, result, lambda: facts, shown)


class _Training:
    """How a tree is learned from cases: with the settings given, or those that tuning finds."""

    pruning: PruningSetOptions
    pruning_set: Table | None
    tried: list[dict[str, Any]]

    def __init__(
        self, tree: FitTreeOptions, windows: WindowOptions, fixed: list[str], seed: int
    ) -> None:
        self.seed, self.tried = seed, []
        more = asdict(windows) | {"seed": seed}
        if tree.tune:
            from cutpoint.cli.candidates import grid_of

            self.tried = [one | more for one in grid_of(tree, fixed)]
        self.classifier = new_learner(tree.learner, asdict(tree) | more)
        self.pruning, self.pruning_set = PruningSetOptions(), None

    def set_params(self, parameters: Mapping[str, Any]) -> None:
        """Set parameters that depend on the classes."""
        self.classifier = self.classifier.new(parameters)
        self.tried = [one | {"parameters": parameters} for one in self.tried]

    def __call__(self, cases: Table) -> tuple[Any, Tuning | None]:
        """Learn from all cases, with a bar on the terminal."""
        if not self.tried:
            learn(self.classifier, *self._parts(cases))
            return self.classifier, None
        from cutpoint.cli.tune import run

        tuning = run(self.tried, cases, self._how(cases))
        return tuning.classifier, tuning

    def part(self, cases: Table) -> Any:
        """Learn from a part of the cases."""
        if not self.tried:
            grown, other = self._parts(cases)
            more = {} if other is None else {"pruning_set": other}
            return self.classifier.new().fit_table(grown, **more)
        from cutpoint.cli.tune import search

        how = replace(self._how(cases), n_jobs=1)
        return search(self.tried, cases, how).best_estimator_.learner_

    def n_pruned_with(self, cases: Table) -> int | None:
        """Return how many cases the tree of these cases is pruned with, if any."""
        other = self._parts(cases)[1]
        return None if other is None else other.n_rows

    def _parts(self, cases: Table) -> tuple[Table, Table | None]:
        """Return the cases to grow from and those to prune with."""
        return self.pruning.parts(cases, self.pruning_set, self.seed)

    def _how(self, cases: Table) -> TuneOptions:
        """Return how settings are compared: of few cases, each is a fold."""
        from cutpoint.cli.tune import TuneOptions

        return TuneOptions(seed=self.seed, cv=max(2, min(TuneOptions.cv, cases.n_rows)))


def learn(
    classifier: Learner,
    cases: Table,
    pruning_set: Table | None = None,
) -> None:
    """Fit the classifier, with a bar on the terminal."""
    from cutpoint._core import Progress

    progress = Progress()
    more: dict[str, Any] = {} if pruning_set is None else {"pruning_set": pruning_set}
    watched(
        lambda: classifier.fit_table(cases, progress, **more),
        f"Learning from {cases.n_rows:,} cases",
        progress,
        round(cases.n_rows * _passes(classifier)),
    )


def _passes(classifier: Any) -> float:
    """Return how often all cases are grown from: where the bar ends."""
    trees = getattr(classifier, "n_estimators", None)
    if trees is not None:
        return float(trees)
    by_folds = getattr(classifier, "pruning", None) == COST_COMPLEXITY
    return 10.0 if by_folds and classifier.ccp_alpha is None else 1.0


def _tell_bag(outcome: BagOutcome, source: str, test: str, result: FitResultOptions) -> None:
    """Save and print a bag of trees."""
    _tell(
        outcome.classifier,
        result,
        lambda: {"table": source, **outcome.to_dict()},
        lambda: print_bag(outcome, source, test),
    )


def _tell_tree(
    outcome: Outcome, source: TableSource, test: str, result: FitResultOptions, stem: Path | None
) -> None:
    """Save and print a tree; as C4.5 does if it is of the files with a stem."""

    def shown() -> None:
        if stem is None:
            print_outcome(outcome, source.shown, test, result.unpruned)
            return
        if outcome.tuning is not None:
            outcome.tuning.print()
        print_c45(outcome, f"{stem}.data")

    _tell(
        outcome.classifier,
        result,
        lambda: {"table": str(source.path), **outcome.to_dict()},
        shown,
    )


def _tell(
    classifier: Any,
    result: FitResultOptions,
    facts: Callable[[], dict[str, Any]],
    shown: Callable[[], None],
) -> None:
    """Save a model, and print it: as JSON of the facts, as it is shown to people, or not at all."""
    saved = None if result.out is None else str(result.out)
    if result.out is not None:
        classifier.save(result.out)
    if result.quiet:
        return
    if result.as_json:
        from cutpoint.cli import report

        report.print_json({**facts(), "model": saved})
        return
    shown()
    if saved is not None:
        print(f"\nModel written to {saved}")
