"""``cutpoint fit``: learn a tree from a table, show and evaluate it, and keep it in a file."""

# ruff: noqa: PLC0415 - what learns is imported where it is used: the help text must come at once

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cutpoint.cli.learners import (
    Criterion,
    Cuts,
    Learner,
    Penalty,
    Threshold,
    check_options,
    new_learner,
)
from cutpoint.cli.options import (
    OUTPUT,
    TREE,
    Confidence,
    Delimiter,
    Faithful,
    GroupValues,
    Ignore,
    Increment,
    MinCases,
    Missing,
    Nominal,
    Numeric,
    Quiet,
    TableFile,
    Target,
    TestTable,
    Trials,
    Unseen,
    Weight,
    Window,
    fraction,
    one_character,
    target_and_trials,
    test_file,
)
from cutpoint.cli.tables import Source, c45_stem, check_output, learning_table, test_table
from cutpoint.cli.work import watched

if TYPE_CHECKING:
    from cutpoint.classifiers.tree_based import TreeBasedClassifier
    from cutpoint.cli.score import Errors, Score
    from cutpoint.data.table import Table
    from cutpoint.rules.classifier import C45RulesClassifier


def fit(
    context: typer.Context,
    table: TableFile,
    target: Target = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            metavar="FILE",
            help="Write the model to this file, as JSON.",
            show_default=False,
            rich_help_panel=OUTPUT,
        ),
    ] = None,
    test: TestTable = None,
    unseen: Unseen = False,
    nominal: Nominal = None,
    numeric: Numeric = None,
    ignore: Ignore = None,
    missing: Missing = None,
    delimiter: Delimiter = None,
    weight: Weight = None,
    learner: Annotated[
        Learner,
        typer.Option(
            "--learner",
            help="C4.5; the exact learner with every setting (tree); several intervals per numeric "
            "test (multiway); or T2, the tree of at most two levels with the fewest errors on the "
            "training cases.",
            rich_help_panel=TREE,
        ),
    ] = Learner.c45,
    cuts: Annotated[
        Cuts | None,
        typer.Option(
            "--cuts",
            help="tree, multiway: how a numeric column is divided. By default binary for tree, "
            "contextual for multiway.",
            show_default=False,
            rich_help_panel=TREE,
        ),
    ] = None,
    threshold: Annotated[
        Threshold,
        typer.Option("--threshold", help="tree: how a single cut is chosen.", rich_help_panel=TREE),
    ] = Threshold.classic,
    penalty: Annotated[
        Penalty,
        typer.Option(
            "--penalty",
            help="tree, multiway: what the choice among many cuts costs; C4.5 Release 8 has rank.",
            rich_help_panel=TREE,
        ),
    ] = Penalty.none,
    max_branches: Annotated[
        int | None,
        typer.Option(
            "--max-branches",
            metavar="N",
            min=2,
            help="tree, multiway: the most intervals of a numeric test.",
            show_default=False,
            rich_help_panel=TREE,
        ),
    ] = None,
    max_intervals: Annotated[
        int | None,
        typer.Option(
            "--max-intervals",
            metavar="N",
            min=1,
            help="T2 only: into how many intervals the second level may divide a numeric column. "
            "By default one more than there are classes.",
            show_default=False,
            rich_help_panel=TREE,
        ),
    ] = None,
    min_cases: MinCases = 2,
    confidence: Confidence = 0.25,
    criterion: Annotated[
        Criterion,
        typer.Option(
            "--criterion",
            help="How tests are compared; C4.5 has the first two.",
            rich_help_panel=TREE,
        ),
    ] = Criterion.gain_ratio,
    gain: Annotated[
        bool, typer.Option("-g", help="The same as --criterion gain.", rich_help_panel=TREE)
    ] = False,
    group_values: GroupValues = False,
    two_groups: Annotated[
        bool,
        typer.Option(
            "--two-groups",
            help="tree, multiway: put the values of a nominal attribute in two groups, instead of "
            "one branch for each.",
            rich_help_panel=TREE,
        ),
    ] = False,
    faithful: Faithful = None,
    no_pruning: Annotated[
        bool,
        typer.Option("--no-pruning", help="Keep the tree as it is grown.", rich_help_panel=TREE),
    ] = False,
    max_depth: Annotated[
        int | None,
        typer.Option(
            "--max-depth",
            metavar="N",
            min=1,
            help="The greatest number of tests on a path.",
            show_default=False,
            rich_help_panel=TREE,
        ),
    ] = None,
    soft: Annotated[
        bool,
        typer.Option(
            "--soft",
            "-p",
            help="Give numeric tests a lower and an upper bound, between which a case goes down "
            "both branches when probabilities are asked for softly, or in a consultation.",
            rich_help_panel=TREE,
        ),
    ] = False,
    trials: Trials = None,
    window: Window = None,
    increment: Increment = None,
    unpruned: Annotated[
        bool,
        typer.Option(
            "--unpruned", help="Print also the tree before pruning.", rich_help_panel=OUTPUT
        ),
    ] = False,
    quiet: Quiet = False,
) -> None:
    """Learn a decision tree from a table: print it and its evaluation, keep it with --out.

    [bold]cutpoint fit visits.csv --target outcome --out model.json[/bold]

    C4.5's own files work as they do there: [bold]cutpoint fit golf -m 5 -c 10 -u[/bold] reads
    golf.names, golf.data and golf.test and prints what C4.5 prints.
    """
    check_options(context, learner)
    stem = c45_stem(table)
    target, trials = target_and_trials(stem, target, trials)
    test = test_file(stem, test, unseen)
    check_output(out, table, test)
    source = Source(table, missing or (), one_character(delimiter))
    cases = learning_table(source, target, nominal or (), numeric or (), ignore or (), weight)
    held_out = None
    if test is not None:
        like = (cases.attributes, cases.classes, cases.target_name)
        other = Source(test, source.missing, source.delimiter)
        held_out = test_table(other, like, None, weight)

    given = {
        "min_cases": int(min_cases) if min_cases.is_integer() else min_cases,
        "confidence": fraction(confidence),
        "criterion": criterion.value,
        "gain": gain,
        "group_values": group_values,
        "two_groups": two_groups,
        "faithful": stem is not None if faithful is None else faithful,
        "no_pruning": no_pruning,
        "max_depth": max_depth,
        "soft": soft,
        "trials": trials,
        "window": window,
        "increment": increment,
        "cuts": None if cuts is None else cuts.value,
        "threshold": threshold.value,
        "penalty": penalty.value,
        "max_branches": max_branches,
        "max_intervals": max_intervals,
    }
    classifier = new_learner(learner, given)
    learn(classifier, cases)
    outcome = Outcome.of(classifier, cases, held_out)
    if out is not None:
        classifier.save(out)
    if quiet:
        return
    if stem is None or learner is not Learner.c45:
        print_outcome(outcome, str(table), str(test), unpruned)
    else:
        print_c45(outcome, f"{stem}.data")
    if out is not None:
        print(f"\nModel written to {out}")


