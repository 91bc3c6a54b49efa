"""Run as a program: a source through Spark Connect, against a server that it starts and stops.

A process has either classic sessions or those of Connect, so that this is one of its own.
"""

from __future__ import annotations

import os
import sys
import warnings
from pathlib import Path

import pyarrow as pa

from cutpoint.engines.spark import SparkSource
from cutpoint.errors import InputError
from support.source_tasks import ByRemainder, Count, Echo, Sum


def main() -> None:
    tests = str(Path(__file__).parents[1])
    os.environ |= {"PYTHONPATH": tests, "PYSPARK_PYTHON": sys.executable}
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    os.environ["SPARK_TESTING"] = "1"  # the server listens on whatever port is free
    warnings.simplefilter("ignore")
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.remote("local[2]").config("spark.ui.enabled", "false")
    session = builder.config("spark.sql.shuffle.partitions", "2").getOrCreate()
    assert "connect" in type(session).__module__
    table = pa.table({"x": [float(i) for i in range(100)], "s": ["a", None] * 50})
    source = SparkSource(session.createDataFrame(table).repartition(3))
    rows = [row for batch in source.map(Count(), ["x"]) for row in batch.to_pylist()]
    assert sum(row["rows"] for row in rows) == 100, rows
    groups = [
        tuple(row.values())
        for batch in source.map_groups(ByRemainder(4), ["x", "s"], "key", Sum())
        for row in batch.to_pylist()
    ]
    wanted = [(key, 25, float(sum(range(key, 100, 4)))) for key in range(4)]
    assert sorted(groups) == wanted, groups
    scored = source.write(Echo(table.schema)).toArrow()
    assert sorted(scored.column("x").to_pylist()) == table.column("x").to_pylist()
    session.stop()
    try:
        list(source.map(Count(), ["x"]))
    except InputError as error:
        print(error)


if __name__ == "__main__":
    main()
