import datetime
import decimal
import re
import time

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from scipy import sparse

from cutpoint.data import Attribute, conform, table_from
from cutpoint.errors import InputError

FRAMES = {
    "pandas": pd.DataFrame,
    "pandas with Arrow types": lambda d: pa.table(d).to_pandas(types_mapper=pd.ArrowDtype),
    "pandas with nullable types": lambda d: pd.DataFrame(d).convert_dtypes(),
    "pandas objects": lambda d: pd.DataFrame(d, dtype=object),
    "polars": pl.DataFrame,
    "pyarrow": pa.table,
    "record batch": pa.RecordBatch.from_pydict,
    "chunked pyarrow": lambda d: pa.concat_tables([pa.table(d)[:1], pa.table(d)[1:]]),
}
BACKENDS = FRAMES | {
    "numpy objects": lambda d: np.array(list(zip(*d.values(), strict=True)), dtype=object),
    "rows": lambda d: [list(row) for row in zip(*d.values(), strict=True)],
}
MIXED = {
    "age": [41.5, None, 63.0, 7.0],
    "visits": [3, 1, 4, 1],
    "ward": ["surgery", "eye", None, "eye"],
    "smoker": [True, None, False, True],
}


@pytest.fixture(params=FRAMES, ids=str)
def frame(request):
    return FRAMES[request.param]


@pytest.fixture(params=BACKENDS, ids=str)
def backend(request):
    return BACKENDS[request.param]


def assert_same(table, other):
    assert table.attributes == other.attributes
    for column, expected in zip(table.columns, other.columns, strict=True):
        assert column.dtype == expected.dtype
        np.testing.assert_array_equal(column, expected)


