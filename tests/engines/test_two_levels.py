"""T2 finds the best two-level tree."""

from __future__ import annotations

import signal
import threading
import time
from dataclasses import replace

import numpy as np
import pytest

from cutpoint import InputError
from cutpoint._core import Progress, T2Bounds, T2Sweep
from cutpoint.data.attribute import Attribute
from cutpoint.data.table import Table
from cutpoint.engines.two_levels import learn_t2
from support.reference.t2 import ReferenceT2, shape_of


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
        tuple(attributes),
        tuple(columns),
        n,
        tuple("abcd"[:n_classes]),
        target.astype(np.int32),
        weights=weights,
    )


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


@pytest.mark.parametrize("seed", range(8))
def test_threads_sweeps_and_bounds_do_not_change_the_tree(seed):
    table = middling_table(seed)
    tree = learn_t2(table)
    assert learn_t2(table, n_threads=3) == tree
    for sweep in T2Sweep:
        for bounds in T2Bounds:
            assert learn_t2(table, n_threads=2, sweep=sweep, bounds=bounds) == tree


def test_the_order_of_rows_does_not_change_the_tree():
    table = middling_table(3)
    rows = np.random.default_rng(0).permutation(table.n_rows)
    assert learn_t2(table.take(rows)) == learn_t2(table)


def test_a_search_that_is_told_to_stop_ends_as_by_ctrl_c():
    stopped = Progress()
    stopped.request_stop()
    with pytest.raises(KeyboardInterrupt):
        learn_t2(middling_table(0), progress=stopped)


def test_ctrl_c_ends_a_long_search_and_its_threads():
    rng = np.random.default_rng(0)
    n = 20_000
    columns = tuple(rng.normal(size=(20, n)))
    attributes = tuple(Attribute(f"x{a}") for a in range(20))
    target = rng.integers(0, 4, n).astype(np.int32)
    table = Table(attributes, columns, n, tuple("abcd"), target)  # noise: no bound helps
    before = threading.active_count()
    progress = Progress()

    def interrupt_the_search() -> None:
        while progress.done == 0:
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
    assert progress.stop_requested


def test_progress_ends_at_the_number_of_cases():
    table = middling_table(1)
    progress = Progress()
    learn_t2(table, progress=progress)
    assert progress.done == table.n_rows
    assert not progress.stop_requested


@pytest.mark.parametrize("n_threads", [1, 3])
def test_tables_of_next_to_nothing_have_a_leaf(n_threads):
    nothing = np.empty(0)
    for columns, n in [((), 0), ((), 3), ((nothing,), 0), ((np.full(3, np.nan),), 3)]:
        attributes = tuple(Attribute(f"x{a}") for a in range(len(columns)))
        table = Table(attributes, columns, n, ("a",), np.zeros(n, dtype=np.int32))
        tree = learn_t2(table, n_threads=n_threads)
        assert (tree.n_nodes, tree.cases[0], tree.errors[0]) == (1, n, 0)


def test_infinite_numbers_can_be_told_apart():
    x = np.array([-np.inf, 0.0, -0.0, np.inf])
    y = np.array([0, 1, 1, 0], dtype=np.int32)
    tree = learn_t2(Table((Attribute("x"),), (x,), 4, ("a", "b"), y))
    assert tree.errors[0] == 0
    assert tree.predict_codes(x.reshape(-1, 1)).tolist() == y.tolist()


def test_what_cannot_be_an_index_is_refused():
    table = middling_table(2)
    for wrong in (-1, len(table.classes)):
        with pytest.raises(InputError, match="target"):
            learn_t2(replace(table, target=np.full(table.n_rows, wrong, dtype=np.int32)))
    with pytest.raises(InputError, match="max_intervals"):
        learn_t2(table, max_intervals=0)
