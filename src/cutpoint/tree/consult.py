"""Consulting a tree about one case: it asks what it needs, and says what it concludes, and why."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from cutpoint.data.attribute import UNKNOWN_NUMBER, Attribute, Label
from cutpoint.tree.answers import Answer, Between, Likely
from cutpoint.tree.costs import cheapest
from cutpoint.tree.node import Node
from cutpoint.tree.rules import Asked, in_words, narrowed
from cutpoint.tree.soft import LEAST, NUDGE, area_below, weight_below
from cutpoint.tree.split import NominalTest, NumericTest
from cutpoint.tree.tree import Tree

Ask = Callable[[Attribute], Answer]


@dataclass(frozen=True, slots=True)
class Step:
    """One branch on the way: the condition, and the share of what came this far that took it."""

    condition: str
    share: float


class Conclusion(Protocol):
    """What gives a class: a node of a tree, or a rule."""

    @property
    def label(self) -> Label:
        """The class."""

    @property
    def cases(self) -> float:
        """Weight of the training cases that it was learned from."""

    @property
    def errors(self) -> float:
        """Weight of those that are expected to be of another class."""


@dataclass(frozen=True, slots=True)
class End:
    """Where a part of the case ends: the path to it, its weight, and what gives the class.

    ``because`` is the path with what several tests ask of one attribute put together. ``rule`` is
    the number of the rule that fires, 0 if none does; None in a tree.
    """

    path: tuple[Step, ...]
    weight: float
    node: Conclusion
    because: tuple[Step, ...] = ()
    rule: int | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values."""
        told = {
            "weight": self.weight,
            "class": self.node.label,
            "cases": self.node.cases,
            "errors": self.node.errors,
            "path": [step.condition for step in self.path],
        }
        return told if self.rule is None else told | {"rule": self.rule}


class Part(NamedTuple):
    """A part of the case: its weight, the probabilities it gives, its class, and how surely."""

    weight: float
    shares: NDArray[np.float64]
    code: int
    sure: float


class _Limits(NamedTuple):
    """What all tests of an attribute ask of it together, and the share that took this way."""

    attribute: Attribute
    asked: Asked
    share: float

    def step(self) -> Step:
        return Step(in_words(self.attribute, self.asked), self.share)


class _Reached(NamedTuple):
    """A node that a part of the case has reached, and what was asked of each attribute so far."""

    node: Node
    weight: float
    path: tuple[Step, ...]
    asked: dict[str, _Limits]


@dataclass(frozen=True, slots=True)
class Certainty:
    """How certain a class is, with the bounds that the errors expected at the leaves leave it."""

    label: Label
    certainty: float
    low: float
    high: float


@dataclass(frozen=True)
class Verdict:
    """What a consultation concludes: the classes, most certain first, and where they come from."""

    classes: tuple[Certainty, ...]
    ends: tuple[End, ...]
    cheapest: Label | None = None
    """The class of least expected cost, if the model has costs."""

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values."""
        return {
            "classes": [
                {"class": c.label, "certainty": c.certainty, "low": c.low, "high": c.high}
                for c in self.classes
            ],
            "because": [end.to_dict() for end in self.ends],
            **({} if self.cheapest is None else {"least_expected_cost": self.cheapest}),
        }


def consult(tree: Tree, ask: Ask, estimating: Tree | None = None) -> Verdict:
    """Follow a case down a tree, asking for each attribute when it is first needed.

    Where an answer is unknown, a range that holds a cut, or several values, the case goes down more
    than one branch with a part of its weight; soft thresholds are used if the tree has them.

    A class is at least as certain as the leaves that give it are expected to be right, and at most
    as certain as all that is left after the same is granted to the other classes.

    Parameters
    ----------
    tree : Tree
    ask : function from Attribute to Answer
        Called once for each attribute that is needed, in the order of the tree.
    estimating : Tree, optional
        The tree with the shares in its leaves that certainties are made of: see
        :func:`cutpoint.tree.probabilities.smoothed`. By default the tree itself.

    Examples
    --------
    >>> from cutpoint.tree import example_tree
    >>> from cutpoint.tree.answers import parse_answer
    >>> replies = {"outlook": "sunny: 0.8, rain: 0.2", "humidity": "70-90", "windy": "true"}
    >>> verdict = consult(example_tree(), lambda asked: parse_answer(asked, replies[asked.name]))
    >>> [(c.label, round(c.certainty, 2)) for c in verdict.classes]
    [("Don't Play", 0.8), ('Play', 0.2)]
    >>> [step.condition for step in verdict.ends[0].path]
    ['outlook = sunny', 'humidity > 75']
    """
    answers: dict[str, Answer] = {}
    ends: list[tuple[End, int]] = []
    waiting: list[_Reached] = [_Reached(tree.root, 1.0, (), {})]
    while waiting:
        node, weight, path, asked = waiting.pop()
        test = node.test
        shares: list[float] = []
        if test is not None:
            attribute = test.attribute
            if attribute.name not in answers:
                answers[attribute.name] = as_read(ask(attribute), tree.single)
            shares = _shares(node, test, answers[attribute.name], tree.single)
        if test is None or not any(shares):
            because = tuple(limits.step() for limits in asked.values())
            ends.append((End(path, weight, node, because), node.id))
            continue
        below = []
        for branch, (child, share) in enumerate(zip(node.branches, shares, strict=True)):
            if share > 0:
                step = Step(test.describe(branch), share)
                before = asked.get(attribute.name)
                limits = _Limits(
                    attribute,
                    narrowed(None if before is None else before.asked, test, branch),
                    share if before is None else before.share * share,
                )
                more = asked | {attribute.name: limits}
                below.append(_Reached(child, weight * share, (*path, step), more))
        waiting += reversed(below)
    return _verdict(tree, ends, tree if estimating is None else estimating)


def as_read(answer: Answer, single: bool) -> Answer:
    """Return an answer as a model of C4.5's reads it: in 32 bits, and -999 is unknown."""
    if not single or not isinstance(answer, Between):
        return answer
    with np.errstate(over="ignore"):
        low, high = float(np.float32(answer.low)), float(np.float32(answer.high))
    return None if low == high == UNKNOWN_NUMBER else Between(low, high)


