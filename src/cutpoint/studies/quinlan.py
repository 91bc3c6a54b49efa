"""Quinlan (1996): Release 8 against Release 7, its parts, global discretization and T2."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from scipy.stats import spearmanr

from cutpoint._core import Progress
from cutpoint.data.table import Table
from cutpoint.datasets.generators import waveform_table, with_irrelevant
from cutpoint.errors import InputError
from cutpoint.studies.drawing import draw_ablation, draw_ratios_by_size
from cutpoint.studies.exhibit import (
    Cell,
    Check,
    Exhibit,
    Grid,
    Plan,
    Settings,
    close,
    printed,
    within,
)
from cutpoint.studies.results import Results
from cutpoint.studies.runner import run, tables_from
from cutpoint.studies.systems import system_from

FOLDS, REPEATS = 10, 10
QUICK_REPEATS, QUICK_CASES = 2, 1000
_WAVES = 300

WHY = {
    "anneal": "five of its six classes occur in the file at hand, and which three of its codes "
    "were taken for numbers is not known",
    "colic": "the file at hand has 7 numeric and 15 nominal attributes, the paper's 10 and 12",
    "hypo": "four of its five classes occur in the file at hand",
    "waveform": "the 300 cases are random, and others than the paper's",
}
"""Sets whose data are not, or may not be, the paper's."""
SIZES = (
    "Trees of heart-h are smaller here than printed. Eight of its attributes are numbers in the "
    "paper, and two of them must be among the codes cp, restecg, slope and thal; which is not "
    "said. The file at hand takes restecg and slope. With thal as one of the two, trees of "
    "Release 8 have 16 to 18 nodes instead of 10, and those of Release 7 have 30 instead of 26 "
    "(three cross-validations each); the paper prints 19.1 and 29.7."
)
"""Why trees of a set differ in size where its data have as many rows and columns as the paper's."""


@dataclass(frozen=True, eq=False)
class Comparison:
    """What a table compares: systems, the one that ratios are of, and the one they are to."""

    table: int
    systems: tuple[str, ...]
    ratios: tuple[tuple[str, str], ...]
    irrelevant: bool = False

    @property
    def printed(self) -> dict[str, Any]:
        """The table as the paper prints it."""
        found: dict[str, Any] = printed("quinlan")[f"table {self.table}"]
        return found


COMPARISONS = {
    1: Comparison(1, ("r8", "r7"), (("r8", "r7"),)),
    2: Comparison(2, ("r8", "r7"), (("r8", "r7"),), irrelevant=True),
    3: Comparison(3, ("r7g", "r7gs"), (("r7g", "r7"), ("r7gs", "r7"))),
    4: Comparison(4, ("r8", "mdlp"), (("r8", "mdlp"),)),
    5: Comparison(5, ("r8", "t2"), (("r8", "t2"),)),
}
LABELS = {"r8": "Rel 8", "r7": "Rel 7", "r7g": "7G", "r7gs": "7GS", "mdlp": "Discr", "t2": "T2"}
TOLERANCES = {"error ratio": 0.05, "size ratio": 0.12}


def plans(settings: Settings) -> list[Plan]:
    """Return the five tables and two figures of the paper."""
    kinds: list[tuple[str, int, Callable[..., Exhibit]]] = [
        (f"table {number}", number, partial(_table, COMPARISONS[number])) for number in COMPARISONS
    ]
    kinds += [("figure 1", 3, _ablation), ("figure 2", 4, _by_size)]
    found = []
    for key, number, make in kinds:
        systems = _systems(COMPARISONS[number], settings)
        sets = _names(COMPARISONS[number], settings)
        steps = len(systems) * len(sets) * FOLDS * _repeats(settings)
        title = printed("quinlan")[key]["title"]
        found.append(Plan(key, title, steps, partial(_made, make, COMPARISONS[number], settings)))
    return found


