"""Every interval method against its slow reference, and what all of them have in common."""

from __future__ import annotations

from fractions import Fraction
from math import fsum
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.cluster import KMeans

from cutpoint import InputError, _core
from support.interval_methods import (
    COSTS,
    Options,
    chi2_criticals,
    core_options,
    critical_value,
    find,
    run,
)
from support.random_cases import NUMERIC
from support.reference import intervals as slow

METHODS = _core.INTERVAL_METHODS
UNSUPERVISED = ("equal_depth", "equal_width", "kmeans")
ROW = st.lists(st.integers(0, 5), min_size=3, max_size=3).filter(any)
ROWS = st.lists(ROW, min_size=1, max_size=25)
SLOW_COSTS = dict(zip(COSTS, (slow.bits_cost, slow.gini_cost, slow.error_cost), strict=True))


@given(ROWS)
def test_mdlp_is_the_recursion_of_fayyad_and_irani(rows: list[list[int]]) -> None:
    assert run("mdlp", rows) == slow.mdlp(rows)


@pytest.mark.parametrize("seed", range(12))
def test_mdlp_skips_no_run_of_values_that_holds_the_cut(seed: int) -> None:
    rng = np.random.default_rng(seed)
    n, k = int(rng.integers(150, 900)), int(rng.integers(2, 6))
    centres = rng.normal(scale=2, size=k)
    y = np.argmax(-abs(np.linspace(-4, 4, n)[:, None] - centres) + rng.gumbel(size=(n, k)), axis=1)
    rows = np.eye(k, dtype=int)[y]
    assert run("mdlp", rows) == slow.mdlp(rows.tolist())


@given(ROWS, st.sampled_from([0.5, 0.1, 0.05]), st.sampled_from([0, Fraction(1, 10_000)]))
def test_chimerge_is_that_of_exact_arithmetic(
    rows: list[list[int]], alpha: float, smoothing: Fraction
) -> None:
    critical = critical_value(alpha, 3)
    ours = run("chimerge", rows, critical=critical, smoothing=float(smoothing))
    assert ours == slow.chimerge(rows, critical, Fraction(smoothing))


@given(ROWS, st.sampled_from([0.0, 0.1, 0.4]))
def test_chi2_is_chimerge_at_the_last_consistent_level(
    rows: list[list[int]], inconsistency: float
) -> None:
    def outside(cuts: list[int]) -> int:
        return sum(map(slow.error_cost, slow.parts(rows, cuts)))

    cases = sum(map(sum, rows))
    expected = list(range(len(rows) - 1))
    most = max(outside(expected), inconsistency * cases)
    for critical in chi2_criticals(3):
        cuts = run("chimerge", rows, critical=critical)
        if outside(cuts) > most + 1e-9:
            break
        expected = cuts
    assert run("chi2", rows, inconsistency=inconsistency) == expected


@given(ROWS)
def test_caim_grows_as_described(rows: list[list[int]]) -> None:
    assert run("caim", rows) == slow.caim(rows)


@given(ROWS)
def test_zeta_takes_the_best_cut_and_class_and_repeats_no_cut(rows: list[list[int]]) -> None:
    assert run("zeta", rows) == slow.zeta(rows)


@given(ROWS, st.integers(1, 9))
def test_one_rule_closes_an_interval_at_a_clear_majority(rows: list[list[int]], least: int) -> None:
    assert run("one_rule", rows, min_majority=float(least)) == slow.one_rule(rows, least)


@given(ROWS, st.integers(2, 12))
def test_equal_depth_is_that_of_single_cases(rows: list[list[int]], n_bins: int) -> None:
    assert run("equal_depth", rows, n_bins=n_bins) == slow.equal_depth(rows, n_bins)


@given(
    st.lists(ROW, min_size=1, max_size=9),
    st.sampled_from(COSTS),
    st.integers(1, 5),
    st.integers(1, 6),
)
def test_no_partition_is_better_than_the_optimal_one(
    rows: list[list[int]], cost: str, most: int, min_cases: int
) -> None:
    options: Options = {"cost": cost, "max_branches": most, "min_cases": float(min_cases)}
    cuts = run("optimal", rows, options)
    least, expected = slow.optimal(rows, SLOW_COSTS[cost], most, min_cases)
    assert len(cuts) < most or not cuts
    if np.isfinite(least):
        assert fsum(map(SLOW_COSTS[cost], slow.parts(rows, cuts))) == pytest.approx(least)
        assert len(cuts) == len(expected)
        if min_cases > 1:  # else cuts inside a block of one class are not looked at
            assert cuts == expected
    else:
        assert cuts == []


def test_more_blocks_than_allowed_are_first_put_into_bins() -> None:
    rng = np.random.default_rng(1)
    rows = np.eye(2)[((np.arange(600) > 300) ^ (rng.random(600) < 0.2)).astype(int)]
    cuts = run("optimal", rows, max_branches=3, max_blocks=40)
    assert 1 <= len(cuts) <= 2
    assert min(abs(cut - 300) for cut in cuts) < 30


WEATHER = {
    "temperature": ([85, 80, 83, 70, 68, 65, 64, 72, 69, 75, 75, 72, 81, 71], [77.5]),
    "humidity": ([85, 90, 86, 96, 80, 70, 65, 95, 70, 80, 70, 90, 75, 91], [82.5, 95.5]),
}
PLAY = [0, 0, 1, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1, 0]


