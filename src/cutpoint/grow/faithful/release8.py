"""Growing a tree as C4.5 Release 8 does, in its own arithmetic and with its oddities.

The whole growth is compiled. The recursion of the method is a stack of frames, so a tree may be as
deep as its data make it.
"""

from __future__ import annotations

import numpy as np

from cutpoint.compiled import ONE, ZERO, Int, Ints, Real, Reals, allocating, kernel
from cutpoint.data.ranked import NUMERIC, Ranked
from cutpoint.grow.faithful.choose import (
    Settings,
    all_many_valued,
    choose,
    evaluate,
    new_scratch,
    new_tests,
)
from cutpoint.measures.information import EPSILON
from cutpoint.tree.growing import (
    Nodes,
    compact,
    lengthened,
    make_leaf,
    new_nodes,
    twice_as_many,
    with_room,
)
from cutpoint.tree.partition import (
    UNKNOWN,
    class_weights,
    distribute,
    gather,
    scale_weights,
    total_weight,
    unscale_weights,
)

# A frame is a node whose branches are being grown: its items, where its known items begin, the
# branch at hand and where that ends, whether all weights above were whole, and how many cuts, map
# entries and ends of branches there were before its test.
(_NODE, _FIRST, _LAST, _KNOWN, _BRANCH, _END, _WHOLE, _CUTS, _MAPPED, _ENDS, _N_FIELDS) = range(11)
_KNOWN_WEIGHT, _FACTOR, _N_AMOUNTS = range(3)

CASES_PLACED, STOP = 0, 1


