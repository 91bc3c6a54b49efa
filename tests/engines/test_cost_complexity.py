"""Which tree of the cost-complexity sequence is taken."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_iris, load_wine

from cutpoint import C45Classifier, MultiwayTreeClassifier, TreeClassifier
from cutpoint.data.folds import folds_of

SETS = {"iris": load_iris, "cancer": load_breast_cancer, "wine": load_wine}


def test_folds_have_as_many_of_each_class_as_can_be() -> None:
    target = np.repeat(np.arange(3), [50, 31, 7]).astype(np.int32)
    folds = folds_of(target, 10, np.random.RandomState(3))
    counts = np.array([np.bincount(folds[target == c], minlength=10) for c in range(3)])
    assert (np.ptp(counts, axis=1) <= 1).all()
    assert np.ptp(counts.sum(axis=0)) <= 1
    assert not np.array_equal(folds, folds_of(target, 10, np.random.RandomState(4)))


@pytest.mark.parametrize("weighted", [False, True])
def test_cross_validated_errors_are_those_of_a_plain_loop(weighted: bool) -> None:
    X, y = load_breast_cancer(return_X_y=True)
    rng = np.random.default_rng(2)
    X = np.where(rng.random(X.shape) < 0.05, np.nan, X)
    weights = rng.integers(1, 4, len(y)).astype(float) if weighted else np.ones(len(y))
    model = TreeClassifier(pruning="cost_complexity", random_state=5).fit(X, y, weights)
    path = model.pruning_path_
    folds = folds_of(y.astype(np.int32), 10, np.random.RandomState(5))
    wrong = np.zeros(len(path))
    for fold in range(10):
        inside, outside = folds != fold, folds == fold
        for k, alpha in enumerate(path.alphas):
            beta = np.sqrt(alpha * path.alphas[k + 1]) if k + 1 < len(path) else 1.0
            other = TreeClassifier(pruning="cost_complexity", ccp_alpha=beta)
            other.fit(X[inside], y[inside], weights[inside])
            wrong[k] += weights[outside][other.predict(X[outside]) != y[outside]].sum()
    rates = wrong / weights.sum()
    assert path.errors == pytest.approx(rates)
    assert path.standard_errors == pytest.approx(np.sqrt(rates * (1 - rates) / weights.sum()))


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("learner", [TreeClassifier, MultiwayTreeClassifier, C45Classifier])
def test_the_tree_of_one_standard_error_is_never_larger_than_the_best(name, learner) -> None:
    X, y = SETS[name](return_X_y=True)
    small = learner(pruning="cost_complexity").fit(X, y)
    best = learner(pruning="cost_complexity", one_standard_error=False).fit(X, y)
    path = small.pruning_path_
    assert small.tree_.n_leaves <= best.tree_.n_leaves
    assert best.tree_.n_leaves == path.sizes[path.best]
    assert path.errors[path.best] == path.errors.min()
    assert (path.errors[path.best + 1 :] > path.errors.min()).all()
    bound = path.errors[path.best] + path.standard_errors[path.best]
    assert path.errors[path.chosen] <= bound
    assert (path.errors[path.chosen + 1 :] > bound).all()
    assert small.tree_.n_leaves == path.sizes[path.chosen]


def test_a_given_strength_takes_the_member_of_that_strength() -> None:
    X, y = load_iris(return_X_y=True)
    path = TreeClassifier(pruning="cost_complexity", min_cases=1).fit(X, y).pruning_path_
    for k, alpha in enumerate(path.alphas):
        later = path.alphas[k + 1] if k + 1 < len(path) else alpha + 1
        for strength in (alpha, (alpha + later) / 2):
            model = TreeClassifier(pruning="cost_complexity", min_cases=1, ccp_alpha=strength)
            model.fit(X, y)
            assert model.tree_.n_leaves == path.sizes[k]
            assert model.pruning_path_.chosen == k
            assert np.isnan(model.pruning_path_.errors).all()


def test_neither_threads_nor_repetition_change_the_tree() -> None:
    X, y = load_wine(return_X_y=True)
    trees = [
        TreeClassifier(pruning="cost_complexity", n_jobs=n_jobs).fit(X, y)
        for n_jobs in (None, None, 2, 5)
    ]
    for other in trees[1:]:
        assert other.tree_ == trees[0].tree_
        assert np.array_equal(other.pruning_path_.errors, trees[0].pruning_path_.errors)


def test_the_folds_come_from_random_state() -> None:
    X, y = load_wine(return_X_y=True)
    errors = {
        tuple(
            TreeClassifier(pruning="cost_complexity", random_state=seed)
            .fit(X, y)
            .pruning_path_.errors
        )
        for seed in range(5)
    }
    assert len(errors) > 1


@pytest.mark.parametrize(
    ("X", "y"),
    [
        ([[1.0]], ["a"]),
        ([[1.0], [1.0]], ["a", "b"]),
        ([[1.0], [2.0], [3.0]], ["a", "a", "a"]),
        ([[1.0], [2.0]], ["a", "b"]),
        ([[np.nan], [2.0], [3.0], [4.0]], ["a", "b", "b", "a"]),
    ],
)
def test_hardly_any_cases_give_some_tree(X, y) -> None:
    model = TreeClassifier(pruning="cost_complexity", min_cases=1).fit(X, y)
    assert model.tree_.n_leaves >= 1
    assert model.pruning_path_.sizes[-1] == 1
    assert len(model.predict(X)) == len(y)
