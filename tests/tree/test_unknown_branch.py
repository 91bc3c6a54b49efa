"""A test may have one more branch, for unknown values."""

from __future__ import annotations

import numpy as np
import pytest

from cutpoint.data.attribute import Attribute
from cutpoint.errors import InputError
from cutpoint.tree import Model, NominalTest, NumericTest, Tree

ATTRIBUTES = (Attribute("age"), Attribute("colour", ("red", "unknown")))
NAN = np.nan


def node(no: float, yes: float, **test: object) -> dict[str, object]:
    label = int(yes > no)
    return {"class": label, "cases": no + yes, "errors": 0.0, "distribution": [no, yes], **test}


def nodes() -> list[dict[str, object]]:
    return [
        node(4, 5, attribute=0, cuts=[30.0], unknown=True, branches=[1, 2, 3]),
        node(1, 0),
        node(1, 3, attribute=1, groups=[[0], [1]], unknown=True, branches=[4, 5, 6]),
        node(2, 2),
        node(0, 3),
        node(1, 0),
        node(0, 0),
    ]


def tree() -> Tree:
    return Tree.from_nodes(nodes(), ATTRIBUTES, ["no", "yes"])


def test_an_unknown_value_takes_its_branch_whole():
    X = [[20, 0], [NAN, 0], [40, 0], [40, 1], [40, NAN], [40, 7]]
    assert tree().apply(X).tolist() == [1, 3, 4, 5, 6, 6]
    assert tree().predict_weights(X).tolist() == [
        [1, 0],
        [0.5, 0.5],
        [0, 1],
        [1, 0],
        [1, 0],
        [1, 0],
    ]
    assert tree().predict_codes(X).tolist() == [0, 0, 1, 0, 0, 0]
    assert tree().decision_path(X).toarray()[4].tolist() == [1, 0, 1, 0, 0, 0, 1]


def test_the_branch_is_printed_in_a_way_that_no_value_is():
    assert str(tree()).splitlines() == [
        "age <= 30 : no (1.0)",
        "age is unknown : no (4.0)",
        "age > 30 :",
        "|   colour = red: yes (3.0)",
        "|   colour = unknown: no (1.0)",
        "|   colour is unknown: no (0.0)",
    ]


def test_the_tests_know_their_branch():
    root, below = tree().test(0), tree().test(2)
    assert root == NumericTest(ATTRIBUTES[0], (30.0,), unknown=True)
    assert below == NominalTest(ATTRIBUTES[1], (("red",), ("unknown",)), unknown=True)
    assert (root.n_branches, root.branch_of(None), root.branch_of(31)) == (3, 2, 1)
    assert (below.n_branches, below.branch_of(None), below.branch_of("blue")) == (3, 2, 2)


def test_every_form_keeps_the_branch():
    one = tree()
    assert one.to_dict()["test"] == {"attribute": "age", "cuts": [30.0], "unknown": True}
    assert Tree.from_dict(one.to_dict(), ATTRIBUTES, one.classes) == one
    assert Tree.from_nodes(one.to_nodes(), ATTRIBUTES, one.classes) == one
    model = Model(one, None, "class", "T2Classifier", {})
    assert Model.from_json(model.to_json()) == model


def test_a_branch_for_unknown_values_is_not_one_for_an_interval():
    ways = []
    for test in ({"cuts": [30.0], "unknown": True}, {"cuts": [30.0, 40.0]}):
        root = node(4, 5, attribute=0, branches=[1, 2, 3], **test)
        ways.append(Tree.from_nodes([root, node(1, 0), node(1, 0), node(1, 0)], ATTRIBUTES, "ny"))
    assert ways[0] != ways[1]


def test_a_tree_without_such_a_branch_says_nothing_of_it():
    plain = nodes()
    for entry in (plain[0], plain[2]):
        del entry["unknown"]
        entry["branches"] = entry["branches"][:2]
    plain[0]["branches"] = [1, 2]
    kept = [plain[0], plain[1], plain[2] | {"branches": [3, 4]}, plain[4], plain[5]]
    one = Tree.from_nodes(kept, ATTRIBUTES, ["no", "yes"])
    assert one.unknown is None
    assert "unknown" not in str(one.to_nodes())
    assert one.predict_weights([[NAN, 0]])[0] != pytest.approx([1, 0])


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"unknown": 1}, "node 0: 'unknown' must be true or false, not int"),
        ({"unknown": None}, "node 0: 'unknown' must be true or false, not null"),
        ({"unknown": False}, "node 0: 3 branches need 2 cut points, not 1"),
        ({"cuts": [], "branches": [1]}, "node 0: a test needs at least one branch for known"),
        ({"cuts": [1.0, 2.0]}, "node 0: 2 branches need 1 cut points, not 2"),
    ],
)
def test_a_wrong_branch_is_refused(change, message):
    wrong = nodes()
    wrong[0] |= change
    with pytest.raises(InputError, match=message):
        Tree.from_nodes(wrong, ATTRIBUTES, ["no", "yes"])


def test_a_leaf_cannot_have_the_branch():
    with pytest.raises(InputError, match="a test needs 'attribute' and 'branches'"):
        Tree.from_nodes([node(1, 0, unknown=True)], ATTRIBUTES, ["no", "yes"])
