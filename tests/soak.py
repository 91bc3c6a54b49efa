"""Thousands of fits and predictions in one process: memory, threads and open files must not grow.

``make soak`` runs it. The first tenth of the rounds warms up: caches fill, and the allocator takes
what it will keep. After that the process may grow by no more than ``MOST_GROWTH``.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import itertools
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import pandas as pd

import cutpoint
from cutpoint.discretize import ContextualDiscretizer, MDLPDiscretizer

MOST_GROWTH = 24 << 20
"""Bytes; what the allocator may need more while tables of all sizes come and go."""


def table(rng: np.random.Generator) -> tuple[pd.DataFrame, np.ndarray]:
    """Return a table of 20 to 2,000 mixed, incomplete rows with two to five classes."""
    n = int(rng.integers(20, 2000))
    X = pd.DataFrame(
        {
            "x": rng.normal(size=n),
            "few": rng.integers(0, 9, n).astype(float),
            "colour": rng.choice(["red", "green", "blue", "grey"], n),
        }
    )
    y = (X["x"].to_numpy() * 2 + (X["colour"] == "red")).astype(int) % int(rng.integers(2, 6))
    return X.mask(rng.random(X.shape) < 0.05), y


def work(rng: np.random.Generator, model_file: Path) -> None:
    """Fit, predict, save, load and discretize once each, by every learner in turn."""
    X, y = table(rng)
    for learner in (
        cutpoint.TreeClassifier(n_jobs=2),
        cutpoint.C45Classifier(faithful=True),
        cutpoint.MultiwayTreeClassifier(),
        cutpoint.C45RulesClassifier(),
    ):
        learner.fit(X, y)
        learner.predict(X)
        learner.predict_proba(X)
    tree = cutpoint.C45Classifier().fit(X, y)
    tree.save(model_file)
    cutpoint.load(model_file).predict(X)
    for discretizer in (MDLPDiscretizer(), ContextualDiscretizer()):
        discretizer.fit(X, y).transform(X)
    with contextlib.suppress(cutpoint.InputError):  # what is refused must not leak either
        cutpoint.TreeClassifier().fit(X.assign(x=np.inf), y)


def used() -> tuple[int, int, int]:
    """Return the resident bytes, threads and open files of this process."""
    gc.collect()
    status = dict(
        line.split(":", 1) for line in Path("/proc/self/status").read_text("ascii").splitlines()
    )
    files = len(list(Path("/proc/self/fd").iterdir()))
    return int(status["VmRSS"].split()[0]) << 10, int(status["Threads"]), files


def main() -> int:
    """Return 1 if anything has grown."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=500, help="of nine fits each (500)")
    rounds = parser.parse_args().rounds
    if not Path("/proc/self/status").exists():
        print("This system does not say what a process uses: nothing was measured.")
        return 0
    rng = np.random.default_rng(0)
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(max(1, rounds // 10)):
            work(rng, Path(folder, "model.json"))
        before = used()
        for number in itertools.count(1):
            work(rng, Path(folder, "model.json"))
            if number % max(1, rounds // 10) == 0:
                memory, threads, files = used()
                print(
                    f"round {number}: {memory / 2**20:.0f} MiB, {threads} threads, {files} files",
                    flush=True,
                )
            if number >= rounds:
                break
        after = used()
    grown = after[0] - before[0]
    print(
        f"{9 * rounds:,} fits in {time.monotonic() - begun:.0f} s: memory {grown / 2**20:+.1f} "
        f"MiB, threads {after[1] - before[1]:+d}, open files {after[2] - before[2]:+d}"
    )
    return int(grown > MOST_GROWTH or after[1:] != before[1:])


if __name__ == "__main__":
    sys.exit(main())
