"""Systems, and what becomes of them on the folds of a table.

A system is anything that learns from a table and then gives each case of another a class. Some have
names; a grid of the settings of :class:`cutpoint.TreeClassifier` gives the others.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutpoint._core import Progress
from cutpoint.catalog import CRITERIA, PENALTIES, PRUNINGS, RELEASES, THRESHOLDS
from cutpoint.data.folds import folds_of
from cutpoint.data.table import Table
from cutpoint.data.weights import weighted_table
from cutpoint.engines.memory import learn as learn_from
from cutpoint.errors import InputError
from cutpoint.learn import LearnSpec
from cutpoint.learners import C45Learner, ExactTreeLearner, MultiwayTreeLearner, T2Learner
from cutpoint.threads import thread_count
from cutpoint.tree.structure import mean_depth
from cutpoint.wording import suggestion

__all__ = [
    "FIGURES",
    "GRID",
    "Fitted",
    "Outcome",
    "System",
    "Task",
    "carry_out",
    "folds_of",
    "grid",
    "offered",
    "register",
    "systems",
    "tree_system",
]

Rates = NDArray[np.float64]

_OFFERED: dict[str, tuple[str | None, ...]] = {
    "criterion": tuple(CRITERIA),
    "threshold": tuple(THRESHOLDS),
    "penalty": tuple(PENALTIES),
    "pruning": (*PRUNINGS, None),
}
GRID = tuple(_OFFERED)
"""The parameters of the classifier that a grid may vary."""
FIGURES = ("errors", "size", "leaves", "depth", "seconds", "weight")
"""What is known of every system on every fold."""
_EQUAL = 1e-12


class Fitted(NamedTuple):
    """What a system has learned.

    Attributes
    ----------
    predict : function
        From a table to the class of each case, as a position in the table's classes.
    size, leaves, depth : int
        Of the tree, or of whatever stands for it.
    more : mapping
        Whatever else is to be known of it, by name.
    """

    predict: Callable[[Table], NDArray[Any]]
    size: int
    leaves: int
    depth: int
    more: Mapping[str, float] = MappingProxyType({})


class System(NamedTuple):
    """A way to learn, with a name and a line about it."""

    name: str
    about: str
    learn: Callable[[Table], Fitted]


def tree_system(name: str, about: str, make: Callable[[], Any]) -> System:
    """Return the system of a classifier, or learner, of a ``tree_``.

    Parameters
    ----------
    name, about : str
    make : function
        Returns one that has learned nothing yet.

    Examples
    --------
    >>> from cutpoint import TreeClassifier
    >>> small = tree_system("small", "at most two tests on a path",
    ...                     lambda: TreeClassifier(max_depth=2))
    >>> from cutpoint.data import make_mixed
    >>> small.learn(make_mixed(100)).depth
    2
    """

    @cache
    def spec() -> LearnSpec:
        """Return what is to be learned: checked once, not for each of thousands of folds."""
        learner = make()
        if hasattr(learner, "_validate_params"):
            learner._validate_params()
        found: LearnSpec = learner.learn_spec()
        return found

    def learn(table: Table) -> Fitted:
        tree = learn_from(weighted_table(table, table.weights), spec()).pruned
        return Fitted(
            lambda cases: tree.predict_codes(cases.matrix()),
            tree.n_nodes,
            tree.n_leaves,
            tree.depth,
            {"estimate": tree.estimated_error_rate, "mean_depth": mean_depth(tree)},
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
        tree_system("c45", "C4.5 Release 8", C45Learner),
        tree_system("tree", "the exact learner: gain ratio, binary cuts", ExactTreeLearner),
        tree_system("multiway", "several intervals", MultiwayTreeLearner),
        tree_system("t2", "the best of two levels", T2Learner),
        *(_tree(criterion=name) for name in CRITERIA),
    ]
    return {**{system.name: system for system in found}, **_registered}


def _release(name: str) -> System:
    return tree_system(f"r{name.lower()}", f"C4.5 Release {name}", lambda: C45Learner(release=name))


def offered(parameter: str) -> tuple[str | None, ...]:
    """Return the names that a grid may try for a parameter, its default first.

    Examples
    --------
    >>> offered("pruning")
    ('error', 'cost_complexity', None)
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
                guess = suggestion(str(value), [name for name in known if name is not None])
                raise InputError(f"{parameter} must be one of {names}, not {value!r}{guess}")
    return [
        _tree(**dict(zip(choices, values, strict=True))) for values in product(*choices.values())
    ]


def _tree(**parameters: Any) -> System:
    about = ", ".join(f"{name} {_shown(value)}" for name, value in parameters.items())
    name = " ".join(_shown(value) for value in parameters.values())
    return tree_system(name, about, lambda: ExactTreeLearner(**parameters))


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
    weight : array
        Of the cases of the fold; 1 each where there is none.
    more : dict of arrays
        Whatever else the system tells of itself.
    """

    name: str
    about: str
    errors: Rates
    size: Rates
    leaves: Rates
    depth: Rates
    seconds: Rates
    weight: Rates = field(default_factory=lambda: np.ones(1))
    more: Mapping[str, Rates] = field(default_factory=dict)

    @classmethod
    def of(cls, system: System, figures: Sequence[Mapping[str, float]]) -> Outcome:
        """Return the outcome of a system from the figures of each fold."""
        found = {name: np.array([fold[name] for fold in figures], float) for name in figures[0]}
        own = {name: found.pop(name) for name in FIGURES}
        return cls(system.name, system.about, **own, more=found)

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


class Task(NamedTuple):
    """A system to learn from a table without the cases that are held out."""

    system: System
    table: Table
    held_out: NDArray[np.bool_]


def carry_out(
    tasks: Iterable[Task], n_jobs: int | None = None, progress: Progress | None = None
) -> Generator[dict[str, float]]:
    """Yield the figures of each task, in order, of which several are worked on at a time.

    Parameters
    ----------
    tasks : iterable of Task
    n_jobs : int or None, default=None
        How many; -1 is one per core.
    progress : Progress, optional
        Counts the tasks; asked to stop, it ends the work with KeyboardInterrupt.
    """

    def run(task: Task) -> dict[str, float]:
        if progress is not None and progress.stop_requested:
            raise KeyboardInterrupt
        found = _figures(
            task.system, task.table.take(~task.held_out), task.table.take(task.held_out)
        )
        if progress is not None:
            progress.advance(1)
        return found

    with ThreadPoolExecutor(thread_count(n_jobs)) as pool:
        try:
            yield from pool.map(run, tasks)
        finally:
            pool.shutdown(cancel_futures=True)


def _figures(system: System, training: Table, held_out: Table) -> dict[str, float]:
    """Return what is known of a system on one fold."""
    start = time.perf_counter()
    fitted = system.learn(training)
    seconds = time.perf_counter() - start
    wrong = fitted.predict(held_out) != held_out.target
    weights = np.ones(held_out.n_rows) if held_out.weights is None else held_out.weights
    total = float(weights.sum())
    error = float(weights[wrong].sum()) / total if total > 0 else 0.0
    shape = (fitted.size, fitted.leaves, fitted.depth)
    return dict(zip(FIGURES, (error, *shape, seconds, total), strict=True)) | dict(fitted.more)
