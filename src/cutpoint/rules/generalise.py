"""Freeing a rule of conditions that do not help (Quinlan 1993, section 5.2).

A condition goes if the rule without it is expected to err no more often. Counted are the cases that
satisfy all conditions, and those that fail exactly one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cutpoint.compiled import Flags, Int, Ints, Real, Reals, kernel
from cutpoint.prune.errors import extra_errors
from cutpoint.rules.sets import EMPTY, FULL, count


class Estimates(NamedTuple):
    """How error rates are estimated, and when a condition is significant.

    ``level`` is the greatest level of significance at which a condition may stay; above 1 there is
    no such test. ``log_factorials`` are natural logarithms, or whatever else the test is to take
    for them.
    """

    confidence: Real
    squared: Real
    level: float
    log_factorials: Reals


class Counts(NamedTuple):
    """Cases by condition left out, the last entry for none: how many, and how many wrong."""

    total: Ints
    wrong: Ints


@kernel
def generalise(
    holds: Ints, of_class: Ints, every: Ints, n_class: Int, n_cases: Int, estimates: Estimates,
    kept: Flags, counts: Counts, real: Real,
) -> Real:  # fmt: skip
    """Drop conditions from a rule; return its estimated error rate, or -1 if nothing is left of it.

    ``holds`` has for each condition the set of cases that satisfy it. ``kept`` is all true at
    first, and says at the end which conditions stay.
    """
    size = holds.shape[0]
    default = real(1.0 - (n_class + 1.0) / (n_cases + 2.0))
    n_kept = size
    estimate = default
    while n_kept > 0:
        _count(holds, of_class, every, kept, counts)
        total, wrong = counts.total[size], counts.wrong[size]
        actual, estimate = _rates(total, wrong, default, estimates, real)
        best = -1
        lowest = real(0.0)
        drop = False
        for d in range(size):
            if not kept[d]:
                continue
            rate, expected = _rates(counts.total[d], counts.wrong[d], default, estimates, real)
            if best < 0 or expected <= lowest:  # the last on ties
                best, lowest = d, expected
            drop = drop or expected <= estimate or rate <= actual
            if not drop and estimates.level <= 1:
                gained = counts.total[d] - total
                gained_wrong = counts.wrong[d] - wrong
                drop = (
                    significance(
                        wrong, gained_wrong, total - wrong, gained - gained_wrong,
                        estimates.log_factorials,
                    )
                    > estimates.level
                )  # fmt: skip
        if not drop:
            break
        kept[best] = False
        n_kept -= 1
    if n_kept == 0 or counts.total[size] == 0 or estimate >= default:
        return real(-1.0)
    return estimate


@kernel
def _count(holds: Ints, of_class: Ints, every: Ints, kept: Flags, counts: Counts) -> None:
    """Count the cases of the rule, and of the rule without each condition in turn."""
    size = holds.shape[0]
    total, wrong = counts.total, counts.wrong
    total[: size + 1] = 0
    wrong[: size + 1] = 0
    for w in range(every.size):
        one, more = EMPTY, EMPTY  # the cases that fail a condition, and that fail several
        for d in range(size):
            if kept[d]:
                fails = ~holds[d, w]
                more |= one & fails
                one |= fails
                if more == FULL:
                    break
        covered = every[w] & ~one
        total[size] += count(covered)
        wrong[size] += count(covered & ~of_class[w])
        nearly = every[w] & one & ~more
        if nearly != EMPTY:
            for d in range(size):
                if kept[d]:
                    only = nearly & ~holds[d, w]
                    if only != EMPTY:
                        total[d] += count(only)
                        wrong[d] += count(only & ~of_class[w])
    for d in range(size):
        total[d] += total[size]
        wrong[d] += wrong[size]


@kernel
def _rates(
    total: Int, wrong: Int, default: Real, estimates: Estimates, real: Real
) -> tuple[Real, Real]:
    """Return the error rate seen and the one to expect."""
    if total == 0:
        return real(0.0), default
    n, e = real(total), real(wrong)
    extra = extra_errors(n, e, estimates.confidence, estimates.squared, real)
    return real(e / n), real(real(e + extra) / n)


@kernel
def significance(a: Int, b: Int, c: Int, d: Int, log_factorials: Reals) -> Real:
    """Return the level of Fisher's exact test of a table with rows (a, b) and (c, d).

    That is the probability, given its margins, of a table at least as uneven in the same direction.
    """
    if a + b < c + d:
        a, b, c, d = c, d, a, b
    if c * (a + b) < a * (c + d):  # the column of which the smaller row has more than its share
        a, b, c, d = b, a, d, c
    f = log_factorials
    margins = f[a + b] + f[c + d] + f[a + c] + f[b + d] - f[a + b + c + d]
    level = 0.0
    for k in range(min(a, d) + 1):
        level += np.exp(margins - f[a - k] - f[b + k] - f[c + k] - f[d - k])
    return level