class TestTypes:
    def test_every_backend_gives_the_same_table(self, backend):
        table = table_from(backend(MIXED), feature_names=list(MIXED))
        assert table.attributes == (
            Attribute("age"),
            Attribute("visits"),
            Attribute("ward", ("eye", "surgery")),
            Attribute("smoker", (False, True)),
        )
        np.testing.assert_array_equal(table.columns[0], [41.5, np.nan, 63, 7])
        assert table.columns[0].dtype == table.columns[1].dtype == np.float64
        assert table.columns[1].tolist() == [3, 1, 4, 1]
        assert table.columns[2].tolist() == [1, 0, -1, 0]
        assert table.columns[3].tolist() == [1, -1, 0, 1]
        assert table.columns[2].dtype == np.int32

    def test_labels_are_plain_python_scalars(self, backend):
        table = table_from(backend(MIXED), categorical_features=[1])
        assert [type(value) for value in table.attributes[1].values] == [int, int, int]
        assert [type(value) for value in table.attributes[2].values] == [str, str]
        assert [type(value) for value in table.attributes[3].values] == [bool, bool]

    @pytest.mark.parametrize("dtype", ["int8", "uint64", "float16", "float32", "int64"])
    def test_numbers_of_any_width_become_float64(self, dtype):
        values = np.array([[1, 2], [3, 4]], dtype=dtype)
        for X in (values, pd.DataFrame(values), pl.DataFrame(values)):
            table = table_from(X)
            assert table.columns[1].tolist() == [2.0, 4.0]
            assert table.columns[1].dtype == np.float64

    def test_decimals_are_numbers(self):
        cells = [decimal.Decimal("1.50"), None, decimal.Decimal("-2.25")]
        for X in (pl.DataFrame({"a": cells}), pa.table({"a": cells}), pd.DataFrame({"a": cells})):
            np.testing.assert_array_equal(table_from(X).columns[0], [1.5, np.nan, -2.25])

    def test_categories_keep_their_order_and_absent_ones(self):
        order = ["low", "none", "high"]
        frames = [
            pd.DataFrame({"a": pd.Categorical(["high", None, "low"], categories=order)}),
            pd.DataFrame({"a": pd.Categorical(["high", None, "low"], order, ordered=True)}),
            pl.DataFrame({"a": pl.Series(["high", None, "low"], dtype=pl.Enum(order))}),
            pa.table({"a": pa.DictionaryArray.from_arrays(pa.array([2, None, 0]), order)}),
        ]
        for X in frames:
            table = table_from(X)
            assert table.attributes[0].values == ("low", "none", "high")
            assert table.columns[0].tolist() == [2, -1, 0]

    def test_polars_categoricals_declare_no_order_and_are_sorted(self):
        pl.DataFrame({"other": pl.Series(["z", "q"], dtype=pl.Categorical)})
        X = pl.DataFrame({"a": pl.Series(["b", "a", None], dtype=pl.Categorical)})
        table = table_from(X)
        assert table.attributes[0].values == ("a", "b")
        assert table.columns[0].tolist() == [1, 0, -1]

    def test_categories_of_numbers_and_intervals_become_plain_labels(self):
        codes = pd.DataFrame({"a": pd.Categorical([3, 1, 3])})
        assert table_from(codes).attributes[0].values == (1, 3)
        cut = pd.DataFrame({"a": pd.cut([1, 5, 9], [0, 4, 10])})
        assert table_from(cut).attributes[0].values == ("(0, 4]", "(4, 10]")

    def test_chunks_with_different_dictionaries_are_unified(self):
        chunks = [pa.array(part).dictionary_encode() for part in (["b", "a"], ["c", "a"])]
        table = table_from(pa.table({"a": pa.chunked_array(chunks)}))
        values = table.attributes[0].values
        assert [values[code] for code in table.columns[0]] == ["b", "a", "c", "a"]

    def test_columns_that_arrow_does_not_know_are_numbers_too(self):
        X = pd.DataFrame({"a": pd.arrays.SparseArray([0.0, 1.0, np.nan])})
        np.testing.assert_array_equal(table_from(X).columns[0], [0, 1, np.nan])
        X = pl.DataFrame({"a": pl.Series([1, 2**100, None], dtype=pl.Int128)})
        np.testing.assert_array_equal(table_from(X).columns[0], [1, 2.0**100, np.nan])

    def test_masked_cells_are_missing(self):
        for X in ([[1, 2], [3, 4]], [[1.0, 2.0], [3.0, 4.0]]):
            table = table_from(np.ma.array(X, mask=[[0, 1], [0, 0]]))
            np.testing.assert_array_equal(table.columns[1], [np.nan, 4])

    def test_a_numpy_matrix_is_an_array(self):
        with pytest.warns(PendingDeprecationWarning):
            X = np.asmatrix(np.eye(2))
        assert table_from(X).columns[1].tolist() == [0, 1]

    def test_a_numpy_string_array_is_nominal(self):
        table = table_from(np.array([["b", "1"], ["a", "2"]]))
        assert [attribute.name for attribute in table.attributes] == ["x0", "x1"]
        assert table.attributes[1].values == ("1", "2")
        assert table_from(np.array([[b"b"], [b"a"]])).attributes[0].values == ("a", "b")

    def test_a_numpy_boolean_array_is_nominal(self):
        table = table_from(np.array([[True], [True]]))
        assert table.attributes[0].values == (False, True)
        assert table.columns[0].tolist() == [1, 1]

    def test_a_column_of_nothing_is_of_unknown_type(self, backend):
        table = table_from(backend({"a": [None, None], "b": [1.0, 2.0]}))
        assert table.attributes[0].is_empty
        assert table.columns[0].tolist() == [-1, -1]

    def test_whatever_a_column_of_nothing_holds_later_counts_as_missing(self, backend):
        attributes = table_from(backend({"a": [None, None], "b": [1.0, 2.0]})).attributes
        for values in (["x", None], [3, 4], [0.5, 0.25], [True, False]):
            later = conform(backend({"a": values, "b": [1.0, 2.0]}), attributes)
            assert later.columns[0].tolist() == [-1, -1]

    def test_a_column_that_is_numeric_by_type_stays_so_without_a_value(self):
        frame = pd.DataFrame({"a": np.array([np.nan, np.nan]), "b": ["x", "y"]})
        assert table_from(frame).attributes[0].is_numeric
        assert table_from(np.full((2, 1), np.nan)).attributes[0].is_numeric
        null = pd.DataFrame({"a": [None, None]})
        assert table_from(null, categorical_features=None).attributes[0].is_numeric

    def test_words_among_few_numbers_are_nominal(self):
        table = table_from(np.array([[1, "x"], ["many", "y"], [2.0, None]], dtype=object))
        assert table.attributes[0].values == ("1", "2", "many")

    def test_numbers_python_alone_knows_are_numbers(self):
        table = table_from(np.array([[2**70], [1], [None]], dtype=object))
        assert table.columns[0][0] == 2.0**70
        table = table_from(np.array([[True], [2], [np.float32(0.5)]], dtype=object))
        assert table.columns[0].tolist() == [1, 2, 0.5]

    def test_names_that_are_no_text_become_text(self):
        X = pd.DataFrame([[1, 2]], columns=[0, ("a", "b")])
        assert [a.name for a in table_from(X).attributes] == ["0", "('a', 'b')"]

    def test_a_hundred_thousand_categories_are_fast(self):
        rng = np.random.default_rng(0)
        codes = rng.integers(0, 100_000, 1_000_000)
        words = pa.array([f"v{code}" for code in range(100_000)]).take(pa.array(codes))
        X = pa.table({"word": words, "number": codes})
        start = time.process_time()
        table = table_from(X, codes, categorical_features=["number"])
        again = conform(X, table.attributes)
        assert time.process_time() - start < 8
        np.testing.assert_array_equal(again.columns[0], table.columns[0])
        assert len(table.attributes[0].values) == len(np.unique(codes))


