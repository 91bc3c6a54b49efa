"""The page as a person uses it, in Chromium, from a file."""

import json
import re

import numpy as np
import pytest

from cutpoint import C45Classifier, load
from cutpoint._core import extra_errors
from cutpoint.data import demo_path, read_table
from cutpoint.tree import Model, Tree, example_tree
from cutpoint.views.page import framed, page_of
from support.pages import (
    HOSTILE_NAMES,
    deep_tree,
    hostile_tree,
    model_of,
    multiway_tree,
    opened,
    random_table,
)

TREES = {
    "small": example_tree,
    "multiway": multiway_tree,
    "deep": deep_tree,
    "hostile": hostile_tree,
    "one leaf": lambda: Tree.from_nodes(
        [{"class": 0, "cases": 0.0, "errors": 0.0, "distribution": [0.0]}], (), ("only",)
    ),
}


def said(page, selector):
    """Return the text of an element without the marks that keep directions apart."""
    return re.sub("[\u2068\u2069]", "", page.inner_text(selector))


def shown(page):
    return page.locator("[role=treeitem]").count()


@pytest.fixture(scope="module")
def pumps():
    """A table, and a classifier learned from most of it."""
    table = read_table(demo_path(), target="outcome")
    order = np.random.default_rng(1).permutation(table.n_rows)
    cases, held_out = table.take(np.sort(order[133:])), table.take(np.sort(order[:133]))
    return C45Classifier().fit_table(cases), cases, held_out


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", TREES)
def test_every_node_is_drawn_in_every_view_quietly(browser, tmp_path, name, scheme):
    tree = TREES[name]()
    tables = (random_table(tree, 60), random_table(tree, 30, seed=1))
    with opened(browser, tmp_path, model_of(tree), *tables, color_scheme=scheme) as page:
        for view in ("tree", "outline", "icicle", "sunburst"):
            page.click(f"[data-view={view}]")
            page.click("#all")
            assert shown(page) == tree.n_nodes
        assert page.locator("[aria-expanded]").count() == tree.n_nodes - tree.n_leaves
        for tab in ("case", "table", "rules", "prune", "node", "summary"):
            page.click(f"#tab-{tab}")
        assert page.evaluate("window.broken") is None
        assert page.inner_text("#facts").startswith(f"{tree.n_nodes:,} node")
        dark = page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(20, 23, 27)"
        assert dark == (scheme == "dark")


@pytest.mark.parametrize("view", ["tree", "outline"])
@pytest.mark.parametrize("name", ["multiway", "deep", "hostile"])
def test_neither_boxes_nor_labels_overlap(browser, tmp_path, name, view):
    def boxes(selector):
        return page.evaluate(
            """selector => [...document.querySelectorAll(selector)].map(element => {
                 const {left, top, right, bottom} = element.getBoundingClientRect();
                 return [left, top, right, bottom];
               })""",
            selector,
        )

    def overlaps(boxes, air):
        sides = np.array(boxes)
        low = np.maximum(sides[:, None, :2], sides[None, :, :2])
        high = np.minimum(sides[:, None, 2:], sides[None, :, 2:])
        return np.argwhere(np.triu((high - low > air).all(axis=2), k=1)).tolist()

    with opened(browser, tmp_path, model_of(TREES[name]())) as page:
        page.click(f"[data-view={view}]")
        page.click("#all")
        assert len(boxes(".card")) == TREES[name]().n_nodes
        assert overlaps(boxes(".card"), air=(0, 0)) == []
        assert overlaps(boxes("#drawing text"), air=(1, 2.5)) == []  # letters do not fill lines


@pytest.mark.quick
def test_nodes_close_and_open_and_the_depth_is_set(browser, tmp_path):
    tree = example_tree()
    with opened(browser, tmp_path, model_of(tree)) as page:
        assert shown(page) == 8
        page.click("[data-toggle='1']")
        assert shown(page) == 6
        assert page.get_attribute("[data-node='1']", "aria-expanded") == "false"
        assert "+2" in page.text_content("[data-node='1']")
        page.click("#shallower")
        assert shown(page) == 4
        page.click("#shallower")
        assert shown(page) == 1
        page.click("#all")
        assert shown(page) == 8


