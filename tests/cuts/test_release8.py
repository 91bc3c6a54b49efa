"""The cut of Release 8 against a plain enumeration, and where it is placed."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutpoint.cuts.release8 import best_cut, observed_cut
from cutpoint.measures.information import EPSILON, whole_x_lg_x

TABLE = whole_x_lg_x(200, np.float64)


def entropy(counts: list[int]) -> float:
    total = sum(counts)
    return -sum(n / total * math.log2(n / total) for n in counts if n) if total else 0.0


def charged_gains(values: list[int], classes: list[int], n_classes: int, min_cases: int):
    """Return {value below the cut: gain - lg(candidates) / cases}, from the definitions."""
    n = len(values)
    least = max(min_cases, min(25, 0.1 * n / n_classes))
    counted = [classes.count(c) for c in range(n_classes)]
    gains = {}
    for cut in sorted(set(values))[:-1]:
        low = [sum(v <= cut and k == c for v, k in zip(values, classes, strict=True))
               for c in range(n_classes)]  # fmt: skip
        high = [total - part for total, part in zip(counted, low, strict=True)]
        if least <= sum(low) <= n - least:
            rest = sum(low) / n * entropy(low) + sum(high) / n * entropy(high)
            gains[cut] = entropy(counted) - rest
    return {cut: gain - math.log2(len(gains)) / n for cut, gain in gains.items()}


def ours(values: list[int], classes: list[int], n_classes: int, min_cases: int):
    order = np.argsort(values, kind="stable")
    distinct, rank = np.unique(np.array(values, dtype=float), return_inverse=True)
    n = len(values)
    gain, info, position = best_cut(
        rank[order].astype(np.int32), np.array(classes, dtype=np.int32)[order], np.ones(n), n,
        distinct, n_classes, 0.0, float(n), float(n), float(min_cases), 0.0,
        np.empty(n), np.empty(n), np.empty(n, dtype=np.int32), TABLE, np.float64,
    )  # fmt: skip
    cut = None if position < 0 else sorted(values)[position]
    return gain, info, cut


@given(
    st.lists(st.tuples(st.integers(0, 15), st.integers(0, 2)), min_size=2, max_size=80),
    st.integers(1, 4),
)
def test_the_cut_has_the_best_charged_gain(cases: list[tuple[int, int]], min_cases: int) -> None:
    """Of equal gains the program takes the first, but its sums may round them apart."""
    values, classes = [v for v, _ in cases], [c for _, c in cases]
    expected = charged_gains(values, classes, 3, min_cases)
    gain, info, cut = ours(values, classes, 3, min_cases)
    best = max(expected.values(), default=0.0)
    if best <= 1e-8:
        assert cut is None or best > 0
        return
    assert gain == pytest.approx(best, abs=1e-8)
    assert expected[cut] >= best - 1e-9
    below = sum(v <= cut for v in values)
    assert info == pytest.approx(entropy([below, len(values) - below]))


def test_the_lowest_of_equal_cuts_wins() -> None:
    classes = [0] * 20 + [1] * 20 + [0] * 20
    assert ours([*range(60)], classes, 2, 1)[2] == 19


def test_no_gain_is_no_cut() -> None:
    assert ours([1, 2, 3, 4], [0, 1, 0, 1], 2, 1) == (-EPSILON, 0.0, None)


def test_a_gain_below_the_charge_is_no_cut() -> None:
    """Quinlan 1996, section 3: the choice among thresholds must pay for itself."""
    values = list(range(12))
    classes = [0, 1, 0, 0, 1, 0, 1, 1, 0, 1, 0, 1]
    assert max(charged_gains(values, classes, 2, 1).values()) < 0
    assert ours(values, classes, 2, 1)[2] is None


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([1.0, 2.0, 3.0], 2.0),  # the middle itself is a value
        ([1.0, 1.4, 1.6, 2.0], 1.4),  # the greatest below the middle
        ([1.0, 5.0], 1.0),
    ],
)
def test_the_cut_is_a_value_of_the_column(values: list[float], expected: float) -> None:
    column = np.array(values)
    assert column[observed_cut(column, 0, len(values) - 1)] == expected


def test_decimals_are_compared_as_the_program_compares_them() -> None:
    """(26.9 + 27.3) / 2 is 27.1 in 64 bits but below it in 32: diabetes has this cut."""
    column = np.array([26.9, 27.0, 27.1, 27.3])
    assert (column[0] + column[3]) / 2 >= column[2]
    assert column[observed_cut(column, 0, 3)] == 27.0
    assert column.astype(np.float32)[observed_cut(column.astype(np.float32), 0, 3)] == 27.0
