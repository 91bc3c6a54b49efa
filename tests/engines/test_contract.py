"""What every source promises to those who learn from it, however it divides the rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cutpoint.engines import ArrowSource, DuckDBSource
from cutpoint.engines.base import Part, Source
from cutpoint.errors import InputError
from support.source_tasks import SUMS, ByRemainder, Count, Echo, Refuse, Sum

N_ROWS = 5000


@pytest.fixture(scope="module")
def table() -> pa.Table:
    """Return a table with holes and odd names."""
    draws = np.random.default_rng(3)
    holes = draws.random(N_ROWS) < 0.1
    return pa.table(
        {
            "x": pa.array(np.arange(N_ROWS, dtype=float), mask=holes),
            "a.b \"c\" 'd'": pa.array(draws.integers(0, 9, N_ROWS), pa.int32()),
            "s": pa.array(draws.choice(["\u00e9", "b", "c"], N_ROWS), mask=holes[::-1]),
            "yes": pa.array(draws.random(N_ROWS) < 0.5),
            "day": pa.array(draws.integers(0, 9000, N_ROWS).astype("int32"), pa.date32()),
        }
    )


def in_one_batch(table: pa.Table, folder: Path) -> Source:
    del folder
    return ArrowSource(table)


def in_many_parts(table: pa.Table, folder: Path) -> Source:
    del folder
    return ArrowSource(table, batch_rows=37, partitions=4)


def by_one_thread(table: pa.Table, folder: Path) -> Source:
    pq.write_table(table, folder / "t.parquet")
    return DuckDBSource(folder / "t.parquet", n_jobs=1)


def by_three_threads(table: pa.Table, folder: Path) -> Source:
    pq.write_table(table.slice(0, 999), folder / "a.parquet", row_group_size=100)
    pq.write_table(table.slice(999), folder / "b.parquet", row_group_size=100)
    return DuckDBSource(folder / "*.parquet", n_jobs=3)


def in_a_part(table: pa.Table, folder: Path) -> Source:
    part = by_one_thread(table, folder).part(Echo(table.schema), table.schema.names)
    assert part is not None
    return part


MAKERS = [in_one_batch, in_many_parts, by_one_thread, by_three_threads, in_a_part]


@pytest.fixture(params=MAKERS)
def source(request: Any, table: pa.Table, tmp_path: Path) -> Iterator[Source]:
    make: Callable[[pa.Table, Path], Source] = request.param
    found = make(table, tmp_path)
    yield found
    if isinstance(found, Part):
        found.close()


def rows_of(batches: Iterator[pa.RecordBatch] | list[pa.RecordBatch]) -> list[tuple]:
    return sorted((tuple(row.values()) for b in batches for row in b.to_pylist()), key=repr)


def test_a_task_sees_every_row_once_in_the_columns_that_it_names(
    source: Source, table: pa.Table
) -> None:
    assert source.schema.names == table.schema.names
    for names in (table.schema.names, ["s", "x"], [table.schema.names[1]]):
        wanted = table.select(names)
        assert rows_of(source.map(Echo(wanted.schema), names)) == rows_of(wanted.to_batches())


def test_a_task_may_ask_for_no_column_and_still_counts_rows(source: Source) -> None:
    counted = [row for batch in source.map(Count(), []) for row in batch.to_pylist()]
    assert sum(row["rows"] for row in counted) == N_ROWS
    assert {row["names"] for row in counted if row["batches"]} == {"[]"}


def test_a_group_is_finished_once_with_all_of_its_rows(source: Source, table: pa.Table) -> None:
    batches = list(source.map_groups(ByRemainder(8), ["x", "s"], "key", Sum()))
    known = [int(x) for x in table["x"].to_pylist() if x is not None]
    wanted = [[x for x in known if x % 8 == key] for key in range(8)]
    assert rows_of(batches) == [(key, len(xs), float(sum(xs))) for key, xs in enumerate(wanted)]
    assert {batch.schema for batch in batches} == {SUMS}


def test_what_is_written_is_in_the_order_of_the_rows(
    source: Source, table: pa.Table, tmp_path: Path
) -> None:
    path = source.write(Echo(table.schema), tmp_path / "echo.parquet")
    assert pq.read_table(path) == table


def test_what_a_task_says_of_the_rows_is_what_the_user_reads(source: Source) -> None:
    with pytest.raises(InputError, match=r"^column 'x': too odd$"):
        list(source.map(Refuse("column 'x': too odd"), ["x"]))
