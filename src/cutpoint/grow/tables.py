"""Coded columns: class weights by value, and the best cut along them.

One pass over the rows of a node fills the tables of all its coded columns; a case's codes lie
together, so a row costs one trip to memory. A table has a row per class that is present at the
node, so that a scan goes along the values without a jump.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cutpoint.compiled import Flag, Int, Ints, allocating, kernel
from cutpoint.data.coded import MOST_FEW
from cutpoint.data.sorted import FEW, NOMINAL, Columns
from cutpoint.grow.blocks import NO_CUT, slack_of
from cutpoint.grow.fixed import CASE, SMALL, UNIT_BITS, phi_of
from cutpoint.grow.measured import Aim, bar_for, worth

_FEW_CASES = np.int64(6)  # below a sixth of the values, cases are sorted instead of tabulated


class Coded(NamedTuple):
    """The tables of coded columns at a node: classes that are present x values, and scratch."""

    few_start: Ints  # by column: its first place; one more place for unknown
    few: Ints
    nominal_start: Ints
    nominal: Ints
    class_place: Ints  # by class: its row
    small: Ints  # the table of one column at a node of few cases
    codes: Ints
    order: Ints
    weights: Ints  # by value, of the column at hand
    scores: Ints


@allocating
def new_coded(columns: Columns, n_classes: Int) -> Coded:
    """Return room for the tables of all coded columns."""
    few = np.zeros(columns.few.shape[1] + 1, dtype=np.int64)
    nominal = np.zeros(columns.nominal.shape[1] + 1, dtype=np.int64)
    for a in range(columns.kind.size):
        if columns.kind[a] == FEW:
            few[columns.slot[a] + 1] = columns.n_values[a] + 1
        elif columns.kind[a] == NOMINAL:
            nominal[columns.slot[a] + 1] = columns.n_values[a] + 1
    for j in range(1, few.size):
        few[j] += few[j - 1]
    for j in range(1, nominal.size):
        nominal[j] += nominal[j - 1]
    most_few = few[few.size - 1] // few_factor(columns.few.shape[1]) + 2
    most_values = np.int64(MOST_FEW + 1)
    for a in range(columns.kind.size):
        most_values = max(most_values, columns.n_values[a] + 1)
    return Coded(
        few, np.zeros((n_classes, few[few.size - 1]), dtype=np.int64),
        nominal, np.zeros((n_classes, nominal[nominal.size - 1]), dtype=np.int64),
        np.zeros(n_classes, dtype=np.int64), np.zeros((n_classes, most_few), dtype=np.int64),
        np.zeros(most_few, dtype=np.int64), np.zeros(most_few, dtype=np.int64),
        np.zeros(most_values, dtype=np.int64), np.zeros(most_values, dtype=np.int64),
    )  # fmt: skip


@kernel
def few_factor(n_columns: Int) -> Int:
    """Return by how many times the values must outnumber the cases for these to be sorted."""
    return _FEW_CASES * max(np.int64(1), np.int64(n_columns))


@kernel
def is_tabulated(n_cases: Int, n_columns: Int, n_places: Int) -> Flag:
    """Return whether a node has enough cases for its tables of few values to be filled."""
    return n_cases * few_factor(n_columns) >= n_places


@kernel
def clear(tables: Ints, n_present: Int) -> None:
    """Empty the tables of the classes that are present."""
    for k in range(n_present):
        tables[k, :] = 0


@kernel
def count_rows(
    codes: Ints, target: Ints, starts: Ints, rows: Ints, class_place: Ints, tables: Ints
) -> None:
    """Add whole cases to the tables: column ``starts[j] + code`` of column j, by class."""
    n_columns = codes.shape[1]
    width = np.int64(tables.shape[1])
    flat = tables.reshape(-1)
    for row in rows:
        r = np.uint64(row)
        first = class_place[np.int64(target[r])] * width
        for j in range(n_columns):
            place = first + starts[j] + np.int64(codes[r, np.uint64(j)])
            flat[np.uint64(place)] += CASE


@kernel
def count_fractions(
    codes: Ints, target: Ints, starts: Ints, rows: Ints, units: Ints, class_place: Ints,
    tables: Ints,
) -> None:  # fmt: skip
    """Add cases of any weight to the tables."""
    for i in range(rows.size):
        r = rows[i]
        k = class_place[np.int64(target[r])]
        for j in range(codes.shape[1]):
            tables[k, starts[j] + np.int64(codes[r, j])] += units[i]


@kernel
def classes_of(counts: Ints) -> Int:
    """Return how many classes a node has."""
    n_present = np.int64(0)
    for k in range(counts.size):
        n_present += np.int64(counts[k] > 0)
    return n_present


@kernel
def list_present(counts: Ints, present: Ints, class_place: Ints) -> Int:
    """List the classes that a node has, and the row of each in its tables; return how many."""
    n_present = np.int64(0)
    for k in range(counts.size):
        if counts[k] > 0:
            present[n_present] = k
            class_place[k] = n_present
            n_present += 1
    return n_present


@kernel
def count_nominal(
    columns: Columns, target: Ints, coded: Coded, rows: Ints, part_rows: Ints, part_units: Ints,
    n_present: Int,
) -> None:  # fmt: skip
    """Fill in the tables of the nominal columns."""
    if columns.nominal.shape[1] == 0:
        return
    clear(coded.nominal, n_present)
    count_rows(columns.nominal, target, coded.nominal_start, rows, coded.class_place, coded.nominal)
    count_fractions(
        columns.nominal, target, coded.nominal_start, part_rows, part_units, coded.class_place,
        coded.nominal,
    )  # fmt: skip


@kernel
def value_weight(table: Ints, n_present: Int, v: Int) -> Int:
    """Return the weight of a value."""
    total = np.int64(0)
    for k in range(n_present):
        total += table[k, v]
    return total


@kernel
def few_cases(
    few: Ints, j: Int, target: Ints, rows: Ints, part_rows: Ints, part_units: Ints,
    class_place: Ints, n_present: Int, codes: Ints, order: Ints, table: Ints,
) -> Int:  # fmt: skip
    """Fill in the table of a column for a node of few cases, only values that occur; return those.

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
            for k in range(n_present):
                table[k, n_values] = 0
            n_values += 1
        at = order[i] & np.int64(0xFFFFFFFF)
        if at < rows.size:
            table[class_place[np.int64(target[rows[at]])], n_values - 1] += CASE
        else:
            row = part_rows[at - rows.size]
            table[class_place[np.int64(target[row])], n_values - 1] += part_units[at - rows.size]
    return n_values


