"""The slow reference against examples worked out by hand."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from cutpoint import InputError
from cutpoint.data.attribute import Attribute
from cutpoint.data.table import Table
from cutpoint.learn import LearnSpec
from cutpoint.tree import example_tree
from support.grown import grow, grow_watched
from support.reference.information import ONE, gained, gini, mantaras, split_information, symmetric
from support.reference.learner import Watch

Column = Sequence[float | None] | str

release = LearnSpec.for_release


def by_gain(**fields: Any) -> LearnSpec:
    return LearnSpec(criterion="gain", **fields)


def table(
    classes: str, *columns: Column, weights: Sequence[float] | None = None, values: str = ""
) -> Table:
    """Return a small table: a string is a nominal column of one-letter values, "?" is unknown."""
    labels = tuple(sorted(set(classes)))
    attributes, arrays = [], []
    for position, column in enumerate(columns):
        name = f"x{position + 1}"
        if isinstance(column, str):
            declared = values or "".join(sorted(set(column) - {"?"}))
            attributes.append(Attribute(name, tuple(declared)))
            arrays.append(np.array([declared.find(v) for v in column], dtype=np.int32))
        else:
            attributes.append(Attribute(name))
            arrays.append(np.array([np.nan if v is None else v for v in column], dtype=float))
    return Table(
        tuple(attributes),
        tuple(arrays),
        len(classes),
        labels,
        np.array([labels.index(c) for c in classes], dtype=np.int32),
        weights=None if weights is None else np.array(weights, dtype=float),
    )


def cases(*counts: float) -> list[int]:
    return [round(n * ONE) for n in counts]


# ---- Quinlan's mornings --------------------------------------------------------------------------

OUTLOOK = "sssssooooRRRRR".lower()
TEMPERATURE = [75, 80, 85, 72, 69, 72, 83, 64, 81, 71, 65, 75, 68, 70]
HUMIDITY = [70, 90, 85, 95, 70, 90, 78, 65, 75, 80, 70, 80, 80, 96]
WINDY = "ttffftftfttfff"
PLAY = "pdddpppppddppp"


def golf(outlook: str = OUTLOOK) -> Table:
    codes = {"s": 0, "o": 1, "r": 2, "?": -1}
    tree = example_tree()
    return Table(
        tree.attributes,
        (
            np.array([codes[v] for v in outlook], dtype=np.int32),
            np.array(TEMPERATURE, dtype=float),
            np.array(HUMIDITY, dtype=float),
            np.array(["tf".index(v) for v in WINDY], dtype=np.int32),
        ),
        14,
        tree.classes,
        np.array(["pd".index(c) for c in PLAY], dtype=np.int32),
    )


@pytest.mark.parametrize("number", [8, 7, "7G", "7GS"])
def test_every_release_learns_the_tree_of_the_book_from_the_golf_data(number: int | str) -> None:
    assert grow(golf(), release(number)) == example_tree()


def test_the_measures_of_outlook_are_those_of_the_book() -> None:
    """Quinlan 1993, section 2.2: gain 0.246 (rounded), split information 1.577, ratio 0.156."""
    outlook = [cases(2, 3), cases(4, 0), cases(3, 2)]
    bits = gained(outlook)
    assert bits / 14 == pytest.approx(0.2467, abs=5e-5)
    assert split_information(outlook, 0) == pytest.approx(1.5774, abs=5e-5)
    assert bits / 14 / split_information(outlook, 0) == pytest.approx(0.156, abs=5e-4)
    # H_C = 0.9403, H_T = 1.5774, I = 0.2467
    assert mantaras(bits, outlook) == pytest.approx(0.2467 / (0.9403 + 1.5774 - 0.2467), abs=5e-5)
    assert symmetric(bits, outlook) == pytest.approx(2 * 0.2467 / (0.9403 + 1.5774), abs=5e-5)
    # before: (9/14)^2 + (5/14)^2; after: 5/14 (4 + 9)/25 + 4/14 + 5/14 (9 + 4)/25
    assert gini(outlook) == pytest.approx(2 * 5 / 14 * 13 / 25 + 4 / 14 - 106 / 196)


def test_a_case_of_unknown_outlook_is_shared_as_in_the_book() -> None:
    """Quinlan 1993, section 3.2: one overcast morning is unknown.

    The gain becomes 13/14 (0.961 - 0.747) = 0.199 bits, the split information 1.809 bits, and the
    case goes to the branches as 5/13, 3/13 and 5/13.
    """
    known = [cases(2, 3), cases(3, 0), cases(3, 2)]
    assert gained(known) / 14 == pytest.approx(0.199, abs=5e-4)
    assert split_information(known, ONE) == pytest.approx(1.809, abs=5e-4)
    root = grow(golf("sssss?" + OUTLOOK[6:]), release(8)).root
    assert root.test is not None
    assert root.test.attribute.name == "outlook"
    shares = [math.floor(ONE * (size / 13) + 0.5) / ONE for size in (5, 3, 5)]
    assert [branch.cases for branch in root.branches] == [
        5 + shares[0],
        3 + shares[1],
        5 + shares[2],
    ]
    # sunny: humidity 70, 70 | 90, 85, 95 and 5/13 of the unknown, whose humidity is 90
    low, high = root.branches[0].branches
    assert (low.cases, high.cases) == (2.0, 3 + shares[0])
    assert high.distribution == {"Play": shares[0], "Don't Play": 3.0}
    assert high.label == "Don't Play"
    assert root.errors == pytest.approx(2 * 5 / 13)  # overcast is pure; windy: 2 + 5/13 and 3


# ---- Quinlan 1996: the releases ------------------------------------------------------------------


def first_test(data: Table, number: int | str) -> object:
    """Return the root's test, with a minimum of one case and nothing collapsed."""
    root = grow(data, release(number, min_cases=1.0, collapse=False)).root
    return root.test and (root.test.attribute.name, *getattr(root.test, "cuts", ()))


