"""Intervals merged by chi-squared: ChiMerge (Kerber 1992) and Chi2 (Liu & Setiono 1995).

The pair of neighbours whose classes differ least merges first, the leftmost of equals. ChiMerge
stops at one significance level. Chi2 lowers the level, tenth by tenth from 0.5, for as long as the
intervals stay consistent with the classes.
"""

from __future__ import annotations

from cutpoint.compiled import Int, Ints, Real, Reals, allocating, kernel
from cutpoint.cuts.merging import Intervals, merge, next_pair, start
from cutpoint.cuts.options import Options
from cutpoint.cuts.similarity import CHI_SQUARED

FIRST_LEVEL, NEXT_LEVEL = 0.5, 0.9
"""Chi2 starts at this significance level; the next is so many times the last."""
_NO_MINIMUM = 0.0


@allocating
def chimerge(counts: Reals, options: Options, out: Ints) -> Int:
    """Merge while chi-squared is below the critical value; fill in the cuts, return how many."""
    s = start(counts, CHI_SQUARED, _NO_MINIMUM, options)
    while s.size[0] > 0 and _mergeable(s, options.critical):
        merge(s, next_pair(s), CHI_SQUARED, _NO_MINIMUM, options)
    return _cuts(s, out)


@allocating
def chi2(counts: Reals, options: Options, criticals: Reals, out: Ints) -> Int:
    """Merge level by level while consistency allows; fill in the cuts, return how many.

    ``criticals`` are the critical values of ever lower levels. A level that takes the share of
    cases outside the majority of their interval above ``options.inconsistency``, or above what
    equal values make of it anyhow, is undone and ends the search.
    """
    s = start(counts, CHI_SQUARED, _NO_MINIMUM, options)
    outside, cases = 0.0, 0.0
    for i in range(counts.shape[0]):
        outside += s.weight[i] - counts[i].max()
        cases += s.weight[i]
    most = max(outside, options.inconsistency * cases) * (1.0 + 1e-12)
    n_cuts = _cuts(s, out)
    for critical in criticals:
        while s.size[0] > 0 and _mergeable(s, critical):
            i = next_pair(s)
            outside += s.counts[i].max() + s.counts[s.after[i]].max()
            merge(s, i, CHI_SQUARED, _NO_MINIMUM, options)
            outside -= s.counts[i].max()
        if outside > most:
            break
        n_cuts = _cuts(s, out)
    return n_cuts


@kernel
def _mergeable(s: Intervals, critical: Real) -> bool:
    """Return whether the next pair's classes do not differ significantly."""
    return bool(s.key[next_pair(s)] < critical)


@kernel
def _cuts(s: Intervals, out: Ints) -> Int:
    """Fill in the cuts between the intervals."""
    n_cuts = 0
    i = 0
    while s.last.size > 0 and s.after[i] >= 0:
        out[n_cuts] = s.last[i]
        n_cuts += 1
        i = s.after[i]
    return n_cuts
