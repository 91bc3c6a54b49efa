"""Routing a case through a tree: the compiled kernels.

A known value follows its branch. Where the value is unknown, or no branch holds it, the case takes
the branch for unknown values. A test without one sends the case down every branch, with the share
``cases(branch) / cases(node)`` of its weight (Quinlan 1993, chapter 3). All arithmetic is in the
type of the arrays: give them in single precision and every operation rounds to 32 bits, as in
C4.5's own program. Branches are visited depth first, in order, so that sums come out the same to
the last bit.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutpoint.compiled import ZERO, Int, allocating, kernel

Reals = NDArray[np.float32] | NDArray[np.float64]

LANES = 8
"""Rows that are walked side by side, so that the wait for one's memory is another's work."""

BLOCK = 1024
"""Rows that are walked before the next are looked at: they stay in near memory."""

SHARED = -1
"""In place of a class at a test: a case that stops there is shared among the branches."""


def step_type(real: type[np.floating[Any]]) -> np.dtype[np.void]:
    """Return the record of one node on the way of a case, all that a step needs in one place.

    A numeric test with one cut has its attribute, its cut and its first child. A leaf has itself
    for first child and an infinite cut: a case that is there stays. Any other test has the
    attribute ``-1 - attribute``; its next nodes start at ``first`` in ``Steps.following``, that of
    unknown values last, and its ``cut`` is the number of its values if it is nominal, minus that of
    its intervals if numeric.
    """
    return np.dtype([("cut", real), ("attribute", np.int32), ("first", np.int32)])


class Steps(NamedTuple):
    """What a case needs while its values are known: few arrays, so that steps are inlined."""

    nodes: NDArray[np.void]
    following: NDArray[np.int32]
    """The next node for each value, or each interval, and for unknown; the node itself if no branch
    holds it."""
    cuts: Reals
    """The upper end of each interval, beside ``following``."""


class Routes(NamedTuple):
    """The arrays of a tree as the kernels read them; reals are of one type."""

    steps: Steps
    only_one_cut: bool
    """Whether all tests are numeric with one cut."""
    n_steps: int
    """The steps of a typical case."""
    first_child: NDArray[np.int32]
    n_branches: NDArray[np.int32]
    label: NDArray[np.int32]
    cases: Reals
    distribution: Reals


class Rows(NamedTuple):
    """A matrix of any layout as its memory and two steps; unknown is NaN."""

    memory: Reals
    row_step: int
    column_step: int


class Scratch(NamedTuple):
    """Room to follow one case in: nodes still to visit, and ends reached; rows still on the way."""

    node: NDArray[np.int32]
    weight: Reals
    end: NDArray[np.int32]
    share: Reals
    row: NDArray[np.int32]


@kernel
def step_by_cut(steps: Steps, rows: Rows, start: int, node: int) -> int:
    """Return the next node of a case at a test with one cut, or at a leaf; see :func:`step`.

    Both outcomes are worked out and one is taken: there is no branch for the processor to guess.
    """
    here = steps.nodes[np.uint64(node)]  # unsigned: an index that needs no look at its sign
    value = rows.memory[np.uint64(start + here["attribute"] * rows.column_step)]
    following = here["first"] + np.int32(value > here["cut"])
    return following if value == value else node  # noqa: PLR0124  # NaN is not itself


@kernel
def step(steps: Steps, rows: Rows, start: int, node: int) -> int:
    """Return the next node of a case; the same node at a leaf, or where the value is unknown."""
    here = steps.nodes[np.uint64(node)]
    number = here["attribute"]
    attribute = number if number >= 0 else -1 - number
    value = rows.memory[np.uint64(start + attribute * rows.column_step)]
    if number >= 0:  # written out: one more call, and Numba no longer inlines this one
        following = here["first"] + np.int32(value > here["cut"])
        return following if value == value else node  # noqa: PLR0124
    place = place_of(steps.cuts, here["first"], here["cut"], value)
    return steps.following[np.uint64(place)]  # type: ignore[no-any-return]


@kernel
def place_of(cuts: Reals, first: Int, count: float, value: float) -> Int:
    """Return where the next node of a value is in ``Steps.following``."""
    if count >= 0:
        return first + np.int32(value if value >= 0 and value < count else count)
    if np.isnan(value):
        return first - np.int32(count)
    low, high = first, first - np.int32(count) - 1
    while low < high:  # past the cuts below the value
        middle = (low + high) // 2
        if value > cuts[middle]:
            low = middle + 1
        else:
            high = middle
    return low


@kernel
def walk(steps: Steps, rows: Rows, start: int, node: int) -> int:
    """Follow a case while its values are known; return the leaf or the test where it stops."""
    following = step(steps, rows, start, node)
    while following != node:
        node = following
        following = step(steps, rows, start, node)
    return node


@kernel
def walk_rows(
    routes: Routes, rows: Rows, first: int, stops: NDArray[np.int32], scratch: Scratch
) -> None:
    """Write where the rows from ``first`` on stop: a leaf, or a test of an unknown value."""
    stops[:] = 0
    for low in range(0, len(stops), BLOCK):
        block = stops[low : low + BLOCK]
        side_by_side = block[: len(block) - len(block) % LANES]
        if routes.only_one_cut:
            walk_lanes_by_cut(routes.steps, rows, first + low, routes.n_steps, side_by_side)
        else:
            walk_lanes(routes.steps, rows, first + low, routes.n_steps, side_by_side)
        walk_on(routes.steps, rows, first + low, block, scratch.row)


@kernel
def walk_lanes_by_cut(
    steps: Steps, rows: Rows, first: int, n_steps: int, stops: NDArray[np.int32]
) -> None:
    """Take so many steps with each row, where all tests have one cut; some will have stopped."""
    for low in range(0, len(stops), LANES):
        for _ in range(n_steps):
            for row in range(low, low + LANES):  # as many as the compiler knows: it unrolls them
                stops[row] = step_by_cut(steps, rows, (first + row) * rows.row_step, stops[row])


@kernel
def walk_lanes(
    steps: Steps, rows: Rows, first: int, n_steps: int, stops: NDArray[np.int32]
) -> None:
    """Take so many steps with each row; some will have stopped."""
    for low in range(0, len(stops), LANES):
        for _ in range(n_steps):
            for row in range(low, low + LANES):
                stops[row] = step(steps, rows, (first + row) * rows.row_step, stops[row])


@kernel
def walk_on(
    steps: Steps, rows: Rows, first: int, stops: NDArray[np.int32], moving: NDArray[np.int32]
) -> None:
    """Walk until all rows have stopped; those that have not are listed again after each step."""
    n_moving = np.int64(len(stops))
    for row in range(n_moving):
        moving[row] = row
    while n_moving > 0:
        n_left = ZERO
        for i in range(n_moving):
            row = moving[np.uint64(i)]
            node = stops[np.uint64(row)]
            following = step(steps, rows, (first + row) * rows.row_step, node)
            stops[np.uint64(row)] = following
            moving[np.uint64(n_left)] = row  # overwritten if it has stopped: there is no jump
            n_left += np.int64(following != node)
        n_moving = n_left


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
        node = walk(routes.steps, rows, start, scratch.node[waiting])
        total = routes.cases[node]
        first = routes.first_child[node]
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
    walk_rows(routes, rows, first, stops, scratch)
    for row in range(len(stops)):
        node = stops[row]
        if is_leaf(routes, node):
            scratch.end[0] = node
            scratch.share[0] = 1
            reached = 1
        else:
            reached = reach(routes, rows, (first + row) * rows.row_step, node, scratch)
        add_ends(routes, scratch, reached, sums[row])


@allocating
def class_codes(
    routes: Routes,
    rows: Rows,
    first: int,
    stops: NDArray[np.int32],
    scratch: Scratch,
    code_of: NDArray[np.int32],
    default: int,
    codes: NDArray[np.int32],
) -> None:
    """Write the class of the rows from ``first`` on; ``default`` where all weights vanish.

    ``code_of`` has the class of a case that goes to one leaf, and ``SHARED`` at tests.
    """
    sums = np.zeros(routes.distribution.shape[1], dtype=routes.cases.dtype)
    walk_rows(routes, rows, first, stops, scratch)
    for row in range(len(stops)):
        code = code_of[np.uint64(stops[row])]
        if code == SHARED:
            sums[:] = 0
            reached = reach(routes, rows, (first + row) * rows.row_step, stops[row], scratch)
            add_ends(routes, scratch, reached, sums)
            code = greatest(sums)
            code = code if code >= 0 else default
        codes[row] = code


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
    walk_rows(routes, rows, first, stops, scratch)
    for row in range(len(stops)):
        ends[row] = stops[row]
        if not is_leaf(routes, stops[row]):
            reached = reach(routes, rows, (first + row) * rows.row_step, stops[row], scratch)
            ends[row] = scratch.end[greatest(scratch.share[:reached])]


@allocating
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
