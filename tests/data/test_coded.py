"""Codes of columns with few values, against np.unique."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from cutpoint.data.attribute import Attribute
from cutpoint.data.coded import MOST_FEW, CodedColumn, code_column, code_whole_columns
from cutpoint.data.sorted import FEW, sort_columns
from cutpoint.data.table import Table

KINDS = ("small", "signed", "wide", "far", "halves", "real", "constant", "missing", "huge")


def column_of(kind: str, n: int, rng: np.random.Generator, *, some_missing: bool) -> np.ndarray:
    x = {
        "small": lambda: rng.integers(0, 9, n).astype(float),
        "signed": lambda: rng.choice([-0.0, 0.0, -3.0, 300.0, -3500.0], n),
        "wide": lambda: rng.integers(-5_000, 5_000, n).astype(float),
        "far": lambda: 2.0**53 + 2.0 * rng.integers(0, 5, n),
        "halves": lambda: rng.integers(0, 9, n) / 2.0,
        "real": lambda: rng.normal(size=n),
        "constant": lambda: np.full(n, 7.0),
        "missing": lambda: np.full(n, np.nan),
        "huge": lambda: rng.choice([1e300, -1e300, 1.0], n),
    }[kind]()
    if some_missing:
        x[rng.random(n) < 0.2] = np.nan
    return x


def check(coded: CodedColumn, x: np.ndarray) -> None:
    """Check the codes of a column, if there should be any."""
    known = ~np.isnan(x)
    distinct = np.unique(x[known])
    if len(distinct) + (not known.all()) > MOST_FEW:
        assert coded.n_values == -1
        return
    assert coded.n_values == len(distinct)
    np.testing.assert_array_equal(coded.distinct, distinct)
    assert coded.known == known.all()


@given(
    st.lists(st.sampled_from(KINDS), min_size=1, max_size=6),
    st.integers(1, 700), st.integers(0, 2**31), st.booleans(),
)  # fmt: skip
def test_columns_are_coded_by_their_different_values(
    kinds: list[str], n: int, seed: int, some_missing: bool
) -> None:
    rng = np.random.default_rng(seed)
    X = np.column_stack([column_of(k, n, rng, some_missing=some_missing) for k in kinds])
    together = code_whole_columns(X, MOST_FEW)
    for j, x in enumerate(X.T):
        alone = code_column(x.copy())
        check(alone, x)
        known = ~np.isnan(x)
        if alone.n_values >= 0:
            np.testing.assert_array_equal(alone.distinct[alone.codes[known]], x[known])
            assert (alone.codes[~known] == alone.n_values).all()
        if j in together:
            check(together[j], x)
        if j in together and together[j].n_values > 1:
            np.testing.assert_array_equal(together[j].codes, alone.codes)


def test_which_columns_are_coded_together() -> None:
    rng = np.random.default_rng(0)
    X = np.column_stack([column_of(k, 5_000, rng, some_missing=False) for k in KINDS])
    coded = code_whole_columns(X, MOST_FEW)
    assert {KINDS[j]: column.n_values for j, column in coded.items()} == {
        "small": 9, "signed": 4, "constant": 1, "missing": 0,
    }  # fmt: skip
    none = code_whole_columns(X, 0)  # nothing but whether a column is constant
    assert none[0].n_values == 9
    assert none[0].codes.size == 0


def test_codes_that_were_made_together_are_not_copied_and_others_are_gathered() -> None:
    rng = np.random.default_rng(1)
    whole = rng.integers(0, 5, (300, 3)).astype(float)
    mixed = whole.copy()
    mixed[:, 1] /= 2
    for X in (whole, mixed):
        target = (np.arange(300) % 2).astype(np.int32)
        attributes = tuple(Attribute(f"x{j}") for j in range(3))
        table = Table(attributes, tuple(X.T), 300, ("a", "b"), target)
        columns, _ = sort_columns(table)
        assert (columns.kind == FEW).all()
        assert columns.few_known.all()
        for j in range(3):
            np.testing.assert_array_equal(columns.few_values[j][columns.few[:, j]], X[:, j])
