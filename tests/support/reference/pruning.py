"""Error-based pruning with subtree raising once more: recursive, on nodes that hold their tests."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

MARGIN = 0.1
UNITS = 2**30
ROUNDING = 1024 / UNITS
"""Sums of fractions that differ by no more than this tie."""
LEVELS = (0, 0.001, 0.005, 0.01, 0.05, 0.10, 0.20, 0.40, 1.00)
DEVIATIONS = (4.0, 3.09, 2.58, 2.33, 1.65, 1.28, 0.84, 0.25, 0.00)
"""C4.5's table of the normal deviations at confidence levels, between which it interpolates."""

Part = tuple[int, float]
"""What a node holds of a case: its row and its weight."""


@dataclass
class Branch:
    """A node that may become a leaf or another node."""

    label: int
    cases: float
    errors: float
    distribution: list[float]
    test: Any = None
    branches: list[Branch] = field(default_factory=list)

    @classmethod
    def of(cls, node: Any, classes: tuple[Any, ...]) -> Branch:
        return cls(
            classes.index(node.label),
            node.cases,
            node.errors,
            [*node.distribution.values()],
            node.test,
            [cls.of(branch, classes) for branch in node.branches],
        )

    def become(self, other: Branch) -> None:
        self.__dict__.update(other.__dict__)


def deviation(confidence: float) -> float:
    """Return the normal deviation that a confidence level stands for."""
    i = next(i for i in range(1, len(LEVELS)) if LEVELS[i] >= confidence)
    share = (confidence - LEVELS[i - 1]) / (LEVELS[i] - LEVELS[i - 1])
    return DEVIATIONS[i - 1] + share * (DEVIATIONS[i] - DEVIATIONS[i - 1])


def extra_errors(cases: float, errors: float, confidence: float) -> float:
    """Return by how much the errors expected of a leaf exceed those seen.

    The upper confidence limit is exact if no error was seen; from one error on it is that of the
    normal approximation with a correction for continuity, and between the two a straight line.
    """
    if errors < 1e-6:
        return cases * (1 - confidence ** (1 / cases))
    if errors < 0.9999:
        none, one = extra_errors(cases, 0, confidence), extra_errors(cases, 1, confidence)
        return none + errors * (one - none)
    if errors + 0.5 >= cases - 1e-6:  # a step: the rounding of fractions must not matter
        return 0.67 * (cases - errors)
    z2, e = deviation(confidence) ** 2, errors + 0.5
    root = math.sqrt(z2 * (e * (1 - e / cases) + z2 / 4))
    return cases * (e + z2 / 2 + root) / (cases + z2) - errors


class Pruner:
    def __init__(self, table: Any, confidence: float) -> None:
        self.table = table
        self.confidence = confidence

    def prune(self, tree: Any) -> Branch:
        """Return the root of the pruned tree."""
        weights = self.table.weights
        rows = range(self.table.n_rows)
        parts = [(row, 1.0 if weights is None else rounded(weights[row])) for row in rows]
        root = Branch.of(tree.root, tree.classes)
        self.estimate(root, parts, update=True)
        return root

    def estimate(self, node: Branch, parts: list[Part], *, update: bool) -> float:
        """Return the estimated errors of a node on some cases; simplify it if ``update``."""
        counts = [0.0] * len(self.table.classes)
        for row, weight in parts:
            counts[self.table.target[row]] += weight
        label = node.label  # unless another is clearly more frequent
        for c, count in enumerate(counts):
            if count > counts[label] + ROUNDING:
                label = c
        cases = math.fsum(counts)
        wrong = cases - counts[label]
        as_leaf = wrong + extra_errors(cases, wrong, self.confidence)
        if update:
            node.label, node.cases, node.distribution = label, cases, counts
        if node.test is None:
            if update:
                node.errors = as_leaf
            return as_leaf
        as_tree, largest, most = 0.0, 0, 0.0
        divided = self.divided(node.test, parts)
        known = self.known_weight(node.test, parts)
        for b, (share, below) in enumerate(divided):
            if below:
                if share >= most - ROUNDING / known:
                    largest, most = b, max(most, share)
                as_tree += self.estimate(node.branches[b], below, update=update)
        if not update:
            return as_tree
        as_branch = self.estimate(node.branches[largest], parts, update=False)
        if as_leaf <= min(as_branch, as_tree) + MARGIN:
            node.test, node.branches, node.errors = None, [], as_leaf
        elif as_branch <= as_tree + MARGIN:
            self.estimate(node.branches[largest], parts, update=True)
            node.become(node.branches[largest])
        else:
            node.errors = as_tree
        return node.errors

    def divided(self, test: Any, parts: list[Part]) -> list[tuple[float, list[Part]]]:
        """Return the share of each branch in the known cases, and its parts; none if no case is."""
        known: list[list[Part]] = [[] for _ in range(test.n_branches)]
        unknown = []
        for row, weight in parts:
            branch = test.branch_of(self.value(test, row))
            (unknown if branch is None else known[branch]).append((row, weight))
        total = math.fsum(weight for branch in known for _, weight in branch)
        result = []
        for branch in known:
            share = math.fsum(weight for _, weight in branch) / total if branch else 0.0
            pieces = [(row, rounded(weight * share)) for row, weight in unknown] if branch else []
            result.append((share, [*branch, *pieces]))
        return result

    def known_weight(self, test: Any, parts: list[Part]) -> float:
        """Return the weight of the cases whose value is known."""
        known = (w for row, w in parts if test.branch_of(self.value(test, row)) is not None)
        return math.fsum(known) or 1.0

    def value(self, test: Any, row: int) -> Any:
        a = self.table.attributes.index(test.attribute)
        value = self.table.columns[a][row]
        if test.attribute.values is None:
            return float(value)
        return test.attribute.values[value] if value >= 0 else None


def rounded(weight: float) -> float:
    """Return a weight in whole units."""
    return math.floor(weight * UNITS + 0.5) / UNITS
