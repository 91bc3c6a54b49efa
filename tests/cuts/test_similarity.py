"""Every measure of Berzal's Table 1 against values worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial import distance
from scipy.stats import chi2_contingency

from cutpoint import _core
from support.interval_methods import Options, dissimilarity

# V1 = (0.3, 0.4, 0.3) and V2 = (0.2, 0.6, 0.2) of the paper's example, ten cases each. As fuzzy
# sets: intersection (0.2, 0.4, 0.2), union (0.3, 0.6, 0.3), A - B = (0.3, 0.4, 0.3),
# B - A = (0.2, 0.6, 0.2), symmetric difference (0.3, 0.6, 0.3).
BY_HAND = {
    "euclidean": 0.244948974,  # sqrt(0.01 + 0.04 + 0.01)
    "squared_euclidean": 0.06,
    "manhattan": 0.4,
    "dominance": 0.2,
    "minkowski": 0.215443469,  # (0.001 + 0.008 + 0.001) ^ (1/3)
    "bhattacharyya": 0.142141137,  # sqrt(1 - 0.244949 - 0.489898 - 0.244949)
    "dot_product": -0.36,
    "correlation": -(1 - 4 / (0.36 + 0.76) * 0.06),
    "tversky": -(2 * 0.8 - 0.5 * 1.0 - 0.25 * 1.0),
    "restle": 1.2,
    "restle_sup": 0.6,
    "min_sum": -0.8,
    "enta": 1 - 0.4,
    "ratio": -0.8 / (0.8 + 0.5 * 1.0 + 0.25 * 1.0),
    "gregson": -0.8 / 1.2,
}
ASKED: Options = {"power": 3.0, "theta": 2.0, "alpha": 0.5, "beta": 0.25}
COUNTS = st.lists(st.integers(0, 30), min_size=3, max_size=3).filter(any)


def unlike(name: str, a: list[int], b: list[int]) -> float:
    return dissimilarity(a, b, similarity=name, **ASKED)


@pytest.mark.parametrize("name", _core.SIMILARITIES)
def test_a_measure_has_the_value_worked_out_by_hand(name: str) -> None:
    assert unlike(name, [3, 4, 3], [2, 6, 2]) == pytest.approx(BY_HAND[name], abs=1e-8)
    assert unlike(name, [30, 40, 30], [1, 3, 1]) == pytest.approx(BY_HAND[name], abs=1e-8)


@pytest.mark.parametrize("name", _core.SIMILARITIES)
def test_like_classes_are_more_alike_than_different_ones(name: str) -> None:
    """The sign of every measure: merging goes from the least upwards."""
    assert unlike(name, [9, 1, 0], [8, 2, 0]) < unlike(name, [9, 1, 0], [0, 1, 9])


@given(COUNTS, COUNTS)
def test_distances_are_those_of_scipy(a: list[int], b: list[int]) -> None:
    x, y = np.array(a) / sum(a), np.array(b) / sum(b)
    theirs = {
        "euclidean": distance.euclidean(x, y),
        "squared_euclidean": distance.sqeuclidean(x, y),
        "manhattan": distance.cityblock(x, y),
        "dominance": distance.chebyshev(x, y),
        "minkowski": distance.minkowski(x, y, 3),
    }
    for name, value in theirs.items():
        assert unlike(name, a, b) == pytest.approx(value, abs=1e-12)


@given(COUNTS, COUNTS)
def test_chi_squared_is_that_of_scipy_without_absent_classes(a: list[int], b: list[int]) -> None:
    table = np.array([a, b], dtype=float)
    present = table[:, table.sum(axis=0) > 0]
    theirs = 0.0 if present.shape[1] < 2 else chi2_contingency(present, correction=False)[0]
    ours = _core.chi_squared(table[0], table[1], 0.0)
    assert ours == pytest.approx(theirs, abs=1e-9)


def test_every_measure_takes_pure_and_equal_intervals() -> None:
    for name in _core.SIMILARITIES:
        for a, b in (([5, 0], [3, 0]), ([5, 0], [0, 5]), ([1, 1], [2, 2])):
            assert np.isfinite(unlike(name, a, b))
