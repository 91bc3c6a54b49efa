"""Windowing: growing a tree from some of the cases, and adding those it gets wrong (C4.5's -t).

Each trial starts from a random window with classes as even as can be, and goes on until the tree is
right about all cases outside the window. The trial whose pruned tree has the lowest estimated
errors is the best.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from cutpoint import _core
from cutpoint.learn import Windowing
from cutpoint.tree.tree import Tree

Items = NDArray[np.int32]
"""The numbers of cases, in an order that matters."""


class Draws(Protocol):
    """Whatever gives random numbers in [0, 1), such as NumPy's generators."""

    def random(self, size: int) -> NDArray[np.float64]:
        """Return the next numbers."""


class Cycle(NamedTuple):
    """One tree of a trial: its size, the cases in the window, and the errors in and outside it."""

    size: int
    window: int
    window_errors: int
    other_errors: int

    @property
    def errors(self) -> int:
        """The errors on all cases."""
        return self.window_errors + self.other_errors


class Trial(NamedTuple):
    """What became of a window: the tree with the fewest errors, before and after pruning."""

    cycles: tuple[Cycle, ...]
    unpruned: Tree
    pruned: Tree
    simplified: bool


class Grower(Protocol):
    """Whatever can grow trees from some of its cases, and prune them with all.

    Raises KeyboardInterrupt if it was told to stop.
    """

    def grow(self, items: Items) -> tuple[Tree, Any]:
        """Return the tree of some cases, which may be reordered, and what pruning it needs."""

    def prune(self, grown: tuple[Tree, Any], items: Items) -> tuple[Tree, bool]:
        """Return the pruned tree, and whether it differs; ``items`` has all cases."""


class Cases(NamedTuple):
    """All cases: what trees are asked about, and the class of each."""

    matrix: NDArray[np.float64]
    target: NDArray[np.int32]
    n_classes: int


def run_trials(grower: Grower, cases: Cases, windowing: Windowing, draws: Draws) -> list[Trial]:
    """Return all trials."""
    n_cases = len(cases.target)
    size = windowing.size
    if size is None:
        size = int(max(2 * math.sqrt(n_cases), n_cases // 5))
    size = min(size, n_cases)
    increment = windowing.increment or max(size // 5, 1)
    wanted = even_counts(np.bincount(cases.target, minlength=cases.n_classes), size)
    items = np.arange(n_cases, dtype=np.int32)
    trials: list[Trial] = []
    for _ in range(windowing.trials):
        _core.shuffle(items, draws.random(n_cases))
        _core.bring_classes_to_front(items, cases.target, wanted)
        cycles, best = _cycles(grower, cases, items, size, increment)
        pruned, simplified = grower.prune(best, items)
        trials.append(Trial(tuple(cycles), best[0], pruned, simplified))
    return trials


def best_of(trials: list[Trial]) -> int:
    """Return the trial with the fewest estimated errors, the first on ties."""
    return int(np.argmin([trial.pruned.errors[0] for trial in trials]))


def even_counts(frequency: NDArray[np.int64], size: int) -> NDArray[np.int64]:
    """Return how many cases of each class a window wants: as even as the classes allow.

    Examples
    --------
    >>> even_counts(np.array([50, 3, 20]), 30).tolist()
    [14, 3, 13]
    """
    wanted = np.zeros(len(frequency), dtype=np.int64)
    for place, c in enumerate(np.argsort(frequency, kind="stable")):
        wanted[c] = min(frequency[c], size // (len(frequency) - place))
        size -= int(wanted[c])
    return wanted


def _cycles(
    grower: Grower, cases: Cases, items: Items, size: int, increment: int
) -> tuple[list[Cycle], tuple[Tree, Any]]:
    """Grow the window until no exception is left; return the cycles and the best tree of them."""
    cycles: list[Cycle] = []
    best: tuple[Tree, Any] | None = None
    while True:
        grown = grower.grow(items[:size])
        tree = grown[0]
        others = items[size:]
        wrong = tree.predict_codes(cases.matrix[others]) != cases.target[others]
        n_wrong = _core.bring_wrong_to_front(others, wrong)
        cycle = Cycle(tree.n_nodes, size, math.floor(tree.errors[0] + 0.5), n_wrong)
        if best is None or cycle.errors < min(earlier.errors for earlier in cycles):
            best = grown
        cycles.append(cycle)
        if n_wrong == 0:
            return cycles, best
        size = min(len(items), size + max(min(n_wrong, increment), n_wrong // 2))
