"""Where a numeric attribute is cut."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cutpoint.cuts.column import Threshold, threshold

__all__ = ["Threshold", "threshold"]


def __getattr__(name: str) -> Any:
    """Import a public name at its first use: the learner needs the kernels alone."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("cutpoint.cuts.column"), name)
