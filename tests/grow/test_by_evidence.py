"""Every measure, threshold and interval method inside the compiled learner, against the reference.

Tables are those of the plain learner's tests, smaller: ties, weights, missing and nominal values,
numbers at the ends of what can be represented.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from cutpoint import TreeClassifier
from cutpoint.catalog import CRITERIA, CUSTOM, PENALTIES, PLACEMENTS, THRESHOLDS
from cutpoint.data.attribute import Attribute
from cutpoint.data.table import Table
from cutpoint.learn import IntervalMethod, LearnSpec
from cutpoint.tree.tree import Tree
from support.grown import grow_by_evidence
from support.random_cases import (
    METHODS,
    evidence_case,
    number_of,
    random_intervals,
    random_numbers,
)

NEAR = 0.01
"""A comparison this near to its bar, in tolerances, may go either way by rounding."""
MEASURES = [*CRITERIA, CUSTOM]
# By the gain ratio cases without a value are a branch of every cut, which a curve of scores knows
# nothing of: its classic cuts are held to the reference of the plain learner (test_learner.py).
SINGLE_CUTS = [(m, t) for m in MEASURES for t in THRESHOLDS if (m, t) != ("gain_ratio", "classic")]

Case = tuple[Table, LearnSpec]


def learned(case: Case, **changes: Any) -> Tree:
    from cutpoint.engines.memory import learn

    table, spec = case
    return learn(table, spec.replace(pruning=None, **changes)).unpruned


def threshold_case(
    measure: str, method: str, placement: str, seed: int, *, whole: bool = False
) -> Case:
    numbers = [seed, *map(number_of, (measure, method, placement))]
    table, spec = evidence_case(numbers, measure, whole=whole)
    return table, spec.replace(threshold=method, placement=placement, **random_numbers(numbers))


def interval_case(method: str, placement: str, seed: int, *, whole: bool = False) -> Case:
    numbers = [seed, number_of(method), number_of(placement)]
    rng = np.random.default_rng(numbers)
    able = [name for name in MEASURES if name == CUSTOM or CRITERIA[name].branches is None]
    table, spec = evidence_case(numbers, able[rng.integers(len(able))], 250, whole=whole)
    spec = spec.replace(
        cuts="hybrid",
        intervals=random_intervals(method, numbers),
        placement=placement,
        **random_numbers(numbers),
    )
    return table, spec


def same_unless_near(case: Case) -> bool:
    """Return whether both learners give one tree; False if rounding may have parted them."""
    expected, closest = grow_by_evidence(*case)
    tree = learned(case)
    if tree == expected:
        return True
    assert closest < NEAR, f"{case[1]}\nexpected:\n{expected}\nbut got:\n{tree}"
    return False


# ---- against the reference -----------------------------------------------------------------------


@pytest.mark.parametrize(("measure", "method"), SINGLE_CUTS)
def test_single_cuts_are_those_that_the_definitions_give(measure: str, method: str) -> None:
    for placement in PLACEMENTS:
        assert same_unless_near(threshold_case(measure, method, placement, seed=0))


@pytest.mark.parametrize("method", METHODS)
def test_intervals_make_the_tree_that_the_definitions_give(method: str) -> None:
    for placement in PLACEMENTS:
        for seed in range(2):
            assert same_unless_near(interval_case(method, placement, seed))


def of_two_classes(case: Case) -> Case:
    """Return a case without weights, its classes put together in two: it needs few tables."""
    table, spec = case
    assert table.target is not None
    target = (table.target % 2).astype(np.int32)
    return replace(table, classes=("even", "odd"), target=target, weights=None), spec


@pytest.mark.parametrize(("measure", "method"), SINGLE_CUTS)
def test_single_cuts_of_two_classes_are_those_that_the_definitions_give(
    measure: str, method: str
) -> None:
    for seed in range(20, 23):
        case = threshold_case(measure, method, "midpoint", seed, whole=seed % 2 == 0)
        assert same_unless_near(of_two_classes(case))


@pytest.mark.slow
@pytest.mark.parametrize(("measure", "method"), SINGLE_CUTS)
def test_many_trees_of_single_cuts_are_those_that_the_definitions_give(
    measure: str, method: str
) -> None:
    cases = [threshold_case(measure, method, p, seed) for p in PLACEMENTS for seed in range(1, 9)]
    assert [same_unless_near(case) for case in cases].count(False) <= 1


@pytest.mark.slow
@pytest.mark.parametrize("method", METHODS)
def test_many_trees_of_intervals_are_those_that_the_definitions_give(method: str) -> None:
    cases = [interval_case(method, p, seed) for p in PLACEMENTS for seed in range(2, 62)]
    assert [same_unless_near(case) for case in cases].count(False) <= 1


# ---- what must not matter ------------------------------------------------------------------------


def several_cases(seed: int, *, whole: bool = False) -> Iterator[Case]:
    """Yield a case for every measure, threshold method and interval method."""
    placements = [*PLACEMENTS]
    for i, measure in enumerate(MEASURES):
        for j, method in enumerate(THRESHOLDS):
            yield threshold_case(measure, method, placements[(i + j) % 3], seed, whole=whole)
    for i, method in enumerate(METHODS):
        yield interval_case(method, placements[i % 3], seed, whole=whole)


SEEDS = [50, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(51, 60))]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_order_of_rows_changes_nothing(seed: int) -> None:
    for case in several_cases(seed):
        order = np.random.default_rng(seed).permutation(case[0].n_rows)
        assert learned(case) == learned((case[0].take(order), case[1]))


@pytest.mark.parametrize("seed", SEEDS)
def test_a_case_given_twice_is_a_case_of_weight_two(seed: int) -> None:
    """Resamples too are drawn from the table of weights, not from rows."""
    for table, spec in several_cases(seed, whole=True):
        twice = table.take(np.repeat(np.arange(table.n_rows), 2))
        double = replace(table, weights=np.full(table.n_rows, 2.0))
        assert learned((twice, spec)) == learned((double, spec))


@pytest.mark.parametrize("seed", SEEDS)
def test_the_number_of_threads_changes_nothing(seed: int) -> None:
    for case in several_cases(seed):
        assert learned(case, n_jobs=1) == learned(case, n_jobs=3)


@pytest.mark.parametrize("unit", [1e-9, 1e-3, 1e12, 1e304])
def test_the_unit_of_a_column_does_not_matter_to_the_contrast(unit: float) -> None:
    rng = np.random.default_rng(3)
    x, y = rng.normal(size=(2, 80))
    target = (x + 0.4 * y + 0.3 * rng.normal(size=80) > 0).astype(np.int32)
    spec = LearnSpec(criterion="contrast", max_depth=3)

    def grown(columns: tuple[Any, ...]) -> Tree:
        attributes = (Attribute("x"), Attribute("y"))
        return learned((Table(attributes, columns, 80, (0, 1), target), spec))

    plain, other = grown((x, y)), grown((x, y * unit))
    assert plain.n_nodes > 3
    assert {0, 1} <= set(plain.attribute.tolist())
    assert (plain.attribute == other.attribute).all()
    assert (plain.distribution == other.distribution).all()


# ---- bootstrap -----------------------------------------------------------------------------------


def test_only_the_seed_decides_which_resamples_are_drawn() -> None:
    rng = np.random.default_rng(0)
    columns = tuple(rng.normal(size=(2, 300)))
    target = (columns[0] + rng.normal(size=300) > 0).astype(np.int32)
    table = Table((Attribute("x"), Attribute("y")), columns, 300, (0, 1), target)
    spec = LearnSpec(criterion="symmetric", threshold="bootstrap", seed=7)
    first = learned((table, spec))
    assert first == learned((table, spec))
    assert first != learned((table, spec), seed=8)


# ---- intervals in a tree -------------------------------------------------------------------------


def a_column(values: Any, target: Any, *more: Any) -> Table:
    columns = tuple(np.asarray(column, dtype=np.float64) for column in (values, *more))
    attributes = tuple(Attribute(f"x{i}") for i in range(len(columns)))
    target = np.asarray(target, dtype=np.int32)
    classes = tuple(range(int(target.max()) + 1))
    return Table(attributes, columns, len(target), classes, target)


def by_gain(**fields: Any) -> LearnSpec:
    return LearnSpec(criterion="gain", **fields)


def test_no_test_has_more_intervals_than_asked_for() -> None:
    """Six pure runs are six branches; with room for fewer, the column is left out."""
    table = a_column(np.arange(60), np.repeat([0, 1, 2, 0, 1, 2], 10))
    for most in range(2, 9):
        tree = learned((table, by_gain(cuts="mdlp", max_branches=most)))
        assert tree.n_nodes == (7 if most >= 6 else 1)


def test_a_nominal_column_with_more_values_does_not_widen_numeric_tests() -> None:
    table = a_column(np.arange(60), np.repeat([0, 1, 2, 0, 1, 2], 10))
    wide = Attribute("wide", tuple(range(40)))
    zeros = np.zeros(60, dtype=np.int32)
    table = replace(table, attributes=(*table.attributes, wide), columns=(*table.columns, zeros))
    assert learned((table, by_gain(cuts="mdlp", max_branches=5))).n_nodes == 1


@pytest.mark.parametrize("n_runs", [253, 254, 255, 256, 300])
def test_hundreds_of_intervals_are_told_apart(n_runs: int) -> None:
    """A branch per run, and below each a test on another column."""
    runs = np.repeat(np.arange(n_runs), 8)
    x = np.arange(8 * n_runs)
    other = np.tile([0, 0, 0, 0, 1, 1, 1, 1], n_runs)
    target = (runs % 2) * (1 + other)
    one_rule = IntervalMethod("one_rule", {"min_majority": 4.0})
    spec = by_gain(cuts="one_rule", intervals=one_rule, max_depth=2)
    tree = learned((a_column(x, target, other), spec))
    assert tree.errors[0] == 0
    assert tree.n_branches[0] >= n_runs


def test_an_attribute_that_was_divided_is_left_out_below() -> None:
    rng = np.random.default_rng(1)
    x, y = rng.normal(size=(2, 400))
    target = (np.sin(3 * x) + y > 0).astype(np.int32)
    tree = learned((a_column(x, target, y), by_gain(cuts="mdlp")))
    assert tree.depth == 2
    for node in tree.root.walk():
        for branch in node.branches:
            assert branch.attribute != node.attribute or node.attribute is None


def test_single_cuts_above_and_intervals_below_the_switch() -> None:
    rng = np.random.default_rng(2)
    x = rng.normal(size=600)
    target = (np.sin(6 * x) + 0.2 * rng.normal(size=600) > 0).astype(np.int32)
    tree = learned((a_column(x, target), by_gain(cuts="hybrid", switch_at=200.0)))
    tests = [node for node in tree.root.walk() if node.branches]
    assert all(len(node.branches) == 2 for node in tests if node.cases >= 200)
    assert any(len(node.branches) > 2 for node in tests)


@pytest.mark.parametrize(
    "measure", [name for name, measure in CRITERIA.items() if measure.branches is None]
)
@pytest.mark.parametrize("seed", range(3))
def test_a_hybrid_tree_without_small_nodes_is_the_binary_one(measure: str, seed: int) -> None:
    rng = np.random.default_rng([seed, number_of(measure)])
    X = rng.normal(size=(400, 4)).round(int(rng.integers(1, 4)))
    y = np.argmax(X[:, :3] + rng.normal(size=(400, 3)), axis=1)
    hybrid = TreeClassifier(measure, cuts="hybrid", switch_at=0, pruning=None).fit(X, y)
    assert hybrid.tree_ == TreeClassifier(measure, pruning=None).fit(X, y).tree_


# ---- the cases -----------------------------------------------------------------------------------


def test_the_random_cases_cover_what_they_promise() -> None:
    single = [threshold_case(m, t, "midpoint", 0) for m in MEASURES for t in THRESHOLDS]
    several = [interval_case(m, "midpoint", seed) for m in METHODS for seed in range(8)]
    for cases in (single, several):
        assert {spec.penalty for _, spec in cases} == set(PENALTIES)
        assert {spec.cut_by for _, spec in cases} == {"criterion", "gain"}
        assert sum(table.has_missing for table, _ in cases) > 15
        assert sum(table.weights is not None for table, _ in cases) > 15
        assert sum(learned(case).n_nodes > 1 for case in cases) > 0.4 * len(cases)
    widest = [int(learned(case).n_branches.max()) for case in several]
    assert sum(width > 2 for width in widest) > 15
