"""The model file of rules: the ruleset with what is needed to use it and to know its origin."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

from cutpoint.data.attribute import Attribute, Label
from cutpoint.errors import InputError
from cutpoint.rules.condition import Condition
from cutpoint.rules.consult import consult
from cutpoint.rules.ruleset import Rule, Ruleset
from cutpoint.tree.consult import Ask, Verdict
from cutpoint.tree.flat import items
from cutpoint.tree.header import Header, Scalar, get
from cutpoint.tree.saved import SavedModel, plain_label

_MOST_CASES = 2**53
_RULE_FIELDS = {"number", "conditions", "class", "error", "covered", "wrong"}


@dataclass(frozen=True)
class RulesModel(SavedModel):
    """Learned rules, ready to be saved in a file.

    Attributes
    ----------
    rules : Ruleset
        The rules that predict.
    target, learner, parameters, report
        Where they came from: see :class:`cutpoint.tree.saved.SavedModel`.

    Examples
    --------
    >>> from cutpoint.data.attribute import Attribute
    >>> old = Rule(1, (Condition(Attribute("age"), low=60.0),), 1, 0.1, (1, 9))
    >>> rules = Ruleset((Attribute("age"),), ("no", "yes"), (old,), 0, (5, 0))
    >>> model = RulesModel(rules, "ill", "C45RulesClassifier", {})
    >>> RulesModel.from_json(model.to_json()) == model
    True
    """

    FORMAT: ClassVar[str] = "cutpoint-rules"
    VERSION: ClassVar[int] = 1
    NOUN: ClassVar[str] = "rules"

    rules: Ruleset
    target: str
    learner: str
    parameters: dict[str, Scalar]
    report: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._check()

    @property
    def predicting(self) -> Ruleset:
        """The rules."""
        return self.rules

    def consult(self, ask: Ask) -> Verdict:
        """Ask the rules in order about a case: see :func:`cutpoint.rules.consult.consult`."""
        return consult(self.rules, ask)

    def _own_fields(self) -> dict[str, Any]:
        """Return the rules as ``Ruleset.to_dict`` gives them, and what that leaves out."""
        told = self.rules.to_dict()
        for entry, rule in zip(told["rules"], self.rules, strict=True):
            entry["class"] = plain_label(entry["class"])
            entry["conditions"] = [_condition_fields(condition) for condition in rule.conditions]
        return {
            "rules": told["rules"],
            "default": plain_label(told["default"]),
            "distributions": [list(rule.distribution) for rule in self.rules],
            "left_over": list(self.rules.left_over),
        }

    @classmethod
    def _read(cls, header: Header, fields: dict[str, Any]) -> Self:
        reader = _Reader(header)
        ruleset = Ruleset(
            header.attributes,
            header.classes,
            reader.rules(get(fields, "rules"), get(fields, "distributions")),
            reader.label(get(fields, "default"), "the default class"),
            reader.counts(get(fields, "left_over"), "'left_over'"),
            header.single,
        )
        if not any(ruleset.left_over):
            raise InputError("'left_over' must count at least one case")
        return cls(ruleset, header.target, header.learner, header.parameters, header.report)


def _condition_fields(condition: Condition) -> dict[str, Any]:
    fields = condition.to_dict()
    if condition.values is not None:
        values = [plain_label(value) for value in condition.values]
        fields["value"] = values[0] if len(values) == 1 else values
    return fields | {"never": True} if condition.never else fields


class _Reader:
    """Makes rules of what a file holds, and refuses what is none; places are counted from 0."""

    def __init__(self, header: Header) -> None:
        self.attributes = {attribute.name: attribute for attribute in header.attributes}
        self.classes = header.classes

    def rules(self, entries: Any, distributions: Any) -> tuple[Rule, ...]:
        told, counts = items(entries, "'rules'"), items(distributions, "'distributions'")
        if len(told) != len(counts):
            raise InputError(f"{len(told)} rules need as many distributions, not {len(counts)}")
        return tuple(
            self._rule(entry, count, f"rule {place}")
            for place, (entry, count) in enumerate(zip(told, counts, strict=True))
        )

    def _rule(self, entry: Any, distribution: Any, place: str) -> Rule:
        fields = _fields(entry, _RULE_FIELDS, place)
        conditions = items(fields["conditions"], f"{place}: the conditions")
        error = _number(fields["error"], f"{place}: the error")
        if not 0 <= error <= 1:
            raise InputError(f"{place}: the error must be from 0 to 1")
        rule = Rule(
            _whole(fields["number"], f"{place}: the number"),
            tuple(
                self._condition(condition, f"{place}: condition {number}")
                for number, condition in enumerate(conditions)
            ),
            self.label(fields["class"], f"{place}: the class"),
            error,
            self.counts(distribution, f"{place}: the distribution"),
        )
        if (fields["covered"], fields["wrong"]) != (rule.covered, rule.wrong):
            raise InputError(f"{place}: 'covered' and 'wrong' do not agree with its distribution")
        return rule

    def label(self, value: Any, what: str) -> int:
        """Return the position of a class."""
        for position, label in enumerate(self.classes):
            if type(label) is type(value) and label == value:
                return position
        raise InputError(f"{what} must be one of the classes, not {value!r:.60}")

    def counts(self, value: Any, what: str) -> tuple[int, ...]:
        """Return a number of cases for each class."""
        counts = items(value, what)
        if len(counts) != len(self.classes):
            raise InputError(f"{what} has {len(counts)} counts for {len(self.classes)} classes")
        return tuple(_whole(count, f"{what}: a count") for count in counts)

    def _condition(self, entry: Any, place: str) -> Condition:
        fields = _fields(entry, {"attribute", "op", "value"}, place, optional={"never"})
        name, op, value = fields["attribute"], fields["op"], fields["value"]
        attribute = self.attributes.get(name) if isinstance(name, str) else None
        if attribute is None:
            raise InputError(f"{place}: {name!r:.60} is not one of the attributes")
        never = fields.get("never", False)
        if not isinstance(never, bool):
            raise InputError(f"{place}: 'never' must be true or false")
        if attribute.is_numeric:
            return Condition(attribute, *_bounds(op, value, place), never=never)
        values = {"=": [value], "in": value}.get(op) if isinstance(op, str) else None
        if values is None:
            raise InputError(f"{place}: a nominal attribute is asked by = or in, not {op!r:.20}")
        return Condition(attribute, values=_values(attribute, values, place), never=never)


def _bounds(op: Any, value: Any, place: str) -> tuple[float | None, float | None]:
    """Return what a number must be above, and not above."""
    if op == "between":
        pair = items(value, f"{place}: the value")
        if len(pair) != 2:
            raise InputError(f"{place}: two bounds are needed, not {len(pair)}")
        low, high = (_number(bound, f"{place}: a bound") for bound in pair)
        if not low < high:
            raise InputError(f"{place}: the bounds must increase")
        return low, high
    if op not in ("<=", ">"):
        raise InputError(f"{place}: a number is asked by <=, > or between, not {op!r:.20}")
    bound = _number(value, f"{place}: the value")
    return (bound, None) if op == ">" else (None, bound)


def _values(attribute: Attribute, entries: Any, place: str) -> tuple[Label, ...]:
    known = {(type(value), value) for value in attribute.values or ()}
    found = items(entries, f"{place}: the values")
    for value in found:
        if not isinstance(value, str | int | float | bool) or (type(value), value) not in known:
            raise InputError(f"{place}: {value!r:.60} is not a value of {attribute.name!r:.60}")
    if len(set(found)) < len(found):
        raise InputError(f"{place}: the values must differ from each other")
    return tuple(found)


def _fields(
    entry: Any, needed: set[str], place: str, optional: frozenset[str] | set[str] = frozenset()
) -> dict[str, Any]:
    """Return an object that has these fields and no others."""
    if not isinstance(entry, dict):
        raise InputError(f"{place}: must be an object")
    for key in sorted(needed - entry.keys()):
        raise InputError(f"{place}: has no {key!r}")
    for key in entry.keys() - needed - optional:
        raise InputError(f"{place}: has a field that is not known: {key!r:.60}")
    return entry


def _whole(value: Any, what: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= _MOST_CASES:
        raise InputError(f"{what} must be a whole number from 0 on")
    return value


def _number(value: Any, what: str) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise InputError(f"{what} must be a number")
    try:
        number = float(value)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise InputError(f"{what} must be a finite number")
    return number
