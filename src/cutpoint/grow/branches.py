"""From a node to its children: who goes where, what each branch gets, and handing it down."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutpoint.compiled import ZERO, Flag, Int, Ints, Reals, allocating, inlined, kernel
from cutpoint.grow.filter import (
    filter_fractions,
    filter_many,
    filter_one,
    filter_parts,
    filter_two,
)
from cutpoint.grow.fixed import CASE, UNIT_BITS, share
from cutpoint.grow.grown import Grown

# A node that waits to be grown: its number, its arena, where its entries start, where its whole
# cases start and how many they are, the same for its fractions, its depth, a key for random
# numbers, its table among those kept (from 1, or 0); then the length of its segment in each sorted
# column.
NODE, ARENA, START, WHOLE, N_WHOLE, PARTS, N_PARTS, DEPTH, KEY, TABLE, LENGTHS = range(11)


class Branches(NamedTuple):
    """What is known of each branch of the node at hand; a *child* is a branch that goes on."""

    weight: Ints
    fraction: Reals
    n_whole: Ints
    n_parts: Ints
    child: Ints  # by branch: its number among the children, from 1; 0 if it is a leaf
    of_child: Ints  # by child: its branch
    whole_end: Ints
    parts_end: Ints
    entry_end: Ints
    step: Ints
    least: Ints  # by child: the least weight of a case whose part is not too small
    unknown: Ints  # by class: whole cases whose branch is unknown


@allocating
def new_branches(most: Int, n_classes: Int) -> Branches:
    """Return room for the branches of any node."""
    return Branches(
        np.zeros(most, dtype=np.int64), np.zeros(most), np.zeros(most, dtype=np.int64),
        np.zeros(most, dtype=np.int64), np.zeros(most, dtype=np.int64),
        np.zeros(most + 1, dtype=np.int64), np.zeros(most + 1, dtype=np.int64),
        np.zeros(most + 1, dtype=np.int64), np.zeros(most + 1, dtype=np.int64),
        np.ones(most + 1, dtype=np.int64), np.zeros(most + 1, dtype=np.int64),
        np.zeros(n_classes, dtype=np.int64),
    )  # fmt: skip


@kernel
def row_of(entry: Int, row_mask: Int) -> Int:
    """Return the row of an entry."""
    return np.int64(np.uint64(entry) & np.uint64(row_mask))


@kernel
def mark(rows: Ints, member: NDArray[Any], mark: Int) -> None:
    """Mark rows as going one way."""
    for row in rows:
        member[row] = mark


@kernel
def mark_entries(
    entries: NDArray[Any], position: Int, row_mask: Int, member: NDArray[Any], low: Int, high: Int
) -> None:
    """Mark the rows of the first ``position`` entries as going one way, the others another."""
    mask = np.uint64(row_mask)
    for i in range(position):
        member[np.uint64(entries[i]) & mask] = low
    for i in range(position, entries.size):
        member[np.uint64(entries[i]) & mask] = high


@kernel
def mark_intervals(
    entries: NDArray[Any], ends: Ints, n_cuts: Int, row_mask: Int, member: NDArray[Any]
) -> None:
    """Mark the rows of entries by their interval; ``ends[b]`` is where interval b ends."""
    mask = np.uint64(row_mask)
    b = ZERO
    for i in range(entries.size):
        while b < n_cuts and i >= ends[b]:
            b += 1
        member[np.uint64(entries[i]) & mask] = b


@kernel
def mark_few(
    rows: Ints, few: NDArray[Any], j: Int, position: Int, n_values: Int, member: NDArray[Any],
    everywhere: Int,
) -> None:  # fmt: skip
    """Mark rows by the side of a cut that their code is on."""
    for row in rows:
        code = np.int64(few[row, j])
        member[row] = everywhere if code == n_values else np.int64(code > position)


@kernel
def mark_nominal(
    rows: Ints, nominal: Ints, j: Int, of_value: Ints, member: NDArray[Any], everywhere: Int
) -> None:
    """Mark rows by the branch that their value takes."""
    for row in rows:
        code = np.int64(nominal[row, j])
        member[row] = everywhere if code == of_value.size else np.int64(of_value[code])


@inlined
def count_entries(
    entries: NDArray[Any], position: Int, class_shift: Int, class_mask: Int, branch: Branches,
    node: Int, first: Int, grown: Grown,
) -> None:  # fmt: skip
    """Count the cases of both branches of a cut from the entries below it."""
    shift, classes = np.uint64(class_shift), np.uint64(class_mask)
    branch.n_whole[0] = position
    branch.n_whole[1] = entries.size - position
    for i in range(position):
        grown.counts[first, (np.uint64(entries[i]) >> shift) & classes] += CASE
    for k in range(grown.counts.shape[1]):
        grown.counts[first + 1, k] = grown.counts[node, k] - grown.counts[first, k]


@inlined
def count_values(
    table: Ints, position: Int, branch: Branches, node: Int, first: Int, grown: Grown
) -> None:
    """Count the whole cases of both branches of a cut from the table of its column."""
    below = np.int64(0)
    row = 0  # the table has one for each class that is present
    for k in range(grown.counts.shape[1]):
        if grown.counts[node, k] > 0:
            total = np.int64(0)
            for v in range(position + 1):
                total += table[row, v]
            row += 1
            grown.counts[first, k] = total
            grown.counts[first + 1, k] = grown.counts[node, k] - total
            below += total
            branch.n_whole[1] += grown.counts[first + 1, k] >> UNIT_BITS
    branch.n_whole[0] = below >> UNIT_BITS


@inlined
def count_whole(
    rows: Ints, target: NDArray[Any], member: NDArray[Any], everywhere: Int, k_branches: Int,
    least_part: Int, branch: Branches, first: Int, grown: Grown,
) -> None:  # fmt: skip
    """Count the whole cases of each branch, and the parts that those with unknown values become."""
    n_classes = grown.counts.shape[1]
    unknown = branch.unknown
    for c in range(n_classes):
        unknown[c] = 0
    for row in rows:
        m = np.int64(member[row])
        k = np.int64(target[row])
        if m == everywhere:
            unknown[k] += 1
        else:
            branch.n_whole[m] += 1
            grown.counts[first + m, k] += CASE
    for b in range(k_branches):
        part = share(CASE, branch.fraction[b])
        if branch.weight[b] > 0 and part >= least_part:
            for c in range(n_classes):
                branch.n_parts[b] += unknown[c]
                grown.counts[first + b, c] += unknown[c] * part


@inlined
def count_parts(
    rows: Ints, units: Ints, target: NDArray[Any], member: NDArray[Any], everywhere: Int,
    k_branches: Int, least_part: Int, branch: Branches, first: Int, grown: Grown,
) -> None:  # fmt: skip
    """Count the fractions that each branch gets."""
    for i in range(rows.size):
        m = np.int64(member[rows[i]])
        k = np.int64(target[rows[i]])
        if m != everywhere:
            branch.n_parts[m] += 1
            grown.counts[first + m, k] += units[i]
            continue
        for b in range(k_branches):
            if branch.weight[b] > 0:
                part = share(units[i], branch.fraction[b])
                if part >= least_part:
                    branch.n_parts[b] += 1
                    grown.counts[first + b, k] += part


@kernel
def least_for(least_part: Int, fraction: float) -> Int:
    """Return the least weight whose share is at least ``least_part``."""
    if fraction <= 0.0:
        return np.int64(np.iinfo(np.int64).max)
    least = np.int64((np.float64(least_part) - 0.5) / fraction) + 2
    while least > 1 and share(least - 1, fraction) >= least_part:
        least -= 1
    while share(least, fraction) < least_part:
        least += 1
    return least


@inlined
def hand_down_whole(
    rows: Ints, member: NDArray[Any], everywhere: Int, n_live: Int, branch: Branches,
    whole: Ints, parts: Ints, units: Ints,
) -> None:  # fmt: skip
    """Give whole cases to the children; ``member`` becomes the number of the child."""
    for row in rows:
        m = np.int64(member[row])
        if m != everywhere:
            c = branch.child[m]
            if c > 0:
                whole[branch.whole_end[c]] = row
                branch.whole_end[c] += 1
            member[row] = c
            continue
        for c in range(1, n_live + 1):
            if branch.least[c] <= CASE:
                parts[branch.parts_end[c]] = row
                units[branch.parts_end[c]] = share(CASE, branch.fraction[branch.of_child[c]])
                branch.parts_end[c] += 1


@inlined
def hand_down_few(
    rows: Ints, few: NDArray[Any], j: Int, position: Int, branch: Branches, whole: Ints,
    member: NDArray[Any], marked: bool,
) -> None:  # fmt: skip
    """Give whole cases to the children of a cut by their codes; mark them if entries follow."""
    low, high = branch.child[0], branch.child[1]
    a = branch.whole_end[low] if low > 0 else ZERO
    b = branch.whole_end[high] if high > 0 else ZERO
    if low > 0 and high > 0:
        for row in rows:
            above = np.int64(few[row, j] > position)
            whole[np.uint64(a + (b - a) * above)] = row
            a += 1 - above
            b += above
    elif low > 0:
        for row in rows:
            if few[row, j] <= position:
                whole[a] = row
                a += 1
    else:
        for row in rows:
            if few[row, j] > position:
                whole[b] = row
                b += 1
    if marked:
        for row in rows:
            member[row] = high if few[row, j] > position else low


@inlined
def hand_down_parts(
    rows: Ints, part_units: Ints, member: NDArray[Any], everywhere: Int, n_live: Int,
    branch: Branches, parts: Ints, units: Ints,
) -> None:  # fmt: skip
    """Give fractions to the children, divided again where the value is unknown."""
    for i in range(rows.size):
        row = rows[i]
        m = np.int64(member[row])
        if m != everywhere:
            c = branch.child[m]
            if c > 0:
                parts[branch.parts_end[c]] = row
                units[branch.parts_end[c]] = part_units[i]
                branch.parts_end[c] += 1
            member[row] = c
            continue
        for c in range(1, n_live + 1):
            if part_units[i] >= branch.least[c]:
                parts[branch.parts_end[c]] = row
                units[branch.parts_end[c]] = share(
                    part_units[i], branch.fraction[branch.of_child[c]]
                )
                branch.parts_end[c] += 1


@kernel
def to_bits(
    rows: Ints, part_rows: Ints, part_units: Ints, member: NDArray[Any], everywhere: Int,
    n_live: Int, least: Ints,
) -> None:  # fmt: skip
    """Turn the membership of cases that go everywhere into bits, as ``filter_parts`` takes them.

    Children 1 and 2 are bits 1 and 2 already.
    """
    for i in range(rows.size + part_rows.size):
        row = rows[i] if i < rows.size else part_rows[i - rows.size]
        if member[row] == everywhere:
            units = CASE if i < rows.size else part_units[i - rows.size]
            bits = 4
            for c in range(1, n_live + 1):
                bits |= c if units >= least[c] else 0
            member[row] = bits


@inlined
def put_larger_first(branch: Branches) -> None:
    """Let the larger of two children be the first of them."""
    one, two = branch.of_child[1], branch.of_child[2]
    if branch.n_whole[two] > branch.n_whole[one]:
        branch.of_child[1], branch.of_child[2] = two, one
        branch.child[two], branch.child[one] = 1, 2


@inlined
def hand_down_entries(
    here: NDArray[Any], there: NDArray[Any], start: Int, lengths: Ints, divided: Flag, stay: bool,
    n_live: Int, branch: Branches, waiting: Ints, n_waiting: Int, no_use: Int,
    member: NDArray[Any], everywhere: Int, weight: Ints, row_mask: Int, fraction: Int,
) -> None:  # fmt: skip
    """Give the entries of every sorted column to the children, and note how many each gets.

    Those of the first child ``stay`` in their arena, or go to the other like the rest.
    """
    ends = branch.entry_end
    near = here if stay else there
    for s in range(lengths.size):
        entries = here[s, start : start + lengths[s]]
        for c in range(1, n_live + 1):
            ends[c] = waiting[n_waiting + c - 1, START]
        if divided and n_live <= 2:
            then = ends[2] if n_live == 2 else no_use
            n_first, n_second = filter_parts(
                entries, there[s, ends[1] :], there[s, then:], member, row_mask, fraction
            )
            ends[1] += n_first
            ends[2] = then + n_second
        elif divided:
            filter_fractions(
                entries, there[s], ends[: n_live + 1], member, everywhere, weight, branch.least,
                row_mask, fraction,
            )  # fmt: skip
        elif n_live == 1:
            ends[1] += filter_one(entries, near[s, ends[1] :], member, row_mask)
        elif n_live == 2:
            n_first, n_second = filter_two(
                entries, near[s, ends[1] :], there[s, ends[2] :], member, row_mask
            )
            ends[1] += n_first
            ends[2] += n_second
        else:
            ends[0] = no_use
            branch.step[0] = 0
            filter_many(entries, there[s], ends, branch.step, member, row_mask)
        for c in range(1, n_live + 1):
            below = waiting[n_waiting + c - 1]
            below[LENGTHS + s] = ends[c] - below[START]
