"""Rules as a RuleSetModel of PMML 4.4."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cutpoint.export.clauses import lines_of
from cutpoint.export.pmml_parts import (
    among,
    compound,
    distribution,
    document,
    element,
    within,
    written,
)

if TYPE_CHECKING:
    from cutpoint.rules.ruleset import Ruleset


def rules_document(rules: Ruleset, target: str, predicted: str) -> str:
    """Return a document with one RuleSetModel, in which the first rule that holds is taken.

    It gives the class and the number of the rule, which is missing if none holds. The probabilities
    are beside each rule, as its score distribution.
    """
    opening = element(
        "RuleSetModel", open=True, modelName="Cutpoint", functionName="classification"
    )
    name = "rule"
    while name in {target, predicted, *(attribute.name for attribute in rules.attributes)}:
        name += "_"
    number = element(
        "OutputField", name=name, optype="categorical", dataType="string", feature="entityId"
    )
    return document(rules, (target, predicted), opening, [number, "</Output>", *_rule_set(rules)])


def _rule_set(rules: Ruleset) -> Iterator[str]:
    *lines, default = lines_of(rules)
    yield element(
        "RuleSet",
        open=True,
        defaultScore=written(rules.classes[default.code]),
        defaultConfidence=default.shares[default.code],
    )
    yield element("RuleSelectionMethod", criterion="firstHit")
    yield from distribution(rules.classes, rules.left_over, default.shares)
    for rule, line in zip([rule for rule in rules if rule.fires], lines, strict=True):
        yield element(
            "SimpleRule",
            open=True,
            id=line.number,
            score=written(rules.classes[line.code]),
            recordCount=rule.covered,
            nbCorrect=rule.covered - rule.wrong,
            confidence=line.shares[line.code],
        )
        asked = []
        for condition, clause in zip(rule.conditions, line.clauses, strict=True):
            name = condition.attribute.name
            if condition.values is None:
                asked.append(within(name, clause.low, clause.high))
            else:
                asked.append(among(name, () if condition.never else condition.values))
        yield compound("and", asked) if asked else "<True/>"
        yield from distribution(rules.classes, rule.distribution, line.shares)
        yield "</SimpleRule>"
    yield "</RuleSet>"
