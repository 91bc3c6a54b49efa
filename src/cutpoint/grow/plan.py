"""How numeric attributes are cut, where that needs evidence tables: what a learner is asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from cutpoint.compiled import Ints, Reals
from cutpoint.cuts.intervals import CHI2, chi2_criticals
from cutpoint.cuts.options import Options
from cutpoint.cuts.thresholds import CLASSIC, RESAMPLES, WIDTH, WINDOW
from cutpoint.data.sorted import SORTED, Columns
from cutpoint.data.table import Table
from cutpoint.grow.methods import BINARY, Methods, new_methods
from cutpoint.grow.settings import CONTRAST, Settings
from cutpoint.measures.own import Own

MOST_BRANCHES = 1024
"""The most intervals of a test, unless a plan says otherwise."""


@dataclass(frozen=True)
class Plan:
    """How cuts are chosen from evidence tables.

    Attributes
    ----------
    threshold : int
        A method of ``cuts/thresholds.py``.
    window, width, resamples
        Its settings.
    own : Own or None
        The measure of the user's own, if the criterion is OWN.
    intervals : int
        A method of ``cuts/intervals.py``, or ``BINARY`` for one cut.
    options : function from a number of classes to Options, optional
        The settings of the interval method.
    switch_at : float or None
        Intervals are made at nodes of fewer cases than this, single cuts above (Kohavi).
    max_branches : int or None
        A numeric attribute that would get more intervals is left out at a node.
    seed : int
        Where the random numbers of resamples come from. Those of a node are drawn once, for all of
        its attributes: which places of a sorted column, and how often.
    """

    threshold: int = CLASSIC
    window: int = WINDOW
    width: float = WIDTH
    resamples: int = RESAMPLES
    own: Own | None = None
    intervals: int = BINARY
    options: Callable[[int], Options] | None = None
    switch_at: float | None = None
    max_branches: int | None = None
    seed: int = 1

    @property
    def most_intervals(self) -> int:
        """The most intervals of a test."""
        return MOST_BRANCHES if self.max_branches is None else self.max_branches

    def most_branches(self, table: Table) -> int:
        """Return the most branches that a test on the table can have."""
        widest = max((len(a.values) for a in table.attributes if a.values), default=2)
        return max(widest, min(self.most_intervals, table.n_rows), 2)

    def methods(self, table: Table, columns: Columns, settings: Settings) -> Methods:
        """Return the methods as the learner takes them."""
        n_classes = len(table.classes)
        options = Options() if self.options is None else self.options(n_classes)
        return new_methods(
            threshold=self.threshold, window=self.window, width=float(self.width),
            resamples=self.resamples, own=0 if self.own is None else self.own.address,
            convex=self.own is not None and self.own.convex, intervals=self.intervals,
            below=np.inf if self.switch_at is None else float(self.switch_at),
            most=self.most_intervals, options=options,
            criticals=chi2_criticals(n_classes) if self.intervals == CHI2 else np.empty(0),
            values=_sorted_values(table, columns, scaled=settings.criterion == CONTRAST),
            n_classes=n_classes, widest=self.most_branches(table),
        )  # fmt: skip


def _sorted_values(table: Table, columns: Columns, *, scaled: bool) -> Reals:
    """Return the values of the sorted columns, in the order of their slots.

    The contrast is a squared distance: only scaled columns can be compared by it.
    """
    numeric: Ints = np.flatnonzero(columns.kind == SORTED)
    values = np.empty((len(numeric), table.n_rows))
    for a in numeric:
        column = values[columns.slot[a]]
        np.add(table.columns[a], 0.0, out=column)  # -0.0 is 0.0
        if scaled:
            column[:] = _scaled(column)
    return values


def _scaled(column: Reals) -> Reals:
    """Return a column with 0 for its least value and 1 for its greatest."""
    known = 0.5 * column[~np.isnan(column)]  # of halves no difference is infinite
    low, high = known.min(initial=np.inf), known.max(initial=-np.inf)
    return (0.5 * column - low) / (high - low) if high > low else np.zeros_like(column)
