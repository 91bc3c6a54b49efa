"""What holds of every learner on every table: hypothesis draws the tables."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from hypothesis import given, settings
from hypothesis import strategies as st

from cutpoint import (
    C45Classifier,
    C45RulesClassifier,
    MultiwayTreeClassifier,
    T2Classifier,
    TreeClassifier,
)
from cutpoint.tree import Tree

TREES = (
    TreeClassifier(),
    TreeClassifier("gain", pruning=None, min_cases=1),
    TreeClassifier("gini", nominal="binary"),
    TreeClassifier("mantaras", cuts="mdlp"),
    TreeClassifier("symmetric", threshold="averaging"),
    C45Classifier(),
    C45Classifier(group_values=True),
    C45Classifier(release=7),
    MultiwayTreeClassifier(min_cases=1, pruning=None),
    T2Classifier(),
)

NUMBERS = st.one_of(
    st.integers(-3, 3).map(float),
    st.floats(-1e6, 1e6, allow_nan=False),
    st.sampled_from([0.0, -0.0, 1e-300, 1e300, 5e-324]),
)
TEXTS = st.sampled_from(["a", "b", "c", "", " ", "ä", "a,b", '"', "<b>", "1", "nan"])


@st.composite
def tables(draw: st.DrawFn) -> tuple[pd.DataFrame, np.ndarray]:
    """Return a table of up to 40 rows and 4 columns, with holes, and the class of each row."""
    n = draw(st.integers(1, 40))
    n_columns = draw(st.integers(1, 4))
    columns: dict[str, Any] = {}
    for position in range(n_columns):
        cells: Any = NUMBERS if draw(st.booleans()) else TEXTS
        values = draw(st.lists(st.none() | cells, min_size=n, max_size=n))
        kind = "float64" if cells is NUMBERS else "object"
        columns[f"column {position}"] = pd.Series(values, dtype=kind)
    labels = draw(st.sampled_from([["no", "yes"], ["x", "y", "z"], [0, 1], ["only"]]))
    y = draw(st.lists(st.sampled_from(labels), min_size=n, max_size=n))
    return pd.DataFrame(columns), np.array(y)


def new(learner: Any) -> Any:
    return type(learner)(**learner.get_params())


@settings(max_examples=60)
@given(tables(), st.sampled_from(TREES))
def test_probabilities_are_shares_and_the_class_is_the_likeliest(table: Any, learner: Any) -> None:
    X, y = table
    model = new(learner).fit(X, y)
    shares = model.predict_proba(X)
    assert shares.shape == (len(X), len(model.classes_))
    assert (shares >= 0).all()
    np.testing.assert_allclose(shares.sum(axis=1), 1.0, atol=1e-9)
    greatest = shares.max(axis=1)
    told = shares[np.arange(len(X)), np.searchsorted(model.classes_, model.predict(X))]
    np.testing.assert_allclose(told, greatest, atol=1e-9)


@settings(max_examples=60)
@given(tables(), st.sampled_from(TREES))
def test_counts_add_up_from_the_leaves_to_the_root(table: Any, learner: Any) -> None:
    X, y = table
    model = new(learner).fit(X, y)
    for tree in (model.tree_, model.unpruned_tree_):
        assert abs(tree.root.cases - len(X)) < 1e-6
        for node in tree.root.walk():
            assert abs(sum(node.distribution.values()) - node.cases) < 1e-6
            if not node.is_leaf:
                below = sum(child.cases for child in node.branches)
                assert abs(below - node.cases) < 1e-6
    assert model.tree_.n_nodes <= model.unpruned_tree_.n_nodes
    assert model.tree_.depth <= model.unpruned_tree_.depth


@settings(max_examples=40)
@given(tables(), st.sampled_from(TREES))
def test_a_tree_survives_its_nested_form(table: Any, learner: Any) -> None:
    X, y = table
    tree = new(learner).fit(X, y).tree_
    again = Tree.from_dict(tree.to_dict(), tree.attributes, tree.classes)
    assert again == tree
    assert str(again) == str(tree)


@settings(max_examples=60)
@given(tables(), st.sampled_from(TREES), st.randoms(use_true_random=False))
def test_the_order_of_the_rows_makes_no_difference(table: Any, learner: Any, random: Any) -> None:
    X, y = table
    order = list(range(len(X)))
    random.shuffle(order)
    straight = new(learner).fit(X, y).tree_
    shuffled = new(learner).fit(X.iloc[order].reset_index(drop=True), y[order]).tree_
    assert straight == shuffled


@settings(max_examples=60)
@given(tables(), st.sampled_from(TREES), st.integers(2, 3))
def test_a_whole_weight_is_that_many_equal_rows(table: Any, learner: Any, weight: int) -> None:
    X, y = table
    weights = np.where(np.arange(len(X)) % 2 == 0, weight, 1)
    weighted = new(learner).fit(X, y, sample_weight=weights).tree_
    rows = np.repeat(np.arange(len(X)), weights)
    repeated = new(learner).fit(X.iloc[rows].reset_index(drop=True), y[rows]).tree_
    assert weighted.n_nodes == repeated.n_nodes
    for one, two in zip(weighted.root.walk(), repeated.root.walk(), strict=True):
        assert (one.test, one.label) == (two.test, two.label)
        assert abs(one.cases - two.cases) < 1e-6


@settings(max_examples=30)
@given(tables())
def test_rules_answer_every_row(table: Any) -> None:
    X, y = table
    model = C45RulesClassifier().fit(X, y)
    assert set(model.predict(X)) <= set(y)
    np.testing.assert_allclose(model.predict_proba(X).sum(axis=1), 1.0, atol=1e-9)


def test_equal_rows_whose_parts_are_rounded_are_pruned_as_one_of_their_weight() -> None:
    """Thirds of three rows are not quite one: the estimate of errors has a step there."""
    X = pd.DataFrame({"place": [None, None, "a", "b", "b", "c"]})
    y = np.array(["no", "no", "yes", "no", "no", "yes"])
    weights = np.array([2, 1, 2, 1, 2, 1])
    rows = np.repeat(np.arange(6), weights)
    weighted = TreeClassifier().fit(X, y, sample_weight=weights).tree_
    repeated = TreeClassifier().fit(X.iloc[rows].reset_index(drop=True), y[rows]).tree_
    assert weighted.n_nodes == repeated.n_nodes > 1
