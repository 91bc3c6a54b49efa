"""Discretizers: scikit-learn transformers that cut numeric columns into intervals.

Each is one interval method of :mod:`cutpoint.cuts` applied once to a whole column. In a pipeline
the cut points come from the training folds only.
"""

from typing import Any

from cutpoint.catalog import INTERVALS
from cutpoint.discretize.statistical import (
    CAIMDiscretizer,
    ChiMergeDiscretizer,
    OneRuleDiscretizer,
    ZetaDiscretizer,
)
from cutpoint.discretize.supervised import (
    ContextualDiscretizer,
    MDLPDiscretizer,
    OptimalDiscretizer,
)
from cutpoint.discretize.unsupervised import (
    EqualDepthDiscretizer,
    EqualWidthDiscretizer,
    KMeansDiscretizer,
)

__all__ = [
    "CAIMDiscretizer",
    "ChiMergeDiscretizer",
    "ContextualDiscretizer",
    "EqualDepthDiscretizer",
    "EqualWidthDiscretizer",
    "KMeansDiscretizer",
    "MDLPDiscretizer",
    "OneRuleDiscretizer",
    "OptimalDiscretizer",
    "ZetaDiscretizer",
]


def __getattr__(name: str) -> Any:
    """Make the discretizer of a method of the catalog that has no class written out here."""
    for entry in INTERVALS.values():
        if entry.discretizer == name:
            from cutpoint.discretize.generated import discretizer_of  # noqa: PLC0415

            globals()[name] = discretizer_of(entry)
            return globals()[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
