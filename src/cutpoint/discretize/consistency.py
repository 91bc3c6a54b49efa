"""Chi2 over a whole table (Liu & Setiono 1995): merge until rows contradict one another.

Rows that fall into the same intervals but not into one class are inconsistent: the share of cases
outside the majority of their like. Phase 1 lowers the significance level of all columns together,
phase 2 that of each column in turn, as long as the share stays within its limit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutpoint import _core

Reals = NDArray[np.float64]
Ints = NDArray[Any]


def consistent_cuts(
    counts: Sequence[Reals],
    ranks: Sequence[Ints],
    others: Sequence[Ints],
    target: Ints,
    weights: Reals,
    options: _core.IntervalOptions,
) -> list[Ints]:
    """Return the cuts of every numeric column, as positions among its distinct values.

    Parameters
    ----------
    counts : sequence of arrays
        The class weights per distinct value of each numeric column.
    ranks : sequence of int arrays
        For each row the position of its value among the distinct ones, -1 where it is missing.
    others : sequence of int arrays
        The codes of the nominal columns: rows that differ there do not contradict one another.
    target, weights : arrays
        The class and the weight of each row.
    options : _core.IntervalOptions
        ``criticals`` are the critical values of ever lower levels, and ``inconsistency`` is the
        limit, unless the table itself is above it.

    Examples
    --------
    >>> counts, ranks = np.eye(2)[[0, 0, 1, 1]], np.arange(4)
    >>> options = _core.IntervalOptions()
    >>> options.criticals = [0.5, 0.6]
    >>> consistent_cuts([counts], [ranks], [], np.array([0, 0, 1, 1]), np.ones(4), options)
    [array([1])]
    """
    if not counts:
        return []
    n_classes = counts[0].shape[1]
    criticals = options.criticals
    found: list[dict[int, Ints]] = [{} for _ in counts]

    def cuts(column: int, level: int) -> Ints:
        if level < 0:
            return np.arange(len(counts[column]) - 1)
        if level not in found[column]:
            values = np.arange(len(counts[column]), dtype=np.float64)  # which are not looked at
            options.critical = criticals[level]
            cut = _core.find_cuts("chimerge", values, counts[column], 0.0, options)
            found[column][level] = cut[0].astype(np.int64)
        return found[column][level]

    def inconsistency(levels: Sequence[int]) -> float:
        alike = np.zeros(len(target), dtype=np.int64)
        for column, level in enumerate(levels):
            here = cuts(column, level)
            codes = np.searchsorted(here, ranks[column], side="left")
            alike = _combined(alike, np.where(ranks[column] < 0, len(here) + 1, codes))
        for codes in others:
            alike = _combined(alike, codes)
        groups = np.zeros((int(alike.max(initial=0)) + 1, n_classes))
        np.add.at(groups, (alike, target), weights)
        return float((groups.sum(axis=1) - groups.max(axis=1)).sum() / weights.sum())

    levels = [-1] * len(counts)
    limit = max(options.inconsistency, inconsistency(levels)) + 1e-12
    for level in range(len(criticals)):
        together = [level] * len(counts)
        if inconsistency(together) > limit:
            break
        levels = together
    going = [column for column in range(len(counts)) if len(cuts(column, levels[column]))]
    while going:
        for column in list(going):
            tried = list(levels)
            tried[column] += 1
            if tried[column] >= len(criticals) or inconsistency(tried) > limit:
                going.remove(column)
            else:
                levels = tried
                if not len(cuts(column, levels[column])):
                    going.remove(column)
    return [cuts(column, levels[column]) for column in range(len(counts))]


def _combined(alike: Ints, codes: Ints) -> Ints:
    """Return the groups of rows that are alike in both."""
    pairs = alike * (int(codes.max(initial=0)) + 2) + codes + 1
    return np.asarray(np.unique(pairs, return_inverse=True)[1], dtype=np.int64)