class TestCategoricalFeatures:
    def test_numbers_can_be_declared_nominal_in_many_ways(self):
        X = pd.DataFrame({"a": [10.0, 9.0, np.nan], "b": [0.5, 2.0, 0.5], "c": [1, 2, 3]})
        expected = table_from(X, categorical_features=["a", "b"])
        assert expected.attributes[0].values == (9, 10)
        assert expected.attributes[1].values == (0.5, 2)
        assert expected.columns[0].tolist() == [1, 0, -1]
        assert expected.attributes[2].is_numeric
        for declared in ([0, 1], [-3, 1], [True, True, False], np.array([0, 1])):
            assert_same(table_from(X, categorical_features=declared), expected)

    def test_a_matrix_with_a_nominal_column_keeps_the_others_as_views(self):
        X = np.array([[1.0, 2.0], [3.0, 4.0]])
        table = table_from(X, categorical_features=[0])
        assert table.attributes[0].values == (1, 3)
        assert np.shares_memory(table.columns[1], X)

    def test_none_makes_all_columns_numeric(self):
        X = pd.DataFrame({"a": ["1", "2.5"], "b": [True, False]})
        table = table_from(X, categorical_features=None)
        assert [column.tolist() for column in table.columns] == [[1, 2.5], [1, 0]]

    def test_none_refuses_a_word_and_names_it(self, frame):
        with pytest.raises(InputError, match="column 'ward', row 0: 'surgery' is not a number"):
            table_from(frame(MIXED), categorical_features=None)
        X = pd.DataFrame({"a": pd.Categorical(["1", "x"])})
        with pytest.raises(InputError, match="column 'a', row 1: 'x' is not a number"):
            table_from(X, categorical_features=None)

    @pytest.mark.parametrize(
        ("declared", "message"),
        [
            (["wart"], "has no column 'wart'; did you mean 'ward'?"),
            ([9], "names column 9, but there are 4 columns"),
            ([True], "has 1 booleans for 4 columns"),
            ("auto", "must be 'from_dtype', None or a sequence of columns, not 'auto'"),
        ],
    )
    def test_a_wrong_declaration_is_named(self, declared, message):
        with pytest.raises(InputError, match=re.escape(message)):
            table_from(pd.DataFrame(MIXED), categorical_features=declared)


