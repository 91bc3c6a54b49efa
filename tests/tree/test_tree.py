import pickle
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings

from cutpoint.data.attribute import Attribute
from cutpoint.errors import InputError
from cutpoint.tree import Model, NominalTest, NumericTest, Tree, example_tree
from support.random_trees import make_tree, trees


def chain(depth):
    """Return a tree that is one long path."""
    leaf = {"class": 0, "cases": 1.0, "errors": 0.0, "distribution": [1.0, 0.0]}
    nodes = []
    for level in range(depth):
        test = {"attribute": 0, "cuts": [level + 0.5], "branches": [2 * level + 1, 2 * level + 2]}
        nodes += [leaf | test] if level == 0 else [leaf, leaf | test]
    return Tree.from_nodes([*nodes, leaf, leaf], [Attribute("a")], ["n", "p"])


def test_sizes_are_those_of_the_example():
    tree = example_tree()
    assert (tree.n_nodes, tree.n_leaves, tree.depth) == (8, 5, 2)
    assert tree.node_depths().tolist() == [0, 1, 1, 1, 2, 2, 2, 2]
    assert repr(tree) == "<Tree: 8 nodes, 5 leaves, depth 2>"


def test_a_node_shows_what_is_at_it():
    root = example_tree().root
    assert (root.id, root.depth, root.is_leaf, root.label) == (0, 0, False, "Play")
    assert (root.cases, root.errors) == (14.0, 0.0)
    assert root.distribution == {"Play": 9.0, "Don't Play": 5.0}
    assert root.attribute.name == "outlook"
    assert isinstance(root.test, NominalTest)
    sunny = root.branches[0]
    assert sunny.test == NumericTest(Attribute("humidity"), (75.0,))
    leaf = root.branches[1]
    assert leaf.is_leaf
    assert (leaf.test, leaf.attribute, leaf.branches) == (None, None, ())


def test_nodes_are_walked_each_before_its_branches():
    tree = example_tree()
    assert [node.id for node in tree.root.walk()] == [0, 1, 4, 5, 2, 3, 6, 7]
    assert [node.id for node in tree.node(3).walk()] == [3, 6, 7]


def test_a_node_found_by_number_equals_the_node_found_by_walking():
    tree = example_tree()
    for node in tree.root.walk():
        assert tree.node(node.id) == node
        assert tree.node(node.id).depth == node.depth
        assert hash(tree.node(node.id)) == hash(node)
    assert tree.root != example_tree().root


@pytest.mark.parametrize("number", [-1, 8])
def test_a_node_that_is_not_there_is_an_index_error(number):
    with pytest.raises(IndexError, match="nodes 0 to 7"):
        example_tree().node(number)


def test_a_node_cannot_be_changed():
    with pytest.raises(AttributeError):
        example_tree().root.cases = 3


def test_the_nested_form_is_the_published_one():
    nested = example_tree().to_dict()
    assert list(nested) == ["class", "cases", "errors", "distribution", "test", "branches"]
    assert nested["test"] == {
        "attribute": "outlook",
        "groups": [["sunny"], ["overcast"], ["rain"]],
    }
    sunny, overcast, _ = nested["branches"]
    assert sunny["test"] == {"attribute": "humidity", "cuts": [75.0]}
    assert overcast == {
        "class": "Play",
        "cases": 4.0,
        "errors": 0.0,
        "distribution": {"Play": 4.0, "Don't Play": 0.0},
        "test": None,
        "branches": [],
    }


@settings(deadline=None, max_examples=60)
@given(trees())
def test_a_tree_comes_back_from_all_its_forms(tree):
    back = [
        Tree.from_dict(tree.to_dict(), tree.attributes, tree.classes, tree.single),
        Tree.from_nodes(tree.to_nodes(), tree.attributes, tree.classes, tree.single),
        pickle.loads(pickle.dumps(tree)),
    ]
    for other in back:
        assert other == tree
        assert other.to_dict() == tree.to_dict()


def test_the_numbering_of_nodes_survives_the_flat_form():
    tree = make_tree(Random(5), 3, 2, 4)
    again = Tree.from_nodes(tree.to_nodes(), tree.attributes, tree.classes)
    assert np.array_equal(again.first_child, tree.first_child)


def test_trees_are_equal_however_their_nodes_are_numbered():
    tree = make_tree(Random(6), 3, 2, 4)
    preorder = [node.id for node in tree.root.walk()]
    place = {node: position for position, node in enumerate(preorder)}
    nodes = [dict(tree.to_nodes()[node]) for node in preorder]
    for node in nodes:
        if "branches" in node:
            node["branches"] = [place[child] for child in node["branches"]]
    assert Tree.from_nodes(nodes, tree.attributes, tree.classes) == tree


