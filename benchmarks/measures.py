"""What a measure, a threshold method or several intervals cost, beside plain gain."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from clock import take_turns
from report import Table
from work import SEED, floats

DEPTH = 10
"""All trees are as deep, so that their nodes have about as many cases to look at."""

GAIN = "gain"
SETTINGS: dict[str, dict[str, Any]] = {
    GAIN: {"criterion": "gain"},
    "gain_ratio": {"criterion": "gain_ratio"},
    "mantaras": {"criterion": "mantaras"},
    "distance": {"criterion": "distance"},
    "symmetric": {"criterion": "symmetric"},
    "gini": {"criterion": "gini"},
    "chi2": {"criterion": "chi2"},
    "kolmogorov": {"criterion": "kolmogorov"},
    "mpi": {"criterion": "mpi"},
    "symmetric, median": {"criterion": "symmetric", "threshold": "median"},
    "symmetric, averaging": {"criterion": "symmetric", "threshold": "averaging"},
    "symmetric, smoothing": {"criterion": "symmetric", "threshold": "smoothing"},
    "symmetric, bootstrap": {"criterion": "symmetric", "threshold": "bootstrap", "random_state": 0},
    "gain, mdlp intervals": {"criterion": "gain", "cuts": "mdlp"},
    "gain_ratio, contextual intervals": {"criterion": "gain_ratio", "cuts": "contextual"},
}


def measures_table(n_rows: int, rounds: int) -> Table:
    """Time one tree for each setting."""
    from cutpoint import TreeClassifier  # noqa: PLC0415

    X, y = floats(np.random.default_rng([SEED, 4]), n_rows)
    y = np.asarray(y).astype(np.int32)

    def job(parameters: dict[str, Any]) -> Callable[[], Any]:
        return lambda: TreeClassifier(pruning=None, max_depth=DEPTH, **parameters).fit(X, y)

    jobs = {name: job(parameters) for name, parameters in SETTINGS.items()}
    for one in jobs.values():
        one()  # imports, caches
    clocks = take_turns(jobs, rounds)
    table = Table(
        "Measures",
        f"One tree at most {DEPTH} tests deep of {n_rows:,} x 20 floats in two classes, one "
        "thread. `cases` are those that all tests of the tree look at, in units of the table: "
        "measures that part off few cases at a time have to look at more. `per case` is the ratio "
        "of the times divided by that of the cases.",
        ["setting", "s", "x gain", "cases", "per case", "leaves"],
    )
    base = clocks[GAIN].cpu
    seen = {name: _cases_seen(clock.result.tree_, n_rows) for name, clock in clocks.items()}
    for name, clock in clocks.items():
        ratio = clock.cpu / base
        table.add(
            name,
            f"{clock.cpu:.3f}",
            f"{ratio:.1f}",
            f"{seen[name]:.1f}",
            f"{ratio / (seen[name] / seen[GAIN]):.1f}",
            f"{clock.result.tree_.n_leaves:,}",
        )
    return table


def _cases_seen(tree: Any, n_rows: int) -> float:
    """Return the cases of all test nodes, in units of the table."""
    return float(tree.cases[tree.attribute >= 0].sum()) / n_rows
