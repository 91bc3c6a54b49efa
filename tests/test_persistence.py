"""A fitted classifier comes back from every way to keep it, and predicts the same."""

from __future__ import annotations

import copy
import io
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cloudpickle
import joblib
import numpy as np
import pandas as pd
import pytest

from cutpoint import (
    TRUSTED_TYPES,
    C45Classifier,
    MultiwayTreeClassifier,
    T2Classifier,
    TreeClassifier,
    load,
)
from cutpoint.data import demo_path
from support import needs

skops = needs.package("skops.io")


def by_joblib(model: Any) -> Any:
    file = io.BytesIO()
    joblib.dump(model, file)
    file.seek(0)
    return joblib.load(file)


WAYS: dict[str, Callable[[Any], Any]] = {
    "pickle": lambda model: pickle.loads(pickle.dumps(model)),
    "oldest pickle": lambda model: pickle.loads(pickle.dumps(model, protocol=2)),
    "joblib": by_joblib,
    "cloudpickle": lambda model: cloudpickle.loads(cloudpickle.dumps(model)),
    "deepcopy": copy.deepcopy,
    "skops": lambda model: skops.loads(skops.dumps(model), trusted=TRUSTED_TYPES),
}
MODELS = [
    C45Classifier(min_cases=5),
    C45Classifier(group_values=True, class_weight="balanced"),
    TreeClassifier("gain", pruning=None, class_order=["repair", "pass", "monitor"]),
    MultiwayTreeClassifier(),
    T2Classifier(),
]


def data() -> tuple[pd.DataFrame, pd.Series]:
    table = pd.read_csv(demo_path())
    return table.drop(columns="outcome"), table["outcome"]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("number", range(len(MODELS)))
def test_a_fitted_classifier_comes_back_the_same(number: int, way: str) -> None:
    X, y = data()
    model = copy.deepcopy(MODELS[number]).fit(X, y)
    before = model.predict_proba(X)  # what the tree works out for it must not be kept
    again = WAYS[way](model)
    assert type(again) is type(model)
    assert again.get_params() == model.get_params()
    assert again.tree_ == model.tree_
    assert again.unpruned_tree_ == model.unpruned_tree_
    assert again.feature_names_in_.tolist() == model.feature_names_in_.tolist()
    np.testing.assert_array_equal(again.predict_proba(X), before)
    np.testing.assert_array_equal(again.predict(X), model.predict(X))


def test_a_kept_classifier_does_not_keep_what_it_worked_out() -> None:
    X, y = data()
    model = C45Classifier().fit(X, y)
    fresh = pickle.dumps(model)
    model.predict(X)
    assert len(pickle.dumps(model)) == len(fresh)


def test_skops_trusts_nothing_but_the_types_that_are_listed() -> None:
    X, y = data()
    found = set()
    for model in MODELS:
        found |= set(skops.get_untrusted_types(data=skops.dumps(model.fit(X, y))))
    assert found == set(TRUSTED_TYPES)
    with pytest.raises(Exception, match="Untrusted types"):
        skops.loads(skops.dumps(MODELS[0]))


def test_a_model_kept_as_json_predicts_the_same(tmp_path: Path) -> None:
    X, y = data()
    for model in MODELS:
        model.fit(X, y).save(tmp_path / "model.json")
        np.testing.assert_array_equal(
            load(tmp_path / "model.json").predict_proba(X), model.predict_proba(X)
        )
