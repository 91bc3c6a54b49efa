import numpy as np
import pytest

from cutpoint.data import Attribute, Table, missing, table_from
from cutpoint.errors import InputError


@pytest.fixture
def matrix():
    return np.random.default_rng(0).random((20, 6))


@pytest.mark.parametrize(
    "view",
    [
        lambda X: X,
        np.asfortranarray,
        lambda X: X[:, 1:4],
        lambda X: X[::2],
        lambda X: X[:, ::-1],
        lambda X: X[:, :1],
        lambda X: X[:1],
    ],
    ids=["C order", "F order", "some columns", "some rows", "reversed", "one column", "one row"],
)
def test_a_float64_matrix_is_never_copied(matrix, view):
    X = view(matrix)
    table = table_from(X)
    assert all(
        np.shares_memory(column, X[:, i])
        for i, column in enumerate(table.columns)  # views
    )
    assert np.shares_memory(table.matrix(), X)
    np.testing.assert_array_equal(table.matrix(), X)


def test_columns_in_another_order_are_copied_into_a_matrix(matrix):
    columns = (matrix[:, 2], matrix[:, 0], matrix[:, 1])
    table = Table(tuple(Attribute(name) for name in "abc"), columns, 20)
    np.testing.assert_array_equal(table.matrix(), matrix[:, [2, 0, 1]])


def test_columns_of_two_matrices_are_not_mistaken_for_one(matrix):
    other = matrix.copy()
    table = Table((Attribute("a"), Attribute("b")), (matrix[:, 0], other[:, 1]), 20)
    np.testing.assert_array_equal(table.matrix(), np.c_[matrix[:, 0], other[:, 1]])


def test_a_mixed_matrix_holds_codes_and_nan_where_a_value_is_missing():
    table = table_from([[1.0, "a"], [None, "b"], [2.0, None]])
    np.testing.assert_array_equal(table.matrix(), [[1, 0], [np.nan, 1], [2, np.nan]])
    assert table.has_missing
    assert missing(table.columns[1]).tolist() == [False, False, True]


def test_take_keeps_order_target_and_weights():
    table = table_from([[1.0], [2.0], [3.0]], ["a", "b", "a"], sample_weight=[1, 2, 3])
    part = table.take(np.array([2, 0]))
    assert part.columns[0].tolist() == [3.0, 1.0]
    assert part.weights.tolist() == [3.0, 1.0]
    assert part.target.tolist() == [0, 0]
    assert table.take(np.array([True, False, True])).n_rows == 2


def test_a_table_without_rows_or_columns_is_a_table():
    assert Table((), (), 3).matrix().shape == (3, 0)
    assert table_from(np.empty((0, 2))).matrix().shape == (0, 2)


def test_a_column_of_another_length_is_refused():
    with pytest.raises(InputError, match="column 'a' has 2 values, not 3"):
        Table((Attribute("a"),), (np.zeros(2),), 3)
    with pytest.raises(InputError, match="1 attributes but 0 columns"):
        Table((Attribute("a"),), (), 3)