def test_release_7_cuts_by_gain_ratio_and_7g_by_gain() -> None:
    """Classes n y n y y along 1 2 3 4 5.

    ====  =====  ==========  =====
    cut   gain   split info  ratio
    ====  =====  ==========  =====
    1     0.322  0.722       0.446
    2     0.020  0.971       (gain below the average, 0.233)
    3     0.420  0.971       0.433
    4     0.171  0.722       (gain below the average)
    ====  =====  ==========  =====
    """
    data = table("nynyy", [1, 2, 3, 4, 5])
    assert first_test(data, 7) == ("x1", 1.0)
    assert first_test(data, "7G") == ("x1", 3.0)


def test_release_7_takes_the_last_of_equal_cuts_and_7g_the_first() -> None:
    data = table("nyyn", [1, 2, 3, 4])  # cuts 1 and 3 mirror each other
    assert first_test(data, 7) == ("x1", 3.0)
    assert first_test(data, "7G") == ("x1", 1.0)


def test_release_7_asks_for_the_average_gain_of_the_cuts() -> None:
    """The same cases, 2 and 3 being one value, 4 and 5 another: cuts 1 and 3 are left.

    Now the average gain is (0.322 + 0.420) / 2 = 0.371, and cut 1 may not compete.
    """
    assert first_test(table("nynyy", [1, 2, 2, 4, 4]), 7) == ("x1", 2.0)


def test_7gs_leaves_out_what_does_not_pay_for_the_choice() -> None:
    """Classes n n y n: cut 2 gains 4 H(1/4) - 2 H(1/2) = 1.245 bits; lg 3 = 1.585 bits are due."""
    data = table("nnyn", [1, 2, 3, 4])
    assert gained([cases(2, 0), cases(1, 1)]) == pytest.approx(1.2451, abs=5e-5)
    assert first_test(data, "7G") == ("x1", 2.0)
    assert first_test(data, "7GS") is None
    assert first_test(data, 8) is None


def test_release_8_ranks_what_is_left_after_paying() -> None:
    """Classes n n y y: both tests gain 4 bits, the cut pays lg 3 for having been chosen of 3."""
    data = table("nnyy", [1, 2, 3, 4], "aabb")
    assert first_test(data, "7GS") == ("x1", 2.0)
    assert first_test(data, 8) == ("x2",)


