"""The training cases as pruning needs them: where each value lies among the cuts of the tree."""

from __future__ import annotations

import numpy as np

from cutpoint.compiled import Ints
from cutpoint.data.ranked import IGNORED, NOMINAL, NUMERIC, Ranked, stack
from cutpoint.data.table import Table
from cutpoint.tree.growing import Nodes
from cutpoint.tree.tree import Tree


def rank_by_cuts(table: Table, tree: Tree) -> tuple[Ranked, Nodes]:
    """Rank the values of every tested numeric column by the tree's cuts on it.

    Returns the cases, and the nodes of the tree to work on, their cuts given by rank: a value is
    not above a cut if its rank is not above the cut's.
    """
    assert table.target is not None
    n_attributes = len(table.attributes)
    kind = np.full(n_attributes, IGNORED, dtype=np.int64)
    slot = np.zeros_like(kind)
    n_values = np.zeros_like(kind)
    cut_rank = np.zeros(tree.n_nodes, dtype=np.int32)
    ranks: list[Ints] = []
    codes: list[Ints] = []
    for a in np.unique(tree.attribute[tree.attribute >= 0]):
        attribute, column = table.attributes[a], table.columns[a]
        if attribute.values is not None:
            kind[a], slot[a], n_values[a] = NOMINAL, len(codes), len(attribute.values)
            codes.append(np.asarray(column, dtype=np.int32))
            continue
        kind[a], slot[a] = NUMERIC, len(ranks)
        tests = np.flatnonzero(tree.attribute == a)
        cuts, cut_rank[tests] = np.unique(tree.cuts[tree.test_start[tests]], return_inverse=True)
        rank = np.searchsorted(cuts, column).astype(np.int32)
        rank[np.isnan(column)] = -1
        ranks.append(rank)
    cases = Ranked(
        kind=kind,
        slot=slot,
        n_values=n_values,
        rank=stack(ranks, table.n_rows),
        distinct=np.empty(0, dtype=np.float64),
        distinct_start=np.zeros(1, dtype=np.int64),
        code=stack(codes, table.n_rows),
        target=np.ascontiguousarray(table.target, dtype=np.int32),
        n_classes=len(table.classes),
    )
    nodes = Nodes(
        tree.attribute.copy(), tree.first_child.copy(), tree.n_branches.copy(),
        tree.test_start.copy(), cut_rank, tree.label.copy(), tree.cases.copy(),
        tree.errors.copy(), tree.distribution.copy(),
    )  # fmt: skip
    return cases, nodes
