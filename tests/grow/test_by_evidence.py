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

import cutpoint
from cutpoint.cuts.intervals import METHODS as INTERVALS
from cutpoint.cuts.thresholds import METHODS as THRESHOLDS
from cutpoint.data.attribute import Attribute
from cutpoint.data.table import Table
from cutpoint.grow import settings as s
from cutpoint.grow.plan import Plan
from cutpoint.grow.settings import Settings
from cutpoint.measures.codes import CODES
from cutpoint.measures.own import Own
from cutpoint.tree.tree import Tree
from random_cases import evidence_case, random_options, random_plan
from reference_evidence import grow_by_evidence

NEAR = 0.01
"""A comparison this near to its bar, in tolerances, may go either way by rounding."""
MEASURES = {**CODES, "own": s.OWN}
PLACEMENTS = [s.MIDPOINT, s.OBSERVED, s.WEIGHTED]

Case = tuple[Table, Settings, Plan]


@cutpoint.criterion
def minus_errors(before: Any, after: Any) -> float:
    """The cases that majority classes of branches get wrong, with a slope: never above 0."""
    value = 0.0
    for b in range(after.shape[0]):
        value += after[b].max() - after[b].sum()
    return value / before.sum() - 0.01 * after[0].sum()


def learned(case: Case, **options: Any) -> Tree:
    from cutpoint.engines.memory import grow_exact

    table, settings, plan = case
    return grow_exact(table, settings, plan=plan, **options)


def plan_for(criterion: int, **fields: Any) -> Plan:
    own = Own(minus_errors) if criterion == s.OWN else None
    return Plan(own=own, **fields)


def threshold_case(
    measure: str, method: str, placement: int, seed: int, *, whole: bool = False
) -> Case:
    code = MEASURES[measure]
    numbers = [seed, code, THRESHOLDS[method], placement]
    table, settings = evidence_case(numbers, code, whole=whole)
    plan = plan_for(code, threshold=THRESHOLDS[method], **random_plan(numbers))
    return table, settings._replace(placement=placement), plan


def interval_case(method: str, placement: int, seed: int, *, whole: bool = False) -> Case:
    numbers = [seed, 100 + INTERVALS[method], placement]
    rng = np.random.default_rng(numbers)
    code = int(rng.choice([c for c in MEASURES.values() if c not in (s.MPI, s.CONTRAST)]))
    table, settings = evidence_case(numbers, code, 250, whole=whole)
    options = random_options(numbers)
    plan = plan_for(
        code, intervals=INTERVALS[method], options=lambda _: options, **random_plan(numbers)
    )
    return table, settings._replace(placement=placement), plan


def same_unless_near(case: Case) -> bool:
    """Return whether both learners give one tree; False if rounding may have parted them."""
    own = (lambda after: minus_errors(after.sum(axis=0), after)) if case[2].own else None
    expected, closest = grow_by_evidence(*case, own)
    tree = learned(case)
    if tree == expected:
        return True
    assert closest < NEAR, f"{case[1]}\n{case[2]}\nexpected:\n{expected}\nbut got:\n{tree}"
    return False


# ---- against the reference -----------------------------------------------------------------------


@pytest.mark.parametrize("method", THRESHOLDS)
@pytest.mark.parametrize("measure", MEASURES)
def test_single_cuts_are_those_that_the_definitions_give(measure: str, method: str) -> None:
    for placement in PLACEMENTS:
        same_unless_near(threshold_case(measure, method, placement, seed=0))


@pytest.mark.parametrize("method", INTERVALS)
def test_intervals_make_the_tree_that_the_definitions_give(method: str) -> None:
    for placement in PLACEMENTS:
        for seed in range(2):
            same_unless_near(interval_case(method, placement, seed))


def of_two_classes(case: Case) -> Case:
    """Return a case without weights, its classes put together in two: it needs few tables."""
    table, settings, plan = case
    assert table.target is not None
    target = (table.target % 2).astype(np.int32)
    return replace(table, classes=("even", "odd"), target=target, weights=None), settings, plan


