"""Ctrl-C in the middle of a fit: the command ends with its code and leaves nothing behind."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from support import spark
from support.endless import PIPE
from support.sources import TARGET, random_table

pytestmark = pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="needs Linux")

TESTS = Path(__file__).resolve().parents[1]
FIT = """
import sys
from cutpoint.cli import main
from cutpoint.engines import described
from support.endless import describe_for_ever

described.Describe = describe_for_ever
sys.exit(main(sys.argv[1:]))
"""


def children(process: int) -> list[int]:
    """Return all processes below one, as the system lists them."""
    found: list[int] = []
    with contextlib.suppress(FileNotFoundError):  # it has ended
        for task in Path(f"/proc/{process}/task").iterdir():
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # a thread has
                found += [int(word) for word in (task / "children").read_text().split()]
    return found + [below for child in found for below in children(child)]


def handles_of(processes: list[int]) -> list[int]:
    """Return handles of those that run."""
    handles: list[int] = []
    for process in processes:
        with contextlib.suppress(ProcessLookupError):
            handles.append(os.pidfd_open(process))
    return handles


def interrupt(engine: str, number: signal.Signals, tmp_path: Path) -> tuple[int, list[str]]:
    """Fit by the command line, interrupt it in mid-pass; return its code and what it said."""
    pq.write_table(random_table(1, 200), tmp_path / "visits.parquet")
    out, pipe = tmp_path / "model.json", tmp_path / "pipe"
    out.write_text("old", encoding="utf-8")
    os.mkfifo(pipe)
    arguments = ["fit", str(tmp_path / "visits.parquet"), "--target", TARGET]
    process = subprocess.Popen(
        [sys.executable, "-c", FIT, *arguments, "--engine", engine, "--out", str(out)],
        env=os.environ
        | {PIPE: str(pipe), "PYTHONPATH": str(TESTS), "PYSPARK_PYTHON": sys.executable}
        | {"SPARK_LOCAL_IP": "127.0.0.1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        process_group=0,
    )
    worker = int(pipe.read_text(encoding="utf-8").split()[0])  # it is in the middle of a pass
    below = children(process.pid)
    assert worker in {process.pid, *below}
    handles = handles_of(below)
    process.send_signal(number)
    _, said = process.communicate()
    for handle in handles:  # the event itself is waited for: each process has ended
        select.select([handle], [], [])
        os.close(handle)
    assert out.read_text(encoding="utf-8") == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "model.json",
        "pipe",
        "visits.parquet",
    ]
    return process.returncode, said.splitlines()


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_duckdb_stops_in_the_middle_of_a_pass(
    number: signal.Signals, code: int, tmp_path: Path
) -> None:
    assert interrupt("duckdb", number, tmp_path) == (code, ["cutpoint: stopped"])


@pytest.mark.slow
def test_spark_stops_in_the_middle_of_a_pass_with_all_its_processes(tmp_path: Path) -> None:
    spark.check_installed()
    code, said = interrupt("spark", signal.SIGINT, tmp_path)
    assert code == 130
    assert said.count("cutpoint: stopped") == 1  # Java may have words of its own
    assert not any("Traceback" in line for line in said)
