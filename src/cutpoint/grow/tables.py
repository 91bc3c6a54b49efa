"""Coded columns: class weights by value, and the best cut along them.

One pass over the rows of a node fills the tables of all its coded columns; a case's codes lie
together, so a row costs one trip to memory.
"""

from __future__ import annotations

import numpy as np

from cutpoint.compiled import Int, Ints, kernel
from cutpoint.grow.blocks import NO_CUT
from cutpoint.grow.fixed import CASE, UNIT_BITS, phi


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
def few_cases(
    few: Ints, j: Int, target: Ints, rows: Ints, part_rows: Ints, part_units: Ints, codes: Ints,
    order: Ints, table: Ints,
) -> Int:  # fmt: skip
    """Fill in the table of a column for a node of few cases, only values that occur; return rows.

    ``codes`` receives the values, ascending. The cases are put in order one by one: for so few
    that takes less time than to clear a table of all values.
    """
    size = rows.size + part_rows.size
    for i in range(size):
        row = rows[i] if i < rows.size else part_rows[i - rows.size]
        key = (np.int64(few[row, j]) << 32) | np.int64(i)
        place = i
        while place > 0 and order[place - 1] > key:
            order[place] = order[place - 1]
            place -= 1
        order[place] = key
    n_values = np.int64(0)
    for i in range(size):
        code = order[i] >> 32
        if n_values == 0 or codes[n_values - 1] != code:
            codes[n_values] = code
            for k in range(table.shape[1]):
                table[n_values, k] = 0
            n_values += 1
        at = order[i] & np.int64(0xFFFFFFFF)
        if at < rows.size:
            table[n_values - 1, target[rows[at]]] += CASE
        else:
            table[n_values - 1, target[part_rows[at - rows.size]]] += part_units[at - rows.size]
    return n_values


@kernel
def scan_values(
    table: Ints, n_values: Int, known: Int, totals: Ints, present: Ints, least: Int, start: Int,
    margin: Int, scale: float, whole: bool, phi_table: Ints, lower: Ints, exact: Ints,
) -> tuple[Int, Int, Int, Int]:  # fmt: skip
    """Return (S, last value below, units below, candidates) of the best cut by gain of a table.

    Only the classes that are ``present`` are looked at, and only those that a value adds to are
    looked up.
    """
    both = np.int64(0)  # sum over classes of phi on both sides
    for k in present:
        lower[k] = 0
        exact[k] = phi_table[totals[k] >> UNIT_BITS] if whole else phi(totals[k], scale)
        both += exact[k]
    best = start
    position = NO_CUT
    best_below = np.int64(0)
    below = np.int64(0)
    tries = np.int64(0)
    for v in range(n_values - 1):
        here = np.int64(0)
        for k in present:
            units = table[v, k]
            if units > 0:
                here += units
                lower[k] += units
                if whole:
                    now = phi_table[lower[k] >> UNIT_BITS]
                    now += phi_table[(totals[k] - lower[k]) >> UNIT_BITS]
                else:
                    now = phi(lower[k], scale) + phi(totals[k] - lower[k], scale)
                both += now - exact[k]
                exact[k] = now
        if here == 0:
            continue
        below += here
        if known - below < least or known == below:
            break
        if below < least:
            continue
        tries += 1
        if whole:
            s = both - phi_table[below >> UNIT_BITS] - phi_table[(known - below) >> UNIT_BITS]
        else:
            s = both - phi(below, scale) - phi(known - below, scale)
        if s > best:
            best = s + margin
            position = np.int64(v)
            best_below = below
    return best - margin, position, best_below, tries
