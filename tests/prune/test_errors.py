"""C4.5's estimate of the errors of a leaf."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutpoint.prune.errors import DEVIATIONS, LEVELS, extra_errors, squared_deviation


def estimate(cases: float, errors: float, confidence: float = 0.25) -> float:
    squared = squared_deviation(confidence, np.float64)
    return float(extra_errors(cases, errors, confidence, squared, np.float64))


def test_the_coefficient_at_25_percent_is_quinlans() -> None:
    assert squared_deviation(0.25, np.float64) == pytest.approx(0.6925**2)


@pytest.mark.parametrize(("level", "deviation"), list(zip(LEVELS[1:], DEVIATIONS[1:], strict=True)))
def test_tabulated_levels_are_not_interpolated(level: float, deviation: float) -> None:
    assert squared_deviation(level, np.float64) == pytest.approx(deviation**2)


@pytest.mark.parametrize(
    ("cases", "expected"), [(1, 0.750), (6, 1.238), (9, 1.285), (16, 1.328), (100, 1.377)]
)
def test_no_error_gives_the_exact_binomial_limit(cases: int, expected: float) -> None:
    """U25%(0, 6) = 0.206 and its neighbours, from chapter 4 of Quinlan's book."""
    assert estimate(cases, 0) == pytest.approx(expected, abs=1e-3)
    assert (1 - estimate(cases, 0) / cases) ** cases == pytest.approx(0.25)


def test_a_leaf_of_all_but_half_an_error_gets_two_thirds_of_the_rest() -> None:
    assert estimate(3, 2.6) == pytest.approx(0.67 * 0.4)


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
