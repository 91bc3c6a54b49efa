"""The best cut by gain of a column in sorted entries.

What is scanned, and what is skipped because it cannot win (``blocks.py``), does not change the
answer: the first cut that is better than every earlier one by more than ``BITS``.
"""

from __future__ import annotations

import numpy as np

from cutpoint.compiled import Flag, Int, Ints, Reals, inlined, kernel
from cutpoint.grow.blocks import (
    NARROW,
    NO_CUT,
    above_phi,
    apart,
    below_phi,
    bound_block,
    bound_ends,
    divide_block,
    slack_of,
    sum_phi,
    units_of,
    weight_before,
)
from cutpoint.grow.fixed import CASE, UNIT_BITS, phi_of

_FEW_CASES = 64  # in one or two blocks, every cut is tried: such wide bounds rule out little


@kernel
def score(c0: Int, c1: Int, n0: Int, n1: Int, table: Ints) -> Int:
    """Return S for c0 and c1 of n0 and n1 whole cases below the cut."""
    return (
        table[np.uint64(c0)] + table[np.uint64(n0 - c0)]
        + table[np.uint64(c1)] + table[np.uint64(n1 - c1)]
        - table[np.uint64(c0 + c1)] - table[np.uint64(n0 + n1 - c0 - c1)]
    )  # fmt: skip


@kernel
def count_ones(entries: Ints, class_shift: Int) -> Int:
    """Return how many entries are of the second of two classes."""
    shift = entries.dtype.type(class_shift)
    one = entries.dtype.type(1)
    k = np.uint32(0)
    for i in range(entries.size):
        k = np.uint32(k + ((entries[i] >> shift) & one))
    return np.int64(k)


@inlined
def scan_two_classes(
    entries: Ints, n0: Int, n1: Int, least: Int, start: Int, margin: Int, rank: Ints, tied: Flag,
    class_shift: Int, row_mask: Int, table: Ints,
) -> tuple[Int, Int]:  # fmt: skip
    """Return (S, cases below) of the best cut of whole cases of two classes.

    A cut must beat ``start``; each later one must beat the best by ``margin``. ``least`` is the
    minimum number of cases on a side. A block lies in the rectangle of class counts between its
    ends, and convex S is greatest at one of its corners.
    """
    size = entries.size
    shift = entries.dtype.type(class_shift)
    one = entries.dtype.type(1)
    best = start
    position = NO_CUT
    last = min(size - 1, size - least)  # a cut lies before entry i, 1 <= i <= last
    c0 = np.int64(0)
    c1 = np.int64(0)
    i = np.int64(0)
    if size <= _FEW_CASES:
        while i + 1 < least:
            c1 += np.int64((entries[i] >> shift) & one)
            i += 1
        while i < last:
            c1 += np.int64((entries[i] >> shift) & one)
            i += 1
            s = score(i - c1, c1, n0, n1, table)
            if s > best and apart(entries, i, rank, tied, row_mask):
                best = s + margin
                position = i
        return best - margin, position
    here = score(c0, c1, n0, n1, table)
    while i < last:
        end = min(i + 32, last)
        d1 = c1 + count_ones(entries[i:end], class_shift)
        d0 = end - d1
        there = score(d0, d1, n0, n1, table)
        if end >= least:
            corner = max(score(c0, d1, n0, n1, table), score(d0, c1, n0, n1, table))
            if max(corner, here, there) > best:
                a1 = c1
                for j in range(i, end):
                    a1 += np.int64((entries[j] >> shift) & one)
                    s = score(j + 1 - a1, a1, n0, n1, table)
                    if s > best and j + 1 >= least and apart(entries, j + 1, rank, tied, row_mask):
                        best = s + margin
                        position = j + 1
        c0, c1, here, i = d0, d1, there, end
    return best - margin, position


