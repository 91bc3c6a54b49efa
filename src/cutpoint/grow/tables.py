"""Coded columns: class weights by value, and the best cut along them.

One pass over the rows of a node fills the tables of all its coded columns; a case's codes lie
together, so a row costs one trip to memory.
"""

from __future__ import annotations

import numpy as np

from cutpoint.compiled import Int, Ints, kernel
from cutpoint.grow.fixed import CASE, phi
from cutpoint.grow.scan import NO_CUT


@kernel
def clear_tables(tables: Ints, starts: Ints, n_columns: Int) -> None:
    """Empty the tables of the first ``n_columns`` columns."""
    tables[: starts[n_columns]] = 0


@kernel
def count_rows(
    codes: Ints, target: Ints, starts: Ints, rows: Ints, n_classes: Int, tables: Ints
) -> None:
    """Add whole cases to the tables: row ``starts[j] + code`` of column j, by class."""
    n_columns = codes.shape[1]
    flat = tables.reshape(-1)
    for row in rows:
        r = np.uint64(row)
        k = np.int64(target[r])
        for j in range(n_columns):
            place = (starts[j] + np.int64(codes[r, np.uint64(j)])) * n_classes + k
            flat[np.uint64(place)] += CASE


@kernel
def count_fractions(
    codes: Ints, target: Ints, starts: Ints, rows: Ints, units: Ints, tables: Ints
) -> None:
    """Add cases of any weight to the tables."""
    for i in range(rows.size):
        r = rows[i]
        k = np.int64(target[r])
        for j in range(codes.shape[1]):
            tables[starts[j] + np.int64(codes[r, j]), k] += units[i]


@kernel
def known_in(table: Ints, n_values: Int, totals: Ints) -> Int:
    """Fill in the class weights over the values of a table; return their sum."""
    known = np.int64(0)
    for k in range(totals.size):
        totals[k] = 0
        for v in range(n_values):
            totals[k] += table[v, k]
        known += totals[k]
    return known


@kernel
def row_weight(table: Ints, v: Int) -> Int:
    """Return the weight of a value."""
    total = np.int64(0)
    for k in range(table.shape[1]):
        total += table[v, k]
    return total


@kernel
def scan_values(
    table: Ints, n_values: Int, known: Int, totals: Ints, least: Int, start: Int, margin: Int,
    scale: float, whole: bool, phi_table: Ints, lower: Ints,
) -> tuple[Int, Int, Int, Int]:  # fmt: skip
    """Return (S, last value below, units below, candidates) of the best cut by gain of a table."""
    lower[:] = 0
    best = start
    position = NO_CUT
    best_below = np.int64(0)
    below = np.int64(0)
    tries = np.int64(0)
    for v in range(n_values - 1):
        here = np.int64(0)
        for k in range(totals.size):
            lower[k] += table[v, k]
            here += table[v, k]
        if here == 0:
            continue
        below += here
        if known - below < least or known == below:
            break
        if below < least:
            continue
        tries += 1
        s = np.int64(0)
        if whole:
            s -= phi_table[np.uint64(below >> 30)] + phi_table[np.uint64((known - below) >> 30)]
            for k in range(totals.size):
                s += phi_table[np.uint64(lower[k] >> 30)]
                s += phi_table[np.uint64((totals[k] - lower[k]) >> 30)]
        else:
            s -= phi(below, scale) + phi(known - below, scale)
            for k in range(totals.size):
                s += phi(lower[k], scale) + phi(totals[k] - lower[k], scale)
        if s > best:
            best = s + margin
            position = np.int64(v)
            best_below = below
    return best - margin, position, best_below, tries
