"""Cuts of whole cases of two classes, found without a table, against those of the table.

What is skipped must not matter: every method and measure gives the cut that the whole curve gives.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cutpoint
from cutpoint.cuts.curve import score_curve
from cutpoint.cuts.evidence import evidence
from cutpoint.cuts.thresholds import METHODS, chosen
from cutpoint.grow.chosen import chosen_cut
from cutpoint.grow.curves import (
    Curve,
    Tables,
    first_above,
    last_above,
    score_of,
    sum_ones,
    totals_of,
)
from cutpoint.grow.evidence import best_by_measure
from cutpoint.grow.fixed import CASE, phi_of_cases, scale_for
from cutpoint.grow.gini import scan_two_by_gini
from cutpoint.grow.resamples import mean_cut, room_for_resamples
from cutpoint.grow.settings import BY_MEASURE, GINI, NO_PENALTY
from cutpoint.measures.codes import CODES, OWN
from cutpoint.measures.entropies import phis_up_to
from cutpoint.measures.own import Own

MEASURES = [name for name in CODES if name != "contrast"]
CLASS_SHIFT, ROW_MASK = 12, (1 << 12) - 1


@cutpoint.criterion
def product(before: Any, after: Any) -> float:
    """Any function of the counts will do."""
    return after[0, 0] * after[1, 1] - before[0] + 0.5 * before[1]


class Column(NamedTuple):
    """A column of whole cases of two classes, as entries and as a table."""

    values: Any  # by case
    classes: Any
    entries: Any
    rank: Any
    tied: bool
    least: float

    @property
    def n1(self) -> int:
        return int(self.classes.sum())

    @property
    def numbers(self) -> tuple[Any, float]:
        """Return phi of whole numbers, in units, and the units of a bit."""
        scale = scale_for(float(len(self.values)))
        return phi_of_cases(np.int64(len(self.values) + 2), scale)[0], scale


def column_of(values: Any, classes: Any, least: float) -> Column:
    values = np.asarray(values, dtype=np.float64)
    classes = np.asarray(classes, dtype=np.int64)
    order = np.argsort(values, kind="stable")
    entries = (order | (classes[order] << CLASS_SHIFT)).astype(np.uint32)
    rank = np.unique(values, return_inverse=True)[1].astype(np.uint32)
    return Column(values, classes, entries, rank, len(set(rank)) < len(rank), least)


@st.composite
def columns(draw: st.DrawFn) -> Column:
    """Draw columns of up to a dozen blocks: noise, signal, ties, nearly one class."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    n = draw(st.sampled_from([2, 3, 9, 33, 64, 150, 400]))
    values = rng.normal(size=n)
    if draw(st.booleans()):
        values = np.round(values, draw(st.integers(0, 2))) + 0.0
    signal = draw(st.sampled_from([0.0, 0.3, 3.0]))
    bar = draw(st.sampled_from([-2.0, 0.0, 0.0, 2.0]))
    classes = signal * values + rng.normal(size=n) > bar
    return column_of(values, classes, draw(st.sampled_from([1.0, 2.0, 7.5])))


def curve_of(column: Column, code: int, own: int = 0, *, convex: bool = False) -> Curve:
    table, scale = column.numbers
    n = len(column.values)
    tables = Tables(table, phis_up_to(np.int64(n)), np.empty((2, 2)), np.empty(2))
    tables.before[:] = n - column.n1, column.n1
    totals = totals_of(
        np.int64(code), np.int64(own), np.bool_(convex), np.int64(n - column.n1),
        np.int64(column.n1), np.int64(column.least * CASE), scale, tables,
    )  # fmt: skip
    return Curve(
        totals, tables, column.entries, column.rank, np.bool_(column.tied), np.int64(CLASS_SHIFT),
        np.int64(ROW_MASK), np.empty(n + 1, dtype=np.int64),
    )  # fmt: skip


def table_of(column: Column) -> tuple[Any, Any]:
    table = evidence(column.values, column.classes)
    weights = np.zeros((len(table.values), 2))
    weights[:, table.classes] = table.weights
    return table.values, weights


def whole_curve(column: Column, code: int, own: int = 0) -> tuple[Any, Any]:
    """Return the cuts, as numbers of cases below, and their scores."""
    values, weights = table_of(column)
    n = len(values)
    positions, lefts, scores = np.empty(n, dtype=np.int64), np.empty(n), np.empty(n)
    size = score_curve(
        np.int64(code), np.int64(own), values, weights, column.least, positions, lefts, scores,
        phis_up_to(np.int64(len(column.values))),
    )  # fmt: skip
    return lefts[:size].astype(np.int64), scores[:size]


