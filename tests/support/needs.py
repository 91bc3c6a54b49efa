"""What a test needs and a machine may lack: data, Java, a browser, a package, or time.

Such a test is skipped where that is absent. With ``CUTPOINT_REQUIRE_ALL=1`` it fails instead, so
that a run which is to judge everything cannot leave anything out. ``CUTPOINT_SLOW=1`` also runs the
tests marked slow.
"""

from __future__ import annotations

import importlib
import os
from typing import Any, NoReturn

import pytest


def switched_on(name: str) -> bool:
    """Return whether an environment variable asks for something."""
    return os.environ.get(name, "0") not in ("", "0")


def run_slow() -> bool:
    """Return whether tests marked slow are to run."""
    return switched_on("CUTPOINT_SLOW")


def require_all() -> bool:
    """Return whether a test must not be skipped for want of what it needs."""
    return switched_on("CUTPOINT_REQUIRE_ALL")


def absent(reason: str) -> NoReturn:
    """Skip the test, or all tests of a file, for want of something; fail where all is required."""
    if require_all():
        pytest.fail(reason)
    pytest.skip(reason, allow_module_level=True)


def seeds(count: int, quick: int) -> list[Any]:
    """Return the seeds of random tests, of which only the first few are quick."""
    slow = [pytest.param(seed, marks=pytest.mark.slow) for seed in range(quick, count)]
    return [*range(quick), *slow]


def package(name: str) -> Any:
    """Return a package that only tests use."""
    try:
        return importlib.import_module(name)
    except ImportError:
        absent(f"needs the package {name.partition('.')[0]}")
