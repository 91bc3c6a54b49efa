"""Soft thresholds: where their bounds lie, and what they do to a case."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutpoint import C45Classifier, InputError, load
from cutpoint.data import make_mixed
from cutpoint.data.attribute import Attribute
from cutpoint.data.table import Table
from cutpoint.engines.memory import learn
from cutpoint.learn import LearnSpec
from cutpoint.prune import softened
from cutpoint.tree.soft import area_below, weight_below
from cutpoint.tree.tree import Tree


def reference_bounds(tree: Tree, table: Table, node: int, cases: np.ndarray) -> tuple[float, float]:
    """Return the bounds of a node's cut, by moving the cut to every value in turn."""
    view = tree.node(node)
    attribute = tree.attributes.index(view.attribute)
    cut = view.test.cuts[0]
    values = table.columns[attribute]
    known = [case for case in cases if not np.isnan(values[case])]
    subtree = [_below(tree, branch.id) for branch in view.branches]
    wrong = [
        {
            case: int(part.predict_codes(table.matrix()[[case]])[0] != table.target[case])
            for case in known
        }
        for part in subtree
    ]

    def errors(at: float) -> int:
        return sum(wrong[0 if values[case] <= at else 1][case] for case in known)

    distinct = sorted({values[case] for case in known})
    base, n = errors(cut), len(known)
    limit = base + math.sqrt((base + 0.5) * (n - base + 0.5) / (n + 1))
    lower, upper = min(cut, distinct[0]), max(cut, distinct[-1])
    found = False
    for p, q in pairwise(distinct):
        if not found and errors(p) > limit and errors(q) <= limit and q <= cut:
            lower = q - (q - p) * (limit - errors(q)) / (errors(p) - errors(q))
            found = True
        elif errors(p) <= limit and errors(q) > limit and q > cut:
            upper = max(cut, p + (q - p) * (limit - errors(p)) / (errors(q) - errors(p)))
    return lower, upper


def _below(tree: Tree, node: int) -> Tree:
    def nested(view):
        entry = {
            "class": view.label,
            "cases": view.cases,
            "errors": view.errors,
            "distribution": view.distribution,
            "test": None if view.test is None else view.test.to_dict(),
            "branches": [],
        }
        entry["branches"] = [nested(branch) for branch in view.branches]
        return entry

    return Tree.from_dict(nested(tree.node(node)), tree.attributes, tree.classes)


@pytest.mark.parametrize("seed", range(5))
def test_bounds_are_where_moving_the_cut_costs_a_standard_deviation(seed: int) -> None:
    table = make_mixed(150, random_state=seed)
    hard = learn(table, LearnSpec.for_release(8, pruning=None)).pruned
    soft = softened(hard, table)
    seen = 0
    waiting = [(0, np.arange(table.n_rows))]
    while waiting:
        node, cases = waiting.pop()
        test = soft.test(node)
        if test is None or not len(cases):
            continue
        if test.attribute.is_numeric:
            expected = reference_bounds(hard, table, node, cases)
            assert test.bounds[0] == pytest.approx(expected, abs=1e-9)
            seen += 1
        column = table.columns[soft.attributes.index(test.attribute)]
        values = test.attribute.values
        for branch in range(test.n_branches):
            taken = [
                case
                for case in cases
                if test.branch_of(
                    column[case]
                    if values is None
                    else (values[column[case]] if column[case] >= 0 else None)
                )
                == branch
            ]
            waiting.append((int(soft.first_child[node]) + branch, np.array(taken, dtype=int)))
    assert seen > 0


NUMBERS = st.floats(-100, 100)


@given(st.tuples(NUMBERS, NUMBERS, NUMBERS).map(sorted), st.lists(NUMBERS, min_size=2, max_size=20))
def test_the_weight_falls_from_one_by_a_half_to_zero(bounds: list[float], at: list[float]) -> None:
    lower, cut, upper = bounds
    weights = [weight_below(value, lower, cut, upper, 0.0) for value in sorted(at)]
    assert weights == sorted(weights, reverse=True)
    assert all(0 <= weight <= 1 for weight in weights)
    assert weight_below(lower, lower, cut, upper, 0.0) == 1
    if lower < cut:
        assert weight_below(cut, lower, cut, upper, 0.0) == pytest.approx(0.5)
    if upper > cut:
        assert weight_below(upper, lower, cut, upper, 0.0) == 0


