import json
import math

import numpy as np
import pytest
from hypothesis import given, settings

from cutpoint.data.attribute import Attribute
from cutpoint.errors import InputError
from cutpoint.tree import Model, Tree, example_tree, flat
from support.damaged import with_characters_changed, with_values_swapped
from support.golden import golden_names, load_golden, tree_from_golden
from support.random_trees import trees


def example_model():
    tree = example_tree()
    return Model(
        tree,
        tree,
        "play",
        "C45Classifier",
        {
            "min_cases": 2,
            "confidence": 0.25,
            "criterion": "gain_ratio",
            "grouped": False,
            "x": None,
        },
        {"errors": [1, 2.5], "nested": {"naïve": None}},
    )


TEXT = example_model().to_json()


def changed(*path_and_value):
    """Return the example's JSON with one entry replaced."""
    *path, value = path_and_value
    fields = json.loads(TEXT)
    place = fields
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return json.dumps(fields)


def without(*path):
    fields = json.loads(TEXT)
    place = fields
    for key in path[:-1]:
        place = place[key]
    del place[path[-1]]
    return json.dumps(fields)


def test_a_model_comes_back_from_its_file(tmp_path):
    model = example_model()
    model.save(tmp_path / "model.json")
    assert Model.load(tmp_path / "model.json") == model
    assert [path.name for path in tmp_path.iterdir()] == ["model.json"]


def test_the_file_is_plain_text_with_the_published_fields():
    fields = json.loads(TEXT)
    assert TEXT.isascii()
    assert list(fields) == [
        "format",
        "version",
        "cutpoint",
        "learner",
        "parameters",
        "target",
        "attributes",
        "classes",
        "arithmetic",
        "tree",
        "unpruned",
        "report",
    ]
    assert (fields["format"], fields["version"]) == ("cutpoint-model", 1)
    assert fields["attributes"][2] == {"name": "humidity", "values": None}
    assert fields["tree"][1] == {
        "class": 1,
        "cases": 5,
        "errors": 0.0,
        "distribution": [2.0, 3.0],
        "attribute": 2,
        "cuts": [75.0],
        "branches": [4, 5],
    }


def test_the_same_model_gives_the_same_text():
    assert example_model().to_json() == TEXT
    assert Model.from_json(TEXT).to_json() == TEXT


@settings(deadline=None, max_examples=60)
@given(trees())
def test_every_number_survives_exactly(tree):
    model = Model(tree, None, "y", "test", {})
    again = Model.from_json(model.to_json())
    assert again == model
    assert np.array_equal(again.tree.first_child, tree.first_child)


@pytest.mark.parametrize("name", golden_names()[::8] or ["c45-golf"])
def test_a_golden_tree_survives_exactly(name):
    golden = load_golden(name)
    pruned = tree_from_golden(golden, "s", "pruned")
    model = Model(pruned, tree_from_golden(golden, "s", "unpruned"), "y", "C45Classifier", {})
    assert Model.from_json(model.to_json()) == model


def test_awkward_numbers_and_labels_survive_exactly():
    values = ("", " ", "a\nb", "\ud800", "naïve", 0, -1, 2**70, 0.1, 1e-320, True)
    leaf = {"class": 1, "cases": 5e-324, "errors": 0.1 + 0.2, "distribution": [1e308, 1 / 3]}
    test = {"attribute": 0, "cuts": [-0.0, math.nextafter(1, 2)], "branches": [1, 2, 3]}
    nodes = [leaf | test, leaf, leaf, leaf]
    tree = Tree.from_nodes(nodes, [Attribute("\u202e"), Attribute("b", values)], [1, "1"])
    again = Model.from_json(Model(tree, None, "\n", "", {}).to_json())
    assert again.tree == tree
    assert again.tree.attributes[1].values == values
    assert [type(value) for value in again.tree.attributes[1].values] == list(map(type, values))


def test_labels_from_numpy_are_written_as_plain_ones():
    leaf = {"class": 1, "cases": 1.0, "errors": 0.0, "distribution": [0.0, 1.0]}
    labels = [np.int64(3), np.str_("x")]
    model = Model(Tree.from_nodes([leaf], [], labels), None, "y", "test", {})
    assert Model.from_json(model.to_json()).tree.classes == (3, "x")


def test_a_byte_order_mark_is_accepted(tmp_path):
    (tmp_path / "model.json").write_bytes(b"\xef\xbb\xbf" + TEXT.encode())
    assert Model.load(tmp_path / "model.json") == example_model()


def test_an_unpruned_tree_over_other_attributes_is_refused():
    leaf = {"class": 0, "cases": 1.0, "errors": 0.0, "distribution": [1.0]}
    with pytest.raises(InputError, match="other attributes"):
        Model(example_tree(), Tree.from_nodes([leaf], [], ["n"]), "y", "test", {})


def test_a_model_that_could_not_be_read_back_is_refused():
    leaf = {"class": 0, "cases": 1.0, "errors": 0.0, "distribution": [1.0]}
    twins = Tree.from_nodes([leaf], [Attribute("a"), Attribute("a")], ["n"])
    with pytest.raises(InputError, match="two attributes of one name"):
        Model(twins, None, "y", "test", {})
    with pytest.raises(InputError, match="parameter 'a' must be one value"):
        Model(example_tree(), None, "y", "test", {"a": [1]})


