"""From the nodes of the exact learner to a tree: cuts placed, useless tests taken back."""

from __future__ import annotations

import numpy as np

from cutpoint.compiled import Int, Ints, Reals, allocating, kernel
from cutpoint.cuts.release8 import observed_cut
from cutpoint.data.sorted import FEW, Columns
from cutpoint.data.table import Table
from cutpoint.grow.fixed import PER_UNIT
from cutpoint.grow.grown import Grown
from cutpoint.grow.settings import MIDPOINT, OBSERVED, Settings
from cutpoint.tree.growing import Nodes, compact, finished
from cutpoint.tree.tree import Tree

_SAVED = 0.001  # errors that a test must save to stay (C4.5)


def finish(
    grown: Grown, n_nodes: int, maps: Ints, columns: Columns, table: Table, settings: Settings
) -> Tree:
    """Return the tree that was grown."""
    attribute = grown.attribute[:n_nodes].copy()
    numeric_test = np.zeros(n_nodes, dtype=np.bool_)
    for a, described in enumerate(table.attributes):
        if described.is_numeric:
            numeric_test |= attribute == a
    nodes = np.flatnonzero(numeric_test)
    cuts = _placed(grown, nodes, columns, table, settings)
    test_start = grown.map_start[:n_nodes].copy()
    test_start[nodes] = np.arange(len(nodes))
    counts = grown.counts[:n_nodes] * PER_UNIT
    cases = counts.sum(axis=1)
    label = grown.label[:n_nodes].copy()
    errors = cases - counts[np.arange(n_nodes), label]
    first_child, n_branches = grown.first_child[:n_nodes].copy(), grown.n_branches[:n_nodes].copy()
    sum_errors(attribute, first_child, n_branches, errors, settings.collapse)
    made = Nodes(
        attribute, first_child, n_branches, test_start, np.zeros(n_nodes, dtype=np.int32), label,
        cases, errors, counts,
    )  # fmt: skip
    return finished(
        compact(made, np.float64), cuts, maps, table.attributes, table.classes, single=False
    )


@kernel
def sum_errors(
    attribute: Ints, first_child: Ints, n_branches: Ints, errors: Reals, collapse: bool
) -> None:
    """Replace the errors of test nodes by those below them; undo tests that save none."""
    for node in range(attribute.size - 1, -1, -1):  # children come after their parents
        if attribute[node] < 0:
            continue
        below = 0.0
        for b in range(n_branches[node]):
            below += errors[first_child[node] + b]
        if collapse and below >= errors[node] - _SAVED:
            attribute[node] = -1
            first_child[node] = -1
            n_branches[node] = 0
        else:
            errors[node] = below


def _placed(grown: Grown, nodes: Ints, columns: Columns, table: Table, settings: Settings) -> Reals:
    """Return the cut point of each numeric test."""
    below, above = np.empty(len(nodes)), np.empty(len(nodes))
    for a in np.unique(grown.attribute[nodes]):
        tests = np.flatnonzero(grown.attribute[nodes] == a)
        few = columns.kind[a] == FEW
        values = columns.few_values[columns.slot[a]] if few else table.columns[a]
        below[tests] = values[grown.below[nodes[tests]]]
        above[tests] = values[grown.above[nodes[tests]]]
    below, above = below + 0.0, above + 0.0  # -0.0 is 0.0
    if settings.placement == OBSERVED:
        return _observed(grown.attribute[nodes], below, above, table)
    if settings.placement == MIDPOINT:
        cut = below + (above - below) * 0.5
    else:
        left = grown.left[nodes] * PER_UNIT
        right = (grown.known[nodes] - grown.left[nodes]) * PER_UNIT
        with np.errstate(over="ignore"):
            cut = (right * below + left * above) / (left + right)
    return np.where((cut >= below) & (cut < above), cut, below)


def _observed(attribute: Ints, below: Reals, above: Reals, table: Table) -> Reals:
    """Return, for each test, the greatest value of its column not above the middle."""
    cuts = np.empty(len(below), dtype=np.float64)
    for a in np.unique(attribute):
        tests = np.flatnonzero(attribute == a)
        column = np.asarray(table.columns[a], dtype=np.float64)
        values = np.unique(column[~np.isnan(column)]) + 0.0  # -0.0 is 0.0
        cuts[tests] = observed_cuts(values, below[tests], above[tests])
    return cuts


@allocating
def observed_cuts(values: Reals, below: Reals, above: Reals) -> Reals:
    """Return the observed cut between each pair of values of a sorted column."""
    cuts = np.empty(below.size, dtype=np.float64)
    for i in range(below.size):
        low: Int = np.searchsorted(values, below[i])
        high: Int = np.searchsorted(values, above[i])
        cut = observed_cut(values, np.int64(low), np.int64(high))
        cuts[i] = values[low] if cut >= high else values[cut]
    return cuts
