"""Error-based pruning with subtree raising, as C4.5 Release 8 does it.

Bottom up, each test node becomes a leaf, or is replaced by its largest branch, if that is estimated
to make hardly more errors on the node's cases.
"""

from __future__ import annotations

import numpy as np

from cutpoint.compiled import ONE, ZERO, Int, Ints, Real, Reals, allocating
from cutpoint.data.ranked import NOMINAL, Ranked
from cutpoint.prune.errors import extra_errors, squared_deviation
from cutpoint.tree.growing import (
    Nodes,
    compact,
    copy_node,
    copy_row,
    lengthened,
    make_leaf,
    twice_as_many,
)
from cutpoint.tree.partition import (
    UNKNOWN,
    class_weights,
    distribute,
    gather,
    restore_weights,
    scale_weights,
    share_weights,
    total_weight,
    unscale_weights,
)

MARGIN = 0.1
"""A simpler tree may be estimated to make this many more errors."""

# A frame is one call of the estimate: for a node and a range of items, with or without updating the
# tree; how far it has come; where its known items begin; the branch at hand, where that begins and
# ends; the branch with the greatest weight; whether all weights above were whole; and how many ends
# of branches there were before.
(_NODE, _FIRST, _LAST, _UPDATE, _STAGE, _KNOWN, _BRANCH, _BEGIN, _END, _LARGEST, _WHOLE, _ENDS,
 _N_FIELDS) = range(13)  # fmt: skip
_AS_LEAF, _AS_TREE, _KNOWN_WEIGHT, _FACTOR, _GREATEST, _N_AMOUNTS = range(6)
_IN_BRANCHES, _IN_TRIAL, _IN_RAISING = range(3)


