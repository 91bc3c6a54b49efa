"""The training cases as pruning needs them: where each value lies among the cuts of the tree."""

from __future__ import annotations

import numpy as np

from cutpoint.compiled import Int, Ints, Reals
from cutpoint.data.ranked import IGNORED, INTERVALS, NOMINAL, NUMERIC, Ranked, stack
from cutpoint.data.table import Table
from cutpoint.tree.growing import Nodes
from cutpoint.tree.tree import Tree


def rank_by_cuts(table: Table, tree: Tree) -> tuple[Ranked, Nodes, Ints]:
    """Rank the values of every tested numeric column by the tree's cuts on it.

    Returns the cases, and the nodes of the tree to work on with their branch maps. The cut of a
    test is given by rank: a value is not above a cut if its rank is not above the cut's. Where a
    column has a test of several cuts, the ranks are codes and its tests map them to branches, as
    those of nominal columns do; these maps follow the tree's own.
    """
    assert table.target is not None
    n_attributes = len(table.attributes)
    kind = np.full(n_attributes, IGNORED, dtype=np.int64)
    slot = np.zeros_like(kind)
    n_values = np.zeros_like(kind)
    cut_rank = np.zeros(tree.n_nodes, dtype=np.int32)
    test_start = tree.test_start.copy()
    maps: list[Ints] = [tree.branch_of]
    n_mapped = len(tree.branch_of)
    ranks: list[Ints] = []
    codes: list[Ints] = []
    for a in np.unique(tree.attribute[tree.attribute >= 0]):
        attribute, column = table.attributes[a], table.columns[a]
        if attribute.values is not None:
            kind[a], slot[a], n_values[a] = NOMINAL, len(codes), len(attribute.values)
            codes.append(np.asarray(column, dtype=np.int32))
            continue
        tests = np.flatnonzero(tree.attribute == a)
        several = _has_several(tree, tests)
        own = [_cuts_of(tree, node) for node in tests] if several else []
        single = tree.cuts[tree.test_start[tests]]
        cuts = np.unique(np.concatenate([single, *own]))
        rank = np.searchsorted(cuts, column).astype(np.int32)
        rank[np.isnan(column)] = -1
        if not several:
            kind[a], slot[a] = NUMERIC, len(ranks)
            cut_rank[tests] = np.searchsorted(cuts, single)
            ranks.append(rank)
            continue
        kind[a], slot[a], n_values[a] = INTERVALS, len(codes), len(cuts) + 1
        codes.append(rank)
        cut_rank[tests] = test_start[tests]  # to be given back
        ends = np.append(cuts, np.inf)  # rank r holds the values up to cut r
        test_start[tests] = n_mapped + len(ends) * np.arange(len(tests))
        n_mapped += len(ends) * len(tests)
        maps += [np.searchsorted(cuts_here, ends).astype(np.int32) for cuts_here in own]
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
        tree.attribute.copy(), tree.first_child.copy(), tree.n_branches.copy(), test_start,
        cut_rank, tree.label.copy(), tree.cases.copy(), tree.errors.copy(),
        tree.distribution.copy(),
    )  # fmt: skip
    return cases, nodes, np.concatenate(maps).astype(np.int32)


def give_cuts_back(cases: Ranked, nodes: Nodes) -> None:
    """Let the tests that :func:`rank_by_cuts` mapped start at their cuts again."""
    tested = np.flatnonzero(nodes.attribute >= 0)
    mapped = tested[cases.kind[nodes.attribute[tested]] == INTERVALS]
    nodes.test_start[mapped] = nodes.cut_rank[mapped]


def _has_several(tree: Tree, tests: Ints) -> bool:
    """Return whether some of these tests have more than one cut."""
    return bool((tree.n_branches[tests] > 2).any())


def _cuts_of(tree: Tree, node: Int) -> Reals:
    start = tree.test_start[node]
    return tree.cuts[start : start + tree.n_branches[node] - 1]
