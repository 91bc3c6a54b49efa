"""The binary cut of C4.5 Release 8 (Quinlan 1996, section 3).

The cut is picked by gain, the gain is charged lg(candidates) / cases for the choice, and the
charged gain is what competes with other attributes.
"""

from __future__ import annotations

import numpy as np

from cutpoint.compiled import Int, Ints, Real, Reals, allocating, kernel
from cutpoint.measures.information import (
    EPSILON,
    enough_branches,
    lg,
    scaled_gain,
    total_info,
)


@allocating
def best_cut(
    rank: Ints, target: Ints, weight: Reals, size: Int, values: Reals, n_classes: Int,
    unknown: Real, known: Real, cases: Real, min_cases: Real, gap: float,
    gains: Reals, lows: Reals, positions: Ints, table: Reals, real: Real,
) -> tuple[Real, Real, Int]:  # fmt: skip
    """Return (charged gain, split information, position) of the best cut of sorted known cases.

    The cut lies between ``position`` and ``position + 1``; -1 when no cut has a positive charged
    gain, and the gain is then ``-EPSILON``. ``rank``, ``target`` and ``weight`` describe the cases
    in ascending order and ``values`` are the distinct values that the ranks stand for. Values no
    more than ``gap`` apart are not separated. ``gains``, ``lows`` and ``positions`` are scratch.
    """
    nothing = real(-EPSILON), real(0.0), -1
    lower = np.zeros(n_classes, dtype=weight.dtype)
    upper = np.zeros(n_classes, dtype=weight.dtype)
    for i in range(size):
        upper[target[i]] = real(upper[target[i]] + weight[i])
    base = real(total_info(upper, n_classes, table, real) / known)
    unknown_fraction = real(np.float64(1.0) - np.float64(real(known / cases)))

    min_split = real((0.10 * np.float64(known)) / n_classes)
    if min_split <= min_cases:
        min_split = real(min_cases)
    elif min_split > 25:
        min_split = real(25.0)
    limit = real(known - min_split)

    sides = np.empty(3, dtype=weight.dtype)
    low = real(0.0)
    tries = 0
    for i in range(size - 1):
        c = target[i]
        low = real(low + weight[i])
        lower[c] = real(lower[c] + weight[i])
        upper[c] = real(upper[c] - weight[i])
        if low < min_split:
            continue
        if low > limit:
            break
        r = rank[i]
        above = rank[i + 1]
        if r == above or np.float64(values[r]) >= np.float64(values[above]) - gap:
            continue
        sides[0] = low
        sides[1] = real(known - low)
        if enough_branches(sides, np.int64(2), min_cases):
            residual = real(
                total_info(lower, n_classes, table, real)
                + total_info(upper, n_classes, table, real)
            )
            gains[tries] = scaled_gain(base, residual, known, unknown_fraction, real)
        else:
            gains[tries] = real(-EPSILON)
        lows[tries] = low
        positions[tries] = i
        tries += 1
    if tries == 0:
        return nothing

    charge = real(lg(real(tries)) / np.float64(cases))
    best = -1
    best_gain = real(0.0)
    for i in range(tries):
        charged = real(gains[i] - charge)
        if charged > best_gain:
            best_gain = charged
            best = i
    if best < 0:
        return nothing
    sides[0] = unknown
    sides[1] = lows[best]
    sides[2] = real(known - lows[best])
    info = real(total_info(sides, sides.size, table, real) / cases)
    return best_gain, info, positions[best]


@kernel
def observed_cut(values: Reals, below: Int, above: Int) -> Int:
    """Return the rank of the greatest value not above the middle of two values.

    Compared in single precision, whatever the values are: where the middle of two decimal numbers
    is itself a number of the column, rounding decides, and this way it decides as in C4.5.
    """
    middle = np.float32(
        np.float32(np.float32(values[below]) + np.float32(values[above])) / np.float32(2.0)
    )
    low, high = np.int64(below), np.int64(values.size)
    while high - low > 1:
        halfway = (low + high) // 2
        if np.float32(values[halfway]) <= middle:
            low = halfway
        else:
            high = halfway
    return low
