"""T2 finds the best two-level tree."""

from __future__ import annotations

import signal
import threading
import time

import numpy as np
import pytest

from cutpoint.data.attribute import Attribute
from cutpoint.data.table import Table
from cutpoint.grow.t2 import search as t2_search
from cutpoint.grow.t2.cases import cases_of
from cutpoint.grow.t2.intervals import lowest_cuts
from cutpoint.grow.t2.learn import learn_t2
from cutpoint.grow.t2.search import Search
from cutpoint.grow.t2.sweep import sweep
from reference_t2 import ReferenceT2, shape_of


def small_table(seed: int) -> tuple[Table, int | None]:
    """Return a table of few cases, with ties, missing values, weights, and how many intervals."""
    rng = np.random.default_rng(seed)
    n, n_classes = int(rng.integers(1, 13)), int(rng.integers(2, 5))
    missing = rng.choice([0.0, 0.0, 0.1, 0.4])
    attributes, columns = [], []
    for a in range(int(rng.integers(1, 4))):
        unknown = rng.random(n) < missing
        if rng.random() < 0.7:
            column = rng.integers(0, rng.integers(1, 9), n) / 2
            column[unknown] = np.nan
            attributes.append(Attribute(f"x{a}"))
        else:
            n_values = int(rng.integers(1, 5))
            column = rng.integers(0, n_values, n).astype(np.int32)
            column[unknown] = -1
            attributes.append(Attribute(f"x{a}", tuple(f"v{i}" for i in range(n_values))))
        columns.append(column)
    target = rng.integers(0, n_classes, n).astype(np.int32)
    weights = None if rng.random() < 0.7 else rng.choice([0.25, 0.5, 1.0, 1.5, 3.0], n)
    classes = tuple("abcd"[:n_classes])
    table = Table(tuple(attributes), tuple(columns), n, classes, target, weights=weights)
    return table, (None, None, 1, 2, 3)[rng.integers(5)]


def middling_table(seed: int, n: int = 300) -> Table:
    """Return a table large enough for trees of tables and long sweeps."""
    rng = np.random.default_rng([seed, 1])
    n_classes = int(rng.integers(2, 5))
    attributes, columns = [], []
    signal = rng.normal(size=n)
    for a in range(4):
        if rng.random() < 0.75:
            column = rng.normal(size=n)
            signal += np.abs(column) * rng.normal()
            column = column.round(int(rng.integers(1, 5)))
            column[rng.random(n) < rng.choice([0.0, 0.1])] = np.nan
            attributes.append(Attribute(f"x{a}"))
        else:
            column = rng.integers(-1, 6, n).astype(np.int32)
            signal += rng.normal(size=7)[column]
            attributes.append(Attribute(f"x{a}", tuple("uvwxyz")))
        columns.append(column)
    target = np.searchsorted(np.quantile(signal, np.arange(1, n_classes) / n_classes), signal)
    weights = None if rng.random() < 0.5 else rng.integers(1, 9, n) / 4
    return Table(
        tuple(attributes), tuple(columns), n, tuple("abcd"[:n_classes]), target.astype(np.int32),
        weights=weights,
    )  # fmt: skip


def check_small_tables(seeds: range) -> None:
    for seed in seeds:
        table, max_intervals = small_table(seed)
        tree = learn_t2(table, max_intervals=max_intervals)
        errors, shape = ReferenceT2(table, max_intervals).best()
        assert tree.errors[0] == errors, seed
        assert shape_of(tree.root) == shape, seed


def test_the_tree_is_the_first_of_the_best_of_all_two_level_trees():
    check_small_tables(range(300))


