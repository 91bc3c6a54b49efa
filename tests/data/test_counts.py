"""Class weights per distinct value, against plain counting."""

from __future__ import annotations

import numpy as np
import pytest

from cutpoint.data.counts import class_counts
from random_cases import NUMERIC


@pytest.mark.parametrize("make", NUMERIC)
@pytest.mark.parametrize("n", [1, 7, 400, 3000])
def test_every_case_is_counted_once_at_its_value(make, n):
    rng = np.random.default_rng(n)
    for weighted in (False, True):
        column = make(rng, n)
        target = rng.integers(0, 3, n)
        weights = rng.integers(1, 5, n) / 2 if weighted else None
        column[rng.random(n) < 0.1] = np.nan
        values, counts, unknown = class_counts(column, target, 3, weights)
        each = np.ones(n) if weights is None else weights
        known = ~np.isnan(column)
        expected, where = np.unique(column[known] + 0.0, return_inverse=True)
        table = np.zeros((len(expected), 3))
        np.add.at(table, (where, target[known]), each[known])
        assert values.tolist() == expected.tolist()
        assert counts.tolist() == table.tolist()
        assert unknown == pytest.approx(each[~known].sum())


def test_an_empty_and_an_all_missing_column_have_no_values():
    for column in (np.empty(0), np.full(5, np.nan)):
        values, counts, unknown = class_counts(column, np.zeros(len(column), dtype=int), 2)
        assert values.size == 0
        assert counts.shape == (0, 2)
        assert unknown == len(column)
