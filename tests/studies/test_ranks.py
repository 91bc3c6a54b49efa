"""Ranks, critical differences and the Bayesian comparison, against printed and plain figures."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import friedmanchisquare

from cutpoint import InputError
from cutpoint.studies import rank_systems, signed_rank
from cutpoint.studies.figures import draw_ranks, svg_of

# Demšar (2006), table 6: accuracies of C4.5 with two parameters tuned or not, on 14 data sets.
DEMSAR = np.array(
    [
        [0.763, 0.768, 0.771, 0.798],
        [0.599, 0.591, 0.590, 0.569],
        [0.954, 0.971, 0.968, 0.967],
        [0.628, 0.661, 0.654, 0.657],
        [0.882, 0.888, 0.886, 0.898],
        [0.936, 0.931, 0.916, 0.931],
        [0.661, 0.668, 0.609, 0.685],
        [0.583, 0.583, 0.563, 0.625],
        [0.775, 0.838, 0.866, 0.875],
        [1.000, 1.000, 1.000, 1.000],
        [0.940, 0.962, 0.965, 0.962],
        [0.619, 0.666, 0.614, 0.669],
        [0.972, 0.981, 0.9751, 0.975],
        [0.957, 0.978, 0.946, 0.970],
    ]
)
NAMES = ("C4.5", "C4.5+m", "C4.5+cf", "C4.5+m+cf")


def test_ranks_and_critical_difference_are_those_of_demsars_example() -> None:
    found = rank_systems(NAMES, 1 - DEMSAR)
    ranks = dict(zip(found.names, found.ranks, strict=True))
    assert [round(ranks[name], 3) for name in NAMES] == pytest.approx(
        [3.143, 2.000, 2.893, 1.964], abs=0.002
    )
    assert found.critical_difference == pytest.approx(1.25, abs=0.005)
    assert found.names[0] == "C4.5+m+cf"
    assert found.p_value == pytest.approx(friedmanchisquare(*DEMSAR.T).pvalue)
    assert found.groups == [found.names]  # 3.143 - 1.964 is less than 1.25


@pytest.mark.parametrize(("k", "q"), [(2, 1.960), (3, 2.343), (4, 2.569), (5, 2.728), (10, 3.164)])
def test_critical_values_are_those_of_the_printed_table(k: int, q: float) -> None:
    errors = np.tile(np.arange(float(k)), (6, 1))
    found = rank_systems([str(i) for i in range(k)], errors)
    assert found.critical_difference == pytest.approx(q * np.sqrt(k * (k + 1) / 36), abs=1e-3)
    assert found.ranks.tolist() == [*range(1, k + 1)]


def test_groups_are_the_largest_runs_within_the_difference() -> None:
    errors = np.tile([0.1, 0.2, 0.3, 0.4, 0.5], (30, 1))
    found = rank_systems(list("abcde"), errors)
    assert 1 < found.critical_difference < 2
    assert found.groups == [("a", "b"), ("b", "c"), ("c", "d"), ("d", "e")]


def test_one_system_has_no_rank() -> None:
    with pytest.raises(InputError, match="at least two systems"):
        rank_systems(["a"], np.zeros((3, 1)))


def test_the_bayesian_comparison_is_that_of_a_plain_simulation() -> None:
    differences = [-0.04, -0.03, 0.02, -0.015, 0.001, -0.05, 0.03]
    z = [0.0, *differences]
    rng = np.random.default_rng(9)
    wins = np.zeros(3)
    for _ in range(4_000):
        parts = rng.gamma([0.5] + [1.0] * len(differences))
        w = parts / parts.sum()
        shares = np.zeros(3)
        for i, a in enumerate(z):
            for j, b in enumerate(z):
                place = 0 if a + b < -0.02 else 2 if a + b > 0.02 else 1
                shares[place] += w[i] * w[j]
        wins[shares.argmax()] += 1
    found = signed_rank(differences, rope=0.01)
    assert found == pytest.approx(wins / wins.sum(), abs=0.03)
    assert sum(found) == pytest.approx(1)


def test_the_bayesian_comparison_is_symmetric_and_sees_no_difference_where_there_is_none() -> None:
    differences = np.array([0.03, 0.05, -0.01, 0.02, 0.04])
    one, two = signed_rank(differences), signed_rank(-differences)
    assert one.better == pytest.approx(two.worse, abs=0.02)
    assert signed_rank([0.0] * 10).equal == 1
    assert signed_rank([-0.1] * 20).better > 0.999
    with pytest.raises(InputError, match="finite differences"):
        signed_rank([np.nan])


def test_the_diagram_names_every_system_and_is_the_same_every_time() -> None:
    pages = [svg_of(draw_ranks(rank_systems(NAMES, 1 - DEMSAR))) for _ in range(2)]
    assert pages[0] == pages[1]
    assert all(f"{name} " in pages[0] for name in NAMES)
    assert "CD = 1.25" in pages[0]
