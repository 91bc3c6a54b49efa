"""Which settings suit a table: systems cross-validated on the same folds.

A system is anything that learns from a table and then gives each case of another a class. Some have
names; a grid of the settings of :class:`cutpoint.TreeClassifier` gives the others.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutpoint._core import Progress
from cutpoint.catalog import CRITERIA, PENALTIES, PRUNINGS, RELEASES, THRESHOLDS
from cutpoint.classifiers import (
    C45Classifier,
    MultiwayTreeClassifier,
    T2Classifier,
    TreeClassifier,
)
from cutpoint.data.place import nearest
from cutpoint.data.table import Table
from cutpoint.errors import InputError
from cutpoint.tree.predict import thread_count

Rates = NDArray[np.float64]

_OFFERED: dict[str, tuple[str | None, ...]] = {
    "criterion": tuple(CRITERIA),
    "threshold": tuple(THRESHOLDS),
    "penalty": tuple(PENALTIES),
    "pruning": (*PRUNINGS, None),
}
GRID = tuple(_OFFERED)
"""The parameters of the classifier that a grid may vary."""
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
    >>> small = tree_system("small", "at most two tests on a path",
    ...                     lambda: TreeClassifier(max_depth=2))
    >>> from cutpoint.data import make_mixed
    >>> small.learn(make_mixed(100)).depth
    2
    """

    def learn(table: Table) -> Fitted:
        tree = make().fit_table(table).tree_
        return Fitted(
            lambda cases: tree.predict_codes(cases.matrix()),
            tree.n_nodes,
            tree.n_leaves,
            tree.depth,
        )

    return System(name, about, learn)


_registered: dict[str, System] = {}


def register(system: System) -> None:
    """Give a system a name that :func:`systems` and the command line know.

    Parameters
    ----------
    system : System
        It takes the place of one of the same name.
    """
    _registered[system.name] = system


def systems() -> dict[str, System]:
    """Return the systems that have names.

    Examples
    --------
    >>> {"r8", "r7gs", "mantaras"} <= set(systems())
    True
    """
    found = [
        *(_release(name) for name in RELEASES),
        tree_system("multiway", "several intervals", MultiwayTreeClassifier),
        tree_system("t2", "the best of two levels", T2Classifier),
        *(_tree(criterion=name) for name in CRITERIA),
    ]
    return {**{system.name: system for system in found}, **_registered}


def _release(name: str) -> System:
    return tree_system(
        f"r{name.lower()}", f"C4.5 Release {name}", lambda: C45Classifier(release=name)
    )


def offered(parameter: str) -> tuple[str | None, ...]:
    """Return the names that a grid may try for a parameter, its default first.

    Examples
    --------
    >>> offered("pruning")
    ('error', None)
    """
    return _OFFERED[parameter]


def grid(**choices: Iterable[str | None]) -> list[System]:
    """Return a system for every combination of settings of the tree classifier.

    Parameters
    ----------
    **choices
        For each of ``criterion``, ``threshold``, ``penalty`` and ``pruning`` the values to try; a
        parameter that is not named keeps its default.

    Raises
    ------
    InputError
        If the classifier does not accept a value.

    Examples
    --------
    >>> [system.name for system in grid(criterion=["gain", "gini"], pruning=["error", None])]
    ['gain error', 'gain none', 'gini error', 'gini none']
    """
    for parameter, values in choices.items():
        if parameter not in GRID:
            raise InputError(f"a grid is of {', '.join(GRID)}, not of {parameter!r}")
        known = offered(parameter)
        for value in values:
            if value not in known:
                names = ", ".join(_shown(name) for name in known)
                near = nearest(str(value), [name for name in known if name is not None])
                guess = "" if near is None else f"; did you mean {near!r}?"
                raise InputError(f"{parameter} must be one of {names}, not {value!r}{guess}")
    return [
        _tree(**dict(zip(choices, values, strict=True))) for values in product(*choices.values())
    ]


def _tree(**parameters: Any) -> System:
    about = ", ".join(f"{name} {_shown(value)}" for name, value in parameters.items())
    name = " ".join(_shown(value) for value in parameters.values())
    return tree_system(name, about, lambda: TreeClassifier(**parameters))


def _shown(value: str | None) -> str:
    return "none" if value is None else value


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


def compare(
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
    >>> first, second = compare(make_mixed(), grid(pruning=["error", None]), random_state=0)
    >>> first.name, bool(first.size.mean() < second.size.mean())
    ('error', True)
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

    for system in systems:  # compiles what it needs, or loads it, before time is taken
        system.learn(table).predict(table)

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
    fitted = system.learn(training)
    seconds = time.perf_counter() - start
    wrong = fitted.predict(held_out) != held_out.target
    weights = np.ones(held_out.n_rows) if held_out.weights is None else held_out.weights
    total = float(weights.sum())
    error = float(weights[wrong].sum()) / total if total > 0 else 0.0
    return error, fitted.size, fitted.leaves, fitted.depth, seconds
