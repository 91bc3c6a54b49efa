"""How good a split is: measures of a count table, with a row per branch and a column per class."""

from cutpoint.measures.own import criterion
from cutpoint.measures.tables import (
    chi2,
    contrast,
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
