"""How sure the class probabilities of a leaf are."""

from __future__ import annotations

from cutpoint.errors import InputError


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
