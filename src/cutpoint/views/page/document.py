"""The page of a model: of a tree, to explore and to prune, or of rules."""

from __future__ import annotations

import html
from typing import Any

from cutpoint.data.frames import conform
from cutpoint.data.table import Table
from cutpoint.data.target import encode_target
from cutpoint.errors import InputError
from cutpoint.rules.model import RulesModel
from cutpoint.rules.ruleset import Ruleset
from cutpoint.tree.model import Model
from cutpoint.tree.names import printable
from cutpoint.tree.saved import Predicting
from cutpoint.tree.tree import Tree
from cutpoint.views.page.assembly import Layout
from cutpoint.views.page.cases import embedded
from cutpoint.views.page.rules_data import rules_json

TREE_PAGE = Layout(
    "page.html",
    ("page.css",),
    (
        "base.js",
        "dates.js",
        "labels.js",
        "search.js",
        "theme.js",
        "model.js",
        "evaluate.js",
        "tree.js",
        "route.js",
        "tables.js",
        "evidence.js",
        "edit.js",
        "layout.js",
        "draw.js",
        "draw_cells.js",
        "stage.js",
        "reach.js",
        "shares.js",
        "charts.js",
        "node_panel.js",
        "what_if.js",
        "case_fields.js",
        "case_panel.js",
        "rules_panel.js",
        "prune_panel.js",
        "save.js",
        "main.js",
    ),
)
RULES_PAGE = Layout(
    "rules.html",
    ("page.css", "rules.css"),
    (
        "base.js",
        "dates.js",
        "labels.js",
        "search.js",
        "theme.js",
        "shares.js",
        "rules_model.js",
        "rules_evaluate.js",
        "tables.js",
        "rules_list.js",
        "rules_case.js",
        "rules_main.js",
    ),
)

_FRAME_HEIGHT = 620


def page_of(model: Model | RulesModel, data: Table | None = None, test: Table | None = None) -> str:
    """Return a model as an HTML page that needs nothing else.

    Parameters
    ----------
    model : Model or RulesModel
    data : Table, optional
        The training cases, in the attributes and classes of the model: the page then has what they
        show, and offers them to be followed one by one.
    test : Table, optional
        Other cases, whose errors are shown beside.

    Examples
    --------
    >>> from cutpoint.tree import Model, example_tree
    >>> page = page_of(Model(example_tree(), None, "play", "C45Classifier", {}))
    >>> page[:15], "src=" in page, "href=" in page
    ('<!doctype html>', False, False)
    """
    cases = {
        name: embedded(table, model.predicting)
        for name, table in (("training", data), ("test", test))
        if table is not None
    }
    title = f"{printable(model.target)}: {model.NOUN}"
    if isinstance(model, RulesModel):
        return RULES_PAGE.page(title, rules_json(model), cases)
    return TREE_PAGE.page(title, model.to_json(), cases)


def page_of_tree(tree: Tree, data: Any = None, test: Any = None) -> str:
    """Return the page of a tree by itself; ``data`` and ``test`` are None or pairs (X, y).

    A tree does not say what grew it. The model that its page saves names the plain learner, which
    predicts the same.
    """
    if tree.single:
        model = Model(tree, None, "class", "C45Classifier", {"faithful": True, "pruning": None})
    else:
        model = Model(tree, None, "class", "TreeClassifier", {"pruning": None})
    return page_of(model, _table(tree, data, "data"), _table(tree, test, "test"))


def page_of_rules(rules: Ruleset, data: Any = None, test: Any = None) -> str:
    """Return the page of rules by themselves; ``data`` and ``test`` are None or pairs (X, y)."""
    model = RulesModel(rules, "class", "C45RulesClassifier", {})
    return page_of(model, _table(rules, data, "data"), _table(rules, test, "test"))


def framed(page: str) -> str:
    """Return a page as a frame to put into another page, such as a notebook."""
    return (
        f'<iframe srcdoc="{html.escape(page)}" sandbox="allow-scripts allow-downloads '
        f'allow-modals" title="A decision tree" width="100%" height="{_FRAME_HEIGHT}" '
        f'style="border: 0; border-radius: 8px"></iframe>'
    )


def _table(model: Predicting, pair: Any, what: str) -> Table | None:
    if pair is None:
        return None
    try:
        X, y = pair
    except (TypeError, ValueError):
        raise InputError(f"{what} must be a pair (X, y) of cases and their classes") from None
    cases = conform(X, model.attributes)
    target = encode_target(y, model.classes)
    if len(target) != cases.n_rows:
        raise InputError(f"{what}: X has {cases.n_rows} rows, but y has {len(target)}")
    return Table(cases.attributes, cases.columns, cases.n_rows, model.classes, target)
