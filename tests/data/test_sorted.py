"""Columns as the exact learner scans them, against a plain sort."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutpoint.data.attribute import Attribute
from cutpoint.data.coded import MOST_FEW
from cutpoint.data.sorted import FEW, IGNORED, SORTED, sort_columns
from cutpoint.data.table import Table

NEAR = [0.0, -0.0, 1.0, np.nextafter(1, 2), np.nextafter(1, 0), 5e-324, -5e-324, 1e300, -1e300]


def one_column(x: np.ndarray, seed: int = 0) -> Table:
    target = np.random.default_rng(seed).integers(0, 3, len(x)).astype(np.int32)
    return Table((Attribute("x"),), (x,), len(x), ("a", "b", "c"), target)


@given(st.integers(1, 900), st.integers(0, 2**31), st.sampled_from([0, 100, 400]))
def test_every_known_value_is_there_once_in_order_with_its_class(
    n: int, seed: int, n_others: int
) -> None:
    """Nearly equal numbers share the bits that are sorted first; they must be told apart."""
    rng = np.random.default_rng(seed)
    some = np.concatenate([[np.nan], NEAR, 1 + rng.integers(0, 9, n_others) * 2.0**-52])
    x = rng.choice(np.concatenate([some, rng.normal(size=n_others)]), n)
    table = one_column(x, seed)
    columns, layout = sort_columns(table)
    known = ~np.isnan(x)
    distinct = np.unique(x[known])
    if columns.kind[0] == SORTED:
        entries = columns.entries[0, : columns.lengths[0]]
        rows = entries & layout.row_mask
        assert sorted(rows) == np.flatnonzero(known).tolist()
        assert (np.diff(x[rows]) >= 0).all()
        classes = (entries >> layout.class_shift) & layout.class_mask
        assert (classes == table.target[rows]).all()
        assert columns.tied[0] == (len(distinct) < known.sum())
        if columns.tied[0]:
            assert (columns.rank[0][rows] == np.searchsorted(distinct, x[rows])).all()
    elif columns.kind[0] == FEW:
        codes = columns.few[:, 0]
        assert ((codes == columns.n_values[0]) == ~known).all()
        assert (columns.few_values[0][codes[known]] == x[known]).all()
    else:
        assert columns.kind[0] == IGNORED
        assert len(distinct) < 2


@pytest.mark.parametrize("scale", [1.0, 0.5])
@pytest.mark.parametrize("missing", [False, True])
def test_a_column_is_coded_up_to_256_values_missing_being_one(scale: float, missing: bool) -> None:
    for n_values in (MOST_FEW - 1, MOST_FEW, MOST_FEW + 1):
        x = np.arange(n_values) * scale
        if missing:
            x = np.append(x, np.nan)
        coded = n_values + missing <= MOST_FEW
        assert sort_columns(one_column(x))[0].kind[0] == (FEW if coded else SORTED)


@pytest.mark.parametrize("n_threads", [1, 2, 3])
@pytest.mark.parametrize("shape", [(2, 1), (3, 4), (64, 5), (1000, 7), (300, 37)])
def test_columns_of_a_matrix_of_rows_are_what_separate_columns_are(
    shape: tuple[int, int], n_threads: int
) -> None:
    X = np.random.default_rng(1).normal(size=shape)
    target = np.arange(shape[0], dtype=np.int32) % 2
    attributes = tuple(Attribute(f"x{j}") for j in range(shape[1]))
    tables = [
        Table(attributes, tuple(columns), shape[0], ("a", "b"), target)
        for columns in (X.T, [column.copy() for column in X.T])
    ]
    (one, _), (other, _) = (sort_columns(table, 0, n_threads) for table in tables)
    n = one.lengths[0]
    np.testing.assert_array_equal(one.entries[:, :n], other.entries[:, :n])


@pytest.mark.parametrize("n_threads", [1, 2])
def test_columns_of_few_values_among_many_of_a_matrix_leave_no_gap(n_threads: int) -> None:
    """Columns are sorted some at a time, and only then is it known which have few values."""
    rng = np.random.default_rng(2)
    X = rng.normal(size=(600, 50))
    few, whole, constant = [0, 7, 16, 31, 32, 49], [3, 17], [8, 33]
    X[:, few] = rng.choice([0.5, 1.5, np.nan], (600, len(few)))
    X[:, whole] = rng.integers(0, 5, (600, len(whole)))
    X[:, constant] = 4.5
    target = np.arange(600, dtype=np.int32) % 3
    attributes = tuple(Attribute(f"x{j}") for j in range(50))
    tables = [
        Table(attributes, tuple(columns), 600, ("a", "b", "c"), target)
        for columns in (X.T, [column.copy() for column in X.T])
    ]
    (one, _), (other, _) = (sort_columns(table, n_threads=n_threads) for table in tables)
    assert sorted(few + whole) == np.flatnonzero(one.kind == FEW).tolist()
    assert constant == np.flatnonzero(one.kind == IGNORED).tolist()
    assert one.entries.shape[0] == one.rank.shape[0] == len(one.lengths) == 40
    np.testing.assert_array_equal(one.entries[:, :600], other.entries[:, :600])
    for field in set(one._fields) - {"entries", "rank"}:  # ranks are there only for ties
        np.testing.assert_array_equal(getattr(one, field), getattr(other, field), err_msg=field)