def test_a_huge_tree_is_drawn_as_deep_as_a_browser_can_and_says_so(browser, tmp_path):
    tree = deep_tree(3000)
    with opened(browser, tmp_path, model_of(tree)) as page:
        page.click("[data-view=icicle]")
        page.click("#all")
        assert 1000 < shown(page) <= 2500
        assert f"of {tree.depth}" in page.inner_text("#depth")
        assert "open the others" in page.text_content("#said")


def test_the_drawing_zooms_and_pans(browser, tmp_path):
    def scale():
        transform = page.get_attribute("#drawing > g", "transform")
        return [float(part) for part in re.findall(r"-?[\d.]+", transform)]

    with opened(browser, tmp_path, model_of(example_tree())) as page:
        x, y, k = scale()
        page.click("#larger")
        assert scale()[2] == pytest.approx(k * 1.25)
        page.click("#fit")
        assert scale() == pytest.approx([x, y, k])
        page.mouse.move(500, 790)
        page.mouse.down()
        page.mouse.move(560, 760)
        page.mouse.up()
        assert scale() == pytest.approx([x + 60, y - 30, k])
        before = page.get_attribute("#drawing > g", "transform")
        page.mouse.wheel(0, 40)
        page.wait_for_selector(f"#drawing > g:not([transform='{before}'])")
        assert scale() == pytest.approx([x + 60, y - 70, k])


def test_the_tree_is_walked_with_the_keyboard_alone(browser, tmp_path):
    def focused():
        return page.evaluate("document.activeElement.dataset.node")

    with opened(browser, tmp_path, model_of(example_tree())) as page:
        for _ in range(30):
            page.keyboard.press("Tab")
            if focused() is not None:
                break
        assert focused() == "0"
        for key, node in [("ArrowRight", "1"), ("ArrowDown", "4"), ("ArrowLeft", "1")]:
            page.keyboard.press(key)
            assert focused() == node
        page.keyboard.press("Enter")
        assert shown(page) == 6
        assert focused() == "1"
        page.keyboard.press("End")
        assert focused() == "7"
        assert page.get_attribute("[data-node='7']", "aria-selected") == "true"
        assert "windy = false" in said(page, "#body")
        page.keyboard.press("Home")
        page.keyboard.press("Delete")
        assert shown(page) == 1
        page.keyboard.press("Control+z")
        assert shown(page) == 6


def test_every_item_and_control_has_a_name_for_a_screen_reader(browser, tmp_path, pumps):
    classifier, cases, held_out = pumps
    with opened(browser, tmp_path, classifier.to_model(), cases, held_out) as page:
        page.click("#tab-case")
        nameless = page.evaluate(
            """[...document.querySelectorAll('button, input, select, [role=treeitem]')].filter(e =>
                 !(e.getAttribute('aria-label') || e.textContent.trim() || e.labels?.length)
               ).map(e => e.outerHTML)"""
        )
        assert nameless == []
        assert page.locator("[role=tree]").count() == 1
        assert page.get_attribute("[data-node='0']", "aria-level") == "1"


