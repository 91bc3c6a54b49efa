"""At which leaves the parts of cases end: of most cases one part, at one leaf."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutpoint.data.attribute import UNKNOWN_NUMBER
from cutpoint.data.table import Table

if TYPE_CHECKING:
    from cutpoint.tree.tree import Tree


class Parts(NamedTuple):
    """Parts of cases, in no order: the row, the node where it ends, and the share of the case."""

    rows: NDArray[np.intp]
    ends: NDArray[np.intp]
    shares: NDArray[np.float64]


def parts_of(tree: Tree, table: Table) -> Parts:
    """Return where the cases of a table end; their shares sum to 1 for each case.

    A case with an unknown value goes down every branch, in proportion to the training cases that
    did, unless the test has a branch for it; where no training case did, it ends at the test.

    Examples
    --------
    >>> from cutpoint.tree import example_tree
    >>> tree = example_tree()  # outlook, temperature, humidity, windy
    >>> codes, humid = np.array([0], dtype=np.int32), np.array([np.nan])
    >>> parts = parts_of(tree, Table(tree.attributes, (codes, humid, humid, codes), 1))
    >>> parts.ends.tolist(), parts.shares.tolist()
    ([4, 5], [0.4, 0.6])
    """
    if not (tree.single or table.has_missing):  # every case ends at one leaf
        return Parts(np.arange(table.n_rows), tree.apply(table), np.ones(table.n_rows))
    going = Parts(
        np.arange(table.n_rows), np.zeros(table.n_rows, dtype=np.intp), np.ones(table.n_rows)
    )
    ended: list[Parts] = []
    while len(going.rows):
        tests = tree.attribute[going.ends] >= 0
        ended.append(_some(going, ~tests))
        going = _some(going, tests)
        branch = _branches(tree, table, going)
        known = branch >= 0
        below = tree.first_child[going.ends] + branch
        stopped, divided = _divided(tree, _some(going, ~known))
        ended.append(stopped)
        moved = Parts(going.rows[known], below[known].astype(np.intp), going.shares[known])
        going = _joined([moved, divided])
    return _joined(ended)


def _branches(tree: Tree, table: Table, going: Parts) -> NDArray[np.int64]:
    """Return the branch that each part takes; -1 where its value is unknown and has none."""
    branch = np.full(len(going.rows), -1, dtype=np.int64)
    tested = tree.attribute[going.ends]
    for position in np.unique(tested).tolist():
        here = np.flatnonzero(tested == position)
        nodes, column = going.ends[here], table.columns[position][going.rows[here]]
        start = tree.test_start[nodes]
        if tree.attributes[position].is_numeric:
            found = _intervals(tree, nodes, column)
        else:
            inside = (column >= 0) & (column < len(tree.attributes[position].values or ()))
            found = np.where(inside, tree.branch_of[start + np.where(inside, column, 0)], -1)
        if tree.unknown is not None:
            found = np.where((found < 0) & tree.unknown[nodes], tree.n_branches[nodes] - 1, found)
        branch[here] = found
    return branch


def _intervals(
    tree: Tree, nodes: NDArray[np.intp], values: NDArray[np.floating]
) -> NDArray[np.int64]:
    """Return between which cuts of its node each value lies; -1 if it is unknown."""
    unknown = np.isnan(values)
    cuts = tree.cuts
    if tree.single:
        values, cuts = values.astype(np.float32), cuts.astype(np.float32)
        unknown |= values == UNKNOWN_NUMBER
    start, n_cuts = tree.test_start[nodes], tree.n_known_branches[nodes] - 1
    found = np.zeros(len(nodes), dtype=np.int64)
    for c in range(int(n_cuts.max(initial=0))):
        has = n_cuts > c
        found += has & (values > cuts[np.where(has, start + c, 0)])
    return np.where(unknown, -1, found)


def _divided(tree: Tree, parts: Parts) -> tuple[Parts, Parts]:
    """Return parts of unknown value: those that stop, and the others at every branch below."""
    stops = tree.cases[parts.ends] <= 0
    going = _some(parts, ~stops)
    counts = tree.n_branches[going.ends].astype(np.intp)
    which = np.repeat(np.arange(len(going.rows)), counts)
    step = np.arange(len(which)) - np.repeat(np.cumsum(counts) - counts, counts)
    nodes = going.ends[which]
    below = tree.first_child[nodes] + step
    shares = going.shares[which] * tree.cases[below] / tree.cases[nodes]
    held = shares > 0
    divided = Parts(going.rows[which][held], below[held].astype(np.intp), shares[held])
    return _some(parts, stops), divided


def _some(parts: Parts, which: NDArray[np.bool_]) -> Parts:
    return Parts(parts.rows[which], parts.ends[which], parts.shares[which])


def _joined(all_parts: list[Parts]) -> Parts:
    return Parts(*(np.concatenate(arrays) for arrays in zip(*all_parts, strict=True)))
