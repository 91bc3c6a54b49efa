"""Measures and threshold methods from their definitions, one cut at a time: slow, obvious."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from support.count_tables import Table, entropy

SMALL = 1e-9


def of_family(name: str) -> Callable[[Table], float]:
    def value(table: Table) -> float:
        classes, branches, joint = (
            entropy(table.sum(axis=0)),
            entropy(table.sum(axis=1)),
            entropy(table),
        )
        gain = classes + branches - joint
        return {
            "gain": gain,
            "gain_ratio": gain / branches if branches else 0.0,
            "mantaras": gain / joint if joint else 0.0,
            "symmetric": 2 * gain / (classes + branches) if classes + branches else 0.0,
            "distance": gain - joint,
        }[name]

    return value


def gini(table: Table) -> float:
    def index(counts: Table) -> float:
        return 1 - float(((counts / counts.sum()) ** 2).sum())

    shares = table.sum(axis=1) / table.sum()
    return index(table.sum(axis=0)) - sum(
        share * index(row) for share, row in zip(shares, table, strict=True) if share > 0
    )


def mpi(table: Table) -> float:
    left, right = table.sum(axis=1) / table.sum()
    total = 0.0
    for a, b in table.T:
        if a + b > 0:
            p_left, p_right = a / table[0].sum(), b / table[1].sum()
            total += p_left * p_right / ((a + b) / table.sum())
    return float(left * right * (1 - total))


def kolmogorov(table: Table) -> float:
    total = table.sum()
    value = 0.0
    for k in range(table.shape[1]):
        one, rest = table[:, k], table.sum(axis=1) - table[:, k]
        if one.sum() > 0 and rest.sum() > 0:
            value += one.sum() / total * abs(one[0] / one.sum() - rest[0] / rest.sum())
    return float(value)


def chi2(table: Table) -> float:
    used = table[:, table.sum(axis=0) > 0]
    if used.shape[1] < 2:
        return 0.0
    result = stats.chi2_contingency(used, correction=False)
    return float(-stats.chi2.logsf(result.statistic, result.dof))


MEASURES: dict[str, Callable[[Table], float]] = {
    **{
        name: of_family(name)
        for name in ("gain", "gain_ratio", "mantaras", "symmetric", "distance")
    },
    "gini": gini,
    "mpi": mpi,
    "kolmogorov": kolmogorov,
    "chi2": chi2,
}


def contrast(values: NDArray[np.float64], weights: Table, position: int) -> float:
    """Return p_L p_R (m_L - m_R)^2 by the class entropy that is left."""
    sides = [(values[: position + 1], weights[: position + 1])]
    sides.append((values[position + 1 :], weights[position + 1 :]))
    shares = [float(part.sum() / weights.sum()) for _, part in sides]
    means = [float((x * part.sum(axis=1)).sum() / part.sum()) for x, part in sides]
    left = sum(
        share * entropy(part.sum(axis=0)) for share, (_, part) in zip(shares, sides, strict=True)
    )
    between = shares[0] * shares[1] * (means[0] - means[1]) ** 2
    return between / left if left > 1e-12 else math.inf


Above = Callable[[float, float, float], bool]


def plain_above(value: float, bar: float, tolerance: float) -> bool:
    """Compare; a learner remembers how near such a comparison was, in tolerances."""
    return value > bar


def middle_of(below: float, above: float) -> float:
    """Return the middle; the lower one where no number lies between."""
    cut = float(below + (above - below) * 0.5)
    return cut if below <= cut < above else below


def mean_of(numbers: list[float]) -> float:
    """Return the mean, one number after the other: no sum that could be infinite."""
    mean = 0.0
    for i, number in enumerate(numbers, start=1):
        mean += (number - mean) / i
    return mean


class Candidate:
    def __init__(self, values: NDArray[np.float64], weights: Table, position: int) -> None:
        self.position = position
        above = next(v for v in range(position + 1, len(values)) if weights[v].sum() > 0)
        self.last_below, self.first_above = values[position], values[above]
        self.cut = middle_of(values[position], values[above])
        self.table = np.array(
            [weights[: position + 1].sum(axis=0), weights[position + 1 :].sum(axis=0)]
        )


def candidates(values: NDArray[np.float64], weights: Table, least: float) -> list[Candidate]:
    found = []
    for position in range(len(values) - 1):
        if weights[position].sum() > 0 and weights[position + 1 :].sum() > 0:
            candidate = Candidate(values, weights, position)
            if candidate.table.sum(axis=1).min() >= least:
                found.append(candidate)
    return found


def first_greatest(scores: list[float], above: Above = plain_above) -> int:
    best = 0
    for i, score in enumerate(scores):
        if above(score, scores[best] + SMALL, SMALL):
            best = i
    return best


def spread(measure: Callable[[Table], float], table: Table) -> float:
    """Return the standard deviation by the delta method, with derivatives from differences."""
    total = table.sum()
    slopes = np.zeros_like(table)
    for cell in np.argwhere(table > 0):
        b, k = cell
        step = 1e-5 * table[b, k]
        sides = []
        for sign in (1, -1):
            moved = table.copy()
            moved[b, k] += sign * step
            sides.append(measure(moved))
        slopes[b, k] = total * (sides[0] - sides[1]) / (2 * step)
    shares = table / total
    mean = (shares * slopes).sum()
    return math.sqrt((shares * (slopes - mean) ** 2).sum() / total)


def splitmix(key: int, start: int, size: int) -> list[float]:
    """Return uniform numbers from Steele, Lea & Flood's generator, in whole numbers of Python's."""
    mask = (1 << 64) - 1
    out = []
    for i in range(start + 1, start + size + 1):
        z = (key + i * 0x9E3779B97F4A7C15) & mask
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        out.append(((z ^ (z >> 31)) >> 11) * 2.0**-53)
    return out


def resampled(weights: Table, key: int, number: int) -> Table:
    flat = weights.ravel()
    draws = max(1, math.floor(flat.sum() + 0.5))
    ends = np.cumsum(flat)
    out = np.zeros_like(flat)
    for u in splitmix(key, number * draws, draws):
        cell = min(int(np.searchsorted(ends, u * ends[-1], side="right")), len(flat) - 1)
        out[cell] += flat.sum() / draws
    return out.reshape(weights.shape)


Measure = str | Callable[[Table], float]


def score_of(
    criterion: Measure, values: NDArray[np.float64], weights: Table, candidate: Candidate
) -> float:
    if criterion == "contrast":
        return contrast(values, weights, candidate.position)
    measure = MEASURES[criterion] if isinstance(criterion, str) else criterion
    return measure(candidate.table)


def spread_of(
    criterion: Measure, values: NDArray[np.float64], weights: Table, candidate: Candidate
) -> float:
    if criterion == "contrast":
        at = candidate.position
        if contrast(values, weights, at) == math.inf:
            return 0.0
        return spread(lambda moved: contrast(values, moved, at), weights)
    return spread(MEASURES[criterion] if isinstance(criterion, str) else criterion, candidate.table)


def choose(
    method: str,
    criterion: Measure,
    values: NDArray[np.float64],
    weights: Table,
    least: float,
    window: int,
    width: float,
    resamples: int,
    key: int,
    above: Above = plain_above,
) -> tuple[Candidate, float, float] | None:
    """Return the candidate, and the lowest and highest cut it was sought between."""
    found = candidates(values, weights, least)
    if not found:
        return None
    scores = [score_of(criterion, values, weights, candidate) for candidate in found]
    low = high = None
    if method == "kolmogorov":
        best = found[first_greatest([kolmogorov(candidate.table) for candidate in found], above)]
    elif method == "median":
        apart = [-abs(float(np.subtract(*candidate.table.sum(axis=1)))) for candidate in found]
        best = found[first_greatest(apart)]
    elif method == "smoothing":
        half = window // 2
        smooth = [
            float(np.mean(scores[max(0, i - half) : i + half + 1])) for i in range(len(scores))
        ]
        best = found[first_greatest(smooth, above)]
    else:
        top = first_greatest(scores, above)
        best = found[top]
    if method == "averaging":
        margin = width * spread_of(criterion, values, weights, best)
        # The derivatives are differences here: what is near to the margin may be beyond it.
        bar, doubt = scores[top] - margin, 10 * SMALL + 1e-4 * margin
        near = [
            c
            for c, score in zip(found, scores, strict=True)
            if c is best or above(score, bar, doubt)
        ]
        low, high = near[0], near[-1]
        middle = middle_of(low.cut, high.cut)
        best = [c for c in found if c.last_below <= middle][-1]
    elif method == "bootstrap":
        cuts = []
        for number in range(resamples):
            drawn_weights = resampled(weights, key, number)
            drawn = candidates(values, drawn_weights, least)
            if drawn:
                drawn_scores = [score_of(criterion, values, drawn_weights, c) for c in drawn]
                cuts.append(drawn[first_greatest(drawn_scores, above)].cut)
        if cuts:
            best, low, high = (
                ([c for c in found if c.last_below <= cut] or found[:1])[-1]
                for cut in (mean_of(cuts), min(cuts), max(cuts))
            )
    low, high = low or best, high or best
    return best, low.cut, high.cut
