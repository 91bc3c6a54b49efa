"""Weakest-link pruning as the book tells it, in exact fractions and without any haste.

Breiman, Friedman, Olshen and Stone (1984), chapter 3: find the tests whose branch costs least per
leaf, make leaves of them, and begin again with what is left. A tree is nested dicts, as
``Tree.to_dict`` gives them.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

Nodes = dict[str, Any]


class Member(NamedTuple):
    """A tree of the sequence: the strength from which on it is the best, and the tree."""

    alpha: Fraction
    tree: Nodes


def sequence(tree: Nodes, nothing: float = 0.0) -> list[Member]:
    """Return all trees, from the smallest that errs no more than the whole one, to a leaf.

    Strengths below ``nothing``, in cases, count as 0.
    """
    members: list[Member] = []
    total = Fraction(tree["cases"]) or Fraction(1)
    strength = Fraction(0)
    while True:
        tree = _without_weakest(tree, max(strength, Fraction(nothing)))
        members.append(Member(strength / total, tree))
        links = _links(tree)
        if not links:
            return members
        strength = min(links)


def leaves(tree: Nodes) -> int:
    """Return the number of leaves."""
    return sum(map(leaves, tree["branches"])) if tree["branches"] else 1


def cost(tree: Nodes) -> Fraction:
    """Return the errors of the leaves."""
    if tree["branches"]:
        return sum(map(cost, tree["branches"]), Fraction(0))
    return _as_leaf(tree)


def _as_leaf(node: Nodes) -> Fraction:
    return Fraction(node["cases"]) - max(map(Fraction, node["distribution"].values()))


def _link(node: Nodes) -> Fraction:
    return (_as_leaf(node) - cost(node)) / (leaves(node) - 1)


def _links(node: Nodes) -> list[Fraction]:
    if not node["branches"]:
        return []
    return [_link(node)] + [link for branch in node["branches"] for link in _links(branch)]


def _without_weakest(node: Nodes, strength: Fraction) -> Nodes:
    """Make leaves of all tests up to a strength, as long as there are any."""
    while True:
        smaller = _cut(node, strength)
        if leaves(smaller) == leaves(node):
            return smaller
        node = smaller


def _cut(node: Nodes, strength: Fraction) -> Nodes:
    if node["branches"] and _link(node) <= strength:
        return {**node, "test": None, "branches": []}
    return {**node, "branches": [_cut(branch, strength) for branch in node["branches"]]}
