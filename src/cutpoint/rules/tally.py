"""What each rule did on cases: how often it was used, and whether it helped."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Counts = NDArray[np.int64]

NONE = -1
"""In place of a rule: none fires."""


class Tally(NamedTuple):
    """What each rule did, in order: cases it was the first to fire on, and how many went wrong.

    Where the next rule that fires (else the default) gives another class, the rule was ``better``
    if it is right, and ``worse`` if the other one is.
    """

    used: Counts
    wrong: Counts
    better: Counts
    worse: Counts


def tally(
    first: NDArray[np.int32],
    second: NDArray[np.int32],
    label: Counts,
    default: int,
    target: NDArray[np.int32],
) -> Tally:
    """Count what each rule did on cases, from the first and the second rule that fire on each.

    Examples
    --------
    >>> import numpy as np
    >>> first, second = np.array([0, 0, 1, -1]), np.array([1, -1, -1, -1])
    >>> tally(first, second, np.array([0, 1]), 1, np.array([0, 1, 1, 1]))
    Tally(used=array([2, 1]), wrong=array([1, 0]), better=array([1, 0]), worse=array([1, 0]))
    """
    fired = first != NONE
    rule, true = first[fired], target[fired]
    given = label[rule]
    other = np.where(second[fired] == NONE, default, label[second[fired]])
    right = given == true
    differs = given != other

    def by_rule(chosen: NDArray[np.bool_]) -> Counts:
        return np.bincount(rule[chosen], minlength=len(label))

    return Tally(
        np.bincount(rule, minlength=len(label)),
        by_rule(~right),
        by_rule(differs & right),
        by_rule(differs & (other == true)),
    )
