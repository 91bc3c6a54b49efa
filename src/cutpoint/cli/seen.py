"""Whether cases look like those that a model was learned from: its figures flatter it on those."""

# ruff: noqa: PLC0415 - what predicts is imported where it is used: the help text must come at once

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cutpoint.cli.proba_score import MOST_CELLS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cutpoint.data.table import Table
    from cutpoint.rules.ruleset import Ruleset
    from cutpoint.tree.saved import SavedModel
    from cutpoint.tree.tree import Tree

_CLOSE, _CLOSE_IN_SINGLE = 1e-6, 1e-5
"""How far counts may differ, as a share of all cases: what is lost by rounding."""

_MOST_REPEATED = 0.1
"""The share of rows that may repeat others, if rows that occur elsewhere are to mean anything."""


def among(cases: Table, others: Table) -> bool:
    """Return whether all the cases that have a class are among others, and hardly by chance.

    Where many rows are alike, as in a table of a few nominal columns, equal rows need not be the
    same case: there only the very same rows, each as often, count.
    """
    assert cases.target is not None
    here, there = _row_keys(cases)[cases.target >= 0], _row_keys(others)
    if len(here) == len(there) and (np.sort(here) == np.sort(there)).all():
        return True
    if len(here) == 0:
        return False
    repeated = 1 - len(np.unique(there)) / len(there)
    return repeated <= _MOST_REPEATED and bool(np.isin(here, there).all())


def _row_keys(cases: Table) -> NDArray[np.uint64]:
    """Return a number for each row: the same for rows with the same values and class."""
    assert cases.target is not None
    keys = np.zeros(cases.n_rows, dtype=np.uint64)
    for column in (*cases.matrix().T, cases.target):
        values = column.astype(np.float64) + 0.0  # -0.0 is 0.0
        values[np.isnan(values)] = np.nan  # all with the same bits
        keys = (keys ^ values.view(np.uint64)) * np.uint64(0x9E3779B97F4A7C15)
        keys ^= keys >> np.uint64(32)
    return keys


def looks_learned_from(model: SavedModel, cases: Table) -> bool:
    """Return whether the cases are likely to be those that a tree or rules were learned from.

    A model file does not hold the cases, only how many of each class arrived where. Other cases may
    have the same counts by chance; of a bag of trees it cannot be said.
    """
    from cutpoint.rules.model import RulesModel
    from cutpoint.tree.model import Model

    assert cases.target is not None
    known = cases.target >= 0
    told = cases if known.all() else cases.take(known)
    if not told.n_rows or cases.target.max() >= len(model.classes):
        return False
    if isinstance(model, Model):
        return _fits_tree(model.tree, told)
    return isinstance(model, RulesModel) and _fits_rules(model.rules, told)


def _fits_tree(tree: Tree, cases: Table) -> bool:
    """Return whether the cases of each class, and the probabilities given to it, sum to the same.

    Each training case gets the class shares of its leaf as probabilities. What the cases of a class
    are given for it thus follows from the leaves alone, even where missing values divide a case
    among leaves. Where every leaf holds a single class it is the class count, and tells no more.
    """
    assert cases.target is not None
    n_classes = len(tree.classes)
    if cases.n_rows * n_classes > MOST_CELLS or tree.n_nodes == 1:
        return False
    weights = np.ones(cases.n_rows) if cases.weights is None else cases.weights
    slack = (_CLOSE_IN_SINGLE if tree.single else _CLOSE) * float(weights.sum())
    counts = np.bincount(cases.target, weights, n_classes)
    if np.abs(counts - tree.distribution[0]).max() > slack:
        return False
    leaves = tree.distribution[(tree.attribute < 0) & (tree.distribution.sum(axis=1) > 0)]
    expected = (leaves**2 / leaves.sum(axis=1, keepdims=True)).sum(axis=0)
    if counts.sum() - expected.sum() <= slack:
        return False
    shares = tree.predict_proba(cases.matrix(), n_jobs=-1)
    given = weights * shares[np.arange(cases.n_rows), cases.target]
    return bool(np.abs(np.bincount(cases.target, given, n_classes) - expected).max() <= slack)


def _fits_rules(rules: Ruleset, cases: Table) -> bool:
    """Return whether the cases that no rule covers, and those of each rule, may be the same."""
    assert cases.target is not None
    if not len(rules) or (len(rules) + 1) * len(rules.classes) > MOST_CELLS:
        return False
    first, _ = rules.firing(cases.matrix(), n_jobs=-1)
    counts = np.zeros((len(rules) + 1, len(rules.classes)), dtype=np.int64)
    np.add.at(counts, (first, cases.target), 1)  # first is -1, the last row, where no rule fires
    covered = np.array([rule.distribution for rule in rules])
    left_over = np.array(rules.left_over)
    asked_first = next((r for r, rule in enumerate(rules) if rule.fires), None)
    return bool(
        asked_first is not None
        and (counts[asked_first] == covered[asked_first]).all()
        and (counts[:-1] <= covered).all()
        and ((counts[-1] == left_over).all() or not counts[-1].any())
    )
