"""Run as a program: what Spark says when files or its session are gone; one line for each."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from cutpoint import TreeClassifier
from cutpoint.engines import SparkSource
from cutpoint.errors import InputError
from support import spark


def say(source: Any, target: str = "outcome") -> None:
    """Print why nothing is learned from a source."""
    model = TreeClassifier()
    try:
        model.fit_source(source() if callable(source) else source, target)
    except InputError as error:
        print(f"{error}; a model: {hasattr(model, 'tree_')}".replace("\n", "\\n"))


def main() -> None:
    folder = Path(sys.argv[1])
    session = spark.session()
    rows = pa.table({"x": [1.0, 2.0], "outcome": ["a", "b"]})
    for name in ("gone", "cut", "types"):
        (folder / name).mkdir()
        pq.write_table(rows, folder / name / "a.parquet")
    texts = pa.table({"x": ["p", "q"], "outcome": ["a", "b"]})
    pq.write_table(texts, folder / "types" / "b.parquet")

    gone = SparkSource(session.read.parquet(str(folder / "gone")))
    (folder / "gone" / "a.parquet").unlink()
    say(gone)

    whole = (folder / "cut" / "a.parquet").read_bytes()
    cut = SparkSource(session.read.parquet(str(folder / "cut")))
    (folder / "cut" / "a.parquet").write_bytes(whole[:100])
    say(cut)

    say(lambda: SparkSource(session.read.parquet(str(folder / "types"))))
    classes = session.range(100_000).selectExpr("id as x", "id as outcome")
    say(SparkSource(classes))

    left = SparkSource(session.createDataFrame(rows))
    session.stop()
    say(left)


if __name__ == "__main__":
    os.environ["PYTHONPATH"] = str(Path(__file__).parents[1])
    main()
