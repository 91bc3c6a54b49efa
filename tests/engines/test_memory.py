"""Learning in memory: limits, progress, and what must not change a tree."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutpoint import InputError
from cutpoint.data.attribute import Attribute
from cutpoint.data.sorted import Columns
from cutpoint.data.table import Table
from cutpoint.engines import memory
from cutpoint.engines.memory import C45Settings, grow_exact, learn_c45, new_progress
from cutpoint.grow.growth import Growth
from cutpoint.grow.settings import Settings
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
    settings = C45Settings(faithful=faithful, group_values=group_values)
    constant = np.zeros(n)
    constant[0] = np.nan
    other = Table(
        (*table.attributes, Attribute("constant")),
        (*table.columns, constant),
        n,
        table.classes,
        table.target,
    )
    one, two = learn_c45(table, settings), learn_c45(other, settings)
    assert same_but_for_rounding(one.unpruned, two.unpruned)
    assert same_but_for_rounding(one.pruned, two.pruned)


@given(seed=st.integers(0, 2**31), n=st.integers(1, 200))
def test_the_order_of_rows_does_not_matter_without_missing_values(seed: int, n: int) -> None:
    table = random_table(seed, n)
    shuffled = table.take(np.random.default_rng(seed).permutation(n))
    for settings in (C45Settings(faithful=True), C45Settings(faithful=False)):
        assert learn_c45(table, settings).pruned == learn_c45(shuffled, settings).pruned


@given(seed=st.integers(0, 2**31), n=st.integers(1, 100))
def test_a_weight_of_two_is_two_cases(seed: int, n: int) -> None:
    """Exactly so where nothing is missing; with fractions, near-ties are decided by rounding."""
    table = random_table(seed, n, weights=True)
    assert table.weights is not None
    repeated = table.take(np.repeat(np.arange(n), table.weights.astype(int)))
    repeated = Table(
        repeated.attributes, repeated.columns, repeated.n_rows, repeated.classes, repeated.target
    )
    one, two = learn_c45(table, C45Settings()), learn_c45(repeated, C45Settings())
    assert same_but_for_rounding(one.unpruned, two.unpruned)
    assert same_but_for_rounding(one.pruned, two.pruned)


@given(seed=st.integers(0, 2**31), n=st.integers(1, 200), faithful=st.booleans())
def test_cases_are_neither_lost_nor_made(seed: int, n: int, faithful: bool) -> None:
    """The cases of the branches add up to their node's, fractions and all."""
    table = random_table(seed, n, missing=0.3)
    learned = learn_c45(table, C45Settings(faithful=faithful, min_cases=1))
    for tree in (learned.unpruned, learned.pruned):
        assert tree.cases[0] == n
        for node in tree.root.walk():
            assert sum(node.distribution.values()) == pytest.approx(node.cases, rel=1e-5)
            if node.branches:
                parts = sum(branch.cases for branch in node.branches)
                assert parts == pytest.approx(node.cases, rel=1e-5)


def test_every_leaf_of_the_unpruned_tree_predicts_its_majority() -> None:
    learned = learn_c45(random_table(1, 300, missing=0.1), C45Settings())
    for node in learned.unpruned.root.walk():
        if node.is_leaf and node.cases > 0:
            assert node.distribution[node.label] == max(node.distribution.values())


