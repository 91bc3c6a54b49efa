"""Custom criteria: compiled or plain, for one table or many; and mistakes are heard."""

from __future__ import annotations

import copy
import ctypes
import gc
import pickle
import threading
import warnings
import weakref
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from sklearn.base import clone

import cutpoint
from cutpoint import InputError, _core, measures
from cutpoint.measures.custom_criterion import CFunction, CustomCriterion, address_of
from support.count_tables import Table, tables

numba = pytest.importorskip("numba")


def plain_gini(before: Any, after: Any) -> float:
    total = before.sum()
    value = -((before / total) ** 2).sum()
    for b in range(after.shape[0]):
        weight = after[b].sum()
        if weight > 0:
            value += (after[b] ** 2).sum() / weight / total
    return value


def gini_of_many(before: Any, after: Any) -> Any:
    """Value all candidates at once: candidates x branches x classes."""
    weights = after.sum(axis=2)
    squares = (after**2).sum(axis=2) / np.where(weights > 0, weights, 1)
    return (squares.sum(axis=1) - (before**2).sum() / before.sum()) / before.sum()


@CFunction
def gini_in_c(before: Any, after: Any, n_branches: int, n_classes: int) -> float:
    counts = np.ctypeslib.as_array(after, (n_branches, n_classes))
    return plain_gini(np.ctypeslib.as_array(before, (n_classes,)), counts)


compiled_gini = cutpoint.criterion(plain_gini)

KINDS = ("plain", "many", "told", "ours", "njit", "cfunc", "ctypes", "convex")


@cache
def of_kind(kind: str) -> Any:
    """Return the criterion; not made at import, since compiling it takes seconds."""
    return {
        "plain": lambda: plain_gini,
        "many": lambda: gini_of_many,
        "told": lambda: cutpoint.criterion(gini_of_many, vectorized=True),
        "ours": lambda: compiled_gini,
        "njit": lambda: numba.njit(plain_gini),
        "cfunc": lambda: compiled_gini.entry,
        "ctypes": lambda: gini_in_c,
        "convex": lambda: cutpoint.criterion(gini_in_c, convex=True),
    }[kind]()


@cutpoint.criterion
def share_of_first(before: Any, after: Any) -> float:
    return before[0] / before.sum()


@pytest.mark.parametrize("kind", KINDS)
@given(table=tables())
def test_a_criterion_of_every_kind_is_called_with_counts_before_and_after(
    kind: str, table: Table
) -> None:
    assert measures.custom(of_kind(kind), table) == pytest.approx(measures.gini(table), abs=1e-9)


@pytest.mark.parametrize("kind", KINDS)
def test_many_candidates_are_valued_each_for_itself(kind: str) -> None:
    rng = np.random.default_rng(1)
    values, weights = np.arange(9.0), rng.integers(1, 9, (9, 3)).astype(float)
    criterion = CustomCriterion(of_kind(kind))
    options = _core.ThresholdOptions("classic", "custom", criterion.native)
    found = _core.choose_threshold(values, weights, options)
    expected = _core.choose_threshold(values, weights, _core.ThresholdOptions("classic", "gini"))
    assert found["scores"] == pytest.approx(expected["scores"], abs=1e-12)
    assert criterion.convex == criterion.native.quasi_convex == (kind == "convex")


def test_a_function_of_many_tables_is_called_once_for_all_candidates() -> None:
    shapes: list[tuple[int, ...]] = []

    def told(before: Any, after: Any) -> Any:
        shapes.append(after.shape)
        return after[:, 0, 0]

    criterion = CustomCriterion(cutpoint.criterion(told, vectorized=True))
    options = _core.ThresholdOptions("classic", "custom", criterion.native)
    _core.choose_threshold(np.arange(9.0), np.ones((9, 3)), options)
    assert shapes == [(8, 2, 3)]


@pytest.mark.parametrize("axis", ["first", "last"])
def test_what_works_for_one_table_and_for_many_is_asked_for_many(axis: str) -> None:
    calls = []

    def accuracy(before: Any, after: Any) -> Any:
        calls.append(after.ndim)
        if axis == "last":
            return after.max(axis=-1).sum(axis=-1) / before.sum()
        return after.max(axis=1).sum() / before.sum()  # of many tables it is something else

    criterion = CustomCriterion(accuracy)
    options = _core.ThresholdOptions("classic", "custom", criterion.native)
    rng = np.random.default_rng(2)
    for _ in range(2):
        _core.choose_threshold(np.arange(9.0), rng.integers(1, 9, (9, 3)).astype(float), options)
    assert calls.count(2) == (1 if axis == "last" else 16)
    assert calls.count(3) == (2 if axis == "last" else 1)


