"""Custom criteria: measures that are functions of the user's.

A criterion may be

- a Python function of arrays that values many candidate tests at once, those of all attributes of
  a node that have the same ``before``: that has the weight of each class, ``after`` has a table of
  branches by classes for each candidate, and the answer is an array of one number per candidate;
- a Python function of ``before`` and one such table to a number, which is asked once per candidate;
- what :func:`criterion` makes of the latter: compiled by Numba, if that is installed;
- a C function ``double f(const double *before, const double *after, int64 branches, int64
  classes)``: a function pointer of ctypes or cffi, or a ``numba.cfunc``.

Higher is better. Whatever goes wrong inside is NaN outside; a learner that meets NaN stops and
calls :meth:`CustomCriterion.raise_failure`.
"""

from __future__ import annotations

import ctypes
import sys
import warnings
from collections.abc import Callable
from functools import lru_cache, partial, update_wrapper
from importlib.util import find_spec
from typing import Any, NoReturn, overload

import numpy as np
from numpy.typing import NDArray

from cutpoint import _core
from cutpoint.errors import InputError

Reals = NDArray[np.float64]

Measure = Callable[[Reals, Reals], Any]
"""The weights before a test, by class, and after it, by branch and class: higher is better."""

_NOT_GIVEN = object()
_REAL = ctypes.POINTER(ctypes.c_double)
CFunction = ctypes.CFUNCTYPE(ctypes.c_double, _REAL, _REAL, ctypes.c_int64, ctypes.c_int64)
"""``double f(const double *before, const double *after, int64 branches, int64 classes)``."""

_FUNCTION_POINTER: Any = CFunction.__mro__[1]  # any function pointer of ctypes


class Criterion:
    """A custom criterion with what is known of it: what :func:`criterion` returns.

    It can be called as the plain function that it was made of.
    """

    def __init__(
        self, function: Measure, convex: bool = False, vectorized: bool | None = None
    ) -> None:
        self.function = function
        self.convex = convex
        self.vectorized = vectorized
        self.__qualname__: str
        update_wrapper(self, function)

    def __call__(self, before: Reals, after: Reals) -> Any:
        """Return the value of the plain function."""
        return self.function(before, after)

    @property
    def entry(self) -> Any:
        """The compiled C function."""
        return compiled(self.function)

    def __repr__(self) -> str:
        return f"<criterion {_name(self)}>"

    def __copy__(self) -> Criterion:
        return self

    def __deepcopy__(self, memo: Any) -> Criterion:
        """Return itself: like a function, it has nothing that could change."""
        return self

    def __reduce__(self) -> str | tuple[Any, ...]:
        """Pickle by name, as functions are; where that name is not its own, by its function."""
        name = getattr(self, "__qualname__", "")
        module = sys.modules.get(self.__module__)
        if self.__module__ != "__main__" and getattr(module, name, None) is self:
            return name
        return (Criterion, (self.function, self.convex, self.vectorized))


@overload
def criterion(
    function: Measure, *, convex: bool = ..., vectorized: bool | None = ...
) -> Criterion: ...


@overload
def criterion(
    *, convex: bool = ..., vectorized: bool | None = ...
) -> Callable[[Measure], Criterion]: ...


