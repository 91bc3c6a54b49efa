"""Chi-squared as a score that arity does not bias: -ln p, p the chance of a greater statistic."""

from __future__ import annotations

import math

import numpy as np

from cutpoint.compiled import Int, Real, Reals, kernel

_TINY = 1e-300
_PRECISION = 1e-15


@kernel
def chi_squared(counts: Reals, classes: Reals) -> tuple[Real, Int]:
    """Return the statistic of independence and its degrees of freedom.

    ``classes`` are the weights of the classes. Branches and classes without weight do not count.
    """
    total = 0.0
    used = np.int64(0)
    for weight in classes:
        total += weight
        if weight > 0.0:
            used += 1
    filled = np.int64(0)
    inner = 0.0  # sum of n_bk^2 / (n_b n_k)
    for b in range(counts.shape[0]):
        branch = 0.0
        for k in range(classes.size):
            branch += counts[b, k]
        if branch <= 0.0:
            continue
        filled += 1
        for k in range(classes.size):
            if classes[k] > 0.0:
                inner += counts[b, k] / branch * (counts[b, k] / classes[k])
    return max(0.0, total * (inner - 1.0)), (filled - 1) * (used - 1)


@kernel
def minus_log_p(statistic: Real, freedom: Int) -> Real:
    """Return -ln of the chance that chi-squared is above the statistic, however small it is."""
    if freedom <= 0 or statistic <= 0.0:
        return 0.0
    return -log_upper_gamma(0.5 * np.float64(freedom), 0.5 * statistic)


@kernel
def log_upper_gamma(a: Real, x: Real) -> Real:
    """Return ln Q(a, x), Q being the regularised upper incomplete gamma function.

    By the series of P below a + 1 and by Lentz's continued fraction of Q above, as usual; its
    logarithm is taken before anything can underflow.
    """
    front = a * np.log(x) - x - math.lgamma(a)
    if x < a + 1.0:
        term = 1.0 / a
        series = term
        n = a
        while term > series * _PRECISION:
            n += 1.0
            term *= x / n
            series += term
        return np.log1p(-min(1.0 - 1e-16, np.exp(front) * series))
    b = x + 1.0 - a
    c = 1.0 / _TINY
    d = 1.0 / b
    fraction = d
    i = 0.0
    change = 0.0
    while np.abs(change - 1.0) > _PRECISION and i < 100000.0:
        i += 1.0
        step = -i * (i - a)
        b += 2.0
        d = step * d + b
        if np.abs(d) < _TINY:
            d = _TINY
        c = b + step / c
        if np.abs(c) < _TINY:
            c = _TINY
        d = 1.0 / d
        change = d * c
        fraction *= change
    return front + np.log(fraction)
