"""What discretizers make of tables of every kind."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from sklearn.base import clone
from sklearn.datasets import load_iris
from sklearn.model_selection import cross_val_score
from sklearn.pipeline import make_pipeline

from cutpoint import C45Classifier, InputError
from cutpoint import discretize as d
from cutpoint.catalog import SIMILARITIES
from cutpoint.data import make_mixed

IRIS = load_iris()
ALL = [getattr(d, name)() for name in d.__all__]
SUPERVISED = [model for model in ALL if model._needs_classes]
ENCODINGS = ["ordinal", "label", "onehot"]


def mixed(n_rows: int = 200) -> tuple[pd.DataFrame, np.ndarray]:
    """Return a table with gaps, numbers and texts, and its classes."""
    table = make_mixed(n_rows, random_state=0)
    columns: dict[str, Any] = {}
    for attribute, column in zip(table.attributes, table.columns, strict=True):
        columns[attribute.name] = (
            column
            if attribute.values is None
            else np.array([*attribute.values, None], dtype=object)[column]
        )
    assert table.target is not None
    return pd.DataFrame(columns), np.array(table.classes)[table.target]


@pytest.mark.parametrize("model", ALL, ids=lambda model: type(model).__name__)
def test_pandas_polars_arrow_and_numpy_are_cut_alike(model: Any) -> None:
    frame, y = mixed()
    frames = [frame, pl.from_pandas(frame), pa.Table.from_pandas(frame)]
    fitted = [clone(model).fit(X, y) for X in frames]
    numbers = frame.select_dtypes("number")
    plain = clone(model).fit(numbers.to_numpy(), y)
    for (name, cuts), bare in zip(
        fitted[0].cut_points_.items(), plain.cut_points_.values(), strict=True
    ):
        assert cuts.tolist() == bare.tolist()
        for other in fitted[1:]:
            assert other.cut_points_[name].tolist() == cuts.tolist()
    first = fitted[0].transform(frame)
    for other, X in zip(fitted[1:], frames[1:], strict=True):
        assert pd.DataFrame(other.transform(X)).equals(pd.DataFrame(first))


@pytest.mark.parametrize("model", ALL, ids=lambda model: type(model).__name__)
def test_a_value_is_in_the_interval_that_its_cuts_say(model: Any) -> None:
    X, y = IRIS.data, IRIS.target
    codes = clone(model).fit(X, y)
    out = codes.transform(X)
    for j, cuts in enumerate(codes.cut_points_.values()):
        inside = [sum(value > cut for cut in cuts) for value in X[:, j]]
        assert out[:, j].tolist() == inside


def test_nominal_columns_come_through_as_they_are_and_gaps_stay_gaps() -> None:
    frame, y = mixed()
    model = d.MDLPDiscretizer().set_output(transform="pandas").fit(frame, y)
    out = model.transform(frame)
    assert list(out.columns) == list(frame.columns)
    assert (out.index == frame.index).all()
    for name in frame.columns:
        if name in model.cut_points_:
            assert (out[name].isna() == frame[name].isna()).all()
            assert out[name].dtype == np.float64
        else:
            pd.testing.assert_series_equal(out[name], frame[name])


def test_numbers_declared_nominal_are_let_through() -> None:
    X = np.array([[1.0, 5.0], [2.0, 6.0], [3.0, 7.0], [4.0, 8.0]])
    model = d.EqualWidthDiscretizer(2, categorical_features=[0]).fit(X)
    assert list(model.cut_points_) == ["x1"]
    assert model.transform(X).tolist() == [[1.0, 0.0], [2.0, 0.0], [3.0, 1.0], [4.0, 1.0]]


def test_missing_values_can_be_a_bin_of_their_own() -> None:
    X = pd.DataFrame({"x": [1.0, 2.0, np.nan, 9.0]})
    model = d.EqualWidthDiscretizer(2, missing="bin").fit(X)
    assert model.transform(X)[:, 0].tolist() == [0, 0, 2, 1]
    model.set_params(encode="label")
    assert model.transform(X)[:, 0].tolist() == ["<= 5", "<= 5", "missing", "> 5"]
    model.set_params(encode="onehot")
    assert model.get_feature_names_out().tolist() == ["x <= 5", "x > 5", "x missing"]
    assert model.transform(X).tolist() == [[1, 0, 0], [1, 0, 0], [0, 0, 1], [0, 1, 0]]


@pytest.mark.parametrize("container", ["pandas", "polars"])
@pytest.mark.parametrize("encode", ENCODINGS)
def test_set_output_gives_named_columns_of_the_right_type(container: str, encode: str) -> None:
    frame, y = mixed()
    model = d.MDLPDiscretizer(encode=encode).set_output(transform=container).fit(frame, y)
    out = model.transform(frame)
    assert isinstance(out, pd.DataFrame if container == "pandas" else pl.DataFrame)
    assert list(out.columns) == model.get_feature_names_out().tolist()
    if encode == "label":
        for name, labels in model.intervals_.items():
            if container == "pandas":
                assert out[name].cat.ordered
                assert out[name].cat.categories.tolist() == labels
            else:
                assert out[name].dtype == pl.Enum(labels)


@pytest.mark.parametrize("encode", ENCODINGS)
@pytest.mark.parametrize("missing", ["keep", "bin"])
@pytest.mark.parametrize("container", ["default", "pandas", "polars"])
def test_representatives_fall_into_their_own_intervals(
    encode: str, missing: str, container: str
) -> None:
    frame, y = mixed()
    for maker in (d.MDLPDiscretizer, d.EqualWidthDiscretizer, d.KMeansDiscretizer):
        model = maker(encode=encode, missing=missing).set_output(transform=container)
        out = model.fit(frame, y).transform(frame)
        back = pd.DataFrame(model.inverse_transform(out), columns=frame.columns)
        for name in model.cut_points_:
            assert (back[name].isna() == frame[name].isna()).all()
            back[name] = back[name].astype(float)
        again = model.transform(back)
        assert pd.DataFrame(np.asarray(again)).equals(pd.DataFrame(np.asarray(out)))


def test_a_representative_is_the_mean_of_the_interval() -> None:
    X = np.array([[1.0], [2.0], [6.0], [8.0], [10.0]])
    model = d.EqualWidthDiscretizer(2).fit(X)
    assert model.inverse_transform([[0], [1]]).tolist() == [[1.5], [8.0]]


def test_what_is_no_interval_cannot_be_turned_back() -> None:
    X, y = IRIS.data, IRIS.target
    model = d.MDLPDiscretizer().fit(X, y)
    with pytest.raises(InputError, match="column 'x0', row 0: 7 is no interval"):
        model.inverse_transform([[7, 0, 0, 0]])
    with pytest.raises(InputError, match="3 columns, not the 4"):
        model.inverse_transform([[0, 0, 0]])
    model.set_params(encode="label")
    with pytest.raises(InputError, match="'huge' is no interval"):
        model.inverse_transform([["huge", "> 3.35", "<= 2.45", "<= 0.8"]])


def test_weights_count_as_repeated_cases() -> None:
    rng = np.random.default_rng(2)
    X, y = IRIS.data, IRIS.target
    weights = rng.integers(0, 4, len(y))
    for model in ALL:
        weighted = clone(model).fit(X, y, sample_weight=weights)
        repeated = clone(model).fit(np.repeat(X, weights, axis=0), np.repeat(y, weights))
        for name, cuts in weighted.cut_points_.items():
            assert cuts == pytest.approx(repeated.cut_points_[name]), (type(model).__name__, name)


def test_threads_and_the_order_of_rows_change_nothing() -> None:
    frame, y = mixed(500)
    order = np.random.default_rng(0).permutation(len(y))
    for model in ALL:
        once = clone(model).fit(frame, y)
        shuffled = clone(model).set_params(n_jobs=2).fit(frame.iloc[order], y[order])
        for name, cuts in once.cut_points_.items():
            assert cuts == pytest.approx(shuffled.cut_points_[name], rel=1e-12)


def test_chi2_stays_within_its_inconsistency_over_all_columns() -> None:
    X, y = IRIS.data, IRIS.target
    model = d.ChiMergeDiscretizer(inconsistency=0.05).fit(X, y)
    groups: dict[tuple[float, ...], list[int]] = {}
    for row, label in zip(model.transform(X), y, strict=True):
        groups.setdefault(tuple(row), [0, 0, 0])[label] += 1
    outside = sum(sum(counts) - max(counts) for counts in groups.values())
    assert outside <= 0.05 * len(y)
    strict = d.ChiMergeDiscretizer(inconsistency=0.0).fit(X, y)
    sizes = [sum(map(len, each.cut_points_.values())) for each in (strict, model)]
    assert sizes[1] < sizes[0]


@pytest.mark.parametrize("model", SUPERVISED, ids=lambda model: type(model).__name__)
def test_in_a_pipeline_before_c45_the_cuts_come_from_the_training_folds(model: Any) -> None:
    X, y = IRIS.data, IRIS.target_names[IRIS.target]
    model = clone(model)
    if isinstance(model, d.ContextualDiscretizer):
        model.set_params(criterion="mantaras")
    pipeline = make_pipeline(clone(model).set_params(encode="label"), C45Classifier())
    assert cross_val_score(pipeline, X, y, cv=5).mean() > 0.85
    fold = np.arange(len(y)) % 5 > 0
    pipeline.fit(X[fold], y[fold])
    alone = clone(model).fit(X[fold], y[fold])
    for name, cuts in pipeline[0].cut_points_.items():
        assert cuts.tolist() == alone.cut_points_[name].tolist()


def test_a_tree_on_labels_has_one_branch_per_interval() -> None:
    frame = load_iris(as_frame=True)
    model = d.MDLPDiscretizer(encode="label").set_output(transform="pandas")
    pipeline = make_pipeline(model, C45Classifier()).fit(frame.data, frame.target)
    root = pipeline[-1].tree_.root
    name = root.attribute.name
    assert len(root.branches) == len(model.cut_points_[name]) + 1


def test_copies_cut_the_same() -> None:
    frame, y = mixed()
    model = d.ContextualDiscretizer(encode="label").fit(frame, y)
    copy = pickle.loads(pickle.dumps(model))
    assert pd.DataFrame(copy.transform(frame)).equals(pd.DataFrame(model.transform(frame)))


# ---- bad input -----------------------------------------------------------------------------------


@pytest.mark.parametrize("model", ALL, ids=lambda model: type(model).__name__)
def test_few_values_constants_one_class_and_gaps_are_no_trouble(model: Any) -> None:
    X = pd.DataFrame(
        {
            "constant": [3.0] * 6,
            "two": [0.0, 1.0] * 3,
            "gaps": [np.nan] * 6,
            "mostly gaps": [np.nan] * 5 + [1.0],
        }
    )
    for y in (["a", "b"] * 3, ["a"] * 6):
        fitted = clone(model).fit(X, y)
        sizes = {name: len(cuts) for name, cuts in fitted.cut_points_.items()}
        assert sizes["constant"] == sizes["gaps"] == sizes["mostly gaps"] == 0
        out = fitted.transform(X)
        assert np.isnan(out[:, 2]).all()
        assert (out[:, 0] == 0).all()
    one_row = clone(model).fit([[5.0]], ["a"])
    assert one_row.transform([[7.0]]).tolist() == [[0.0]]


@pytest.mark.parametrize("model", ALL, ids=lambda model: type(model).__name__)
def test_values_out_of_the_range_of_training_fall_into_the_outer_intervals(model: Any) -> None:
    fitted = clone(model).fit(IRIS.data, IRIS.target)
    low, high = fitted.transform([[-1e300] * 4, [1e300] * 4])
    assert low.tolist() == [0.0] * 4
    assert high.tolist() == [float(len(cuts)) for cuts in fitted.cut_points_.values()]


@pytest.mark.parametrize("model", [*ALL, d.ChiMergeDiscretizer(inconsistency=0.1)], ids=str)
def test_a_table_without_numbers_is_let_through(model: Any) -> None:
    frame = pd.DataFrame({"a": ["u", "v", "u", "w"], "b": ["x", "x", "y", None]})
    fitted = clone(model).fit(frame, ["p", "q", "r", "p"])
    assert fitted.cut_points_ == {}
    assert fitted.transform(frame)[:, 0].tolist() == ["u", "v", "u", "w"]


def test_infinities_are_refused_with_their_place() -> None:
    frame = pd.DataFrame({"a": [1.0, np.inf, 2.0]})
    with pytest.raises(InputError, match=r"'a'.*row 1.*inf"):
        d.MDLPDiscretizer().fit(frame, ["x", "y", "x"])
    model = d.EqualWidthDiscretizer().fit(frame.fillna(0).replace(np.inf, 3))
    with pytest.raises(InputError, match=r"'a'.*row 1.*inf"):
        model.transform(frame)


@pytest.mark.parametrize(
    ("model", "name"),
    [
        (d.EqualWidthDiscretizer(1), "n_bins"),
        (d.ChiMergeDiscretizer(0), "alpha"),
        (d.OneRuleDiscretizer(0), "min_majority"),
        (d.ContextualDiscretizer("likeness"), "similarity"),
        (d.ContextualDiscretizer(power=0.5), "power"),
        (d.MDLPDiscretizer("gini"), "criterion"),
        (d.OptimalDiscretizer(0), "max_intervals"),
        (d.ZetaDiscretizer(encode="roman"), "encode"),
    ],
)
def test_a_parameter_out_of_range_is_named(model: Any, name: str) -> None:
    with pytest.raises(ValueError, match=f"'{name}' parameter"):
        model.fit([[1], [2]], [0, 1])


def test_a_text_where_a_number_was_is_refused_at_transform() -> None:
    model = d.EqualDepthDiscretizer(2).fit(pd.DataFrame({"a": [1, 2, 3]}))
    with pytest.raises(InputError, match="'a'"):
        model.transform(pd.DataFrame({"a": ["1", "two"]}))


@pytest.mark.parametrize("direction", ["agglomerative", "divisive"])
@pytest.mark.parametrize("criterion", ["gain", "gain_ratio", "mantaras", "symmetric", "gini"])
def test_the_contextual_discretizer_keeps_its_limits(direction: str, criterion: str) -> None:
    model = d.ContextualDiscretizer(
        direction=direction, criterion=criterion, max_branches=3, min_cases=20
    ).fit(IRIS.data, IRIS.target)
    for j, cuts in enumerate(model.cut_points_.values()):
        assert 1 <= len(cuts) <= 2
        inside = np.bincount(np.searchsorted(cuts, IRIS.data[:, j]))
        assert inside.min() >= 20


def test_numbers_that_differ_in_their_last_bits_are_told_apart() -> None:
    low = 0.1
    high = np.nextafter(low, 1)
    X, y = np.array([[low]] * 8 + [[high]] * 8), [0] * 8 + [1] * 8
    model = d.MDLPDiscretizer(encode="label").fit(X, y)
    assert low <= model.cut_points_["x0"][0] < high
    assert model.transform(X)[[0, -1], 0].tolist() == model.intervals_["x0"]
    assert len(set(model.intervals_["x0"])) == 2


def test_the_contextual_discretizer_knows_every_similarity() -> None:
    for similarity in SIMILARITIES:
        model = d.ContextualDiscretizer(similarity, criterion="mantaras", max_branches=3)
        assert len(model.fit(IRIS.data, IRIS.target).cut_points_["x2"]) >= 1
