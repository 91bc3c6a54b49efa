import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from cutpoint.data import encode_target, table_from
from cutpoint.errors import InputError

X = np.zeros((4, 1))
SERIES = {
    "list": list,
    "numpy": np.array,
    "objects": lambda y: np.array(y, dtype=object),
    "pandas": pd.Series,
    "polars": pl.Series,
    "pyarrow": pa.array,
    "chunks": lambda y: pa.chunked_array([y[:1], y[1:]]),
    "column vector": lambda y: np.array(y).reshape(-1, 1),
    "frame": lambda y: pd.DataFrame({"y": y}),
}


@pytest.fixture(params=SERIES, ids=str)
def series(request):
    return SERIES[request.param]


@pytest.mark.parametrize(
    ("y", "classes"),
    [
        (["no", "yes", "maybe", "no"], ("maybe", "no", "yes")),
        ([10, 9, 10, 2], (2, 9, 10)),
        ([1.0, 0.0, 1.0, 3.0], (0, 1, 3)),
        ([True, True, False, True], (False, True)),
        ([True, True, True, True], (True,)),
    ],
    ids=["texts", "integers", "whole floats", "booleans", "one class"],
)
def test_classes_are_sorted_plain_labels(series, y, classes):
    table = table_from(X, series(y))
    assert table.classes == classes
    assert [type(label) for label in table.classes] == [type(label) for label in classes]
    assert [table.classes[code] for code in table.target] == y
    assert table.target.dtype == np.int32


def test_texts_and_numbers_are_sorted_as_text():
    assert table_from(X, ["b", 10, 9, "b"]).classes == ("10", "9", "b")
    y = pd.Series(pd.Categorical(["b", "a", "b", "b"], categories=["b", "c", "a"]))
    assert table_from(X, y).classes == ("a", "b")


def test_a_series_names_the_target():
    assert table_from(X, pd.Series([1, 2, 1, 2], name="outcome")).target_name == "outcome"
    assert table_from(X, pl.Series("outcome", [1, 2, 1, 2])).target_name == "outcome"
    assert table_from(X, [1, 2, 1, 2]).target_name == "class"


def test_the_order_of_classes_can_be_given_with_classes_that_do_not_occur():
    table = table_from(X, ["a", "b", "a", "b"], class_order=["c", "b", "a"])
    assert table.classes == ("c", "b", "a")
    assert table.target.tolist() == [2, 1, 2, 1]


def test_an_order_that_lacks_a_class_is_refused():
    with pytest.raises(InputError, match="row 1: 'b' is not among the classes 'a', 'c'"):
        table_from(X, ["a", "b", "a", "b"], class_order=["a", "c"])
    with pytest.raises(InputError, match="names a class twice"):
        table_from(X, ["a", "b", "a", "b"], class_order=["a", "b", "a"])


@pytest.mark.parametrize("y", [["a", None, None, "b"], [1.0, np.nan, np.nan, 2.0]])
def test_missing_classes_are_counted_and_the_first_named(y):
    for given in (y, pd.Series(y), np.array(y, dtype=object)):
        with pytest.raises(InputError, match="row 1: the class is missing, in 2 of 4 rows: drop"):
            table_from(X, given)


@pytest.mark.parametrize("value", [0.37, np.inf])
def test_a_number_that_is_no_class_is_named(value):
    with pytest.raises(InputError, match=f"Unknown label type: .*row 2 holds {value}"):
        table_from(X, [1.0, 2.0, value, 1.0])


def test_a_target_of_the_wrong_shape_or_length_is_refused():
    with pytest.raises(InputError, match="X has 4 rows and y has 3"):
        table_from(X, [1, 2, 3])
    with pytest.raises(InputError, match="y should be a 1d array"):
        table_from(X, np.zeros((4, 2)))
    with pytest.raises(InputError, match="y should be a 1d array, got 2 columns"):
        table_from(X, pd.DataFrame(np.zeros((4, 2))))


def test_encode_target_gives_codes_and_refuses_a_stranger(series):
    assert encode_target(series(["b", "a"]), ("a", "b")).tolist() == [1, 0]
    with pytest.raises(InputError, match="row 1: 'c' is not among the classes 'a', 'b'"):
        encode_target(series(["b", "c"]), ("a", "b"))


def test_encode_target_matches_labels_across_types():
    assert encode_target([1.0, 2.0, None], (1, 2)).tolist() == [0, 1, -1]
    assert encode_target([1, 2], ("1", "2")).tolist() == [0, 1]
    assert encode_target(np.array([True, False]), (False, True)).tolist() == [1, 0]


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([1, -1, 1, 1], "row 1: the weight is -1.0"),
        ([1, 1, np.nan, 1], "row 2: the weight is nan"),
        ([1, 1, 1, np.inf], "row 3: the weight is inf"),
        ([0, 0, 0, 0], "all weights are zero"),
        ([1, 1, 1], "3 weights given for 4 rows"),
        (np.ones((4, 2)), "weights must be a 1d array"),
        (["a", "b", "c", "d"], "weights must be numbers"),
    ],
)
def test_unusable_weights_are_named(weights, message):
    with pytest.raises(InputError, match=message):
        table_from(X, [1, 2, 1, 2], sample_weight=weights)


@pytest.mark.parametrize("series", [list, np.array, pd.Series, pl.Series, pa.array])
def test_weights_may_be_zero_for_some(series):
    table = table_from(X, sample_weight=series([0, 1, 2, 0]))
    assert table.weights.tolist() == [0, 1, 2, 0]


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.int32, np.int64, np.uint64])
def test_whole_numbers_of_every_width_are_their_own_classes(dtype):
    info = np.iinfo(dtype)
    for low, high in ((info.min, info.min + 200), (info.max - 200, info.max), (info.min, info.max)):
        labels = np.array([high, low, high, low + 1], dtype=dtype)
        table = table_from(np.zeros((4, 1)), labels)
        assert table.classes == (int(low), int(low) + 1, int(high))
        assert table.target.tolist() == [2, 0, 2, 1]
