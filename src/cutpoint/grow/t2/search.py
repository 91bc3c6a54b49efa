"""The search for the root of the best two-level tree: exact, with as few evaluations as it can.

With more cases a side of the root's cut cannot have fewer errors. So where the errors of the lower
side at one cut and those of the upper side at a higher cut are too many together, no cut between
the two need be looked at. Stretches of cuts are halved while they may hold a better tree, the most
promising first; short ones are swept (``sweep.py``). No more than O(n log n) is done for a pair of
attributes, and usually far less.

Of equally good trees the first in this order is found, whatever the number of threads: a leaf, one
test alone, two levels with the first attribute at the root and the lowest cut there.
"""

from __future__ import annotations

import heapq
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutpoint.compiled import NO, Flag, Ints
from cutpoint.grow.t2.cases import NO_CUT, Cases, root_branches
from cutpoint.grow.t2.stump import most_cuts, stump_errors
from cutpoint.grow.t2.sweep import n_blocks_for, sweep

LEAF, ONE_TEST = -2, -1
"""In place of the root's attribute: trees of fewer levels."""
_HALVINGS = 6
"""How often a stretch is halved before it may be swept."""
_TOO_MANY = np.int64(1 << 61)
"""More errors than there can be; a few of them can be added up."""
_PART = 1_000_000
"""The part of all weight that a tree must save to be better than a leaf, if cases are weighted."""
_YES: Flag = np.bool_(True)


class Found(NamedTuple):
    """A tree; the lesser of two is better, or comes first."""

    errors: int
    root: int
    cut: int


class Stretch(NamedTuple):
    """The cuts of a numeric root between ``low`` and ``high``, which are known already."""

    to_sweep: bool
    bound: int
    """No cut in it has fewer errors."""
    root: int
    low: int
    high: int
    halvings: int
    lower: Ints
    """The errors of each attribute below the cut ``low``: below a higher one no fewer."""
    upper: Ints
    """The errors of each attribute above the cut ``high``: above a lower one no fewer."""
    unknown: int
    """The errors where the root's value is unknown."""

    def __lt__(self, other: tuple[object, ...]) -> bool:
        """Return whether to try this one first: halve before sweeping, the most promising first."""
        return self[:5] < other[:5]


