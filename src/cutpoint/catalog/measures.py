"""How tests are compared."""

from __future__ import annotations

from cutpoint.catalog.entries import Criterion, by_name

CRITERIA = by_name(
    Criterion(
        "gain_ratio",
        "gain by split information, among tests of at least average gain: C4.5",
        scores_partitions=True,
    ),
    Criterion("gain", "the information gained: ID3", scores_partitions=True),
    Criterion(
        "mantaras",
        "one less the normalised distance of the split and the classes: López de Mántaras",
        scores_partitions=True,
    ),
    Criterion(
        "distance",
        "the distance of the split and the classes, least first: López de Mántaras",
        scores_partitions=True,
        boundary_points=False,
    ),
    Criterion(
        "symmetric",
        "gain by the mean of class and split entropy: Geurts & Wehenkel",
        scores_partitions=True,
    ),
    Criterion("gini", "the decrease of the Gini index: CART", scores_partitions=True),
    Criterion(
        "mpi",
        "the mean posterior improvement, for two branches only: Taylor & Silverman",
        branches=2,
    ),
    Criterion(
        "kolmogorov", "the greatest distance of the class-conditional distributions: Friedman"
    ),
    Criterion("chi2", "how unlikely the table is by chance, as a p-value"),
    Criterion(
        "contrast",
        "how far apart the two sides of a cut are, by the entropy left in them, each column "
        "scaled to its range; for numeric attributes only: Van de Merckt",
        branches=2,
        nominal=False,
        boundary_points=False,
    ),
)
"""How tests are compared; the first is the default."""

CUSTOM = "custom"
"""The criterion of a spec whose measure is a function of the user's."""

C45_CRITERIA = ("gain_ratio", "gain")
"""The measures of C4.5."""
