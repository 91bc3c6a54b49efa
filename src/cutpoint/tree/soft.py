"""Soft thresholds: near a cut a case goes down both branches (Quinlan 1993, section 8.4).

Each cut has a lower and an upper bound. A value below the lower goes left and one above the upper
right, as ever; between them the weight of the left branch falls from 1 by way of a half at the cut
to 0.
"""

from __future__ import annotations

LEAST = 0.01
"""A branch of less weight is not followed."""
NUDGE = 0.001
"""What C4.5 adds to the distance of a bound from the cut, lest it be zero."""


def weight_below(value: float, lower: float, cut: float, upper: float, nudge: float) -> float:
    """Return how far a value is on the left of a cut, from 0 to 1."""
    if value <= lower:
        return 1.0
    if value <= cut:
        return 1.0 - 0.5 * (value - lower) / (cut - lower + nudge)
    if value < upper:
        return 0.5 - 0.5 * (value - cut) / (upper - cut + nudge)
    return 0.0


def area_below(value: float, lower: float, cut: float, upper: float, nudge: float) -> float:
    """Return the integral of :func:`weight_below` from the lower bound up to a value."""
    if value <= lower:
        return value - lower
    left = min(value, cut) - lower
    area = left - (0.25 * left * left / (cut - lower + nudge) if left > 0 else 0.0)
    if value > cut and upper > cut:
        right = min(value, upper) - cut
        area += 0.5 * right - 0.25 * right * right / (upper - cut + nudge)
    return area
