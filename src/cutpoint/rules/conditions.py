"""The order of a rule's conditions, and when two rules are the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cutpoint.data.attribute import Attribute
from cutpoint.rules.ruleset import Condition, Rule
from cutpoint.tree.split import NumericTest

Key = tuple[Any, ...]

_VALUE, _NUMBER, _GROUP = 1, 2, 3


def in_order(conditions: Sequence[Condition], attributes: tuple[Attribute, ...]) -> list[Condition]:
    """Return the conditions by attribute, and those above a cut before those below one."""
    place = {attribute.name: a for a, attribute in enumerate(attributes)}

    def key(condition: Condition) -> tuple[int, bool, float]:
        low, high = condition.bounds
        return place[condition.attribute.name], low is None, (high or 0.0) if low is None else low

    return sorted(conditions, key=key)


def in_c45_order(
    conditions: Sequence[Condition],
    places: Sequence[int],
    attributes: tuple[Attribute, ...],
    group_values: bool,
) -> list[Condition]:
    """Return the conditions in C4.5's order.

    It swaps the one that comes before the others to the front of the whole path, again and again;
    but "before" mixes attribute and kind of test in such a way that the result depends on where the
    conditions, and those that were dropped, stand in the path.
    """
    place = {attribute.name: a for a, attribute in enumerate(attributes)}

    def before(one: Condition, two: Condition) -> bool:
        a, b = place[one.attribute.name], place[two.attribute.name]
        kinds = _kind(one, group_values), _kind(two, group_values)
        return a < b or kinds[0] < kinds[1] or (a == b and _cut(one) < _cut(two))

    path: list[Condition | None] = [None] * (max(places) + 1)
    for at, condition in zip(places, conditions, strict=True):
        path[at] = condition
    result = []
    for start in range(len(conditions)):
        best, first = -1, None
        for i in range(start, len(path)):
            here = path[i]
            if here is not None and (first is None or before(here, first)):
                best, first = i, here
        assert first is not None
        path[best] = path[start]
        result.append(first)
    return result


def key_of(rule: Rule) -> Key:
    """Return what two rules have in common if they say the same."""
    return rule.label, *((one.attribute.name, one.bounds, one.values) for one in rule.conditions)


def c45_key_of(rule: Rule, group_values: bool) -> Key:
    """Return what two rules have in common if they are the same to C4.5.

    To it conditions are the same if they have the same cut, in whichever direction, or come from
    the same test of groups, whichever the group.
    """
    return rule.label, *(_c45_condition(one, group_values) for one in rule.conditions)


def is_grouped(condition: Condition, group_values: bool) -> bool:
    """Return whether the condition's test is one of groups of values.

    Where values are grouped at all, C4.5 takes any test of more than two values for such a one,
    even if each value has a branch of its own.
    """
    if isinstance(condition.test, NumericTest):
        return False
    return (group_values and len(condition.attribute.values or ()) > 2) or any(
        len(group) != 1 for group in condition.test.groups
    )


def _c45_condition(condition: Condition, group_values: bool) -> Key:
    name, kind = condition.attribute.name, _kind(condition, group_values)
    if kind == _VALUE:
        return kind, name, condition.branch
    if kind == _NUMBER:
        return kind, name, _cut(condition)
    return kind, name, id(condition.test)


def _kind(condition: Condition, group_values: bool) -> int:
    if isinstance(condition.test, NumericTest):
        return _NUMBER
    return _GROUP if is_grouped(condition, group_values) else _VALUE


def _cut(condition: Condition) -> float:
    return condition.test.cuts[0] if isinstance(condition.test, NumericTest) else 0.0
