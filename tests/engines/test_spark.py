"""A real Spark, in this process's session: what its source gives is what the table holds."""

from __future__ import annotations

import gc
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cutpoint.engines.spark import SparkSource
from cutpoint.engines.spark_session import failures, local_session, sentence_of
from cutpoint.errors import InputError
from support import spark
from support.source_tasks import SUMS, ByRemainder, Count, Echo, Refuse, Sum

pytestmark = pytest.mark.filterwarnings("ignore:PySpark does not yet fully support:FutureWarning")
AT_A_TIME = "spark.sql.execution.arrow.maxRecordsPerBatch"


@pytest.fixture(scope="module")
def session() -> Iterator[Any]:
    found = spark.session()
    before = found.conf.get(AT_A_TIME)
    yield found
    found.conf.set(AT_A_TIME, before)


def mixed(n_rows: int) -> pa.Table:
    """Return a table with holes, odd names and all types that are learned from."""
    random = np.random.default_rng(3)
    holes = random.random(n_rows) < 0.1
    return pa.table(
        {
            "x": pa.array(np.arange(n_rows, dtype=float), mask=holes),
            "X": pa.array(random.normal(size=n_rows)),
            "a.b `c`": pa.array(random.integers(0, 9, n_rows), pa.int32()),
            "s": pa.array(random.choice(["é", "b", "c"], n_rows), mask=holes[::-1]),
            "yes": pa.array(random.random(n_rows) < 0.5),
            "day": pa.array(random.integers(0, 9000, n_rows).astype("int32"), pa.date32()),
        }
    )


def rows_of(batches: Any) -> list[tuple]:
    rows = [tuple(row.values()) for batch in batches for row in batch.to_pylist()]
    return sorted(rows, key=repr)


@pytest.mark.parametrize(("partitions", "at_a_time", "cache"), [(1, 7, True), (5, 1000, False)])
def test_a_task_sees_every_row_once_however_it_is_divided(
    session: Any, partitions: int, at_a_time: int, cache: bool
) -> None:
    table = mixed(100)
    session.conf.set(AT_A_TIME, str(at_a_time))
    df = session.createDataFrame(table).repartition(partitions)
    with SparkSource(df, cache=cache) as source:
        assert source.schema.names == table.schema.names
        assert source.schema.types == table.schema.types
        for names in (table.schema.names, ["s", "x"], ["X"]):
            wanted = table.select(names)
            found = source.map(Echo(wanted.schema), names)
            assert rows_of(found) == rows_of(wanted.to_batches())
        counted = [row for batch in source.map(Count(), []) for row in batch.to_pylist()]
        assert sum(row["rows"] for row in counted) == 100
        assert {row["names"] for row in counted if row["batches"]} == {"[]"}
    assert session.conf.get(AT_A_TIME) == str(at_a_time)


def test_groups_are_finished_with_all_of_their_rows(session: Any) -> None:
    table = mixed(1000)
    source = SparkSource(session.createDataFrame(table).repartition(3))
    found = rows_of(source.map_groups(ByRemainder(8), ["x", "s"], "key", Sum()))
    known = [int(x) for x in table["x"].to_pylist() if x is not None]
    wanted = [[x for x in known if x % 8 == key] for key in range(8)]
    assert found == [(key, len(xs), float(sum(xs))) for key, xs in enumerate(wanted)]
    (first, *_) = source.map_groups(ByRemainder(8), ["x", "s"], "key", Sum())
    assert first.schema == SUMS


def test_what_is_written_is_a_data_frame_with_all_columns(session: Any, tmp_path: Any) -> None:
    table = mixed(50)
    source = SparkSource(session.createDataFrame(table))
    scored = source.write(Echo(table.schema))
    assert scored.columns == table.schema.names
    assert rows_of(scored.toArrow().to_batches()) == rows_of(table.to_batches())
    names = ["x", "s", "day"]
    source = SparkSource(session.createDataFrame(table.select(names)))
    place = tmp_path / "scored.parquet"
    again = source.write(Echo(table.select(names).schema), place)
    assert rows_of(again.toArrow().to_batches()) == rows_of(table.select(names).to_batches())
    with pytest.raises(InputError, match="already exists"):
        source.write(Echo(table.select(names).schema), place)


def test_spark_forgets_the_rows_when_the_source_is_closed_or_forgotten(session: Any) -> None:
    held = session.sparkContext._jsc.getPersistentRDDs
    before = len(held())
    source = SparkSource(session.createDataFrame(mixed(20)))
    list(source.map(Count(), []))
    assert len(held()) == before + 1
    source.close()
    assert len(held()) == before
    assert sum(b.column("rows")[0].as_py() for b in source.map(Count(), [])) == 20
    del source
    gc.collect()
    assert len(held()) == before


def test_an_empty_table_has_no_rows(session: Any) -> None:
    source = SparkSource(session.createDataFrame(mixed(5)).limit(0))
    assert sum(b.column("rows")[0].as_py() for b in source.map(Count(), ["x"])) == 0
    assert rows_of(source.map_groups(ByRemainder(8), ["x", "s"], "key", Sum())) == []


