"""Consulting rules: what is certain agrees with prediction, what is not is weighed."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from cutpoint.data.attribute import Attribute
from cutpoint.errors import InputError
from cutpoint.rules import consult as consulting
from cutpoint.rules.condition import Condition
from cutpoint.rules.consult import consult
from cutpoint.rules.ruleset import Rule, Ruleset
from cutpoint.tree.answers import Between, Likely
from support.random_rules import make_rules

AGE, WARD = Attribute("age"), Attribute("ward", ("eye", "heart", "skin"))
RULES = Ruleset(
    (AGE, WARD),
    ("no", "yes"),
    (
        Rule(4, (Condition(AGE, low=60.0), Condition(WARD, values=("heart",))), 1, 0.1, (1, 9)),
        Rule(2, (Condition(AGE, high=20.0),), 0, 0.2, (8, 2)),
    ),
    1,
    (2, 6),
)


def ended(**answers: Any) -> dict[int | None, float]:
    verdict = consult(RULES, lambda attribute: answers[attribute.name])
    return {end.rule: end.weight for end in verdict.ends}


def test_a_range_is_divided_where_the_rules_divide_it() -> None:
    heart = Likely(((1, 1.0),))
    assert ended(age=Between(10.0, 110.0), ward=heart) == pytest.approx({4: 0.5, 2: 0.1, 0: 0.4})
    either = Likely(((0, 0.7), (1, 0.3)))
    assert ended(age=Between(10.0, 110.0), ward=either) == pytest.approx({4: 0.15, 2: 0.1, 0: 0.75})


def test_an_unknown_value_satisfies_nothing_and_what_is_not_needed_is_not_asked() -> None:
    assert ended(age=None) == {0: 1.0}
    assert ended(age=Between(20.0, 20.0)) == {2: 1.0}
    assert ended(age=Between(61.0, 61.0), ward=None) == {0: 1.0}


def test_the_classes_are_as_certain_as_the_rules_that_give_them() -> None:
    verdict = consult(RULES, lambda attribute: Between(0.0, 40.0) if attribute is AGE else None)
    by_class = {entry.label: entry for entry in verdict.classes}
    assert by_class["no"].certainty == pytest.approx(0.5 * 0.8 + 0.5 * 0.25)
    assert by_class["yes"].certainty == pytest.approx(0.5 * 0.2 + 0.5 * 0.75)
    assert by_class["no"].low == pytest.approx(0.4)
    assert by_class["yes"].low == pytest.approx(0.375)
    assert verdict.to_dict()["because"][0]["rule"] in (0, 2)


@pytest.mark.parametrize("seed", range(12))
def test_a_certain_case_gets_the_rule_that_prediction_gives_it(seed: int) -> None:
    random = Random(seed)
    rules = make_rules(random, single=seed % 2 == 1, n_rules=20)
    for _ in range(40):
        row: list[float] = []
        answers: dict[str, Any] = {}
        for attribute in rules.attributes:
            if random.random() < 0.2:
                row.append(np.nan)
                answers[attribute.name] = None
            elif attribute.values is None:
                row.append(random.choice([-999.0, -1.5, 0.1, 0.3, 1.0, 2.0, 1e20]))
                answers[attribute.name] = Between(row[-1], row[-1])
            else:
                code = random.randrange(len(attribute.values))
                row.append(code)
                answers[attribute.name] = Likely(((code, 1.0),))
        verdict = consult(rules, lambda attribute, said=answers: said[attribute.name])
        first, _ = rules.firing(np.array([row]))
        wanted = 0 if first[0] < 0 else rules.rules[first[0]].number
        assert [(end.rule, end.weight) for end in verdict.ends] == [(wanted, 1.0)]
        shares = rules.predict_proba(np.array([row]))[0]
        found = {entry.label: entry.certainty for entry in verdict.classes}
        for label, share in zip(rules.classes, shares, strict=True):
            assert found.get(label, 0.0) == pytest.approx(share)


def test_answers_that_leave_too_much_open_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(consulting, "_MOST_POSSIBILITIES", 2)
    with pytest.raises(InputError, match="leave more than 2 possibilities: give narrower ranges"):
        ended(age=Between(10.0, 110.0), ward=None)
