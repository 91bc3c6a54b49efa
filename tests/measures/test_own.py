"""Measures of the user's own: compiled or plain, called the same, and mistakes are heard."""

from __future__ import annotations

import copy
import subprocess
import sys
import threading
from typing import Any

import numba
import numpy as np
import pytest
from hypothesis import given
from sklearn.base import clone

import cutpoint
from count_tables import Table, tables
from cutpoint import InputError, measures
from cutpoint.measures.address import call_address
from cutpoint.measures.own import Own


def plain_gini(before: Any, after: Any) -> float:
    total = before.sum()
    value = -((before / total) ** 2).sum()
    for b in range(after.shape[0]):
        weight = after[b].sum()
        if weight > 0:
            value += (after[b] ** 2).sum() / weight / total
    return value


compiled_gini = cutpoint.criterion(plain_gini)


@cutpoint.criterion
def share_of_first(before: Any, after: Any) -> float:
    return before[0] / before.sum()


@pytest.mark.parametrize(
    "function", [plain_gini, compiled_gini, numba.njit(plain_gini)], ids=["plain", "ours", "numba"]
)
@given(tables())
def test_a_measure_of_ones_own_is_called_with_counts_before_and_after(
    function: Any, table: Table
) -> None:
    assert measures.own(function, table) == pytest.approx(measures.gini(table), abs=1e-9)


@pytest.mark.parametrize("function", [lambda b, a: float(b[1]), lambda b, a: int(a[2, 1])])
def test_arrays_arrive_in_their_order_and_any_number_is_taken(function: Any) -> None:
    table = [[1, 2], [3, 4], [5, 14]]
    assert measures.own(function, table) in {20, 14}
    assert measures.own(cutpoint.criterion(function), table) in {20, 14}


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


def test_what_a_plain_function_raises_is_told_and_kept() -> None:
    def faulty(before: Any, after: Any) -> float:
        raise KeyError("no such class")

    with pytest.raises(
        InputError, match="criterion faulty raised KeyError: 'no such class'"
    ) as told:
        measures.own(faulty, [[1, 2], [3, 4]])
    assert isinstance(told.value.__cause__, KeyError)


def test_an_interruption_in_a_plain_function_goes_on() -> None:
    def interrupted(before: Any, after: Any) -> float:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        measures.own(interrupted, [[1, 2], [3, 4]])


def test_after_an_error_a_plain_function_is_not_called_again() -> None:
    calls = []

    def faulty(before: Any, after: Any) -> float:
        calls.append(after)
        raise ValueError

    own = Own(faulty)
    for _ in range(3):
        assert np.isnan(call_address(np.int64(own.address), np.ones(2), np.ones((2, 2))))
    assert len(calls) == 1


def test_what_a_compiled_function_raises_stops_as_well() -> None:
    @cutpoint.criterion
    def faulty(before: Any, after: Any) -> float:
        if after[0, 0] > 0:
            raise ValueError("no")
        return 1.0

    with pytest.raises(InputError, match="criterion faulty returned NaN or raised"):
        measures.own(faulty, [[1, 2], [3, 4]])
    assert measures.own(faulty, [[0, 2], [3, 4]]) == 1.0


@pytest.mark.parametrize("value", [float("nan"), None, "high", 1j])
def test_what_is_no_number_is_refused(value: Any) -> None:
    with pytest.raises(InputError, match="the criterion answer r"):

        def answer(before: Any, after: Any) -> Any:
            return value

        measures.own(answer, [[1, 2], [3, 4]])


@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")
def test_a_function_that_cannot_be_compiled_is_refused_with_a_way_out() -> None:
    @cutpoint.criterion
    def odd(before: Any, after: Any) -> float:
        return open("/nowhere").read()  # type: ignore[return-value]  # noqa: PTH123

    with pytest.raises(InputError, match=r"criterion odd cannot be compiled .* as plain Python"):
        measures.own(odd, [[1, 2], [3, 4]])


@pytest.mark.parametrize("thing", [3, None, "gini"])
def test_what_is_no_function_is_refused(thing: Any) -> None:
    with pytest.raises(InputError, match="function of two arrays"):
        cutpoint.criterion(thing)
    with pytest.raises(InputError, match="function of two arrays"):
        measures.own(thing, [[1, 2], [3, 4]])


def test_a_plain_function_may_keep_what_it_is_given() -> None:
    kept: list[Any] = []
    own = Own(lambda before, after: kept.append((before, after)) or 1.0)
    table = np.array([[1.0, 2.0], [3.0, 4.0]])
    call_address(np.int64(own.address), np.array([4.0, 6.0]), table)
    table[:] = -1
    assert kept[0][0].tolist() == [4, 6]
    assert kept[0][1].tolist() == [[1, 2], [3, 4]]


def test_plain_functions_can_be_called_from_several_threads_without_the_lock() -> None:
    own = Own(plain_gini)
    table = np.array([[5.0, 1.0], [1.0, 5.0]])
    values: list[float] = []

    def work() -> None:
        for _ in range(200):
            values.append(call_address(np.int64(own.address), table.sum(axis=0), table))  # noqa: PERF401

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(values) == 800
    assert set(values) == {values[0]}


_SCRIPT = """
import numpy as np
from cutpoint.measures.own import Own
from cutpoint.measures.value import value_of
own = Own(lambda before, after: 42.0)
print(value_of(np.int64(10), np.int64(own.address), np.ones((2, 2)), np.ones(2)))
print(sum(value_of.stats.cache_hits.values()), sum(value_of.stats.cache_misses.values()))
"""


@pytest.mark.slow
@pytest.mark.skipif(numba.config.DISABLE_JIT, reason="nothing is compiled")
def test_the_kernel_that_calls_it_is_compiled_once_for_all_functions_and_processes() -> None:
    for _ in range(2):
        ran = subprocess.run(
            [sys.executable, "-c", _SCRIPT], capture_output=True, text=True, check=True
        )
    assert ran.stdout.split() == ["42.0", "1", "0"]
