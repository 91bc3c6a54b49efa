"""Choosing the rules of a class: those that, with their exceptions, are described most shortly.

The bits of a subset are half those of its rules, less what their order would say, plus those that
name its false positives and false negatives (Quinlan 1995, "MDL and categorical theories").
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cutpoint.compiled import ONE, ZERO, Flags, Int, Ints, Real, Reals, allocating, kernel
from cutpoint.measures.information import lg
from cutpoint.rules.sets import BITS, EMPTY, bit, count, size_of, size_of_both

MOST_TRIED = 10
"""Up to so many rules all subsets are tried."""
N_STARTS = 11
"""With more, hill climbing starts from so many subsets."""
_TOO_LONG = 1e6
_TINY = 1e-6


class Candidates(NamedTuple):
    """The rules of one class: the cases they cover, their bits, and the cases of the class."""

    cover: Ints
    bits: Reals
    of_class: Ints
    n_class: Int
    n_cases: Int
    log_numbers: Reals
    log_factorials: Reals


@allocating
def best_subset(candidates: Candidates, draws: Reals, real: Real) -> Flags:
    """Return which rules to keep; ``draws`` are random numbers, ``N_STARTS`` for each rule."""
    n_rules = candidates.cover.shape[0]
    chosen = np.zeros(n_rules, dtype=np.bool_)
    if n_rules <= MOST_TRIED:
        _try_all(candidates, chosen, real)
        return chosen
    lowest = np.float64(np.inf)
    inside = np.zeros(n_rules, dtype=np.bool_)
    by_word = np.ascontiguousarray(candidates.cover.T)
    for start in range(N_STARTS):
        for r in range(n_rules):
            inside[r] = draws[start * n_rules + r] < start / 10.0
        lowest = _climb(candidates, by_word, inside, chosen, lowest, real)
    return chosen


@allocating
def _try_all(candidates: Candidates, chosen: Flags, real: Real) -> None:
    """Try all subsets in binary counting order, the first rule being the lowest digit.

    ``union[j]`` holds the cases that the rules of the subset from j on cover. The next number has
    one new digit, at ``j``, and zeros below it: one union to make.
    """
    n_rules, n_words = candidates.cover.shape
    union = np.zeros((n_rules + 1, n_words), dtype=np.uint64)
    lowest = _subset_bits(candidates, ZERO, ZERO, ZERO, real(0.0), real)
    inside = np.zeros(n_rules, dtype=np.bool_)
    for _ in range(1, 1 << n_rules):
        j = 0
        while inside[j]:
            inside[j] = False
            j += 1
        inside[j] = True
        above = j + 1
        while above < n_rules and not inside[above]:
            above += 1
        for w in range(n_words):
            union[j, w] = union[above, w] | candidates.cover[j, w]
        covered = size_of(union[j])
        right = size_of_both(union[j], candidates.of_class)
        size, total = ZERO, real(0.0)
        for r in range(n_rules):
            if inside[r]:
                total = real(total + candidates.bits[r])
                size += 1
        bits = _subset_bits(candidates, size, covered, right, total, real)
        if bits < lowest:
            lowest = bits
            chosen[:] = inside


@allocating
def _climb(
    candidates: Candidates, by_word: Ints, inside: Flags, chosen: Flags, lowest: Real, real: Real
) -> Real:
    """Add or drop the rule that saves most, until none does; return the lowest bits seen.

    ``chosen`` becomes the subset with those bits, if they are lower than ``lowest``. ``by_word``
    holds the covers by word, for when a word changes.
    """
    n_rules, n_words = candidates.cover.shape
    cover = candidates.cover
    times = np.zeros(n_words * BITS, dtype=np.int32)  # how many rules of the subset cover a case
    never = np.zeros(n_words, dtype=np.uint64)
    once = np.zeros(n_words, dtype=np.uint64)
    for r in range(n_rules):
        if inside[r]:
            for w in range(n_words):
                if cover[r, w] != EMPTY:
                    _add(times, cover[r, w], w, 1)
    for w in range(n_words):
        never[w], once[w] = _never_and_once(times, w)
    # What a rule alone covers, or would.
    alone = np.zeros(n_rules, dtype=np.int64)
    right = np.zeros(n_rules, dtype=np.int64)
    for r in range(n_rules):
        _recount(candidates, r, once if inside[r] else never, alone, right)

    size = ZERO
    covered, covered_right = ZERO, ZERO
    for w in range(n_words):
        covered += count(~never[w])
        covered_right += count(~never[w] & candidates.of_class[w])
    for r in range(n_rules):
        size += inside[r]
    while True:
        total = real(0.0)
        for r in range(n_rules):
            if inside[r]:
                total = real(total + candidates.bits[r])
        bits = np.float64(_subset_bits(candidates, size, covered, covered_right, total, real))
        if bits < lowest:
            lowest = bits
            chosen[:] = inside
        best, most = -1, real(0.0)
        now = _exception_bits(candidates, covered, covered_right, real)
        for r in range(n_rules):
            saved = _saving(candidates, r, inside[r], size, covered, covered_right, alone[r],
                            right[r], now, real)  # fmt: skip
            if saved > most:
                best, most = r, saved
        if best < 0:
            return lowest
        step = -1 if inside[best] else 1
        covered += step * alone[best]
        covered_right += step * right[best]
        size += step
        inside[best] = not inside[best]
        for w in range(n_words):
            if cover[best, w] == EMPTY:
                continue
            never_before, once_before = never[w], once[w]
            _add(times, cover[best, w], w, step)
            never[w], once[w] = _never_and_once(times, w)
            changed = (never[w] ^ never_before) | (once[w] ^ once_before)
            if changed == EMPTY:  # what several rules cover, one more does not change
                continue
            for r in range(n_rules):
                here = by_word[w, r] & changed
                if here != EMPTY and r != best:
                    before = here & (once_before if inside[r] else never_before)
                    after = here & (once[w] if inside[r] else never[w])
                    alone[r] += count(after) - count(before)
                    right[r] += count(after & candidates.of_class[w])
                    right[r] -= count(before & candidates.of_class[w])
        _recount(candidates, np.int64(best), once if inside[best] else never, alone, right)


@kernel
def _add(times: Ints, word: Int, w: Int, step: Int) -> None:
    """Count the cases of a word once more, or once less."""
    for case in range(w * BITS, (w + 1) * BITS):
        if word & bit(case) != EMPTY:
            times[case] += step


@kernel
def _never_and_once(times: Ints, w: Int) -> tuple[Int, Int]:
    """Return the cases of a word that no rule covers, and those that one does."""
    never, once = EMPTY, EMPTY
    for case in range(w * BITS, (w + 1) * BITS):
        if times[case] == 0:
            never |= bit(case)
        elif times[case] == 1:
            once |= bit(case)
    return never, once


@kernel
def _recount(candidates: Candidates, r: Int, among: Ints, alone: Ints, right: Ints) -> None:
    """Count the cases of a rule among others, and those of its class."""
    alone[r] = size_of_both(candidates.cover[r], among)
    right[r] = ZERO
    for w in range(among.size):
        right[r] += count(candidates.cover[r, w] & among[w] & candidates.of_class[w])


@kernel
def _saving(
    candidates: Candidates, r: Int, inside: bool, size: Int, covered: Int, covered_right: Int,
    alone: Int, right: Int, now: Real, real: Real,
) -> Real:  # fmt: skip
    """Return the bits saved by adding a rule to the subset, or by dropping it."""
    its_bits = np.float64(candidates.bits[r])
    if inside:
        then = _exception_bits(candidates, covered - alone, covered_right - right, real)
        rules = 0.5 * (its_bits - candidates.log_numbers[size])
    else:
        then = _exception_bits(candidates, covered + alone, covered_right + right, real)
        rules = 0.5 * (candidates.log_numbers[size + ONE] - its_bits)
    return real(np.float64(real(now - then)) + rules)


@kernel
def _subset_bits(
    candidates: Candidates, size: Int, covered: Int, covered_right: Int, bits: Real, real: Real
) -> Real:
    rules = real(np.float64(bits) - candidates.log_factorials[size])
    return real(
        0.5 * np.float64(rules)
        + np.float64(_exception_bits(candidates, covered, covered_right, real))
    )


@kernel
def _exception_bits(candidates: Candidates, covered: Int, right: Int, real: Real) -> Real:
    """Return the bits that name the exceptions among the cases covered and not covered."""
    n_cases = candidates.n_cases
    wrong, missed = covered - right, candidates.n_class - right
    half = real(0.5 * (wrong + missed))
    if covered > 0.5 * n_cases:
        of_covered, of_others = half, real(missed)
    else:
        of_covered, of_others = real(wrong), half
    return real(
        lg(real(n_cases))
        + np.float64(_biased(covered, wrong, of_covered, real))
        + np.float64(_biased(n_cases - covered, missed, of_others, real))
    )


@kernel
def _biased(n: Int, errors: Int, expected: Real, real: Real) -> Real:
    """Return the bits that say which of n cases are errors, as many as that being expected."""
    if np.float64(expected) <= _TINY:
        return real(0.0) if errors == 0 else real(_TOO_LONG)
    if np.float64(expected) >= n - _TINY:
        return real(0.0) if errors == n else real(_TOO_LONG)
    rate = real(expected / real(n))
    return real(-errors * lg(rate) - (n - errors) * lg(real(real(1.0) - rate)))
