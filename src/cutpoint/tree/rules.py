"""The rules of a tree: what leads to each leaf, every attribute named once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cutpoint.data.attribute import Attribute, Label
from cutpoint.tree.node import Node
from cutpoint.tree.split import NominalTest, NumericTest, Test

if TYPE_CHECKING:
    from cutpoint.tree.tree import Tree

Limits = tuple[float | None, float | None]
"""What a number must be above, and at most."""
Asked = dict[int, Limits | tuple[Label, ...] | str]
"""What a path asks of each attribute, by its position: limits, values, or words."""


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
    waiting: list[tuple[Node, Asked]] = [(tree.root, {})]
    while waiting:
        node, asked = waiting.pop()
        test = node.test
        if test is None:
            words = (_in_words(tree.attributes[place], what) for place, what in asked.items())
            yield Rule(node, tuple(words))
            continue
        place = int(tree.attribute[node.id])
        branches = list(enumerate(node.branches))
        for branch, child in reversed(branches):
            waiting.append((child, asked | {place: _narrowed(asked.get(place), test, branch)}))


def _narrowed(
    before: Limits | tuple[Label, ...] | str | None, test: Test, branch: int
) -> Limits | tuple[Label, ...] | str:
    """Return what is asked of an attribute after one more test of it."""
    if isinstance(test, NumericTest) and branch <= len(test.cuts):
        low = test.cuts[branch - 1] if branch > 0 else None
        high = test.cuts[branch] if branch < len(test.cuts) else None
        if isinstance(before, tuple):
            least, most = before
            low = max((limit for limit in (low, least) if limit is not None), default=None)  # type: ignore[type-var]
            high = min((limit for limit in (high, most) if limit is not None), default=None)  # type: ignore[type-var]
        return low, high  # type: ignore[return-value]
    if isinstance(test, NominalTest) and branch < len(test.groups):
        group = test.groups[branch]
        if isinstance(before, tuple):
            return tuple(value for value in group if value in before)
        return group
    return test.describe(branch)


def _in_words(attribute: Attribute, asked: Limits | tuple[Label, ...] | str) -> str:
    if isinstance(asked, str):
        return asked
    if attribute.values is not None:
        return NominalTest(attribute, (asked,)).describe(0)  # type: ignore[arg-type]
    low, high = asked
    cuts = tuple(float(limit) for limit in (low, high) if limit is not None)
    return NumericTest(attribute, cuts).describe(0 if low is None else 1)