@pytest.mark.quick
def test_a_picked_case_shows_its_way_and_its_probabilities(browser, tmp_path, pumps):
    classifier, cases, held_out = pumps
    tree, matrix = classifier.tree_, held_out.matrix()
    with opened(browser, tmp_path, classifier.to_model(), cases, held_out) as page:
        page.click("#tab-case")
        page.select_option(".picker select", label="test")
        for row in range(6):
            page.fill("#row", str(row + 1))
            page.keyboard.press("Enter")
            way = page.evaluate(
                "[...document.querySelectorAll('.on-way')].map(e => Number(e.dataset.node))"
            )
            path = tree.decision_path(matrix[row : row + 1])
            assert sorted(way) == sorted(path.indices.tolist())
            code = int(tree.predict_codes(matrix[row : row + 1])[0])
            assert page.inner_text("#predicted") == tree.classes[code]
            best = tree.predict_proba(matrix[row : row + 1])[0, code]
            figure = float(page.inner_text(".outcome .strong .share-figure").strip("%<>"))
            assert figure == pytest.approx(100 * best, abs=0.051)


def test_a_changed_value_flips_the_class_and_an_unknown_one_splits_the_case(browser, tmp_path):
    tree = example_tree()
    codes = np.array([0], dtype=np.int32)
    table = random_table(tree, 1)
    table = type(table)(
        tree.attributes, (codes, np.array([80.0]), np.array([70.0]), codes), 1, tree.classes, codes
    )
    with opened(browser, tmp_path, model_of(tree), table) as page:
        page.click("#tab-case")
        assert page.inner_text("#predicted") == "Play"
        assert "5 below the cut 75" in page.inner_text(".steps")
        assert "humidity above 75 (more than +5)" in said(page, ".flips")
        page.fill("#value-2", "75")
        assert "on the cut 75" in page.inner_text(".steps")
        assert "humidity above 75 (it is on the cut)" in said(page, ".flips")
        page.fill("#value-2", "76")
        assert page.inner_text("#predicted") == "Don't Play"
        assert "flipped: was Play (100%)" in page.inner_text(".outcome")
        assert "humidity at most 75 (−1)" in said(page, ".flips")
        page.fill("#value-2", "")
        assert page.inner_text("#predicted") == "Don't Play"
        assert page.locator(".way.part").count() == 2
        figures = page.locator(".outcome .share-figure").all_inner_texts()
        assert figures == ["60%", "40%"]
        page.fill("#value-2", "damp")
        assert page.get_attribute("#value-2", "aria-invalid") == "true"
        page.fill("#value-2", "70")
        page.select_option("#value-0", label="overcast")
        assert page.inner_text("#predicted") == "Play"
        page.select_option("#value-0", label="unknown or new")
        assert page.locator(".on-way").count() > 3


def test_a_change_that_is_offered_gives_the_class_it_promises(browser, tmp_path, pumps):
    classifier, cases, _ = pumps
    with opened(browser, tmp_path, classifier.to_model(), cases) as page:
        tried = 0
        for row in (1, 5, 9):
            page.click("#tab-case")
            page.fill("#row", str(row))
            page.keyboard.press("Enter")
            for i in range(page.locator(".flips li").count()):
                item = page.locator(".flips li").nth(i)
                promised = item.inner_text().split("→")[1].strip()
                item.locator("button").click()
                assert page.inner_text("#predicted") == promised
                page.click("text=start again")
                tried += 1
        assert tried > 3


def test_rules_are_found_by_their_words(browser, tmp_path):
    with opened(browser, tmp_path, model_of(example_tree())) as page:
        page.keyboard.press("/")
        page.keyboard.type("humidity <= 75")
        assert page.inner_text("#rule-count") == "1 of 5 rules found"
        assert "outlook = sunny and humidity ≤ 75" in page.inner_text(".rules").replace(
            "\u2068", ""
        ).replace("\u2069", "")
        assert page.locator(".found").count() == 3
        page.click(".rule-item")
        assert "selected" in page.get_attribute("[data-node='4']", "class")
        page.fill("#search", "no such thing")
        assert page.inner_text("#rule-count") == "0 of 5 rules found"
        page.fill("#search", "")
        assert page.locator(".aside").count() == 0


def saved(page, folder):
    with page.expect_download() as download:
        page.click("#save")
    path = folder / "saved.json"
    download.value.save_as(path)
    return path


