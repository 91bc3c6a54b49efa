"""Trees by custom criteria: whatever is valued together or skipped, the tree stays the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import cutpoint
from cutpoint import TreeClassifier
from cutpoint.measures.custom_criterion import CFunction

ROWS = 1200
"""So many that blocks are skipped, and that all cuts of some nodes take more than one call."""


def accuracies(before: Any, after: Any) -> Any:
    """Reward pure branches, in steps: many cuts are equally good."""
    return after.max(axis=2).sum(axis=1) / before.sum()


def ginis(before: Any, after: Any) -> Any:
    return ((after**2).sum(axis=2) / after.sum(axis=2)).sum(axis=1) / before.sum()


def imbalances(before: Any, after: Any) -> Any:
    """Reward the branch of many cases: the best cuts are the first and the last."""
    sizes = after.sum(axis=2)
    return np.abs(sizes[:, 0] - sizes[:, 1]) / before.sum()


MEASURES: dict[str, Callable[[Any, Any], Any]] = {
    "accuracy": accuracies,
    "gini": ginis,
    "imbalance": imbalances,
}


def pointer_to(function: Callable[[Any, Any], Any]) -> Any:
    """Return a C function of the same values."""

    @CFunction
    def call(before: Any, after: Any, n_branches: int, n_classes: int) -> float:
        table = np.ctypeslib.as_array(after, (1, n_branches, n_classes))
        return float(function(np.ctypeslib.as_array(before, (n_classes,)), table)[0])

    return call


def table(seed: int, n_classes: int, kind: str) -> tuple[Any, Any, Any]:
    """Return columns of which some matter and some are tied; unknown values and odd weights."""
    rng = np.random.default_rng([seed, n_classes])
    n = ROWS if kind == "full" else ROWS // 2
    X = rng.normal(size=(n, 4))
    X[:, 1] = np.round(X[:, 1], 1)
    score = X[:, 0] + np.abs(X[:, 1]) + rng.normal(scale=0.7, size=n)
    y = np.searchsorted(np.quantile(score, np.arange(1, n_classes) / n_classes), score)
    weights = None
    if kind == "unknown":
        X[rng.random(X.shape) < 0.1] = np.nan
    elif kind == "weighted":
        weights = rng.choice([0.5, 1.0, 2.25], n)
    return X, y, weights


def arrays_of(criterion: Any, cases: tuple[Any, Any, Any], **options: Any) -> list[list[float]]:
    X, y, weights = cases
    tree = TreeClassifier(criterion, pruning=None, max_depth=4, **options).fit(X, y, weights).tree_
    assert tree.n_leaves > 3
    return [np.asarray(part).tolist() for part in (tree.attribute, tree.cuts, tree.cases)]


def told(function: Any, **what: Any) -> Any:
    return cutpoint.criterion(function, **what)


KINDS = ["full", "unknown", "weighted"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("n_classes", [2, 3, 4, 6])
@pytest.mark.parametrize("measure", MEASURES)
def test_what_is_said_to_be_convex_gives_the_same_tree(
    measure: str, n_classes: int, kind: str
) -> None:
    def careful(before: Any, after: Any) -> Any:
        assert (after.sum(axis=2) > 0).all()  # no branch is empty, not even at a corner
        assert np.allclose(after.sum(axis=1), before)
        return MEASURES[measure](before, after)

    cases = table(1, n_classes, kind)
    expected = arrays_of(told(careful, vectorized=True), cases)
    assert arrays_of(told(careful, vectorized=True, convex=True), cases) == expected


@pytest.mark.parametrize(("n_classes", "share"), [(2, 0.3), (3, 0.4), (4, 0.6), (5, 1.1)])
def test_of_what_is_said_to_be_convex_few_cuts_are_valued(n_classes: int, share: float) -> None:
    n_valued = 0

    def counting(before: Any, after: Any) -> Any:
        nonlocal n_valued
        n_valued += len(after)
        return ginis(before, after)

    X, y = np.random.default_rng(8).normal(size=(6_000, 4)), np.arange(6_000) % n_classes
    X[y == 0, 2] += 0.5
    counts = []
    for kind in ({"vectorized": True}, {}):
        for convex in (False, True):
            n_valued = 0
            function = counting if kind else pointer_to(counting)
            criterion = told(function, convex=convex, **kind)
            TreeClassifier(criterion, pruning=None, max_depth=1, n_jobs=1).fit(X, y)
            counts.append(n_valued)
        assert counts[0] > 4 * 5_900
        assert counts[-1] <= share * counts[0]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("n_classes", [2, 3, 4])
@pytest.mark.parametrize("measure", MEASURES)
def test_a_c_function_gives_the_tree_of_a_function_of_arrays(
    measure: str, n_classes: int, kind: str
) -> None:
    cases = table(2, n_classes, kind)
    expected = arrays_of(told(MEASURES[measure], vectorized=True), cases)
    pointer = pointer_to(MEASURES[measure])
    assert arrays_of(pointer, cases) == expected
    assert arrays_of(told(pointer, convex=True), cases) == expected


def test_a_function_of_one_table_gives_the_tree_of_a_function_of_many() -> None:
    def accuracy(before: Any, after: Any) -> Any:
        return after.max(axis=1).sum() / before.sum()

    cases = table(3, 3, "unknown")
    assert arrays_of(accuracy, cases) == arrays_of(accuracies, cases)


@pytest.mark.parametrize("convex", [False, True])
def test_any_number_of_threads_gives_the_same_tree(convex: bool) -> None:
    criterion = told(ginis, vectorized=True, convex=convex)
    cases = table(4, 3, "unknown")
    assert arrays_of(criterion, cases, n_jobs=2) == arrays_of(criterion, cases, n_jobs=1)


def test_the_cuts_of_all_columns_with_the_same_weights_go_into_one_call() -> None:
    calls: list[tuple[int, ...]] = []

    def watched(before: Any, after: Any) -> Any:
        assert after.strides[0] == after.itemsize  # candidates are next to each other
        calls.append(after.shape)
        return accuracies(before, after)

    criterion = told(watched, vectorized=True)
    rng = np.random.default_rng(5)
    X, y = rng.normal(size=(100, 7)), rng.integers(0, 3, 100)

    def calls_of_root() -> list[tuple[int, ...]]:
        calls.clear()
        TreeClassifier(criterion, pruning=None, max_depth=1, n_jobs=1).fit(X, y)
        return list(calls)

    assert calls_of_root() == [(7 * 97, 2, 3)]  # at least two cases on both sides
    X[0, 3] = np.nan  # here there is one case less before
    assert calls_of_root() == [(3 * 97, 2, 3), (96, 2, 3), (3 * 97, 2, 3)]


def test_many_candidates_are_valued_some_thousands_at_a_time() -> None:
    sizes: list[int] = []

    def watched(before: Any, after: Any) -> Any:
        sizes.append(len(after))
        return accuracies(before, after)

    rng = np.random.default_rng(6)
    X, y = rng.normal(size=(20_003, 2)), rng.integers(0, 2, 20_003)
    criterion = told(watched, vectorized=True)
    TreeClassifier(criterion, pruning=None, max_depth=1, n_jobs=1).fit(X, y)
    assert sum(sizes) == 2 * 20_000
    assert sizes == [16384, 16384, 40_000 - 2 * 16384]


def test_a_value_that_is_no_number_stops_the_learner_wherever_it_is() -> None:
    def faulty(before: Any, after: Any) -> Any:
        values = accuracies(before, after)
        values[after[:, 0].sum(axis=1) == 150] = np.nan
        return values

    X, y, _ = table(7, 2, "full")
    with pytest.raises(cutpoint.InputError, match="criterion faulty returned NaN"):
        TreeClassifier(told(faulty, vectorized=True), n_jobs=1).fit(X, y)
