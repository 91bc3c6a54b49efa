"""Choosing a cut from the evidence table of a numeric column: class weights per distinct value.

Every way to choose a cut is a function of such a table. Cuts of greatest gain need not go through
it (``scan.py`` and ``tables.py`` find them faster), the others do.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutpoint.compiled import Flag, Int, Ints, Real, kernel
from cutpoint.grow.blocks import NO_CUT
from cutpoint.grow.fixed import BITS, CASE, PER_UNIT, SMALL, phi_real
from cutpoint.grow.settings import (
    BY_RELEASE7,
    DISTANCE,
    GAIN,
    GAIN_RATIO,
    GINI,
    MANTARAS,
    OWN,
    RANK,
    SYMMETRIC,
)

NO_VALUE = -np.inf
"""The value of a test that cannot be used."""
LEAST_INFO = 0.001
"""C4.5's least split information of a test, and how far below the average a gain may be."""


@kernel
def value_of(
    criterion: Int, gain: Real, info: Real, split: Real, classes: Real, gini: Real, known: Real,
    cases: Real,
) -> Real:  # fmt: skip
    """Return the value of a test under a criterion, or ``NO_VALUE``.

    ``gain``, ``info`` (split information, unknown being a branch), ``split`` (the same over known
    cases) and ``classes`` (class information) are bits over the node; ``known`` and ``cases`` are
    weights in cases. Over known cases alone, then scaled by their fraction, except for the ratio.
    """
    if criterion == GAIN:
        return gain / cases
    if criterion == GAIN_RATIO:
        return gain / info if info > LEAST_INFO * cases else NO_VALUE
    if criterion == MANTARAS:
        return known / cases * gain / (classes + split - gain)
    if criterion == SYMMETRIC:
        return known / cases * 2.0 * gain / (classes + split)
    if criterion == DISTANCE:
        # A distance is to be small: what is unknown must not make it smaller.
        return -(classes + split - 2.0 * gain) / known * (cases / known)
    return known / cases * gini


@kernel
def lowest_value(criterion: Int) -> Real:
    """Return what any test must be worth more than."""
    return -np.inf if criterion in (DISTANCE, OWN) else 0.0


@kernel
def sum_of_squares(counts: Ints) -> Real:
    """Return the sum of squared class weights over the weight: n (1 - Gini index)."""
    total = 0.0
    squares = 0.0
    for units in counts:
        n = np.float64(units) * PER_UNIT
        total += n
        squares += n * n
    return squares / total if total > 0 else 0.0


@kernel
def table_of_entries(
    entries: NDArray[Any], weight: Ints, all_weighted: bool, rank: Ints, tied: Flag,
    class_shift: Int, class_mask: Int, row_mask: Int, fraction: Int, table: Ints, stops: Ints,
) -> Int:  # fmt: skip
    """Fill in the evidence table of sorted entries and where each value ends; return its rows."""
    shift, flag = np.uint64(class_shift), np.uint64(1) << np.uint64(fraction)
    rows, classes = np.uint64(row_mask), np.uint64(class_mask)
    n_values = np.int64(0)
    last = np.uint64(0)
    for i in range(entries.size):
        entry = np.uint64(entries[i])
        row = entry & rows
        if i == 0 or not tied or rank[row] != rank[last]:
            for k in range(table.shape[1]):
                table[n_values, k] = 0
            n_values += 1
        last = row
        units = CASE
        if all_weighted or entry & flag:
            units = weight[row]
        table[n_values - 1, (entry >> shift) & classes] += units
        stops[n_values - 1] = i + 1
    return n_values


@kernel
def best_by_measure(
    table: Ints, n_values: Int, known: Int, unknown: Int, totals: Ints, least: Int,
    criterion: Int, cut_by: Int, penalty: Int, lower: Ints,
) -> tuple[Int, Int, Int]:  # fmt: skip
    """Return (last value below, units below, candidates) of the cut that the measure finds best.

    Values of the table without weight are no candidates. The lowest cut wins ties; under Release 7
    the last one does, among cuts of at least average gain.
    """
    base = -phi_real(known)
    for k in range(totals.size):
        base += phi_real(totals[k])
    cases = np.float64(known + unknown) * PER_UNIT
    n_known = np.float64(known) * PER_UNIT
    info_all = phi_real(known + unknown) - phi_real(unknown)
    squares = sum_of_squares(totals)

    average = 0.0
    tries = np.int64(0)
    charge = 0.0
    if cut_by == BY_RELEASE7 or penalty == RANK:
        lower[:] = 0
        below = np.int64(0)
        for v in range(n_values - 1):
            here = _add_row(table, v, lower)
            below += here
            if here > 0 and below >= least and known - below >= least:
                tries += 1
                average += _gain_of(lower, totals, below, known, base)
        if tries == 0:
            return NO_CUT, np.int64(0), tries
        average /= tries
        if penalty == RANK and cut_by != BY_RELEASE7:
            charge = np.log2(np.float64(tries))

    best = 0.0
    position = NO_CUT
    best_below = np.int64(0)
    tries = np.int64(0)
    lower[:] = 0
    below = np.int64(0)
    for v in range(n_values - 1):
        here = _add_row(table, v, lower)
        below += here
        if here == 0 or below < least or known - below < least:
            continue
        tries += 1
        gini = 0.0
        if criterion == GINI and cut_by != BY_RELEASE7:
            gini = (squares_of_sides(lower, totals) - squares) / n_known
            if n_known / cases * gini <= best + SMALL:
                continue  # what cannot win needs no logarithms
        gain = _gain_of(lower, totals, below, known, base)
        if gain <= BITS:
            continue
        sides = phi_real(below) + phi_real(known - below)
        value = value_of(
            GAIN_RATIO if cut_by == BY_RELEASE7 else criterion, gain - charge, info_all - sides,
            phi_real(known) - sides, -base, gini, n_known, cases,
        )  # fmt: skip
        if cut_by == BY_RELEASE7:
            better = gain >= average - LEAST_INFO * cases and value >= best - SMALL and value > 0
        else:
            better = value > best + SMALL
        if better:
            best = value
            position = np.int64(v)
            best_below = below
    return position, best_below, tries


@kernel
def _add_row(table: Ints, v: Int, lower: Ints) -> Int:
    """Move a value below the cut; return its weight."""
    here = np.int64(0)
    for k in range(lower.size):
        lower[k] += table[v, k]
        here += table[v, k]
    return here


@kernel
def _gain_of(lower: Ints, totals: Ints, below: Int, known: Int, base: float) -> Real:
    """Return the bits gained by a cut."""
    s = -phi_real(below) - phi_real(known - below)
    for k in range(totals.size):
        s += phi_real(lower[k]) + phi_real(totals[k] - lower[k])
    return s - base


@kernel
def squares_of_sides(lower: Ints, totals: Ints) -> Real:
    """Return the sum over both sides of :func:`sum_of_squares`."""
    below, above = 0.0, 0.0
    squares_below, squares_above = 0.0, 0.0
    for k in range(totals.size):
        a = np.float64(lower[k]) * PER_UNIT
        b = np.float64(totals[k] - lower[k]) * PER_UNIT
        below += a
        above += b
        squares_below += a * a
        squares_above += b * b
    return squares_below / below + squares_above / above
