"""The note on boundary points: where the best cut of a numeric attribute lies, per measure."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutpoint import _core
from cutpoint._core import Progress
from cutpoint.catalog import CRITERIA
from cutpoint.cuts import threshold
from cutpoint.studies.exhibit import Cell, Check, Exhibit, Grid, Plan, Settings, printed
from cutpoint.studies.record import made_with

TABLES, QUICK_TABLES = 20_000, 2_000
_EQUAL = 1e-9


class Evidence(NamedTuple):
    """Distinct values in order, and the cases of each class that have each."""

    values: NDArray[np.float64]
    counts: NDArray[np.float64]


def plans(settings: Settings) -> list[Plan]:
    """Return the note's example, and its property as counts over random tables."""
    paper = printed("boundary")
    n_tables = QUICK_TABLES if settings.quick else TABLES
    return [
        Plan("table 1", paper["table 1"]["title"], 1, _example),
        Plan(
            "property",
            paper["property"]["title"],
            n_tables,
            partial(_property, n_tables, settings.random_state),
        ),
    ]


def _example(progress: Progress) -> Exhibit:
    paper = printed("boundary")["table 1"]
    found = threshold(paper["temperature"], paper["play tennis"], "classic", "gain")
    progress.advance(1)
    candidates = [float(cut) for cut in paper["candidates"]]
    rows: dict[str, list[Cell | tuple[str, str]]] = {
        f"{cut:g}": [
            Cell(float(score), digits=3),
            ("boundary" if cut in candidates else "", "boundary" if cut in candidates else ""),
        ]
        for cut, score in zip(found.cuts, found.scores, strict=True)
    }
    return Exhibit(
        "table 1",
        paper["title"],
        Grid(("gain, bits", "boundary"), rows, "threshold"),
        checks=[
            Check(
                "the greatest gain is at one of the two boundaries, 54 and 85",
                found.cut in candidates,
                f"at {found.cut:g}",
            )
        ],
        remarks=["Mitchell's example: the target changes between 48 and 60, and 80 and 90."],
        results={"cuts": found.cuts.tolist(), "gain": found.scores.tolist()},
    )


def random_evidence(rng: np.random.Generator) -> Evidence:
    """Return a small random table of counts; in most, each value has cases of one class only."""
    while True:
        n_values, n_classes = int(rng.integers(3, 12)), int(rng.integers(2, 5))
        counts = rng.integers(0, rng.integers(2, 6), (n_values, n_classes)).astype(float)
        if rng.random() < 0.7:
            counts *= rng.integers(0, n_classes, n_values)[:, None] == np.arange(n_classes)
        counts = counts[counts.sum(axis=1) > 0]
        if len(boundaries(counts)) and boundaries(counts).any():
            return Evidence(np.arange(len(counts), dtype=float), counts)


def boundaries(counts: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return whether the cut after each value, but the last, is between cases of several classes.

    Examples
    --------
    >>> boundaries(np.array([[2.0, 0], [1, 0], [0, 3]])).tolist()
    [False, True]
    """
    both = counts[:-1] + counts[1:]
    return np.asarray((both > 0).sum(axis=1) > 1)


def best_is_at_boundary(evidence: Evidence, measure: str) -> bool:
    """Return whether no cut scores higher than the best one at a boundary."""
    options = _core.ThresholdOptions("classic", measure)
    options.least = _EQUAL
    chosen = _core.choose_threshold(evidence.values, evidence.counts, options)
    at = boundaries(evidence.counts)[chosen["positions"]]
    scores = chosen["scores"]
    return bool(scores[at].max() >= scores.max() - _EQUAL)


def _property(n_tables: int, random_state: int, progress: Progress) -> Exhibit:
    rng = np.random.default_rng(random_state)
    missed = dict.fromkeys(CRITERIA, 0)
    for _ in range(n_tables):
        if progress.stop_requested:
            raise KeyboardInterrupt
        evidence = random_evidence(rng)
        for measure in missed:
            missed[measure] += not best_is_at_boundary(evidence, measure)
        progress.advance(1)
    rows = {
        measure: [
            Cell(float(n_tables), digits=0),
            Cell(float(n_tables - count), digits=0),
            Cell(float(count), digits=0),
            Cell(100 * count / n_tables, digits=2),
        ]
        for measure, count in missed.items()
    }
    promised = [name for name, entry in CRITERIA.items() if entry.boundary_points]
    broken = [name for name in promised if missed[name]]
    elsewhere = [name for name in missed if name not in promised and missed[name]]
    return Exhibit(
        "property",
        printed("boundary")["property"]["title"],
        Grid(("tables", "best at a boundary", "best elsewhere", "% elsewhere"), rows, "measure"),
        checks=[
            Check(
                "the cut of greatest gain is at a boundary",
                missed["gain"] == 0,
                f"missed on {missed['gain']:,} of {n_tables:,} tables",
            ),
            Check(
                f"so it is for {', '.join(name for name in promised if name != 'gain')}",
                not broken,
                "missed on no table" if not broken else f"missed by {', '.join(broken)}",
            ),
        ],
        remarks=[
            "The note proves the property for gain and two classes; Fayyad & Irani prove it for "
            f"any number. It does not hold for {' and '.join(elsewhere) or 'none of the others'}, "
            "so for those no cut may be skipped. With a minimum number of cases per side the best "
            "admissible cut may also lie at the first or last admissible place."
        ],
        results={
            "tables": n_tables,
            "missed": missed,
            "record": {"random_state": random_state, **made_with()},
        },
    )
