import math

import pytest

from cutpoint.data.attribute import Attribute
from cutpoint.tree import NominalTest, NumericTest

SIZE = Attribute("size")
COLOUR = Attribute("colour", ("red", "green", "blue", "grey"))


def test_a_numeric_branch_holds_values_up_to_and_including_its_cut():
    test = NumericTest(SIZE, (1.0, 2.0))
    values = [-math.inf, 1.0, 1.0000001, 2.0, 2.1, math.inf]
    assert [test.branch_of(value) for value in values] == [0, 0, 1, 1, 2, 2]


@pytest.mark.parametrize("value", [None, math.nan])
def test_an_unknown_number_has_no_branch(value):
    assert NumericTest(SIZE, (1.0,)).branch_of(value) is None


def test_a_category_in_no_group_has_no_branch():
    test = NominalTest(COLOUR, (("red",), ("green", "blue")))
    assert [test.branch_of(v) for v in ("red", "blue", "grey", "mauve", None)] == [
        0,
        1,
        None,
        None,
        None,
    ]


def test_a_cut_point_is_described_with_the_digits_asked_for():
    test = NumericTest(SIZE, (0.123456789012,))
    assert test.describe(0) == "size <= 0.123456789"
    assert test.describe(1, digits=6) == "size > 0.123457"


def test_a_test_without_cuts_is_described():
    assert NumericTest(SIZE, ()).describe(0) == "size is any number"


def test_names_and_values_are_described_on_one_line():
    attribute = Attribute("a\nb", ("x\ty", "z"))
    assert NominalTest(attribute, (("x\ty", "z"),)).describe(0) == "a\\nb in {x\\ty,z}"


def test_a_long_list_of_values_is_wrapped_under_its_first_value():
    attribute = Attribute("a", tuple(f"value{i}" for i in range(9)))
    lines = NominalTest(attribute, (attribute.values,)).lines(0, digits=10, room=40)
    assert lines == [
        "a in {value0,value1,value2,",
        "      value3,value4,value5,",
        "      value6,value7,value8}:",
    ]


def test_a_group_of_no_value_has_no_line():
    assert NominalTest(COLOUR, ((), ("red",))).lines(0, 10, 80) == []
