"""Rules fire on the rows that satisfy all of their conditions, asked 64 rows at a time."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cutpoint import InputError
from cutpoint._core import RuleArithmetic, RuleMatcher
from cutpoint.data.attribute import Attribute
from cutpoint.rules.condition import Condition
from cutpoint.rules.ruleset import Rule, Ruleset
from cutpoint.tree.split import NominalTest, NumericTest

ATTRIBUTES = (Attribute("x"), Attribute("colour", ("red", "green", "blue")), Attribute("y"))


def random_ruleset(rng: np.random.Generator, single: bool) -> Ruleset:
    """Return rules with bounds and groups at random; some are not expected to fire at all."""
    rules = []
    for number in range(int(rng.integers(1, 40))):
        conditions = []
        for _ in range(int(rng.integers(1, 4))):
            attribute = ATTRIBUTES[rng.integers(3)]
            if attribute.values is None:
                cuts = tuple(sorted(rng.choice(8, 2, replace=False).astype(float)))
                test: Any = NumericTest(attribute, cuts)
            else:
                test = NominalTest(attribute, (("red",), ("green", "blue"), ()))
            conditions.append(Condition.of(test, int(rng.integers(3))))
        error = float(rng.choice([0.1, 0.5, 0.9]))
        rules.append(Rule(number + 1, tuple(conditions), int(rng.integers(2)), error, (1, 0)))
    return Ruleset(ATTRIBUTES, ("a", "b"), tuple(rules), 0, (1, 1), single)


def random_rows(rng: np.random.Generator, n: int) -> np.ndarray:
    numbers = rng.choice([-np.inf, 0, 1, 1 + 1e-12, 2, 3.5, 6, np.inf, np.nan, -999], (n, 3))
    numbers[:, 1] = rng.choice([-1, 0, 1, 2, 3, np.nan, np.inf, 1e300], n)
    return numbers


def holds(condition: Condition, row: np.ndarray, single: bool) -> bool:
    name = condition.attribute.name
    value = row[[attribute.name for attribute in ATTRIBUTES].index(name)]
    if single:
        with np.errstate(over="ignore"):
            value = float(np.float32(value))
        value = np.nan if value == -999 else value
    if condition.values is not None:
        values = condition.attribute.values
        return value in range(len(values)) and values[int(value)] in condition.values
    low, high = condition.bounds
    return not np.isnan(value) and (low is None or value > low) and (high is None or value <= high)


@pytest.mark.parametrize("single", [False, True])
@pytest.mark.parametrize("seed", range(10))
def test_the_first_two_rules_whose_conditions_hold_fire(seed: int, single: bool) -> None:
    rng = np.random.default_rng(seed)
    ruleset, X = random_ruleset(rng, single), random_rows(rng, int(rng.integers(1, 200)))
    for order in "CF":
        first, second = ruleset.firing(np.array(X, order=order))
        for row, *given in zip(X, first.tolist(), second.tolist(), strict=True):
            expected = [
                place
                for place, rule in enumerate(ruleset)
                if rule.error <= 0.7 and all(holds(one, row, single) for one in rule.conditions)
            ]
            assert given == [*expected, -1, -1][:2]
        labels = [*(rule.label for rule in ruleset), ruleset.default]
        assert ruleset.predict_codes(X).tolist() == [labels[place] for place in first]


def test_the_number_of_threads_and_the_steps_between_numbers_do_not_matter() -> None:
    rng = np.random.default_rng(0)
    ruleset, X = random_ruleset(rng, single=False), random_rows(rng, 20_001)
    expected = ruleset.firing(X)
    for n_jobs in (2, 5):
        for given, wanted in zip(ruleset.firing(X, n_jobs), expected, strict=True):
            assert (given == wanted).all()
    backwards = ruleset.firing(X[::-1, ::1])
    assert (backwards[0] == expected[0][::-1]).all()
    assert (ruleset.predict_codes(X[::7]) == ruleset.predict_codes(X)[::7]).all()


def test_no_row_and_no_rule_give_nothing() -> None:
    nothing = Ruleset(ATTRIBUTES, ("a", "b"), (), 1, (1, 1))
    assert nothing.predict_codes(np.zeros((3, 3))).tolist() == [1, 1, 1]
    assert nothing.predict_codes(np.zeros((0, 3))).tolist() == []


def test_a_matrix_that_does_not_fit_is_refused() -> None:
    ruleset = Ruleset(ATTRIBUTES, ("a", "b"), (), 1, (1, 1))
    for wrong in (np.zeros((3, 2)), np.zeros(3)):
        with pytest.raises(InputError, match="3 columns"):
            ruleset.predict_codes(wrong)


def test_conditions_of_no_rule_and_no_attribute_are_refused() -> None:
    matcher = RuleMatcher(2, RuleArithmetic.EXACT)
    with pytest.raises(InputError, match="before its rule"):
        matcher.add_bounds(0, None, 1.0)
    matcher.add_rule(True)
    with pytest.raises(InputError, match="attribute"):
        matcher.add_bounds(2, None, 1.0)
    with pytest.raises(InputError, match="columns"):
        matcher.first(np.zeros((1, 3)))
    with pytest.raises(TypeError):
        matcher.first(np.zeros((1, 2), dtype=np.float32))
