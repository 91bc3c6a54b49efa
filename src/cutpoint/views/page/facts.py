"""What a page is told besides its model and cases: names, colours and importances."""

from __future__ import annotations

import json
import re
from typing import Any

from cutpoint.rules.model import RulesModel
from cutpoint.tree.model import Model
from cutpoint.views.colours import class_colours, in_legend


def facts_json(model: Model | RulesModel, name: str | None, *, bare: bool = False) -> str:
    """Return what the page is told, as JSON in ASCII.

    Parameters
    ----------
    model : Model or RulesModel
    name : str, optional
        What files that the page saves are called; by default as the target.
    bare : bool, default=False
        Whether the model stands for a tree or rules by themselves, whose learner is not known.
    """
    weights = _frequencies(model)
    told: dict[str, Any] = {
        "title": None if bare else model.target,
        "learner": None if bare else model.learner,
        "name": file_name(model.target if name is None else name) or "model",
        "colours": class_colours(weights),
        "legend": in_legend(weights),
    }
    if isinstance(model, Model):
        told["importances"] = model.tree.importances().tolist()
    return json.dumps(told, allow_nan=False, separators=(",", ":"))


def file_name(text: str) -> str:
    """Return a text as the name of a file, without what file systems or shells object to.

    Examples
    --------
    >>> file_name("../Überlebt (ja/nein)?")
    'Überlebt-ja-nein'
    """
    return re.sub(r"[^\w.]+", "-", text).strip("-._")[:60]


def _frequencies(model: Model | RulesModel) -> list[float]:
    """Return how frequent each class is.

    A training case that two rules cover counts twice.
    """
    if isinstance(model, Model):
        return [float(weight) for weight in model.tree.distribution[0]]
    rules = model.rules
    counts = [rule.distribution for rule in rules] + [rules.left_over]
    return [float(sum(column)) for column in zip(*counts, strict=True)]
