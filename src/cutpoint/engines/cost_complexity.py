"""Which tree of the cost-complexity sequence is taken.

By a pruning set (Geurts and Wehenkel 2000), by cross-validation (Breiman, Friedman, Olshen and
Stone 1984, chapter 3), or as a given strength says.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from cutpoint._core import Progress
from cutpoint.data.folds import folds_of
from cutpoint.data.table import Table
from cutpoint.engines.base import Learned
from cutpoint.engines.in_threads import in_threads
from cutpoint.errors import InputError
from cutpoint.learn import T2, LearnSpec
from cutpoint.threads import thread_count
from cutpoint.tree.pruning import PruningSequence
from cutpoint.tree.pruning_path import PruningPath
from cutpoint.tree.tree import Tree

N_FOLDS = 10

Grow = Callable[[Table, LearnSpec, Progress], Tree]
"""From cases and a spec to the unpruned tree."""


def prune_by_set(sequence: PruningSequence, pruning_set: Table, progress: Progress) -> Learned:
    """Take the tree of the sequence with the fewest errors on the pruning set, the smaller on ties.

    Examples
    --------
    >>> from cutpoint.tree import example_tree
    >>> tree = example_tree()
    >>> numbers = np.array([70.0, 90.0])
    >>> columns = (np.array([0, 2]), numbers, numbers, np.array([1, 0]))
    >>> other = Table(tree.attributes, columns, 2, tree.classes, np.array([0, 0]))
    >>> prune_by_set(PruningSequence(tree), other, Progress()).pruned
    <Tree: 1 node, 1 leaf, depth 0>
    """
    errors = sequence.errors(pruning_set, progress)
    cases = float(pruning_set.n_rows if pruning_set.weights is None else pruning_set.weights.sum())
    best = _smallest_best(errors)
    return _learned(sequence, errors / cases, cases, best, best)


def prune_by_strength(sequence: PruningSequence, alpha: float) -> Learned:
    """Take the tree of the sequence that a strength gives."""
    chosen = int(np.searchsorted(sequence.alphas, alpha, side="right")) - 1
    unmeasured = np.full(len(sequence), np.nan)
    return _learned(sequence, unmeasured, 1.0, chosen, chosen)


def prune_by_folds(
    sequence: PruningSequence, table: Table, spec: LearnSpec, grow: Grow, progress: Progress
) -> Learned:
    """Take the tree of the sequence that cross-validation finds best.

    By the rule of one standard error it is the smallest that is hardly worse.
    """
    if len(sequence) == 1 or table.n_rows < 2:
        return prune_by_strength(sequence, np.inf)
    cases = float(table.n_rows if table.weights is None else table.weights.sum())
    errors = _held_out_errors(sequence, table, spec, grow, progress) / cases
    best = chosen = _smallest_best(errors)
    if spec.one_standard_error:
        bound = errors[best] + _standard_errors(errors, cases)[best]
        chosen = len(errors) - 1 - int(np.argmax(errors[::-1] <= bound))
    return _learned(sequence, errors, cases, best, chosen)


def check_pruning_set(spec: LearnSpec, pruning_set: Table) -> None:
    """Refuse a pruning set where no tree is pruned with it, or that holds nothing.

    Raises
    ------
    InputError
        With what to do about it.
    """
    if pruning_set.n_rows == 0:
        raise InputError("the pruning set has no case: leave it out, or give it some")
    if spec.learner == T2:
        raise InputError(
            "T2 finds the best tree of two levels, and it is not pruned: leave the pruning set out"
        )
    if spec.ccp_alpha is not None:
        raise InputError("both a pruning set and ccp_alpha say how much is pruned: leave one out")
    spec.check_sequence("a pruning set")


def _held_out_errors(
    sequence: PruningSequence, table: Table, spec: LearnSpec, grow: Grow, progress: Progress
) -> NDArray[np.float64]:
    """Return the errors that each strength makes on the cases left out when its tree is grown.

    A strength stands for those up to the next one: their geometric mean is tried.
    """
    assert table.target is not None
    n_folds = min(N_FOLDS, table.n_rows)
    folds = folds_of(table.target, n_folds, np.random.RandomState(spec.seed))
    tried = np.append(np.sqrt(sequence.alphas[:-1] * sequence.alphas[1:]), np.inf)
    alone = spec.replace(pruning=None, ccp_alpha=None, soft_thresholds=False, n_jobs=None)

    def errors_of(fold: int) -> NDArray[np.float64]:
        grown = PruningSequence(grow(table.take(folds != fold), alone, progress), sequence.risk)
        members = np.searchsorted(grown.alphas, tried, side="right") - 1
        return grown.errors(table.take(folds == fold), progress)[members]

    by_fold = in_threads(errors_of, n_folds, thread_count(spec.n_jobs), progress)
    return np.asarray(np.sum(list(by_fold), axis=0))


def _smallest_best(errors: NDArray[np.float64]) -> int:
    """Return the position of the fewest errors, of equals the last: the smallest tree."""
    return len(errors) - 1 - int(np.argmin(errors[::-1]))


def _standard_errors(rates: NDArray[np.float64], cases: float) -> NDArray[np.float64]:
    return np.sqrt(np.maximum(rates * (1 - rates), 0.0) / cases)


def _learned(
    sequence: PruningSequence, rates: NDArray[np.float64], cases: float, best: int, chosen: int
) -> Learned:
    path = PruningPath(
        sequence.alphas,
        sequence.sizes,
        sequence.training_errors,
        rates,
        _standard_errors(rates, cases),
        best,
        chosen,
    )
    pruned = sequence.member(chosen)
    simplified = pruned.n_nodes < sequence.tree.n_nodes
    return Learned(sequence.tree, pruned if simplified else sequence.tree, simplified, path=path)
