"""What every engine promises: evidence, routes and the cases of a node."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from cutpoint.data.attribute import Attribute
from cutpoint.data.table import Table
from cutpoint.engines.base import CASE, ROOT, Engine
from cutpoint.engines.memory import MemoryEngine, learn
from cutpoint.learn import LearnSpec
from cutpoint.tree import Node
from cutpoint.tree.split import NominalTest, NumericTest
from support.random_cases import random_table

SPECS = {
    "gain": LearnSpec(criterion="gain", pruning=None),
    "groups": LearnSpec(criterion="gain", nominal="groups", min_cases=1.0, pruning=None),
    "two groups": LearnSpec(criterion="gini", nominal="binary", pruning=None),
    "intervals": LearnSpec(criterion="gain", cuts="mdlp", pruning=None),
    "least fraction": LearnSpec(criterion="gain", min_fraction=0.05, pruning=None),
}


def some_table(seed: int) -> Table:
    rng = np.random.default_rng(seed)
    table = random_table(rng, int(rng.integers(20, 200)), int(rng.integers(1, 6)))
    return table if table.weights is None else table.take(table.weights > 0)


def walk(engine: Engine, root: Node, min_fraction: float = 0.0) -> dict[int, Node]:
    """Route all cases down a tree, node by node; return its leaves by the engine's numbers."""
    waiting, leaves, made = [(ROOT, root)], {}, 1
    while waiting:
        number, node = waiting.pop()
        if node.test is None:
            leaves[number] = node
            continue
        numbers = range(made, made + len(node.branches))
        made += len(node.branches)
        engine.route(number, node.test, numbers, min_fraction)
        waiting += zip(numbers, node.branches, strict=True)
    return leaves


def same_nodes(one: Node, two: Node) -> bool:
    return (
        one.test == two.test
        and one.distribution == two.distribution
        and len(one.branches) == len(two.branches)
        and all(map(same_nodes, one.branches, two.branches))
    )


@pytest.mark.parametrize("seed", range(20))
def test_evidence_is_what_counting_case_by_case_gives(seed: int) -> None:
    table = some_table(seed)
    assert table.target is not None
    weights = np.ones(table.n_rows) if table.weights is None else table.weights
    attributes = range(len(table.attributes))
    evidence = MemoryEngine(table).evidence([ROOT], attributes)
    for a in attributes:
        expected: Counter[tuple[float | None, int]] = Counter()
        values: set[float] = set(range(len(table.attributes[a].values or ())))
        for value, k, weight in zip(
            table.columns[a].tolist(), table.target.tolist(), weights.tolist(), strict=True
        ):
            known = not (np.isnan(value) if table.attributes[a].is_numeric else value < 0)
            expected[value if known else None, k] += int(weight * CASE + 0.5)
            values |= {value} if known else set()
        found = evidence[ROOT, a]
        assert found.values.tolist() == sorted(values)
        for k in range(len(table.classes)):
            assert found.unknown[k] == expected[None, k]
            assert found.weights[:, k].tolist() == [expected[v, k] for v in sorted(values)]


@pytest.mark.parametrize("name", SPECS)
@pytest.mark.parametrize("seed", range(8))
def test_cases_are_routed_as_the_learner_divides_them(name: str, seed: int) -> None:
    """To the last unit: the engine's leaves weigh what those of the grown tree weigh."""
    table, spec = some_table(seed), SPECS[name]
    tree, engine = learn(table, spec).unpruned, MemoryEngine(table)
    for number, leaf in walk(engine, tree.root, spec.min_fraction).items():
        found = engine.evidence([number], range(len(table.attributes)))
        for evidence in found.values():
            totals = (evidence.weights.sum(axis=0) + evidence.unknown) / CASE
            assert totals.tolist() == [*leaf.distribution.values()]


@pytest.mark.parametrize("seed", range(12))
def test_a_collected_node_is_finished_in_memory_as_the_whole_tree_has_it(seed: int) -> None:
    table, spec = some_table(seed), SPECS["gain"]
    root, engine = learn(table, spec).unpruned.root, MemoryEngine(table)
    if root.test is None:
        pytest.skip("the table has no test worth making")
    numbers = range(1, 1 + len(root.branches))
    engine.route(ROOT, root.test, numbers)
    for number, branch in zip(numbers, root.branches, strict=True):
        if branch.cases > 0:
            assert same_nodes(learn(engine.collect(number), spec).unpruned.root, branch)


def test_collected_cases_that_are_all_there_have_no_weights() -> None:
    table = some_table(3)
    assert (table.weights is None) == (MemoryEngine(table).collect(ROOT).weights is None)


def test_unknown_values_go_down_their_own_branch_where_a_test_has_one() -> None:
    x, colour = np.array([1.0, np.nan, 3.0]), np.array([0, 1, -1], dtype=np.int32)
    attributes = (Attribute("x"), Attribute("colour", ("red", "blue")))
    table = Table(attributes, (x, colour), 3, ("a", "b"), np.array([0, 1, 1], dtype=np.int32))
    for test, a in (
        (NumericTest(attributes[0], (2.0,), unknown=True), 0),
        (NominalTest(attributes[1], (("red",), ("blue",)), unknown=True), 1),
    ):
        engine = MemoryEngine(table)
        engine.route(ROOT, test, [1, 2, 3])
        sizes = [engine.collect(number).n_rows for number in (1, 2, 3)]
        assert sizes == [1, 1, 1]
        assert bool(np.isnan(engine.collect(3).matrix()[0, a]))


def test_a_value_in_no_group_is_shared_like_an_unknown_one() -> None:
    attribute = Attribute("colour", ("red", "blue", "green"))
    colour = np.array([0, 0, 0, 1, 2], dtype=np.int32)
    table = Table((attribute,), (colour,), 5, ("a",), np.zeros(5, dtype=np.int32))
    engine = MemoryEngine(table)
    engine.route(ROOT, NominalTest(attribute, (("red",), ("blue",))), [1, 2])
    assert engine.collect(1).weights.tolist() == [1.0, 1.0, 1.0, 0.75]  # type: ignore[union-attr]
    assert engine.collect(2).weights.tolist() == [1.0, 0.25]  # type: ignore[union-attr]


def test_a_node_that_was_routed_is_empty() -> None:
    table = some_table(1)
    engine = MemoryEngine(table)
    first = next(a for a in table.attributes if a.is_numeric)
    engine.route(ROOT, NumericTest(first, (0.0,)), [1, 2])
    assert engine.collect(ROOT).n_rows == 0
