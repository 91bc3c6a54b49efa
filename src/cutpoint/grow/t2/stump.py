"""The second level: the fewest errors of one more test, in all branches of the root at once.

A numeric attribute is divided into at most ``cuts + 1`` intervals, each of one class. Let
``right[j, c]`` be the greatest weight that can be classified rightly among the values so far with
at most ``j`` cuts, when the last interval is of class ``c``. One more value, with class weights
``w``, is reached in the same interval or in a new one::

    right[j, c] = max(right[j, c], max over d of right[j - 1, d]) + w[c]

Adjacent values whose cases are all of one and the same class are never worth separating, so they
are taken as one.
"""

from __future__ import annotations

import numpy as np

from cutpoint.compiled import Int, Ints, allocating, kernel
from cutpoint.grow.t2.cases import Cases, start_of

MIXED = np.int64(-1)
"""In place of a class: cases of several."""
NOBODY = np.int64(-2)
"""In place of a class: no cases."""
IMPOSSIBLE = np.int64(-(1 << 62))
"""Less than any sum of weights, however much is added."""


@kernel
def most_cuts(cases: Cases, a: Int, max_intervals: Int) -> Int:
    """Return how many cuts a numeric attribute can make use of."""
    return max(np.int64(0), min(max_intervals, cases.n_values[a]) - 1)


@kernel
def add_value(right: Ints, weight: Ints) -> None:
    """Take one more value with these class weights; see the equation above."""
    n_classes = weight.size
    for j in range(right.shape[0] - 1, 0, -1):
        best = right[j - 1, 0]
        for c in range(1, n_classes):
            best = max(best, right[j - 1, c])
        for c in range(n_classes):
            right[j, c] = max(right[j, c], best) + weight[c]
    for c in range(n_classes):
        right[0, c] += weight[c]


@kernel
def greatest(weight: Ints) -> Int:
    """Return the greatest entry."""
    best = weight[0]
    for c in range(1, weight.size):
        best = max(best, weight[c])
    return best


@allocating
def numeric_errors(
    cases: Cases, a: Int, cuts: Int, branch: Ints, n_branches: Int, errors: Ints
) -> None:
    """Write the fewest errors of a numeric test of ``a`` in each branch of the root."""
    n_classes = cases.n_classes
    right = np.zeros((n_branches, cuts + 1, n_classes), dtype=np.int64)
    block = np.zeros((n_branches, n_classes), dtype=np.int64)  # values of one class, or one value
    block_class = np.full(n_branches, NOBODY)
    value = np.zeros((n_branches, n_classes), dtype=np.int64)  # the value that is being read
    value_class = np.full(n_branches, NOBODY)
    code = np.full(n_branches, -1, dtype=np.int64)
    total = np.zeros(n_branches, dtype=np.int64)
    read_values(cases, a, branch, code, right, block, block_class, value, value_class, total)
    for b in range(n_branches):
        errors[b] = total[b] - greatest(right[b, cuts])
    known = start_of(cases, a, cases.n_values[a])
    if known < branch.size:  # unknown values have a leaf of their own
        value[:] = 0
        add_cases(cases, a, known, np.int64(branch.size), branch, value)
        for b in range(n_branches):
            errors[b] += value[b].sum() - greatest(value[b])


@kernel
def add_cases(cases: Cases, a: Int, first: Int, stop: Int, branch: Ints, weight: Ints) -> None:
    """Add a range of the cases, in the order of ``a``, to the class weights of their branches."""
    for i in range(first, stop):
        case = cases.order[a, i]
        weight[branch[case], cases.target[case]] += cases.weight[case]


@kernel
def read_values(
    cases: Cases, a: Int, branch: Ints, code: Ints, right: Ints, block: Ints, block_class: Ints,
    value: Ints, value_class: Ints, total: Ints,
) -> None:  # fmt: skip
    """Take the known values of ``a`` one by one, each in the branches where it occurs."""
    for i in range(start_of(cases, a, cases.n_values[a])):
        case = cases.order[a, i]
        b, label = branch[case], np.int64(cases.target[case])
        if cases.code[a, case] != code[b]:
            code[b] = cases.code[a, case]
            take(right, block, block_class, value, value_class, b)
        value[b, label] += cases.weight[case]
        value_class[b] = label if value_class[b] in (NOBODY, label) else MIXED
        total[b] += cases.weight[case]
    for b in range(total.size):
        take(right, block, block_class, value, value_class, b)
        add_value(right[b], block[b])


@kernel
def take(
    right: Ints, block: Ints, block_class: Ints, value: Ints, value_class: Ints, b: Int
) -> None:
    """Add a value that has been read to the block if both are of one class, else start another."""
    one = value_class[b]
    if one == NOBODY:
        return
    if one != MIXED and block_class[b] == one:
        block[b, one] += value[b, one]
        value[b, one] = 0
    else:
        add_value(right[b], block[b])
        for c in range(block.shape[1]):
            block[b, c] = value[b, c]
            value[b, c] = 0
        block_class[b] = one
    value_class[b] = NOBODY


@allocating
def nominal_errors(cases: Cases, a: Int, branch: Ints, n_branches: Int, errors: Ints) -> None:
    """Write the errors of a nominal test of ``a`` in each branch of the root."""
    weight = np.zeros((n_branches, cases.n_classes), dtype=np.int64)
    errors[:] = 0
    for code in range(cases.n_values[a] + 1):
        low, high = start_of(cases, a, code), start_of(cases, a, code + 1)
        for i in range(low, high):
            case = cases.order[a, i]
            weight[branch[case], cases.target[case]] += cases.weight[case]
            errors[branch[case]] += cases.weight[case]
        for i in range(low, high):
            b = branch[cases.order[a, i]]
            errors[b] -= greatest(weight[b])
            weight[b] = 0  # so that it counts once


@allocating
def stump_errors(
    cases: Cases, max_intervals: Int, branch: Ints, n_branches: Int, progress: Ints, errors: Ints
) -> None:
    """Write, for each attribute and branch of the root, the fewest errors of one more test.

    ``progress`` may say stop.
    """
    for a in range(cases.n_values.size):
        if progress[1] != 0:
            return
        if cases.numeric[a] == 1:
            cuts = most_cuts(cases, a, max_intervals)
            numeric_errors(cases, a, cuts, branch, n_branches, errors[a])
        else:
            nominal_errors(cases, a, branch, n_branches, errors[a])
