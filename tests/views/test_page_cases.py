"""Cases on the page: the table, the one that is followed, and the address of both."""

import numpy as np
import pandas as pd
import pytest

from cutpoint import C45Classifier
from cutpoint.data import demo_path, read_table
from cutpoint.tree import example_tree
from support.pages import HOSTILE_NAMES, Opened, model_of, opened, random_table


@pytest.fixture(scope="module")
def pumps():
    table = read_table(demo_path(), target="outcome")
    return C45Classifier().fit_table(table), table


def listed(page):
    return [int(text) for text in page.locator(".case-table tbody th").all_inner_texts()]


def test_the_table_lists_the_cases_of_the_selected_node_wrong_ones_first(browser, tmp_path, pumps):
    classifier, table = pumps
    tree = classifier.tree_
    wrong = tree.predict_codes(table.matrix()) != table.target
    with opened(browser, tmp_path, classifier.to_model(), table) as page:
        page.click("#tab-table")
        rows = np.array(listed(page)) - 1
        n = int(wrong.sum())
        assert rows[:n].tolist() == np.flatnonzero(wrong).tolist()
        assert rows[n:].tolist() == np.flatnonzero(~wrong)[: 200 - n].tolist()
        page.click("[data-node='1'] .card")
        path = tree.decision_path(table.matrix()).toarray()[:, 1] > 0
        assert f"{path.sum()} of 400 training cases" in page.inner_text("#case-count")
        assert set(np.array(listed(page)) - 1) <= set(np.flatnonzero(path).tolist())
        page.uncheck("#cases-here")
        assert "400 of 400" in page.inner_text("#case-count")
        page.check("#cases-wrongOnly")
        assert f"{n} of 400 training cases, {n} wrong" in page.inner_text("#case-count")


def test_cases_are_filtered_by_support_confidence_and_class(browser, tmp_path, pumps):
    classifier, table = pumps
    tree = classifier.tree_
    codes, leaves = tree.predict_codes(table.matrix()), tree.apply(table.matrix())
    shares = tree.predict_proba(table.matrix())[np.arange(400), codes]
    with opened(browser, tmp_path, classifier.to_model(), table) as page:
        page.click("#tab-table")
        page.fill("#cases-support", "20")
        page.fill("#cases-confidence", "80")
        page.select_option("#cases-class", label="pass")
        kept = (tree.cases[leaves] >= 20) & (shares >= 0.8 - 1e-9)
        kept &= codes == tree.classes.index("pass")
        assert f"{kept.sum()} of 400" in page.inner_text("#case-count")
        assert 0 < kept.sum() < 400


def test_rules_are_filtered_by_support_confidence_and_class(browser, tmp_path, pumps):
    classifier, _ = pumps
    tree = classifier.tree_
    with opened(browser, tmp_path, classifier.to_model()) as page:
        page.click("#tab-rules")
        page.click(".narrowing summary")
        page.fill("#rules-support", "10")
        page.keyboard.press("Enter")
        kept = (tree.attribute < 0) & (tree.cases >= 10)
        assert page.inner_text("#rule-count") == f"{kept.sum()} of {tree.n_leaves} rules found"


def test_the_table_and_the_drawing_lead_to_each_other(browser, tmp_path, pumps):
    classifier, table = pumps
    with opened(browser, tmp_path, classifier.to_model(), table) as page:
        page.click("#tab-table")
        first = listed(page)[0]
        page.click(".case-table tbody th button >> nth=0")
        assert page.input_value("#row") == str(first)
        assert page.evaluate("location.hash") == f"#case=training:{first}"
        assert page.locator(".on-way").count() > 1
        page.click("#tab-table")
        assert page.locator(".on-way").count() == 0
        current = page.locator(".case-table tr[aria-current=true] th")
        assert current.inner_text() == str(first)
        page.click(".case-table tbody td:nth-child(5) button >> nth=0")
        node = page.evaluate("document.querySelector('.node.selected').dataset.node")
        assert page.evaluate("location.hash") == f"#node={node}"


def test_columns_that_the_tree_does_not_test_are_there_to_be_read(browser, tmp_path):
    X = pd.DataFrame(
        {"size": [1.0, 2.0, 3.0, 4.0], "id": HOSTILE_NAMES, "note": [None, "b", "c", "d"]}
    )
    y = pd.Series(["a", "a", "b", "b"])
    tree = C45Classifier(min_cases=1).fit(X[["size"]], y).tree_
    file = tmp_path / "page.html"
    file.write_text(tree.to_html(data=(X, y)), encoding="utf-8")
    with Opened(browser, file) as page:
        page.click("#tab-table")
        assert page.locator(".case-table thead th").all_inner_texts()[5:] == ["id", "note", "size"]
        assert "👩‍🔬 emoji" in page.inner_text(".case-table")
        assert page.evaluate("window.broken") is None
        page.click("#tab-case")
        page.click(".others summary")
        assert "window.broken = 1" in page.inner_text(".others")


@pytest.mark.parametrize("leave", ["tab", "escape", "node"])
def test_a_followed_case_is_let_go_when_its_tab_is_left(browser, tmp_path, leave):
    tree = example_tree()
    with opened(browser, tmp_path, model_of(tree), random_table(tree, 20)) as page:
        page.click("#tab-case")
        page.fill("#row", "7")
        page.keyboard.press("Enter")
        assert page.locator(".aside").count() > 0
        if leave == "tab":
            page.click("#tab-rules")
        elif leave == "escape":
            page.keyboard.press("Escape")
        else:
            page.locator("[data-node='2']").dispatch_event("click")
        assert page.locator(".aside, .on-way, .way, .following").count() == 0
        page.fill("#search", "overcast")
        assert page.locator(".found").count() == 2
        page.keyboard.press("Escape")
        assert page.locator(".found, .aside").count() == 0
        page.click("#tab-case")
        assert page.input_value("#row") == "7"  # taken up where it was
        assert page.locator(".on-way").count() > 0


def test_the_address_names_a_node_or_a_case(browser, tmp_path, pumps):
    classifier, table = pumps
    with opened(browser, tmp_path, classifier.to_model(), table, table) as page:
        page.evaluate("location.hash = '#node=12'")
        page.wait_for_selector(".selected[data-node='12']")
        assert "node 12" in page.inner_text("#body")
        page.evaluate("location.hash = '#case=test:17'")
        page.wait_for_selector("#row")
        assert page.input_value("#row") == "17"
        for odd in ("#node=99999", "#case=other:3", "#case=test:x", "#node=<b>", "#%zz"):
            page.evaluate("hash => location.hash = hash", odd)
        page.click("#tab-node")
        page.click("#fit")
    file = tmp_path / "page.html"
    other = browser.new_page()
    other.goto(f"{file.as_uri()}#case=training:17")
    assert other.input_value("#row") == "17"
    assert other.get_attribute("#tab-case", "aria-selected") == "true"
    other.close()
