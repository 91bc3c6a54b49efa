"""Routing a case through a tree: the compiled kernels.

A known value follows its branch. Where the value is unknown, or no branch holds it, the case goes
down every branch with the share ``cases(branch) / cases(node)`` of its weight (Quinlan 1993,
chapter 3). All arithmetic is in the type of the arrays: give them in single precision and every
operation rounds to 32 bits, as in C4.5's own program. Branches are visited depth first, in order,
so that sums come out the same to the last bit.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutpoint.compiled import kernel

Reals = NDArray[np.float32] | NDArray[np.float64]

LANES = 8
"""Rows that are walked side by side, so that the wait for one's memory is another's work."""


def step_type(real: type[np.floating[Any]]) -> np.dtype[np.void]:
    """Return the record of one node on the way of a case, all that most steps need.

    A numeric test with one cut has its attribute, its cut and its first child. A leaf has itself
    for first child and an infinite cut: a case that is there stays. Any other test has the number
    ``-1 - attribute``.
    """
    return np.dtype([("cut", real), ("attribute", np.int32), ("first", np.int32)])


class Routes(NamedTuple):
    """The arrays of a tree as the kernels read them; reals are of one type."""

    steps: NDArray[np.void]
    n_branches: NDArray[np.int32]
    test_start: NDArray[np.int64]
    cuts: Reals
    branch_of: NDArray[np.int32]
    n_values: NDArray[np.int64]
    """Number of values of each attribute; -1 if it is numeric."""
    label: NDArray[np.int32]
    cases: Reals
    distribution: Reals


class Rows(NamedTuple):
    """A matrix of any layout as its memory and two steps; unknown is NaN."""

    memory: Reals
    row_step: int
    column_step: int


class Scratch(NamedTuple):
    """Room to follow one case in: nodes still to visit, and ends reached."""

    node: NDArray[np.int32]
    weight: Reals
    end: NDArray[np.int32]
    share: Reals


@kernel
def branch_at(routes: Routes, node: int, attribute: int, value: float) -> int:
    """Return the branch of a value at a test of any kind; -1 if unknown or held by no branch."""
    if np.isnan(value):
        return -1
    start = routes.test_start[node]
    n_values = routes.n_values[attribute]
    if n_values >= 0:
        if value < 0 or value >= n_values:
            return -1
        return routes.branch_of[start + np.int64(value)]  # type: ignore[no-any-return]
    low, high = 0, routes.n_branches[node] - 1
    while low < high:  # the number of cuts below the value
        middle = (low + high) // 2
        if value > routes.cuts[start + middle]:
            low = middle + 1
        else:
            high = middle
    return low


@kernel
def step(routes: Routes, rows: Rows, start: int, node: int) -> int:
    """Return the next node of a case; the same node at a leaf, or where the value is unknown."""
    here = routes.steps[np.uint64(node)]  # unsigned: an index that needs no look at its sign
    attribute = here["attribute"]
    if attribute >= 0:
        value = rows.memory[np.uint64(start + attribute * rows.column_step)]
        return node if np.isnan(value) else here["first"] + (1 if value > here["cut"] else 0)
    attribute = -1 - attribute
    value = rows.memory[start + attribute * rows.column_step]
    branch = branch_at(routes, node, attribute, value)
    return node if branch < 0 else here["first"] + branch


@kernel
def walk(routes: Routes, rows: Rows, start: int, node: int) -> int:
    """Follow a case while its values are known; return the leaf or the test where it stops."""
    following = step(routes, rows, start, node)
    while following != node:
        node = following
        following = step(routes, rows, start, node)
    return node


@kernel
def walk_rows(routes: Routes, rows: Rows, first: int, stops: NDArray[np.int32]) -> None:
    """Write where the rows from ``first`` on stop: a leaf, or a test of an unknown value."""
    stops[:] = 0
    for low in range(0, len(stops), LANES):
        high = min(low + LANES, len(stops))
        moving = True
        while moving:
            moving = False
            for lane in range(low, high):
                node = stops[lane]
                following = step(routes, rows, (first + lane) * rows.row_step, node)
                stops[lane] = following
                moving |= following != node


@kernel
def is_leaf(routes: Routes, node: int) -> bool:
    """Return whether a node is a leaf."""
    return routes.n_branches[node] == 0  # type: ignore[no-any-return]


@kernel
def reach(routes: Routes, rows: Rows, start: int, node: int, scratch: Scratch) -> int:
    """Follow a case from a node to all its ends; return their number, and them in ``scratch``.

    An end is a leaf, or a test where the case cannot be shared because no branch has any cases.
    """
    scratch.node[0] = node
    scratch.weight[0] = 1
    waiting, reached = 1, 0
    while waiting > 0:
        waiting -= 1
        weight = scratch.weight[waiting]
        node = walk(routes, rows, start, scratch.node[waiting])
        total = routes.cases[node]
        first = routes.steps[node]["first"]
        before = waiting
        if total > 0:
            for branch in range(routes.n_branches[node] - 1, -1, -1):
                share = weight * routes.cases[first + branch] / total
                if share > 0:
                    scratch.node[waiting] = first + branch
                    scratch.weight[waiting] = share
                    waiting += 1
        if waiting == before:
            scratch.end[reached] = node
            scratch.share[reached] = weight
            reached += 1
    return reached


@kernel
def add_ends(routes: Routes, scratch: Scratch, reached: int, sums: Reals) -> None:
    """Add up the class weights of the ends."""
    for position in range(reached):
        node, weight = scratch.end[position], scratch.share[position]
        total = routes.cases[node]
        if total > 0:
            for label in range(len(sums)):
                sums[label] += weight * routes.distribution[node, label] / total
        else:
            sums[routes.label[node]] += weight


@kernel
def greatest(sums: Reals) -> int:
    """Return the first position of the greatest sum; -1 if none is above zero."""
    best, best_sum = -1, sums[0] * 0
    for label in range(len(sums)):
        if sums[label] > best_sum:
            best, best_sum = label, sums[label]
    return best


@kernel
def class_weights(
    routes: Routes, rows: Rows, first: int, stops: NDArray[np.int32], scratch: Scratch, sums: Reals
) -> None:
    """Add to ``sums``, zero at the start, the class weights of the rows from ``first`` on."""
    walk_rows(routes, rows, first, stops)
    for row in range(len(stops)):
        node = stops[row]
        if is_leaf(routes, node):
            scratch.end[0] = node
            scratch.share[0] = 1
            reached = 1
        else:
            reached = reach(routes, rows, (first + row) * rows.row_step, node, scratch)
        add_ends(routes, scratch, reached, sums[row])


@kernel
def class_codes(
    routes: Routes,
    rows: Rows,
    first: int,
    stops: NDArray[np.int32],
    scratch: Scratch,
    code_of: NDArray[np.int32],
    codes: NDArray[np.int32],
) -> None:
    """Write the class of the rows from ``first`` on; ``code_of`` has the class of each leaf."""
    sums = np.zeros(routes.distribution.shape[1], dtype=routes.cases.dtype)
    walk_rows(routes, rows, first, stops)
    for row in range(len(stops)):
        node = stops[row]
        if is_leaf(routes, node):
            codes[row] = code_of[node]
        else:
            sums[:] = 0
            reached = reach(routes, rows, (first + row) * rows.row_step, node, scratch)
            add_ends(routes, scratch, reached, sums)
            codes[row] = greatest(sums)


@kernel
def heaviest_ends(
    routes: Routes,
    rows: Rows,
    first: int,
    stops: NDArray[np.int32],
    scratch: Scratch,
    ends: NDArray[np.int64],
) -> None:
    """Write the end with the greatest weight of the rows from ``first`` on, the first on ties."""
    walk_rows(routes, rows, first, stops)
    for row in range(len(stops)):
        ends[row] = stops[row]
        if not is_leaf(routes, stops[row]):
            start = (first + row) * rows.row_step
            reached = reach(routes, rows, start, stops[row], scratch)
            ends[row] = scratch.end[greatest(scratch.share[:reached])]


@kernel
def path_lengths(
    routes: Routes,
    rows: Rows,
    scratch: Scratch,
    parent: NDArray[np.int32],
    seen: NDArray[np.int64],
    lengths: NDArray[np.int64],
) -> None:
    """Write how many nodes the case of each row reaches."""
    nodes = np.empty(len(parent), dtype=np.int32)
    for row in range(len(lengths)):
        lengths[row] = path(routes, rows, row, scratch, parent, seen, nodes)


@kernel
def paths(
    routes: Routes,
    rows: Rows,
    scratch: Scratch,
    parent: NDArray[np.int32],
    seen: NDArray[np.int64],
    starts: NDArray[np.int64],
    nodes: NDArray[np.int32],
) -> None:
    """Write the nodes that the case of each row reaches, those of row r from ``starts[r]`` on."""
    for row in range(len(starts) - 1):
        path(routes, rows, row, scratch, parent, seen, nodes[starts[row] : starts[row + 1]])


@kernel
def path(
    routes: Routes,
    rows: Rows,
    row: int,
    scratch: Scratch,
    parent: NDArray[np.int32],
    seen: NDArray[np.int64],
    nodes: NDArray[np.int32],
) -> int:
    """Write the nodes on the way to all ends of a row; return their number.

    ``seen`` says at each node which row was last there; it starts with -1.
    """
    reached = reach(routes, rows, row * rows.row_step, 0, scratch)
    count = 0
    for position in range(reached):
        node = scratch.end[position]
        while seen[node] != row:
            seen[node] = row
            nodes[count] = node
            count += 1
            node = parent[node]
    return count