class TestRefusals:
    def test_an_infinite_number_is_named(self, backend):
        X = backend({"a": [1.0, 2.0], "x1": [0.0, float("-inf")]})
        with pytest.raises(InputError, match="column 'x1', row 1: the number is infinite"):
            table_from(X)

    def test_an_infinite_number_in_a_matrix_is_named(self):
        X = np.zeros((4, 3))
        X[1, 0] = np.nan
        X[2, 1] = np.inf
        with pytest.raises(InputError, match="column 'x1', row 2: the number is infinite"):
            table_from(X)

    def test_an_infinite_number_is_no_nominal_value(self, frame):
        with pytest.raises(InputError, match="column 'a', row 1: the number is infinite"):
            table_from(frame({"a": [1.0, np.inf]}), categorical_features=["a"])

    def test_large_finite_numbers_are_no_infinity(self):
        assert table_from(np.full((3, 3), 1e308)).columns[0][0] == 1e308

    def test_a_stray_word_among_many_numbers_is_named(self):
        X = np.array([[float(i)] for i in range(20)], dtype=object)
        X[7, 0] = "N.A."
        with pytest.raises(InputError, match=r"column 'x0', row 7: 'N.A.' stands among numbers"):
            table_from(X)
        assert not table_from(X, categorical_features=[0]).attributes[0].is_numeric

    @pytest.mark.parametrize("value", [{"a": 1}, [1], (1,), object(), b"bytes", 1j])
    def test_other_objects_are_a_type_error_and_an_input_error(self, value):
        X = np.empty((2, 2), dtype=object)
        X[:] = 1.0
        X[0, 1] = value
        message = "argument must be a string or a real number: column 'x1', row 0 holds "
        with pytest.raises(TypeError, match=message + type(value).__name__):
            table_from(X)
        with pytest.raises(InputError):
            table_from(X)

    def test_nested_columns_are_refused(self):
        with pytest.raises(InputError, match="column 'a' has type large_list"):
            table_from(pl.DataFrame({"a": [[1, 2]]}))

    @pytest.mark.parametrize("cells", [[datetime.timedelta(1)], [datetime.timedelta(seconds=3)]])
    def test_durations_are_refused_with_advice(self, frame, cells):
        with pytest.raises(
            InputError, match=r"column 'when' holds .*durations.*convert it to a number"
        ):
            table_from(frame({"when": cells}))

    @pytest.mark.parametrize(
        "make", [pd.DataFrame, pa.Table.from_pydict], ids=["pandas", "pyarrow"]
    )
    def test_two_columns_of_one_name_are_refused(self, make):
        X = make({"a": [1], "b": [2]})
        X = X.set_axis(["a", "a"], axis=1) if hasattr(X, "iloc") else X.rename_columns(["a", "a"])
        with pytest.raises(InputError, match="two columns named 'a'"):
            table_from(X)

    def test_names_equal_as_text_are_refused(self):
        with pytest.raises(InputError, match="two columns named '1'"):
            table_from(pd.DataFrame([[1, 2]], columns=[1, "1"]))

    def test_a_lazy_table_is_refused_with_advice(self):
        with pytest.raises(InputError, match=r"lazy table \(LazyFrame\): collect it first"):
            table_from(pl.LazyFrame({"a": [1]}))

    @pytest.mark.parametrize(
        ("X", "message"),
        [
            (np.zeros(3), "Expected 2D array, got 1D array instead"),
            (np.zeros((2, 2, 2)), "Expected 2D array, got 3D array"),
            (np.array([[1j]]), "Complex data not supported"),
            (
                np.array([[3]], dtype="timedelta64[s]"),
                "column 'x0' holds times of day or durations",
            ),
            (np.zeros(2, dtype=[("a", "f8")]), "structured array"),
            (sparse.csr_array(np.eye(2)), "Sparse data was passed"),
            ([[1, 2], [3]], "rows differ in length"),
            ("iris.csv", "not str: to read a file, use read_table"),
            (None, "not NoneType"),
        ],
        ids=lambda value: value if isinstance(value, str) else None,
    )
    def test_what_is_no_table_is_refused(self, X, message):
        with pytest.raises(InputError, match=re.escape(message)):
            table_from(X)

    def test_a_wrong_number_of_names_is_refused(self):
        with pytest.raises(InputError, match="1 feature names were given for 2 columns"):
            table_from(np.zeros((1, 2)), feature_names=["a"])


