"""The interval methods once more, slow and obvious: each follows its description, nothing more.

A table is a list of rows of class counts, one per distinct value; cuts are positions: i lies
between values i and i + 1. Counts are whole numbers, so that ties can be decided exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from math import fsum, log2

import numpy as np

Rows = Sequence[Sequence[int]]
SAME = 1e-9


def added(rows: Iterable[Sequence[int]]) -> list[int]:
    """Return the class counts of several rows together."""
    return [sum(column) for column in zip(*rows, strict=True)]


def parts(rows: Rows, cuts: Sequence[int]) -> list[list[int]]:
    """Return the class counts of the intervals between cuts."""
    borders = [0, *(cut + 1 for cut in sorted(cuts)), len(rows)]
    return [added(rows[a:b]) for a, b in pairwise(borders)]


def entropy(counts: Sequence[float]) -> float:
    total = sum(counts)
    return -fsum(n / total * log2(n / total) for n in counts if n)


def first_least(values: Sequence[float], tolerance: float = SAME) -> int:
    """Return the first position of the least value; what differs by rounding is equal."""
    least = min(values)
    return next(i for i, value in enumerate(values) if value <= least + tolerance)


# ---- MDLP ----------------------------------------------------------------------------------------


def mdlp(rows: Rows, first: int = 0) -> list[int]:
    whole = added(rows)
    if len(rows) < 2 or sum(n > 0 for n in whole) < 2:
        return []
    cases = sum(whole)

    def bits(cut: int) -> float:
        return fsum(sum(part) * entropy(part) for part in parts(rows, [cut]))

    cut = first_least([bits(cut) for cut in range(len(rows) - 1)])
    below, above = parts(rows, [cut])
    k, k1, k2 = (sum(n > 0 for n in counts) for counts in (whole, below, above))
    gain = entropy(whole) - bits(cut) / cases
    price = log2(cases - 1) + log2(3**k - 2)
    price -= k * entropy(whole) - k1 * entropy(below) - k2 * entropy(above)
    if gain <= price / cases:
        return []
    return [
        *mdlp(rows[: cut + 1], first),
        first + cut,
        *mdlp(rows[cut + 1 :], first + cut + 1),
    ]


# ---- merging -------------------------------------------------------------------------------------


def chi_squared(a: Sequence[int], b: Sequence[int], smoothing: Fraction) -> Fraction:
    """Pearson's statistic from observed and expected counts, exactly."""
    table = [[n + smoothing for n in row] for row in (a, b)]
    total = sum(map(sum, table))
    statistic = Fraction(0)
    for row in table:
        for j, observed in enumerate(row):
            expected = Fraction(sum(row) * (table[0][j] + table[1][j]), total)
            if expected:
                statistic += (observed - expected) ** 2 / expected
    return statistic


def chimerge(rows: Rows, critical: float, smoothing: Fraction = Fraction(0)) -> list[int]:
    intervals = [list(row) for row in rows]
    last = list(range(len(rows)))
    while len(intervals) > 1:
        pairs = pairwise(intervals)
        statistics = [chi_squared(a, b, smoothing) for a, b in pairs]
        i = statistics.index(min(statistics))
        if statistics[i] >= critical:
            break
        intervals[i : i + 2] = [added(intervals[i : i + 2])]
        del last[i]
    return last[:-1]


def contextual(
    rows: Rows,
    unlike: Callable[[Sequence[int], Sequence[int]], float],
    score: Callable[[list[list[int]]], float],
    max_branches: int,
    min_cases: int,
) -> list[int]:
    """Berzal's Figure 2; intervals that are too small merge before all others."""
    cuts = list(range(len(rows) - 1))
    best, best_cuts = -np.inf, []
    while cuts:
        here = parts(rows, cuts)
        allowed = min(map(sum, here)) >= min_cases
        allowed &= not max_branches or len(here) <= max_branches
        if allowed and gain(here) > SAME and score(here) > best + SAME:
            best, best_cuts = score(here), list(cuts)
        pairs = list(pairwise(here))
        small = [min(sum(a), sum(b)) < min_cases for a, b in pairs]
        open_to = [not any(small) or small[i] for i in range(len(pairs))]
        distances = [
            unlike(a, b) if may else np.inf for (a, b), may in zip(pairs, open_to, strict=True)
        ]
        del cuts[first_least(distances)]
    return best_cuts


