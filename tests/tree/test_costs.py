"""What errors cost: worked by hand, against an explicit reweighting, and in every form."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from cutpoint import (
    C45Classifier,
    InputError,
    MultiwayTreeClassifier,
    T2Classifier,
    TreeClassifier,
    load,
)
from cutpoint.data.generate import make_mixed
from cutpoint.tree.costs import cheapest, cost_matrix, prior_weights
from cutpoint.tree.model import Model

LEARNERS = [C45Classifier, TreeClassifier, MultiwayTreeClassifier, T2Classifier]
CLASSES = ("a", "b", "c")


def test_the_class_of_least_expected_cost_worked_by_hand() -> None:
    # 10 cases of one kind: 2 ill, 8 well. To send an ill one home costs 5, to keep a well one 1.
    # "ill" is expected to cost 0.8 x 1 = 0.8, "well" 0.2 x 5 = 1: keep them all.
    X, y = [[0.0]] * 10, ["ill"] * 2 + ["well"] * 8
    for learner in LEARNERS:
        plain = learner().fit(X, y)
        model = learner(cost_matrix={"ill": {"well": 5}}).fit(X, y)
        assert plain.predict([[0.0]]).tolist() == ["well"]
        assert model.predict([[0.0]]).tolist() == ["ill"]
        np.testing.assert_array_equal(model.predict_proba([[0.0]]), [[0.2, 0.8]])
        assert model.tree_.root.label == "ill"
        assert model.tree_.errors[0] == 8
        assert model.tree_.classify({"x0": 0.0}) == "ill"
        # 3.9 would make both cost the same but for 0.02: 0.2 x 3.9 = 0.78 < 0.8.
        cheaper = learner(cost_matrix={"ill": {"well": 3.9}}).fit(X, y)
        assert cheaper.predict([[0.0]]).tolist() == ["well"]
        # Exactly the same: the first class in their order.
        tied = learner(cost_matrix={"ill": {"well": 4}}).fit(X, y)
        assert tied.predict([[0.0]]).tolist() == ["ill"]


def test_a_third_class_may_be_the_cheapest_guess_and_the_least_probable() -> None:
    costs = cost_matrix([[0, 9, 1], [9, 0, 1], [1, 1, 0]], CLASSES)
    assert cheapest(np.array([[0.45, 0.45, 0.1], [0.95, 0.05, 0.0]]), costs).tolist() == [2, 0]


@pytest.mark.parametrize("seed", range(5))
def test_the_choice_is_that_of_a_plain_loop(seed: int) -> None:
    rng = np.random.default_rng(seed)
    costs = rng.integers(1, 20, (4, 4)) * (1.0 - np.eye(4))
    shares = rng.dirichlet(np.ones(4), 500)
    for given, row in zip(cheapest(shares, costs).tolist(), shares.tolist(), strict=True):
        expected = [sum(row[i] * costs[i, j] for i in range(4)) for j in range(4)]
        assert given == min(range(4), key=expected.__getitem__)


def test_a_case_weighs_as_much_as_the_errors_of_its_class_cost() -> None:
    costs = np.array([[0, 3, 7], [1, 0, 1], [2, 2, 0.0]])  # in all 10, 2 and 4
    weights = prior_weights(costs, np.array([10.0, 20.0, 30.0]))
    # 10 x 10 + 20 x 2 + 30 x 4 = 260, to be scaled to 60 cases
    np.testing.assert_allclose(weights, np.array([10, 2, 4]) * 60 / 260, rtol=1e-6)
    assert prior_weights(1 - np.eye(3), np.array([10.0, 20.0, 30.0])) is None


@pytest.mark.parametrize("learner", LEARNERS)
@pytest.mark.parametrize("seed", range(3))
def test_the_tests_are_those_of_the_cases_weighted_by_hand(learner: Any, seed: int) -> None:
    table = make_mixed(600, random_state=seed)
    costs = np.array([[0, 3, 7], [1, 0, 1], [2, 2, 0.0]])
    model = learner(cost_matrix=costs).fit_table(table)
    X = table.matrix()
    weights = prior_weights(costs, np.bincount(table.target).astype(float))
    assert weights is not None
    by_hand = learner().fit_table(replace(table, weights=weights[table.target]))
    for tree, other in (
        (model.tree_, by_hand.tree_),
        (model.unpruned_tree_, by_hand.unpruned_tree_),
    ):
        np.testing.assert_array_equal(tree.attribute, other.attribute)
        np.testing.assert_array_equal(tree.branch_of, other.branch_of)
        np.testing.assert_array_equal(tree.cuts, other.cuts)
        # The distributions are those of the cases as they are.
        np.testing.assert_allclose(tree.distribution, other.distribution / weights)
        np.testing.assert_allclose(tree.cases, tree.distribution.sum(axis=1))
        np.testing.assert_allclose(tree.distribution[0], np.bincount(table.target), atol=1e-6)
    shares = model.tree_.predict_proba(X)
    np.testing.assert_array_equal(model.tree_.predict_codes(X), np.argmin(shares @ costs, axis=1))


def test_costs_that_are_all_the_same_change_nothing() -> None:
    table = make_mixed(500, random_state=1)
    for learner in LEARNERS:
        plain = learner().fit_table(table)
        model = learner(cost_matrix=3.0 * (1 - np.eye(3))).fit_table(table)
        np.testing.assert_array_equal(model.tree_.distribution, plain.tree_.distribution)
        np.testing.assert_array_equal(
            model.tree_.predict_codes(table.matrix()), plain.tree_.predict_codes(table.matrix())
        )


@pytest.mark.parametrize("learner", LEARNERS)
def test_learning_with_costs_costs_less_on_cases_it_has_not_seen(learner: Any) -> None:
    costs = np.array([[0, 1, 1], [20, 0, 1], [20, 1, 0.0]])
    with_costs = without = 0.0
    for seed in range(4):
        table = make_mixed(1500, random_state=seed)
        cases, others = table.take(np.arange(1000)), table.take(np.arange(1000, 1500))
        for matrix in (costs, None):
            given = (
                learner(cost_matrix=matrix).fit_table(cases).tree_.predict_codes(others.matrix())
            )
            paid = costs[others.target, given].sum()
            with_costs, without = (
                (with_costs + paid, without) if matrix is not None else (with_costs, without + paid)
            )
    assert with_costs < 0.8 * without


def test_dicts_frames_and_arrays_say_the_same() -> None:
    array = [[0, 2, 1], [1, 0, 1], [0.5, 1, 0]]
    frame = pd.DataFrame(array, index=list(CLASSES), columns=list(CLASSES))
    partial = pd.DataFrame({"b": [2, np.nan], "a": [np.nan, 0.5]}, index=["a", "c"])
    for given in (
        array,
        np.array(array),
        frame,
        frame.loc[["c", "a", "b"], ["b", "c", "a"]],
        partial,
        {"a": {"b": 2}, "c": {"a": 0.5}},
        {("a", "b"): 2, ("c", "a"): 0.5},
    ):
        np.testing.assert_array_equal(cost_matrix(given, CLASSES), array)
    numbers = cost_matrix({np.int64(1): {2.0: 7}}, (1, 2))
    np.testing.assert_array_equal(numbers, [[0, 7], [1, 0]])


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"a": {"z": 2}}, "a class 'z' that is not among the classes: a, b, c"),
        ({"z": {"a": 2}}, "a class 'z'"),
        ({"a": {"b": -1}}, "predicting 'b' where 'a' is true is -1: a cost is a finite number"),
        ({"a": {"b": np.inf}}, "is inf: a cost is a finite number, 0 or more"),
        ({"a": {"b": "x"}}, "is 'x', which is not a number"),
        ({"a": {"b": None}}, "is None, which is not a number"),
        ({"a": {"a": 1}}, "predicting 'a' where 'a' is true is 1: a right prediction must cost 0"),
        ({"a": 3}, "the costs of 'a' must be a dict"),
        ([[0, 1], [1, 0]], "must be 3 x 3, true classes by row and predicted ones by column"),
        (np.ones((3, 3)), "a right prediction must cost 0"),
        (np.zeros((3, 3)), "every cost is 0"),
        ([["x"]], "must be a dict .* or 3 x 3 numbers, not "),
        ("x", "must be a dict .* or 3 x 3 numbers, not 'x'"),
        (3, "not a single number"),
        (np.full((3, 3), np.nan), "is nan"),
    ],
)
def test_costs_that_make_no_sense_are_refused(given: Any, said: str) -> None:
    with pytest.raises(InputError, match=said):
        cost_matrix(given, CLASSES)


def test_a_class_whose_errors_cost_nothing_is_still_learned_from() -> None:
    weights = prior_weights(np.array([[0, 5.0], [0, 0]]), np.array([50.0, 50.0]))
    assert weights is not None
    assert 0 < weights[1] < 0.01 < weights[0]
    table = make_mixed(300, random_state=0)
    model = TreeClassifier(cost_matrix=[[0, 1, 1], [0, 0, 0], [1, 1, 0]]).fit_table(table)
    np.testing.assert_allclose(model.tree_.distribution[0], np.bincount(table.target), rtol=1e-5)


def test_weights_of_cases_and_classes_go_together_with_costs() -> None:
    X, y = [[0.0]] * 10, ["ill"] * 2 + ["well"] * 8
    model = C45Classifier(cost_matrix={"ill": {"well": 5}}, class_weight={"ill": 4, "well": 1})
    model.fit(X, y, sample_weight=[1.0] * 2 + [2.0] * 8)
    np.testing.assert_allclose(model.predict_proba([[0.0]]), [[1 / 3, 2 / 3]])
    np.testing.assert_allclose(model.tree_.distribution[0], [8, 16])


def test_trials_and_costs_are_refused_together() -> None:
    with pytest.raises(InputError, match="leave out the trials, or the costs"):
        C45Classifier(trials=2, cost_matrix={"a": {"b": 2}}).fit([[1], [2]] * 9, ["a", "b"] * 9)


@pytest.mark.parametrize("faithful", [False, True])
def test_a_saved_model_decides_by_its_costs(faithful: bool, tmp_path: Path) -> None:
    table = make_mixed(400, random_state=2)
    costs = [[0, 1, 1], [20, 0, 1], [20, 1, 0.0]]
    model = C45Classifier(cost_matrix=costs, faithful=faithful).fit_table(table)
    model.save(tmp_path / "model.json")
    fields = json.loads((tmp_path / "model.json").read_text())
    assert (fields["version"], fields["costs"]) == (2, costs)
    again = load(tmp_path / "model.json")
    assert again.tree_ == model.tree_
    assert again.to_model().to_json() == model.to_model().to_json()
    codes = model.tree_.predict_codes(table.matrix())
    np.testing.assert_array_equal(again.tree_.predict_codes(table.matrix()), codes)
    assert (codes != np.argmax(model.tree_.predict_proba(table.matrix()), axis=1)).any()
    assert model.to_model().expected_error_rate is None
    for bad, said in [
        ([[0]], "'costs': the costs must be 3 x 3"),
        ("x", "'costs' must be a list"),
        ([1, 2, 3], "'costs': a row must be a list"),
        ([[0, True, 1]] * 3, "'costs' must hold numbers"),
        ([[0, -1, 1], [1, 0, 1], [1, 1, 0]], "a cost is a finite number"),
        ([[0, 10**400, 1], [1, 0, 1], [1, 1, 0]], "'costs'"),
    ]:
        with pytest.raises(InputError, match=said):
            Model.from_json(json.dumps(fields | {"costs": bad}))


def test_consulting_names_the_class_of_least_expected_cost() -> None:
    X, y = [[0.0]] * 10, ["ill"] * 2 + ["well"] * 8
    model = C45Classifier(cost_matrix={"ill": {"well": 5}}).fit(X, y).to_model()
    verdict = model.consult(lambda attribute: None)
    assert verdict.cheapest == "ill"
    assert verdict.to_dict()["least_expected_cost"] == "ill"
    assert verdict.classes[0].label == "well"


@pytest.mark.parametrize("seed", range(4))
def test_no_tree_of_two_levels_costs_less_than_that_of_t2(seed: int) -> None:
    # Of one number in few values: a root that parts it in two, and three intervals on each side.
    rng = np.random.default_rng(seed)
    values, truth = rng.integers(0, 9, 120), rng.integers(0, 2, 120)
    costs = np.array([[0, 1], [7, 0.0]])
    model = T2Classifier(cost_matrix=costs).fit(values[:, np.newaxis], truth)
    paid = costs[truth, model.predict(values[:, np.newaxis])].sum()

    def cheapest_leaf(low: int, high: int) -> float:
        inside = truth[(values >= low) & (values < high)]
        return min(costs[inside, label].sum() for label in (0, 1))

    best = min(
        sum(cheapest_leaf(low, high) for low, high in pairwise([0, *cuts, 9]))
        for n_cuts in range(6)
        for cuts in combinations(range(1, 9), n_cuts)
    )
    assert paid == best
