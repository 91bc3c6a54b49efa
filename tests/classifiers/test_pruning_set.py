"""A pruning set: what it decides, and what it may not touch."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_breast_cancer

from cutpoint import (
    C45Classifier,
    InputError,
    MultiwayTreeClassifier,
    T2Classifier,
    TreeClassifier,
    load,
)
from cutpoint.tree.pruning import PruningSequence

LEARNERS = [
    TreeClassifier(),
    TreeClassifier("gini", nominal="groups"),
    TreeClassifier(nominal="binary", pruning=None),
    MultiwayTreeClassifier(),
    MultiwayTreeClassifier(cuts="equal_depth"),
    C45Classifier(),
    C45Classifier(group_values=True),
]


def mixed(n: int, seed: int) -> tuple[pd.DataFrame, np.ndarray]:
    """Return numbers and texts, some missing, and a class that they decide but for noise."""
    rng = np.random.default_rng(seed)
    ward = rng.choice(["eye", "heart", "skin", "lung"], n)
    frame = pd.DataFrame({"age": rng.normal(50, 15, n), "dose": rng.random(n), "ward": ward})
    ill = (frame["age"] > 55) ^ (ward == "heart") ^ (rng.random(n) < 0.2)
    frame.loc[rng.random(n) < 0.1, "age"] = np.nan
    frame.loc[rng.random(n) < 0.1, "ward"] = None
    return frame, np.where(ill, "ill", "well")


@pytest.mark.parametrize("learner", LEARNERS, ids=lambda model: re.sub(r"\s+", " ", str(model)))
def test_the_member_with_the_fewest_errors_is_taken_the_smaller_on_ties(learner: Any) -> None:
    X, y = mixed(300, 1)
    other_X, other_y = mixed(150, 2)
    model = learner.fit(X, y, pruning_set=(other_X, other_y))
    path = model.pruning_path_
    sequence = PruningSequence(model.unpruned_tree_, model.learn_spec().risk)
    wrong = []
    for k in range(len(sequence)):
        model.tree_ = sequence.member(k)
        wrong.append((model.predict(other_X) != other_y).sum())
    fewest = max(k for k in range(len(wrong)) if wrong[k] == min(wrong))
    assert path.chosen == fewest
    assert path.errors == pytest.approx(np.array(wrong) / len(other_y))
    again = learner.fit(X, y, pruning_set=(other_X, other_y))
    assert again.tree_ == sequence.member(fewest)


@pytest.mark.parametrize("learner", LEARNERS[:6:2], ids=lambda model: type(model).__name__)
def test_a_poisoned_set_changes_how_much_is_pruned_and_nothing_else(learner: Any) -> None:
    X, y = mixed(300, 3)
    grown = type(learner)(**(learner.get_params() | {"pruning": None})).fit(X, y).tree_
    other_X, other_y = mixed(150, 4)
    poisons = {
        "inverted classes": (other_X, np.where(other_y == "ill", "well", "ill")),
        "enormous numbers": (other_X.assign(age=1e300, dose=-1e300), other_y),
        "nothing known": (other_X.assign(age=np.nan, dose=np.nan, ward=None), other_y),
        "unseen values": (other_X.assign(ward="dentist"), other_y),
        "one case": (other_X.iloc[:1], other_y[:1]),
    }
    sizes = set()
    for poison in poisons.values():
        model = learner.fit(X, y, pruning_set=poison)
        assert model.unpruned_tree_ == grown
        sequence = PruningSequence(grown, model.learn_spec().risk)
        assert model.tree_ == sequence.member(model.pruning_path_.chosen)
        assert model.classes_.tolist() == ["ill", "well"]
        assert model.tree_.attributes == grown.attributes
        sizes.add(model.tree_.n_leaves)
    assert len(sizes) > 1
    inverted = learner.fit(X, y, pruning_set=poisons["inverted classes"]).tree_
    honest = learner.fit(X, y, pruning_set=(other_X, other_y)).tree_
    assert inverted != honest


def test_weights_of_the_pruning_set_are_numbers_of_cases() -> None:
    X, y = mixed(300, 5)
    other_X, other_y = mixed(100, 6)
    copies = np.random.default_rng(0).integers(0, 4, len(other_y))
    rows = np.repeat(np.arange(len(other_y)), copies)
    weighted = TreeClassifier().fit(X, y, pruning_set=(other_X, other_y, copies))
    repeated = TreeClassifier().fit(X, y, pruning_set=(other_X.iloc[rows], other_y[rows]))
    assert weighted.tree_ == repeated.tree_
    assert np.array_equal(weighted.pruning_path_.errors, repeated.pruning_path_.errors)


def test_weights_of_classes_count_in_the_pruning_set_too() -> None:
    X, y = mixed(300, 7)
    other_X, other_y = mixed(100, 8)
    by_class = {"ill": 3.0, "well": 1.0}
    weights = np.where(other_y == "ill", 3.0, 1.0)
    one = TreeClassifier(class_weight=by_class).fit(X, y, pruning_set=(other_X, other_y))
    two = TreeClassifier().fit(
        X, y, np.where(y == "ill", 3.0, 1.0), pruning_set=(other_X, other_y, weights)
    )
    assert one.tree_ == two.tree_
    assert np.array_equal(one.pruning_path_.errors, two.pruning_path_.errors)


def test_a_pruned_model_can_be_saved(tmp_path) -> None:
    X, y = mixed(300, 9)
    model = TreeClassifier().fit(X, y, pruning_set=mixed(100, 10))
    model.save(tmp_path / "model.json")
    again = load(tmp_path / "model.json")
    assert again.tree_ == model.tree_
    assert again.unpruned_tree_ == model.unpruned_tree_


def test_arrays_without_names_are_matched_by_position() -> None:
    X, y = load_breast_cancer(return_X_y=True)
    model = TreeClassifier().fit(X[::2], y[::2], pruning_set=(X[1::2], y[1::2]))
    assert model.pruning_path_.errors[model.pruning_path_.chosen] == pytest.approx(
        1 - model.score(X[1::2], y[1::2])
    )


X, Y = mixed(60, 11)


@pytest.mark.parametrize(
    ("pruning_set", "message"),
    [
        ((X.drop(columns="dose"), Y), "the pruning set: .*no column.*dose"),
        ((X.to_numpy()[:, :2], Y), "the pruning set: X has 2 features"),
        ((X.assign(age="old"), Y), "the pruning set: .*age"),
        (
            (X, np.where(Y == "ill", "sick", Y)),
            "the pruning set: .*'sick' is not among the classes",
        ),
        ((X, Y[:5]), "the pruning set: X has 60 rows and y has 5"),
        ((X, [None, *Y[1:]]), "the pruning set: row 0: the class is missing"),
        ((X, Y, -np.ones(60)), "the pruning set: .*weight"),
        ((X, Y, np.zeros(60)), "the pruning set: all weights are zero"),
        ((X.iloc[:0], Y[:0]), "the pruning set has no case"),
        (X, "must be a pair"),
        ((X,), "must be a pair"),
    ],
)
def test_another_pruning_set_is_refused_in_one_sentence(pruning_set: Any, message: str) -> None:
    with pytest.raises(InputError, match=message) as error:
        TreeClassifier().fit(X, Y, pruning_set=pruning_set)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("model", "message"),
    [
        (C45Classifier(faithful=True), "no part of C4.5 Release 8"),
        (C45Classifier(trials=2), "does not go with windows"),
        (T2Classifier(), "it is not pruned"),
        (TreeClassifier(pruning="cost_complexity", ccp_alpha=0.1), "leave one out"),
    ],
)
def test_learners_without_a_sequence_take_no_pruning_set(model: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        model.fit(X, Y, pruning_set=(X, Y))


@pytest.mark.parametrize(
    ("model", "message"),
    [
        (TreeClassifier(ccp_alpha=0.1), "add that, or leave ccp_alpha out"),
        (C45Classifier(pruning="cost_complexity", faithful=True), "Release 8"),
        (C45Classifier(pruning="cost_complexity", window=20), "windows"),
        (TreeClassifier(pruning="cost_complexity", ccp_alpha=-1.0), "ccp_alpha"),
        (TreeClassifier(pruning="twig"), "pruning"),
    ],
)
def test_settings_that_contradict_each_other_are_refused(model: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        model.fit(X, Y)
