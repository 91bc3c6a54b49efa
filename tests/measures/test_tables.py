"""Every measure against tables worked out by hand, and against other libraries."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import special, stats
from sklearn.metrics import mutual_info_score, normalized_mutual_info_score

from cutpoint import InputError, measures
from cutpoint._core import MEASURES, minus_log_p, table_value
from support.count_tables import Table, entropy, tables

OF_COUNTS = [name for name in MEASURES if name not in ("contrast", "custom")]

# Quinlan's golf: outlook has sunny (2 play, 3 not), overcast (4, 0) and rain (3, 2).
GOLF = [[2, 3], [4, 0], [3, 2]]
# Two branches of three classes: (3, 1, 0) and (1, 1, 2).
TWO = [[3, 1, 0], [1, 1, 2]]


def test_the_gain_of_outlook_is_quinlans() -> None:
    """0.246 bits in the textbooks, from H(9/14) = 0.940 and 5/14 * 0.971 twice."""
    assert measures.gain(GOLF) == pytest.approx(0.94029 - 10 / 14 * 0.97095, abs=2e-5)


def test_the_gain_ratio_of_outlook_is_quinlans() -> None:
    assert measures.gain_ratio(GOLF) == pytest.approx(0.24675 / 1.57741, abs=2e-5)


def test_distance_and_its_normal_form_of_outlook_by_hand() -> None:
    h_classes, h_branches, gain = 0.940286, 1.577406, 0.246750
    assert measures.distance(GOLF) == pytest.approx(h_classes + h_branches - 2 * gain, abs=3e-6)
    joint = h_classes + h_branches - gain
    assert measures.mantaras(GOLF) == pytest.approx(gain / joint, abs=1e-6)
    assert measures.symmetric(GOLF) == pytest.approx(2 * gain / (h_classes + h_branches), abs=1e-6)


def test_measures_of_two_branches_by_hand() -> None:
    # Branches of 4 and 4; classes of 4, 2 and 2: H_C = 1.5, H_T = 1,
    # left in the branches (0.811278 + 1.5) / 2.
    gain = 1.5 - (0.25 * math.log2(4) + 0.75 * math.log2(4 / 3) + 1.5) / 2
    assert measures.gain(TWO) == pytest.approx(gain)
    assert measures.gain_ratio(TWO) == pytest.approx(gain)
    assert measures.mantaras(TWO) == pytest.approx(gain / (2.5 - gain))
    assert measures.distance(TWO) == pytest.approx(2.5 - 2 * gain)
    assert measures.symmetric(TWO) == pytest.approx(2 * gain / 2.5)


def test_the_gini_gain_by_hand() -> None:
    # 1 - (16 + 4 + 4) / 64 = 5/8 before; 1 - 10/16 = 3/8 and 1 - 6/16 = 5/8 in the halves.
    assert measures.gini(TWO) == pytest.approx(5 / 8 - (3 / 8 + 5 / 8) / 2)


def test_the_mean_posterior_improvement_by_hand() -> None:
    # 1/4 (1 - (3/4 * 1/4) / (1/2) - (1/4 * 1/4) / (1/4) - 0) = 1/4 * 3/8
    assert measures.mpi(TWO) == pytest.approx(3 / 32)


def test_the_kolmogorov_distance_by_hand() -> None:
    # 3/4 against 1/4 = 1/2; 1/2 against 1/2 = 0; 0 against 4/6 = 2/3: weights 4, 2 and 2 of 8.
    assert measures.kolmogorov(TWO) == pytest.approx(1 / 2 * 4 / 8 + 2 / 3 * 2 / 8)
    # Play goes 2/9, 4/9, 3/9 and not 3/5, 0, 2/5: best apart with overcast on its own.
    assert measures.kolmogorov(GOLF) == pytest.approx(4 / 9)


def test_chi_squared_by_hand() -> None:
    # With two degrees of freedom p = exp(-x / 2): -ln p is half the statistic, here
    # 2 (1/2 + 0 + 1) = 3 for expected counts (2, 1, 1) in both branches.
    assert measures.chi2(TWO) == pytest.approx(3 / 2)


def test_the_contrast_by_hand() -> None:
    # Means 1 and 5 of equal halves: the variance between is 4; (0.811278 + 1.5) / 2 bits are left.
    assert measures.contrast(TWO, [1, 5]) == pytest.approx(4 / 1.155639, rel=1e-6)
    # 1/4, 1/2 and 1/4 of the cases at 0, 2 and 4: variance 2; one bit in each branch.
    assert measures.contrast([[1, 1], [2, 2], [1, 1]], [0, 2, 4]) == pytest.approx(2)
    assert measures.contrast([[2, 0], [0, 2]], [0, 1]) == math.inf


@pytest.mark.parametrize("name", OF_COUNTS)
def test_a_pure_split_is_best_and_a_proportional_one_worthless(name: str) -> None:
    measure: Callable[[object], float] = getattr(measures, name)
    sign = -1 if name == "distance" else 1
    pure, partly, none = (
        sign * measure(table) for table in ([[6, 0], [0, 6]], [[4, 1], [2, 5]], [[3, 3], [3, 3]])
    )
    assert pure > partly > none
    assert none == pytest.approx(-2 if name == "distance" else 0, abs=1e-12)


@pytest.mark.parametrize("name", OF_COUNTS)
@given(data=st.data())
def test_the_order_of_branches_and_classes_and_empty_ones_do_not_matter(
    name: str, data: st.DataObject
) -> None:
    table = data.draw(tables((2, 2)) if name == "mpi" else tables())
    measure = getattr(measures, name)
    value = measure(table)
    assert math.isfinite(value)
    assert measure(table[::-1, ::-1]) == pytest.approx(value, rel=1e-7, abs=1e-9)
    wider = np.insert(table, 1, 0.0, axis=1)
    assert measure(wider) == pytest.approx(value, rel=1e-7, abs=1e-9)
    if name != "mpi":
        longer = np.insert(table, 1, 0.0, axis=0)
        assert measure(longer) == pytest.approx(value, rel=1e-7, abs=1e-9)


@given(tables((2, 5), (2, 5)).map(np.round))
def test_information_is_that_of_scikit_learn(table: Table) -> None:
    table = np.minimum(table, 100)
    assume(table.sum() > 0)
    branch, label = np.repeat(np.argwhere(table >= 0), table.astype(int).ravel(), axis=0).T
    gain = mutual_info_score(branch, label) / math.log(2)
    assert measures.gain(table) == pytest.approx(gain, abs=1e-9)
    if entropy(table.sum(axis=0)) and entropy(table.sum(axis=1)):
        shared = normalized_mutual_info_score(branch, label, average_method="arithmetic")
        assert measures.symmetric(table) == pytest.approx(shared, abs=1e-9)


@given(tables((2, 5), (2, 5)))
def test_chi_squared_is_that_of_scipy(table: Table) -> None:
    table = table * min(1, 700 / table.sum())  # beyond, SciPy's logarithm ends
    used = table[table.sum(axis=1) > 0][:, table.sum(axis=0) > 0]
    if min(used.shape) == 1:
        assert measures.chi2(table) == 0
        return
    result = stats.chi2_contingency(used, correction=False)
    with np.errstate(all="ignore"):
        expected = -stats.chi2.logsf(result.statistic, result.dof)
    if math.isfinite(expected):
        assert measures.chi2(table) == pytest.approx(expected, rel=1e-7, abs=1e-7)


@given(st.floats(1e-6, 1300), st.integers(1, 3000))  # beyond, SciPy's logarithm ends
def test_the_log_of_the_p_value_is_that_of_scipy(statistic: float, freedom: int) -> None:
    expected = -stats.chi2.logsf(statistic, freedom)
    ours = minus_log_p(statistic, freedom)
    assert ours == pytest.approx(expected, rel=1e-9, abs=1e-11)


@given(st.floats(1e-6, 1e9))
def test_the_log_of_the_p_value_is_right_where_that_of_scipy_ends(statistic: float) -> None:
    """A chi-squared of one degree is a squared normal deviate; of two, twice an exponential."""
    normal = -math.log(2) - special.log_ndtr(-math.sqrt(statistic))
    assert minus_log_p(statistic, 1) == pytest.approx(normal, rel=1e-9, abs=1e-11)
    assert minus_log_p(statistic, 2) == pytest.approx(statistic / 2, rel=1e-12)


def test_chi_squared_does_not_saturate() -> None:
    thousands = [measures.chi2([[n, 0], [0, n]]) for n in (1e3, 1e4, 1e5, 1e6)]
    assert all(after > 9 * before for before, after in pairwise(thousands))


@given(st.lists(st.tuples(st.integers(0, 9), st.booleans()), min_size=2, max_size=60))
def test_the_greatest_kolmogorov_distance_of_all_cuts_is_that_of_scipy(
    cases: list[tuple[int, bool]],
) -> None:
    first, second = ([x for x, is_first in cases if is_first == which] for which in (True, False))
    assume(first and second)
    below = [[sum(x <= cut for x in part) for part in (first, second)] for cut in range(10)]
    cuts = [[low, [len(first) - low[0], len(second) - low[1]]] for low in below]
    greatest = max(measures.kolmogorov(cut) for cut in cuts)
    with np.errstate(all="ignore"):  # about the p-value, which is not asked for
        expected = stats.ks_2samp(first, second, method="asymp").statistic
    assert greatest == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("name", OF_COUNTS)
@pytest.mark.parametrize(
    ("counts", "complaint"),
    [
        ([[1, -1], [1, 1]], "branch 0 and class 1 is -1"),
        ([[1, 1], [np.nan, 1]], "branch 1 and class 0 is nan"),
        ([[1, np.inf], [1, 1]], "branch 0 and class 1 is inf"),
        ([[0, 0], [0, 0]], "add up to 0"),
        ([1, 2], "shape"),
        (np.empty((0, 3)), "shape"),
        ([["a", "b"], ["c", "d"]], "numbers"),
        ([[1, 2], [3]], "numbers"),
    ],
)
def test_what_is_no_count_table_is_refused(name: str, counts: object, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        getattr(measures, name)(counts)


def test_the_mean_posterior_improvement_refuses_many_branches() -> None:
    with pytest.raises(InputError, match="two branches, not 3"):
        measures.mpi(GOLF)


def test_the_contrast_needs_a_mean_for_each_branch() -> None:
    with pytest.raises(InputError, match="one per branch"):
        measures.contrast(GOLF, [1, 2])


@pytest.mark.parametrize("name", ["gain", "gini", "chi2", "mpi", "kolmogorov"])
def test_the_core_refuses_what_is_no_count_table(name: str) -> None:
    for counts in (np.empty((0, 2)), np.array([[1.0, -1.0], [1.0, 1.0]]), np.full((2, 2), np.nan)):
        with pytest.raises(InputError):
            table_value(name, counts)
    with pytest.raises(TypeError):  # nothing is converted silently
        table_value(name, np.eye(2, dtype=np.float32))  # type: ignore[arg-type]
    with pytest.raises(InputError, match="must be one of gain, gain_ratio"):
        table_value("entropy", np.eye(2))
