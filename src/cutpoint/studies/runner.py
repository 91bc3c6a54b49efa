"""Systems on data sets, cross-validated: parallel over folds, and resumed where it was stopped."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutpoint._core import Progress
from cutpoint.compare import Outcome, System, Task, carry_out
from cutpoint.data.folds import folds_of
from cutpoint.data.frames import table_from
from cutpoint.data.table import Table
from cutpoint.datasets.named import check_name, load_table
from cutpoint.errors import InputError
from cutpoint.files import FilePath
from cutpoint.studies.kept import Figures, Kept
from cutpoint.studies.record import made_with
from cutpoint.studies.results import Results
from cutpoint.studies.systems import systems_from
from cutpoint.validation import check_folds

Fold = NDArray[np.integer[Any]]


def run(
    systems: Any,
    datasets: Any,
    folds: int | Mapping[str, Any] = 10,
    repeats: int = 10,
    *,
    random_state: int = 0,
    n_jobs: int | None = -1,
    folder: FilePath | None = None,
    data: FilePath | None = None,
    progress: Progress | None = None,
) -> Results:
    """Cross-validate systems on data sets, all on the same stratified folds.

    Parameters
    ----------
    systems : sequence or mapping
        Names (as ``cutpoint compare`` knows them), classifiers, or
        :class:`cutpoint.compare.System`; a mapping gives them names of your own.
    datasets : sequence or mapping
        Names that :func:`cutpoint.datasets.load` knows; or a mapping from names to ``(X, y)``
        pairs or :class:`cutpoint.Table`.
    folds : int or mapping, default=10
        The number of folds; or for each data set the fold of each case, once per repeat.
    repeats : int, default=10
        How many times the cases are divided anew.
    random_state : int, default=0
        The seed of the folds: the same seed gives the same folds of a data set, whatever else is
        compared.
    n_jobs : int or None, default=-1
        How many folds are worked on at a time; -1 is one per core. Times are best compared with 1.
    folder : path, optional
        Where each finished cross-validation is kept. A run that was stopped, or that gets another
        system or data set, goes on from there.
    data : path, optional
        The folder that :func:`cutpoint.datasets.load` reads named sets from.
    progress : Progress, optional
        Counts the trees; asked to stop, it ends the work with KeyboardInterrupt.

    Returns
    -------
    Results
        Data sets that could not be had are left out, and listed in ``missing``.

    Raises
    ------
    InputError
        If there is nothing to run, or a data set has fewer cases than folds.

    Examples
    --------
    >>> from cutpoint import TreeClassifier
    >>> results = run({"C4.5": "r8", "small": TreeClassifier(max_depth=2)}, ["iris"], repeats=2)
    >>> results.mean("iris", "small", "size")
    5.0
    >>> sum(results.wins("iris", "small", "C4.5"))
    2
    """
    chosen = systems_from(systems)
    tables, missing = tables_from(datasets, data)
    plan = {
        name: Division.of(name, table, folds, repeats, random_state)
        for name, table in tables.items()
    }
    jobs = [
        Job(name, tables[name], system, plan[name], repeat)
        for name in tables
        for system in chosen.values()
        for repeat in range(len(plan[name].by_repeat))
    ]
    kept = Kept(None if folder is None else Path(folder))
    found = _results_of(jobs, kept, n_jobs, progress)
    outcomes = {
        name: {
            system.name: Outcome.of(
                system,
                [
                    fold
                    for repeat in range(len(plan[name].by_repeat))
                    for fold in found[name, system.name, repeat]
                ],
            )
            for system in chosen.values()
        }
        for name in tables
    }
    n_repeats = {len(division.by_repeat) for division in plan.values()}
    if len(n_repeats) > 1:
        raise InputError("all data sets must be divided equally often")
    record = {"random_state": random_state, **made_with()}
    n_folds = folds if isinstance(folds, int) else max(d.n_folds for d in plan.values())
    return Results(outcomes, n_folds, n_repeats.pop(), missing, record)


@dataclass(frozen=True, eq=False)
class Division:
    """The fold of each case of a data set, once per repeat."""

    by_repeat: tuple[Fold, ...]
    n_folds: int

    @classmethod
    def of(
        cls, name: str, table: Table, folds: int | Mapping[str, Any], repeats: int, seed: int
    ) -> Division:
        """Return how a table is divided: by chance, or as it is given."""
        target = np.asarray(table.target)
        if not isinstance(folds, int):
            given = np.atleast_2d(np.asarray(folds[name]))
            if given.shape[1] != table.n_rows:
                raise InputError(
                    f"{name} has {table.n_rows} cases, but {given.shape[1]} folds are given"
                )
            return cls(tuple(given), int(given.max()) + 1)
        try:
            check_folds(folds, table.n_rows)
        except InputError as error:
            raise InputError(f"{name}: {error}") from None
        if repeats < 1:
            raise InputError(f"repeats must be at least 1, not {repeats}")
        rng = np.random.default_rng(seed)
        return cls(tuple(folds_of(target, folds, rng) for _ in range(repeats)), folds)


@dataclass(frozen=True, eq=False)
class Job:
    """One cross-validation of one system on one data set: what is kept whole."""

    dataset: str
    table: Table
    system: System
    division: Division
    repeat: int

    @property
    def key(self) -> tuple[str, str, int]:
        """What the job is known by in a run."""
        return self.dataset, self.system.name, self.repeat

    @property
    def fold(self) -> Fold:
        """The fold of each case."""
        return self.division.by_repeat[self.repeat]

    def tasks(self) -> list[Task]:
        """Return what is to be learned, fold by fold."""
        return [Task(self.system, self.table, self.fold == f) for f in range(self.division.n_folds)]

    @cached_property
    def mark(self) -> str:
        """What a kept result must have been made from to be used again."""
        digest = hashlib.sha256()
        for column in (*self.table.columns, self.table.target, self.table.weights, self.fold):
            digest.update(b"-" if column is None else np.ascontiguousarray(column).tobytes())
        names = [attribute.name for attribute in self.table.attributes]
        version = made_with()["versions"]["cutpoint"]
        digest.update(json.dumps([names, self.system.name, self.system.about, version]).encode())
        return digest.hexdigest()


def _results_of(
    jobs: Sequence[Job], kept: Kept, n_jobs: int | None, progress: Progress | None
) -> dict[tuple[str, str, int], Figures]:
    """Return the figures of each fold of each job, from what was kept where it is there."""
    found: dict[tuple[str, str, int], Figures] = {}
    for job in jobs:
        earlier = kept.find(*job.key, job.mark)
        if earlier is not None:
            found[job.key] = earlier
    if progress is not None:
        progress.advance(sum(map(len, found.values())))
    open_jobs = [job for job in jobs if job.key not in found]
    figures = carry_out((task for job in open_jobs for task in job.tasks()), n_jobs, progress)
    try:
        for job in open_jobs:
            found[job.key] = list(islice(figures, job.division.n_folds))
            kept.add(*job.key, job.mark, found[job.key])
    finally:
        figures.close()
        kept.write()
    return found


def tables_from(
    datasets: Any, data: FilePath | None = None
) -> tuple[dict[str, Table], dict[str, str]]:
    """Return the tables of data sets by name, and why others could not be had.

    Cases without a class are left out.
    """
    given = datasets.items() if isinstance(datasets, Mapping) else _named(datasets)
    tables: dict[str, Table] = {}
    missing: dict[str, str] = {}
    for name, source in given:
        if isinstance(source, str):
            check_name(source, data)
            try:
                table = load_table(source, data)
            except InputError as error:
                missing[name] = str(error)
                continue
        else:
            table = source if isinstance(source, Table) else table_from(*source)
        if table.target is None:
            raise InputError(f"{name} has no target column to learn")
        tables[str(name)] = table.take(table.target >= 0) if (table.target < 0).any() else table
    if not tables:
        reasons = "".join(f"; {reason}" for reason in missing.values())
        raise InputError(f"there is no data set to run on{reasons}")
    return tables, missing


def _named(datasets: Iterable[Any]) -> list[tuple[str, Any]]:
    names = [datasets] if isinstance(datasets, str) else list(datasets)
    for name in names:
        if not isinstance(name, str):
            raise InputError(
                "data sets are names, or a mapping from names to (X, y) pairs: {'mine': (X, y)}"
            )
    return [(name, name) for name in names]
