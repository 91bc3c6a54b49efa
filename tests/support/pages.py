"""Trees to look at, and a page that is open in the browser."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from cutpoint.data.attribute import Attribute
from cutpoint.data.table import Table
from cutpoint.rules.model import RulesModel
from cutpoint.tree import Model, Tree
from cutpoint.views.page import page_of

HOSTILE_NAMES = (
    "<script>window.broken = 1</script></script><!-- \"quoted\" & 'single' -->",
    "عمر المريض \u202eright-to-left",
    "👩‍🔬 emoji 🎉 and ]]> \u2028 line separator",
    "long " * 60,
)


def leaf(distribution, classes):
    return _node(dict(zip(classes, distribution, strict=True)), None, [])


def test_of(attribute, branches, **kind):
    totals: dict[Any, float] = {}
    for branch in branches:
        for label, weight in branch["distribution"].items():
            totals[label] = totals.get(label, 0.0) + weight
    return _node(totals, {"attribute": attribute, **kind}, branches)


def _node(distribution, test, branches):
    cases = sum(distribution.values())
    label = max(distribution, key=distribution.get)
    return {
        "class": label,
        "cases": cases,
        "errors": cases - distribution[label],
        "distribution": distribution,
        "test": test,
        "branches": branches,
    }


def multiway_tree() -> Tree:
    """A test of 7 intervals over tests of 5 groups: no learner is needed to draw them."""
    random = np.random.default_rng(3)
    classes = tuple("ABCDE")
    towns = tuple(f"town number {i}" for i in range(12))
    groups = [list(towns[:3]), [towns[3]], list(towns[4:9]), [towns[9]], list(towns[10:])]

    def branch():
        leaves = [leaf(random.integers(0, 30, 5).astype(float), classes) for _ in groups]
        return test_of("town of residence", leaves, groups=groups)

    cuts = [10.0, 20.5, 31.25, 40.0, 65.0, 80.0]
    tree = test_of("age in years", [branch() for _ in range(7)], cuts=cuts)
    attributes = (Attribute("age in years"), Attribute("town of residence", towns))
    return Tree.from_dict(tree, attributes, classes)


def hostile_tree() -> Tree:
    """Names and values that would break a page which did not write them as text."""
    classes = HOSTILE_NAMES
    values = (*HOSTILE_NAMES, "__proto__", "\x00\x1b[2J", "")
    random = np.random.default_rng(5)

    def end():
        return leaf(random.integers(1, 9, 4).astype(float), classes)

    below = test_of(HOSTILE_NAMES[1], [end(), end(), end()], cuts=[-1e30, 1e-7])
    tree = test_of(
        HOSTILE_NAMES[0],
        [below, end(), end(), end()],
        groups=[
            [values[0], values[4]],
            [values[1], values[5]],
            [values[2], values[6]],
            [values[3]],
        ],
    )
    attributes = (Attribute(HOSTILE_NAMES[0], values), Attribute(HOSTILE_NAMES[1]))
    return Tree.from_dict(tree, attributes, classes)


def deep_tree(n_tests: int = 500) -> Tree:
    """A random binary tree of numeric tests with 2 * n_tests + 1 nodes, some of it a long chain."""
    random = np.random.default_rng(11)
    classes = ("no", "yes", "perhaps")
    parts = [
        leaf(random.integers(0, 40, 3) + np.eye(3)[i % 3], classes) for i in range(n_tests + 1)
    ]
    while len(parts) > 1:
        first = 0 if len(parts) % 5 else int(random.integers(0, len(parts) - 1))
        pair = [parts.pop(first), parts.pop(first)]
        name = f"measurement_{int(random.integers(0, 12))}"
        test = test_of(name, pair, cuts=[round(float(random.normal()), 3)])
        parts.insert(int(random.integers(0, len(parts) + 1)), test)
    attributes = tuple(Attribute(f"measurement_{i}") for i in range(12))
    return Tree.from_dict(parts[0], attributes, classes)


def random_table(tree: Tree, n_rows: int, seed: int = 0) -> Table:
    """Cases for a tree, with unknown values in every column."""
    random = np.random.default_rng(seed)
    columns = []
    for attribute in tree.attributes:
        gone = random.random(n_rows) < 0.15
        if attribute.values is None:
            columns.append(np.where(gone, np.nan, np.round(random.normal(30, 25, n_rows), 2)))
        else:
            codes = random.integers(0, len(attribute.values), n_rows)
            columns.append(np.where(gone, -1, codes).astype(np.int32))
    target = random.integers(0, len(tree.classes), n_rows).astype(np.int32)
    return Table(tree.attributes, tuple(columns), n_rows, tree.classes, target)


def model_of(tree: Tree, **parameters: Any) -> Model:
    learner = "C45Classifier" if tree.single else "TreeClassifier"
    extra = {"faithful": True} if tree.single else {}
    return Model(tree, None, "the class", learner, {"pruning": None, **extra, **parameters})


@dataclass
class Opened:
    """A page from a file in the browser; closing it shows that it was quiet all the time."""

    browser: Any
    file: Path
    options: dict[str, Any] = field(default_factory=dict)

    def __enter__(self) -> Any:
        self.requests: list[str] = []
        self.complaints: list[str] = []
        options = {"viewport": {"width": 1400, "height": 860}, **self.options}
        self.context = self.browser.new_context(accept_downloads=True, **options)
        page = self.context.new_page()
        page.set_default_timeout(8000)
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.goto(self.file.as_uri())
        return page

    def __exit__(self, kind: Any, *_: object) -> None:
        self.context.close()
        if kind is None:
            own = self.file.as_uri()
            others = [url for url in self.requests if url != own and not url.startswith("blob:")]
            assert others == []
            assert self.complaints == []


def opened(
    browser: Any, folder: Path, model: Model | RulesModel, *tables: Table | None, **options: Any
) -> Opened:
    file = folder / "page.html"
    file.write_text(page_of(model, *tables), encoding="utf-8")
    return Opened(browser, file, options)
