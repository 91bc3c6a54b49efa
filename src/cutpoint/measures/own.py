"""A measure of the user's own: a function of the class counts before and after a test.

Compiled code calls it by its address, a plain number, so no kernel depends on the function and none
is compiled anew for it. The address is that of a C function

    ``double f(double *before, double *after, int64 branches, int64 classes)``

made around a compiled function, or around plain Python, which takes the GIL at each call. Whatever
goes wrong inside is NaN outside: a learner that meets NaN stops and calls :meth:`Own.complain`.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from functools import lru_cache, partial, update_wrapper
from typing import Any, NoReturn, overload

import numba
import numpy as np
from numba import types

from cutpoint.compiled import Reals
from cutpoint.errors import InputError
from cutpoint.measures.address import CFunction

Measure = Callable[[Reals, Reals], Any]
"""The counts before, by class, and after, by branch and class, to a number: higher is better."""

_NOT_GIVEN = object()
_C_SIGNATURE = types.float64(
    types.CPointer(types.float64), types.CPointer(types.float64), types.int64, types.int64
)


class Criterion:
    """A measure of the user's that is compiled when a learner first needs it.

    What :func:`criterion` returns; it can be called as the plain function that it was made of.
    """

    def __init__(self, function: Measure, convex: bool = False) -> None:
        self.function = function
        self.convex = convex
        self.__qualname__: str
        update_wrapper(self, function)

    def __call__(self, before: Reals, after: Reals) -> Any:
        """Return the value of the plain function."""
        return self.function(before, after)

    @property
    def entry(self) -> Any:
        """The compiled C function."""
        return _compiled(self.function)

    def __repr__(self) -> str:
        return f"<criterion {self.__qualname__}>"

    def __copy__(self) -> Criterion:
        return self

    def __deepcopy__(self, memo: Any) -> Criterion:
        """Return itself: like a function, it has nothing that could change."""
        return self

    def __reduce__(self) -> str | tuple[Any, ...]:
        """Pickle by name, as functions are; where that name is not its own, by its function."""
        module = sys.modules.get(self.__module__)
        named = self.__module__ != "__main__" and getattr(module, self.__qualname__, None) is self
        return self.__qualname__ if named else (Criterion, (self.function, self.convex))


@overload
def criterion(function: Measure, *, convex: bool = ...) -> Criterion: ...


@overload
def criterion(*, convex: bool = ...) -> Callable[[Measure], Criterion]: ...


def criterion(
    function: Any = _NOT_GIVEN, *, convex: bool = False
) -> Criterion | Callable[[Measure], Criterion]:
    """Compile a measure, so that it runs inside the compiled learner at full speed.

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
        and the accuracy below do. Cuts of two classes that cannot win are then skipped, as with the
        built-in measures. Of a measure that is not convex the best cut may be missed.

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
    >>> cutpoint.measures.own(accuracy, [[4, 1], [1, 4]])
    0.8

    The majority of a branch is convex in its weights, and so is the sum over branches:

    >>> quick = cutpoint.criterion(accuracy.function, convex=True)
    """
    if function is _NOT_GIVEN:
        return partial(criterion, convex=convex)
    if not callable(function):
        raise InputError(f"a criterion is a function of two arrays, not {function!r}")
    return Criterion(getattr(function, "py_func", function), convex)


class Own:
    """A measure of the user's as the learner takes it, for one run.

    Attributes
    ----------
    name : str
    address : int
        What compiled code calls.
    convex : bool
        Whether cuts may be skipped.
    error : exception or None
        What a plain Python function raised first.
    """

    def __init__(self, function: Measure) -> None:
        if not callable(function):
            raise InputError(f"a criterion is a name or a function of two arrays: {function!r}")
        self.name = _name(function)
        self.error: BaseException | None = None
        if hasattr(function, "py_func"):  # compiled by the user
            function = Criterion(function.py_func)
        self.convex: bool = getattr(function, "convex", False)
        self._entry = function.entry if isinstance(function, Criterion) else self._plain(function)
        self.address = int(
            getattr(self._entry, "address", None)
            or ctypes.cast(self._entry, ctypes.c_void_p).value
            or 0
        )

    def _plain(self, function: Measure) -> Any:
        """Return a C function that calls plain Python and keeps what it raises."""

        def call(before: Any, after: Any, n_branches: int, n_classes: int) -> float:
            if self.error is not None:  # the run is being stopped
                return np.nan
            try:
                return float(function(*_arrays(before, after, n_branches, n_classes)))
            except BaseException as error:
                self.error = error
                return np.nan

        return CFunction(call)

    def complain(self) -> NoReturn:
        """Say why a run was stopped: the function raised, or its value was not a number.

        Raises
        ------
        InputError
            From the exception that was raised, if one is known.
        """
        if self.error is None:
            raise InputError(
                f"the criterion {self.name} returned NaN or raised an exception; it must return a "
                "number for every table of counts, those with empty branches and classes included"
            )
        if not isinstance(self.error, Exception):  # KeyboardInterrupt and the like go on
            raise self.error
        kind = type(self.error).__name__
        raise InputError(f"the criterion {self.name} raised {kind}: {self.error}") from self.error


def _name(function: Any) -> str:
    return str(getattr(function, "__name__", type(function).__name__))


def _arrays(before: Any, after: Any, n_branches: int, n_classes: int) -> tuple[Reals, Reals]:
    """Return copies of what the pointers show: the function may keep them."""
    return (
        np.array(np.ctypeslib.as_array(before, (n_classes,))),
        np.array(np.ctypeslib.as_array(after, (n_branches, n_classes))),
    )


@lru_cache(maxsize=64)  # so that cross-validation compiles it once
def _compiled(function: Measure) -> Any:
    """Return a C function around a function that Numba compiles."""
    if numba.config.DISABLE_JIT:

        def call(before: Any, after: Any, n_branches: int, n_classes: int) -> float:
            try:
                with np.errstate(all="ignore"):
                    return float(function(*_arrays(before, after, n_branches, n_classes)))
            except Exception:
                return np.nan

        return CFunction(call)
    inner = numba.njit(error_model="numpy", nogil=True)(function)

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
        return numba.cfunc(_C_SIGNATURE, error_model="numpy")(adapter)
    except numba.core.errors.NumbaError as error:
        reason = next((line for line in str(error).splitlines() if line.strip()), "no reason given")
        raise InputError(
            f"the criterion {_name(function)} cannot be compiled ({reason.strip()}); without "
            "@cutpoint.criterion it runs as plain Python"
        ) from error
