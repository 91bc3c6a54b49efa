"""Learning from many resamples of one table.

A resample is a number of copies of each case. It comes from a seed of its own, so that neither the
number of threads nor the order in which trees are learned can change it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray
from sklearn.utils import check_random_state

from cutpoint._core import Progress, ResampleGrower
from cutpoint.catalog import COST_COMPLEXITY
from cutpoint.data.table import Table
from cutpoint.data.weights import weighted_table
from cutpoint.engines.base import Learned
from cutpoint.engines.checks import check_table
from cutpoint.engines.cost_complexity import check_pruning_set, prune_by_set
from cutpoint.engines.exact import ExactLearner
from cutpoint.engines.in_threads import in_threads
from cutpoint.engines.memory import learn
from cutpoint.errors import InputError
from cutpoint.learn import T2, LearnSpec
from cutpoint.tree.pruning import PruningSequence

Copies = NDArray[np.int64]
"""How often each case of a table is in a resample."""
Result = TypeVar("Result")


@dataclass(frozen=True)
class Resamples:
    """Resamples of the cases of a table, each drawn when it is asked for.

    Attributes
    ----------
    n_rows : int
        The cases of the table.
    size : int
        The cases of a resample.
    replacement : bool
        Whether a case may be drawn more than once.
    seeds : tuple of int
        One for each resample.

    Examples
    --------
    >>> drawn = Resamples.drawn(5, n_resamples=2, size=5, replacement=True, random_state=0)
    >>> [int(drawn[r].sum()) for r in range(len(drawn))]
    [5, 5]
    >>> bool((drawn[1] == drawn[1]).all())
    True
    """

    n_rows: int
    size: int
    replacement: bool
    seeds: tuple[int, ...]

    @classmethod
    def drawn(
        cls, n_rows: int, n_resamples: int, size: int, replacement: bool, random_state: Any
    ) -> Resamples:
        """Return so many resamples; ``random_state`` is scikit-learn's.

        Raises
        ------
        InputError
            If there are not so many cases to draw without replacement.
        """
        if size < 1 or (size > n_rows and not replacement):
            raise InputError(f"{size:,} cases cannot be drawn from {n_rows:,} without replacement")
        seeds = check_random_state(random_state).randint(2**31 - 1, size=n_resamples)
        return cls(n_rows, size, replacement, tuple(seeds.tolist()))

    def __len__(self) -> int:
        return len(self.seeds)

    def __getitem__(self, number: int) -> Copies:
        draws = np.random.default_rng(self.seeds[number])
        if self.replacement:
            chosen = draws.integers(0, self.n_rows, self.size)
        else:
            chosen = draws.permutation(self.n_rows)[: self.size]
        return np.bincount(chosen, minlength=self.n_rows)

    @property
    def expected_rows(self) -> int:
        """How many different cases all resamples have together, about."""
        if not self.replacement:
            return self.size * len(self)
        share = -np.expm1(self.size * np.log1p(-1 / self.n_rows)) if self.n_rows > 1 else 1.0
        return round(self.n_rows * float(share)) * len(self)


def expected_progress(table: Table, spec: LearnSpec, resamples: Resamples) -> int:
    """Return where the progress of a :class:`ResampleLearner` ends, about.

    Cases that are counted one by one advance it one by one; those that are weighed, all at once.
    """
    if spec.faithful or _repeats_rows(table, spec):
        return resamples.size * len(resamples)
    return resamples.expected_rows


def _repeats_rows(table: Table, spec: LearnSpec) -> bool:
    """Return whether equal cases are counted one by one.

    They are counted faster than they are weighed, and windows are drawn from cases.
    """
    return spec.windowing is not None or _are_alike(table, spec)


def _are_alike(table: Table, spec: LearnSpec) -> bool:
    """Return whether two equal cases are one of weight 2.

    Not always: of each a fraction is rounded where a value is unknown, they may be in two folds,
    and soft thresholds count them one by one.
    """
    alike = table.weights is None and spec.learner != T2 and spec.pruning != COST_COMPLEXITY
    return alike and not spec.soft_thresholds and not table.has_missing


class ResampleLearner:
    """Learns trees from resamples of one table.

    A tree is the one that the same table gives with ``copies`` as weights.

    Parameters
    ----------
    table : Table
        With a target, without cases of weight 0. Weights of its own are multiplied by the copies.
    spec : LearnSpec
        Each tree is learned by one thread, whatever its ``n_jobs`` says.
    progress : Progress, optional
        Shared by all trees; it ends near :func:`expected_progress`.
    pruning_set : Table, optional
        Other cases, with which each tree is pruned instead.

    Examples
    --------
    >>> from cutpoint.data.attribute import Attribute
    >>> x = np.array([1.0, 2.0, 3.0, 4.0])
    >>> table = Table((Attribute("x"),), (x,), 4, ("no", "yes"), np.array([0, 0, 1, 1]))
    >>> learner = ResampleLearner(table, LearnSpec(min_cases=1.0))
    >>> print(learner.learn(np.array([0, 2, 0, 2])).pruned)
    x <= 3 : no (2.0/1.0)
    x > 3 : yes (2.0/1.0)
    """

    def __init__(
        self,
        table: Table,
        spec: LearnSpec,
        progress: Progress | None = None,
        pruning_set: Table | None = None,
    ) -> None:
        self.table, self.spec = table, spec.replace(n_jobs=None)
        self.pruning_set = pruning_set
        if pruning_set is not None:
            check_pruning_set(spec, pruning_set)
        self.progress = Progress() if progress is None else progress
        alike = _are_alike(table, spec)
        self._repeats_rows = alike or spec.windowing is not None
        # Cases with nominal values that a test does not know are divided: one by one.
        self._prunes_copies = all(attribute.is_numeric for attribute in table.attributes)
        self._shared: ResampleGrower | None = None
        if alike and spec.windowing is None and not spec.faithful:
            check_table(table, self.spec)
            # Columns of a matrix lie scattered, and pruning goes through them again and again.
            columns: Any = tuple(map(np.ascontiguousarray, table.columns))
            self._exact = ExactLearner(replace(table, columns=columns), self.spec, self.progress)
            self._shared = self._exact.shared_columns()

    def learn(self, copies: Copies) -> Learned:
        """Grow and prune the tree of one resample."""
        if self._shared is None:
            return learn(self._resampled(copies), self.spec, self.progress, self.pruning_set)
        counts = copies.astype(np.uint32)
        nodes = self._shared.grow(counts, self.progress)
        if self.pruning_set is not None:
            sequence = PruningSequence(self._exact.tree(nodes), self.spec.risk)
            return prune_by_set(sequence, self.pruning_set, self.progress)
        if self.spec.pruning is None or self._prunes_copies:
            return Learned(*self._exact.learned(nodes, counts))
        exact = ExactLearner(self._resampled(copies), self.spec, self.progress)
        return Learned(*exact.learned(nodes))

    def learn_all(
        self,
        resamples: Resamples,
        n_threads: int,
        each: Callable[[Copies, Learned], Result],
    ) -> Iterator[Result]:
        """Learn a tree from each resample; yield what a function makes of it, in order.

        The function gets the copies and what was learned from them, in the thread that learned it.
        Ctrl-C stops all threads.
        """

        def work(number: int) -> Result:
            copies = resamples[number]
            return each(copies, self.learn(copies))

        return in_threads(work, len(resamples), n_threads, self.progress)

    def _resampled(self, copies: Copies) -> Table:
        if self._repeats_rows:
            return self.table.take(np.repeat(np.arange(self.table.n_rows), copies))
        weights = copies.astype(np.float64)
        if self.table.weights is not None:
            weights *= self.table.weights
        return weighted_table(replace(self.table, weights=None), weights)
