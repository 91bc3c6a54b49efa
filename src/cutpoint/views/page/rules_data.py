"""Rules as their page holds them: columns, values and classes by position."""

from __future__ import annotations

import json
from typing import Any

from cutpoint.rules.condition import Condition
from cutpoint.rules.model import RulesModel
from cutpoint.tree.saved import attribute_fields, plain_labels


def rules_json(model: RulesModel) -> str:
    """Return what the page needs of rules, as JSON in ASCII."""
    rules = model.rules
    place = {attribute.name: column for column, attribute in enumerate(rules.attributes)}
    told = {
        "target": model.target,
        "learner": model.learner,
        "attributes": [attribute_fields(attribute) for attribute in rules.attributes],
        "tested": [place[attribute.name] for attribute in rules.tested],
        "classes": plain_labels(rules.classes),
        "arithmetic": "single" if rules.single else "double",
        "rules": [
            {
                "number": rule.number,
                "conditions": [
                    _condition(condition, place[condition.attribute.name])
                    for condition in rule.conditions
                ],
                "code": rule.label,
                "error": rule.error,
                "fires": rule.fires,
                "distribution": list(rule.distribution),
                "shares": rules.shares(rule).tolist(),
            }
            for rule in rules
        ],
        "default": {
            "number": 0,
            "conditions": [],
            "code": rules.default,
            "fires": True,
            "distribution": list(rules.left_over),
            "shares": rules.default_shares().tolist(),
        },
    }
    return json.dumps(told, allow_nan=False, separators=(",", ":"))


def _condition(condition: Condition, column: int) -> dict[str, Any]:
    values = condition.attribute.values or ()
    taken = condition.values
    return {
        "attribute": column,
        "low": condition.low,
        "high": condition.high,
        "codes": None if taken is None else [values.index(value) for value in taken],
        "never": condition.never,
    }
