"""Whether probabilities are what they say."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.calibration import calibration_curve

from cutpoint import InputError
from cutpoint.views.plots import plot_calibration
from cutpoint.views.plots.calibration import calibration_of
from support import needs


def cases(n: int = 500) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    given = rng.random(n)
    return given, rng.random(n) < given**2


def test_the_groups_are_those_of_scikit_learn() -> None:
    given, hit = cases()
    found = calibration_of(given, hit)
    observed, mean = calibration_curve(hit, given, n_bins=10)
    assert found.given == pytest.approx(mean)
    assert found.observed == pytest.approx(observed)


def test_weights_are_numbers_of_cases() -> None:
    given, hit = cases(100)
    copies = np.random.default_rng(1).integers(0, 4, 100)
    weighted = calibration_of(given, hit, weights=copies)
    repeated = calibration_of(given.repeat(copies), hit.repeat(copies))
    for one, two in zip(weighted, repeated, strict=True):
        assert one == pytest.approx(two)


def test_groups_without_cases_are_left_out_and_the_ends_belong_to_the_outer_groups() -> None:
    found = calibration_of([0.0, 0.05, 1.0], [False, False, True])
    assert found.cases.tolist() == [2.0, 1.0]
    assert found.low[0] == 0.0
    assert found.high[-1] == 1.0


def test_intervals_hold_about_as_often_as_they_say() -> None:
    rng = np.random.default_rng(2)
    held = []
    for _ in range(300):
        given = rng.random(200)
        found = calibration_of(given, rng.random(200) < given)
        held.append((found.low <= found.given) & (found.given <= found.high))
    assert np.mean(np.concatenate(held)) == pytest.approx(0.9, abs=0.05)


def test_cases_that_do_not_fit_together_are_refused() -> None:
    with pytest.raises(InputError, match="2 probabilities, 1 cases"):
        calibration_of([0.1, 0.2], [True])
    with pytest.raises(InputError, match="no case"):
        calibration_of([], [])
    with pytest.raises(InputError, match="as many columns"):
        plot_calibration([[0.1, 0.9]], [1], ["a", "b", "c"])


def test_each_class_has_a_curve_but_the_first_of_two() -> None:
    needs.package("matplotlib")
    rng = np.random.default_rng(3)
    for n_classes, curves in ((2, 1), (3, 3), (12, 8)):
        shares = rng.dirichlet(np.ones(n_classes), 400)
        codes = rng.integers(0, n_classes, 400)
        ax = plot_calibration(shares, codes, [f"c{k}" for k in range(n_classes)])
        assert len(ax.get_legend().get_texts()) == curves
