"""Tuning: the candidates, the folds, and the choice."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.datasets import load_wine
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier

import cutpoint
from cutpoint import C45Classifier, C45RulesClassifier, InputError, T2Classifier, tune
from cutpoint.compare import folds_of
from cutpoint.data import make_mixed, table_from
from cutpoint.tuning import default_grid, one_standard_error, tune_table
from cutpoint.validation import cross_validate

X, Y = load_wine(return_X_y=True)
SMALL = {"min_cases": [2, 10, 40], "confidence": [0.1, 0.25]}


def test_scores_are_those_of_scikit_learns_own_search() -> None:
    fold = folds_of(Y, 5, np.random.default_rng(3))
    splits = [(np.flatnonzero(fold != f), np.flatnonzero(fold == f)) for f in range(5)]
    expected = GridSearchCV(C45Classifier(), SMALL, cv=splits).fit(X, Y)
    found = tune(C45Classifier(), X, Y, SMALL, cv=5, random_state=3, rule="best")
    for name in ("mean_test_score", "split0_test_score", "split4_test_score"):
        assert found.cv_results_[name].tolist() == expected.cv_results_[name].tolist()
    assert found.best_params_ == expected.best_params_
    assert found.best_score_ == pytest.approx(expected.best_score_, abs=1e-12)
    assert found.best_estimator_.tree_ == expected.best_estimator_.tree_
    assert found.predict(X).tolist() == expected.predict(X).tolist()
    assert found.score(X, Y) == expected.score(X, Y)


def test_a_table_is_tuned_as_a_frame_is() -> None:
    table = table_from(pd.DataFrame(X), Y)
    candidates = [C45Classifier(min_cases=m) for m in (2, 10, 40)]
    search = tune_table(candidates, table, folds=5, random_state=1)
    other = tune(C45Classifier(), X, Y, {"min_cases": [2, 10, 40]}, cv=5, random_state=1)
    assert search.best_index_ == other.best_index_
    for name in ("mean_test_score", "mean_test_size"):
        assert search.cv_results_[name].tolist() == pytest.approx(other.cv_results_[name].tolist())
    assert str(search.best_estimator_.learner_.tree_).count("\n") == str(
        other.best_estimator_.tree_
    ).count("\n")


def test_the_error_of_a_candidate_is_that_of_cross_validation_on_the_same_folds() -> None:
    table = make_mixed(150, 3)
    errors = cross_validate(lambda part: C45Classifier(min_cases=5).fit_table(part), table, 5, 2)
    candidates = [C45Classifier(), C45Classifier(min_cases=5)]
    search = tune_table(candidates, table, folds=5, random_state=2, n_jobs=2)
    found = [search.cv_results_[f"split{f}_test_score"][1] for f in range(5)]
    assert found == pytest.approx(1 - errors)


def test_weights_count_in_the_scores_of_a_table() -> None:
    table = make_mixed(120, 1)
    heavy = np.where(np.arange(120) % 2, 1.0, 3.0)
    weighted = table.__class__(
        table.attributes, table.columns, 120, table.classes, table.target, "outcome", heavy
    )
    plain, other = (
        tune_table([C45Classifier()], each, folds=4).cv_results_["split0_test_score"][0]
        for each in (table, weighted)
    )
    held = folds_of(table.target, 4, np.random.default_rng(0)) == 0
    model = C45Classifier().fit_table(weighted.take(~held))
    right = model.tree_.predict_codes(table.take(held).matrix()) == table.target[held]
    assert other == pytest.approx(np.average(right, weights=heavy[held]))
    assert plain != other


# ---- the one-standard-error rule ----------------------------------------------------------------


@given(
    st.lists(
        st.tuples(st.lists(st.integers(0, 10), min_size=4, max_size=4), st.integers(1, 9)),
        min_size=1,
        max_size=8,
    )
)
def test_the_rule_takes_the_smallest_within_one_standard_error(drawn: Any) -> None:
    scores = np.array([candidate[0] for candidate in drawn]) / 10
    sizes = np.array([candidate[1] for candidate in drawn], dtype=float)
    results = {f"split{f}_test_score": scores[:, f] for f in range(4)}
    chosen = one_standard_error({**results, "mean_test_size": sizes})
    best = max(range(len(drawn)), key=lambda c: scores[c].mean())
    limit = scores[best].mean() - np.std(scores[best], ddof=1) / 2
    near = [c for c in range(len(drawn)) if scores[c].mean() >= limit - 1e-12]
    assert chosen in near
    assert sizes[chosen] == min(sizes[c] for c in near)


def test_the_default_grid_is_of_what_the_estimator_has() -> None:
    assert default_grid(C45Classifier()) == {
        "min_cases": [2, 5, 10, 20, 50],
        "confidence": [0.05, 0.1, 0.25, 0.5],
    }
    assert list(default_grid(C45Classifier(pruning=None, min_cases=7))["min_cases"]) == [
        2,
        5,
        7,
        10,
        20,
        50,
    ]
    assert list(default_grid(C45Classifier(pruning=None))) == ["min_cases"]
    steps = make_pipeline(StandardScaler(), C45Classifier())
    assert list(default_grid(steps)) == ["c45classifier__min_cases", "c45classifier__confidence"]


@pytest.mark.parametrize(
    "estimator",
    [
        make_pipeline(StandardScaler(), C45Classifier()),
        C45RulesClassifier(),
        cutpoint.TreeClassifier("gini"),
        cutpoint.MultiwayTreeClassifier(),
    ],
    ids=["pipeline", "rules", "tree", "multiway"],
)
def test_every_learner_can_be_tuned(estimator: Any) -> None:
    names = default_grid(estimator)
    grid = {name: [2, 20] for name in names if name.endswith("min_cases")}
    search = tune(estimator, X, Y, grid, cv=3)
    assert search.cv_results_["mean_test_size"].min() > 0
    assert len(search.predict(X)) == len(Y)


def test_another_estimator_is_tuned_with_a_grid_of_its_own() -> None:
    search = tune(DecisionTreeClassifier(random_state=0), X, Y, {"max_depth": [1, 3]}, cv=3)
    assert search.cv_results_["mean_test_size"].tolist()[0] == 3
    assert search.best_params_ == {"max_depth": 3}


def test_the_choice_does_not_depend_on_the_number_of_threads() -> None:
    one, two = (tune(C45Classifier(), X, Y, SMALL, cv=4, n_jobs=n) for n in (1, 2))
    for name in ("mean_test_score", "mean_test_size"):
        assert one.cv_results_[name].tolist() == two.cv_results_[name].tolist()
    assert one.best_params_ == two.best_params_


def test_the_estimator_given_stays_as_it_is() -> None:
    estimator = C45Classifier(min_cases=3)
    tune(estimator, X, Y, {"min_cases": [2, 20]}, cv=3)
    assert estimator.get_params() == clone(estimator).get_params()
    assert not hasattr(estimator, "tree_")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: tune(T2Classifier(), X, Y), "no parameter that is tuned by default"),
        (lambda: tune(C45Classifier(), X, Y, SMALL, cv=1), "cannot be divided into 1 folds"),
        (lambda: tune(C45Classifier(), X[:5], Y[:5], SMALL), "5 cases cannot be divided into 10"),
        (lambda: tune(C45Classifier(), X, Y, SMALL, rule="two"), "'one_standard_error' or 'best'"),
        (lambda: tune(C45Classifier(), X, [None] * len(Y), SMALL), "the class is missing"),
    ],
)
def test_what_cannot_be_tuned_is_refused(call: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        call()


def test_the_name_is_the_function_even_after_its_module_is_imported() -> None:
    assert callable(cutpoint.tune)
    assert "tune" in cutpoint.__all__
