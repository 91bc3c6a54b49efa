"""How many errors a leaf will make: C4.5's upper confidence limit on the error of a leaf."""

from __future__ import annotations

import numpy as np

from cutpoint.compiled import Real, kernel

LEVELS = np.array([0, 0.001, 0.005, 0.01, 0.05, 0.10, 0.20, 0.40, 1.00])
DEVIATIONS = np.array([4.0, 3.09, 2.58, 2.33, 1.65, 1.28, 0.84, 0.25, 0.00])
"""Standard normal deviations at these confidence levels; between them C4.5 interpolates."""


@kernel
def squared_deviation(confidence: Real, real: Real) -> Real:
    """Return the square of the interpolated deviation for a confidence level."""
    i = 1
    while real(LEVELS[i]) < confidence:
        i += 1
    low, high = real(LEVELS[i - 1]), real(LEVELS[i])
    start, stop = real(DEVIATIONS[i - 1]), real(DEVIATIONS[i])
    step = real(real(stop - start) * real(confidence - low))
    deviation = real(start + real(step / real(high - low)))
    return real(deviation * deviation)


@kernel
def extra_errors(cases: Real, errors: Real, confidence: Real, squared: Real, real: Real) -> Real:
    """Return by how much the expected errors among ``cases`` exceed the ``errors`` seen.

    Exact binomial limit for no error, a straight line from it up to one error, and above that the
    normal approximation with continuity correction.
    """
    if np.float64(errors) < 1e-6:
        return _extra_if_none(cases, confidence, real)
    if np.float64(errors) < 0.9999:
        none = _extra_if_none(cases, confidence, real)
        one = _extra_if_some(cases, real(1.0), squared, real)
        return real(none + real(errors * real(one - none)))
    return _extra_if_some(cases, errors, squared, real)


@kernel
def _extra_if_none(cases: Real, confidence: Real, real: Real) -> Real:
    n = np.float64(cases)
    return real(n * (1.0 - np.exp(np.log(np.float64(confidence)) / n)))


@kernel
def _extra_if_some(cases: Real, errors: Real, squared: Real, real: Real) -> Real:
    n = np.float64(cases)
    e = np.float64(errors) + 0.5
    if e >= n:
        return real(0.67 * np.float64(real(cases - errors)))
    half = np.float64(real(squared / real(2.0)))
    quarter = np.float64(real(squared / real(4.0)))
    root = np.sqrt(np.float64(squared) * (e * (1.0 - e / n) + quarter))
    rate = real((e + half + root) / np.float64(real(cases + squared)))
    return real(real(cases * rate) - errors)
