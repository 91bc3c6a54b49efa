"""Small nodes grown apart by several threads: the same tree, and nothing that gets lost."""

from __future__ import annotations

import pickle
import threading

import numpy as np
import pytest

import cutpoint.engines.apart
from cutpoint.data.attribute import Attribute
from cutpoint.data.table import Table
from cutpoint.engines.memory import grow_exact, new_progress
from cutpoint.grow.settings import OBSERVED, Settings


def noisy_table(n: int, *, few: bool) -> Table:
    """Return numbers, or whole numbers below 100, and two classes with much noise."""
    rng = np.random.default_rng(n)
    x = rng.integers(0, 100, (5, n)).astype(float) if few else rng.normal(size=(5, n))
    z = (x - x.mean()) / x.std()
    target = (z[0] * z[1] + z[2] > rng.normal(size=n)).astype(np.int32)
    attributes = tuple(Attribute(f"x{j}") for j in range(5))
    return Table(attributes, tuple(x), n, ("no", "yes"), target)


@pytest.mark.parametrize("few", [False, True])
@pytest.mark.parametrize("placement", [0, OBSERVED])
def test_every_number_of_threads_gives_the_same_bytes(few: bool, placement: int) -> None:
    table, settings = noisy_table(30_000, few=few), Settings(placement=placement)
    trees = [pickle.dumps(grow_exact(table, settings, n_jobs=n)) for n in (1, 2, 3, 7)]
    assert len(set(trees)) == 1
    assert pickle.loads(trees[0]).n_nodes > 2_000


def test_all_cases_are_placed_and_all_threads_end() -> None:
    progress, before = new_progress(), threading.active_count()
    grow_exact(noisy_table(30_000, few=False), Settings(), n_jobs=1, progress=progress)
    assert progress[0] == 30_000
    grow_exact(noisy_table(30_000, few=False), Settings(), n_jobs=3)
    assert threading.active_count() == before


def test_what_goes_wrong_in_a_thread_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise MemoryError("no room for small nodes")

    monkeypatch.setattr(cutpoint.engines.apart, "grow_small", fail)
    for n_jobs in (1, 3):
        with pytest.raises(MemoryError, match="no room"):
            grow_exact(noisy_table(30_000, few=True), Settings(), n_jobs=n_jobs)
