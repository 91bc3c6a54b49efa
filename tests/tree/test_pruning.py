"""Smaller trees of a tree: by hand, and by cost-complexity."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer, load_iris, make_classification
from sklearn.tree import DecisionTreeClassifier
from sklearn.tree._tree import ccp_pruning_path

from cutpoint import InputError, TreeClassifier
from cutpoint.data.table import Table
from cutpoint.engines.memory import learn
from cutpoint.tree import Tree, example_tree
from cutpoint.tree.pruning import PruningSequence
from support import needs
from support.pages import deep_tree
from support.random_cases import random_case
from support.reference import cost_complexity as reference

NOTHING = 1e-6
"""Strengths below this many cases count as 0: fractions are rounded."""


def grown(seed: int, **changes: Any) -> tuple[Tree, Table]:
    """Return a tree of a random table, with nominal, missing and weighted cases, and the table."""
    table, spec = random_case(seed)
    if table.weights is not None:
        table = table.take(table.weights > 0)
    return learn(table, spec.replace(pruning=None, **changes)).unpruned, table


def shape(node: dict[str, Any]) -> Any:
    """Return the tests of nested nodes."""
    return node["test"], [shape(branch) for branch in node["branches"]]


# ---- the sequence --------------------------------------------------------------------------------


@pytest.mark.parametrize("block", range(6))
def test_the_sequence_is_that_of_weakest_links_one_after_the_other(block: int) -> None:
    compared = 0
    for seed in range(block * 20, block * 20 + 20):
        intervals = {"criterion": "gain_ratio", "cuts": "contextual"} if seed % 4 == 3 else {}
        tree, _ = grown(seed, **intervals)
        expected = reference.sequence(tree.to_dict(), NOTHING)
        sequence = PruningSequence(tree)
        assert sequence.sizes.tolist() == [reference.leaves(member.tree) for member in expected]
        assert sequence.alphas == pytest.approx([float(member.alpha) for member in expected])
        for position, member in enumerate(expected):
            assert shape(sequence.member(position).to_dict()) == shape(member.tree)
            cost = float(reference.cost(member.tree)) / max(tree.cases[0], 1e-9)
            assert sequence.training_errors[position] == pytest.approx(cost, abs=1e-9)
        compared += len(expected)
    assert compared > 40


def same_trees(
    seed: int, criterion: str, theirs: str
) -> tuple[Tree, DecisionTreeClassifier] | None:
    """Return our unpruned tree and scikit-learn's, if they have the same tests."""
    X, y = make_classification(600, 6, n_informative=4, random_state=seed, flip_y=0.1)
    X = X.astype(np.float32).astype(np.float64)  # scikit-learn's trees know no other numbers
    model = TreeClassifier(criterion, min_cases=8, pruning=None).fit(X, y)
    other = DecisionTreeClassifier(criterion=theirs, min_samples_leaf=8, random_state=0).fit(X, y)
    first, second = model.tree_.root.branches[0], other.tree_.children_left[0]
    assert first.cases == other.tree_.n_node_samples[second]
    nodes = sorted(zip(model.tree_.cases, model.tree_.distribution[:, 0], strict=True))
    counts = other.tree_.n_node_samples
    there = sorted(zip(counts, counts * other.tree_.value[:, 0, 0], strict=True))
    same = len(nodes) == len(there) and np.allclose(nodes, there)
    return (model.tree_, other) if same else None


@pytest.mark.parametrize(
    ("criterion", "theirs", "risk"), [("gini", "gini", "gini"), ("gain", "entropy", "entropy")]
)
def test_the_sequence_is_scikit_learns_on_the_same_tree(criterion, theirs, risk) -> None:
    compared = 0
    for seed in range(12):
        pair = same_trees(seed, criterion, theirs)
        if pair is None:
            continue
        tree, other = pair
        path = ccp_pruning_path(other.tree_)
        assert_same_path(PruningSequence(tree, risk), path["ccp_alphas"])
        compared += 1
    assert compared >= 6