@inlined
def scan_blocks(
    entries: Ints, weight: Ints, all_weighted: bool, whole: bool, known: Int, totals: Ints,
    sums: Ints, n_blocks: Int, block: Int, least: Int, start: Int, margin: Int, rank: Ints,
    tied: Flag, class_shift: Int, class_mask: Int, row_mask: Int, fraction: Int, table: Ints,
    slopes: Reals, scale: float, upper: Reals, lower: Ints, exact: Ints, exact_for: Ints,
    part: Reals, flagged: Ints,
) -> tuple[Int, Int, Int]:  # fmt: skip
    """Return (S, position, units below) of the best cut, any number of classes, any weights.

    ``sums`` are those of :func:`sum_blocks`, ``totals`` their last row and ``known`` its sum;
    behind them is room for those of the narrower blocks that a block is divided into.
    """
    n_classes = totals.size
    slack = slack_of(n_classes + 2 * block)
    exact_for[:] = -1
    bound_ends(totals, sums, n_blocks, table, scale, upper)
    best = start
    position = NO_CUT
    best_below = np.int64(0)
    # What is clearly worse than the best cut between two blocks need not be looked at.
    floor = _best_between_blocks(
        entries, known, totals, sums, n_blocks, block, least, rank, tied, row_mask, table, scale,
        upper, exact, exact_for,
    ) - 2 * margin  # fmt: skip
    after = np.int64(0)
    for b in range(n_blocks):
        before = after
        after = weight_before(np.int64(b + 1), sums)
        if after < least:
            continue
        if known - before < least:
            break
        if n_blocks > 1:
            bound = bound_block(b, before, after, known, 1.0, sums, upper, table, slopes, scale)
            if bound <= np.float64(max(best, floor)) - slack:
                continue
        begin = b * block
        row, n_inner = divide_block(
            np.int64(b), n_blocks, block, entries, weight, all_weighted, class_shift, class_mask,
            row_mask, fraction, totals, table, scale, sums, upper, flagged,
        )  # fmt: skip
        inner_sums, inner_upper = sums[row:], upper[row:]
        then = before
        for i in range(n_inner):
            now = then
            then = weight_before(np.int64(i + 1), inner_sums)
            if then < least:
                continue
            if known - now < least:
                break
            if n_inner > 1:
                bound = bound_block(
                    i, now, then, known, 1.0, inner_sums, inner_upper, table, slopes, scale
                )
                if bound <= np.float64(max(best, floor)) - slack:
                    continue
            first = begin + i * NARROW
            stop = min(first + min(block, NARROW), entries.size - 1)
            for k in range(n_classes):
                lower[k] = inner_sums[i, k]
                part[k] = inner_upper[i, k]
            if whole:
                best, position, best_below = _scan_whole(
                    entries, first, stop, now, known, totals, least, best, margin, position,
                    best_below, rank, tied, class_shift, class_mask, row_mask, table, lower, exact,
                )  # fmt: skip
            else:
                best, position, best_below = _scan_fractions(
                    entries, weight, all_weighted, first, stop, now, known, totals, least, best,
                    floor, margin, position, best_below, rank, tied, class_shift, class_mask,
                    row_mask, fraction, table, slopes, scale, slack, lower, exact, exact_for, part,
                )  # fmt: skip
    return best - margin, position, best_below


