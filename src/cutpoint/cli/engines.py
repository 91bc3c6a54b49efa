"""Tables that do not fit into memory: who scans them, and what the commands do with them."""

# ruff: noqa: PLC0415 - what learns is imported where it is used: the help text must come at once

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cutpoint.cli.groups import OneOf
from cutpoint.cli.work import sign
from cutpoint.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    import numpy as np
    import pyarrow as pa
    from numpy.typing import NDArray

    from cutpoint.cli.score import Score
    from cutpoint.engines.base import Source
    from cutpoint.engines.described import Described
    from cutpoint.engines.passes import Level
    from cutpoint.engines.predicting import Predict
    from cutpoint.tree.saved import SavedModel

_PANEL = "Large tables"
_PARQUET, _CSV = (".parquet", ".pq"), (".csv", ".tsv", ".txt")
_GROWTH = 4  # a packed file takes so many times its size in memory, at least


@dataclass(frozen=True)
class EngineOptions:
    """Who scans the table, and how much memory that may take."""

    engine: Annotated[
        str,
        OneOf(("auto", "memory", "duckdb", "spark")),
        typer.Option(
            "--engine",
            help="The engine that scans the table: memory reads all of it; duckdb and spark read "
            "Parquet files (duckdb also CSV, database files and queries) again and again, so that "
            "they need not fit. auto takes duckdb for several files, and for one that would not "
            "fit.",
            rich_help_panel=_PANEL,
        ),
    ] = "auto"
    memory: Annotated[
        str | None,
        typer.Option(
            "--memory",
            metavar="SIZE",
            help="How much memory to use, such as 2GB. By default half of what the machine has.",
            show_default=False,
            rich_help_panel=_PANEL,
        ),
    ] = None

    def source(self, table: Path) -> Source | None:
        """Return the table as a source; None if it is to be read into memory.

        Raises
        ------
        InputError
            If it cannot be read by the engine.
        """
        from cutpoint.engines.sizes import bytes_of

        memory = bytes_of(self.memory)
        if self.engine == "memory":
            return None
        if self.engine == "spark":
            return _spark(table, memory)
        if self.engine == "auto" and not _is_large(table, memory):
            return None
        from cutpoint.engines import DuckDBSource

        return DuckDBSource(str(table), memory_limit=memory)


@dataclass(frozen=True)
class FitEngineOptions(EngineOptions):
    """The same, for learning."""

    approximate: Annotated[
        bool,
        typer.Option(
            "--approximate",
            help="Place the cuts of nodes that do not fit into memory between at most 1,024 bins "
            "of their values, which saves passes over the table. By default they are exact, as "
            "those of nodes that fit always are.",
            rich_help_panel=_PANEL,
        ),
    ] = False


def _spark(table: Path, memory: int) -> Source:
    try:
        from cutpoint.engines.spark import SparkSource  # type: ignore[import-not-found,import-untyped,unused-ignore]
    except ImportError as error:
        raise InputError(
            f"--engine spark needs pyspark ({error}): pip install 'cutpoint\\[spark]'"
        ) from None
    source: Source = SparkSource.read(table, memory)
    return source


def _is_large(table: Path, memory: int) -> bool:
    """Whether a table is several files, a query, or would not fit into memory."""
    import glob

    text = str(table)
    if table.exists():
        suffix = table.suffix.lower()
        if suffix in {".duckdb", ".ddb"}:
            return True
        if suffix in _PARQUET:
            return _parquet_bytes(table) > memory
        packed = table.name.lower().removesuffix(".gz")
        return packed.endswith(_CSV) and table.stat().st_size * _GROWTH > memory
    return glob.has_magic(text) or text.lower().startswith(("select ", "with ", "from "))


