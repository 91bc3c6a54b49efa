"""Where fractions of cases tie, order decides and not the rounding: weight 2 is two equal rows."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from cutpoint import TreeClassifier
from cutpoint.discretize import EqualDepthDiscretizer

CRITERIA = ["gain", "gain_ratio", "gini", "mantaras", "chi2"]
CUTS = ["binary", "binary", "mdlp", "equal_depth", "one_rule", "chimerge"]
OTHER_CUTS = ["contextual", "hybrid", "caim", "zeta", "optimal"]


def cases(seed: int) -> tuple[pd.DataFrame, np.ndarray, np.ndarray]:
    """Return a small table of few values, a fifth of them missing, classes, and whole weights."""
    draw = np.random.default_rng(seed)
    n_rows = int(draw.integers(12, 60))
    columns: dict[str, np.ndarray] = {}
    for number in range(int(draw.integers(2, 5))):
        if draw.random() < 0.5:
            column = draw.integers(0, int(draw.integers(2, 8)), n_rows).astype(float)
            column[draw.random(n_rows) < 0.2] = np.nan
        else:
            column = draw.choice(list("abcd")[: int(draw.integers(2, 5))], n_rows).astype(object)
            column[draw.random(n_rows) < 0.2] = None
        columns[f"c{number}"] = column
    classes = draw.integers(0, int(draw.integers(2, 4)), n_rows)
    return pd.DataFrame(columns), classes, draw.integers(1, 4, n_rows)


def estimator(seed: int, cuts: list[str] = CUTS, **settings: object) -> TreeClassifier:
    draw = np.random.default_rng(seed + 1_000_000)
    return TreeClassifier(
        criterion=str(draw.choice(CRITERIA)),
        min_cases=float(draw.choice([1, 2, 3])),
        cuts=str(draw.choice(cuts)),
        pruning=None if draw.random() < 0.5 else "error",
        **settings,
    )


def shape_of(tree) -> list:
    """Return the tests and labels of all nodes."""
    found, waiting = [], [tree.to_dict()]
    while waiting:
        node = waiting.pop()
        found.append((node["class"], node["test"]))
        waiting += node["branches"]
    return found


def check(seeds: range, make=estimator) -> None:
    parted = []
    for seed in seeds:
        X, y, weight = cases(seed)
        rows = np.repeat(np.arange(len(y)), weight)
        weighted = make(seed).fit(X, y, sample_weight=weight)
        repeated = make(seed).fit(X.iloc[rows].reset_index(drop=True), y[rows])
        if shape_of(weighted.tree_) != shape_of(repeated.tree_):
            parted.append(seed)
    assert parted == []


def test_a_weight_is_so_many_equal_rows():
    check(range(250))


@pytest.mark.slow
def test_a_weight_is_so_many_equal_rows_in_thousands_of_models():
    check(range(250, 1250))


GROUPED = {
    "C4.5's groups": lambda seed: estimator(seed, nominal="groups"),
    "two groups": lambda seed: estimator(seed, nominal="binary"),
    "a charge for groups": lambda seed: estimator(seed, nominal="groups", penalty="rank"),
    "other intervals": lambda seed: estimator(seed, OTHER_CUTS, switch_at=20),
}


@pytest.mark.parametrize("make", GROUPED.values(), ids=GROUPED)
def test_a_weight_is_so_many_equal_rows_where_values_or_intervals_are_grouped(make):
    check(range(100), make)


@pytest.mark.slow
@pytest.mark.parametrize("make", GROUPED.values(), ids=GROUPED)
def test_the_same_in_thousands_of_models(make):
    check(range(100, 800), make)


def test_a_node_that_weighs_hardly_anything_has_the_class_of_its_cases():
    X = pd.DataFrame({"colour": ["red"] * 20 + ["blue"] * 20 + ["green"]})
    y = np.array(["a"] * 20 + ["b"] * 21)
    weight = np.array([2.0] * 40 + [2e-7])
    tree = TreeClassifier(pruning=None).fit(X, y, sample_weight=weight).tree_
    assert tree.root.test.groups == (("blue",), ("green",), ("red",))
    assert [leaf.label for leaf in tree.root.branches] == ["b", "b", "a"]


def test_a_tie_of_balanced_classes_goes_to_the_first():
    for n_rows in range(4, 60):
        y = np.array(["b"] * (n_rows // 3) + ["a"] * (n_rows - n_rows // 3))
        X = np.zeros((n_rows, 1))
        tree = TreeClassifier(class_weight="balanced").fit(X, y).tree_
        assert tree.root.label == "a", n_rows


@pytest.mark.parametrize("n_bins", [2, 3, 4, 5, 7])
def test_bins_of_equal_depth_do_not_see_the_rounding(n_bins):
    draw = np.random.default_rng(n_bins)
    for _ in range(100):
        n_values = int(draw.integers(3, 20))
        values = np.arange(n_values, dtype=float)[:, None]
        counts = draw.integers(1, 5, n_values)
        thirds = EqualDepthDiscretizer(n_bins=n_bins).fit(values, sample_weight=counts / 3 + 1)
        whole = EqualDepthDiscretizer(n_bins=n_bins).fit(values, sample_weight=counts + 3.0)
        assert thirds.cut_points_["x0"].tolist() == whole.cut_points_["x0"].tolist()