def test_the_charge_counts_the_cuts_that_were_tried() -> None:
    """With three cases on each side one cut is left of five, and one cut costs nothing."""
    data = table("nnyyyy", [1, 2, 3, 4, 5, 6], "aabbbb")
    root = grow(data, release(8, min_cases=3.0, collapse=False)).root
    assert root.test is not None
    assert root.test.attribute.name == "x1"


def test_release_8_cuts_at_a_value_of_the_whole_table() -> None:
    """Below the test of x2 the values beside the cut are 1 and 9; 4 is in the other branch."""
    data = table("nnyyzzzz", [1, 1, 9, 9, 4, 4, 6, 6], "aaaabbbb")
    tree = grow(data, release(8))
    assert tree.cuts.tolist() == [4.0]
    assert grow(data, release(8, placement="midpoint")).cuts.tolist() == [5.0]


def test_with_groups_no_attribute_is_left_out_of_the_average() -> None:
    """As in C4.5, where -s says so (C45-RELEASE-8, section 3.3)."""
    assert release(8).leave_out_many_values
    assert not release(8, nominal="groups").leave_out_many_values
    assert release(8, nominal="groups", leave_out_many_values=True).leave_out_many_values


def test_there_is_no_release_9() -> None:
    with pytest.raises(InputError, match="release must be 8, 7, '7G' or '7GS', not 9"):
        release(9)


# ---- the two traps of boundary points (METHODS 2.1) ----------------------------------------------


def test_with_a_minimum_per_side_the_best_cut_need_not_be_a_boundary() -> None:
    """The classes change at 5 only, where one case would be left above."""
    data = table("nnnnny", [1, 2, 3, 4, 5, 6])
    assert grow(data, by_gain(min_cases=1.0)).cuts.tolist() == [5.5]
    assert grow(data, by_gain(min_cases=2.0)).cuts.tolist() == [4.5]


def test_the_minimum_of_c45_is_a_tenth_of_the_cases_per_class() -> None:
    """60 cases and 2 classes make 3 per side: the boundary after 58 is not admissible."""
    data = table("n" * 58 + "yy", range(60))
    assert grow(data, by_gain(min_cases=2.0)).cuts.tolist() == [57.5]
    assert grow(data, by_gain(min_cases=2.0, minimum_split=True)).cuts.tolist() == [56.5]


# ---- nodes ---------------------------------------------------------------------------------------


def test_the_first_of_equally_frequent_classes_labels_a_node() -> None:
    assert grow(table("yn", [1, 1]), by_gain()).root.label == "n"


def test_a_branch_without_cases_takes_its_parents_class() -> None:
    tree = grow(table("nnyyy", "aabbb", values="abc"), by_gain())
    empty = tree.root.branches[2]
    assert (empty.label, empty.cases, empty.errors) == ("y", 0.0, 0.0)
    assert empty.distribution == {"n": 0.0, "y": 0.0}


def test_a_nominal_test_needs_two_branches_with_enough_cases() -> None:
    data = table("nnyyy", "aabbc")
    assert grow(data, by_gain(min_cases=2.0)).n_leaves == 3
    assert grow(table("nyyyy", "abbbb"), by_gain(min_cases=2.0)).n_nodes == 1


def test_twice_the_minimum_is_needed_for_a_test() -> None:
    data = table("nny", "aab")
    assert grow(data, by_gain(min_cases=2.0)).n_nodes == 1
    assert grow(data, by_gain(min_cases=1.0)).n_nodes == 3


def test_depth_counts_the_tests_on_a_path() -> None:
    data = table("nynyny", [1, 2, 3, 4, 5, 6])
    for depth in range(4):
        assert grow(data, by_gain(min_cases=1.0, max_depth=depth)).depth == depth


def test_a_test_that_saves_no_error_collapses_to_a_leaf() -> None:
    """n n n y | n n n n gains information, but both leaves say n."""
    data = table("nnnynnnn", "aaaabbbb")
    assert grow(data, by_gain()).n_nodes == 3
    collapsed = grow(data, by_gain(collapse=True))
    assert (collapsed.n_nodes, collapsed.root.errors) == (1, 1.0)