def cut_from_table(
    column: Column, method: str, code: int, window: int, width: float, key: int, own: int = 0
) -> int:
    values, weights = table_of(column)
    n = len(values)
    positions = np.empty(n, dtype=np.int64)
    lefts, scores, scratch = (np.empty(n) for _ in range(3))
    choice, *_ = chosen(
        np.int64(METHODS[method]), np.int64(code), np.int64(own), values, weights, column.least,
        np.int64(window), width, np.int64(4), np.uint64(key), positions, lefts, scores, scratch,
        phis_up_to(np.int64(len(column.values))),
    )  # fmt: skip
    return int(lefts[choice]) if choice >= 0 else 0


def cut_from_entries(
    column: Column, method: str, code: int, window: int, width: float, key: int, own: int = 0,
    start: float = -np.inf, *, convex: bool = False,
) -> int:  # fmt: skip
    curve = curve_of(column, code, own, convex=convex)
    n = len(column.values)
    if method == "bootstrap":
        drawn = room_for_resamples(4, n)
        return int(mean_cut(curve, column.values, start, drawn, np.int64(key)))
    if method == "kolmogorov":
        curve = curve_of(column, CODES["kolmogorov"])
    scratch = np.empty(n + 1), np.empty(n + 1), np.empty(n + 1, dtype=np.int64)
    how = np.int64(METHODS[method])
    return int(chosen_cut(how, curve, column.values, start, np.int64(window), width, *scratch))


@pytest.mark.parametrize("measure", MEASURES)
@given(columns())
def test_cuts_score_what_they_score_in_a_table(measure: str, column: Column) -> None:
    curve = curve_of(column, CODES[measure])
    classes = column.classes[np.argsort(column.values, kind="stable")]
    for cut, score in zip(*whole_curve(column, CODES[measure]), strict=True):
        c1 = int(classes[:cut].sum())
        assert score_of(curve.totals, curve.tables, cut - c1, c1) == score


@pytest.mark.parametrize("measure", MEASURES)
@given(columns(), st.floats(0, 1))
def test_the_first_and_the_last_cut_above_a_score_are_found(
    measure: str, column: Column, part: float
) -> None:
    cuts, scores = whole_curve(column, CODES[measure])
    if not len(cuts):
        return
    bar = scores.min() + part * (scores.max() - scores.min())
    curve = curve_of(column, CODES[measure])
    sum_ones(curve)
    above = cuts[scores > bar].tolist() or [0]
    assert first_above(curve, bar) == above[0]
    assert last_above(curve, bar) == above[-1]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("measure", MEASURES)
@given(
    columns(), st.sampled_from([1, 3, 21, 101]), st.sampled_from([0.0, 0.5, 2.5]),
    st.integers(1, 99),
)  # fmt: skip
def test_every_method_gives_the_cut_of_the_whole_curve(
    measure: str, method: str, column: Column, window: int, width: float, key: int
) -> None:
    options = method, CODES[measure], window, width, key
    assert cut_from_entries(column, *options) == cut_from_table(column, *options)


@pytest.mark.parametrize("method", ["classic", "smoothing", "averaging"])
@given(columns())
def test_a_measure_of_ones_own_is_asked_about_every_cut(method: str, column: Column) -> None:
    options = method, OWN, 5, 1.0, 0, Own(product).address
    assert cut_from_entries(column, *options) == cut_from_table(column, *options)


@cutpoint.criterion(convex=True)
def majority(before: Any, after: Any) -> float:
    """Cases that the majorities of the branches get right, less all: never above 0."""
    right = 0.0
    for b in range(after.shape[0]):
        most = 0.0
        for k in range(after.shape[1]):
            most = max(most, after[b, k])
            right -= after[b, k]
        right += most
    return right


@pytest.mark.parametrize("method", ["classic", "smoothing", "averaging"])
@given(columns())
def test_a_measure_said_to_be_convex_gives_the_cut_of_the_whole_curve(
    method: str, column: Column
) -> None:
    options = method, OWN, 5, 1.0, 0, Own(majority).address
    assert cut_from_entries(column, *options, convex=True) == cut_from_table(column, *options)


