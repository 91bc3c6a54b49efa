"""What Release 8 may have chosen at a node, given that it calculates in single precision.

Every amount is worked out in double precision, slowly and plainly, and then taken as an interval:
what is nearer to a bar than single precision can tell may be on either side of it. A choice of
the program that no interval allows is a real difference from the default learner.
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from support.reference.groups import best_groups

NOISE = 1e-5
"""By how many bits per case, and by what part of a weight, single precision may be wrong."""
EPSILON = 0.001
"""C4.5's small number: for averages, for split information and for errors."""
ROUNDING = 1e-6
"""What the default learner allows for: three thirds of a case are a case."""
ULP = 1e-7
"""What single precision may change a count by, of its size."""
TRIALS = 12
"""How often the counts are changed so, to find other groupings."""
GAP = 1e-5
"""Release 8 does not cut between numbers that are nearer than this."""
MANY_VALUES = 0.3
"""A nominal attribute with more values than this part of the cases is left out of the average."""

Reals = NDArray[np.float64]
Ints = NDArray[np.int64]


class Options(NamedTuple):
    """The options of a run."""

    gain_ratio: bool = True
    group_values: bool = False
    min_cases: float = 2.0


class Rules(NamedTuple):
    """Which oddities of Release 8 are kept (docs/faithful.md); by default only its precision."""

    sums: bool = False
    """Parts of cases that add up to the minimum number of cases may come out as more or less."""
    gap: bool = False
    """There is no cut between numbers that are 0.00001 or less apart."""
    forgets: bool = False
    """With groups of values, the minimum number of cases has become 1."""


class Parts(NamedTuple):
    """What a node holds: rows, and how much of each."""

    rows: Ints
    weight: Reals

    @property
    def cases(self) -> float:
        """The weight of all."""
        return float(self.weight.sum())


class Interval(NamedTuple):
    """What a number may come out as."""

    low: float
    high: float


class Way(NamedTuple):
    """One way to divide a node by an attribute: a cut, or an assignment of values to branches."""

    gain: Interval  # bits per case, less the charge
    split_info: float
    cut: float | None = None  # the greatest value below
    branch_of: tuple[int, ...] = ()


class Candidate(NamedTuple):
    """The ways of an attribute that are best, or as good as best."""

    attribute: int
    certain: bool  # whether the attribute has a test in any case
    gain: Interval
    value: Interval  # of the criterion
    ways: tuple[Way, ...]
    counts: bool  # in the average gain


class Division(NamedTuple):
    """A test as it divides the rows of a node: -1 for unknown."""

    branch: Ints
    n_branches: int


def x_lg_x(x: Reals) -> Reals:
    """Return x lg x, 0 where x is 0."""
    return x * np.log2(np.where(x > 0, x, 1.0))


def information(counts: Reals) -> Any:
    """Return entropy times number along the last axis."""
    return x_lg_x(counts.sum(axis=-1)) - x_lg_x(counts).sum(axis=-1)


