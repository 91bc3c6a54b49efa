from __future__ import annotations

import sys
from random import Random

import pytest

from cutpoint.data.attribute import Attribute
from cutpoint.errors import InputError
from cutpoint.tree import Tree, example_tree
from cutpoint.tree.rules import rules_of
from support import needs
from support.random_trees import make_tree


def test_a_frame_has_a_row_for_each_node_and_says_what_leads_to_it() -> None:
    for seed in range(20):
        tree = make_tree(Random(seed), 4, 3, 4)
        rows = tree.to_frame("pyarrow").to_pylist()
        assert [row["node"] for row in rows] == list(range(tree.n_nodes))
        for row in rows:
            node = tree.node(row["node"])
            assert row["depth"] == node.depth
            assert (row["class"], row["cases"], row["errors"]) == (
                node.label,
                node.cases,
                node.errors,
            )
            assert [row[f"cases({label})"] for label in tree.classes] == list(
                node.distribution.values()
            )
            assert row["attribute"] == (None if node.is_leaf else node.attribute.name)
            if row["parent"] is None:
                assert (row["node"], row["branch"], row["condition"]) == (0, None, None)
            else:
                parent = tree.node(row["parent"])
                assert parent.branches[row["branch"]] == node
                assert row["condition"] == parent.test.describe(row["branch"])


def test_frames_of_all_kinds_hold_the_same() -> None:
    needs.package("polars")
    tree = example_tree()
    for make in (tree.to_frame, tree.rules_frame):
        arrow = make("pyarrow")
        assert make("polars").to_arrow().to_pydict() == arrow.to_pydict()
        pandas = make("pandas")
        assert list(pandas.columns) == arrow.column_names
        for name in ("node", "class", "cases", "cases(Play)"):
            assert pandas[name].tolist() == arrow[name].to_pylist()
        assert type(make()) is type(pandas)


def test_a_whole_number_with_a_gap_stays_whole_in_pandas() -> None:
    frame = example_tree().to_frame("pandas")
    assert str(frame["parent"].dtype) == "Int64"
    assert frame["cuts"][1].tolist() == [75.0]


def test_without_pandas_the_frame_is_arrows(monkeypatch: pytest.MonkeyPatch) -> None:
    import pyarrow as pa

    from cutpoint.tree import frame

    monkeypatch.setattr(frame, "find_spec", lambda name: None)
    assert isinstance(example_tree().to_frame(), pa.Table)
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(InputError, match="needs the package polars"):
        example_tree().to_frame("polars")
    with pytest.raises(InputError, match="kind must be one of pandas, polars, pyarrow"):
        example_tree().to_frame("excel")


def test_rules_put_together_what_several_tests_ask_of_one_attribute() -> None:
    leaf = {"class": 0, "cases": 1.0, "errors": 0.0, "distribution": [1.0]}
    tests = [
        {"attribute": 0, "cuts": [1.0, 5.0], "branches": [1, 2, 3]},
        {},
        {"attribute": 0, "cuts": [3.0], "branches": [4, 5]},
        {},
        {},
        {"attribute": 1, "groups": [[0, 1], [2]], "branches": [6, 7]},
        {"attribute": 1, "groups": [[1, 2], [0]], "branches": [8, 9]},
        {},
        {},
        {},
    ]
    attributes = [Attribute("x"), Attribute("colour", ("red", "green", "blue"))]
    tree = Tree.from_nodes([leaf | test for test in tests], attributes, ["yes"])
    assert [str(rule) for rule in rules_of(tree)] == [
        "x <= 1",
        "x in (1, 3]",
        "x in (3, 5] and colour = green",
        "x in (3, 5] and colour = red",
        "x in (3, 5] and colour = blue",
        "x > 5",
    ]
    assert tree.rules_frame("pyarrow")["length"].to_pylist() == [1, 1, 2, 2, 2, 1]


def test_a_single_leaf_is_a_rule_that_always_holds() -> None:
    leaf = {"class": 0, "cases": 1.0, "errors": 0.0, "distribution": [1.0]}
    tree = Tree.from_nodes([leaf], [], ["yes"])
    assert [str(rule) for rule in rules_of(tree)] == ["always"]
    assert tree.to_frame("pyarrow")["class"].to_pylist() == ["yes"]
