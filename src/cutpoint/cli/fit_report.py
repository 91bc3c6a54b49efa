"""What ``cutpoint fit`` has learned, and how it is reported: for people, as C4.5 does, as JSON."""

# ruff: noqa: PLC0415 - what predicts is imported where it is used: the help text must come at once

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cutpoint.cli.score import Errors, Score
    from cutpoint.cli.tables import Learning
    from cutpoint.cli.tune import Tuning
    from cutpoint.cli.validation import Validation
    from cutpoint.data.table import Table
    from cutpoint.learners.base import TreeLearner
    from cutpoint.tree.tree import Tree

_MOST_COLUMNS = 40
"""Columns that are described before the tree."""


@dataclass(frozen=True)
class Outcome:
    """What was learned from which cases, and how it does on them and on others.

    The second of each pair of errors is of the pruned tree.
    """

    classifier: TreeLearner
    cases: Table
    held_out: Table | None
    training: tuple[Errors, Errors]
    testing: tuple[Errors, Errors] | None
    score: Score | None
    learning: Learning | None = None
    validation: Validation | None = None
    tuning: Tuning | None = None
    pruned_with: int | None = None
    """The cases of the pruning set, if there was one."""

    @classmethod
    def of(cls, classifier: TreeLearner, cases: Table, held_out: Table | None) -> Outcome:
        """Evaluate a fitted classifier."""
        from cutpoint.cli.proba_score import proba_score
        from cutpoint.cli.score import count_errors, score

        before, after = classifier.unpruned_tree_, classifier.tree_
        training = count_errors(before, cases), count_errors(after, cases)
        if held_out is None:
            return cls(classifier, cases, None, training, None, None)
        result = replace(score(after, held_out), proba=proba_score(after, held_out))
        testing = count_errors(before, held_out), result.totals
        return cls(classifier, cases, held_out, training, testing, result)

    @property
    def pruned(self) -> Tree | None:
        """The tree after pruning; None if it is not pruned."""
        return self.classifier.tree_ if _prunes(self.classifier) else None

    @property
    def estimate(self) -> float | None:
        """The error rate that pruning expects of the tree on new cases, if it says any."""
        return self.classifier.to_model().expected_error_rate

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values."""
        model = self.classifier.to_model()
        tree = self.classifier.tree_
        profiles = [] if self.learning is None else self.learning.profiles
        return {
            "target": self.cases.target_name,
            "classes": list(self.cases.classes),
            "cases": self.cases.n_rows,
            "columns": [profile.to_dict() for profile in profiles],
            "left_out": [] if self.learning is None else list(self.learning.ids),
            "learner": model.learner,
            "parameters": model.parameters,
            "tuning": None if self.tuning is None else self.tuning.to_dict(),
            "validation": None if self.validation is None else self.validation.to_dict(),
            "training": self._stages(self.training),
            "test": self._test(),
            "importances": importances(tree),
            "tree": tree.to_dict(),
        }

    def _stages(self, errors: tuple[Errors, Errors]) -> dict[str, Any]:
        """Return size and errors before and after pruning."""

        def stage(tree: Tree, counted: Errors) -> dict[str, Any]:
            return {
                "n_nodes": tree.n_nodes,
                "n_leaves": tree.n_leaves,
                "depth": tree.depth,
                "errors": counted.errors,
                "error_rate": counted.rate,
            }

        before, pruned = self.classifier.unpruned_tree_, self.pruned
        after = None
        if pruned is not None:
            after = stage(pruned, errors[1]) | {"estimated_error_rate": self.estimate}
        return {"before_pruning": stage(before, errors[0]), "after_pruning": after}

    def _test(self) -> dict[str, Any] | None:
        if self.score is None or self.testing is None:
            return None
        return self._stages(self.testing) | self.score.to_dict()


def print_outcome(outcome: Outcome, source: str, test_source: str, unpruned: bool = False) -> None:
    """Print the tree and its evaluation for people."""
    from cutpoint.cli import report
    from cutpoint.cli.describe import print_profiles
    from cutpoint.cli.pruning import pruning_note
    from cutpoint.cli.score import score

    classifier, cases = outcome.classifier, outcome.cases
    before, after = classifier.unpruned_tree_, outcome.pruned
    print(report.described(cases, source))
    if outcome.learning is not None:
        learning = outcome.learning
        print_profiles(learning.profiles, cases.n_rows, _MOST_COLUMNS, learning.ids)
    if outcome.tuning is not None:
        outcome.tuning.print()
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
    print_importances(classifier.tree_)
    if outcome.validation is not None:
        report.heading(f"Error on new cases: {outcome.validation}")
    report.heading(f"Evaluation on the {cases.n_rows:,} training cases")
    report.print_stages(before, outcome.training[0], after, outcome.training[1], outcome.estimate)
    if classifier.tree_.costs is not None:
        report.print_mean_cost(score(classifier.tree_, cases))
    path = classifier.pruning_path_
    if path is not None:
        report.note(pruning_note(path, outcome.pruned_with))
    elif after is not None and after.costs is None:
        report.note(
            "The estimate is what C4.5 expects on new cases, from the training cases alone."
        )
    if outcome.held_out is not None and outcome.score is not None and outcome.testing is not None:
        report.heading(f"Evaluation on {outcome.held_out.n_rows:,} test cases from {test_source}")
        report.print_stages(before, outcome.testing[0], after, outcome.testing[1], outcome.estimate)
        report.print_score(outcome.score)


def print_c45(outcome: Outcome, source: str) -> None:
    """Print the tree and its evaluation as C4.5 does."""
    from cutpoint.cli import c45_report as c45
    from cutpoint.engines.windows import best_of

    classifier, cases = outcome.classifier, outcome.cases
    before, after = classifier.unpruned_tree_, outcome.pruned
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
    if outcome.validation is not None:  # only if it was asked for
        print(f"\nError on new cases: {outcome.validation}")


def importances(tree: Tree) -> dict[str, float]:
    """Return the importance of each attribute that is tested, the greatest first."""
    shares = dict(zip((a.name for a in tree.attributes), tree.importances().tolist(), strict=True))
    tested = [attribute.name for attribute in tree.tested]
    return {name: shares[name] for name in sorted(tested, key=lambda name: -shares[name])}


def print_importances(tree: Tree) -> None:
    """Print how much each attribute contributes."""
    from cutpoint.cli import report
    from cutpoint.tree.names import printable

    if tree.tested:
        report.heading("Importance: share of the information that the tests give")
        print()
        shares = importances(tree)
        report.print_facts([(printable(name), f"{share:.1%}") for name, share in shares.items()])


def _prunes(classifier: TreeLearner) -> bool:
    return getattr(classifier, "pruning", None) is not None or classifier.pruning_path_ is not None


def why_no_test(classifier: TreeLearner, cases: Table) -> str:
    """Return in one line why a tree is a single leaf."""
    from cutpoint.tree.names import printable

    tree = classifier.tree_
    label = printable(tree.root.label)
    if len([weight for weight in tree.root.distribution.values() if weight > 0]) < 2:
        return f"Every case is of class {label}, so there is nothing to test."
    if not cases.attributes:
        return "There is no column besides the class to learn from, so there is nothing to test."
    if classifier.unpruned_tree_.n_nodes > 1:
        return (
            f"Pruning removed every test: class {label} for all is expected to err no more often."
        )
    min_cases = getattr(classifier, "min_cases", 0)
    if tree.cases[0] < 2 * min_cases:
        return (
            f"The cases are too few for a test: two branches need {min_cases:g} each (--min-cases)."
        )
    return "No column offers a useful test, so every case gets the most frequent class."