def criterion(
    function: Any = _NOT_GIVEN, *, convex: bool = False, vectorized: bool | None = None
) -> Criterion | Callable[[Measure], Criterion]:
    """Make a criterion of a function, which is compiled if Numba is installed.

    Parameters
    ----------
    function : function
        It takes ``before``, the weight of each class, and ``after``, the weights by branch and
        class, both arrays of ``float64`` that it must not change, and returns a number: higher is
        better. It may use what Numba compiles: numbers, loops, NumPy. Plain loops are fastest: an
        expression on whole arrays makes new arrays at every call.
    convex : bool
        Whether the measure is convex, or at least quasi-convex, in the weights ``after`` the test
        while those ``before`` stay the same: it is so if it rewards pure branches, as gain, Gini
        and the accuracy below do. With up to four classes, cuts that cannot win are then skipped,
        as with the built-in measures. Of a measure that is not convex the best cut may be missed.
    vectorized : bool or None
        Whether the function takes many candidate tests at once: ``after`` has the weights by
        candidate, branch and class, and an array of a number per candidate is returned. The
        candidates lie next to each other in memory. Such a function is not compiled.

    Returns
    -------
    Criterion
        To be given as ``criterion=``. It still works as a function.

    Examples
    --------
    The share of cases that the majority classes of the branches get right:

    >>> import cutpoint
    >>> import cutpoint.measures
    >>> @cutpoint.criterion
    ... def accuracy(before, after):
    ...     right, total = 0.0, 0.0
    ...     for b in range(after.shape[0]):
    ...         most = 0.0
    ...         for weight in after[b]:
    ...             most = max(most, weight)
    ...             total += weight
    ...         right += most
    ...     return right / total
    >>> cutpoint.measures.custom(accuracy, [[4, 1], [1, 4]])
    0.8

    The majority of a branch is convex in its weights, and so is the sum over branches:

    >>> quick = cutpoint.criterion(accuracy.function, convex=True)

    The same of all candidates at once, without a compiler:

    >>> @cutpoint.criterion(convex=True, vectorized=True)
    ... def accuracies(before, after):
    ...     return after.max(axis=2).sum(axis=1) / before.sum()
    >>> cutpoint.measures.custom(accuracies, [[4, 1], [1, 4]])
    0.8
    """
    if function is _NOT_GIVEN:
        return partial(criterion, convex=convex, vectorized=vectorized)
    if not callable(function) and address_of(function) is None:
        raise InputError(f"a criterion is a function of two arrays, not {function!r}")
    return Criterion(getattr(function, "py_func", function), convex, vectorized)


class CustomCriterion:
    """A custom criterion as the core takes it, for one run.

    Attributes
    ----------
    name : str
    convex : bool
        Whether cuts may be skipped.
    native : _core.CustomMeasure
        What the core calls.
    """

    def __init__(self, function: Measure) -> None:
        given: Any = function
        if not callable(given) and address_of(given) is None:
            raise InputError(f"a criterion is a name or a function of two arrays: {given!r}")
        self.name = _name(given)
        if hasattr(given, "py_func"):  # compiled by the user
            given = Criterion(given.py_func)
        self.convex = bool(getattr(given, "convex", False))
        self._calls: _Calls | None = None
        self._entry = _entry_of(given)
        address = address_of(self._entry)
        if address is not None:
            self.native = _core.CustomMeasure.of_pointer(address, self.convex)
        else:
            plain = given.function if isinstance(given, Criterion) else given
            self._calls = _Calls(plain, getattr(given, "vectorized", None))
            self.native = _core.CustomMeasure.of_function(self._calls, self.convex)

    def raise_failure(self) -> NoReturn:
        """Say why a run was stopped: the function raised, or its value was not a number.

        Raises
        ------
        InputError
            From the exception that was raised, if one is known.
        """
        error = None
        if self._calls is not None:  # which must not refer to its callers for longer than needed
            error, self._calls.error = self._calls.error, None
        if error is None:
            raise InputError(
                f"the criterion {self.name} returned NaN or raised an exception; it must return a "
                "number for every table of counts, those with empty branches and classes included"
            )
        if not isinstance(error, Exception):  # KeyboardInterrupt and the like go on
            raise error
        kind = type(error).__name__
        raise InputError(f"the criterion {self.name} raised {kind}: {error}") from error


class _Calls:
    """Calls of a Python function, which never raise: NaN stands for what failed.

    Whether the function takes many tables at once is found out at the first call, unless it is
    known: it does if it answers for several tables as it does for each, or cannot take one.
    """

    def __init__(self, function: Measure, vectorized: bool | None) -> None:
        self.function = function
        self.vectorized = vectorized
        self.error: BaseException | None = None  # what the function raised first

    def __call__(self, before: Reals, after: Reals) -> Reals:
        """Return the value of each of the tables."""
        if self.error is not None:  # the run is being stopped
            return np.full(len(after), np.nan)
        try:
            if self.vectorized is None:
                return self._first(before, after)
            return self._many(before, after) if self.vectorized else self._each(before, after)
        except BaseException as error:
            self.error = error
            return np.full(len(after), np.nan)

    def _one(self, before: Reals, table: Reals) -> float:
        return float(self.function(before, table))

    def _each(self, before: Reals, after: Reals) -> Reals:
        tables = np.ascontiguousarray(after)  # in which the candidates lie next to each other
        return np.array([self._one(before, table) for table in tables], dtype=np.float64)

    def _many(self, before: Reals, after: Reals) -> Reals:
        values = np.asarray(self.function(before, after), dtype=np.float64)
        if values.shape != after.shape[:1]:
            raise ValueError(
                f"it returned an array of shape {values.shape} for {len(after)} candidates"
            )
        return np.ascontiguousarray(values)

    def _first(self, before: Reals, after: Reals) -> Reals:
        """Find out what the function takes, and value the tables."""
        several = after if len(after) > 1 else np.repeat(after, 2, axis=0)
        failed: Exception | None = None
        value = np.nan
        try:
            value = self._one(before, after[0])
        except Exception as error:
            failed = error
        try:
            values = self._many(before, several)
        except Exception as error:
            self.vectorized = False
            if failed is not None:  # a wrong number of axes tells less than what went wrong
                raise (error if isinstance(failed, IndexError) else failed) from None
        else:
            same = np.isclose(values[0], value, rtol=1e-9, atol=0.0, equal_nan=True)
            self.vectorized = failed is not None or bool(same)
            if self.vectorized:
                return values[: len(after)]
        return np.append(value, self._each(before, after[1:]))


