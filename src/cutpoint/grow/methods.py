"""How the cuts of a numeric attribute are to be chosen where the plain learner does not serve."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutpoint.compiled import ONE, ZERO, Flag, Int, Ints, Reals, kernel
from cutpoint.cuts.intervals import CONTEXTUAL
from cutpoint.cuts.options import Options
from cutpoint.cuts.thresholds import BOOTSTRAP
from cutpoint.data.sorted import Layout
from cutpoint.grow.binned import Binned, count_classes, new_binned
from cutpoint.grow.blocks import add_classes
from cutpoint.grow.fixed import PER_UNIT, UNIT_BITS
from cutpoint.grow.resamples import Resamples, room_for_resamples
from cutpoint.measures.entropies import phis_up_to

BINARY = -1
"""Instead of an interval method: one cut."""


class Methods(NamedTuple):
    """How cuts are chosen, the values they are chosen among, and scratch."""

    threshold: int
    window: int
    width: float
    resamples: int
    own: int  # the address of the user's measure; 0 if there is none
    convex: bool  # whether it is known to be
    intervals: int  # an interval method, or BINARY
    below: float  # intervals are made at nodes of fewer cases than this, single cuts above
    most: int  # intervals of a test
    options: Options
    criticals: Reals
    values: Reals  # sorted columns x cases
    table: Reals  # distinct values x classes: their weights, in cases
    distinct: Reals
    stops: Ints  # where the entries of each distinct value end; then those of each branch
    positions: Ints
    lefts: Reals
    scores: Reals
    scratch: Reals
    cuts: Ints  # the distinct value before each cut
    places: Reals  # and where the cut lies
    counts: Ints  # branches x classes, in units
    cases: Reals  # the same in cases
    before: Reals  # scratch by class
    n_values: Ints  # how many distinct values the table has
    phis: Reals  # phi of 0, 1, ... cases
    drawn: Resamples
    binned: Binned  # room for contextual intervals


def new_methods(
    *, threshold: int, window: int, width: float, resamples: int, own: int, convex: bool,
    intervals: int, below: float, most: int, options: Options, criticals: Reals, values: Reals,
    n_classes: int, widest: int,
) -> Methods:  # fmt: skip
    """Return the methods, with scratch for columns of ``values`` and ``widest`` branches."""
    n = values.shape[1] + 1
    return Methods(
        threshold, window, width, resamples, own, convex, intervals, below, most, options,
        criticals, values, np.empty((n, n_classes)), np.empty(n), np.empty(n, dtype=np.int64),
        np.empty(n, dtype=np.int64), np.empty(n), np.empty(n), np.empty(n),
        np.empty(n, dtype=np.int64), np.empty(n), np.empty((widest, n_classes), dtype=np.int64),
        np.empty((widest, n_classes)), np.empty(n_classes), np.zeros(1, dtype=np.int64),
        phis_up_to(values.shape[1]),
        room_for_resamples(resamples if threshold == BOOTSTRAP else 0, values.shape[1]),
        new_binned(n if intervals == CONTEXTUAL else 1, n_classes, options.bins),
    )  # fmt: skip


@kernel
def makes_intervals(methods: Methods, cases: Int) -> Flag:
    """Return whether a node of so many units divides numeric attributes into intervals."""
    return methods.intervals != BINARY and np.float64(cases) * PER_UNIT < methods.below


@kernel
def sum_range(
    entries: NDArray[Any], first: Int, stop: Int, weight: Ints, all_weighted: bool, layout: Layout,
    sums: Ints,
) -> None:  # fmt: skip
    """Fill in the class weights of the entries first ... stop - 1."""
    sums[:] = 0
    add_classes(
        entries[first:stop], weight, all_weighted, layout.class_shift, layout.class_mask,
        layout.row_mask, layout.fraction, sums,
    )  # fmt: skip


@kernel
def count_branches(
    entries: NDArray[Any], n_cuts: Int, weight: Ints, all_weighted: bool, whole: Flag,
    layout: Layout, methods: Methods,
) -> None:  # fmt: skip
    """Fill in the class weights of the branches, in units and in cases."""
    methods.stops[n_cuts] = entries.size
    if whole:
        count_classes(entries, methods.stops, n_cuts + ONE, layout, methods.counts)
    first = ZERO
    for b in range(n_cuts + 1):
        stop = methods.stops[b]
        if not whole:
            sum_range(entries, first, stop, weight, all_weighted, layout, methods.counts[b])
        for k in range(methods.counts.shape[1]):
            if whole:
                methods.counts[b, k] <<= UNIT_BITS
            methods.cases[b, k] = np.float64(methods.counts[b, k]) * PER_UNIT
        first = stop
