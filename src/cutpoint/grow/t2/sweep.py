"""The errors of one more test while the root's cut moves, in O(log n) for each case that moves.

As the cut of the root moves over the cases, one side gains them one by one (the other side is swept
from the other end). For a numeric test on that side, a balanced tree over the values of its
attribute keeps a table in each node: ``table[a, j, b]`` is the greatest weight that can be
classified rightly among the values below the node with at most ``j`` changes of class, when the
class before them is ``a`` and the class of the last is ``b``. Two neighbours join by ::

    table[a, j, b] = max over i and p of left[a, i, p] + right[p, j - i, b]

A case that arrives changes the tables on its way to the root (Auer, Holte & Maass 1995). A table of
few values is made from the values themselves, which costs as much as one join.
"""

from __future__ import annotations

import numpy as np

from cutpoint.compiled import Flag, Int, Ints, allocating, kernel
from cutpoint.grow.t2.cases import Cases, start_of
from cutpoint.grow.t2.stump import IMPOSSIBLE, add_value, greatest, most_cuts


@kernel
def n_blocks_for(n_values: Int, n_classes: Int, cuts: Int) -> Int:
    """Return into how many blocks, a power of two, the values are divided."""
    width = max(1, n_classes * (cuts + 1) // 4)
    n_blocks = np.int64(1)
    while n_blocks * 2 * width <= n_values:
        n_blocks *= 2
    return n_blocks


@kernel
def make_block(weight: Ints, table: Ints) -> None:
    """Make the table of a block from the class weights of its values."""
    for a in range(table.shape[0]):
        right = table[a]
        right[:] = 0
        for c in range(table.shape[2]):
            right[0, c] = 0 if c == a else IMPOSSIBLE
        for v in range(weight.shape[0]):
            add_value(right, weight[v])


@kernel
def join(left: Ints, right: Ints, table: Ints) -> None:
    """Make the table of two neighbours; without a change, only a class and itself can be joined."""
    n_classes, most = table.shape[0], table.shape[1] - 1
    for a in range(n_classes):
        for j in range(1, most + 1):
            for b in range(n_classes):
                table[a, j, b] = max(left[a, 0, a] + right[a, j, b], left[a, j, b] + right[b, 0, b])
            for i in range(1, j):
                for p in range(n_classes):
                    before = left[a, i, p]
                    for b in range(n_classes):
                        table[a, j, b] = max(table[a, j, b], before + right[p, j - i, b])
        table[a, 0, a] = left[a, 0, a] + right[a, 0, a]


@kernel
def best_join(left: Ints, right: Ints) -> Int:
    """Return the greatest entry that the table of two neighbours would have."""
    n_classes, most = left.shape[0], left.shape[1] - 1
    best = np.int64(0)
    for i in range(most + 1):
        for p in range(n_classes):
            before, after = left[p, i, p], right[p, most - i, p]
            if i > 0:
                for a in range(n_classes):
                    before = max(before, left[a, i, p])
            if i < most:
                after = greatest(right[p, most - i])
            best = max(best, before + after)
    return best


@kernel
def best_of_values(weight: Ints, right: Ints) -> Int:
    """Return the greatest weight classified rightly, from the values themselves."""
    right[:] = 0
    for v in range(weight.shape[0]):
        add_value(right, weight[v])
    return greatest(right[right.shape[0] - 1])


@allocating
def sweep_numeric(
    cases: Cases, a: Int, cuts: Int, root: Int, low: Int, high: Int, rising: Flag, least: Ints
) -> None:
    """Lower ``least`` to the errors of a numeric test of ``a``; see :func:`sweep`."""
    n_classes, n_values = cases.n_classes, cases.n_values[a]
    n_blocks = n_blocks_for(n_values, n_classes, cuts)
    width = -(-n_values // n_blocks)
    weight = np.zeros((n_blocks * width + 1, n_classes), dtype=np.int64)  # the last: unknown
    tables = np.zeros((2 * n_blocks, n_classes, cuts + 1, n_classes), dtype=np.int64)
    seen = np.full(2 * n_blocks, -1, dtype=np.int64)
    changed = np.empty(n_blocks, dtype=np.int64)
    _sweep_numeric(cases, a, root, low, high, rising, width, weight, tables, seen, changed, least)


@kernel
def _sweep_numeric(
    cases: Cases, a: Int, root: Int, low: Int, high: Int, rising: Flag, width: Int, weight: Ints,
    tables: Ints, seen: Ints, changed: Ints, least: Ints,
) -> None:  # fmt: skip
    n_values, n_blocks = cases.n_values[a], changed.size
    unknown = weight.shape[0] - 1
    total = np.int64(0)
    first, stop = there_already(cases, root, low, high, rising)
    for step in range(high - low):
        cut = low + step if rising else high - step
        if step > 0:
            first, stop = arriving(cases, root, cut, step, rising)
        n_changed = 0
        for i in range(first, stop):
            case = cases.order[root, i]
            code = cases.code[a, case]
            total += cases.weight[case]
            if code == n_values:
                weight[unknown, cases.target[case]] += cases.weight[case]
                continue
            weight[code, cases.target[case]] += cases.weight[case]
            node = n_blocks + code // width
            if seen[node] != step:
                seen[node] = step
                changed[n_changed] = node
                n_changed += 1
        if step == 0:
            for block in range(n_blocks):  # all tables, also those of no cases
                changed[block] = n_blocks + block
            n_changed = n_blocks
        if n_blocks > 1:
            renew(weight, width, tables, seen, step, changed, n_changed)
        if step > 0:
            if n_blocks > 1:
                best = best_join(tables[2], tables[3])
            else:
                best = best_of_values(weight[:unknown], tables[1, 0])
            errors = total - best - greatest(weight[unknown])
            least[cut - low - 1] = min(least[cut - low - 1], errors)


@kernel
def there_already(cases: Cases, root: Int, low: Int, high: Int, rising: Flag) -> tuple[Int, Int]:
    """Return where the cases that are on the side before the first cut begin and end."""
    if rising:
        return start_of(cases, root, np.int64(0)), start_of(cases, root, low + 1)
    return start_of(cases, root, high), start_of(cases, root, cases.n_values[root])


@kernel
def arriving(cases: Cases, root: Int, cut: Int, step: Int, rising: Flag) -> tuple[Int, Int]:
    """Return where the cases that a cut brings begin and end.

    The first cut of a falling sweep brings none: all cases above it are there already.
    """
    code = cut if rising else cut + 1
    first, stop = start_of(cases, root, code), start_of(cases, root, code + 1)
    return first, stop if rising or step > 1 else first


@kernel
def renew(
    weight: Ints, width: Int, tables: Ints, seen: Ints, step: Int, changed: Ints, n_changed: Int
) -> None:
    """Make the tables of the changed blocks anew, and all above them but the root's."""
    n_blocks = seen.size // 2
    for k in range(n_changed):
        low = (changed[k] - n_blocks) * width
        make_block(weight[low : low + width], tables[changed[k]])
    while n_changed > 0:
        n_above = 0
        for k in range(n_changed):
            node = changed[k] // 2
            if node > 1 and seen[node] != step:
                seen[node] = step
                join(tables[2 * node], tables[2 * node + 1], tables[node])
                changed[n_above] = node
                n_above += 1
        n_changed = n_above


@allocating
def sweep_nominal(
    cases: Cases, a: Int, root: Int, low: Int, high: Int, rising: Flag, least: Ints
) -> None:
    """Lower ``least`` to the errors of a nominal test of ``a``; see :func:`sweep`."""
    n_values = cases.n_values[a] + 1  # unknown is one
    weight = np.zeros((n_values, cases.n_classes), dtype=np.int64)
    best = np.zeros(n_values, dtype=np.int64)
    first, stop = there_already(cases, root, low, high, rising)
    errors = more_errors(cases, a, root, first, stop, weight, best)
    for step in range(1, high - low):
        cut = low + step if rising else high - step
        first, stop = arriving(cases, root, cut, step, rising)
        errors += more_errors(cases, a, root, first, stop, weight, best)
        least[cut - low - 1] = min(least[cut - low - 1], errors)


@kernel
def more_errors(
    cases: Cases, a: Int, root: Int, first: Int, stop: Int, weight: Ints, best: Ints
) -> Int:
    """Add cases to the class weights of the values of ``a``; return the errors that they add."""
    errors = np.int64(0)
    for i in range(first, stop):
        case = cases.order[root, i]
        code, label = cases.code[a, case], cases.target[case]
        weight[code, label] += cases.weight[case]
        more = max(weight[code, label] - best[code], 0)
        best[code] += more
        errors += cases.weight[case] - more
    return errors


@allocating
def sweep(
    cases: Cases, max_intervals: Int, root: Int, low: Int, high: Int, rising: Flag, wanted: Ints,
    progress: Ints, least: Ints,
) -> None:  # fmt: skip
    """Lower ``least`` to the fewest errors on one side of every cut of the root in low ... high.

    The cuts are ``low + 1`` to ``high - 1``. ``rising`` sweeps the side of the lower values, else
    that of the higher ones. Only ``wanted`` attributes are tried; ``progress`` may say stop.
    """
    for a in wanted:
        if progress[1] != 0:
            return
        if cases.numeric[a] == 1:
            cuts = most_cuts(cases, a, max_intervals)
            sweep_numeric(cases, a, cuts, root, low, high, rising, least)
        else:
            sweep_nominal(cases, a, root, low, high, rising, least)
