"""A small evaluator of the PMML 4.4 standard: what a TreeModel of ours uses of it, no more.

Written from the standard's text (dmg.org, "Tree Models"). A predicate is true, false or unknown.
The first child whose predicate is true is taken. If one is unknown, ``weightedConfidence`` scores
it and its siblings whose predicates are not false, weights their confidences by their shares of the
records, and does so again wherever a predicate further down is unknown.
"""

from __future__ import annotations

import math
import xml.etree.ElementTree as ET
from typing import Any

NS = "{http://www.dmg.org/PMML-4_4}"


class Evaluator:
    def __init__(self, text: str) -> None:
        root = ET.fromstring(text)
        self.types: dict[str, str] = {}
        self.values: dict[str, list[str]] = {}
        self.missing: dict[str, set[float]] = {}
        for field in root.find(f"{NS}DataDictionary"):
            name = field.get("name")
            self.types[name] = field.get("dataType")
            valid = [v for v in field if v.get("property", "valid") == "valid"]
            self.values[name] = [v.get("value") for v in valid]
            self.missing[name] = {float(v.get("value")) for v in field if v not in valid}
        self.model = root.find(f"{NS}TreeModel")
        assert self.model.get("missingValueStrategy") == "weightedConfidence"
        self.inputs, self.target = [], ""
        for field in self.model.find(f"{NS}MiningSchema"):
            if field.get("usageType") == "target":
                self.target = field.get("name")
            else:
                self.inputs.append(field)
        self.derived = []
        for field in self.model.iterfind(f"{NS}LocalTransformations/{NS}DerivedField"):
            pair = field.find(f"{NS}MapValues/{NS}FieldColumnPair")
            rows = field.iterfind(f"{NS}MapValues/{NS}InlineTable/{NS}row")
            table = {row[0].text or "": row[1].text or "" for row in rows}
            self.derived.append((field.get("name"), pair.get("field"), table))

    def evaluate(self, case: dict[str, Any]) -> list[float]:
        """Return the confidence of each class, in the order of the data dictionary."""
        row: dict[str, Any] = {}
        for field in self.inputs:
            name = field.get("name")
            row[name] = self._prepared(field, case.get(name))
        for name, source, table in self.derived:
            row[name] = None if row[source] is None else table.get(row[source])
        found = self._score(self.model.find(f"{NS}Node"), row)
        return [found[label] for label in self.values[self.target]]

    def _prepared(self, field: ET.Element, value: Any) -> Any:
        name = field.get("name")
        if value is None or (isinstance(value, float) and math.isnan(value)):
            return None
        if self.types[name] == "double":
            return None if value in self.missing[name] else float(value)
        text = str(value).lower() if isinstance(value, bool) else str(value)
        if text not in self.values[name]:
            assert field.get("invalidValueTreatment") == "asMissing"
            return None
        return text

    def _score(self, node: ET.Element, row: dict[str, Any]) -> dict[str, float]:
        children = node.findall(f"{NS}Node")
        truths = [self._truth(child[0], row) for child in children]
        for child, truth in zip(children, truths, strict=True):
            if truth is True:
                return self._score(child, row)
            if truth is None:
                return self._weighted(
                    [c for c, t in zip(children, truths, strict=True) if t is not False], row
                )
        return {
            entry.get("value"): float(entry.get("confidence"))
            for entry in node.iterfind(f"{NS}ScoreDistribution")
        }

    def _weighted(self, nodes: list[ET.Element], row: dict[str, Any]) -> dict[str, float]:
        counts = [float(node.get("recordCount")) for node in nodes]
        total: dict[str, float] = {}
        for node, count in zip(nodes, counts, strict=True):
            if count > 0:
                for label, confidence in self._score(node, row).items():
                    total[label] = total.get(label, 0.0) + confidence * count / sum(counts)
        return total

    def _truth(self, predicate: ET.Element, row: dict[str, Any]) -> bool | None:
        kind = predicate.tag.removeprefix(NS)
        if kind == "True":
            return True
        if kind == "CompoundPredicate":
            truths = [self._truth(part, row) for part in predicate]
            deciding = predicate.get("booleanOperator") == "or"
            if deciding in truths:
                return deciding
            return None if None in truths else not deciding
        value = row[predicate.get("field")]
        if predicate.get("operator") == "isMissing":
            return value is None
        if value is None:
            return None
        if kind == "SimpleSetPredicate":
            assert predicate.get("booleanOperator") == "isIn"
            return value in predicate[0].text.split()
        wanted = predicate.get("value")
        return {
            "equal": lambda: value == wanted,
            "notEqual": lambda: value != wanted,
            "lessOrEqual": lambda: value <= float(wanted),
            "greaterThan": lambda: value > float(wanted),
        }[predicate.get("operator")]()