class Judge:
    """Says which tests Release 8 may have chosen for given cases of a table."""

    def __init__(self, table: Any, options: Options, rules: Rules) -> None:
        assert table.target is not None
        self.table, self.options, self.rules = table, options, rules
        self.target = table.target.astype(np.int64)
        self.n_classes = len(table.classes)
        self.least = 1.0 if rules.forgets and options.group_values else options.min_cases
        self.slack = NOISE if rules.sums else 0.0
        self._ranges: dict[tuple[bytes, bytes], Interval] = {}

    @cached_property
    def everything(self) -> Parts:
        """All cases of the table."""
        return Parts(np.arange(self.table.n_rows), np.ones(self.table.n_rows))

    # ---- dividing the cases

    def division(self, parts: Parts, attribute: int, way: Way) -> Division:
        """Return how a way divides the cases."""
        column = self.table.columns[attribute][parts.rows]
        if self.table.attributes[attribute].values is None:
            assert way.cut is not None
            branch = np.where(np.isnan(column), -1, (column > way.cut).astype(np.int64))
            return Division(branch, 2)
        # The last entry is for -1, unknown.
        branch = np.array([*way.branch_of, -1], dtype=np.int64)[column]
        return Division(branch, max(way.branch_of) + 1)

    def divided(self, parts: Parts, division: Division) -> list[Parts]:
        """Return the cases of each branch; unknown ones go everywhere, in proportion."""
        sizes = [
            float(parts.weight[division.branch == b].sum()) for b in range(division.n_branches)
        ]
        known = sum(sizes)
        result = []
        for b, size in enumerate(sizes):
            here = (division.branch == b) | ((division.branch < 0) & (size > 0))
            share = np.where(division.branch < 0, size / known, 1.0)
            result.append(Parts(parts.rows[here], (parts.weight * share)[here]))
        return result

    def class_counts(self, parts: Parts) -> Reals:
        """Return the weight by class."""
        return np.bincount(self.target[parts.rows], parts.weight, self.n_classes)

    # ---- the tests of an attribute

    def candidate(self, a: int, parts: Parts) -> Candidate | None:
        """Return the best ways to test an attribute; None if there is certainly none."""
        values = self.table.attributes[a].values
        if values is None:
            ways, certain = self.cuts(a, parts)
        elif len(values) > 2 and self.options.group_values:
            ways, certain = self.groups(a, parts), True
        else:
            ways, certain = self.one_branch_per_value(a, parts)
        certain = certain and all(w.gain.low > 0 and w.split_info > EPSILON + NOISE for w in ways)
        ways = [w for w in ways if w.gain.high > 0 and w.split_info > EPSILON - NOISE]
        if not ways:
            return None
        gain = Interval(min(w.gain.low for w in ways), max(w.gain.high for w in ways))
        rated = [self.value(way) for way in ways]
        value = Interval(min(v.low for v in rated), max(v.high for v in rated))
        many = values is not None and len(values) >= MANY_VALUES * self.table.n_rows
        return Candidate(
            a, certain, gain, value, tuple(ways), self.options.group_values or not many
        )

    def value(self, way: Way) -> Interval:
        """Return the gain ratio, or the gain."""
        if not self.options.gain_ratio:
            return way.gain
        return Interval(way.gain.low / way.split_info, way.gain.high / way.split_info)

    def by_value(self, codes: Ints, n: int, parts: Parts) -> Reals:
        """Return the weight by code and class."""
        known = codes >= 0
        cell = codes[known] * self.n_classes + self.target[parts.rows[known]]
        counts = np.bincount(cell, parts.weight[known], n * self.n_classes)
        return counts.reshape(n, self.n_classes)

    def cuts(self, a: int, parts: Parts) -> tuple[list[Way], bool]:
        """Return the cuts that may have seemed best, and whether there certainly is one."""
        column = self.table.columns[a][parts.rows]
        known = ~np.isnan(column)
        values, codes = np.unique(column[known], return_inverse=True)
        if len(values) < 2:
            return [], False
        every = np.full(len(column), -1)
        every[known] = codes
        counts = self.by_value(every, len(values), parts)
        below = counts.cumsum(axis=0)[:-1]
        above = counts.sum(axis=0) - below
        n_known = float(counts.sum())
        side = np.minimum(below.sum(axis=1), above.sum(axis=1))
        least = max(self.least, min(0.1 * n_known / self.n_classes, 25.0))
        certain, possible = self.reaches(side, least, parts)
        if self.rules.gap:
            single = values.astype(np.float32).astype(np.float64)
            far = single[1:] - single[:-1] > GAP
            possible &= far
            certain &= far
        if not possible.any():
            return [], False
        cases = parts.cases
        bits = information(counts.sum(axis=0)) - information(below) - information(above)
        unknown = np.full(len(below), max(0.0, cases - n_known))
        sides = np.stack([below.sum(axis=1), above.sum(axis=1), unknown], axis=1)
        split_info = information(sides) / cases
        bar = bits[certain].max() if certain.any() else -math.inf
        most, fewest = possible.sum(), max(1, certain.sum())
        ways = [
            Way(
                Interval(
                    (bits[i] - np.log2(most)) / cases - NOISE,
                    (bits[i] - np.log2(fewest)) / cases + NOISE,
                ),
                float(split_info[i]),
                cut=float(values[i]),
            )
            for i in np.flatnonzero(possible & (bits / cases >= bar / cases - NOISE))
        ]
        return ways, bool(certain.any())

    def reaches(self, weight: Any, least: float, parts: Parts) -> tuple[Any, Any]:
        """Return whether a weight certainly, and whether it possibly, reaches a minimum."""
        slack = 0.0 if (parts.weight == 1).all() else self.slack
        return weight >= least * (1 + slack) - ROUNDING, weight >= least * (1 - slack) - ROUNDING

    def one_branch_per_value(self, a: int, parts: Parts) -> tuple[list[Way], bool]:
        """Return the test with one branch per value, and whether it certainly is one."""
        n = len(self.table.attributes[a].values or ())
        counts = self.by_value(self.table.columns[a][parts.rows].astype(np.int64), n, parts)
        sizes, cases = counts.sum(axis=1), parts.cases
        certain, possible = self.reaches(sizes, self.least, parts)
        if possible.sum() < 2:
            return [], False
        gain = (information(counts.sum(axis=0)) - information(counts).sum()) / cases
        sides = np.append(sizes, max(0.0, cases - sizes.sum()))
        way = Way(
            Interval(gain - NOISE, gain + NOISE),
            float(information(sides)) / cases,
            branch_of=tuple(range(n)),
        )
        return [way], bool(certain.sum() >= 2)

    def groups(self, a: int, parts: Parts) -> list[Way]:
        """Return C4.5's grouping of the values, and what it may be instead.

        Which groups are joined is a chain of comparisons: other chains are found by changing the
        counts by as little as single precision does.
        """
        n = len(self.table.attributes[a].values or ())
        counts = self.by_value(self.table.columns[a][parts.rows].astype(np.int64), n, parts)
        unknown = max(0.0, parts.cases - float(counts.sum()))
        least = self.least * (1 - self.slack) - ROUNDING
        rng = np.random.default_rng(0)
        found: dict[tuple[int, ...], Way] = {}
        for trial in range(TRIALS):
            by_value = counts
            if trial > 0:
                changes = rng.uniform(-1, 1, (1 + len(counts), self.n_classes))[1:]
                by_value = counts * (1 + ULP * changes)
            grouping = best_groups(
                by_value.tolist(), unknown, parts.cases, least, self.options.gain_ratio
            )
            groups = grouping.branch_of
            if grouping.n_branches > 0 and groups not in found:
                gains = Interval(grouping.gain - NOISE, grouping.gain + NOISE)
                found[groups] = Way(gains, grouping.split_info, branch_of=groups)
        return list(found.values())

    # ---- choosing

    def choices(self, parts: Parts) -> tuple[list[Candidate], bool]:
        """Return the attributes that may have seemed best, and whether none may have."""
        found = [self.candidate(a, parts) for a in range(len(self.table.attributes))]
        candidates = [c for c in found if c is not None]
        if not candidates:
            return [], True
        bar = self.average(candidates) if self.options.gain_ratio else Interval(-1, -1)
        able = [c for c in candidates if c.gain.high >= bar.low - EPSILON]
        sure = [c for c in able if c.certain and c.gain.low >= bar.high - EPSILON]
        best = max((c.value.low for c in sure), default=-math.inf)
        return [c for c in able if c.value.high >= best], not sure

    def average(self, candidates: list[Candidate]) -> Interval:
        """Return what the average gain may be."""
        counted = [c for c in candidates if c.counts]
        sure = [c for c in counted if c.certain]
        low, high = [c.gain.low for c in sure], [c.gain.high for c in sure]
        for c in sorted(set(counted) - set(sure), key=lambda c: c.gain.low):
            if not low or c.gain.low < sum(low) / len(low):
                low.append(c.gain.low)
        for c in sorted(set(counted) - set(sure), key=lambda c: -c.gain.high):
            if high and c.gain.high > sum(high) / len(high):
                high.append(c.gain.high)
        return Interval(
            sum(low) / len(low) if low else -math.inf, sum(high) / len(high) if high else -math.inf
        )

    def may_choose(self, parts: Parts, attribute: int, division: Division) -> bool:
        """Return whether the test that divides the cases like this may have seemed best."""
        for candidate in self.choices(parts)[0]:
            if candidate.attribute == attribute:
                for way in candidate.ways:
                    if np.array_equal(self.division(parts, attribute, way).branch, division.branch):
                        return True
        return False

    # ---- taking tests back

    def errors(self, parts: Parts) -> Interval:
        """Return how many training errors the tree below may make, over all possible choices."""
        key = (parts.rows.tobytes(), parts.weight.tobytes())
        if key not in self._ranges:
            self._ranges[key] = self._errors(parts)
        return self._ranges[key]

    def _errors(self, parts: Parts) -> Interval:
        counts, cases = self.class_counts(parts), parts.cases
        as_leaf = cases - float(counts.max(initial=0.0))
        enough, maybe_enough = self.reaches(cases, 2 * self.least, parts)
        if as_leaf <= NOISE or not maybe_enough:
            return Interval(as_leaf, as_leaf)
        choices, may_stop = self.choices(parts)
        may_stop |= not enough
        low, high = as_leaf, as_leaf if may_stop or not choices else 0.0
        for candidate in choices:
            for way in candidate.ways:
                below = self.errors_below(parts, self.division(parts, candidate.attribute, way))
                low, high = min(low, below.low), max(high, below.high)
        return Interval(low, high)

    def errors_below(self, parts: Parts, division: Division) -> Interval:
        """Return how many errors remain after a test; a test that saves none is taken back."""
        as_leaf = parts.cases - float(self.class_counts(parts).max())
        branches = [self.errors(below) for below in self.divided(parts, division) if below.cases]
        low, high = sum(b.low for b in branches), sum(b.high for b in branches)
        bar = as_leaf - EPSILON
        slack = NOISE * parts.cases
        return Interval(
            low if low < bar + slack else as_leaf, as_leaf if high >= bar - slack else high
        )
