"""The score curve: what a measure makes of every cut of an evidence table.

An evidence table holds the distinct values of a numeric attribute, ascending, and the class weights
of each. A cut lies after one of its rows. The curve lists the candidates alone: cuts after a row
that has weight, with at least the minimum weight on both sides.
"""

from __future__ import annotations

import numpy as np

from cutpoint.compiled import Int, Ints, Real, Reals, allocating, kernel
from cutpoint.measures.codes import CONTRAST, DISTANCE, GINI
from cutpoint.measures.contrasts import PURE
from cutpoint.measures.entropies import family_value, from_sums, phi_in
from cutpoint.measures.value import value_of


@allocating
def score_curve(
    code: Int, own: Int, values: Reals, weights: Reals, least: Real,
    positions: Ints, lefts: Reals, scores: Reals, phis: Reals,
) -> Int:  # fmt: skip
    """Fill in the row, the weight below and the score of each candidate; return their number.

    ``phis`` may hold phi of 0, 1, ..., which saves logarithms where weights are whole.
    """
    scratch = np.empty((5, weights.shape[1]))
    return fill_curve(code, own, values, weights, least, positions, lefts, scores, scratch, phis)


@kernel
def fill_curve(
    code: Int, own: Int, values: Reals, weights: Reals, least: Real,
    positions: Ints, lefts: Reals, scores: Reals, scratch: Reals, phis: Reals,
) -> Int:  # fmt: skip
    """Do what :func:`score_curve` does with scratch of five rows of classes.

    Every sum is taken anew from sums of weights: there is no running sum of scores that could
    drift. Only the logarithms of classes that a row has are taken again.
    """
    n_values, n_classes = weights.shape
    table, totals, parts, before = scratch[:2], scratch[2], scratch[3], scratch[4]
    scratch[:] = 0.0
    known, moment = 0.0, 0.0
    last = np.int64(-1)
    for v in range(n_values):
        here = 0.0
        for k in range(n_classes):
            totals[k] += weights[v, k]
            here += weights[v, k]
        known += here
        moment += here * values[v]
        if here > 0.0:
            last = np.int64(v)
    by_information = code < GINI or code in (DISTANCE, CONTRAST)
    classes = 0.0
    for k in range(n_classes):
        parts[k] = phi_in(totals[k], phis)
        classes += parts[k]
    below, moment_below = 0.0, 0.0
    size = np.int64(0)
    for v in range(last):
        here = 0.0
        for k in range(n_classes):
            weight = weights[v, k]
            if weight > 0.0:
                here += weight
                table[0, k] += weight
                if by_information:
                    parts[k] = phi_in(table[0, k], phis)
                    parts[k] += phi_in(totals[k] - table[0, k], phis)
        below += here
        moment_below += here * values[v]
        if here <= 0.0 or below < least:
            continue
        above = known - below
        if above < least:
            break
        if by_information:
            cells = 0.0
            for k in range(n_classes):
                cells += parts[k]
            sides = phi_in(below, phis) + phi_in(above, phis)
            h_classes, h_branches, gain = from_sums(known, cells, sides, classes)
            if code == CONTRAST:
                apart = moment_below / below - (moment - moment_below) / above
                between = below / known * (above / known) * apart * apart
                left = h_classes - gain
                score = between / left if left > PURE else np.inf
            else:
                score = family_value(code, h_classes, h_branches, gain)
        else:
            for k in range(n_classes):
                table[1, k] = totals[k] - table[0, k]
            score = value_of(code, own, table, before)
        positions[size] = v
        lefts[size] = below
        scores[size] = score
        size += 1
    return size


@allocating
def table_at(weights: Reals, position: Int) -> Reals:
    """Return the class weights below and above the cut after a row."""
    table = np.zeros((2, weights.shape[1]))
    for v in range(weights.shape[0]):
        side = 0 if v <= position else 1
        for k in range(weights.shape[1]):
            table[side, k] += weights[v, k]
    return table


@kernel
def row_above(weights: Reals, position: Int) -> Int:
    """Return the first row with weight after a row."""
    v = position + 1
    while v < weights.shape[0] - 1:
        for k in range(weights.shape[1]):
            if weights[v, k] > 0.0:
                return v
        v += 1
    return v
