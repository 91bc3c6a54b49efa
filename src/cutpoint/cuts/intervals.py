"""One door to all interval methods: from (distinct values, class counts) to cut points.

``find_cuts`` is what a learner calls at a node and a discretizer for a column, so both cut alike.
Cut i lies between values i and i + 1; a method that finds cut values hands these over as well.
"""

from __future__ import annotations

import numpy as np

from cutpoint.compiled import Int, Ints, Real, Reals, allocating, kernel
from cutpoint.cuts.blocks import row_sums
from cutpoint.cuts.caim import caim
from cutpoint.cuts.chimerge import FIRST_LEVEL, NEXT_LEVEL, chi2, chimerge
from cutpoint.cuts.contextual import agglomerative, divisive
from cutpoint.cuts.equal_depth import equal_depth
from cutpoint.cuts.mantaras import mantaras
from cutpoint.cuts.mdlp import mdlp
from cutpoint.cuts.one_rule import one_rule
from cutpoint.cuts.optimal import optimal
from cutpoint.cuts.options import Options, critical_value
from cutpoint.cuts.placement import midpoint
from cutpoint.cuts.unsupervised import equal_width, k_means, positions
from cutpoint.cuts.zeta import zeta

CONTEXTUAL, CONTEXTUAL_DIVISIVE, MDLP, MDLP_MANTARAS, ONE_RULE, ZETA = 0, 1, 2, 3, 4, 5
CHIMERGE, CHI2, CAIM, OPTIMAL = 6, 7, 8, 9
EQUAL_DEPTH, EQUAL_WIDTH, K_MEANS = 10, 11, 12

METHODS = {
    "contextual": CONTEXTUAL,
    "contextual_divisive": CONTEXTUAL_DIVISIVE,
    "mdlp": MDLP,
    "mdlp_mantaras": MDLP_MANTARAS,
    "one_rule": ONE_RULE,
    "zeta": ZETA,
    "chimerge": CHIMERGE,
    "chi2": CHI2,
    "caim": CAIM,
    "optimal": OPTIMAL,
    "equal_depth": EQUAL_DEPTH,
    "equal_width": EQUAL_WIDTH,
    "kmeans": K_MEANS,
}
"""The codes of the interval methods by name."""

BY_VALUE = (EQUAL_WIDTH, K_MEANS)
"""The methods that look at the values themselves, and place the cuts; others count classes."""

_LAST_LEVEL = 1e-12


def chi2_criticals(n_classes: int) -> Reals:
    """Return the critical values of Chi2's ever lower significance levels."""
    level, criticals = FIRST_LEVEL, []
    while level > _LAST_LEVEL:
        criticals.append(critical_value(level, n_classes))
        level *= NEXT_LEVEL
    return np.array(criticals)


@allocating
def find_cuts(
    method: Int, values: Reals, counts: Reals, unknown: Real, options: Options, criticals: Reals,
    phis: Reals, out: Ints, places: Reals,
) -> Int:  # fmt: skip
    """Fill in the cuts of a numeric attribute, ascending; return how many.

    Parameters
    ----------
    method : int
        One of the codes above.
    values : float64 array
        The distinct known values, ascending. None need be given to a method that is not
        :data:`BY_VALUE`; then no cut is placed.
    counts : float64 array of shape (values, classes)
        The weight, in cases, of each class at each value.
    unknown : float
        The weight of cases without a value (for the gain ratio).
    options : Options
    criticals : float64 array
        For Chi2: what :func:`chi2_criticals` gives; else it is not looked at.
    phis : float64 array
        phi of 0, 1, ... cases (:func:`cutpoint.measures.entropies.phis_up_to`), where that is at
        hand: what it lacks is worked out.
    out : int64 array
        At least as long as ``values``: receives the positions of the cuts.
    places : float64 array
        As long as ``out``: receives the cut points; midpoints, unless the method finds its own.
    """
    if counts.shape[0] < 2:
        return 0
    if method in BY_VALUE:
        cuts = np.empty(options.n_bins)
        if method == EQUAL_WIDTH:
            n_cuts = equal_width(values, options.n_bins, cuts)
        else:
            n_cuts = k_means(values, row_sums(counts), options.n_bins, cuts)
        return positions(values, cuts, n_cuts, out, places)
    if method == CONTEXTUAL:
        n_cuts = agglomerative(counts, unknown, options, phis, out)
    elif method == CONTEXTUAL_DIVISIVE:
        n_cuts = divisive(counts, unknown, options, out)
    elif method == MDLP:
        n_cuts = mdlp(counts, phis, out)
    elif method == MDLP_MANTARAS:
        n_cuts = mantaras(counts, out)
    elif method == ONE_RULE:
        n_cuts = one_rule(counts, options.min_majority, out)
    elif method == ZETA:
        n_cuts = zeta(counts, out)
    elif method == CHIMERGE:
        n_cuts = chimerge(counts, options, out)
    elif method == CHI2:
        n_cuts = chi2(counts, options, criticals, out)
    elif method == CAIM:
        n_cuts = caim(counts, out)
    elif method == OPTIMAL:
        n_cuts = optimal(counts, options, out)
    else:
        n_cuts = equal_depth(row_sums(counts), options.n_bins, out)
    if values.size > 0:
        place_midpoints(values, out, n_cuts, places)
    return n_cuts


@kernel
def place_midpoints(values: Reals, cuts: Ints, n_cuts: Int, places: Reals) -> None:
    """Fill in the middle of the two values that each cut lies between."""
    for k in range(n_cuts):
        places[k] = midpoint(values[cuts[k]], values[cuts[k] + 1])
