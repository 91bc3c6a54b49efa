"""Rules in a file: they come back exactly, and a damaged file is one clear message."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings

from cutpoint import C45Classifier, C45RulesClassifier, load
from cutpoint.data import demo_path
from cutpoint.data.attribute import Attribute
from cutpoint.errors import InputError
from cutpoint.loading import load_model
from cutpoint.rules.condition import Condition
from cutpoint.rules.model import RulesModel
from cutpoint.rules.ruleset import Rule, Ruleset
from support.damaged import with_characters_changed, with_values_swapped
from support.random_rules import make_rules
from support.same_rows import HOSTILE


def example() -> RulesModel:
    age, ward = Attribute("age"), Attribute("ward", ("eye", "heart", "skin"))
    either = Condition(ward, values=("eye", "skin"))
    rules = (
        Rule(3, (Condition(age, 40.5, 60.0), either), 1, 0.1, (1, 9)),
        Rule(1, (Condition(age, high=40.5),), 0, 0.25, (6, 2)),
        Rule(7, (Condition(ward, values=("heart",), never=True),), 1, 0.71, (0, 2)),
    )
    ruleset = Ruleset((age, ward), ("no", "yes"), rules, 0, (5, 0))
    return RulesModel(ruleset, "ill", "C45RulesClassifier", {"min_cases": 2}, {"note": 2.5})


TEXT = example().to_json()


def changed(*path_and_value: Any) -> str:
    *path, value = path_and_value
    fields = json.loads(TEXT)
    place = fields
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return json.dumps(fields)


def without(*path: Any) -> str:
    fields = json.loads(TEXT)
    place = fields
    for key in path[:-1]:
        place = place[key]
    del place[path[-1]]
    return json.dumps(fields)


def test_rules_come_back_from_their_file(tmp_path: Path) -> None:
    example().save(tmp_path / "rules.json")
    assert RulesModel.load(tmp_path / "rules.json") == load_model(tmp_path / "rules.json")
    assert load_model(tmp_path / "rules.json") == example()
    assert TEXT.isascii()
    assert RulesModel.from_json(TEXT).to_json() == TEXT
    fields = json.loads(TEXT)
    assert (fields["format"], fields["version"]) == ("cutpoint-rules", 1)
    assert fields["rules"][1] == {
        "number": 1,
        "conditions": [{"attribute": "age", "op": "<=", "value": 40.5}],
        "class": "no",
        "error": 0.25,
        "covered": 8,
        "wrong": 2,
    }


@pytest.mark.parametrize("seed", range(20))
def test_every_name_and_number_survives_exactly(seed: int) -> None:
    random = Random(seed)
    texts: dict[str, Any] = {"names": HOSTILE, "values": HOSTILE, "classes": HOSTILE}
    kinds: list[dict[str, Any]] = [{}, texts, {"values": (1, 2, 3), "classes": (True, False)}]
    rules = make_rules(random, single=seed % 2 == 1, **kinds[seed % 3])
    model = RulesModel(rules, "\n", "C45RulesClassifier", {})
    again = RulesModel.from_json(model.to_json())
    assert again == model
    assert [type(label) for label in again.rules.classes] == [type(c) for c in rules.classes]


@pytest.mark.parametrize("options", [{}, {"faithful": True}, {"trials": 2}, {"group_values": True}])
def test_a_loaded_classifier_predicts_the_same(options: dict[str, Any], tmp_path: Path) -> None:
    table = pd.read_csv(demo_path())
    X, y = table.drop(columns="outcome"), table["outcome"]
    model = C45RulesClassifier(**options).fit(X, y)
    model.save(tmp_path / "rules.json")
    again = load(tmp_path / "rules.json")
    assert type(again) is C45RulesClassifier
    assert again.get_params() == model.get_params()
    assert again.rules_ == model.rules_
    assert again.feature_names_in_.tolist() == X.columns.tolist()
    np.testing.assert_array_equal(again.predict(X), model.predict(X))
    np.testing.assert_array_equal(again.predict_proba(X), model.predict_proba(X))
    np.testing.assert_array_equal(again.firing_rules(X), model.firing_rules(X))
    assert str(again.rules_) == str(model.rules_)


def test_the_kind_of_model_and_its_learner_must_agree(tmp_path: Path) -> None:
    path = tmp_path / "model.json"
    path.write_text(changed("learner", "C45Classifier"))
    with pytest.raises(InputError, match="holds rules, which C45Classifier does not make"):
        load(path)
    C45Classifier().fit([[1], [2]], ["a", "b"]).save(path)
    path.write_text(path.read_text().replace('"C45Classifier"', '"C45RulesClassifier"'))
    with pytest.raises(InputError, match="holds a decision tree, which C45RulesClassifier does"):
        load(path)
    path.write_text(changed("parameters", {"redundancy": -1}))
    with pytest.raises(InputError, match=r"model\.json: .*redundancy"):
        load(path)


MISTAKES = [
    ("", "ends too early at line 1, column 1"),
    (TEXT[:300], "ends too early"),
    (changed("format", "cutpoint-model"), "holds another kind of model than rules"),
    (changed("format", ["cutpoint-rules"]), "is not a Cutpoint model"),
    (changed("version", 2), "newer Cutpoint"),
    (without("rules"), "has no 'rules'"),
    (without("distributions"), "has no 'distributions'"),
    (without("left_over"), "has no 'left_over'"),
    (changed("rules", {}), "'rules' must be a list, not an object"),
    (changed("rules", 0, 3), "rule 0: must be an object"),
    (changed("rules", 0, "colour", 1), "rule 0: has a field that is not known: 'colour'"),
    (without("rules", 1, "error"), "rule 1: has no 'error'"),
    (changed("rules", 1, "error", 1.5), "rule 1: the error must be from 0 to 1"),
    (changed("rules", 1, "error", "x"), "rule 1: the error must be a number"),
    (changed("rules", 1, "number", -1), "rule 1: the number must be a whole number"),
    (changed("rules", 1, "class", "maybe"), "rule 1: the class must be one of the classes"),
    (changed("rules", 1, "class", ["no"]), "rule 1: the class must be one of the classes"),
    (changed("rules", 1, "covered", 9), "rule 1: 'covered' and 'wrong' do not agree"),
    (changed("rules", 1, "conditions", 3), "rule 1: the conditions must be a list"),
    (changed("rules", 0, "conditions", 0, "attribute", "x"), "condition 0: 'x' is not one of"),
    (changed("rules", 0, "conditions", 0, "attribute", []), "condition 0: .. is not one of"),
    (changed("rules", 0, "conditions", 0, "op", "="), "a number is asked by <=, > or between"),
    (changed("rules", 0, "conditions", 0, "value", [1]), "two bounds are needed, not 1"),
    (changed("rules", 0, "conditions", 0, "value", [2, 1]), "the bounds must increase"),
    (changed("rules", 0, "conditions", 0, "value", [2, 10**400]), "must be a finite number"),
    (changed("rules", 0, "conditions", 1, "op", ">"), "a nominal attribute is asked by = or in"),
    (changed("rules", 0, "conditions", 1, "op", []), "a nominal attribute is asked by = or in"),
    (changed("rules", 0, "conditions", 1, "value", ["ear"]), "'ear' is not a value of 'ward'"),
    (changed("rules", 0, "conditions", 1, "value", [["eye"]]), "is not a value of 'ward'"),
    (changed("rules", 0, "conditions", 1, "value", ["eye", "eye"]), "the values must differ"),
    (changed("rules", 2, "conditions", 0, "never", 1), "'never' must be true or false"),
    (changed("distributions", []), "3 rules need as many distributions, not 0"),
    (changed("distributions", 0, [1]), "rule 0: the distribution has 1 counts for 2 classes"),
    (changed("distributions", 0, [1, -9]), "rule 0: the distribution: a count must be a whole"),
    (changed("default", "maybe"), "the default class must be one of the classes"),
    (changed("left_over", [0, 0]), "'left_over' must count at least one case"),
    (changed("classes", ["no"]), "rule 0: "),
    (changed("arithmetic", 3), "'arithmetic' must be"),
]


@pytest.mark.parametrize(("text", "message"), MISTAKES, ids=[m for _, m in MISTAKES])
def test_a_mistake_is_one_line_that_names_the_place(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        RulesModel.from_json(text)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


@settings(deadline=None, max_examples=300)
@given(with_values_swapped(TEXT, "eye", "no"))
def test_a_file_with_values_swapped_gives_rules_or_one_clear_message(text: str) -> None:
    rules_or_message(text)


@settings(deadline=None, max_examples=300)
@given(with_characters_changed(TEXT))
def test_a_file_with_characters_changed_gives_rules_or_one_clear_message(text: str) -> None:
    rules_or_message(text)


def rules_or_message(text: str) -> None:
    try:
        model = RulesModel.from_json(text)
    except InputError as error:
        assert str(error)
        assert "\n" not in str(error)
        return
    assert RulesModel.from_json(model.to_json()) == model
    assert str(model.rules)
    X = np.zeros((1, len(model.rules.attributes)))
    np.testing.assert_allclose(model.rules.predict_proba(X).sum(), 1)
