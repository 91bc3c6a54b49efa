"""The JSON Schema of model files: what other programs may rely on, and check before they read."""

from __future__ import annotations

import json
from typing import Any

_WEIGHT = {"type": "number", "minimum": 0}
_POSITION = {"type": "integer", "minimum": 0}
_LABEL = {"type": ["string", "number", "boolean"]}
_SCALAR = {"type": ["string", "number", "boolean", "null"]}


def model_schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a model file: a tree, rules or a bag of trees.

    It says what JSON Schema can say. That positions exist and nodes make a tree is checked by
    :func:`cutpoint.load`.

    Examples
    --------
    >>> [kind["properties"]["format"]["const"] for kind in model_schema()["oneOf"]]
    ['cutpoint-model', 'cutpoint-rules', 'cutpoint-bag']
    """
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A Cutpoint model",
        "oneOf": [_tree(), _rules(), _bag()],
        "$defs": {"node": _node(), "nodes": _list({"$ref": "#/$defs/node"}, least=1)},
    }


def to_schema() -> str:
    """Return the JSON Schema of model files as text.

    Examples
    --------
    >>> print(to_schema().splitlines()[2])
      "title": "A Cutpoint model",
    """
    return json.dumps(model_schema(), indent=2) + "\n"


def _file(name: str, newest: int, own: dict[str, Any], optional: tuple[str, ...] = ()) -> Any:
    """Return the schema of a kind of file: what all have, and its own fields."""
    fields: dict[str, Any] = {
        "format": {"const": name},
        "version": {"type": "integer", "minimum": 1, "maximum": newest},
        "cutpoint": {"type": "string", "description": "The version of Cutpoint that wrote it."},
        "learner": {"type": "string"},
        "parameters": {"type": "object", "additionalProperties": _SCALAR},
        "target": {"type": "string", "description": "The column that holds the class."},
        "attributes": _list(_attribute()),
        "classes": _list(_LABEL, least=1) | {"uniqueItems": True},
        "arithmetic": {"enum": ["single", "double"]},
        "report": {"type": "object"},
        **own,
    }
    needed = [field for field in fields if field not in {"cutpoint", *optional}]
    return {"type": "object", "properties": fields, "required": needed}


def _tree() -> Any:
    return _file(
        "cutpoint-model",
        2,
        {
            "costs": _list(_list(_WEIGHT), least=1)
            | {"description": "By true class and predicted class."},
            "tree": {"$ref": "#/$defs/nodes"},
            "unpruned": {"anyOf": [{"type": "null"}, {"$ref": "#/$defs/nodes"}]},
        },
        ("costs",),
    )


def _rules() -> Any:
    rule = {
        "type": "object",
        "properties": {
            "number": {"type": "integer"},
            "class": _LABEL,
            "conditions": _list({"type": "object"}),
        },
        "required": ["number", "class", "conditions"],
    }
    own = {
        "rules": _list(rule),
        "default": _LABEL,
        "distributions": _list(_list(_WEIGHT)),
        "left_over": _list(_WEIGHT, least=1),
    }
    return _file("cutpoint-rules", 1, own)


def _bag() -> Any:
    tree = {
        "type": "object",
        "properties": {"nodes": {"$ref": "#/$defs/nodes"}},
        "required": ["nodes"],
    }
    own = {
        "tree_learner": {"type": "string"},
        "tree_parameters": {"type": "object", "additionalProperties": _SCALAR},
        "trees": _list(tree, least=1),
    }
    return _file("cutpoint-bag", 1, own)


def _attribute() -> Any:
    return {
        "type": "object",
        "properties": {
            "name": {"type": "string"},
            "values": {
                "anyOf": [{"type": "null"}, _list(_LABEL) | {"uniqueItems": True}],
                "description": "Of a nominal column; null: it holds numbers.",
            },
            "calendar": {
                "enum": ["date", "datetime", "datetime_utc"],
                "description": "What the numbers count: days, or seconds, since 1970-01-01.",
            },
        },
        "required": ["name", "values"],
    }


def _node() -> Any:
    test = {
        "attribute": _POSITION,
        "cuts": _list({"type": "number"})
        | {"description": "Branch i holds cuts[i-1] < value <= cuts[i]."},
        "groups": _list(_list(_POSITION)) | {"description": "Positions of values, by branch."},
        "branches": _list(_POSITION, least=1) | {"description": "Numbers of nodes."},
        "unknown": {
            "type": "boolean",
            "description": "Whether the last branch is for unknown values.",
        },
        "bounds": _list(_list({"type": "number"}, least=2) | {"maxItems": 2})
        | {"description": "Of soft thresholds: lower and upper bound of each cut."},
    }
    leaf = {
        "class": _POSITION,
        "cases": _WEIGHT,
        "errors": {"type": "number"},
        "distribution": _list(_WEIGHT, least=1),
    }
    return {
        "type": "object",
        "properties": leaf | test,
        "required": list(leaf),
        "additionalProperties": False,
        "dependentRequired": {"attribute": ["branches"], "branches": ["attribute"]},
        "if": {"required": ["attribute"]},
        "then": {"oneOf": [{"required": ["cuts"]}, {"required": ["groups"]}]},
    }


def _list(of: Any, least: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = {"type": "array", "items": of}
    return found | {"minItems": least} if least else found
