"""The training cases as the search sees them: every column as ranks, and sorted once."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cutpoint.compiled import Int, Ints, Reals, kernel
from cutpoint.data.table import Table
from cutpoint.grow.fixed import to_units

NO_CUT = -1
"""In place of a cut: the test is nominal, or parts known values from unknown ones."""


class Cases(NamedTuple):
    """Cases by column; ``a`` is an attribute.

    Weights are whole numbers: cases are counted, or weighed in units of 2^-30 of a case.
    """

    numeric: Ints
    """1 if an attribute is numeric, 0 if it is nominal."""
    n_values: Ints
    """The number of distinct known numbers, or of nominal values."""
    code: Ints
    """``code[a, case]``: the position of the value among them; ``n_values[a]`` if it is unknown."""
    order: Ints
    """``order[a]``: the cases by ascending code, unknown ones last."""
    start: Ints
    """Where the cases of a code start in ``order[a]``: ``start[first[a] + code]``."""
    first: Ints
    target: Ints
    weight: Ints
    n_classes: int


def cases_of(table: Table) -> tuple[Cases, list[Reals]]:
    """Return the cases of a table, and the distinct numbers of each column (none if nominal)."""
    assert table.target is not None
    n_attributes = len(table.attributes)
    shape = (n_attributes, table.n_rows)
    code, order = np.empty(shape, dtype=np.int32), np.empty(shape, dtype=np.int32)
    numeric, n_values = (np.zeros(n_attributes, dtype=np.int64) for _ in range(2))
    numbers: list[Reals] = []
    starts: list[Ints] = []
    for a, (attribute, column) in enumerate(zip(table.attributes, table.columns, strict=True)):
        distinct = np.empty(0)
        if attribute.values is None:
            known = ~np.isnan(column)
            distinct, code[a, known] = np.unique(column[known] + 0.0, return_inverse=True)
            numeric[a], n_values[a] = 1, len(distinct)
        else:
            known = column >= 0
            code[a, known], n_values[a] = column[known], len(attribute.values)
        code[a, ~known] = n_values[a]
        order[a] = np.argsort(code[a], kind="stable")
        counts = np.bincount(code[a], minlength=int(n_values[a]) + 1)
        starts.append(np.concatenate([[0], np.cumsum(counts)]))
        numbers.append(distinct)
    cases = Cases(
        numeric=numeric,
        n_values=n_values,
        code=code,
        order=order,
        start=np.concatenate([np.zeros(1, dtype=np.int64), *starts])[1:].astype(np.int64),
        first=np.cumsum([0, *(len(start) for start in starts)])[:-1].astype(np.int64),
        target=np.ascontiguousarray(table.target, dtype=np.int32),
        weight=np.ones(table.n_rows, dtype=np.int64)
        if table.weights is None
        else to_units(table.weights),
        n_classes=len(table.classes),
    )
    return cases, numbers


@kernel
def start_of(cases: Cases, a: Int, code: Int) -> Int:
    """Return where the cases with this code or more start in ``order[a]``."""
    return cases.start[cases.first[a] + code]


@kernel
def root_branches(cases: Cases, a: Int, cut: Int, branch: Ints) -> Int:
    """Write the branch that each case takes at a test of ``a``; return the number of branches.

    A numeric test sends codes up to ``cut`` to branch 0, the others to 1; without a cut all of them
    go to branch 0. A nominal test has a branch for each code. Unknown values have the last branch.
    """
    n_values = cases.n_values[a]
    if cases.numeric[a] == 0:
        for case in range(branch.size):
            branch[case] = cases.code[a, case]
        return n_values + 1
    if cut == NO_CUT:
        for case in range(branch.size):
            branch[case] = cases.code[a, case] == n_values
        return np.int64(2)
    for case in range(branch.size):
        code = cases.code[a, case]
        branch[case] = (code > cut) + (code == n_values)
    return np.int64(3)
