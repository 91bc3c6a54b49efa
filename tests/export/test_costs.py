"""A tree that decides by costs is exported with them: what is run agrees with ``predict``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from cutpoint import C45Classifier
from cutpoint.data.generate import make_mixed
from cutpoint.export import to_pmml, to_sql, to_sql_case
from cutpoint.export.dialects import DIALECTS
from cutpoint.tree import Tree
from support import databases
from support.pmml_evaluator import NS, Evaluator
from support.run_exports import run_c, run_onnx, run_python
from support.same_rows import N_ROWS, make_rows, make_tree, matrix_of

ROW = "row number"
SEEDS = range(4)


def made(seed: int, count: int = N_ROWS, unknown: float = 0.25) -> tuple[Tree, pa.Table]:
    random = Random(seed)
    classes = ("c0", "c1", "c2", "c3") if seed % 2 else ("only", "other")
    tree = make_tree(random, single=seed == 2, classes=classes)
    n = len(classes)
    costs = np.array(
        [
            [0.0 if i == j else random.choice([0, 0.5, 1, 4, 30.25]) for j in range(n)]
            for i in range(n)
        ]
    )
    costs[0, 1] = 7.5
    return replace(tree, costs=costs), make_rows(random, tree, count, unknown)


def told(tree: Tree, rows: pa.Table) -> list[Any]:
    """Return the classes of least expected cost, which are not the most probable ones."""
    matrix = matrix_of(tree, rows)
    codes = tree.predict_codes(matrix)
    assert tree.costs is not None
    expected = tree.predict_proba(matrix) @ tree.costs
    least = expected.min(axis=1)
    np.testing.assert_allclose(expected[np.arange(len(codes)), codes], least, atol=1e-7)
    assert (codes != replace(tree, costs=None).predict_codes(matrix)).any()
    return [tree.classes[code] for code in codes]


@pytest.fixture(scope="module", params=databases.NAMES)
def database(request: pytest.FixtureRequest) -> Iterator[Any]:
    with databases.opened(request.param) as base:
        yield base


@pytest.mark.parametrize("seed", SEEDS)
def test_a_database_gives_every_row_the_class_of_predict(seed: int, database: Any) -> None:
    tree, rows = made(seed)
    numbered = rows.append_column(ROW, pa.array(range(len(rows)), pa.int64()))
    text = to_sql(tree, database.dialect, **databases.with_key(database, ROW))
    (query,) = database.run(numbered, [text])
    query.sort(key=lambda row: row[rows.num_columns])
    assert [row[rows.num_columns + 1] for row in query] == told(tree, rows)


@pytest.mark.parametrize("seed", SEEDS)
def test_python_and_c_give_every_row_the_class_of_predict(seed: int, tmp_path: Path) -> None:
    tree, rows = made(seed)
    wanted = told(tree, rows)
    assert run_python(tree, rows, tmp_path)[0] == wanted
    assert run_c(tree, rows, tmp_path)[0] == wanted


@pytest.mark.parametrize("seed", SEEDS)
def test_the_expression_onnx_and_pmml_agree_where_all_values_are_known(seed: int) -> None:
    tree, rows = made(seed, 300, unknown=0.0)
    wanted = told(tree, rows)
    with databases.opened("duckdb") as base:
        number = DIALECTS["duckdb"].identifier(ROW)
        numbered = rows.append_column(ROW, pa.array(range(len(rows)), pa.int64()))
        (case,) = base.run(numbered, [f"SELECT {number}, {to_sql_case(tree)} FROM cases"])
    assert tree.single or [row[1] for row in sorted(case)] == wanted  # -999 is unknown to it
    assert tree.single or run_onnx(tree, rows)[0] == wanted
    scores = {node.get("id"): node.get("score") for node in pmml_nodes(tree)}
    ends = tree.apply(matrix_of(tree, rows)).tolist()
    assert tree.single or [scores[str(end)] for end in ends] == wanted


def pmml_nodes(tree: Tree) -> Any:
    return Evaluator(to_pmml(tree)).model.iter(f"{NS}Node")


def test_a_learned_tree_gives_every_row_the_class_of_predict(tmp_path: Path) -> None:
    table = make_mixed(1500, random_state=5)
    costs = [[0, 1, 1], [20, 0, 1], [20, 1, 0]]
    tree = C45Classifier(cost_matrix=costs).fit_table(table).tree_
    columns = [
        pa.array(column, mask=np.isnan(column))
        if attribute.values is None
        else pa.array([None if code < 0 else attribute.values[code] for code in column.tolist()])
        for attribute, column in zip(table.attributes, table.columns, strict=True)
    ]
    rows = pa.table(columns, names=[attribute.name for attribute in table.attributes])
    wanted = told(tree, rows)
    assert run_python(tree, rows, tmp_path)[0] == wanted
    assert run_c(tree, rows, tmp_path)[0] == wanted
    with databases.opened("duckdb") as base:
        numbered = rows.append_column(ROW, pa.array(range(len(rows)), pa.int64()))
        (query,) = base.run(numbered, [to_sql(tree)])
    query.sort(key=lambda row: row[rows.num_columns])
    assert [row[rows.num_columns + 1] for row in query] == wanted
