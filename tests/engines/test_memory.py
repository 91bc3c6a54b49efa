"""Learning in memory: limits, progress, and what must not change a tree."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutpoint import InputError
from cutpoint._core import Progress
from cutpoint.data.attribute import Attribute
from cutpoint.data.table import Table
from cutpoint.engines.memory import learn
from cutpoint.learn import LearnSpec
from cutpoint.tree.tree import Tree

VALUES = ("a", "b", "c", "d")


def random_table(seed: int, n: int, *, missing: float = 0.0, weights: bool = False) -> Table:
    """Return a mixed table with many ties."""
    rng = np.random.default_rng(seed)
    number = rng.integers(0, 8, n).astype(float)
    fine = rng.normal(size=n).round(2)
    nominal = rng.integers(0, len(VALUES), n).astype(np.int32)
    target = (number + 2 * nominal + rng.normal(size=n) > 6).astype(np.int32)
    target += (fine > 1).astype(np.int32)
    for column, blank in ((number, np.nan), (fine, np.nan), (nominal, -1)):
        column[rng.random(n) < missing] = blank
    return Table(
        (Attribute("number"), Attribute("fine"), Attribute("nominal", VALUES)),
        (number, fine, nominal),
        n,
        ("x", "y", "z"),
        target,
        weights=rng.integers(1, 4, n).astype(float) if weights else None,
    )


def same_but_for_rounding(one: Tree, two: Tree) -> bool:
    return (
        one.attribute.tolist() == two.attribute.tolist()
        and one.cuts.tolist() == two.cuts.tolist()
        and one.branch_of.tolist() == two.branch_of.tolist()
        and np.allclose(one.distribution, two.distribution)
        and np.allclose(one.errors, two.errors)
    )


@pytest.mark.parametrize("faithful", [True, False])
@pytest.mark.parametrize("group_values", [True, False])
@given(seed=st.integers(0, 2**31), n=st.integers(1, 300))
def test_the_way_for_whole_weights_and_the_way_in_order_give_the_same_tree(
    faithful: bool, group_values: bool, seed: int, n: int
) -> None:
    """One missing value in a column that says nothing switches to C4.5's own order of items."""
    table = random_table(seed, n)
    nominal = "groups" if group_values else "values"
    spec = LearnSpec.for_release(8, faithful=faithful, nominal=nominal)
    constant = np.zeros(n)
    constant[0] = np.nan
    other = Table(
        (*table.attributes, Attribute("constant")),
        (*table.columns, constant),
        n,
        table.classes,
        table.target,
    )
    one, two = learn(table, spec), learn(other, spec)
    assert same_but_for_rounding(one.unpruned, two.unpruned)
    assert same_but_for_rounding(one.pruned, two.pruned)


@given(seed=st.integers(0, 2**31), n=st.integers(1, 200))
def test_the_order_of_rows_does_not_matter_without_missing_values(seed: int, n: int) -> None:
    table = random_table(seed, n)
    shuffled = table.take(np.random.default_rng(seed).permutation(n))
    for faithful in (True, False):
        spec = LearnSpec.for_release(8, faithful=faithful)
        assert learn(table, spec).pruned == learn(shuffled, spec).pruned


@given(seed=st.integers(0, 2**31), n=st.integers(1, 100))
def test_a_weight_of_two_is_two_cases(seed: int, n: int) -> None:
    """Exactly so where nothing is missing; with fractions, near-ties are decided by rounding."""
    table = random_table(seed, n, weights=True)
    assert table.weights is not None
    repeated = table.take(np.repeat(np.arange(n), table.weights.astype(int)))
    repeated = Table(
        repeated.attributes, repeated.columns, repeated.n_rows, repeated.classes, repeated.target
    )
    one, two = learn(table, LearnSpec.for_release(8)), learn(repeated, LearnSpec.for_release(8))
    assert same_but_for_rounding(one.unpruned, two.unpruned)
    assert same_but_for_rounding(one.pruned, two.pruned)


@given(seed=st.integers(0, 2**31), n=st.integers(1, 200), faithful=st.booleans())
def test_cases_are_neither_lost_nor_made(seed: int, n: int, faithful: bool) -> None:
    """The cases of the branches add up to their node's, fractions and all."""
    table = random_table(seed, n, missing=0.3)
    learned = learn(table, LearnSpec.for_release(8, faithful=faithful, min_cases=1))
    for tree in (learned.unpruned, learned.pruned):
        assert tree.cases[0] == n
        for node in tree.root.walk():
            assert sum(node.distribution.values()) == pytest.approx(node.cases, rel=1e-5)
            if node.branches:
                parts = sum(branch.cases for branch in node.branches)
                assert parts == pytest.approx(node.cases, rel=1e-5)


def test_every_leaf_of_the_unpruned_tree_predicts_its_majority() -> None:
    learned = learn(random_table(1, 300, missing=0.1), LearnSpec.for_release(8))
    for node in learned.unpruned.root.walk():
        if node.is_leaf and node.cases > 0:
            assert node.distribution[node.label] == max(node.distribution.values())