def _parquet_bytes(path: Path) -> int:
    """Return how much memory the columns of a Parquet file would take, in learning included."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        metadata = pq.read_metadata(path)
    except (pa.ArrowException, OSError):
        return 0  # whoever reads it says what is wrong
    return int(metadata.num_rows) * int(metadata.num_columns) * 40


def check_in_memory_only(options: Mapping[str, bool]) -> None:
    """Refuse options that only a table in memory can have, if they are given.

    Raises
    ------
    InputError
    """
    for option, given in options.items():
        if given:
            raise InputError(
                f"{option} is for tables in memory: leave it out, or use --engine memory"
            )


_STAGES = {"grow": "Learning", "finish": "Finishing", "prune": "Pruning"}


def _words(level: Level) -> str:
    """Return what a pass over the table is for.

    Examples
    --------
    >>> from cutpoint.engines.passes import Level
    >>> _words(Level("grow", 3, 8, 50_000, 9, 0.25))
    'Learning level 3: 8 nodes, 50,000 rows, pass 9'
    """
    return (
        f"{_STAGES[level.stage]} level {level.depth}: {level.n_nodes:,} nodes, "
        f"{level.n_rows:,} rows, pass {level.n_passes}"
    )


def fit_out_of_core(
    classifier: Any, source: Source, columns: Any, *, exact: bool
) -> tuple[str, ...]:
    """Fit a classifier from a source; a terminal shows each pass.

    Returns
    -------
    tuple of str
        The columns that look like ids and are left out.

    Raises
    ------
    InputError
        If the class is not named, or the source cannot be used.
    """
    from cutpoint.cli.notes import note_ids
    from cutpoint.cli.tables import split_names
    from cutpoint.engines.roles import Roles
    from cutpoint.learners.from_source import learn_from

    names = source.schema.names
    if columns.target is None:
        raise InputError(f"say which column of {source.name} holds the class, with --target")
    roles = Roles(
        columns.target,
        columns.weight,
        tuple(split_names(columns.nominal or (), names)),
        tuple(split_names(columns.numeric or (), names)),
        tuple(split_names(columns.ignore or (), names)),
        drop_unclassed=True,
    )
    ids: tuple[str, ...] = ()

    def left_out(described: Described) -> tuple[str, ...]:
        nonlocal ids
        if not columns.keep_ids:
            said = {*roles.nominal, *roles.numeric}
            ids = tuple(name for name in described.ids() if name not in said)
        return ids

    with sign("Looking at the columns", 100) as show:
        learned, described = learn_from(
            classifier,
            source,
            roles,
            exact=exact,
            report=lambda level: show(round(100 * level.share), _words(level)),
            left_out=left_out,
        )
    note_ids(source.name, ids)
    classifier.take_learned(learned, described)
    classifier.approximate_ = not exact
    return ids


@dataclass(frozen=True)
class Confusion:
    """Counts the cases of each class that are given each class."""

    predict: Predict
    target: str

    @property
    def schema(self) -> pa.Schema:
        """A cell of the confusion matrix."""
        import pyarrow as pa

        return pa.schema([("true", pa.string()), ("given", pa.int64()), ("cases", pa.int64())])

    def __call__(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Return the cells of each batch."""
        import numpy as np
        import pyarrow as pa

        from cutpoint.data import cells as forms
        from cutpoint.data.column import match
        from cutpoint.data.place import Place

        known = self.predict.model.predicting
        place = Place(self.predict.file)
        for batch in batches:
            codes = known.predict_codes(self.predict.table(batch).matrix(), n_jobs=-1)
            found = forms.distinct(self.target, batch.column(self.target), place)
            position = match(found.labels, known.classes)
            names = [
                str(known.classes[p]) if p >= 0 else str(label)
                for p, label in zip(position[:-1].tolist(), found.labels, strict=True)
            ]
            has_class = found.codes >= 0
            pairs = np.stack([found.codes[has_class], codes[has_class]])
            cells, counts = np.unique(pairs, axis=1, return_counts=True)
            yield pa.record_batch(
                [
                    pa.array([names[code] for code in cells[0].tolist()], pa.string()),
                    pa.array(cells[1].astype(np.int64)),
                    pa.array(counts.astype(np.int64)),
                ],
                schema=self.schema,
            )


def score_out_of_core(model: SavedModel, source: Source, target: str | None) -> Score:
    """Return how a model does on a source whose classes are known."""
    import numpy as np
    import pyarrow as pa

    from cutpoint.cli.score import Score
    from cutpoint.data.place import Place, no_such_column
    from cutpoint.engines.predicting import Predict

    name = model.target if target is None else target
    names = source.schema.names
    tested = [attribute.name for attribute in model.predicting.tested]
    for column in (name, *tested):
        if column not in names:
            raise no_such_column(column, names, Place(source.name))
    task = Confusion(Predict(model, source.schema, source.name), name)
    batches = list(source.map(task, list(dict.fromkeys([*tested, name]))))
    table = pa.Table.from_batches(batches, schema=task.schema)
    table = table.group_by(["true", "given"]).aggregate([("cases", "sum")])
    known = [str(label) for label in model.predicting.classes]
    others = sorted(set(table.column("true").to_pylist()) - set(known))
    place = {label: position for position, label in enumerate([*known, *others])}
    true: NDArray[np.int64] = np.array(
        [place[label] for label in table.column("true").to_pylist()], dtype=np.int64
    )
    return Score(
        (*model.predicting.classes, *others),
        true,
        table.column("given").to_numpy(),
        table.column("cases_sum").to_numpy().astype(np.float64),
        0,
    )