def _name(function: Any) -> str:
    return str(getattr(function, "__name__", type(function).__name__))


def address_of(function: Any) -> int | None:
    """Return the address of a C function; None for anything else.

    Examples
    --------
    >>> address_of(len) is None
    True
    """
    if isinstance(function, _FUNCTION_POINTER):
        kinds = getattr(function, "argtypes", None)
        if kinds is not None and len(kinds) != 4:
            raise InputError(f"a criterion in C takes 4 arguments, not {len(kinds)}")
        return ctypes.cast(function, ctypes.c_void_p).value
    if type(function).__module__ == "_cffi_backend":
        # Whoever has such an object has imported its module.
        return int(sys.modules["_cffi_backend"].FFI().cast("uintptr_t", function))
    address = getattr(function, "address", None)  # of a numba.cfunc
    return int(address) if isinstance(address, int) else None


def _entry_of(function: Any) -> Any:
    """Return the C function of a criterion that has or can have one; None for plain Python."""
    if not isinstance(function, Criterion):
        return function
    if function.vectorized or address_of(function.function) is not None:
        return function.function
    if find_spec("numba") is None:
        warnings.warn(
            f"the criterion {_name(function)} runs as plain Python, which is slow: to have it "
            "compiled, install Numba (pip install cutpoint[numba])",
            stacklevel=4,
        )
        return None
    return function.entry


@lru_cache(maxsize=64)  # so that cross-validation compiles it once
def compiled(function: Measure) -> Any:
    """Return a C function around a function that Numba compiles."""
    import numba  # noqa: PLC0415  # an extra

    if numba.config.DISABLE_JIT:
        return CFunction(_guarded(function))
    inner = numba.njit(error_model="numpy", nogil=True)(function)
    real, whole = numba.types.float64, numba.types.int64
    pointer = numba.types.CPointer(real)

    def adapter(before: Any, after: Any, n_branches: int, n_classes: int) -> float:
        try:
            return np.float64(
                inner(
                    numba.carray(before, (n_classes,)), numba.carray(after, (n_branches, n_classes))
                )
            )
        except Exception:
            return np.nan

    try:
        return numba.cfunc(real(pointer, pointer, whole, whole), error_model="numpy")(adapter)
    except numba.core.errors.NumbaError as error:
        reason = next((line for line in str(error).splitlines() if line.strip()), "no reason given")
        raise InputError(
            f"the criterion {_name(function)} cannot be compiled ({reason.strip()}); without "
            "@cutpoint.criterion it runs as plain Python"
        ) from error


def _guarded(function: Measure) -> Callable[..., float]:
    """Return what C calls where the compiler is switched off."""

    def call(before: Any, after: Any, n_branches: int, n_classes: int) -> float:
        try:
            with np.errstate(all="ignore"):
                return float(function(*arrays_at(before, after, n_branches, n_classes)))
        except Exception:
            return np.nan

    return call


def arrays_at(before: Any, after: Any, n_branches: int, n_classes: int) -> tuple[Reals, Reals]:
    """Return copies of what the pointers show: the function may keep them."""
    return (
        np.array(np.ctypeslib.as_array(before, (n_classes,))),
        np.array(np.ctypeslib.as_array(after, (n_branches, n_classes))),
    )
