"""Trees on their way into the core and back."""

from __future__ import annotations

import gc
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from cutpoint import _core
from cutpoint.data.attribute import value_counts
from cutpoint.errors import InputError
from cutpoint.tree import example_tree
from cutpoint.tree.arrays import node_table, tree_of
from cutpoint.tree.tree import Tree


def test_a_tree_that_goes_into_the_core_comes_back_the_same() -> None:
    tree = example_tree()
    back = tree_of(node_table(tree).arrays(), tree.attributes, tree.classes)
    assert back == tree
    for name in ("attribute", "first_child", "n_branches", "test_start", "cuts", "distribution"):
        ours, theirs = getattr(tree, name), getattr(back, name)
        assert ours.dtype == theirs.dtype
        np.testing.assert_array_equal(ours, theirs)


def test_branches_for_unknown_values_come_back() -> None:
    tree = example_tree()
    unknown = np.zeros(tree.n_nodes, dtype=bool)
    unknown[3] = True
    branch_of = np.where(tree.branch_of == 1, 0, tree.branch_of)
    arrays = {**node_table(tree).arrays(), "unknown": unknown, "branch_of": branch_of}
    back = _core.NodeTable(arrays, value_counts(tree.attributes)).arrays()  # type: ignore[arg-type]
    np.testing.assert_array_equal(back["unknown"], unknown)


def test_the_arrays_live_longer_than_what_they_came_from() -> None:
    label = node_table(example_tree()).arrays()["label"]
    gc.collect()
    np.testing.assert_array_equal(label, example_tree().label)


def _changed(name: str, position: int, value: int) -> Tree:
    tree = example_tree()
    array = getattr(tree, name).copy()
    array[position] = value
    return replace(tree, **{name: array})


@pytest.mark.parametrize(
    ("name", "position", "value", "message"),
    [
        ("label", 2, 2, "node 2 of the tree has a class that does not exist"),
        ("label", 2, -1, "a class that does not exist"),
        ("attribute", 0, 9, "an attribute that does not exist"),
        ("attribute", 0, -1, "a leaf with branches"),
        ("first_child", 1, 1, "not after it"),
        ("first_child", 1, 8, "not after it"),
        ("first_child", 1, 2, "shares a child"),
        ("first_child", 0, -5, "not after it"),
        ("n_branches", 0, -1, "too few branches"),
        ("n_branches", 0, 2**31 - 1, "not after it"),
        ("n_branches", 1, 1, "not a branch of any other node"),
        ("test_start", 0, 2**62, "outside the tests"),
        ("test_start", 1, -1, "outside the tests"),
        ("branch_of", 0, 3, "a branch it does not have"),
        ("branch_of", 0, -2, "a branch it does not have"),
    ],
)
def test_what_is_no_tree_is_refused(name: str, position: int, value: int, message: str) -> None:
    with pytest.raises(InputError, match=message):
        node_table(_changed(name, position, value))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("label", None),
        ("label", np.zeros(8, dtype=np.int64)),
        ("label", np.zeros((8, 1), dtype=np.int32)),
        ("label", np.zeros(16, dtype=np.int32)[::2]),
        ("distribution", np.zeros(16)),
        ("unknown", np.zeros(8, dtype=np.int8)),
    ],
)
def test_an_array_of_another_type_or_shape_is_refused(name: str, value: Any) -> None:
    tree = example_tree()
    arrays: Any = {**node_table(tree).arrays(), name: value}
    with pytest.raises(InputError, match=name):
        _core.NodeTable(arrays, value_counts(tree.attributes))


def test_arrays_of_different_lengths_are_refused() -> None:
    tree = example_tree()
    for name in ("label", "cases", "distribution", "unknown"):
        arrays: Any = node_table(tree).arrays()
        arrays[name] = np.zeros(3, dtype=bool) if name == "unknown" else arrays[name][:3]
        with pytest.raises(InputError, match="different lengths"):
            _core.NodeTable(arrays, value_counts(tree.attributes))
    empty: Any = {key: array[:0] for key, array in node_table(tree).arrays().items()}
    with pytest.raises(InputError, match="at least one node"):
        _core.NodeTable(empty, value_counts(tree.attributes))
