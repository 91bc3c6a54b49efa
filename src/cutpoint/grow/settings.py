"""What the growth of a tree depends on, besides the table: numbers and codes that a kernel takes.

The three codes answer the three questions of a numeric attribute: what makes a test good
(``criterion``), which of an attribute's cuts stands for it (``cut_by``), and what the choice among
many cuts costs (``penalty``; Quinlan 1996).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cutpoint.cuts.placement import MIDPOINT, OBSERVED, WEIGHTED
from cutpoint.errors import InputError
from cutpoint.measures.codes import (
    CHI2,
    CONTRAST,
    DISTANCE,
    GAIN,
    GAIN_RATIO,
    GINI,
    KOLMOGOROV,
    MANTARAS,
    MPI,
    OWN,
    SYMMETRIC,
)

__all__ = [
    "BY_GAIN", "BY_MEASURE", "BY_RELEASE7", "CHI2", "CONTRAST", "DISTANCE", "FILTER", "GAIN",
    "GAIN_RATIO", "GINI", "GROUPS", "KOLMOGOROV", "MANTARAS", "MIDPOINT", "MPI", "NO_PENALTY",
    "OBSERVED", "OWN", "RANK", "SYMMETRIC", "TWO_GROUPS", "UNLIMITED", "VALUES", "WEIGHTED",
    "Settings", "release",
]  # fmt: skip

BY_MEASURE = 0
"""The cut that the criterion finds best."""
BY_GAIN = 1
"""The cut of greatest gain, whatever the criterion (C4.5 since Release 8)."""
BY_RELEASE7 = 2
"""The cut of greatest gain ratio among those of at least average gain, the last of equals."""

NO_PENALTY = 0
"""Trying many cuts costs nothing (Release 7)."""
FILTER = 1
"""An attribute whose best cut gains less than lg(cuts tried) bits is left out (7GS)."""
RANK = 2
"""The lg(cuts tried) bits are also subtracted from the gain that is compared (Release 8)."""

VALUES = 0
"""A branch for each value of a nominal attribute."""
GROUPS = 1
"""C4.5's groups of values."""
TWO_GROUPS = 2
"""Two groups of values."""

UNLIMITED = int(np.iinfo(np.int64).max)
"""A depth that no tree reaches."""


class Settings(NamedTuple):
    """How a tree is grown; by default, plainly by gain.

    Attributes
    ----------
    criterion : int
        What makes a test good: a code of ``measures/codes.py``.
    cut_by : int
        Which cut of a numeric attribute competes: BY_MEASURE, BY_GAIN or BY_RELEASE7.
    penalty : int
        What it costs to have tried many cuts: NO_PENALTY, FILTER or RANK.
    nominal : int
        What the branches of a nominal attribute are: VALUES, GROUPS or TWO_GROUPS.
    min_cases : float
        A test needs two branches with at least so many cases, a numeric one on both sides.
    minimum_split : bool
        Whether numeric tests need more cases at large nodes, as in C4.5: a tenth of the cases per
        class, but no more than 25.
    max_depth : int
        The largest number of tests on a path.
    placement : int
        Where a cut lies between the values it separates: MIDPOINT, OBSERVED or WEIGHTED.
    leave_out_many_values : bool
        Whether nominal attributes with nearly as many values as the table has cases are left out of
        the average gain, as in C4.5.
    min_fraction : float
        A case with an unknown value takes no branch that would hold less of it than this.
    collapse : bool
        Whether a test that saves no training error becomes a leaf, as in C4.5.
    charge_groups : bool
        Whether the choice among many groupings of nominal values is charged for as the choice among
        many cuts is (the conclusion of Quinlan 1996): lg(groupings examined).

    Examples
    --------
    >>> settings = Settings(criterion=GAIN_RATIO, min_cases=5.0)
    >>> settings.penalty == NO_PENALTY
    True
    """

    criterion: int = GAIN
    cut_by: int = BY_MEASURE
    penalty: int = NO_PENALTY
    nominal: int = VALUES
    min_cases: float = 2.0
    minimum_split: bool = False
    max_depth: int = UNLIMITED
    placement: int = MIDPOINT
    leave_out_many_values: bool = False
    min_fraction: float = 0.0
    collapse: bool = False
    charge_groups: bool = False


_RELEASES = {
    "8": (BY_GAIN, RANK),
    "7": (BY_RELEASE7, NO_PENALTY),
    "7G": (BY_GAIN, NO_PENALTY),
    "7GS": (BY_GAIN, FILTER),
}


def release(number: int | str, **changes: Any) -> Settings:
    """Return the settings of a release of C4.5, or of a step between two (Quinlan 1996, Table 3).

    Parameters
    ----------
    number : {8, 7, "7G", "7GS"}
        7G is Release 7 with the cut picked by gain; 7GS also leaves out an attribute whose gain
        does not pay for the choice; 8 also ranks attributes by what is left after paying.
    **changes
        Fields of :class:`Settings` that are to differ, such as ``min_cases``. With groups of
        values no attribute is left out of the average gain, as in C4.5, unless
        ``leave_out_many_values`` says so.

    Returns
    -------
    Settings

    Raises
    ------
    InputError
        If there is no such release.

    Examples
    --------
    >>> release("7GS", min_cases=5.0).penalty == FILTER
    True
    """
    if str(number) not in _RELEASES:
        raise InputError(f"release must be 8, 7, '7G' or '7GS', not {number!r}")
    cut_by, penalty = _RELEASES[str(number)]
    settings = Settings(
        criterion=GAIN_RATIO,
        cut_by=cut_by,
        penalty=penalty,
        minimum_split=True,
        placement=OBSERVED,
        leave_out_many_values=changes.get("nominal", VALUES) == VALUES,
        collapse=True,
    )
    return settings._replace(**changes)
