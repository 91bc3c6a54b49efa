"""Cutting a column of a million values in three classes, beside the sort that it takes."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np
from clock import take_turns
from report import Table
from work import SEED

METHODS: dict[str, dict[str, Any]] = {
    "MDLPDiscretizer": {},
    "ContextualDiscretizer": {},
    "OneRuleDiscretizer": {},
    "ZetaDiscretizer": {},
    "CAIMDiscretizer": {},
    "OptimalDiscretizer": {},
    "ChiMergeDiscretizer": {},
    "KMeansDiscretizer": {},
    "EqualWidthDiscretizer": {},
    "EqualDepthDiscretizer": {},
}
OPTBINNING = "optbinning, MDLP, 2 classes"
PEERS = {
    OPTBINNING: ("optbinning.binning.mdlp", "MDLP"),
    "mdlp-discretization": ("mdlp.discretization", "MDLP"),
}


def column(n_rows: int) -> tuple[Any, Any]:
    """Return normal numbers around three centres, one for each class."""
    rng = np.random.default_rng([SEED, 3])
    y = rng.integers(0, 3, n_rows)
    return rng.normal(size=n_rows) + np.array([-1.0, 0.0, 1.2])[y], y.astype(np.int32)


def discretize_table(n_rows: int, rounds: int) -> Table:
    """Time every discretizer, the sorts and the peers that are there."""
    from cutpoint import discretize  # noqa: PLC0415

    x, y = column(n_rows)
    X = x.reshape(-1, 1)
    jobs: dict[str, Callable[[], Any]] = {
        "np.argsort": lambda: np.argsort(x),
        "np.sort": lambda: np.sort(x),
    }

    def fit(make: Callable[..., Any], parameters: dict[str, Any]) -> Callable[[], Any]:
        return lambda: make(**parameters).fit(X, y)

    for name, parameters in METHODS.items():
        jobs[f"Cutpoint, {name}"] = fit(getattr(discretize, name), parameters)
    two = (y > 0).astype(np.int32)
    jobs["Cutpoint, MDLPDiscretizer, 2 classes"] = lambda: discretize.MDLPDiscretizer().fit(X, two)
    absent = {}
    for name, (module, attribute) in PEERS.items():
        try:
            peer = getattr(import_module(module), attribute)
        except ImportError:
            absent[name] = "not installed"
            continue
        flat = module.startswith("optbinning")  # which takes one column, and two classes
        jobs[name] = _peer_job(peer, x if flat else X, y > 0 if flat else y)
    for job in jobs.values():
        job()  # imports what it needs
    clocks = take_turns(jobs, rounds)
    table = Table(
        "Discretize",
        f"The cut points of one column of {n_rows:,} numbers in three classes, one thread, from "
        "rows in memory; in two classes for optbinning, which tries 32 cuts at each step. "
        "`x argsort` is the time over that of `np.argsort`, `x sort` over that of `np.sort`, "
        "`x MDLP` over that of `MDLPDiscretizer`.",
        ["what", "learner", "s", "x argsort", "x sort", "x MDLP", "cuts"],
    )
    ours = clocks["Cutpoint, MDLPDiscretizer"].cpu
    title = f"{n_rows:,} values"
    for name, clock in clocks.items():
        ratios = [clock.cpu / clocks[other].cpu for other in ("np.argsort", "np.sort")]
        shown = [f"{ratio:.1f}" for ratio in (*ratios, clock.cpu / ours)]
        table.add(title, name, f"{clock.cpu:.4f}", *shown, _n_cuts(clock.result))
        title = ""
    for name, why in absent.items():
        table.add(title, name, why)
    if not absent.keys() & {OPTBINNING}:
        _add_exact(table, min(n_rows, 20_000), rounds)
    return table


def _add_exact(table: Table, n_rows: int, rounds: int) -> None:
    """Add optbinning where it tries every cut, which takes time with the square of the values."""
    from cutpoint.discretize import MDLPDiscretizer  # noqa: PLC0415

    x, y = column(n_rows)
    two = (y > 0).astype(np.int64)
    peer = getattr(import_module(PEERS[OPTBINNING][0]), PEERS[OPTBINNING][1])
    clocks = take_turns(
        {
            "Cutpoint, MDLPDiscretizer": lambda: MDLPDiscretizer().fit(x.reshape(-1, 1), two),
            "optbinning, MDLP, every cut": lambda: peer(max_candidates=n_rows).fit(x, two),
        },
        rounds,
    )
    ours = clocks["Cutpoint, MDLPDiscretizer"].cpu
    title = f"{n_rows:,} values, 2 classes"
    for name, clock in clocks.items():
        ratio = f"{clock.cpu / ours:.1f}"
        table.add(title, name, f"{clock.cpu:.4f}", "", "", ratio, _n_cuts(clock.result))
        title = ""


def _peer_job(peer: Any, X: Any, y: Any) -> Callable[[], Any]:
    target = y.astype(np.int64)
    return lambda: peer().fit(X, target)


def _n_cuts(result: Any) -> str:
    """Return the number of cuts that a job found, if it finds any."""
    if isinstance(result, int | np.integer):
        return str(result)
    cuts = getattr(result, "cut_points_", None)
    if isinstance(cuts, dict):
        return str(len(next(iter(cuts.values()))))
    splits = getattr(result, "splits", None)
    return "" if splits is None else str(len(splits))
