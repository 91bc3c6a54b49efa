"""Learning from a table in memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutpoint._core import CRandom, Progress
from cutpoint.catalog import COST_COMPLEXITY
from cutpoint.data.attribute import Attribute, Label
from cutpoint.data.table import Table, missing
from cutpoint.engines.base import (
    CASE,
    ROOT,
    Engine,
    Evidence,
    Learned,
    Weights,
    fixed_point,
)
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
from cutpoint.tree.split import NumericTest, Test
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
    >>> x = np.array([1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
    >>> y = np.array([0, 0, 0, 1, 1, 1], dtype=np.int32)
    >>> table = Table((Attribute("x"),), (x,), 6, ("no", "yes"), y)
    >>> print(learn(table, LearnSpec()).unpruned)
    x <= 3.5 : no (3.0)
    x > 3.5 : yes (3.0)
    """
    return MemoryEngine(table).learn(spec, progress, pruning_set)


class _Cases(NamedTuple):
    """The cases of a node: their rows, and what the node holds of each."""

    rows: NDArray[np.intp]
    weights: Weights


class MemoryEngine(Engine):
    """A table in memory.

    Fits are learned by the core, which looks at the columns in place; evidence, routes and nodes
    are for those who grow a tree level by level.

    Parameters
    ----------
    table : Table
        With a target. Cases of weight 0 are left out.

    Examples
    --------
    >>> x = np.array([1.0, 2.0, np.nan, 2.0])
    >>> table = Table((Attribute("x"),), (x,), 4, ("no", "yes"), np.array([0, 1, 0, 1]))
    >>> engine = MemoryEngine(table)
    >>> evidence = engine.evidence([ROOT], [0])[ROOT, 0]
    >>> evidence.values.tolist(), (evidence.weights / CASE).tolist()
    ([1.0, 2.0], [[1.0, 0.0], [0.0, 2.0]])
    >>> engine.route(ROOT, NumericTest(Attribute("x"), (1.5,)), [1, 2])
    >>> engine.collect(2).weights.round(3).tolist()
    [1.0, 0.667, 1.0]
    """

    def __init__(self, table: Table) -> None:
        if table.weights is not None and bool((table.weights <= 0).any()):
            table = table.take(table.weights > 0)
        assert table.target is not None
        self.table, self._target = table, table.target
        self._nodes: dict[int, _Cases] = {}

    @property
    def attributes(self) -> tuple[Attribute, ...]:
        """The columns of the table."""
        return self.table.attributes

    @property
    def classes(self) -> tuple[Label, ...]:
        """The classes, in the order that breaks ties."""
        return self.table.classes

    # ---- a fit

    def learn(
        self, spec: LearnSpec, progress: Progress | None = None, pruning_set: Table | None = None
    ) -> Learned:
        """Grow and prune the tree that a spec describes."""
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
        cases = Cases(self.table.matrix(), self._target, len(self.classes))
        trials = run_trials(self._grower(spec, progress), cases, spec.windowing, draws)
        best = trials[best_of(trials)]
        return Learned(best.unpruned, best.pruned, best.simplified, tuple(trials))

    # ---- evidence, routes and nodes

    def evidence(
        self, nodes: Sequence[int], attributes: Sequence[int]
    ) -> Mapping[tuple[int, int], Evidence]:
        """Return the class weights per value for each of the nodes and attributes."""
        return {
            (node, a): self._evidence(self._cases(node), a) for node in nodes for a in attributes
        }

    def _evidence(self, cases: _Cases, attribute: int) -> Evidence:
        column = self.table.columns[attribute][cases.rows]
        classes, unknown = self._target[cases.rows], missing(column)
        values = self.attributes[attribute].values
        if values is None:
            found, codes = np.unique(column[~unknown] + 0.0, return_inverse=True)  # -0.0 is 0.0
        else:
            found, codes = np.arange(len(values)), column[~unknown]
        weights = np.zeros((len(found), len(self.classes)), dtype=np.int64)
        np.add.at(weights, (codes, classes[~unknown]), cases.weights[~unknown])
        without = np.zeros(len(self.classes), dtype=np.int64)
        np.add.at(without, classes[unknown], cases.weights[unknown])
        return Evidence(found, weights, without)

    def route(
        self, node: int, test: Test, branches: Sequence[int], min_fraction: float = 0.0
    ) -> None:
        """Assign the cases of a node to the branches of a test; the node itself is forgotten."""
        cases = self._cases(node)
        branch = self._branch_of(cases, test)
        known = branch >= 0
        sizes = [int(cases.weights[branch == b].sum()) for b in range(len(branches))]
        least = max(1, round(min_fraction * CASE))
        for b, number in enumerate(branches):
            weights = np.where(branch == b, cases.weights, 0)
            if sizes[b] > 0 and not test.unknown:
                share = sizes[b] / sum(sizes)
                parts = np.floor(cases.weights * share + 0.5).astype(np.int64)
                weights = np.where(known | (parts < least), weights, parts)
            held = weights > 0
            self._nodes[number] = _Cases(cases.rows[held], weights[held])
        if node not in branches:
            self._nodes[node] = _Cases(cases.rows[:0], cases.weights[:0])

    def _branch_of(self, cases: _Cases, test: Test) -> NDArray[np.int64]:
        """Return the branch of each case; -1 where the value is unknown and has no branch."""
        column = self.table.columns[self.attributes.index(test.attribute)][cases.rows]
        if isinstance(test, NumericTest):
            branch = np.searchsorted(test.cuts, column)
        else:
            of_value = [test.branch_of(value) for value in test.attribute.values or ()]
            branch = np.array([*(-1 if b is None else b for b in of_value), -1])[column]
        return np.where(missing(column), test.n_branches - 1 if test.unknown else -1, branch)

    def collect(self, node: int) -> Table:
        """Return the cases of a node, parts of cases as weights."""
        cases = self._cases(node)
        table = self.table.take(cases.rows)
        if table.weights is None and bool((cases.weights == CASE).all()):
            return table
        return Table(
            table.attributes,
            table.columns,
            table.n_rows,
            table.classes,
            table.target,
            table.target_name,
            weights=cases.weights / CASE,
        )

    def _cases(self, node: int) -> _Cases:
        if node == ROOT and node not in self._nodes:
            weights = fixed_point(self.table.weights, self.table.n_rows)
            self._nodes[node] = _Cases(np.arange(self.table.n_rows), weights)
        return self._nodes[node]
