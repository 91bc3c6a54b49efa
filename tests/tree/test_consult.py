"""Consulting a tree: what is understood, what is asked, and what is concluded."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutpoint.data.attribute import Attribute
from cutpoint.errors import InputError
from cutpoint.tree import Tree, example_tree
from cutpoint.tree.answers import Between, Likely, parse_answer
from cutpoint.tree.consult import consult
from support.random_trees import make_rows, trees

NUMBER = Attribute("age")
COLOUR = Attribute("colour", ("red", "blue", "a, b: c", 3))


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("3", 3, 3),
        (" -2.5 ", -2.5, -2.5),
        ("+.5", 0.5, 0.5),
        ("1e-3", 0.001, 0.001),
        ("3-5", 3, 5),
        ("3..5", 3, 5),
        ("3 – 5", 3, 5),
        ("-5--3", -5, -3),
        ("-5 .. -3", -5, -3),
        ("-5-3", -5, 3),
        ("1e-3-2e-3", 0.001, 0.002),
    ],
)
def test_numbers_and_ranges_are_understood(text: str, low: float, high: float) -> None:
    assert parse_answer(NUMBER, text) == Between(low, high)


@given(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6), st.sampled_from(["-", "..", " - ", " .. "]))
def test_any_two_numbers_make_a_range(one: float, two: float, sign: str) -> None:
    low, high = sorted([one, two])
    assert parse_answer(NUMBER, f"{low!r}{sign}{high!r}") == Between(low, high)


@pytest.mark.parametrize("text", ["x", "3-", "3-4-5", "nan", "inf", "1e999", "5-3", "1,5", "٣-x"])
def test_what_is_no_number_is_refused_by_name(text: str) -> None:
    with pytest.raises(InputError, match="age"):
        parse_answer(NUMBER, text)


@pytest.mark.parametrize(
    ("text", "shares"),
    [
        ("red", ((0, 1.0),)),
        ("RED", ((0, 1.0),)),
        ("3", ((3, 1.0),)),
        ("a, b: c", ((2, 1.0),)),
        ("red: 0.7, blue: 0.3", ((0, 0.7), (1, 0.3))),
        ("blue:1", ((1, 1.0),)),
    ],
)
def test_values_and_probabilities_are_understood(text: str, shares: tuple) -> None:
    assert parse_answer(COLOUR, text) == Likely(shares)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("green", "is not one of its values: red, blue"),
        ("red: 0.7", "sum to 0.7"),
        ("red: 0.7, red: 0.3", "twice"),
        ("red: 2, blue: -1", "probability"),
        ("red: x", "probability"),
        ("red: 0.5, green: 0.5", "'green' is not one"),
        ("red: 0.5, blue", "'blue' is not one"),
    ],
)
def test_what_is_no_value_is_refused_with_a_reason(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        parse_answer(COLOUR, text)


def test_a_question_mark_is_unknown() -> None:
    assert (
        parse_answer(NUMBER, "?") is parse_answer(COLOUR, " ? ") is parse_answer(NUMBER, "") is None
    )


def asked_of(tree: Tree, replies: dict[str, str]) -> tuple[list[str], object]:
    asked = []

    def ask(attribute: Attribute):
        asked.append(attribute.name)
        return parse_answer(attribute, replies[attribute.name])

    return asked, consult(tree, ask)


def test_only_what_is_needed_is_asked_once_in_the_order_of_the_tree() -> None:
    tree = example_tree()
    assert asked_of(tree, {"outlook": "overcast"})[0] == ["outlook"]
    assert asked_of(tree, {"outlook": "sunny", "humidity": "70"})[0] == ["outlook", "humidity"]
    everything = {"outlook": "?", "humidity": "?", "windy": "?"}
    assert asked_of(tree, everything)[0] == ["outlook", "humidity", "windy"]


def test_bounds_of_certainty_follow_from_the_errors_expected_at_the_leaves() -> None:
    leaf = {"class": 0, "cases": 10, "errors": 2.0, "distribution": [9.0, 1.0]}
    tree = Tree.from_nodes([leaf], [], ["a", "b"])
    a, b = consult(tree, lambda attribute: None).classes
    assert (a.label, a.certainty, a.low, a.high) == ("a", 0.9, pytest.approx(0.8), 1.0)
    assert (b.label, b.certainty, b.low) == ("b", 0.1, 0.0)
    assert b.high == pytest.approx(0.2)


@given(trees(), st.integers(0, 10_000))
def test_plain_answers_give_the_probabilities_of_prediction(tree: Tree, seed: int) -> None:
    row = make_rows(Random(seed), tree, 1)
    row[np.isinf(row) | (np.abs(row) > 1e300)] = np.nan

    def ask(attribute: Attribute):
        value = row[0, [entry.name for entry in tree.attributes].index(attribute.name)]
        if attribute.values is None:
            return None if np.isnan(value) else Between(value, value)
        return Likely(((int(value), 1.0),)) if 0 <= value < len(attribute.values) else None

    verdict = consult(tree, ask)
    weights = tree.predict_weights(row)[0]
    if not np.isfinite(weights).all() or weights.sum() == 0:
        return
    ends = sum(end.weight for end in verdict.ends)
    found = {entry.label: entry.certainty * ends for entry in verdict.classes}
    ours = np.array([found.get(label, 0.0) for label in tree.classes])
    assert ours == pytest.approx(weights, rel=1e-4, abs=1e-6)
    for entry in verdict.classes:
        assert entry.low <= entry.certainty + 1e-12
        assert entry.certainty <= entry.high + 1e-12 or entry.certainty > 1


def test_a_range_is_shared_by_the_branches_it_reaches_into_also_of_three() -> None:
    leaf = {"class": 0, "cases": 2, "errors": 0, "distribution": [2.0, 0.0]}
    other = {"class": 1, "cases": 2, "errors": 0, "distribution": [0.0, 2.0]}
    root = {**leaf, "cases": 6, "attribute": 0, "cuts": [10.0, 20.0], "branches": [1, 2, 3]}
    tree = Tree.from_nodes([root, leaf, other, leaf], [Attribute("x")], ["a", "b"])
    verdict = consult(tree, lambda attribute: Between(5.0, 25.0))
    assert [round(end.weight, 6) for end in verdict.ends] == [0.5, 0.25, 0.25]
    assert {entry.label: entry.certainty for entry in verdict.classes} == pytest.approx(
        {"a": 0.5, "b": 0.5}
    )


def test_soft_thresholds_are_used() -> None:
    hard = example_tree()
    soft = replace(hard, lower=np.array([70.0]), upper=np.array([80.0]))
    replies = {"outlook": "sunny", "humidity": "76"}
    assert asked_of(hard, replies)[1].classes[0].certainty == 1
    play = {entry.label: entry.certainty for entry in asked_of(soft, replies)[1].classes}
    assert play["Play"] == pytest.approx(0.4)
    assert soft.predict_softly([[0, 70, 76, 0]])[0].tolist() == pytest.approx([0.4, 0.6])


def test_what_is_unknown_takes_the_branch_for_it_where_there_is_one() -> None:
    leaf = {"class": 0, "cases": 2, "errors": 0, "distribution": [2.0, 0.0]}
    other = {"class": 1, "cases": 2, "errors": 0, "distribution": [0.0, 2.0]}
    root = {**leaf, "cases": 6, "branches": [1, 2, 3], "unknown": True, "attribute": 0}
    attributes = [Attribute("x"), Attribute("colour", ("red", "blue"))]
    by_number = Tree.from_nodes([{**root, "cuts": [10.0]}, leaf, leaf, other], attributes, "ab")
    for answer, label in ((None, "b"), (Between(3.0, 3.0), "a"), (Between(3.0, 30.0), "a")):
        verdict = consult(by_number, lambda attribute, answer=answer: answer)
        assert [(entry.label, entry.certainty) for entry in verdict.classes] == [(label, 1.0)]
    root |= {"attribute": 1, "groups": [[0], [1]]}
    by_value = Tree.from_nodes([root, leaf, leaf, other], attributes, "ab")
    for answer, label in ((None, "b"), (Likely(((0, 0.5), (1, 0.5))), "a")):
        verdict = consult(by_value, lambda attribute, answer=answer: answer)
        assert [(entry.label, entry.certainty) for entry in verdict.classes] == [(label, 1.0)]
