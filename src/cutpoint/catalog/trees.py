"""How a tree is grown and pruned: cuts, nominal attributes, leaves, releases of C4.5."""

from __future__ import annotations

from cutpoint.catalog.entries import Method, Release, by_name

THRESHOLDS = by_name(
    Method("classic", "where the criterion is best"),
    Method("kolmogorov", "where the Kolmogorov-Smirnov distance is greatest"),
    Method("median", "where both sides weigh the same"),
    Method("smoothing", "where the moving average of the score curve is best"),
    Method("averaging", "in the middle of all cuts that are not clearly worse than the best"),
    Method("bootstrap", "at the mean of the classic cuts of resamples"),
)
"""How a single cut is chosen (Geurts & Wehenkel)."""

PLACEMENTS = by_name(
    Method("midpoint", "in the middle of the two values that the cut separates"),
    Method(
        "observed",
        "at the greatest value of the whole training set not above the middle, as in C4.5",
    ),
    Method("weighted", "nearer to the side with fewer cases, as in Berzal"),
)
"""Where a cut lies between the two values it separates."""

PENALTIES = by_name(
    Method("none", "nothing, as in Release 7"),
    Method("filter", "an attribute that gains less than lg(candidates) / cases is left out"),
    Method("rank", "it is also subtracted from the gain that is compared, as in Release 8"),
)
"""What the choice among many cuts costs (Quinlan 1996)."""

CUT_BY = ("criterion", "gain", "release7")
"""Which cut of a numeric attribute competes with other attributes."""

NOMINAL = by_name(
    Method("values", "one branch per value"),
    Method("groups", "groups of values, as in C4.5"),
    Method("binary", "two groups of values"),
)
"""What the branches of a nominal attribute are."""

PROBABILITIES = by_name(
    Method("raw", "the shares of the classes"),
    Method("laplace", "as if there were one more case of each class"),
    Method("m", "as if there were m more cases with the shares of all training cases"),
)
"""What a leaf says of the probabilities of the classes."""

COST_COMPLEXITY = "cost_complexity"
PRUNINGS = by_name(
    Method("error", "error-based, with subtree raising, as in C4.5"),
    Method(
        COST_COMPLEXITY,
        "the subtree of least errors + strength x leaves, the strength by ten-fold "
        "cross-validation, as in CART",
    ),
)
"""How a tree is pruned; None is not at all."""

RELEASES = by_name(
    Release("8", "the gain left after paying for the choice is compared", penalty="rank"),
    Release("7", "the cut is picked by gain ratio, and nothing is paid", cut_by="release7"),
    Release("7G", "7 with the cut picked by gain"),
    Release("7GS", "7G, and a gain that does not pay for the choice is left out", penalty="filter"),
)
"""The releases of C4.5."""
