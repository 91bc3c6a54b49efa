"""How two trees differ: changes that are made by hand are found, cases are counted one by one."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pandas as pd
import pytest

from cutpoint import C45Classifier
from cutpoint.data import demo_path
from cutpoint.data.attribute import Attribute
from cutpoint.errors import InputError
from cutpoint.rules.model import RulesModel
from cutpoint.tree import Model, Tree, diff, example_tree
from cutpoint.tree.difference import Kind
from cutpoint.views.difference import difference_page
from support.random_rules import make_rules
from support.running import refuses, succeeds
from support.same_rows import HOSTILE, make_rows, make_tree, matrix_of


def rebuilt(nodes: list[dict[str, Any]], tree: Tree) -> Tree:
    return Tree.from_nodes(nodes, tree.attributes, tree.classes, tree.single)


def only(before: Tree, after: Tree) -> tuple[Kind, tuple[str, ...], str, str]:
    (change,) = diff(before, after).changes
    return change.kind, change.path, change.was, change.now


def test_a_tree_does_not_differ_from_itself() -> None:
    for seed in range(10):
        tree = make_tree(Random(seed), single=seed % 2 == 0, holes=seed % 3 == 0)
        found = diff(tree, rebuilt(tree.to_nodes(), tree))
        assert found.changes == ()
        assert "The tests and classes are the same" in str(found)


def test_classes_that_only_one_tree_knows_are_told_even_if_no_leaf_gives_them() -> None:
    tree = example_tree()
    more = Tree.from_nodes(
        [{**node, "distribution": [*node["distribution"], 0.0]} for node in tree.to_nodes()],
        tree.attributes,
        [*tree.classes, "perhaps"],
    )
    found = diff(tree, more)
    assert found.changes == ()
    assert found.classes == ((), ("perhaps",))
    assert "newly a class: perhaps" in str(found)
    assert "no longer a class: perhaps" in str(diff(more, tree))
    assert "Newly a class: perhaps." in difference_page(found, ("a", "b"))
    assert found.to_dict()["classes_newly_known"] == ["perhaps"]


def test_each_kind_of_change_is_found_at_its_place() -> None:
    tree = example_tree()
    nodes = tree.to_nodes()
    nodes[1]["cuts"] = [77.5]
    assert only(tree, rebuilt(nodes, tree)) == (
        Kind.CUT_MOVED,
        ("outlook = sunny",),
        "humidity at 75.0",
        "humidity at 77.5",
    )
    nodes = tree.to_nodes()
    nodes[1] |= {"attribute": 1, "cuts": [70.0]}
    assert only(tree, rebuilt(nodes, tree)) == (
        Kind.ATTRIBUTE_REPLACED,
        ("outlook = sunny",),
        "humidity at 75.0",
        "temperature at 70.0",
    )
    nodes = tree.to_nodes()
    nodes[2] |= {"class": 1, "distribution": [0.0, 4.0]}
    assert only(tree, rebuilt(nodes, tree)) == (
        Kind.CLASS_FLIPPED,
        ("outlook = overcast",),
        "class Play",
        "class Don't Play",
    )
    smaller = tree.prune([3])
    assert only(tree, smaller) == (
        Kind.PRUNED,
        ("outlook = rain",),
        "test of windy, 3 nodes",
        "class Play",
    )
    assert only(smaller, tree)[0] is Kind.GROWN
    assert diff(smaller, tree).attributes == ((), ("windy",))


def test_branches_that_ask_the_same_are_compared_though_others_changed() -> None:
    leaf = {"cases": 1.0, "errors": 0.0}
    ward = Attribute("ward", ("a", "b", "c"))

    def tree(groups: list[list[int]], codes: list[int]) -> Tree:
        nodes: list[dict[str, Any]] = [
            {
                "class": 0,
                "cases": 3.0,
                "errors": 0.0,
                "distribution": [2.0, 1.0],
                "attribute": 0,
                "groups": groups,
                "branches": list(range(1, len(groups) + 1)),
            },
        ]
        for code in codes:
            counts = [float(code == 0), float(code == 1)]
            nodes.append(leaf | {"class": code, "distribution": counts})
        return Tree.from_nodes(nodes, [ward], ["no", "yes"])

    # The same groups in another order are the same test; a class that changed below one is seen.
    found = diff(tree([[0], [1, 2]], [0, 1]), tree([[1, 2], [0]], [1, 1]))
    assert [(change.kind, change.path) for change in found.changes] == [
        (Kind.CLASS_FLIPPED, ("ward = a",))
    ]
    found = diff(tree([[0], [1, 2]], [0, 1]), tree([[0], [1], [2]], [1, 1, 1]))
    assert [change.kind for change in found.changes] == [Kind.GROUPS_CHANGED, Kind.CLASS_FLIPPED]
    assert found.changes[0].now == "ward by {a} {b} {c}"


def test_cases_are_counted_one_by_one_by_class_and_by_leaves() -> None:
    for seed in range(8):
        random = Random(seed)
        before = make_tree(random)
        nodes = before.to_nodes()
        for node in nodes:
            random.shuffle(node["distribution"])
        after = rebuilt(nodes, before).prune([1])
        rows = make_rows(random, before, 300)
        matrix = matrix_of(before, rows)
        truth = [random.choice([*before.classes, None]) for _ in range(300)]
        moves = diff(before, after, rows, truth).moves
        assert moves is not None
        old = [before.classes[code] for code in before.predict_codes(matrix)]
        new = [after.classes[code] for code in after.predict_codes(matrix)]
        wanted = Counter(
            zip(old, new, before.apply(matrix).tolist(), after.apply(matrix).tolist(), strict=True)
        )
        wanted = Counter({key: count for key, count in wanted.items() if key[0] != key[1]})
        assert Counter({(p.was, p.now, p.before, p.after): p.cases for p in moves.pairs}) == wanted
        assert moves.n_changed == sum(a != b for a, b in zip(old, new, strict=True)) > 0
        assert moves.errors == tuple(
            sum(t is not None and t != g for t, g in zip(truth, given, strict=True))
            for given in (old, new)
        )
        assert moves.n_known == sum(t is not None for t in truth)
        counts = [pair.cases for pair in moves.pairs]
        assert counts == sorted(counts, reverse=True)


def test_trees_of_different_columns_and_classes_read_one_table() -> None:
    table = pd.read_csv(demo_path())
    X, y = table.drop(columns="outcome"), table["outcome"]
    first = C45Classifier(min_cases=5).fit(X, y).tree_
    other = C45Classifier(min_cases=20).fit(X.iloc[:, ::-1].drop(columns=X.columns[0]), y).tree_
    found = diff(first, other, X, y)
    assert found.moves is not None
    assert found.moves.n_known == len(X)
    assert found.moves.errors is not None
    assert found.moves.errors[0] < found.moves.errors[1]


def test_what_cannot_be_compared_is_refused() -> None:
    tree = example_tree()
    with pytest.raises(InputError, match="a Ruleset is none"):
        diff(tree, make_rules(Random(1)))  # type: ignore[arg-type]
    with pytest.raises(InputError, match="give X as well"):
        diff(tree, tree, y=["Play"])
    with pytest.raises(InputError, match="X has 1 row, but y has 2"):
        diff(tree, tree, [["sunny", 70.0, 70.0, "true"]], ["Play", "Play"])


def test_the_page_shows_hostile_names_as_text() -> None:
    random = Random(3)
    tree = make_tree(random, names=HOSTILE, values=HOSTILE, classes=HOSTILE[:5], depth=5)
    nodes = tree.to_nodes()
    for node in nodes:
        if "cuts" in node:
            node["cuts"] = [node["cuts"][0] - abs(node["cuts"][0]) / 2 - 1, *node["cuts"][1:]]
    found = diff(tree, replace(rebuilt(nodes, tree)), make_rows(random, tree, 100))
    page = difference_page(found, ("<b>old</b>", "a&b"))
    assert "<script" not in page
    assert "&lt;b&gt;old&lt;/b&gt;" in page
    assert page.count("<td") == page.count("</td>")


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    paths = tmp_path / "old.json", tmp_path / "new.json"
    for path, tree in zip(paths, (example_tree(), example_tree().prune([3])), strict=True):
        Model(tree, None, "play", "C45Classifier", {}).save(path)
    return paths


def test_the_command_prints_text_and_json_and_writes_a_page(
    files: tuple[Path, Path], tmp_path: Path
) -> None:
    import json

    table = tmp_path / "days.csv"
    table.write_text("outlook,humidity,windy,play\nrain,70,true,Don't Play\nsunny,80,,Play\n")
    text = succeeds("diff", *files, "--data", table)
    assert "subtree pruned: test of windy, 3 nodes -> class Play" in text
    assert "Cases: 2, of which 1 change class (50.0%)" in text
    assert "Errors: 1 -> 2 of 2 with a known class" in text
    assert "1: Don't Play -> Play" in text
    parts = json.loads(succeeds("diff", *files, "--data", table, "--json"))
    assert parts["cases"]["changed"] == 1
    assert parts["changes"][0]["path"] == ["outlook = rain"]
    page = tmp_path / "diff.html"
    assert succeeds("diff", *files, "--out", page) == f"Page written to {page}\n"
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_the_command_refuses_what_it_cannot_compare(
    files: tuple[Path, Path], tmp_path: Path
) -> None:
    rules = tmp_path / "rules.json"
    RulesModel(make_rules(Random(1)), "class", "C45RulesClassifier", {}).save(rules)
    assert "diff compares trees" in refuses("diff", files[0], rules)
    assert "does not exist" in refuses("diff", files[0], tmp_path / "none.json")
    assert "name the table with --data" in refuses("diff", *files, "--target", "x")
    table = tmp_path / "days.csv"
    table.write_text("outlook,humidity,windy\nrain,70,true\n")
    said = refuses("diff", *files, "--data", table, "--target", "nothing")
    assert "'nothing'" in said
    assert refuses("diff", *files, "--out", files[0])
    assert not np.any([path.suffix == ".html" for path in tmp_path.iterdir()])
