"""Cutpoint beside its peers: ``make bench``.

All learners take turns in one run, quick ones twice at a time. One thread is timed by the
processor's clock, two threads by the clock on the wall, and the least time counts. ``--quick`` is a
look in a few minutes; only a whole run writes ``RESULTS.md``. Weka and C5.0 take part where
``WEKA_JAR`` and ``C50_PROGRAM`` say where they are. ``--baseline`` compares two versions instead.
"""

from __future__ import annotations

import argparse
import math
import os
import platform
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

# A thread that waits for another shall sleep: else two of them fight where a core is busy.
os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")

import numpy as np
from clock import Clock, extra_memory, take_turns
from multiway import multiway_tables
from own_measure import own_measure_table
from peers import LEARNERS, Cutpoint, Learner
from read import read_table_times
from release8 import release8_table, rules_table
from report import Table
from t2 import t2_tables
from trust import trust_tables
from versions import compare as compare_versions
from work import MADE, REAL, Work, grown, made, works

from discretize import discretize_table
from measures import measures_table
from studies import studies_tables

RESULTS = Path(__file__).resolve().parent / "RESULTS.md"
FULL = None
"""The depth of a tree whose depth is free."""
TIMES = ("full, s", "ratio", "2 threads, s", "ratio", "depth 10, s", "ratio")
ROWS = (10_000, 30_000, 100_000, 300_000, 1_000_000)
COLUMNS = (5, 10, 20, 40, 80)


@dataclass
class Options:
    """How much is run."""

    scale: float = 1.0
    rounds: int = 5
    names: list[str] = field(default_factory=lambda: [*MADE, *REAL])

    learners: list[Learner] = field(default_factory=lambda: list(LEARNERS))

    def size(self, n_rows: int) -> int:
        return max(100, round(n_rows * self.scale))

    def present(self, work: Work) -> list[Learner]:
        """Return the learners that can be run on a work."""
        return [one for one in self.learners if one.takes(work) and not one.absent()]


# ---- fit ---------------------------------------------------------------------------------------


def fit_tables(options: Options) -> list[Table]:
    """Time fits at full depth and at depth 10, by one thread and by two."""
    table = Table(
        "Fit",
        "From rows in memory to a tree: at full depth by one thread and by two, and at most 10 "
        "tests deep. A ratio is the learner's time over Cutpoint's. Accuracy is that of the first "
        "tree, on rows held out.",
        ["work", "learner", *TIMES, "accuracy", "leaves"],
    )
    ratios: dict[str, dict[str, str]] = {}
    for make in works(options.names, options.scale):
        work = make()
        ratios[work.name] = _fit_rows(table, work, options)
    peers = [learner.name for learner in options.learners if learner.name != Cutpoint.name]
    short = Table(
        "In short",
        "How many times as long as Cutpoint a learner takes for one tree of full depth, one "
        "thread.",
        ["work", *peers],
    )
    for work_name, by_learner in ratios.items():
        short.add(work_name, *(by_learner.get(peer, "") for peer in peers))
    return [short, table]


def _fit_rows(table: Table, work: Work, options: Options) -> dict[str, str]:
    """Add a row for each learner; return the ratios at full depth, one thread."""
    jobs: dict[tuple[str, int | None, int], Callable[[], Any]] = {}
    for learner in options.present(work):
        warm_up(learner, work)
        data = learner.prepare(work, *work.train())
        for depth, threads in ((FULL, 1), (FULL, 2), (10, 1)):
            if (threads == 1 or learner.threaded) and (depth is FULL or learner.bounded):
                jobs[learner.name, depth, threads] = _fit_job(learner, work, data, depth, threads)
    clocks = take_turns(jobs, options.rounds)
    ratios = {}
    title = f"{work.name}: {work.what}"
    for learner in options.learners:
        if not learner.takes(work):
            continue
        cells, title = [title, learner.name], ""
        if learner.absent():
            table.add(*cells, learner.absent())
            continue
        for setting in ((FULL, 1), (FULL, 2), (10, 1)):
            cells += _time_and_ratio(clocks, learner.name, setting)
        ratios[learner.name] = cells[3]
        model = clocks[learner.name, FULL, 1].result
        table.add(*cells, f"{accuracy(learner, work, model):.4f}", f"{learner.leaves(model):,}")
    return ratios


def _fit_job(
    learner: Learner, work: Work, data: Any, depth: int | None, threads: int
) -> Callable[[], Any]:
    return lambda: learner.fit(work, data, depth, threads)


def warm_up(learner: Learner, work: Work) -> None:
    """Let a learner import and compile what it needs, on few rows."""
    X, y = work.train()
    model = learner.fit(work, learner.prepare(work, X[:1000], y[:1000]), FULL, 1)
    learner.predict(work, model, learner.prepare(work, X[:1000], None), 1)


