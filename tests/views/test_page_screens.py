"""The page on large and small screens, on paper and as a picture: what can be read and pressed."""

import re

import numpy as np
import pytest

from cutpoint import C45Classifier
from cutpoint.data import demo_path, read_table
from cutpoint.tree import example_tree
from cutpoint.views.colours import HUES, MORE_HUES, class_colours
from support.pages import deep_tree, hostile_tree, model_of, multiway_tree, opened, random_table

VIEWS = ("tree", "outline", "icicle", "sunburst", "histograms")
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

SMALLEST = """() => Math.min(...[...document.querySelectorAll("body *")].filter(e =>
  [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()) &&
  e.getClientRects().length && !e.closest(".unseen, script, noscript, option")
).map(e => {
  const size = parseFloat(getComputedStyle(e).fontSize);
  return e.ownerSVGElement ? size * Math.hypot(e.getScreenCTM().a, e.getScreenCTM().b) : size;
}))"""

CONTRAST = """() => {
  const paint = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
  const channels = (colour) => {
    paint.clearRect(0, 0, 1, 1);
    paint.fillStyle = colour;
    paint.fillRect(0, 0, 1, 1);
    return [...paint.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const light = (colour) => channels(colour).map((c) => c / 255)
    .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const against = (one, two) => {
    const [a, b] = [light(one), light(two)].sort((x, y) => x - y);
    return (b + 0.05) / (a + 0.05);
  };
  const style = (selector, name) => [...document.querySelectorAll(selector)]
    .map((element) => getComputedStyle(element)[name]);
  const paper = getComputedStyle(document.getElementById("stage")).backgroundColor;
  const found = {};
  const edges = [[".flow", "stroke"], [".card", "stroke"], [".handle rect", "stroke"],
    ["#fit, #search", "borderTopColor"]];
  for (const [selector, name] of edges)
    found[selector] = Math.min(...style(selector, name).map((colour) => against(colour, paper)));
  return found;
}"""


@pytest.fixture(scope="module")
def pumps():
    table = read_table(demo_path(), target="outcome")
    return C45Classifier().fit_table(table.take(np.arange(250))), table.take(np.arange(250))


@pytest.mark.parametrize("name", ["learned", "chain"])
def test_no_text_is_smaller_than_eleven_pixels_on_a_usual_screen(browser, tmp_path, pumps, name):
    classifier, table = pumps
    tree = classifier.tree_ if name == "learned" else deep_tree(19)
    assert tree.n_nodes <= 40
    cases = table if name == "learned" else random_table(tree, 60)
    size = {"width": 1400, "height": 900}
    with opened(browser, tmp_path, model_of(tree), cases, viewport=size) as page:
        for view in VIEWS:
            page.click(f"[data-view={view}]")
            assert page.evaluate(SMALLEST) >= 10.99
            page.click("#all")
            assert page.evaluate(SMALLEST) >= 10.99
        for tab in ("node", "case", "table", "rules", "prune"):
            page.click(f"#tab-{tab}")
            assert page.evaluate(SMALLEST) >= 10.99


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_flows_and_borders_stand_out_from_their_ground(browser, tmp_path, scheme):
    with opened(browser, tmp_path, model_of(multiway_tree()), color_scheme=scheme) as page:
        for what, ratio in page.evaluate(CONTRAST).items():
            assert ratio >= 3, what


def test_every_hue_stands_out_from_light_and_from_dark():
    def light(colour):
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        parts = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
        return float(np.dot(parts, (0.2126, 0.7152, 0.0722)))

    assert set(class_colours([1.0] * 40)) == {*HUES, *MORE_HUES}
    for hue in HUES + MORE_HUES:
        assert (light("#f6f6f4") + 0.05) / (light(hue) + 0.05) >= 3  # the ground of a page
        assert (light(hue) + 0.05) / (light("#1d2126") + 0.05) >= 3  # of a box, in the dark