def test_an_array_of_another_size_is_refused() -> None:
    wrong = cutpoint.criterion(lambda before, after: np.ones(5), vectorized=True)
    with pytest.raises(InputError, match=r"returned an array of shape \(5,\) for 1 candidates"):
        measures.custom(wrong, [[1, 2], [3, 4]])


def test_a_function_of_cffi_is_taken() -> None:
    cffi = pytest.importorskip("cffi")
    signature = "double(double *, double *, int64_t, int64_t)"
    pointer = cffi.FFI().callback(signature, lambda before, after, rows, columns: after[1])
    assert measures.custom(pointer, [[1, 2], [3, 4]]) == 2


def test_a_c_function_of_other_arguments_is_refused() -> None:
    with pytest.raises(InputError, match="takes 4 arguments, not 1"):
        measures.custom(ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_int)(float), [[1, 2], [3, 4]])
    assert address_of(plain_gini) is None


def test_without_numba_a_criterion_runs_as_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cutpoint.measures.custom_criterion.find_spec", lambda name: None)
    with pytest.warns(UserWarning, match="plain Python, which is slow"):
        assert measures.custom(compiled_gini, [[2, 0], [0, 2]]) == 0.5
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert measures.custom(of_kind("told"), [[2, 0], [0, 2]]) == 0.5


def test_the_former_name_of_custom_still_serves() -> None:
    assert measures.own is measures.custom


@pytest.mark.parametrize("function", [lambda b, a: float(b[1]), lambda b, a: int(a[2, 1])])
def test_arrays_arrive_in_their_order_and_any_number_is_taken(function: Any) -> None:
    table = [[1, 2], [3, 4], [5, 14]]
    assert measures.custom(function, table) in {20, 14}
    assert measures.custom(cutpoint.criterion(function), table) in {20, 14}


def test_a_compiled_criterion_still_is_a_function_with_its_name() -> None:
    assert share_of_first(np.array([1.0, 3.0]), np.zeros((2, 2))) == 0.25
    assert share_of_first.__name__ == "share_of_first"


def test_a_compiled_criterion_can_be_copied_cloned_and_pickled() -> None:
    assert copy.deepcopy(share_of_first) is share_of_first
    assert clone(share_of_first, safe=False) is share_of_first
    assert share_of_first.__reduce__() == "share_of_first"  # pickled by name, as functions are


def test_a_criterion_of_a_script_is_pickled_by_value() -> None:
    """As cloudpickle sends the functions of a script to other processes."""
    function = cutpoint.criterion(plain_gini)
    function.__module__ = "__main__"
    kind, arguments = function.__reduce__()  # type: ignore[misc]
    assert kind(*arguments)(np.array([1.0, 1.0]), np.eye(2)) == 0.5


def test_a_criterion_is_pickled_with_what_was_said_of_it() -> None:
    told = cutpoint.criterion(plain_gini, convex=True, vectorized=False)
    again = pickle.loads(pickle.dumps(told))
    assert (again.convex, again.vectorized, again.function) == (True, False, plain_gini)


def test_what_a_plain_function_raises_is_told_and_kept() -> None:
    def faulty(before: Any, after: Any) -> float:
        raise KeyError("no such class")

    with pytest.raises(
        InputError, match="criterion faulty raised KeyError: 'no such class'"
    ) as told:
        measures.custom(faulty, [[1, 2], [3, 4]])
    assert isinstance(told.value.__cause__, KeyError)


def test_an_interruption_in_a_plain_function_goes_on() -> None:
    def interrupted(before: Any, after: Any) -> float:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        measures.custom(interrupted, [[1, 2], [3, 4]])


