"""scikit-learn's meta-estimators with our trees, beside the same with scikit-learn's own tree."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.calibration import CalibratedClassifierCV
from sklearn.datasets import load_breast_cancer, load_wine
from sklearn.ensemble import AdaBoostClassifier, BaggingClassifier, VotingClassifier
from sklearn.inspection import partial_dependence, permutation_importance
from sklearn.metrics import log_loss
from sklearn.model_selection import cross_val_predict
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier

from cutpoint import C45Classifier, TreeClassifier

OURS = {
    "c45": lambda: C45Classifier(max_depth=3),
    "gini": lambda: TreeClassifier(criterion="gini", max_depth=3),
}
META = {
    "boosted": lambda tree: AdaBoostClassifier(tree, n_estimators=10, random_state=0),
    "bagged": lambda tree: BaggingClassifier(tree, n_estimators=10, random_state=0),
    "voting": lambda tree: VotingClassifier(
        [("tree", tree), ("bayes", GaussianNB())], voting="soft"
    ),
    "calibrated": lambda tree: CalibratedClassifierCV(tree, cv=3),
}
SETS = {"breast cancer": load_breast_cancer, "wine": load_wine}


def theirs() -> DecisionTreeClassifier:
    return DecisionTreeClassifier(max_depth=3, random_state=0)


@pytest.mark.parametrize("data", SETS)
@pytest.mark.parametrize("learner", OURS)
@pytest.mark.parametrize("meta", META)
def test_a_meta_estimator_does_as_well_with_our_tree(meta, learner, data):
    X, y = SETS[data](return_X_y=True)
    shares = {
        who: cross_val_predict(META[meta](tree()), X, y, cv=5, method="predict_proba")
        for who, tree in (("ours", OURS[learner]), ("theirs", theirs))
    }
    right = {who: found.argmax(1) == y for who, found in shares.items()}
    # Cases on which just one of the two is right: a sign test at three standard deviations.
    only_ours = int((right["ours"] & ~right["theirs"]).sum())
    only_theirs = int((right["theirs"] & ~right["ours"]).sum())
    assert only_theirs - only_ours <= 3 * np.sqrt(max(only_ours + only_theirs, 1)), (meta, learner)
    assert right["ours"].mean() > 0.85
    assert log_loss(y, shares["ours"]) < log_loss(y, shares["theirs"]) + 0.6


@pytest.mark.parametrize("learner", OURS)
def test_boosting_learns_from_weights_that_sum_to_one(learner):
    X, y = load_breast_cancer(return_X_y=True)
    boosted = AdaBoostClassifier(OURS[learner](), n_estimators=15, random_state=0).fit(X, y)
    assert boosted.score(X, y) == 1.0
    assert len(boosted.estimators_) > 1


@pytest.mark.parametrize("learner", OURS)
def test_permuted_columns_matter_as_much(learner):
    X, y = load_wine(return_X_y=True, as_frame=True)
    means = [
        permutation_importance(tree().fit(X, y), X, y, n_repeats=5, random_state=0).importances_mean
        for tree in (OURS[learner], theirs)
    ]
    assert means[0].argmax() in np.argsort(means[1])[-3:]
    assert means[0].min() > -0.05
    untested = [i for i, name in enumerate(X) if name not in str(OURS[learner]().fit(X, y).tree_)]
    assert means[0][untested].tolist() == [0.0] * len(untested)


@pytest.mark.parametrize("learner", OURS)
def test_partial_dependence_is_the_mean_prediction_and_falls_as_the_other_tree_s_does(learner):
    X, y = load_breast_cancer(return_X_y=True)
    column = 22  # worst perimeter
    curves = []
    for tree in (OURS[learner], theirs):
        model = tree().fit(X, y)
        found = partial_dependence(model, X, [column], grid_resolution=15)
        by_hand = []
        for value in found["grid_values"][0]:
            moved = X.copy()
            moved[:, column] = value
            by_hand.append(model.predict_proba(moved)[:, 1].mean())
        np.testing.assert_allclose(found["average"][0], by_hand, atol=1e-9)
        curves.append(found["average"][0])
    assert all(np.diff(curve).max() <= 1e-9 for curve in curves)  # the larger, the less benign