def test_what_a_task_says_of_the_rows_is_what_the_user_reads(session: Any) -> None:
    source = SparkSource(session.createDataFrame(mixed(5)))
    with pytest.raises(InputError, match=r"^column 'x': too odd$"):
        list(source.map(Refuse("column 'x': too odd"), ["x"]))


def test_what_spark_cannot_read_is_one_sentence(session: Any, tmp_path: Any) -> None:
    place = tmp_path / "t"
    session.createDataFrame(mixed(5).select(["x"])).write.parquet(str(place))
    df = session.read.parquet(str(place))
    for file in place.glob("*.parquet"):
        file.write_bytes(b"PAR1 no more")
    with pytest.raises(InputError, match=r"^Spark cannot read the DataFrame: .+$"):
        list(SparkSource(df).map(Count(), ["x"]))


def test_files_are_read_by_the_session_that_is_there(session: Any, tmp_path: Any) -> None:
    pq.write_table(mixed(30).select(["x", "s"]), tmp_path / "a.parquet")
    pq.write_table(mixed(12).select(["x", "s"]), tmp_path / "b.parquet")
    source = SparkSource.read(tmp_path / "*.parquet")
    assert sum(b.column("rows")[0].as_py() for b in source.map(Count(), [])) == 42
    with pytest.raises(InputError, match=r"^Spark cannot read .*nowhere"):
        SparkSource.read(tmp_path / "nowhere.parquet")


def test_what_is_no_table_of_spark_is_refused(session: Any) -> None:
    with pytest.raises(InputError, match=r"takes a DataFrame of Spark .* or newer, not dict"):
        SparkSource({})
    df = session.createDataFrame(mixed(5)).selectExpr("yes", "`day` as yes")
    with pytest.raises(InputError, match="two columns of the DataFrame are called 'yes'"):
        SparkSource(df)
    good = session.createDataFrame(mixed(5))
    with pytest.raises(InputError, match="'much' is no amount of memory"):
        SparkSource(good, memory_limit="much")
    with pytest.raises(InputError, match="partitions=0"):
        SparkSource(good, partitions=0)
    assert SparkSource(good, "2GB").memory == 2_000_000_000


def test_without_java_the_user_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    from pyspark.sql import SparkSession

    monkeypatch.setattr(SparkSession, "getActiveSession", lambda: None)
    monkeypatch.setenv("PATH", "/nowhere")
    for name in ("JAVA_HOME", "SPARK_REMOTE", "MASTER"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(InputError, match="Spark needs Java 17 or newer, and none was found"):
        local_session(10**9)


def test_ctrl_c_stays_what_it_is_although_spark_fails_over_it() -> None:
    from pyspark.errors import PySparkException

    def interrupted() -> None:
        try:
            raise KeyboardInterrupt
        finally:
            raise PySparkException("Broken pipe")

    with pytest.raises(KeyboardInterrupt), failures():
        interrupted()
    with pytest.raises(InputError, match=r"^Spark cannot .*: Broken pipe$"), failures():
        raise PySparkException("Broken pipe")


def test_an_executor_without_cutpoint_says_so() -> None:
    from pyspark import cloudpickle

    from cutpoint.engines import spark_work

    run = spark_work.for_batches(spark_work.Pack(1))
    script = (
        "import pickle, sys\n"
        "sys.modules['cutpoint'] = None\n"
        "list(pickle.loads(sys.stdin.buffer.read())(iter([])))\n"
    )
    there = subprocess.run(
        [sys.executable, "-c", script],
        input=cloudpickle.dumps(run),
        capture_output=True,
        check=False,
    )
    assert there.returncode == 1
    said = sentence_of(RuntimeError(there.stderr.decode()))
    assert said is not None
    assert said.startswith(f"the Python of an executor, {sys.executable} on ")
    assert "has no cutpoint: install cutpoint" in said


def test_an_executor_with_another_version_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    from cutpoint.engines import spark_work
    from cutpoint.tree import saved

    run = spark_work.for_batches(spark_work.Pack(1))
    monkeypatch.setattr(saved, "package_version", lambda: "0.0.1")
    with pytest.raises(RuntimeError, match=r"has cutpoint 0\.0\.1 and this one .*same version"):
        list(run(iter([])))


def test_a_worker_whose_python_lacks_a_package_is_told_apart_from_other_failures() -> None:
    from pyspark.errors import PythonException

    trace = "An exception was thrown from the Python worker:\nTraceback ...\n  File x, line 1\n"
    absent = sentence_of(
        PythonException(trace + "ModuleNotFoundError: No module named 'pyarrow'\n")
    )
    assert absent is not None
    assert absent.startswith("the Python of Spark's executors has no package 'pyarrow': install")
    said = sentence_of(PythonException(trace + "OSError: the disk is full\n"))
    assert said == "Spark cannot read the DataFrame: OSError: the disk is full"
