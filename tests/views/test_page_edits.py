"""Searching by conditions, and edits: redone, kept over a reload, saved under the model's name."""

import json
import re

import pytest

from cutpoint import C45Classifier, load
from cutpoint.data import demo_path, read_table
from cutpoint.data.attribute import Attribute
from cutpoint.tree import Tree, example_tree
from cutpoint.views.page import framed, page_of
from support.pages import leaf, model_of, opened
from support.pages import test_of as asks

CLASSES = ("low", "high")


def bars_tree():
    """x-bar is cut at 2, 5 and 9; x-ray and x are others, whose names are parts of it."""

    def end(first):
        return leaf((first, 10.0 - first), CLASSES)

    inner = asks("x-bar", [end(1.0), end(9.0), end(2.0), end(8.0)], cuts=[2.0, 5.0, 9.0])
    towns = asks("x-ray", [end(3.0), end(4.0)], groups=[["clear", "un clear"], ["dark"]])
    tree = asks("x", [inner, towns], cuts=[0.0])
    attributes = (
        Attribute("x-bar"),
        Attribute("x-ray", ("clear", "un clear", "dark")),
        Attribute("x"),
    )
    return Tree.from_dict(tree, attributes, CLASSES)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("x-bar > 5", 2),
        ("x-bar >= 5", 3),
        ("x-bar>9", 1),
        ("X-BAR <= 2", 1),
        ("x-bar < 9", 3),
        ("x-bar = 2", 1),
        ("x-bar > 2 and x-bar < 5", 1),
        ("x-bar > 5 high", 1),
        ("x-bar > 5 low", 1),
        ("x > 0", 2),
        ("x-ray = dark", 1),
        ("x-ray = un clear", 1),
        ("x-ray != clear", 2),
        ("x-bar", 4),
        ("x-bar > many", 0),
    ],
)
def test_a_condition_finds_the_rules_that_can_hold_where_it_holds(browser, tmp_path, query, found):
    with opened(browser, tmp_path, model_of(bars_tree())) as page:
        page.fill("#search", query)
        assert page.inner_text("#rule-count") == f"{found} of 6 rules found"


def test_what_was_found_is_marked_in_rules_and_in_the_drawing(browser, tmp_path):
    with opened(browser, tmp_path, model_of(bars_tree())) as page:
        page.fill("#search", "x-bar > 5")
        found = page.locator(".rules mark").all_inner_texts()
        marks = [re.sub("[\u2068\u2069]", "", text) for text in found]
        assert sorted(marks) == ["5 < x-bar ≤ 9", "x-bar > 9"]
        assert page.locator(".found").count() == 4
        page.fill("#search", "dark")
        assert page.locator(".rules mark").all_inner_texts() == ["dark"]


def test_pruning_is_undone_and_done_again(browser, tmp_path):
    with opened(browser, tmp_path, model_of(example_tree())) as page:
        page.click("[data-node='1'] .card")
        page.keyboard.press("Delete")
        assert page.evaluate("cutpoint.nodes()") == 6
        page.keyboard.press("Control+z")
        assert page.evaluate("cutpoint.nodes()") == 8
        page.keyboard.press("Control+y")
        assert page.evaluate("cutpoint.nodes()") == 6
        page.keyboard.press("Control+z")
        page.keyboard.press("Control+Shift+z")
        assert page.evaluate("cutpoint.nodes()") == 6
        page.click("#tab-prune")
        assert page.locator("#redo").is_disabled()
        page.click("#undo")
        page.click("#redo")
        assert page.evaluate("cutpoint.nodes()") == 6


def test_edits_survive_a_reload_of_the_same_model_alone(browser, tmp_path):
    with opened(browser, tmp_path, model_of(example_tree())) as page:
        page.click("[data-node='1'] .card")
        page.keyboard.press("Delete")
        edited = page.evaluate("cutpoint.editedModel()")
        page.reload()
        assert page.evaluate("cutpoint.editedModel()") == edited
        page.click("#tab-summary")
        assert "1 subtree pruned by hand" in page.inner_text("#summary")
        (tmp_path / "page.html").write_text(page_of(model_of(bars_tree())), encoding="utf-8")
        page.reload()
        assert page.evaluate("cutpoint.nodes()") == 9


def test_where_edits_cannot_be_kept_the_page_says_so(browser, tmp_path):
    file = tmp_path / "notebook.html"
    frame = framed(page_of(model_of(example_tree())))
    file.write_text(f"<!doctype html><body>{frame}", encoding="utf-8")
    page = browser.new_page()
    page.goto(file.as_uri())
    inside = page.frame_locator("iframe")
    inside.locator("[data-node='1'] .card").click()
    inside.locator("[data-node='1']").press("Delete")
    inside.locator("#tab-prune").click()
    assert "forgets the edits" in inside.locator("#body").inner_text()
    page.close()


def test_files_are_named_after_the_model(browser, tmp_path):
    table = read_table(demo_path(), target="outcome")
    model = C45Classifier().fit_table(table).to_model()
    with opened(browser, tmp_path, model) as page:
        for press, name in (("#svg", "outcome-tree.svg"), ("#save", "outcome.json")):
            page.click("#tab-prune")
            with page.expect_download() as download:
                page.click(press)
            assert download.value.suggested_filename == name
        page.click(".weakest .small >> nth=0")
        with page.expect_download() as download:
            page.click("#save")
        assert download.value.suggested_filename == "outcome-pruned.json"
        download.value.save_as(tmp_path / "saved.json")
    assert load(tmp_path / "saved.json").tree_.n_nodes < model.tree.n_nodes
    assert json.loads((tmp_path / "saved.json").read_text())["report"]["pruned_by_hand"] == 1
