"""SQL for databases that are not at hand is read by a parser; what they cannot hold is refused."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from cutpoint.cli.export_targets import Database
from cutpoint.errors import InputError
from cutpoint.export import to_sql, to_sql_case
from cutpoint.export.dialects import DIALECTS
from cutpoint.tree import Model, Tree, example_tree
from support import needs
from support.random_rules import make_rules
from support.running import refuses, run, succeeds
from support.same_rows import HOSTILE, make_tree

PARSERS = {
    "duckdb": "duckdb",
    "postgresql": "postgres",
    "spark": "spark",
    "sqlite": "sqlite",
    "mysql": "mysql",
    "sqlserver": "tsql",
    "bigquery": "bigquery",
    "snowflake": "snowflake",
}
NAMES = tuple(name[:60] for name in HOSTILE if max(name) <= "\uffff")


def models() -> list[Any]:
    random = Random(4)
    trees = [
        make_tree(random, names=NAMES, values=HOSTILE, classes=HOSTILE[:6], depth=2),
        make_tree(random, classes=(True, False), single=True, holes=True, depth=2),
        make_tree(random, classes=(3, -4), values=(1, 2, 30), depth=3, names=("a", "b")),
    ]
    return [*trees, make_rules(random)]


@pytest.mark.parametrize("dialect", PARSERS)
def test_a_parser_of_the_dialect_reads_the_query_and_the_expression(dialect: str) -> None:
    sqlglot = needs.package("sqlglot")
    for model in models():
        for text in (to_sql(model, dialect), f"SELECT {to_sql_case(model, dialect)} AS c FROM t"):
            (parsed,) = sqlglot.parse(text, read=PARSERS[dialect])
            assert isinstance(parsed, sqlglot.exp.Select)
        tables = {table.name for table in parsed.find_all(sqlglot.exp.Table)}
        assert tables == {"t"}
        kinds = (sqlglot.exp.Literal, sqlglot.exp.National)
        texts = {literal.this for literal in parsed.find_all(*kinds)}
        if dialect in {"duckdb", "sqlite", "sqlserver", "bigquery", "snowflake", "postgresql"}:
            labels = {label for label in model.classes if isinstance(label, str)}
            assert len(labels & texts) >= min(2, len(labels))  # as they are, after unescaping


def test_the_command_knows_every_dialect(tmp_path: Path) -> None:
    assert list(Database) == list(DIALECTS) == list(PARSERS)
    path = tmp_path / "golf.json"
    Model(example_tree(), None, "play", "C45Classifier", {}).save(path)
    for dialect in PARSERS:
        text = succeeds("export", path, "--to", "sql", "--dialect", dialect)
        assert text == to_sql(example_tree(), dialect)
    keyed = succeeds("export", path, "--to", "sql", "--dialect", "mysql", "--key", "day")
    assert keyed == to_sql(example_tree(), "mysql", key="day")
    assert "cutpoint_t.*" in keyed
    said = refuses("export", path, "--to", "sql", "--dialect", "duckdb", "--key", "day")
    assert "it needs no key" in said
    assert "options of --to sql" in refuses("export", path, "--to", "c", "--key", "day")
    assert run("export", path, "--to", "sql", "--dialect", "oracle").code == 2


def test_without_a_key_the_columns_that_are_tested_are_given() -> None:
    for dialect in ("mysql", "sqlserver", "snowflake"):
        quoted = DIALECTS[dialect].identifier
        text = to_sql(example_tree(), dialect)
        assert f"cutpoint_c0 AS {quoted('outlook')}" in text
        assert quoted("temperature") not in text
    assert "cutpoint_row.*" in to_sql(example_tree(), "bigquery")
    assert "cutpoint_t.rowid AS cutpoint_key" in to_sql(example_tree(), "sqlite")


def test_names_fit_the_database() -> None:
    classes = ("a b", "a.b", "x" * 100, "x" * 99 + "y")
    tree = make_tree(Random(1), classes=classes)
    with pytest.warns(match="is taken"):
        text = to_sql(tree, "bigquery")
    assert "AS `p_a_b`" in text
    assert "AS `p_a_b_2`" in text
    with pytest.warns(match="is taken"):
        text = to_sql(tree, "mysql")
    assert f"`p({'x' * 62}`" in text
    assert f"`p({'x' * 60}_2`" in text
    with pytest.raises(InputError, match="at most 64 characters"):
        to_sql(make_tree(Random(1), names=("n" * 65, "b", "c")), "mysql")
    with pytest.raises(InputError, match=r"beyond U\+FFFF"):
        to_sql(make_tree(Random(1), names=("🌳", "b", "c")), "mysql")


def test_a_tree_that_needs_too_many_columns_is_refused_with_a_way_out() -> None:
    tree = make_tree(
        Random(7), names=tuple(f"a{i}" for i in range(6)), depth=11, empty=0.0, classes=("c", "d")
    )
    assert tree.n_nodes > 2500
    with pytest.raises(InputError, match=r"more than SQLite has: export a CASE expression"):
        to_sql(tree, "sqlite")
    assert to_sql_case(tree, "sqlite")
    assert to_sql(tree, "duckdb")


def test_texts_in_a_numeric_column_of_sqlite_are_unknown_unless_they_are_numbers() -> None:
    import sqlite3

    leaf = {"cases": 1.0, "errors": 0.0}
    nodes: list[dict[str, Any]] = [
        {
            "class": 1,
            "cases": 4.0,
            "errors": 1.0,
            "distribution": [1.0, 3.0],
            "attribute": 0,
            "cuts": [5.0],
            "branches": [1, 2],
        },
        leaf | {"class": 0, "distribution": [1.0, 0.0]},
        leaf | {"class": 1, "cases": 3.0, "distribution": [0.0, 3.0]},
    ]
    from cutpoint.data.attribute import Attribute

    tree = Tree.from_nodes(nodes, [Attribute("x")], ["low", "high"])
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE cases (x)")
    cells = [4, 4.5, "4", " 4.5 ", "-1e3", "", "abc", None, 6, "7"]
    connection.executemany("INSERT INTO cases VALUES (?)", [(cell,) for cell in cells])
    found = [row[1] for row in connection.execute(to_sql(tree, "sqlite"))]
    assert found == ["low"] * 5 + ["high"] * 5  # an unknown value is three quarters high
    connection.close()
