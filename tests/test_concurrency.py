"""Fits and predictions at the same time: in threads of one process, and in forked and new ones."""

from __future__ import annotations

import multiprocessing
import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from cutpoint import C45Classifier, C45RulesClassifier, MultiwayTreeClassifier, TreeClassifier
from cutpoint.discretize import MDLPDiscretizer

LEARNERS = {
    "tree": lambda n_jobs: TreeClassifier(n_jobs=n_jobs),
    "c45": lambda n_jobs: C45Classifier(n_jobs=n_jobs),
    "faithful": lambda n_jobs: C45Classifier(faithful=True, n_jobs=n_jobs),
    "multiway": lambda n_jobs: MultiwayTreeClassifier(n_jobs=n_jobs),
    "rules": lambda n_jobs: C45RulesClassifier(n_jobs=n_jobs),
}


def mixed_table(seed: int, n: int = 400) -> tuple[pd.DataFrame, np.ndarray]:
    rng = np.random.default_rng(seed)
    X = pd.DataFrame(
        {
            "x": rng.normal(size=n),
            "few": rng.integers(0, 9, n).astype(float),
            "colour": rng.choice(["red", "green", "blue"], n),
        }
    )
    y = np.where(X["x"] + (X["colour"] == "red") > 0.4, "yes", "no")
    y[rng.random(n) < 0.1] = "perhaps"
    return X.mask(rng.random(X.shape) < 0.05), y


def fitted(name: str, seed: int, n_jobs: int | None = None) -> Any:
    return LEARNERS[name](n_jobs).fit(*mixed_table(seed))


def answers(name: str, seed: int, n_jobs: int | None = None) -> bytes:
    """Learn from a table and return all probabilities that are predicted of another one."""
    return fitted(name, seed, n_jobs).predict_proba(mixed_table(seed + 1000)[0]).tobytes()


@pytest.mark.parametrize("name", LEARNERS)
def test_fits_in_threads_give_what_they_give_alone(name: str) -> None:
    alone = [answers(name, seed) for seed in range(8)]
    with ThreadPoolExecutor(8) as pool:
        for n_jobs in (None, 2):
            together = pool.map(answers, [name] * 8, range(8), [n_jobs] * 8)
            assert list(together) == alone


@pytest.mark.parametrize("name", LEARNERS)
def test_one_model_predicts_in_many_threads_at_once(name: str) -> None:
    rows = mixed_table(7)[0]
    alone = fitted(name, 0).predict_proba(rows).tobytes()
    fresh = fitted(name, 0)  # its predictor is made by whichever thread comes first
    start = threading.Barrier(8)

    def predict(_: int) -> bytes:
        start.wait()
        return fresh.predict_proba(rows).tobytes()

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(predict, range(8))) == {alone}


def test_discretizers_fit_in_threads_as_they_do_alone() -> None:
    def cuts(seed: int) -> list[bytes]:
        X, y = mixed_table(seed)
        found = MDLPDiscretizer(n_jobs=2).fit(X, y).cut_points_
        return [np.asarray(entry).tobytes() for entry in found.values()]

    alone = [cuts(seed) for seed in range(6)]
    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(cuts, range(6))) == alone


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*fork:DeprecationWarning")
@pytest.mark.parametrize("method", ["fork", pytest.param("spawn", marks=pytest.mark.slow)])
def test_fits_in_other_processes_give_what_they_give_here(method: str) -> None:
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"this system has no {method}")
    names = list(LEARNERS)
    here = [answers(name, 3, n_jobs=2) for name in names]  # threads have run before the fork
    context = multiprocessing.get_context(method)
    with ProcessPoolExecutor(2, mp_context=context) as pool:
        there = pool.map(answers, names, [3] * len(names), [2] * len(names), timeout=240)
        assert list(there) == here


def n_threads() -> int:
    """Return how many threads this process has, those of the core among them."""
    tasks = Path("/proc/self/task")
    if not tasks.exists():
        pytest.skip("this system does not list the threads of a process")
    return len(list(tasks.iterdir()))


def test_no_thread_outlives_its_fit() -> None:
    X, y = mixed_table(0, n=30_000)
    TreeClassifier(n_jobs=4).fit(X, y).predict(X)
    before = n_threads()
    for _ in range(3):
        TreeClassifier(n_jobs=4).fit(X, y).predict(X)
    assert n_threads() == before