@given(
    st.tuples(NUMBERS, NUMBERS, NUMBERS).map(sorted),
    st.tuples(NUMBERS, NUMBERS).map(sorted),
    st.sampled_from([0.0, 0.001]),
)
def test_the_area_is_the_mean_weight_of_a_range(
    bounds: list[float], between: list[float], nudge: float
) -> None:
    low, high = between
    steps = 20_000
    middles = low + (np.arange(steps) + 0.5) * (high - low) / steps
    mean = np.mean([weight_below(value, *bounds, nudge) for value in middles[::20]])
    area = area_below(high, *bounds, nudge) - area_below(low, *bounds, nudge)
    if high - low > 1e-3:
        assert area / (high - low) == pytest.approx(mean, abs=3e-3)


def soft_model() -> tuple[C45Classifier, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(300, 2))
    y = (X[:, 0] + rng.normal(scale=0.7, size=300) > 0.3).astype(int)
    return C45Classifier(soft_thresholds=True, min_cases=20).fit(X, y), X, y


def test_far_from_every_cut_soft_and_hard_agree_and_between_the_bounds_soft_moves_gently() -> None:
    model, X, _ = soft_model()
    soft, hard = model.predict_proba(X, soft=True), model.predict_proba(X)
    assert np.allclose(soft.sum(axis=1), 1)
    certain = np.ones(len(X), dtype=bool)
    for node in range(model.tree_.n_nodes):
        test = model.tree_.test(node)
        if test is not None:
            (low, high), column = test.bounds[0], X[:, model.tree_.attribute[node]]
            certain &= (column <= low) | (column >= high)
    assert certain.any()
    assert (~certain).any()
    assert np.allclose(soft[certain], hard[certain])
    assert not np.allclose(soft[~certain], hard[~certain])


def test_classes_do_not_change_with_soft_thresholds() -> None:
    model, X, y = soft_model()
    plain = C45Classifier(min_cases=20).fit(X, y)
    assert (model.predict(X) == plain.predict(X)).all()
    assert (model.predict_proba(X) == plain.predict_proba(X)).all()


def test_a_tree_without_bounds_says_how_to_get_them() -> None:
    _, X, y = soft_model()
    with pytest.raises(InputError, match="soft_thresholds=True"):
        C45Classifier().fit(X, y).predict_proba(X, soft=True)


def test_bounds_survive_every_form_of_a_tree(tmp_path) -> None:
    model, X, _ = soft_model()
    tree = model.tree_
    model.save(tmp_path / "model.json")
    loaded = load(tmp_path / "model.json")
    assert loaded.tree_ == tree
    assert (loaded.tree_.predict_softly(X) == model.predict_proba(X, soft=True)).all()
    assert Tree.from_dict(tree.to_dict(), tree.attributes, tree.classes) == tree
    assert Tree.from_nodes(tree.to_nodes(), tree.attributes, tree.classes) == tree
    other = Tree.from_nodes(
        [{k: v for k, v in node.items() if k != "bounds"} for node in tree.to_nodes()],
        tree.attributes,
        tree.classes,
    )
    assert other != tree
    assert "bounds" not in other.to_nodes()[0]


@pytest.mark.parametrize(
    ("bounds", "message"),
    [
        ([[3, 4]], "between"),
        ([[0, 1, 2]], "between"),
        ([], "as many bounds"),
        (["ab"], "list"),
        ([[float("nan"), 5]], "finite"),
    ],
)
def test_bounds_that_are_none_are_refused(bounds: list, message: str) -> None:
    leaf = {"class": 0, "cases": 1, "errors": 0, "distribution": [1.0]}
    root = {**leaf, "attribute": 0, "cuts": [2.0], "branches": [1, 2], "bounds": bounds}
    with pytest.raises(InputError, match=message):
        Tree.from_nodes([root, leaf, leaf], [Attribute("x")], ["a"])


def test_unknown_values_go_no_further_and_a_cut_nobody_meets_stays_hard() -> None:
    x = np.array([1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
    table = Table((Attribute("x"),), (x,), 6, ("a", "b"), np.array([0, 0, 0, 1, 1, 1], np.int32))
    tree = learn(table, LearnSpec.for_release(8, pruning=None)).pruned
    nobody = Table(table.attributes, (np.full(6, np.nan),), 6, table.classes, table.target)
    soft = softened(tree, nobody)
    assert soft.test(0).bounds == ((tree.cuts[0], tree.cuts[0]),)
