"""DuckDB as an engine: any query, Parquet and CSV files, tables of a database."""

# ruff: noqa: PLC0415 - DuckDB and Arrow are imported where they are used: `import cutpoint` is cheap

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cutpoint.engines.duckdb_text import (
    csv_query,
    files_of,
    identifier,
    listed,
    sentence_of,
    suffix_of,
)
from cutpoint.engines.local import LocalSource
from cutpoint.engines.sizes import bytes_of
from cutpoint.errors import InputError
from cutpoint.threads import thread_count

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

_QUERY = re.compile(r"\s*(\(|select\b|with\b|from\b|values\b|table\b|pivot\b)", re.IGNORECASE)
_PARQUET = (".parquet", ".pq")
_CSV = (".csv", ".tsv", ".txt")
_DATABASE = (".duckdb", ".db", ".ddb")
_BATCH_ROWS = 1 << 15  # a column of a batch, and what is made of it, stay in the cache


class DuckDBSource(LocalSource):
    """A table that DuckDB reads: it need not fit into memory.

    Parameters
    ----------
    data : str, path, relation or connection
        A query; the path of a Parquet or CSV file, or a pattern of several, such as
        ``"visits/*.parquet"``; a database file; a relation; or a connection.
    table : str, optional
        The name of a table, of a connection or a database file.
    memory_limit : str or int, optional
        How much memory DuckDB and the learner may take together, such as "2GB"; by default half of
        what the machine has.
    temp_directory : path, optional
        Where what does not fit is put for a while; by default the system's folder for such files.
    n_jobs : int, optional
        Number of threads that count; None and -1 are one per core.

    Examples
    --------
    >>> from cutpoint import TreeClassifier
    >>> query = "select i % 100 age, if(age > 40, 'ward', 'home') outcome from range(1000) t(i)"
    >>> model = TreeClassifier().fit_source(DuckDBSource(query), target="outcome")
    >>> print(model.tree_)
    age <= 40.5 : home (410.0/1.4)
    age > 40.5 : ward (590.0/1.4)
    """

    def __init__(
        self,
        data: Any,
        table: str | None = None,
        *,
        memory_limit: str | int | None = None,
        temp_directory: str | os.PathLike[str] | None = None,
        n_jobs: int | None = None,
    ) -> None:
        if isinstance(data, tuple) and len(data) == 2 and table is None:
            data, table = data
        super().__init__(
            thread_count(-1 if n_jobs is None else n_jobs),
            None if temp_directory is None else os.fspath(temp_directory),
        )
        self._limit = bytes_of(memory_limit)
        self._sql = ""
        self._relation: Any = None
        self._schema: pa.Schema | None = None
        import duckdb

        is_text = isinstance(data, (str, os.PathLike))
        with self._explained(_shown(os.fspath(data)) if is_text else "the table"):
            _check_folder(self._folder)
            if isinstance(data, duckdb.DuckDBPyConnection):
                self._connection = data.cursor()
                self._take_table(table, data)
            elif isinstance(data, duckdb.DuckDBPyRelation):
                self._name, self._relation = "the relation", data
            elif is_text:
                self._take_text(os.fspath(data), table)
            else:
                raise InputError(
                    "DuckDBSource takes a query, a path, a relation or a connection, not "
                    f"{type(data).__name__}"
                )
            if memory_limit is not None and self._relation is None:
                self._connection.execute(f"set memory_limit = '{self._limit // 2}B'")

    # ---- where the data is

    def _take_table(self, table: str | None, connection: Any) -> None:
        names = [row[0] for row in connection.execute("show tables").fetchall()]
        if table is None and len(names) == 1:
            table = names[0]
        if table is None:
            shown = ", ".join(names) or "none"
            raise InputError(f"say which table of the database is meant: it has {shown}")
        self._name, self._sql = table, f"select * from {identifier(table)}"

    def _take_text(self, text: str, table: str | None) -> None:
        import duckdb

        suffix = suffix_of(text)
        if suffix in _DATABASE and not _QUERY.match(text):
            if not Path(text).exists():
                raise InputError(f"{text}: no such file")
            self._connection = duckdb.connect(text, read_only=True, config=self._config())
            self._take_table(table, self._connection)
            return
        self._connection = duckdb.connect(config=self._config())
        if _QUERY.match(text):
            self._name, self._sql = _shown(text), text.strip().rstrip(";")
            return
        files = files_of(text)
        self._name = text
        if suffix in _CSV:
            self._sql = csv_query(files)
        elif suffix in _PARQUET:
            self._sql = f"select * from read_parquet({listed(files)})"
            self._check_columns(files)
        else:
            raise InputError(
                f"{text}: DuckDB reads .parquet and .csv files here: give one of these, a query, "
                "or a database file"
            )

    def _config(self) -> dict[str, str | bool | int | float | list[str]]:
        config: dict[str, str | bool | int | float | list[str]] = {
            "memory_limit": f"{self._limit // 2}B",
            "threads": str(self._threads),
        }
        if self._folder is not None:
            config["temp_directory"] = self._folder
        return config

    def _check_columns(self, files: list[str]) -> None:
        """Refuse files with a column whose type differs, or with two that DuckDB takes for one."""
        query = (
            "select name, file_name, coalesce(logical_type::varchar, converted_type, type) kind "
            f"from parquet_schema({listed(files)}) where num_children is null"
        )
        seen: dict[str, tuple[str, str, str]] = {}
        for name, file, kind in self._connection.execute(query).fetchall():
            known_name, known_file, known = seen.setdefault(name.casefold(), (name, file, kind))
            if name != known_name:
                raise InputError(
                    f"columns {known_name!r} and {name!r} differ only by case, which DuckDB does "
                    "not tell apart: rename one"
                )
            if kind != known:
                raise InputError(
                    f"column {name!r} changes its type: it is {known} in {known_file}, but {kind} "
                    f"in {file}: make them alike, or convert it in a query"
                )

    # ---- what a source is

    @property
    def name(self) -> str:
        """The path, the table, or "the query"."""
        return self._name

    @property
    def schema(self) -> pa.Schema:
        """The columns of the table."""
        if self._schema is None:
            with self._explained(self._name):
                self._schema = self._select(None).limit(0).to_arrow_table().schema
        return self._schema

    @property
    def memory(self) -> int:
        """The half of the limit that DuckDB leaves to the learner."""
        return self._limit // 2

    def _batches(self, columns: Sequence[str] | None) -> Iterator[pa.RecordBatch]:
        batches: Iterator[pa.RecordBatch] = self._select(columns).to_arrow_reader(_BATCH_ROWS)
        return batches

    def _select(self, columns: Sequence[str] | None) -> duckdb.DuckDBPyRelation:
        """Return a new relation with some of the columns; one of nothing if there are none."""
        chosen = "*" if columns is None else ", ".join(identifier(name) for name in columns) or "1"
        if self._relation is not None:
            found: duckdb.DuckDBPyRelation = self._relation.project(chosen)
            return found
        query = f"select {chosen} from ({self._sql}) as cases"
        return self._connection.cursor().sql(query)

    @contextmanager
    def _explained(self, name: str) -> Iterator[None]:
        """Make DuckDB's errors one clear sentence."""
        import duckdb
        import pyarrow as pa

        try:
            with super()._explained(name):
                yield
        except (duckdb.Error, pa.ArrowException) as error:
            raise InputError(sentence_of(name, str(error))) from None


def _shown(text: str) -> str:
    """Return what messages call a path or a query."""
    return "the query" if _QUERY.match(text) else text


def _check_folder(folder: str | None) -> None:
    """Refuse a folder in which nothing can be put."""
    if folder is None:
        return
    if not Path(folder).is_dir():
        raise InputError(f"temp_directory={folder!r} is not a folder: make it, or name another")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise InputError(
            f"temp_directory={folder!r} cannot be written to: permission denied; name another"
        )
