"""On the shared data sets memory, DuckDB and Spark give the same tree, bit for bit.

Little is allowed into memory, so that the upper part of each tree is grown and pruned from counts.
"""

from __future__ import annotations

import gzip
import json
from functools import cache
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.csv as pc
import pyarrow.parquet as pq
import pytest

from cutpoint import read_table
from cutpoint.engines import DuckDBSource, SparkSource, duckdb_source
from cutpoint.engines.base import Learned
from cutpoint.engines.budget import Budget
from cutpoint.engines.memory import learn
from cutpoint.engines.roles import Roles
from cutpoint.learn import LearnSpec
from support import spark
from support.shared import require_shared
from support.sources import assert_same, learn_out_of_core

SPECS = {
    "gain ratio": LearnSpec(),
    "gain, groups": LearnSpec(criterion="gain", nominal="groups"),
    "gini, two groups": LearnSpec(criterion="gini", nominal="binary"),
    "mantaras": LearnSpec(criterion="mantaras", max_depth=12),
    "symmetric": LearnSpec(criterion="symmetric", max_depth=12),
    "distance": LearnSpec(criterion="distance", max_depth=6),
    "filter": LearnSpec(penalty="filter", cut_by="gain"),
    "rank": LearnSpec(penalty="rank", cut_by="gain", placement="weighted"),
    "release 8": LearnSpec.for_release(8),
    "release 8, groups": LearnSpec.for_release(8, nominal="groups"),
    "7G": LearnSpec.for_release("7G"),
    "7GS": LearnSpec.for_release("7GS"),
    "cost-complexity": LearnSpec(pruning="cost_complexity", ccp_alpha=0.002),
    "dropped parts": LearnSpec(min_fraction=0.05),
}
ROWS = {"adult": 3000, "letter": 2500}
"""Of the large sets some rows, at equal distances, are enough."""
TARGET = "class"


class Set:
    """A data set: its file, and as a table that Spark and files can be made from."""

    def __init__(self, name: str) -> None:
        folder = require_shared() / "data"
        with (folder / "catalog.json").open(encoding="utf-8") as file:
            entry = json.load(file)[name]
        self.path = folder / f"{name}.csv.gz"
        self.nominal = tuple(entry["discrete"])
        texts = dict.fromkeys([*self.nominal, TARGET], pa.string())
        reading = pc.ConvertOptions(column_types=texts, strings_can_be_null=True)
        with gzip.open(self.path) as file:
            table = pc.read_csv(file, convert_options=reading)
        step = -(-table.num_rows // ROWS.get(name, table.num_rows))
        self.rows = table.take(np.arange(0, table.num_rows, step))
        self.roles = Roles(TARGET, nominal=self.nominal)
        share = 6 if table.num_rows < 1000 else 12
        self.budget = Budget(self.rows.num_rows // share, 60_000, 4_000)


@cache
def load(name: str) -> Set:
    return Set(name)


def in_memory(rows: pa.Table, nominal: tuple[str, ...], spec: LearnSpec, folder: Any) -> Learned:
    path = folder / "rows.csv"
    pc.write_csv(rows, path)
    return learn(read_table(path, target=TARGET, nominal=nominal), spec)


PAIRS = [
    ("credit-a", "gain ratio"),
    ("credit-a", "rank"),
    ("credit-a", "dropped parts"),
    ("anneal", "7GS"),
    ("colic", "release 8, groups"),
    ("colic", "gini, two groups"),
    ("hypo", "filter"),
    ("adult", "cost-complexity"),
]
MORE = [
    ("anneal", "gain, groups"),
    ("anneal", "mantaras"),
    ("adult", "release 8"),
    ("adult", "gini, two groups"),
    ("letter", "gain ratio"),
    ("letter", "rank"),
    *((name, spec) for name in ("credit-a", "colic", "hypo") for spec in SPECS),
]


@pytest.mark.parametrize(
    ("name", "spec"),
    PAIRS + [pytest.param(*pair, marks=pytest.mark.slow) for pair in MORE if pair not in PAIRS],
)
def test_duckdb_gives_the_tree_of_memory(
    name: str, spec: str, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the batches, files, threads and the order of the rows."""
    cases = load(name)
    wanted = in_memory(cases.rows, cases.nominal, SPECS[spec], tmp_path)
    order = np.random.default_rng(len(spec)).permutation(cases.rows.num_rows)
    shuffled = cases.rows.take(order)
    half = cases.rows.num_rows // 3
    pq.write_table(shuffled.slice(0, half), tmp_path / "a.parquet", row_group_size=100)
    pq.write_table(shuffled.slice(half), tmp_path / "b.parquet")
    monkeypatch.setattr(duckdb_source, "_BATCH_ROWS", 2048 if len(spec) % 2 else 1 << 17)
    source = DuckDBSource(tmp_path / "*.parquet", memory_limit="400MB", n_jobs=1 + len(spec) % 3)
    assert_same(wanted, learn_out_of_core(source, cases.roles, SPECS[spec], cases.budget))
    assert wanted.unpruned.n_nodes > 10


@pytest.mark.parametrize(
    "name",
    ["colic", "credit-a", "vote"]
    + [
        pytest.param(name, marks=pytest.mark.slow) for name in ("anneal", "hypo", "soybean", "sick")
    ],
)
def test_a_file_is_read_by_duckdb_as_it_is_by_the_reader_in_memory(name: str) -> None:
    """Types, values, classes and their order are found, without a word about any column."""
    cases = load(name)
    wanted = learn(read_table(cases.path, target=TARGET), LearnSpec.for_release(8))
    source = DuckDBSource(cases.path, memory_limit="400MB")
    found = learn_out_of_core(source, Roles(TARGET), LearnSpec.for_release(8), cases.budget)
    assert_same(wanted, found)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:PySpark does not yet fully support:FutureWarning")
@pytest.mark.parametrize(
    ("name", "spec", "partitions"),
    [
        ("credit-a", "gain ratio", 3),
        ("anneal", "release 8, groups", 2),
        ("colic", "gini, two groups", 5),
        ("hypo", "rank", 1),
        ("letter", "7G", 4),
    ],
)
def test_spark_gives_the_tree_of_memory(
    name: str, spec: str, partitions: int, tmp_path: Any
) -> None:
    cases = load(name)
    wanted = in_memory(cases.rows, cases.nominal, SPECS[spec], tmp_path)
    df = spark.session().createDataFrame(cases.rows).repartition(partitions)
    with SparkSource(df) as source:
        found = learn_out_of_core(source, cases.roles, SPECS[spec], cases.budget)
    assert_same(wanted, found)