def gain(intervals: list[list[int]]) -> float:
    cases = sum(map(sum, intervals))
    inside = fsum(sum(part) * entropy(part) for part in intervals if sum(part))
    return entropy(added(intervals)) - inside / cases


def gain_ratio(intervals: list[list[int]]) -> float:
    info = entropy([sum(part) for part in intervals])
    return gain(intervals) / info if info > 0.001 else -np.inf


# ---- whole partitions ----------------------------------------------------------------------------


def bits_cost(part: Sequence[int]) -> float:
    return sum(part) * entropy(part)


def gini_cost(part: Sequence[int]) -> float:
    return sum(part) - sum(n * n for n in part) / sum(part)


def error_cost(part: Sequence[int]) -> float:
    return sum(part) - max(part)


def optimal(
    rows: Rows, cost: Callable[[Sequence[int]], float], most: int, min_cases: int
) -> tuple[float, list[int]]:
    """Try every partition: the cheapest, then the fewest cuts, then the lowest."""
    best, best_cuts = np.inf, None
    for size in range(most):
        for cuts in combinations(range(len(rows) - 1), size):
            intervals = parts(rows, cuts)
            if min(map(sum, intervals)) < min_cases:
                continue
            total = fsum(map(cost, intervals))
            if total < best - SAME:
                best, best_cuts = total, list(cuts)
    return best, best_cuts or []


def caim(rows: Rows) -> list[int]:
    n_classes = sum(n > 0 for n in added(rows))
    cuts: list[int] = []
    accepted = Fraction(0)
    while n_classes > 1:
        tried = {}
        for cut in range(len(rows) - 1):
            if cut not in cuts:
                here = parts(rows, [*cuts, cut])
                tried[cut] = sum(Fraction(max(p) ** 2, sum(p)) for p in here) / len(here)
        if not tried:
            break
        cut = max(tried, key=lambda at: (tried[at], -at))
        if tried[cut] <= accepted and len(cuts) + 1 >= n_classes:
            break
        cuts.append(cut)
        accepted = tried[cut]
    return sorted(cuts)


def zeta(rows: Rows) -> list[int]:
    left = [c for c, n in enumerate(added(rows)) if n]
    cuts = set()
    while len(left) > 1 and len(rows) > 1:
        best, chosen = -1, (0, 0)
        for cut in range(len(rows) - 1):
            below, above = parts(rows, [cut])
            for c in left:
                others = [o for o in left if o != c]
                one = below[c] + sum(above[o] for o in others)
                other = above[c] + sum(below[o] for o in others)
                if max(one, other) > best:
                    best, chosen = max(one, other), (cut, c)
        cuts.add(chosen[0])
        left = [] if len(left) == 2 else [c for c in left if c != chosen[1]]
    return sorted(cuts)


def one_rule(rows: Rows, least: int) -> list[int]:
    """Weka's reading of Holte: see the table of reference answers."""

    def majority(counts: Sequence[int]) -> int:
        return list(counts).index(max(counts))

    buckets: list[list[int]] = []
    ends: list[int] = []
    for i, row in enumerate(rows):
        bucket = buckets[-1] if buckets else None
        if bucket is not None and (max(bucket) < least or majority(row) == majority(bucket)):
            buckets[-1] = added([bucket, row])
            ends[-1] = i
        else:
            buckets.append(list(row))
            ends.append(i)
    pairs = zip(ends, buckets, buckets[1:], strict=False)
    return [end for end, a, b in pairs if majority(a) != majority(b)]


def equal_depth(rows: Rows, n_bins: int) -> list[int]:
    """Weka's rule, over single cases."""
    value_of = [i for i, row in enumerate(rows) for _ in range(sum(row))]
    cuts: list[int] = []
    left, target = len(value_of), len(value_of) / n_bins
    count, last, last_at = 0, 0, None
    for i in range(len(value_of) - 1):
        if len(cuts) == n_bins - 1:
            break
        count, left = count + 1, left - 1
        if value_of[i] == value_of[i + 1]:
            continue
        if count < target:
            last, last_at = count, value_of[i]
            continue
        if last_at is not None and target - last < count - target:
            cuts.append(last_at)
            count -= last
            last, last_at = count, value_of[i]
        else:
            cuts.append(value_of[i])
            count, last, last_at = 0, 0, None
        target = (left + count) / (n_bins - len(cuts))
    if len(cuts) < n_bins - 1 and last_at is not None:
        cuts.append(last_at)
    return cuts
