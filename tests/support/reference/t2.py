"""T2 as one would write it down: every two-level tree is tried, in the order that breaks ties."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise
from typing import Any

import numpy as np

Shape = tuple[Any, ...]
"""A node: its class, or its test and the shapes of its branches."""


def shape_of(node: Any) -> Shape:
    """Return what a node of a learned tree asks and answers."""
    if node.test is None:
        return (node.label,)
    return (node.test.to_dict(), *(shape_of(branch) for branch in node.branches))


class ReferenceT2:
    """The best two-level tree of a table, by trying them all."""

    def __init__(self, table: Any, max_intervals: int | None) -> None:
        self.table = table
        self.most = len(table.classes) + 1 if max_intervals is None else max_intervals
        self.columns = [
            [
                None if np.isnan(value) or (a.values is not None and value < 0) else value
                for value in c
            ]
            for a, c in zip(table.attributes, table.columns, strict=True)
        ]
        self.known: dict[tuple[int, ...], tuple[float, Any]] = {}

    def best(self) -> tuple[float, Shape]:
        """Return the fewest errors, and the first tree that has them."""
        everything = tuple(range(self.table.n_rows))
        errors, test = self.best_below(everything)
        shape = self.shape(everything, test, 0)
        for a, attribute in enumerate(self.table.attributes):
            tests = [(a, None)]
            if attribute.values is None:
                values = self.values(everything, a)
                cuts = [[middle] for middle in middles(values)]
                has_unknown = any(self.columns[a][row] is None for row in everything)
                tests = [(a, cut) for cut in ([[]] if has_unknown else []) + cuts]
            for root in tests:
                parts = self.parts(everything, root)
                below = [self.best_below(part) for part in parts]
                if sum(part_errors for part_errors, _ in below) < errors:
                    errors = sum(part_errors for part_errors, _ in below)
                    label = self.label(everything, 0)
                    shapes = [
                        self.shape(part, part_test, label)
                        for part, (_, part_test) in zip(parts, below, strict=True)
                    ]
                    shape = (self.described(root), *shapes)
        return errors, shape

    def best_below(self, rows: tuple[int, ...]) -> tuple[float, Any]:
        """Return the fewest errors of a leaf or one test, and the first test that has them."""
        if rows not in self.known:
            best: tuple[float, Any] = (self.leaf_errors(rows), None)
            for a, attribute in enumerate(self.table.attributes):
                tests: list[Any] = [(a, None)]
                if attribute.values is None:
                    between = middles(self.values(rows, a))
                    tests = [
                        (a, list(cuts))
                        for k in range(self.most)
                        for cuts in combinations(between, k)
                    ]
                for test in tests:
                    errors = sum(self.leaf_errors(part) for part in self.parts(rows, test))
                    if errors < best[0]:
                        best = (errors, test)
            self.known[rows] = best
        return self.known[rows]

    def parts(self, rows: tuple[int, ...], test: Any) -> list[tuple[int, ...]]:
        """Return the rows of each branch, unknown ones last."""
        a, cuts = test
        n_known = len(self.table.attributes[a].values or ()) if cuts is None else len(cuts) + 1
        parts: list[list[int]] = [[] for _ in range(n_known + 1)]
        for row in rows:
            value = self.columns[a][row]
            if value is None:
                parts[-1].append(row)
            elif cuts is None:
                parts[int(value)].append(row)
            else:
                parts[sum(value > cut for cut in cuts)].append(row)
        return [tuple(part) for part in parts]

    def values(self, rows: tuple[int, ...], a: int) -> list[float]:
        return sorted({self.columns[a][row] for row in rows} - {None})

    def weights(self, rows: tuple[int, ...]) -> Counter[int]:
        counts: Counter[int] = Counter()
        for row in rows:
            weight = 1 if self.table.weights is None else self.table.weights[row]
            counts[int(self.table.target[row])] += weight
        return counts

    def leaf_errors(self, rows: tuple[int, ...]) -> float:
        counts = self.weights(rows)
        return sum(counts.values()) - max(counts.values(), default=0)

    def label(self, rows: tuple[int, ...], otherwise: int) -> int:
        counts = self.weights(rows)
        return min(counts, key=lambda label: (-counts[label], label), default=otherwise)

    def described(self, test: Any) -> dict[str, Any]:
        a, cuts = test
        attribute = self.table.attributes[a]
        if cuts is None:
            groups = [[value] for value in attribute.values]
            return {"attribute": attribute.name, "groups": groups, "unknown": True}
        return {"attribute": attribute.name, "cuts": cuts, "unknown": True}

    def shape(self, rows: tuple[int, ...], test: Any, otherwise: int) -> Shape:
        label = self.label(rows, otherwise)
        if test is None:
            return (self.table.classes[label],)
        parts = self.parts(rows, test)
        leaves = [(self.table.classes[self.label(part, label)],) for part in parts]
        return (self.described(test), *leaves)


def middles(values: list[float]) -> list[float]:
    return [float(low + (high - low) / 2) for low, high in pairwise(values)]
