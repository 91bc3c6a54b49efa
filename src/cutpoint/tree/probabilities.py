"""What a leaf says of the probabilities of the classes, and how sure that is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING, Any

import numpy as np

from cutpoint.errors import InputError

if TYPE_CHECKING:
    from cutpoint.tree.tree import Tree

_ALMOST_NOTHING = 1e-30
"""The weight of an empty leaf: it has probabilities, but no part of a case with unknown values."""

ESTIMATES = ("raw", "laplace", "m")


def estimate_of(parameters: Mapping[str, Any]) -> tuple[str, float]:
    """Return what the parameters of a learner, as a model file holds them, make of leaves.

    Raises
    ------
    InputError
        If they say nothing that :func:`smoothed` takes.

    Examples
    --------
    >>> estimate_of({"probabilities": "laplace"}), estimate_of({})
    (('laplace', 2.0), ('raw', 2.0))
    """
    way, m = parameters.get("probabilities", "raw"), parameters.get("m", 2.0)
    if way not in ESTIMATES or isinstance(m, str | bool | None) or not 0 < m < inf:
        raise InputError("the parameters 'probabilities' and 'm' say no estimate")
    return way, float(m)


def smoothed(tree: Tree, probabilities: str = "raw", m: float = 2.0) -> Tree:
    """Return a tree whose leaves have the shares of the classes that an estimate gives.

    Meant for ``predict_proba``; it is made at its first use and kept with the tree. Weights of
    nodes stay as they are, so cases with unknown values are divided as ever.

    Parameters
    ----------
    tree : Tree
    probabilities : {"raw", "laplace", "m"}, default="raw"
        The shares themselves; as if there were one more case of each class; or as if there were m
        more cases with the shares of the root.
    m : float, default=2

    Examples
    --------
    >>> from cutpoint.tree import example_tree
    >>> tree = example_tree()
    >>> case = [[1, 70, 70, 1]]  # overcast: 4 cases, all of them "Play"
    >>> [smoothed(tree, way).predict_proba(case).round(3).tolist() for way in ("raw", "laplace")]
    [[[1.0, 0.0]], [[0.833, 0.167]]]
    """
    if probabilities == "raw":
        return tree
    made: dict[tuple[str, float], Tree] = tree.__dict__.setdefault("_smoothed", {})
    key = (probabilities, float(m))
    if key not in made:
        made[key] = _smoothed(tree, *key)
    return made[key]


def _smoothed(tree: Tree, probabilities: str, m: float) -> Tree:
    n_classes = len(tree.classes)
    if probabilities == "laplace":
        added = np.ones(n_classes)
    elif probabilities == "m":
        total = tree.distribution[0].sum()
        shares = tree.distribution[0] / total if total > 0 else np.full(n_classes, 1 / n_classes)
        added = m * shares
    else:
        raise InputError(f"probabilities must be raw, laplace or m, not {probabilities!r}")
    counted = tree.distribution + added
    shares = counted / counted.sum(axis=1, keepdims=True)
    cases = np.where(tree.cases > 0, tree.cases, _ALMOST_NOTHING)
    for test in np.flatnonzero((tree.cases <= 0) & (tree.attribute >= 0))[::-1]:
        # What is divided there must not become more: a test has the weight of its branches.
        first = tree.first_child[test]
        cases[test] = cases[first : first + tree.n_branches[test]].sum()
    return replace(tree, cases=cases, distribution=shares * cases[:, np.newaxis])


def jeffreys_interval(successes: float, cases: float, level: float = 0.9) -> tuple[float, float]:
    """Return Jeffreys' interval for the probability behind so many successes among cases.

    The interval is between two quantiles of a beta distribution with parameters successes + 1/2 and
    cases - successes + 1/2. It begins at 0 if there is no success, and ends at 1 if all are.

    Parameters
    ----------
    successes, cases : float
        Weights of cases; they need not be whole numbers.
    level : float, default=0.9
        The probability that the interval holds, between 0 and 1.

    Raises
    ------
    InputError
        If there are more successes than cases, or the level is not between 0 and 1.

    References
    ----------
    .. [1] L. D. Brown, T. T. Cai, A. DasGupta, "Interval Estimation for a Binomial Proportion",
       Statistical Science 16 (2001), 101-133.

    Examples
    --------
    >>> low, high = jeffreys_interval(8, 10, 0.95)
    >>> round(low, 3), round(high, 3)
    (0.497, 0.956)
    >>> jeffreys_interval(0, 0)
    (0.0, 1.0)
    """
    from scipy.special import betaincinv  # noqa: PLC0415  # slow to import

    if not 0 < level < 1:
        raise InputError(f"level must be between 0 and 1, not {level!r}")
    if not 0 <= successes <= cases:
        raise InputError(f"there cannot be {successes:g} successes among {cases:g} cases")
    tail = (1 - level) / 2
    ours, others = successes + 0.5, cases - successes + 0.5
    low = 0.0 if successes == 0 else float(betaincinv(ours, others, tail))
    high = 1.0 if successes == cases else float(betaincinv(ours, others, 1 - tail))
    return low, high
