"""Windowing: windows, cycles and trials."""

from __future__ import annotations

import ctypes
import ctypes.util
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutpoint import C45Classifier
from cutpoint.data import make_mixed
from cutpoint.engines.memory import C45Settings, learn_c45
from cutpoint.engines.windows import bring_to_front, bring_wrong_to_front, even_counts, shuffle
from cutpoint.grow.faithful.c_random import CRandom


@pytest.mark.skipif(sys.platform != "linux", reason="the numbers are those of glibc")
def test_random_numbers_are_those_of_the_c_library() -> None:
    name = ctypes.util.find_library("c")
    library = ctypes.CDLL(name)
    if not hasattr(library, "gnu_get_libc_version"):
        pytest.skip("the numbers are those of glibc")
    library.srandom(1)
    library.random.restype = ctypes.c_long
    theirs = np.array([library.random() for _ in range(2000)]) / 2.0**31
    ours = CRandom()
    assert (np.concatenate([ours.random(1), ours.random(1999)]) == theirs).all()


@given(st.lists(st.integers(0, 30), min_size=1, max_size=6), st.data())
def test_a_window_has_classes_as_even_as_can_be(frequency: list[int], data: st.DataObject) -> None:
    size = data.draw(st.integers(0, sum(frequency)))
    counts = even_counts(np.array(frequency), size)
    assert (counts <= frequency).all()
    assert counts.sum() == size
    # Whoever has fewer than another has given all it has, but for a case that does not divide.
    for mine, own in zip(counts, frequency, strict=True):
        assert mine == own or mine >= counts.max() - 1


@given(st.integers(1, 60), st.integers(0, 1000))
def test_reordering_loses_no_case(n: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    target = rng.integers(0, 3, n).astype(np.int32)
    item = np.arange(n, dtype=np.int32)
    shuffle(item, rng.random(n))
    assert sorted(item) == list(range(n))
    wanted = even_counts(np.bincount(target, minlength=3), n // 2)
    bring_to_front(item, target, wanted)
    assert sorted(item) == list(range(n))
    assert np.bincount(target[item[: wanted.sum()]], minlength=3).tolist() == wanted.tolist()
    wrong = rng.random(n) < 0.3
    wrong_cases = set(item[wrong].tolist())
    count = bring_wrong_to_front(item, wrong)
    assert set(item[:count].tolist()) == wrong_cases
    assert sorted(item) == list(range(n))


@pytest.mark.parametrize("faithful", [False, True])
def test_a_window_grows_until_nothing_outside_it_is_wrong(faithful: bool) -> None:
    table = make_mixed(400, random_state=1)
    learned = learn_c45(table, C45Settings(faithful=faithful, trials=4))
    assert len(learned.trials) == 4
    for trial in learned.trials:
        windows = [cycle.window for cycle in trial.cycles]
        assert windows[0] == 80
        assert windows == sorted(set(windows))
        assert [cycle.other_errors == 0 for cycle in trial.cycles].index(True) == len(windows) - 1
        best = min(trial.cycles, key=lambda cycle: cycle.errors)
        assert trial.unpruned.n_nodes == best.size
        assert trial.pruned.cases[0] == 400
    estimates = [trial.pruned.errors[0] for trial in learned.trials]
    assert learned.pruned == learned.trials[int(np.argmin(estimates))].pruned


def test_any_of_the_three_options_asks_for_windows() -> None:
    table = make_mixed(100, random_state=1)
    assert len(learn_c45(table, C45Settings(window=30)).trials) == 10
    by_increment = learn_c45(table, C45Settings(increment=3, trials=1)).trials
    assert by_increment[0].cycles[0].window == 20
    assert not learn_c45(table, C45Settings()).trials


def test_a_window_of_all_cases_grows_the_usual_tree() -> None:
    table = make_mixed(200, random_state=2)
    whole = learn_c45(table, C45Settings(window=1000, trials=1))
    assert whole.unpruned == learn_c45(table, C45Settings()).unpruned
    assert whole.pruned == learn_c45(table, C45Settings()).pruned


@pytest.mark.parametrize("faithful", [False, True])
@pytest.mark.parametrize("n", [1, 2, 3, 5])
def test_tables_of_a_few_cases_have_windows_too(n: int, faithful: bool) -> None:
    X, y = np.arange(n)[:, np.newaxis], np.arange(n) % 2
    model = C45Classifier(faithful=faithful, trials=2, min_cases=1).fit(X, y)
    assert len(model.trials_) == 2
    assert model.predict(X).shape == (n,)


def test_stopping_ends_the_trials() -> None:
    from cutpoint.engines.memory import new_progress

    progress = new_progress()
    progress[1] = 1
    learned = learn_c45(make_mixed(300, random_state=0), C45Settings(trials=50), progress)
    assert len(learned.trials) == 1