@kernel
def _best_between_blocks(
    entries: Ints, known: Int, totals: Ints, sums: Ints, n_blocks: Int, block: Int, least: Int,
    rank: Ints, tied: Flag, row_mask: Int, table: Ints, scale: float, upper: Reals, exact: Ints,
    exact_for: Ints,
) -> Int:  # fmt: skip
    """Return S of the cut between two blocks that looks best; a very low number if none does."""
    nothing = np.int64(np.iinfo(np.int64).min // 2)
    looks_best = -np.inf
    best = np.int64(-1)
    for b in range(1, n_blocks):
        below = np.int64(0)
        estimate = 0.0
        for k in range(totals.size):
            below += sums[b, k]
            estimate += upper[b, k]
        if below < least or known - below < least:
            continue
        estimate -= above_phi(below, table, scale) + above_phi(known - below, table, scale)
        if estimate > looks_best and apart(entries, b * block, rank, tied, row_mask):
            looks_best = estimate
            best = np.int64(b)
    if best < 0:
        return nothing
    below = np.int64(0)
    for k in range(totals.size):
        below += sums[best, k]
    s = sum_phi(sums[best], totals, table, scale, exact, exact_for)
    return s - phi_of(below, table, scale) - phi_of(known - below, table, scale)


@kernel
def _scan_whole(
    entries: Ints, first: Int, stop: Int, below: Int, known: Int, totals: Ints, least: Int,
    best: Int, margin: Int, position: Int, best_below: Int, rank: Ints, tied: Flag,
    class_shift: Int, class_mask: Int, row_mask: Int, table: Ints, lower: Ints, exact: Ints,
) -> tuple[Int, Int, Int]:  # fmt: skip
    """Try every cut of a block of whole cases: one class changes at a time."""
    shift, classes = np.uint64(class_shift), np.uint64(class_mask)
    both = np.int64(0)  # sum over classes of phi on both sides
    for c in range(totals.size):
        exact[c] = table[lower[c] >> UNIT_BITS] + table[(totals[c] - lower[c]) >> UNIT_BITS]
        both += exact[c]
    n = below >> UNIT_BITS
    n_known = known >> UNIT_BITS
    least_cases = (least + CASE - 1) >> UNIT_BITS
    for i in range(first, stop):
        k = np.int64((np.uint64(entries[i]) >> shift) & classes)
        n += 1
        lower[k] += CASE
        a = lower[k] >> UNIT_BITS
        now = table[np.uint64(a)] + table[np.uint64((totals[k] >> UNIT_BITS) - a)]
        both += now - exact[k]
        exact[k] = now
        s = both - table[np.uint64(n)] - table[np.uint64(n_known - n)]
        if (
            s > best
            and n >= least_cases
            and n_known - n >= least_cases
            and apart(entries, i + 1, rank, tied, row_mask)
        ):
            best = s + margin
            position = np.int64(i + 1)
            best_below = n << UNIT_BITS
    return best, position, best_below


@kernel
def _scan_fractions(
    entries: Ints, weight: Ints, all_weighted: bool, first: Int, stop: Int, below: Int,
    known: Int, totals: Ints, least: Int, best: Int, floor: Int, margin: Int, position: Int,
    best_below: Int, rank: Ints, tied: Flag, class_shift: Int, class_mask: Int, row_mask: Int,
    fraction: Int, table: Ints, slopes: Reals, scale: float, slack: float, lower: Ints,
    exact: Ints, exact_for: Ints, part: Reals,
) -> tuple[Int, Int, Int]:  # fmt: skip
    """Try every cut of a block: a logarithm is taken only where the bounds leave it open."""
    shift, classes = np.uint64(class_shift), np.uint64(class_mask)
    both = 0.0  # an upper bound of the sum over classes of phi on both sides
    for c in range(totals.size):
        both += part[c]
    for i in range(first, stop):
        entry = np.uint64(entries[i])
        units = units_of(entry, weight, all_weighted, row_mask, fraction)
        k = np.int64((entry >> shift) & classes)
        below += units
        lower[k] += units
        if known - below < least:
            break
        now = above_phi(lower[k], table, scale) + above_phi(totals[k] - lower[k], table, scale)
        both += now - part[k]
        part[k] = now
        if below < least:
            continue
        sides = below_phi(below, table, slopes, scale)
        sides += below_phi(known - below, table, slopes, scale)
        if both - sides <= np.float64(max(best, floor)) - slack:
            continue
        s = sum_phi(lower, totals, table, scale, exact, exact_for)
        s -= phi_of(below, table, scale) + phi_of(known - below, table, scale)
        if s > best and apart(entries, i + 1, rank, tied, row_mask):
            best = s + margin
            position = np.int64(i + 1)
            best_below = below
    return best, position, best_below


@kernel
def count_candidates(
    entries: Ints, weight: Ints, all_weighted: bool, known: Int, least: Int, rank: Ints,
    tied: Flag, row_mask: Int, fraction: Int,
) -> Int:  # fmt: skip
    """Return how many cuts leave the least weight on both sides."""
    flag, rows = np.uint64(1) << np.uint64(fraction), np.uint64(row_mask)
    size = entries.size
    below = np.int64(0)
    i = 0
    while i < size and below < least:
        entry = np.uint64(entries[i])
        below += weight[entry & rows] if all_weighted or entry & flag else CASE
        i += 1
    above = np.int64(0)
    end = size
    while end > 0 and above < least:
        entry = np.uint64(entries[end - 1])
        above += weight[entry & rows] if all_weighted or entry & flag else CASE
        end -= 1
    if not tied:
        return np.int64(max(0, end - i + 1))
    n = np.int64(0)
    for j in range(i, end + 1):
        below_row = np.uint64(entries[j - 1]) & rows
        above_row = np.uint64(entries[j]) & rows
        n += np.int64(rank[below_row] != rank[above_row])
    return n
