"""Two versions of Cutpoint side by side: ``make bench BASELINE=/other/.venv/bin/python``.

Each version works in a process of its own, started by its own interpreter; the two take turns, job
by job, and one waits while the other works. So what else the machine does falls on both alike.
Where scikit-learn does the same work, it takes its turn in the process of this version.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from report import Table
from work import MADE, SEED, Work, catalog, floats, made, real

PATIENCE = 60.0
"""Seconds after which a job takes no more turns."""
SHORT = 0.05
"""Seconds; a job that takes less is repeated within a turn until it has taken as much."""
PEER = "scikit-learn"

Job = Callable[[], Any]


# ---- what is done ------------------------------------------------------------------------------


def job_names(works: list[str]) -> list[str]:
    """Return the names of all jobs on some works, those of one table next to each other."""
    names = [f"fit {work}" for work in works]
    if "c" in works:
        names.insert(names.index("fit c") + 1, "fit c, 2 threads")
    if "e" in works:
        names.append("fit e, C4.5")
    names += [f"predict {work}" for work in works if work in ("b", "e")]
    if catalog():
        names += [f"faithful C4.5 {work}" for work in works if work in ("letter", "adult")]
    names += [f"{what}, 4 classes" for what in (*MEASURES, *CUTS)]
    small = ("iris", "wine")
    return names + [f"{what} {of}" for of, what in product(small, ("fit", "predict one row of"))]


MEASURES = ("gain", "gini", "chi2", "mpi", "kolmogorov", "symmetric")
CUTS = ("binary cuts", "mdlp", "hybrid", "chimerge", "contextual")


def make(name: str, scale: float) -> Job:
    """Return a job of this version, ready to be timed."""
    what, _, of = name.rpartition(" ")
    if name.endswith(", 4 classes"):
        return four_classes(name.removesuffix(", 4 classes"), scale)
    if of in ("iris", "wine"):
        return small_job(what, of, scikit_learn=False)
    if name == "fit c, 2 threads":
        return fit_job(made("c", scale), threads=2)
    if name == "fit e, C4.5":
        return fit_job(made("e", scale), learner="Cutpoint, C4.5")
    work = made(of, scale) if of in MADE else real(of, scale)
    if what == "faithful C4.5":
        from cutpoint import C45Classifier  # noqa: PLC0415

        X, y = work.train()
        return partial(C45Classifier(faithful=True).fit, work.frame(X), y)
    return fit_job(work) if what == "fit" else predict_job(work, "Cutpoint")


def make_peer(name: str, scale: float) -> Job | None:
    """Return what scikit-learn does for the same work, if it can."""
    what, _, of = name.rpartition(" ")
    if of in ("iris", "wine"):
        return small_job(what, of, scikit_learn=True)
    if what not in ("fit", "predict"):
        return None
    work = made(of, scale) if of in MADE else real(of, scale)
    return fit_job(work, learner=PEER) if what == "fit" else predict_job(work, PEER)


def learner_named(name: str) -> Any:
    from peers import LEARNERS  # noqa: PLC0415

    return next(learner for learner in LEARNERS if learner.name == name)


def fit_job(work: Work, threads: int = 1, learner: str = "Cutpoint") -> Job:
    """Return the fit of one tree of full depth."""
    one = learner_named(learner)
    return partial(one.fit, work, one.prepare(work, *work.train()), None, threads)


def predict_job(work: Work, learner: str) -> Job:
    """Return the prediction of ten times the table."""
    one = learner_named(learner)
    model = one.fit(work, one.prepare(work, *work.train()), None, 1)
    rows = np.random.default_rng(0).integers(0, len(work.X), 10 * work.n_train)
    return partial(one.predict, work, model, one.prepare(work, work.X[rows], None), 1)


def four_classes(what: str, scale: float) -> Job:
    """Return the fit of one tree on numbers in four classes."""
    from cutpoint import TreeClassifier  # noqa: PLC0415

    n_rows = max(100, round(50_000 * scale))
    X, noisy = floats(np.random.default_rng([SEED, 4]), n_rows)
    y = 2 * np.asarray(noisy).astype(np.int32) + (X[:, 5] + X[:, 6] > 0.5)
    if what in MEASURES:
        model = TreeClassifier(what, pruning=None, max_depth=10, n_jobs=1)
    else:
        cuts = "binary" if what == "binary cuts" else what
        model = TreeClassifier("gain_ratio", cuts=cuts, pruning=None, max_depth=10, n_jobs=1)
    return partial(model.fit, np.ascontiguousarray(X), y)


def small_job(what: str, of: str, *, scikit_learn: bool) -> Job:
    """Return a fit of a small table, or a prediction of one of its rows."""
    from sklearn.datasets import load_iris, load_wine  # noqa: PLC0415
    from sklearn.tree import DecisionTreeClassifier  # noqa: PLC0415

    X, y = (load_iris if of == "iris" else load_wine)(return_X_y=True)
    if scikit_learn:
        model: Any = DecisionTreeClassifier(criterion="entropy", min_samples_leaf=2, random_state=0)
    else:
        from cutpoint import TreeClassifier  # noqa: PLC0415

        model = TreeClassifier("gain", pruning=None, n_jobs=1)
    if what == "fit":
        return partial(model.fit, X, y)
    return partial(model.fit(X, y).predict, X[:1])


def digest(result: Any) -> str:
    """Return what two results share only if they are the same, in whatever order nodes are."""
    tree = getattr(result, "tree_", None)
    if tree is None or not hasattr(tree, "cuts"):
        parts = [np.asarray(result)] if isinstance(result, np.ndarray) else []
    else:
        parts = [np.sort(tree.attribute), np.sort(np.asarray(tree.cuts))]
    joined = b"".join(np.ascontiguousarray(part).tobytes() for part in parts)
    return hashlib.sha256(joined).hexdigest()[:12] if parts else ""


# ---- a process that works ----------------------------------------------------------------------


def work_for_another() -> None:
    """Do what standard input asks for, line by line; answer on standard output."""
    job: Job | None = None
    answers, sys.stdout = sys.stdout, sys.stderr  # what is printed is no answer
    for line in sys.stdin:
        request = json.loads(line)
        answer: dict[str, Any] = {}
        try:
            if "make" in request:
                job = None
                maker = make_peer if request["peer"] else make
                job = maker(request["make"], request["scale"])
                answer = {"ready": job is not None}
                if job is not None:
                    answer["digest"] = digest(job())  # once untimed: imports, caches, compilation
            elif job is not None:
                answer = timed(job)
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), file=answers, flush=True)


def timed(job: Job) -> dict[str, float]:
    """Return the processor's and the wall's seconds of a job."""
    n = 0
    cpu, wall = time.process_time(), time.perf_counter()
    while n == 0 or time.perf_counter() - wall < SHORT:
        job()
        n += 1
    return {"cpu": (time.process_time() - cpu) / n, "wall": (time.perf_counter() - wall) / n}


class Version:
    """A process that works with one version."""

    def __init__(self, python: str, *, peer: bool = False) -> None:
        self.peer = peer
        self.process = subprocess.Popen(
            [python, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __enter__(self) -> Version:
        return self

    def __exit__(self, *_: object) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()

    def ask(self, **request: Any) -> dict[str, Any]:
        """Return the answer to a request."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        return json.loads(line) if line else {"error": f"ended with {self.process.wait()}"}

    def begin(self, name: str, scale: float) -> dict[str, Any]:
        return self.ask(make=name, scale=scale, peer=self.peer)

    def run(self) -> dict[str, Any]:
        return self.ask(run=True)


