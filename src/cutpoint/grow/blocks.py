"""Blocks of sorted entries, and how good a cut inside one can be at most.

The gain of a cut is S - base with S = sum over both sides of (sum_k phi(n_k) - phi(n)); S is convex
in the class weights of the lower side, and so is S + b (phi(below) + phi(above)), b >= 0, by which
measures go that weigh gain against split information. A block of entries can thus be bounded from
its ends in O(classes), without logarithms, and skipped when nothing in it can win.
"""

from __future__ import annotations

import numpy as np

from cutpoint.compiled import Flag, Int, Ints, Real, Reals, kernel
from cutpoint.grow.fixed import CASE, LOG2_E, PER_UNIT, UNIT_BITS, phi_of

NO_CUT: Int = np.int64(-1)
NARROW: Int = np.int64(32)
"""The entries of the blocks that an open block with more of them is divided into."""


@kernel
def apart(entries: Ints, i: Int, rank: Ints, tied: Flag, row_mask: Int) -> Flag:
    """Return whether the entries before and at ``i`` have different values."""
    if not tied:
        return True
    below = np.uint64(entries[i - 1]) & np.uint64(row_mask)
    above = np.uint64(entries[i]) & np.uint64(row_mask)
    return rank[below] != rank[above]


@kernel
def units_of(entry: Int, weight: Ints, all_weighted: bool, row_mask: Int, fraction: Int) -> Int:
    """Return the weight of an entry; behind the weights of all rows is that of a whole case.

    Which of them is read depends on the entry without a jump, which would be mispredicted.
    """
    row = entry & np.uint64(row_mask)
    is_part = all_weighted or (entry >> np.uint64(fraction)) & np.uint64(1) == np.uint64(1)
    return weight[row if is_part else np.uint64(weight.size - 1)]


@kernel
def sum_blocks(
    entries: Ints, weight: Ints, all_weighted: bool, block: Int, class_shift: Int, class_mask: Int,
    row_mask: Int, fraction: Int, sums: Ints, flagged: Ints,
) -> Int:  # fmt: skip
    """Fill in the class weights before each block of entries; return the number of blocks.

    ``flagged`` is room for the places of a block's fractions.
    """
    for k in range(sums.shape[1]):
        sums[0, k] = 0
    return sum_more_blocks(
        entries, weight, all_weighted, block, class_shift, class_mask, row_mask, fraction, sums,
        flagged,
    )  # fmt: skip


@kernel
def sum_more_blocks(
    entries: Ints, weight: Ints, all_weighted: bool, block: Int, class_shift: Int, class_mask: Int,
    row_mask: Int, fraction: Int, sums: Ints, flagged: Ints,
) -> Int:  # fmt: skip
    """Do what :func:`sum_blocks` does, given the class weights before the first block."""
    n_classes = sums.shape[1]
    n_blocks = (entries.size + block - 1) // block
    shift, classes, rows = np.uint64(class_shift), np.uint64(class_mask), np.uint64(row_mask)
    if class_mask <= 3 and not all_weighted:
        _sum_lanes(entries, weight, block, n_blocks, shift, classes, rows, fraction, sums, flagged)
        return n_blocks
    for b in range(n_blocks):
        for k in range(n_classes):
            sums[b + 1, k] = sums[b, k]
        add_classes(
            entries[b * block : (b + 1) * block], weight, all_weighted, class_shift, class_mask,
            row_mask, fraction, sums[b + 1],
        )  # fmt: skip
    return n_blocks


@kernel
def add_classes(
    entries: Ints, weight: Ints, all_weighted: bool, class_shift: Int, class_mask: Int,
    row_mask: Int, fraction: Int, sums: Ints,
) -> None:  # fmt: skip
    """Add the weights of entries to the sums of their classes."""
    shift, classes = np.uint64(class_shift), np.uint64(class_mask)
    for i in range(entries.size):
        entry = np.uint64(entries[i])
        units = units_of(entry, weight, all_weighted, row_mask, fraction)
        sums[(entry >> shift) & classes] += units


@kernel
def _sum_lanes(
    entries: Ints, weight: Ints, block: Int, n_blocks: Int, shift: Int, classes: Int, rows: Int,
    fraction: Int, sums: Ints, flagged: Ints,
) -> None:  # fmt: skip
    """Sum blocks of up to four classes: eight counters of a byte in one word.

    Class and fraction flag of an entry, its leading bits, say which counter; a block has fewer than
    256 entries. Those of fractions are noted, without a jump, and weighed one by one.
    """
    one, eight, flag = np.uint64(1), np.uint64(3), np.uint64(fraction)
    for b in range(n_blocks):
        part = entries[b * block : min((b + 1) * block, entries.size)]
        word = np.uint64(0)
        n_flagged = np.uint64(0)
        for i in range(part.size):
            entry = np.uint64(part[i])
            word += one << ((entry >> shift) << eight)
            flagged[n_flagged] = i
            n_flagged += entry >> flag
        for k in range(sums.shape[1]):
            n = np.int64((word >> (np.uint64(k) << eight)) & np.uint64(255))
            sums[b + 1, k] = sums[b, k] + (n << UNIT_BITS)
        for f in range(n_flagged):
            entry = np.uint64(part[flagged[f]])
            sums[b + 1, (entry >> shift) & classes] += weight[entry & rows]


