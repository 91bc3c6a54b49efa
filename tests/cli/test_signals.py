"""Ctrl-C and SIGTERM: the command ends with its code, and no part of a file is left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cutpoint.cli import main
from cutpoint.data import demo_path

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise there")
CODES = {signal.SIGINT: 130, signal.SIGTERM: 143}

LEARNING_FOR_EVER = """
import sys, time
from cutpoint.learners import C45Learner
from cutpoint.cli import main

def fit_table(self, table, progress=None, **options):
    print("ready", flush=True)
    while not progress.stop_requested:
        time.sleep(0.01)
    return self

C45Learner.fit_table = fit_table
sys.exit(main(sys.argv[1:]))
"""
WRITING_FOR_EVER = """
import os, sys, time
from cutpoint.cli import main

def fsync(handle):
    print("ready", flush=True)
    while True:
        time.sleep(0.01)

os.fsync = fsync
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize("number", CODES)
@pytest.mark.parametrize("program", [LEARNING_FOR_EVER, WRITING_FOR_EVER], ids=["learns", "writes"])
def test_a_signal_leaves_the_old_file_and_no_part_of_a_new_one(
    tmp_path: Path, program: str, number: signal.Signals
) -> None:
    out = tmp_path / "model.json"
    out.write_text("old", encoding="utf-8")
    arguments = ["fit", str(demo_path()), "--target", "outcome", "--cv", "0", "--out", str(out)]
    process = subprocess.Popen(
        [sys.executable, "-c", program, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert any(line == "ready\n" for line in process.stdout)  # the event itself is waited for
    process.send_signal(number)
    _, said = process.communicate()
    assert (process.returncode, said.splitlines()[-1]) == (CODES[number], "cutpoint: stopped")
    assert [path.name for path in tmp_path.iterdir()] == ["model.json"]
    assert out.read_text(encoding="utf-8") == "old"


def test_a_program_that_calls_main_keeps_its_own_handler() -> None:
    def handler(_number: int, _frame: object) -> None: ...

    before = signal.signal(signal.SIGTERM, handler)
    try:
        main(["--version"])
        assert signal.getsignal(signal.SIGTERM) is handler
    finally:
        signal.signal(signal.SIGTERM, before)


def test_main_puts_the_systems_way_back() -> None:
    before = signal.signal(signal.SIGTERM, signal.SIG_DFL)
    try:
        main(["--version"])
        assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    finally:
        signal.signal(signal.SIGTERM, before)