def test_no_colour_needs_a_new_browser(pumps):
    page = pumps[0].tree_.to_html()
    assert "light-dark(" not in page.replace("know light-dark()", "")
    assert ":has(" not in page


def test_a_phone_shows_the_outline_first_and_details_on_a_sheet(browser, tmp_path, pumps):
    classifier, table = pumps
    with opened(browser, tmp_path, classifier.to_model(), table, **PHONE) as page:
        assert page.get_attribute("[data-view=outline]", "aria-checked") == "true"
        assert page.evaluate("document.scrollingElement.scrollWidth") <= 390
        assert not page.locator("#body").is_visible()
        handles = page.evaluate(
            """[...document.querySelectorAll("#drawing .handle")].map(e => {
                 const {width, height} = e.getBoundingClientRect(); return [width, height]; })"""
        )
        assert handles
        assert np.min(handles) >= 40
        for button in ("#tab-node", "#print", "#fit", "[data-view=tree]"):
            assert page.locator(button).bounding_box()["height"] >= 38
        page.tap("[data-node='1'] .card")
        assert "node 1" in page.inner_text("#body")
        sheet = page.locator("#panel").bounding_box()
        assert sheet["y"] > 0.2 * 844
        assert sheet["y"] + sheet["height"] == pytest.approx(844, abs=1)
        page.click("#grip")
        assert not page.locator("#body").is_visible()
        assert page.evaluate(SMALLEST) >= 10.99


def test_two_fingers_scale_the_drawing(browser, tmp_path):
    pinch = """([from, to]) => {
      const stage = document.getElementById("stage");
      const box = stage.getBoundingClientRect();
      const at = (id, x) => ({pointerId: id, pointerType: "touch", isPrimary: id === 1, button: 0,
        clientX: box.left + x, clientY: box.top + 100, bubbles: true});
      stage.dispatchEvent(new PointerEvent("pointerdown", at(1, 150 - from / 2)));
      stage.dispatchEvent(new PointerEvent("pointerdown", at(2, 150 + from / 2)));
      stage.dispatchEvent(new PointerEvent("pointermove", at(1, 150 - to / 2)));
      stage.dispatchEvent(new PointerEvent("pointermove", at(2, 150 + to / 2)));
      stage.dispatchEvent(new PointerEvent("pointerup", at(1, 150 - to / 2)));
      stage.dispatchEvent(new PointerEvent("pointerup", at(2, 150 + to / 2)));
    }"""

    def scale():
        return float(page.get_attribute("#drawing > g", "transform").split("scale(")[1][:-1])

    with opened(browser, tmp_path, model_of(example_tree()), **PHONE) as page:
        before = scale()
        page.evaluate(pinch, [60, 120])
        assert scale() == pytest.approx(2 * before)
        page.evaluate(pinch, [120, 60])
        assert scale() == pytest.approx(before)


COVERED = """[...document.querySelectorAll(".node")].filter((node) => {
  const handle = node.querySelector(".handle.closed rect")?.getBoundingClientRect();
  const over = (text) => {
    const { left, right, top, bottom } = text.getBoundingClientRect();
    const across = left < handle.right - 0.5 && right > handle.left + 0.5;
    return right > left && across && top < handle.bottom && bottom > handle.top;
  };
  return handle && [...node.querySelectorAll(".name, .count")].some(over);
}).length"""


def test_the_number_of_hidden_nodes_covers_no_text(browser, tmp_path):
    with opened(browser, tmp_path, model_of(deep_tree(900))) as page:
        for view in ("tree", "outline"):
            page.click(f"[data-view={view}]")
            assert "+…" not in page.inner_text("#stage")
            assert page.locator(".handle.closed").count() > 0
            assert page.evaluate(COVERED) == 0, view


