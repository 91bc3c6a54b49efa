"""Reading a CSV file of ten mixed columns, beside DuckDB's own reader."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from clock import take_turns
from report import Table
from work import SEED

DUCKDB = "DuckDB, read_csv"


def write_csv(path: Path, n_rows: int) -> None:
    """Write numbers, whole numbers, words, some missing, and a class."""
    import pyarrow as pa  # noqa: PLC0415
    import pyarrow.csv as pa_csv  # noqa: PLC0415

    draw = np.random.default_rng([SEED, 9])
    words = np.array(["north", "south", "east", "west", "somewhere else"])
    columns: dict[str, Any] = {f"x{i}": draw.normal(size=n_rows).round(4) for i in range(4)}
    columns |= {f"n{i}": draw.integers(0, 10 ** (i + 2), n_rows) for i in range(2)}
    columns |= {f"w{i}": words[draw.integers(0, 5, n_rows)] for i in range(3)}
    columns["class"] = np.array(["no", "yes"])[draw.integers(0, 2, n_rows)]
    columns["x0"] = pa.array(columns["x0"], mask=draw.random(n_rows) < 0.05)
    pa_csv.write_csv(pa.table(columns), path)


def read_table_times(n_rows: int, rounds: int) -> Table:
    """Time both readers; both give typed columns in memory."""
    import duckdb  # noqa: PLC0415

    from cutpoint import read_table  # noqa: PLC0415

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.csv"
        write_csv(path, n_rows)
        jobs: dict[str, Callable[[], Any]] = {
            DUCKDB: lambda: duckdb.sql(f"SELECT * FROM read_csv('{path}')").fetchnumpy(),
            "Cutpoint, read_table": lambda: read_table(path, target="class"),
        }
        clocks = take_turns(jobs, rounds)
    table = Table(
        "Read",
        f"A CSV file of {n_rows:,} rows: six columns of numbers, three of words and the class, to "
        "typed columns in memory, with all cores.",
        ("reader", "wall, s", "ratio"),
    )
    for name, clock in clocks.items():
        table.add(name, f"{clock.wall:.3f}", f"{clock.wall / clocks[DUCKDB].wall:.2f}")
    return table
