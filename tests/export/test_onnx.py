"""ONNX models are run in onnxruntime."""

from __future__ import annotations

import json
from random import Random

import numpy as np
import pyarrow as pa
import pytest

from cutpoint.data.attribute import Attribute
from cutpoint.errors import InputError
from cutpoint.export import to_onnx
from cutpoint.tree import Tree, example_tree
from support import needs
from support.run_exports import run_onnx
from support.same_rows import HOSTILE, N_ROWS, expected, make_rows, make_tree

needs.package("onnx")
onnxruntime = needs.package("onnxruntime")


@pytest.mark.parametrize("seed", range(20))
def test_onnxruntime_follows_the_heaviest_branches(seed: int) -> None:
    random = Random(seed)
    tree = make_tree(random, single=seed % 3 == 2, holes=seed % 5 == 4)
    rows = make_rows(random, tree, N_ROWS)
    wanted = expected(tree, rows)
    classes, shares = run_onnx(tree, rows)
    np.testing.assert_allclose(shares, wanted.heaviest_shares, atol=1e-7, rtol=0)
    assert classes == wanted.heaviest_classes


def test_where_all_values_are_known_it_says_what_predict_says() -> None:
    for seed in range(10):
        random = Random(seed)
        tree = make_tree(random)
        rows = make_rows(random, tree, 80, unknown=0)
        classes, shares = run_onnx(tree, rows)
        assert classes == expected(tree, rows).classes
        np.testing.assert_allclose(shares, expected(tree, rows).shares, atol=1e-15, rtol=0)


def test_sets_of_many_values_are_kept() -> None:
    values = tuple(f"value {i}" for i in range(300))
    for seed in range(3):
        random = Random(seed)
        tree = make_tree(random, names=("a", "b", "c"), values=values, depth=3)
        rows = make_rows(random, tree, 300)
        assert run_onnx(tree, rows)[0] == expected(tree, rows).heaviest_classes


def test_hostile_names_values_and_classes_stay_texts() -> None:
    for seed in range(5):
        random = Random(seed)
        names = (*HOSTILE, "label", "probabilities", "cutpoint: matrix")
        tree = make_tree(random, names=names, values=HOSTILE, classes=HOSTILE[:9], depth=5)
        rows = make_rows(random, tree, 60)
        assert run_onnx(tree, rows)[0] == expected(tree, rows).heaviest_classes


def test_whole_numbers_go_in_as_such_and_truth_values_as_texts() -> None:
    for values in [(1, 2, 30, 4), (False, True)]:
        random = Random(4)
        tree = make_tree(random, values=values, classes=(0, 1))
        rows = make_rows(random, tree, 60)
        assert run_onnx(tree, rows)[0] == expected(tree, rows).heaviest_classes


def test_the_model_says_what_it_takes_and_that_it_follows_one_path() -> None:
    session = onnxruntime.InferenceSession(to_onnx(example_tree()))
    properties = session.get_modelmeta().custom_metadata_map
    assert json.loads(properties["cutpoint.classes"]) == ["Play", "Don't Play"]
    assert json.loads(properties["cutpoint.columns"])[0] == {
        "name": "outlook",
        "values": ["sunny", "overcast", "rain"],
    }
    assert "branch with the most training cases" in properties["cutpoint.unknown"]
    assert [entry.name for entry in session.get_inputs()] == ["outlook", "humidity", "windy"]
    assert [entry.name for entry in session.get_outputs()] == ["label", "probabilities"]


def test_a_single_leaf_takes_any_row() -> None:
    leaf = {"class": 1, "cases": 4.0, "errors": 1.0, "distribution": [1.0, 3.0]}
    tree = Tree.from_nodes([leaf], [Attribute("x")], ["no", "yes"])
    classes, shares = run_onnx(tree, pa.table({"x": [1.0, None, -1.0]}))
    assert classes == ["yes"] * 3
    assert shares.tolist() == [[0.25, 0.75]] * 3
    with pytest.raises(InputError, match="has no columns"):
        to_onnx(Tree.from_nodes([leaf], [], ["no", "yes"]))


def test_texts_that_onnx_cannot_hold_are_refused() -> None:
    for text in ("a\0b", "half \ud800"):
        with pytest.raises(InputError, match="ONNX cannot hold"):
            to_onnx(make_tree(Random(2), classes=("x", text)))
    with pytest.raises(InputError, match="without a name"):
        to_onnx(make_tree(Random(2), names=("", "b")))
