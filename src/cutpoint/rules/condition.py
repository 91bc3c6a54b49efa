"""What a condition of a rule is: bounds of a number, or some values of a nominal attribute."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cutpoint.data.attribute import EXACT_DIGITS, Attribute, Label
from cutpoint.tree.names import printable
from cutpoint.tree.split import NominalTest, NumericTest, Test

LAST_OUTCOME = 127
"""C4.5 holds the outcome of a test in a signed byte: later ones are never met."""


@dataclass(frozen=True, slots=True)
class Condition:
    """One branch of a test, asked of a case. An unknown value satisfies no condition.

    Attributes
    ----------
    attribute : Attribute
    low, high : float or None
        What a number must be above, and not above; None where there is no bound.
    values : tuple of labels, or None
        The nominal values that satisfy the condition; None if it is numeric.
    never : bool
        Whether nothing satisfies it: in C4.5's own arithmetic, an outcome after the 127th.

    Examples
    --------
    >>> from cutpoint.tree.split import NumericTest
    >>> condition = Condition.of(NumericTest(Attribute("age"), (35.0,)), 1)
    >>> condition.describe()
    'age > 35'
    >>> condition.to_dict()
    {'attribute': 'age', 'op': '>', 'value': 35.0}
    """

    attribute: Attribute
    low: float | None = None
    high: float | None = None
    values: tuple[Label, ...] | None = None
    never: bool = False

    @classmethod
    def of(cls, test: Test, branch: int, *, single: bool = False) -> Condition:
        """Return what a branch of a test asks; ``single`` is C4.5's own arithmetic."""
        if isinstance(test, NominalTest):
            never = single and branch >= LAST_OUTCOME
            return cls(test.attribute, values=test.groups[branch], never=never)
        cuts = test.cuts
        return cls(
            test.attribute,
            cuts[branch - 1] if branch > 0 else None,
            cuts[branch] if branch < len(cuts) else None,
        )

    @property
    def bounds(self) -> tuple[float | None, float | None]:
        """What a number must be above, and not above; None where there is no bound."""
        return self.low, self.high

    def describe(self, digits: int = EXACT_DIGITS) -> str:
        """Return the condition in words, as in ``"age > 35"``."""
        name = printable(self.attribute.name)
        if self.values is not None:
            shown = [printable(value) for value in self.values]
            return (
                f"{name} = {shown[0]}" if len(shown) == 1 else f"{name} in {{{', '.join(shown)}}}"
            )
        cuts = tuple(bound for bound in self.bounds if bound is not None)
        return NumericTest(self.attribute, cuts).describe(0 if self.low is None else 1, digits)

    def to_dict(self) -> dict[str, Any]:
        """Return the condition as plain values: attribute, ``<= > in =`` or ``between``, value."""
        name = self.attribute.name
        if self.values is not None:
            if len(self.values) == 1:
                return {"attribute": name, "op": "=", "value": self.values[0]}
            return {"attribute": name, "op": "in", "value": list(self.values)}
        if self.low is None:
            return {"attribute": name, "op": "<=", "value": self.high}
        if self.high is None:
            return {"attribute": name, "op": ">", "value": self.low}
        return {"attribute": name, "op": "between", "value": [self.low, self.high]}
