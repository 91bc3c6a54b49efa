"""C4.5's information measures against the textbook formulas."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutpoint.measures.information import (
    EPSILON,
    lg,
    scaled_gain,
    total_info,
    whole_x_lg_x,
    worth,
    x_lg_x,
)

TABLE = whole_x_lg_x(100, np.float64)
counts_of_cases = st.lists(st.just(0.0) | st.floats(1e-3, 1e6), min_size=1, max_size=12)


def entropy(counts: list[float]) -> float:
    """Return the entropy in bits, from its definition."""
    total = math.fsum(counts)
    return -math.fsum(n / total * math.log2(n / total) for n in counts if n > 0) if total else 0.0


@given(counts_of_cases)
def test_total_info_is_count_times_entropy(counts: list[float]) -> None:
    ours = total_info(np.array(counts), len(counts), TABLE, np.float64)
    expected = math.fsum(counts) * entropy(counts)
    assert ours == pytest.approx(expected, rel=1e-9, abs=1e-6)


@given(st.lists(st.integers(0, 100), min_size=1, max_size=12))
def test_total_info_in_single_precision_is_close_and_is_single(counts: list[int]) -> None:
    ours = total_info(np.array(counts, np.float32), len(counts), TABLE, np.float32)
    assert ours == np.float32(ours)
    assert ours == pytest.approx(sum(counts) * entropy(counts), rel=1e-5, abs=1e-3)


@given(st.floats(-10, 200))
def test_the_table_and_the_logarithm_agree(x: float) -> None:
    assert x_lg_x(x, TABLE) == pytest.approx(x * math.log2(x) if x > 0 else 0.0, abs=1e-12)


def test_whole_numbers_come_from_the_table_and_are_the_same_bits() -> None:
    for n in range(101):
        assert x_lg_x(float(n), TABLE) == x_lg_x(float(n), TABLE[:0])


def test_the_logarithm_of_nothing_is_zero() -> None:
    assert lg(0.0) == 0.0
    assert lg(-3.0) == 0.0
    assert lg(8.0) == 3.0


def test_gain_of_quinlans_golf_example_is_0_247_bits() -> None:
    """Outlook splits 9 Play / 5 Don't into 2/3, 4/0 and 3/2: the gain in every textbook."""
    base = entropy([9, 5])
    residual = sum(sum(branch) * entropy(branch) for branch in ([2, 3], [4, 0], [3, 2]))
    gain = scaled_gain(base, residual, 14.0, 0.0, np.float64)
    assert gain == pytest.approx(0.2467, abs=5e-5)
    info = entropy([5, 4, 5])
    assert worth(info, gain, 0.0, True, np.float64) == pytest.approx(0.1564, abs=5e-5)


def test_the_gain_ratio_asks_for_average_gain_and_some_split_information() -> None:
    assert worth(0.5, 0.1, 0.2, True, np.float64) == -EPSILON
    assert worth(0.5, 0.1, 0.1 + EPSILON / 2, True, np.float64) == 0.2
    assert worth(EPSILON / 2, 0.1, 0.0, True, np.float64) == -EPSILON


def test_plain_gain_ignores_the_average() -> None:
    assert worth(0.5, 0.1, 0.2, False, np.float64) == 0.1
    assert worth(0.0, 0.1, 0.0, False, np.float64) == -EPSILON