@kernel
def block_size(size: Int) -> Int:
    """Return how many entries a block has: fewer where there are few, if they need several."""
    if size <= 32:
        return np.int64(32)
    if size < 200:
        return np.int64(16)
    return NARROW if size < 1500 else np.int64(128)


@kernel
def weight_before(b: Int, sums: Ints) -> Int:
    """Return the weight of all classes before a block."""
    weight = np.int64(0)
    for k in range(sums.shape[1]):
        weight += sums[b, k]
    return weight


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
def slack_of(n_classes: Int) -> Real:
    """Return more than the rounding of a bound can be wrong by."""
    return 64.0 * (n_classes + 2)


@kernel
def bound_ends(
    totals: Ints, sums: Ints, n_blocks: Int, table: Ints, scale: float, upper: Reals
) -> None:
    """Fill in, for each end of a block and class, an upper bound of phi on both sides.

    A single block is not bounded: of such, only where it starts.
    """
    for b in range(n_blocks + 1 if n_blocks > 1 else 1):
        for k in range(totals.size):
            a = sums[b, k]
            upper[b, k] = above_phi(a, table, scale) + above_phi(totals[k] - a, table, scale)


@kernel
def sum_phi(
    lower: Ints, totals: Ints, table: Ints, scale: float, exact: Ints, exact_for: Ints
) -> Int:
    """Return the sum over classes of phi on both sides of a cut.

    ``exact`` keeps the terms of each class, and ``exact_for`` the weight below that they are for:
    from cut to cut, few of them change. A weight of -1 says that there is none yet.
    """
    s = np.int64(0)
    for k in range(totals.size):
        if exact_for[k] != lower[k]:
            exact_for[k] = lower[k]
            exact[k] = phi_of(lower[k], table, scale) + phi_of(totals[k] - lower[k], table, scale)
        s += exact[k]
    return s


@kernel
def divide_block(
    b: Int, n_blocks: Int, block: Int, entries: Ints, weight: Ints, all_weighted: bool,
    class_shift: Int, class_mask: Int, row_mask: Int, fraction: Int, totals: Ints, table: Ints,
    scale: float, sums: Ints, upper: Reals, flagged: Ints,
) -> tuple[Int, Int]:  # fmt: skip
    """Divide a block into narrow ones; return the first row of their sums and bounds, and how many.

    Those rows are behind the ones of all blocks. A narrow block is left as it is.
    """
    if block <= NARROW:
        return b, np.int64(1)
    row, begin = n_blocks + 1, b * block
    for k in range(totals.size):
        sums[row, k] = sums[b, k]
    n_inner = sum_more_blocks(
        entries[begin : begin + block], weight, all_weighted, NARROW, class_shift, class_mask,
        row_mask, fraction, sums[row:], flagged,
    )  # fmt: skip
    bound_ends(totals, sums[row:], n_inner, table, scale, upper[row:])
    return row, n_inner


@kernel
def bound_block(
    b: Int, before: Int, after: Int, known: Int, keep: float, sums: Ints, upper: Reals,
    table: Ints, slopes: Reals, scale: float,
) -> Real:  # fmt: skip
    """Return an upper bound of sum_k phi(n_k) - keep phi(n), over both sides, inside a block.

    phi of the class weights is convex: the greater end, once a multiple of the weight below is
    added; minus phi of both sides: tangents. ``before`` and ``after`` are the weights at the ends.
    """
    middle = max(np.int64(1), (before + after) >> (UNIT_BITS + 1))
    across = max(np.int64(1), (known - ((before + after) >> 1)) >> UNIT_BITS)
    t1, t2 = slope_at(middle, slopes, scale), slope_at(across, slopes, scale)
    bound = t1 * middle - phi_at(middle, table, scale)
    bound -= t2 * (np.float64(known) * PER_UNIT - across) + phi_at(across, table, scale)
    bound *= keep
    tilt = (t2 - t1) * PER_UNIT * keep
    for k in range(sums.shape[1]):
        bound += max(upper[b, k] + tilt * sums[b, k], upper[b + 1, k] + tilt * sums[b + 1, k])
    return bound
