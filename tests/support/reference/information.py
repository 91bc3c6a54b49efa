"""Information and the measures made of it, over whole units of cases.

Information is in bits over the node, not per case: a test gains ``sum_b info(b) - info(all)`` bits,
``info(counts)`` being minus the entropy of some cases times their number.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

ONE = 2**30
"""The units of one case."""

Counts = Sequence[int]
"""Units by class."""


@lru_cache(maxsize=1 << 20)
def phi(units: int) -> float:
    """Return x lg x of x cases."""
    return units / ONE * math.log2(units / ONE) if units > 0 else 0.0


def info(counts: Counts) -> float:
    """Return minus the entropy of the cases times their number."""
    return math.fsum([*map(phi, counts), -phi(sum(counts))])


def added(branches: Sequence[Counts]) -> list[int]:
    """Return the counts of all branches together."""
    return [sum(column) for column in zip(*branches, strict=True)]


def gained(branches: Sequence[Counts]) -> float:
    """Return the information that knowing the branch gives, in bits over the node."""
    return math.fsum(map(info, branches)) - info(added(branches))


def split_information(branches: Sequence[Counts], unknown: int) -> float:
    """Return the entropy of the branches per case, unknown being one of them."""
    sizes = [*map(sum, branches), unknown]
    return -info(sizes) * ONE / sum(sizes)


def mantaras(bits: float, branches: Sequence[Counts]) -> float:
    """Return I / (H_C + H_T - I), one less the normalised distance."""
    class_bits, test_bits = -info(added(branches)), -info([*map(sum, branches)])
    return bits / (class_bits + test_bits - bits)


def symmetric(bits: float, branches: Sequence[Counts]) -> float:
    """Return 2 I / (H_C + H_T)."""
    class_bits, test_bits = -info(added(branches)), -info([*map(sum, branches)])
    return 2 * bits / (class_bits + test_bits)


def distance(bits: float, branches: Sequence[Counts]) -> float:
    """Return H_C + H_T - 2 I, per case."""
    class_bits, test_bits = -info(added(branches)), -info([*map(sum, branches)])
    return (class_bits + test_bits - 2 * bits) * ONE / sum(map(sum, branches))


def gini(branches: Sequence[Counts]) -> float:
    """Return how much less likely two cases of a branch differ in class than two of all."""

    def alike(counts: Counts) -> float:
        total = sum(counts)
        return math.fsum((n / total) ** 2 for n in counts) if total else 0.0

    known = sum(map(sum, branches))
    return math.fsum(sum(b) / known * alike(b) for b in branches) - alike(added(branches))
