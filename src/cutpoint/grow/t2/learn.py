"""From a table to T2's tree: search the root, then write out the tests below it."""

from __future__ import annotations

import numpy as np

from cutpoint.compiled import Ints, Reals
from cutpoint.data.table import Table
from cutpoint.grow.fixed import PER_UNIT
from cutpoint.grow.t2.cases import NO_CUT, Cases, cases_of
from cutpoint.grow.t2.intervals import lowest_cuts
from cutpoint.grow.t2.search import LEAF, ONE_TEST, Search
from cutpoint.tree.tree import Tree


def learn_t2(
    table: Table,
    *,
    max_intervals: int | None = None,
    n_threads: int = 1,
    progress: Ints | None = None,
) -> Tree:
    """Return the two-level tree that misclassifies the fewest cases.

    Parameters
    ----------
    table : Table
        With a target.
    max_intervals : int, optional
        Into how many intervals a numeric attribute may be divided at the second level; by default
        one more than there are classes.
    n_threads : int, default=1
        The tree does not depend on it.
    progress : array, optional
        As :func:`cutpoint.engines.memory.new_progress` gives it.

    Examples
    --------
    >>> import numpy as np
    >>> from cutpoint.data.attribute import Attribute
    >>> x = np.array([1.0, 2.0, 3.0, 4.0, 5.0, np.nan])
    >>> y = np.array([0, 1, 1, 0, 0, 1], dtype=np.int32)
    >>> print(learn_t2(Table((Attribute("x"),), (x,), 6, ("no", "yes"), y)))
    x <= 1.5 : no (1.0)
    x in (1.5, 3.5] : yes (2.0)
    x > 3.5 : no (2.0)
    x is unknown : yes (1.0)
    """
    cases, numbers = cases_of(table)
    if max_intervals is None:
        max_intervals = cases.n_classes + 1
    if progress is None:
        progress = np.zeros(2, dtype=np.int64)
    search = Search(cases, max_intervals, progress)
    best = search.run(n_threads)
    writer = _Writer(cases, numbers, max_intervals)
    everything = np.arange(table.n_rows)
    writer.add_leaf(everything, 0)
    if best.root == ONE_TEST:
        writer.add_best_test(0, everything, search.errors_of_one_test)
    elif best.root != LEAF:
        errors = search.errors_at(best.root, best.cut)
        cuts = [] if best.cut == NO_CUT else [(best.cut, best.cut + 1)]
        for branch, (node, members) in enumerate(writer.add_test(0, everything, best.root, cuts)):
            writer.add_best_test(node, members, errors[:, branch])
    return writer.tree(table)


class _Writer:
    """Collects the nodes of a tree: siblings are adjacent and come after their parent."""

    def __init__(self, cases: Cases, numbers: list[Reals], max_intervals: int) -> None:
        self.cases, self.numbers, self.max_intervals = cases, numbers, max_intervals
        self.label: list[int] = []
        self.weights: list[Ints] = []
        self.attribute: list[int] = []
        self.first_child: list[int] = []
        self.n_branches: list[int] = []
        self.test_start: list[int] = []
        self.cuts: list[float] = []
        self.branch_of: list[int] = []

    def add_leaf(self, members: Ints, label: int) -> int:
        """Add a leaf with these cases, of the given class if there are none; return its number."""
        weights = np.zeros(self.cases.n_classes, dtype=np.int64)
        np.add.at(weights, self.cases.target[members], self.cases.weight[members])
        self.weights.append(weights)
        self.label.append(int(weights.argmax()) if len(members) else label)
        self.attribute.append(-1)
        self.first_child.append(-1)
        self.n_branches.append(0)
        self.test_start.append(0)
        return len(self.label) - 1

    def add_best_test(self, node: int, members: Ints, errors: Ints) -> None:
        """Give a node the first test with the fewest errors, unless a leaf has as few.

        ``errors`` are the fewest of each attribute.
        """
        weights = self.weights[node]
        if not len(errors) or errors.min() >= weights.sum() - weights.max():
            return
        a = int(errors.argmin())
        cuts: list[tuple[int, int]] = []
        if self.cases.numeric[a] == 1:
            code = self.cases.code[a, members]
            members_known = members[code < self.cases.n_values[a]]
            present, value = np.unique(self.cases.code[a, members_known], return_inverse=True)
            by_value = np.zeros((len(present), self.cases.n_classes), dtype=np.int64)
            target, weight = self.cases.target[members_known], self.cases.weight[members_known]
            np.add.at(by_value, (value, target), weight)
            most = max(0, min(self.max_intervals, len(present)) - 1)
            after = lowest_cuts(by_value, np.int64(most))
            cuts = list(zip(present[after].tolist(), present[after + 1].tolist(), strict=True))
        self.add_test(node, members, a, cuts)

    def add_test(
        self, node: int, members: Ints, a: int, cuts: list[tuple[int, int]]
    ) -> list[tuple[int, Ints]]:
        """Make a leaf a test; return its branches, each with its cases.

        A cut is given by the codes that it comes between.
        """
        code, n_values = self.cases.code[a, members], int(self.cases.n_values[a])
        self.attribute[node] = a
        if self.cases.numeric[a] == 1:
            n_known = len(cuts) + 1
            branch = np.searchsorted([low for low, _ in cuts], code)
            branch[code == n_values] = n_known
            self.test_start[node] = len(self.cuts)
            numbers = self.numbers[a]
            self.cuts += [_middle(float(numbers[low]), float(numbers[high])) for low, high in cuts]
        else:
            n_known = n_values
            branch = code.astype(np.int64)
            self.test_start[node] = len(self.branch_of)
            self.branch_of += range(n_values)
        order = np.argsort(branch, kind="stable")
        ends = np.cumsum(np.bincount(branch, minlength=n_known + 1))
        parts = np.split(members[order], ends[:-1])
        self.n_branches[node] = len(parts)
        self.first_child[node] = len(self.label)
        return [(self.add_leaf(part, self.label[node]), part) for part in parts]

    def tree(self, table: Table) -> Tree:
        """Return the tree."""
        weights = np.array(self.weights)
        errors = weights.sum(axis=1) - weights.max(axis=1)
        for node in range(len(errors) - 1, -1, -1):
            if self.attribute[node] >= 0:
                first = self.first_child[node]
                errors[node] = errors[first : first + self.n_branches[node]].sum()
        unit = 1.0 if table.weights is None else PER_UNIT
        attribute = np.array(self.attribute, dtype=np.int32)
        return Tree(
            attributes=table.attributes,
            classes=table.classes,
            attribute=attribute,
            first_child=np.array(self.first_child, dtype=np.int32),
            n_branches=np.array(self.n_branches, dtype=np.int32),
            test_start=np.array(self.test_start, dtype=np.int64),
            cuts=np.array(self.cuts, dtype=np.float64),
            branch_of=np.array(self.branch_of, dtype=np.int32),
            label=np.array(self.label, dtype=np.int32),
            cases=weights.sum(axis=1) * unit,
            errors=errors * unit,
            distribution=weights * unit,
            unknown=attribute >= 0 if (attribute >= 0).any() else None,
        )


def _middle(below: float, above: float) -> float:
    """Return the middle of two numbers; the lower one if there is none between them."""
    middle = below + (above - below) * 0.5
    return middle if below <= middle < above else below
