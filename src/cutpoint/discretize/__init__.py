"""Discretizers: scikit-learn transformers that cut numeric columns into intervals.

Each is one interval method of :mod:`cutpoint.cuts` applied once to a whole column. In a pipeline
the cut points come from the training folds only.
"""

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
