"""``cutpoint view --ask``: the tree as questions, answered in the browser."""

import re
from pathlib import Path
from random import Random

import numpy as np
import pytest

from cutpoint import C45Classifier
from cutpoint.data import demo_path, read_table
from cutpoint.tree import example_tree
from cutpoint.tree.answers import Between, Likely
from cutpoint.views.page import questionnaire_of
from support.pages import Opened, hostile_tree, model_of
from support.running import refuses, succeeds

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def asking(browser, folder, model, **options):
    file = folder / "questions.html"
    file.write_text(questionnaire_of(model), encoding="utf-8")
    return Opened(browser, file, options)


def answer(page, attribute, value):
    """Answer the question that is asked, as a person would."""
    if value is None or np.isnan(value):
        page.click("#unknown")
    elif attribute.values is None:
        page.fill("#number", repr(float(value)))
        page.click("#next")
    else:
        page.locator(".answers button").nth(int(value)).click()


def asked(page):
    return page.inner_text("#question h2").removesuffix("?")


def test_it_asks_what_it_needs_concludes_and_says_why(browser, tmp_path):
    with asking(browser, tmp_path, model_of(example_tree()), **PHONE) as page:
        assert asked(page) == "outlook"
        assert "Question 1, at most 1 more" in page.inner_text("#question")
        page.click("#question summary")
        assert "64.3% Play" in page.inner_text("#question details")
        page.click("text=sunny")
        assert asked(page) == "humidity"
        page.fill("#number", "damp")
        page.click("#next")
        assert "Type a number" in page.inner_text("#wrong")
        page.fill("#number", "70")
        page.keyboard.press("Enter")
        assert page.inner_text("#predicted") == "Play"
        because = page.inner_text("#because").replace("\u2068", "").replace("\u2069", "")
        assert because == "outlook = sunny and humidity ≤ 75 → Play"
        assert page.evaluate("document.scrollingElement.scrollWidth") <= 390
        page.click("#back")
        assert asked(page) == "humidity"
        page.click("[aria-label='Change outlook']")
        assert asked(page) == "outlook"
        page.click("text=overcast")
        assert page.inner_text("#predicted") == "Play"
        page.click("#again")
        for _ in range(3):
            page.click("#unknown")
        shares = re.findall(r"^([\d.]+)%:", page.inner_text("#because"), re.MULTILINE)
        assert shares == ["28.6", "21.4", "21.4", "14.3", "14.3"]  # the heaviest first
        page.click("#again")
        assert asked(page) == "outlook"


def test_its_conclusions_are_those_of_predict_also_for_unknown_values(browser, tmp_path):
    table = read_table(demo_path(), target="outcome")
    classifier = C45Classifier().fit_table(table)
    tree, matrix = classifier.tree_, table.matrix()
    by_name = {attribute.name: a for a, attribute in enumerate(tree.attributes)}
    rows = [*Random(2).sample(range(400), 3), int(np.flatnonzero(np.isnan(matrix).any(axis=1))[0])]
    with asking(browser, tmp_path, classifier.to_model()) as page:
        for row in rows:
            for _ in range(len(tree.attributes)):
                if page.locator("#predicted").count():
                    break
                column = by_name[asked(page)]
                answer(page, tree.attributes[column], matrix[row, column])
            code = int(tree.predict_codes(matrix[row : row + 1])[0])
            assert page.inner_text("#predicted") == tree.classes[code]
            best = tree.predict_proba(matrix[row : row + 1])[0, code]
            figure = float(page.inner_text(".strong .share-figure").strip("%<>"))
            assert figure == pytest.approx(100 * best, abs=0.051)
            page.click("#again")


def test_near_a_threshold_it_concludes_what_consult_concludes(browser, tmp_path):
    table = read_table(demo_path(), target="outcome")
    model = C45Classifier(soft_thresholds=True, probabilities="laplace").fit_table(table).to_model()
    tree, matrix = model.tree, table.matrix()
    hard, soft = model.predict_proba(matrix), model.estimating.predict_softly(matrix)
    near = np.argsort(-np.abs(hard - soft).max(axis=1))[:30]
    assert (np.argmax(hard[near], axis=1) != np.argmax(soft[near], axis=1)).any()
    with asking(browser, tmp_path, model) as page:
        rows = [[None if np.isnan(v) else v for v in matrix[row].tolist()] for row in near]
        found = page.evaluate("(rows) => rows.map((row) => cutpoint.predict(row).shares)", rows)
        np.testing.assert_allclose(found, soft[near], rtol=0, atol=1e-12)
        for row, shares in zip(near, found, strict=True):
            verdict = model.consult(lambda asked, row=row: _given(tree, asked, matrix[row]))
            told = {c.label: c.certainty for c in verdict.classes}
            assert told == pytest.approx(dict(zip(tree.classes, shares, strict=True)))
        for _ in tree.attributes:
            if page.locator("#predicted").count():
                break
            column = [attribute.name for attribute in tree.attributes].index(asked(page))
            answer(page, tree.attributes[column], matrix[near[0], column])
        assert "Near a threshold, so that both sides count in part" in page.inner_text("#soft")
        figure = float(page.inner_text(".strong .share-figure").strip("%<>"))
        assert figure == pytest.approx(100 * soft[near[0]].max(), abs=0.051)


def _given(tree, attribute, row):
    value = row[tree.attributes.index(attribute)]
    if np.isnan(value) or value < 0:
        return None
    if attribute.values is None:
        return Between(value, value)
    return Likely(((int(value), 1.0),))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_names_of_any_kind_are_text(browser, tmp_path, scheme):
    with asking(browser, tmp_path, model_of(hostile_tree()), color_scheme=scheme) as page:
        page.click(".answers button >> nth=0")
        page.click("#unknown")
        assert page.locator("#predicted").count() == 1
        assert page.evaluate("window.broken") is None


def test_the_command_writes_it(tmp_path: Path):
    model, rules = tmp_path / "pumps.json", tmp_path / "rules.json"
    succeeds("fit", demo_path(), "--target", "outcome", "--out", model)
    succeeds("rules", demo_path(), "--target", "outcome", "--out", rules)
    page = tmp_path / "pumps-questions.html"
    assert succeeds("view", model, "--ask") == f"Page written to {page}\n"
    assert 'id="question"' in page.read_text(encoding="utf-8")
    assert "--ask is for trees" in refuses("view", rules, "--ask")
    assert "leave out --data" in refuses("view", model, "--ask", "--data", demo_path())
