"""Consulting rules about one case: they ask what they need, and the first that holds concludes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from cutpoint.data.attribute import Attribute, Label
from cutpoint.errors import InputError
from cutpoint.rules.condition import Condition
from cutpoint.rules.ruleset import Rule, Ruleset
from cutpoint.tree.answers import Between, Likely
from cutpoint.tree.consult import Ask, End, Part, Step, Verdict, as_read, verdict_of

_MOST_POSSIBILITIES = 100_000
"""Combinations of possible values that are followed; answers that leave more are refused."""


class _Piece(NamedTuple):
    """A value that a case may have, with its probability; None is unknown.

    A range is divided where a rule divides it, so each piece satisfies a condition wholly or not at
    all: it is known by its upper end.
    """

    value: float | Label | None
    weight: float


@dataclass(frozen=True, slots=True)
class Fired:
    """What a rule, or the default, concludes from."""

    label: Label
    cases: float
    errors: float


def consult(rules: Ruleset, ask: Ask) -> Verdict:
    """Ask the rules in order about a case, and for each attribute when it is first needed.

    An unknown value satisfies no condition, as in prediction. A range of numbers, or several
    values, make several possibilities, each with its probability; each is followed by itself.

    Parameters
    ----------
    rules : Ruleset
    ask : function from Attribute to Answer
        Called once for each attribute that is needed, in the order of the rules.

    Examples
    --------
    >>> age = Attribute("age")
    >>> old = Rule(1, (Condition(age, low=60.0),), 1, 0.1, (1, 9))
    >>> rules = Ruleset((age,), ("no", "yes"), (old,), 0, (5, 0))
    >>> verdict = consult(rules, lambda asked: Between(50.0, 70.0))
    >>> [(end.rule, end.weight) for end in verdict.ends]
    [(1, 0.5), (0, 0.5)]
    >>> [(entry.label, round(entry.certainty, 2)) for entry in verdict.classes]
    [('no', 0.55), ('yes', 0.45)]
    """
    return _Consultation(rules, ask).verdict()


class _Consultation:
    """The answers so far, and the weight of the possibilities in which each rule fires."""

    def __init__(self, rules: Ruleset, ask: Ask) -> None:
        self.rules, self.ask = rules, ask
        self.asked = [rule for rule in rules if rule.fires]
        self.pieces: dict[str, list[_Piece]] = {}

    def verdict(self) -> Verdict:
        fired = self._fired()
        ends, parts = [], []
        for place in sorted(fired):
            weight = fired[place]
            if place < len(self.asked):
                rule = self.asked[place]
                steps = tuple(self._step(condition) for condition in rule.conditions)
                ends.append(End(steps, weight, self._by_rule(rule), steps, rule.number))
                parts.append(Part(weight, self.rules.shares(rule), rule.label, 1 - rule.error))
            else:
                code, shares = self.rules.default, self.rules.default_shares()
                ends.append(End((), weight, self._by_default(), (), 0))
                parts.append(Part(weight, shares, code, float(shares[code])))
        return verdict_of(self.rules.classes, ends, parts)

    def _fired(self) -> dict[int, float]:
        """Return the probability that each rule is the first to fire; the last is the default."""
        fired: dict[int, float] = {}
        waiting: list[tuple[int, float, dict[str, _Piece]]] = [(0, 1.0, {})]
        n_seen = 0
        while waiting:
            place, weight, known = waiting.pop()
            n_seen += 1
            if n_seen > _MOST_POSSIBILITIES:
                raise InputError(
                    f"the answers leave more than {_MOST_POSSIBILITIES:,} possibilities: give "
                    "narrower ranges, or fewer values"
                )
            place, open_attribute = self._first(place, known)
            if open_attribute is None:
                fired[place] = fired.get(place, 0.0) + weight
                continue
            for piece in reversed(self.pieces[open_attribute.name]):
                more = known | {open_attribute.name: piece}
                waiting.append((place, weight * piece.weight, more))
        return fired

    def _first(self, start: int, known: dict[str, _Piece]) -> tuple[int, Attribute | None]:
        """Return the first rule that holds, or that may: then with the attribute it depends on."""
        for place in range(start, len(self.asked)):
            held = self._holds(self.asked[place], known)
            if held is not False:
                return place, held if isinstance(held, Attribute) else None
        return len(self.asked), None

    def _holds(self, rule: Rule, known: dict[str, _Piece]) -> bool | Attribute:
        """Return whether a rule holds, or the attribute of which several values are possible."""
        for condition in rule.conditions:
            attribute = condition.attribute
            if attribute.name not in self.pieces:
                self.pieces[attribute.name] = self._answer(attribute)
            pieces = self.pieces[attribute.name]
            if attribute.name not in known and len(pieces) > 1:
                return attribute
            if not holds(condition, known.get(attribute.name, pieces[0]).value):
                return False
        return True

    def _answer(self, attribute: Attribute) -> list[_Piece]:
        answer = as_read(self.ask(attribute), self.rules.single)
        if isinstance(answer, Likely):
            values = attribute.values or ()
            return [_Piece(values[place], share) for place, share in answer.shares if share > 0]
        if not isinstance(answer, Between):
            return [_Piece(None, 1.0)]
        if answer.low == answer.high:
            return [_Piece(answer.low, 1.0)]
        bounds = {
            bound
            for rule in self.asked
            for condition in rule.conditions
            if condition.attribute.name == attribute.name
            for bound in condition.bounds
            if bound is not None and answer.low <= bound < answer.high
        }
        ends = [*sorted(bounds), answer.high]
        starts = [answer.low, *ends[:-1]]
        width = answer.high - answer.low
        pieces = [_Piece(b, (b - a) / width) for a, b in zip(starts, ends, strict=True)]
        return [piece for piece in pieces if piece.weight > 0]

    def _step(self, condition: Condition) -> Step:
        pieces = self.pieces[condition.attribute.name]
        share = sum(piece.weight for piece in pieces if holds(condition, piece.value))
        return Step(condition.describe(), min(1.0, share))

    def _by_rule(self, rule: Rule) -> Fired:
        label = self.rules.classes[rule.label]
        return Fired(label, float(rule.covered), rule.covered * rule.error)

    def _by_default(self) -> Fired:
        counts = np.array(self.rules.left_over, dtype=np.float64)
        errors = float(counts.sum() - counts[self.rules.default])
        return Fired(self.rules.classes[self.rules.default], float(counts.sum()), errors)


def holds(condition: Condition, value: float | Label | None) -> bool:
    """Return whether a value satisfies a condition; None is unknown and does not."""
    if value is None or condition.never:
        return False
    if condition.values is not None:
        return value in condition.values
    low, high = condition.bounds
    number = float(value)
    return (low is None or number > low) and (high is None or number <= high)
