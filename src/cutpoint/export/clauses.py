"""The rules of a ruleset as every export reads them: in order, with what a program compares.

Numbers are doubles: the bounds of rules in single precision are moved to where doubles that round
to either side part, so that no program has to round.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cutpoint.export.steps import last_below, spellings

if TYPE_CHECKING:
    from cutpoint.data.attribute import Attribute
    from cutpoint.rules.condition import Condition
    from cutpoint.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Clause:
    """A condition as a program reads it. An unknown value satisfies none.

    Attributes
    ----------
    column : int
        Position of the attribute.
    attribute : Attribute
    low, high : float or None
        What a number must be above, and not above.
    texts : tuple of str, or None
        The texts that satisfy a nominal condition; None if it is numeric.
    """

    column: int
    attribute: Attribute
    low: float | None
    high: float | None
    texts: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Line:
    """A rule as a program reads it.

    Attributes
    ----------
    number : int
    clauses : tuple of Clause
        All of them must hold.
    code : int
        The position of its class.
    shares : tuple of float
        The probability of each class.
    """

    number: int
    clauses: tuple[Clause, ...]
    code: int
    shares: tuple[float, ...]


def lines_of(rules: Ruleset) -> list[Line]:
    """Return the rules that may fire, in order, and at the end the default without a clause.

    Examples
    --------
    >>> from cutpoint.data.attribute import Attribute
    >>> from cutpoint.rules.condition import Condition
    >>> from cutpoint.rules.ruleset import Rule, Ruleset
    >>> old = Rule(1, (Condition(Attribute("age"), low=60.0),), 1, 0.1, (1, 9))
    >>> for line in lines_of(Ruleset((Attribute("age"),), ("no", "yes"), (old,), 0, (5, 0))):
    ...     print(line.number, line.code, line.shares)
    1 1 (0.1, 0.9)
    0 0 (1.0, 0.0)
    """
    place = {attribute.name: column for column, attribute in enumerate(rules.attributes)}
    lines = [
        Line(
            rule.number,
            tuple(
                _clause(condition, place[condition.attribute.name], rules.single)
                for condition in rule.conditions
            ),
            rule.label,
            tuple(rules.shares(rule).tolist()),
        )
        for rule in rules
        if rule.fires
    ]
    return [*lines, Line(0, (), rules.default, tuple(rules.default_shares().tolist()))]


def _clause(condition: Condition, column: int, single: bool) -> Clause:
    if condition.values is None:
        low, high = (
            last_below(bound) if single and bound is not None else bound
            for bound in condition.bounds
        )
        return Clause(column, condition.attribute, low, high, None)
    values = condition.attribute.values or ()
    taken = set() if condition.never else {values.index(value) for value in condition.values}
    found = spellings(condition.attribute).items()
    texts = tuple(text for text, value in found if value in taken)
    return Clause(column, condition.attribute, None, None, texts)