def test_after_an_error_a_plain_function_is_not_called_again() -> None:
    calls = []

    def faulty(before: Any, after: Any) -> float:
        calls.append(after.ndim)
        raise ValueError

    criterion = CustomCriterion(faulty)
    for _ in range(3):
        assert np.isnan(_core.table_value("custom", np.ones((2, 2)), criterion.native))
    assert calls == [2, 3]  # for one table, and, at first, for many
    with pytest.raises(InputError, match="faulty raised ValueError"):
        criterion.raise_failure()


def test_of_a_function_that_takes_many_tables_its_own_mistake_is_told() -> None:
    def faulty(before: Any, after: Any) -> Any:
        return after.sum(axis=2) / {}["nothing"]

    with pytest.raises(InputError, match="faulty raised KeyError: 'nothing'"):
        measures.custom(faulty, [[1, 2], [3, 4]])


def test_a_function_that_failed_is_let_go() -> None:
    class Faulty:
        def __call__(self, before: Any, after: Any) -> float:
            raise ValueError

    function = Faulty()
    gone = weakref.ref(function)
    with pytest.raises(InputError):
        measures.custom(function, [[1, 2], [3, 4]])
    criterion = CustomCriterion(function)  # and where nobody asks why it failed
    _core.table_value("custom", np.ones((2, 2)), criterion.native)
    del function, criterion
    gc.collect()
    assert gone() is None


def test_what_a_compiled_function_raises_stops_as_well() -> None:
    @cutpoint.criterion
    def faulty(before: Any, after: Any) -> float:
        if after[0, 0] > 0:
            raise ValueError("no")
        return 1.0

    with pytest.raises(InputError, match="criterion faulty returned NaN or raised"):
        measures.custom(faulty, [[1, 2], [3, 4]])
    assert measures.custom(faulty, [[0, 2], [3, 4]]) == 1.0


@pytest.mark.parametrize("value", [float("nan"), None, "high", 1j])
def test_what_is_no_number_is_refused(value: Any) -> None:
    with pytest.raises(InputError, match="the criterion answer r"):

        def answer(before: Any, after: Any) -> Any:
            return value

        measures.custom(answer, [[1, 2], [3, 4]])


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")
def test_a_function_that_cannot_be_compiled_is_refused_with_a_way_out() -> None:
    @cutpoint.criterion
    def odd(before: Any, after: Any) -> float:
        return open("/nowhere").read()  # type: ignore[return-value]  # noqa: PTH123

    with pytest.raises(InputError, match=r"criterion odd cannot be compiled .* as plain Python"):
        measures.custom(odd, [[1, 2], [3, 4]])


@pytest.mark.parametrize("thing", [3, None, "gini"])
def test_what_is_no_function_is_refused(thing: Any) -> None:
    with pytest.raises(InputError, match="function of two arrays"):
        cutpoint.criterion(thing)
    with pytest.raises(InputError, match="function of two arrays"):
        measures.custom(thing, [[1, 2], [3, 4]])


def test_a_plain_function_may_keep_what_it_is_given() -> None:
    kept: list[Any] = []
    criterion = CustomCriterion(lambda before, after: kept.append((before, after)) or 1.0)
    table = np.array([[1.0, 2.0], [3.0, 4.0]])
    _core.table_value("custom", table, criterion.native)
    table[:] = -1
    assert kept[0][0].tolist() == [4, 6]
    assert kept[0][1].tolist() == [[1, 2], [3, 4]]


def test_plain_functions_can_be_called_from_several_threads() -> None:
    criterion = CustomCriterion(plain_gini)
    options = _core.ThresholdOptions("classic", "custom", criterion.native)
    weights = np.random.default_rng(3).integers(1, 9, (20, 2)).astype(float)
    found: list[list[float]] = []

    def work() -> None:
        for _ in range(20):
            chosen = _core.choose_threshold(np.arange(20.0), weights, options)
            found.append(chosen["scores"].tolist())

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 80
    assert all(scores == found[0] for scores in found)


def test_the_core_takes_a_measure_for_custom_and_for_nothing_else() -> None:
    criterion = CustomCriterion(plain_gini)
    with pytest.raises(InputError, match="CustomMeasure"):
        _core.table_value("custom", np.eye(2))
    with pytest.raises(InputError, match="CustomMeasure"):
        _core.ThresholdOptions("classic", "gain", criterion.native)
    with pytest.raises(InputError, match="address 0"):
        _core.CustomMeasure.of_pointer(0, quasi_convex=False)
