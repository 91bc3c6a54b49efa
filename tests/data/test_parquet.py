import datetime

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cutpoint.data import read_table, table_from
from cutpoint.errors import InputError

FRAME = pd.DataFrame(
    {
        "age": [41.0, np.nan, 7.0],
        "visits": [1, 2, 3],
        "ward": ["eye", None, "surgery"],
        "grade": pd.Categorical(["low", "high", "low"], categories=["low", "high"]),
        "smoker": [True, False, True],
        "outcome": ["stay", "home", "home"],
    }
)


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "visits.parquet"
    FRAME.to_parquet(path)
    return path


def test_a_parquet_file_is_read_as_the_frame_it_holds(path):
    table = read_table(path, target="outcome")
    expected = table_from(FRAME.drop(columns="outcome"), FRAME["outcome"])
    assert table.attributes == expected.attributes
    assert table.classes == expected.classes
    for column, other in zip(table.columns, expected.columns, strict=True):
        np.testing.assert_array_equal(column, other)


def test_columns_can_be_declared_and_words_made_missing(path):
    table = read_table(path, nominal=["visits"], ignore=["age"], missing=["eye"])
    assert [a.name for a in table.attributes] == ["visits", "ward", "grade", "smoker", "outcome"]
    assert table.attributes[0].values == (1, 2, 3)
    assert table.attributes[1].values == ("surgery",)


def test_like_a_model(path):
    expected = table_from(FRAME.drop(columns="outcome"), FRAME["outcome"])
    table = read_table(path, like=(expected.attributes, expected.classes, "outcome"))
    assert table.target.tolist() == [1, 0, 0]


def test_the_index_of_pandas_is_no_column(tmp_path):
    FRAME.set_index(pd.Index([5, 6, 7])).iloc[[2, 0, 1]].to_parquet(tmp_path / "a.pq")
    assert len(read_table(tmp_path / "a.pq").attributes) == 6


def test_a_broken_or_empty_file_is_named(tmp_path, path):
    broken = tmp_path / "broken.parquet"
    broken.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(InputError, match=r"broken.parquet is not a Parquet file that can be read"):
        read_table(broken)
    broken.write_bytes(b"")
    with pytest.raises(InputError, match=r"broken.parquet is not a Parquet file that can be read"):
        read_table(broken)
    pq.write_table(pa.table({"a": pa.array([], pa.float64())}), broken)
    with pytest.raises(InputError, match="has no rows"):
        read_table(broken)


def test_a_damaged_page_is_named(tmp_path, path):
    data = bytearray(path.read_bytes())
    data[20:200] = bytes(180)
    (tmp_path / "broken.parquet").write_bytes(data)
    with pytest.raises(InputError, match=r"broken.parquet is not a Parquet file that can be read"):
        read_table(tmp_path / "broken.parquet")


def test_times_of_day_are_refused_unless_ignored(tmp_path):
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"day": [datetime.time(10, 30)], "x": [1.0]}), path)
    with pytest.raises(InputError, match=r"a.parquet, column 'day' holds times of day"):
        read_table(path)
    assert read_table(path, ignore=["day"]).n_rows == 1


def test_a_missing_class_is_named_by_row(path):
    with pytest.raises(InputError, match=r"column 'ward', row 1: the class is missing, in 1 of 3"):
        read_table(path, target="ward")


def test_a_missing_weight_is_refused(path):
    with pytest.raises(InputError, match="row 1: the weight is nan"):
        read_table(path, weight="age")
