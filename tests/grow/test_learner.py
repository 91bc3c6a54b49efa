"""The compiled learner against the slow reference, on tables made to be difficult."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cutpoint.catalog import CUT_BY, PENALTIES, PLACEMENTS
from cutpoint.data.table import Table
from cutpoint.learn import LearnSpec
from cutpoint.tree.tree import Tree
from support.grown import grow_watched
from support.random_cases import large_case, random_case, whole_case, wide_case

NEAR = 0.01
"""A comparison this near to its bar, in tolerances, may go either way by rounding: 1e-8 bits."""

MORE_SEEDS = [*range(5), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(5, 40))]


def learned(table: Table, spec: LearnSpec, **changes: Any) -> Tree:
    from cutpoint.engines.memory import learn

    return learn(table, spec.replace(pruning=None, **changes)).unpruned


def same_unless_near(case: tuple[Table, LearnSpec]) -> bool:
    """Return whether both learners give one tree; False if rounding may have parted them."""
    expected, closest = grow_watched(*case)
    tree = learned(*case)
    if tree == expected:
        return True
    assert closest < NEAR, f"{case[1]}\nexpected:\n{expected}\nbut got:\n{tree}"
    return False


@given(st.integers(0, 2**32))
def test_the_tree_is_the_one_that_the_definitions_give(seed: int) -> None:
    assume(same_unless_near(random_case(seed)))


@pytest.mark.slow
@pytest.mark.parametrize("block", range(10))
def test_thousands_of_trees_are_the_ones_that_the_definitions_give(block: int) -> None:
    same = [same_unless_near(random_case(seed)) for seed in range(250 * block, 250 * block + 250)]
    assert same.count(False) <= 1


@pytest.mark.parametrize("seed", MORE_SEEDS)
def test_large_nodes_are_treated_as_small_ones_are(seed: int) -> None:
    assert same_unless_near(large_case(seed))


@pytest.mark.parametrize("seed", MORE_SEEDS)
def test_many_values_and_many_classes_are_told_apart(seed: int) -> None:
    assert same_unless_near(wide_case(seed))


@given(st.integers(0, 2**32))
def test_the_order_of_rows_changes_nothing(seed: int) -> None:
    table, spec = random_case(seed)
    order = np.random.default_rng(seed).permutation(table.n_rows)
    assert learned(table, spec) == learned(table.take(order), spec)


@given(st.integers(0, 2**32))
def test_a_case_given_twice_is_a_case_of_weight_two(seed: int) -> None:
    table, spec = whole_case(seed)
    twice = table.take(np.repeat(np.arange(table.n_rows), 2))
    double = replace(table, weights=np.full(table.n_rows, 2.0))
    assert learned(twice, spec) == learned(double, spec)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_the_number_of_threads_changes_nothing(seed: int) -> None:
    case = large_case(seed)
    assert learned(*case, n_jobs=1) == learned(*case, n_jobs=2) == learned(*case, n_jobs=5)


def test_the_random_cases_cover_what_they_promise() -> None:
    """Of 400 tables enough have every difficulty, and most trees have tests."""
    cases = [random_case(seed) for seed in range(400)]
    assert len({spec.criterion for _, spec in cases}) == 6
    assert {spec.cut_by for _, spec in cases} == set(CUT_BY)
    assert {spec.penalty for _, spec in cases} == set(PENALTIES)
    assert {spec.placement for _, spec in cases} == set(PLACEMENTS)
    assert sum(table.has_missing for table, _ in cases) > 100
    assert sum(table.weights is not None for table, _ in cases) > 100
    sizes = [grow_watched(*case)[0].n_nodes for case in cases[:100]]
    assert sum(size > 1 for size in sizes) > 50
