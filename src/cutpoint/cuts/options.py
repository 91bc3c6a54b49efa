"""What the interval methods can be asked: plain numbers and codes that a kernel takes."""

from __future__ import annotations

from typing import NamedTuple

from scipy.special import chdtri

from cutpoint.measures.codes import GAIN_RATIO

NO_LIMIT = 0
"""A number of branches or bins that does not bind."""

ENTROPY_COST, GINI_COST, ERROR_COST = 0, 1, 2
"""What an interval of the optimal partition costs: bits, cases times Gini index, or errors."""


class Options(NamedTuple):
    """The parameters of all interval methods; each reads its own.

    Attributes
    ----------
    measure : int
        Contextual: the tree's own measure, with which partitions are scored (``score.py``).
    similarity : int
        Contextual: how class distributions are compared (``similarity.py``).
    power : float
        Of Minkowski's metric, at least 1.
    theta, alpha, beta : float
        The weights of Tversky's model; the ratio model takes the last two.
    bins : int
        Contextual: equal-depth bins to start from; ``NO_LIMIT`` starts from the values.
    max_branches : int
        Contextual and optimal: the most intervals; ``NO_LIMIT`` for any number.
    min_cases : float
        Contextual and optimal: the least weight of an interval.
    n_bins : int
        Equal width, equal depth and k-means: the number of intervals.
    min_majority : float
        One rule: the cases of its majority class that close an interval.
    critical : float
        ChiMerge: intervals merge while chi-squared is below this.
    smoothing : float
        ChiMerge and Chi2: what is added to every count; 0.0001 in R's ``discretization``.
    inconsistency : float
        Chi2: the share of cases outside the majority of their interval that merging may reach.
    cost : int
        Optimal: what an interval costs, ENTROPY_COST, GINI_COST or ERROR_COST.
    max_blocks : int
        Optimal: more blocks than this are first put into so many equal-depth bins.

    Examples
    --------
    >>> Options(bins=NO_LIMIT, min_cases=5.0).power
    2.0
    """

    measure: int = GAIN_RATIO
    similarity: int = 0  # Euclidean
    power: float = 2.0
    theta: float = 1.0
    alpha: float = 1.0
    beta: float = 1.0
    bins: int = 25
    max_branches: int = NO_LIMIT
    min_cases: float = 1.0
    n_bins: int = 10
    min_majority: float = 6.0
    critical: float = 3.841458820694124
    smoothing: float = 0.0
    inconsistency: float = 0.02
    cost: int = ENTROPY_COST
    max_blocks: int = 1024


def critical_value(alpha: float, n_classes: int) -> float:
    """Return what chi-squared of two intervals exceeds with probability ``alpha`` by chance.

    Examples
    --------
    >>> round(critical_value(0.05, 3), 3)
    5.991
    """
    return float(chdtri(max(n_classes - 1, 1), alpha))
