"""Trees and rows that every export is run on, and what it must say of them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
import pyarrow as pa

from cutpoint.data.attribute import Attribute, Label
from cutpoint.data.frames import conform
from cutpoint.tree import Node, Tree

HOSTILE = (
    "it's",
    'say "x"',
    "a*/b",
    "-- x",
    "two\nlines",
    "</x>",
    "]]>",
    "back\\slash",
    "end\\",
    "??/",
    "%s%n{0}",
    "🌳",
    "'; DROP TABLE cases; --",
    "a`b",
    "#quot;",
    "$(x)",
    "tab\there",
    "&amp;",
    "<script>",
    "שלום",
    "*/ int x; /*",
    '"""',
    "a\rb",
    "x" * 300,
)
N_ROWS = 2000
"""The rows, with unknown and unseen values among them, that every export is run on."""
CUTS = [-1e300, -999.0, -1.5, -0.0, 5e-324, 0.1, 0.1 + 0.2, 1.0, 2.5, 16777217.0, 1e23, 1e300]


def make_tree(
    random: Random,
    *,
    names: tuple[str, ...] = ("a0", "a1", "a2", "a3"),
    values: tuple[Label, ...] = ("v", "w", "x", "y", "z"),
    classes: tuple[Label, ...] = ("c0", "c1", "c2"),
    depth: int = 4,
    single: bool = False,
    holes: bool = False,
    empty: float = 0.15,
) -> Tree:
    """Return a tree whose counts add up: the cases of a test are those of its branches."""
    nominal = [True, *(random.random() < 0.5 for _ in names[1:-1]), False][: len(names)]
    attributes = [
        Attribute(name, values[: random.randint(2, len(values))] if chosen else None)
        for name, chosen in zip(names, nominal, strict=True)
    ]
    nodes: list[dict[str, Any]] = []
    depths = [0]
    for level in depths:  # grows as it is read
        counts = [float(random.choice([0, 0, 1, 2, 3, 7])) for _ in classes]
        if random.random() < empty:
            counts = [0.0] * len(classes)
        node: dict[str, Any] = {
            "class": random.randrange(len(classes)),
            "errors": 0.0,
            "distribution": counts,
        }
        if level < depth and (level == 0 or random.random() < 0.7):
            node |= _test(random, attributes, len(depths), holes, single)
            depths += [level + 1] * len(node["branches"])
        nodes.append(node)
    for node in reversed(nodes):
        if "branches" in node:
            below = [nodes[child]["distribution"] for child in node["branches"]]
            node["distribution"] = [sum(counts) for counts in zip(*below, strict=True)]
        node["cases"] = sum(node["distribution"])
    return Tree.from_nodes(nodes, attributes, classes, single)


def _test(
    random: Random, attributes: list[Attribute], at: int, holes: bool, single: bool
) -> dict[str, Any]:
    position = random.randrange(len(attributes))
    values = attributes[position].values
    if values is None:
        cuts = random.sample(CUTS, random.randint(1, 3))
        if single:
            cuts = [float(np.float32(cut)) for cut in cuts if abs(cut) < 1e38] or [0.5]
        test: dict[str, Any] = {"cuts": sorted(set(cuts))}
        n_branches = len(test["cuts"]) + 1
    else:
        n_branches = random.randint(2, len(values))
        groups: list[list[int]] = [[] for _ in range(n_branches)]
        for value in range(len(values)):
            branch = random.randint(-1 if holes else 0, n_branches - 1)
            if branch >= 0:
                groups[branch].append(value)
        test = {"groups": groups}
    return {"attribute": position, **test, "branches": list(range(at, at + n_branches))}


def make_rows(random: Random, tree: Tree, count: int, unknown: float = 0.25) -> pa.Table:
    """Return rows of known, unknown and unseen values, cuts and their neighbours among them."""
    numbers = [*CUTS, 0.0, -0.0, 3.0, -1e308, 1e308, 0.30000000000000004, 16777216.0]
    numbers += [math.nextafter(cut, side) for cut in tree.cuts for side in (-math.inf, math.inf)]
    numbers += [float(cut) for cut in tree.cuts]
    columns = {}
    for attribute in tree.attributes:
        if attribute.values is None:
            cells: list[Any] = [random.choice(numbers) for _ in range(count)]
            lost = [None, math.nan]
        else:
            cells = [random.choice(attribute.values) for _ in range(count)]
            unseen = {str: ["unheard of"], int: [987], bool: []}
            lost = [None, *unseen[type(attribute.values[0])]]
        cells = [random.choice(lost) if random.random() < unknown else cell for cell in cells]
        columns[attribute.name] = pa.array(cells, pa.float64() if not attribute.values else None)
    return pa.table(columns)


def matrix_of(tree: Tree, rows: pa.Table) -> np.ndarray:
    """Return the rows as the tree reads them; infinite numbers are none of them."""
    return conform(rows, tree.attributes).matrix()


@dataclass(frozen=True)
class Expected:
    """What the tree says of rows: classes, probabilities, and the same by heaviest branches."""

    classes: list[Label]
    shares: np.ndarray
    heaviest_classes: list[Label]
    heaviest_shares: np.ndarray


def expected(tree: Tree, rows: pa.Table) -> Expected:
    matrix = matrix_of(tree, rows)
    ends = [heaviest_end(tree, row) for row in matrix]
    codes = [code_at(tree, end) for end in ends]
    return Expected(
        [tree.classes[code] for code in tree.predict_codes(matrix)],
        tree.predict_proba(matrix),
        [tree.classes[code] for code in codes],
        np.array([shares_at(tree, end) for end in ends]).reshape(len(matrix), len(tree.classes)),
    )


def heaviest_end(tree: Tree, row: np.ndarray) -> Node:
    """Follow a case; where its value is unknown, along the branch with the most cases."""
    node = tree.root
    while not node.is_leaf:
        branch = branch_of(tree, node, row)
        if branch is None:
            below = [child.cases for child in node.branches]
            if node.cases <= 0 or max(below) <= 0:
                return node
            branch = below.index(max(below))
        node = node.branches[branch]
    return node


def branch_of(tree: Tree, node: Node, row: np.ndarray) -> int | None:
    position = tree.attributes.index(node.attribute)
    value = float(row[position])
    values = tree.attributes[position].values
    if values is not None:
        return node.test.branch_of(values[int(value)] if value >= 0 else None)
    if tree.single:
        with np.errstate(over="ignore"):
            value = float(np.float32(value))
        if value == -999:
            return node.test.branch_of(None)
    return node.test.branch_of(value)


def shares_at(tree: Tree, node: Node) -> list[float]:
    if node.cases <= 0:
        return [float(label == node.label) for label in tree.classes]
    counts = list(node.distribution.values())
    return [count / sum(counts) for count in counts]


def code_at(tree: Tree, node: Node) -> int:
    shares = shares_at(tree, node)
    return shares.index(max(shares))


def agree(classes: list[Label], shares: Any, wanted: Expected) -> None:
    """Check what an export says that shares unknown values among branches, on every row."""
    assert classes == wanted.classes
    np.testing.assert_allclose(np.array(shares, dtype=float), wanted.shares, atol=1e-6, rtol=0)