def test_with_errors_as_risk_the_sequence_is_scikit_learns_too() -> None:
    compared = 0
    for seed in range(12):
        pair = same_trees(seed, "gini", "gini")
        if pair is None:
            continue
        tree, other = pair
        values = other.tree_.value[:, 0, :]
        other.tree_.impurity[:] = 1 - values.max(axis=1) / values.sum(axis=1)
        assert_same_path(PruningSequence(tree), ccp_pruning_path(other.tree_)["ccp_alphas"])
        compared += 1
    assert compared >= 6


def assert_same_path(sequence: PruningSequence, alphas: Any) -> None:
    """Compare strengths; scikit-learn has an entry for each test, also where several tie."""
    alphas = np.maximum(alphas, 0.0)
    distinct = alphas[np.append(np.diff(alphas) > 1e-12, True)]
    distinct[0] = 0.0 if distinct[0] < 1e-12 else distinct[0]
    assert len(sequence.alphas) > 3
    assert sequence.alphas == pytest.approx(distinct, abs=1e-10)


def test_a_fit_by_gini_has_scikit_learns_path() -> None:
    X, y = load_breast_cancer(return_X_y=True)
    model = TreeClassifier("gini", pruning="cost_complexity", min_cases=1).fit(X, y)
    theirs = DecisionTreeClassifier(random_state=0).cost_complexity_pruning_path(X, y)
    assert model.pruning_path_.alphas == pytest.approx(theirs.ccp_alphas, abs=1e-9)


@pytest.mark.parametrize("seed", range(40))
def test_the_sequence_is_nested_and_ends_in_a_leaf(seed: int) -> None:
    tree, _ = grown(seed)
    for risk in ("errors", "gini", "entropy"):
        sequence = PruningSequence(tree, risk)
        assert sequence.alphas[0] == 0
        assert (np.diff(sequence.alphas) > 0).all()
        assert (np.diff(sequence.sizes) < 0).all()
        assert sequence.sizes[-1] == 1
        larger = tree
        for position in range(len(sequence)):
            member = sequence.member(position)
            assert member.n_leaves == sequence.sizes[position]
            assert is_pruned_from(member.to_dict(), larger.to_dict())
            larger = member


def is_pruned_from(small: dict[str, Any], large: dict[str, Any]) -> bool:
    if not small["branches"]:
        return bool(small["distribution"] == large["distribution"])
    return small["test"] == large["test"] and all(
        is_pruned_from(a, b) for a, b in zip(small["branches"], large["branches"], strict=True)
    )


@pytest.mark.parametrize("seed", range(60))
def test_the_errors_of_all_members_are_those_of_their_predictions(seed: int) -> None:
    tree, table = grown(seed)
    rng = np.random.default_rng(seed)
    rows = rng.integers(0, table.n_rows, 200)
    columns = []
    for column in table.columns:  # other cases, with more unknown values, and some unseen mixtures
        other = column[rng.permutation(rows)].copy()
        other[rng.random(len(rows)) < 0.15] = np.nan if other.dtype == np.float64 else -1
        columns.append(other)
    assert table.target is not None
    weights = None if seed % 2 else rng.integers(1, 9, len(rows)) / 4
    other = Table(
        table.attributes,
        tuple(columns),
        len(rows),
        table.classes,
        table.target[rows].astype(np.int32),
        weights=weights,
    )
    sequence = PruningSequence(tree)
    wrong = [
        np.dot(
            sequence.member(position).predict_codes(other) != other.target,
            np.ones(len(rows)) if weights is None else weights,
        )
        for position in range(len(sequence))
    ]
    assert sequence.errors(other).tolist() == wrong


def test_a_deep_tree_has_a_sequence() -> None:
    tree = deep_tree(3000)
    sequence = PruningSequence(tree)
    assert sequence.sizes[-1] == 1
    assert tree.at_size(3).n_leaves <= 3


def test_an_unknown_risk_is_refused() -> None:
    with pytest.raises(InputError, match="errors, gini, entropy, not 'cost'"):
        PruningSequence(example_tree(), "cost")


# ---- by hand -------------------------------------------------------------------------------------


def test_pruned_nodes_are_leaves_and_nothing_else_changes() -> None:
    tree = example_tree()
    before = tree.to_dict()
    pruned = tree.prune([1])
    expected = example_tree().to_dict()
    expected["branches"][0] |= {"test": None, "branches": [], "errors": 2.0}
    expected["errors"] = 2.0
    assert pruned.to_dict() == expected
    assert tree.to_dict() == before
    assert pruned.predict_codes([[0, 70, 70, 1]]).tolist() == [1]


