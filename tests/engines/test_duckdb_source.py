"""DuckDB as an engine: the tree of memory, predictions in order, one sentence for each fault."""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Iterator
from pathlib import Path

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cutpoint import C45Classifier, TreeClassifier
from cutpoint.engines import DuckDBSource
from cutpoint.engines.budget import Budget
from cutpoint.engines.local import HeldRows
from cutpoint.errors import InputError
from cutpoint.learn import LearnSpec
from support.source_tasks import Refuse
from support.sources import (
    TARGET,
    assert_same,
    learn_in_memory,
    learn_out_of_core,
    random_table,
    roles_in,
)

BUDGET = Budget(rows=200, sums=20_000, values=2_000)


@pytest.fixture
def table() -> pa.Table:
    return random_table(1, 900)


@pytest.fixture
def files(table: pa.Table, tmp_path: Path) -> str:
    pq.write_table(table.slice(0, 400), tmp_path / "a.parquet", row_group_size=64)
    pq.write_table(table.slice(400), tmp_path / "b.parquet")
    return str(tmp_path / "*.parquet")


@pytest.mark.parametrize("spec", [LearnSpec(), LearnSpec.for_release(8)], ids=["tree", "c45"])
def test_several_files_give_the_tree_of_memory(
    table: pa.Table, files: str, spec: LearnSpec
) -> None:
    source = DuckDBSource(files, memory_limit="256MB")
    assert_same(
        learn_in_memory(table, spec), learn_out_of_core(source, roles_in(table), spec, BUDGET)
    )


