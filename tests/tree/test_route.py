import os
import subprocess
import sys
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cutpoint.data.attribute import Attribute
from cutpoint.errors import InputError
from cutpoint.tree import Tree, example_tree
from support.golden import VARIANTS, golden_names, load_golden, read_matrix, tree_from_golden
from support.random_trees import make_rows, make_tree, rows, slow_ends, slow_weights, trees

NAN = np.nan


def leaf(weights, label=0):
    return {
        "class": label,
        "cases": float(sum(weights)),
        "errors": 0.0,
        "distribution": [float(weight) for weight in weights],
    }


def test_a_known_value_follows_its_branch():
    tree = example_tree()
    X = [[0, 70, 75, 0], [0, 70, 75.1, 0], [1, 0, 0, 0], [2, 0, 0, 0], [2, 0, 0, 1]]
    assert tree.predict_codes(X).tolist() == [0, 1, 0, 1, 0]
    assert tree.apply(X).tolist() == [4, 5, 2, 6, 7]


def test_an_unknown_value_follows_all_branches_in_proportion_to_the_cases():
    weights = example_tree().predict_weights([[NAN, 70, NAN, NAN]])
    assert weights[0] == pytest.approx([9 / 14, 5 / 14])


@pytest.mark.parametrize("code", [NAN, -1, 3, 1e18, np.inf])
def test_a_code_that_stands_for_no_value_is_unknown(code):
    tree = example_tree()
    unknown = tree.predict_weights([[NAN, 70, 70, 0]])
    assert np.array_equal(tree.predict_weights([[code, 70, 70, 0]]), unknown)


def test_a_value_that_no_branch_holds_is_unknown():
    nodes = [
        leaf([2, 2]) | {"attribute": 0, "groups": [[0], [1]], "branches": [1, 2]},
        leaf([2, 0]),
        leaf([0, 2], 1),
    ]
    tree = Tree.from_nodes(nodes, [Attribute("a", ("x", "y", "z"))], ["n", "p"])
    assert tree.predict_weights([[2]]).tolist() == [[0.5, 0.5]]


def test_the_first_of_equally_frequent_classes_is_given_whatever_the_label():
    tree = Tree.from_nodes([leaf([1, 1], label=1)], [], ["n", "p"])
    assert tree.predict_codes(np.empty((2, 0))).tolist() == [0, 0]


def test_a_leaf_without_cases_gives_its_label():
    tree = Tree.from_nodes([leaf([0, 0], label=1)], [], ["n", "p"])
    assert tree.predict_codes(np.empty((1, 0))).tolist() == [1]
    assert tree.predict_proba(np.empty((1, 0))).tolist() == [[0, 1]]


def test_a_case_whose_weights_vanish_gets_the_classes_of_the_root():
    nothing = {"class": 0, "cases": 3.0, "errors": 0.0, "distribution": [0.0, 0.0]}
    nodes = [
        leaf([1, 3]) | {"attribute": 0, "cuts": [0], "branches": [1, 2]},
        nothing,
        leaf([1, 3]),
    ]
    tree = Tree.from_nodes(nodes, [Attribute("a")], ["n", "p"])
    assert tree.predict_weights([[-1]]).tolist() == [[0, 0]]
    assert tree.predict_proba([[-1]]).tolist() == [[0.25, 0.75]]
    assert tree.predict_codes([[-1]]).tolist() == [1]


def test_in_single_precision_values_are_rounded_and_999_below_zero_is_unknown():
    nodes = [
        leaf([1, 3]) | {"attribute": 0, "cuts": [float(np.float32(0.1))], "branches": [1, 2]},
        leaf([1, 0]),
        leaf([0, 3], 1),
    ]
    single = Tree.from_nodes(nodes, [Attribute("a")], ["n", "p"], single=True)
    double = Tree.from_nodes(nodes, [Attribute("a")], ["n", "p"])
    X = [[0.1000000015], [-999.0], [1e300], [-1e300]]
    assert single.predict_codes(X).tolist() == [0, 1, 1, 0]
    assert double.predict_codes(X).tolist() == [1, 0, 1, 0]
    assert single.predict_weights([[NAN]]).dtype == np.float64


@settings(deadline=None, max_examples=150)
@given(st.data())
def test_routing_agrees_bit_for_bit_with_the_slow_way(data):
    tree = data.draw(trees())
    X = data.draw(rows(tree))
    agree(tree, X)


def test_routing_agrees_bit_for_bit_with_the_slow_way_on_large_trees():
    random = Random(3)
    for single in (False, True):
        tree = make_tree(random, 4, 3, 6, single)
        agree(tree, make_rows(random, tree, 50))


def test_trees_of_one_cut_tests_agree_for_any_number_of_rows_with_and_without_unknown_values():
    random = Random(4)
    for single in (False, True):
        for n_rows in (0, 1, 7, 8, 9, 16, 50):
            tree = make_tree(random, 3, 3, 8, single, max_branches=2, nominal=0)
            X = make_rows(random, tree, n_rows)
            agree(tree, X)
            agree(tree, np.where(np.isnan(X) | (X == -999), 0.5, X))


def test_trees_of_interval_tests_agree():
    random = Random(5)
    tree = make_tree(random, 3, 3, 4, nominal=0)
    agree(tree, make_rows(random, tree, 50))