def test_nodes_may_be_given_as_nodes_and_may_be_below_each_other_or_leaves() -> None:
    tree = example_tree()
    assert tree.prune([tree.node(1), 4, np.int64(3)]) == tree.prune([1, 3])
    assert tree.prune([2]) == tree
    assert tree.prune([]) == tree
    assert tree.prune([0]).n_nodes == 1


@pytest.mark.parametrize("seed", range(30))
def test_any_nodes_can_be_pruned(seed: int) -> None:
    tree, table = grown(seed)
    rng = np.random.default_rng(seed)
    chosen = rng.choice(tree.n_nodes, min(3, tree.n_nodes), replace=False)
    pruned = tree.prune(chosen.tolist())
    ends = tree.decision_path(table).toarray() > 0
    reached = ends[:, chosen].any(axis=1)
    same = pruned.predict_weights(table) == tree.predict_weights(table)
    assert same[~reached].all()
    leaves = pruned.attribute < 0
    counted = (pruned.cases - pruned.distribution[np.arange(pruned.n_nodes), pruned.label])[leaves]
    assert pruned.errors[0] == pytest.approx(counted.sum())


@pytest.mark.parametrize(
    ("nodes", "message"),
    [([8], "nodes 0 to 7, not 8"), ([-1], "not -1"), (["a"], "by its number"), ([True], "number")],
)
def test_other_nodes_are_refused(nodes: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        example_tree().prune(nodes)


def test_a_tree_of_a_size_is_the_largest_of_the_sequence_that_fits() -> None:
    X, y = load_iris(return_X_y=True)
    tree = TreeClassifier(pruning=None, min_cases=1).fit(X, y).tree_
    sizes = PruningSequence(tree).sizes
    for k in range(1, tree.n_leaves + 3):
        assert tree.at_size(k).n_leaves == sizes[sizes <= k].max()


@pytest.mark.parametrize("k", [0, -2, 2.5, True])
def test_a_size_is_a_whole_number_from_one_on(k: Any) -> None:
    with pytest.raises(InputError, match="whole number from 1 on"):
        example_tree().at_size(k)


def test_soft_thresholds_and_unknown_branches_survive_pruning() -> None:
    from cutpoint import C45Classifier, T2Classifier

    X, y = load_iris(return_X_y=True)
    soft = C45Classifier(soft_thresholds=True, min_cases=1, confidence=1.0).fit(X, y).tree_
    assert soft.prune([soft.n_nodes - 1]) == soft.prune([])
    smaller = soft.at_size(3)
    assert smaller.predict_softly(X).sum(axis=1) == pytest.approx(1)
    two = T2Classifier().fit(X, y).tree_
    assert (
        two.prune([2]).predict_codes(np.full((1, 4), np.nan)).tolist()
        == two.predict_codes(np.full((1, 4), np.nan)).tolist()
    )


# ---- the record ----------------------------------------------------------------------------------


def test_a_path_is_a_table_and_a_plot() -> None:
    needs.package("matplotlib")
    X, y = load_breast_cancer(return_X_y=True)
    path = TreeClassifier(pruning="cost_complexity").fit(X, y).pruning_path_
    frame = path.to_frame()
    assert frame["sizes"].tolist() == path.sizes.tolist()
    assert frame["errors"].tolist() == path.errors.tolist()
    ax = path.plot()
    assert ax.get_xlabel() == "leaves"
    drawn = [line.get_xydata() for line in ax.get_lines()]
    assert any(np.array_equal(line[:, 1], path.errors) for line in drawn if len(line) == len(path))
    assert f"taken: {path.sizes[path.chosen]} leaves" in [
        text.get_text() for text in ax.get_legend().get_texts()
    ]


def test_a_path_without_measured_errors_is_drawn_without_them() -> None:
    needs.package("matplotlib")
    X, y = load_iris(return_X_y=True)
    model = TreeClassifier(pruning="cost_complexity", ccp_alpha=0.01).fit(X, y)
    assert len(model.pruning_path_.plot().get_legend().get_texts()) == 2
