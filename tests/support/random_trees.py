"""Random trees and rows for hypothesis, and a slow, obvious way to route a case."""

from __future__ import annotations

import math
from random import Random
from typing import Any

import numpy as np
from hypothesis import strategies as st

from cutpoint.data.attribute import Attribute
from cutpoint.tree import Node, Tree

CUTS = [-1e30, -999.0, -1.5, -1.0, 0.0, 0.1, 1.0, 2.5, 16777217.0, 1e30]
WEIGHTS = [0.0, 0.0, 0.1, 1 / 3, 1.0, 2.0, 3.7, 1e6]


@st.composite
def trees(draw: st.DrawFn, single: bool | None = None) -> Tree:
    random = draw(st.randoms(use_true_random=False))
    n_attributes = draw(st.integers(1, 4))
    n_classes = draw(st.integers(1, 4))
    depth = draw(st.integers(0, 4))
    in_single = draw(st.booleans()) if single is None else single
    return make_tree(random, n_attributes, n_classes, depth, in_single)


def make_tree(
    random: Random,
    n_attributes: int,
    n_classes: int,
    depth: int,
    single: bool = False,
    max_branches: int = 5,
    nominal: float = 0.5,
) -> Tree:
    attributes = [
        Attribute(
            f"a{i}", tuple("vwxyz"[: random.randint(1, 5)]) if random.random() < nominal else None
        )
        for i in range(n_attributes)
    ]
    real = np.float32 if single else np.float64
    nodes: list[dict[str, Any]] = []
    depths = [0]
    for level in depths:  # grows as it is read
        node = {
            "class": random.randrange(n_classes),
            "cases": float(real(random.choice(WEIGHTS))),
            "errors": float(real(random.choice(WEIGHTS))),
            "distribution": [float(real(random.choice(WEIGHTS))) for _ in range(n_classes)],
        }
        if level < depth and random.random() < 0.8:
            node |= _random_test(random, attributes, real, len(depths), max_branches)
            depths += [level + 1] * len(node["branches"])
        nodes.append(node)
    return Tree.from_nodes(nodes, attributes, [f"c{i}" for i in range(n_classes)], single)


def _random_test(
    random: Random, attributes: list[Attribute], real: Any, at: int, max_branches: int
) -> dict[str, Any]:
    position = random.randrange(len(attributes))
    values = attributes[position].values
    n_branches = random.randint(2, max_branches)
    test: dict[str, Any] = {"attribute": position, "branches": list(range(at, at + n_branches))}
    if values is None:
        test["cuts"] = sorted({float(real(cut)) for cut in random.sample(CUTS, n_branches - 1)})
        test["branches"] = test["branches"][: len(test["cuts"]) + 1]
    else:
        groups: list[list[int]] = [[] for _ in range(n_branches)]
        for value in range(len(values)):
            branch = random.randint(-1, n_branches - 1)
            if branch >= 0:
                groups[branch].append(value)
        test["groups"] = groups
    if random.random() < 0.3:
        test["unknown"] = True
        test["branches"].append(at + len(test["branches"]))
    return test


@st.composite
def rows(draw: st.DrawFn, tree: Tree) -> np.ndarray:
    random = draw(st.randoms(use_true_random=False))
    return make_rows(random, tree, draw(st.integers(0, 20)))


def make_rows(random: Random, tree: Tree, count: int) -> np.ndarray:
    numbers = [*CUTS, math.nan, math.inf, -math.inf, 0.05, -999.0, 0.1 + 1e-9, 1e300, -0.0]
    matrix = np.empty((count, len(tree.attributes)))
    for column, attribute in enumerate(tree.attributes):
        codes = [math.nan, -1.0, -0.5, -999.0, 1e30, math.inf, *range(7)]
        choices = numbers if attribute.values is None else codes
        matrix[:, column] = [random.choice(choices) for _ in range(count)]
    return matrix


def slow_ends(tree: Tree, row: np.ndarray) -> tuple[list[tuple[Node, Any]], set[int]]:
    """Return the ends a case reaches with their weights, and all nodes on the way."""
    real = np.float32 if tree.single else np.float64
    ends: list[tuple[Node, Any]] = []
    seen: set[int] = set()

    def go(node: Node, weight: Any) -> None:
        seen.add(node.id)
        branch = None if node.is_leaf else slow_branch(tree, node, row)
        if branch is not None:
            go(node.branches[branch], weight)
            return
        shares = []
        if node.cases > 0:
            shares = [
                real(real(weight * real(child.cases)) / real(node.cases)) for child in node.branches
            ]
        if not any(share > 0 for share in shares):
            ends.append((node, weight))
            return
        for child, share in zip(node.branches, shares, strict=True):
            if share > 0:
                go(child, share)

    go(tree.root, real(1))
    return ends, seen


def slow_branch(tree: Tree, node: Node, row: np.ndarray) -> int | None:
    position = tree.attributes.index(node.attribute)
    value = float(row[position])
    values = tree.attributes[position].values
    if values is not None:
        if not 0 <= value < len(values):  # NaN is in no interval
            return node.test.branch_of(None)
        return node.test.branch_of(values[int(value)])
    if tree.single:
        with np.errstate(over="ignore"):
            value = float(np.float32(value))
        if value == -999:
            return node.test.branch_of(None)
    return node.test.branch_of(value)


def slow_weights(tree: Tree, row: np.ndarray) -> list[Any]:
    real = np.float32 if tree.single else np.float64
    sums = [real(0)] * len(tree.classes)
    for node, weight in slow_ends(tree, row)[0]:
        if node.cases > 0:
            for label, count in enumerate(node.distribution.values()):
                share = real(real(weight * real(count)) / real(node.cases))
                sums[label] = real(sums[label] + share)
        else:
            label = tree.classes.index(node.label)
            sums[label] = real(sums[label] + weight)
    return sums


def alternating_chain(depth: int) -> Tree:
    """Return a tree that is one long path of numeric tests, its leaves of two classes in turn."""
    nodes: list[dict[str, Any]] = []
    for level in range(depth):
        count = float(depth + 1 - level)
        nodes.append(
            {
                "class": 0,
                "cases": count,
                "errors": 0.0,
                "distribution": [count, 0.0],
                "attribute": 0,
                "cuts": [float(level)],
                "branches": [2 * level + 1, 2 * level + 2],
            }
        )
        leaf = {"class": level % 2, "cases": 1.0, "errors": 0.0}
        nodes.append(leaf | {"distribution": [1.0 - level % 2, float(level % 2)]})
    nodes.append({"class": 0, "cases": 1.0, "errors": 0.0, "distribution": [1.0, 0.0]})
    return Tree.from_nodes(nodes, [Attribute("x")], ["even", "odd"])