def test_a_weight_is_so_many_cases_and_a_weight_of_nothing_is_no_case() -> None:
    weighted = table("nynyy", [1, 2, 3, 4, 2.5], weights=[1, 2, 1, 3, 0])
    repeated = table("nyynyyy", [1, 2, 2, 3, 4, 4, 4])
    for number in (8, 7, "7G", "7GS"):
        spec = release(number, min_cases=1.0)
        assert grow(weighted, spec) == grow(repeated, spec)


def test_a_fraction_below_the_least_one_is_left_out() -> None:
    """One of nine is unknown and goes down as 6/8 and 2/8."""
    data = table("nnnnnnyyn", "aaaaaabb?")
    parts = [branch.cases for branch in grow(data, by_gain()).root.branches]
    assert parts == [6.75, 2.25]
    parts = [branch.cases for branch in grow(data, by_gain(min_fraction=0.3)).root.branches]
    assert parts == [6.75, 2.0]


def test_both_zeros_are_one_value() -> None:
    data = table("nnyy", [0.0, -0.0, 0.0, -0.0])
    assert grow(data, by_gain(min_cases=1.0)).n_nodes == 1


def test_an_attribute_of_many_values_competes_but_does_not_set_the_average() -> None:
    """x1 has as many values as there are cases: gain 1, split information 3; x2 has gain 0.549.

    With x1 in the average, 0.774, only x1 competes; without it x2 does, and its ratio is better.
    """
    data = table("nnnnyyyy", "abcdefgh", "aaabbbbb")
    one = gained([cases(1, 0)] * 4 + [cases(0, 1)] * 4) / 8
    two = gained([cases(3, 0), cases(1, 4)]) / 8
    assert (one, two) == (1.0, pytest.approx(0.5488, abs=5e-5))
    assert two < (one + two) / 2
    assert one / 3 < two / split_information([cases(3, 0), cases(1, 4)], 0)
    spec = LearnSpec(min_cases=1.0)
    for leave_out, name in ((False, "x1"), (True, "x2")):
        root = grow(data, spec.replace(leave_out_many_values=leave_out)).root
        assert root.test is not None
        assert root.test.attribute.name == name


# ---- where a cut lies ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("placement", "cut"), [("midpoint", 6.0), ("observed", 2.0), ("weighted", 4.0)]
)
def test_a_cut_lies_where_its_placement_says(placement: str, cut: float) -> None:
    """2 cases below at 2, 6 above at 10; Berzal: (6 * 2 + 2 * 10) / 8 = 4."""
    data = table("nnyyyyyy", [2, 2] + [10] * 6)
    assert grow(data, by_gain(placement=placement)).cuts.tolist() == [cut]


@pytest.mark.parametrize("placement", ["midpoint", "observed", "weighted"])
@pytest.mark.parametrize(
    ("low", "high"), [(1.0, np.nextafter(1.0, 2.0)), (-1.7e308, 1.7e308), (0.0, 5e-324)]
)
def test_a_cut_always_divides(placement: str, low: float, high: float) -> None:
    tree = grow(table("nnyy", [low, low, high, high]), by_gain(placement=placement))
    assert tree.n_leaves == 2
    assert low <= tree.cuts[0] < high


# ---- near-ties -----------------------------------------------------------------------------------


def test_a_comparison_near_its_bar_is_noticed() -> None:
    watch = Watch()
    assert not watch.above(1.0, 1.0 + 1e-6)  # a tie: as far from the bar as the tolerance
    assert watch.closest == pytest.approx(1.0)
    assert watch.above(1.0 + 1e-9, 1.0)
    assert watch.closest == pytest.approx(1e-3)


def test_ties_are_not_near_their_bar() -> None:
    """Equal attributes are told apart by order, whatever the measure."""
    data = table("nnyyny", "aabbab", [1, 1, 2, 2, 1, 2], "aabbab")
    for criterion in ("gain", "gain_ratio", "mantaras", "symmetric", "gini"):
        assert grow_watched(data, LearnSpec(criterion=criterion))[1] > 0.5
