"""The summary of the page, and training against test at every node."""

import re

import numpy as np
import pytest

from cutpoint import C45Classifier
from cutpoint.cli.score import Score
from cutpoint.data import demo_path, read_table
from cutpoint.data.attribute import Attribute
from cutpoint.data.table import Table
from cutpoint.tree import Model, Tree, example_tree
from support.pages import leaf, model_of, opened
from support.pages import test_of as asks


@pytest.fixture(scope="module")
def pumps():
    table = read_table(demo_path(), target="outcome")
    order = np.random.default_rng(1).permutation(table.n_rows)
    cases, held_out = table.take(np.sort(order[133:])), table.take(np.sort(order[:133]))
    return C45Classifier().fit_table(cases), cases, held_out


def percent(share):
    return f"{100 * share:.1f}".removesuffix(".0") + "%"


def score_of(tree, table):
    codes = tree.predict_codes(table.matrix()).astype(np.int64)
    n = len(tree.classes)
    cells = np.bincount(table.target * n + codes, minlength=n * n).reshape(n, n)
    true, given = np.nonzero(cells)
    return Score(tree.classes, true, given, cells[true, given].astype(float), 0)


def test_errors_intervals_and_confusion_are_those_of_evaluate(browser, tmp_path, pumps):
    classifier, cases, held_out = pumps
    with opened(browser, tmp_path, classifier.to_model(), cases, held_out) as page:
        page.wait_for_selector("#confusion")
        for name, table in (("training", cases), ("test", held_out)):
            score = score_of(classifier.tree_, table)
            low, high = score.interval
            row = page.locator(f"#rates tr:has(th:text-is('{name}'))").inner_text()
            assert percent(score.rate) in row
            assert f"{percent(low)} – {percent(high)}" in row
        found = [
            [
                int(text)
                for text in page.locator("#confusion tbody tr")
                .nth(i)
                .locator("td")
                .all_inner_texts()
            ]
            for i in range(3)
        ]
        assert found == score_of(classifier.tree_, held_out).confusion().tolist()
        importances = classifier.feature_importances_
        best = cases.attributes[int(np.argmax(importances))].name
        told = page.inner_text("#importances").split("\n")
        assert [told[0], told[1]] == [best, percent(importances.max())]


def test_a_cell_of_the_confusion_lists_its_cases(browser, tmp_path, pumps):
    classifier, cases, held_out = pumps
    wrong = score_of(classifier.tree_, held_out).confusion()[2, 0]
    with opened(browser, tmp_path, classifier.to_model(), cases, held_out) as page:
        page.click("#confusion tbody tr:nth-child(3) td:nth-of-type(1) button")
        assert f"{wrong:.0f} of 133 test cases, {wrong:.0f} wrong" in page.inner_text("#case-count")


def test_the_cross_validation_of_the_model_file_is_shown(browser, tmp_path):
    validation = {"error_rate": 0.2, "standard_error": 0.01, "folds": 10, "held_out": None}
    report = {"validation": validation}
    model = Model(example_tree(), None, "play", "TreeClassifier", {"pruning": None}, report)
    with opened(browser, tmp_path, model) as page:
        row = page.locator("#rates tr:has(th:text-is('cross-validation'))").inner_text()
        assert "20%" in row
        assert "18% – 22%" in row
        assert "10 folds" in row


def test_a_leaf_that_errs_on_test_cases_alone_is_marked(browser, tmp_path):
    classes = ("no", "yes")
    ends = [leaf((48.0, 2.0), classes), leaf((3.0, 47.0), classes)]
    tree = Tree.from_dict(asks("x", ends, cuts=[0.0]), (Attribute("x"),), classes)
    low, high = np.full(50, -1.0), np.full(50, 1.0)

    def table(wrong_low, wrong_high):
        target = np.array([1] * wrong_low + [0] * (50 - wrong_low), dtype=np.int32)
        target = np.append(target, np.array([0] * wrong_high + [1] * (50 - wrong_high)))
        return Table(
            tree.attributes, (np.append(low, high),), 100, classes, target.astype(np.int32)
        )

    with opened(browser, tmp_path, model_of(tree), table(2, 3), table(10, 4)) as page:
        page.wait_for_selector(".warns")
        assert page.locator("[data-node='1'] .warns").count() == 1
        assert page.locator(".warns").count() == 1
        assert "node 1" in page.inner_text("#failing")
        page.click("[data-node='1'] .card")
        text = page.inner_text("#body")
        assert "training 4% / test 20%" in text
        assert "test: 10 of 50 cases wrong, 20%" in text
        assert "This leaf does not hold" in text
        page.click("[data-node='2'] .card")
        assert "does not hold" not in page.inner_text("#body")
    with opened(browser, tmp_path, model_of(tree), table(2, 3), table(3, 3)) as page:
        page.wait_for_selector("#confusion")
        assert page.locator(".warns").count() == 0
        assert "No leaf errs clearly more often" in page.inner_text("#failing")


def test_what_a_leaf_says_is_what_text_says_and_the_page_explains_it(browser, tmp_path, pumps):
    classifier, _, _ = pumps
    tree = classifier.tree_
    with opened(browser, tmp_path, classifier.to_model()) as page:
        assert "errors to expect" in page.inner_text("#slash")
        assert "cases / errors to expect" in page.inner_text("#legend")
        page.click("[data-view=outline]")
        page.click("#all")
        for node in np.flatnonzero(tree.attribute < 0):
            text = re.sub(
                "[\u2068\u2069]", "", page.locator(f"[data-node='{node}']").text_content()
            )
            if tree.errors[node] > 0:
                cases, errors = (
                    f"{v:.1f}".removesuffix(".0") for v in (tree.cases[node], tree.errors[node])
                )
                assert text.endswith(f"{cases} / {errors}")
    with opened(browser, tmp_path, model_of(example_tree())) as page:
        assert "those of another class" in page.inner_text("#slash")