@pytest.mark.parametrize("column", WEATHER)
def test_one_rule_gives_the_intervals_printed_for_the_weather_data(column: str) -> None:
    """Holte's method with at least three of the majority, as Witten & Frank print it (4.1)."""
    values, expected = WEATHER[column]
    distinct = sorted(set(values))
    rows = [[0, 0] for _ in distinct]
    for value, label in zip(values, PLAY, strict=True):
        rows[distinct.index(value)][label] += 1
    cuts = run("one_rule", rows, min_majority=3.0)
    assert [(distinct[i] + distinct[i + 1]) / 2 for i in cuts] == expected


# ---- unsupervised --------------------------------------------------------------------------------


def test_k_means_ends_where_scikit_learns_iteration_ends() -> None:
    rng = np.random.default_rng(3)
    for _ in range(20):
        values = np.unique(np.concatenate([rng.normal(c, 1, 40) for c in (0, 5, 11)]))
        k = int(rng.integers(2, 6))
        edges = np.linspace(values[0], values[-1], k + 1)
        middles = ((edges[1:] + edges[:-1]) / 2).reshape(-1, 1)
        theirs = KMeans(k, init=middles, n_init=1, tol=0, max_iter=1000).fit(values.reshape(-1, 1))
        centres = np.sort(theirs.cluster_centers_[:, 0])
        _, cuts = find("kmeans", values, np.ones((len(values), 1)), n_bins=k)
        assert cuts == pytest.approx((centres[1:] + centres[:-1]) / 2)


def test_an_empty_cluster_of_k_means_moves_to_where_it_is_wanted() -> None:
    values = np.array([1.0, 2, 3, 4, 5, 16])
    assert find("kmeans", values, np.ones((6, 1)), n_bins=3)[1] == [2.75, 10.0]


@pytest.mark.parametrize("method", ["equal_width", "kmeans"])
def test_cut_values_and_their_positions_separate_the_same_values(method: str) -> None:
    rng = np.random.default_rng(4)
    for make in NUMERIC:
        values = np.unique(make(rng, 60)) + 0.0
        positions, cuts = find(method, values, np.ones((len(values), 1)), n_bins=7)
        assert (np.diff(cuts) > 0).all()
        by_position = np.searchsorted(positions, np.arange(len(values)))
        assert (np.searchsorted(cuts, values) == by_position).all()


def test_of_equal_width_bins_without_a_value_one_cut_stays() -> None:
    values = np.array([0.0, 1.0, 10.0])
    assert find("equal_width", values, np.ones((3, 1)), n_bins=5) == ([1], [2.0])


# ---- all of them ---------------------------------------------------------------------------------


@pytest.mark.parametrize("method", METHODS)
def test_cuts_ascend_separate_their_neighbours_and_stay_off_the_ends(method: str) -> None:
    rng = np.random.default_rng(5)
    for make in NUMERIC:
        for n_classes in (1, 2, 4):
            values = np.unique(make(rng, 80)) + 0.0
            weights = rng.choice([0.0, 0.5, 1.0, 3.0], (len(values), n_classes))
            weights[weights.sum(axis=1) == 0] = 1.0
            positions, places = find(method, values, weights, 2.0)
            cuts = np.array(positions, dtype=int)
            assert (np.diff(cuts) > 0).all()
            assert ((cuts >= 0) & (cuts < len(values) - 1)).all()
            assert (values[cuts] <= places).all()
            assert (places < values[cuts + 1]).all()


@pytest.mark.parametrize("method", METHODS)
def test_one_class_or_one_value_is_not_cut_by_its_classes(method: str) -> None:
    assert run(method, [[2, 3]]) == []
    if method not in UNSUPERVISED:
        assert run(method, [[2, 0], [3, 0], [1, 0]]) == []
        assert run(method, [[2], [3], [1]]) == []


@pytest.mark.parametrize("method", METHODS)
def test_an_empty_table_is_not_cut(method: str) -> None:
    assert find(method, np.empty(0), np.empty((0, 2))) == ([], [])


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"method": "best"}, "method must be one of contextual"),
        ({"values": np.array([1.0, 1.0])}, "distinct and ascending"),
        ({"values": np.array([1.0, np.nan])}, "distinct and ascending"),
        ({"values": np.array([1.0])}, "values has 1 elements, not 2"),
        ({"weights": np.array([[1.0], [-1.0]])}, "from 0 up"),
        ({"weights": np.array([[1.0], [np.inf]])}, "from 0 up"),
        ({"weights": np.empty((2, 0))}, "no classes"),
        ({"unknown": -1.0}, "unknown"),
    ],
)
def test_a_table_that_is_none_is_refused(changes: dict[str, Any], complaint: str) -> None:
    given: dict[str, Any] = {
        "method": "mdlp",
        "values": np.array([1.0, 2.0]),
        "weights": np.eye(2),
        "unknown": 0.0,
        "options": core_options(),
        **changes,
    }
    with pytest.raises(InputError, match=complaint):
        _core.find_cuts(**given)


@pytest.mark.parametrize("name", ["measure", "similarity", "cost"])
def test_an_option_that_has_no_such_name_is_refused(name: str) -> None:
    with pytest.raises(InputError, match=f"{name} must be one of"):
        core_options(**{name: "other"})


def test_numbers_of_bins_are_at_least_one() -> None:
    for name in ("n_bins", "max_blocks"):
        with pytest.raises(InputError, match=name):
            core_options(**{name: 0})
