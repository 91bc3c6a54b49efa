"""Error-based pruning with subtree raising once more: recursive, on nodes that hold their tests."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from cutpoint.data.table import Table
from cutpoint.prune.errors import extra_errors, squared_deviation
from cutpoint.tree import Node, Tree

MARGIN = 0.1
UNITS = 2**30

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
    def of(cls, node: Node, classes: tuple[Any, ...]) -> Branch:
        return cls(
            classes.index(node.label), node.cases, node.errors, [*node.distribution.values()],
            node.test, [cls.of(branch, classes) for branch in node.branches],
        )  # fmt: skip

    def become(self, other: Branch) -> None:
        self.__dict__.update(other.__dict__)


class Pruner:
    def __init__(self, table: Table, confidence: float) -> None:
        self.table = table
        self.confidence = confidence
        self.squared = squared_deviation(confidence, np.float64)

    def prune(self, tree: Tree) -> Branch:
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
        label = node.label if counts[node.label] == max(counts) else counts.index(max(counts))
        cases = math.fsum(counts)
        wrong = cases - counts[label]
        as_leaf = wrong + float(
            extra_errors(cases, wrong, self.confidence, self.squared, np.float64)
        )
        if update:
            node.label, node.cases, node.distribution = label, cases, counts
        if node.test is None:
            if update:
                node.errors = as_leaf
            return as_leaf
        as_tree, largest, most = 0.0, 0, 0.0
        for b, (share, below) in enumerate(self.divided(node.test, parts)):
            if below:
                if share >= most:
                    largest, most = b, share
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

    def value(self, test: Any, row: int) -> Any:
        a = self.table.attributes.index(test.attribute)
        value = self.table.columns[a][row]
        if test.attribute.values is None:
            return float(value)
        return test.attribute.values[value] if value >= 0 else None


def rounded(weight: float) -> float:
    """Return a weight in whole units."""
    return math.floor(weight * UNITS + 0.5) / UNITS