@pytest.mark.parametrize("report", [{"x": math.nan}, {"x": object()}, {"x": {1, 2}}])
def test_what_json_cannot_hold_is_refused_when_writing(report):
    with pytest.raises(InputError, match="cannot be written as JSON"):
        Model(example_tree(), None, "y", "test", {}, report).to_json()


def test_a_report_that_holds_itself_is_refused_when_writing():
    report = {}
    report["report"] = report
    with pytest.raises(InputError, match="cannot be written as JSON"):
        Model(example_tree(), None, "y", "test", {}, report).to_json()


def test_a_mistake_is_named_with_its_file(tmp_path):
    (tmp_path / "model.json").write_text(changed("tree", 1, "cuts", [1, 0]))
    with pytest.raises(
        InputError, match=r"model\.json: node 1: 2 branches need 1 cut points, not 2"
    ):
        Model.load(tmp_path / "model.json")


def test_a_file_that_is_not_text_is_refused(tmp_path):
    (tmp_path / "model.json").write_bytes(b"\x80\x81")
    with pytest.raises(InputError, match=r"model\.json: is not a text file"):
        Model.load(tmp_path / "model.json")


LEAF = {"class": 0, "cases": 1, "errors": 0, "distribution": [1, 0]}
THREE = LEAF | {"attribute": 2, "cuts": [1, 1], "branches": [4, 5, 6]}
MISTAKES = [
    ("", "ends too early at line 1, column 1"),
    (TEXT[:300], "ends too early at line"),
    ("{'format': 1}", "is not JSON at line 1, column 2"),
    (TEXT.replace('"version": 1,', '"version": 1', 1), "is not JSON at line"),
    ("[]", "is not a Cutpoint model"),
    ("3", "is not a Cutpoint model"),
    ("{}", "is not a Cutpoint model"),
    (changed("format", "pickle"), "is not a Cutpoint model"),
    (changed("version", 3), "newer Cutpoint .0.[0-9.]+.; upgrade Cutpoint"),
    (changed("version", "1"), "'version' must be a whole number"),
    (changed("version", True), "'version' must be a whole number"),
    (changed("version", 0), "'version' must be a whole number"),
    (without("version"), "'version' must be a whole number"),
    (without("tree"), "has no 'tree'"),
    (without("report"), "has no 'report'"),
    (changed("target", None), "'target' must be text"),
    (changed("learner", 3), "'learner' must be text"),
    (changed("parameters", []), "'parameters' must be an object"),
    (changed("parameters", {"a": [1]}), "parameter 'a' must be one value"),
    (changed("report", 3), "'report' must be an object"),
    (TEXT.replace("2.5", "1e999"), "'report' holds a number that is too large"),
    (TEXT.replace("0.25", "1e999"), "'parameters' holds a number that is too large"),
    (TEXT.replace("75.0", "NaN"), "holds NaN, which is not a number of JSON"),
    (TEXT.replace("75.0", "-Infinity"), "holds -Infinity, which is not a number of JSON"),
    (TEXT.replace("75.0", "1e999"), "node 1: a cut point must be a finite number"),
    (TEXT.replace("75.0", "9" * 400), "node 1: a cut point must be a finite number"),
    (TEXT.replace("75.0", "9" * 9000), "holds a number that is too long"),
    ("[" * 200_000, "is nested too deeply"),
    (TEXT.replace("2.5", "[" * 200_000), "is nested too deeply"),
    (changed("classes", []), "at least one class"),
    (changed("classes", ["a", "a"]), "the classes must differ"),
    (changed("classes", ["a", None]), "the classes must be text, numbers, true or false"),
    (changed("classes", "ab"), "the classes must be a list, not text"),
    (changed("classes", ["a"]), "node 0: the distribution has 2 weights for 1 classes"),
    (changed("arithmetic", "half"), "'arithmetic' must be"),
    (changed("attributes", {}), "'attributes' must be a list, not an object"),
    (changed("attributes", 0, "x"), "attribute 0: must be an object"),
    (changed("attributes", 0, "name", 1), "attribute 0: the name must be text"),
    (changed("attributes", 0, "name", "humidity"), "attribute 2: the name 'humidity' is taken"),
    (changed("attributes", 0, "values", ["x", "x"]), "attribute 0: the values must differ"),
    (changed("attributes", 0, "values", ["x", []]), "attribute 0: the values must be text"),
    (changed("attributes", 0, "values", None), "node 0: a test of the numeric .* needs 'cuts'"),
    (changed("attributes", 2, "values", []), "node 1: a test of the nominal .* needs 'groups'"),
    (changed("tree", []), "a tree must have 1 to"),
    (changed("tree", None), "'tree' must be a list, not null"),
    (changed("tree", 2, 7), "node 2: must be an object"),
    (changed("tree", 2, "colour", 7), "node 2: has a field that is not known: 'colour'"),
    (without("tree", 2, "cases"), "node 2: has no 'cases'"),
    (changed("tree", 2, "class", 2), "node 2: the class must be from 0 to 1, not 2"),
    (changed("tree", 2, "class", 0.0), "node 2: the class must be a whole number"),
    (changed("tree", 2, "class", True), "node 2: the class must be a whole number"),
    (changed("tree", 2, "class", 10**30), "from 0 to 1, not a huge number"),
    (changed("tree", 2, "cases", -1), "node 2: cases must not be negative"),
    (changed("tree", 2, "cases", "4"), "node 2: cases must be a number, not text"),
    (changed("tree", 2, "errors", None), "node 2: errors must be a number, not null"),
    (changed("tree", 2, "errors", -0.5), "node 2: errors must not be negative"),
    (changed("unpruned", 0, "errors", -9), "unpruned tree: node 0: errors must not be negative"),
    (changed("tree", 2, "distribution", [1]), "node 2: the distribution has 1 weights for 2"),
    (changed("tree", 2, "distribution", [1, -1]), "node 2: a class weight must not be negative"),
    (changed("tree", 1, "attribute", 9), "node 1: the attribute must be from 0 to 3, not 9"),
    (changed("tree", 1, "attribute", -1), "node 1: the attribute must be from 0 to 3, not -1"),
    (without("tree", 1, "attribute"), "node 1: a test needs 'attribute' and 'branches'"),
    (without("tree", 1, "branches"), "node 1: a test needs 'attribute' and 'branches'"),
    (without("tree", 1, "cuts"), "node 1: a test of the numeric attribute 'humidity' needs 'cuts'"),
    (changed("tree", 1, "branches", [4]), "node 1: 1 branches need 0 cut points, not 1"),
    (changed("tree", 1, "branches", []), "node 1: a test needs at least one branch"),
    (changed("tree", 1, "branches", [4, 99]), "node 1: a branch must be from 0 to 7, not 99"),
    (changed("tree", 1, "branches", [0, 5]), "node 1: the root cannot be a branch"),
    (changed("tree", 1, "branches", [4, 4]), "node 4: is a branch of both 1 and 1"),
    (changed("tree", 1, "branches", [4, 6]), "node 6: is a branch of both 1 and 3"),
    (changed("tree", 1, LEAF), "node 4: is a branch of no node"),
    (changed("tree", 1, THREE), "node 1: cut points must increase"),
    (changed("tree", 3, "groups", [[0], [0]]), "node 3: value 0 is in two groups"),
    (changed("tree", 3, "groups", [[0], [2]]), "node 3: a value must be from 0 to 1, not 2"),
    (changed("tree", 3, "groups", [[0]]), "node 3: 2 branches need as many groups, not 1"),
    (changed("tree", 3, "groups", [0, 1]), "node 3: a group must be a list, not int"),
    (changed("unpruned", 2, "cases", -1), "unpruned tree: node 2: cases must not be negative"),
]