@pytest.mark.slow
def test_a_chain_as_deep_as_the_data_neither_overflows_nor_slows() -> None:
    """Two classes that alternate along one attribute: no test pays but the ends'."""
    n = 4000
    x = np.arange(n, dtype=float)
    target = (np.arange(n) // 2 % 2).astype(np.int32)
    table = Table((Attribute("x"),), (x,), n, ("even", "odd"), target)
    learned = learn(table, LearnSpec.for_release(8, min_cases=1, pruning=None))
    assert learned.pruned is learned.unpruned
    deep = Table(  # every test of a binary code, one after the other
        tuple(Attribute(f"bit{i}", (0, 1)) for i in range(2000)),
        tuple((np.arange(2001) == i).astype(np.int32) for i in range(2000)),
        2001,
        tuple(range(2)),
        (np.arange(2001) % 2).astype(np.int32),
    )
    tree = learn(deep, LearnSpec.for_release(8, min_cases=1, pruning=None)).unpruned
    assert tree.depth > 900


@pytest.mark.parametrize("faithful", [False, True])
def test_progress_counts_every_case_once_and_a_stop_is_obeyed(faithful: bool) -> None:
    table, spec = random_table(3, 500), LearnSpec.for_release(8, faithful=faithful)
    progress = Progress()
    learn(table, spec, progress)
    assert progress.done == 500
    progress.request_stop()
    with pytest.raises(KeyboardInterrupt):
        learn(table, spec, progress)


@pytest.mark.parametrize("weighted", [False, True])
def test_progress_ends_at_the_number_of_rows_with_fractions_and_weights(weighted: bool) -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(800, 3))
    X[rng.random(X.shape) < 0.1] = np.nan
    table = Table(
        tuple(Attribute(name) for name in "abc"),
        tuple(X.T.copy()),
        800,
        ("no", "yes"),
        (np.nan_to_num(X[:, 0]) + rng.normal(size=800) > 0).astype(np.int32),
        weights=rng.uniform(0.5, 3.0, 800) if weighted else None,
    )
    progress = Progress()
    learn(table, LearnSpec(pruning=None), progress)
    assert progress.done == 800


def test_too_many_cases_for_single_precision_are_refused() -> None:
    n = 1 << 24
    zeros = np.zeros(n, dtype=np.int32)
    table = Table((Attribute("x", ("a", "b")),), (zeros,), n, ("no", "yes"), zeros)
    with pytest.raises(InputError, match=r"16,777,216.*faithful=False"):
        learn(table, LearnSpec.for_release(8, faithful=True))


def test_too_many_values_to_group_are_refused_by_name() -> None:
    values = tuple(str(i) for i in range(501))
    codes = np.arange(501, dtype=np.int32)
    table = Table((Attribute("id", values),), (codes,), 501, ("no", "yes"), codes % 2)
    with pytest.raises(InputError, match=r"'id' has 501 values.*do not group values"):
        learn(table, LearnSpec.for_release(8, nominal="groups"))


def test_a_hundred_thousand_categories_are_counted() -> None:
    n = 200_000
    values = tuple(str(i) for i in range(100_000))
    codes = (np.arange(n) % 100_000).astype(np.int32)
    target = (codes % 2).astype(np.int32)
    table = Table((Attribute("id", values),), (codes,), n, ("no", "yes"), target)
    for faithful in (False, True):
        learned = learn(table, LearnSpec.for_release(8, faithful=faithful))
        assert learned.unpruned.n_leaves == 100_000
        assert (learned.unpruned.predict_codes(table.matrix()) == target).all()


def test_neighbouring_doubles_are_told_apart() -> None:
    """Their middle is one of them; the cut must still divide."""
    low = 1.0
    high = np.nextafter(low, 2)
    x = np.array([low, low, low, high, high, high])
    target = np.array([0, 0, 0, 1, 1, 1], dtype=np.int32)
    table = Table((Attribute("x"),), (x,), 6, ("no", "yes"), target)
    tree = learn(table, LearnSpec.for_release(8)).pruned
    assert tree.cuts.tolist() == [low]
    assert learn(table, LearnSpec.for_release(8, faithful=True)).pruned.n_nodes == 1


def test_large_singles_whose_middle_is_the_upper_one_do_not_loop() -> None:
    """Beyond 2**24 neighbouring singles can have the upper one as their middle."""
    x = np.repeat([2.0**24 + 2, 2.0**24 + 6, 3e38], 4)
    x[4:8] = np.nextafter(np.float32(2.0**24 + 2), np.float32(3e38))
    target = np.repeat([0, 1, 1], 4).astype(np.int32)
    table = Table((Attribute("x"),), (x,), 12, ("no", "yes"), target)
    tree = learn(table, LearnSpec.for_release(8, faithful=True, min_cases=1)).unpruned
    assert tree.n_nodes < 10


def test_many_values_for_few_cases_do_not_forbid_every_test() -> None:
    """Two values are a third of six cases: C4.5 leaves them out of the average, which is empty."""
    colour = np.array([0, 0, 0, 1, 1, 1], dtype=np.int32)
    x = np.array([1.0, 2.0, 3.0, 1.0, 2.0, 3.0])
    attributes = (Attribute("x"), Attribute("colour", ("blue", "red")))
    table = Table(attributes, (x, colour), 6, ("no", "yes"), colour)
    assert learn(table, LearnSpec.for_release(8)).pruned.n_leaves == 2
    assert learn(table, LearnSpec.for_release(8, faithful=True)).pruned.n_leaves == 1


@pytest.mark.parametrize(
    ("weight", "message"), [(1e12, "sum to"), (2.0**40, "sum to"), (1e-12, "weighs 1e-12")]
)
def test_weights_that_cannot_be_counted_are_refused(weight: float, message: str) -> None:
    """In units of 2^-30 of a case they would overflow, or vanish."""
    table = random_table(0, 50)
    weights = np.full(50, weight)
    heavy = Table(table.attributes, table.columns, 50, table.classes, table.target, weights=weights)
    with pytest.raises(InputError, match=message):
        learn(heavy, LearnSpec.for_release(8))
