"""The best cut of sorted entries by a measure that weighs gain against split information.

Gain ratio, both distances and the symmetric measure of a cut all get better with its gain g and
worse with its split information. A cut is therefore worth more than v just if

    g > charge + b (whole - sides),    sides = phi(below) + phi(above),

with b and ``whole`` depending on the measure and v only (:func:`bar_for`). Since g = S - base, that
is S + b sides > bar; the left side is convex in the class weights below the cut, so blocks can be
bounded and skipped as they are for gain.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cutpoint.compiled import Flag, Int, Ints, Real, Reals, inlined, kernel
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
from cutpoint.grow.evidence import NO_VALUE, value_of
from cutpoint.grow.fixed import BITS, PER_UNIT, SMALL, UNIT_BITS, phi_of, phi_real
from cutpoint.grow.scan import count_ones
from cutpoint.grow.settings import (
    BY_MEASURE,
    DISTANCE,
    GAIN,
    GAIN_RATIO,
    MANTARAS,
    SYMMETRIC,
    Settings,
)


class Aim(NamedTuple):
    """What the cuts of one attribute at one node are valued by; bits over the node, and cases."""

    criterion: int
    charge: float  # bits that the choice among many cuts costs
    base: int  # minus the class information of known cases, in units of phi
    scale: float  # units of phi in a bit
    info: float  # phi of all cases less that of unknown ones: split information plus sides
    split: float  # phi of known cases: the same without unknown ones
    classes: float  # class information of known cases
    known: float
    cases: float


@kernel
def is_measured(settings: Settings) -> Flag:
    """Return whether cuts are chosen by one of these measures."""
    family = (GAIN_RATIO, MANTARAS, SYMMETRIC, DISTANCE)
    return settings.cut_by == BY_MEASURE and settings.criterion in family


@kernel
def aim_at(criterion: Int, charge: float, base: Int, scale: float, known: Int, here: Int) -> Aim:
    """Return the aim for an attribute that is known for ``known`` of ``here`` units."""
    return Aim(
        criterion, charge, base, scale, phi_real(here) - phi_real(here - known), phi_real(known),
        -np.float64(base) / scale, np.float64(known) * PER_UNIT, np.float64(here) * PER_UNIT,
    )  # fmt: skip


@kernel
def worth(aim: Aim, s: Int, sides: float) -> Real:
    """Return the value of a cut from its S, in units of phi, and its sides, in bits."""
    gain = np.float64(s - aim.base) / aim.scale
    if gain <= BITS:
        return NO_VALUE
    return value_of(
        aim.criterion, gain - aim.charge, aim.info - sides, aim.split - sides, aim.classes, 0.0,
        aim.known, aim.cases,
    )  # fmt: skip


@kernel
def bar_for(aim: Aim, value: float) -> tuple[Real, Real]:
    """Return (bar, keep): a cut worth more than ``value`` has S + (1 - keep) sides > bar."""
    share = aim.known / aim.cases
    if aim.criterion == GAIN:
        return np.float64(aim.base) + (aim.charge + value * aim.cases) * aim.scale, 1.0
    if aim.criterion == GAIN_RATIO:
        b, whole = value, aim.info
    elif aim.criterion == MANTARAS:
        b, whole = value / (share + value), aim.classes + aim.split
    elif aim.criterion == DISTANCE:
        b, whole = 0.5, aim.classes + aim.split + value * share * aim.known
    else:
        b, whole = value / (2.0 * share), aim.classes + aim.split
    return np.float64(aim.base) + (aim.charge + b * whole) * aim.scale, 1.0 - b


@kernel
def tilted(c0: Int, c1: Int, n0: Int, n1: Int, keep: float, table: Ints) -> Real:
    """Return S + (1 - keep) sides for c0 and c1 of n0 and n1 whole cases below the cut."""
    classes = (
        table[np.uint64(c0)] + table[np.uint64(n0 - c0)]
        + table[np.uint64(c1)] + table[np.uint64(n1 - c1)]
    )  # fmt: skip
    sides = table[np.uint64(c0 + c1)] + table[np.uint64(n0 + n1 - c0 - c1)]
    return np.float64(classes) - keep * np.float64(sides)


@kernel
def _worth_of_two(aim: Aim, c0: Int, c1: Int, n0: Int, n1: Int, table: Ints) -> Real:
    """Return the value of a cut that leaves c0 and c1 of n0 and n1 whole cases below."""
    sides = table[np.uint64(c0 + c1)] + table[np.uint64(n0 + n1 - c0 - c1)]
    s = table[np.uint64(c0)] + table[np.uint64(n0 - c0)] - sides
    s += table[np.uint64(c1)] + table[np.uint64(n1 - c1)]
    return worth(aim, s, np.float64(sides) / aim.scale)


@inlined
def scan_two_measured(
    entries: Ints, aim: Aim, n0: Int, n1: Int, least: Int, start: float, rank: Ints, tied: Flag,
    class_shift: Int, row_mask: Int, table: Ints, ones: Ints,
) -> tuple[Real, Int]:  # fmt: skip
    """Return (value, cases below) of the best cut of whole cases of two classes.

    A cut must be worth more than ``start``. ``ones`` is room for a number per block.
    """
    size = entries.size
    shift = entries.dtype.type(class_shift)
    one = entries.dtype.type(1)
    last = min(size - 1, size - least)  # a cut lies before entry i, 1 <= i <= last
    slack = 2.0 * slack_of(np.int64(2))
    best = start
    floor = start
    position = NO_CUT
    n_blocks = (max(last, np.int64(0)) + 31) // 32
    c1 = np.int64(0)
    for b in range(n_blocks):  # the best cut between two blocks is hard to beat
        end = min(32 * (b + 1), last)
        c1 += count_ones(entries[32 * b : end], class_shift)
        ones[b] = c1
        if end >= least and apart(entries, end, rank, tied, row_mask):
            floor = max(floor, _worth_of_two(aim, end - c1, c1, n0, n1, table) - 2.0 * SMALL)
    bar, keep = bar_for(aim, floor)
    bar -= slack
    c1 = np.int64(0)
    for b in range(n_blocks):
        i, end = np.int64(32 * b), min(np.int64(32 * (b + 1)), last)
        d1 = ones[b]
        if end >= least:
            c0, d0 = i - c1, end - d1
            corner = max(
                tilted(c0, d1, n0, n1, keep, table), tilted(d0, c1, n0, n1, keep, table),
                tilted(c0, c1, n0, n1, keep, table), tilted(d0, d1, n0, n1, keep, table),
            )  # fmt: skip
            if corner > bar:
                a1 = c1
                for j in range(i, end):
                    a1 += np.int64((entries[j] >> shift) & one)
                    if j + 1 < least or tilted(j + 1 - a1, a1, n0, n1, keep, table) <= bar:
                        continue
                    value = _worth_of_two(aim, j + 1 - a1, a1, n0, n1, table)
                    if value > best + SMALL and apart(entries, j + 1, rank, tied, row_mask):
                        best = value
                        position = np.int64(j + 1)
                        bar, keep = bar_for(aim, max(best, floor))
                        bar -= slack
        c1 = d1
    return best, position


@inlined
def scan_blocks_measured(
    entries: Ints, aim: Aim, weight: Ints, all_weighted: bool, whole: bool, known: Int,
    totals: Ints, sums: Ints, n_blocks: Int, block: Int, least: Int, start: float, rank: Ints,
    tied: Flag, class_shift: Int, class_mask: Int, row_mask: Int, fraction: Int, table: Ints,
    slopes: Reals, upper: Reals, lower: Ints, exact: Ints, exact_for: Ints, part: Reals,
    flagged: Ints,
) -> tuple[Int, Int, Int]:  # fmt: skip
    """Return (S, position, units below) of the best cut, any number of classes, any weights.

    As ``scan_blocks`` of ``scan.py`` does by gain.
    """
    n_classes = totals.size
    scale = aim.scale
    slack = slack_of(n_classes + 2 * block)
    shift, classes = np.uint64(class_shift), np.uint64(class_mask)
    exact_for[:] = -1
    bound_ends(totals, sums, n_blocks, table, scale, upper)
    floor = max(start, _best_between_blocks(
        entries, aim, known, totals, sums, n_blocks, block, least, rank, tied, row_mask, table,
        upper, exact, exact_for,
    ) - 2.0 * SMALL)  # fmt: skip
    best = start
    best_s = np.int64(0)
    position = NO_CUT
    best_below = np.int64(0)
    bar, keep = bar_for(aim, floor)
    bar -= slack
    after = np.int64(0)
    for b in range(n_blocks):
        before = after
        after = weight_before(np.int64(b + 1), sums)
        if after < least:
            continue
        if known - before < least:
            break
        if n_blocks > 1 and bar >= bound_block(
            b, before, after, known, keep, sums, upper, table, slopes, scale
        ):
            continue
        begin = b * block
        row, n_inner = divide_block(
            np.int64(b), n_blocks, block, entries, weight, all_weighted, class_shift, class_mask,
            row_mask, fraction, totals, table, scale, sums, upper, flagged,
        )  # fmt: skip
        inner_sums, inner_upper = sums[row:], upper[row:]
        then = before
        for i in range(n_inner):
            below = then
            then = weight_before(np.int64(i + 1), inner_sums)
            if then < least:
                continue
            if known - below < least:
                break
            if n_inner > 1 and bar >= bound_block(
                i, below, then, known, keep, inner_sums, inner_upper, table, slopes, scale
            ):
                continue
            both = 0.0  # an upper bound of the sum over classes of phi on both sides
            for k in range(n_classes):
                lower[k] = inner_sums[i, k]
                part[k] = inner_upper[i, k]
                both += part[k]
            first = begin + i * NARROW
            for j in range(first, min(first + min(block, NARROW), entries.size - 1)):
                entry = np.uint64(entries[j])
                units = units_of(entry, weight, all_weighted, row_mask, fraction)
                c = np.int64((entry >> shift) & classes)
                below += units
                lower[c] += units
                if known - below < least:
                    break
                if whole:
                    now = np.float64(
                        table[np.uint64(lower[c] >> UNIT_BITS)]
                        + table[np.uint64((totals[c] - lower[c]) >> UNIT_BITS)]
                    )
                else:
                    now = above_phi(lower[c], table, scale)
                    now += above_phi(totals[c] - lower[c], table, scale)
                both += now - part[c]
                part[c] = now
                if below < least:
                    continue
                sides = below_phi(below, table, slopes, scale)
                sides += below_phi(known - below, table, slopes, scale)
                if both - keep * sides <= bar:
                    continue
                s, sides = _sums_of(lower, totals, below, known, table, scale, exact, exact_for)
                value = worth(aim, s, sides)
                if value > best + SMALL and apart(entries, j + 1, rank, tied, row_mask):
                    best = value
                    best_s = s
                    position = np.int64(j + 1)
                    best_below = below
                    bar, keep = bar_for(aim, max(best, floor))
                    bar -= slack
    return best_s, position, best_below


@kernel
def _sums_of(
    lower: Ints, totals: Ints, below: Int, known: Int, table: Ints, scale: float, exact: Ints,
    exact_for: Ints,
) -> tuple[Int, Real]:  # fmt: skip
    """Return S of a cut, and its sides in bits, from the class weights below it."""
    sides = phi_of(below, table, scale) + phi_of(known - below, table, scale)
    s = sum_phi(lower, totals, table, scale, exact, exact_for)
    return s - sides, np.float64(sides) / scale


@kernel
def _best_between_blocks(
    entries: Ints, aim: Aim, known: Int, totals: Ints, sums: Ints, n_blocks: Int, block: Int,
    least: Int, rank: Ints, tied: Flag, row_mask: Int, table: Ints, upper: Reals, exact: Ints,
    exact_for: Ints,
) -> Real:  # fmt: skip
    """Return the value of the cut between two blocks that looks best; ``NO_VALUE`` if none does."""
    looks_best = NO_VALUE
    best = np.int64(-1)
    for b in range(1, n_blocks):
        below = np.int64(0)
        estimate = 0.0
        for k in range(totals.size):
            below += sums[b, k]
            estimate += upper[b, k]
        if below < least or known - below < least:
            continue
        sides = above_phi(below, table, aim.scale) + above_phi(known - below, table, aim.scale)
        value = worth(aim, np.int64(estimate - sides), sides / aim.scale)
        if value > looks_best and apart(entries, b * block, rank, tied, row_mask):
            looks_best = value
            best = np.int64(b)
    if best < 0:
        return NO_VALUE
    below = np.int64(0)
    for k in range(totals.size):
        below += sums[best, k]
    s, sides = _sums_of(sums[best], totals, below, known, table, aim.scale, exact, exact_for)
    return worth(aim, s, sides)
