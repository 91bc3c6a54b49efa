"""What a result was made with: versions and machine."""

from __future__ import annotations

import os
import platform
from importlib import metadata
from pathlib import Path
from typing import Any

from cutpoint import _core

_PACKAGES = ("cutpoint", "numpy", "scikit-learn", "scipy")


def made_with() -> dict[str, Any]:
    """Return the versions of what computes, and the machine it runs on.

    Examples
    --------
    >>> sorted(made_with())
    ['core level', 'cores', 'machine', 'python', 'system', 'versions']
    """
    return {
        "versions": {name: metadata.version(name) for name in _PACKAGES},
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "machine": _processor(),
        "cores": os.cpu_count() or 1,
        "core level": _core.LEVEL,
    }


def _processor() -> str:
    """Return the name of the processor, as far as the system tells it."""
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or "unknown"
