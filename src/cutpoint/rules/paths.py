"""From paths to rules: every leaf of a tree gives one, freed of what does not help."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cutpoint.compiled import ONE, ZERO, Flags, Int, Ints, Real, Reals, allocating, kernel
from cutpoint.rules.generalise import Counts, Estimates, generalise
from cutpoint.rules.sets import among, between, size_of
from cutpoint.tree.growing import lengthened
from cutpoint.tree.tree import Tree

LAST_OUTCOME = 127
"""C4.5 holds the outcome of a test in a signed byte: later ones are never met."""


class Branches(NamedTuple):
    """The arrays of a tree that say where a case goes; ``numeric`` is by attribute."""

    attribute: Ints
    first_child: Ints
    n_branches: Ints
    test_start: Ints
    cuts: Reals
    branch_of: Ints
    label: Ints
    cases: Reals
    numeric: Flags
    n_values: Ints
    most_outcomes: Int


class Paths(NamedTuple):
    """Rules as they are made: conditions ``start[r] ... start[r + 1]``, each a node and a branch.

    ``place`` is how far down the path a condition stands.
    """

    start: Ints
    node: Ints
    branch: Ints
    place: Ints
    label: Ints
    error: Reals
    cover: Ints


def branches_of(tree: Tree) -> Branches:
    """Return the arrays of a tree."""
    values = [attribute.values for attribute in tree.attributes]
    return Branches(
        tree.attribute, tree.first_child, tree.n_branches, tree.test_start, tree.cuts,
        tree.branch_of, tree.label, tree.cases,
        np.array([entry is None for entry in values], dtype=np.bool_),
        np.array([len(entry or ()) for entry in values], dtype=np.int64),
        np.int64(LAST_OUTCOME if tree.single else np.iinfo(np.int32).max),
    )  # fmt: skip


@allocating
def rules_of_paths(
    tree: Branches, depth_of_tree: Int, columns: Reals, by_class: Ints, estimates: Estimates,
    progress: Ints, real: Real,
) -> Paths:  # fmt: skip
    """Return the generalised rules of all leaves with cases, depth first, in branch order.

    ``columns`` has a row per attribute, NaN where a value is unknown; ``by_class`` is the set of
    cases of each class, and of all.
    """
    n_classes = by_class.shape[0] - 1
    n_words = by_class.shape[1]
    n_cases = columns.shape[1]
    every = by_class[n_classes]
    class_sizes = np.zeros(n_classes, dtype=np.int64)
    at_node = np.zeros(depth_of_tree + 1, dtype=np.int64)
    at_branch = np.zeros(depth_of_tree + 1, dtype=np.int64)
    holds = np.zeros((depth_of_tree + 1, n_words), dtype=np.uint64)
    kept = np.zeros(depth_of_tree + 1, dtype=np.bool_)
    counts = Counts(
        np.zeros(depth_of_tree + 2, dtype=np.int64), np.zeros(depth_of_tree + 2, dtype=np.int64)
    )
    for c in range(n_classes):
        class_sizes[c] = size_of(by_class[c])

    start = np.zeros(65, dtype=np.int64)
    label = np.empty(64, dtype=np.int32)
    error = np.empty(64, dtype=np.float64)
    cover = np.empty(64 * n_words, dtype=np.uint64)
    node_of = np.empty(64, dtype=np.int32)
    branch_of = np.empty(64, dtype=np.int32)
    place = np.empty(64, dtype=np.int32)
    n_rules, n_conditions = ZERO, ZERO

    depth, node, entering = ZERO, ZERO, True
    while entering or depth > 0:
        if entering:
            entering = False
            if tree.attribute[node] >= 0:
                at_node[depth] = node
                at_branch[depth] = -1
                depth += 1
            elif tree.cases[node] >= 1 and progress[1] == 0:
                given = np.int64(tree.label[node])
                kept[:depth] = True
                estimate = generalise(
                    holds[:depth], by_class[given], every, class_sizes[given], n_cases, estimates,
                    kept, counts, real,
                )  # fmt: skip
                progress[0] += 1
                if estimate < 0:
                    continue
                start = lengthened(start, n_rules + 1, ONE)
                label = lengthened(label, n_rules, ONE)
                error = lengthened(error, n_rules, ONE)
                node_of = lengthened(node_of, n_conditions, depth)
                branch_of = lengthened(branch_of, n_conditions, depth)
                place = lengthened(place, n_conditions, depth)
                cover = lengthened(cover, n_rules * n_words, np.int64(n_words))
                covered = cover[n_rules * n_words : (n_rules + 1) * n_words]
                covered[:] = every
                for d in range(depth):
                    if kept[d]:
                        node_of[n_conditions] = at_node[d]
                        branch_of[n_conditions] = at_branch[d]
                        place[n_conditions] = d
                        n_conditions += 1
                        covered &= holds[d]
                label[n_rules] = given
                error[n_rules] = estimate
                n_rules += 1
                start[n_rules] = n_conditions
            continue
        d = depth - 1
        at_branch[d] += 1
        if at_branch[d] < tree.n_branches[at_node[d]]:
            _fill(tree, at_node[d], at_branch[d], columns, holds[d])
            node = np.int64(tree.first_child[at_node[d]]) + at_branch[d]
            entering = True
        else:
            depth -= 1
    return Paths(
        start[: n_rules + 1].copy(), node_of[:n_conditions].copy(),
        branch_of[:n_conditions].copy(), place[:n_conditions].copy(), label[:n_rules].copy(),
        error[:n_rules].copy(),
        cover[: n_rules * n_words].copy().reshape((n_rules, n_words)),
    )  # fmt: skip


@kernel
def _fill(tree: Branches, node: Int, branch: Int, columns: Reals, cover: Ints) -> None:
    """Fill the set of the cases with known values that take a branch."""
    a = tree.attribute[node]
    start = tree.test_start[node]
    if tree.numeric[a]:
        low = tree.cuts[start + branch - 1] if branch > 0 else np.nan
        high = tree.cuts[start + branch] if branch < tree.n_branches[node] - 1 else np.inf
        between(columns[a], low, high, cover)
    elif branch < tree.most_outcomes:
        among(columns[a], tree.branch_of[start : start + tree.n_values[a]], branch, cover)
    else:
        cover[:] = np.uint64(0)
