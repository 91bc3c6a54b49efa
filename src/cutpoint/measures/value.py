"""The value of a count table under any measure: higher is better, for every one of them."""

from __future__ import annotations

from cutpoint.compiled import Int, Real, Reals, kernel
from cutpoint.measures.address import call_address
from cutpoint.measures.chi_squared import chi_squared, minus_log_p
from cutpoint.measures.codes import CHI2, DISTANCE, GINI, KOLMOGOROV, MPI
from cutpoint.measures.entropies import entropies, family_value
from cutpoint.measures.gini_index import gini_gain
from cutpoint.measures.kolmogorov_smirnov import kolmogorov_smirnov
from cutpoint.measures.mean_posterior import mean_posterior_improvement


@kernel
def value_of(code: Int, own: Int, counts: Reals, before: Reals) -> Real:
    """Return the value of a table of branches by classes; the distance is negative.

    ``own`` is the address of the user's function, 0 where the code is not OWN. ``before`` is room
    for the weights of the classes. Both arrays must be contiguous. The contrast needs more than
    counts and is not here; MPI takes two branches.
    """
    if code < GINI or code == DISTANCE:
        h_classes, h_branches, gain = entropies(counts)
        return family_value(code, h_classes, h_branches, gain)
    if code == GINI:
        return gini_gain(counts)
    if code == MPI:
        return mean_posterior_improvement(counts)
    for k in range(counts.shape[1]):
        weight = 0.0
        for b in range(counts.shape[0]):
            weight += counts[b, k]
        before[k] = weight
    if code == KOLMOGOROV:
        return kolmogorov_smirnov(counts, before)
    if code == CHI2:
        statistic, freedom = chi_squared(counts, before)
        return minus_log_p(statistic, freedom)
    return call_address(own, before, counts)
