"""Which measures are greatest at a boundary point: those may skip all other cuts.

A boundary point lies between two adjacent values whose cases are not all of one and the same class.
"""

from __future__ import annotations

import numpy as np
import pytest

from cutpoint import _core
from cutpoint.catalog import CRITERIA
from support.needs import run_slow

AT_BOUNDARIES = [criterion.name for criterion in CRITERIA.values() if criterion.boundary_points]
ELSEWHERE = [criterion.name for criterion in CRITERIA.values() if not criterion.boundary_points]

TABLES = 4000 if run_slow() else 1000


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
        values = np.cumsum(rng.uniform(0.1, 1, len(weights)))
        if not len(values):
            continue
        options = _core.ThresholdOptions("classic", measure)
        options.least = 1e-9
        chosen = _core.choose_threshold(values, weights, options)
        positions, scores = chosen["positions"], chosen["scores"]
        both = weights[positions] + weights[positions + 1]
        boundary = (both > 0).sum(axis=1) > 1
        if boundary.any():
            missed += scores[boundary].max() < scores.max() - 1e-9
    return missed


@pytest.mark.parametrize("measure", AT_BOUNDARIES)
def test_a_boundary_point_is_best(measure: str) -> None:
    assert misses(measure) == 0


@pytest.mark.parametrize("measure", ELSEWHERE)
def test_the_plain_distance_and_the_contrast_can_be_best_elsewhere(measure: str) -> None:
    assert misses(measure) > TABLES / 100