# ---- side by side ------------------------------------------------------------------------------


def compare(python: str, rounds: int, scale: float, works: list[str]) -> Table:
    """Let this version, the one of another interpreter and scikit-learn take turns."""
    table = Table(
        "Versions",
        f"This version beside the one of {Path(python).parent.parent.name}, in turns, the least of "
        f"{rounds} rounds: the processor's time, or the wall's for two threads. `faster` is how "
        "many times as long the other version, or scikit-learn, takes.",
        ["work", "before, s", "now, s", "faster", PEER, "faster", "result"],
    )
    with ExitStack() as stack:
        # One after the other, so that no interpreter starts while another is timed.
        now = stack.enter_context(Version(sys.executable))
        before = stack.enter_context(Version(python))
        peer = stack.enter_context(Version(sys.executable, peer=True))
        for name in job_names(works):
            table.add(name, *cells(name, [before, now, peer], rounds, scale))
    return table


def cells(name: str, versions: list[Version], rounds: int, scale: float) -> Iterator[str]:
    """Yield the cells of a row: times, ratios, and whether the results are the same."""
    begun = [version.begin(name, scale) for version in versions]
    able = [version for version, b in zip(versions, begun, strict=True) if b.get("ready")]
    least: dict[Version, float] = {}
    spent = dict.fromkeys(able, 0.0)
    for turn in range(rounds):
        for version in able if turn % 2 == 0 else reversed(able):
            if turn < 2 or spent[version] < PATIENCE:
                seconds = version.run()["wall" if "threads" in name else "cpu"]
                least[version] = min(seconds, least.get(version, seconds))
                spent[version] += seconds
    before, now, peer = versions
    for version, answer in ((before, begun[0]), (now, begun[1])):
        yield seconds_cell(least[version]) if version in least else answer.get("error", "-")
    yield f"{least[before] / least[now]:.2f}x" if before in least and now in least else ""
    yield seconds_cell(least[peer]) if peer in least else ""
    yield f"{least[peer] / least[now]:.1f}x" if peer in least and now in least else ""
    same = begun[0].get("digest") == begun[1].get("digest")
    yield ("same" if same else "differs") if before in least and now in least else ""


def seconds_cell(seconds: float) -> str:
    return f"{seconds:.3f}" if seconds >= 0.1 else f"{seconds * 1000:.3f} ms"


if __name__ == "__main__":
    work_for_another()