def accuracy(learner: Learner, work: Work, model: Any) -> float:
    """Return the share of the rows held out that a model classifies rightly."""
    if hasattr(model, "accuracy"):
        return float(model.accuracy)
    X, y = work.held_out()
    predicted = learner.predict(work, model, learner.prepare(work, X, None), 1)
    return float(np.mean(np.asarray(predicted) == y))


def _time_and_ratio(
    clocks: dict[Any, Clock], name: str, setting: tuple[int | None, int]
) -> list[str]:
    """Return the seconds of a learner, and how many times as long as Cutpoint it took."""
    if (name, *setting) not in clocks:
        return ["", ""]
    seconds = _seconds(clocks[name, *setting], setting[1])
    ours = clocks.get((Cutpoint.name, *setting))
    if ours is None or name == Cutpoint.name:
        return [f"{seconds:.3f}", ""]
    return [f"{seconds:.3f}", f"{seconds / _seconds(ours, setting[1]):.1f}x"]


def _seconds(clock: Clock, threads: int) -> float:
    return clock.cpu if threads == 1 else clock.wall


# ---- predict -----------------------------------------------------------------------------------


def predict_tables(options: Options) -> list[Table]:
    """Time the prediction of many rows by trees of full depth."""
    n_rows = options.size(1_000_000)
    table = Table(
        "Predict",
        f"The classes of {n_rows:,} rows by the tree of full depth, by one thread and by two. A "
        "ratio is the learner's time over Cutpoint's. `tree_.predict_codes` is Cutpoint's tree "
        "without the checks that a scikit-learn estimator makes of its input.",
        ["work", "learner", "1 thread, s", "ratio", "2 threads, s", "ratio"],
    )
    for name in ("b", "e"):
        if name in options.names:
            _predict_rows(table, made(name, options.scale), n_rows, options)
    return [table]


def _predict_rows(table: Table, work: Work, n_rows: int, options: Options) -> None:
    X = work.X[np.random.default_rng(0).integers(0, len(work.X), n_rows)]
    jobs: dict[tuple[str, int | None, int], Callable[[], Any]] = {}
    for learner in filter(lambda one: one.bounded, options.present(work)):
        model = learner.fit(work, learner.prepare(work, *work.train()), FULL, 1)
        data = learner.prepare(work, X, None)
        for threads in (1, 2) if learner.predicts_in_threads else (1,):
            jobs[learner.name, FULL, threads] = _predict_job(learner, work, model, data, threads)
            if isinstance(learner, Cutpoint):
                jobs[learner.name + ", `tree_.predict_codes`", FULL, threads] = _codes_job(
                    model.tree_, X, threads
                )
    for job in jobs.values():
        job()
    clocks = take_turns(jobs, options.rounds)
    title = f"{work.name}: {work.what}"
    for name in dict.fromkeys(key[0] for key in jobs):
        table.add(
            title,
            name,
            *_time_and_ratio(clocks, name, (FULL, 1)),
            *_time_and_ratio(clocks, name, (FULL, 2)),
        )
        title = ""


def _predict_job(
    learner: Learner, work: Work, model: Any, data: Any, threads: int
) -> Callable[[], Any]:
    return lambda: learner.predict(work, model, data, threads)


def _codes_job(tree: Any, X: Any, threads: int) -> Callable[[], Any]:
    return lambda: tree.predict_codes(X, threads)


# ---- memory ------------------------------------------------------------------------------------


def memory_tables(options: Options) -> list[Table]:
    """Measure the memory of each fit in a process of its own."""
    table = Table(
        "Memory",
        "Megabytes at the peak of a fit at full depth, one thread, beyond those in use before it "
        "(rows, libraries and compiled code included there).",
        ["work", "learner", "MB", "MB of the rows"],
    )
    for name in MADE:
        if name not in options.names:
            continue
        work = made(name, options.scale)
        title = f"{work.name}: {work.what}"
        rows = f"{work.train()[0].nbytes / 2**20:.0f}"
        learners = [learner.name for learner in options.present(work) if learner.bounded]
        del work
        for learner in learners:
            command = [sys.executable, __file__, "--memory", learner, name]
            result = subprocess.run(
                [*command, "--scale", str(options.scale)],
                capture_output=True,
                text=True,
                check=True,
            )
            table.add(title, learner, f"{float(result.stdout.split()[-1]):.0f}", rows)
            title = rows = ""
    return [table]


def measure_memory(learner_name: str, work_name: str, scale: float) -> None:
    """Print the megabytes that one fit needs."""
    learner = next(learner for learner in LEARNERS if learner.name == learner_name)
    work = made(work_name, scale)
    warm_up(learner, work)
    data = learner.prepare(work, *work.train())
    print(extra_memory(lambda: learner.fit(work, data, FULL, 1)))


# ---- growth ------------------------------------------------------------------------------------


