"""C4.5's estimate of the errors of a leaf."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutpoint._core import extra_errors, extra_errors_in_single_precision
from cutpoint.errors import InputError
from support.reference import pruning as reference


def estimate(cases: float, errors: float, confidence: float = 0.25) -> float:
    return extra_errors(cases, errors, confidence)


@given(
    st.floats(0.5, 1e5),
    st.floats(0, 1),
    st.one_of(st.sampled_from(reference.LEVELS[1:]), st.floats(0.001, 1)),
)
def test_the_estimate_is_what_its_definition_gives(
    cases: float, rate: float, confidence: float
) -> None:
    """At the levels of Quinlan's table and between them: 0.6925 deviations at 25 percent."""
    assert reference.deviation(0.25) == pytest.approx(0.6925)
    for errors in (cases * rate, float(int(cases * rate)), rate):
        expected = reference.extra_errors(cases, errors, confidence)
        assert extra_errors(cases, errors, confidence) == pytest.approx(
            expected, rel=1e-9, abs=1e-9
        )
        single = extra_errors_in_single_precision(cases, errors, confidence)
        assert single == pytest.approx(expected, rel=1e-3, abs=1e-5 * cases + 1e-3)
        assert single == np.float32(single)


def test_a_level_that_is_no_probability_is_refused() -> None:
    for confidence in (-0.1, 1.1, np.nan):
        with pytest.raises(InputError, match="confidence level"):
            estimate(10, 1, confidence)


@pytest.mark.parametrize(
    ("cases", "expected"), [(1, 0.750), (6, 1.238), (9, 1.285), (16, 1.328), (100, 1.377)]
)
def test_no_error_gives_the_exact_binomial_limit(cases: int, expected: float) -> None:
    """U25%(0, 6) = 0.206 and its neighbours, from chapter 4 of Quinlan's book."""
    assert estimate(cases, 0) == pytest.approx(expected, abs=1e-3)
    assert (1 - estimate(cases, 0) / cases) ** cases == pytest.approx(0.25)


def test_a_leaf_of_all_but_half_an_error_gets_two_thirds_of_the_rest() -> None:
    assert estimate(3, 2.6) == pytest.approx(0.67 * 0.4)


def test_a_rounded_part_of_a_case_does_not_move_a_leaf_over_the_step() -> None:
    """With all errors but half a one the estimate has a step."""
    assert estimate(1.5 + 1e-9, 1) == pytest.approx(estimate(1.5, 1), abs=1e-8)
    assert estimate(1.5 + 1e-5, 1) > estimate(1.5, 1) + 0.1


@given(st.floats(2, 1e4), st.floats(0, 1))
def test_up_to_one_error_the_estimate_is_a_straight_line(cases: float, errors: float) -> None:
    if errors < 1e-6 or errors >= 0.9999:
        return
    none, one = estimate(cases, 0), estimate(cases, 1)
    assert estimate(cases, errors) == pytest.approx(none + errors * (one - none))


@given(st.integers(3, 1000), st.data())
def test_one_more_error_never_lowers_the_total(cases: int, data: st.DataObject) -> None:
    errors = data.draw(st.integers(0, cases - 1))
    assert errors + 1 + estimate(cases, errors + 1) > errors + estimate(cases, errors)


@given(st.integers(2, 1000), st.floats(0.01, 0.5))
def test_less_confidence_means_more_errors(cases: int, confidence: float) -> None:
    assert estimate(cases, 1, confidence / 2) >= estimate(cases, 1, confidence)
