"""López de Mántaras (1991): his distance against gain ratio, by leaves and accuracy."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from cutpoint._core import Progress
from cutpoint.classifiers import TreeClassifier
from cutpoint.compare import System, tree_system
from cutpoint.data.table import Table
from cutpoint.studies.exhibit import Cell, Check, Exhibit, Grid, Plan, Settings, printed
from cutpoint.studies.results import Results
from cutpoint.studies.runner import run, tables_from
from cutpoint.studies.systems import system_from

SHARES = {"60 %": 0.6, "70 %": 0.7, "80 %": 0.8}
SPLITS, QUICK_SPLITS = 100, 20
LABELS = ("gain ratio", "distance")
_SLACK = 0.5
"""Leaves, and points of accuracy, that do not count as a difference."""


def plans(settings: Settings) -> list[Plan]:
    """Return the two tables of the paper."""
    found = []
    for key in ("table 2", "table 3"):
        steps = len(SHARES) * _splits(settings) * len(_systems(settings))
        title = printed("mantaras")[key]["title"]
        found.append(Plan(key, title, steps, partial(_table, key, settings)))
    return found


def _splits(settings: Settings) -> int:
    return QUICK_SPLITS if settings.quick else SPLITS


def _systems(settings: Settings) -> list[System]:
    """Return trees without pruning, as ID3 grows them, and what else is asked for."""
    own = [
        tree_system(
            label,
            f"{criterion}, no pruning",
            partial(TreeClassifier, criterion=criterion, pruning=None),
        )
        for label, criterion in zip(LABELS, ("gain_ratio", "mantaras"), strict=True)
    ]
    return own + [system_from(name) for name in settings.also]


def splits_of(table: Table, share: float, count: int, random_state: int) -> Any:
    """Return random divisions as folds: 0 for the cases that are held out, -1 for the others.

    Examples
    --------
    >>> from cutpoint.data import make_mixed
    >>> splits_of(make_mixed(10), 0.7, 2, 0).sum(axis=1).tolist()
    [-7, -7]
    """
    rng = np.random.default_rng([random_state, round(100 * share)])
    held_out = table.n_rows - round(share * table.n_rows)
    folds = np.full((count, table.n_rows), -1)
    for fold in folds:
        fold[rng.permutation(table.n_rows)[:held_out]] = 0
    return folds


def _table(key: str, settings: Settings, progress: Progress) -> Exhibit:
    paper = printed("mantaras")[key]
    tables, _ = tables_from([paper["dataset"]], settings.data)
    [(name, table)] = tables.items()
    by_share = {
        label: run(
            _systems(settings),
            {f"{name} {label}": table},
            {f"{name} {label}": splits_of(table, share, _splits(settings), settings.random_state)},
            n_jobs=settings.n_jobs,
            folder=settings.folder,
            progress=progress,
        )
        for label, share in SHARES.items()
    }
    names = [*LABELS, *settings.also]
    rows = {
        label: [
            *_cells(results, names, "leaves", paper["rows"][label]["leaves"]),
            *_cells(results, names, "accuracy", paper["rows"][label]["accuracy"]),
        ]
        for label, results in by_share.items()
    }
    columns = tuple(f"{n} {figure}" for figure in ("leaves", "accuracy %") for n in names)
    record = dict(next(iter(by_share.values())).record) | {"random_state": settings.random_state}
    return Exhibit(
        key,
        paper["title"],
        Grid(columns, rows, "training"),
        checks=_checks(by_share),
        remarks=_remarks(settings),
        results={"rows": {k: r.rows() for k, r in by_share.items()}, "record": record},
    )


def _figure(results: Results, system: str, figure: str) -> tuple[float, float]:
    """Return the mean over the divisions, and its standard error."""
    [dataset] = results.datasets
    if figure == "accuracy":
        values = 100 * (1 - results.values(dataset, system))
    else:
        values = results.values(dataset, system, figure)
    return float(values.mean()), float(values.std(ddof=1) / np.sqrt(len(values)))


def _cells(results: Results, names: list[str], figure: str, paper: list[float]) -> list[Cell]:
    prints = [*paper, *[None] * (len(names) - len(paper))]
    return [
        Cell(*_figure(results, name, figure), paper=value, digits=1)
        for name, value in zip(names, prints, strict=True)
    ]


def _checks(by_share: dict[str, Results]) -> list[Check]:
    leaves = [[_figure(r, name, "leaves")[0] for name in LABELS] for r in by_share.values()]
    accuracy = [[_figure(r, name, "accuracy")[0] for name in LABELS] for r in by_share.values()]
    (gain_leaves, own_leaves), (gain_accuracy, own_accuracy) = (
        np.mean(leaves, axis=0).tolist(),
        np.mean(accuracy, axis=0).tolist(),
    )
    return [
        Check(
            "the distance gives no more leaves than gain ratio",
            own_leaves <= gain_leaves + _SLACK,
            f"{own_leaves:.1f} against {gain_leaves:.1f} on average",
        ),
        Check(
            "at equal accuracy, or better",
            own_accuracy >= gain_accuracy - _SLACK,
            f"{own_accuracy:.1f} % against {gain_accuracy:.1f} % on average",
        ),
    ]


def _remarks(settings: Settings) -> list[str]:
    remarks = [
        f"Means over {_splits(settings)} random divisions, with their standard errors; the paper "
        "does not say over how many it averages, nor how its trees treat missing values and "
        "numbers. The trees here are not pruned, nodes of one class or of fewer than four cases "
        "are leaves, and empty branches count as leaves.",
        "The data of the paper came from Ljubljana; those here are the public files of the same "
        "names, so the level of the figures may differ while their order should not. Deviations "
        "are in our standard errors alone: the paper prints none.",
    ]
    if settings.quick:
        remarks.append(f"A quick run: {QUICK_SPLITS} divisions instead of {SPLITS}.")
    return remarks
