"""The page: its own HTML, CSS and JavaScript, the model and the cases, joined into one file.

The parts lie beside this file. What comes from a model or a table is embedded as JSON that cannot
end the element it is in; the page writes it as text, never as HTML. The page's policy lets it run
its own script alone and forbids any request.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
from functools import cache
from importlib import resources
from typing import Any

from cutpoint.data.frames import conform
from cutpoint.data.table import Table
from cutpoint.data.target import encode_target
from cutpoint.errors import InputError
from cutpoint.tree.model import Model
from cutpoint.tree.names import printable
from cutpoint.tree.tree import Tree
from cutpoint.views.page.cases import embedded

SCRIPTS = (
    "base.js",
    "dates.js",
    "labels.js",
    "tree.js",
    "route.js",
    "evidence.js",
    "edit.js",
    "layout.js",
    "draw.js",
    "draw_cells.js",
    "stage.js",
    "reach.js",
    "charts.js",
    "node_panel.js",
    "what_if.js",
    "case_fields.js",
    "case_panel.js",
    "rules_panel.js",
    "prune_panel.js",
    "save.js",
    "main.js",
)
"""In the order in which they are joined: each uses only what comes before it when it is read."""

_POLICY = (
    "default-src 'none'; script-src '{script}'; style-src '{style}'; base-uri 'none'; "
    "form-action 'none'"
)
_FRAME_HEIGHT = 620


def page_of(model: Model, data: Table | None = None, test: Table | None = None) -> str:
    """Return a model as an HTML page that needs nothing else.

    Parameters
    ----------
    model : Model
    data : Table, optional
        The training cases, in the attributes and classes of the model: the page then has their
        histograms, errors and unknown values, and offers them to be followed one by one.
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
        name: embedded(table, model.tree)
        for name, table in (("training", data), ("test", test))
        if table is not None
    }
    style, script = _asset("page.css"), _script()
    parts = {
        "policy": _POLICY.format(script=_hash(script), style=_hash(style)),
        "title": html.escape(f"{printable(model.target)}: a decision tree"),
        "style": style,
        "model": inert(model.to_json()),
        "cases": inert(json.dumps(cases, separators=(",", ":"), allow_nan=False)),
        "script": script,
    }
    pieces = _asset("page.html").split("%%")  # text, name, text, name, ..., text
    pieces[1::2] = [parts[name] for name in pieces[1::2]]
    return "".join(pieces)


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


def framed(page: str) -> str:
    """Return a page as a frame to put into another page, such as a notebook."""
    return (
        f'<iframe srcdoc="{html.escape(page)}" sandbox="allow-scripts allow-downloads '
        f'allow-modals" title="A decision tree" width="100%" height="{_FRAME_HEIGHT}" '
        f'style="border: 0; border-radius: 8px"></iframe>'
    )


def inert(text: str) -> str:
    r"""Return JSON in ASCII that is safe inside a script element, and still the same JSON.

    Examples
    --------
    >>> inert('["</script>"]')
    '["\\u003c/script\\u003e"]'
    """
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _table(tree: Tree, pair: Any, what: str) -> Table | None:
    if pair is None:
        return None
    try:
        X, y = pair
    except (TypeError, ValueError):
        raise InputError(f"{what} must be a pair (X, y) of cases and their classes") from None
    cases = conform(X, tree.attributes)
    target = encode_target(y, tree.classes)
    if len(target) != cases.n_rows:
        raise InputError(f"{what}: X has {cases.n_rows} rows, but y has {len(target)}")
    return Table(cases.attributes, cases.columns, cases.n_rows, tree.classes, target)


@cache
def _asset(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")


@cache
def _script() -> str:
    """Return all scripts in one function, so that their names are nobody else's."""
    return '(() => {\n"use strict";\n' + "\n".join(map(_asset, SCRIPTS)) + "})();\n"


def _hash(text: str) -> str:
    """Return the name of a text in a policy."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode()
