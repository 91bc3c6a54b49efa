"""What a reader that was told nothing leaves of numbers with commas, dates and gaps."""

import pandas as pd
import pytest

from cutpoint.data import table_from
from cutpoint.errors import InputWarning

NUMBERS = tuple(f"{number},5" for number in range(10, 40))


@pytest.mark.parametrize(
    "values",
    [
        NUMBERS,
        ("?", *map(str, range(30))),
        tuple(f"{day:02}.03.2024" for day in range(1, 31)),
    ],
    ids=["decimal commas", "whole numbers and a gap", "dates"],
)
def test_they_are_nominal_with_a_warning_that_names_column_and_value(values):
    with pytest.warns(InputWarning, match="column 'x' holds numbers or dates as texts") as told:
        table = table_from(pd.DataFrame({"x": values}))
    assert table.attributes[0].values == tuple(sorted(values))
    assert repr(next(value for value in sorted(values) if value != "?")) in str(told[0].message)


@pytest.mark.parametrize(
    "column",
    [
        pd.Series(NUMBERS, dtype="category"),
        pd.Series(NUMBERS[:9]),
        pd.Series([str(code) for code in range(10_001, 10_031)]),
        pd.Series([*NUMBERS, "high"]),
    ],
    ids=["declared", "few", "codes", "words"],
)
@pytest.mark.filterwarnings("error")
def test_what_may_be_meant_as_nominal_is_read_without_one(column):
    assert not table_from(column.to_frame("x")).attributes[0].is_numeric


@pytest.mark.filterwarnings("error")
def test_who_names_the_column_is_not_warned():
    frame = pd.DataFrame({"x": NUMBERS})
    assert not table_from(frame, categorical_features=["x"]).attributes[0].is_numeric
