"""``cutpoint fit``: learn a tree from a table, show and evaluate it, and save it in a file."""

# ruff: noqa: PLC0415 - what learns is imported where it is used: the help text must come at once

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Annotated

import typer

from cutpoint.cli.costs import CostOptions
from cutpoint.cli.learners import TreeOptions, check_contradictions, check_options, new_learner
from cutpoint.cli.options import (
    OUTPUT,
    ResultOptions,
    TableFile,
    WeightedColumnOptions,
    WindowOptions,
    target_and_trials,
    test_file,
)
from cutpoint.cli.tables import (
    Known,
    c45_stem,
    check_output,
    learning_table,
    source_of,
    test_table,
)
from cutpoint.cli.work import watched

if TYPE_CHECKING:
    from cutpoint.classifiers.tree_based import TreeBasedClassifier
    from cutpoint.cli.score import Errors, Score
    from cutpoint.data.table import Table
    from cutpoint.rules.classifier import C45RulesClassifier


@dataclass(frozen=True)
class FitResultOptions(ResultOptions):
    """Where the tree goes, and what it is evaluated on."""

    unpruned: Annotated[
        bool,
        typer.Option(
            "--unpruned", help="Print also the tree before pruning.", rich_help_panel=OUTPUT
        ),
    ] = False


def fit(
    context: typer.Context,
    table: TableFile,
    columns: WeightedColumnOptions,
    tree: TreeOptions,
    windows: WindowOptions,
    costs: CostOptions,
    result: FitResultOptions,
) -> None:
    """Learn a decision tree from a table: print it and its evaluation, save it with --out.

    [bold]cutpoint fit visits.csv --target outcome --out model.json[/bold]

    C4.5's own files work as they do there: [bold]cutpoint fit golf -m 5 -c 10 -u[/bold] reads
    golf.names, golf.data and golf.test and prints what C4.5 prints.
    """
    check_options(context, tree.learner)
    check_contradictions(context, tree)
    stem = c45_stem(table)
    target, trials = target_and_trials(stem, columns.target, windows.trials)
    columns, windows = replace(columns, target=target), replace(windows, trials=trials)
    test = test_file(stem, result.test, result.unseen)
    check_output(result.out, table, test)
    source = source_of(table, columns)
    cases = learning_table(source, columns)
    held_out = None
    if test is not None:
        like = (cases.attributes, cases.classes, cases.target_name)
        known = Known(like, new_classes=stem is None)  # C4.5's files declare their classes
        held_out = test_table(
            source_of(test, columns), known, weight=columns.weight, weight_needed=False
        )
    faithful = stem is not None if tree.faithful is None else tree.faithful
    given = asdict(replace(tree, faithful=faithful)) | asdict(windows)
    classifier = new_learner(tree.learner, given).set_params(**costs.parameters(cases.classes))
    learn(classifier, cases)
    outcome = Outcome.of(classifier, cases, held_out)
    if result.out is not None:
        classifier.save(result.out)
    if result.quiet:
        return
    if stem is None or tree.learner != "c45" or costs.costs is not None:  # C4.5 knows no costs
        print_outcome(outcome, source.shown, str(test), result.unpruned)
    else:
        print_c45(outcome, f"{stem}.data")
    if result.out is not None:
        print(f"\nModel written to {result.out}")


def learn(classifier: TreeBasedClassifier | C45RulesClassifier, cases: Table) -> None:
    """Fit the classifier, with a bar on the terminal."""
    from cutpoint._core import Progress

    progress = Progress()
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
    from cutpoint.cli.score import score

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
    if classifier.tree_.costs is not None:
        report.print_mean_cost(score(classifier.tree_, cases))
    if after is not None and after.costs is None:
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
            f"Pruning removed every test: class {label} for all is expected to err no more often."
        )
    min_cases = getattr(classifier, "min_cases", 0)
    if tree.cases[0] < 2 * min_cases:
        return (
            f"The cases are too few for a test: two branches need {min_cases:g} each (--min-cases)."
        )
    return "No column offers a test worth making, so every case gets the most frequent class."
