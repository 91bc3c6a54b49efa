"""The exact learner once more, as plainly as it can be said: slow, and there to be compared with.

Everything is weighed in whole *units*, 2**30 to a case, so that sums are exact.

A later test must beat an earlier one by more than a tolerance, so rounding decides nothing. Where
a comparison is so near to its bar that rounding might decide it after all, :class:`Watch` knows.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from support.reference.groups import Same, best_groups
from support.reference.information import (
    ONE,
    added,
    distance,
    gained,
    gini,
    mantaras,
    split_information,
    symmetric,
)
from support.reference.nodes import Node, Path, Test, flat

ROUNDING = 1024
"""The units by which rounded parts of cases may fall short of a minimum."""
BITS = 1e-6
"""Gains over a node are equal if they differ by no more bits than this."""
SMALL = 1e-9
"""Normalised values are equal if they differ by no more than this."""
EPSILON = 0.001
"""C4.5's small number: for averages, for split information and for errors."""

Part = tuple[int, int]
"""What a node holds of a case: its row and its units."""


def by_share(values: list[int], counts: list[list[int]], k: int) -> list[int]:
    """Return values by their share of a class; those that tie within the rounding by number."""
    share = {v: counts[v][k] / sum(counts[v]) for v in values}
    runs: list[list[int]] = []
    for v in sorted(values, key=lambda v: (share[v], v)):
        if runs and (share[v] - share[runs[-1][0]]) * sum(counts[v]) <= ROUNDING:
            runs[-1].append(v)
        else:
            runs.append([v])
    return [v for run in runs for v in sorted(run)]


class Watch:
    """Compares, and remembers how near to the bar any comparison was, in tolerances."""

    def __init__(self) -> None:
        self.closest = math.inf

    def above(self, value: float, bar: float, tolerance: float = BITS) -> bool:
        """Return whether the value is above the bar."""
        self.closest = min(self.closest, abs(value - bar) / tolerance)
        return value > bar