def learn(classifier: TreeBasedClassifier | C45RulesClassifier, cases: Table) -> None:
    """Fit the classifier, with a bar on the terminal."""
    from cutpoint.engines.memory import new_progress

    progress = new_progress()
    watched(
        lambda: classifier.fit_table(cases, progress),
        f"Learning from {cases.n_rows:,} cases",
        progress,
        cases.n_rows,
    )


@dataclass(frozen=True)
class Outcome:
    """What was learned from which cases, and how it does on them and on others.

    The second of each pair of errors is of the pruned tree.
    """

    classifier: TreeBasedClassifier
    cases: Table
    held_out: Table | None
    training: tuple[Errors, Errors]
    testing: tuple[Errors, Errors] | None
    score: Score | None

    @classmethod
    def of(cls, classifier: TreeBasedClassifier, cases: Table, held_out: Table | None) -> Outcome:
        """Evaluate a fitted classifier."""
        from cutpoint.cli.score import count_errors, score

        before, after = classifier.unpruned_tree_, classifier.tree_
        training = count_errors(before, cases), count_errors(after, cases)
        if held_out is None:
            return cls(classifier, cases, None, training, None, None)
        result = score(after, held_out)
        testing = count_errors(before, held_out), result.totals
        return cls(classifier, cases, held_out, training, testing, result)


