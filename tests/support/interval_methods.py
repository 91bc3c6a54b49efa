"""The interval methods of the core by their one door, and their options by name."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from scipy import stats

from cutpoint import _core

Options = dict[str, Any]
"""Attributes of ``_core.IntervalOptions``; what is not named has its default."""

NO_LIMIT = 0
COSTS = ("entropy", "gini", "error")
PARTITION_MEASURES = ("gain", "gain_ratio", "mantaras", "distance", "symmetric", "gini")
"""The measures that can score a partition into intervals."""


def core_options(**asked: Any) -> _core.IntervalOptions:
    options = _core.IntervalOptions()
    for name, value in asked.items():
        setattr(options, name, value)
    return options


def find(
    method: str, values: Any, weights: Any, unknown: float = 0.0, **asked: Any
) -> tuple[list[int], list[float]]:
    """Return the cuts that the core finds: positions, and where they lie."""
    criticals = chi2_criticals(weights.shape[1])
    options = core_options(**{"criticals": criticals, **asked})
    positions, places = _core.find_cuts(method, values, weights, unknown, options)
    return positions.tolist(), places.tolist()


def run(method: str, rows: Any, options: Options | None = None, **changes: Any) -> list[int]:
    """Return the cuts of a table of class counts, as positions."""
    weights = np.array(rows, dtype=np.float64).reshape(len(rows), -1)
    values = np.arange(len(weights), dtype=np.float64)
    return find(method, values, weights, **{**(options or {}), **changes})[0]


def dissimilarity(a: Any, b: Any, **asked: Any) -> float:
    x, y = np.array(a, dtype=np.float64), np.array(b, dtype=np.float64)
    return _core.dissimilarity(x, y, core_options(**asked))


def critical_value(alpha: float, n_classes: int) -> float:
    """Return what chi-squared of two intervals exceeds with probability ``alpha`` by chance."""
    return float(stats.chi2.isf(alpha, max(n_classes - 1, 1)))


@cache
def chi2_criticals(n_classes: int) -> list[float]:
    """Return the critical values of Chi2's levels: 0.5, and each nine tenths of the last."""
    levels = [0.5 * 0.9**i for i in range(300)]
    return [critical_value(level, n_classes) for level in levels if level > 1e-12]
