"""The mean posterior improvement of a test with two branches (Taylor & Silverman 1993)."""

from __future__ import annotations

from cutpoint.compiled import Real, Reals, kernel


@kernel
def mean_posterior_improvement(counts: Reals) -> Real:
    """Return p_L p_R (1 - sum over classes of p_jL p_jR / p_j), of the first two branches."""
    left, right = 0.0, 0.0
    for k in range(counts.shape[1]):
        left += counts[0, k]
        right += counts[1, k]
    if left <= 0.0 or right <= 0.0:
        return 0.0
    alike = 0.0
    for k in range(counts.shape[1]):
        both = counts[0, k] + counts[1, k]
        if both > 0.0:
            alike += counts[0, k] * counts[1, k] / both
    total = left + right
    return max(0.0, left * right / (total * total) - alike / total)
