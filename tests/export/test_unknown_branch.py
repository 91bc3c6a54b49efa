"""A test may have a branch for unknown values: every export sends them there."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
import pytest

from cutpoint.export import to_pmml, to_sql, to_sql_case
from cutpoint.tree import Tree
from support.pmml_evaluator import Evaluator
from support.run_exports import run_c, run_onnx, run_python
from support.same_rows import N_ROWS, expected, make_rows, make_tree


def made(seed: int) -> tuple[Tree, pa.Table]:
    """Return a tree in which half of the tests have such a branch."""
    random = Random(seed)
    tree = make_tree(random, holes=seed % 3 == 0)
    nodes = tree.to_nodes()
    for node in list(nodes):
        if "branches" in node and random.random() < 0.5:
            counts = [float(random.choice([0, 1, 2, 5])) for _ in tree.classes]
            node["branches"] = [*node["branches"], len(nodes)]
            node["unknown"] = True
            nodes.append({"class": 0, "errors": 0.0, "distribution": counts, "cases": sum(counts)})
    tree = Tree.from_nodes(nodes, tree.attributes, tree.classes)
    nodes = tree.to_nodes()
    for node in reversed(nodes):  # the cases of a test are those of its branches
        if "branches" in node:
            below = [nodes[child]["distribution"] for child in node["branches"]]
            node["distribution"] = [sum(counts) for counts in zip(*below, strict=True)]
            node["cases"] = sum(node["distribution"])
    tree = Tree.from_nodes(nodes, tree.attributes, tree.classes)
    return tree, make_rows(random, tree, N_ROWS)


@pytest.mark.parametrize("seed", range(8))
def test_unknown_values_take_their_branch(seed: int, tmp_path: Path) -> None:
    tree, rows = made(seed)
    wanted = expected(tree, rows)
    for run in (run_python, run_c):
        assert run(tree, rows, tmp_path)[0] == wanted.classes
    evaluator = Evaluator(to_pmml(tree))
    found = [evaluator.evaluate(row) for row in rows.to_pylist()]
    np.testing.assert_allclose(found, wanted.shares, atol=1e-12)
    assert run_onnx(tree, rows)[0] == wanted.heaviest_classes
    width = rows.num_columns
    with duckdb.connect() as connection:
        connection.register("cases", rows.append_column("row", pa.array(range(len(rows)))))
        query: list[Any] = connection.execute(to_sql(tree)).fetchall()
        case = connection.execute(f"SELECT row, {to_sql_case(tree)} FROM cases").fetchall()
    query.sort(key=lambda row: row[width])
    assert [row[width + 1] for row in query] == wanted.classes
    assert [row[1] for row in sorted(case)] == wanted.heaviest_classes
