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

from cutpoint.compiled import Int, Ints, Reals, kernel
from cutpoint.grow.faithful.c_random import Draws
from cutpoint.tree.tree import Tree

DEFAULT_TRIALS = 10
_STOP = 1


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
    """Whatever can grow trees from some of its cases, and prune them with all."""

    def grow(self, item: Ints) -> tuple[Tree, Any]:
        """Return the tree of some cases, which may be reordered, and what pruning it needs."""

    def prune(self, grown: tuple[Tree, Any], item: Ints) -> tuple[Tree, bool]:
        """Return the pruned tree, and whether it differs; ``item`` has all cases."""


class Windows(NamedTuple):
    """How many trials to make, and how large the window is at first and grows by at least.

    None is C4.5's own: a fifth of the cases or twice their root, and a fifth of the window.
    """

    trials: int
    window: int | None
    increment: int | None


def run_trials(
    grower: Grower, matrix: NDArray[np.float64], target: NDArray[np.int32], n_classes: int,
    windows: Windows, draws: Draws, progress: Ints,
) -> list[Trial]:  # fmt: skip
    """Return all trials; they stop early when ``progress`` says so."""
    n_cases = len(target)
    size = windows.window
    if size is None:
        size = int(max(2 * math.sqrt(n_cases), n_cases // 5))
    size = min(size, n_cases)
    increment = windows.increment or max(size // 5, 1)
    wanted = even_counts(np.bincount(target, minlength=n_classes), size)
    item = np.arange(n_cases, dtype=np.int32)
    trials: list[Trial] = []
    while len(trials) < windows.trials and not (trials and progress[_STOP]):
        shuffle(item, draws.random(n_cases))
        bring_to_front(item, target, wanted)
        cycles, best = _cycles(grower, matrix, target, item, size, increment, progress)
        pruned, simplified = grower.prune(best, item)
        trials.append(Trial(tuple(cycles), best[0], pruned, simplified))
    return trials


def best_of(trials: list[Trial]) -> int:
    """Return the trial with the fewest estimated errors, the first on ties."""
    return int(np.argmin([trial.pruned.errors[0] for trial in trials]))


def even_counts(frequency: Ints, size: int) -> Ints:
    """Return how many cases of each class a window wants: as even as the classes allow.

    Examples
    --------
    >>> even_counts(np.array([50, 3, 20]), 30).tolist()
    [14, 3, 13]
    """
    wanted = np.zeros_like(frequency)
    for place, c in enumerate(np.argsort(frequency, kind="stable")):
        wanted[c] = min(frequency[c], size // (len(frequency) - place))
        size -= int(wanted[c])
    return wanted


def _cycles(
    grower: Grower, matrix: NDArray[np.float64], target: NDArray[np.int32], item: Ints, size: int,
    increment: int, progress: Ints,
) -> tuple[list[Cycle], tuple[Tree, Any]]:  # fmt: skip
    """Grow the window until no exception is left; return the cycles and the best tree of them."""
    cycles: list[Cycle] = []
    best: tuple[Tree, Any] | None = None
    while True:
        grown = grower.grow(item[:size])
        tree = grown[0]
        others = item[size:]
        wrong = tree.predict_codes(matrix[others]) != target[others]
        n_wrong = bring_wrong_to_front(others, wrong)
        cycle = Cycle(tree.n_nodes, size, math.floor(tree.errors[0] + 0.5), n_wrong)
        if best is None or cycle.errors < min(earlier.errors for earlier in cycles):
            best = grown
        cycles.append(cycle)
        if n_wrong == 0 or progress[_STOP]:
            return cycles, best
        size = min(len(item), size + max(min(n_wrong, increment), n_wrong // 2))


@kernel
def shuffle(item: Ints, draws: Reals) -> None:
    """Put the cases in random order."""
    for i in range(item.size):
        j = i + np.int64((item.size - i) * draws[i])
        held = item[i]
        item[i] = item[j]
        item[j] = held


@kernel
def bring_to_front(item: Ints, target: Ints, wanted: Ints) -> None:
    """Bring the wanted number of cases of each class to the front, class by class."""
    place = 0
    for c in range(wanted.size):
        left = wanted[c]
        i = place
        while left > 0:
            case = item[i]
            if target[case] == c:
                item[i] = item[place]
                item[place] = case
                place += 1
                left -= 1
            i += 1


@kernel
def bring_wrong_to_front(item: Ints, wrong: Ints) -> Int:
    """Bring the cases that are wrong, by place, to the front; return their number."""
    place = np.int64(0)
    for i in range(item.size):
        if wrong[i]:
            case = item[i]
            item[i] = item[place]
            item[place] = case
            place += 1
    return place
