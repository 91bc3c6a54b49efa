"""The reference learner with every measure, threshold method and interval method.

Thresholds are chosen by the slow references. Intervals are found by whatever function is given,
from a table that is made here; what a tree makes of them is done once more.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import erfcx

from support.reference import thresholds
from support.reference.information import ONE, gained, split_information
from support.reference.learner import ROUNDING, Learner, Part
from support.reference.nodes import Path, Test

Weights = NDArray[np.float64]
Measure = Callable[[Weights], float]
FindIntervals = Callable[[Any, Weights, Weights, float], tuple[list[int], tuple[float, ...]]]
"""A method, values, their weights by class and the weight without a value to positions and cuts."""

MOST_BRANCHES = 1024
"""The most intervals of a test, unless the spec says otherwise."""


def kolmogorov(table: Weights) -> float:
    """Return the greatest distance over all ways to put the branches in two sets, by class."""
    value = 0.0
    for k in range(table.shape[1]):
        one, rest = table[:, k], table.sum(axis=1) - table[:, k]
        if one.sum() > 0 and rest.sum() > 0:
            apart = one / one.sum() - rest / rest.sum()
            value += one.sum() / table.sum() * apart[apart > 0].sum()
    return float(value)


def minus_log_p(table: Weights) -> float:
    """Return -ln p of Pearson's chi-squared, by the sums for whole degrees of freedom."""
    table = table[table.sum(axis=1) > 0][:, table.sum(axis=0) > 0]
    freedom = (table.shape[0] - 1) * (table.shape[1] - 1)
    if freedom == 0:
        return 0.0
    expected = table.sum(axis=1, keepdims=True) * table.sum(axis=0) / table.sum()
    statistic = float(((table - expected) ** 2 / expected).sum())
    if statistic <= 0:
        return 0.0
    half, odd = statistic / 2, freedom % 2
    powers = [i + odd / 2 for i in range(freedom // 2)]
    terms = [math.exp(power * math.log(half) - math.lgamma(power + 1)) for power in powers]
    if odd:
        terms.append(float(erfcx(math.sqrt(half))))
    return max(0.0, half - math.log(math.fsum(terms)))


def derived(key: int, number: int) -> int:
    """Return the key of a part of what has a key; a learner's has 62 bits."""
    mask = (1 << 64) - 1
    z = (key + (number + 1) * 0x9E3779B97F4A7C15) & mask
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
    return (z ^ (z >> 31)) >> 2


class EvidenceLearner(Learner):
    """The learner with every measure and method; ``find_intervals`` divides numeric attributes."""

    def __init__(self, table: Any, spec: Any, find_intervals: FindIntervals) -> None:
        super().__init__(table, spec)
        self.find_intervals = find_intervals
        self.measures: dict[str, Measure] = {
            "mpi": thresholds.mpi,
            "kolmogorov": kolmogorov,
            "chi2": minus_log_p,
        }
        custom = spec.custom_criterion
        if custom is not None:
            self.measures["custom"] = lambda after: float(custom(after.sum(axis=0), after))
        self.by_contrast = spec.criterion == "contrast"
        self.scales = [
            self.scale(column) if a.is_numeric and self.by_contrast else (0.0, 1.0)
            for a, column in zip(table.attributes, self.columns, strict=True)
        ]

    def scale(self, column: list[Any]) -> tuple[float, float]:
        known = [0.5 * column[row] for row, _ in self.everything if column[row] is not None]
        return (min(known), max(known)) if known else (0.0, 0.0)

    def scaled(self, a: int, value: float) -> float:
        """Return the value, of a contrast scaled so that its column goes from 0 to 1."""
        low, high = self.scales[a]
        if not self.by_contrast:
            return value
        return (0.5 * value - low) / (high - low) if high > low else 0.0

    # ---- what a test is worth

    def value(self, test: Test) -> float | None:
        criterion = self.spec.criterion
        if criterion not in (*self.measures, "contrast"):
            return super().value(test)
        if criterion == "contrast":
            score = test.score
        elif criterion == "mpi" and len(test.branches) > 2:
            return None
        else:
            score = self.measures[criterion](np.array(test.branches) / ONE)
        known = sum(map(sum, test.branches))
        share = known / (known + test.unknown)
        return score * share if score > 0 else score / share

    # ---- numeric attributes

    def numeric_test(self, a: int, parts: list[Part], path: Path) -> Test | None:
        if any(test.attribute == a and test.places for test, _ in path):
            return None  # an attribute that was divided into intervals is left out below
        at: dict[float, list[int]] = {}
        raw: dict[float, list[float]] = {}
        unknown = 0
        for row, units in parts:
            value = self.columns[a][row]
            if value is None:
                unknown += units
                continue
            scaled = self.scaled(a, value)
            at.setdefault(scaled, [0] * self.n_classes)[self.target[row]] += units
            raw.setdefault(scaled, []).append(value)
        known = sum(map(sum, at.values()))
        least = self.least_per_side(known) * ONE - ROUNDING
        if len(at) < 2 or known < 2 * least:
            return None
        values = np.array(sorted(at)) + 0.0
        weights = np.array([at[value] for value in sorted(at)]) / ONE
        found: list[int]
        places: tuple[float, ...] = ()
        score = 0.0
        if self.makes_intervals(parts):
            found, places = self.find_intervals(self.spec.intervals, values, weights, unknown / ONE)
            if not found or len(found) >= (self.spec.max_branches or MOST_BRANCHES):
                return None
            tries = len(values) - 1
        else:
            key = derived(self.key(path), 0)  # one for all attributes of a node
            candidate = self.threshold(values, weights, least / ONE, key)
            if candidate is None:
                return None
            found = [candidate.position]
            tries = len(thresholds.candidates(values, weights, least / ONE))
            if self.by_contrast:
                score = thresholds.contrast(values, weights, candidate.position)
        ends = [0, *(cut + 1 for cut in found), len(values)]
        rows = [at[value] for value in sorted(at)]
        branches = [[sum(c) for c in zip(*rows[i:j], strict=True)] for i, j in pairwise(ends)]
        enough = self.spec.min_cases * ONE - ROUNDING
        if sum(sum(branch) >= enough for branch in branches) < 2:
            return None
        between = tuple(
            (max(raw[values[cut]]) + 0.0, min(raw[values[cut + 1]]) + 0.0) for cut in found
        )
        bits, split_info = gained(branches), split_information(branches, unknown)
        test = Test(a, branches, unknown, bits, split_info, between, None, places, score)
        return self.paid(test, (len(branches) - 1) * math.log2(tries))

    def makes_intervals(self, parts: list[Part]) -> bool:
        cases = sum(units for _, units in parts) / ONE
        limit = self.spec.switch_at if self.spec.cuts == "hybrid" else math.inf
        return self.spec.intervals is not None and cases < limit

    def threshold(
        self, values: Weights, weights: Weights, least: float, key: int
    ) -> thresholds.Candidate | None:
        criterion = self.spec.criterion
        measure: thresholds.Measure
        if self.spec.cut_by == "gain":
            measure = "gain"
        else:
            measure = self.measures.get(criterion) or criterion
        spec = self.spec
        chosen = thresholds.choose(
            spec.threshold,
            measure,
            values,
            weights,
            least,
            spec.window,
            spec.width,
            spec.resamples,
            key,
            self.watch.above,
        )
        return None if chosen is None else chosen[0]

    def key(self, path: Path) -> int:
        """Return where the random numbers of a node come from: its path alone."""
        key = self.spec.seed
        for _, branch in path:
            key = derived(key, len(self.table.attributes) + branch)
        return key