@pytest.mark.parametrize("method", THRESHOLDS)
@pytest.mark.parametrize("measure", MEASURES)
def test_single_cuts_of_two_classes_are_those_that_the_definitions_give(
    measure: str, method: str
) -> None:
    for seed in range(20, 23):
        case = threshold_case(measure, method, s.MIDPOINT, seed, whole=seed % 2 == 0)
        same_unless_near(of_two_classes(case))


@pytest.mark.slow
@pytest.mark.parametrize("method", THRESHOLDS)
@pytest.mark.parametrize("measure", MEASURES)
def test_many_trees_of_single_cuts_are_those_that_the_definitions_give(
    measure: str, method: str
) -> None:
    cases = [threshold_case(measure, method, p, seed) for p in PLACEMENTS for seed in range(1, 9)]
    assert [same_unless_near(case) for case in cases].count(False) <= 1


@pytest.mark.slow
@pytest.mark.parametrize("method", INTERVALS)
def test_many_trees_of_intervals_are_those_that_the_definitions_give(method: str) -> None:
    cases = [interval_case(method, p, seed) for p in PLACEMENTS for seed in range(2, 62)]
    assert [same_unless_near(case) for case in cases].count(False) <= 1


# ---- what must not matter ------------------------------------------------------------------------


def several_cases(seed: int, *, whole: bool = False) -> Iterator[Case]:
    """Yield a case for every measure, threshold method and interval method."""
    for i, measure in enumerate(MEASURES):
        for j, method in enumerate(THRESHOLDS):
            yield threshold_case(measure, method, (i + j) % 3, seed, whole=whole)
    for i, method in enumerate(INTERVALS):
        yield interval_case(method, i % 3, seed, whole=whole)


SEEDS = [50, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(51, 60))]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_order_of_rows_changes_nothing(seed: int) -> None:
    for case in several_cases(seed):
        order = np.random.default_rng(seed).permutation(case[0].n_rows)
        assert learned(case) == learned((case[0].take(order), *case[1:]))


@pytest.mark.parametrize("seed", SEEDS)
def test_a_case_given_twice_is_a_case_of_weight_two(seed: int) -> None:
    """Resamples too are drawn from the table of weights, not from rows."""
    for table, *how in several_cases(seed, whole=True):
        twice = table.take(np.repeat(np.arange(table.n_rows), 2))
        double = replace(table, weights=np.full(table.n_rows, 2.0))
        assert learned((twice, *how)) == learned((double, *how))


@pytest.mark.parametrize("seed", SEEDS)
def test_the_number_of_threads_changes_nothing(seed: int) -> None:
    for case in several_cases(seed):
        assert learned(case, n_jobs=1) == learned(case, n_jobs=3)


@pytest.mark.parametrize("unit", [1e-9, 1e-3, 1e12, 1e304])
def test_the_unit_of_a_column_does_not_matter_to_the_contrast(unit: float) -> None:
    rng = np.random.default_rng(3)
    x, y = rng.normal(size=(2, 80))
    target = (x + 0.4 * y + 0.3 * rng.normal(size=80) > 0).astype(np.int32)
    how = Settings(criterion=s.CONTRAST, max_depth=3), Plan()

    def grown(columns: tuple[Any, ...]) -> Tree:
        attributes = (Attribute("x"), Attribute("y"))
        return learned((Table(attributes, columns, 80, (0, 1), target), *how))

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
    how = Settings(criterion=s.SYMMETRIC), Plan(threshold=THRESHOLDS["bootstrap"], seed=7)
    first = learned((table, *how))
    assert first == learned((table, *how))
    assert first != learned((table, how[0], replace(how[1], seed=8)))


# ---- intervals in a tree -------------------------------------------------------------------------