class Learner:
    """Grows the tree of a table; ``table`` and ``spec`` are what the product is given."""

    def __init__(self, table: Any, spec: Any) -> None:
        assert table.target is not None
        self.table = table
        self.spec = spec
        self.watch = Watch()
        self.target: list[int] = table.target.tolist()
        self.n_classes = len(table.classes)
        self.columns: list[list[Any]] = [
            [
                None if missing else value
                for value, missing in zip(
                    column.tolist(),
                    (np.isnan(column) if a.is_numeric else column < 0).tolist(),
                    strict=True,
                )
            ]
            for a, column in zip(table.attributes, table.columns, strict=True)
        ]
        weights = [1.0] * table.n_rows if table.weights is None else table.weights.tolist()
        units = [math.floor(weight * ONE + 0.5) for weight in weights]
        self.everything: list[Part] = [(row, u) for row, u in enumerate(units) if u > 0]
        self.total = sum(u for _, u in self.everything)

    def grow(self) -> tuple[list[dict[str, Any]], float]:
        """Return the nodes, and the least distance of any comparison from its bar, in tolerances.

        They are a flat list, level by level, as in a model file.
        """
        root = self.node(self.everything, (), 0)
        return flat(root), self.watch.closest

    def node(self, parts: list[Part], path: Path, above: int) -> Node:
        """Grow the tree below a node; ``above`` is the class of the one above it."""
        counts = self.class_counts(parts)
        cases = sum(counts)
        # The first of the classes that tie for the most: the rounding of shares does not decide.
        label = next(k for k, count in enumerate(counts) if max(counts) - count <= ROUNDING)
        if counts[label] == 0:
            label = above
        leaf = Node(label, counts, cases - counts[label])
        if counts[label] == cases or cases < 2 * (self.spec.min_cases * ONE - ROUNDING):
            return leaf
        if len(path) == self.spec.max_depth:
            return leaf
        test = self.best_test(parts, path)
        if test is None:
            return leaf
        nothing = Node(label, [0] * self.n_classes, 0)
        branches = []
        for b, below in enumerate(self.divided(parts, test)):
            known = sum(test.branches[b])
            branches.append(self.node(below, (*path, (test, b)), label) if known else nothing)
        errors = sum(branch.errors for branch in branches)
        if self.spec.collapse and errors / ONE >= leaf.errors / ONE - EPSILON:
            return leaf
        return Node(label, counts, errors, test, self.cuts_of(test), tuple(branches))

    def class_counts(self, parts: list[Part]) -> list[int]:
        counts = [0] * self.n_classes
        for row, units in parts:
            counts[self.target[row]] += units
        return counts

    def divided(self, parts: list[Part], test: Test) -> list[list[Part]]:
        """Return the parts of each branch; an unknown value goes everywhere, in proportion."""
        column = self.columns[test.attribute]
        least = max(1, round(self.spec.min_fraction * ONE))
        sizes = [sum(branch) for branch in test.branches]
        known = sum(sizes)
        result: list[list[Part]] = [[] for _ in sizes]
        for row, units in parts:
            if column[row] is not None:
                result[_branch(test, column[row])].append((row, units))
                continue
            for branch, size in enumerate(sizes):
                share = math.floor(units * (size / known) + 0.5)
                if size > 0 and share >= least:
                    result[branch].append((row, share))
        return result

    # ---- choosing the attribute

    def best_test(self, parts: list[Part], path: Path) -> Test | None:
        """Return the best of all attributes' tests, the first of equals."""
        tests = []
        for a, attribute in enumerate(self.table.attributes):
            test = None
            if attribute.values is None:
                test = self.numeric_test(a, parts, path)
            elif len(attribute.values) > 2 and self.spec.nominal == "groups":
                test = self.grouped_test(a, parts)
            elif len(attribute.values) > 2 and self.spec.nominal == "binary":
                test = self.two_groups_test(a, parts)
            elif len(attribute.values) >= 2:
                test = self.nominal_test(a, parts)
            if test is not None and self.value(test) is not None:
                tests.append(test)
        if self.spec.criterion == "gain":
            return self.first_best(tests, [test.bits for test in tests], BITS)
        if self.spec.criterion == "gain_ratio":
            bar = self.average_gain(tests) - EPSILON
            tests = [test for test in tests if self.watch.above(_gain(test), bar)]
        return self.first_best(tests, [self.value(test) for test in tests], SMALL)

    def first_best(
        self, tests: list[Test], values: Sequence[float | None], tolerance: float
    ) -> Test | None:
        """Return the test that no other beats by more than the tolerance.

        It must be above 0, unless the criterion can be below.
        """
        below_zero = self.spec.criterion in ("distance", "custom")
        best, best_value = None, -math.inf if below_zero else 0.0
        for test, value in zip(tests, values, strict=True):
            assert value is not None
            if self.watch.above(value, best_value + tolerance, tolerance):
                best, best_value = test, value
        return best

    def average_gain(self, tests: list[Test]) -> float:
        """Return the average gain of the tests; C4.5 leaves out nominal ones of many values."""
        if self.spec.leave_out_many_values:
            many = 0.3 * self.total / ONE
            tests = [
                test
                for test in tests
                if len(self.table.attributes[test.attribute].values or ()) < many
            ]
        return math.fsum(map(_gain, tests)) / len(tests) if tests else -math.inf

    def value(self, test: Test) -> float | None:
        """Return how good a test is; None if the criterion cannot use it."""
        criterion = self.spec.criterion
        known = sum(map(sum, test.branches))
        known_share = known / (known + test.unknown)
        if criterion == "gain":
            return _gain(test)
        if criterion == "gain_ratio":
            return _gain(test) / test.split_info if self.enough_split_info(test) else None
        if criterion == "mantaras":
            return known_share * mantaras(test.bits, test.branches)
        if criterion == "symmetric":
            return known_share * symmetric(test.bits, test.branches)
        if criterion == "distance":
            return -distance(test.bits, test.branches) / known_share
        assert criterion == "gini"
        return known_share * gini(test.branches)

    def enough_split_info(self, test: Test) -> bool:
        return self.watch.above(test.split_info, EPSILON)

    # ---- nominal attributes

    def value_counts(self, a: int, parts: list[Part]) -> tuple[list[list[int]], list[int]]:
        """Return the units by value and class, and the unknown ones by class."""
        counts = [[0] * self.n_classes for _ in self.table.attributes[a].values or ()]
        unknown = [0] * self.n_classes
        for row, units in parts:
            value = self.columns[a][row]
            (unknown if value is None else counts[value])[self.target[row]] += units
        return counts, unknown

    def nominal_test(self, a: int, parts: list[Part]) -> Test | None:
        """Return the test with one branch per value, if two branches have enough cases."""
        branches, unknown = self.value_counts(a, parts)
        least = self.spec.min_cases * ONE - ROUNDING
        if sum(sum(branch) >= least for branch in branches) < 2:
            return None
        bits = gained(branches)
        if not self.watch.above(bits, BITS):
            return None
        unknowns = sum(unknown)
        split_info = split_information(branches, unknowns)
        every = list(range(len(branches)))
        return Test(a, branches, unknowns, bits, split_info, branch_of=every)

    def grouped_test(self, a: int, parts: list[Part]) -> Test | None:
        """Return C4.5's grouping of the values, with the gain and the information C4.5 gives it."""
        counts, unknown = self.value_counts(a, parts)
        cases = sum(u for _, u in parts) / ONE
        by_value = [[n / ONE for n in counted] for counted in counts]
        least = self.spec.min_cases - ROUNDING / ONE
        by_ratio = self.spec.criterion != "gain"
        same = Same(ROUNDING / ONE, SMALL if by_ratio else BITS / cases)
        gain, split_info, n_branches, branch_of = best_groups(
            by_value, sum(unknown) / ONE, cases, least, by_ratio, same
        )
        bits = gain * cases
        if not self.watch.above(bits, BITS):
            return None
        if self.spec.charge_groups and self.spec.penalty != "none":
            held = sum(1 for counted in counts if sum(counted))
            charge = math.log2(1 + sum(math.comb(g, 2) for g in range(n_branches, held + 1)))
            if self.spec.penalty == "filter" and self.watch.above(charge, bits):
                return None
            if self.spec.penalty == "rank":
                bits -= charge
                if not self.watch.above(bits, BITS):
                    return None
        branches = [[0] * self.n_classes for _ in range(n_branches)]
        for branch, counted in zip(branch_of, counts, strict=True):
            branches[branch] = added([branches[branch], counted])
        return Test(a, branches, sum(unknown), bits, split_info, branch_of=list(branch_of))

    def two_groups_test(self, a: int, parts: list[Part]) -> Test | None:
        """Return the test of the best two groups, if it pays for having been chosen."""
        counts, unknown = self.value_counts(a, parts)
        tests = list(self.two_groups(a, counts, sum(unknown)))
        able = [test for test in tests if self.watch.above(test.bits, BITS)]
        if self.chooses_by_gain():
            best = self.first_best(able, [test.bits for test in able], BITS)
        else:
            values = [(test, self.value(test)) for test in able]
            able = [test for test, value in values if value is not None]
            best = self.first_best(able, [v for _, v in values if v is not None], SMALL)
        if best is None:
            return None
        return self.paid(best, math.log2(len(tests))) if self.spec.charge_groups else best

    def chooses_by_gain(self) -> bool:
        """Return whether the best grouping is the one that gains most, whatever the criterion."""
        criterion = self.spec.criterion
        whole_tables = criterion not in (
            "gain",
            "gain_ratio",
            "mantaras",
            "symmetric",
            "gini",
            "distance",
        )
        return criterion == "gain" or self.spec.cut_by == "gain" or whole_tables

    def two_groups(self, a: int, counts: list[list[int]], unknown: int) -> Iterator[Test]:
        """Yield the groupings in which the values of one group have more of some class.

        The first group is that of the first value; values without cases join the heavier one.
        """
        held = [v for v, counted in enumerate(counts) if sum(counted)]
        least = self.spec.min_cases * ONE - ROUNDING
        seen = [k for k, n in enumerate(added(counts)) if n]
        for k in seen[:1] if len(seen) == 2 else seen:
            order = by_share(held, counts, k)
            for n in range(1, len(order)):
                low = order[:n]
                one = low if min(held) in low else order[n:]
                sides = [[v for v in held if v in one], [v for v in held if v not in one]]
                branches = [added([counts[v] for v in side]) for side in sides]
                sizes = [*map(sum, branches)]
                if min(sizes) < least:
                    continue
                absent = 1 if sizes[1] - sizes[0] > ROUNDING else 0
                branch_of = [
                    0 if v in sides[0] else 1 if v in sides[1] else absent
                    for v in range(len(counts))
                ]
                split_info = split_information(branches, unknown)
                yield Test(a, branches, unknown, gained(branches), split_info, branch_of=branch_of)

    # ---- numeric attributes

    def numeric_test(self, a: int, parts: list[Part], path: Path) -> Test | None:
        """Return the test of the best cut, if it pays for having been chosen among many."""
        cuts = list(self.cuts(a, parts))
        if not cuts:
            return None
        charge = math.log2(len(cuts))
        if self.spec.criterion == "gain" or self.spec.cut_by == "gain":
            best = self.first_best(cuts, [cut.bits for cut in cuts], BITS)
        elif self.spec.cut_by == "criterion":
            best = self.cut_by_measure(cuts, charge)
        else:
            best = self.cut_by_release7(cuts)
        return None if best is None else self.paid(best, charge)

    def paid(self, test: Test, charge: float) -> Test | None:
        """Return the test after it has paid for having been chosen, if it can."""
        if self.spec.penalty == "filter" and self.watch.above(charge, test.bits):
            return None
        if self.spec.penalty == "rank":
            test = _charged(test, charge)
        return test if self.watch.above(test.bits, BITS) else None

    def cuts(self, a: int, parts: list[Part]) -> Iterator[Test]:
        """Yield a test for every place between two known values, with enough cases on each side."""
        at: dict[float, list[int]] = {}
        unknown = 0
        for row, units in parts:
            value = self.columns[a][row]
            if value is None:
                unknown += units
            else:
                at.setdefault(value, [0] * self.n_classes)[self.target[row]] += units
        if not at:
            return
        values = sorted(at)
        left, right = [0] * self.n_classes, added(list(at.values()))
        least = self.least_per_side(sum(right)) * ONE - ROUNDING
        for below, above in pairwise(values):
            left = [mine + more for mine, more in zip(left, at[below], strict=True)]
            right = [mine - less for mine, less in zip(right, at[below], strict=True)]
            if sum(left) >= least and sum(right) >= least:
                branches = [left, right]
                split_info = split_information(branches, unknown)
                yield Test(a, branches, unknown, gained(branches), split_info, ((below, above),))

    def least_per_side(self, known: int) -> float:
        """Return the cases that each side of a cut needs."""
        least = self.spec.min_cases
        if self.spec.minimum_split:
            tenth = 0.1 * (known / ONE) / self.n_classes
            least = max(least, min(tenth, 25.0))
        return least

    def cut_by_measure(self, cuts: list[Test], charge: float) -> Test | None:
        """Return the cut that the criterion finds best, the lowest of equals."""
        able, values = [], []
        for cut in cuts:
            if self.watch.above(cut.bits, BITS):
                value = self.value(_charged(cut, charge) if self.spec.penalty == "rank" else cut)
                if value is not None:
                    able.append(cut)
                    values.append(value)
        return self.first_best(able, values, SMALL)

    def cut_by_release7(self, cuts: list[Test]) -> Test | None:
        """Return the best gain ratio among cuts of at least average gain, the highest of equals."""
        bar = math.fsum(map(_gain, cuts)) / len(cuts) - EPSILON
        best, best_ratio = None, 0.0
        for cut in cuts:
            if (
                self.watch.above(_gain(cut), bar)
                and self.watch.above(cut.bits, BITS)
                and self.enough_split_info(cut)
            ):
                ratio = _gain(cut) / cut.split_info
                if self.watch.above(ratio, best_ratio - SMALL, SMALL):
                    best, best_ratio = cut, ratio
        return best

    def cuts_of(self, test: Test) -> tuple[float, ...]:
        """Return where the cuts of a numeric test lie."""
        return tuple(self.placed(test, i) for i in range(len(test.between)))

    def placed(self, test: Test, i: int) -> float:
        """Return where cut i lies between the values beside it."""
        below, above = test.between[i]
        place = test.places[i] if test.places else below + (above - below) * 0.5
        if self.spec.placement == "observed":
            column = self.columns[test.attribute]
            known = {column[row] for row, _ in self.everything} - {None}
            if test.places:
                return max(value for value in known if value <= place) + 0.0
            place = observed(known, below, above)
        elif self.spec.placement == "weighted":
            left, right = (sum(branch) / ONE for branch in test.branches[i : i + 2])
            place = (right * below + left * above) / (left + right)
        return place if below <= place < above else below


def observed(values: Iterable[float], below: float, above: float) -> float:
    """Return the greatest value that is not above the middle of two, in single precision.

    Where the middle of two decimal numbers is itself a value, rounding decides as in C4.5.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        middle = (np.float32(below) + np.float32(above)) / np.float32(2)
        lower = [value for value in values if value >= below and np.float32(value) <= middle]
    return max(lower, default=below) + 0.0


def _gain(test: Test) -> float:
    """Return the bits gained per case of the node, unknown ones included."""
    return test.bits * ONE / (sum(map(sum, test.branches)) + test.unknown)


def _charged(test: Test, charge: float) -> Test:
    return test._replace(bits=test.bits - charge)


def _branch(test: Test, value: Any) -> int:
    if test.branch_of is None:
        return sum(value > below for below, _ in test.between)
    return test.branch_of[value]
