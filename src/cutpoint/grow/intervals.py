"""Numeric attributes divided into several intervals at a node."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutpoint.compiled import ONE, ZERO, Flag, Int, Ints, Real, Reals, inlined, kernel
from cutpoint.cuts.intervals import BY_VALUE, CONTEXTUAL, MDLP, find_cuts
from cutpoint.cuts.placement import midpoint, weighted
from cutpoint.data.sorted import Layout
from cutpoint.grow.binned import cut_bins
from cutpoint.grow.branches import NODE, START, mark_intervals, row_of
from cutpoint.grow.evidence import table_of_entries
from cutpoint.grow.fixed import PER_UNIT, UNIT_BITS
from cutpoint.grow.found import Numbers
from cutpoint.grow.growth import N_MAPPED, Arena, Growth
from cutpoint.grow.methods import Methods, count_branches, makes_intervals, sum_range
from cutpoint.grow.numeric import least_weight
from cutpoint.grow.settings import WEIGHTED, Settings
from cutpoint.grow.worth_cutting import is_worth_cutting


@inlined
def find_intervals(
    growth: Growth, entries: NDArray[Any], j: Int, whole: Flag, node_counts: Ints, cases: Int,
    all_weighted: bool, layout: Layout, numbers: Numbers, settings: Settings, methods: Methods,
) -> tuple[Int, Int]:  # fmt: skip
    """Return (branches, candidates) of sorted column ``j``; 0 branches for no test.

    ``whole`` says that no case of the node is a fraction. What is left in ``methods``: the entries
    up to each cut, the cuts' places, and the class weights of the branches.
    """
    weight, values, totals = growth.weight, methods.values[j], growth.room.totals
    rank, tied = growth.columns.rank[j], growth.columns.tied[j]
    if whole and np.int64(entries.size) << UNIT_BITS == cases:
        for k in range(totals.size):
            totals[k] = node_counts[k]
    else:
        sum_range(entries, ZERO, np.int64(entries.size), weight, all_weighted, layout, totals)
    known = ZERO
    for k in range(totals.size):
        known += totals[k]
    if known < 2 * least_weight(known, totals.size, settings):
        return ZERO, ZERO
    unknown = np.float64(cases - known) * PER_UNIT
    placed = False
    if methods.intervals == CONTEXTUAL and whole:
        n_cuts, n_values = cut_bins(
            entries, rank, tied, unknown, layout, methods.options, methods.phis, methods.binned,
            methods.stops,
        )  # fmt: skip
    else:
        if methods.intervals == MDLP and not is_worth_cutting(
            entries, rank, tied, weight, all_weighted, whole, known, layout, numbers, growth.room
        ):
            return ZERO, ZERO
        n_values = table_of_entries(
            entries, weight, all_weighted, rank, tied, layout.class_shift, layout.class_mask,
            layout.row_mask, layout.fraction, methods.table, methods.stops,
        )  # fmt: skip
        for v in range(n_values):
            for k in range(totals.size):
                methods.table[v, k] *= PER_UNIT
        distinct = methods.distinct[:0]
        placed = methods.intervals in BY_VALUE
        if placed:
            distinct = methods.distinct[:n_values]
            for v in range(n_values):
                distinct[v] = values[row_of(entries[methods.stops[v] - 1], layout.row_mask)]
        n_cuts = find_cuts(
            np.int64(methods.intervals), distinct, methods.table[:n_values], unknown,
            methods.options, methods.criticals, methods.phis, methods.cuts, methods.places,
        )  # fmt: skip
        for c in range(n_cuts):
            methods.stops[c] = methods.stops[methods.cuts[c]]
    if n_cuts == 0 or n_cuts >= methods.most:
        return ZERO, ZERO
    for c in range(0 if placed else n_cuts):
        below, above = _values_beside(entries, methods.stops[c], values, layout)
        methods.places[c] = midpoint(below, above)
    count_branches(entries, n_cuts, weight, all_weighted, whole, layout, methods)
    return n_cuts + ONE, n_values - ONE


@inlined
def make_intervals(
    growth: Growth, here: Arena, frame: Ints, chosen: Int, part_rows: Ints, cases: Int,
    all_weighted: bool, layout: Layout, numbers: Numbers, settings: Settings, methods: Methods,
) -> Int:  # fmt: skip
    """Make the chosen test one of several intervals; return the end of the branch maps.

    Its cuts are found once more, and its column is left out below.
    """
    n_mapped = growth.at[N_MAPPED]
    if not makes_intervals(methods, cases):
        return n_mapped
    node, start = frame[NODE], frame[START]
    j = growth.columns.slot[chosen]
    entries = here.entries[j, start : start + growth.lengths[j]]
    n_branches, _ = find_intervals(
        growth, entries, j, part_rows.size == 0, growth.grown.counts[node], cases, all_weighted,
        layout, numbers, settings, methods,
    )  # fmt: skip
    grown, branch = growth.grown, growth.branch
    for b in range(n_branches):
        branch.weight[b] = 0
        for k in range(methods.counts.shape[1]):
            branch.weight[b] += methods.counts[b, k]
    for c in range(n_branches - 1):
        growth.places[n_mapped + c] = _place(
            np.int64(c), entries, methods.values[j], branch.weight, layout, settings, methods
        )
        growth.maps[n_mapped + c] = 0
    mark_intervals(entries, methods.stops, n_branches - 1, layout.row_mask, growth.member)
    grown.map_start[node] = n_mapped
    grown.intervals[node] = n_branches - 1
    growth.lengths[j] = 0
    return n_mapped + n_branches - 1


@kernel
def _place(
    c: Int, entries: NDArray[Any], values: Reals, weights: Ints, layout: Layout,
    settings: Settings, methods: Methods,
) -> Real:  # fmt: skip
    """Return where a cut between two intervals lies; C4.5's rule is applied when all is grown."""
    if settings.placement != WEIGHTED:
        return methods.places[c]
    below, above = _values_beside(entries, methods.stops[c], values, layout)
    left, right = np.float64(weights[c]) * PER_UNIT, np.float64(weights[c + 1]) * PER_UNIT
    return weighted(below, above, left, right)


@kernel
def _values_beside(
    entries: NDArray[Any], end: Int, values: Reals, layout: Layout
) -> tuple[Real, Real]:
    """Return the values before and after a cut."""
    below, above = row_of(entries[end - 1], layout.row_mask), row_of(entries[end], layout.row_mask)
    return values[below], values[above]
