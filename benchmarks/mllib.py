"""Spark MLlib's decision tree, the tool that users of a cluster would take instead.

It knows neither missing values nor text, takes as many bins as it is told, and divides in two: so
it is timed on whole numeric tables only.
"""

from __future__ import annotations

import time
from typing import Any, NamedTuple

from pyspark import StorageLevel
from pyspark.ml.classification import DecisionTreeClassifier
from pyspark.ml.feature import VectorAssembler

TARGET = "y"


class MLlibTree(NamedTuple):
    """What MLlib learned, and how long it took."""

    seconds: float
    """Of the fit alone: the rows are in Spark's memory, as a vector each."""
    preparing: float
    """Of the making of vectors, which Cutpoint does not need."""
    n_nodes: int
    depth: int
    error: float | None


def fit_mllib(
    df: Any,
    target: str = TARGET,
    *,
    max_bins: int = 256,
    max_depth: int = 10,
    held_out: Any = None,
) -> MLlibTree:
    """Time MLlib's ``DecisionTreeClassifier`` on a DataFrame of numbers.

    Parameters
    ----------
    df : pyspark.sql.DataFrame
        Without missing values; classes are whole numbers from 0.
    target : str
    max_bins, max_depth : int
    held_out : DataFrame, optional
        Where the error is counted.
    """
    names = [name for name in df.columns if name != target]
    assembler = VectorAssembler(inputCols=names, outputCol="cutpoint_features")
    started = time.perf_counter()
    vectors = assembler.transform(df).select("cutpoint_features", target)
    vectors = vectors.persist(StorageLevel.MEMORY_AND_DISK)
    vectors.count()
    prepared = time.perf_counter()
    try:
        learner = DecisionTreeClassifier(
            featuresCol="cutpoint_features",
            labelCol=target,
            maxBins=max_bins,
            maxDepth=max_depth,
            maxMemoryInMB=512,
        )
        model = learner.fit(vectors)
        seconds = time.perf_counter() - prepared
    finally:
        vectors.unpersist()
    error = None
    if held_out is not None:
        scored = model.transform(assembler.transform(held_out))
        wrong = scored.where(scored["prediction"] != scored[target]).count()
        error = wrong / held_out.count()
    return MLlibTree(seconds, prepared - started, model.numNodes, model.depth, error)
