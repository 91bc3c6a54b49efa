"""Studies: thousands of small fits, as the command runs them, and what each of them costs."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time

import numpy as np
from clock import take_turns
from report import Table
from work import SHARED, catalog

from cutpoint import C45Classifier
from cutpoint.compare import folds_of, systems
from cutpoint.datasets.frames import frames_of
from cutpoint.datasets.named import load_table

SMALL = ("labor", "iris", "hepatitis", "glass")


def studies_tables(rounds: int, scale: float) -> list[Table]:
    """Return the time of whole studies, and of a single small fit."""
    if not catalog():
        return []
    return [_fits_table(rounds), _commands_table(scale)]


def _fits_table(rounds: int) -> Table:
    table = Table(
        "Small fits",
        "Milliseconds of a fit by one thread: Release 8 from pandas frames as a user has them, and "
        "from typed tables as studies do.",
        ["data set", "cases", "from frames, ms", "from tables, ms"],
    )
    system = systems()["r8"]
    for name in SMALL:
        cases = load_table(name, SHARED)
        fold = folds_of(np.asarray(cases.target), 10, np.random.default_rng(0))
        training = cases.take(fold != 0)
        X, y = frames_of(training)
        fits = {
            "frames": lambda X=X, y=y: [C45Classifier().fit(X, y) for _ in range(20)],
            "tables": lambda training=training: [system.learn(training) for _ in range(20)],
        }
        clocks = take_turns(fits, rounds)
        times = [f"{1000 * clocks[key].cpu / 20:.2f}" for key in ("frames", "tables")]
        table.add(name, f"{training.n_rows:,}", *times)
    return table


def _commands_table(scale: float) -> Table:
    table = Table(
        "Studies",
        "Seconds on the wall, the start of the command included; trees are learned on all cores.",
        ["command", "seconds"],
    )
    commands = (
        ["study all --quick"] if scale < 1 else ["study quinlan --table 1", "study all --quick"]
    )
    for command in commands:
        with tempfile.TemporaryDirectory() as folder:
            start = time.perf_counter()
            subprocess.run(
                [
                    sys.executable,
                    "-m",
                    "cutpoint.cli",
                    *command.split(),
                    "--out",
                    folder,
                    "--data",
                    str(SHARED),
                ],
                check=True,
                capture_output=True,
            )
            table.add(command, f"{time.perf_counter() - start:.1f}")
    return table
