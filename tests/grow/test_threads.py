"""Columns of large nodes are shared out among threads; the tree is the same for any number."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cutpoint import MultiwayTreeClassifier, TreeClassifier

THREADS = (1, 2, 5)


def table(n_rows: int, n_columns: int, n_classes: int, missing: float = 0.0) -> tuple[Any, Any]:
    """Return numbers, every third column with ties and every seventh of few values."""
    rng = np.random.default_rng([n_rows, n_columns, n_classes])
    X = rng.normal(size=(n_rows, n_columns))
    X[:, ::3] = np.round(X[:, ::3], 3)
    X[:, ::7] = np.round(X[:, ::7], 1)
    score = X[:, 1] * X[:, 2] + X[:, 3] + np.sin(3 * X[:, 0]) + rng.normal(0, 0.5, n_rows)
    y = np.digitize(score, np.quantile(score, np.arange(1, n_classes) / n_classes))
    X[rng.random(X.shape) < missing] = np.nan
    return X, y


def assert_same_for_any_number_of_threads(model: Any, X: Any, y: Any) -> None:
    trees = [model.set_params(n_jobs=n_jobs).fit(X, y).tree_ for n_jobs in THREADS]
    assert trees[0].n_nodes > 30
    assert trees[0] == trees[1] == trees[2]


@pytest.mark.parametrize("criterion", ["gain", "gain_ratio", "gini", "mantaras", "chi2"])
@pytest.mark.parametrize("n_classes", [2, 5])
def test_large_nodes_of_numbers(criterion: str, n_classes: int) -> None:
    model = TreeClassifier(criterion, pruning=None, max_depth=8)
    assert_same_for_any_number_of_threads(model, *table(40_000, 36, n_classes))


@pytest.mark.parametrize("n_classes", [2, 3])
def test_large_nodes_with_missing_values(n_classes: int) -> None:
    model = TreeClassifier("gain_ratio", pruning=None, max_depth=6)
    assert_same_for_any_number_of_threads(model, *table(40_000, 36, n_classes, missing=0.02))


def test_large_nodes_by_a_slow_threshold_method() -> None:
    model = TreeClassifier("gain", threshold="smoothing", pruning=None, max_depth=8)
    assert_same_for_any_number_of_threads(model, *table(10_000, 8, 3))


@pytest.mark.parametrize("cuts", ["mdlp", "hybrid"])
def test_large_nodes_that_are_divided_into_intervals(cuts: str) -> None:
    model = MultiwayTreeClassifier(cuts=cuts, pruning=None)
    assert_same_for_any_number_of_threads(model, *table(12_000, 9, 2))
