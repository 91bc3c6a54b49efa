"""Measures, thresholds and intervals as people ask for them, through the classifiers."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.datasets import load_iris
from sklearn.model_selection import GridSearchCV
from sklearn.utils import check_random_state

import cutpoint
from cutpoint import InputError, MultiwayTreeClassifier, TreeClassifier, load
from cutpoint import discretize as d
from cutpoint.catalog import CRITERIA, INTERVALS, THRESHOLDS
from cutpoint.data import make_mixed
from support.fidelity import data_of
from support.golden import load_golden, require_shared

IRIS = load_iris(as_frame=True)
BY_NAME = {
    name: getattr(d, entry.discretizer)(**{"min_cases": 2} if "min_cases" in entry.defaults else {})
    for name, entry in INTERVALS.items()
    if entry.by_name
}
DISCRETIZERS = [
    *BY_NAME.values(),
    d.ContextualDiscretizer(direction="divisive", criterion="gini"),
    d.MDLPDiscretizer(criterion="mantaras"),
    d.EqualWidthDiscretizer(n_bins=3),
    d.OptimalDiscretizer(max_intervals=3, criterion="errors"),
]
NAMES = [*BY_NAME, "hybrid"]
MEASURES = [name for name, criterion in CRITERIA.items() if criterion.branches is None]
OF_TWO_SIDES = [name for name, criterion in CRITERIA.items() if criterion.branches == 2]


def mixed(n_rows: int = 300) -> tuple[pd.DataFrame, np.ndarray]:
    """Return a table with numbers, texts and gaps, and its classes."""
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


# ---- a tree and a transformer cut alike ----------------------------------------------------------


def assert_root_is_cut_as_the_column(X: pd.DataFrame, y: Any, cuts: Any, column_cuts: Any) -> None:
    model = TreeClassifier("gain", cuts=cuts, min_cases=1, max_depth=1, pruning=None).fit(X, y)
    root = model.tree_.root
    if root.is_leaf:
        assert all(len(cuts) == 0 for cuts in column_cuts.values())
        return
    name = root.attribute.name
    expected = column_cuts[name]
    if isinstance(cuts, d.EqualWidthDiscretizer):  # a tree has no branches without cases
        held = np.searchsorted(np.sort(X[name].dropna()), expected, side="right")
        held = np.append(held, X[name].notna().sum())
        expected = expected[np.diff(held, prepend=0)[:-1] > 0]
        expected = expected[: len(set(held)) - 1]
    assert list(root.test.cuts) == expected.tolist()


@pytest.mark.parametrize("discretizer", DISCRETIZERS, ids=repr)
def test_the_root_has_the_cuts_of_the_transformer(discretizer: Any) -> None:
    every = clone(discretizer).fit(IRIS.data, IRIS.target).cut_points_
    assert_root_is_cut_as_the_column(IRIS.data, IRIS.target, discretizer, every)
    for name in IRIS.data:
        column = IRIS.data[[name]]
        assert_root_is_cut_as_the_column(column, IRIS.target, discretizer, {name: every[name]})


@pytest.mark.parametrize("discretizer", DISCRETIZERS, ids=repr)
def test_the_root_has_the_cuts_of_the_transformer_where_values_are_missing(
    discretizer: Any,
) -> None:
    require_shared()
    data = data_of(load_golden("hepatitis"))
    X = data.frame.select_dtypes("number")
    assert X.isna().to_numpy().any()
    for name in X:
        column = X[[name]]
        cuts = clone(discretizer).fit(column, data.target).cut_points_
        assert_root_is_cut_as_the_column(column, data.target, discretizer, cuts)


@pytest.mark.parametrize("name", BY_NAME)
def test_a_method_by_name_is_its_discretizer_with_the_trees_minimum(name: str) -> None:
    X, y = mixed()
    by_name = TreeClassifier("gain_ratio", cuts=name, pruning=None).fit(X, y)
    by_instance = TreeClassifier("gain_ratio", cuts=BY_NAME[name], pruning=None).fit(X, y)
    assert by_name.tree_ == by_instance.tree_


# ---- every setting on a mixed table --------------------------------------------------------------


@pytest.mark.parametrize("cuts", NAMES)
def test_every_interval_method_learns_a_mixed_table(cuts: str) -> None:
    X, y = mixed()
    model = MultiwayTreeClassifier(cuts=cuts, nominal="groups", penalty="rank").fit(X, y)
    plain = MultiwayTreeClassifier(cuts=cuts).fit(X, y)
    assert plain.score(X, y) > 0.7
    assert model.tree_.n_leaves <= model.unpruned_tree_.n_leaves
    assert np.allclose(plain.predict_proba(X).sum(axis=1), 1)


@pytest.mark.parametrize("threshold", THRESHOLDS)
@pytest.mark.parametrize("criterion", MEASURES)
def test_every_measure_and_threshold_learns_a_mixed_table(criterion: str, threshold: str) -> None:
    X, y = mixed()
    model = TreeClassifier(criterion, threshold=threshold, random_state=0).fit(X, y)
    assert model.score(X, y) > 0.7


@pytest.mark.parametrize("criterion", OF_TWO_SIDES)
def test_measures_of_two_sides_learn_from_numbers(criterion: str) -> None:
    model = TreeClassifier(criterion).fit(IRIS.data, IRIS.target)
    assert model.score(IRIS.data, IRIS.target) > 0.9


def test_the_same_seed_draws_the_same_resamples() -> None:
    X, y = mixed()

    def grown(seed: int, order: Any = slice(None)) -> Any:
        model = TreeClassifier(threshold="bootstrap", random_state=seed)
        return model.fit(X.iloc[order], y[order]).tree_

    assert grown(0) == grown(0) == grown(0, np.random.default_rng(1).permutation(len(y)))
    assert any(grown(0) != grown(seed) for seed in range(1, 5))


def test_only_the_bootstrap_asks_for_random_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    state = check_random_state(0)
    told = lambda seed: asked.append(seed) or state  # noqa: E731
    monkeypatch.setattr("sklearn.utils.check_random_state", told)
    for threshold in THRESHOLDS:
        TreeClassifier(threshold=threshold, random_state=5).fit(IRIS.data, IRIS.target)
    assert asked == [5]


def test_few_branches_are_kept_by_every_method() -> None:
    for cuts in BY_NAME:
        model = MultiwayTreeClassifier("gain", cuts=cuts, max_branches=3, pruning=None)
        tree = model.fit(IRIS.data, IRIS.target).tree_
        assert tree.n_branches.max() <= 3


def test_intervals_print_with_both_ends() -> None:
    model = MultiwayTreeClassifier("gain", cuts="mdlp", max_depth=1)
    text = str(model.fit(IRIS.data, IRIS.target).tree_)
    assert "petal width (cm) <= 0.8 :" in text
    assert "petal width (cm) in (0.8, 1.75] :" in text
    assert "petal width (cm) > 1.75 :" in text


# ---- a custom criterion --------------------------------------------------------------------------


def plain_gini(before: Any, after: Any) -> float:
    total = before.sum()
    value = -((before / total) ** 2).sum()
    for b in range(after.shape[0]):
        weight = after[b].sum()
        if weight > 0:
            value += (after[b] ** 2).sum() / weight / total
    return value


compiled_gini = cutpoint.criterion(plain_gini)


@pytest.mark.parametrize("custom", [plain_gini, compiled_gini], ids=["plain", "compiled"])
@pytest.mark.parametrize("cuts", ["binary", "mdlp"])
def test_gini_written_by_oneself_grows_the_tree_of_the_built_in(custom: Any, cuts: str) -> None:
    X, y = mixed()
    ours = TreeClassifier("gini", cuts=cuts).fit(X, y)
    theirs = TreeClassifier(custom, cuts=cuts).fit(X, y)
    assert theirs.tree_ == ours.tree_
    assert ours.tree_.n_nodes > 5


def test_a_compiled_measure_can_be_cloned_pickled_and_searched() -> None:
    model = TreeClassifier(compiled_gini).fit(IRIS.data, IRIS.target)
    again = pickle.loads(pickle.dumps(model))
    assert again.tree_ == clone(model).fit(IRIS.data, IRIS.target).tree_ == model.tree_
    grid = {"criterion": ["gini", compiled_gini], "cuts": ["binary", d.MDLPDiscretizer()]}
    search = GridSearchCV(TreeClassifier(), grid, cv=3).fit(IRIS.data, IRIS.target)
    assert search.best_score_ > 0.9


def not_a_number(before: Any, after: Any) -> float:
    return np.nan


def raising(before: Any, after: Any) -> float:
    raise KeyError("nothing here")


def a_text(before: Any, after: Any) -> Any:
    return "very good"


def nothing(before: Any, after: Any) -> Any:
    return None


def of_three(before: Any, after: Any, more: Any) -> float:
    return 1.0


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (not_a_number, "not_a_number returned NaN"),
        (cutpoint.criterion(not_a_number), "not_a_number returned NaN"),
        (raising, "raising raised KeyError.*nothing here"),
        (a_text, "a_text raised ValueError.*very good"),
        (nothing, "nothing raised TypeError"),
        (of_three, "of_three raised TypeError.*more"),
    ],
    ids=["nan", "compiled nan", "raises", "text", "None", "three arguments"],
)
@pytest.mark.parametrize("cuts", ["binary", "mdlp"])
def test_a_faulty_measure_is_named_with_its_fault(function: Any, message: str, cuts: str) -> None:
    with pytest.raises(InputError, match=message):
        TreeClassifier(function, cuts=cuts).fit(IRIS.data, IRIS.target)


def test_a_faulty_measure_is_named_for_a_nominal_test_too() -> None:
    X = pd.DataFrame({"colour": ["red", "red", "blue", "blue"] * 3})
    with pytest.raises(InputError, match="raising raised KeyError"):
        TreeClassifier(raising).fit(X, ["stop", "stop", "go", "go"] * 3)


# ---- what does not fit ---------------------------------------------------------------------------


def test_a_measure_that_does_not_fit_a_column_names_it() -> None:
    X = pd.DataFrame({"size": [1.0, 2, 3, 4], "colour": ["red", "green", "blue", "red"]})
    y = [0, 1, 0, 1]
    with pytest.raises(InputError, match=r"'mpi' compares two branches.*'colour' has 3 values"):
        TreeClassifier("mpi").fit(X, y)
    two = X.assign(colour=["red", "green", "red", "red"])
    assert TreeClassifier("mpi").fit(two, y).predict(two).shape == (4,)
    with pytest.raises(InputError, match=r"'contrast' is for numeric.*'colour' has 2 values"):
        TreeClassifier("contrast").fit(two, y)


@pytest.mark.parametrize("criterion", OF_TWO_SIDES)
def test_a_measure_of_two_sides_is_refused_with_intervals(criterion: str) -> None:
    with pytest.raises(InputError, match=f"criterion='{criterion}'.*cuts='binary'"):
        MultiwayTreeClassifier(criterion).fit(IRIS.data, IRIS.target)


@pytest.mark.parametrize("cuts", ["mdlp", d.EqualWidthDiscretizer(n_bins=3)])
def test_a_choice_of_single_cuts_is_refused_with_intervals(cuts: Any) -> None:
    with pytest.raises(InputError, match="threshold='median' chooses a single cut"):
        TreeClassifier(cuts=cuts, threshold="median").fit(IRIS.data, IRIS.target)


def test_a_hybrid_tree_chooses_its_single_cuts_as_asked() -> None:
    cuts = [
        TreeClassifier(cuts="hybrid", switch_at=100, threshold=threshold, pruning=None)
        .fit(IRIS.data, IRIS.target)
        .tree_.cuts[0]
        for threshold in ("classic", "median")
    ]
    assert cuts[0] != cuts[1]


@pytest.mark.parametrize(
    ("parameters", "name"),
    [
        ({"criterion": "entropy"}, "criterion"),
        ({"cuts": "quantile"}, "cuts"),
        ({"cuts": 3}, "cuts"),
        ({"max_branches": 1}, "max_branches"),
        ({"threshold": "mean"}, "threshold"),
        ({"window": 0}, "window"),
        ({"width": -1}, "width"),
        ({"resamples": 0}, "resamples"),
        ({"switch_at": -5}, "switch_at"),
        ({"cuts": d.EqualWidthDiscretizer(n_bins=1)}, "n_bins"),
    ],
)
def test_a_parameter_out_of_range_is_named(parameters: dict[str, Any], name: str) -> None:
    with pytest.raises(ValueError, match=f"'{name}' parameter"):
        TreeClassifier(**parameters).fit([[1], [2]], [0, 1])


# ---- saving, copying, nested parameters ----------------------------------------------------------


@pytest.mark.parametrize("cuts", NAMES)
def test_a_saved_tree_of_intervals_predicts_what_was_saved(cuts: str, tmp_path: Path) -> None:
    X, y = mixed()
    model = MultiwayTreeClassifier(cuts=cuts, max_branches=4).fit(X, y)
    model.save(tmp_path / "model.json")
    loaded = load(tmp_path / "model.json")
    assert isinstance(loaded, MultiwayTreeClassifier)
    assert loaded.tree_ == model.tree_
    assert loaded.unpruned_tree_ == model.unpruned_tree_
    assert loaded.get_params() == model.get_params()
    assert (loaded.predict_proba(X) == model.predict_proba(X)).all()


def test_a_model_with_a_discretizer_or_a_function_can_be_saved(tmp_path: Path) -> None:
    for i, model in enumerate(
        (TreeClassifier(plain_gini), TreeClassifier(cuts=d.KMeansDiscretizer(n_bins=3)))
    ):
        model.fit(IRIS.data, IRIS.target).save(tmp_path / f"{i}.json")
        loaded = load(tmp_path / f"{i}.json")
        assert loaded.tree_ == model.tree_
        assert (loaded.predict(IRIS.data) == model.predict(IRIS.data)).all()


def test_the_parameters_of_a_discretizer_are_those_of_the_tree_too() -> None:
    model = TreeClassifier("gain", cuts=d.EqualDepthDiscretizer(n_bins=4), pruning=None)
    copy = clone(model)
    assert copy.cuts is not model.cuts
    copy.set_params(cuts__n_bins=2)
    assert model.cuts.n_bins == 4
    assert model.fit(IRIS.data, IRIS.target).tree_.n_branches.max() == 4
    assert copy.fit(IRIS.data, IRIS.target).tree_.n_branches.max() == 2
    assert not hasattr(model.cuts, "cut_points_")


# ---- difficult tables ----------------------------------------------------------------------------

MODELS = [
    *(TreeClassifier(threshold=threshold) for threshold in [*THRESHOLDS][1:]),
    *(TreeClassifier(criterion) for criterion in CRITERIA),
    TreeClassifier(compiled_gini),
    *(MultiwayTreeClassifier(cuts=cuts) for cuts in NAMES),
]


@pytest.mark.parametrize("model", MODELS, ids=repr)
def test_one_row_one_class_and_constant_or_empty_columns_give_a_leaf(model: Any) -> None:
    nan = np.nan
    for X, y in (
        ([[1.0]], ["a"]),
        ([[1.0], [2.0]], ["a", "a"]),
        ([[1.0]] * 4, list("abab")),
        ([[nan]] * 4, list("abab")),
        ([[nan, 1.0]] * 4, list("abab")),
    ):
        fitted = clone(model).fit(np.array(X), y)
        assert fitted.tree_.n_nodes == 1
        assert fitted.predict(np.full((1, len(X[0])), 9.0)).tolist() == ["a"]


@pytest.mark.parametrize("model", MODELS, ids=repr)
def test_infinite_numbers_are_refused_with_their_place(model: Any) -> None:
    X = pd.DataFrame({"a": [1.0, -np.inf, 2.0]})
    with pytest.raises(InputError, match=r"'a'.*row 1.*inf"):
        clone(model).fit(X, [0, 1, 0])


@pytest.mark.parametrize("model", MODELS, ids=repr)
def test_numbers_at_the_ends_of_the_range_are_cut(model: Any) -> None:
    rng = np.random.default_rng(0)
    x = np.repeat([-1.7e308, -1.0, -5e-324, 0.0, 5e-324, 1.0, 1.7e308], 12)
    y = (x > 0).astype(int)
    order = rng.permutation(len(x))
    model = clone(model).set_params(pruning=None, min_cases=1)
    fitted = model.fit(x[order].reshape(-1, 1), y[order])
    assert np.isfinite(fitted.tree_.cuts).all()
    assert fitted.predict_proba([[np.nan]]).sum() == pytest.approx(1)


@pytest.mark.parametrize("model", MODELS, ids=repr)
def test_a_wide_table_of_few_rows_is_learned(model: Any) -> None:
    X = np.random.default_rng(0).normal(size=(12, 300))
    fitted = clone(model).set_params(min_cases=1).fit(X, [0, 1, 2] * 4)
    assert fitted.predict(X).shape == (12,)
