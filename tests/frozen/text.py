"""The text of what was learned: two learners agree if their texts are the same.

Tests, cut points and classes are exact. Weights and probabilities are given to nine digits, so that
the order in which numbers are added up does not matter.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import numpy as np

from frozen.tables import Cases

_ASIDE = 1 + 1.2e-11
"""Moves a binary fraction such as 2 ** -14 away from the middle between two roundings."""


def digest_of(text: str) -> str:
    """Return 16 hexadecimal digits that stand for a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def rounded(number: float) -> str:
    """Return a number to nine digits; what is hardly more than nothing is 0."""
    return "0" if abs(number) < 1e-9 else f"{number * _ASIDE:.9g}"


def text_of_tree(tree: Any) -> str:
    """Return a tree as text: a line for each node, indented, the branch's number first."""
    lines = []
    stack: list[tuple[int, int, Mapping[str, Any]]] = [(0, 0, tree.to_dict())]
    while stack:
        depth, branch, node = stack.pop()
        weights = " ".join(rounded(weight) for weight in node["distribution"].values())
        line = f"{'|' * depth}{branch}: {node['class']} {rounded(node['cases'])}"
        line += f"/{rounded(node['errors'])} [{weights}]"
        if node["test"] is not None:
            line += " " + " ".join(
                f"{key}={value!r}" for key, value in _plain(node["test"]).items()
            )
        lines.append(line)
        children = [(depth + 1, i, child) for i, child in enumerate(node["branches"])]
        stack.extend(reversed(children))
    return "\n".join(lines)


def summary_of_tree(tree: Any) -> str:
    """Return the size of a tree and the test at its root."""
    root = tree.to_dict()
    if root["test"] is None:
        return f"{tree.n_nodes} node"
    first, branches = root["test"]["attribute"], len(root["branches"])
    return f"{tree.n_nodes} nodes, first {first} with {branches} branches"


def text_of_rules(ruleset: Any) -> str:
    """Return rules as text: a line for each, in order."""
    rules = ruleset.to_dict()
    lines = []
    for rule in rules["rules"]:
        conditions = " & ".join(
            f"{c['attribute']} {c['op']} {_number(c['value'])!r}" for c in rule["conditions"]
        )
        lines.append(
            f"{rule['number']}: {conditions} -> {rule['class']} {rounded(rule['error'])} "
            f"{rounded(rule['covered'])}/{rounded(rule['wrong'])}"
        )
    return "\n".join([*lines, f"default {rules['default']}"])


def text_of_cuts(cut_points: Mapping[str, Any]) -> str:
    """Return the cut points of each column as text."""
    return "\n".join(
        f"{name}: {[_number(cut) for cut in cuts]!r}" for name, cuts in cut_points.items()
    )


def text_of_array(array: Any) -> str:
    """Return an array as text, a row to a line."""
    rows = np.asarray(array, dtype=object)
    rows = rows.reshape(len(rows), -1)
    return "\n".join(" ".join(_cell(cell) for cell in row) for row in rows.tolist())


def _cell(cell: Any) -> str:
    return rounded(float(cell)) if isinstance(cell, float | np.floating) else str(cell)


def _plain(value: Any) -> Any:
    """Return nested values with Python's numbers in place of NumPy's."""
    if isinstance(value, dict):
        return {key: _plain(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(entry) for entry in value]
    return _number(value)


def _number(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_number(entry) for entry in value]
    return value.item() if hasattr(value, "item") else value


def texts_of_model(model: Any, data: Cases) -> dict[str, str]:
    """Return what an estimator has learned, as texts by name; one of them is a summary."""
    if hasattr(model, "cut_points_"):
        count = sum(len(cuts) for cuts in model.cut_points_.values())
        return {
            "cuts": text_of_cuts(model.cut_points_),
            "coded": text_of_array(model.transform(data.fresh)),
            "back": text_of_array(model.inverse_transform(model.transform(data.X[:20]))),
            "is": f"{count} cuts",
        }
    predicted = [model.predict(data.fresh)[:, None], model.predict_proba(data.fresh)]
    if hasattr(model, "rules_"):
        predicted.append(model.firing_rules(data.fresh)[:, None])
        return {
            "rules": text_of_rules(model.rules_),
            "steps": "\n\n".join(text_of_rules(made.chosen) for made in model.rulesets_),
            "trees": "\n\n".join(text_of_tree(tree) for tree in model.trees_),
            "predicted": text_of_array(np.hstack([p.astype(object) for p in predicted])),
            "is": f"{len(list(model.rules_))} rules",
        }
    predicted.append(model.apply(data.fresh)[:, None])
    if getattr(model, "soft_thresholds", False):
        predicted.append(model.predict_proba(data.fresh, soft=True))
    texts = {
        "tree": text_of_tree(model.tree_),
        "unpruned": text_of_tree(model.unpruned_tree_),
        "predicted": text_of_array(np.hstack([p.astype(object) for p in predicted])),
        "is": summary_of_tree(model.tree_),
    }
    if model.trials_:
        texts["trials"] = "\n\n".join(text_of_tree(trial.pruned) for trial in model.trials_)
    return texts