def agree(tree, X):
    ends = [slow_ends(tree, row) for row in X]
    weights = np.array([slow_weights(tree, row) for row in X], dtype=float)
    weights = weights.reshape(len(X), len(tree.classes))
    assert np.array_equal(tree.predict_weights(X), weights)
    some = weights.max(axis=1, initial=0) > 0
    assert np.array_equal(tree.predict_codes(X)[some], np.argmax(weights[some], axis=1))
    assert np.allclose(tree.predict_proba(X).sum(axis=1), 1)
    heaviest = [max(reached, key=lambda entry: entry[1])[0].id for reached, _ in ends]
    assert tree.apply(X).tolist() == heaviest
    path = tree.decision_path(X)
    assert path.shape == (len(X), tree.n_nodes)
    for row, (_, seen) in enumerate(ends):
        found = path.indices[path.indptr[row] : path.indptr[row + 1]].tolist()
        assert found == sorted(seen)


@pytest.mark.slow
def test_without_the_compiler_routing_is_the_same_bit_for_bit():
    names = ["agrees_bit_for_bit", "single_precision", "c45-golf or c45-labor-neg"]
    result = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", __file__, "-k", " or ".join(names)],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout


def test_the_number_of_threads_changes_nothing():
    random = Random(1)
    for single in (False, True):
        tree = make_tree(random, 3, 3, 4, single)
        X = np.tile(make_rows(random, tree, 1000), (70, 1))
        for method in (tree.predict_weights, tree.predict_codes, tree.predict_proba, tree.apply):
            one = method(X, n_jobs=1)
            assert np.array_equal(one, np.tile(one[:1000], (70,) + (1,) * (one.ndim - 1)))
            assert np.array_equal(one, method(X, n_jobs=2))
            assert np.array_equal(one, method(X, n_jobs=-1))
            assert np.array_equal(one, method(X, n_jobs=None))


@pytest.mark.parametrize("weight", [0.0, 5e-324, 1.0, 1.7e308])
@pytest.mark.parametrize("n_rows", [1, 7, 1024, 2500])
def test_rows_of_all_lengths_of_way_end_where_they_should(weight, n_rows):
    """A chain of tests whose weights say nothing about how far a row goes."""
    depth, nodes = 90, []
    for i in range(depth):
        heavy = leaf([weight if i == 0 else 1.7e308, 0])
        nodes += [heavy | {"attribute": 0, "cuts": [i + 0.5], "branches": [2 * i + 1, 2 * i + 2]}]
        nodes += [leaf([i, 1])]
    nodes += [leaf([depth, 1])]
    tree = Tree.from_nodes(nodes, [Attribute("a")], ["n", "p"])
    x = np.arange(n_rows) * 37 % (depth + 1)
    ends = np.where(x < depth, 2 * x + 1, 2 * depth)
    assert tree.apply(x[:, None].astype(float)).tolist() == ends.tolist()


def test_any_layout_of_the_matrix_gives_the_same():
    random = Random(2)
    tree = make_tree(random, 3, 2, 4)
    X = make_rows(random, tree, 101)
    expected = tree.predict_weights(X)
    wide = np.full((202, 9), 5.0)
    wide[::2, ::3] = X
    bytes_apart = np.zeros(101, dtype=[("pad", "i1"), ("x", "f8", (3,))])
    bytes_apart["x"] = X
    frozen = X.copy()
    frozen.flags.writeable = False
    for layout in (
        np.asfortranarray(X),
        wide[::2, ::3],
        X[::-1][::-1],
        X[::-1].copy()[::-1],
        X[:, ::-1].copy()[:, ::-1],
        bytes_apart["x"],
        frozen,
        X.tolist(),
    ):
        assert np.array_equal(tree.predict_weights(layout), expected)
    assert np.array_equal(tree.predict_weights(X[:1]), expected[:1])
    assert tree.predict_weights(np.broadcast_to(X[:1], (5, 3))).shape == (5, 2)


def test_no_rows_give_no_rows():
    tree = example_tree()
    X = np.empty((0, 4))
    assert tree.predict_proba(X).shape == (0, 2)
    assert tree.predict_codes(X).shape == (0,)
    assert tree.decision_path(X).shape == (0, 8)


@pytest.mark.parametrize("X", [[[1, 2]], [1, 2, 3, 4], [["a", "b", "c", "d"]]])
def test_a_matrix_that_does_not_fit_the_tree_is_refused(X):
    with pytest.raises(InputError, match="matrix"):
        example_tree().predict_codes(X)


def test_no_threads_are_refused():
    with pytest.raises(InputError, match="n_jobs"):
        example_tree().predict_codes(np.empty((1, 4)), n_jobs=0)


@pytest.mark.parametrize("name", golden_names() or ["c45-golf"])
def test_every_golden_row_is_classified_as_the_program_did(name):
    golden = load_golden(name)
    if "predicted_pruned" not in golden["variants"]["default"]:
        pytest.skip("the program's predictions are not kept for sets this large")
    X = read_matrix(golden)
    for variant in VARIANTS:
        tree = tree_from_golden(golden, variant, "pruned")
        predicted = golden["variants"][variant]["predicted_pruned"]
        assert tree.predict_codes(X).tolist() == predicted, variant