@kernel
def sum_values(
    table: Ints, n_values: Int, totals: Ints, n_present: Int, whole: bool, phi_table: Ints,
    scale: float, weights: Ints, scores: Ints,
) -> None:  # fmt: skip
    """Fill in the weight of each value, and for a cut after it the sum over classes of phi.

    Without jumps for whole cases: a value that a class lacks costs less than to ask.
    """
    for v in range(n_values):
        weights[v] = 0
        scores[v] = 0
    for k in range(n_present):
        lower = np.int64(0)
        total = totals[k]
        if whole:
            for v in range(n_values):
                units = table[k, v]
                weights[v] += units
                lower += units
                scores[v] += phi_table[np.uint64(lower >> UNIT_BITS)]
                scores[v] += phi_table[np.uint64((total - lower) >> UNIT_BITS)]
            continue
        both = phi_of(total, phi_table, scale)
        for v in range(n_values):
            units = table[k, v]
            if units > 0:
                weights[v] += units
                lower += units
                both = phi_of(lower, phi_table, scale) + phi_of(total - lower, phi_table, scale)
            scores[v] += both


@kernel
def scan_values(
    weights: Ints, scores: Ints, n_values: Int, known: Int, least: Int, start: Int, margin: Int,
    phi_table: Ints, scale: float,
) -> tuple[Int, Int, Int, Int]:  # fmt: skip
    """Return (S, last value below, units below, candidates) of the best cut by gain."""
    best = start
    position = NO_CUT
    best_below = np.int64(0)
    below = np.int64(0)
    tries = np.int64(0)
    for v in range(n_values - 1):
        if weights[v] == 0:
            continue
        below += weights[v]
        if known - below < least or known == below:
            break
        if below < least:
            continue
        tries += 1
        s = scores[v] - phi_of(below, phi_table, scale) - phi_of(known - below, phi_table, scale)
        if s > best:
            best = s + margin
            position = np.int64(v)
            best_below = below
    return best - margin, position, best_below, tries


@kernel
def scan_values_measured(
    weights: Ints, scores: Ints, n_values: Int, known: Int, least: Int, aim: Aim, start: float,
    phi_table: Ints,
) -> tuple[Int, Int, Int]:  # fmt: skip
    """Return (S, last value below, units below) of the best cut by a measure."""
    best = start
    best_s = np.int64(0)
    position = NO_CUT
    best_below = np.int64(0)
    below = np.int64(0)
    slack = slack_of(np.int64(2))
    bar, keep = bar_for(aim, best)
    for v in range(n_values - 1):
        if weights[v] == 0:
            continue
        below += weights[v]
        if known - below < least or known == below:
            break
        if below < least:
            continue
        sides = phi_of(below, phi_table, aim.scale) + phi_of(known - below, phi_table, aim.scale)
        if np.float64(scores[v]) - keep * np.float64(sides) <= bar - slack:
            continue
        value = worth(aim, scores[v] - sides, np.float64(sides) / aim.scale)
        if value > best + SMALL:
            best = value
            best_s = scores[v] - sides
            position = np.int64(v)
            best_below = below
            bar, keep = bar_for(aim, best)
    return best_s, position, best_below


@kernel
def count_tries(weights: Ints, n_values: Int, known: Int, least: Int) -> Int:
    """Return how many cuts leave the least weight on both sides."""
    below = np.int64(0)
    tries = np.int64(0)
    for v in range(n_values - 1):
        if weights[v] > 0:
            below += weights[v]
            tries += np.int64(below >= least and known - below >= least and known > below)
    return tries
