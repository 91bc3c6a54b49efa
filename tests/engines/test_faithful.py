"""The faithful learner: what it refuses, and how fast it stops. Its trees: tests/test_fidelity.py.

Golden trees say what it must give; here it is asked in ways that no golden tree has.
"""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from cutpoint import InputError, _core
from cutpoint._core import Progress
from cutpoint.data import make_mixed
from cutpoint.data.attribute import Attribute
from cutpoint.data.table import Table
from cutpoint.engines.memory import learn
from cutpoint.learn import IntervalMethod, LearnSpec
from cutpoint.tree import example_tree
from cutpoint.tree.arrays import node_table


def release8(table: Table, **options: Any) -> _core.Release8:
    defaults: dict[str, Any] = {
        "min_cases": 2.0,
        "confidence": 0.25,
        "gain_ratio": True,
        "group_values": False,
        "in_order": False,
        "max_depth": None,
    }
    return _core.Release8(table.view(), Progress(), **{**defaults, **options})


def every(table: Table) -> np.ndarray:
    return np.arange(table.n_rows, dtype=np.int32)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"min_cases": -1.0}, "minimum number of cases"),
        ({"min_cases": np.nan}, "minimum number of cases"),
        ({"confidence": 1.5}, "confidence level"),
        ({"confidence": np.nan}, "confidence level"),
    ],
)
def test_options_that_mean_nothing_are_refused(options: dict[str, float], message: str) -> None:
    with pytest.raises(InputError, match=message):
        release8(make_mixed(50), **options)


def test_items_that_are_no_cases_are_refused() -> None:
    table = make_mixed(50)
    learner = release8(table, in_order=True)
    for items, message in (([0, 50], "items holds 50"), ([-1], "items holds -1"), ([], "no cases")):
        with pytest.raises(InputError, match=message):
            learner.grow(np.array(items, dtype=np.int32), Progress())
    numbers = Table((Attribute("x"),), (np.arange(50.0),), 50, ("a",), np.zeros(50, np.int32))
    with pytest.raises(InputError, match="some cases need in_order"):
        release8(numbers).grow(np.arange(10, dtype=np.int32), Progress())


def test_a_tree_of_another_table_is_not_pruned() -> None:
    table = make_mixed(50)
    learner = release8(table)
    with pytest.raises(InputError):
        learner.prune(node_table(example_tree()), every(table), Progress())


def test_a_tree_that_release_8_does_not_have_is_not_pruned() -> None:
    x, y = np.arange(6.0), np.arange(6, dtype=np.int32) // 2
    table = Table((Attribute("x"),), (x,), 6, ("a", "b", "c"), y)
    thirds = IntervalMethod("equal_width", {"n_bins": 3})
    tree = learn(table, LearnSpec(cuts="equal_width", intervals=thirds, min_cases=1.0)).unpruned
    assert tree.n_branches[0] == 3
    with pytest.raises(InputError, match="no numeric test of more than one cut"):
        release8(table).prune(node_table(tree), every(table), Progress())
    binary = learn(table, LearnSpec(min_cases=1.0)).unpruned
    unknown = replace(binary, unknown=np.zeros(binary.n_nodes, dtype=bool))
    with pytest.raises(InputError, match="no branches for unknown values"):
        release8(table).prune(node_table(unknown), every(table), Progress())


def test_more_classes_than_it_can_number_are_refused() -> None:
    n = (1 << 16) + 1
    table = Table((), (), n, tuple(range(n)), np.arange(n, dtype=np.int32))
    with pytest.raises(InputError, match="classes"):
        release8(table)


def test_a_table_of_nothing_but_a_class_gives_a_leaf() -> None:
    table = Table((), (), 3, ("a", "b"), np.array([0, 1, 1], dtype=np.int32))
    learned = learn(table, LearnSpec.for_release(8, faithful=True))
    assert learned.pruned.n_nodes == 1
    assert learned.pruned.root.label == "b"


def test_columns_without_a_known_value_are_never_tested() -> None:
    x = np.full(20, np.nan)
    colour = np.full(20, -1, dtype=np.int32)
    y = np.arange(20, dtype=np.int32) % 2
    attributes = (Attribute("x"), Attribute("colour", ("blue", "red", "green")))
    table = Table(attributes, (x, colour), 20, ("a", "b"), y)
    for nominal in ("values", "groups"):
        spec = LearnSpec.for_release(8, faithful=True, nominal=nominal)
        assert learn(table, spec).unpruned.n_nodes == 1


def test_minus_999_and_missing_are_the_same_to_it() -> None:
    rng = np.random.default_rng(0)
    x = rng.normal(size=(2, 200))
    y = (x[0] > x[1]).astype(np.int32)
    gone = rng.random(x.shape) < 0.2
    attributes = (Attribute("x"), Attribute("y"))
    trees = [
        learn(
            Table(attributes, tuple(np.where(gone, mark, x)), 200, ("a", "b"), y),
            LearnSpec.for_release(8, faithful=True),
        ).unpruned
        for mark in (np.nan, -999.0)
    ]
    assert trees[0] == trees[1]
    assert trees[0].n_nodes > 1


def test_numbers_beyond_single_precision_are_infinite() -> None:
    x = np.array([-1e300, -1e300, 1.0, 1.0, 1e300, 1e300] * 3)
    y = np.array([0, 0, 1, 1, 0, 0] * 3, dtype=np.int32)
    table = Table((Attribute("x"),), (x,), 18, ("a", "b"), y)
    tree = learn(table, LearnSpec.for_release(8, faithful=True)).unpruned
    assert tree.n_leaves == 3
    assert (tree.predict_codes(x[:, np.newaxis]) == y).all()


@pytest.mark.parametrize("missing", [0.0, 0.05])
def test_it_stops_at_once(missing: float) -> None:
    """There is so much noise that the tree is large and takes seconds."""
    rng = np.random.default_rng(0)
    n = 400_000
    columns = rng.normal(size=(10, n))
    target = (columns.sum(axis=0) > rng.normal(size=n) * 5).astype(np.int32)
    columns[rng.random(columns.shape) < missing] = np.nan
    attributes = tuple(Attribute(f"x{j}") for j in range(10))
    table = Table(attributes, tuple(columns), n, (0, 1), target)
    progress = Progress()

    def stop() -> None:
        while progress.done == 0:
            time.sleep(0.01)
        progress.request_stop()

    stopper = threading.Thread(target=stop, daemon=True)
    stopper.start()
    with pytest.raises(KeyboardInterrupt):
        learn(table, LearnSpec.for_release(8, faithful=True, min_cases=1), progress)
    stopper.join()
    assert progress.done < n  # long before the end
