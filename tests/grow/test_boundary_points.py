"""Which cuts can be the best: boundary points, and the two traps in that rule (METHODS 2.1).

A boundary point lies between two adjacent values whose cases are not all of one and the same class.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import pytest

from support.reference.information import (
    ONE,
    gained,
    gini,
    info,
    mantaras,
    split_information,
    symmetric,
)

Branches = list[list[int]]
Measure = Callable[[Branches], float]


class Cut(NamedTuple):
    branches: Branches
    boundary: bool


def gain(branches: Branches) -> float:
    return gained(branches)


def gain_ratio(branches: Branches) -> float:
    return gained(branches) / split_information(branches, 0)


def one_less_normalised_distance(branches: Branches) -> float:
    return mantaras(gained(branches), branches)


def symmetric_uncertainty(branches: Branches) -> float:
    return symmetric(gained(branches), branches)


def minus_distance(branches: Branches) -> float:
    """Return -(H_C + H_T - 2 I), in bits over the node."""
    classes = [sum(column) for column in zip(*branches, strict=True)]
    return info(classes) + info([*map(sum, branches)]) + 2 * gained(branches)


MEASURES = [gain, gain_ratio, one_less_normalised_distance, symmetric_uncertainty, gini]


def random_cuts(seed: int) -> list[Cut]:
    """Return every cut of a random small table."""
    rng = np.random.default_rng(seed)
    n_values, n_classes = rng.integers(3, 12), rng.integers(2, 5)
    counts = rng.integers(0, rng.integers(1, 5), (n_values, n_classes))
    if rng.random() < 0.5:  # most values have cases of one class only
        counts *= rng.integers(0, n_classes, n_values)[:, None] == np.arange(n_classes)
    counts = counts[counts.sum(axis=1) > 0]
    cuts = []
    for position, (below, above) in enumerate(pairwise(counts), 1):
        sides = [counts[:position].sum(axis=0), counts[position:].sum(axis=0)]
        cuts.append(
            Cut(
                [[int(n) * ONE for n in side] for side in sides],
                boundary=np.count_nonzero(below + above) > 1,
            )
        )
    return cuts


def best(measure: Measure, cuts: list[Cut]) -> float:
    return max((measure(cut.branches) for cut in cuts), default=-math.inf)


def missed(measure: Measure, cuts: list[Cut], kept: list[Cut]) -> bool:
    """Return whether the best cut is not among those that were kept."""
    return best(measure, cuts) > best(measure, kept) + 1e-9


def boundaries(cuts: list[Cut]) -> list[Cut]:
    return [cut for cut in cuts if cut.boundary]


def divisible_tables(seeds: range) -> list[list[Cut]]:
    """Return the cuts of those tables that have a boundary point at all."""
    return [cuts for cuts in map(random_cuts, seeds) if boundaries(cuts)]


@pytest.mark.parametrize("measure", MEASURES)
def test_the_best_of_all_cuts_is_a_boundary_point(measure: Measure) -> None:
    for cuts in divisible_tables(range(2000)):
        assert not missed(measure, cuts, boundaries(cuts))


def charged(measure: Callable[[float, Branches], float], charge: float) -> Measure:
    return lambda branches: measure(gained(branches) - charge, branches)


@pytest.mark.parametrize("unknown", [0, 1, 20])
def test_neither_a_charge_nor_unknown_values_change_that(unknown: int) -> None:
    """Release 8 subtracts lg(cuts) bits, and unknown is a branch in the split information."""

    def ratio(bits: float, branches: Branches) -> float:
        return bits / split_information(branches, unknown * ONE)

    for cuts in divisible_tables(range(1000)):
        for value in (ratio, mantaras, symmetric):
            measure = charged(value, math.log2(len(cuts)))
            if best(measure, cuts) > 0:
                assert not missed(measure, cuts, boundaries(cuts))


def test_the_plain_distance_is_not_always_least_at_a_boundary_point() -> None:
    """The second trap: what is proven for the gain does not hold for every measure."""
    tables = divisible_tables(range(2000))
    share = sum(missed(minus_distance, cuts, boundaries(cuts)) for cuts in tables) / len(tables)
    assert 0.01 < share < 0.2


def test_the_smallest_table_where_the_plain_distance_misses() -> None:
    """Classes n n y n n: the distance is 0.722 + 0.722 - 2 * 0.073 = 1.298 bits after the first.

    At the boundary after the second it is 0.722 + 0.971 - 2 * 0.171 = 1.351 bits.
    """
    first = [[1 * ONE, 0], [3 * ONE, 1 * ONE]]
    second = [[2 * ONE, 0], [2 * ONE, 1 * ONE]]
    assert -minus_distance(first) / 5 == pytest.approx(1.298, abs=5e-4)
    assert -minus_distance(second) / 5 == pytest.approx(1.351, abs=5e-4)
    assert gain(first) < gain(second)


def admissible(cuts: list[Cut], least: int) -> list[Cut]:
    """Return the cuts with so many cases on each side."""
    return [cut for cut in cuts if min(map(sum, cut.branches)) >= least * ONE]


@pytest.mark.parametrize("measure", MEASURES)
def test_under_a_minimum_the_best_cut_is_a_boundary_point_or_the_first_or_the_last(
    measure: Measure,
) -> None:
    """The first trap: who looks at boundary points only must look at both ends as well."""
    only_at_an_end = 0
    for cuts in divisible_tables(range(2000)):
        able = admissible(cuts, 3)
        if able:
            only_at_an_end += missed(measure, able, boundaries(able))
            assert not missed(measure, able, [*boundaries(able), able[0], able[-1]])
    assert only_at_an_end > 20
