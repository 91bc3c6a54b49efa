"""SQL is run in DuckDB and SQLite; in PostgreSQL, MariaDB and Spark where they are installed."""

from __future__ import annotations

import math
from collections.abc import Iterator
from random import Random
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
import pytest

from cutpoint import C45Classifier
from cutpoint.data import demo_path
from cutpoint.data.attribute import Attribute
from cutpoint.errors import InputError
from cutpoint.export import to_sql, to_sql_case
from cutpoint.export.dialects import DIALECTS
from cutpoint.tree import Tree, example_tree
from support import databases, needs
from support.same_rows import HOSTILE, N_ROWS, expected, make_rows, make_tree

ROW = "row number"


@pytest.fixture(scope="module", params=databases.NAMES)
def database(request: pytest.FixtureRequest) -> Iterator[Any]:
    with databases.opened(request.param) as base:
        yield base


def check(tree: Tree, rows: pa.Table, database: Any) -> None:
    """Run the query and the expression, and compare every row."""
    width = rows.num_columns
    number = DIALECTS[database.dialect].identifier(ROW)
    queries = [
        to_sql(tree, database.dialect, **databases.with_key(database, ROW)),
        f"SELECT {number}, {to_sql_case(tree, database.dialect)} FROM cases",
    ]
    query, case = database.run(
        rows.append_column(ROW, pa.array(range(len(rows)), pa.int64())), queries
    )
    query.sort(key=lambda row: row[width])
    wanted = expected(tree, rows)
    assert [row[:width] for row in map(_comparable, query)] == [
        tuple(row.values()) for row in map(_comparable, rows.to_pylist())
    ]
    assert [row[width + 1] for row in query] == wanted.classes
    shares = np.array([row[width + 2 :] for row in query], dtype=float)
    tolerance = 1e-7 if tree.single else 1e-14
    np.testing.assert_allclose(shares, wanted.shares, atol=tolerance, rtol=0)
    assert [row[1] for row in sorted(case)] == wanted.heaviest_classes


def _comparable(row: Any) -> Any:
    """Return a row in which NaN is NULL, as databases without NaN store it."""
    if isinstance(row, dict):
        return dict(zip(row, _comparable(tuple(row.values())), strict=True))
    return tuple(None if isinstance(c, float) and math.isnan(c) else c for c in row)


@pytest.mark.parametrize("seed", needs.seeds(15, quick=5))
def test_the_query_and_the_expression_say_what_predict_says(seed: int, database: Any) -> None:
    random = Random(seed)
    tree = make_tree(random, single=seed % 3 == 2, holes=seed % 5 == 4)
    check(tree, make_rows(random, tree, N_ROWS), database)


@pytest.mark.parametrize("seed", range(3))
def test_hostile_names_values_and_classes_stay_texts(seed: int, database: Any) -> None:
    random = Random(seed)
    names = tuple(name[:60] for name in HOSTILE)  # PostgreSQL cuts names at 63 bytes
    if database.dialect == "mysql":
        names = tuple(name for name in names if max(name) <= "\uffff")
    tree = make_tree(random, names=names, values=HOSTILE, classes=HOSTILE, depth=3)
    check(tree, make_rows(random, tree, N_ROWS), database)


def test_no_comment_ends_in_a_backslash_which_spark_takes_for_more() -> None:
    tree = make_tree(Random(0), names=("end\\", "b\\"))
    for line in to_sql_case(tree, "spark").splitlines():
        assert not line.endswith("\\")
    assert 'CASE  -- "end\\"' in to_sql_case(tree, "spark")


@pytest.mark.parametrize("values", [(1, 2, 30, 4), (False, True), ("1", "x", "TRUE")])
def test_values_of_other_types_are_found(values: tuple, database: Any) -> None:
    random = Random(6)
    tree = make_tree(random, values=values, classes=(3, -4))
    check(tree, make_rows(random, tree, N_ROWS), database)


def test_numbers_of_other_types_are_compared_as_doubles() -> None:
    leaf = {"cases": 1.0, "errors": 0.0}
    tree = Tree.from_nodes(
        [
            {
                "class": 0,
                "cases": 2.0,
                "errors": 0.0,
                "distribution": [1.0, 1.0],
                "attribute": 0,
                "cuts": [0.1],
                "branches": [1, 2],
            },
            leaf | {"class": 0, "distribution": [1.0, 0.0]},
            leaf | {"class": 1, "distribution": [0.0, 1.0]},
        ],
        [Attribute("x")],
        ["low", "high"],
    )
    for cells in ("0::INT, 1", "0.1::DECIMAL(3,1), 0.2", "0.1, 0.10000000000000002", "'0.1', '1'"):
        low, high = cells.split(", ")
        source = f"SELECT {low} AS x UNION ALL SELECT {high}"
        with duckdb.connect() as connection:
            connection.execute(f"CREATE TABLE cases AS {source}")
            found = connection.execute(to_sql(tree)).fetchall()
            assert [row[1] for row in found] == ["low", "high"], cells
            found = connection.execute(f"SELECT {to_sql_case(tree)} FROM cases").fetchall()
            assert [row[0] for row in found] == ["low", "high"], cells


