"""The folder of reference data that lies beside the repository."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[2] / "shared"


def require_shared() -> Path:
    """Return the shared folder; skip the test where it is absent, but fail it under CI=true."""
    if not (SHARED / "data" / "catalog.json").exists():
        reason = "the shared data folder is not beside the repository"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    return SHARED
