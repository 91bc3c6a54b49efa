"""The folder of reference data: beside the repository, or where ``CUTPOINT_SHARED`` says."""

from __future__ import annotations

import os
from pathlib import Path

from support.needs import absent

_BESIDE = Path(__file__).resolve().parents[3] / "shared"
SHARED = Path(os.environ.get("CUTPOINT_SHARED") or _BESIDE)


def require_shared() -> Path:
    """Return the shared folder; a test is skipped where it is absent, unless all is required."""
    if not (SHARED / "data" / "catalog.json").exists():
        absent("the shared data folder is not beside the repository")
    return SHARED
