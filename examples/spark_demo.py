"""A tree from a cluster that loses workers: the same as in memory, to the last bit.

Starts a master and two workers of Spark on this machine, learns a tree from a Parquet folder, kills
a worker while the levels of the tree are counted, starts another, kills that while small nodes are
finished on the executors, and compares the trees with the one learned in memory. Run it with
``make spark-demo``; everything it started is stopped at the end.
"""

from __future__ import annotations

import argparse
import signal
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from sklearn.base import clone
from spark_cluster import PATIENCE, Cluster, Service, marked

from cutpoint import TreeClassifier
from cutpoint.engines.spark import SparkSource

FILES = 8
LEARNER = TreeClassifier(pruning=None)  # pruning takes passes of the same kind, many of them


class KillsAWorker(SparkSource):
    """A source that kills a worker as soon as one of its passes is at work on the cluster.

    Parameters
    ----------
    df : DataFrame
    worker : Service
    during : {"levels", "finish"}
        Whether the pass is one over the levels, the third, or the one that finishes small nodes.
    memory : int
        The bytes that a learner may hold.
    """

    def __init__(self, df: Any, worker: Service, during: str, memory: int) -> None:
        super().__init__(df)
        self.bytes = memory
        self.tracker = df.sparkSession.sparkContext.statusTracker()
        self.worker, self.during = worker, during
        self.n_passes = 0
        self.killed = False

    @property
    def memory(self) -> int:
        return self.bytes  # very little, so that a small table has large nodes

    def map(self, task: Any, columns: Any) -> Iterator[pa.RecordBatch]:
        self.n_passes += 1
        if self.during == "levels" and self.n_passes == 3:
            self._kill_when_at_work()
        yield from super().map(task, columns)

    def map_groups(self, task: Any, columns: Any, key: str, finish: Any) -> Iterator[Any]:
        self.n_passes += 1
        if self.during == "finish":
            self._kill_when_at_work()
        yield from super().map_groups(task, columns, key, finish)

    def _kill_when_at_work(self) -> None:
        if not self.killed:
            self.killed = True
            threading.Thread(target=self._kill, daemon=True).start()

    def _kill(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            stages = map(self.tracker.getStageInfo, self.tracker.getActiveStageIds())
            if any(stage is not None and stage.numActiveTasks > 0 for stage in stages):
                break
            time.sleep(0.01)
        self.worker.kill()
        print(f"  pass {self.n_passes}: {self.worker.name} killed (-9)", flush=True)


def make_table(n_rows: int) -> pa.Table:
    """Return a table of numbers and texts with holes, and weights."""
    random = np.random.default_rng(11)
    x = random.normal(size=(n_rows, 4)).round(2)
    city = random.choice(["Bergen", "Kyoto", "Lima", "Oslo", "Turin"], n_rows)
    risk = x[:, 0] + np.where(city == "Lima", x[:, 1], -x[:, 2]) + random.normal(size=n_rows)
    columns: dict[str, Any] = {
        f"x{i}": pa.array(x[:, i], mask=random.random(n_rows) < 0.03) for i in range(4)
    }
    columns["city"] = pa.array(city, mask=random.random(n_rows) < 0.03)
    columns["weight"] = random.choice([0.5, 1.0, 2.0], n_rows)
    columns["outcome"] = np.where(risk > 0.7, "ill", np.where(risk > -1, "well", "fit"))
    return pa.table(columns)


def in_memory(table: pa.Table) -> dict[str, Any]:
    """Return the tree that is learned from the table in memory."""
    X = table.drop_columns(["outcome", "weight"])
    weights = table.column("weight").to_numpy()
    model = clone(LEARNER).fit(X, table.column("outcome").to_pylist(), sample_weight=weights)
    return model.tree_.to_dict()


def on_cluster(session: Any, place: Path, worker: Service, during: str, memory: int) -> Any:
    """Return the model that is learned on the cluster while a worker is killed."""
    df = session.read.parquet(str(place))
    with KillsAWorker(df, worker, during, memory) as source:
        started = time.monotonic()
        model = clone(LEARNER).fit_source(source, target="outcome", weight="weight")
        seconds = time.monotonic() - started
        if not source.killed:
            raise SystemExit(f"no worker was killed during the {during}: the table is too small")
    print(f"  {source.n_passes} passes, {model.tree_.n_nodes} nodes, {seconds:.0f} s", flush=True)
    return model


def run(n_rows: int, memory: int) -> bool:
    """Return whether every tree was the same."""
    table = make_table(n_rows)
    wanted = in_memory(table)
    with Cluster() as cluster:
        place = cluster.folder / "visits"
        place.mkdir()
        step = -(-n_rows // FILES)
        for part in range(FILES):
            pq.write_table(table.slice(part * step, step), place / f"part-{part}.parquet")
        print(f"A master and two workers at {cluster.address}; {n_rows:,} rows", flush=True)
        with cluster.session(**{"spark.sql.files.openCostInBytes": "134217728"}) as session:
            same = True
            for during in ("levels", "finish"):
                print(f"Learning; a worker is killed during the {during}:", flush=True)
                model = on_cluster(session, place, cluster.workers[-1], during, memory)
                found = model.tree_.to_dict() == wanted
                print(f"  {'the same tree as' if found else 'ANOTHER TREE than'} in memory")
                same = same and found
                if during == "levels":
                    cluster.add_worker()
    left = marked(cluster.mark)
    print("Everything is stopped." if not left else f"Processes are left: {left}", flush=True)
    return same and not left


def main() -> int:
    parser = argparse.ArgumentParser(description="learn on a cluster that loses workers")
    parser.add_argument("--rows", type=int, default=100_000, help="of the table")
    parser.add_argument(
        "--memory", type=int, default=2_000_000, help="bytes that a learner may hold"
    )
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        return 0 if run(options.rows, options.memory) else 1
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
