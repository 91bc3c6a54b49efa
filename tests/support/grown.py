"""What the reference learners grow, as trees of the product, to be compared with what it grows."""

from __future__ import annotations

from typing import Any

from cutpoint import _core
from cutpoint.cuts.methods import core_method
from cutpoint.data.table import Table
from cutpoint.learn import LearnSpec
from cutpoint.tree.tree import Tree
from support.reference.evidence import EvidenceLearner
from support.reference.learner import Learner


def grow(table: Table, spec: LearnSpec) -> Tree:
    """Return the tree of a table by the reference learner."""
    return grow_watched(table, spec)[0]


def grow_watched(table: Table, spec: LearnSpec) -> tuple[Tree, float]:
    """Return the tree, and the least distance of any comparison from its bar, in tolerances."""
    return _with_tree(Learner(table, spec))


def grow_by_evidence(table: Table, spec: LearnSpec) -> tuple[Tree, float]:
    """Return the same by the reference learner that knows all measures and methods."""
    return _with_tree(EvidenceLearner(table, spec, found_intervals))


def _with_tree(learner: Learner) -> tuple[Tree, float]:
    nodes, closest = learner.grow()
    return Tree.from_nodes(nodes, learner.table.attributes, learner.table.classes), closest


def found_intervals(
    method: Any, values: Any, weights: Any, unknown: float
) -> tuple[list[int], tuple[float, ...]]:
    """Return where an interval method of the product cuts: positions, and cut points."""
    name, options = core_method(method, weights.shape[1])
    positions, places = _core.find_cuts(name, values, weights, unknown, options)
    return positions.tolist(), tuple(places.tolist())
