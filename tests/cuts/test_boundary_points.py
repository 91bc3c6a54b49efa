"""Which measures are greatest at a boundary point (METHODS 2.1): those may skip all other cuts.

A boundary point lies between two adjacent values whose cases are not all of one and the same class.
"""

from __future__ import annotations

import numpy as np
import pytest

from cutpoint.cuts.curve import score_curve
from cutpoint.measures.codes import AT_BOUNDARIES, CODES

TABLES = 4000


def misses(measure: str) -> int:
    """Return on how many random small tables every boundary point is worse than another cut."""
    rng = np.random.default_rng(11)
    missed = 0
    for _ in range(TABLES):
        n_values, n_classes = int(rng.integers(3, 12)), int(rng.integers(2, 5))
        weights = rng.integers(0, rng.integers(1, 5), (n_values, n_classes)).astype(float)
        if rng.random() < 0.7:  # most values have cases of one class only
            weights *= rng.integers(0, n_classes, n_values)[:, None] == np.arange(n_classes)
        weights = weights[weights.sum(axis=1) > 0]
        positions = np.empty(len(weights), dtype=np.int64)
        lefts, scores = np.empty(len(weights)), np.empty(len(weights))
        values = np.cumsum(rng.uniform(0.1, 1, len(weights)))
        size = score_curve(
            np.int64(CODES[measure]), np.int64(0), values, weights, 1e-9, positions, lefts, scores,
            np.empty(0),
        )  # fmt: skip
        both = weights[positions[:size]] + weights[positions[:size] + 1]
        boundary = (both > 0).sum(axis=1) > 1
        if size and boundary.any():
            missed += scores[:size][boundary].max() < scores[:size].max() - 1e-9
    return missed


@pytest.mark.parametrize("measure", AT_BOUNDARIES)
def test_a_boundary_point_is_best(measure: str) -> None:
    assert misses(measure) == 0


@pytest.mark.parametrize("measure", sorted(set(CODES) - set(AT_BOUNDARIES)))
def test_the_plain_distance_and_the_contrast_can_be_best_elsewhere(measure: str) -> None:
    assert misses(measure) > TABLES / 100
