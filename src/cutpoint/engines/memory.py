"""Learning from a table in memory."""

from __future__ import annotations

import numpy as np

from cutpoint._core import CRandom, Progress
from cutpoint.catalog import COST_COMPLEXITY
from cutpoint.data.table import Table
from cutpoint.engines.base import Learned
from cutpoint.engines.checks import check_table
from cutpoint.engines.cost_complexity import (
    check_pruning_set,
    prune_by_folds,
    prune_by_set,
    prune_by_strength,
)
from cutpoint.engines.exact import ExactLearner
from cutpoint.engines.faithful import Faithful
from cutpoint.engines.two_levels import learn_t2
from cutpoint.engines.windows import Cases, Draws, Grower, best_of, run_trials
from cutpoint.learn import T2, LearnSpec
from cutpoint.prune import softened
from cutpoint.threads import thread_count
from cutpoint.tree.pruning import PruningSequence
from cutpoint.tree.tree import Tree


def learn(
    table: Table,
    spec: LearnSpec,
    progress: Progress | None = None,
    pruning_set: Table | None = None,
) -> Learned:
    """Grow and prune the tree of a table in memory.

    Examples
    --------
    >>> from cutpoint.data.attribute import Attribute
    >>> x = np.array([1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
    >>> y = np.array([0, 0, 0, 1, 1, 1], dtype=np.int32)
    >>> table = Table((Attribute("x"),), (x,), 6, ("no", "yes"), y)
    >>> print(learn(table, LearnSpec()).unpruned)
    x <= 3.5 : no (3.0)
    x > 3.5 : yes (3.0)
    """
    return MemoryEngine(table).learn(spec, progress, pruning_set)


class MemoryEngine:
    """Learns from a table in memory: by the core, which looks at the columns in place.

    Parameters
    ----------
    table : Table
        With a target. Cases of weight 0 are left out.
    """

    def __init__(self, table: Table) -> None:
        if table.weights is not None and bool((table.weights <= 0).any()):
            table = table.take(table.weights > 0)
        assert table.target is not None
        self.table, self._target = table, table.target

    def learn(
        self, spec: LearnSpec, progress: Progress | None = None, pruning_set: Table | None = None
    ) -> Learned:
        """Grow and prune the tree that a spec describes.

        Parameters
        ----------
        spec : LearnSpec
        progress : Progress, optional
            Counts the cases that have reached a leaf.
        pruning_set : Table, optional
            Other cases, with the same attributes and classes, that say how much is pruned. They
            have no part in growing.

        Raises
        ------
        KeyboardInterrupt
            If ``progress`` was asked to stop.
        InputError
            If the cases do not allow what the spec asks for.
        """
        if pruning_set is not None:
            check_pruning_set(spec, pruning_set)
        check_table(self.table, spec)
        if progress is None:
            progress = Progress()
        if spec.learner == T2:
            tree = learn_t2(
                self.table,
                max_intervals=spec.max_intervals,
                n_threads=thread_count(spec.n_jobs),
                progress=progress,
            )
            return Learned(tree, tree, simplified=False)
        if spec.windowing is not None:
            learned = self._best_trial(spec, progress)
        else:
            grower = self._grower(spec, progress)
            every = np.arange(self.table.n_rows, dtype=np.int32)
            grown = grower.grow(every)
            if pruning_set is not None:
                learned = prune_by_set(PruningSequence(grown[0], spec.risk), pruning_set, progress)
            elif spec.pruning == COST_COMPLEXITY:
                learned = self._by_cost_complexity(grown[0], spec, progress)
            else:
                learned = Learned(grown[0], *grower.prune(grown, every))
        if spec.soft_thresholds:
            learned = learned._replace(pruned=softened(learned.pruned, self.table, progress))
        return learned

    def _grower(self, spec: LearnSpec, progress: Progress) -> Grower:
        if spec.faithful:
            return Faithful(self.table, spec, progress, in_order=spec.windowing is not None)
        return ExactLearner(self.table, spec, progress)

    def _by_cost_complexity(self, unpruned: Tree, spec: LearnSpec, progress: Progress) -> Learned:
        sequence = PruningSequence(unpruned, spec.risk)
        if spec.ccp_alpha is not None:
            return prune_by_strength(sequence, spec.ccp_alpha)
        return prune_by_folds(
            sequence,
            self.table,
            spec,
            lambda table, alone, counted: learn(table, alone, counted).unpruned,
            progress,
        )

    def _best_trial(self, spec: LearnSpec, progress: Progress) -> Learned:
        """Grow a tree from each of several windows and take the best."""
        assert spec.windowing is not None
        draws: Draws = CRandom() if spec.faithful else np.random.RandomState(spec.seed)
        cases = Cases(self.table.matrix(), self._target, len(self.table.classes))
        trials = run_trials(self._grower(spec, progress), cases, spec.windowing, draws)
        best = trials[best_of(trials)]
        return Learned(best.unpruned, best.pruned, best.simplified, tuple(trials))
