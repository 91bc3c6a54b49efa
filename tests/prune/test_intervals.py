"""Pruning of trees whose numeric tests have several intervals."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from random_trees import slow_weights
from reference_pruning import Branch, Pruner

from cutpoint.cuts.intervals import METHODS as INTERVALS
from cutpoint.data.table import Table
from cutpoint.engines.memory import Learned, learn
from cutpoint.grow import settings as s
from cutpoint.grow.methods import BINARY
from cutpoint.grow.plan import Plan
from cutpoint.grow.settings import Settings
from cutpoint.prune import cases as pruning
from cutpoint.tree import Node
from random_cases import random_options, random_table

METHODS = {**INTERVALS, "binary": BINARY}
SEEDS = [*range(3), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(3, 30))]


def learned(method: str, seed: int, **plan: Any) -> tuple[Table, Learned]:
    """Return a random table and what is learned of it; the trees are large, and prune well."""
    rng = np.random.default_rng([seed, METHODS[method] + 1])
    table = random_table(rng, int(rng.integers(50, 300)), int(rng.integers(2, 6)))
    assert table.target is not None
    noise = rng.random(table.n_rows) < 0.3
    table.target[noise] = rng.permutation(table.target[noise])
    if table.weights is not None and (table.weights == 0).any():
        table = table.take(table.weights > 0)
    options = random_options([seed])._replace(min_cases=2.0)
    plan |= {"intervals": METHODS[method], "options": lambda _: options}
    settings = Settings(criterion=s.GAIN)
    return table, learn(table, settings, confidence=0.25, plan=Plan(**plan))


def assert_same(node: Node, expected: Branch, classes: tuple[Any, ...]) -> None:
    assert node.test == expected.test
    assert node.label == classes[expected.label]
    assert node.cases == pytest.approx(expected.cases)
    assert node.errors == pytest.approx(expected.errors)
    assert [*node.distribution.values()] == pytest.approx(expected.distribution, abs=1e-9)
    for branch, other in zip(node.branches, expected.branches, strict=True):
        assert_same(branch, other, classes)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("method", METHODS)
def test_pruning_is_what_its_definition_gives(method: str, seed: int) -> None:
    table, both = learned(method, seed)
    expected = Pruner(table, 0.25).prune(both.unpruned)
    assert_same(both.pruned.root, expected, table.classes)


@pytest.mark.parametrize("seed", SEEDS)
def test_single_and_several_cuts_on_one_attribute_are_pruned_together(seed: int) -> None:
    table, both = learned("equal_depth", seed, switch_at=60.0)
    expected = Pruner(table, 0.25).prune(both.unpruned)
    assert_same(both.pruned.root, expected, table.classes)


def test_many_of_these_trees_are_simplified_and_some_still_have_intervals() -> None:
    trees = [learned(method, seed)[1] for method in METHODS for seed in range(3)]
    assert sum(both.simplified for both in trees) > len(trees) / 2
    assert sum(int(both.pruned.n_branches.max()) > 2 for both in trees) > len(trees) / 4


@pytest.mark.parametrize("seed", range(3))
def test_a_binary_tree_is_pruned_alike_by_cuts_and_by_codes(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, by_cuts = learned("binary", seed)
    monkeypatch.setattr(pruning, "_has_several", lambda _tree, _tests: True)
    assert learned("binary", seed)[1].pruned == by_cuts.pruned


@pytest.mark.parametrize("method", METHODS)
def test_errors_of_tests_are_the_sum_of_those_below(method: str) -> None:
    _, both = learned(method, 1)
    for node in both.pruned.root.walk():
        if node.branches:
            known = [branch.errors for branch in node.branches if branch.cases > 0]
            assert node.errors == pytest.approx(sum(known))


@pytest.mark.parametrize("method", ["contextual", "mdlp", "equal_depth"])
def test_predictions_with_missing_values_are_those_of_a_slow_walk(method: str) -> None:
    table, both = learned(method, 2)
    rng = np.random.default_rng(0)
    rows = table.matrix()
    rows[rng.random(rows.shape) < 0.4] = np.nan
    weights = both.pruned.predict_weights(rows)
    for row, expected in zip(rows, weights, strict=True):
        assert slow_weights(both.pruned, row) == pytest.approx(expected, abs=1e-12)