def a_column(values: Any, target: Any, *more: Any) -> Table:
    columns = tuple(np.asarray(column, dtype=np.float64) for column in (values, *more))
    attributes = tuple(Attribute(f"x{i}") for i in range(len(columns)))
    target = np.asarray(target, dtype=np.int32)
    classes = tuple(range(int(target.max()) + 1))
    return Table(attributes, columns, len(target), classes, target)


def intervals(method: str, **fields: Any) -> Plan:
    return Plan(intervals=INTERVALS[method], **fields)


def test_no_test_has_more_intervals_than_asked_for() -> None:
    """Six pure runs are six branches; with room for fewer, the column is left out."""
    table = a_column(np.arange(60), np.repeat([0, 1, 2, 0, 1, 2], 10))
    for most in range(2, 9):
        tree = learned((table, Settings(), intervals("mdlp", max_branches=most)))
        assert tree.n_nodes == (7 if most >= 6 else 1)


def test_a_nominal_column_with_more_values_does_not_widen_numeric_tests() -> None:
    table = a_column(np.arange(60), np.repeat([0, 1, 2, 0, 1, 2], 10))
    wide = Attribute("wide", tuple(range(40)))
    table = replace(
        table, attributes=(*table.attributes, wide),
        columns=(*table.columns, np.zeros(60, dtype=np.int32)),
    )  # fmt: skip
    assert learned((table, Settings(), intervals("mdlp", max_branches=5))).n_nodes == 1


@pytest.mark.parametrize("n_runs", [253, 254, 255, 256, 300])
def test_hundreds_of_intervals_are_told_apart(n_runs: int) -> None:
    """A branch per run, and below each a test on another column."""
    runs = np.repeat(np.arange(n_runs), 8)
    x = np.arange(8 * n_runs)
    other = np.tile([0, 0, 0, 0, 1, 1, 1, 1], n_runs)
    target = (runs % 2) * (1 + other)
    plan = intervals("one_rule", options=lambda _: random_options(0)._replace(min_majority=4.0))
    tree = learned((a_column(x, target, other), Settings(max_depth=2), plan))
    assert tree.errors[0] == 0
    assert tree.n_branches[0] >= n_runs


def test_an_attribute_that_was_divided_is_left_out_below() -> None:
    rng = np.random.default_rng(1)
    x, y = rng.normal(size=(2, 400))
    target = (np.sin(3 * x) + y > 0).astype(np.int32)
    tree = learned((a_column(x, target, y), Settings(), intervals("mdlp")))
    assert tree.depth == 2
    for node in tree.root.walk():
        for branch in node.branches:
            assert branch.attribute != node.attribute or node.attribute is None


def test_single_cuts_above_and_intervals_below_the_switch() -> None:
    rng = np.random.default_rng(2)
    x = rng.normal(size=600)
    target = (np.sin(6 * x) + 0.2 * rng.normal(size=600) > 0).astype(np.int32)
    tree = learned((a_column(x, target), Settings(), intervals("mdlp", switch_at=200.0)))
    tests = [node for node in tree.root.walk() if node.branches]
    assert all(len(node.branches) == 2 for node in tests if node.cases >= 200)
    assert any(len(node.branches) > 2 for node in tests)


# ---- the cases -----------------------------------------------------------------------------------


def test_the_random_cases_cover_what_they_promise() -> None:
    single = [threshold_case(m, t, s.MIDPOINT, 0) for m in MEASURES for t in THRESHOLDS]
    several = [interval_case(m, s.MIDPOINT, seed) for m in INTERVALS for seed in range(6)]
    for cases in (single, several):
        assert {settings.penalty for _, settings, _ in cases} == set(range(3))
        assert {settings.cut_by for _, settings, _ in cases} == {s.BY_MEASURE, s.BY_GAIN}
        assert sum(table.has_missing for table, *_ in cases) > 15
        assert sum(table.weights is not None for table, *_ in cases) > 15
        assert sum(learned(case).n_nodes > 1 for case in cases) > 0.5 * len(cases)
    widest = [int(learned(case).n_branches.max()) for case in several]
    assert sum(width > 2 for width in widest) > 15