@pytest.mark.quick
def test_the_model_pruned_by_hand_loads_and_predicts_what_the_page_shows(browser, tmp_path, pumps):
    classifier, cases, held_out = pumps
    with opened(browser, tmp_path, classifier.to_model(), cases, held_out) as page:
        page.click("#tab-prune")
        before = page.inner_text("#errors")
        page.click(".weakest .small >> nth=0")
        page.click(".weakest .small >> nth=0")
        assert page.inner_text("#errors") != before
        loaded = load(saved(page, tmp_path))
        tree = loaded.tree_
        assert tree.n_nodes == page.evaluate("cutpoint.nodes()") < classifier.tree_.n_nodes
        rows = [[None if np.isnan(v) else v for v in row] for row in held_out.matrix().tolist()]
        codes = page.evaluate("rows => rows.map(row => cutpoint.predict(row).code)", rows)
        assert codes == tree.predict_codes(held_out.matrix()).tolist()
        for table, name in ((cases, "training"), (held_out, "test")):
            wrong = int((tree.predict_codes(table.matrix()) != table.target).sum())
            assert re.search(rf"Errors, {name}\t.*\t{wrong} \(", page.inner_text("#errors"))
        leaves = tree.attribute < 0
        assert tree.errors[0] == pytest.approx(tree.errors[leaves].sum())
        expected = f"{100 * tree.errors[0] / tree.cases[0]:.1f}".removesuffix(".0")
        assert re.search(rf"Errors to expect\t.*\t{expected}%", page.inner_text("#errors"))
        assert Model.load(tmp_path / "saved.json").report["pruned_by_hand"] == 2
        assert loaded.unpruned_tree_ == classifier.unpruned_tree_
        page.click("#undo")
        page.click("#undo")
        assert page.inner_text("#errors") == before
        assert load(saved(page, tmp_path)).tree_ == classifier.tree_


@pytest.mark.parametrize("faithful", [False, True])
def test_a_leaf_made_by_hand_has_the_errors_that_pruning_would_give_it(
    browser, tmp_path, pumps, faithful
):
    _, cases, _ = pumps
    classifier = C45Classifier(faithful=faithful).fit_table(cases)
    with opened(browser, tmp_path, classifier.to_model()) as page:
        page.click("[data-node='0'] .card")
        page.click("text=Prune here")
        page.click("#tab-prune")
        tree = load(saved(page, tmp_path)).tree_
    n = tree.cases[0]
    wrong = n - tree.distribution[0].max()
    assert tree.errors[0] == pytest.approx(wrong + extra_errors(n, wrong, 0.25), rel=1e-6)


def test_labels_of_every_type_survive_saving(browser, tmp_path):
    tree = example_tree()
    nodes = tree.to_nodes()
    labels = (2**60 + 1, True)
    tree = Tree.from_nodes(nodes, tree.attributes, labels)
    model = Model(
        tree, tree, HOSTILE_NAMES[2], "TreeClassifier", {"confidence": 0.25, "pruning": None}
    )
    with opened(browser, tmp_path, model) as page:
        page.click("#tab-prune")
        assert Model.load(saved(page, tmp_path)) == model


def test_bands_of_cuts_are_drawn_and_follow_their_node_into_the_file(browser, tmp_path):
    tree = example_tree()
    report = {"stability": {"bands": {"1": [[70.0, 82.5]]}, "note": "kept"}}
    model = Model(tree, None, "play", "TreeClassifier", {"pruning": None}, report)
    with opened(browser, tmp_path, model, random_table(tree, 50)) as page:
        page.click("[data-node='1'] .card")
        assert page.locator(".chart .band").count() == 1
        assert "75 lies between 70 and 82.5" in page.inner_text("#body")
        page.click("#tab-prune")
        kept = json.loads(saved(page, tmp_path).read_text())["report"]
        assert kept == report


