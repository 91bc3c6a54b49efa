"""A standalone cluster on this machine, and Connect: real masters, workers and servers."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from support import needs, spark

TESTS = Path(__file__).resolve().parents[1]
DEMO = TESTS.parent / "examples" / "spark_demo.py"


@pytest.mark.slow
def test_a_cluster_that_loses_workers_gives_the_tree_of_memory() -> None:
    spark.check_installed()
    found = subprocess.run(
        [sys.executable, str(DEMO), "--rows", "20000", "--memory", "600000"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stdout + found.stderr
    assert found.stdout.count("killed (-9)") == 2
    assert found.stdout.count("the same tree as in memory") == 2
    assert found.stdout.endswith("Everything is stopped.\n")


@pytest.mark.slow
def test_a_source_works_through_connect() -> None:
    spark.check_installed()
    needs.package("grpc")
    found = subprocess.run(
        [sys.executable, "-m", "support.spark_connect"],
        cwd=TESTS,
        env=os.environ | {"PYTHONPATH": str(TESTS)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stdout + found.stderr
    assert found.stdout.splitlines()[-1].startswith("the session of Spark has ended")
