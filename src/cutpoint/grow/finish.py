"""From the nodes of the exact learner to a tree: cuts placed, useless tests taken back."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cutpoint.compiled import Int, Ints, Reals, allocating, kernel
from cutpoint.cuts.placement import OBSERVED, placed
from cutpoint.data.sorted import FEW, Columns
from cutpoint.data.table import Table
from cutpoint.grow.fixed import PER_UNIT
from cutpoint.grow.grown import Grown
from cutpoint.grow.settings import Settings
from cutpoint.tree.growing import Nodes, compact, finished
from cutpoint.tree.tree import Tree

_SAVED = 0.001  # errors that a test must save to stay (C4.5)


def finish(
    grown: Grown, n_nodes: int, maps: Ints, places: Reals, columns: Columns, table: Table,
    settings: Settings,
) -> Tree:  # fmt: skip
    """Return the tree that was grown; ``places`` are the cuts of tests with several."""
    attribute = grown.attribute[:n_nodes].copy()
    nodes = np.flatnonzero(_is_numeric(table)[attribute])
    single = nodes[grown.intervals[nodes] == 0]
    several = nodes[grown.intervals[nodes] > 0]
    test_start = grown.map_start[:n_nodes].copy()
    cuts = np.concatenate(
        [
            _placed(grown, single, columns, table, settings),
            *(_placed_together(grown, node, places, table, settings) for node in several),
        ]
    )
    test_start[single] = np.arange(len(single))
    ends = len(single) + np.cumsum(grown.intervals[several])
    test_start[several] = ends - grown.intervals[several]
    counts = grown.counts[:n_nodes] * PER_UNIT
    label = grown.label[:n_nodes].copy()
    cases, errors = weigh(counts, label)
    first_child, n_branches = grown.first_child[:n_nodes].copy(), grown.n_branches[:n_nodes].copy()
    sum_errors(attribute, first_child, n_branches, errors, settings.collapse)
    made = Nodes(
        attribute, first_child, n_branches, test_start, np.zeros(n_nodes, dtype=np.int32), label,
        cases, errors, counts,
    )  # fmt: skip
    kept = compact(made, np.float64)
    cuts = _in_order(kept, cuts, table)
    return finished(kept, cuts, maps, table.attributes, table.classes, single=False)


def _is_numeric(table: Table) -> NDArray[np.bool_]:
    """Return which attributes are numeric; -1, a leaf's attribute, is not."""
    return np.array([attribute.is_numeric for attribute in table.attributes] + [False])


def _in_order(nodes: Nodes, cuts: Reals, table: Table) -> Reals:
    """Return the cuts in the order of their nodes, whichever was grown first."""
    tests = np.flatnonzero(_is_numeric(table)[nodes.attribute])
    n_cuts = nodes.n_branches[tests] - 1
    starts = np.cumsum(n_cuts) - n_cuts
    old = np.repeat(nodes.test_start[tests] - starts, n_cuts) + np.arange(n_cuts.sum())
    nodes.test_start[tests] = starts
    return np.asarray(cuts[old])


@allocating
def weigh(counts: Reals, label: Ints) -> tuple[Reals, Reals]:
    """Return the cases of each node, and those that are not of its class."""
    cases = np.zeros(label.size)
    errors = np.zeros(label.size)
    for node in range(label.size):
        for k in range(counts.shape[1]):
            cases[node] += counts[node, k]
        errors[node] = cases[node] - counts[node, label[node]]
    return cases, errors


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
    """Return the cut point of each test with a single one."""
    cuts = np.empty(len(nodes))
    for a in np.unique(grown.attribute[nodes]):
        tests = np.flatnonzero(grown.attribute[nodes] == a)
        few = columns.kind[a] == FEW
        values = columns.few_values[columns.slot[a]] if few else table.columns[a]
        here = nodes[tests]
        cuts[tests] = place_all(
            settings.placement, _values(table, int(a), settings), values[grown.below[here]],
            values[grown.above[here]], grown.left[here], grown.known[here],
        )  # fmt: skip
    return cuts + 0.0  # -0.0 is 0.0


def _values(table: Table, a: int, settings: Settings) -> Reals:
    """Return the values of a column, if cuts are to lie at such."""
    if settings.placement != OBSERVED:
        return np.empty(0)
    column = np.sort(np.asarray(table.columns[a], dtype=np.float64))
    return column[: len(column) - np.count_nonzero(np.isnan(column))]  # unknown ones are the last


def _placed_together(
    grown: Grown, node: Int, places: Reals, table: Table, settings: Settings
) -> Reals:
    """Return the cut points of a test with several."""
    start = grown.map_start[node]
    cuts = places[start : start + grown.intervals[node]]
    if settings.placement != OBSERVED:
        return cuts
    values = _values(table, int(grown.attribute[node]), settings)
    return values[np.searchsorted(values, cuts, side="right") - 1] + 0.0


@allocating
def place_all(
    placement: Int, column: Reals, below: Reals, above: Reals, left: Ints, known: Ints
) -> Reals:
    """Return the cut between each pair of values."""
    cuts = np.empty(below.size)
    for i in range(below.size):
        cuts[i] = placed(
            placement, column, below[i], above[i], np.float64(left[i]) * PER_UNIT,
            np.float64(known[i] - left[i]) * PER_UNIT,
        )  # fmt: skip
    return cuts
