"""The page of rules: what is in it, and how a person uses it in Chromium."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pandas as pd
import pytest

from cutpoint import C45RulesClassifier
from cutpoint.data import demo_path, read_table
from cutpoint.data.frames import conform
from cutpoint.rules.model import RulesModel
from cutpoint.rules.ruleset import Ruleset
from cutpoint.views.page import page_of
from support.pages import HOSTILE_NAMES, opened
from support.random_rules import make_rules, rows_for


def model_of(rules: Ruleset) -> RulesModel:
    return RulesModel(rules, "the class", "C45RulesClassifier", {})


@pytest.fixture(scope="module")
def pumps() -> tuple[C45RulesClassifier, Any]:
    table = read_table(demo_path(), target="outcome")
    return C45RulesClassifier().fit_table(table), table


def hostile() -> Ruleset:
    values = (*HOSTILE_NAMES, "__proto__", "\x00\x1b[2J", "")
    return make_rules(Random(1), names=HOSTILE_NAMES, values=values, classes=HOSTILE_NAMES)


def test_the_page_asks_for_nothing_and_names_cannot_leave_their_place() -> None:
    page = page_of(model_of(hostile()))
    assert len(page) < 120_000
    assert not re.search(r"""(?:src|href)\s*=|@import|url\(|https?://(?!www\.w3\.org)""", page)
    assert "default-src 'none'" in page
    assert page.count("<script") == page.count("</script") == 3
    assert "window.broken = 1</" not in page
    target = HOSTILE_NAMES[0]
    titled = page_of(RulesModel(hostile(), target, "C45RulesClassifier", {}))
    assert f"<title>{html.escape(target)}" in titled


def test_rules_make_their_own_page_from_data_frames() -> None:
    X = pd.DataFrame({"size": [1.0, 2.0, 3.0, 4.0] * 5, "hue": ["red", "blue"] * 10})
    y = ["a", "a", "b", "b"] * 5
    page = C45RulesClassifier().fit(X, y).rules_.to_html(data=(X, y))
    found = re.search(r'id="cases">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    assert json.loads(found[1])["training"]["count"] == 20


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_of_hostile_rules_is_quiet(browser: Any, tmp_path: Path, scheme: str) -> None:
    rules = hostile()
    with opened(browser, tmp_path, model_of(rules), color_scheme=scheme) as page:
        assert page.locator(".one-rule").count() == len(rules) + 1
        assert page.evaluate("window.broken") is None
        dark = page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(20, 23, 27)"
        assert dark == (scheme == "dark")
        page.click("#theme")
        assert page.evaluate("document.documentElement.dataset.theme") != scheme


@pytest.mark.parametrize("single", [False, True])
def test_the_page_gives_every_row_the_rule_of_predict(
    browser: Any, tmp_path: Path, single: bool
) -> None:
    for seed in range(4):
        random = Random(seed)
        rules = make_rules(random, single=single, n_rules=15)
        matrix = conform(rows_for(random, rules, 300), rules.attributes).matrix()
        first, _ = rules.firing(matrix)
        numbers = [0 if place < 0 else rules.rules[place].number for place in first]
        rows = [[None if np.isnan(cell) else cell for cell in row] for row in matrix.tolist()]
        with opened(browser, tmp_path, model_of(rules)) as page:
            found = page.evaluate("rows => rows.map((row) => window.cutpoint.predict(row))", rows)
        assert [one["rule"] for one in found] == numbers
        assert [one["code"] for one in found] == rules.predict_codes(matrix).tolist()
        np.testing.assert_array_equal([o["shares"] for o in found], rules.predict_proba(matrix))


def test_the_rule_that_gives_the_class_is_marked_as_values_change(
    browser: Any, tmp_path: Path, pumps: tuple[C45RulesClassifier, Any]
) -> None:
    model, table = pumps
    first = model.rules_.rules[0]
    (condition,) = first.conditions
    assert condition.low is not None
    place = model.rules_.attributes.index(condition.attribute)
    with opened(browser, tmp_path, model.to_model(), table) as page:
        errors = int((model.rules_.predict_codes(table.matrix()) != table.target).sum())
        assert f"{errors} of 400 training cases wrong" in page.inner_text("#facts")
        page.fill(f"#value-{place}", str(condition.low + 1))
        assert page.get_attribute("[aria-current=true]", "data-rule") == str(first.number)
        assert page.inner_text("#predicted") == str(model.classes_[first.label])
        page.fill(f"#value-{place}", "")
        assert page.get_attribute("[aria-current=true]", "data-rule") != str(first.number)
        page.fill(f"#value-{place}", "many")
        assert page.get_attribute(f"#value-{place}", "aria-invalid") == "true"
        page.click("text=Next wrong")
        assert "the table says" in page.inner_text("#outcome")


def test_rules_are_found_by_their_words_and_walked_by_the_keyboard(
    browser: Any, tmp_path: Path, pumps: tuple[C45RulesClassifier, Any]
) -> None:
    model, _ = pumps
    with opened(browser, tmp_path, model.to_model()) as page:
        page.keyboard.press("/")
        page.keyboard.type("repair rubber")
        count = page.locator(".one-rule:visible").count()
        assert 0 < count < len(model.rules_)
        assert page.inner_text("#rule-count") == f"{count} of {len(model.rules_)} rules found"
        page.fill("#search", "")
        page.focus(".one-rule[tabindex='0']")
        page.keyboard.press("Home")
        page.keyboard.press("ArrowDown")
        second = page.evaluate("document.activeElement.dataset.rule")
        assert second == str(model.rules_.rules[1].number)
        page.keyboard.press("End")
        assert page.evaluate("document.activeElement.dataset.rule") == "0"
        page.keyboard.press("Home")
        assert page.evaluate("document.activeElement.dataset.rule") == str(
            model.rules_.rules[0].number
        )
