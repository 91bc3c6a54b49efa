"""The cases that a plot is about: their values, classes, and weights at a node."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cutpoint.data.column import match
from cutpoint.data.frames import conform
from cutpoint.errors import InputError
from cutpoint.tree import structure
from cutpoint.tree.split import NumericTest

if TYPE_CHECKING:
    from cutpoint.tree.tree import Tree

_UNKNOWN = np.float32(-999.0)


@dataclass(frozen=True)
class Cases:
    """Values of all attributes, classes as positions, and weights."""

    matrix: NDArray[np.float64]
    codes: NDArray[np.int64]
    weights: NDArray[np.float64]


def cases_at(tree: Tree, X: Any, y: Any, node: int) -> Cases:
    """Return the cases that reach a node, with the parts of their weights that do.

    A case with an unknown value goes down all branches, as in ``predict_proba``.
    """
    if not 0 <= node < tree.n_nodes:
        raise InputError(f"the tree has nodes 0 to {tree.n_nodes - 1}, not {node}")
    matrix = conform(X, tree.attributes).matrix()
    if tree.single:
        with np.errstate(over="ignore"):
            singles = matrix.astype(np.float32)
        matrix = np.where(singles == _UNKNOWN, np.nan, singles.astype(np.float64))
    codes = class_codes(tree, y)
    if len(codes) != len(matrix):
        raise InputError(f"X has {len(matrix)} rows and y has {len(codes)}")
    weights = np.ones(len(matrix))
    parents = structure.parents(tree)
    while node > 0:
        parent = int(parents[node])
        weights *= _shares(tree, matrix, parent, node - int(tree.first_child[parent]))
        node = parent
    reached = (weights > 0) & (codes >= 0)
    return Cases(matrix[reached], codes[reached], weights[reached])


def class_codes(tree: Tree, y: Any) -> NDArray[np.int64]:
    """Return classes as positions in the tree's; -1 where they are none of them."""
    labels = np.asarray(y, dtype=object).tolist()
    distinct = list({(type(label), label): label for label in labels}.values())
    place = {(type(label), label): code for code, label in enumerate(distinct)}
    found = match(distinct, tree.classes)
    return np.array([found[place[type(label), label]] for label in labels], dtype=np.int64)


def _shares(tree: Tree, matrix: NDArray[np.float64], node: int, branch: int) -> Any:
    """Return the part of each row that takes a branch of a test."""
    test = tree.test(node)
    assert test is not None
    column = int(tree.attribute[node])
    values = matrix[:, column]
    if isinstance(test, NumericTest):
        taken = np.searchsorted(test.cuts, values, side="left")
        unknown = np.isnan(values)
    else:
        start = int(tree.test_start[node])
        map_ = tree.branch_of[start : start + len(test.attribute.values or ())]
        known = (values >= 0) & (values < len(map_))
        taken = np.where(known, map_[np.where(known, values, 0).astype(np.int64)], -1)
        unknown = taken < 0
    if getattr(test, "unknown", False):  # the last branch is for unknown values
        return np.where(unknown, float(branch == test.n_branches - 1), taken == branch)
    total = tree.cases[node]
    share = tree.cases[tree.first_child[node] + branch] / total if total > 0 else 0.0
    return np.where(unknown, share, (taken == branch).astype(np.float64))


def column_of(tree: Tree, attribute: str) -> int:
    """Return the position of an attribute.

    Raises
    ------
    InputError
        If the tree knows no attribute of that name.
    """
    names = [entry.name for entry in tree.attributes]
    if attribute not in names:
        raise InputError(f"the tree has no attribute {attribute!r}: it has {', '.join(names):.200}")
    return names.index(attribute)
