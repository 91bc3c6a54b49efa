"""Generated data are those of the papers: Bayes errors by integration, faults by equal areas."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from scipy.stats import kstest, multivariate_normal, norm

from cutpoint import InputError
from cutpoint.cuts import threshold
from cutpoint.data import make_mixed
from cutpoint.datasets import make_gaussian, make_omib, make_waveform, omib
from cutpoint.datasets.generators import (
    GAUSSIAN_COVARIANCES,
    GAUSSIAN_MEANS,
    WAVE_PAIRS,
    WAVES,
    gaussian_table,
    with_irrelevant,
)
from support.reference.equal_area import critical_clearing_time

MAKERS = (make_gaussian, make_omib, make_waveform)


@pytest.mark.parametrize("make", MAKERS)
def test_frames_have_the_size_asked_for_and_depend_on_the_seed_alone(make) -> None:
    X, y = make(50, random_state=3)
    assert isinstance(X, pd.DataFrame)
    assert isinstance(y, pd.Series)
    assert len(X) == len(y) == 50
    again, labels = make(50, random_state=3)
    pd.testing.assert_frame_equal(X, again)
    pd.testing.assert_series_equal(y, labels)
    assert not X.equals(make(50, random_state=4)[0])


def test_names_and_sizes_are_those_of_the_paper() -> None:
    shapes = {make.__name__: make(random_state=0)[0].shape for make in MAKERS}
    assert shapes == {
        "make_gaussian": (20_000, 2),
        "make_omib": (20_000, 6),
        "make_waveform": (5_000, 21),
    }
    assert list(make_omib(5)[0]) == ["Pu", "Qu", "Vl", "Pl", "Vinf", "Xinf"]


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize("n", [0, -1, 2.5, "many", True])
def test_a_number_of_cases_that_is_none_is_refused(make, n) -> None:
    with pytest.raises(InputError, match="number of cases, at least 1"):
        make(n)


def test_a_seed_that_is_none_is_refused() -> None:
    with pytest.raises(InputError, match="random_state must be"):
        make_omib(5, random_state="seven")


def test_the_bayes_error_of_the_gaussian_data_is_that_of_the_paper() -> None:
    side = np.linspace(-8, 11, 1501)
    places = np.stack(np.meshgrid(side, side, indexing="ij"), axis=-1)
    densities = [
        multivariate_normal(mean, covariance).pdf(places)
        for mean, covariance in zip(GAUSSIAN_MEANS, GAUSSIAN_COVARIANCES, strict=True)
    ]
    cell = (side[1] - side[0]) ** 2
    assert [d.sum() * cell for d in densities] == pytest.approx([1, 1], abs=1e-6)
    assert np.minimum(*densities).sum() * cell / 2 == pytest.approx(0.118, abs=5e-4)


def test_gaussian_cases_have_the_stated_means_and_covariances() -> None:
    table = gaussian_table(40_000, random_state=0)
    cases = np.column_stack(table.columns)
    for code, (mean, covariance) in enumerate(
        zip(GAUSSIAN_MEANS, GAUSSIAN_COVARIANCES, strict=True)
    ):
        chosen = cases[table.target == code]
        assert len(chosen) == pytest.approx(20_000, rel=0.03)
        assert chosen.mean(axis=0) == pytest.approx(np.array(mean), abs=0.04)
        assert np.cov(chosen.T) == pytest.approx(np.array(covariance), abs=0.06)


def test_the_bayes_error_of_the_waves_is_that_of_the_paper() -> None:
    """The share of the mixture is integrated over; the waves themselves are sampled."""
    X, y = make_waveform(6_000, random_state=1)
    shares = (np.arange(200) + 0.5) / 200
    densities = []
    for one, other in WAVE_PAIRS:
        means = shares[:, None] * WAVES[one] + (1 - shares[:, None]) * WAVES[other]
        # |x - m|^2 without the part that all classes share
        logs = X.to_numpy() @ means.T - (means**2).sum(axis=1) / 2
        densities.append(np.logaddexp.reduce(logs, axis=1))
    best = np.argmax(densities, axis=0).astype(str)
    assert (best != y).mean() == pytest.approx(0.14, abs=0.012)


def test_waves_are_triangles_with_noise_of_variance_one() -> None:
    assert WAVES[0].tolist() == [0] * 5 + [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1] + [0] * 5
    assert WAVES.argmax(axis=1).tolist() == [10, 14, 6]
    X, y = make_waveform(9_000, random_state=0)
    for code, (one, other) in enumerate(WAVE_PAIRS):
        cases = X[y == str(code)]
        assert len(cases) == pytest.approx(3_000, rel=0.06)
        assert cases.mean().to_numpy() == pytest.approx((WAVES[one] + WAVES[other]) / 2, abs=0.11)
    assert kstest(X["x1"], norm.cdf).pvalue > 0.01  # no triangle reaches the first place


def test_the_longest_fault_is_that_of_the_equal_area_criterion() -> None:
    states = omib.draw_states(60, np.random.default_rng(5))
    simulated = omib.critical_clearing_time(states)
    by_areas = [
        critical_clearing_time(
            *state,
            base=omib.BASE,
            reactance=omib.REACTANCE,
            inertia=omib.INERTIA,
            frequency=omib.FREQUENCY,
        )
        for state in zip(*states, strict=True)
    ]
    assert simulated == pytest.approx(np.array(by_areas), abs=1e-4)
    assert 0.01 < min(by_areas) < 0.155 < max(by_areas) < 0.4


def test_every_state_can_be_and_most_voltages_are_ordinary() -> None:
    states = omib.draw_states(50_000, np.random.default_rng(0))
    assert all(np.isfinite(part).all() for part in states)
    assert np.quantile(states.voltage, [0.05, 0.95]) == pytest.approx([0.93, 1.3], abs=0.1)
    curve = omib.power_angle(states)
    held = curve.offset + curve.amplitude * np.sin(curve.angle)
    assert held == pytest.approx(curve.mechanical, rel=1e-9)  # steady before the fault


def test_active_power_is_uniform_and_its_best_cut_is_near_the_papers() -> None:
    X, y = make_omib(20_000, random_state=0)
    assert kstest(X["Pu"], "uniform", args=(700, 600)).pvalue > 0.01
    assert X["Pu"].std() == pytest.approx(173, abs=2)
    assert 0.3 < (y == "unstable").mean() < 0.5
    X, y = make_omib(150_000, random_state=1)
    cut = threshold(X["Pu"], y, method="classic", criterion="symmetric")
    assert cut.cut == pytest.approx(1057, abs=20)


def test_cases_of_omib_carry_no_noise() -> None:
    """A state says by itself whether it is stable."""
    X, y = make_omib(2_000, random_state=2)
    again = omib.stays_in_step(omib.States(*X.to_numpy().T))
    assert (again == (y == "stable")).all()


def test_irrelevant_attributes_are_ten_numbers_and_ten_values_of_ten() -> None:
    table = make_mixed(500)
    wide = with_irrelevant(table, 3)
    added = wide.attributes[len(table.attributes) :]
    assert sum(attribute.is_numeric for attribute in added) == 10
    assert [len(attribute.values or ()) for attribute in added[10:]] == [10] * 10
    for column in wide.columns[-20:-10]:
        assert 0 <= column.min() < 0.05
        assert 0.95 < column.max() < 1
    for column in wide.columns[-10:]:
        assert np.bincount(column, minlength=10).min() > 25
    again = with_irrelevant(table, 3)
    assert all((a == b).all() for a, b in zip(wide.columns[-20:], again.columns[-20:], strict=True))
