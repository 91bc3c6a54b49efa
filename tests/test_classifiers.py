"""The scikit-learn face of C4.5."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import joblib
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from sklearn.base import clone
from sklearn.datasets import load_iris
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils.estimator_checks import parametrize_with_checks

from cutpoint import (
    C45Classifier,
    C45RulesClassifier,
    InputError,
    MultiwayTreeClassifier,
    T2Classifier,
    TreeClassifier,
    load,
)
from cutpoint.data import make_mixed
from cutpoint.discretize import MDLPDiscretizer
from cutpoint.tree import Node
from support.fidelity import data_of
from support.golden import load_golden, require_shared

IRIS = load_iris()

# Nothing is expected to fail. (scikit-learn itself skips check_array_api_input unless
# SCIPY_ARRAY_API is set.)
CHECKED = [
    C45Classifier(),
    C45Classifier(faithful=True),
    C45Classifier(group_values=True, criterion="gain"),
    C45Classifier("7GS", pruning=None, max_depth=3),
    TreeClassifier(),
    TreeClassifier("gini", pruning=None, nominal="groups", placement="weighted"),
    TreeClassifier("chi2"),
    TreeClassifier(cuts="mdlp"),
    TreeClassifier(threshold="averaging"),
    MultiwayTreeClassifier(),
    T2Classifier(),
    T2Classifier(max_intervals=2, n_jobs=2),
]


@pytest.mark.filterwarnings("ignore:invalid value encountered in cast:RuntimeWarning")
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning")
@parametrize_with_checks(CHECKED)
def test_scikit_learn_accepts_it(estimator: Any, check: Any) -> None:
    check(estimator)


def mixed(n_rows: int = 300) -> tuple[pd.DataFrame, np.ndarray]:
    """Return a table of ours as a pandas frame, with its classes."""
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


def test_pandas_polars_and_arrow_give_the_same_tree_and_probabilities() -> None:
    frame, y = mixed()
    text = frame.astype(dict.fromkeys(frame.select_dtypes("category"), object))
    text = text.where(text.notna(), None)
    arrow = pa.Table.from_pandas(text)
    models = [C45Classifier().fit(X, y) for X in (text, arrow, pl.from_arrow(arrow), frame)]
    for model, X in zip(models, (text, arrow, pl.from_arrow(arrow), frame), strict=True):
        assert model.tree_ == models[0].tree_
        assert (model.predict_proba(X) == models[0].predict_proba(text)).all()
        assert model.feature_names_in_.tolist() == list(frame.columns)


def test_declared_categories_and_class_order_break_ties() -> None:
    X = pd.DataFrame({"a": ["x", "y"], "b": ["x", "y"]})
    first = C45Classifier(min_cases=1).fit(X, ["no", "yes"])
    assert first.tree_.root.label == "no"
    assert first.unpruned_tree_.root.attribute.name == "a"
    other = C45Classifier(min_cases=1, class_order=["yes", "no", "never"]).fit(X, ["no", "yes"])
    assert other.tree_.root.label == "yes"
    assert other.classes_.tolist() == ["yes", "no", "never"]
    assert other.predict_proba(X).shape == (2, 3)


def test_a_class_that_class_order_does_not_name_is_an_error() -> None:
    with pytest.raises(InputError, match="'maybe' is not among the classes"):
        C45Classifier(class_order=["no", "yes"]).fit([[1], [2]], ["no", "maybe"])


def test_it_works_in_a_pipeline_a_grid_search_and_cross_validation() -> None:
    X, y = IRIS.data, IRIS.target_names[IRIS.target]
    pipeline = make_pipeline(FunctionTransformer(), C45Classifier())
    search = GridSearchCV(pipeline, {"c45classifier__min_cases": [2, 20]}, cv=3).fit(X, y)
    assert search.best_score_ > 0.9
    assert cross_val_score(C45Classifier(faithful=True), X, y, cv=5).mean() > 0.9


def test_clones_pickles_and_joblib_copies_predict_the_same(tmp_path: Path) -> None:
    X, y = mixed()
    model = C45Classifier(group_values=True).fit(X, y)
    joblib.dump(model, tmp_path / "model.joblib")
    copies = [
        pickle.loads(pickle.dumps(model)),
        joblib.load(tmp_path / "model.joblib"),
        clone(model).fit(X, y),
    ]
    for copy in copies:
        assert copy.tree_ == model.tree_
        assert (copy.predict(X) == model.predict(X)).all()
        assert (copy.predict_proba(X) == model.predict_proba(X)).all()


def test_the_number_of_threads_does_not_change_a_prediction() -> None:
    X, y = mixed(20_000)
    model = C45Classifier().fit(X, y)
    one = model.predict_proba(X)
    for n_jobs in (2, 3, -1):
        assert (model.set_params(n_jobs=n_jobs).predict_proba(X) == one).all()


def test_a_saved_model_predicts_what_was_saved(tmp_path: Path) -> None:
    X, y = mixed()
    model = C45Classifier(min_cases=5, confidence=0.1).fit(X, y)
    model.save(tmp_path / "model.json")
    loaded = load(tmp_path / "model.json")
    assert loaded.tree_ == model.tree_
    assert loaded.unpruned_tree_ == model.unpruned_tree_
    assert loaded.get_params() == model.get_params()
    assert (loaded.predict(X) == model.predict(X)).all()
    assert loaded.classes_.tolist() == model.classes_.tolist()


def test_a_model_with_parameters_out_of_range_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "model.json"
    C45Classifier().fit([[1], [2]], [0, 1]).save(path)
    path.write_text(path.read_text().replace('"confidence": 0.25', '"confidence": 25'))
    with pytest.raises(InputError, match=r"model\.json.*'confidence'"):
        load(path)


def test_a_model_of_an_unknown_learner_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "model.json"
    C45Classifier().fit([[1], [2]], [0, 1]).save(path)
    path.write_text(path.read_text().replace('"C45Classifier"', '"C99Classifier"'))
    with pytest.raises(InputError, match="C99Classifier"):
        load(path)


def test_class_weights_move_the_decision() -> None:
    X = np.zeros((10, 1))
    y = np.array(["few"] * 3 + ["many"] * 7)
    assert C45Classifier().fit(X, y).predict(X)[0] == "many"
    assert C45Classifier(class_weight={"few": 3, "many": 1}).fit(X, y).predict(X)[0] == "few"
    balanced = C45Classifier(class_weight="balanced").fit(X, y)
    assert balanced.predict_proba(X[:1])[0] == pytest.approx([0.5, 0.5])


def test_cases_of_weight_zero_do_not_exist() -> None:
    X, y = IRIS.data, IRIS.target
    weight = np.ones(150)
    weight[::3] = 0
    kept = weight > 0
    weighted = C45Classifier().fit(X, y, weight)
    assert weighted.tree_ == C45Classifier().fit(X[kept], y[kept]).tree_


@pytest.mark.parametrize("labels", [[0, 1], [False, True], ["a", "b"], [-1.0, 1.0]])
def test_predictions_have_the_type_of_the_classes(labels: list[Any]) -> None:
    y = np.array(labels * 5)
    model = C45Classifier().fit(np.arange(10).reshape(-1, 1) % 2, y)
    assert model.classes_.dtype == y.dtype
    assert model.predict([[0], [1]]).tolist() == labels


def test_unseen_categories_and_missing_values_are_predicted() -> None:
    X = pd.DataFrame({"colour": ["red", "red", "blue", "blue"] * 3})
    model = C45Classifier().fit(X, ["stop", "stop", "go", "go"] * 3)
    unknown = model.predict_proba(pd.DataFrame({"colour": ["green", None]}))
    assert unknown.tolist() == [[0.5, 0.5], [0.5, 0.5]]


def test_importances_leaves_and_paths_describe_the_tree() -> None:
    X, y = IRIS.data, IRIS.target
    model = C45Classifier().fit(X, y)
    assert model.feature_importances_.sum() == pytest.approx(1)
    assert np.argmax(model.feature_importances_) in (2, 3)
    leaves = model.apply(X)
    assert all(model.tree_.node(leaf).is_leaf for leaf in np.unique(leaves))
    paths = model.decision_path(X)
    assert paths.shape == (150, model.tree_.n_nodes)
    assert (paths[np.arange(150), leaves] == 1).all()
    assert (paths[:, [0]].toarray() == 1).all()


def test_the_root_cut_is_scikit_learns_where_no_tie_decides() -> None:
    rng = np.random.default_rng(5)
    X = rng.normal(size=(500, 1))
    y = (X[:, 0] + 0.3 * rng.normal(size=500) > 0.2).astype(int)
    theirs = DecisionTreeClassifier(criterion="entropy", max_depth=1, min_samples_leaf=25).fit(X, y)
    ours = C45Classifier(criterion="gain", pruning=None, max_depth=1).fit(X, y)
    assert (ours.predict(X) == theirs.predict(X)).all()
    assert (X[:, 0] <= ours.tree_.cuts[0]).sum() == (X[:, 0] <= theirs.tree_.threshold[0]).sum()


@pytest.mark.parametrize(
    ("parameters", "name"),
    [
        ({"release": 9}, "release"),
        ({"min_cases": 0}, "min_cases"),
        ({"confidence": 25}, "confidence"),
        ({"criterion": "gini"}, "criterion"),
        ({"max_depth": 0}, "max_depth"),
        ({"pruning": "all"}, "pruning"),
    ],
)
def test_a_parameter_out_of_range_is_named(parameters: dict[str, Any], name: str) -> None:
    with pytest.raises(ValueError, match=f"'{name}' parameter"):
        C45Classifier(**parameters).fit([[1], [2]], [0, 1])


@pytest.mark.parametrize(
    ("X", "y", "message"),
    [
        (pd.DataFrame({"a": [1.0, np.inf]}), [0, 1], "'a'.*row 1.*inf"),
        (pd.DataFrame({"a": [1.0, 2.0]}), [0, None], "row 1.*missing"),
        (pd.DataFrame([[1, 2]], columns=["a", "a"]), [0], "'a'"),
        (pl.LazyFrame({"a": [1]}), [0], "lazy"),
        (pd.DataFrame({"a": []}), [], "0 sample"),
    ],
)
def test_bad_tables_are_refused_with_the_place(X: Any, y: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        C45Classifier().fit(X, y)


def test_one_row_one_class_and_constant_columns_give_a_leaf() -> None:
    for X, y in (([[1.0]], ["a"]), ([[1.0], [2.0]], ["a", "a"]), ([[1.0]] * 4, list("abab"))):
        model = C45Classifier().fit(X, y)
        assert model.tree_.n_nodes == 1
        assert model.predict([[9.0]]).tolist() == ["a"]


def test_importing_cutpoint_brings_in_neither_the_compiler_nor_arrow() -> None:
    script = "import sys, cutpoint; print([m for m in ('numba', 'pyarrow', 'duckdb', 'rich', "
    script += "'typer', 'pandas', 'matplotlib') if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("criterion", ["gain", "gain_ratio", "mantaras", "symmetric", "gini"])
@pytest.mark.parametrize("penalty", ["none", "filter", "rank"])
def test_every_measure_and_penalty_learns_a_mixed_table(criterion: str, penalty: str) -> None:
    X, y = mixed()
    model = TreeClassifier(criterion, penalty=penalty, nominal="groups").fit(X, y)
    assert model.score(X, y) > 0.75
    assert model.tree_.n_leaves <= model.unpruned_tree_.n_leaves


def test_a_full_tree_splits_as_scikit_learns_entropy_tree_where_no_tie_decides() -> None:
    rng = np.random.default_rng(8)
    X = rng.normal(size=(3000, 6))
    y = (X[:, 0] * X[:, 1] + 0.5 * rng.normal(size=3000) > 0).astype(int)
    ours = TreeClassifier("gain", pruning=None, max_depth=6).fit(X, y)
    theirs = DecisionTreeClassifier(criterion="entropy", min_samples_leaf=2, max_depth=6).fit(X, y)
    other, waiting, compared = theirs.tree_, [(ours.tree_.root, 0)], 0
    while waiting:
        node, i = waiting.pop()
        assert node.cases == other.n_node_samples[i]
        if node.test is None:
            continue
        left, right = other.children_left[i], other.children_right[i]
        same_test = node.attribute.name == f"x{other.feature[i]}" and (
            node.test.cuts[0] == pytest.approx(other.threshold[i])
        )
        if same_test:
            waiting += zip(node.branches, (left, right), strict=True)
            compared += 1
        else:  # then it is a tie
            sides = [(other.n_node_samples[j], other.impurity[j]) for j in (left, right)]
            assert sum(n * bits for n, bits in sides) == pytest.approx(
                sum(branch.cases * _entropy(branch) for branch in node.branches)
            )
    assert compared > 20


def _entropy(node: Node) -> float:
    shares = np.array([n for n in node.distribution.values() if n > 0]) / node.cases
    return float(-(shares * np.log2(shares)).sum())


def test_release_7_grows_a_tree_about_three_times_as_large_on_diabetes() -> None:
    """Quinlan 1996, Table 1: 44.0 against 128.2 nodes."""
    require_shared()
    data = data_of(load_golden("diabetes"))
    sizes = {
        release: C45Classifier(release).fit(data.frame, data.target).tree_.n_nodes
        for release in (8, 7, "7G", "7GS")
    }
    assert 2 < sizes[7] / sizes[8] < 4.5
    assert sizes[8] <= sizes["7GS"] <= sizes["7G"]


def test_only_release_8_can_be_faithful() -> None:
    with pytest.raises(InputError, match="release 7G"):
        C45Classifier("7G", faithful=True).fit([[1], [2]], [0, 1])


# ---- columns of unknown type --------------------------------------------------------------------

EMPTY_LEARNERS = [
    C45Classifier(),
    C45Classifier(faithful=True),
    C45Classifier(group_values=True),
    TreeClassifier(nominal="binary"),
    MultiwayTreeClassifier(),
    T2Classifier(),
    C45RulesClassifier(),
]


@pytest.mark.parametrize("learner", EMPTY_LEARNERS, ids=repr)
@pytest.mark.parametrize("nothing", [None, np.nan], ids=str)
def test_any_value_of_a_column_that_was_all_missing_counts_as_missing(learner, nothing) -> None:
    x = np.arange(30.0)
    y = np.where(x > 14, "late", "early")
    frame = pd.DataFrame({"x": x, "notes": np.array([nothing] * 30, dtype=object)})
    model = learner.fit(frame, y)
    for notes in ("some", 3, True, nothing):
        later = pd.DataFrame({"x": [1.0, 20.0], "notes": np.array([notes] * 2, dtype=object)})
        assert model.predict(later).tolist() == ["early", "late"]


def test_a_pipeline_with_labels_survives_a_fold_without_a_value() -> None:
    rng = np.random.default_rng(0)
    x = rng.normal(size=60)
    frame = pd.DataFrame({"x": x, "alloy": np.array([None] * 60, dtype=object)})
    frame.loc[50:, "alloy"] = "tin"
    y = np.where(x > 0, "p", "q")
    pipeline = make_pipeline(MDLPDiscretizer(encode="label"), C45Classifier())
    assert pipeline.fit(frame[:50], y[:50]).score(frame[50:], y[50:]) >= 0.9


def weighted_and_repeated(seed: int, gaps: float) -> tuple[str, str]:
    """Return the faithful tree of weighted cases, and that of the same cases repeated."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(40, 3)).round(1)
    X[rng.random((40, 3)) < gaps] = np.nan
    y, weight = rng.integers(0, 2, 40), rng.integers(1, 3, 40)
    learner = C45Classifier(faithful=True, pruning=None)
    weighted = str(learner.fit(X, y, weight).tree_)
    return weighted, str(learner.fit(np.repeat(X, weight, axis=0), np.repeat(y, weight)).tree_)


def test_a_faithful_weight_is_two_rows_unless_values_are_missing() -> None:
    """As docs/faithful.md says."""
    for seed in range(20):
        weighted, repeated = weighted_and_repeated(seed, gaps=0.0)
        assert weighted == repeated
    pairs = [weighted_and_repeated(seed, gaps=0.2) for seed in range(10)]
    assert any(weighted != repeated for weighted, repeated in pairs)
