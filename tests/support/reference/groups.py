"""C4.5's grouping of nominal values, as its program does it, in double precision.

Values that occur start as blocks of their own. Blocks of one and the same class are joined at once.
Then the two blocks whose union is best are joined, again and again, while that improves the test.
Of equal pairs the last is taken, and rounding decides which are equal: so everything is added up in
the program's order.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

LN2 = 0.69314718055994530942
EPSILON = 0.001
"""The program's small number; minus it stands for a test that cannot be used."""
PURITY = 0.1
"""The weight that may be missing from a block of one class."""
PRESENT = 0.5
"""A value of no more weight than this gets no block."""
IMPROVEMENT = 1e-5
"""By how much joining two blocks must improve the test."""


class Grouping(NamedTuple):
    """A test on groups of values. Without a branch it cannot be used."""

    gain: float
    split_info: float
    n_branches: int
    branch_of: tuple[int, ...]


class Block(NamedTuple):
    """Values that share a branch, and the weight of their cases by class."""

    values: frozenset[int]
    counts: tuple[float, ...]
    total: float

    def joined(self, other: Block) -> Block:
        counts = tuple(a + b for a, b in zip(self.counts, other.counts, strict=True))
        return Block(self.values | other.values, counts, self.total + other.total)


@lru_cache(maxsize=1 << 16)
def x_lg_x(x: float) -> float:
    return x * (math.log(x) / LN2) if x > 0 else 0.0


@lru_cache(maxsize=1 << 16)
def total_info(weights: tuple[float, ...]) -> float:
    """Return the entropy of some weights times their sum."""
    total, inner = 0.0, 0.0
    for weight in weights:
        inner += x_lg_x(weight)
        total += weight
    return x_lg_x(total) - inner


class Same(NamedTuple):
    """What differs by no more is equal; the program itself compares as it is."""

    weight: float = 0.0
    worth: float = 0.0  # of a gain or gain ratio


EXACT = Same()


class Search:
    """What the search for a grouping knows of the node."""

    def __init__(
        self,
        by_value: Sequence[Sequence[float]],
        unknown: float,
        cases: float,
        gain_ratio: bool,
        same: Same,
    ) -> None:
        self.unknown, self.cases, self.gain_ratio = unknown, cases, gain_ratio
        self.same, self.one_case = same, 1.0 - same.weight
        self.known = cases - unknown
        inner = 0.0
        for column in zip(*by_value, strict=True):
            weight = 0.0
            for part in column:
                weight += part
            inner += x_lg_x(weight)
        self.base = (x_lg_x(self.known) - inner) / self.known

    def gain(self, blocks: Sequence[Block], least: float) -> float:
        """Return the gain of a partition; two of its branches need at least so many cases."""
        if sum(block.total >= least for block in blocks) < 2:
            return -EPSILON
        residual = 0.0
        for block in blocks:
            residual += total_info(block.counts)
        return (1.0 - self.unknown / self.cases) * (self.base - residual / self.known)

    def split_info(self, blocks: Sequence[Block]) -> float:
        return total_info((self.unknown, *(block.total for block in blocks))) / self.cases

    def worth(self, gain: float, info: float) -> float:
        """Return the gain ratio or the gain; minus EPSILON if the test is not worth looking at."""
        if self.gain_ratio:
            return gain / info if gain >= 0 and info > EPSILON else -EPSILON
        return gain if info > 0 and gain > -EPSILON else -EPSILON

    def best_pair(
        self, blocks: list[Block], barred: int | None, forced: bool, least_gain: float
    ) -> tuple[list[Block], float, float, float] | None:
        """Return the blocks after the best union, their gain, information and worth."""
        same = self.same.worth
        best, best_gain, best_value = None, -EPSILON, 0.0
        for one in range(len(blocks) - 1):
            for two in range(one + 1, len(blocks)):
                if barred in (one, two):
                    continue
                after = joined_blocks(blocks, one, two)
                gain, info = self.gain(after, self.one_case), self.split_info(after)
                value = self.worth(gain, info)
                enough_at_last = gain + same >= least_gain > best_gain + same
                if enough_at_last or value + same >= best_value or (best is None and forced):
                    best, best_gain, best_value = (after, gain, info, value), gain, value
        return best


def joined_blocks(blocks: list[Block], one: int, two: int) -> list[Block]:
    """Return the blocks with two joined: the last takes the place of the second."""
    after = blocks[:-1]
    if two < len(after):
        after[two] = blocks[-1]
    after[one] = blocks[one].joined(blocks[two])
    return after


def single_classes_joined(blocks: list[Block], same_weight: float) -> list[Block]:
    """Return the blocks with those of one and the same class joined."""
    one = 0
    while one < len(blocks) - 1:
        counts = blocks[one].counts
        occurring = [c for c, weight in enumerate(counts) if weight + same_weight >= PURITY]
        c = occurring[0] if occurring else len(counts) - 1
        if counts[c] + same_weight >= blocks[one].total - PURITY:
            two = one + 1
            while two < len(blocks):
                if blocks[two].counts[c] + same_weight < blocks[two].total - PURITY:
                    two += 1
                else:
                    blocks = joined_blocks(blocks, one, two)
        one += 1
    return blocks


def best_groups(
    by_value: Sequence[Sequence[float]],
    unknown: float,
    cases: float,
    min_cases: float,
    gain_ratio: bool,
    same: Same = EXACT,
) -> Grouping:
    """Return the grouping of the values that C4.5 finds.

    Parameters
    ----------
    by_value : sequence of sequences
        The weight of the cases by value and class.
    unknown, cases : float
        The weight of the cases without a value, and of all.
    """
    unfit = Grouping(-EPSILON, 0.0, 0, ())
    if cases - unknown < EPSILON:
        return unfit
    search = Search(by_value, unknown, cases, gain_ratio, same)
    totals = [sum(counts) for counts in by_value]
    everyone = [
        Block(frozenset([v]), tuple(counts), total)
        for v, (counts, total) in enumerate(zip(by_value, totals, strict=True))
    ]
    gain, info = search.gain(everyone, search.one_case), search.split_info(everyone)
    present = [block for block in everyone if block.total - same.weight > PRESENT]
    blocks = single_classes_joined(present, same.weight)
    if len(blocks) < len(present):
        gain, info = search.gain(blocks, search.one_case), search.split_info(blocks)
    value = search.worth(gain, info)
    least_gain = gain / 2
    while len(blocks) > 2:
        large = sum(block.total >= min_cases for block in blocks)
        forced = not gain_ratio or large < 2
        largest = 0
        for b, block in enumerate(blocks):
            if block.total > blocks[largest].total + same.weight:
                largest = b
        best = search.best_pair(blocks, None if large >= 3 else largest, forced, least_gain)
        if best is None or (not forced and best[3] + same.worth < value + IMPROVEMENT):
            break
        blocks, gain, info, value = best
    if value <= 0:
        return unfit
    branch_of = [
        next((b for b, block in enumerate(blocks) if v in block.values), len(blocks))
        for v in range(len(by_value))
    ]
    n_branches = max(len(blocks), max(branch_of, default=0) + 1)
    return Grouping(search.gain(blocks, min_cases), info, n_branches, tuple(branch_of))
