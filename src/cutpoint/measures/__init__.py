"""How good a split is: measures of a count table, with a row per branch and a column per class."""

from cutpoint.measures.custom_criterion import criterion
from cutpoint.measures.tables import (
    chi2,
    contrast,
    custom,
    distance,
    gain,
    gain_ratio,
    gini,
    kolmogorov,
    mantaras,
    mpi,
    own,
    symmetric,
)

__all__ = [
    "chi2",
    "contrast",
    "criterion",
    "custom",
    "distance",
    "gain",
    "gain_ratio",
    "gini",
    "kolmogorov",
    "mantaras",
    "mpi",
    "own",
    "symmetric",
]