def test_a_chain_as_deep_as_the_data_neither_overflows_nor_slows() -> None:
    """Two classes that alternate along one attribute: no test pays but the ends'."""
    n = 4000
    x = np.arange(n, dtype=float)
    target = (np.arange(n) // 2 % 2).astype(np.int32)
    table = Table((Attribute("x"),), (x,), n, ("even", "odd"), target)
    learned = learn_c45(table, C45Settings(min_cases=1, pruning=False))
    assert learned.pruned is learned.unpruned
    deep = Table(  # every test of a binary code, one after the other
        tuple(Attribute(f"bit{i}", (0, 1)) for i in range(2000)),
        tuple((np.arange(2001) == i).astype(np.int32) for i in range(2000)),
        2001,
        tuple(range(2)),
        (np.arange(2001) % 2).astype(np.int32),
    )
    tree = learn_c45(deep, C45Settings(min_cases=1, pruning=False)).unpruned
    assert tree.depth > 900


def test_progress_counts_every_case_once_and_a_stop_is_obeyed() -> None:
    table = random_table(3, 500)
    progress = new_progress()
    whole = learn_c45(table, C45Settings(), progress).unpruned
    assert progress.tolist() == [500, 0]
    stopped = new_progress()
    stopped[1] = 1
    assert learn_c45(table, C45Settings(), stopped).unpruned.n_nodes == 1 < whole.n_nodes


def test_too_many_cases_for_single_precision_are_refused() -> None:
    n = 1 << 24
    zeros = np.zeros(n, dtype=np.int32)
    table = Table((Attribute("x", ("a", "b")),), (zeros,), n, ("no", "yes"), zeros)
    with pytest.raises(InputError, match=r"16,777,216.*faithful=False"):
        learn_c45(table, C45Settings(faithful=True))


def test_too_many_values_to_group_are_refused_by_name() -> None:
    values = tuple(str(i) for i in range(501))
    codes = np.arange(501, dtype=np.int32)
    table = Table((Attribute("id", values),), (codes,), 501, ("no", "yes"), codes % 2)
    with pytest.raises(InputError, match=r"'id' has 501 values.*group_values=False"):
        learn_c45(table, C45Settings(group_values=True))


def test_a_hundred_thousand_categories_are_counted() -> None:
    n = 200_000
    values = tuple(str(i) for i in range(100_000))
    codes = (np.arange(n) % 100_000).astype(np.int32)
    target = (codes % 2).astype(np.int32)
    table = Table((Attribute("id", values),), (codes,), n, ("no", "yes"), target)
    for settings in (C45Settings(), C45Settings(faithful=True)):
        learned = learn_c45(table, settings)
        assert learned.unpruned.n_leaves == 100_000
        assert (learned.unpruned.predict_codes(table.matrix()) == target).all()


def test_neighbouring_doubles_are_told_apart() -> None:
    """Their middle is one of them; the cut must still divide."""
    low = 1.0
    high = np.nextafter(low, 2)
    x = np.array([low, low, low, high, high, high])
    target = np.array([0, 0, 0, 1, 1, 1], dtype=np.int32)
    table = Table((Attribute("x"),), (x,), 6, ("no", "yes"), target)
    tree = learn_c45(table, C45Settings()).pruned
    assert tree.cuts.tolist() == [low]
    assert learn_c45(table, C45Settings(faithful=True)).pruned.n_nodes == 1


def test_large_singles_whose_middle_is_the_upper_one_do_not_loop() -> None:
    """Beyond 2**24 neighbouring singles can have the upper one as their middle."""
    x = np.repeat([2.0**24 + 2, 2.0**24 + 6, 3e38], 4)
    x[4:8] = np.nextafter(np.float32(2.0**24 + 2), np.float32(3e38))
    target = np.repeat([0, 1, 1], 4).astype(np.int32)
    table = Table((Attribute("x"),), (x,), 12, ("no", "yes"), target)
    tree = learn_c45(table, C45Settings(faithful=True, min_cases=1)).unpruned
    assert tree.n_nodes < 10


def test_many_values_for_few_cases_do_not_forbid_every_test() -> None:
    """Two values are a third of six cases: C4.5 leaves them out of the average, which is empty."""
    colour = np.array([0, 0, 0, 1, 1, 1], dtype=np.int32)
    x = np.array([1.0, 2.0, 3.0, 1.0, 2.0, 3.0])
    attributes = (Attribute("x"), Attribute("colour", ("blue", "red")))
    table = Table(attributes, (x, colour), 6, ("no", "yes"), colour)
    assert learn_c45(table, C45Settings()).pruned.n_leaves == 2
    assert learn_c45(table, C45Settings(faithful=True)).pruned.n_leaves == 1


@pytest.mark.parametrize(
    ("weight", "message"), [(1e12, "sum to"), (2.0**40, "sum to"), (1e-12, "weighs 1e-12")]
)
def test_weights_that_cannot_be_counted_are_refused(weight: float, message: str) -> None:
    """In units of 2^-30 of a case they would overflow, or vanish."""
    table = random_table(0, 50)
    weights = np.full(50, weight)
    heavy = Table(table.attributes, table.columns, 50, table.classes, table.target, weights=weights)
    with pytest.raises(InputError, match=message):
        learn_c45(heavy, C45Settings())


@pytest.mark.parametrize(("n", "n_jobs"), [(2000, 1), (20_000, 2)])
@pytest.mark.parametrize("shape", ["even", "first", "last"])
def test_only_half_of_the_second_arena_is_ever_written_to(
    shape: str, n: int, n_jobs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Memory is what large tables are short of: the larger child of a node stays in its arena.

    With two threads, small nodes are grown apart.
    """
    unused = np.iinfo(np.uint32).max
    rng = np.random.default_rng(3)
    columns = tuple(rng.normal(size=(3, n)))
    target = rng.integers(0, 2, n)
    if shape != "even":  # cases are divided off a few at a time, at one end
        order = np.argsort(np.argsort(columns[0] if shape == "first" else -columns[0]))
        target = np.where(rng.random(n) < 0.2, target, np.sqrt(order).astype(int) % 2)
    attributes = tuple(Attribute(f"x{j}") for j in range(3))
    table = Table(attributes, columns, n, ("a", "b"), target.astype(np.int32))
    arenas = []

    def new_growth(columns: Columns, entries: np.ndarray, *rest: object) -> object:
        assert entries.shape[1] < 0.52 * n + 1100
        arenas.append(np.full_like(columns.entries, unused))  # as much room as there can be
        return begun(columns, arenas[0], *rest)

    begun = memory.new_growth
    monkeypatch.setattr(memory, "new_growth", new_growth)
    monkeypatch.setattr(memory, "SMALL", 1000)
    tree = grow_exact(table, Settings(), n_jobs=n_jobs)
    assert tree.n_leaves > 20
    written = np.flatnonzero((arenas[0] != unused).any(axis=0))
    smaller = [
        min(branch.cases for branch in node.branches) for node in tree.root.walk() if node.branches
    ]
    assert len(written) > 50
    assert max(smaller) <= n // 2
    assert written.max() <= max(smaller) + tree.depth


@pytest.mark.parametrize("seed", range(6))
def test_room_for_nodes_is_not_room_for_entries(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nodes are short, the arenas stay as they are.

    The smaller side of the first test is nothing but noise, and takes more nodes than there is room
    for, while the larger waits in more of the first arena than the second has.
    """
    rng, n, larger = np.random.default_rng(seed), 40_000, 22_000
    columns = rng.normal(size=(3, n))
    columns[0] = np.arange(n) >= larger
    target = (rng.random(n) < np.where(columns[0] == 0, 0.01, 0.5)).astype(np.int32)
    columns[0] += 0.1 * rng.random(n)  # not a column of few values
    attributes = tuple(Attribute(f"x{j}") for j in range(3))
    table = Table(attributes, tuple(columns), n, ("a", "b"), target)
    grew = []

    def enlarged(growth: Growth) -> Growth:
        more = enlarge(growth)
        assert more.one.entries.shape == growth.one.entries.shape
        assert more.two.entries.shape == growth.two.entries.shape
        grew.append(more.grown.label.size - growth.grown.label.size)
        return more

    enlarge = memory.enlarged
    monkeypatch.setattr(memory, "enlarged", enlarged)
    tree = grow_exact(table, Settings(min_cases=1.0))
    assert max(branch.cases for branch in tree.root.branches) >= larger
    assert max(grew) > 0