def growth_tables(options: Options) -> list[Table]:
    """Time Cutpoint on tables like (b) of many sizes."""
    table = Table(
        "Growth",
        "Cutpoint on tables like (b): full depth, one thread. Per unit is the time over rows x "
        "lg(rows) x columns, relative to the first line of its kind: n log n stays at 1.",
        ["rows x columns", "s", "per unit", "leaves"],
    )
    if Cutpoint().absent():
        table.add(Cutpoint().absent())
        return [table]
    by_rows = [(options.size(n_rows), 20) for n_rows in ROWS]
    by_columns = [(options.size(100_000), n_columns) for n_columns in COLUMNS]
    for sizes in (by_rows, by_columns):
        first = math.nan
        for n_rows, n_columns in sizes:
            work, learner = grown(n_rows, n_columns), Cutpoint()
            fit = _fit_job(learner, work, work.train(), FULL, 1)
            fit()
            clock = take_turns({learner.name: fit}, options.rounds)[learner.name]
            unit = clock.cpu / (n_rows * math.log2(n_rows) * n_columns)
            first = unit if math.isnan(first) else first
            leaves = f"{learner.leaves(clock.result):,}"
            table.add(
                f"{n_rows:,} x {n_columns}", f"{clock.cpu:.3f}", f"{unit / first:.2f}", leaves
            )
    return [table]


# ---- all of it ---------------------------------------------------------------------------------

SECTIONS: dict[str, Callable[[Options], list[Table]]] = {
    "fit": fit_tables,
    "predict": predict_tables,
    "memory": memory_tables,
    "growth": growth_tables,
    "read": lambda options: [read_table_times(options.size(1_000_000), options.rounds)],
    "measures": lambda options: [
        measures_table(options.size(100_000), options.rounds),
        own_measure_table(options.size(100_000), options.rounds),
    ],
    "discretize": lambda options: [discretize_table(options.size(1_000_000), options.rounds)],
    "release8": lambda options: [release8_table(options.rounds), rules_table(options.rounds)],
    "t2": lambda options: t2_tables(options.rounds, options.scale),
    "multiway": lambda options: multiway_tables(options.rounds, options.scale),
    "trust": lambda options: trust_tables(options.rounds, options.scale),
    "studies": lambda options: studies_tables(options.rounds, options.scale),
}


def about() -> str:
    """Return what was run on what."""
    lines = []
    for learner in LEARNERS:
        note = learner.absent() or learner.version()
        remark = f": {learner.remark}" if learner.remark else ""
        lines.append(f"- {learner.name} {note}".rstrip() + remark)
    where = f"Python {platform.python_version()}, NumPy {np.__version__}, {_processor()}"
    return "\n".join([f"{where}, {os.cpu_count()} cores.", "", *lines]) + "\n"


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the sections asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a tenth of the rows, two rounds")
    parser.add_argument("--scale", type=float, help="part of the rows (1)")
    parser.add_argument("--rounds", type=int, help="turns of each learner (5)")
    parser.add_argument("--only", nargs="+", default=[*MADE, *REAL], metavar="WORK")
    names = [learner.name for learner in LEARNERS]
    parser.add_argument("--learners", nargs="+", default=names, choices=names)
    parser.add_argument("--sections", nargs="+", default=list(SECTIONS), choices=list(SECTIONS))
    parser.add_argument("--out", type=Path, help="where to write the Markdown tables")
    parser.add_argument(
        "--baseline", metavar="PYTHON", help="compare with the version that another Python has"
    )
    parser.add_argument("--memory", nargs=2, metavar=("LEARNER", "WORK"), help=argparse.SUPPRESS)
    chosen = parser.parse_args(arguments)
    scale = chosen.scale or (0.1 if chosen.quick else 1.0)
    if chosen.memory:
        measure_memory(*chosen.memory, scale)
        return
    learners = [learner for learner in LEARNERS if learner.name in chosen.learners]
    rounds = chosen.rounds or (2 if chosen.quick else 5)
    if chosen.baseline:
        versions = compare_versions(chosen.baseline, rounds, scale, chosen.only)
        if chosen.out is not None:
            chosen.out.write_text(versions.markdown(), encoding="utf-8")
        return
    options = Options(scale, rounds, chosen.only, learners)
    print(about())
    tables = [table for name in chosen.sections for table in SECTIONS[name](options)]
    whole = options == Options(rounds=rounds) and chosen.sections == list(SECTIONS)
    out = chosen.out or (RESULTS if whole else None)
    if out is not None:
        text = "\n".join([_HEAD.format(rounds), about(), *(table.markdown() for table in tables)])
        out.write_text(text, encoding="utf-8")
        print(f"\nwritten: {out.name}")


_HEAD = """# Cutpoint beside its peers

Written by `make bench`. All learners take turns in one run on one machine, quick ones twice at a
time; the least time of each counts: the processor's time for one thread, the time on the wall for
two. Jobs take {} turns, long ones at most three. Compare ratios, not seconds: other machines have
others.
"""


if __name__ == "__main__":
    main()
