"""What a notebook shows of classifiers, trees and rules."""

import html
import re

import pandas as pd
import pytest
import sklearn

from cutpoint import C45Classifier, C45RulesClassifier
from cutpoint.views.page import framed
from support.pages import model_of, multiway_tree, page_of

X = pd.DataFrame({"size": [1.0, 2.0, 3.0, 4.0] * 5, "hue": ["red", "blue"] * 10})
Y = pd.Series(["a", "a", "b", "b"] * 5, name="kind")


def page_in(shown):
    """Return the page of the frame in what is shown, and the title of the frame."""
    found = re.search(r'<iframe srcdoc="([^"]*)".*? title="([^"]*)"', shown)
    return html.unescape(found[1]), html.unescape(found[2])


def about(page):
    return html.unescape(re.search(r'data-about="([^"]*)"', page)[1])


def test_a_fitted_classifier_is_scikit_learns_box_with_its_tree():
    model = C45Classifier(min_cases=3)
    assert "<iframe" not in model._repr_html_()
    shown = model.fit(X, Y)._repr_mimebundle_()["text/html"]
    assert "sk-top-container" in shown
    page, title = page_in(shown)
    assert title == "kind: a decision tree"
    assert "<title>kind: a decision tree</title>" in page
    assert '"learner":"C45Classifier"' in about(page)
    assert page_in(model._repr_html_()) == (page, title)


def test_the_box_is_left_alone_where_scikit_learn_shows_text():
    model = C45Classifier().fit(X, Y)
    with sklearn.config_context(display="text"):
        assert not hasattr(model, "_repr_html_")
        assert list(model._repr_mimebundle_()) == ["text/plain"]


def test_rules_are_shown_as_rules():
    model = C45RulesClassifier().fit(X, Y)
    for shown in (model.rules_._repr_html_(), model._repr_html_(), model.show()._repr_html_()):
        page, _ = page_in(shown)
        assert 'id="rules"' in page
    assert page_in(model._repr_html_())[1] == "kind: rules"
    assert str(model.show()) == str(model.rules_)


def test_show_takes_cases_along_and_refuses_what_does_not_fit():
    model = C45Classifier().fit(X, Y)
    shown = model.show(data=(X, Y), test=(X[:4], Y[:4]))
    assert '"training":{"of":20' in shown.page
    assert '"test":{"of":4' in shown.page
    assert repr(shown) == str(model.tree_)
    with pytest.raises(ValueError, match="data must be a pair"):
        model.show(data=X)


def test_a_tree_by_itself_claims_no_learner():
    page, title = page_in(C45Classifier().fit(X, Y).tree_._repr_html_())
    assert title == "A decision tree"
    assert "<title>A decision tree</title>" in page
    assert '"learner":null' in about(page)


def test_the_wheel_scrolls_the_notebook_and_with_ctrl_scales(browser, tmp_path):
    file = tmp_path / "notebook.html"
    frame = framed(page_of(model_of(multiway_tree())))
    file.write_text(f"<!doctype html><body>{frame}<p style='height:3000px'>", encoding="utf-8")
    page = browser.new_page(viewport={"width": 1200, "height": 700})
    page.goto(file.as_uri())
    scene = page.frame_locator("iframe").locator("#drawing > g")
    before = scene.get_attribute("transform")
    page.mouse.move(300, 350)
    page.mouse.wheel(0, 200)
    page.wait_for_function("document.scrollingElement.scrollTop > 0")
    assert scene.get_attribute("transform") == before
    page.keyboard.down("Control")
    page.mouse.wheel(0, -100)
    page.keyboard.up("Control")
    handle = page.frames[1]
    handle.wait_for_function(
        "before => document.querySelector('#drawing > g').getAttribute('transform') !== before",
        arg=before,
    )
    page.close()
