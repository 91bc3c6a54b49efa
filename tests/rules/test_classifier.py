"""The scikit-learn face of the rules."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.model_selection import cross_val_score
from sklearn.utils.estimator_checks import parametrize_with_checks

from cutpoint import C45Classifier, C45RulesClassifier, InputError
from cutpoint._core import RuleArithmetic, fisher_level
from cutpoint.data import make_mixed

IRIS = load_iris(as_frame=True)


@pytest.mark.filterwarnings("ignore:invalid value encountered in cast:RuntimeWarning")
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning")
@parametrize_with_checks(
    [
        C45RulesClassifier(),
        C45RulesClassifier(faithful=True, group_values=True),
        C45RulesClassifier(trials=2, significance=0.05),
    ]
)
def test_scikit_learn_accepts_it(estimator: Any, check: Any) -> None:
    check(estimator)


def mixed(n_rows: int = 400) -> tuple[pd.DataFrame, np.ndarray]:
    table = make_mixed(n_rows, random_state=0)
    columns: dict[str, Any] = {}
    for attribute, column in zip(table.attributes, table.columns, strict=True):
        columns[attribute.name] = (
            column
            if attribute.values is None
            else pd.Categorical.from_codes(column, categories=list(attribute.values))
        )
    assert table.target is not None
    return pd.DataFrame(columns), np.array(table.classes)[table.target]


def test_rules_generalise_about_as_well_as_the_tree() -> None:
    X, y = load_breast_cancer(return_X_y=True)
    rules = cross_val_score(C45RulesClassifier(), X, y, cv=5).mean()
    tree = cross_val_score(C45Classifier(), X, y, cv=5).mean()
    assert rules > tree - 0.02


def test_a_copy_predicts_the_same() -> None:
    X, y = mixed()
    model = C45RulesClassifier(trials=3).fit(X, y)
    for copy in (pickle.loads(pickle.dumps(model)), clone(model).fit(X, y)):
        assert copy.rules_.to_dict() == model.rules_.to_dict()
        assert (copy.predict_proba(X) == model.predict_proba(X)).all()


def test_the_rules_of_several_trials_are_pooled() -> None:
    X, y = mixed()
    model = C45RulesClassifier(trials=3).fit(X, y)
    assert len(model.trees_) == 3
    assert len(model.rulesets_) == 4
    of_trees = {
        (frozenset(rule.conditions), rule.label)
        for made in model.rulesets_[:3]
        for rule in made.chosen
    }
    assert {(frozenset(rule.conditions), rule.label) for rule in model.rules_} <= of_trees
    assert model.rules_ == model.rulesets_[3].final


def test_another_seed_draws_other_windows() -> None:
    X, y = mixed()
    trees = [C45Classifier(trials=1, random_state=s).fit(X, y).unpruned_tree_ for s in (0, 0, 1)]
    assert trees[0] == trees[1] != trees[2]


def test_probabilities_are_all_but_the_expected_error() -> None:
    model = C45RulesClassifier().fit(IRIS.data, IRIS.target)
    shares = model.predict_proba(IRIS.data)
    assert np.allclose(shares.sum(axis=1), 1)
    firing = model.firing_rules(IRIS.data)
    by_number = {rule.number: rule for rule in model.rules_}
    for row, number in enumerate(firing.tolist()):
        if number:
            rule = by_number[number]
            assert shares[row, rule.label] == pytest.approx(1 - rule.error)
            assert model.predict(IRIS.data.iloc[[row]])[0] == model.classes_[rule.label]


def test_a_missing_value_satisfies_no_condition() -> None:
    model = C45RulesClassifier().fit(IRIS.data, IRIS.target)
    nothing = IRIS.data.iloc[:1].copy()
    nothing[:] = np.nan
    assert model.firing_rules(nothing).tolist() == [0]
    assert model.predict(nothing)[0] == model.classes_[model.rules_.default]


def test_one_class_gives_a_default_and_no_rule() -> None:
    model = C45RulesClassifier().fit([[1.0], [2.0], [3.0]], ["a", "a", "a"])
    assert len(model.rules_) == 0
    assert model.predict([[7.0]]).tolist() == ["a"]
    assert model.predict_proba([[7.0]]).tolist() == [[1.0]]
    assert str(model.rules_) == "Default class: a"


def test_a_stricter_significance_leaves_fewer_conditions() -> None:
    X, y = mixed()

    def conditions(**options: Any) -> float:
        rules = C45RulesClassifier(**options).fit(X, y).rulesets_[0].chosen
        return float(np.mean([len(rule.conditions) for rule in rules]))

    assert conditions(significance=0.0001) < conditions()


def test_the_mixed_base_of_the_programs_significance_test_is_only_in_the_faithful_one() -> None:
    # One table at the far end: a single term, which the program raises to the power 1 / ln 2.
    sound = fisher_level(5, 0, 0, 5, RuleArithmetic.EXACT)
    program = fisher_level(5, 0, 0, 5, RuleArithmetic.RELEASE8)
    assert sound == pytest.approx(1 / 252)
    assert program == pytest.approx(sound ** (1 / np.log(2)), rel=1e-5)


def test_weights_are_refused() -> None:
    from dataclasses import replace

    table = replace(make_mixed(50, random_state=0), weights=np.full(50, 2.0))
    with pytest.raises(InputError, match="cannot weigh"):
        C45RulesClassifier().fit_table(table)
    with pytest.raises(InputError, match="windows"):
        C45Classifier(trials=2).fit_table(table)


def test_what_the_memory_cannot_take_is_refused_before_it_is_tried() -> None:
    from cutpoint.rules.learn import _check_memory

    table = make_mixed(1000, random_state=0)
    _check_memory(table, 1000)
    with pytest.raises(InputError, match="min_cases"):
        _check_memory(table, 10**9)


@pytest.mark.parametrize("faithful", [False, True])
@pytest.mark.parametrize("trials", [None, 2])
@pytest.mark.parametrize(
    "X",
    [
        pd.DataFrame({"constant": [1.0] * 6}),
        pd.DataFrame({"all missing": [np.nan] * 6, "x": [1.0, 2, 3, 4, 5, 6]}),
        pd.DataFrame({"naïve, = {x}\n": ["a", "b", "a", "b", "a\n", None]}),
        pd.DataFrame({"huge": [1e300, -1e300, 1e-300, 0, 5e-324, 1e308]}),
        pd.DataFrame({f"x{i}": np.arange(6) * (i % 3) for i in range(400)}),
    ],
)
def test_odd_tables_give_rules_or_a_default(X: pd.DataFrame, faithful: bool, trials: Any) -> None:
    y = ["no", "yes", "no", "yes", "no", "yes"]
    model = C45RulesClassifier(faithful=faithful, trials=trials, min_cases=1)
    with np.errstate(over="ignore"):
        model.fit(X, y)
    assert set(model.predict(X)) <= {"no", "yes"}
    assert np.allclose(model.predict_proba(X).sum(axis=1), 1)
    assert "\n\n" not in str(model.rules_).replace("\n\nRule", "").replace("\n\nDefault", "")


def test_one_row_gives_a_default() -> None:
    assert C45RulesClassifier().fit([[1.0]], [1]).predict([[5.0]]).tolist() == [1]


@pytest.mark.parametrize("faithful", [False, True])
def test_the_rules_do_not_depend_on_the_number_of_threads(faithful: bool) -> None:
    X, y = mixed(3000)
    models = [
        C45RulesClassifier(faithful=faithful, trials=2, min_cases=1, n_jobs=n_jobs).fit(X, y)
        for n_jobs in (1, 3)
    ]
    rules = [[made.final.to_dict() for made in model.rulesets_] for model in models]
    assert rules[0] == rules[1]
    assert (models[0].predict_proba(X) == models[1].predict_proba(X)).all()


def test_a_fit_that_is_told_to_stop_ends_as_by_ctrl_c() -> None:
    from cutpoint._core import Progress
    from cutpoint.rules.learn import RuleSettings, learn_rules

    table = make_mixed(400, random_state=0)
    tree = C45RulesClassifier().fit_table(table).trees_[0]
    progress = Progress()
    learn_rules([tree], table, RuleSettings(), progress)
    n_leaves = sum(node.is_leaf and node.cases >= 1 for node in tree.root.walk())
    assert progress.done == n_leaves
    progress.request_stop()
    with pytest.raises(KeyboardInterrupt):
        learn_rules([tree], table, RuleSettings(), progress)


def test_random_numbers_that_fail_end_the_fit() -> None:
    class Broken(np.random.RandomState):
        def random(self, size: Any = None) -> Any:
            raise ZeroDivisionError

    from cutpoint.rules.learn import RuleSettings, learn_rules

    table = make_mixed(2000, random_state=0)
    tree = C45RulesClassifier(min_cases=1).fit_table(table).trees_[0]
    with pytest.raises(ZeroDivisionError):
        learn_rules([tree], table, RuleSettings(random_state=Broken(0)))
