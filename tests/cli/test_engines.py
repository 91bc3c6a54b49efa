"""The commands on tables that are not read into memory."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from cutpoint import load
from support.running import refuses, run, succeeds
from support.sources import TARGET, random_table


@pytest.fixture
def pattern(tmp_path: Path) -> str:
    table = random_table(3, 600)
    pq.write_table(table.slice(0, 250), tmp_path / "a.parquet")
    pq.write_table(table.slice(250), tmp_path / "b.parquet")
    pq.write_table(table, tmp_path / "all.pq")
    return str(tmp_path / "*.parquet")


def test_duckdb_learns_predicts_and_evaluates_as_memory_does(pattern: str, tmp_path: Path) -> None:
    whole = tmp_path / "all.pq"
    models = tmp_path / "duckdb.json", tmp_path / "memory.json"
    succeeds("fit", pattern, "--target", TARGET, "--out", models[0], "--quiet")
    succeeds("fit", whole, "--target", TARGET, "--engine", "memory", "--out", models[1], "--quiet")
    assert load(models[0]).tree_ == load(models[1]).tree_
    counts = [
        json.loads(succeeds("evaluate", models[0], whole, "--engine", engine, "--json"))["errors"]
        for engine in ("duckdb", "memory")
    ]
    assert counts[0] == counts[1]
    scored = tmp_path / "scored.parquet", tmp_path / "plain.parquet"
    succeeds("predict", models[0], pattern, "--out", scored[0])
    succeeds("predict", models[0], whole, "--engine", "memory", "--out", scored[1])
    assert pq.read_table(scored[0])["predicted"] == pq.read_table(scored[1])["predicted"]


def test_what_is_for_tables_in_memory_is_refused(pattern: str, tmp_path: Path) -> None:
    assert "--tune" in refuses("fit", pattern, "--target", TARGET, "--tune")
    assert "--target" in refuses("fit", pattern)
    assert "memory" in refuses("fit", pattern, "--target", TARGET, "--memory", "lots")
    assert "no file matches" in refuses("fit", tmp_path / "x*.parquet", "--target", TARGET)
    model = tmp_path / "model.json"
    succeeds("fit", pattern, "--target", TARGET, "--out", model, "--quiet")
    assert "--out" in refuses("predict", model, pattern)


def test_an_approximate_tree_says_so(pattern: str, tmp_path: Path) -> None:
    out = tmp_path / "model.json"
    arguments = "fit", pattern, "--target", TARGET
    said = json.loads(succeeds(*arguments, "--approximate", "--json", "--out", out))
    assert said["approximate"]
    assert load(out).approximate_
    assert "Approximate: " in succeeds(*arguments, "--approximate")
    assert not json.loads(succeeds(*arguments, "--json"))["approximate"]


def test_columns_that_look_like_ids_are_left_out_as_in_memory(tmp_path: Path) -> None:
    table = random_table(3, 600)
    numbers = np.random.default_rng(1).permutation(600)
    table = table.append_column("patient_id", [numbers])
    table = table.append_column("code", [[f"c{number}" for number in numbers]])
    table = table.append_column("visit_no", [numbers % 599])  # one number twice: not an id
    path = tmp_path / "visits.parquet"
    pq.write_table(table, path)
    arguments = "fit", path, "--target", TARGET, "--json"
    for options, left_out in (((), ["patient_id", "code"]), (("--keep-ids",), [])):
        trees = []
        for engine in ("duckdb", "memory"):
            out = tmp_path / f"{engine}.json"
            ran = run(*arguments, *options, "--engine", engine, "--out", out)
            assert json.loads(ran.out)["left_out"] == left_out
            assert ("look like ids and are left out" in ran.err) == bool(left_out)
            trees.append(load(out).tree_)
        assert trees[0] == trees[1]
