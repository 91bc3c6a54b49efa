"""Decision trees that people can read, trust and defend."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cutpoint.classifiers import (
        C45Classifier,
        MultiwayTreeClassifier,
        T2Classifier,
        TreeClassifier,
    )
    from cutpoint.data import read_table
    from cutpoint.ensemble import BaggedTreesClassifier
    from cutpoint.errors import InputError, InputWarning
    from cutpoint.loading import load
    from cutpoint.measures.custom_criterion import criterion
    from cutpoint.rules.classifier import C45RulesClassifier
    from cutpoint.trusted import TRUSTED_TYPES
    from cutpoint.tuning import tune

__all__ = [
    "TRUSTED_TYPES",
    "BaggedTreesClassifier",
    "C45Classifier",
    "C45RulesClassifier",
    "InputError",
    "InputWarning",
    "MultiwayTreeClassifier",
    "T2Classifier",
    "TreeClassifier",
    "criterion",
    "load",
    "read_table",
    "tune",
]

_HOME = {
    "BaggedTreesClassifier": "cutpoint.ensemble",
    "C45Classifier": "cutpoint.classifiers",
    "C45RulesClassifier": "cutpoint.rules.classifier",
    "InputError": "cutpoint.errors",
    "InputWarning": "cutpoint.errors",
    "MultiwayTreeClassifier": "cutpoint.classifiers",
    "T2Classifier": "cutpoint.classifiers",
    "TRUSTED_TYPES": "cutpoint.trusted",
    "TreeClassifier": "cutpoint.classifiers",
    "criterion": "cutpoint.measures.custom_criterion",
    "load": "cutpoint.loading",
    "read_table": "cutpoint.data",
    "tune": "cutpoint.tuning",
}


def __getattr__(name: str) -> Any:
    """Import a public name at its first use: scikit-learn takes a second to import."""
    if name == "__version__":
        from importlib import metadata  # noqa: PLC0415  # slow to import, needed only here

        return metadata.version("cutpoint")
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
