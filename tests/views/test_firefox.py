"""The pages in Firefox: they draw, answer and stay quiet there too."""

import numpy as np
import pytest

from cutpoint import C45Classifier, C45RulesClassifier
from cutpoint.data import demo_path, read_table
from cutpoint.views.page import page_of, questionnaire_of
from support.firefox import Firefox
from support.pages import hostile_tree, model_of, random_table


@pytest.fixture(scope="module")
def firefox(tmp_path_factory):
    with Firefox(tmp_path_factory.mktemp("profile")) as browser:
        yield browser


def written(folder, content):
    watch = "<script>window.complaints = []; onerror = (m) => complaints.push(m);</script>"
    file = folder / "page.html"
    # The page's own policy lets no other script run: what is to be watched needs one.
    bare = content.replace('http-equiv="Content-Security-Policy"', "", 1)
    file.write_text(bare.replace("<head>", f"<head>{watch}", 1), encoding="utf-8")
    return file


def test_a_tree_is_drawn_in_every_view_and_answers_as_predict_does(firefox, tmp_path):
    table = read_table(demo_path(), target="outcome")
    classifier = C45Classifier().fit_table(table)
    firefox.goto(written(tmp_path, page_of(classifier.to_model(), table, table)))
    click = "document.querySelector(arguments[0]).click()"
    for view in ("outline", "icicle", "sunburst", "histograms", "tree"):
        firefox.evaluate(click, f"[data-view={view}]")
        firefox.evaluate(click, "#all")
        count = "return document.querySelectorAll('[role=treeitem]').length"
        assert firefox.evaluate(count) == classifier.tree_.n_nodes
    for tab in ("node", "case", "table", "rules", "prune", "summary"):
        firefox.evaluate(click, f"#tab-{tab}")
        assert len(firefox.evaluate("return document.getElementById('body').innerText")) > 100
    rows = [[None if np.isnan(v) else v for v in row] for row in table.matrix().tolist()]
    ask = "return arguments[0].map(row => window.cutpoint.predict(row).code)"
    codes = classifier.tree_.predict_codes(table.matrix()).tolist()
    assert firefox.evaluate(ask, rows) == codes
    assert firefox.evaluate("return window.complaints") == []


def test_hostile_names_run_nothing(firefox, tmp_path):
    tree = hostile_tree()
    firefox.goto(written(tmp_path, page_of(model_of(tree), random_table(tree, 30))))
    assert firefox.evaluate("return window.broken ?? null") is None
    assert firefox.evaluate("return document.querySelectorAll('[role=treeitem]').length") == 8
    assert firefox.evaluate("return window.complaints") == []


def test_rules_and_questions_are_there(firefox, tmp_path):
    table = read_table(demo_path(), target="outcome")
    rules = C45RulesClassifier().fit_table(table)
    firefox.goto(written(tmp_path, page_of(rules.to_model(), table)))
    count = "return document.querySelectorAll('.one-rule').length"
    assert firefox.evaluate(count) == len(rules.rules_) + 1
    questions = questionnaire_of(C45Classifier().fit_table(table).to_model())
    firefox.goto(written(tmp_path, questions))
    firefox.evaluate("document.getElementById('unknown').click()")
    assert "Question 2" in firefox.evaluate("return document.body.innerText")
    assert firefox.evaluate("return window.complaints") == []
