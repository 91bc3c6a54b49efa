"""Calling a measure by its address, a plain number: no kernel depends on the function behind it.

A kernel that took the function itself would be compiled anew for each; one that takes Numba's
first-class functions would not, but pays four times as much for a call.
"""

from __future__ import annotations

import ctypes
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from cutpoint.compiled import Int, Real, Reals, kernel

_Pointer = ctypes.POINTER(ctypes.c_double)
CFunction = ctypes.CFUNCTYPE(ctypes.c_double, _Pointer, _Pointer, ctypes.c_int64, ctypes.c_int64)
"""``double f(double *before, double *after, int64 branches, int64 classes)``."""


def _pointers(context: Any, address: Any, before: Any, after: Any, rows: Any, columns: Any) -> Any:
    """Tell Numba how to call what lies at an address."""
    signature = types.float64(types.int64, types.uintp, types.uintp, types.int64, types.int64)

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        function, *arrays, n_rows, n_columns = arguments
        real, whole = ir.DoubleType(), ir.IntType(64)
        pointer = real.as_pointer()
        kind = ir.FunctionType(real, [pointer, pointer, whole, whole])
        given = [builder.inttoptr(array, pointer) for array in arrays]
        return builder.call(
            builder.inttoptr(function, kind.as_pointer()), [*given, n_rows, n_columns]
        )

    return signature, build


def _by_ctypes(address: int, before: int, after: int, rows: int, columns: int) -> float:
    """Do the same where kernels run as ordinary Python."""
    arrays = (ctypes.cast(array, _Pointer) for array in (before, after))
    return float(CFunction(int(address))(*arrays, rows, columns))


_call: Any = _by_ctypes if numba.config.DISABLE_JIT else intrinsic(_pointers)


@kernel
def call_address(address: Int, before: Reals, after: Reals) -> Real:
    """Return the value of the function at an address; both arrays must be contiguous."""
    return _call(
        address,
        before.ctypes.data,
        after.ctypes.data,
        np.int64(after.shape[0]),
        np.int64(after.shape[1]),
    )
