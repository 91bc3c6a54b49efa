"""What López de Mántaras (1991) proves of his distance, on random partitions."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from cutpoint import measures
from support.count_tables import Table, entropy, tables

Partition = NDArray[np.int64]


def table_of(one: Partition, other: Partition) -> Table:
    table = np.zeros((5, 5))
    np.add.at(table, (one, other), 1)
    return table


def d(one: Partition, other: Partition) -> float:
    return measures.distance(table_of(one, other))


def d_normalised(one: Partition, other: Partition) -> float:
    if same(one, other):  # also where both are a single class, and the measure says 0 gained
        return 0.0
    return 1 - measures.mantaras(table_of(one, other))


def same(one: Partition, other: Partition) -> bool:
    return bool(((one[:, None] == one) == (other[:, None] == other)).all())


@st.composite
def partitions(draw: st.DrawFn, how_many: int) -> list[Partition]:
    """Several partitions of one set of cases."""
    size = draw(st.integers(1, 25))
    labels = st.lists(st.integers(0, 4), min_size=size, max_size=size)
    return [np.array(draw(labels)) for _ in range(how_many)]


@given(partitions(2))
def test_both_distances_are_zero_for_equal_partitions_only(two: list[Partition]) -> None:
    one, other = two
    assert d(one, one) == pytest.approx(0, abs=1e-12)
    if len(set(one.tolist())) > 1:
        assert measures.mantaras(table_of(one, one)) == pytest.approx(1)
    assert (d(one, other) < 1e-9) == same(one, other)
    assert (d_normalised(one, other) < 1e-9) == same(one, other)


@given(partitions(2))
def test_both_distances_are_symmetric(two: list[Partition]) -> None:
    one, other = two
    assert d(one, other) == pytest.approx(d(other, one), abs=1e-12)
    assert d_normalised(one, other) == pytest.approx(d_normalised(other, one), abs=1e-12)


@given(partitions(3))
def test_both_distances_obey_the_triangle_inequality(three: list[Partition]) -> None:
    a, b, c = three
    assert d(b, c) <= d(a, b) + d(a, c) + 1e-12
    assert d_normalised(b, c) <= d_normalised(a, b) + d_normalised(a, c) + 1e-12


@given(tables())
def test_the_normalised_distance_lies_between_0_and_1(table: Table) -> None:
    assert 0 <= measures.mantaras(table) <= 1 + 1e-12
    assert measures.distance(table) >= -1e-9


@given(tables((2, 5), (2, 5)))
def test_one_less_the_normalised_distance_is_gain_by_joint_entropy(table: Table) -> None:
    """Equation 24, both sides from the definitions of d and of the gain."""
    joint = entropy(table)
    if joint > 1e-6:
        left_in_branches = joint - entropy(table.sum(axis=1))
        left_in_classes = joint - entropy(table.sum(axis=0))
        normalised = (left_in_branches + left_in_classes) / joint
        gain = entropy(table.sum(axis=0)) - left_in_branches
        assert measures.mantaras(table) == pytest.approx(1 - normalised, abs=1e-7)
        assert measures.mantaras(table) == pytest.approx(gain / joint, abs=1e-7)
        assert measures.distance(table) == pytest.approx(
            left_in_branches + left_in_classes, abs=1e-7
        )


@given(tables((2, 5), (2, 5)), st.floats(0.01, 0.99))
def test_dividing_a_branch_in_proportion_brings_neither_distance_down(
    table: Table, share: float
) -> None:
    """The theorem of section 4 as its proof has it: the branch is divided at random."""
    finer = np.vstack((table[0] * share, table[0] * (1 - share), table[1:]))
    assert measures.distance(finer) >= measures.distance(table) - 1e-9
    assert measures.mantaras(finer) <= measures.mantaras(table) + 1e-9
    assert measures.gain(finer) >= measures.gain(table) - 1e-9


@given(tables((2, 5), (2, 5)), st.floats(0.01, 0.99), st.integers(0, 4), st.floats(0.1, 1e3))
def test_dividing_a_pure_branch_brings_neither_distance_down(
    table: Table, share: float, label: int, weight: float
) -> None:
    """The theorem of section 4 with its premise: every case of the branch is of one class."""
    pure = np.zeros((1, table.shape[1]))
    pure[0, label % table.shape[1]] = weight
    before = np.vstack((pure, table))
    after = np.vstack((pure * share, pure * (1 - share), table))
    assert measures.distance(after) >= measures.distance(before) - 1e-9
    assert measures.mantaras(after) <= measures.mantaras(before) + 1e-9
    assert measures.gain(after) >= measures.gain(before) - 1e-9


@given(tables((2, 4), (2, 4)), tables((2, 4), (4, 4)))
def test_dividing_a_branch_in_any_way_never_lowers_the_gain(table: Table, parts: Table) -> None:
    first = np.minimum(table[0], parts[0, : table.shape[1]])
    finer = np.vstack((first, table[0] - first, table[1:]))
    assert measures.gain(finer) >= measures.gain(table) - 1e-9


def test_without_its_premise_the_theorem_does_not_hold() -> None:
    """Dividing a mixed branch by class brings the split nearer to the classes."""
    assert measures.distance([[5, 0], [0, 5]]) < measures.distance([[5, 5]])