def _made(
    make: Callable[..., Exhibit], comparison: Comparison, settings: Settings, progress: Progress
) -> Exhibit:
    results = run(
        _systems(comparison, settings),
        _tables(comparison, settings),
        FOLDS,
        _repeats(settings),
        random_state=settings.random_state,
        n_jobs=settings.n_jobs,
        folder=_folder(comparison, settings),
        progress=progress,
    )
    absent = set(_names(comparison, settings)) - set(results.datasets)
    return make(results, settings, absent)


def _folder(comparison: Comparison, settings: Settings) -> Path | None:
    """Return where finished parts go: with irrelevant attributes the sets have the same names."""
    if settings.folder is None or not comparison.irrelevant:
        return settings.folder
    return settings.folder / "irrelevant"


def _repeats(settings: Settings) -> int:
    return QUICK_REPEATS if settings.quick else REPEATS


def _systems(comparison: Comparison, settings: Settings) -> list[Any]:
    needed = [name for pair in comparison.ratios for name in pair]
    if comparison.table == 3:
        needed += ["r8"]  # for figure 1
    names = dict.fromkeys((*comparison.systems, *needed, *settings.also))
    return [system_from(name) for name in names]


def _names(comparison: Comparison, settings: Settings) -> list[str]:
    """Return the sets of a table; only the small ones of a quick run."""
    tasks = printed("quinlan")["tasks"]
    names = list(comparison.printed["rows"])
    return [name for name in names if not settings.quick or tasks[name]["cases"] <= QUICK_CASES]


def _tables(comparison: Comparison, settings: Settings) -> dict[str, Table]:
    """Return the data sets that can be had, with irrelevant attributes if the table has them."""
    names = _names(comparison, settings)
    tables: dict[str, Table] = {}
    public = [name for name in names if name != "waveform"]
    if public:
        tables, _ = tables_from(public, settings.data)
    if "waveform" in names:
        tables["waveform"] = waveform_table(_WAVES, settings.random_state)
    ordered = {name: tables[name] for name in names if name in tables}
    if not ordered:
        raise InputError("none of the data sets of the paper could be had")
    if not comparison.irrelevant:
        return ordered
    return {name: with_irrelevant(table, settings.random_state) for name, table in ordered.items()}


def _table(
    comparison: Comparison, results: Results, settings: Settings, absent: set[str]
) -> Exhibit:
    rows = {name: _row(comparison, results, settings, name) for name in results.datasets}
    rows["average"] = _averages(comparison, results, settings)
    columns = _columns(comparison, settings)
    return Exhibit(
        f"table {comparison.table}",
        comparison.printed["title"],
        Grid(columns, rows, "data set"),
        checks=_checks(comparison, results),
        remarks=_remarks(comparison, results, rows, absent, settings),
        results={"rows": results.rows(), "averages": results.averages(), **_about(results)},
    )


def _about(results: Results) -> dict[str, Any]:
    return {"folds": results.folds, "repeats": results.repeats, "record": dict(results.record)}


def _columns(comparison: Comparison, settings: Settings) -> tuple[str, ...]:
    found: list[str] = []
    for figure in ("error %", "size"):
        found += [f"{LABELS[name]} {figure}" for name in comparison.systems]
        if figure == "error %" and len(comparison.ratios) == 1:
            found.append("w/d/l")
        ratios = comparison.ratios
        found += ["ratio"] if len(ratios) == 1 else [f"{LABELS[a]} ratio" for a, _ in ratios]
        found += [f"{name} {figure}" for name in settings.also]
    return tuple(found)


