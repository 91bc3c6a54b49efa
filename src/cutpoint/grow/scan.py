"""The best cut by gain of a column in sorted entries.

The gain of a cut is S - base with S = sum over both sides of (sum_k phi(n_k) - phi(n)); S is convex
in the class weights of the lower side, so a block of entries can be bounded from its ends and
skipped when nothing in it can win. What is scanned, and in what order, does not change the answer:
the first cut that is better than every earlier one by more than ``BITS``.
"""

from __future__ import annotations

import numpy as np

from cutpoint.compiled import Flag, Int, Ints, Real, Reals, kernel
from cutpoint.grow.fixed import CASE, LOG2_E, PER_UNIT, UNIT_BITS, phi

NO_CUT: Int = np.int64(-1)


@kernel
def apart(entries: Ints, i: Int, rank: Ints, tied: Flag, row_mask: Int) -> Flag:
    """Return whether the entries before and at ``i`` have different values."""
    if not tied:
        return True
    below = np.uint64(entries[i - 1]) & np.uint64(row_mask)
    above = np.uint64(entries[i]) & np.uint64(row_mask)
    return rank[below] != rank[above]


@kernel
def _score(c0: Int, c1: Int, n0: Int, n1: Int, table: Ints) -> Int:
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


@kernel
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
    here = _score(c0, c1, n0, n1, table)
    while i < last:
        end = min(i + 32, last)
        d1 = c1 + count_ones(entries[i:end], class_shift)
        d0 = end - d1
        there = _score(d0, d1, n0, n1, table)
        if end >= least:
            corner = max(_score(c0, d1, n0, n1, table), _score(d0, c1, n0, n1, table))
            if max(corner, here, there) > best:
                a1 = c1
                for j in range(i, end):
                    a1 += np.int64((entries[j] >> shift) & one)
                    s = _score(j + 1 - a1, a1, n0, n1, table)
                    if s > best and j + 1 >= least and apart(entries, j + 1, rank, tied, row_mask):
                        best = s + margin
                        position = j + 1
        c0, c1, here, i = d0, d1, there, end
    return best - margin, position


@kernel
def sum_blocks(
    entries: Ints, weight: Ints, all_weighted: bool, block: Int, class_shift: Int, class_mask: Int,
    row_mask: Int, fraction: Int, sums: Ints,
) -> Int:  # fmt: skip
    """Fill in the class weights before each block of entries; return the number of blocks."""
    n_classes = sums.shape[1]
    size = entries.size
    n_blocks = (size + block - 1) // block
    shift, flag = np.uint64(class_shift), np.uint64(1) << np.uint64(fraction)
    rows, classes = np.uint64(row_mask), np.uint64(class_mask)
    for k in range(n_classes):
        sums[0, k] = 0
    if class_mask <= 3 and not all_weighted:
        _sum_lanes(entries, weight, block, n_blocks, shift, classes, rows, flag, sums)
        return n_blocks
    for b in range(n_blocks):
        for k in range(n_classes):
            sums[b + 1, k] = sums[b, k]
        for i in range(b * block, min((b + 1) * block, size)):
            entry = np.uint64(entries[i])
            units = CASE
            if all_weighted or entry & flag:
                units = weight[entry & rows]
            sums[b + 1, (entry >> shift) & classes] += units
    return n_blocks


@kernel
def _sum_lanes(
    entries: Ints, weight: Ints, block: Int, n_blocks: Int, shift: Int, classes: Int, rows: Int,
    flag: Int, sums: Ints,
) -> None:  # fmt: skip
    """Sum blocks of up to four classes: eight counters of a byte in one word.

    Class and fraction flag of an entry, its leading bits, say which counter; a block has fewer than
    256 entries. Those of fractions are then weighed one by one.
    """
    one, eight = np.uint64(1), np.uint64(3)
    of_fractions = (classes + one) << eight
    for b in range(n_blocks):
        part = entries[b * block : min((b + 1) * block, entries.size)]
        word = np.uint64(0)
        for i in range(part.size):
            word += one << ((np.uint64(part[i]) >> shift) << eight)
        for k in range(sums.shape[1]):
            n = np.int64((word >> (np.uint64(k) << eight)) & np.uint64(255))
            sums[b + 1, k] = sums[b, k] + (n << UNIT_BITS)
        if word >> of_fractions:
            for i in range(part.size):
                entry = np.uint64(part[i])
                if entry & flag:
                    sums[b + 1, (entry >> shift) & classes] += weight[entry & rows]


@kernel
def block_size(size: Int) -> Int:
    """Return how many entries a block has: fewer where there are few."""
    if size < 200:
        return np.int64(16)
    return np.int64(32) if size < 1500 else np.int64(128)


@kernel
def phi_at(n: Int, table: Ints, scale: float) -> Real:
    """Return phi of a whole number of cases, which may lie beyond the table."""
    if n < table.size:
        return np.float64(table[np.uint64(n)])
    return np.float64(n) * np.log2(np.float64(n)) * scale


@kernel
def slope_at(n: Int, slopes: Reals, scale: float) -> Real:
    """Return the slope of phi at a whole number of cases, which may lie beyond the table."""
    if n < slopes.size:
        return slopes[np.uint64(n)]
    return (np.log2(np.float64(n)) + LOG2_E) * scale


@kernel
def above_phi(units: Int, table: Ints, scale: float) -> Real:
    """Return an upper bound of phi: the chord between two whole numbers of cases."""
    n = units >> UNIT_BITS
    rest = np.float64(units & (CASE - 1)) * PER_UNIT
    low = phi_at(n, table, scale)
    return low + (phi_at(n + 1, table, scale) - low) * rest


