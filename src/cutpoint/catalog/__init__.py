"""Which methods there are: the one list of names, defaults, ranges and help sentences.

Estimators and discretizers take their parameter constraints from here, the command line its options
and help texts, and parametrised tests their cases. A new measure or interval method is a file of
the core, an entry here, and a test.
"""

from cutpoint.catalog.entries import (
    Criterion,
    Flag,
    IntervalEntry,
    Learner,
    Method,
    Option,
    Release,
    Value,
    listed,
)
from cutpoint.catalog.intervals import (
    CUTS,
    ENCODINGS,
    FLAGS,
    HYBRID_METHOD,
    INTERVALS,
    SIMILARITIES,
)
from cutpoint.catalog.learners import LEARNER_OPTIONS, LEARNERS, WINDOWING_OPTIONS
from cutpoint.catalog.measures import C45_CRITERIA, CRITERIA, CUSTOM
from cutpoint.catalog.trees import (
    COST_COMPLEXITY,
    CUT_BY,
    NOMINAL,
    PENALTIES,
    PLACEMENTS,
    PROBABILITIES,
    PRUNINGS,
    RELEASES,
    THRESHOLDS,
)

__all__ = [
    "C45_CRITERIA",
    "COST_COMPLEXITY",
    "CRITERIA",
    "CUSTOM",
    "CUTS",
    "CUT_BY",
    "ENCODINGS",
    "FLAGS",
    "HYBRID_METHOD",
    "INTERVALS",
    "LEARNERS",
    "LEARNER_OPTIONS",
    "NOMINAL",
    "PENALTIES",
    "PLACEMENTS",
    "PROBABILITIES",
    "PRUNINGS",
    "RELEASES",
    "SIMILARITIES",
    "THRESHOLDS",
    "WINDOWING_OPTIONS",
    "Criterion",
    "Flag",
    "IntervalEntry",
    "Learner",
    "Method",
    "Option",
    "Release",
    "Value",
    "listed",
]
