"""How learners count the weights of cases."""

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.ensemble import AdaBoostClassifier
from sklearn.tree import DecisionTreeClassifier

from cutpoint import (
    C45Classifier,
    MultiwayTreeClassifier,
    T2Classifier,
    TreeClassifier,
    read_table,
)
from cutpoint.data.weights import learning_weights
from cutpoint.discretize import ChiMergeDiscretizer, EqualDepthDiscretizer, MDLPDiscretizer
from support.running import run, succeeds, write

IRIS, SPECIES = load_iris(return_X_y=True)

LEARNERS = [
    C45Classifier(),
    C45Classifier(faithful=True),
    C45Classifier(soft_thresholds=True),
    TreeClassifier("gini"),
    MultiwayTreeClassifier(),
    T2Classifier(max_intervals=2),
]
DISCRETIZERS = [MDLPDiscretizer(), ChiMergeDiscretizer(), EqualDepthDiscretizer(n_bins=5)]


@pytest.mark.parametrize(
    "weights",
    [[2.0, 3.0], [1.0, 0.0, 1.0], [0.5, 2.0], [1.0, 1.0], [0.25, 0.75, 2.0]],
    ids=str,
)
def test_weights_that_count_at_least_the_cases_are_left_alone(weights):
    given = np.array(weights)
    assert learning_weights(given) is given


@pytest.mark.parametrize(
    ("weights", "expected"),
    [
        ([0.001] * 4, [1.0] * 4),
        ([0.1, 0.0, 0.3], [0.5, 0.0, 1.5]),
        ([5e-324, 1e-323], [2 / 3, 4 / 3]),
        ([1e-300, 0.5, 0.5], [0.0, 1.0, 1.0]),
        ([0.5, 0.0], [1.0, 0.0]),
    ],
    ids=str,
)
def test_small_weights_are_scaled_to_a_mean_of_one(weights, expected):
    scaled = learning_weights(np.array(weights))
    np.testing.assert_allclose(scaled, expected, rtol=1e-12)
    np.testing.assert_allclose(learning_weights(scaled), scaled, rtol=1e-12)


@pytest.mark.parametrize("learner", LEARNERS, ids=repr)
def test_shares_of_one_give_the_tree_of_as_many_cases(learner):
    shares = np.full(150, 1 / 150)
    assert learner.fit(IRIS, SPECIES, shares).tree_ == learner.fit(IRIS, SPECIES).tree_


@pytest.mark.parametrize("learner", LEARNERS, ids=repr)
def test_it_does_not_matter_how_small_weights_are_written(learner):
    weights = np.random.default_rng(0).integers(1, 8, 150) / 8
    small = learner.fit(IRIS, SPECIES, weights / 1024).tree_
    assert learner.fit(IRIS, SPECIES, weights).tree_ == small
    assert small.n_nodes > 1
    np.testing.assert_allclose(small.cases[0], 150, rtol=1e-6)


@pytest.mark.parametrize("learner", LEARNERS, ids=repr)
def test_a_table_with_small_weights_gives_the_same_tree_as_arrays(learner, tmp_path):
    rows = "".join(f"{row},{0.01 + row % 3 / 100},{'pq'[row > 25]}\n" for row in range(60))
    table = read_table(write(tmp_path / "t.csv", "x,w,y\n" + rows), target="y", weight="w")
    by_table = learner.fit_table(table).tree_
    x = np.arange(60.0)[:, None]
    y = np.array(["p", "q"])[(np.arange(60) > 25).astype(int)]
    by_arrays = learner.fit(x, y, 0.01 + np.arange(60) % 3 / 100).tree_
    assert by_table.n_leaves == by_arrays.n_leaves >= 2
    np.testing.assert_array_equal(by_table.cases, by_arrays.cases)


@pytest.mark.parametrize("discretizer", DISCRETIZERS, ids=repr)
def test_discretizers_count_small_weights_too(discretizer):
    expected = discretizer.fit(IRIS, SPECIES).cut_points_
    found = discretizer.fit(IRIS, SPECIES, np.full(150, 1e-3)).cut_points_
    for name, cuts in expected.items():
        np.testing.assert_array_equal(found[name], cuts)


def test_boosted_trees_learn_as_well_as_those_of_scikit_learn():
    X, y = load_breast_cancer(return_X_y=True)
    ours = AdaBoostClassifier(C45Classifier(max_depth=2), random_state=0).fit(X, y)
    theirs = AdaBoostClassifier(DecisionTreeClassifier(max_depth=2), random_state=0).fit(X, y)
    assert len(ours.estimators_) > 10
    assert ours.score(X, y) >= theirs.score(X, y) - 0.01


def test_cases_that_boosting_has_all_but_dropped_do_no_harm():
    weights = np.r_[np.full(75, 1e-20), np.full(75, 1 / 75)]
    half = C45Classifier().fit(IRIS[75:], SPECIES[75:])
    tree = C45Classifier().fit(IRIS, SPECIES, weights).tree_
    assert tree.cases.tolist() == half.tree_.cases.tolist()


def test_the_command_line_scales_small_weights_and_says_so(tmp_path):
    rows = [f"{row},0.001,{'pq'[row > 29 and row % 7 > 0]}\n" for row in range(60)]
    table = write(tmp_path / "t.csv", "x,w,y\n" + "".join(rows))
    alone = succeeds("fit", table, "--target", "y", "--ignore", "w")
    model = tmp_path / "m.json"
    ran = run("fit", table, "--target", "y", "--weight", "w", "--out", model)
    assert ran.complaints == [
        "cutpoint: note: the weights sum to 0.06, less than the number of cases that have one "
        "(60): they are scaled to a mean of 1"
    ]
    assert ran.out.replace(f"\nModel written to {model}\n", "") == alone
    by_weight = run("evaluate", model, table, "--weight", "w")
    assert "scaled to a mean of 1" in by_weight.err
    assert by_weight.out == succeeds("evaluate", model, table)


def test_no_estimate_is_above_all_cases(tmp_path):
    """Before weights were scaled this was an expected error of 112 %."""
    rows = "".join(f"{row},{0.0005 * (1 + row % 3)},{'pq'[row % 2]}\n" for row in range(60))
    table = write(tmp_path / "t.csv", "x,w,y\n" + rows)
    model = tmp_path / "m.json"
    assert run("fit", table, "--target", "y", "--weight", "w", "--out", model).code == 0
    tree = C45Classifier().fit_table(read_table(table, target="y", weight="w")).tree_
    assert tree.errors[0] <= tree.cases[0]
    shown = succeeds("show", model)
    (rate,) = [line.split()[2] for line in shown.splitlines() if "expected error" in line]
    assert 0 < float(rate.rstrip("%")) <= 100
