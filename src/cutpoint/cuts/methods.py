"""From the interval methods of the catalog to those of the core."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutpoint import _core
from cutpoint.learn import IntervalMethod

NO_LIMIT = 0
"""A number of branches or bins that does not bind."""

_VARIANTS = {
    ("contextual", "divisive"): "contextual_divisive",
    ("mdlp", "mantaras"): "mdlp_mantaras",
}
_COSTS = {"gain": "entropy", "gini": "gini", "errors": "error"}

CONTEXTUAL_CRITERIA = {"agglomerative": "gain_ratio", "divisive": "mantaras"}
"""How the contextual method scores partitions unless told otherwise: see docs/discretization.md."""

_FIRST_LEVEL, _NEXT_LEVEL, _LAST_LEVEL = 0.5, 0.9, 1e-12
"""Chi2 starts at this significance level; the next is so many times the last."""


def critical_value(alpha: float, n_classes: int) -> float:
    """Return what chi-squared of two intervals exceeds with probability ``alpha`` by chance.

    Examples
    --------
    >>> round(critical_value(0.05, 3), 3)
    5.991
    """
    from scipy.special import chdtri  # noqa: PLC0415  # slow to import

    return float(chdtri(max(n_classes - 1, 1), alpha))


def chi2_criticals(n_classes: int) -> NDArray[np.float64]:
    """Return the critical values of Chi2's ever lower significance levels."""
    level, criticals = _FIRST_LEVEL, []
    while level > _LAST_LEVEL:
        criticals.append(critical_value(level, n_classes))
        level *= _NEXT_LEVEL
    return np.array(criticals)


def core_method(method: IntervalMethod, n_classes: int) -> tuple[str, _core.IntervalOptions]:
    """Return the name and the options of an interval method as the core takes them.

    Examples
    --------
    >>> from cutpoint.learn import IntervalMethod
    >>> name, options = core_method(IntervalMethod("contextual", {"direction": "divisive"}), 3)
    >>> name, options.bins, options.measure
    ('contextual_divisive', 25, 'mantaras')
    """
    asked: dict[str, Any] = dict(method.options)
    criterion, direction = asked.pop("criterion", None), asked.pop("direction", None)
    variant = criterion if direction is None else direction
    options = _core.IntervalOptions()
    if method.name == "contextual":
        options.measure = criterion or CONTEXTUAL_CRITERIA[str(direction)]
    elif method.name == "optimal":
        options.cost = _COSTS[criterion]
        options.max_branches = int(asked.pop("max_intervals"))
    elif method.name == "chimerge":
        options.critical = critical_value(float(asked.pop("alpha")), n_classes)
    elif method.name == "chi2":
        options.criticals = chi2_criticals(n_classes).tolist()
    for name, value in asked.items():
        kind = type(getattr(options, name))
        setattr(options, name, NO_LIMIT if value is None else kind(value))
    return _VARIANTS.get((method.name, str(variant)), method.name), options
