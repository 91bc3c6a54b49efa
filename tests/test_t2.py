"""T2 as users and papers know it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from sklearn.model_selection import StratifiedKFold

from cutpoint import InputError, T2Classifier, load, read_table
from cutpoint.data.table import Table
from support.shared import require_shared

SETS = ["iris", "glass", "wine", "diabetes"]


@cache
def shared_table(name: str) -> Table:
    folder = require_shared() / "data"
    catalog = json.loads((folder / "catalog.json").read_text(encoding="utf-8"))
    return read_table(folder / f"{name}.csv.gz", target=-1, nominal=catalog[name]["discrete"])


def optimal_binary_trees() -> dict[str, Any]:
    """Return the provably optimal binary trees of depth 2 that another program found."""
    path = require_shared() / "reference" / "discretizers" / "t2-two-intervals.json"
    return json.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", SETS)
def test_two_intervals_err_as_often_as_the_optimal_binary_tree(name):
    expected = optimal_binary_trees()[name]
    table = shared_table(name)
    tree = T2Classifier(max_intervals=2).fit_table(table).tree_
    assert table.n_rows == expected["n"]
    assert tree.errors[0] == expected["errors"]
    assert (tree.predict_codes(table.matrix()) != table.target).sum() == expected["errors"]


@pytest.mark.parametrize("name", SETS)
def test_more_intervals_never_err_more_often(name):
    table = shared_table(name)
    errors = [
        T2Classifier(max_intervals=most).fit_table(table).tree_.errors[0] for most in (1, 2, 3, 4)
    ]
    assert errors == sorted(errors, reverse=True)
    whole = T2Classifier().fit_table(table).tree_.errors[0]
    assert whole <= optimal_binary_trees()[name]["errors"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "error", "size"),  # Quinlan 1996, Table 5
    [
        ("iris", 4.60, 12.0),
        ("breast-w", 4.06, 10.0),
        ("diabetes", 24.9, 11.5),
        ("labor", 15.3, 14.9),
        ("sonar", 28.4, 11.1),
    ],
)
def test_cross_validated_error_and_size_are_near_those_of_the_original(name, error, size):
    table = shared_table(name)
    matrix, wrong, sizes = table.matrix(), 0, []
    n_times = 1 if name == "sonar" else 3
    for seed in range(n_times):
        folds = StratifiedKFold(10, shuffle=True, random_state=seed)
        for training, held_out in folds.split(matrix, table.target):
            tree = T2Classifier(n_jobs=-1).fit_table(table.take(training)).tree_
            wrong += int((tree.predict_codes(matrix[held_out]) != table.target[held_out]).sum())
            sizes.append(tree.n_nodes)
    rate = wrong / table.n_rows / n_times
    deviation = np.sqrt(rate * (1 - rate) / table.n_rows)
    assert rate == pytest.approx(error / 100, abs=2 * deviation)
    assert np.mean(sizes) == pytest.approx(size, abs=3.5)


def mixed() -> tuple[pd.DataFrame, list[str]]:
    X = pd.DataFrame(
        {
            "colour": ["red", "red", "blue", "blue", None, None, "red", "blue"],
            "size": [1.0, 2.0, 1.0, 2.0, 1.0, 2.0, None, None],
        }
    )
    return X, ["a", "b", "b", "a", "c", "b", "c", "c"]


def test_unknown_values_have_branches_of_their_own_at_both_levels():
    X, y = mixed()
    model = T2Classifier().fit(X, y)
    assert model.tree_.errors[0] == 0
    assert model.predict(X).tolist() == y
    new = pd.DataFrame({"colour": ["green", None], "size": [1.0, np.nan]})
    assert model.predict(new).tolist() == ["c", "b"]
    assert (model.decision_path(X).sum(axis=1) == 3).all()


def test_a_saved_model_predicts_what_was_saved(tmp_path: Path):
    X, y = mixed()
    model = T2Classifier(max_intervals=3).fit(X, y)
    model.save(tmp_path / "model.json")
    loaded = load(tmp_path / "model.json")
    assert isinstance(loaded, T2Classifier)
    assert loaded.get_params() == model.get_params()
    assert loaded.tree_ == model.tree_
    assert (loaded.predict_proba(X) == model.predict_proba(X)).all()


def test_a_weight_of_two_is_two_equal_cases():
    rng = np.random.default_rng(0)
    X, y = rng.integers(0, 6, (60, 3)).astype(float), rng.integers(0, 3, 60)
    weight = rng.integers(1, 4, 60)
    weighted = T2Classifier().fit(X, y, weight)
    assert weighted.tree_ == T2Classifier().fit(X.repeat(weight, axis=0), y.repeat(weight)).tree_


def test_the_number_of_threads_does_not_change_the_tree():
    table = shared_table("sonar")
    trees = [T2Classifier(n_jobs=n_jobs).fit_table(table).tree_ for n_jobs in (None, 2, 5)]
    assert trees[0] == trees[1] == trees[2]


@pytest.mark.parametrize(
    ("X", "y", "text"),
    [
        ([[1.0], [2.0]], ["a", "a"], " a (2.0)"),
        ([[1.0], [1.0]], ["a", "b"], " a (2.0/1.0)"),
        ([[np.nan], [np.nan]], ["a", "b"], " a (2.0/1.0)"),
        ([[1.0]], ["a"], " a (1.0)"),
        ([[1.0], [np.nan]], ["a", "b"], "x0 is any number : a (1.0)\nx0 is unknown : b (1.0)"),
        (
            [[-1.7e308], [1.7e308]],
            ["a", "b"],
            "x0 <= -1.7e+308 : a (1.0)\nx0 > -1.7e+308 : b (1.0)\nx0 is unknown : a (0.0)",
        ),
    ],
)
def test_hardly_anything_to_learn_from_gives_the_right_tree(X, y, text):
    assert str(T2Classifier().fit(X, y).tree_) == text.lstrip()


def test_many_classes_and_one_case_each_can_be_learned():
    X = np.arange(40.0).reshape(-1, 1)
    model = T2Classifier().fit(X, np.arange(40))
    assert model.score(X, np.arange(40)) == 1


def test_a_nominal_column_with_too_many_values_is_refused_by_name():
    X = pd.DataFrame({"id": np.arange(40_000).astype(str)})
    with pytest.raises(InputError, match=r"'id' has 40,000 values.*leave the column out"):
        T2Classifier().fit(X, np.arange(40_000) % 100)


def test_max_intervals_out_of_range_is_refused():
    with pytest.raises(ValueError, match="max_intervals"):
        T2Classifier(max_intervals=0).fit([[1], [2]], [0, 1])


def test_the_kernels_also_run_without_the_compiler():
    code = (
        "import numpy as np; from cutpoint import T2Classifier; "
        "rng = np.random.default_rng(0); X = rng.integers(0, 40, (60, 2)).astype(float); "
        "X[0, 0] = np.nan; print(T2Classifier().fit(X, rng.integers(0, 2, 60)).tree_)"
    )
    texts = []
    for disabled in ("0", "1"):
        environment = os.environ | {"NUMBA_DISABLE_JIT": disabled}
        texts.append(
            subprocess.run(
                [sys.executable, "-c", code], env=environment, check=True, capture_output=True
            ).stdout
        )
    assert texts[0] == texts[1]
    assert texts[0]


def test_a_tree_must_save_a_millionth_of_the_weight():
    X, y = [[1.0], [2.0]], ["a", "b"]
    assert T2Classifier().fit(X, y, [1000, 0.01]).tree_.n_leaves == 3
    assert T2Classifier().fit(X, y, [1000, 0.0001]).tree_.n_leaves == 1
