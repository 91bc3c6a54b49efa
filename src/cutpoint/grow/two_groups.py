"""A test that puts the values of a nominal attribute in two groups.

The values are arranged by the share of a class in them and cut in two, as numbers are. If there are
two classes, no other two groups gain more, nor by the Gini index (Breiman et al. 1984, theorem
4.5). If there are more, each class in turn arranges them, and the best cut of all counts.
"""

from __future__ import annotations

import numpy as np

from cutpoint.compiled import ONE, ZERO, Int, Ints, Real, Reals, allocating, kernel
from cutpoint.grow.evidence import lowest_value, sum_of_squares, value_of
from cutpoint.grow.fixed import BITS, PER_UNIT, SMALL, least_units, phi_of
from cutpoint.grow.settings import BY_GAIN, DISTANCE, GAIN, GINI, Settings


@allocating
def find_two_groups(
    table: Ints, weights: Ints, totals: Ints, n_values: Int, known: Int, here: Int, base: Int,
    settings: Settings, phis: Ints, scale: float, group_of: Ints,
) -> tuple[Real, Int]:  # fmt: skip
    """Return (bits gained, groupings examined) of the best two groups; no bits for no test.

    ``table`` has a row per class and a column per value, ``base`` is minus the class information
    of the known cases. ``group_of`` receives 0 for the group of the first value that is present,
    1 for the other; values that are not present join the heavier one.

    The best two groups are those that the criterion finds best, the first of equals. Measures that
    take a whole table, and those that choose cuts by gain, choose by gain here, too.
    """
    n_classes = totals.size
    by_gain = (
        settings.criterion == GAIN
        or settings.cut_by == BY_GAIN
        or (settings.criterion > GINI and settings.criterion != DISTANCE)
    )
    least = least_units(settings.min_cases)
    cases, n_known = np.float64(here) * PER_UNIT, np.float64(known) * PER_UNIT
    whole = phi_of(known, phis, scale)
    info_all = phi_of(here, phis, scale) - phi_of(here - known, phis, scale)
    squares = sum_of_squares(totals)
    shares = np.empty(n_values)
    order, spare = np.empty(n_values, dtype=np.int64), np.empty(n_values, dtype=np.int64)
    lower, upper = np.empty_like(totals), np.empty_like(totals)
    best = 0.0 if by_gain else lowest_value(settings.criterion)
    best_gain, tries = 0.0, ZERO
    to_arrange = ZERO  # classes; cases of others may have unknown values
    for k in range(n_classes):
        to_arrange += np.int64(totals[k] > 0)
    if to_arrange == 2:
        to_arrange = ONE  # the other arranges them the other way round
    for k in range(n_classes):
        if totals[k] == 0 or to_arrange == 0:
            continue
        to_arrange -= 1
        for v in range(n_values):
            shares[v] = np.float64(table[k, v]) / np.float64(weights[v]) if weights[v] else 2.0
        _arrange(shares, order, spare)
        lower[:] = 0
        below = ZERO
        for i in range(n_values - 1):
            v = order[i]
            if weights[v] == 0:
                break  # these are the last
            for c in range(n_classes):
                lower[c] += table[c, v]
            below += weights[v]
            if below < least or known - below < least:
                continue
            tries += 1
            sides = phi_of(below, phis, scale) + phi_of(known - below, phis, scale)
            s = -sides - base
            for c in range(n_classes):
                upper[c] = totals[c] - lower[c]
                s += phi_of(lower[c], phis, scale) + phi_of(upper[c], phis, scale)
            gain = np.float64(s) / scale
            if gain <= BITS:
                continue
            if by_gain:
                value, tolerance = gain, BITS
            else:
                gini = (sum_of_squares(lower) + sum_of_squares(upper) - squares) / n_known
                value = value_of(
                    settings.criterion, gain, np.float64(info_all - sides) / scale,
                    np.float64(whole - sides) / scale, -np.float64(base) / scale, gini, n_known,
                    cases,
                )  # fmt: skip
                tolerance = SMALL
            if value > best + tolerance:
                best, best_gain = value, gain
                for u in range(n_values):
                    group_of[u] = 1
                for j in range(i + 1):
                    group_of[order[j]] = 0
    if best_gain > 0.0:
        _name_groups(weights, known, group_of)
    return best_gain, tries


@kernel
def _arrange(keys: Reals, order: Ints, spare: Ints) -> None:
    """Fill in the positions of the keys in rising order, equal ones as they are: a merge sort."""
    n = keys.size
    for k in range(n):
        order[k] = k
    width = ONE
    while width < n:
        for start in range(0, n, 2 * width):
            middle, end = min(start + width, n), min(start + 2 * width, n)
            i, j = np.int64(start), np.int64(middle)
            for k in range(start, end):
                if i < middle and (j >= end or keys[order[i]] <= keys[order[j]]):
                    spare[k] = order[i]
                    i += 1
                else:
                    spare[k] = order[j]
                    j += 1
        for k in range(n):
            order[k] = spare[k]
        width *= 2


@kernel
def _name_groups(weights: Ints, known: Int, group_of: Ints) -> None:
    """Let the group of the first value present be 0; put values that are not in the heavier."""
    first = ZERO
    while weights[first] == 0:
        first += 1
    swap = group_of[first] == 1
    in_first = ZERO
    for v in range(group_of.size):
        if swap:
            group_of[v] = 1 - group_of[v]
        if group_of[v] == 0:
            in_first += weights[v]
    absent = 0 if in_first >= known - in_first else 1
    for v in range(group_of.size):
        if weights[v] == 0:
            group_of[v] = absent