def test_a_tree_is_the_same_whether_or_not_its_measure_says_that_it_is_convex() -> None:
    rng = np.random.default_rng(5)
    X = rng.normal(size=(700, 6)).round(1)
    X[:, 3] = rng.normal(size=700)
    y = X[:, 0] * X[:, 1] + rng.normal(size=700) > 0
    trees = [
        cutpoint.TreeClassifier(criterion=measure, pruning=None).fit(X, y).tree_
        for measure in (majority, cutpoint.criterion(majority.function))
    ]
    assert trees[0] == trees[1]
    assert trees[0].n_leaves > 20


def first_weight(before: Any, after: Any) -> float:
    return float(after[0, 0])


@pytest.mark.parametrize("convex", [True, False])
def test_a_measure_stays_convex_when_it_is_pickled(convex: bool) -> None:
    measure = cutpoint.criterion(first_weight, convex=convex)
    assert pickle.loads(pickle.dumps(measure)).convex == convex
    assert pickle.loads(pickle.dumps(majority)) is majority


@pytest.mark.parametrize("method", ["classic", "smoothing", "averaging", "bootstrap"])
@pytest.mark.parametrize("measure", ["symmetric", "distance", "gini"])
@given(columns(), st.floats(0, 2))
def test_a_column_is_left_out_only_if_no_cut_is_above_the_start(
    measure: str, method: str, column: Column, part: float
) -> None:
    scores = whole_curve(column, CODES[measure])[1]
    if not len(scores):
        return
    start = scores.min() + part * (scores.max() - scores.min())
    options = method, CODES[measure], 5, 1.0, 3
    cut = cut_from_entries(column, *options, start=start)
    assert cut in {0, cut_from_table(column, *options)}
    assert (cut > 0) == (scores.max() > start)


def test_a_score_that_is_not_a_number_is_told() -> None:
    @cutpoint.criterion
    def sometimes(before: Any, after: Any) -> float:
        return np.nan if after[0, 0] + after[0, 1] == 40 else after[0, 0]

    column = column_of(np.arange(100), np.arange(100) % 3 == 0, 1.0)
    for method in ("classic", "smoothing", "averaging"):
        assert cut_from_entries(column, method, OWN, 5, 1.0, 0, Own(sometimes).address) == -1


@given(columns(), st.sampled_from([0, 5]))
def test_the_cut_by_gini_is_that_of_the_whole_curve(column: Column, unknown: int) -> None:
    weights = table_of(column)[1]
    table, scale = column.numbers
    n = len(column.values)
    n0, n1 = n - column.n1, column.n1
    least = np.int64(column.least * CASE)
    totals = np.array([n0, n1]) * CASE
    rows = weights.astype(np.int64) * CASE
    expected, below, _ = best_by_measure(
        rows, np.int64(len(rows)), np.int64(n) * CASE, np.int64(unknown) * CASE, totals, least,
        GINI, BY_MEASURE, NO_PENALTY, np.empty(2, dtype=np.int64),
    )  # fmt: skip
    _, cut = scan_two_by_gini(
        column.entries, np.int64(n0), np.int64(n1), np.int64(n + unknown),
        table[n0] + table[n1] - table[n], np.int64(np.ceil(column.least)), 0.0, column.rank,
        np.bool_(column.tied), np.int64(CLASS_SHIFT), np.int64(ROW_MASK), table, scale,
        np.empty(n + 1, dtype=np.int64),
    )  # fmt: skip
    assert cut == (below // CASE if expected >= 0 else -1)


def grown_trees() -> list[str]:
    """Return trees of a small table, one for each method and some measures."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(90, 3))
    X[:, 2] = np.round(X[:, 2], 1)
    y = X[:, 0] + 0.5 * X[:, 2] + 0.5 * rng.normal(size=90) > 0
    X[:9, 1] = np.nan
    wanted = [("symmetric", method) for method in METHODS]
    wanted += [(measure, "classic") for measure in ("gini", "mpi", "chi2", "kolmogorov")]
    return [
        str(
            cutpoint.TreeClassifier(
                criterion=criterion, threshold=method, pruning=None, max_depth=3, random_state=0
            )
            .fit(X, y)
            .tree_
        )
        for criterion, method in wanted
    ]


def test_the_kernels_run_uncompiled_with_the_same_trees() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", "import test_curves as t; print(t.grown_trees())"],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parent,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
    )
    assert done.stdout.strip() == str(grown_trees())