def test_histograms_begin_with_as_many_levels_as_there_is_space_for(browser, tmp_path, pumps):
    classifier, table = pumps
    with opened(browser, tmp_path, classifier.to_model(), table) as page:
        page.click("[data-view=histograms]")
        fits = """(() => { const stage = document.getElementById("stage").getBoundingClientRect();
          return [...document.querySelectorAll(".node .card")].every((card) => {
            const { top, bottom } = card.getBoundingClientRect();
            return top >= stage.top - 1 && bottom <= stage.bottom + 1; }); })()"""
        assert page.evaluate(fits)
        page.click("#deeper")
        page.click("[data-view=outline]")
        chosen = page.inner_text("#depth")
        page.click("[data-view=tree]")
        assert page.inner_text("#depth") == chosen  # a depth that a person chose stays


def test_fitting_a_tree_of_thousands_of_nodes_makes_an_icicle(browser, tmp_path):
    with opened(browser, tmp_path, model_of(deep_tree(1000))) as page:
        page.set_default_timeout(60000)
        page.click("#all")
        page.click("#fit")
        assert page.get_attribute("[data-view=icicle]", "aria-checked") == "true"
        assert page.locator("[role=treeitem]").count() == 2001
        assert page.evaluate(SMALLEST) >= 10.99
    with opened(browser, tmp_path, model_of(example_tree())) as page:
        page.click("#fit")
        assert page.get_attribute("[data-view=tree]", "aria-checked") == "true"


PRINTED = """() => { window.dispatchEvent(new Event("beforeprint"));
  const told = document.getElementById("printed").innerText;
  const outline = document.body.classList.contains("as-outline");
  const theme = document.documentElement.dataset.theme;
  window.dispatchEvent(new Event("afterprint")); return [told, outline, theme]; }"""


def test_paper_has_date_and_errors_and_a_large_tree_as_an_outline(browser, tmp_path):
    with opened(browser, tmp_path, model_of(deep_tree(200)), color_scheme="dark") as page:
        page.emulate_media(media="print")
        told, outline, theme = page.evaluate(PRINTED)
        assert re.match(r"\d{4}-\d\d-\d\d\. Errors: training \d", told)
        assert outline
        assert theme == "light"
        assert page.evaluate("document.documentElement.dataset.theme") == "dark"
        page.emulate_media(media="null")
        pdf = page.pdf()
        assert len(re.findall(rb"/Type\s*/Page\b", pdf)) > 3
    with opened(browser, tmp_path, model_of(example_tree())) as page:
        page.emulate_media(media="print")
        told, outline, _ = page.evaluate(PRINTED)
        assert "Errors: training 0%" in told
        assert not outline
        page.set_viewport_size({"width": 300, "height": 700})  # the legend is never cut off
        assert page.evaluate("(({scrollWidth: w, clientWidth: c}) => w <= c)(legend)")


def test_the_sheet_lies_as_the_drawing_does(browser, tmp_path):
    def printed(tree, **options):
        with opened(browser, tmp_path, model_of(tree), **options) as page:
            pdf = page.pdf(prefer_css_page_size=True)
        sizes = re.findall(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)", pdf)
        return [float(width) > float(height) for width, height in sizes]

    assert printed(deep_tree(5)) == [True]
    assert printed(multiway_tree()) == [False]
    assert not any(printed(deep_tree(200)))


def test_a_saved_drawing_has_title_and_legend_and_is_light(browser, tmp_path):
    tree = hostile_tree()
    with opened(browser, tmp_path, model_of(tree), color_scheme="dark") as page:
        with page.expect_download() as download:
            page.click("#svg")
        download.value.save_as(tmp_path / "tree.svg")
        assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    alone = browser.new_page()
    alone.goto((tmp_path / "tree.svg").as_uri())
    texts = alone.locator("text").all_text_contents()
    assert "the class" in texts[0]
    assert alone.locator("[data-legend] rect").count() == len(tree.classes)
    assert alone.get_attribute("svg > rect", "fill") == "rgb(246, 246, 244)"
    assert alone.evaluate("window.broken") is None
    alone.close()
