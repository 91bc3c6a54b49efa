"""How a kernel is compiled, cached and announced.

A kernel is a plain function on arrays and numbers, marked with :func:`kernel`. Numba compiles it at
its first call and keeps the machine code on disk. Numba's own cache does not notice an edit in
*another* file that was inlined into a kernel, so the cache folder of a file carries a digest of the
file and of every file of Cutpoint's that it imports, directly or not: an edit in any of them starts
a new folder and nothing stale is ever served.

Set ``NUMBA_DISABLE_JIT=1`` to run every kernel as ordinary Python, and ``CUTPOINT_CACHE_DIR`` to
keep the machine code somewhere else.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
from numba.core import event
from numba.core.caching import FunctionCache
from numpy.typing import NDArray

Function = TypeVar("Function", bound=Callable[..., Any])

Real = Any
"""A number in the precision of the kernel's caller, or that precision itself."""
Int = Any
"""A whole number, Python's or NumPy's."""
Flag = Any
"""A truth value, Python's or NumPy's."""
Reals = NDArray[Any]
Ints = NDArray[Any]
Flags = NDArray[Any]

ZERO: Int = np.int64(0)
ONE: Int = np.int64(1)
NO: Flag = np.bool_(False)
YES: Flag = np.bool_(True)
"""To be passed on: a literal would make Numba compile what it is passed to once more."""

_SCALARS = {"Int", "Real", "Flag", "None", "bool", "float", "int", "tuple"}

_IMPORT = re.compile(r"^\s*(?:from|import) +(cutpoint[\w.]*)", re.MULTILINE)


def kernel(function: Function) -> Function:
    """Compile ``function`` at its first call, without the GIL, and keep it in Cutpoint's cache.

    Such a function neither makes nor returns an array, so that nobody need count who holds which:
    in loops that hand slices on, counting took as long as the work. One that does is
    :func:`allocating`.
    """
    _check_returns(function)
    return _compiled(function, _nrt=False)


def inlined(function: Function) -> Function:
    """Compile ``function`` as :func:`kernel` does, into whoever calls it.

    For what a loop does in one place and takes many arrays for: to hand these on, each with its
    shape and strides, would take longer than a small piece of work.
    """
    _check_returns(function)
    return _compiled(function, _nrt=False, forceinline=True)


def allocating(function: Function) -> Function:
    """Compile ``function`` as :func:`kernel` does; it may make and return arrays."""
    return _compiled(function, _nrt=True)


def _check_returns(function: Callable[..., Any]) -> None:
    """Refuse a kernel that returns an array which nobody would hold."""
    returned = function.__annotations__["return"]
    names = set(re.findall(r"\w+", returned))
    for name in names - _SCALARS:
        tuple_ = function.__globals__.get(name)  # a named tuple of numbers will do
        fields: Any = getattr(tuple_, "__annotations__", {}).values()
        kinds = {getattr(field, "__forward_arg__", field) for field in fields} or {name}
        if kinds - _SCALARS:
            raise TypeError(f"{function.__name__} returns {returned}: make it 'allocating'")


def _compiled(function: Function, **options: Any) -> Function:
    options |= {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}
    compiled = numba.njit(**options)(function)
    if compiled is function:  # the compiler is switched off
        return function
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(cache_folder(Path(function.__code__.co_filename)))
    try:
        compiled._cache = _SharedCache(function)
    except RuntimeError:  # no folder can be written: compile anew in every process
        pass
    finally:
        numba.config.CACHE_DIR = before
    return compiled  # type: ignore[no-any-return]


class _SharedCache(FunctionCache):  # type: ignore[misc]
    """Numba's cache, for processes that compile at the same time.

    Numba names the file of a new piece of code after looking which names are taken. Two processes
    that look at once take the same name, and the code of one is then served as the other's.
    """

    def save_overload(self, sig: Any, data: Any) -> None:
        self._impl.locator.ensure_cache_path()
        with _alone_in(Path(self.cache_path)):
            super().save_overload(sig, data)


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Let no other process into a folder that also asks."""
    with (folder / "lock").open("a+b") as lock:
        if sys.platform == "win32":
            import msvcrt  # noqa: PLC0415

            lock.seek(0)
            msvcrt.locking(lock.fileno(), msvcrt.LK_LOCK, 1)
        else:
            import fcntl  # noqa: PLC0415

            fcntl.flock(lock, fcntl.LOCK_EX)
        yield  # closing the file lets the next one in


@cache
def cache_folder(source: Path) -> Path:
    """Return the folder for the machine code of a source file, named after what it depends on."""
    package = Path(__file__).parent
    digest = hashlib.sha256()
    for part in sorted(_imported(source, package) | {source}):
        digest.update(part.as_posix().encode() + b"\0" + part.read_bytes())
    return _user_cache() / f"{source.stem}-{digest.hexdigest()[:16]}"


def _imported(source: Path, package: Path) -> set[Path]:
    """Return the files of the package that a file imports, directly or not."""
    found: set[Path] = set()
    waiting = [source]
    while waiting:
        for module in _IMPORT.findall(waiting.pop().read_text(encoding="utf-8")):
            path = package.joinpath(*module.split(".")[1:])
            for part in (path.with_suffix(".py"), path / "__init__.py"):
                if part.is_file() and part not in found:
                    found.add(part)
                    waiting.append(part)
    return found


def _user_cache() -> Path:
    if chosen := os.environ.get("CUTPOINT_CACHE_DIR"):
        return Path(chosen)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "cutpoint"


class _Announcer(event.Listener):  # type: ignore[misc]
    """Say on screen, once in a process, that kernels are being compiled."""

    def __init__(self) -> None:
        self.said = False

    def on_start(self, event: Any) -> None:
        function = event.data["dispatcher"].py_func
        if not self.said and function.__module__.startswith("cutpoint."):
            self.said = True
            print(
                "Cutpoint is compiling its kernels for this machine "
                f"(first use only, starting with {function.__name__}) ...",
                file=sys.stderr,
                flush=True,
            )

    def on_end(self, event: Any) -> None:
        """Nothing to say: the work that asked for the kernel goes on."""


event.register("numba:compile", _Announcer())
