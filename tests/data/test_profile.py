"""The profile of a column: types, counts, and what looks like a slip."""

import numpy as np
import pandas as pd
import pytest

from cutpoint.data import Attribute, table_from
from cutpoint.data.profile import named_like_an_id, profile_column, profile_table

RNG = np.random.default_rng(0)


def profiles(y=None, **columns):
    frame = pd.DataFrame(columns)
    found = profile_table(table_from(frame, y))
    return {profile.name: profile for profile in found}


def test_counts_agree_with_those_of_pandas():
    frame = pd.DataFrame(
        {
            "x": np.where(RNG.random(200) < 0.2, np.nan, RNG.integers(0, 40, 200) / 4),
            "ward": RNG.choice(["eye", "heart", "ear", None], 200),
        }
    )
    found = profile_table(table_from(frame, None))
    for profile in found:
        assert profile.distinct == frame[profile.name].nunique()
        assert profile.missing == frame[profile.name].isna().sum()
    assert (found[0].low, found[0].high) == (frame.x.min(), frame.x.max())
    assert found[1].examples == tuple(frame.ward.value_counts().index)


@pytest.mark.parametrize(
    ("name", "values", "is_id"),
    [
        ("id", range(1, 31), True),
        ("PassengerId", range(1, 31), True),
        ("customerID", [7 * i for i in range(30)], True),
        ("name", [f"n{i}" for i in range(30)], True),
        ("anything", [f"{i:032x}" for i in range(30)], True),
        ("age", range(1, 31), False),  # may be counted
        ("id", [i + 0.5 for i in range(30)], False),  # is measured
        ("id", [1, 1, *range(2, 30)], False),  # one value twice
        ("ward", ["eye", "ear"] * 15, False),
        ("name", ["a", "b", "c"], False),  # by chance
        ("id", ["a", "b", "c"], True),
        ("code", ["a", *[None] * 29], False),
    ],
)
def test_an_id_is_all_different_and_not_a_measurement(name, values, is_id):
    assert profiles(**{name: list(values)})[name].is_id is is_id


@pytest.mark.parametrize("name", ["ID", "row_id", "orderNo", "key", "Patient nr", "row index"])
def test_names_of_ids(name):
    assert named_like_an_id(name)


@pytest.mark.parametrize("name", ["valid", "paid", "body_mass_index", "width", "", "notes"])
def test_other_names(name):
    assert not named_like_an_id(name)


@pytest.mark.parametrize(
    ("values", "warning"),
    [
        ([3.0] * 30, "constant"),
        (["x"] * 30, "constant"),
        ([np.nan] * 30, "no values"),
        (["red", "Red", "blue"] * 10, "values that differ only by case: 'Red', 'red'"),
        (["12 kg", "3 kg", "5.5 kg"] * 10, "looks like numbers, such as '12 kg', but is nominal"),
        (["<5", "5", "7"] * 10, "looks like numbers, such as '5', but is nominal"),
        (["01/02/2024", "03/04/2024"] * 15, "looks like dates, such as '01/02/2024'"),
        (["a1", "b2", "c3", "d4"] * 8, None),
        ([1.0, 2.0, 3.0] * 10, None),
        (list(range(5, 35)), "looks like a row number"),
        ([*(f"v{i}" for i in range(39)), "v0"], "nearly every value is different"),
    ],
)
def test_slips_are_warned_of(values, warning):
    found = profiles(x=values)["x"].warnings
    assert (found == ()) if warning is None else found[0].startswith(warning)


def test_a_copy_of_the_target_is_known_by_its_values_alone():
    y = np.array(["a", "b", "c"])[RNG.integers(0, 3, 60)]
    other = np.where(y == "a", "b", "a")  # of two classes one value
    found = profiles(
        y,
        same=y,
        renamed=[{"a": "x", "b": "y", "c": "z"}[label] for label in y],
        numbered=[{"a": 3, "b": 1, "c": 2}[label] for label in y],
        other=other,
        shuffled=RNG.permutation(y),
    )
    copies = {name for name, p in found.items() if any("copy" in w for w in p.warnings)}
    assert copies == {"same", "renamed", "numbered"}


def test_a_target_that_is_no_class_is_warned_of():
    def said(y):
        return profiles(np.array(y), x=np.arange(len(y)) % 3)["class"].warnings

    assert said(["a"] * 20) == ("every row has the same class",)
    assert said([f"c{i}" for i in range(20)])[0].startswith("as many classes as rows")
    assert said([f"c{i % 15}" for i in range(20)])[0].startswith("more than half")
    assert said(["a", "A", "b"] * 10)[0].startswith("values that differ only by case")
    assert said(["a", "b"] * 10) == ()


def test_notes_of_the_reader_come_with_their_column():
    column = np.arange(4.0)
    notes = ["column 'price' is read as numbers: '1 €' as 1", "column 'pri' is odd"]
    assert profile_column(Attribute("price"), column, None, notes).warnings == (
        "is read as numbers: '1 €' as 1",
    )