def test_cases_with_unknown_values_have_a_flow_of_their_own(browser, tmp_path):
    tree = example_tree()
    with opened(browser, tmp_path, model_of(tree), random_table(tree, 80)) as page:
        page.wait_for_selector(".unknown")
        assert page.locator(".unknown").count() == 7
        assert "cases with an unknown value" in page.inner_text("#legend")
    with opened(browser, tmp_path, model_of(tree)) as page:
        page.evaluate("new Promise((done) => setTimeout(done))")  # after the page's own
        assert page.locator(".unknown").count() == 0


def test_the_drawing_is_saved_as_an_svg_that_opens_by_itself(browser, tmp_path):
    with opened(browser, tmp_path, model_of(hostile_tree())) as page:
        with page.expect_download() as download:
            page.click("#svg")
        download.value.save_as(tmp_path / "tree.svg")
    alone = browser.new_page()
    alone.goto((tmp_path / "tree.svg").as_uri())
    assert alone.evaluate("document.documentElement.tagName") == "svg"
    assert alone.locator("[role=treeitem]").count() == 8
    assert alone.evaluate("window.broken") is None
    alone.close()


def test_the_page_prints_to_one_sheet_with_the_whole_tree(browser, tmp_path):
    with opened(browser, tmp_path, model_of(multiway_tree())) as page:
        pdf = page.pdf(landscape=True)
        assert pdf.startswith(b"%PDF")
        assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 1


def test_the_theme_is_switched_by_hand(browser, tmp_path):
    with opened(browser, tmp_path, model_of(example_tree()), color_scheme="light") as page:
        light = page.evaluate("getComputedStyle(document.body).backgroundColor")
        page.click("#theme")
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") != light


def test_a_subtree_is_shown_alone_and_left_again(browser, tmp_path):
    with opened(browser, tmp_path, model_of(example_tree())) as page:
        page.dblclick("[data-node='3'] .card")
        assert shown(page) == 3
        page.click("text=Whole tree")
        assert shown(page) == 8


def test_a_notebook_frame_shows_the_page(browser, tmp_path):
    (tmp_path / "notebook.html").write_text(
        f"<!doctype html><body>{framed(page_of(model_of(example_tree())))}", encoding="utf-8"
    )
    page = browser.new_page()
    page.goto((tmp_path / "notebook.html").as_uri())
    inside = page.frame_locator("iframe")
    inside.locator("[role=treeitem]").first.wait_for()
    assert inside.locator("[role=treeitem]").count() == 8
    page.close()


def test_a_narrow_screen_shows_everything_without_scrolling_sideways(browser, tmp_path):
    with opened(browser, tmp_path, model_of(multiway_tree())) as page:
        page.set_viewport_size({"width": 400, "height": 800})
        wide = page.evaluate("document.scrollingElement.scrollWidth")
        assert wide <= 400
        assert not page.locator("#body").is_visible()
        page.click("#tab-node")
        assert page.locator("#body").is_visible()


def test_a_tree_with_costs_gives_every_row_the_class_of_predict(browser, tmp_path):
    table = read_table(demo_path(), target="outcome")
    costs = [[0, 1, 1], [1, 0, 1], [4, 10, 0]]
    model = C45Classifier(cost_matrix=costs).fit_table(table)
    matrix = table.matrix()
    rows = [[None if np.isnan(cell) else cell for cell in row] for row in matrix.tolist()]
    wanted = model.tree_.predict_codes(matrix)
    assert (wanted != np.argmax(model.tree_.predict_proba(matrix), axis=1)).any()
    with opened(browser, tmp_path, model.to_model(), table) as page:
        found = page.evaluate("rows => rows.map((row) => window.cutpoint.predict(row).code)", rows)
        assert found == wanted.tolist()
        assert "decides by the costs of errors" in page.inner_text("#facts")
        (tmp_path / "saved.json").write_text(page.evaluate("window.cutpoint.editedModel()"))
    np.testing.assert_array_equal(load(tmp_path / "saved.json").tree_.costs, costs)
