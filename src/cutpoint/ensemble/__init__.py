"""What is built of several trees."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cutpoint.ensemble.bagging import BaggedTreesClassifier

__all__ = ["BaggedTreesClassifier"]


def __getattr__(name: str) -> Any:
    """Import the classifier at its first use: a saved bag predicts without scikit-learn."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("cutpoint.ensemble.bagging"), name)
