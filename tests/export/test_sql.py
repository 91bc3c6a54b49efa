from __future__ import annotations

from random import Random

import duckdb
import numpy as np
import pyarrow as pa
import pytest
from same_rows import HOSTILE, expected, make_rows, make_tree

from cutpoint.errors import InputError
from cutpoint.export import to_sql, to_sql_case
from cutpoint.tree import Tree


def run_query(tree: Tree, rows: pa.Table) -> tuple[list, np.ndarray]:
    cases = rows.append_column("row number", pa.array(range(len(rows))))
    with duckdb.connect() as connection:
        connection.register("cases", cases)
        found = connection.execute(to_sql(tree)).fetchall()
    found.sort(key=lambda row: row[rows.num_columns])
    return (
        [row[rows.num_columns + 1] for row in found],
        np.array([row[rows.num_columns + 2 :] for row in found]),
    )


def run_case(tree: Tree, rows: pa.Table) -> list:
    cases = rows.append_column("row number", pa.array(range(len(rows))))
    with duckdb.connect() as connection:
        connection.register("cases", cases)
        sql = f'SELECT {to_sql_case(tree)} FROM cases ORDER BY "row number"'
        return [row[0] for row in connection.execute(sql).fetchall()]


@pytest.mark.parametrize("seed", range(60))
def test_the_query_and_the_case_expression_say_what_predict_says(seed: int) -> None:
    random = Random(seed)
    tree = make_tree(random, single=seed % 3 == 2, holes=seed % 5 == 4)
    rows = make_rows(random, tree, 60)
    wanted = expected(tree, rows)
    classes, shares = run_query(tree, rows)
    assert classes == wanted.classes
    np.testing.assert_allclose(shares, wanted.shares, atol=1e-7 if tree.single else 1e-14, rtol=0)
    assert run_case(tree, rows) == wanted.heaviest_classes