@pytest.mark.parametrize(
    ("node", "field", "value"),
    [
        (4, "class", 1),
        (4, "cases", 2.5),
        (4, "errors", 0.5),
        (4, "distribution", [2.0, 0.25]),
        (1, "cuts", [75.5]),
        (1, "attribute", 1),
        (3, "groups", [[1], [0]]),
    ],
)
def test_trees_that_differ_anywhere_are_not_equal(node, field, value):
    tree = example_tree()
    nodes = tree.to_nodes()
    nodes[node][field] = value
    assert Tree.from_nodes(nodes, tree.attributes, tree.classes) != tree


def test_trees_over_other_attributes_or_classes_or_in_other_arithmetic_are_not_equal():
    tree = example_tree()
    nodes = tree.to_nodes()
    assert Tree.from_nodes(nodes, tree.attributes, tree.classes, single=True) != tree
    assert Tree.from_nodes(nodes, tree.attributes, ["a", "b"]) != tree
    assert Tree.from_nodes(nodes, [*tree.attributes, Attribute("z")], tree.classes) != tree
    assert tree != "a tree"


def test_a_tree_of_another_shape_is_not_equal():
    leaf = {"class": 0, "cases": 1.0, "errors": 0.0, "distribution": [1.0]}
    test = leaf | {"attribute": 0, "cuts": [1.0]}

    def three(first, second):
        nodes = [
            test | {"branches": [1, 2]},
            test | {"branches": [3, 4]} if first else leaf,
            test | {"branches": [3, 4]} if second else leaf,
            leaf,
            leaf,
        ]
        return Tree.from_nodes(nodes, [Attribute("a")], ["n"])

    assert three(True, False) != three(False, True)


def test_what_was_worked_out_is_not_pickled():
    tree = example_tree()
    before = len(pickle.dumps(tree))
    tree.predict_codes([[0, 0, 0, 0]])
    _ = tree.depth
    assert len(pickle.dumps(tree)) == before


def test_importances_are_shares_of_the_information_given():
    shares = example_tree().importances()
    assert shares.sum() == pytest.approx(1)
    assert shares[1] == 0
    leaf = {"class": 0, "cases": 1.0, "errors": 0.0, "distribution": [1.0]}
    assert Tree.from_nodes([leaf], [Attribute("a")], ["n"]).importances().tolist() == [0.0]


@settings(deadline=None, max_examples=40)
@given(trees())
def test_importances_are_never_negative_and_sum_to_one_or_nothing(tree):
    shares = tree.importances()
    assert (shares >= 0).all()
    assert shares.sum() == pytest.approx(1) or not shares.any()


def test_nested_nodes_that_make_no_tree_are_refused():
    tree = example_tree()
    good = tree.to_dict()
    for bad, message in [
        ({}, "node 0: 'class' is missing"),
        (good | {"class": "Maybe"}, "'Maybe' is missing or not known"),
        (good | {"branches": []}, "at least one branch"),
        (good | {"branches": [1, 2, 3]}, "node 1: is not in the form"),
        (good | {"branches": None}, "must be a list"),
        (good | {"test": {"attribute": "wind", "cuts": [1]}}, "'wind'"),
        (good | {"test": {"attribute": "outlook", "groups": [["snow"]]}}, "'snow'"),
        (good | {"cases": -1}, "node 0: cases must not be negative"),
    ]:
        with pytest.raises(InputError, match=message):
            Tree.from_dict(bad, tree.attributes, tree.classes)


@pytest.mark.parametrize("depth", [10_000, pytest.param(30_000, marks=pytest.mark.slow)])
def test_a_very_deep_tree_works_in_every_form(depth):
    tree = chain(depth)
    assert tree.depth == depth
    assert tree.predict_codes([[5.0], [np.nan], [1e9]]).tolist() == [0, 0, 0]
    assert tree.apply([[1e9]]).tolist() == [2 * depth]
    assert sum(1 for _ in tree.root.walk()) == tree.n_nodes
    assert str(tree).count("\n") > depth
    assert Tree.from_dict(tree.to_dict(), tree.attributes, tree.classes) == tree
    model = Model(tree, None, "y", "test", {})
    assert Model.from_json(model.to_json()) == model
    assert pickle.loads(pickle.dumps(tree)) == tree
    assert tree.importances().tolist() == [0.0]


def test_a_node_with_many_branches_works_in_every_form():
    width = 5000
    values = tuple(range(width))
    leaf = {"class": 0, "cases": 1.0, "errors": 0.0, "distribution": [1.0, 0.0]}
    test = {"attribute": 0, "groups": [[i] for i in range(width)]}
    root = leaf | {"cases": float(width)} | test | {"branches": list(range(1, width + 1))}
    tree = Tree.from_nodes([root, *[leaf] * width], [Attribute("a", values)], ["n", "p"])
    assert tree.apply([[4321]]).tolist() == [4322]
    assert tree.predict_weights([[np.nan]])[0] == pytest.approx([1, 0])
    assert len(str(tree).splitlines()) == width
    assert Tree.from_dict(tree.to_dict(), tree.attributes, tree.classes) == tree