def _row(
    comparison: Comparison, results: Results, settings: Settings, name: str
) -> list[Cell | tuple[str, str]]:
    paper = comparison.printed["rows"][name]
    cells: list[Cell | tuple[str, str]] = []
    for figure, key, scale in (("errors", "error", 100), ("size", "size", 1)):
        digits = 2 if key == "error" else 1
        for position, system in enumerate(comparison.systems):
            cells.append(
                Cell(
                    scale * results.mean(name, system, figure),
                    scale * results.standard_error(name, system, figure),
                    paper[key][position][0],
                    paper[key][position][1],
                    digits,
                )
            )
        if key == "error" and len(comparison.ratios) == 1:
            one, two = comparison.ratios[0]
            counts = "/".join(map(str, results.wins(name, one, two)))
            cells.append((counts, "/".join(map(str, paper["wins"]))))
        ratios = np.atleast_1d(paper[f"{key} ratio"])
        for (one, two), printed_ratio in zip(comparison.ratios, ratios, strict=True):
            cells.append(Cell(results.ratio(name, one, two, figure), None, float(printed_ratio)))
        cells += [
            Cell(
                scale * results.mean(name, system, figure),
                scale * results.standard_error(name, system, figure),
                digits=digits,
            )
            for system in settings.also
        ]
    return cells


def _averages(
    comparison: Comparison, results: Results, settings: Settings
) -> list[Cell | tuple[str, str]]:
    cells: list[Cell | tuple[str, str]] = []
    for figure, key in (("errors", "error ratio"), ("size", "size ratio")):
        cells += [Cell(None)] * len(comparison.systems)
        if figure == "errors" and len(comparison.ratios) == 1:
            cells.append(("", ""))
        cells += [
            Cell(results.mean_ratio(one, two, figure), None, value)
            for (one, two), value in zip(
                comparison.ratios, printed_average(comparison, key, results.datasets), strict=True
            )
        ]
        cells += [Cell(None)] * len(settings.also)
    return cells


def printed_average(comparison: Comparison, key: str, names: list[str]) -> list[float]:
    """Return the average ratios of the paper; over these sets alone, where they are not all.

    Examples
    --------
    >>> printed_average(COMPARISONS[1], "error ratio", ["iris", "auto"])
    [0.865]
    """
    rows = comparison.printed["rows"]
    if set(names) == set(rows):
        return [float(v) for v in np.atleast_1d(comparison.printed["average"][key])]
    ratios = np.array([np.atleast_1d(rows[name][key]) for name in names])
    return [float(v) for v in ratios.mean(axis=0).round(4)]


def _checks(comparison: Comparison, results: Results) -> list[Check]:
    """Return whether the average ratios are near those printed."""
    checks = []
    for key, figure in (("error ratio", "errors"), ("size ratio", "size")):
        papers = printed_average(comparison, key, results.datasets)
        for (one, two), paper in zip(comparison.ratios, papers, strict=True):
            ours = results.mean_ratio(one, two, figure)
            tolerance = TOLERANCES[key] * max(1.0, paper)
            checks.append(
                Check(
                    f"average {key} {LABELS[one]} / {LABELS[two]} near {paper:.2f}",
                    close(ours, paper, tolerance),
                    f"{ours:.2f} (within {tolerance:.2f} counts as near)",
                )
            )
    return checks


def _remarks(
    comparison: Comparison,
    results: Results,
    rows: dict[str, list[Cell | tuple[str, str]]],
    absent: set[str],
    settings: Settings,
) -> list[str]:
    remarks = []
    for position, system in enumerate(comparison.systems):
        cells = {name: row[position] for name, row in rows.items() if name != "average"}
        by_name = {name: cell for name, cell in cells.items() if isinstance(cell, Cell)}
        same = [cell for name, cell in by_name.items() if name not in WHY]
        near, of = within(same)
        far = [
            f"{name} ({cell.deviation:+.1f})"
            for name, cell in by_name.items()
            if cell.deviation is not None and abs(cell.deviation) > 2 and name not in WHY
        ]
        text = (
            f"Error rates of {LABELS[system]} are within two combined standard errors of the paper "
            f"on {near} of the {of} sets whose data are the same."
        )
        if far:
            text += f" The others, in standard errors: {', '.join(far)}."
        remarks.append(text)
    different = [f"{name}: {why}" for name, why in WHY.items() if name in results.datasets]
    if different:
        remarks.append(f"Data that differ, or may: {'; '.join(different)}.")
    remarks.append(
        "The blocks of the cross-validations are random, and others than the paper's. Standard "
        "errors over repeated divisions of the same cases do not show what another sample of cases "
        "would change, so a few sets more than one in twenty are expected beyond two of them."
    )
    if comparison.table == 1 and "heart-h" in results.datasets:
        remarks.append(SIZES)
    if comparison.table == 5:
        remarks.append(
            "T2 here is exact, and breaks ties in its own way; sizes count the branch for unknown "
            "values of every test, as in the paper."
        )
    if absent:
        remarks.append(f"Not at hand, so left out: {', '.join(sorted(absent))}.")
    if settings.quick:
        remarks.append(
            f"A quick run: {QUICK_REPEATS} cross-validations instead of {REPEATS}, and only sets "
            f"of up to {QUICK_CASES:,} cases."
        )
    return remarks