def _shares(
    node: Node, test: NumericTest | NominalTest, answer: Answer, single: bool
) -> list[float]:
    """Return the share of the case that each branch gets."""
    if isinstance(test, NumericTest) and isinstance(answer, Between):
        return _number_shares(test, answer, NUDGE if single else 0.0) + [0.0] * test.unknown
    shares = [0.0] * test.n_branches
    unknown = 1.0
    if isinstance(test, NominalTest) and isinstance(answer, Likely):
        values = test.attribute.values or ()
        for position, share in answer.shares:
            branch = test.branch_of(values[position])
            if branch is not None:
                shares[branch] += share
                unknown -= share
    if test.unknown:  # it has a branch of its own
        shares[-1] += max(0.0, unknown)
    elif unknown > 1e-9 and node.cases > 0:
        for branch, child in enumerate(node.branches):
            shares[branch] += unknown * child.cases / node.cases
    return shares


def _number_shares(test: NumericTest, answer: Between, nudge: float) -> list[float]:
    upto = []
    highest = 0.0
    for c, cut in enumerate(test.cuts):
        low, high = test.bounds[c] if test.bounds else (cut, cut)
        if answer.low == answer.high:
            below = weight_below(answer.low, low, cut, high, nudge)
        else:
            area = area_below(answer.high, low, cut, high, nudge)
            area -= area_below(answer.low, low, cut, high, nudge)
            below = area / (answer.high - answer.low)
        highest = max(highest, min(below, 1.0))
        upto.append(highest)
    shares = np.diff([0.0, *upto, 1.0])
    return [float(share) if share > LEAST else 0.0 for share in shares]


def _verdict(tree: Tree, ends: list[tuple[End, int]], estimating: Tree) -> Verdict:
    parts = []
    for end, node in ends:
        code, cases = int(tree.label[node]), float(tree.cases[node])
        sure = 1 - float(tree.errors[node]) / cases if cases > 0 else 0.0
        parts.append(Part(end.weight, _shares_at(estimating, node), code, sure))
    verdict = verdict_of(tree.classes, [end for end, _ in ends], parts)
    if tree.costs is None:
        return verdict
    total = sum(part.weight for part in parts)
    shares = sum(
        (end.weight / total * _shares_at(tree, node) for end, node in ends),
        np.zeros(len(tree.classes)),
    )
    code = cheapest(shares[np.newaxis], tree.costs)[0]
    return replace(verdict, cheapest=tree.classes[code])


def _shares_at(tree: Tree, node: int) -> NDArray[np.float64]:
    """Return the shares of the classes at a node."""
    cases = float(tree.cases[node])
    if cases > 0:
        shares: NDArray[np.float64] = tree.distribution[node] / cases
        return shares
    return np.asarray(np.eye(len(tree.classes))[int(tree.label[node])])


def verdict_of(classes: tuple[Label, ...], ends: list[End], parts: list[Part]) -> Verdict:
    """Return what the parts of a case conclude together.

    A class is at least as certain as those that give it are expected to be right, and at most as
    certain as all that is left after the same is granted to the other classes.
    """
    total = sum(part.weight for part in parts)
    certainty = np.zeros(len(classes))
    low = np.zeros(len(classes))
    for part in parts:
        certainty += part.weight / total * part.shares
        low[part.code] += part.weight / total * max(0.0, part.sure)
    low = np.minimum(low, certainty)
    high = np.clip(low + max(0.0, 1 - low.sum()), certainty, 1.0)
    order = np.argsort(-certainty, kind="stable")
    found = tuple(
        Certainty(classes[c], float(certainty[c]), float(low[c]), float(high[c]))
        for c in order
        if certainty[c] > 0
    )
    by_weight = sorted(ends, key=lambda end: -end.weight)
    return Verdict(found, tuple(by_weight))
