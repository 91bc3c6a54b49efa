"""The rules of a tree: what leads to each leaf, every attribute named once."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from cutpoint.data.attribute import Attribute, Label
from cutpoint.tree.node import Node
from cutpoint.tree.split import NominalTest, NumericTest, Test

if TYPE_CHECKING:
    from cutpoint.tree.tree import Tree


class Interval(NamedTuple):
    """What a number must be above, and at most."""

    above: float = -math.inf
    most: float = math.inf


class Values(NamedTuple):
    """The values of which one must be taken."""

    values: tuple[Label, ...]


Asked = Interval | Values | str
"""What a path asks of an attribute: limits, values, or words."""


@dataclass(frozen=True, slots=True)
class Rule:
    """What leads to a leaf.

    Attributes
    ----------
    leaf : Node
    conditions : tuple of str
        Such as ``"humidity <= 75"``, in the order in which the attributes are first asked; what
        several tests ask of one attribute is put together.
    """

    leaf: Node
    conditions: tuple[str, ...]

    def __str__(self) -> str:
        return " and ".join(self.conditions) or "always"


def rules_of(tree: Tree) -> Iterator[Rule]:
    """Give the rule of each leaf, in the order of the tree.

    Examples
    --------
    >>> from cutpoint.tree import example_tree
    >>> for rule in rules_of(example_tree()):
    ...     print(rule, "->", rule.leaf.label)
    outlook = sunny and humidity <= 75 -> Play
    outlook = sunny and humidity > 75 -> Don't Play
    outlook = overcast -> Play
    outlook = rain and windy = true -> Don't Play
    outlook = rain and windy = false -> Play
    """
    waiting: list[tuple[Node, dict[int, Asked]]] = [(tree.root, {})]
    while waiting:
        node, asked = waiting.pop()
        test = node.test
        if test is None:
            words = (in_words(tree.attributes[place], what) for place, what in asked.items())
            yield Rule(node, tuple(words))
            continue
        place = int(tree.attribute[node.id])
        branches = list(enumerate(node.branches))
        for branch, child in reversed(branches):
            waiting.append((child, asked | {place: narrowed(asked.get(place), test, branch)}))


def narrowed(before: Asked | None, test: Test, branch: int) -> Asked:
    """Return what is asked of an attribute after one more test of it."""
    if isinstance(test, NumericTest) and branch <= len(test.cuts):
        limits = (-math.inf, *test.cuts, math.inf)
        above, most = limits[branch], limits[branch + 1]
        if isinstance(before, Interval):
            return Interval(max(above, before.above), min(most, before.most))
        return Interval(above, most)
    if isinstance(test, NominalTest) and branch < len(test.groups):
        group = test.groups[branch]
        if isinstance(before, Values):
            return Values(tuple(value for value in group if value in before.values))
        return Values(group)
    return test.describe(branch)


def in_words(attribute: Attribute, asked: Asked) -> str:
    """Return what is asked of an attribute as a condition.

    Examples
    --------
    >>> in_words(Attribute("age"), Interval(30, 50))
    'age in (30, 50]'
    """
    if isinstance(asked, str):
        return asked
    if isinstance(asked, Values):
        return NominalTest(attribute, (asked.values,)).describe(0)
    cuts = tuple(limit for limit in asked if math.isfinite(limit))
    return NumericTest(attribute, cuts).describe(0 if asked.above == -math.inf else 1)
