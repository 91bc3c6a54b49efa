"""The reference's own measures, against SciPy and by hand."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from support.reference import evidence as reference


@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (3, 3), (5, 2), (4, 6)])
def test_minus_log_p_is_scipys(shape: tuple[int, int]) -> None:
    table = np.random.default_rng(shape).integers(1, 30, shape).astype(float)
    result = stats.chi2_contingency(table, correction=False)
    assert reference.minus_log_p(table) == pytest.approx(-np.log(result.pvalue), abs=1e-12)


def test_the_distance_of_many_branches_is_that_of_their_best_two_sets() -> None:
    table = np.array([[4.0, 0.0], [1.0, 5.0], [5.0, 5.0]])
    assert reference.kolmogorov(table) == pytest.approx(4 / 10)


def test_keys_differ_by_part() -> None:
    assert len({reference.derived(7, number) for number in range(100)}) == 100
