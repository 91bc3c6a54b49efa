"""How often a system errs on cases that it has not seen: folds, and parts that are held out.

A system is anything that learns from a table and then gives each case of another a class.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutpoint._core import Progress
from cutpoint.data.table import Table
from cutpoint.errors import InputError
from cutpoint.tree.predict import thread_count

Rates = NDArray[np.float64]
_EQUAL = 1e-12


class Fitted(NamedTuple):
    """What a system has learned.

    Attributes
    ----------
    predict : function
        From a table to the class of each case, as a position in the table's classes.
    size, leaves, depth : int
        Of the tree, or of whatever stands for it.
    """

    predict: Callable[[Table], NDArray[Any]]
    size: int
    leaves: int
    depth: int


class System(NamedTuple):
    """A way to learn, with a name and a line about it."""

    name: str
    about: str
    learn: Callable[[Table], Fitted]


def tree_system(name: str, about: str, make: Callable[[], Any]) -> System:
    """Return the system of a classifier that learns a ``tree_``.

    Parameters
    ----------
    name, about : str
    make : function
        Returns a classifier that has learned nothing yet.

    Examples
    --------
    >>> from cutpoint import C45Classifier
    >>> from cutpoint.data import make_mixed
    >>> small = tree_system("small", "at most two tests on a path",
    ...                     lambda: C45Classifier(max_depth=2))
    >>> small.learn(make_mixed(100)).depth
    2
    """
    return System(name, about, lambda table: fitted(make().fit_table(table)))


def fitted(classifier: Any) -> Fitted:
    """Return what a classifier has learned: a tree, or rules."""
    if hasattr(classifier, "rules_"):
        rules = classifier.rules_
        longest = max((len(rule.conditions) for rule in rules), default=0)
        return Fitted(
            lambda cases: rules.predict_codes(cases.matrix()), len(rules), len(rules), longest
        )
    tree = classifier.tree_
    return Fitted(
        lambda cases: tree.predict_codes(cases.matrix()), tree.n_nodes, tree.n_leaves, tree.depth
    )


def error_rate(learned: Fitted, table: Table) -> float:
    """Return the share of the cases of a table, by weight, that are given a wrong class."""
    wrong = learned.predict(table) != table.target
    weights = np.ones(table.n_rows) if table.weights is None else table.weights
    total = float(weights.sum())
    return float(weights[wrong].sum()) / total if total > 0 else 0.0


@dataclass(frozen=True, eq=False)
class Outcome:
    """What became of one system: an entry of each array per fold, repeat after repeat.

    Attributes
    ----------
    name, about : str
    errors : array
        The error rate on the cases of the fold.
    size, leaves, depth : arrays
        Of what was learned from the other folds.
    seconds : array
        The time it took to learn.
    """

    name: str
    about: str
    errors: Rates
    size: Rates
    leaves: Rates
    depth: Rates
    seconds: Rates

    @property
    def error(self) -> float:
        """The mean error rate."""
        return float(self.errors.mean())

    @property
    def standard_error(self) -> float:
        """The standard error of that mean, over the folds."""
        return float(self.errors.std(ddof=1) / np.sqrt(len(self.errors)))

    def against(self, other: Outcome) -> tuple[int, int, int]:
        """Return on how many folds it erred less, the same and more than another."""
        difference = self.errors - other.errors
        wins, losses = int((difference < -_EQUAL).sum()), int((difference > _EQUAL).sum())
        return wins, len(difference) - wins - losses, losses


def folds_of(target: NDArray[Any], folds: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """Return the fold of each case: of equal sizes, and with equal shares of each class.

    Cases are shuffled, put in the order of their classes and dealt out in turn, so sizes, and the
    cases of each class, differ by at most one.

    Examples
    --------
    >>> fold = folds_of(np.array([0, 1, 0, 1]), 2, np.random.default_rng(0))
    >>> sorted(fold[::2].tolist()), sorted(fold[1::2].tolist())
    ([0, 1], [0, 1])
    """
    order = rng.permutation(len(target))
    order = order[np.argsort(target[order], kind="stable")]
    fold = np.empty(len(target), dtype=np.int64)
    fold[order] = np.arange(len(target)) % folds
    return fold


def held_out_rows(
    target: NDArray[Any], share: float, rng: np.random.Generator
) -> NDArray[np.bool_]:
    """Return which cases are held out: a share of all, and of each class.

    At least one case is held out, and one is not.

    Examples
    --------
    >>> chosen = held_out_rows(np.array([0, 0, 1, 1]), 0.5, np.random.default_rng(0))
    >>> chosen[:2].sum(), chosen[2:].sum()
    (np.int64(1), np.int64(1))
    """
    n = len(target)
    order = rng.permutation(n)
    order = order[np.argsort(target[order], kind="stable")]
    count = min(max(round(share * n), 1), n - 1)
    steps = np.arange(n + 1) * count // n
    chosen = np.empty(n, dtype=np.bool_)
    chosen[order] = np.diff(steps) > 0
    return chosen


def cross_validate(
    table: Table,
    systems: Sequence[System],
    folds: int = 10,
    repeats: int = 1,
    random_state: int | None = None,
    n_jobs: int | None = None,
    progress: Progress | None = None,
) -> list[Outcome]:
    """Cross-validate systems on the same stratified folds.

    Parameters
    ----------
    table : Table
        With a target; cases without a class are left out.
    systems : sequence of System
    folds : int, default=10
    repeats : int, default=1
        How many times the cases are divided anew.
    random_state : int or None, default=None
        The seed of the folds. The same seed gives the same folds, whatever the systems.
    n_jobs : int or None, default=None
        How many folds are worked on at a time; -1 is one per core. Times are best compared with 1.
    progress : Progress, optional
        Counts the trees; asked to stop, it ends the work with KeyboardInterrupt.

    Returns
    -------
    list of Outcome

    Raises
    ------
    InputError
        If the table has no target, or fewer cases than folds.

    Examples
    --------
    >>> from cutpoint.data import make_mixed
    >>> from cutpoint import C45Classifier
    >>> pruned = tree_system("pruned", "", C45Classifier)
    >>> unpruned = tree_system("unpruned", "", lambda: C45Classifier(pruning=None))
    >>> first, second = cross_validate(make_mixed(), [pruned, unpruned], random_state=0)
    >>> first.name, bool(first.size.mean() < second.size.mean())
    ('pruned', True)
    """
    if table.target is None:
        raise InputError("the table has no target column to learn")
    table = table.take(table.target >= 0)
    target = np.asarray(table.target)
    if not systems:
        raise InputError("there is nothing to compare: name at least one system")
    if not 2 <= folds <= table.n_rows:
        raise InputError(
            f"{table.n_rows} cases cannot be divided into {folds} folds: from 2 up to one per case"
        )
    if repeats < 1:
        raise InputError(f"repeats must be at least 1, not {repeats}")
    rng = np.random.default_rng(random_state)
    tasks = [
        (system, fold == f)
        for fold in [folds_of(target, folds, rng) for _ in range(repeats)]
        for f in range(folds)
        for system in systems
    ]

    def run(task: tuple[System, NDArray[np.bool_]]) -> tuple[float, ...]:
        system, held_out = task
        if progress is not None and progress.stop_requested:
            raise KeyboardInterrupt
        return _figures(system, table.take(~held_out), table.take(held_out))

    rows = []
    with ThreadPoolExecutor(thread_count(n_jobs)) as pool:
        for figures in pool.map(run, tasks):
            rows.append(figures)
            if progress is not None:
                progress.advance(1)
    table_of = np.array(rows).reshape(repeats * folds, len(systems), -1)
    return [
        Outcome(system.name, system.about, *table_of[:, s].T) for s, system in enumerate(systems)
    ]


def _figures(system: System, training: Table, held_out: Table) -> tuple[float, ...]:
    """Return error rate, size, leaves, depth and seconds of a system on one fold."""
    start = time.perf_counter()
    learned = system.learn(training)
    seconds = time.perf_counter() - start
    return error_rate(learned, held_out), learned.size, learned.leaves, learned.depth, seconds