@pytest.mark.parametrize(("text", "message"), MISTAKES, ids=[m for _, m in MISTAKES])
def test_a_mistake_is_one_line_that_names_the_place(text, message):
    with pytest.raises(InputError, match=message) as caught:
        Model.from_json(text)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


def test_errors_that_are_below_zero_by_rounding_alone_are_read_as_they_are():
    rounded = changed("tree", 2, "errors", -4e-16)
    assert Model.from_json(rounded).tree.errors[2] == -4e-16


def test_branches_that_go_round_are_refused():
    fork = LEAF | {"attribute": 0, "cuts": [0]}
    nodes = [LEAF, fork | {"branches": [2, 3]}, fork | {"branches": [1, 4]}, LEAF, LEAF]
    with pytest.raises(InputError, match="node 1: cannot be reached from the root"):
        Tree.from_nodes(nodes, [Attribute("a")], ["n", "p"])


def test_maps_that_would_fill_the_memory_are_refused(monkeypatch):
    monkeypatch.setattr(flat, "MAX_MAP", 2**10)
    fork = LEAF | {"attribute": 0, "groups": [[0]]}
    nodes = [fork | {"branches": [i + 1]} for i in range(300)] + [LEAF]
    with pytest.raises(InputError, match="too many nominal tests"):
        Tree.from_nodes(nodes, [Attribute("a", tuple(range(2**5)))], ["n", "p"])


@settings(deadline=None, max_examples=400)
@given(with_values_swapped(TEXT))
def test_a_file_with_values_swapped_gives_a_model_or_one_clear_message(text):
    model_or_message(text)


@settings(deadline=None, max_examples=400)
@given(with_characters_changed(TEXT))
def test_a_file_with_characters_changed_gives_a_model_or_one_clear_message(text):
    model_or_message(text)


def model_or_message(text):
    try:
        model = Model.from_json(text)
    except InputError as error:
        assert str(error)
        assert "\n" not in str(error)
        return
    assert Model.from_json(model.to_json()) == model
    assert str(model.tree)
    model.tree.predict_proba(np.zeros((1, len(model.tree.attributes))))
    model.tree.predict_codes(np.full((1, len(model.tree.attributes)), np.nan))
