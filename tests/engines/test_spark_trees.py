"""Trees learned on Spark are those learned in memory, to the last bit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from cutpoint import C45Classifier, TreeClassifier
from cutpoint.engines import SparkSource, spark_work
from cutpoint.engines import spark as spark_engine
from cutpoint.errors import InputError
from support import spark

pytestmark = pytest.mark.filterwarnings("ignore:PySpark does not yet fully support:FutureWarning")
AT_A_TIME = "spark.sql.execution.arrow.maxRecordsPerBatch"
MEMORY = 55_000
"""Bytes: enough for nodes of about 230 rows, so that upper levels are counted."""


class Small(SparkSource):
    """A source with little memory, which counts what is asked of it."""

    passes = finishes = 0

    @property
    def memory(self) -> int:
        return MEMORY

    def map(self, task: Any, columns: Any) -> Iterator[pa.RecordBatch]:
        self.passes += 1
        yield from super().map(task, columns)

    def map_groups(self, task: Any, columns: Any, key: str, finish: Any) -> Iterator[Any]:
        self.finishes += 1
        yield from super().map_groups(task, columns, key, finish)


@pytest.fixture(scope="module")
def session() -> Iterator[Any]:
    found = spark.session()
    before = found.conf.get(AT_A_TIME)
    yield found
    found.conf.set(AT_A_TIME, before)


def mixed(n_rows: int, seed: int = 5) -> pa.Table:
    """Return numbers, whole numbers, dates and texts with holes; weights; three classes."""
    random = np.random.default_rng(seed)
    x = random.normal(size=(n_rows, 2))
    whole = random.integers(-3, 40, n_rows)
    city = random.choice(["Bergen", "Kyoto", "Lima", "Oslo"], n_rows)
    risk = x[:, 0] + np.where(city == "Lima", x[:, 1], whole / 20 - 1) + random.normal(size=n_rows)
    days = random.integers(10_000, 12_000, n_rows).astype("int32")
    return pa.table(
        {
            "a": pa.array(x[:, 0], mask=random.random(n_rows) < 0.05),
            "b": pa.array(x[:, 1].round(1)),
            "n": pa.array(whole, pa.int64(), mask=random.random(n_rows) < 0.02),
            "day": pa.array(days, pa.date32()),
            "city": pa.array(city, mask=random.random(n_rows) < 0.05),
            "w": pa.array(random.choice([0.0, 0.25, 1.0, 3.0], n_rows)),
            "y": pa.array(np.where(risk > 0.8, "high", np.where(risk > -1, "middle", "low"))),
        }
    )


def in_memory(model: Any, table: pa.Table) -> Any:
    X, y = table.drop_columns(["w", "y"]), table.column("y").to_pylist()
    return model.fit(X, y, sample_weight=table.column("w").to_numpy())


def same(found: Any, wanted: Any) -> None:
    assert found.tree_.n_nodes > 20
    assert found.tree_.to_dict() == wanted.tree_.to_dict()
    assert found.unpruned_tree_.to_dict() == wanted.unpruned_tree_.to_dict()


@pytest.mark.parametrize(
    ("partitions", "at_a_time", "model"),
    [
        (3, 100, TreeClassifier()),
        pytest.param(7, 13, C45Classifier(), marks=pytest.mark.slow),
        pytest.param(
            1, 10_000, TreeClassifier(criterion="gini", nominal="binary"), marks=pytest.mark.slow
        ),
    ],
)
def test_the_tree_is_that_of_memory_however_rows_are_divided(
    session: Any, partitions: int, at_a_time: int, model: Any
) -> None:
    table = mixed(1000)
    wanted = in_memory(type(model)(**model.get_params()), table)
    order = np.random.default_rng(partitions).permutation(table.num_rows)
    session.conf.set(AT_A_TIME, str(at_a_time))
    df = session.createDataFrame(table.take(pa.array(order))).repartition(partitions)
    with Small(df) as source:
        found = model.fit_source(source, target="y", weight="w")
        assert source.passes > 4
        assert source.finishes == 1
    same(found, wanted)


def test_predictions_are_a_data_frame_with_the_classes_of_predict(session: Any) -> None:
    table = mixed(500)
    model = in_memory(TreeClassifier(), table)
    source = SparkSource(session.createDataFrame(table).repartition(2))
    scored = model.predict_source(source, proba=True)
    assert scored.columns == [*table.schema.names, "predicted", "p(high)", "p(low)", "p(middle)"]
    rows = scored.toArrow()
    X = rows.select(table.drop_columns(["w", "y"]).schema.names)
    assert rows.column("predicted").to_pylist() == model.predict(X).tolist()
    shares = np.column_stack([rows.column(name).to_numpy() for name in scored.columns[-3:]])
    assert np.array_equal(shares, model.predict_proba(X))


@pytest.mark.quick
def test_what_cannot_be_learned_is_one_sentence(session: Any) -> None:
    table = mixed(50)
    source = SparkSource(session.createDataFrame(table))
    with pytest.raises(InputError, match="nowhere"):
        TreeClassifier().fit_source(source, target="nowhere")
    empty = SparkSource(session.createDataFrame(table).limit(0))
    with pytest.raises(InputError):
        TreeClassifier().fit_source(empty, target="y")
    lists = session.createDataFrame(table).selectExpr("y", "array(a, b) as both")
    with pytest.raises(InputError, match="both"):
        TreeClassifier().fit_source(SparkSource(lists), target="y")


def test_sums_of_one_place_are_added_up_whatever_partition_they_come_from() -> None:
    schema = pa.schema([("place", pa.int64()), ("units", pa.list_(pa.int64()))])
    rows = pa.table([[7, 7, 7], [[1, 2], [10, 20], [2**60, 0]]], schema=schema)
    found = spark_work.Finished(spark_work.AddUp(schema))(
        pa.table([[spark_work.to_bytes(batch) for batch in rows.to_batches(1)]], names=["rows"])
    )
    (batch,) = spark_work.from_buffer(found.column(0)[0].as_buffer())
    assert batch.schema == schema
    assert batch.to_pylist() == [{"place": 7, "units": [11 + 2**60, 22]}]


@pytest.mark.slow
def test_sums_that_executors_add_up_give_the_tree_of_memory(
    session: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(spark_engine, "_MANY_SUMS", 1)
    table = mixed(800)
    with Small(session.createDataFrame(table).repartition(3)) as source:
        found = TreeClassifier().fit_source(source, target="y", weight="w")
        assert source.finishes > 4
    same(found, in_memory(TreeClassifier(), table))
