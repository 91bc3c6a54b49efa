"""DuckDB as an engine: any query, Parquet and CSV files, tables of a database."""

# ruff: noqa: PLC0415 - DuckDB and Arrow are imported where they are used: `import cutpoint` is cheap

from __future__ import annotations

import errno
import glob
import os
import re
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from queue import Queue
from typing import TYPE_CHECKING, Any

from cutpoint.data.text import MISSING_WORDS
from cutpoint.engines.base import Finish, Source, Task
from cutpoint.engines.sizes import bytes_of
from cutpoint.engines.written import write_batches
from cutpoint.errors import InputError
from cutpoint.threads import thread_count

if TYPE_CHECKING:
    import duckdb
    import pyarrow as pa

_QUERY = re.compile(r"\s*(\(|select\b|with\b|from\b|values\b|table\b|pivot\b)", re.IGNORECASE)
_PARQUET = (".parquet", ".pq")
_CSV = (".csv", ".tsv", ".txt")
_DATABASE = (".duckdb", ".db", ".ddb")
_BATCH_ROWS = 1 << 17


class DuckDBSource(Source):
    """A table that DuckDB reads: it need not fit into memory.

    Parameters
    ----------
    data : str, path, relation or connection
        A query; the path of a Parquet or CSV file, or a pattern of several ("visits/*.parquet"); a
        database file; a relation; or a connection.
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
        self._limit = bytes_of(memory_limit)
        self._folder = None if temp_directory is None else os.fspath(temp_directory)
        self._threads = thread_count(-1 if n_jobs is None else n_jobs)
        self._sql = ""
        self._relation: Any = None
        self._schema: pa.Schema | None = None
        import duckdb

        with self._explained("DuckDB"):
            if isinstance(data, duckdb.DuckDBPyConnection):
                self._connection = data.cursor()
                self._take_table(table, data)
            elif isinstance(data, duckdb.DuckDBPyRelation):
                self._name, self._relation = "the relation", data
            else:
                self._take_text(os.fspath(data), table)
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
        self._name, self._sql = table, f"select * from {_identifier(table)}"

    def _take_text(self, text: str, table: str | None) -> None:
        import duckdb

        suffix = _suffix(text)
        if suffix in _DATABASE and not _QUERY.match(text):
            if not Path(text).exists():
                raise InputError(f"{text}: no such file")
            self._connection = duckdb.connect(text, read_only=True, config=self._config())
            self._take_table(table, self._connection)
            return
        self._connection = duckdb.connect(config=self._config())
        if _QUERY.match(text):
            self._name, self._sql = "the query", text.strip().rstrip(";")
            return
        files = _files(text)
        self._name = text
        if suffix in _CSV:
            self._sql = _csv_query(files)
        elif suffix in _PARQUET:
            self._sql = f"select * from read_parquet({_listed(files)})"
            self._check_types(files)
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

    def _check_types(self, files: list[str]) -> None:
        """Refuse files that have a column in common whose type differs."""
        if len(files) == 1:
            return
        query = (
            "select name, file_name, coalesce(logical_type::varchar, converted_type, type) kind "
            f"from parquet_schema({_listed(files)}) where num_children is null"
        )
        seen: dict[str, tuple[str, str]] = {}
        for name, file, kind in self._connection.execute(query).fetchall():
            first, known = seen.setdefault(name, (file, kind))
            if kind != known:
                raise InputError(
                    f"column {name!r} changes its type: it is {known} in {first}, but {kind} in "
                    f"{file}: make them alike, or convert it in a query"
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

    def map(self, task: Task, columns: Sequence[str]) -> Iterator[pa.RecordBatch]:
        """Return the results of a task; a few threads share the batches of one scan."""
        with self._explained(self._name):
            reader = self._select(columns).to_arrow_reader(_BATCH_ROWS)
            shared = _Shared(reader, len(columns))
            if self._threads == 1:
                yield from task(shared)
            else:
                yield from _in_threads(task, shared, self._threads)

    def map_groups(
        self, task: Task, columns: Sequence[str], key: str, finish: Finish
    ) -> Iterator[pa.RecordBatch]:
        """Return what becomes of each group; its rows wait in a file until all are there."""
        import pyarrow as pa

        with (
            self._explained(self._name),
            tempfile.TemporaryDirectory(prefix="cutpoint-", dir=self._folder) as folder,
        ):
            spill = _Spill(folder, task.schema, key)
            try:
                for batch in self.map(task, columns):
                    spill.add(batch)
            finally:
                spill.close()
            for path in spill.paths.values():
                with pa.memory_map(path) as file:
                    rows = pa.ipc.open_stream(file).read_all()
                    yield from finish(rows).to_batches()
                Path(path).unlink()

    def write(self, task: Task, destination: Any) -> Path:
        """Write a Parquet or CSV file, in the order of the rows."""
        with self._explained(self._name):
            reader = self._select(None).to_arrow_reader(_BATCH_ROWS)
            return write_batches(task(iter(reader)), task.schema, destination)

    def _select(self, columns: Sequence[str] | None) -> duckdb.DuckDBPyRelation:
        """Return a new relation with some of the columns; one of nothing if there are none."""
        chosen = "*" if columns is None else ", ".join(_identifier(name) for name in columns) or "1"
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
            yield
        except (duckdb.Error, pa.ArrowException) as error:
            raise InputError(_sentence(name, str(error))) from None
        except OSError as error:
            if error.errno != errno.ENOSPC:
                raise
            raise InputError(
                f"{name}: the disk is full, where rows wait that do not fit into memory: make "
                "room, or name another folder (temp_directory)"
            ) from None


class _Shared:
    """The batches of one reader, which several threads take in turn."""

    def __init__(self, reader: Any, n_columns: int) -> None:
        self._reader, self._n_columns = reader, n_columns
        self._lock = threading.Lock()
        self.stopped = False

    def __iter__(self) -> Iterator[pa.RecordBatch]:
        return self

    def __next__(self) -> pa.RecordBatch:
        with self._lock:
            if self.stopped:
                raise StopIteration
            batch: pa.RecordBatch = next(self._reader)
        return batch if self._n_columns else batch.select([])


def _in_threads(task: Task, shared: _Shared, n_threads: int) -> Iterator[pa.RecordBatch]:
    """Yield the results of a task that several threads carry out together."""
    results: Queue[Any] = Queue(maxsize=2 * n_threads)

    def work() -> None:
        try:
            for batch in task(iter(shared)):
                results.put(batch)
                if shared.stopped:
                    break
            results.put(None)
        except BaseException as error:  # raised again by the thread that asked
            results.put(error)

    threads = [threading.Thread(target=work, daemon=True) for _ in range(n_threads)]
    for thread in threads:
        thread.start()
    try:
        ended = 0
        while ended < n_threads:
            found = results.get()
            if found is None:
                ended += 1
            elif isinstance(found, BaseException):
                ended += 1
                raise found
            else:
                yield found
    finally:
        shared.stopped = True
        while any(thread.is_alive() for thread in threads):
            while not results.empty():
                results.get()
            for thread in threads:
                thread.join(0.02)


class _Spill:
    """The rows of groups, each in a file of its own."""

    def __init__(self, folder: str, schema: pa.Schema, key: str) -> None:
        self._folder, self._schema, self._key = folder, schema, key
        self.paths: dict[int, str] = {}
        self._writers: dict[int, Any] = {}

    def add(self, batch: pa.RecordBatch) -> None:
        """Put rows with those of their groups."""
        import pyarrow.compute as pc

        keys = batch.column(self._key)
        groups = pc.unique(keys).to_pylist()
        for group in groups:
            rows = batch if len(groups) == 1 else batch.filter(pc.equal(keys, group))
            self._writer(group).write_batch(rows)

    def _writer(self, group: int) -> Any:
        import pyarrow as pa

        if group not in self._writers:
            self.paths[group] = str(Path(self._folder) / f"{group}.arrows")
            self._writers[group] = pa.ipc.new_stream(self.paths[group], self._schema)
        return self._writers[group]

    def close(self) -> None:
        """Complete the files."""
        for writer in self._writers.values():
            writer.close()


def _identifier(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _listed(files: list[str]) -> str:
    return "[" + ", ".join(_literal(file) for file in files) + "]"


def _suffix(text: str) -> str:
    name = Path(text).name.lower()
    for packing in (".gz", ".zst"):
        name = name.removesuffix(packing)
    return Path(name).suffix


def _files(text: str) -> list[str]:
    """Return the files that a path or pattern names, in order."""
    if Path(text).is_file():
        return [text]
    if Path(text).is_dir():
        raise InputError(f"{text} is a folder: name its files, as in {text}/*.parquet")
    found = sorted(file for file in _matching(text) if Path(file).is_file())
    if not found:
        pattern = glob.has_magic(text)
        raise InputError(f"{text}: no such file" if not pattern else f"no file matches {text}")
    for file in found:
        if not os.access(file, os.R_OK):
            raise InputError(f"{file} cannot be read: permission denied")
    return found


def _matching(pattern: str) -> list[str]:
    return glob.glob(pattern, recursive=True)  # noqa: PTH207  # a path from the root on, too


def _csv_query(files: list[str]) -> str:
    """Return a query whose types are those of the reader of CSV files in memory.

    Truth words stay words, and the usual words for missing values are null.
    """
    words = ", ".join(_literal(word) for word in sorted(MISSING_WORDS))
    kinds = "['BIGINT', 'DOUBLE', 'DATE', 'TIMESTAMP', 'VARCHAR']"
    return (
        f"select * from read_csv({_listed(files)}, header = true, sample_size = -1, "
        f"nullstr = ['', {words}], auto_type_candidates = {kinds})"
    )


def _sentence(name: str, message: str) -> str:
    """Return what DuckDB says, in one sentence that says what to do."""
    first = " ".join(message.split("\n", maxsplit=1)[0].split())
    first = re.sub(r"^[A-Za-z ]+ Error: ", "", first)
    low = message.lower()
    if "no space left" in low or ("disk" in low and "full" in low):
        return f"{name}: the disk is full, where DuckDB puts what does not fit: make room ({first})"
    if "out of memory" in low or "could not allocate" in low:
        return f"{name}: DuckDB needs more memory than it may take: give it more ({first})"
    if "does not exist" in low or "no files found" in low:
        return f"{name} is not there (any more): {first}"
    if "permission denied" in low:
        return f"{name} cannot be read: permission denied ({first})"
    return f"{name} cannot be read by DuckDB: {first}"