def print_outcome(outcome: Outcome, source: str, test_source: str, unpruned: bool = False) -> None:
    """Print the tree and its evaluation for people."""
    from cutpoint.cli import report

    classifier, cases = outcome.classifier, outcome.cases
    before = classifier.unpruned_tree_
    after = classifier.tree_ if _prunes(classifier) else None
    print(report.described(cases, source))
    if unpruned and after is not None:
        report.print_tree(before, "Decision tree before pruning")
        report.print_tree(after, "Decision tree after pruning")
    else:
        report.print_tree(classifier.tree_, "Decision tree")
    if classifier.trials_:
        report.print_trials(classifier.trials_, cases.n_rows)
    if classifier.tree_.n_nodes == 1:
        print()
        report.note(why_no_test(classifier, cases))
    report.heading(f"Evaluation on the {cases.n_rows:,} training cases")
    report.print_stages(before, outcome.training[0], after, outcome.training[1])
    if after is not None:
        report.note("The estimate is the error to expect of the pruned tree on new cases.")
    if outcome.held_out is not None and outcome.score is not None and outcome.testing is not None:
        report.heading(f"Evaluation on {outcome.held_out.n_rows:,} test cases from {test_source}")
        report.print_stages(before, outcome.testing[0], after, outcome.testing[1])
        report.print_score(outcome.score)


def print_c45(outcome: Outcome, source: str) -> None:
    """Print the tree and its evaluation as C4.5 does."""
    from cutpoint.cli import c45_report as c45
    from cutpoint.engines.windows import best_of

    classifier, cases = outcome.classifier, outcome.cases
    before = classifier.unpruned_tree_
    after = classifier.tree_ if _prunes(classifier) else None
    print(f"Read {cases.n_rows} cases ({len(cases.attributes)} attributes) from {source}\n")
    for number, trial in enumerate(classifier.trials_):
        print(c45.trial_text(number, trial, cases.n_rows))
    if not classifier.trials_:
        print(c45.tree_text(before, "Decision Tree:"))
        if classifier.simplified_:
            hard = replace(classifier.tree_, lower=None, upper=None)
            print(c45.tree_text(hard, "Simplified Decision Tree:"))
    if classifier.tree_.lower is not None:
        print(c45.softening_text(classifier.tree_))
    tables = [("training", cases, outcome.training)]
    if outcome.held_out is not None and outcome.testing is not None:
        tables.append(("test", outcome.held_out, outcome.testing))
    best = best_of(list(classifier.trials_)) if classifier.trials_ else 0
    if classifier.trials_:
        print(f"--------\n\nBest tree from trial {best} saved\n\n")
    for kind, table, errors in tables:
        if classifier.trials_:
            print(c45.trials_text(kind, table, classifier.trials_, best))
        else:
            print(c45.evaluation_text(kind, table.n_rows, before, after, *errors))
    if outcome.score is not None:
        print("\n" + c45.confusion_text(outcome.score))


def _prunes(classifier: TreeBasedClassifier) -> bool:
    return getattr(classifier, "pruning", None) is not None


def why_no_test(classifier: TreeBasedClassifier, cases: Table) -> str:
    """Return in one line why a tree is a single leaf."""
    from cutpoint.tree.names import printable

    tree = classifier.tree_
    label = printable(tree.root.label)
    if len([weight for weight in tree.root.distribution.values() if weight > 0]) < 2:
        return f"Every case is of class {label}, so there is nothing to test."
    if not cases.attributes:
        return "The table has no column besides the class, so there is nothing to test."
    if classifier.unpruned_tree_.n_nodes > 1:
        return (
            f"Pruning took every test away: class {label} for all is expected to err no more often."
        )
    min_cases = getattr(classifier, "min_cases", 0)
    if tree.cases[0] < 2 * min_cases:
        return (
            f"The cases are too few for a test: two branches need {min_cases:g} each (--min-cases)."
        )
    return "No column offers a test worth making, so every case gets the most frequent class."
