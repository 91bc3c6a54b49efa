"""Spark by the command line, and when its files or its session are gone: in other processes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from cutpoint import load
from support import spark
from support.running import refuses, succeeds
from support.sources import TARGET, random_table

TESTS = Path(__file__).resolve().parents[1]
COMMANDS = """
import json, sys
from cutpoint.cli import main

for arguments in json.loads(sys.argv[1]):
    code = main(arguments)
    if code:
        sys.exit(code)
"""


def run(*words: str) -> subprocess.CompletedProcess[str]:
    spark.check_installed()
    more = {"PYTHONPATH": str(TESTS), "SPARK_LOCAL_IP": "127.0.0.1"}
    here = {name: value for name, value in os.environ.items() if name != "PYSPARK_PYTHON"}
    return subprocess.run(
        [sys.executable, *words],
        env=here | more,  # the Python of the executors is for Cutpoint to find
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_the_commands_work_with_spark_from_beginning_to_end(tmp_path: Path) -> None:
    table = random_table(3, 600)
    for name, rows in (("a", table.slice(0, 250)), ("b", table.slice(250))):
        pq.write_table(rows, tmp_path / f"{name}.parquet")
    whole = tmp_path / "all.pq"
    pq.write_table(table, whole)
    pattern, model, scored = (
        str(tmp_path / "*.parquet"),
        tmp_path / "spark.json",
        tmp_path / "scored",
    )
    scored.mkdir()
    engine = ["--engine", "spark", "--memory", "1GB"]
    commands = [
        ["fit", pattern, "--target", TARGET, *engine, "--out", str(model), "--quiet"],
        ["predict", str(model), pattern, *engine, "--out", str(scored / "all.parquet")],
        ["evaluate", str(model), pattern, *engine, "--json"],
    ]
    found = run("-c", COMMANDS, json.dumps(commands))
    assert found.returncode == 0, found.stderr
    memory = tmp_path / "memory.json"
    succeeds("fit", whole, "--target", TARGET, "--engine", "memory", "--out", memory, "--quiet")
    assert load(model).tree_ == load(memory).tree_
    wanted = json.loads(succeeds("evaluate", memory, whole, "--json"))["errors"]
    assert json.loads(found.stdout.splitlines()[-1])["errors"] == wanted
    assert pq.read_table(scored / "all.parquet").num_rows == table.num_rows


@pytest.mark.slow
def test_files_that_are_gone_and_a_session_that_is_lost_are_one_sentence_each(
    tmp_path: Path,
) -> None:
    found = run("-m", "support.spark_faults", str(tmp_path))
    assert found.returncode == 0, found.stderr
    gone, cut, types, classes, lost = found.stdout.splitlines()
    assert "a.parquet" in gone
    assert "a.parquet" in cut
    assert "x" in types
    assert "more than 65,536 classes" in classes
    assert lost.startswith("the session of Spark has ended: make the DataFrame again")
    for line in (gone, cut, types, classes, lost):
        assert line.endswith("; a model: False"), line
        assert "\\n" not in line


def test_the_command_says_what_spark_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spark.check_installed()
    from pyspark.sql import SparkSession

    pq.write_table(random_table(1, 50), tmp_path / "visits.parquet")
    arguments = "fit", tmp_path / "visits.parquet", "--target", TARGET, "--engine", "spark"
    monkeypatch.setattr(SparkSession, "getActiveSession", lambda: None)
    monkeypatch.setenv("PATH", "/nowhere")
    for name in ("JAVA_HOME", "SPARK_REMOTE", "MASTER"):
        monkeypatch.delenv(name, raising=False)
    assert refuses(*arguments).startswith("Spark needs Java 17 or newer, and none was found")
    monkeypatch.setitem(sys.modules, "pyspark.sql", None)
    assert "install it with pip install 'cutpoint[spark]'" in refuses(*arguments)