@pytest.mark.slow
def test_the_tree_is_the_first_of_the_best_of_all_two_level_trees_of_thousands_of_tables():
    check_small_tables(range(300, 6000))


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("seed", range(6))
def test_sweeping_a_root_cut_counts_the_errors_of_every_cut(seed, side):
    table = middling_table(seed)
    cases, _ = cases_of(table)
    search = Search(cases, len(table.classes) + 1, np.zeros(2, dtype=np.int64))
    for root in np.flatnonzero(cases.numeric):
        last = cases.n_values[root] - 1
        direct = np.array([search.errors_at(root, cut)[:, side] for cut in range(last)])
        some = np.sort(np.random.default_rng(seed).integers(-1, last, 2))
        for low, high in (np.array([-1, last]), some):
            for a in range(len(table.attributes)):
                least = np.full(max(0, high - low - 1), 1 << 61)
                sweep(
                    cases, search.max_intervals, root, low, high, np.bool_(side == 0),
                    np.array([a]), search.progress, least,
                )  # fmt: skip
                assert least.tolist() == direct[low + 1 : high, a].tolist()


@pytest.mark.parametrize("seed", range(8))
def test_sweeps_and_threads_do_not_change_the_tree(seed, monkeypatch):
    table = middling_table(seed)
    tree = learn_t2(table)
    assert learn_t2(table, n_threads=3) == tree
    monkeypatch.setattr(t2_search, "_HALVINGS", 1)
    monkeypatch.setattr(Search, "_costs", lambda _: (1e18, 0.0, 0.0))
    assert learn_t2(table, n_threads=2) == tree
    assert learn_t2(table) == tree
    monkeypatch.setattr(Search, "_costs", lambda _: (0.0, 1.0, 0.0))
    assert learn_t2(table) == tree
    monkeypatch.setattr(Search, "_hopeless", lambda *_: False)
    assert learn_t2(table) == tree


def test_the_order_of_rows_does_not_change_the_tree():
    table = middling_table(3)
    rows = np.random.default_rng(0).permutation(table.n_rows)
    assert learn_t2(table.take(rows)) == learn_t2(table)


def test_a_search_that_is_told_to_stop_ends_as_by_ctrl_c():
    with pytest.raises(KeyboardInterrupt):
        learn_t2(middling_table(0), progress=np.array([0, 1]))


def test_ctrl_c_ends_a_long_search_and_its_threads():
    rng = np.random.default_rng(0)
    n = 20_000
    columns = tuple(rng.normal(size=(20, n)))
    attributes = tuple(Attribute(f"x{a}") for a in range(20))
    target = rng.integers(0, 4, n).astype(np.int32)
    table = Table(attributes, columns, n, tuple("abcd"), target)  # noise: no bound helps
    before = threading.active_count()
    progress = np.zeros(2, dtype=np.int64)

    def interrupt_the_search() -> None:
        while progress[0] == 0:  # while kernels compile, an exception may get lost
            time.sleep(0.01)
        signal.raise_signal(signal.SIGINT)

    interrupter = threading.Thread(target=interrupt_the_search)
    # A job in the background is started without this handler.
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        interrupter.start()
        with pytest.raises(KeyboardInterrupt):
            learn_t2(table, n_threads=2, progress=progress)
        interrupter.join()
    finally:
        signal.signal(signal.SIGINT, handler)
    assert threading.active_count() == before


def test_progress_ends_at_the_number_of_cases():
    table = middling_table(1)
    progress = np.zeros(2, dtype=np.int64)
    learn_t2(table, progress=progress)
    assert progress.tolist() == [table.n_rows, 0]


@pytest.mark.parametrize(
    ("weights", "most", "cuts"),
    [
        ([[2, 0], [2, 0]], 2, []),
        ([[1, 1], [1, 1], [0, 1]], 2, []),
        ([[2, 0], [1, 1], [0, 2]], 2, [0]),
        ([[2, 0], [0, 1], [1, 0], [0, 2]], 2, [0]),
        ([[2, 0], [0, 1], [1, 0], [0, 2]], 3, [0, 1, 2]),
        ([[1, 0], [0, 1], [1, 0]], 1, []),
    ],
)
def test_intervals_are_few_and_cuts_are_low(weights, most, cuts):
    assert lowest_cuts(np.array(weights), np.int64(most)).tolist() == cuts
