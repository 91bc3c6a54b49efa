"""What leaves say of probabilities, and the intervals of that."""

import numpy as np
import pandas as pd
import pytest
from scipy.stats import beta
from sklearn.datasets import load_breast_cancer, load_wine
from sklearn.metrics import log_loss

from cutpoint import (
    C45Classifier,
    InputError,
    MultiwayTreeClassifier,
    T2Classifier,
    TreeClassifier,
    load,
)
from cutpoint.tree import Tree, example_tree
from cutpoint.tree.probabilities import jeffreys_interval, smoothed


@pytest.mark.parametrize("cases", [1, 7, 40.5, 1000])
@pytest.mark.parametrize("share", [0.1, 0.5, 0.73])
@pytest.mark.parametrize("level", [0.5, 0.9, 0.99])
def test_the_ends_are_quantiles_of_a_beta_distribution(cases, share, level):
    low, high = jeffreys_interval(share * cases, cases, level)
    posterior = beta(share * cases + 0.5, (1 - share) * cases + 0.5)
    assert posterior.cdf(low) == pytest.approx((1 - level) / 2)
    assert posterior.sf(high) == pytest.approx((1 - level) / 2)


def test_nothing_and_everything_reach_the_ends():
    assert jeffreys_interval(0, 12)[0] == 0.0
    assert jeffreys_interval(12, 12)[1] == 1.0
    assert 0 < jeffreys_interval(0, 12)[1] < 0.2


@pytest.mark.parametrize(("successes", "cases", "level"), [(3, 2, 0.9), (-1, 2, 0.9), (1, 2, 1.0)])
def test_impossible_numbers_are_refused(successes, cases, level):
    with pytest.raises(InputError, match=r"successes|level"):
        jeffreys_interval(successes, cases, level)


# ---- what a leaf says ----------------------------------------------------------------------------


def trees():
    X, y = load_wine(return_X_y=True)
    rng = np.random.default_rng(0)
    X = np.where(rng.random(X.shape) < 0.1, np.nan, X)
    return X, y, TreeClassifier(min_cases=1).fit(X, y).tree_


@pytest.mark.parametrize("way", ["laplace", "m"])
def test_a_leaf_says_what_the_formula_says(way):
    _, _, tree = trees()
    other = smoothed(tree, way, 3.0)
    root = tree.distribution[0] / tree.cases[0]
    for leaf in np.flatnonzero(tree.attribute < 0):
        counts, cases = tree.distribution[leaf], tree.cases[leaf]
        expected = (
            (counts + 1) / (cases + 3) if way == "laplace" else (counts + 3 * root) / (cases + 3)
        )
        assert other.distribution[leaf] / other.cases[leaf] == pytest.approx(expected)


def test_cases_with_unknown_values_are_divided_as_ever():
    X, _, tree = trees()
    for way in ("laplace", "m"):
        other = smoothed(tree, way)
        shares = other.predict_proba(X)
        assert shares.sum(axis=1) == pytest.approx(1)
        assert (shares > 0).all()
        paths, expected = tree.decision_path(X).toarray(), np.zeros_like(shares)
        whole = paths[:, tree.attribute < 0].sum(axis=1) == 1
        ends = tree.apply(X)
        expected[whole] = (other.distribution / other.cases[:, np.newaxis])[ends[whole]]
        assert shares[whole] == pytest.approx(expected[whole])
        assert np.array_equal(other.apply(X), ends)


def test_an_empty_leaf_knows_no_more_than_the_formula():
    nodes = example_tree().to_dict()
    empty = nodes["branches"][1]
    empty |= {"cases": 0.0, "distribution": dict.fromkeys(empty["distribution"], 0.0)}
    tree = Tree.from_dict(nodes, example_tree().attributes, example_tree().classes)
    case = [[1, 70, 70, 1]]
    assert tree.predict_proba(case).tolist() == [[1.0, 0.0]]
    assert smoothed(tree, "laplace").predict_proba(case) == pytest.approx(np.array([[0.5, 0.5]]))
    assert smoothed(tree, "m").predict_proba(case) == pytest.approx(np.array([[9 / 14, 5 / 14]]))


def test_classes_do_not_depend_on_the_estimate():
    X, y = load_wine(return_X_y=True)
    for learner in (TreeClassifier, MultiwayTreeClassifier, C45Classifier):
        raw = learner().fit(X, y)
        for way in ("laplace", "m"):
            model = learner(probabilities=way, m=50).fit(X, y)
            assert model.predict(X).tolist() == raw.predict(X).tolist()
            assert not np.array_equal(model.predict_proba(X), raw.predict_proba(X))


def test_smoothing_makes_the_log_loss_of_new_cases_lower():
    X, y = load_breast_cancer(return_X_y=True)
    losses = {}
    for way in ("raw", "laplace", "m"):
        model = TreeClassifier(probabilities=way, pruning=None).fit(X[::2], y[::2])
        losses[way] = log_loss(y[1::2], model.predict_proba(X[1::2]))
    assert losses["laplace"] < losses["raw"]
    assert losses["m"] < losses["raw"]


def test_the_estimate_is_saved_and_loaded(tmp_path):
    X, y = load_wine(return_X_y=True, as_frame=True)
    model = TreeClassifier(probabilities="m", m=7.5).fit(X, y)
    model.save(tmp_path / "model.json")
    again = load(tmp_path / "model.json")
    assert np.array_equal(again.predict_proba(X), model.predict_proba(X))
    assert np.array_equal(again.to_model().predict_proba(X.to_numpy()), model.predict_proba(X))


@pytest.mark.parametrize("settings", [{"probabilities": "exact"}, {"m": 0.0}, {"m": -1}])
def test_no_other_estimate_is_taken(settings):
    with pytest.raises(ValueError, match=r"probabilities|'m'"):
        TreeClassifier(**settings).fit([[1.0], [2.0]], ["a", "b"])


def test_the_interval_of_a_node_is_jeffreys():
    node = example_tree().root
    assert node.interval("Play", 0.8) == jeffreys_interval(9, 14, 0.8)
    with pytest.raises(InputError, match="no class 'Perhaps'"):
        node.interval("Perhaps")
    with pytest.raises(InputError, match="level"):
        node.interval("Play", 1.5)


@pytest.mark.parametrize("way", ["raw", "laplace", "m"])
def test_t2_has_the_same_estimates(way, tmp_path):
    X, y, _ = trees()
    X = pd.DataFrame(X[:, :4], columns=list("abcd"))
    model = T2Classifier(probabilities=way, m=3.0).fit(X, y)
    assert np.array_equal(model.predict_proba(X), smoothed(model.tree_, way, 3.0).predict_proba(X))
    assert model.predict(X).tolist() == T2Classifier().fit(X, y).predict(X).tolist()
    model.save(tmp_path / "t2.json")
    assert np.array_equal(load(tmp_path / "t2.json").predict_proba(X), model.predict_proba(X))