def test_a_learned_tree_gives_every_row_of_its_table_the_class_of_predict(database: Any) -> None:
    import pandas as pd

    table = pd.read_csv(demo_path())
    X, y = table.drop(columns="outcome"), table["outcome"]
    for faithful in (False, True):
        model = C45Classifier(min_cases=5, faithful=faithful).fit(X, y)
        names = [attribute.name for attribute in model.tree_.attributes]
        rows = pa.Table.from_pandas(X, preserve_index=False).select(names)
        check(model.tree_, rows, database)


def test_a_single_leaf_is_a_query_and_an_expression(database: Any) -> None:
    leaf = {"class": 1, "cases": 4.0, "errors": 1.0, "distribution": [1.0, 3.0]}
    tree = Tree.from_nodes([leaf], [Attribute("x")], ["no", "yes"])
    check(tree, pa.table({"x": [1.0, None]}), database)


def test_the_query_reads_the_table_that_is_named() -> None:
    with duckdb.connect() as connection:
        connection.execute("""CREATE TABLE "my ""cases" AS SELECT 'overcast' AS outlook,
                              1 AS humidity, 'x' AS windy""")
        found = connection.execute(to_sql(example_tree(), table='my "cases')).fetchall()
        assert found == [("overcast", 1, "x", "Play", 1.0, 0.0)]


def test_many_leaves_and_classes_stay_within_the_limits_of_databases(database: Any) -> None:
    random = Random(7)
    tree = make_tree(
        random,
        names=tuple(f"a{i}" for i in range(6)),
        classes=tuple(f"c{i}" for i in range(30)),
        depth=8,
        empty=0.0,
    )
    assert tree.n_leaves > 250
    check(tree, make_rows(random, tree, 20), database)


def test_a_tree_that_is_too_deep_is_refused() -> None:
    nodes: list[dict[str, Any]] = []
    for level in range(300):
        nodes.append(
            {
                "class": 0,
                "cases": 2.0,
                "errors": 0.0,
                "distribution": [2.0, 0.0],
                "attribute": 0,
                "cuts": [float(level)],
                "branches": [2 * level + 1, 2 * level + 2],
            }
        )
        nodes.append({"class": 0, "cases": 1.0, "errors": 0.0, "distribution": [1.0, 0.0]})
    nodes.append({"class": 0, "cases": 1.0, "errors": 0.0, "distribution": [1.0, 0.0]})
    tree = Tree.from_nodes(nodes, [Attribute("x")], ["a", "b"])
    for write in (to_sql, to_sql_case):
        with pytest.raises(InputError, match="300 tests on a path"):
            write(tree)


def test_a_deep_tree_runs(database: Any) -> None:
    nodes: list[dict[str, Any]] = []
    for level in range(100):
        nodes.append(
            {
                "class": 0,
                "cases": 101.0 - level,
                "errors": 0.0,
                "distribution": [101.0 - level, 0.0],
                "attribute": level % 2,
                "cuts": [float(level)],
                "branches": [2 * level + 1, 2 * level + 2],
            }
        )
        odd = float(level % 2)
        nodes.append({"class": 0, "cases": 1.0, "errors": 0.0, "distribution": [1 - odd, odd]})
    nodes.append({"class": 0, "cases": 1.0, "errors": 0.0, "distribution": [1.0, 0.0]})
    tree = Tree.from_nodes(nodes, [Attribute("x"), Attribute("y")], ["even", "odd"])
    rows = pa.table({"x": [-1.0, 100.5, 500.0, None], "y": [7.0, 0.0, 500.0, 150.0]})
    check(tree, rows, database)


@pytest.mark.parametrize("text", ["a\0b", "half \ud800"])
def test_texts_that_a_database_cannot_hold_are_refused(text: str) -> None:
    for write in (to_sql, to_sql_case):
        with pytest.raises(InputError, match="DuckDB cannot hold: rename it"):
            write(make_tree(Random(2), classes=("x", text)))
        with pytest.raises(InputError, match=r"column .* which PostgreSQL cannot hold"):
            write(make_tree(Random(2), names=(text,)), "postgresql")


def test_unknown_dialects_and_nameless_columns_are_refused() -> None:
    with pytest.raises(InputError, match="no SQL dialect 'oracle': use duckdb, postgresql, spark"):
        to_sql(example_tree(), "oracle")
    with pytest.raises(InputError, match="column without a name"):
        to_sql(make_tree(Random(2), names=("",)))
