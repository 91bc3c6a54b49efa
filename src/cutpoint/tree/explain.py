"""Why a tree gives a case its class, and how sure each step of it is."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from cutpoint.data.attribute import UNKNOWN_NUMBER, Label
from cutpoint.data.dates import Calendar
from cutpoint.errors import InputError
from cutpoint.tree.flips import Flip, flips_of
from cutpoint.tree.names import printable
from cutpoint.tree.node import Node
from cutpoint.tree.probabilities import jeffreys_interval
from cutpoint.tree.split import NumericTest, Test
from cutpoint.tree.tree import Tree

LEVEL = 0.9
"""The probability that the interval of a class probability holds, unless another is asked for."""

ON_THE_CUT = "exactly on the cut"


class NodeSpread(Protocol):
    """What must be known of a node over resamples; :mod:`cutpoint.stability` gives it."""

    @property
    def reached(self) -> int:
        """How many resamples reach it."""

    @property
    def cut_sd(self) -> Any:
        """The standard deviation of each cut."""

    def agreement_on(self, value: float) -> float:
        """Return the share of resamples that send a number down the same branch."""


class Spread(Protocol):
    """What must be known of a tree over resamples: see :class:`cutpoint.stability.Stability`."""

    @property
    def reference(self) -> Tree:
        """The tree that was assessed."""

    @property
    def nodes(self) -> Sequence[Any]:
        """What is known of each of its nodes."""


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
            "class": _plain(self.label),
            "level": self.level,
            "agreement": self.agreement,
            "steps": [
                _fields(step) | {"margin_sd": _finite(step.margin_sd)} for step in self.steps
            ],
            "probabilities": [
                {"class": _plain(label), **asdict(found)}
                for label, found in self.probabilities.items()
            ],
            "flip": [_fields(flip) | {"label": _plain(flip.label)} for flip in self.flip],
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


def explain(
    tree: Tree,
    case: Sequence[float],
    shares: NDArray[np.float64] | None = None,
    stability: Spread | None = None,
    level: float = LEVEL,
) -> Explanation:
    """Return why a tree gives a case its class.

    Parameters
    ----------
    tree : Tree
    case : sequence of float
        A value for each attribute: numbers, positions of nominal values, NaN if unknown.
    shares : float array, optional
        The probabilities of the classes, if they are not those of the tree.
    stability : Stability, optional
        Of this tree: it adds how sure each step is.
    level : float, default=0.9

    Raises
    ------
    InputError
        If the assessment is of another tree.

    Examples
    --------
    >>> from cutpoint.tree import example_tree
    >>> found = explain(example_tree(), [0, 70, 85, 1])
    >>> found.label, [step.test for step in found.steps], found.steps[1].margin
    ("Don't Play", ['outlook = sunny', 'humidity > 75'], 10.0)
    """
    if stability is not None and stability.reference != tree:
        raise InputError("the assessment of stability is of another tree: assess this one")
    steps: list[Step] = []
    leaves: dict[int, float] = {}
    waiting = [(tree.root, 1.0)]
    while waiting:
        node, share = waiting.pop()
        below = [] if node.test is None else _below(node, case, tree)
        if node.test is not None:
            steps.append(_step(node, node.test, case, share, below, stability))
        if not below:
            leaves[node.id] = share
        waiting += [(child, share * part) for child, part in reversed(below)]
    if shares is None:
        shares = tree.predict_proba([list(case)])[0]
    label = tree.classes[int(tree.predict_codes([list(case)])[0])]
    return Explanation(
        label,
        tuple(steps),
        _probabilities(tree, leaves, shares, level),
        flips_of(tree, case),
        leaves,
        level,
        None if stability is None else _agreement(stability, case, label),
    )


def case_values(tree: Tree, row: Mapping[str, Any]) -> list[float]:
    """Return the values of a case given by names, as :func:`explain` takes them.

    What is absent, None or NaN is unknown, and so is a nominal value that the tree does not know.

    Raises
    ------
    InputError
        If no name is an attribute of the tree, or a value is of a type that it cannot have.
    """
    from cutpoint.tree.classify import converted  # noqa: PLC0415  # which imports the core's reader

    if not any(attribute.name in row for attribute in tree.attributes):
        names = ", ".join(printable(attribute.name) for attribute in tree.attributes[:10])
        raise InputError(f"the case has none of the attributes of the tree: {names}")
    return [
        converted(tree.attributes, position, row.get(attribute.name))
        for position, attribute in enumerate(tree.attributes)
    ]


def _value(tree: Tree, position: int, case: Sequence[float]) -> float | Label | None:
    """Return a value of a case as the tree reads it; None if it is unknown."""
    value, values = float(case[position]), tree.attributes[position].values
    if values is not None:
        return values[int(value)] if 0 <= value < len(values) else None
    if math.isnan(value) or (tree.single and np.float32(value) == UNKNOWN_NUMBER):
        return None
    return value


def _below(node: Node, case: Sequence[float], tree: Tree) -> list[tuple[Node, float]]:
    """Return the branches that a case takes, and the part of it that takes each."""
    test = node.test
    assert test is not None
    position = int(tree.attribute[node.id])
    value = _value(tree, position, case)
    if tree.single and isinstance(test, NumericTest) and value is not None:
        cuts = np.array(test.cuts, dtype=np.float32)
        branch: int | None = int(np.searchsorted(cuts, np.float32(value)))
    else:
        branch = test.branch_of(value)  # type: ignore[arg-type]  # of the attribute's own kind
    if branch is not None:
        return [(node.branches[branch], 1.0)]
    if node.cases <= 0:
        return []
    return [(child, child.cases / node.cases) for child in node.branches if child.cases > 0]


def _step(
    node: Node,
    test: Test,
    case: Sequence[float],
    share: float,
    below: list[tuple[Node, float]],
    stability: Spread | None,
) -> Step:
    """Return a test on the way of a case, with what is known of it."""
    tree = node.tree
    value = _value(tree, int(tree.attribute[node.id]), case)
    branch = below[0][0].id - int(tree.first_child[node.id]) if len(below) == 1 else None
    name = test.attribute.name
    spread: NodeSpread | None = None if stability is None else stability.nodes[node.id]
    reached = None if spread is None else spread.reached
    if value is None or branch is None:
        what = "every branch is taken" if len(below) != 1 else test.describe(branch or 0)
        return Step(node.id, what, name, None, share, reached=reached)
    margin = margin_sd = agreement = None
    if isinstance(test, NumericTest) and isinstance(value, float):
        gaps = [abs(value - cut) for cut in test.cuts]
        nearest = int(np.argmin(gaps))
        margin = gaps[nearest]
        if spread is not None:
            margin_sd = _in_deviations(margin, float(np.atleast_1d(spread.cut_sd)[nearest]))
            agreement = _known(spread.agreement_on(value))
    elif stability is not None and reached:
        agreement = stability.nodes[below[0][0].id].reached / reached
    return Step(
        node.id,
        test.describe(branch),
        name,
        value,
        share,
        margin,
        margin_sd,
        agreement,
        reached,
        test.attribute.calendar,
    )


def _in_deviations(margin: float, deviation: float) -> float | None:
    """Return a margin in standard deviations; None if they are not known."""
    if math.isnan(deviation):
        return None
    if deviation == 0:
        return math.inf
    return margin / deviation


def _probabilities(
    tree: Tree, leaves: dict[int, float], shares: NDArray[np.float64], level: float
) -> dict[Label, Probability]:
    found = {}
    for code, label in enumerate(tree.classes):
        low = high = 0.0
        for leaf, share in leaves.items():
            cases = float(tree.cases[leaf])
            weight = min(float(tree.distribution[leaf, code]), cases)
            ends = jeffreys_interval(weight, cases, level)
            low, high = low + share * ends[0], high + share * ends[1]
        found[label] = Probability(float(shares[code]), low, min(high, 1.0))
    return found


def _agreement(stability: Any, case: Sequence[float], label: Label) -> float:
    """Return the share of the trees of resamples that give a class to a case."""
    rows = [list(case)]
    given = [tree.classes[int(tree.predict_codes(rows)[0])] for tree in stability.trees]
    return float(np.mean([other == label for other in given]))


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


def _known(value: float) -> float | None:
    return None if math.isnan(value) else value


def _finite(value: float | None) -> float | None:
    return None if value is None or math.isinf(value) else value


def _fields(told: Step | Flip) -> dict[str, Any]:
    """Return a step or a change as plain values, a date as it is written."""
    fields = asdict(told)
    calendar = fields.pop("calendar")
    if calendar is None or told.value is None:
        return fields | {"value": _plain(told.value)}
    return fields | {"value": _written(told.value, calendar)}


def _plain(value: Any) -> Any:
    """Return a label or number as a plain Python value."""
    return value.item() if hasattr(value, "item") else value
