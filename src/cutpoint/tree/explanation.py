"""What an explanation says: the steps of a case, its probabilities, what would change its class."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any

from cutpoint.data.attribute import Label
from cutpoint.data.dates import Calendar
from cutpoint.tree.flips import Flip
from cutpoint.tree.names import printable
from cutpoint.tree.saved import plain_label

LEVEL = 0.9
"""The probability that the interval of a class probability holds, unless another is asked for."""

ON_THE_CUT = "exactly on the cut"


@dataclass(frozen=True)
class Step:
    """One test on the way of a case.

    Attributes
    ----------
    node : int
    test : str
        What the branch that is taken asks, as in ``"age <= 42.5"``; if the value is unknown, that
        it is.
    attribute : str
    value : number, label or None
        None is unknown.
    share : float
        Of the case: what comes this far, less than 1 below a test of an unknown value.
    margin : float or None
        How far the value is from the nearest cut, in the units of the attribute.
    margin_sd : float or None
        The same in standard deviations of that cut over resamples; infinite if it never moves.
    agreement : float or None
        Of the resamples that reach this test, the share that test the same attribute here and send
        the case down the same branch.
    reached : int or None
        How many resamples reach this test.
    calendar : Calendar or None
        What the value counts, if it is a date.
    """

    node: int
    test: str
    attribute: str
    value: float | Label | None
    share: float = 1.0
    margin: float | None = None
    margin_sd: float | None = None
    agreement: float | None = None
    reached: int | None = None
    calendar: Calendar | None = None

    def __str__(self) -> str:
        """Return the step as a sentence."""
        name = printable(self.attribute)
        if self.value is None:
            return f"{name} is unknown, and so {self.test}."
        parts = [f"{name} is {_written(self.value, self.calendar)}: {self.test}"]
        if self.margin is not None:
            parts.append(f"by {_length(self.margin, self.calendar)}" if self.margin else ON_THE_CUT)
        known = []
        if self.margin_sd is not None:
            known.append(
                "a cut that never moves"
                if math.isinf(self.margin_sd)
                else f"{self.margin_sd:.1f} standard deviations of this cut"
            )
        if self.reached == 0:
            known.append("no resample reaches this test")
        elif self.agreement is not None:
            known.append(f"{self.agreement * 100:.0f} % of resamples agree")
        return ", ".join(parts) + (f" ({'; '.join(known)})." if known else ".")


@dataclass(frozen=True)
class Probability:
    """The probability of a class, and the interval that holds it."""

    probability: float
    low: float
    high: float

    def __float__(self) -> float:
        return self.probability


@dataclass(frozen=True)
class Explanation:
    """Why a tree gives a case its class.

    Attributes
    ----------
    label : label
        The class.
    steps : tuple of Step
        The tests on the way of the case, from the root down.
    probabilities : dict from label to Probability
        Each with Jeffreys' interval from the training cases of the leaf; if the case reaches
        several leaves, the ends are added up as the probabilities are.
    flip : tuple of Flip
        The smallest single changes that give another class, the smallest first.
    leaves : dict from int to float
        Where the case ends, and the share of it.
    level : float
        The probability that the intervals hold.
    agreement : float or None
        The share of the trees of resamples that give the same class.
    """

    label: Label
    steps: tuple[Step, ...]
    probabilities: dict[Label, Probability]
    flip: tuple[Flip, ...]
    leaves: dict[int, float]
    level: float = LEVEL
    agreement: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values that JSON can hold."""
        return {
            "class": plain_label(self.label),
            "level": self.level,
            "agreement": self.agreement,
            "steps": [
                _fields(step) | {"margin_sd": _finite(step.margin_sd)} for step in self.steps
            ],
            "probabilities": [
                {"class": plain_label(label), **asdict(found)}
                for label, found in self.probabilities.items()
            ],
            "flip": [_fields(flip) | {"label": plain_label(flip.label)} for flip in self.flip],
            "leaves": [{"node": node, "share": share} for node, share in self.leaves.items()],
        }

    def __str__(self) -> str:
        """Return everything in plain sentences."""
        best = self.probabilities[self.label]
        level = f"{self.level * 100:.4g} %"
        lines = [
            f"Class {printable(self.label)}, with probability {best.probability * 100:.1f} % "
            f"({level}: {best.low * 100:.1f} .. {best.high * 100:.1f})."
        ]
        if self.agreement is not None:
            lines.append(f"{self.agreement * 100:.0f} % of the trees of resamples give this class.")
        lines += [f"{number}. {step}" for number, step in enumerate(self.steps, 1)]
        if not self.steps:
            lines.append("The tree tests nothing.")
        if self.flip:
            lines.append("Another class would come of one of these changes:")
            lines += [f"- {_flip_text(flip)}" for flip in self.flip]
        else:
            lines.append("No single change would give another class.")
        return "\n".join(lines)


def _flip_text(flip: Flip) -> str:
    return f"{flip.condition}{_change_text(flip)}: class {printable(flip.label)}"


def _change_text(flip: Flip) -> str:
    """Return by how much a number changes, in brackets; nothing for other values."""
    if flip.change is None:
        return ""
    if flip.change == 0:  # the value lies on the cut, which belongs to the branch below it
        return f" (it is {ON_THE_CUT})"
    if flip.calendar is None:
        return f" (a change of {flip.change:+.4g})"
    when = "later" if flip.change > 0 else "earlier"
    return f" ({_length(abs(flip.change), flip.calendar)} {when})"


def _length(change: float, calendar: Calendar | None) -> str:
    return f"{change:.4g}" if calendar is None else calendar.duration(change)


def _written(value: float | Label, calendar: Calendar | None = None) -> str:
    if calendar is not None and isinstance(value, float):
        return calendar.shown(value)
    return f"{value:.10g}" if isinstance(value, float) else printable(value)


def _finite(value: float | None) -> float | None:
    return None if value is None or math.isinf(value) else value


def _fields(told: Step | Flip) -> dict[str, Any]:
    """Return a step or a change as plain values, a date as it is written."""
    fields = asdict(told)
    calendar = fields.pop("calendar")
    if calendar is None or told.value is None:
        return fields | {"value": plain_label(told.value)}
    return fields | {"value": _written(told.value, calendar)}
