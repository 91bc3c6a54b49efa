"""Where a cut lies between the two values that it separates."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from cutpoint import InputError, _core

number = st.floats(-1e300, 1e300) | st.integers(-50, 50).map(float)
weight = st.floats(0.01, 1e6)


def midpoint(below: float, above: float) -> float:
    return _core.place_cut("midpoint", np.empty(0), below, above, (1.0, 1.0))


def weighted(below: float, above: float, left: float, right: float) -> float:
    return _core.place_cut("weighted", np.empty(0), below, above, (left, right))


def observed(column: NDArray[np.float64], below: float, above: float) -> float:
    return _core.place_cut("observed", column, below, above, (1.0, 1.0))


def test_a_midpoint_is_in_the_middle() -> None:
    assert midpoint(1.0, 2.0) == 1.5


def test_a_weighted_cut_is_nearer_to_the_side_with_fewer_cases() -> None:
    """(R a + L b) / (L + R): one case below and three above 0 and 4."""
    assert weighted(0.0, 4.0, 1.0, 3.0) == 1.0
    assert weighted(0.0, 4.0, 3.0, 1.0) == 3.0


def test_an_observed_cut_is_a_value_of_the_whole_column() -> None:
    column = np.array([0.0, 1.0, 4.0, 6.0, 10.0])
    assert observed(column, 0.0, 10.0) == 4.0  # 4 is the greatest not above 5
    assert observed(column, 4.0, 6.0) == 4.0
    assert observed(column, 1.0, 10.0) == 4.0


@given(st.tuples(number, number), weight, weight, st.sampled_from(_core.PLACEMENTS))
def test_a_cut_separates_its_two_values(
    two: tuple[float, float], left: float, right: float, placement: str
) -> None:
    below, above = min(two) + 0.0, max(two) + 0.0
    if below == above:
        above = float(np.nextafter(below, np.inf))
    cut = _core.place_cut(placement, np.array([below, above]), below, above, (left, right))
    assert below <= cut < above


@pytest.mark.parametrize("cut_of", [midpoint, lambda a, b: weighted(a, b, 1.0, 1.0)])
def test_between_neighbouring_floats_the_cut_is_the_lower(cut_of: object) -> None:
    above = float(np.nextafter(1.0, 2.0))
    assert cut_of(1.0, above) == 1.0  # type: ignore[operator]


def test_a_cut_between_values_that_are_not_there_is_refused() -> None:
    with pytest.raises(InputError, match="in the column"):
        observed(np.array([0.0, 1.0]), 0.0, 2.0)
    with pytest.raises(InputError, match="between two values"):
        midpoint(1.0, 1.0)
    with pytest.raises(InputError, match="placement must be one of midpoint, observed, weighted"):
        _core.place_cut("left", np.empty(0), 0.0, 1.0, (1.0, 1.0))


def test_the_limit_of_an_observed_cut_is_the_last_number_that_rounds_to_the_middle_or_below() -> (
    None
):
    draws = np.random.default_rng(5)
    low = draws.normal(size=300) * 10.0 ** draws.integers(-42, 39, 300)
    high = low + np.abs(draws.normal(size=300)) * 10.0 ** draws.integers(-42, 39, 300)
    largest = float(np.finfo(np.float32).max)
    low = np.append(low, [1.0, largest, -2 * largest, 1e300, -1e300, 0.0])
    high = np.append(high, [2.0, 1.5 * largest, -1.5 * largest, 1e301, -1e299, 1e-45])
    limits = _core.observed_limits(low, high)
    with np.errstate(over="ignore"):
        middle = (low.astype(np.float32) + high.astype(np.float32)) / np.float32(2)
        following = np.nextafter(limits, np.inf)
        assert (limits.astype(np.float32) <= middle).all()
        is_last = following.astype(np.float32) > middle
    assert (is_last | np.isinf(following)).all()
    assert _core.observed_limits(np.array([3.0]), np.array([np.nan])).tolist() == [3.0]