class TestRowsPutApart:
    """Where few rows are at large nodes, a file of their own holds them for the next levels."""

    def test_the_tree_is_that_of_memory_and_no_file_is_left(
        self, table: pa.Table, files: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        sizes: list[int] = []
        fill = HeldRows.fill

        def noted(self: HeldRows, batches: Iterator[pa.RecordBatch]) -> None:
            found = list(batches)
            sizes.append(sum(batch.num_rows for batch in found))
            fill(self, iter(found))

        monkeypatch.setattr(HeldRows, "fill", noted)
        waiting = tmp_path / "waiting"
        waiting.mkdir()
        query = f"select * replace (ward::enum('a', 'b', 'c', 'd') as ward) from '{files}'"
        source = DuckDBSource(query, temp_directory=waiting, n_jobs=2)
        spec, few = LearnSpec(), Budget(rows=60, sums=20_000, values=2_000)
        found = learn_out_of_core(source, roles_in(table), spec, few)
        assert_same(learn_in_memory(table, spec), found)
        assert sizes
        assert sizes == sorted(sizes, reverse=True)
        assert sizes[0] <= table.num_rows // 2
        assert list(waiting.iterdir()) == []

    def test_no_file_is_left_where_the_rows_cannot_be_read(
        self, files: str, tmp_path: Path
    ) -> None:
        waiting = tmp_path / "waiting"
        waiting.mkdir()
        source = DuckDBSource(files, temp_directory=waiting)
        with pytest.raises(InputError, match="odd"):
            source.part(Refuse("odd"), ["age"])
        assert list(waiting.iterdir()) == []


def test_queries_relations_and_tables_give_the_same_tree(
    table: pa.Table, files: str, tmp_path: Path
) -> None:
    expected = C45Classifier().fit_source(DuckDBSource(files), TARGET).tree_
    path = tmp_path / "visits.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.register("given", table)
        connection.execute("create table visits as select * from given")
        sources = [
            DuckDBSource(f"select * from '{files}' order by age"),
            DuckDBSource(connection.sql("select * from visits")),
            DuckDBSource(connection, "visits"),
            DuckDBSource((connection, "visits")),
        ]
        for source in sources:
            assert C45Classifier().fit_source(source, TARGET).tree_ == expected
    assert C45Classifier().fit_source(DuckDBSource(path, "visits"), TARGET).tree_ == expected


def test_the_tree_of_memory_comes_from_fit_as_well(table: pa.Table, files: str) -> None:
    model = TreeClassifier().fit(table.drop([TARGET]), table[TARGET])
    outside = TreeClassifier().fit_source(DuckDBSource(files), TARGET)
    assert model.tree_ == outside.tree_
    assert outside.classes_.tolist() == model.classes_.tolist()


def test_predictions_are_written_in_the_order_of_the_rows(
    table: pa.Table, files: str, tmp_path: Path
) -> None:
    source = DuckDBSource(files)
    model = TreeClassifier().fit_source(source, TARGET)
    path = model.predict_source(source, tmp_path / "scored.parquet", proba=True)
    scored = pq.read_table(path)
    assert scored.drop(
        [name for name in scored.column_names if name not in table.column_names]
    ) == (table)
    cases = table.drop([TARGET])
    assert scored["predicted"].to_pylist() == model.predict(cases).tolist()
    shares = np.stack([scored[f"p({label})"].to_numpy() for label in model.classes_], axis=1)
    np.testing.assert_array_equal(shares, model.predict_proba(cases))


def test_a_csv_file_has_the_types_of_the_reader_in_memory(tmp_path: Path) -> None:
    from cutpoint import read_table

    path = tmp_path / "visits.csv"
    rows = ["age,smokes,seen,outcome"]
    rows += [
        f"{i % 50},{'TRUE' if i % 3 else 'NA'},2024-03-{1 + i % 28:02},{i % 50 > 20}"
        for i in range(300)
    ]
    path.write_text("\n".join(rows))
    outside = TreeClassifier().fit_source(DuckDBSource(path), "outcome")
    memory = TreeClassifier().fit_table(read_table(path, target="outcome"))
    assert outside.tree_ == memory.tree_


def test_approximate_trees_say_so(files: str, tmp_path: Path) -> None:
    from cutpoint import load

    model = TreeClassifier().fit_source(DuckDBSource(files), TARGET, exact=False)
    model.save(tmp_path / "model.json")
    assert model.approximate_
    assert load(tmp_path / "model.json").approximate_
    assert not TreeClassifier().fit_source(DuckDBSource(files), TARGET).approximate_


class TestBadInput:
    """Each fault is one sentence, and no model is left behind."""

    def refused(self, source: DuckDBSource, words: str, target: str = TARGET) -> None:
        model = TreeClassifier()
        with pytest.raises(InputError, match=words):
            model.fit_source(source, target)
        assert not hasattr(model, "tree_")

    def test_a_source_without_rows(self, files: str) -> None:
        self.refused(DuckDBSource(f"select * from '{files}' where false"), "has no rows")

    def test_a_target_that_is_not_there(self, files: str) -> None:
        self.refused(DuckDBSource(files), "did you mean 'outcome'", "outcom")

    def test_a_target_of_measurements(self, files: str) -> None:
        self.refused(DuckDBSource(f"select * from '{files}' where age > 0"), "no class", "age")

    def test_a_target_of_a_million_classes(self) -> None:
        query = "select i as x, i as outcome from range(1000000) t(i)"
        self.refused(DuckDBSource(query), "more than 65,536 classes")

    def test_columns_of_lists_and_structs(self) -> None:
        for kind in ("[1, 2]", "{'a': 1}"):
            query = f"select {kind} as parts, 'yes' as outcome"
            self.refused(DuckDBSource(query), "column 'parts' holds .*neither text nor number")

    def test_a_damaged_file(self, tmp_path: Path) -> None:
        path = tmp_path / "visits.parquet"
        path.write_bytes(b"PAR1 this is no Parquet file PAR1")
        with pytest.raises(InputError, match=r"visits\.parquet cannot be read by DuckDB"):
            DuckDBSource(path)

    def test_a_column_that_changes_its_type(self, tmp_path: Path) -> None:
        pq.write_table(pa.table({"x": [1, 2], "outcome": ["a", "b"]}), tmp_path / "a.parquet")
        pq.write_table(pa.table({"x": ["p", "q"], "outcome": ["a", "b"]}), tmp_path / "b.parquet")
        with pytest.raises(InputError, match="column 'x' changes its type"):
            DuckDBSource(tmp_path / "*.parquet")

    def test_a_table_that_vanishes(self, table: pa.Table) -> None:
        with duckdb.connect() as connection:
            connection.register("given", table)
            connection.execute("create table visits as select * from given")
            source = DuckDBSource(connection, "visits")
            assert TARGET in source.schema.names
            connection.execute("drop table visits")
            self.refused(source, "visits is not there")

    def test_files_that_are_not_there(self, tmp_path: Path) -> None:
        with pytest.raises(InputError, match="no such file"):
            DuckDBSource(tmp_path / "visits.parquet")
        with pytest.raises(InputError, match="no file matches"):
            DuckDBSource(tmp_path / "*.parquet")

    @pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may read everything")
    def test_files_that_may_not_be_read(self, files: str) -> None:
        first = Path(files).parent / "a.parquet"
        first.chmod(0)
        with pytest.raises(InputError, match="permission denied"):
            DuckDBSource(files)

    def test_a_column_named_as_the_predictions(self, files: str, tmp_path: Path) -> None:
        model = TreeClassifier().fit_source(DuckDBSource(files), TARGET)
        source = DuckDBSource(f"select *, 1 as predicted from '{files}'")
        with pytest.raises(InputError, match="column 'predicted' already"):
            model.predict_source(source, tmp_path / "scored.parquet")
        assert list(tmp_path.glob("scored*")) == []

    def test_a_full_disk(self, files: str, monkeypatch: pytest.MonkeyPatch) -> None:
        def full(*_: object) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        monkeypatch.setattr("cutpoint.engines.spill.Spill.add", full)
        with pytest.raises(InputError, match="the disk is full"):
            list(DuckDBSource(files).map_groups(_Endless(), ["age"], "n", _Endless()))  # type: ignore[arg-type]

    def test_no_amount_of_memory(self) -> None:
        for wrong in ("much", "1 XB", "1KB"):
            with pytest.raises(InputError, match="memory"):
                DuckDBSource("select 1", memory_limit=wrong)


def test_an_interrupt_leaves_no_thread_behind(files: str) -> None:
    class Interrupted(BaseException):
        pass

    before = threading.active_count()
    results = DuckDBSource(files, n_jobs=2).map(_Endless(), ["age"])
    assert next(results).num_rows == 1
    results.close()  # type: ignore[attr-defined]  # as when an exception leaves the loop
    assert threading.active_count() == before
    with pytest.raises(Interrupted):
        list(DuckDBSource(files, n_jobs=2).map(_Failing(Interrupted()), ["age"]))
    assert threading.active_count() == before


class _Endless:
    schema = pa.schema([("n", pa.int64())])

    def __call__(self, batches):  # type: ignore[no-untyped-def]
        for _ in batches:
            for _ in range(1000):
                yield pa.record_batch([pa.array([1])], schema=self.schema)


class _Failing:
    schema = pa.schema([("n", pa.int64())])

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def __call__(self, batches):  # type: ignore[no-untyped-def]
        next(batches)
        raise self.error
