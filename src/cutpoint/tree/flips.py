"""The smallest single changes of a case that give it another class."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cutpoint.data.attribute import Label
from cutpoint.data.dates import Calendar
from cutpoint.tree.names import printable
from cutpoint.tree.tree import Tree


@dataclass(frozen=True)
class Flip:
    """A change of one value, all others as they are, that gives another class.

    Attributes
    ----------
    attribute : str
    value : number or label
        What the value would be.
    change : float or None
        By how much a number changes; None for a nominal or an unknown value.
    label : label
        The class that it gives.
    distance : float
        How large the change is beside others: of a number in parts of the range around the cuts of
        its attribute (half as much again as they span; a single one's own size); of a nominal value
        1/2.
    condition : str
        The change in words, as in ``"age <= 42.5"``.
    calendar : Calendar or None
        What the value counts, if it is a date.
    """

    attribute: str
    value: float | Label
    change: float | None
    label: Label
    distance: float
    condition: str
    calendar: Calendar | None = None


def flips_of(tree: Tree, case: Sequence[float]) -> tuple[Flip, ...]:
    """Return for each attribute of a tree the smallest change that gives another class.

    Parameters
    ----------
    tree : Tree
    case : sequence of float
        A value for each attribute: numbers, positions of nominal values, NaN if unknown.

    Returns
    -------
    tuple of Flip
        The smallest first; of a nominal attribute every value that gives another class.

    Examples
    --------
    >>> from cutpoint.tree import example_tree
    >>> tree = example_tree()  # sunny days: play if humidity <= 75
    >>> [(flip.condition, flip.label) for flip in flips_of(tree, [0, 70, 85, 1])]
    [('humidity <= 75', 'Play'), ('outlook = overcast', 'Play'), ('outlook = rain', 'Play')]
    """
    before = int(tree.predict_codes([list(case)])[0])
    flips: list[Flip] = []
    for attribute in tree.tested:
        position = tree.attributes.index(attribute)
        if attribute.is_numeric:
            flips += _number_flips(tree, case, position, before)
        else:
            flips += _value_flips(tree, case, position, before)
    return tuple(sorted(flips, key=lambda flip: flip.distance))


def _number_flips(tree: Tree, case: Sequence[float], position: int, before: int) -> list[Flip]:
    """Return the nearest number that gives another class, if there is one."""
    now = float(case[position])
    cuts = cuts_of(tree, position)
    if math.isnan(now) or len(cuts) == 0:
        return []
    # One number for each interval (low, high] between cuts: its end that is nearest to the case.
    lowest = np.append(np.nextafter(cuts, np.inf), -np.inf)
    if tree.single:
        lowest[:-1] = np.nextafter(cuts.astype(np.float32), np.float32(np.inf))
    tried = [
        *(cut for cut in cuts if cut < now),
        *(low for cut, low in zip(cuts, lowest[:-1], strict=True) if cut >= now),
    ]
    codes = _codes(tree, case, position, tried)
    others = [i for i, code in enumerate(codes) if code != before]
    if not others:
        return []
    best = min(others, key=lambda i: abs(tried[i] - now))
    value = float(tried[best])
    up = value > now
    cut = float(cuts[np.searchsorted(cuts, value) - 1]) if up else value
    name = printable(tree.attributes[position].name)
    # As the page does where it has no cases: the range around the cuts.
    span = 1.5 * float(cuts[-1] - cuts[0]) if len(cuts) > 1 else abs(float(cuts[0])) or 1.0
    return [
        Flip(
            tree.attributes[position].name,
            value,
            cut - now,
            tree.classes[codes[best]],
            abs(cut - now) / span,
            f"{name} {'>' if up else '<='} {tree.attributes[position].shown(cut, 10)}",
            tree.attributes[position].calendar,
        )
    ]


def _value_flips(tree: Tree, case: Sequence[float], position: int, before: int) -> list[Flip]:
    """Return all values of a nominal attribute that give another class."""
    attribute = tree.attributes[position]
    values = attribute.values or ()
    codes = _codes(tree, case, position, range(len(values)))
    return [
        Flip(
            attribute.name,
            value,
            None,
            tree.classes[codes[i]],
            0.5,
            f"{printable(attribute.name)} = {printable(value)}",
        )
        for i, value in enumerate(values)
        if codes[i] != before
    ]


def _codes(
    tree: Tree, case: Sequence[float], position: int, tried: Sequence[float]
) -> NDArray[np.int32]:
    """Return the class of the case with each of these values of one attribute."""
    rows = np.repeat(np.asarray([case], dtype=np.float64), len(tried), axis=0)
    rows[:, position] = tried
    return tree.predict_codes(rows)


def cuts_of(tree: Tree, position: int) -> NDArray[np.float64]:
    """Return all cuts of an attribute in a tree, ascending."""
    found = [
        tree.cuts[tree.test_start[node] : tree.test_start[node] + tree.n_known_branches[node] - 1]
        for node in np.flatnonzero(tree.attribute == position)
    ]
    return np.unique(np.concatenate(found)) if found else np.empty(0)
