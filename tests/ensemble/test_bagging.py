"""Tree bagging."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_breast_cancer, load_iris, load_wine, make_classification
from sklearn.ensemble import AdaBoostClassifier, BaggingClassifier, VotingClassifier
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import cross_val_score
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils.estimator_checks import parametrize_with_checks

from cutpoint import (
    BaggedTreesClassifier,
    C45Classifier,
    InputError,
    MultiwayTreeClassifier,
    T2Classifier,
    TreeClassifier,
    load,
)
from cutpoint.ensemble.units import drawn_from, whole_units

LEARNERS = [
    TreeClassifier(),
    TreeClassifier("gini", threshold="median", pruning=None),
    MultiwayTreeClassifier(),
    C45Classifier(group_values=True),
    C45Classifier(faithful=False, confidence=0.1),
    TreeClassifier(pruning="cost_complexity"),
    T2Classifier(),
]


def mixed(n: int = 200, seed: int = 0, missing: float = 0.1) -> tuple[pd.DataFrame, Any]:
    """Return numbers and texts, some missing, and three classes."""
    rng = np.random.default_rng(seed)
    ward = rng.choice(["eye", "heart", "skin"], n)
    frame = pd.DataFrame({"age": rng.normal(50, 15, n), "dose": rng.random(n), "ward": ward})
    y = np.where(frame["age"] > 55, "old", np.where(ward == "heart", "heart", "well"))
    y[rng.random(n) < 0.15] = "well"
    frame.loc[rng.random(n) < missing, "age"] = np.nan
    frame.loc[rng.random(n) < missing, "ward"] = None
    return frame, y


@parametrize_with_checks([BaggedTreesClassifier(), BaggedTreesClassifier(T2Classifier(), 3)])
def test_scikit_learns_checks_pass(estimator: Any, check: Any) -> None:
    check(estimator)


# ---- what is learned -----------------------------------------------------------------------------


@pytest.mark.parametrize("learner", LEARNERS, ids=str)
@pytest.mark.parametrize("missing", [0.0, 0.1])
def test_bagging_is_a_plain_loop_of_weighted_fits(learner: Any, missing: float) -> None:
    X, y = mixed(150, missing=missing)
    bagged = BaggedTreesClassifier(learner, n_estimators=4, random_state=7).fit(X, y)
    table = bagged.estimators_[0]
    resamples = copies_of(X, y, 4, 7)
    total = 0.0
    for fitted, copies in zip(bagged.estimators_, resamples, strict=True):
        alone = type(learner)(**learner.get_params()).fit(X, y, sample_weight=copies)
        assert fitted.tree_ == alone.tree_
        assert fitted.unpruned_tree_ == alone.unpruned_tree_
        total = total + alone.predict_proba(X)
    assert np.array_equal(bagged.predict_proba(X), total / 4)
    assert table.classes_.tolist() == bagged.classes_.tolist()


def copies_of(X: Any, y: Any, n_resamples: int, seed: int) -> list[Any]:
    """Return the resamples that bagging draws, as weights of the rows of X."""
    model = TreeClassifier()
    table = model._typed_table(X, y, None, model)
    return list(drawn_from(table, None, n_resamples, 1.0, seed))


@pytest.mark.parametrize("missing", [0.0, 0.1])
def test_a_pruning_set_prunes_every_tree_and_none_is_grown_from_it(missing: float) -> None:
    X, y = mixed(150, missing=missing)
    other = mixed(100, seed=1, missing=missing)
    bag = BaggedTreesClassifier(n_estimators=4, random_state=7)
    unpruned = [fitted.unpruned_tree_ for fitted in bag.fit(X, y).estimators_]
    bag.fit(X, y, pruning_set=other)
    for fitted, tree, copies in zip(bag.estimators_, unpruned, copies_of(X, y, 4, 7), strict=True):
        alone = TreeClassifier().fit(X, y, sample_weight=copies, pruning_set=other)
        assert fitted.unpruned_tree_ == tree
        assert fitted.tree_ == alone.tree_
    poisoned = np.roll(np.unique(other[1]), 1)[np.unique(other[1], return_inverse=True)[1]]
    bag.fit(X, y, pruning_set=(other[0], poisoned))
    assert [fitted.unpruned_tree_ for fitted in bag.estimators_] == unpruned
    assert all(fitted.tree_.n_leaves < 3 for fitted in bag.estimators_)


@pytest.mark.parametrize(
    ("learner", "pruning_set", "message"),
    [
        (None, 3, "must be a pair"),
        (None, ([[1.0, 2.0]], ["a"]), "the pruning set: X has 2 features"),
        (None, ([[1.0]], ["z"]), "the pruning set: .*'z'"),
        (T2Classifier(), ([[1.0]], ["a"]), "leave the pruning set out"),
        (TreeClassifier(pruning="cost_complexity", ccp_alpha=0.1), ([[1.0]], ["a"]), "leave one"),
    ],
)
def test_a_pruning_set_that_does_not_fit_is_refused(
    learner: Any, pruning_set: Any, message: str
) -> None:
    with pytest.raises(InputError, match=message):
        BaggedTreesClassifier(learner).fit(
            [[1.0], [2.0]] * 3, list("ab" * 3), pruning_set=pruning_set
        )


def test_a_resample_is_a_bootstrap() -> None:
    X, y = mixed(2000)
    copies = np.array(copies_of(X, y, 20, 3))
    assert (copies.sum(axis=1) == 2000).all()
    assert (copies == 0).mean() == pytest.approx(np.exp(-1), abs=0.01)
    assert (copies == 1).mean() == pytest.approx(np.exp(-1), abs=0.01)
    assert np.abs(np.corrcoef(copies)[np.triu_indices(20, 1)]).max() < 0.12


@pytest.mark.filterwarnings("ignore:.*in every resample")
@pytest.mark.parametrize("n_jobs", [2, 3, -1])
def test_threads_change_nothing(n_jobs: int) -> None:
    X, y = mixed(300)
    settings: Any = {"n_estimators": 7, "random_state": 1, "oob_score": True}
    one = BaggedTreesClassifier(**settings).fit(X, y)
    more = BaggedTreesClassifier(**settings, n_jobs=n_jobs).fit(X, y)
    assert [fitted.tree_ for fitted in one.estimators_] == [m.tree_ for m in more.estimators_]
    assert np.array_equal(one.predict_proba(X), more.predict_proba(X))
    assert np.array_equal(one.oob_decision_function_, more.oob_decision_function_, equal_nan=True)


def test_the_order_of_rows_changes_nothing_and_a_seed_does() -> None:
    X, y = mixed(150, missing=0.0)
    order = np.random.default_rng(4).permutation(150)
    one = BaggedTreesClassifier(random_state=1).fit(X, y)
    other = BaggedTreesClassifier(random_state=1).fit(X.iloc[order], y[order])
    third = BaggedTreesClassifier(random_state=2).fit(X, y)
    assert [m.tree_ for m in one.estimators_] == [m.tree_ for m in other.estimators_]
    assert [m.tree_ for m in one.estimators_] != [m.tree_ for m in third.estimators_]


def test_whole_weights_are_equal_cases_and_others_multiply() -> None:
    X, y = mixed(100, missing=0.0)
    counts = np.random.default_rng(1).integers(0, 3, 100)
    weighted = BaggedTreesClassifier(random_state=1).fit(X, y, counts)
    repeated = BaggedTreesClassifier(random_state=1).fit(
        X.loc[X.index.repeat(counts)], y.repeat(counts)
    )
    assert [m.tree_ for m in weighted.estimators_] == [m.tree_ for m in repeated.estimators_]
    halves = counts + 0.5
    model = BaggedTreesClassifier(n_estimators=3, random_state=1).fit(X, y, halves)
    for fitted, copies in zip(model.estimators_, copies_of(X, y, 3, 1), strict=True):
        assert fitted.tree_ == TreeClassifier().fit(X, y, halves * copies).tree_


def test_weights_of_many_units_are_not_drawn_one_by_one() -> None:
    assert whole_units(np.array([1e9, 1.0])) is None
    model = BaggedTreesClassifier(random_state=0).fit([[1], [2]] * 5, ["a", "b"] * 5, [1e6] * 10)
    assert model.estimators_[0].tree_.cases[0] == 1e7


@pytest.mark.parametrize(("max_samples", "cases"), [(0.5, 75), (30, 30), (1.0, 150), (400, 400)])
def test_so_many_cases_are_drawn(max_samples: Any, cases: int) -> None:
    X, y = mixed(150, missing=0.0)
    model = BaggedTreesClassifier(max_samples=max_samples, random_state=0).fit(X, y)
    assert {float(fitted.tree_.cases[0]) for fitted in model.estimators_} == {float(cases)}


def test_a_class_that_a_resample_lacks_is_still_a_class() -> None:
    X = np.arange(40.0)[:, np.newaxis]
    y = np.array(["rare"] + ["a", "b"] * 19 + ["a"])
    model = BaggedTreesClassifier(n_estimators=12, random_state=0, oob_score=True).fit(X, y)
    assert any(fitted.tree_.distribution[0, 2] == 0 for fitted in model.estimators_)
    assert model.predict_proba(X).shape == (40, 3)
    assert model.oob_decision_function_.shape == (40, 3)


# ---- out of bag, importances ---------------------------------------------------------------------


def test_out_of_bag_each_case_is_judged_by_the_trees_that_have_not_seen_it() -> None:
    X, y = mixed(120)
    model = BaggedTreesClassifier(n_estimators=15, oob_score=True, random_state=3).fit(X, y)
    expected = np.zeros((120, 3))
    votes = np.zeros(120)
    for fitted, copies in zip(model.estimators_, copies_of(X, y, 15, 3), strict=True):
        unseen = copies == 0
        expected[unseen] += fitted.predict_proba(X)[unseen]
        votes += unseen
    assert model.oob_decision_function_ == pytest.approx(expected / votes[:, np.newaxis])
    given = model.classes_[expected.argmax(axis=1)]
    assert model.oob_score_ == pytest.approx((given == y).mean())


def test_cases_that_are_in_every_resample_are_told() -> None:
    X, y = load_iris(return_X_y=True)
    with pytest.warns(UserWarning, match="cases are in every resample"):
        model = BaggedTreesClassifier(n_estimators=2, oob_score=True, random_state=0).fit(X, y)
    never = np.isnan(model.oob_decision_function_).any(axis=1)
    assert 0 < never.sum() < len(y)
    assert 0.5 < model.oob_score_ <= 1


def test_the_out_of_bag_error_is_about_that_of_new_cases() -> None:
    X, y = make_classification(1500, 8, n_informative=5, flip_y=0.1, random_state=0)
    model = BaggedTreesClassifier(n_estimators=40, oob_score=True, random_state=0)
    model.fit(X[:1000], y[:1000])
    assert model.oob_score_ == pytest.approx(model.score(X[1000:], y[1000:]), abs=0.05)


def test_importances_are_means_over_the_trees_with_their_spread() -> None:
    X, y = load_wine(return_X_y=True)
    model = BaggedTreesClassifier(random_state=0).fit(X, y)
    of_trees = np.array([fitted.feature_importances_ for fitted in model.estimators_])
    assert model.feature_importances_ == pytest.approx(of_trees.mean(axis=0))
    assert model.feature_importances_std_ == pytest.approx(of_trees.std(axis=0))


def test_bagging_errs_less_than_a_tree() -> None:
    for loader in (load_wine, load_breast_cancer):
        X, y = loader(return_X_y=True)
        alone = cross_val_score(TreeClassifier(), X, y, cv=5).mean()
        bagged = cross_val_score(BaggedTreesClassifier(n_estimators=25, random_state=0), X, y, cv=5)
        assert bagged.mean() > alone


def test_probabilities_of_leaves_are_estimated_as_the_trees_do() -> None:
    X, y = mixed(150)
    model = BaggedTreesClassifier(TreeClassifier(probabilities="laplace"), random_state=0).fit(X, y)
    mean = np.mean([fitted.predict_proba(X) for fitted in model.estimators_], axis=0)
    assert model.predict_proba(X) == pytest.approx(mean)
    assert model.predict_proba(X).min() > 0


# ---- files ---------------------------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore:.*in every resample")
@pytest.mark.parametrize("learner", [None, *LEARNERS], ids=str)
def test_a_bag_is_saved_and_loaded(learner: Any, tmp_path: Any) -> None:
    X, y = mixed(150)
    model = BaggedTreesClassifier(learner, 6, oob_score=True, random_state=2).fit(X, y)
    model.save(tmp_path / "bag.json")
    again = load(tmp_path / "bag.json")
    assert isinstance(again, BaggedTreesClassifier)
    assert np.array_equal(again.predict_proba(X), model.predict_proba(X))
    assert again.predict(X).tolist() == model.predict(X).tolist()
    assert again.oob_score_ == model.oob_score_
    assert again.n_estimators == 6
    assert type(again.estimators_[0]) is type(model.estimators_[0])
    again.save(tmp_path / "again.json")
    assert (tmp_path / "again.json").read_bytes() == (tmp_path / "bag.json").read_bytes()
    assert again.fit(X, y).predict(X).tolist() == model.predict(X).tolist()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda file: file.update(trees=[]), "at least one tree"),
        (lambda file: file.update(trees=3), "'trees' must be a list"),
        (lambda file: file["trees"][1].pop("nodes"), "tree 1: must be an object with 'nodes'"),
        (lambda file: file["trees"][1]["nodes"].pop(), "tree 1: "),
        (lambda file: file.pop("trees"), "has no 'trees'"),
        (lambda file: file.update(tree_learner="os.system"), "which this version does not know"),
        (lambda file: file.update(tree_parameters=[]), "'tree_parameters' must be"),
        (lambda file: file["tree_parameters"].update(min_cases=-1), "min_cases"),
        (lambda file: file["tree_parameters"].update(m="x"), "say no estimate"),
        (lambda file: file.update(version=9), "newer Cutpoint"),
    ],
)
def test_a_file_with_anything_wrong_is_refused(change: Any, message: str, tmp_path: Any) -> None:
    X, y = load_iris(return_X_y=True)
    path = tmp_path / "bag.json"
    BaggedTreesClassifier(n_estimators=3, random_state=0).fit(X, y).save(path)
    file = json.loads(path.read_text())
    change(file)
    path.write_text(json.dumps(file))
    with pytest.raises(InputError, match=message) as error:
        load(path)
    assert "bag.json" in str(error.value)


def test_an_estimate_of_endless_weight_is_refused(tmp_path: Any) -> None:
    X, y = load_iris(return_X_y=True)
    path = tmp_path / "bag.json"
    BaggedTreesClassifier(n_estimators=2, random_state=0).fit(X, y).save(path)
    file = json.loads(path.read_text())
    file["tree_parameters"]["m"] = 987.125
    path.write_text(json.dumps(file).replace("987.125", "1e999"))
    with pytest.raises(InputError, match="say no estimate"):
        load(path)


def test_a_bag_is_not_consulted() -> None:
    X, y = load_iris(return_X_y=True)
    model = BaggedTreesClassifier(random_state=0).fit(X, y).to_model()
    with pytest.raises(InputError, match="a bag of 10 trees cannot be consulted"):
        model.consult(lambda attribute: None)  # type: ignore[arg-type, return-value]


# ---- bad input -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"n_estimators": 0}, "n_estimators"),
        ({"max_samples": 0.0}, "max_samples"),
        ({"max_samples": 1.5}, "max_samples"),
        ({"estimator": DecisionTreeClassifier()}, "estimator"),
        ({"estimator": TreeClassifier("nonsense")}, "criterion"),
        ({"n_jobs": 0}, "n_jobs must not be 0"),
        ({"estimator": TreeClassifier(cost_matrix=np.ones((3, 3)) - np.eye(3))}, "cost_matrix"),
    ],
)
def test_settings_that_make_no_sense_are_refused(settings: Any, message: str) -> None:
    X, y = load_iris(return_X_y=True)
    with pytest.raises(ValueError, match=message):
        BaggedTreesClassifier(**settings).fit(X, y)


@pytest.mark.parametrize(
    ("X", "y"),
    [([[1.0]], ["a"]), ([[1.0], [1.0]], ["a", "b"]), ([[1.0], [2.0], [3.0]], ["a", "a", "a"])],
)
@pytest.mark.filterwarnings("ignore:.*in every resample")
def test_hardly_any_cases_give_an_answer(X: Any, y: Any) -> None:
    model = BaggedTreesClassifier(random_state=0, oob_score=True).fit(X, y)
    assert model.predict_proba(X).sum(axis=1) == pytest.approx(1)


def test_a_bag_without_trees_says_so() -> None:
    with pytest.raises(NotFittedError):
        BaggedTreesClassifier().predict([[1.0]])
    with pytest.raises(NotFittedError):
        BaggedTreesClassifier().save("nowhere.json")


# ---- scikit-learn's own ensembles ----------------------------------------------------------------


@pytest.mark.parametrize("learner", [TreeClassifier(), C45Classifier(), MultiwayTreeClassifier()])
def test_scikit_learns_bagging_takes_our_trees(learner: Any) -> None:
    X, y = load_wine(return_X_y=True)
    model = BaggingClassifier(learner, n_estimators=8, oob_score=False, random_state=0).fit(X, y)
    assert model.score(X, y) > 0.95
    assert type(model.estimators_[0]) is type(learner)


@pytest.mark.parametrize("learner", [TreeClassifier(max_depth=1), C45Classifier(max_depth=2)])
def test_adaboost_takes_our_trees(learner: Any) -> None:
    X, y = load_breast_cancer(return_X_y=True)
    model = AdaBoostClassifier(learner, n_estimators=20, random_state=0).fit(X, y)
    assert model.score(X, y) > type(learner)(**learner.get_params()).fit(X, y).score(X, y)


def test_a_vote_takes_our_trees_and_bags() -> None:
    X, y = load_wine(return_X_y=True)
    members = [("c45", C45Classifier()), ("bag", BaggedTreesClassifier(random_state=0))]
    model = VotingClassifier(members, voting="soft").fit(X, y)
    mean = np.mean([member.predict_proba(X) for member in model.estimators_], axis=0)
    assert model.predict_proba(X) == pytest.approx(mean)
