"""Where a threshold may lie: the lower and upper bounds of soft thresholds (Quinlan 1993, 8.4).

Moving a cut changes the errors that the two subtrees make on the cases of the node. The bounds are
where these exceed those of the cut itself by one standard deviation.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from cutpoint.compiled import ZERO, Flags, Int, Ints, Real, Reals, allocating, kernel
from cutpoint.data.table import Table
from cutpoint.tree.growing import lengthened
from cutpoint.tree.predict import Router
from cutpoint.tree.route import Routes, Rows, Scratch, add_ends, greatest, reach, step
from cutpoint.tree.tree import Tree

NEAR = 1e-6
"""C4.5 takes a value that is no further above a cut for one below it."""


def softened(tree: Tree, table: Table) -> Tree:
    """Return the tree with soft thresholds, from the cases that it was learned from.

    Weights are not used, and a case with an unknown value goes no further down. Only tests with one
    cut are softened.

    Examples
    --------
    >>> import numpy as np
    >>> from cutpoint.data.attribute import Attribute
    >>> from cutpoint.engines.memory import C45Settings, learn_c45
    >>> x = np.arange(10.0)
    >>> y = np.array([0, 0, 0, 1, 0, 0, 1, 1, 1, 1], dtype=np.int32)
    >>> table = Table((Attribute("x"),), (x,), 10, ("no", "yes"), y)
    >>> print(softened(learn_c45(table, C45Settings()).pruned, table))
    x <= 5 [1.861819634,6.138180366]: no (6.0/2.3)
    x > 5 [1.861819634,6.138180366]: yes (4.0/1.2)
    """
    assert table.target is not None
    router = Router(tree)
    rows, _ = router._rows(table.matrix(), 0, table.n_rows)
    numeric = np.array([attribute.is_numeric for attribute in tree.attributes] + [False])
    lower, upper = tree.cuts.copy(), tree.cuts.copy()
    soften(
        router.routes, rows, router._scratch(), tree.attribute, numeric, tree.n_known_branches,
        tree.test_start, tree.cuts, table.target, np.arange(table.n_rows),
        NEAR if tree.single else 0.0, lower, upper, router.real,
    )  # fmt: skip
    return replace(tree, lower=lower, upper=upper)


@allocating
def soften(
    routes: Routes, rows: Rows, scratch: Scratch, attribute: Ints, numeric: Flags, n_known: Ints,
    test_start: Ints, cuts: Reals, target: Ints, item: Ints, near: float, lower: Reals,
    upper: Reals, real: Real,
) -> None:  # fmt: skip
    """Write the bounds of all tests with one cut; ``item`` holds the cases and is reordered."""
    sums = np.zeros(routes.distribution.shape[1], dtype=routes.cases.dtype)
    values = np.empty(item.size, dtype=rows.memory.dtype)
    wrong_left = np.zeros(item.size, dtype=np.bool_)
    wrong_right = np.zeros(item.size, dtype=np.bool_)
    branch_of = np.empty(item.size, dtype=np.int64)
    stack = np.zeros(3 * 64, dtype=np.int64)
    stack[1], stack[2] = 0, item.size
    waiting = np.int64(3)
    while waiting > 0:
        waiting -= 3
        node, first, last = stack[waiting], stack[waiting + 1], stack[waiting + 2]
        a = attribute[node]
        if a < 0:
            continue
        child, count = np.int64(routes.first_child[node]), np.int64(routes.n_branches[node])
        if numeric[a] and n_known[node] == 2:
            known = first
            for i in range(first, last):
                if not np.isnan(rows.memory[item[i] * rows.row_step + a * rows.column_step]):
                    item[i], item[known] = item[known], item[i]
                    known += 1
            size = known - first
            for i in range(size):
                values[i] = rows.memory[item[first + i] * rows.row_step + a * rows.column_step]
            order = np.argsort(values[:size], kind="mergesort")
            held = item[first:known].copy()
            sorted_values = values[:size][order]
            for i in range(size):
                case = held[order[i]]
                item[first + i] = case
                start = case * rows.row_step
                left = _class_of(routes, rows, start, child, scratch, sums)
                right = _class_of(routes, rows, start, child + 1, scratch, sums)
                wrong_left[i] = left != target[case]
                wrong_right[i] = right != target[case]
            c = test_start[node]
            lower[c], upper[c] = _bounds(
                sorted_values, wrong_left, wrong_right, real(cuts[c]), near, real
            )
        # Every branch goes on with its own cases.
        for i in range(first, last):
            following = step(routes.steps, rows, item[i] * rows.row_step, node)
            branch_of[i] = following - child if following != node else count
        ends = first
        stack = lengthened(stack, waiting, 3 * count)
        for branch in range(count):
            begin = ends
            for i in range(ends, last):
                if branch_of[i] == branch:
                    item[i], item[ends] = item[ends], item[i]
                    branch_of[i], branch_of[ends] = branch_of[ends], branch_of[i]
                    ends += 1
            if ends > begin:
                stack[waiting], stack[waiting + 1], stack[waiting + 2] = child + branch, begin, ends
                waiting += 3


@kernel
def _class_of(
    routes: Routes, rows: Rows, start: Int, node: Int, scratch: Scratch, sums: Reals
) -> Int:
    """Return the class that a subtree gives to a case."""
    sums[:] = 0
    add_ends(routes, scratch, reach(routes, rows, start, node, scratch), sums)
    return greatest(sums)


@kernel
def _bounds(
    values: Reals, wrong_left: Flags, wrong_right: Flags, cut: Real, near: float, real: Real
) -> tuple[Real, Real]:
    """Return the bounds of a cut, for cases sorted by value."""
    n = values.size
    if n == 0:
        return cut, cut
    if_all_right, now = ZERO, ZERO
    for i in range(n):
        if_all_right += wrong_right[i]
        below = np.float64(values[i]) <= np.float64(cut) + near
        now += wrong_left[i] if below else wrong_right[i]
    limit = real(now + np.sqrt((now + 0.5) * (n - now + 0.5) / (n + 1.0)))
    low, high = min(cut, values[0]), max(cut, values[n - 1])
    errors = if_all_right
    found_low = False
    before, errors_before = values[0], ZERO
    is_first = True
    for i in range(n):
        errors += np.int64(wrong_left[i]) - np.int64(wrong_right[i])
        if i + 1 < n and values[i] == values[i + 1]:
            continue
        value = values[i]
        if not is_first:
            below = np.float64(value) <= np.float64(cut) + near
            gap = real(value - before)
            if not found_low and errors_before > limit and errors <= limit and below:
                share = real(real(limit - real(errors)) / real(errors_before - errors))
                low = real(value - real(gap * share))
                found_low = True
            elif errors_before <= limit and errors > limit and not below:
                share = real(real(limit - real(errors_before)) / real(errors - errors_before))
                high = max(cut, real(before + real(gap * share)))
        before, errors_before, is_first = value, errors, False
    return low, high
