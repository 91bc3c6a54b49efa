"""Windowing: windows, cycles and trials."""

from __future__ import annotations

import ctypes
import ctypes.util
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutpoint import C45Classifier, InputError, _core
from cutpoint._core import CRandom, Progress
from cutpoint.data import make_mixed
from cutpoint.engines.memory import learn
from cutpoint.engines.windows import even_counts
from cutpoint.learn import LearnSpec, Windowing


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
    _core.shuffle(item, rng.random(n))
    assert sorted(item) == list(range(n))
    wanted = even_counts(np.bincount(target, minlength=3), n // 2)
    _core.bring_classes_to_front(item, target, wanted)
    assert sorted(item) == list(range(n))
    assert np.bincount(target[item[: wanted.sum()]], minlength=3).tolist() == wanted.tolist()
    wrong = rng.random(n) < 0.3
    wrong_cases = set(item[wrong].tolist())
    count = _core.bring_wrong_to_front(item, wrong)
    assert set(item[:count].tolist()) == wrong_cases
    assert sorted(item) == list(range(n))


def test_what_would_not_be_an_order_of_cases_is_refused() -> None:
    items, target = np.arange(4, dtype=np.int32), np.zeros(4, dtype=np.int32)
    with pytest.raises(InputError, match="draws has 3 elements, not 4"):
        _core.shuffle(items, np.zeros(3))
    for draw in (1.0, -0.1, np.nan):
        with pytest.raises(InputError, match="not in"):
            _core.shuffle(items, np.full(4, draw))
    with pytest.raises(InputError, match="too few cases"):
        _core.bring_classes_to_front(items, target, np.array([2, 1]))
    with pytest.raises(InputError, match="items holds 3, not 0 to 2"):
        _core.bring_classes_to_front(items, target[:3], np.array([1]))
    with pytest.raises(InputError, match="wrong has 2 elements, not 4"):
        _core.bring_wrong_to_front(items, np.ones(2, dtype=bool))


@pytest.mark.parametrize("faithful", [False, True])
def test_a_window_grows_until_nothing_outside_it_is_wrong(faithful: bool) -> None:
    table = make_mixed(400, random_state=1)
    learned = learn(table, LearnSpec.for_release(8, faithful=faithful, windowing=Windowing(4)))
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
    assert len(learn(table, LearnSpec.for_release(8, windowing=Windowing(size=30))).trials) == 10
    by_increment = learn(
        table, LearnSpec.for_release(8, windowing=Windowing(1, increment=3))
    ).trials
    assert by_increment[0].cycles[0].window == 20
    assert not learn(table, LearnSpec.for_release(8)).trials


def test_a_window_of_all_cases_grows_the_usual_tree() -> None:
    table = make_mixed(200, random_state=2)
    whole = learn(table, LearnSpec.for_release(8, windowing=Windowing(1, size=1000)))
    assert whole.unpruned == learn(table, LearnSpec.for_release(8)).unpruned
    assert whole.pruned == learn(table, LearnSpec.for_release(8)).pruned


@pytest.mark.parametrize("faithful", [False, True])
@pytest.mark.parametrize("n", [1, 2, 3, 5])
def test_tables_of_a_few_cases_have_windows_too(n: int, faithful: bool) -> None:
    X, y = np.arange(n)[:, np.newaxis], np.arange(n) % 2
    model = C45Classifier(faithful=faithful, trials=2, min_cases=1).fit(X, y)
    assert len(model.trials_) == 2
    assert model.predict(X).shape == (n,)


@pytest.mark.parametrize("faithful", [False, True])
def test_stopping_ends_the_trials(faithful: bool) -> None:
    progress = Progress()
    progress.request_stop()
    spec = LearnSpec.for_release(8, windowing=Windowing(50), faithful=faithful)
    with pytest.raises(KeyboardInterrupt):
        learn(make_mixed(300, random_state=0), spec, progress)
