"""axe-core finds nothing serious on any page; tests/setup_browser.sh installs it."""

import os
from pathlib import Path

import numpy as np
import pytest

from cutpoint import C45Classifier, C45RulesClassifier
from cutpoint.data import demo_path, read_table
from cutpoint.studies.exhibit import Cell, Exhibit, Grid
from cutpoint.studies.files import study_page
from cutpoint.tree.difference import difference_between
from cutpoint.views.difference import difference_page
from cutpoint.views.page import page_of, questionnaire_of
from support.needs import absent
from support.pages import Opened

SCREENS = [
    {"color_scheme": "light"},
    {"color_scheme": "dark", "viewport": {"width": 390, "height": 844}, "has_touch": True},
]
RUN = """() => axe.run(document, {resultTypes: ["violations"]}).then(({violations}) => violations
  .filter(({impact}) => ["serious", "critical"].includes(impact))
  .map(({id, nodes}) => [id, nodes.slice(0, 3).map((node) => node.html.slice(0, 200))]))"""


@pytest.fixture(scope="module")
def axe():
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    file = cache / "cutpoint-tests" / "node_modules" / "axe-core" / "axe.min.js"
    if not file.exists():
        absent("there is no axe-core: run tests/setup_browser.sh")
    return file.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def table():
    return read_table(demo_path(), target="outcome")


def serious(browser, tmp_path, axe, content, steps, **options):
    """Return the serious violations after each step, by its name."""
    file = tmp_path / "page.html"
    file.write_text(content, encoding="utf-8")
    found = {}
    with Opened(browser, file, {"bypass_csp": True, **options}) as page:
        page.evaluate(axe)
        for press in ("", *steps):
            if press:
                page.click(press)
            violations = page.evaluate(RUN)
            if violations:
                found[press] = violations
    return found


@pytest.mark.slow
@pytest.mark.parametrize("screen", SCREENS)
def test_the_page_of_a_tree_has_no_serious_violation(browser, tmp_path, axe, table, screen):
    cases, held_out = table.take(np.arange(250)), table.take(np.arange(250, 400))
    page = page_of(C45Classifier().fit_table(cases).to_model(), cases, held_out)
    steps = [f"[data-view={name}]" for name in ("outline", "icicle", "sunburst", "histograms")]
    steps += [f"#tab-{name}" for name in ("node", "case", "table", "rules", "prune")]
    assert serious(browser, tmp_path, axe, page, steps, **screen) == {}


@pytest.mark.parametrize("screen", SCREENS)
def test_the_other_pages_have_none(browser, tmp_path, axe, table, screen):
    model = C45Classifier().fit_table(table).to_model()
    rules = page_of(C45RulesClassifier().fit_table(table).to_model(), table)
    moves = difference_between(model.tree, model.tree.prune([1]), (table, table))
    columns = tuple(f"error rate {number}" for number in range(9))
    grid = Grid(columns, {"pumps": [Cell(5.0, 0.3, 4.0, 0.4)] * 9}, "set")
    study = study_page("Pumps", "A paper", [Exhibit("table 1", "Errors", grid)])
    pages = {"rules": rules, "differences": difference_page(moves), "study": study}
    found = {
        name: serious(browser, tmp_path, axe, page, [], **screen) for name, page in pages.items()
    }
    assert not any(found.values()), found
    questions = questionnaire_of(model)
    assert serious(browser, tmp_path, axe, questions, ["#unknown", "summary"], **screen) == {}
