"""The histograms of the page: bins, cuts, axes, and what they leave out."""

import re

import numpy as np
import pytest

from cutpoint.data.attribute import Attribute
from cutpoint.data.table import Table
from cutpoint.tree import Tree, example_tree
from support.pages import leaf, model_of, opened, random_table
from support.pages import test_of as asks

CLASSES = ("no", "yes")


def split_at(cut, low=(30.0, 2.0), high=(3.0, 40.0)):
    """A tree that cuts x once."""
    ends = [leaf(low, CLASSES), leaf(high, CLASSES)]
    return Tree.from_dict(asks("x", ends, cuts=[cut]), (Attribute("x"),), CLASSES)


def table_of(tree, x, target=None):
    codes = np.zeros(len(x), dtype=np.int32) if target is None else target.astype(np.int32)
    return Table(tree.attributes, (np.asarray(x),), len(x), tree.classes, codes)


def ticks(page, kind=".tick"):
    return [re.sub("[\u2068\u2069]", "", text) for text in page.locator(kind).all_text_contents()]


def inside(page, selector):
    """Return whether all these texts lie inside their chart."""
    return page.evaluate(
        """selector => [...document.querySelectorAll(selector)].every(text => {
             const chart = text.closest("svg").getBoundingClientRect();
             const box = text.getBoundingClientRect();
             return box.left >= chart.left - 0.5 && box.right <= chart.right + 0.5;
           })""",
        selector,
    )


def test_the_numbers_of_the_axis_are_whole_however_long_they_are(browser, tmp_path):
    tree = split_at(0.5)
    table = table_of(tree, np.repeat([0.0, 1.0], [32185, 40]))
    with opened(browser, tmp_path, model_of(tree), table) as page:
        page.click("[data-node='0'] .card")
        assert "32,185" in ticks(page)
        assert inside(page, ".chart text")


def test_the_label_of_a_cut_never_gives_way_to_the_least_value(browser, tmp_path):
    tree = split_at(0.001)
    table = table_of(tree, np.linspace(0, 1, 200))
    with opened(browser, tmp_path, model_of(tree), table) as page:
        page.click("[data-node='0'] .card")
        assert ticks(page, ".cut-tick") == ["0.001"]
        assert "1" in ticks(page)
        assert inside(page, ".chart text")


@pytest.mark.parametrize("skewed", [False, True])
def test_no_bar_mixes_the_cases_of_two_branches(browser, tmp_path, skewed):
    random = np.random.default_rng(2)
    x = np.exp(random.normal(0, 2.5, 500)) if skewed else random.normal(0, 1, 500)
    cut = 1.7 if skewed else 0.123
    tree = split_at(cut)
    table = table_of(tree, x, x > cut)  # so a bar of two colours would mix them
    with opened(browser, tmp_path, model_of(tree), table) as page:
        page.click("[data-node='0'] .card")
        bars = page.evaluate(
            """[...document.querySelectorAll(".chart > rect")].map(bar =>
                 [Number(bar.getAttribute("x")), Number(bar.getAttribute("width")),
                  bar.getAttribute("fill")])"""
        )
        line = float(page.get_attribute(".chart .cut", "x1"))
        assert len({x for x, _, _ in bars}) == len(bars) > 10
        colours = {fill for x, wide, fill in bars if x + wide <= line + 0.01}
        assert len(colours) == 1
        assert colours.isdisjoint({fill for x, _, fill in bars if x >= line - 0.01})
        assert ("Logarithmic scale" in page.inner_text("figcaption")) == skewed


@pytest.mark.parametrize("middle", [3, 8])  # 8: much as capital gains of persons
def test_many_zeros_and_a_long_tail_are_spread_out(browser, tmp_path, middle):
    random = np.random.default_rng(3)
    spread = 2 if middle == 3 else 1.2
    x = np.where(random.random(600) < 0.8, 0.0, np.exp(random.normal(middle, spread, 600)))
    tree = split_at(5.0)
    with opened(browser, tmp_path, model_of(tree), table_of(tree, x)) as page:
        page.click("[data-node='0'] .card")
        assert "Logarithmic scale" in page.inner_text("figcaption")
        assert page.locator(".chart > rect").count() > 12


def test_of_many_nominal_values_the_most_frequent_are_drawn_and_the_rest_is_counted(
    browser, tmp_path
):
    towns = tuple(f"town {i}" for i in range(60))
    ends = [leaf((30.0, 2.0), CLASSES), leaf((3.0, 40.0), CLASSES)]
    groups = [list(towns[:30]), list(towns[30:])]
    tree = Tree.from_dict(asks("town", ends, groups=groups), (Attribute("town", towns),), CLASSES)
    counts = np.array([3] * 20 + [10] * 40)
    codes = np.repeat(np.arange(60), counts).astype(np.int32)
    table = Table(tree.attributes, (codes,), len(codes), CLASSES, np.zeros_like(codes))
    with opened(browser, tmp_path, model_of(tree), table) as page:
        page.click("[data-node='0'] .card")
        assert page.locator(".chart > rect").count() == 40
        assert "and 20 more values (60 rows)" in page.inner_text("figcaption")


def test_each_box_of_the_fifth_drawing_shows_what_its_test_divides(browser, tmp_path):
    tree = example_tree()
    with opened(browser, tmp_path, model_of(tree), random_table(tree, 200)) as page:
        page.click("[data-view=histograms]")
        assert page.locator(".inside").count() == 8
        for node, cuts in ((0, 2), (1, 1), (3, 1)):
            box = page.locator(f"[data-node='{node}']")
            assert box.locator(".inside .cut").count() == cuts
            assert box.locator(".inside rect").count() > cuts
        assert "100% Play" in page.locator("[data-node='2']").text_content().replace("\u2068", "")
    with opened(browser, tmp_path, model_of(tree)) as page:
        page.click("[data-view=histograms]")
        assert page.locator(".inside").count() == 8


def test_soft_thresholds_are_shown_with_what_the_page_makes_of_them(browser, tmp_path):
    tree = split_at(5.0)
    nodes = tree.to_nodes()
    nodes[0]["bounds"] = [[3.0, 8.5]]
    soft = Tree.from_nodes(nodes, tree.attributes, tree.classes)
    table = table_of(soft, np.linspace(0, 10, 50))
    with opened(browser, tmp_path, model_of(soft), table) as page:
        assert "soft thresholds" in page.inner_text("#soft-note")
        page.click("[data-node='0'] .card")
        assert "Between 3 and 8.5 a case goes down both branches" in page.inner_text("#soft")
        assert page.locator(".chart .soft").count() == 1
    with opened(browser, tmp_path, model_of(tree), table) as page:
        assert page.locator("#soft-note").count() == 0
