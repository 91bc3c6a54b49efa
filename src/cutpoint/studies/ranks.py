"""Several systems on several data sets: ranks, critical differences, Bayesian comparison."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.stats import friedmanchisquare, rankdata, studentized_range

from cutpoint.errors import InputError

Floats = NDArray[np.float64]

_PRIOR_STRENGTH = 0.5
"""The weight of the pseudo-observation, a difference of 0, among the data sets."""
_DRAWS = 50_000
_BLOCK = 2_000


@dataclass(frozen=True, eq=False)
class Ranks:
    """How systems rank over data sets: Friedman's test and Nemenyi's critical difference.

    Attributes
    ----------
    names : tuple of str
        The systems, the best first.
    ranks : array
        The mean rank of each; 1 is the best.
    critical_difference : float
        Mean ranks that differ by less are not significantly different.
    p_value : float
        Of Friedman's test that all are alike; NaN for two systems.
    n_datasets : int
    """

    names: tuple[str, ...]
    ranks: Floats
    critical_difference: float
    p_value: float
    n_datasets: int

    @property
    def groups(self) -> list[tuple[str, ...]]:
        """The largest groups of systems that do not differ significantly.

        Examples
        --------
        >>> rank_systems(["a", "b"], np.array([[1.0, 2.0], [1.0, 2.0]])).groups
        [('a', 'b')]
        """
        found: list[tuple[int, int]] = []
        for first in range(len(self.ranks)):
            near = self.ranks <= self.ranks[first] + self.critical_difference
            last = int(np.flatnonzero(near)[-1])
            if last > first and not any(a <= first and last <= b for a, b in found):
                found.append((first, last))
        return [self.names[a : b + 1] for a, b in found]


def rank_systems(names: Sequence[str], errors: Floats, alpha: float = 0.05) -> Ranks:
    """Return how systems rank by their errors.

    Parameters
    ----------
    names : sequence of str
        The systems.
    errors : array of shape (n_datasets, n_systems)
    alpha : float, default=0.05
        The level of significance.

    References
    ----------
    .. [1] J. Demšar, "Statistical comparisons of classifiers over multiple data sets", JMLR 7
       (2006), 1-30.

    Examples
    --------
    >>> found = rank_systems(["a", "b", "c"], np.array([[1, 2, 3], [1, 3, 2.0]]))
    >>> found.names, found.ranks.tolist()
    (('a', 'b', 'c'), [1.0, 2.5, 2.5])
    """
    n, k = errors.shape
    if k < 2:
        raise InputError("ranks need at least two systems")
    ranks = rankdata(np.round(errors, 12), axis=1).mean(axis=0)
    order = np.argsort(ranks, kind="stable")
    quantile = float(studentized_range.ppf(1 - alpha, k, np.inf)) / np.sqrt(2)
    p = float(friedmanchisquare(*errors.T).pvalue) if k > 2 and n > 1 else float("nan")
    return Ranks(
        tuple(names[i] for i in order),
        ranks[order],
        float(quantile * np.sqrt(k * (k + 1) / (6 * n))),
        p,
        n,
    )


class SignedRank(NamedTuple):
    """The probabilities that one system is better, that they are equal in practice, and worse."""

    better: float
    equal: float
    worse: float


def signed_rank(differences: Any, rope: float = 0.01, random_state: Any = 0) -> SignedRank:
    """Return the Bayesian signed-rank comparison of two systems over data sets.

    Parameters
    ----------
    differences : array of shape (n_datasets,)
        The error rate of the first system less that of the second.
    rope : float, default=0.01
        Differences up to this size count as none.
    random_state : int, numpy Generator or None, default=0
        For the draws from the posterior distribution.

    References
    ----------
    .. [1] A. Benavoli, G. Corani, J. Demšar and M. Zaffalon, "Time for a change", JMLR 18 (2017),
       1-36.

    Examples
    --------
    >>> found = signed_rank([-0.05, -0.04, -0.06, -0.08, -0.03, -0.07])
    >>> found.better > 0.95
    True
    """
    z = np.concatenate(([0.0], np.asarray(differences, dtype=float)))
    if len(z) < 2 or not np.isfinite(z).all():
        raise InputError("the comparison needs the finite differences of at least one data set")
    rng = np.random.default_rng(random_state)
    sums = z[:, None] + z
    masks = np.stack([sums < -2 * rope, np.abs(sums) <= 2 * rope, sums > 2 * rope]).astype(float)
    strength = np.ones(len(z))
    strength[0] = _PRIOR_STRENGTH
    wins = np.zeros(3)
    for _ in range(_DRAWS // _BLOCK):
        weights = rng.dirichlet(strength, _BLOCK)
        shares = np.einsum("di,mij,dj->dm", weights, masks, weights, optimize=True)
        best = np.isclose(shares, shares.max(axis=1, keepdims=True))
        wins += (best / best.sum(axis=1, keepdims=True)).sum(axis=0)
    return SignedRank(*(wins / wins.sum()).tolist())
