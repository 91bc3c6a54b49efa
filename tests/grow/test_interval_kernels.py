"""What the learner does straight from sorted entries, against the tables it spares itself."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutpoint.cuts.equal_depth import equal_depth, equal_depth_of_cases
from cutpoint.cuts.intervals import CONTEXTUAL, MDLP, find_cuts
from cutpoint.cuts.options import NO_LIMIT, Options
from cutpoint.data.sorted import Layout
from cutpoint.grow.binned import count_classes, cut_bins, new_binned
from cutpoint.grow.fixed import BITS, CASE, phi_of_cases, scale_for
from cutpoint.grow.found import Numbers, new_room
from cutpoint.grow.worth_cutting import is_worth_cutting
from cutpoint.measures.codes import CODES
from cutpoint.measures.entropies import phis_up_to


class Column(NamedTuple):
    """A sorted column, and the table of class weights that it stands for."""

    entries: Any
    rank: Any
    tied: bool
    layout: Layout
    units: Any
    counts: Any
    stops: Any


def sorted_column(codes: Any, classes: Any, units: Any, n_classes: int) -> Column:
    """Return a column of values ``codes`` as the learner keeps it."""
    n = len(codes)
    row_bits, class_bits = max(1, (n - 1).bit_length()), max(1, (n_classes - 1).bit_length())
    layout = Layout(row_bits, (1 << class_bits) - 1, (1 << row_bits) - 1, row_bits + class_bits)
    rows = np.argsort(codes, kind="stable")
    values, rank = np.unique(codes, return_inverse=True)
    counts = np.zeros((len(values), n_classes))
    np.add.at(counts, (rank, classes), units / float(CASE))
    stops = np.searchsorted(codes[rows], values, side="right")
    entries = (rows | (classes[rows] << row_bits)).astype(np.uint32)
    tied = len(values) < n
    return Column(entries, rank.astype(np.uint32), tied, layout, units, counts, stops)


def random_column(seed: int, n_classes: int, *, weighted: bool = False) -> Column:
    """Return a column that tells much or nothing of the class, tied or not."""
    rng = np.random.default_rng(seed)
    n = int(rng.choice([2, 5, 24, 25, 26, 70, 400, 3000]))
    codes = rng.permutation(n) if seed % 2 else rng.integers(0, rng.integers(1, n + 1), n)
    told = rng.random(n) < rng.choice([0.0, 0.1, 0.3, 1.0])
    classes = np.where(told, codes * n_classes // n, rng.integers(0, n_classes, n))
    units = rng.integers(1, 3 * CASE, n) if weighted else np.full(n, CASE)
    return sorted_column(codes, classes, units, n_classes)


def cuts_of(method: int, column: Column, options: Options, unknown: float = 0.0) -> list[int]:
    """Return the entries up to each cut, found from the table."""
    counts = column.counts
    out, places = np.empty(len(counts) + 1, dtype=np.int64), np.empty(len(counts) + 1)
    values = np.arange(len(counts), dtype=np.float64)
    none = np.empty(0)
    n_cuts = find_cuts(method, values, counts, unknown, options, none, none, out, places)
    return column.stops[out[:n_cuts]].tolist()


@given(st.lists(st.integers(1, 9), min_size=1, max_size=60), st.integers(1, 30))
def test_equal_depth_of_cases_cuts_where_equal_depth_does(cases: list[int], n_bins: int) -> None:
    upto = np.cumsum(cases)
    one, other = np.empty(n_bins, dtype=np.int64), np.empty(n_bins, dtype=np.int64)
    n_cuts = equal_depth(np.array(cases, dtype=np.float64), n_bins, one)
    assert equal_depth_of_cases(upto, n_bins, other) == n_cuts
    assert other[:n_cuts].tolist() == one[:n_cuts].tolist()


@given(st.integers(1, 5000), st.integers(1, 60))
def test_equal_depth_of_cases_that_all_differ(n: int, n_bins: int) -> None:
    one, other = np.empty(n_bins, dtype=np.int64), np.empty(n_bins, dtype=np.int64)
    n_cuts = equal_depth(np.ones(n), n_bins, one)
    assert equal_depth_of_cases(np.arange(1, n + 1), n_bins, other) == n_cuts
    assert other[:n_cuts].tolist() == one[:n_cuts].tolist()


@pytest.mark.parametrize("n_classes", [2, 3, 5])
@pytest.mark.parametrize("kind", [np.int64, np.float64])
def test_classes_are_counted_run_by_run(n_classes: int, kind: type) -> None:
    column = random_column(7, n_classes)
    n = len(column.entries)
    rng = np.random.default_rng(n_classes)
    ends = np.append(np.sort(rng.integers(0, n + 1, 9)), n)
    counts = np.full((len(ends), n_classes), -1, dtype=kind)
    count_classes(column.entries, ends, np.int64(len(ends)), column.layout, counts)
    classes = column.entries >> column.layout.class_shift
    runs = np.split(classes, ends[:-1])
    expected = [np.bincount(run, minlength=n_classes).tolist() for run in runs]
    assert counts.tolist() == expected


@pytest.mark.parametrize("n_classes", [2, 3])
@pytest.mark.parametrize("seed", range(40))
def test_bins_of_entries_are_cut_as_the_table_of_values_is(seed: int, n_classes: int) -> None:
    column = random_column(seed, n_classes)
    rng = np.random.default_rng(seed)
    measure = str(rng.choice(["gain", "gain_ratio", "gini", "mantaras", "distance"]))
    options = Options(
        measure=CODES[measure], bins=int(rng.choice([NO_LIMIT, 7, 25, 40])),
        min_cases=float(rng.integers(1, 4)), max_branches=int(rng.choice([NO_LIMIT, 5])),
    )  # fmt: skip
    unknown = float(rng.integers(0, 3))
    n = len(column.entries)
    room, ends = new_binned(n, n_classes, options.bins), np.empty(n + 1, dtype=np.int64)
    n_cuts, n_values = cut_bins(
        column.entries, column.rank, column.tied, unknown, column.layout, options,
        phis_up_to(n), room, ends,
    )  # fmt: skip
    assert n_values == len(column.counts)
    expected = cuts_of(CONTEXTUAL, column, options, unknown) if n_values > 1 else []
    assert ends[:n_cuts].tolist() == expected


def may_be_cut(column: Column, *, weighted: bool) -> bool:
    n, n_classes = len(column.entries), column.counts.shape[1]
    scale = scale_for(float(column.counts.sum()))
    numbers = Numbers(*phi_of_cases(n, scale), scale, int(BITS * scale))
    room = new_room(n, n_classes, 2, False, False)
    classes = column.entries >> column.layout.class_shift
    rows = column.entries & column.layout.row_mask
    room.totals[:] = 0
    np.add.at(room.totals, classes, column.units[rows])
    return bool(
        is_worth_cutting(
            column.entries, column.rank, column.tied, column.units, weighted, not weighted,
            room.totals.sum(), column.layout, numbers, room,
        )
    )  # fmt: skip


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("n_classes", [2, 3, 5])
@pytest.mark.parametrize("seed", range(40))
def test_a_column_that_mdlp_cuts_is_worth_cutting(
    seed: int, n_classes: int, weighted: bool
) -> None:
    column = random_column(seed, n_classes, weighted=weighted)
    if len(column.counts) > 1 and cuts_of(MDLP, column, Options()):
        assert may_be_cut(column, weighted=weighted)


@pytest.mark.parametrize("n_classes", [2, 3])
def test_a_column_that_tells_nothing_is_not_worth_cutting(n_classes: int) -> None:
    rng = np.random.default_rng(n_classes)
    found = []
    for _ in range(20):
        classes = rng.integers(0, n_classes, 2000)
        column = sorted_column(rng.permutation(2000), classes, np.full(2000, CASE), n_classes)
        found.append(may_be_cut(column, weighted=False))
    assert sum(found) <= 2