def _ablation(results: Results, settings: Settings, absent: set[str]) -> Exhibit:
    systems = ("r7", "r7g", "r7gs", "r8")
    error = [results.mean_ratio(name, "r7") for name in systems]
    size = [results.mean_ratio(name, "r7", "size") for name in systems]
    table = printed("quinlan")
    printed_error, printed_size = (
        [
            1.0,
            *printed_average(COMPARISONS[3], key, results.datasets),
            *printed_average(COMPARISONS[1], key, results.datasets),
        ]
        for key in ("error ratio", "size ratio")
    )
    labels = [LABELS[name] for name in systems]
    rows = {
        "error ratio": [Cell(v, None, p) for v, p in zip(error, printed_error, strict=True)],
        "size ratio": [Cell(v, None, p) for v, p in zip(size, printed_size, strict=True)],
    }
    return Exhibit(
        "figure 1",
        table["figure 1"]["title"],
        Grid(tuple(labels), rows, "to Rel 7"),
        partial(draw_ablation, labels, (error, printed_error), (size, printed_size)),
        [
            Check(
                "filtering tests (7GS) accounts for most of the smaller size of Release 8",
                (1 - size[2]) > (1 - size[3]) / 2,
                f"7GS {size[2]:.2f}, Rel 8 {size[3]:.2f}",
            ),
            Check(
                "choosing thresholds by gain (7G) alone changes little",
                abs(1 - error[1]) < 0.04 and abs(1 - size[1]) < 0.05,
                f"error {error[1]:.2f}, size {size[1]:.2f}",
            ),
        ],
        [
            "Average ratios to Release 7 over all sets, as in the paper; ours filled, the paper's "
            "hollow."
        ],
        {"systems": list(systems), "error": error, "size": size, **_about(results)},
    )


def _by_size(results: Results, settings: Settings, absent: set[str]) -> Exhibit:
    tasks, paper = printed("quinlan")["tasks"], printed("quinlan")["table 4"]["rows"]
    names = results.datasets
    cases = [float(tasks[name]["cases"]) for name in names]
    ours = [results.ratio(name, "r8", "mdlp") for name in names]
    theirs = [paper[name]["error ratio"] for name in names]
    trend = float(spearmanr(cases, ours).statistic)
    return Exhibit(
        "figure 2",
        printed("quinlan")["figure 2"]["title"],
        Grid(
            ("cases", "error ratio"),
            {
                name: [Cell(n, digits=0), Cell(one, None, two)]
                for name, n, one, two in zip(names, cases, ours, theirs, strict=True)
            },
            "data set",
        ),
        partial(draw_ratios_by_size, cases, ours, theirs),
        []
        if settings.quick  # which leaves the large sets out
        else [
            Check(
                "global discretization degrades performance more as data sets become larger",
                trend < -0.2,
                f"rank correlation of size and ratio {trend:+.2f}",
            )
        ],
        ["Error ratio Rel 8 / Discr of table 4 against the number of cases."],
        {"cases": cases, "ratio": ours, **_about(results)},
    )
