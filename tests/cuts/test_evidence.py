"""Class weights per distinct value of a column, against plain counting; means of intervals."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cutpoint import InputError, _core
from support.random_cases import NUMERIC

NUMBER = np.array([-1], dtype=np.int32)


def column_evidence(
    column: Any, target: Any, n_classes: int, weights: Any = None
) -> tuple[Any, Any, float]:
    view = _core.TableView([column], NUMBER, target.astype(np.int32), n_classes, weights)
    return _core.column_evidence(view, 0)


@pytest.mark.parametrize("make", NUMERIC)
@pytest.mark.parametrize("n", [1, 7, 400, 3000])
def test_every_case_is_counted_once_at_its_value(make: Any, n: int) -> None:
    rng = np.random.default_rng(n)
    for weighted in (False, True):
        column = make(rng, n)
        target = rng.integers(0, 3, n)
        weights = rng.integers(1, 5, n) / 2 if weighted else None
        column[rng.random(n) < 0.1] = np.nan
        values, counts, unknown = column_evidence(column, target, 3, weights)
        each = np.ones(n) if weights is None else weights
        known = ~np.isnan(column)
        expected, where = np.unique(column[known] + 0.0, return_inverse=True)
        table = np.zeros((len(expected), 3))
        np.add.at(table, (where, target[known]), each[known])
        assert values.tolist() == expected.tolist()
        assert counts.tolist() == table.tolist()
        assert unknown == pytest.approx(each[~known].sum())


def test_numbers_that_differ_in_their_last_bits_are_two_values() -> None:
    column = np.repeat([0.1, np.nextafter(0.1, 1), -0.0, 0.0], 300)
    np.random.default_rng(0).shuffle(column)
    values, counts, _ = column_evidence(column, np.zeros(1200), 1)
    assert values.tolist() == [0.0, 0.1, np.nextafter(0.1, 1)]
    assert counts[:, 0].tolist() == [600, 300, 300]


def test_a_column_of_a_matrix_is_read_where_it_lies() -> None:
    matrix = np.arange(12.0).reshape(4, 3)
    values, _, _ = column_evidence(matrix[:, 1], np.zeros(4), 1)
    assert values.tolist() == [1, 4, 7, 10]
    values, _, _ = column_evidence(matrix[::-1, 1], np.zeros(4), 1)
    assert values.tolist() == [1, 4, 7, 10]


def test_an_empty_and_an_all_missing_column_have_no_values() -> None:
    for column in (np.empty(0), np.full(5, np.nan)):
        values, counts, unknown = column_evidence(column, np.zeros(len(column)), 2)
        assert values.size == 0
        assert counts.shape == (0, 2)
        assert unknown == len(column)


def test_a_nominal_column_has_no_distinct_numbers() -> None:
    codes = np.zeros(2, dtype=np.int32)
    view = _core.TableView([codes], np.array([3], dtype=np.int32), codes, 1)
    for attribute in (0, 1):
        with pytest.raises(InputError, match="no numeric attribute"):
            _core.column_evidence(view, attribute)


def test_the_mean_of_an_interval_is_that_of_its_values() -> None:
    values, weights = np.array([1.0, 2.0, 5.0]), np.array([[1.0, 0.0], [2.0, 1.0], [0.0, 2.0]])
    means = _core.interval_means(values, weights, np.array([2.5, 3.0, 4.0]))
    assert means.tolist() == [1.75, 2.75, 3.5, 5.0]  # the middle of one that holds none
    assert np.isnan(_core.interval_means(values, weights, np.array([0.0]))[0])
