"""Two groups of the values of a nominal attribute (the reference learner is compared elsewhere)."""

from __future__ import annotations

from itertools import product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutpoint import MultiwayTreeClassifier, TreeClassifier
from cutpoint.errors import InputError
from cutpoint.measures import gain, gini
from cutpoint.tree.split import NominalTest

MEASURES = {"gain": gain, "gini": gini}


def frame(values: list[str], declared: str) -> pd.DataFrame:
    return pd.DataFrame({"x": pd.Categorical(values, list(declared))})


def one_test(X: pd.DataFrame, y: list[str], **options: object) -> TreeClassifier:
    """Return a tree of at most one test."""
    settings = {"criterion": "gain", "min_cases": 1, "max_depth": 1, "pruning": None} | options
    return TreeClassifier(nominal="binary", **settings).fit(X, y)  # type: ignore[arg-type]


def groups_of(model: TreeClassifier) -> list[str]:
    test = model.tree_.root.test
    assert isinstance(test, NominalTest)
    return ["".join(map(str, group)) for group in test.groups]


@pytest.mark.parametrize("criterion", ["gain", "gini"])
@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=3, max_size=6))
def test_if_there_are_two_classes_no_other_two_groups_are_better(
    criterion: str, counts: list[tuple[int, int]]
) -> None:
    """Breiman et al. 1984, theorem 4.5; here by trying all of them."""
    table = np.array(counts)
    if (table.sum(axis=0) == 0).any():
        return  # one class
    letters = "abcdef"[: len(table)]
    values = np.repeat([*letters], table.sum(axis=1)).tolist()
    classes = "".join("n" * n + "y" * y for n, y in counts)
    model = one_test(frame(values, letters), [*classes], criterion=criterion)
    measure, best = MEASURES[criterion], 0.0
    for sides in product((False, True), repeat=len(table)):
        low = np.array(sides)
        branches = np.array([table[low].sum(axis=0), table[~low].sum(axis=0)])
        if (branches.sum(axis=1) > 0).all():
            best = max(best, measure(branches))
    root = model.tree_.root
    if root.is_leaf:
        assert best * len(values) < 1e-5
        return
    ours = np.array([list(branch.distribution.values()) for branch in root.branches])
    assert measure(ours) == pytest.approx(best, abs=1e-9)


def test_the_first_group_has_the_first_value_and_values_without_cases_join_the_heavier() -> None:
    X = frame([*"aabbbbcc"], "eabcd")
    assert groups_of(one_test(X, [*"nnyyyyyy"])) == ["a", "ebcd"]
    assert groups_of(one_test(X, [*"yynnnnnn"])) == ["a", "ebcd"]
    assert groups_of(one_test(X, [*"nnnnnnyy"])) == ["eabd", "c"]


def test_of_equal_groupings_the_first_counts() -> None:
    """Each of four classes has a value; those without the first class come first: b, c, d, a."""
    for criterion, groups in (("gain_ratio", ["acd", "b"]), ("gain", ["ad", "bc"])):
        model = one_test(frame([*"aabbccdd"], "abcd"), [*"wwxxyyzz"], criterion=criterion)
        assert groups_of(model) == groups


def test_both_groups_have_the_minimum_number_of_cases() -> None:
    X, y = frame([*"abbbbbcccc"], "abc"), [*"nyyyyyyyyn"]
    assert one_test(X, y, min_cases=1).tree_.root.branches[0].cases == 1
    assert min(branch.cases for branch in one_test(X, y, min_cases=2).tree_.root.branches) >= 2
    assert one_test(X, y, min_cases=6).tree_.root.is_leaf


@pytest.mark.parametrize("penalty", ["filter", "rank"])
def test_the_choice_among_many_groupings_is_charged_for(penalty: str) -> None:
    """Two groupings cost a bit: the first classes gain 0.66 bits over the node, the others 2.27."""
    X = frame([*"aaabbbccc"], "abc")
    assert not one_test(X, [*"nnynyyyyn"]).tree_.root.is_leaf
    assert one_test(X, [*"nnynyyyyn"], penalty=penalty).tree_.root.is_leaf
    assert not one_test(X, [*"nnynyyyyy"], penalty=penalty).tree_.root.is_leaf


def test_every_test_of_a_mixed_table_has_two_branches() -> None:
    rng = np.random.default_rng(3)
    X = pd.DataFrame({"x": rng.normal(size=800), "c": rng.choice([*"abcdefgh"], 800)})
    X.loc[rng.random(800) < 0.1, "c"] = None
    y = (X["x"] + X["c"].isin([*"aceg"]) + rng.normal(size=800) > 0.5).map({True: "y", False: "n"})
    tree = TreeClassifier(nominal="binary", pruning=None).fit(X, y).tree_
    assert tree.n_nodes == 2 * tree.n_leaves - 1
    assert any(node.test and node.attribute.name == "c" for node in tree.root.walk())
    assert TreeClassifier(nominal="binary", n_jobs=2, pruning=None).fit(X, y).tree_ == tree
    assert MultiwayTreeClassifier(nominal="binary").fit(X, y).score(X, y) > 0.65


def test_thousands_of_values_are_no_obstacle() -> None:
    rng = np.random.default_rng(4)
    codes = rng.integers(0, 5000, 20_000)
    y = np.where(codes % 3 == 0, "fizz", "no")
    root = one_test(pd.DataFrame({"x": [f"v{code:04}" for code in codes]}), y).tree_.root  # type: ignore[arg-type]
    assert all(branch.errors == 0 for branch in root.branches)


def test_the_mean_posterior_improvement_takes_two_groups() -> None:
    X, y = frame([*"abcabcabc"], "abc"), [*"nyynyynyy"]
    with pytest.raises(InputError, match=r"'x' has 3 values.*nominal='binary'"):
        TreeClassifier("mpi").fit(X, y)
    assert groups_of(one_test(X, y, criterion="mpi")) == ["a", "bc"]
