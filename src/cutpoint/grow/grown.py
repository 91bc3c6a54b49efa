"""A tree as the exact learner grows it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from cutpoint.compiled import Flag, Int, Ints, allocating, kernel
from cutpoint.grow.settings import Settings


class Grown(NamedTuple):
    """A tree as it grows. Weights are units."""

    attribute: Ints
    first_child: Ints
    n_branches: Ints
    counts: Ints  # nodes x classes
    label: Ints
    below: (
        Ints  # what a numeric test separates: two cases, or two codes of a column with few values
    )
    above: Ints
    left: Ints  # the weight below a numeric test, and the known weight
    known: Ints
    map_start: Ints  # of a nominal test, in the branch maps; of several cuts, in the places
    intervals: Ints  # how many cuts it has there; 0 if it has one, or none


@allocating
def new_grown(size: Int, n_classes: Int) -> Grown:
    """Return room for ``size`` nodes, not filled in: what is not used takes no memory."""
    return Grown(
        np.empty(size, dtype=np.int32), np.empty(size, dtype=np.int32),
        np.empty(size, dtype=np.int32), np.empty((size, n_classes), dtype=np.int64),
        np.empty(size, dtype=np.int32), np.empty(size, dtype=np.int64),
        np.empty(size, dtype=np.int64), np.empty(size, dtype=np.int64),
        np.empty(size, dtype=np.int64), np.empty(size, dtype=np.int64),
        np.empty(size, dtype=np.int64),
    )  # fmt: skip


@allocating
def with_room(grown: Grown, used: Int, needed: Int) -> Grown:
    """Return the nodes with room for ``needed`` of them."""
    if needed <= grown.label.size:
        return grown
    larger = new_grown(max(needed, 2 * grown.label.size), grown.counts.shape[1])
    for i in range(used):
        larger.attribute[i] = grown.attribute[i]
        larger.first_child[i] = grown.first_child[i]
        larger.n_branches[i] = grown.n_branches[i]
        larger.label[i] = grown.label[i]
        larger.below[i] = grown.below[i]
        larger.above[i] = grown.above[i]
        larger.left[i] = grown.left[i]
        larger.known[i] = grown.known[i]
        larger.map_start[i] = grown.map_start[i]
        larger.intervals[i] = grown.intervals[i]
        for k in range(grown.counts.shape[1]):
            larger.counts[i, k] = grown.counts[i, k]
    return larger


@kernel
def give_label(grown: Grown, node: Int, of_parent: Int) -> None:
    """Give the node its most frequent class, the first on ties; its parent's if it is empty."""
    best = np.int64(0)
    for k in range(1, grown.counts.shape[1]):
        if grown.counts[node, k] > grown.counts[node, best]:
            best = np.int64(k)
    grown.label[node] = best if grown.counts[node, best] > 0 else of_parent


@kernel
def worth_growing(grown: Grown, node: Int, depth: Int, least: Int, settings: Settings) -> Flag:
    """Return whether a node may have a test: several classes, enough cases, not too deep."""
    cases = np.int64(0)
    for k in range(grown.counts.shape[1]):
        cases += grown.counts[node, k]
    most = grown.counts[node, grown.label[node]]
    return cases > most and cases >= 2 * least and depth < settings.max_depth
