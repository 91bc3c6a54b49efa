"""What the page shows of stability, in Chromium: the same numbers as the report."""

import json
import re

import numpy as np
import pytest

from cutpoint import C45Classifier, MultiwayTreeClassifier
from cutpoint.cli.stability import with_report
from cutpoint.data import demo_path, read_table
from cutpoint.stability.assess import Plan, assess_table
from cutpoint.tree import Model
from cutpoint.tree.explain import explain
from support.pages import opened

MODELS = {
    "c45": C45Classifier(min_cases=8),
    "multiway": MultiwayTreeClassifier(min_cases=8),
}


@pytest.fixture(scope="module", params=MODELS)
def pumps(request):
    table = read_table(demo_path(), target="outcome")
    model = MODELS[request.param].fit_table(table)
    return model, table, assess_table(model, table, Plan(20))


def percent(share):
    """A share as the page writes it."""
    if 0 < share < 0.001:
        return "<0.1%"
    if 0.999 < share < 1:
        return ">99.9%"
    return f"{float(f'{100 * share:.1f}'):g}%"


def figure(value):
    return f"{value:.10g}".replace("-", "−")


def plain(text):
    return re.sub("[\u2068\u2069]", "", text)


def test_shares_alternatives_and_bands_are_those_of_the_report(browser, tmp_path, pumps):
    model, table, found = pumps
    with opened(browser, tmp_path, with_report(model.to_model(), found), table) as page:
        page.click("[data-view=outline]")
        page.click("#all")
        for node in found.nodes:
            page.locator(f"[data-node='{node.node}']").dispatch_event("click")
            text = plain(page.inner_text("#sureness"))
            if node.reached == 0:
                assert text == "No resample reaches this place."
                continue
            assert f" {percent(node.chosen_share)} of " in text
            if node.reached == 1:
                assert "the one resample that reaches it" in text
            elif node.reached < found.n_resamples:
                assert f"the {node.reached} resamples that reach it" in text
            for name, share in list(node.alternatives.items())[:6]:
                assert f"{name} {percent(share)}" in text
            for cut, (low, high) in zip(node.reference_cuts, node.bands(0.9), strict=False):
                line = f"{figure(cut)} lies between {figure(low)} and {figure(high)} (90%)"
                assert line in text
            assert page.locator(".chart .band").count() == len(node.bands(0.9))


def test_the_band_is_drawn_where_its_ends_are(browser, tmp_path, pumps):
    model, table, found = pumps
    root = found.nodes[0]
    column = table.columns[[a.name for a in table.attributes].index(root.attribute)]
    known = np.append(column[~np.isnan(column)], root.reference_cuts)
    low, high = known.min(), known.max()

    def place(value):
        return 34 + (min(max(value, low), high) - low) / (high - low) * (320 - 34 - 8)

    with opened(browser, tmp_path, with_report(model.to_model(), found), table) as page:
        page.click("[data-node='0'] .card")
        drawn = page.locator(".chart .band")
        for i, (start, end) in enumerate(root.bands(0.9)):
            x = float(drawn.nth(i).get_attribute("x"))
            width = float(drawn.nth(i).get_attribute("width"))
            assert x == pytest.approx(place(start), abs=0.01)
            assert width == pytest.approx(max(1, place(end) - place(start)), abs=0.01)


def test_nodes_are_tinted_by_how_shaky_they_are(browser, tmp_path, pumps):
    model, table, found = pumps
    with opened(browser, tmp_path, with_report(model.to_model(), found), table) as page:
        page.click("#all")
        assert "few resamples do the same" in page.inner_text("#legend")
        for node in found.nodes:
            shaky = 1.0 if node.reached == 0 else 1 - node.chosen_share
            tint = page.locator(f"[data-node='{node.node}'] .shaky")
            assert tint.count() == (shaky > 1e-12)
            if shaky > 1e-12:
                leaf = node.attribute is None
                name = "stroke-opacity" if leaf else "fill-opacity"
                strength = float(tint.get_attribute(name))
                assert strength == pytest.approx(shaky * (1 if leaf else 0.45), abs=6e-4)
        shaky = {n.node: 1 - n.chosen_share if n.reached else 1.0 for n in found.nodes}
        for view in ("icicle", "sunburst"):
            page.click(f"[data-view={view}]")
            for node, strength in shaky.items():
                tint = page.locator(f"[data-node='{node}'] .shaky")
                assert tint.count() == (strength > 1e-12)
                if strength > 1e-12:
                    drawn = float(tint.get_attribute("fill-opacity"))
                    assert drawn == pytest.approx(0.45 * strength, abs=6e-4)
    with opened(browser, tmp_path, model.to_model(), table) as page:
        assert page.locator(".shaky").count() == 0


def test_margins_in_the_case_panel_are_those_of_the_explanation(browser, tmp_path, pumps):
    model, table, found = pumps
    with opened(browser, tmp_path, with_report(model.to_model(), found), table) as page:
        page.click("#tab-case")
        compared = 0
        for row in range(0, 60, 6):
            page.fill("#row", str(row + 1))
            page.locator("#row").dispatch_event("change")
            text = plain(page.inner_text("ol.steps"))
            for step in explain(model.tree_, table.matrix()[row], stability=found).steps:
                if step.value is None or not step.reached:
                    continue
                if step.margin_sd is not None and np.isfinite(step.margin_sd):
                    compared += 1
                    figures = {f"{step.margin_sd + shift:.1f}" for shift in (-1e-9, 1e-9)}
                    assert any(f"{f} standard deviations of the cut" in text for f in figures)
                if step.agreement is not None:
                    assert f"{percent(step.agreement)} of resamples agree" in text
        assert compared > 8


def test_a_model_saved_from_the_page_takes_the_report_along(browser, tmp_path, pumps):
    model, table, found = pumps
    reported = with_report(model.to_model(), found)
    with opened(browser, tmp_path, reported, table) as page:
        whole = json.loads(page.evaluate("window.cutpoint.editedModel()"))["report"]["stability"]
        assert whole == json.loads(reported.to_json())["report"]["stability"]
        page.click("[data-node='1'] .card")
        if page.locator("text=Prune here").count():
            page.click("text=Prune here")
            kept = Model.from_json(page.evaluate("window.cutpoint.editedModel()"))
            assert len(kept.report["stability"]["nodes"]) == kept.tree.n_nodes - 1
