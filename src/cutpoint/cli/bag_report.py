"""What ``cutpoint fit --learner bagging`` has learned, and how it is reported."""

# ruff: noqa: PLC0415 - what predicts is imported where it is used: the help text must come at once

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from cutpoint.wording import count_of, percent_of

if TYPE_CHECKING:
    from cutpoint.cli.score import Score
    from cutpoint.data.table import Table
    from cutpoint.ensemble.bagging import BaggedTreesClassifier


@dataclass(frozen=True)
class BagOutcome:
    """A bag of trees, what it was learned from, and how it does on other cases."""

    classifier: BaggedTreesClassifier
    cases: Table
    held_out: Table | None
    score: Score | None
    pruned_with: int | None = None
    """The cases of the pruning set, if there was one."""

    @classmethod
    def of(
        cls, classifier: BaggedTreesClassifier, cases: Table, held_out: Table | None
    ) -> BagOutcome:
        """Evaluate a fitted classifier."""
        from cutpoint.cli.proba_score import proba_score
        from cutpoint.cli.score import score

        if held_out is None:
            return cls(classifier, cases, None, None)
        bag = classifier.to_model().bag
        result = replace(score(bag, held_out), proba=proba_score(bag, held_out))
        return cls(classifier, cases, held_out, result)

    def importances(self) -> dict[str, tuple[float, float]]:
        """Return mean and spread of the importance of each attribute, the greatest first."""
        bag = self.classifier.to_model().bag
        return bag.importances_by_name()

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values."""
        model, shares = self.classifier.to_model(), self.importances()
        return {
            "target": self.cases.target_name,
            "classes": list(self.cases.classes),
            "cases": self.cases.n_rows,
            "pruned_with": self.pruned_with,
            "learner": model.learner,
            "parameters": model.parameters,
            "tree_learner": model.tree_learner,
            "tree_parameters": model.tree_parameters,
            "n_leaves": [tree.n_leaves for tree in model.bag.trees],
            "oob_score": model.report.get("oob_score"),
            "importances": {name: mean for name, (mean, _) in shares.items()},
            "importances_std": {name: std for name, (_, std) in shares.items()},
            "test": None if self.score is None else self.score.to_dict(),
        }


def leaves_text(sizes: Sequence[int]) -> str:
    """Return how many leaves trees have, in words.

    Examples
    --------
    >>> leaves_text([2, 5]), leaves_text([1, 1])
    ('2 to 5 leaves, 3.5 on average', '1 leaf each')
    """
    if min(sizes) == max(sizes):
        return f"{count_of(sizes[0], 'leaf', 'leaves')} each"
    return f"{min(sizes)} to {max(sizes)} leaves, {sum(sizes) / len(sizes):.1f} on average"


def print_bag(outcome: BagOutcome, source: str, test_source: str) -> None:
    """Print what was learned and its evaluation for people."""
    from cutpoint.cli import report
    from cutpoint.tree.names import printable

    print(report.described(outcome.cases, source))
    sizes = [fitted.tree_.n_leaves for fitted in outcome.classifier.estimators_]
    pruned = "" if outcome.pruned_with is None else f", pruned with {outcome.pruned_with:,} others"
    report.heading(f"{count_of(len(sizes), 'tree')} with {leaves_text(sizes)}{pruned}")
    shares = outcome.importances()
    if shares:
        report.heading("Importance: share of the information that the tests give, over the trees")
        print()
        report.print_facts(
            [(printable(name), percent_of(*share)) for name, share in shares.items()]
        )
    rate = 1 - outcome.classifier.oob_score_
    told = "unknown: every case is in every resample" if math.isnan(rate) else f"{rate:.1%}"
    report.heading(f"Error on new cases: {told}, out of bag")
    if outcome.held_out is not None and outcome.score is not None:
        report.heading(f"Evaluation on {outcome.held_out.n_rows:,} test cases from {test_source}")
        report.print_score(outcome.score)
