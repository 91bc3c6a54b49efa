"""Pruning by estimated errors, of trees whose numeric tests have one cut or several intervals."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from cutpoint import InputError, _core
from cutpoint.data.attribute import Attribute
from cutpoint.data.table import Table
from cutpoint.engines.base import Learned
from cutpoint.engines.memory import learn
from cutpoint.learn import LearnSpec
from cutpoint.tree import Node, Tree
from cutpoint.tree.arrays import node_table, tree_of
from support.random_cases import METHODS as INTERVALS
from support.random_cases import number_of, random_intervals, random_table
from support.random_trees import slow_weights
from support.reference.pruning import Branch, Pruner

METHODS = [*INTERVALS, "binary"]
SEEDS = [*range(3), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(3, 30))]


def learned(method: str, seed: int, switch_at: float = np.inf) -> tuple[Table, Learned]:
    """Return a random table and what is learned of it; the trees are large, and prune well."""
    rng = np.random.default_rng([seed, number_of(method)])
    table = random_table(rng, int(rng.integers(50, 300)), int(rng.integers(2, 6)))
    assert table.target is not None
    noise = rng.random(table.n_rows) < 0.3
    table.target[noise] = rng.permutation(table.target[noise])
    if table.weights is not None and (table.weights == 0).any():
        table = table.take(table.weights > 0)
    spec = LearnSpec(criterion="gain", switch_at=switch_at)
    if method != "binary":
        intervals = random_intervals(method, [seed], min_cases=2.0)
        spec = spec.replace(cuts="hybrid", intervals=intervals)
    return table, learn(table, spec)


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


def by_codes(table: Table, tree: Tree) -> tuple[Table, Tree]:
    """Return the table with ranks for its numbers, as nominal values, and a tree that maps them."""
    columns, attributes = list(table.columns), list(table.attributes)
    arrays = node_table(tree).arrays()
    maps = [arrays["branch_of"]]
    for a, attribute in enumerate(table.attributes):
        if not attribute.is_numeric:
            continue
        column = table.columns[a]
        values = np.unique(column[~np.isnan(column)])
        ranks = np.searchsorted(values, column)
        columns[a] = np.where(np.isnan(column), -1, ranks).astype(np.int32)
        attributes[a] = Attribute(attribute.name, tuple(range(max(len(values), 1))))
        for node in np.flatnonzero(tree.attribute == a):
            cuts = tree.test(int(node)).cuts
            arrays["test_start"][node] = sum(map(len, maps))
            maps.append(np.searchsorted(cuts, values).astype(np.int32))
    arrays["branch_of"] = np.concatenate(maps)
    coded = replace(table, columns=tuple(columns), attributes=tuple(attributes))
    return coded, tree_of(arrays, coded.attributes, coded.classes)


def pruned(table: Table, tree: Tree) -> tuple[_core.NodeArrays, bool]:
    nodes, simplified = _core.prune_by_errors(
        node_table(tree), table.view(), 0.25, False, _core.Progress()
    )
    return nodes.arrays(), simplified


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("method", ["binary", "equal_depth"])
def test_numbers_and_their_ranks_are_pruned_alike(method: str, seed: int) -> None:
    table, both = learned(method, seed)
    one, two = pruned(table, both.unpruned), pruned(*by_codes(table, both.unpruned))
    assert one[1] == two[1]
    for name in ("attribute", "first_child", "n_branches", "label", "cases", "errors"):
        np.testing.assert_array_equal(one[0][name], two[0][name])  # type: ignore[literal-required]


def test_cases_of_no_weight_change_nothing() -> None:
    table, both = learned("binary", 1)
    rng = np.random.default_rng(0)
    more = table.take(np.append(np.arange(table.n_rows), rng.integers(0, table.n_rows, 40)))
    weights = np.ones(table.n_rows) if table.weights is None else table.weights
    more = replace(more, weights=np.append(weights, np.zeros(40)))
    one, two = pruned(table, both.unpruned), pruned(more, both.unpruned)
    np.testing.assert_array_equal(one[0]["errors"], two[0]["errors"])
    np.testing.assert_array_equal(one[0]["distribution"], two[0]["distribution"])


def test_what_cannot_be_pruned_is_refused() -> None:
    table, both = learned("binary", 0)
    nodes, progress = node_table(both.unpruned), _core.Progress()
    for confidence in (-0.1, 1.1, np.nan):
        with pytest.raises(InputError, match="confidence level"):
            _core.prune_by_errors(nodes, table.view(), confidence, False, progress)
    fewer = replace(table, columns=table.columns[:1], attributes=table.attributes[:1])
    if both.unpruned.attribute.max() > 0:
        with pytest.raises(InputError, match="attribute that does not exist"):
            _core.prune_by_errors(nodes, fewer.view(), 0.25, False, progress)
    more = replace(table, classes=(*table.classes, "another"))
    with pytest.raises(InputError, match="other classes"):
        _core.prune_by_errors(nodes, more.view(), 0.25, False, progress)
    unknown = replace(both.unpruned, unknown=np.zeros(both.unpruned.n_nodes, dtype=bool))
    with pytest.raises(InputError, match="branches for unknown values"):
        _core.prune_by_errors(node_table(unknown), table.view(), 0.25, False, progress)


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