@allocating
def prune(
    cases: Ranked, item: Ints, weight: Reals, nodes: Nodes, branch_of: Ints, confidence: Real,
    grouped: bool, in_order: bool, real: Real,
) -> tuple[Nodes, bool]:  # fmt: skip
    """Return the pruned nodes (their errors are estimates) and whether anything was pruned.

    ``nodes`` and ``branch_of`` are overwritten.
    """
    squared = squared_deviation(confidence, real)
    counts = np.zeros(cases.n_classes, dtype=weight.dtype)
    whole = bool(np.all(weight == 1))
    frames = np.zeros((32, _N_FIELDS), dtype=np.int64)
    amounts = np.zeros((32, _N_AMOUNTS), dtype=weight.dtype)
    ends = np.empty(64, dtype=np.int64)
    n_ends = ZERO
    # In single precision weights are divided back as C4.5 does; in double they are kept and
    # restored, and the parts rounded to units as in growing, so that all sums are exact.
    exact = weight.itemsize == 8
    saved_case = np.empty(64, dtype=np.int32)
    saved_weight = np.empty(64, dtype=weight.dtype)
    n_saved = ZERO
    depth = 0
    changed = False
    node, first, last, update = ZERO, ZERO, item.size - ONE, True
    estimate = real(0.0)  # what the call that has just ended returns
    entering = True
    while entering or depth > 0:
        if entering:
            entering = False
            here = total_weight(item, weight, first, last, whole, real)
            class_weights(item, weight, cases.target, first, last, counts)
            best: Int = nodes.label[node]  # kept unless another class is more frequent
            for c in range(cases.n_classes):
                if counts[c] > counts[best]:
                    best = c
            wrong = real(here - counts[best])
            as_leaf = real(wrong + extra_errors(here, wrong, confidence, squared, real))
            if update:
                nodes.label[node] = best
                nodes.cases[node] = here
                copy_row(counts, nodes.distribution[node])
            if nodes.attribute[node] < 0:
                estimate = as_leaf
                if update:
                    nodes.errors[node] = as_leaf
                continue
            if depth == frames.shape[0]:
                frames = twice_as_many(frames)
                amounts = twice_as_many(amounts)
            frame, amount = frames[depth], amounts[depth]
            depth += 1
            known = first
            if in_order:
                known = gather(cases, nodes, branch_of, node, UNKNOWN, item, first, last)
            frame[_NODE], frame[_FIRST], frame[_LAST] = node, first, last
            frame[_UPDATE], frame[_STAGE], frame[_KNOWN] = update, _IN_BRANCHES, known
            frame[_BRANCH], frame[_BEGIN], frame[_END], frame[_LARGEST] = -1, known, known, 0
            frame[_WHOLE], frame[_ENDS] = whole, n_ends
            amount[_AS_LEAF] = as_leaf
            amount[_AS_TREE] = 0
            amount[_GREATEST] = 0
            amount[_KNOWN_WEIGHT] = total_weight(item, weight, known, last, whole, real)
            whole = whole and known == first
            if not in_order:
                k = np.int64(nodes.n_branches[node])
                ends = lengthened(ends, n_ends, k)
                distribute(cases, nodes, branch_of, node, item, first, last, ends[n_ends:])
                n_ends += k
            continue

        frame, amount = frames[depth - 1], amounts[depth - 1]
        node, first, last, known = frame[_NODE], frame[_FIRST], frame[_LAST], frame[_KNOWN]
        if frame[_STAGE] == _IN_BRANCHES:
            if frame[_END] > frame[_BEGIN]:  # back from a branch with known cases
                amount[_AS_TREE] += estimate
                if known > first:
                    gather(cases, nodes, branch_of, node, UNKNOWN, item, first, frame[_END] - 1)
                    if exact:
                        n_saved = restore_weights(
                            saved_case, saved_weight, n_saved, known - first, weight
                        )
                    else:
                        unscale_weights(item, weight, first, known, amount[_FACTOR])
            frame[_BRANCH] += 1
            branch = frame[_BRANCH]
            if branch < nodes.n_branches[node]:
                if in_order:
                    begin = known
                    end = gather(cases, nodes, branch_of, node, branch, item, known, last)
                else:
                    begin = frame[_END]
                    end = ends[frame[_ENDS] + branch]
                frame[_BEGIN], frame[_END] = begin, end
                if end > begin:
                    in_branch = total_weight(item, weight, begin, end - 1, whole, real)
                    amount[_FACTOR] = in_branch / amount[_KNOWN_WEIGHT]
                    if amount[_FACTOR] >= amount[_GREATEST]:
                        amount[_GREATEST] = amount[_FACTOR]
                        frame[_LARGEST] = branch
                    if known > first:
                        if exact:
                            saved_case = lengthened(saved_case, n_saved, known - first)
                            saved_weight = lengthened(saved_weight, n_saved, known - first)
                            n_saved = share_weights(
                                item, weight, first, known, amount[_FACTOR], saved_case,
                                saved_weight, n_saved,
                            )  # fmt: skip
                        else:
                            scale_weights(item, weight, first, known, amount[_FACTOR])
                        begin = first
                    node = nodes.first_child[node] + branch
                    first, last = begin, end - 1
                    update = frame[_UPDATE] != 0
                    entering = True
                continue
            whole = frame[_WHOLE] != 0
            n_ends = frame[_ENDS]
            if frame[_UPDATE] == 0:
                estimate = amount[_AS_TREE]
                depth -= 1
                continue
            frame[_STAGE] = _IN_TRIAL
            node = nodes.first_child[node] + frame[_LARGEST]
            update = False
            entering = True
        elif frame[_STAGE] == _IN_TRIAL:
            # Compared in double precision, like everything that meets a constant.
            leaf_errors, tree_errors = np.float64(amount[_AS_LEAF]), np.float64(amount[_AS_TREE])
            branch_errors = np.float64(estimate)
            if leaf_errors <= branch_errors + MARGIN and leaf_errors <= tree_errors + MARGIN:
                make_leaf(nodes, node)
                nodes.errors[node] = amount[_AS_LEAF]
                changed = True
            elif branch_errors <= tree_errors + MARGIN:
                frame[_STAGE] = _IN_RAISING
                node = nodes.first_child[node] + frame[_LARGEST]
                update = True
                entering = True
                changed = True
                continue
            else:
                nodes.errors[node] = amount[_AS_TREE]
            estimate = nodes.errors[node]
            depth -= 1
        else:
            copy_node(nodes, nodes.first_child[node] + frame[_LARGEST], nodes, node)
            estimate = nodes.errors[node]
            depth -= 1
    kept = compact(nodes, real)
    if grouped:
        _drop_impossible_values(cases, kept, branch_of)
        kept = compact(kept, real)
    return kept, changed


@allocating
def _drop_impossible_values(cases: Ranked, nodes: Nodes, branch_of: Ints) -> None:
    """Take from the last group of a test the values that the tests above it rule out.

    A group test on the same attribute further up leaves only the values of the branch taken there.
    A last branch without values is dropped. C4.5 does so after pruning, and only for tests on
    groups.
    """
    parent = np.full(nodes.label.size, -1, dtype=np.int64)
    for node in range(nodes.label.size):
        for b in range(nodes.n_branches[node]):
            parent[nodes.first_child[node] + b] = node
    for node in range(nodes.label.size):
        a = nodes.attribute[node]
        if a < 0 or cases.kind[a] != NOMINAL or cases.n_values[a] <= 2:
            continue
        child = node
        above = parent[node]
        while above >= 0 and nodes.attribute[above] != a:
            child = above
            above = parent[above]
        last = nodes.n_branches[node] - 1
        left = 0
        for v in range(cases.n_values[a]):
            if branch_of[nodes.test_start[node] + v] != last:
                continue
            if above >= 0 and (
                branch_of[nodes.test_start[above] + v] != child - nodes.first_child[above]
            ):
                branch_of[nodes.test_start[node] + v] = -1
            else:
                left += 1
        if left == 0:
            nodes.n_branches[node] -= 1