class Search:
    """The best tree so far, and what is left to try."""

    def __init__(self, cases: Cases, max_intervals: int, progress: Ints) -> None:
        self.cases, self.progress = cases, progress
        self.max_intervals = np.int64(max_intervals)
        self.n_attributes, self.n_cases = cases.code.shape
        self.waiting: list[Stretch] = []
        self.n_cuts = max(1, int(np.maximum(cases.n_values - 1, 0)[cases.numeric == 1].sum()))
        self.n_settled = 0
        weights = np.zeros(cases.n_classes, dtype=np.int64)
        np.add.at(weights, cases.target, cases.weight)
        total, weighted = int(weights.sum()), bool((cases.weight != 1).any())
        worth_a_tree = total // _PART if weighted else 0
        self.best = Found(total - int(weights.max()) - worth_a_tree, LEAF, NO_CUT)
        one_branch = np.zeros(self.n_cases, dtype=np.int32)
        self.errors_of_one_test = self._errors_below(one_branch, 1)[:, 0]
        fewest = self.errors_of_one_test.min(initial=self.best.errors)
        self.best = min(self.best, Found(int(fewest), ONE_TEST, NO_CUT))
        self.direct_cost, self.start_cost, self.case_cost = self._costs()

    def run(self, n_threads: int) -> Found:
        """Return the best tree.

        Kernels run in other threads even if it is one, so that this one can hear Ctrl-C. When
        ``progress`` says stop, the search ends as by Ctrl-C.
        """
        threads = ThreadPoolExecutor(n_threads)
        try:
            self._try_whole_roots(threads)
            running: dict[Future[tuple[Found, list[Stretch]]], Stretch] = {}
            while (self.waiting or running) and self.progress[1] == 0:
                while self.waiting and len(running) < n_threads:
                    stretch = heapq.heappop(self.waiting)
                    if self._hopeless(stretch.bound, stretch.root, stretch.low):
                        self._settle(stretch.high - stretch.low - 1)
                    else:
                        running[threads.submit(self._try, stretch)] = stretch
                for done in wait(running, return_when=FIRST_COMPLETED).done:
                    stretch = running.pop(done)
                    found, parts = done.result()
                    self.best = min(self.best, found)
                    left = sum(part.high - part.low - 1 for part in parts)
                    self._settle(stretch.high - stretch.low - 1 - left)
                    for part in parts:
                        heapq.heappush(self.waiting, part)
        except BaseException:
            self.progress[1] = 1
            raise
        finally:
            threads.shutdown(wait=True, cancel_futures=True)
        if self.progress[1] != 0:
            raise KeyboardInterrupt
        return self.best

    def _hopeless(self, bound: int, root: int, low: int) -> bool:
        """Return whether no cut above ``low`` can be better, or as good and come first."""
        return Found(bound, root, low + 1) > self.best

    def _settle(self, n_cuts: int) -> None:
        """Count cuts that need no further look."""
        self.n_settled += n_cuts
        self.progress[0] = self.n_cases * self.n_settled // self.n_cuts

    def _try_whole_roots(self, threads: ThreadPoolExecutor) -> None:
        """Try the roots without a cut, and put all cuts of the others on the list."""
        cases = self.cases
        unknown = (cases.code == cases.n_values[:, np.newaxis]).any(axis=1)
        whole = np.flatnonzero((cases.numeric == 0) | unknown).tolist()
        errors_unknown = np.zeros(self.n_attributes, dtype=np.int64)
        tried = threads.map(self.errors_at, whole, [NO_CUT] * len(whole))
        for root, errors in zip(whole, tried, strict=True):
            fewest = errors.min(axis=0)
            errors_unknown[root] = fewest[-1]
            self.best = min(self.best, Found(int(fewest.sum()), root, NO_CUT))
        nothing = np.zeros(self.n_attributes, dtype=np.int64)
        for root in np.flatnonzero(cases.numeric).tolist():
            high, unknown_errors = int(cases.n_values[root]) - 1, int(errors_unknown[root])
            self.waiting += self._stretch(root, NO_CUT, high, 0, nothing, nothing, unknown_errors)
        heapq.heapify(self.waiting)

    def errors_at(self, root: int, cut: int) -> Ints:
        """Return the fewest errors of each attribute in each branch of a root."""
        branch = np.empty(self.n_cases, dtype=np.int32)
        n_branches = root_branches(self.cases, np.int64(root), np.int64(cut), branch)
        return self._errors_below(branch, n_branches)

    def _errors_below(self, branch: Ints, n_branches: int) -> Ints:
        errors = np.zeros((self.n_attributes, n_branches), dtype=np.int64)
        stump_errors(
            self.cases, self.max_intervals, branch, np.int64(n_branches), self.progress, errors
        )
        return errors

    def _try(self, stretch: Stretch) -> tuple[Found, list[Stretch]]:
        """Return the best cut that was tried, and the stretches that are left to try."""
        if stretch.to_sweep:
            return self._swept(stretch), []
        _, _, root, low, high, halvings, lower, upper, unknown = stretch
        start = self.cases.start[self.cases.first[root] :][low + 1 : high + 2]
        middle = low + int(np.searchsorted(start, (start[0] + start[-1]) // 2))
        middle = min(max(middle, low + 1), high - 1)
        errors = self.errors_at(root, middle)
        found = Found(int(errors.min(axis=0).sum()), root, middle)
        below, above = errors[:, 0].copy(), errors[:, 1].copy()
        return found, [
            *self._stretch(root, low, middle, halvings + 1, lower, above, unknown),
            *self._stretch(root, middle, high, halvings + 1, below, upper, unknown),
        ]

    def _stretch(
        self, root: int, low: int, high: int, halvings: int, lower: Ints, upper: Ints, unknown: int
    ) -> list[Stretch]:
        """Return the stretch as a list, which is empty if no cut is in it."""
        n_cuts = high - low - 1
        if n_cuts < 1:
            return []
        start = self.cases.start[self.cases.first[root] :]
        cost = self.start_cost + self.case_cost * float(start[high + 1] - start[low + 1])
        to_sweep = halvings >= _HALVINGS and cost < self.direct_cost * n_cuts
        bound = int(lower.min() + upper.min()) + unknown
        return [Stretch(to_sweep, bound, root, low, high, halvings, lower, upper, unknown)]

    def _swept(self, stretch: Stretch) -> Found:
        """Return the best cut of a stretch."""
        _, _, root, low, high, _, lower, upper, unknown = stretch
        least = np.full((2, high - low - 1), _TOO_MANY)
        for side, rising in enumerate((_YES, NO)):
            here, there = (lower, upper) if rising else (upper, lower)
            bounds = here + (there.min() + unknown)
            hopeless = [self._hopeless(bound, root, low) for bound in bounds.tolist()]
            wanted: NDArray[np.int64] = np.flatnonzero(~np.array(hopeless))
            sweep(
                self.cases, self.max_intervals, np.int64(root), np.int64(low), np.int64(high),
                rising, wanted, self.progress, least[side],
            )  # fmt: skip
        errors = least.sum(axis=0) + unknown
        position = int(errors.argmin())
        return Found(int(errors[position]), root, low + 1 + position)

    def _costs(self) -> tuple[float, float, float]:
        """Return about how many steps it takes to try one cut, to begin a sweep, to move a case."""
        c = self.cases.n_classes
        direct = start = case = 1.0
        for a in np.flatnonzero(self.cases.numeric).tolist():
            n_values = self.cases.n_values[a]
            j = int(most_cuts(self.cases, np.int64(a), self.max_intervals))
            n_blocks = int(n_blocks_for(n_values, np.int64(c), np.int64(j)))
            value = (j + 1) * c
            join = c * c * (2 * j + c * j * (j - 1) / 2 + 1)
            direct += self.n_cases * value
            start += 2 * (int(n_values) * value * c + n_blocks * join)
            case += 2 * (int(n_values) / n_blocks * value * c + np.log2(n_blocks) * join)
        return direct, start, case