class TestConform:
    attributes = table_from(pd.DataFrame(MIXED)).attributes

    def test_every_backend_conforms_to_its_own_attributes(self, backend):
        expected = table_from(pd.DataFrame(MIXED))
        assert_same(conform(backend(MIXED), self.attributes), expected)

    def test_columns_are_matched_by_name_and_others_ignored(self, frame):
        shuffled = {"extra": [{}, {}, {}, {}]} if frame is pd.DataFrame else {"extra": [1, 2, 3, 4]}
        shuffled |= dict(reversed(MIXED.items()))
        assert_same(conform(frame(shuffled), self.attributes), table_from(pd.DataFrame(MIXED)))

    def test_an_absent_column_is_named(self, frame):
        X = frame({"age": [1.0], "visit": [1], "smoker": [True], "ward": ["eye"]})
        with pytest.raises(InputError, match=r"no column 'visits'; did you mean 'visit'\?"):
            conform(X, self.attributes)

    def test_frames_can_be_matched_by_position(self):
        X = pd.DataFrame(MIXED).set_axis(list("abcd"), axis=1)
        assert_same(conform(X, self.attributes, by_name=False), table_from(pd.DataFrame(MIXED)))

    def test_a_wrong_number_of_columns_is_refused(self):
        with pytest.raises(InputError, match="X has 3 features, but cutpoint is expecting 4"):
            conform(np.zeros((2, 3)), self.attributes)

    def test_an_unseen_value_is_unknown(self, frame):
        X = frame({"ward": ["heart", "eye"]})
        assert conform(X, self.attributes[2:3]).columns[0].tolist() == [-1, 0]

    @pytest.mark.parametrize(
        ("values", "cells", "codes"),
        [
            ((1, 2), [1.0, 2.0, np.nan], [0, 1, -1]),
            ((1, 2), ["1", "2.0", "3"], [0, 1, -1]),
            ((0, 1), [True, False], [1, 0]),
            (("1", "2"), [1.0, 2.0, 2.5], [0, 1, -1]),
            (("1", "2"), [2, 1], [1, 0]),
            ((False, True), [0, 1, 2], [0, 1, -1]),
            ((False, True), ["true", "False", "x"], [1, 0, -1]),
            ((0.5, 1), [0.5, 1.0], [0, 1]),
            (("True", "x"), [True, False], [0, -1]),
        ],
    )
    def test_labels_are_matched_across_types(self, values, cells, codes):
        for X in (pd.DataFrame({"a": cells}), pl.DataFrame({"a": cells})):
            assert conform(X, (Attribute("a", values),)).columns[0].tolist() == codes

    def test_a_matrix_can_hold_nominal_columns(self):
        attributes = (Attribute("a", (1, 2)), Attribute("b"))
        table = conform(np.array([[2.0, 0.5], [np.nan, 1.0]]), attributes)
        assert table.columns[0].tolist() == [1, -1]
        assert table.columns[1].tolist() == [0.5, 1.0]

    def test_categories_are_recoded(self):
        X = pd.DataFrame({"a": pd.Categorical(["x", "y"], categories=["y", "z", "x"])})
        assert conform(X, (Attribute("a", ("x", "y")),)).columns[0].tolist() == [0, 1]

    def test_a_word_in_a_numeric_column_is_named(self, backend):
        X = backend({"age": [1.0, 2.0], "b": ["7", "seven"]})
        with pytest.raises(InputError, match="column 'b', row 1: 'seven' is not a number"):
            conform(X, (Attribute("age"), Attribute("b")))

    def test_a_float64_matrix_is_not_copied(self):
        X = np.random.default_rng(0).random((5, 3))
        table = conform(X, tuple(Attribute(name) for name in "abc"))
        assert np.shares_memory(table.matrix(), X)
