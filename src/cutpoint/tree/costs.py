"""What errors cost: the matrix, the class that costs least, and trees that decide by it.

A cost matrix has a row for each true class and a column for each predicted one, as a confusion
matrix of scikit-learn. A right prediction costs nothing.

Growing uses *altered priors* (Breiman, Friedman, Olshen and Stone 1984, section 4.4): each case
weighs in proportion to the total cost of its class's errors. This changes which tests are chosen
and what is pruned. What the finished tree says of its classes, and so its probabilities, is brought
back to the cases as they are; then the class of least expected cost is chosen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cutpoint.data.attribute import Label
from cutpoint.data.cells import is_missing, plain
from cutpoint.errors import InputError
from cutpoint.tree import structure
from cutpoint.tree.names import printable

if TYPE_CHECKING:
    from cutpoint.tree.tree import Tree

Costs = NDArray[np.float64]

_SAME = 1e-9
"""Expected costs that differ by no more than this part of the greatest cost are the same."""
_LEAST_WEIGHT = 1e-3
"""The least weight of a class, as a part of the greatest: its cases are still seen."""
_GRID = 2.0**-24
"""Weights of classes are multiples of it."""
_BLOCK = 1 << 16
"""Rows that are decided at a time."""
_MOST_LISTED = 10


def cost_matrix(given: Any, classes: tuple[Label, ...]) -> Costs:
    """Return a cost matrix in the order of the classes.

    Parameters
    ----------
    given : dict, DataFrame or array
        ``{true: {predicted: cost}}``, ``{(true, predicted): cost}``, a table with true classes as
        its index and predicted ones as its columns, or an array with a row and a column for each
        class. What a dict or a table leaves out costs 1, and 0 where it is right.
    classes : tuple of labels

    Raises
    ------
    InputError
        If a class is not known, or a cost is negative, not finite, or not 0 where it must be.

    Examples
    --------
    >>> cost_matrix({"ill": {"well": 5}}, ("ill", "well")).tolist()
    [[0.0, 5.0], [1.0, 0.0]]
    >>> cost_matrix({("ill", "well"): 5}, ("ill", "well")).tolist()
    [[0.0, 5.0], [1.0, 0.0]]
    """
    if isinstance(given, Mapping):
        return costs_of(_mapped(given), classes)
    if hasattr(given, "columns") and hasattr(given, "index"):
        cells = given.to_numpy().tolist()
        entries = [
            (true, predicted, cost)
            for true, row in zip(given.index.tolist(), cells, strict=True)
            for predicted, cost in zip(given.columns.tolist(), row, strict=True)
            if not is_missing(cost)
        ]
        return costs_of(entries, classes)
    try:
        matrix = np.array(given, dtype=np.float64)
    except (TypeError, ValueError):
        raise InputError(
            f"the costs must be a dict {{true: {{predicted: cost}}}}, a table, or {len(classes)} x "
            f"{len(classes)} numbers, not {given!r:.60}"
        ) from None
    n = len(classes)
    if matrix.shape != (n, n):
        shape = " x ".join(map(str, matrix.shape)) or "a single number"
        raise InputError(
            f"the costs must be {n} x {n}, true classes by row and predicted ones by column, not "
            f"{shape}"
        )
    entries = [
        (true, predicted, matrix[i, j].item())
        for i, true in enumerate(classes)
        for j, predicted in enumerate(classes)
    ]
    return costs_of(entries, classes)


def _mapped(given: Mapping[Any, Any]) -> Iterable[tuple[Any, Any, Any]]:
    for true, costs in given.items():
        if isinstance(costs, Mapping):
            for predicted, cost in costs.items():
                yield true, predicted, cost
        elif isinstance(true, tuple) and len(true) == 2:
            yield *true, costs
        else:
            raise InputError(
                f"the costs of {true!r:.60} must be a dict from predicted classes to costs, or the "
                "key a pair (true, predicted)"
            )


def costs_of(entries: Iterable[tuple[Any, Any, Any]], classes: tuple[Label, ...]) -> Costs:
    """Return the matrix of costs given one by one as (true, predicted, cost).

    Raises
    ------
    InputError
        See :func:`cost_matrix`.
    """
    place = {label: position for position, label in enumerate(classes)}
    matrix = 1.0 - np.eye(len(classes))
    for true, predicted, cost in entries:
        i, j = _position(true, place), _position(predicted, place)
        matrix[i, j] = _cost(cost, true, predicted, right=i == j)
    if len(classes) > 1 and not matrix.any():
        raise InputError("every cost is 0: then no class is better than another")
    return matrix


def _position(label: Any, place: Mapping[Label, int]) -> int:
    try:
        return place[plain(label)]
    except (KeyError, TypeError):
        known = ", ".join(printable(one) for one in list(place)[:_MOST_LISTED])
        more = ", ..." if len(place) > _MOST_LISTED else ""
        raise InputError(
            f"the costs name a class {label!r:.60} that is not among the classes: {known}{more}"
        ) from None


def _cost(cost: Any, true: Any, predicted: Any, *, right: bool) -> float:
    what = f"the cost of predicting {predicted!r:.60} where {true!r:.60} is true"
    try:
        value = float(cost)
    except (TypeError, ValueError):
        raise InputError(f"{what} is {cost!r:.40}, which is not a number") from None
    if not 0 <= value < np.inf:
        raise InputError(f"{what} is {value:g}: a cost is a finite number, 0 or more")
    if right and value != 0:
        raise InputError(f"{what} is {value:g}: a right prediction must cost 0")
    return value


def tolerance(costs: Costs) -> float:
    """Return by how much expected costs may differ and still be the same."""
    return _SAME * float(costs.max(initial=0.0))


def cheapest(shares: NDArray[np.float64], costs: Costs) -> NDArray[np.int32]:
    """Return the class of least expected cost of each row: the first of those that are the same.

    Examples
    --------
    >>> costs = cost_matrix({"ill": {"well": 5}}, ("ill", "well"))
    >>> cheapest(np.array([[0.1, 0.9], [0.2, 0.8]]), costs).tolist()
    [1, 0]
    """
    codes = np.empty(len(shares), dtype=np.int32)
    slack = tolerance(costs)
    for start in range(0, len(shares), _BLOCK):
        expected = shares[start : start + _BLOCK] @ costs
        least = expected.min(axis=1, keepdims=True)
        codes[start : start + _BLOCK] = np.argmax(expected <= least + slack, axis=1)
    return codes


def prior_weights(costs: Costs, cases: NDArray[np.float64]) -> NDArray[np.float64] | None:
    """Return the weight of a case of each class under altered priors; None if all are 1.

    It is proportional to the total cost of the class's errors, and the sum over all cases stays as
    it is, but for rounding. A class whose errors cost next to nothing has a thousandth of the
    greatest weight.

    Parameters
    ----------
    costs : float64 array
    cases : float64 array
        The weight of the cases of each class.

    Examples
    --------
    >>> costs = cost_matrix({"ill": {"well": 5}}, ("ill", "well"))
    >>> prior_weights(costs, np.array([10.0, 30.0])).round(3).tolist()
    [2.5, 0.5]
    """
    totals = costs.sum(axis=1)
    totals = np.maximum(totals, _LEAST_WEIGHT * totals.max(initial=0.0))
    if not totals.any() or np.ptp(totals) == 0:
        return None
    weights = totals * (cases.sum() / (totals * cases).sum())
    # On a grid on which learners count exactly, so that the cases can be had back from their
    # weights; upwards, since weights that sum to less than there are cases would be scaled.
    grid: NDArray[np.float64] = np.ceil(weights / _GRID) * _GRID
    return grid


def cost_sensitive(tree: Tree, costs: Costs, weights: NDArray[np.float64] | None) -> Tree:
    """Return a tree that decides by costs.

    Parameters
    ----------
    tree : Tree
        Grown with altered priors.
    costs : float64 array
    weights : float64 array, or None
        What a case of each class weighed: it is taken out of the distributions.

    Returns
    -------
    Tree
        Its labels are the classes of least expected cost; its errors are the training errors that
        they make, not estimates.
    """
    distribution = tree.distribution if weights is None else tree.distribution / weights
    cases = distribution.sum(axis=1)
    known = cases > 0
    label = tree.label.copy()
    label[known] = cheapest(distribution[known] / cases[known, np.newaxis], costs)
    parents = structure.parents(tree)
    for node in np.flatnonzero(~known).tolist():  # parents come before children
        label[node] = label[parents[node]]
    wrong = cases - distribution[np.arange(tree.n_nodes), label]
    errors = np.where(tree.attribute < 0, np.maximum(wrong, 0.0), 0.0)
    depths = tree.node_depths()
    for depth in range(int(depths.max()), 0, -1):
        here = np.flatnonzero(depths == depth)
        np.add.at(errors, parents[here], errors[here])
    return replace(
        tree, costs=costs, distribution=distribution, cases=cases, label=label, errors=errors
    )
