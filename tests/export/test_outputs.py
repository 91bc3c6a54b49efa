"""What an export adds to a table never has the name of a column that is there."""

from __future__ import annotations

import warnings
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import duckdb
import pandas as pd
import pyarrow as pa
import pytest

from cutpoint import TreeClassifier
from cutpoint.errors import InputError, InputWarning
from cutpoint.export import to_pmml, to_sql, to_sql_case
from cutpoint.export.outputs import outputs_of
from cutpoint.tree import Model, example_tree
from support.random_rules import make_rules
from support.running import refuses, run, succeeds
from support.same_rows import expected, make_rows, make_tree

NAMES = ("predicted", "P(C0)", "a", "b")


def test_a_query_gives_the_class_beside_columns_of_the_same_name() -> None:
    random = Random(5)
    tree = make_tree(random, names=NAMES)
    rows = make_rows(random, tree, 60)
    with pytest.warns(InputWarning) as caught:
        query = to_sql(tree)
    assert [str(warning.message) for warning in caught] == [
        'the name "predicted" is taken: the column is called "predicted_2"',
        'the name "p(c0)" is taken: the column is called "p(c0)_2"',
    ]
    assert '-- Note: the name "predicted" is taken' in query
    with duckdb.connect() as connection:
        connection.register("cases", rows)
        found = connection.sql(query).to_arrow_table()
    assert found.column_names == [*NAMES, "predicted_2", "p(c0)_2", "p(c1)", "p(c2)"]
    assert found["predicted_2"].to_pylist() == expected(tree, rows).classes
    assert found.select(list(NAMES)).to_pylist()[0].keys() == rows.to_pylist()[0].keys()


def test_the_name_is_an_option_and_other_columns_can_be_named() -> None:
    query = to_sql(example_tree(), predicted="forecast", columns=["p(Play)"])
    cases = pa.table({"outlook": ["overcast"], "humidity": [1.0], "windy": ["x"]})
    with duckdb.connect() as connection:
        connection.register("cases", cases)
        found = connection.sql(query).to_arrow_table()
    assert found.column_names[3:] == ["forecast", "p(Play)_2", "p(Don't Play)"]


def test_classes_that_differ_in_case_alone_get_columns_of_their_own() -> None:
    found = outputs_of(make_tree(Random(1), classes=("Yes", "yes", "YES")))
    assert found.shares == ("p(Yes)", "p(yes)_2", "p(YES)_3")


def test_rules_rename_as_trees_do() -> None:
    rules = make_rules(Random(2))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", InputWarning)
        query = to_sql(rules, predicted=rules.attributes[0].name)
    assert f'AS "{rules.attributes[0].name}_2"' in query


def test_every_field_of_pmml_has_a_name_of_its_own() -> None:
    with pytest.warns(InputWarning, match="is taken"):
        text = to_pmml(make_tree(Random(5), names=NAMES, holes=True), "p(c1)")
    fields = [
        element.attrib["name"]
        for element in ElementTree.fromstring(text).iter()
        if element.tag.endswith(("DataField", "DerivedField", "OutputField"))
    ]
    assert len(set(fields)) == len(fields)
    assert {"predicted_2", "p(c0)_2", "p(c1)_2", "p(c2)"} <= set(fields)


@pytest.mark.parametrize("name", ["", "  ", "a\0b"])
def test_what_is_no_name_is_refused(name: str) -> None:
    with pytest.raises(InputError):
        to_sql(example_tree(), predicted=name)


def test_the_command_names_the_column_and_says_what_it_renames(tmp_path: Path) -> None:
    path = tmp_path / "golf.json"
    Model(example_tree(), None, "play", "C45Classifier", {}).save(path)
    text = succeeds("export", path, "--to", "sql", "--as", "forecast")
    assert 'AS "forecast"' in text
    for target in ("sql", "pmml"):
        ran = run("export", path, "--to", target, "--as", "Play")
        assert ran.code == 0
        assert ran.complaints == [
            'cutpoint: note: the name "Play" is taken: the column is called "Play_2"'
        ]
    assert "--as names a column" in refuses("export", path, "--to", "c", "--as", "x")
    assert "--as names a column" in refuses("export", path, "--to", "sql", "--case", "--as", "x")
    assert "needs a name" in refuses("export", path, "--to", "sql", "--as", "")


def test_columns_that_differ_in_case_alone_are_refused_where_a_database_takes_them_for_one() -> (
    None
):
    tree = make_tree(Random(3), names=("age", "Age"))
    for dialect in ("sqlite", "mysql", "spark", "sqlserver", "bigquery"):
        for write in (to_sql, to_sql_case):
            with pytest.raises(InputError, match="differ in upper and lower case alone"):
                write(tree, dialect)
    assert '"Age"' in to_sql(tree, "postgresql")
    assert '"Age"' in to_sql(tree, "snowflake")


def test_duckdb_reads_columns_that_differ_in_case_alone_under_the_names_that_it_gives_them() -> (
    None
):
    frame = pd.DataFrame({"age": [1.0, 2, 3, 4] * 5, "Age": [1.0, 2, 3, 4, 5] * 4, "é": 0, "É": 1})
    model = TreeClassifier().fit(frame, ["a" if x > 3 else "b" for x in frame["Age"]])
    assert [attribute.name for attribute in model.tree_.tested] == ["Age"]
    with pytest.warns(InputWarning, match="'Age' is called 'Age_1', as DuckDB calls it"):
        query = to_sql(model, table="frame")
    with pytest.warns(InputWarning, match="'Age' is called 'Age_1'"):
        case = to_sql_case(model)
    with duckdb.connect() as connection:
        given = connection.sql(query).fetchall()
        assert [row[-3] for row in given] == model.predict(frame).tolist()
        assert connection.sql(f"SELECT {case} FROM frame").fetchall() == [
            (label,) for label in model.predict(frame)
        ]


def test_names_that_duckdb_numbers_as_another_column_is_called_are_refused() -> None:
    tree = make_tree(Random(3), names=("age", "Age_1", "Age"))
    with pytest.raises(InputError, match="differ in upper and lower case alone"):
        to_sql(tree)
