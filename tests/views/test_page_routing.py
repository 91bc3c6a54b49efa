"""What the page says of cases, compared with what Python says."""

import math
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from cutpoint import C45Classifier, T2Classifier
from cutpoint.data import demo_path, read_table
from cutpoint.tree import Model, example_tree
from cutpoint.views.page import page_of
from support import same_rows
from support.pages import model_of, opened, random_table
from support.random_trees import make_rows, make_tree

PREDICT = """row => {
  const {code, shares, ends} = cutpoint.predict(row);
  return {code, shares, ends: ends.map(([node, weight]) => [node.id, weight])};
}"""


def asked(page, matrix, question=PREDICT):
    def plain(value):
        if math.isinf(value):
            return "inf" if value > 0 else "-inf"
        return None if math.isnan(value) else value

    ask = """rows => rows.map(row => row.map(
      v => v === null ? NaN : {"inf": Infinity, "-inf": -Infinity}[v] ?? v))"""
    rows = [[plain(value) for value in row] for row in matrix.tolist()]
    return page.evaluate(f"rows => ({ask})(rows).map({question})", rows)


def agrees(page, tree, matrix):
    answers = asked(page, matrix)
    assert [answer["code"] for answer in answers] == tree.predict_codes(matrix).tolist()
    shares = np.array([answer["shares"] for answer in answers]).reshape(len(matrix), -1)
    np.testing.assert_allclose(shares, tree.predict_proba(matrix), rtol=0, atol=1e-12)


@pytest.mark.parametrize("single", [False, True])
def test_random_trees_predict_alike_on_rows_with_unknown_and_unseen_values(browser, single):
    random = Random(7 + single)
    page = browser.new_page()
    n_tests = 0
    for _ in range(40):
        tree = make_tree(random, random.randint(1, 4), random.randint(1, 4), 4, single)
        n_tests += tree.n_nodes - tree.n_leaves
        page.set_content(page_of(model_of(tree)))
        agrees(page, tree, make_rows(random, tree, 25))
    page.close()
    assert n_tests > 200


@pytest.mark.parametrize("way", ["laplace", "m"])
def test_probabilities_are_those_that_the_model_estimates(browser, way):
    random = Random(41)
    page = browser.new_page()
    for _ in range(8):
        tree = same_rows.make_tree(random)
        model = model_of(tree, probabilities=way, m=3.5)
        page.set_content(page_of(model))
        matrix = same_rows.matrix_of(tree, same_rows.make_rows(random, tree, 40))
        told = asked(page, matrix)
        assert [one["code"] for one in told] == tree.predict_codes(matrix).tolist()
        shares = np.array([one["shares"] for one in told])
        np.testing.assert_allclose(shares, model.predict_proba(matrix), rtol=0, atol=1e-12)
    page.close()


@pytest.mark.parametrize("single", [False, True])
def test_soft_thresholds_give_the_probabilities_of_python(browser, single):
    random = Random(31 + single)
    page = browser.new_page()
    differ = 0
    for _ in range(30):
        hard = make_tree(random, random.randint(1, 4), random.randint(1, 4), 4, single)
        width = np.array([random.choice([0.0, 0.5, 3.0]) for _ in hard.cuts])
        tree = replace(hard, lower=hard.cuts - width, upper=hard.cuts + 2 * width)
        page.set_content(page_of(model_of(tree)))
        matrix = make_rows(random, tree, 25)
        shares = np.array(asked(page, matrix, "cutpoint.softShares"))
        wanted = tree.predict_softly(matrix)
        np.testing.assert_allclose(shares.reshape(wanted.shape), wanted, rtol=0, atol=1e-12)
        differ += int((np.abs(wanted - hard.predict_proba(matrix)) > 0.01).any(axis=1).sum())
    page.close()
    assert differ > 50


def test_the_case_panel_shows_the_answer_of_soft_thresholds_beside_that_of_the_cuts(
    browser, tmp_path
):
    table = read_table(demo_path(), target="outcome")
    model = C45Classifier(soft_thresholds=True).fit_table(table).to_model()
    hard, soft = model.tree.predict_proba(table), model.tree.predict_softly(table)
    row = int(np.argmax(np.abs(hard - soft).max(axis=1)))
    with opened(browser, tmp_path, model, table) as page:
        page.evaluate(f"location.hash = '#case=training:{row + 1}'")
        page.wait_for_selector("#soft-shares")
        shown = page.inner_text("#soft-shares")
        best = int(np.argmax(soft[row]))
        share = float(f"{100 * soft[row, best]:.1f}")
        assert f"{model.tree.classes[best]}\n{share:g}%" in shown
        assert "by the soft threshold" in page.inner_text(".steps")
    with opened(browser, tmp_path, replace(model, tree=model.unpruned), table) as page:
        page.click("#tab-case")
        assert page.locator("#soft-shares").count() == 0


def test_a_learned_tree_predicts_alike_on_its_own_table(browser, tmp_path):
    table = read_table(demo_path(), target="outcome")
    model = C45Classifier().fit_table(table).to_model()
    with opened(browser, tmp_path, model) as page:
        agrees(page, model.tree, table.matrix())


def test_the_errors_shown_are_those_of_python(browser, tmp_path):
    table = read_table(demo_path(), target="outcome")
    held_out = table.take(np.arange(0, 400, 3))
    tree = C45Classifier().fit_table(table.take(np.arange(1, 400, 3))).tree_
    wrong = int((tree.predict_codes(held_out.matrix()) != held_out.target).sum())
    with opened(browser, tmp_path, model_of(tree), None, held_out) as page:
        page.click("#tab-prune")
        assert f"Errors, test\t{wrong} (" in page.inner_text("#errors")


def test_a_test_with_a_branch_for_unknown_values_sends_them_there(browser, tmp_path):
    table = read_table(demo_path(), target="outcome")
    model = T2Classifier().fit_table(table).to_model()
    tree = model.tree
    assert tree.unknown is not None
    unknown = table.matrix()
    unknown[:, tree.attribute[0]] = np.nan
    with opened(browser, tmp_path, model, table) as page:
        assert "unknown" in page.text_content("#drawing")
        agrees(page, tree, table.matrix())
        agrees(page, tree, unknown)
        assert asked(page, unknown[:1])[0]["ends"] == [[int(tree.apply(unknown[:1])[0]), 1]]
        assert Model.from_json(page.evaluate("cutpoint.editedModel()")) == model


def test_the_histogram_counts_the_cases_that_reach_the_node(browser, tmp_path):
    tree = example_tree()
    table = random_table(tree, 200, seed=4)
    known = int((~np.isnan(table.matrix()[:, 2]) & (table.matrix()[:, 0] == 0)).sum())
    known += int((~np.isnan(table.matrix()[:, 2]) & np.isnan(table.matrix()[:, 0])).sum())
    with opened(browser, tmp_path, model_of(tree), table) as page:
        page.click("[data-node='1'] .card")
        assert f"{known} training rows by class" in page.inner_text("figcaption")
