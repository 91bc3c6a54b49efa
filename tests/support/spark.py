"""A small Spark of the tests' own: one session per process, on this machine, with two threads."""

from __future__ import annotations

import atexit
import os
import shutil
import sys
import warnings
from functools import cache
from pathlib import Path
from typing import Any

from support import needs

SETTINGS = {
    "spark.ui.enabled": "false",
    "spark.driver.memory": "1g",
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.sql.shuffle.partitions": "2",
    # Queries over a handful of rows: to compile one takes longer than to run it.
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
    "spark.ui.showConsoleProgress": "false",
    # A short life: the quick compiler and the smallest collector start in half the time.
    "spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC",
}


def check_installed() -> None:
    """Skip, or fail where all is required, if there is no pyspark or no Java."""
    needs.package("pyspark")
    if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
        needs.absent("needs Java")


@cache
def session() -> Any:
    """Return the session of this process, started when first asked for; skip where it cannot be."""
    check_installed()
    tests = str(Path(__file__).parents[1])  # executors find the tasks of the tests there
    paths = [tests, *filter(None, [os.environ.get("PYTHONPATH")])]
    os.environ["PYTHONPATH"] = os.pathsep.join(paths)
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master("local[2]").appName("cutpoint")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of its own versions of other packages
        found = builder.config(map=SETTINGS).getOrCreate()
    found.sparkContext.setLogLevel("ERROR")
    atexit.register(found.stop)
    return found
