"""Small nodes grown apart by several threads: the same tree, and nothing that gets lost."""

from __future__ import annotations

import pickle
import threading

import numpy as np
import pytest

from cutpoint._core import Progress
from cutpoint.data.attribute import Attribute
from cutpoint.data.table import Table
from cutpoint.engines.memory import learn
from cutpoint.errors import InputError
from cutpoint.learn import LearnSpec
from cutpoint.tree.tree import Tree


def noisy_table(n: int, *, few: bool) -> Table:
    """Return numbers, or whole numbers below 100, and two classes with much noise."""
    rng = np.random.default_rng(n)
    x = rng.integers(0, 100, (5, n)).astype(float) if few else rng.normal(size=(5, n))
    z = (x - x.mean()) / x.std()
    target = (z[0] * z[1] + z[2] > rng.normal(size=n)).astype(np.int32)
    attributes = tuple(Attribute(f"x{j}") for j in range(5))
    return Table(attributes, tuple(x), n, ("no", "yes"), target)


def grown(
    table: Table, n_jobs: int, placement: str = "midpoint", progress: Progress | None = None
) -> Tree:
    spec = LearnSpec(criterion="gain", pruning=None, placement=placement, n_jobs=n_jobs)
    return learn(table, spec, progress).unpruned


@pytest.mark.parametrize("few", [False, True])
@pytest.mark.parametrize("placement", ["midpoint", "observed"])
def test_every_number_of_threads_gives_the_same_bytes(few: bool, placement: str) -> None:
    table = noisy_table(30_000, few=few)
    trees = [pickle.dumps(grown(table, n, placement)) for n in (1, 2, 3, 7)]
    assert len(set(trees)) == 1
    assert pickle.loads(trees[0]).n_nodes > 2_000


def test_all_cases_are_placed_and_all_threads_end() -> None:
    progress, before = Progress(), threading.active_count()
    grown(noisy_table(30_000, few=False), 1, progress=progress)
    assert progress.done == 30_000
    grown(noisy_table(30_000, few=False), 3)
    assert threading.active_count() == before


def test_what_goes_wrong_in_a_thread_is_not_lost() -> None:
    def fail(before: np.ndarray, after: np.ndarray) -> np.ndarray:
        if before.sum() < 8_000:  # a node that is grown as a tree of its own
            raise ZeroDivisionError("no value for small nodes")
        return (np.square(after).sum(axis=2) / after.sum(axis=2)).sum(axis=1)

    for n_jobs in (1, 3):
        spec = LearnSpec(
            criterion="custom", custom_criterion=fail, pruning=None, max_depth=8, n_jobs=n_jobs
        )
        with pytest.raises(InputError, match="no value for small nodes"):
            learn(noisy_table(20_000, few=False), spec)
