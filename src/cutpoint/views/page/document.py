"""The page of a model: of a tree, to explore and to prune, of rules, or of its questions."""

from __future__ import annotations

import html
from typing import Any

import narwhals as nw

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
from cutpoint.views.page.cases import ShownCases, embedded
from cutpoint.views.page.facts import facts_json
from cutpoint.views.page.layouts import ASK_PAGE, RULES_PAGE, TREE_PAGE
from cutpoint.views.page.rules_data import rules_json

_FRAME_HEIGHT = 620

Shown = Table | ShownCases


def page_of(
    model: Model | RulesModel,
    data: Shown | None = None,
    test: Shown | None = None,
    *,
    name: str | None = None,
) -> str:
    """Return a model as an HTML page that needs nothing else.

    Parameters
    ----------
    model : Model or RulesModel
    data : Table or ShownCases, optional
        The training cases, in the attributes and classes of the model: the page then has what they
        show, and offers them to be followed one by one.
    test : Table or ShownCases, optional
        Other cases, whose errors are shown beside.
    name : str, optional
        What files that the page saves are called; by default as the target.

    Examples
    --------
    >>> from cutpoint.tree import Model, example_tree
    >>> page = page_of(Model(example_tree(), None, "play", "C45Classifier", {}))
    >>> page[:15], "src=" in page, "href=" in page
    ('<!doctype html>', False, False)
    """
    return _page(model, (data, test), facts_json(model, name))


def questionnaire_of(model: Model) -> str:
    """Return a tree as a page that asks one question at a time and says why it concludes what.

    Examples
    --------
    >>> from cutpoint.tree import Model, example_tree
    >>> questionnaire_of(Model(example_tree(), None, "play", "C45Classifier", {}))[:15]
    '<!doctype html>'
    """
    title = f"{printable(model.target)}: questions"
    return ASK_PAGE.page(title, model.to_json(), {}, facts_json(model, None))


def page_of_tree(tree: Tree, data: Any = None, test: Any = None) -> str:
    """Return the page of a tree by itself; ``data`` and ``test`` are None or pairs (X, y).

    A tree does not say what grew it. The model that its page saves names the plain learner, which
    predicts the same.
    """
    if tree.single:
        model = Model(tree, None, "class", "C45Classifier", {"faithful": True, "pruning": None})
    else:
        model = Model(tree, None, "class", "TreeClassifier", {"pruning": None})
    return _bare(model, tree, data, test)


def page_of_rules(rules: Ruleset, data: Any = None, test: Any = None) -> str:
    """Return the page of rules by themselves; ``data`` and ``test`` are None or pairs (X, y)."""
    return _bare(RulesModel(rules, "class", "C45RulesClassifier", {}), rules, data, test)


def shown_pair(model: Predicting, pair: Any, what: str) -> ShownCases | None:
    """Return the cases of a pair (X, y) with the columns of X that the model does not know.

    Raises
    ------
    InputError
        If it is no pair, or does not have the attributes and classes of the model.
    """
    if pair is None:
        return None
    if not isinstance(pair, tuple | list) or len(pair) != 2:
        raise InputError(f"{what} must be a pair (X, y) of cases and their classes")
    X, y = pair
    cases = conform(X, model.attributes)
    target = encode_target(y, model.classes)
    if len(target) != cases.n_rows:
        raise InputError(f"{what}: X has {cases.n_rows} rows, but y has {len(target)}")
    table = Table(cases.attributes, cases.columns, cases.n_rows, model.classes, target)
    return ShownCases(table, _other_columns(X, {attribute.name for attribute in model.attributes}))


def framed(page: str, title: str = "A decision tree") -> str:
    """Return a page as a frame to put into another page, such as a notebook."""
    return (
        f'<iframe srcdoc="{html.escape(page)}" sandbox="allow-scripts allow-downloads '
        f'allow-modals" title="{html.escape(title)}" width="100%" height="{_FRAME_HEIGHT}" '
        f'style="border: 0; border-radius: 8px"></iframe>'
    )


def title_of(model: Model | RulesModel) -> str:
    """Return what a page of a model is called."""
    return f"{printable(model.target)}: {model.NOUN}"


def _bare(model: Model | RulesModel, of: Predicting, data: Any, test: Any) -> str:
    cases = shown_pair(of, data, "data"), shown_pair(of, test, "test")
    return _page(model, cases, facts_json(model, None, bare=True), model.NOUN.capitalize())


def _page(
    model: Model | RulesModel,
    tables: tuple[Shown | None, Shown | None],
    facts: str,
    title: str | None = None,
) -> str:
    cases = {
        name: embedded(table, model.predicting)
        for name, table in zip(("training", "test"), tables, strict=True)
        if table is not None
    }
    title = title_of(model) if title is None else title
    if isinstance(model, RulesModel):
        return RULES_PAGE.page(title, rules_json(model), cases, facts)
    return TREE_PAGE.page(title, model.to_json(), cases, facts)


def _other_columns(X: Any, known: set[str]) -> dict[str, list[Any]]:
    """Return the columns of a data frame besides the known ones, as lists."""
    frame = nw.from_native(X, eager_only=True, pass_through=True)
    if not isinstance(frame, nw.DataFrame):
        return {}
    return {
        str(column): [None if _is_nothing(value) else str(value) for value in frame[column]]
        for column in frame.columns
        if str(column) not in known
    }


def _is_nothing(value: Any) -> bool:
    """Return whether a cell is empty: None, NaN, or pandas' NA, which is not equal to itself."""
    return value is None or str(value) in {"nan", "NaT", "<NA>"}