@allocating
def grow(
    cases: Ranked, item: Ints, weight: Reals, settings: Settings, table: Reals, progress: Ints,
    real: Real,
) -> tuple[Nodes, Reals, Ints, float]:  # fmt: skip
    """Return the nodes, cut points and branch maps of the tree of all items.

    Returned last is the minimum number of cases that holds from now on. The items may be a window
    of the cases. ``item`` is left in the order in which C4.5 leaves it.
    ``progress[CASES_PLACED]`` counts the cases that have reached a leaf; setting
    ``progress[STOP]`` ends the growth early.
    """
    n_cases = item.size
    n_classes = cases.n_classes
    whole = bool(np.all(weight == 1))
    total = real(weight.size)  # of all cases, also where a tree is grown from a window of them
    if not whole:
        total = total_weight(item, weight, ZERO, n_cases - 1, whole, real)
    scratch = new_scratch(cases, n_cases, settings.in_order, real)
    tests = new_tests(cases, real)
    multi_valued = settings.group_values or all_many_valued(cases, total)
    tested = np.zeros(cases.kind.size, dtype=np.bool_)
    min_cases = real(settings.min_cases)

    nodes = new_nodes(np.int64(64), n_classes, real)
    n_nodes = ONE
    cuts = np.empty(64, dtype=weight.dtype)
    n_cuts = ZERO
    branch_of = np.empty(64, dtype=np.int32)
    n_mapped = ZERO
    ends = np.empty(64, dtype=np.int64)
    n_ends = ZERO
    frames = np.zeros((32, _N_FIELDS), dtype=np.int64)
    amounts = np.zeros((32, _N_AMOUNTS), dtype=weight.dtype)
    depth = 0

    node, first, last = ZERO, ZERO, n_cases - ONE
    entering = True
    while entering or depth > 0:
        if entering:
            entering = False
            here = total_weight(item, weight, first, last, whole, real)
            start_as_leaf(cases, nodes, node, item, weight, first, last, here, real)
            chosen = -1
            if (
                nodes.errors[node] != 0
                and here >= 2 * min_cases
                and depth < settings.max_depth
                and progress[STOP] == 0
            ):
                min_cases = evaluate(
                    cases, item, weight, first, last, here, whole, tested, min_cases, settings,
                    tests, scratch, table, real,
                )  # fmt: skip
                chosen = choose(cases, tests, total, multi_valued, settings, real)
            if chosen < 0:
                progress[CASES_PLACED] += last - first + 1
                continue

            if depth == frames.shape[0]:
                frames = twice_as_many(frames)
                amounts = twice_as_many(amounts)
            frame, amount = frames[depth], amounts[depth]
            depth += 1
            frame[_NODE], frame[_FIRST], frame[_LAST], frame[_KNOWN] = node, first, last, first
            frame[_BRANCH], frame[_END], frame[_WHOLE] = -1, first, whole
            frame[_CUTS], frame[_MAPPED], frame[_ENDS] = n_cuts, n_mapped, n_ends
            nodes = with_room(nodes, n_nodes, n_nodes + tests.n_branches[chosen], real)
            nodes.attribute[node] = chosen
            nodes.first_child[node] = n_nodes
            nodes.n_branches[node] = tests.n_branches[chosen]
            nodes.errors[node] = 0
            n_nodes += tests.n_branches[chosen]
            tested[chosen] = True
            if cases.kind[chosen] == NUMERIC:
                cuts = lengthened(cuts, n_cuts, ONE)
                rank = tests.cut_rank[chosen]
                cuts[n_cuts] = cases.distinct[cases.distinct_start[cases.slot[chosen]] + rank]
                nodes.cut_rank[node] = rank
                nodes.test_start[node] = n_cuts
                n_cuts += 1
            else:
                n_values = cases.n_values[chosen]
                start = tests.group_start[chosen]
                branch_of = lengthened(branch_of, n_mapped, n_values)
                for v in range(n_values):
                    branch_of[n_mapped + v] = tests.group_of[start + v]
                nodes.test_start[node] = n_mapped
                n_mapped += n_values
            if settings.in_order:
                known = gather(cases, nodes, branch_of, node, UNKNOWN, item, first, last)
                whole = whole and known == first
                unknown = total_weight(item, weight, first, known - 1, whole, real)
                frame[_KNOWN] = known
                amount[_KNOWN_WEIGHT] = real(here - unknown)
            else:
                k = np.int64(nodes.n_branches[node])
                ends = lengthened(ends, n_ends, k)
                distribute(cases, nodes, branch_of, node, item, first, last, ends[n_ends:])
                n_ends += k
            continue

        frame, amount = frames[depth - 1], amounts[depth - 1]
        node, first, last, known = frame[_NODE], frame[_FIRST], frame[_LAST], frame[_KNOWN]
        if frame[_BRANCH] >= 0:  # back from a branch
            child = nodes.first_child[node] + frame[_BRANCH]
            nodes.errors[node] += nodes.errors[child]
            if known > first:
                gather(cases, nodes, branch_of, node, UNKNOWN, item, first, frame[_END] - 1)
                unscale_weights(item, weight, first, known, amount[_FACTOR])
        frame[_BRANCH] += 1
        branch = frame[_BRANCH]
        if branch < nodes.n_branches[node]:
            if settings.in_order:
                begin = known
                end = gather(cases, nodes, branch_of, node, branch, item, begin, last)
            else:
                begin = frame[_END]
                end = ends[frame[_ENDS] + branch]
            frame[_END] = end
            amount[_FACTOR] = 1
            child = nodes.first_child[node] + branch
            if end == begin:
                make_empty(nodes, child, nodes.label[node])
                continue
            if known > first:
                in_branch = total_weight(item, weight, begin, end - 1, whole, real)
                amount[_FACTOR] = in_branch / amount[_KNOWN_WEIGHT]
                scale_weights(item, weight, first, known, amount[_FACTOR])
                begin = first
            node, first, last = child, begin, end - 1
            entering = True
        else:
            depth -= 1
            whole = frame[_WHOLE] != 0
            n_ends = frame[_ENDS]
            tested[nodes.attribute[node]] = False
            as_leaf = real(nodes.cases[node] - nodes.distribution[node, nodes.label[node]])
            if np.float64(nodes.errors[node]) >= np.float64(as_leaf) - EPSILON:
                # The test does not lower the errors. Its branches were made last: take them back.
                n_nodes = nodes.first_child[node]
                n_cuts, n_mapped = frame[_CUTS], frame[_MAPPED]
                make_leaf(nodes, node)
    return (
        compact(nodes, real), cuts[:n_cuts].copy(), branch_of[:n_mapped].copy(),
        np.float64(min_cases),
    )  # fmt: skip


@kernel
def start_as_leaf(
    cases: Ranked, nodes: Nodes, node: Int, item: Ints, weight: Reals, first: Int, last: Int,
    here: Real, real: Real,
) -> None:  # fmt: skip
    """Make the node a leaf of its most frequent class, the first on ties."""
    make_leaf(nodes, node)
    counts = nodes.distribution[node]
    class_weights(item, weight, cases.target, first, last, counts)
    best = 0
    for c in range(1, counts.size):
        if counts[c] > counts[best]:
            best = c
    nodes.label[node] = best
    nodes.cases[node] = here
    nodes.errors[node] = real(here - counts[best])


@kernel
def make_empty(nodes: Nodes, node: Int, label: Int) -> None:
    """Make the node the leaf of a branch that no training case takes: its parent's class."""
    make_leaf(nodes, node)
    nodes.label[node] = label
    nodes.cases[node] = 0
    nodes.errors[node] = 0
    nodes.distribution[node] = 0
