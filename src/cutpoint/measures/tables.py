"""The measures as plain functions of a count table, for teaching, tests and experiments."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from cutpoint import _core
from cutpoint.errors import InputError
from cutpoint.measures.custom_criterion import CustomCriterion, Measure, Reals


def gain(counts: ArrayLike) -> float:
    """Return the information gained, in bits: the mutual information of branches and classes.

    Parameters
    ----------
    counts : array of shape (n_branches, n_classes)
        The weight of the cases by branch and class; any numbers that are not negative.

    Examples
    --------
    >>> gain([[2, 0], [0, 2]])
    1.0
    """
    return _value("gain", counts)


def gain_ratio(counts: ArrayLike) -> float:
    """Return the gain by the entropy of the branches (C4.5); 0 for a single branch.

    Parameters
    ----------
    counts : array of shape (n_branches, n_classes)

    Examples
    --------
    >>> gain_ratio([[1, 0], [1, 0], [0, 1], [0, 1]])
    0.5
    """
    return _value("gain_ratio", counts)


def mantaras(counts: ArrayLike) -> float:
    """Return 1 - d_N, d_N being the normalised distance of branches and classes, from 0 to 1.

    It is the gain by the joint entropy (López de Mántaras 1991, equation 24); 0 where there is but
    one branch and one class.

    Parameters
    ----------
    counts : array of shape (n_branches, n_classes)

    Examples
    --------
    >>> mantaras([[2, 0], [0, 2]]), mantaras([[1, 1], [1, 1]])
    (1.0, 0.0)
    """
    return _value("mantaras", counts)


def distance(counts: ArrayLike) -> float:
    """Return López de Mántaras' distance of branches and classes, in bits: lower is better.

    Parameters
    ----------
    counts : array of shape (n_branches, n_classes)

    Examples
    --------
    >>> distance([[2, 0], [0, 2]]), distance([[1, 1], [1, 1]])
    (0.0, 2.0)
    """
    return 0.0 - _value("distance", counts)


def symmetric(counts: ArrayLike) -> float:
    """Return the gain by the mean of class and branch entropy (Geurts & Wehenkel, equation 2).

    Parameters
    ----------
    counts : array of shape (n_branches, n_classes)

    Examples
    --------
    >>> symmetric([[2, 0], [0, 2]])
    1.0
    """
    return _value("symmetric", counts)


def gini(counts: ArrayLike) -> float:
    """Return the decrease of the Gini index (CART).

    Parameters
    ----------
    counts : array of shape (n_branches, n_classes)

    Examples
    --------
    >>> gini([[2, 0], [0, 2]])
    0.5
    """
    return _value("gini", counts)


def mpi(counts: ArrayLike) -> float:
    """Return the mean posterior improvement of two branches.

    p_L p_R (1 - sum of p_jL p_jR / p_j), over the classes j.

    Parameters
    ----------
    counts : array of shape (2, n_classes)

    Raises
    ------
    InputError
        If there are more branches than two.

    Examples
    --------
    >>> mpi([[2, 0], [0, 2]])
    0.25
    """
    return _value("mpi", counts)


def kolmogorov(counts: ArrayLike) -> float:
    """Return the Kolmogorov-Smirnov distance of the classes over the branches, from 0 to 1.

    For two branches it is the distance of the class-conditional distribution functions at the cut;
    for many, the branches are put in two sets such that it is greatest. For more than two classes
    it is the mean of one against the rest, by weight.

    Parameters
    ----------
    counts : array of shape (n_branches, n_classes)

    Examples
    --------
    >>> kolmogorov([[3, 1], [1, 3]])
    0.5
    """
    return _value("kolmogorov", counts)


def chi2(counts: ArrayLike) -> float:
    """Return -ln p of Pearson's chi-squared test of independence: higher is better.

    The p-value rather than the statistic, so that many branches are no advantage; its logarithm, so
    that tables which are far from independent can still be told apart.

    Parameters
    ----------
    counts : array of shape (n_branches, n_classes)

    Examples
    --------
    >>> round(chi2([[10, 0], [0, 10]]), 4), round(chi2([[5, 5], [5, 5]]), 4)
    (11.7686, 0.0)
    """
    return _value("chi2", counts)


def contrast(counts: ArrayLike, means: ArrayLike) -> float:
    """Return Van de Merckt's contrast of the branches of a numeric attribute.

    The variance between the branches, p_L p_R (m_L - m_R)^2 if they are two, by the class entropy
    that is left in them. It depends on the scale of the attribute, so it compares cuts of one
    attribute, not attributes. Infinite if every branch is pure.

    Parameters
    ----------
    counts : array of shape (n_branches, n_classes)
    means : array of shape (n_branches,)
        The mean of the attribute in each branch.

    Examples
    --------
    >>> contrast([[1, 1], [1, 1]], [0, 4])
    4.0
    """
    table = checked(counts)
    centres = np.ascontiguousarray(means, dtype=np.float64)
    if centres.shape != table.shape[:1] or not np.isfinite(centres).all():
        raise InputError(
            f"means must be {table.shape[0]} finite numbers, one per branch, not {means!r}"
        )
    return _core.contrast_value(table, centres)


def custom(function: Measure, counts: ArrayLike) -> float:
    """Return what a custom criterion makes of a count table, as the learner calls it.

    Parameters
    ----------
    function : function
        Plain Python, a C function, or what :func:`cutpoint.criterion` returns.
    counts : array of shape (n_branches, n_classes)

    Raises
    ------
    InputError
        If the function raises an exception or returns NaN.

    Examples
    --------
    >>> custom(lambda before, after: after.max(axis=1).sum() / before.sum(), [[3, 1], [1, 3]])
    0.75
    """
    measure = CustomCriterion(function)
    value = _core.table_value("custom", checked(counts), measure.native)
    if np.isnan(value):
        measure.raise_failure()
    return value


own = custom
"""The former name of :func:`custom`."""


def checked(counts: ArrayLike) -> Reals:
    """Return a count table as the kernels take it.

    Raises
    ------
    InputError
        If it is not a table of weights.
    """
    try:
        table = np.ascontiguousarray(counts, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise InputError(f"counts must be a table of numbers: {error}") from None
    if table.ndim != 2 or 0 in table.shape:
        raise InputError(
            "counts must be a table with a row per branch and a column per class, not of shape "
            f"{table.shape}"
        )
    if not (np.isfinite(table).all() and (table >= 0).all()):
        b, k = np.argwhere(~(np.isfinite(table) & (table >= 0)))[0]
        raise InputError(
            f"the count of branch {b} and class {k} is {table[b, k]:g}: it must be a number that "
            "is not negative"
        )
    total = table.sum()
    if not 0 < total < np.inf:
        raise InputError(f"the counts add up to {total:g}: there is nothing to measure")
    return table


def _value(measure: str, counts: ArrayLike) -> float:
    table = checked(counts)
    if measure == "mpi" and table.shape[0] != 2:
        raise InputError(
            f"the mean posterior improvement (mpi) is for two branches, not {table.shape[0]}: use "
            "another measure, or group the branches in two"
        )
    return _core.table_value(measure, table)
