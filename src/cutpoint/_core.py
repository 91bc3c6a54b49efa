"""The compiled core, in the build that suits the machine.

A wheel for x86-64 holds the same sources built for several levels of processor; the highest that
the machine can run is taken. ``CUTPOINT_LEVEL`` (1, 3 or 4) sets an upper limit, for tests.
What is in it is described by ``_core.pyi``.
"""

import os
from importlib import import_module
from importlib.util import find_spec

_level_of_machine = import_module("cutpoint._processor").level()
_most = min(_level_of_machine, int(os.environ.get("CUTPOINT_LEVEL", "4")))
_present = [n for n in (4, 3, 1) if n <= _most and find_spec(f"cutpoint._core_v{n}") is not None]
if not _present:
    raise ImportError(
        "Cutpoint was built for another processor than this one, or CUTPOINT_LEVEL excludes it "
        f"(this machine runs level {_level_of_machine}): install it again, built here "
        "(pip install --force-reinstall --no-cache-dir cutpoint)"
    )
LEVEL = _present[0]
_built = import_module(f"cutpoint._core_v{LEVEL}")
globals().update({name: value for name, value in vars(_built).items() if name[:2] != "__"})
