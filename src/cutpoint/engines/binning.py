"""Bins of a numeric attribute: where they end, how they are refined, and what open ones hold."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutpoint.engines.base import Weights


class CountTable(NamedTuple):
    """The class weights of an attribute at a node, and what its places stand for."""

    counts: Weights  # classes x (places, and unknown)
    values: NDArray[np.float64]  # by place: the value, or NaN where a bin is closed
    edges: NDArray[np.float64]  # by place: the upper end

    @classmethod
    def of(cls, counts: Weights, edges: NDArray[np.float64]) -> CountTable:
        """Return counts by bin, with the edges between bins."""
        upper, lower = np.append(edges, np.inf), np.append(-np.inf, edges)
        single = np.nextafter(lower, np.inf) == upper
        return cls(counts, np.where(single, upper, np.nan), upper)

    @property
    def is_closed(self) -> NDArray[np.uint8]:
        """By place: whether it may hold several values."""
        present = self.counts[:, :-1].any(axis=0)
        return (np.isnan(self.values) & present).astype(np.uint8)


def edges_of(
    values: NDArray[np.float64], whole: NDArray[np.float64], most: int
) -> NDArray[np.float64]:
    """Return the upper ends of bins: a bin for each value if they are few, else quantiles.

    A value that many cases share gets a bin of its own, which then needs never be opened.

    Examples
    --------
    >>> edges_of(np.array([1.0, 2.0, 2.0]), np.array([]), 16).round(6).tolist()
    [1.0, 1.0, 2.0, 2.0]
    """
    distinct = np.unique(values)
    if 2 * len(distinct) <= most:
        return np.unique(
            np.concatenate([distinct, np.nextafter(distinct, -np.inf), _coarse(whole)])
        )
    ordered = np.sort(values)
    wanted = max(most - 72, 8)
    points = ordered[np.linspace(0, len(ordered) - 1, wanted).astype(np.int64)]
    cuts, counts = np.unique(points, return_counts=True)
    heavy = cuts[counts > 1]
    return np.unique(np.concatenate([cuts, np.nextafter(heavy, -np.inf), _coarse(whole)]))


def _coarse(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return a few quantiles of a whole column: a node may hold what the sample does not show."""
    if not len(values):
        return values
    places = np.linspace(0, len(values) - 1, 33).astype(np.int64)
    return np.sort(values)[places]


def between(
    lower: NDArray[np.float64], upper: NDArray[np.float64], parts: int
) -> NDArray[np.float64]:
    """Return numbers that divide each interval, evenly among the numbers that a computer knows.

    Examples
    --------
    >>> between(np.array([1.0]), np.array([2.0]), 4).tolist()
    [1.25, 1.5, 1.75]
    """
    low, high = _ordered(lower), _ordered(upper)
    # In steps that cannot overflow: the numbers differ by up to 2^64.
    step = high // parts - low // parts
    points = low[:, None] + step[:, None] * np.arange(1, parts)
    points = points[(points > low[:, None]) & (points < high[:, None])]
    numbers = _unordered(points)
    return numbers[np.isfinite(numbers)]


def _ordered(values: NDArray[np.float64]) -> NDArray[np.int64]:
    bits = values.view(np.int64)
    return np.where(bits < 0, np.int64(-(2**63)) - bits, bits)


def _unordered(numbers: NDArray[np.int64]) -> NDArray[np.float64]:
    bits = np.where(numbers < 0, np.int64(-(2**63)) - numbers, numbers)
    return np.ascontiguousarray(bits).view(np.float64)


def with_values(
    table: CountTable,
    flag: NDArray[np.uint8],
    found: tuple[NDArray[np.float64], Weights] | None,
) -> CountTable:
    """Return the counts with the values of open bins in their places."""
    if found is None:
        return table
    values, weights = found
    closed = flag == 0
    places = np.concatenate([np.flatnonzero(closed), np.searchsorted(table.edges, values)])
    known = np.concatenate([table.values[closed], values])
    order = np.lexsort((known, places))
    counts = np.concatenate([table.counts[:, :-1][:, closed], weights], axis=1)[:, order]
    joined = np.ascontiguousarray(np.concatenate([counts, table.counts[:, -1:]], axis=1))
    edges = np.concatenate([table.edges[closed], values])[order]
    return CountTable(joined, known[order], edges)