@kernel
def below_phi(units: Int, table: Ints, slopes: Reals, scale: float) -> Real:
    """Return a lower bound of phi: the tangent at a whole number of cases."""
    n = units >> UNIT_BITS
    if n < 1:
        return -slopes[1]  # the tangent at 1, where phi is 0, at its lowest
    rest = np.float64(units & (CASE - 1)) * PER_UNIT
    return phi_at(n, table, scale) + slope_at(n, slopes, scale) * rest


@kernel
def scan_blocks(
    entries: Ints, weight: Ints, all_weighted: bool, whole: bool, known: Int, totals: Ints,
    sums: Ints, n_blocks: Int, block: Int, least: Int, start: Int, margin: Int, rank: Ints,
    tied: Flag, class_shift: Int, class_mask: Int, row_mask: Int, fraction: Int, table: Ints,
    slopes: Reals, scale: float, upper: Reals, lower: Ints, exact: Ints, part: Reals,
) -> tuple[Int, Int, Int]:  # fmt: skip
    """Return (S, position, units below) of the best cut, any number of classes, any weights.

    ``sums`` are those of :func:`sum_blocks`, ``totals`` their last row and ``known`` its sum. For
    each block S is bounded in O(classes): phi of the class weights, convex, by its greater end once
    a multiple of the weight below is added; minus phi of both sides by tangents.
    """
    n_classes = totals.size
    slack = 64.0 * (n_classes + 2)  # more than rounding can be wrong by
    for b in range(n_blocks + 1):
        for k in range(n_classes):
            a = sums[b, k]
            upper[b, k] = above_phi(a, table, scale) + above_phi(totals[k] - a, table, scale)
    best = start
    position = NO_CUT
    best_below = np.int64(0)
    # What is clearly worse than the best cut between two blocks need not be looked at.
    floor = _best_between_blocks(
        entries, known, totals, sums, n_blocks, block, least, rank, tied, row_mask, table, scale,
        upper,
    ) - 2 * margin  # fmt: skip
    known_cases = np.float64(known) * PER_UNIT
    after = np.int64(0)
    for b in range(n_blocks):
        before = after
        after = np.int64(0)
        for k in range(n_classes):
            after += sums[b + 1, k]
        if after < least:
            continue
        if known - before < least:
            break
        middle = max(np.int64(1), (before + after) >> (UNIT_BITS + 1))
        across = max(np.int64(1), (known - ((before + after) >> 1)) >> UNIT_BITS)
        t1, t2 = slope_at(middle, slopes, scale), slope_at(across, slopes, scale)
        bound = t1 * middle - phi_at(middle, table, scale)
        bound -= t2 * (known_cases - across) + phi_at(across, table, scale)
        tilt = (t2 - t1) * PER_UNIT
        for k in range(n_classes):
            bound += max(upper[b, k] + tilt * sums[b, k], upper[b + 1, k] + tilt * sums[b + 1, k])
        if bound <= np.float64(max(best, floor)) - slack:
            continue
        first = b * block
        stop = min(first + block, entries.size - 1)
        for k in range(n_classes):
            lower[k] = sums[b, k]
        if whole:
            best, position, best_below = _scan_whole(
                entries, first, stop, before, known, totals, least, best, margin, position,
                best_below, rank, tied, class_shift, class_mask, row_mask, table, lower, exact,
            )  # fmt: skip
        else:
            for k in range(n_classes):
                part[k] = upper[b, k]
            best, position, best_below = _scan_fractions(
                entries, weight, all_weighted, first, stop, before, known, totals, least, best,
                floor, margin, position, best_below, rank, tied, class_shift, class_mask, row_mask,
                fraction, table, slopes, scale, slack, lower, part,
            )  # fmt: skip
    return best - margin, position, best_below


@kernel
def _best_between_blocks(
    entries: Ints, known: Int, totals: Ints, sums: Ints, n_blocks: Int, block: Int, least: Int,
    rank: Ints, tied: Flag, row_mask: Int, table: Ints, scale: float, upper: Reals,
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
    s = np.int64(0)
    for k in range(totals.size):
        a = sums[best, k]
        below += a
        s += phi(a, scale) + phi(totals[k] - a, scale)
    return s - phi(below, scale) - phi(known - below, scale)


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
    fraction: Int, table: Ints, slopes: Reals, scale: float, slack: float, lower: Ints, part: Reals,
) -> tuple[Int, Int, Int]:  # fmt: skip
    """Try every cut of a block: a logarithm is taken only where the bounds leave it open."""
    shift, flag = np.uint64(class_shift), np.uint64(1) << np.uint64(fraction)
    rows, classes = np.uint64(row_mask), np.uint64(class_mask)
    for i in range(first, stop):
        entry = np.uint64(entries[i])
        units = CASE
        if all_weighted or entry & flag:
            units = weight[entry & rows]
        k = np.int64((entry >> shift) & classes)
        below += units
        lower[k] += units
        if known - below < least:
            break
        part[k] = above_phi(lower[k], table, scale)
        part[k] += above_phi(totals[k] - lower[k], table, scale)
        if below < least:
            continue
        bound = -below_phi(below, table, slopes, scale)
        bound -= below_phi(known - below, table, slopes, scale)
        for c in range(totals.size):
            bound += part[c]
        if bound <= np.float64(max(best, floor)) - slack:
            continue
        s = -phi(below, scale) - phi(known - below, scale)
        for c in range(totals.size):
            s += phi(lower[c], scale) + phi(totals[c] - lower[c], scale)
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
