"""A tree or rules as JavaScript: the evaluator of the page, with the model and nothing else."""

from __future__ import annotations

import json
from importlib import resources
from typing import TYPE_CHECKING, Any

from cutpoint.export.steps import remarks, spellings
from cutpoint.export.subject import Exported, subject_of
from cutpoint.rules.ruleset import Ruleset
from cutpoint.tree.saved import attribute_fields, plain_labels

if TYPE_CHECKING:
    from cutpoint.tree.saved import Predicting
    from cutpoint.tree.tree import Tree

_PAGE = "cutpoint.views.page"
"""Where the evaluator is: the page and this export run the same files."""
_TREE_FILES: tuple[str, ...] = ("evaluate.js", "route.js")
_RULES_FILES: tuple[str, ...] = ("rules_evaluate.js",)


def to_javascript(model: Exported) -> str:
    """Return JavaScript with ``cutpoint.predict(row)`` and ``cutpoint.predictProba(row)``.

    The file needs nothing else: in a browser it defines ``cutpoint``, in Node.js it is a CommonJS
    module. A row is an object from column to value; dates and times are texts in ISO's order,
    ``Date`` objects, or the number of days or seconds. What is absent, null, NaN or not seen in
    training is unknown. It is evaluated by the same code as the page's. It is ASCII, whatever the
    names.

    Examples
    --------
    >>> from cutpoint.tree import example_tree
    >>> print(to_javascript(example_tree()).splitlines()[0])
    // The class of a case, by a decision tree. Needs nothing else.
    """
    tree, _, way = subject_of(model)
    if isinstance(tree, Ruleset):
        told, files, what, answer = _rules(tree), _RULES_FILES, "rules", _RULES_ANSWER
    else:
        told, files, what = _tree(tree, way), _TREE_FILES, "a decision tree"
        answer = _TREE_ANSWER
    folder = resources.files(_PAGE)
    evaluator = "\n".join(folder.joinpath(name).read_text(encoding="utf-8") for name in files)
    text = json.dumps(told, allow_nan=False, separators=(",", ":"))
    # As a text: in a literal a name such as __proto__ would mean something else.
    quoted = json.dumps(text).replace("<", "\\u003c")
    said = "".join(f"// {remark}\n" for remark in remarks(tree))
    head = f"{said}{_HEAD.replace('@WHAT@', what)}const model = JSON.parse({quoted});\n"
    parts = (head, evaluator, answer, _TAIL)
    return "\n".join(parts)


def _common(known: Predicting) -> dict[str, Any]:
    return {
        "attributes": [
            attribute_fields(attribute)
            | ({} if attribute.values is None else {"spellings": spellings(attribute)})
            for attribute in known.attributes
        ],
        "classes": plain_labels(known.classes),
        "arithmetic": "single" if known.single else "double",
    }


def _tree(tree: Tree, way: tuple[str, float]) -> dict[str, Any]:
    costs = None if tree.costs is None else tree.costs.tolist()
    parameters = dict(zip(("probabilities", "m"), way, strict=True))
    return _common(tree) | {"costs": costs, "parameters": parameters, "tree": tree.to_nodes()}


def _rules(rules: Ruleset) -> dict[str, Any]:
    place = {attribute.name: column for column, attribute in enumerate(rules.attributes)}
    lines = [
        {
            "number": rule.number,
            "fires": rule.fires,
            "code": rule.label,
            "shares": rules.shares(rule).tolist(),
            "conditions": [
                {
                    "attribute": place[condition.attribute.name],
                    "low": condition.low,
                    "high": condition.high,
                    "codes": None
                    if condition.values is None
                    else [(condition.attribute.values or ()).index(v) for v in condition.values],
                    "never": condition.never,
                }
                for condition in rule.conditions
            ],
        }
        for rule in rules
    ]
    default = {
        "number": 0,
        "fires": True,
        "code": rules.default,
        "shares": rules.default_shares().tolist(),
        "conditions": [],
    }
    return _common(rules) | {"rules": [*lines, default]}


_HEAD = """\
// The class of a case, by @WHAT@. Needs nothing else.
//
// cutpoint.predict(row) gives the class, cutpoint.predictProba(row) the probability of each class
// in the order of cutpoint.classes. A row is an object from column to value; what is absent, null,
// NaN or not seen in training is unknown.
"use strict";

const cutpoint = (() => {
"""

_TREE_ANSWER = """
const codeFor = (row) => predict(reader(row)).code;
const sharesFor = (row) => predict(reader(row)).shares;
const more = {};
"""

_RULES_ANSWER = """
const rules = model.rules; // the last is the default
const single = model.arithmetic === "single";
const codeFor = (row) => firstFor(reader(row)).code;
const sharesFor = (row) => firstFor(reader(row)).shares;
const more = { rule: (row) => firstFor(reader(row)).number };
"""

_TAIL = """
// How a row is read: numbers, positions of nominal values, NaN if unknown.
function reader(row) {
  return (position) => {
    const attribute = model.attributes[position];
    const value = Object.hasOwn(row, attribute.name) ? row[attribute.name] : null;
    if (value === null || value === undefined || Number.isNaN(value)) return NaN;
    if (!attribute.spellings)
      return attribute.calendar ? moment(attribute.calendar, value) : Number(value);
    const text = String(value);
    return Object.hasOwn(attribute.spellings, text) ? attribute.spellings[text] : NaN;
  };
}

// A date as days, a time as seconds, since 1970-01-01.
function moment(calendar, value) {
  if (typeof value === "number") return value;
  const text = value instanceof Date ? value.toISOString() : String(value).trim();
  const days = "(\\\\d{4}-\\\\d\\\\d-\\\\d\\\\d)";
  const hours = "(?:[T ](\\\\d\\\\d:\\\\d\\\\d(?::\\\\d\\\\d)?)(\\\\.\\\\d+)?)?";
  const written = new RegExp(`^${days}${hours}(Z|[+-]\\\\d\\\\d:?\\\\d\\\\d)?$`);
  const [, day, clock, fraction, zone] = written.exec(text) ?? [];
  if (!day) throw new RangeError(`${text} is no date: write it as 2024-03-17`);
  if (calendar === "date") return Date.parse(`${day}T00:00:00Z`) / 86400000;
  const shift = calendar === "datetime_utc" && zone ? zone : "Z";
  const whole = Date.parse(`${day}T${clock ?? "00:00:00"}${shift}`) / 1000;
  return (whole * 1000000 + Math.floor(Number(`0${fraction ?? ""}`) * 1000000 + 0.5)) / 1000000;
}

return Object.freeze({
  classes: Object.freeze([...model.classes]),
  predict: (row) => model.classes[codeFor(row)],
  predictProba: sharesFor,
  ...more,
});
})();

if (typeof module !== "undefined") module.exports = cutpoint;
"""
