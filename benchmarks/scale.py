"""Tables beyond memory, beside those who would be taken instead: ``make bench-scale``.

The table is made on the fly as Parquet: twelve numeric attributes, two classes, 10 % noise. Every
learner has a process of its own, whose time on the wall, time of processors (without Java's) and
greatest resident memory are taken, reading included: Cutpoint from DuckDB, in memory and from
Spark, one tree of LightGBM, Spark MLlib's tree with 256 bins. All grow to the same depth, unpruned.
"""

# ruff: noqa: PLC0415 - each learner is imported in a process of its own

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

N_ATTRIBUTES = 12
CHUNK = 500_000
MLLIB_MEMORY = "10g"
"""It keeps the binned table in memory, and fails at 10,000,000 rows where it has 2 GB."""


def make_files(folder: Path, n_rows: int) -> None:
    """Write the table, half a million rows to a file."""
    for number, start in enumerate(range(0, n_rows, CHUNK)):
        rng = np.random.default_rng(number)
        n = min(CHUNK, n_rows - start)
        x = rng.normal(size=(N_ATTRIBUTES, n))
        signal = x[0] + x[1] * x[2] + np.abs(x[3]) - 0.5 * x[4]
        y = (signal > np.median(signal)) ^ (rng.random(n) < 0.1)
        columns = {f"x{a}": pa.array(x[a]) for a in range(N_ATTRIBUTES)}
        columns["y"] = pa.array(np.where(y, "yes", "no"))
        pq.write_table(pa.table(columns), folder / f"part-{number:04}.parquet")


def cutpoint_duckdb(folder: str, depth: int, memory: str, exact: bool = True) -> int:
    """Fit with the DuckDB engine."""
    from cutpoint import TreeClassifier
    from cutpoint.engines import DuckDBSource

    source = DuckDBSource(f"{folder}/*.parquet", memory_limit=memory)
    model = TreeClassifier(criterion="gain", pruning=None, max_depth=depth, n_jobs=-1)
    return model.fit_source(source, target="y", exact=exact).tree_.n_nodes


def cutpoint_binned(folder: str, depth: int, memory: str) -> int:
    """The same with ``exact=False``."""
    return cutpoint_duckdb(folder, depth, memory, exact=False)


def cutpoint_memory(folder: str, depth: int, memory: str) -> int:
    """Fit in memory."""
    del memory
    from cutpoint import TreeClassifier

    table = pq.read_table(folder)
    model = TreeClassifier(criterion="gain", pruning=None, max_depth=depth, n_jobs=-1)
    return model.fit(table.drop_columns("y"), table["y"]).tree_.n_nodes


def lightgbm_tree(folder: str, depth: int, memory: str) -> int:
    """Fit one tree of LightGBM in memory."""
    del memory
    import lightgbm

    table = pq.read_table(folder)
    x = np.column_stack([table[f"x{a}"].to_numpy() for a in range(N_ATTRIBUTES)])
    y = (table["y"].to_numpy() == "yes").astype(np.float64)
    options = {
        "objective": "binary",
        "max_depth": depth,
        "num_leaves": 2**depth,
        "num_threads": 0,
        "min_data_in_leaf": 2,
        "min_sum_hessian_in_leaf": 0.0,
        "verbose": -1,
    }
    model = lightgbm.train(options, lightgbm.Dataset(x, y), num_boost_round=1)
    return 2 * model.dump_model()["tree_info"][0]["num_leaves"] - 1


@contextmanager
def local_spark() -> Iterator[Any]:
    """Start Spark on all cores of this machine, and stop it in the end."""
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master("local[*]").config("spark.ui.enabled", "false")
    session = builder.config("spark.driver.memory", MLLIB_MEMORY).getOrCreate()
    try:
        yield session
    finally:
        session.stop()


def cutpoint_spark(folder: str, depth: int, memory: str) -> int:
    """Fit with the Spark engine, local."""
    from cutpoint import TreeClassifier
    from cutpoint.engines import SparkSource

    with local_spark() as session:
        source = SparkSource(session.read.parquet(folder), memory_limit=memory)
        model = TreeClassifier(criterion="gain", pruning=None, max_depth=depth)
        return model.fit_source(source, target="y").tree_.n_nodes


def mllib_tree(folder: str, depth: int, memory: str) -> int:
    """Fit Spark MLlib's tree, local."""
    del memory
    from mllib import fit_mllib
    from pyspark.sql.functions import col

    with local_spark() as session:
        rows = session.read.parquet(folder)
        rows = rows.withColumn("y", (col("y") == "yes").cast("double"))
        return fit_mllib(rows, "y", max_depth=depth).n_nodes


LEARNERS: dict[str, Callable[[str, int, str], int]] = {
    "Cutpoint, DuckDB": cutpoint_duckdb,
    "Cutpoint, DuckDB, exact=False": cutpoint_binned,
    "Cutpoint, in memory": cutpoint_memory,
    "LightGBM, one tree": lightgbm_tree,
    "Cutpoint, Spark": cutpoint_spark,
    "Spark MLlib, 256 bins": mllib_tree,
}


def measured(learner: str, folder: Path, depth: int, memory: str) -> dict[str, Any]:
    """Run a learner in a process of its own; say why where it cannot."""
    command = [sys.executable, __file__, "--one", learner, "--folder", str(folder)]
    command += ["--depth", str(depth), "--memory", memory]
    started = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    seconds = time.perf_counter() - started
    if done.returncode != 0:
        lines = done.stderr.strip().splitlines()
        return {"failed": lines[-1] if lines else f"exit code {done.returncode}"}
    return {**json.loads(done.stdout.splitlines()[-1]), "seconds": seconds}


def main() -> None:
    """Print a table, a learner to a line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=float, default=10e6)
    parser.add_argument("--depth", type=int, default=10)
    parser.add_argument("--memory", default="2GB")
    parser.add_argument("--learners", nargs="+", choices=LEARNERS, default=list(LEARNERS))
    parser.add_argument("--folder", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--one", choices=LEARNERS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one is not None:
        n_nodes = LEARNERS[options.one](str(options.folder), options.depth, options.memory)
        used = resource.getrusage(resource.RUSAGE_SELF)
        facts = {"processor": used.ru_utime + used.ru_stime, "resident": used.ru_maxrss / 1024}
        print(json.dumps({"nodes": n_nodes, **facts}))
        return
    print(f"{options.rows:,.0f} rows x {N_ATTRIBUTES} attributes, depth {options.depth}\n")
    print("| learner | seconds | in units of the first | processor | resident MB | nodes |")
    print("|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory(prefix="cutpoint-scale-") as name:
        folder = Path(name)
        make_files(folder, int(options.rows))
        first = None
        for learner in options.learners:
            found = measured(learner, folder, options.depth, options.memory)
            if "failed" in found:
                print(f"| {learner} | - | - | - | - | {found['failed']} |")
                continue
            first = first or found["seconds"]
            ratio = found["seconds"] / first
            print(
                f"| {learner} | {found['seconds']:.1f} | {ratio:.2f} | {found['processor']:.1f} "
                f"| {found['resident']:,.0f} | {found['nodes']:,} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
