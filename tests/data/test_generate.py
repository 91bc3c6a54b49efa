import numpy as np

from cutpoint.data import demo_path, make_mixed, missing, read_table
from cutpoint.data.generate import demo_csv


def test_the_shipped_table_is_what_the_generator_makes():
    assert demo_path().read_bytes() == demo_csv().encode()


def test_the_shipped_table_reads_back_as_it_was_made():
    made = make_mixed()
    table = read_table(demo_path(), target="outcome")
    assert table.attributes == made.attributes
    assert table.classes == made.classes
    np.testing.assert_array_equal(table.target, made.target)
    for column, expected in zip(table.columns, made.columns, strict=True):
        np.testing.assert_array_equal(column, expected)


def test_the_same_seed_gives_the_same_table():
    first, second = make_mixed(100, random_state=3), make_mixed(100, random_state=3)
    np.testing.assert_array_equal(first.matrix(), second.matrix())
    assert not np.array_equal(first.target, make_mixed(100, random_state=4).target)


def test_both_kinds_of_columns_have_missing_values_and_all_classes_occur():
    table = make_mixed(2000)
    shares = [missing(column).mean() for column in table.columns]
    assert all(0.01 < share < 0.08 for share in shares)
    assert np.bincount(table.target).min() > 200


def test_there_is_something_to_learn():
    table = make_mixed(2000)
    vibration, lubricant = table.columns[1], table.columns[8]
    worn = vibration > 7.1
    assert (table.target[worn] == 2).mean() > 0.9
    calm = (vibration < 4.5) & (lubricant == 1)
    assert (table.target[calm] == 1).mean() > 0.6
