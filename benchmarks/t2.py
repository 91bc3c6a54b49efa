"""T2: how long the exact search for the best two-level tree takes, and how that grows."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from clock import take_turns
from report import Table
from work import catalog, real_table

from cutpoint import T2Classifier

SETS = ("iris", "breast-w", "diabetes", "labor", "sonar", "glass")
ROWS = (300, 1_000, 3_000, 10_000, 30_000)
SEED = 20


def waveform(n_rows: int, share_of_noise: float = 0.0) -> tuple[Any, Any]:
    """Return Breiman's waveforms: 21 numbers, 3 classes; some classes drawn without a look."""
    rng = np.random.default_rng(SEED)
    place = np.arange(21)
    waves = np.array([np.maximum(6 - np.abs(place - top), 0) for top in (6, 14, 10)])
    y = rng.integers(0, 3, n_rows)
    first, second = waves[[0, 0, 1]][y], waves[[1, 2, 2]][y]
    share = rng.random((n_rows, 1))
    X = share * first + (1 - share) * second + rng.normal(size=(n_rows, 21))
    drawn = rng.random(n_rows) < share_of_noise
    y[drawn] = rng.integers(0, 3, drawn.sum())
    return X, y


def t2_tables(rounds: int, scale: float) -> list[Table]:
    """Return the times on well-known sets and on waveforms of many sizes."""
    return [_sets_table(rounds), _growth_table(rounds, scale)]


def _sets_table(rounds: int) -> Table:
    table = Table(
        "T2",
        "The exact search for the two-level tree with the fewest training errors: seconds by one "
        "thread and by two.",
        ["data set", "rows", "columns", "classes", "1 thread, s", "2 threads, s", "errors"],
    )
    fits: dict[str, Callable[[int], Any]] = {"waveform-300": _fit_waveform(300, 0.0)}
    if catalog():
        fits = {name: _fit_set(name) for name in SETS} | fits
    for name, fit in fits.items():
        fit(1)  # the first may compile
        clocks = take_turns({1: lambda fit=fit: fit(1), 2: lambda fit=fit: fit(2)}, rounds)
        tree = clocks[1].result.tree_
        table.add(
            name,
            f"{tree.cases[0]:,.0f}",
            f"{len(tree.attributes)}",
            f"{len(tree.classes)}",
            f"{clocks[1].cpu:.3f}",
            f"{clocks[2].wall:.3f}",
            f"{tree.errors[0]:.0f}",
        )
    return table


def _growth_table(rounds: int, scale: float) -> Table:
    table = Table(
        "T2, growth",
        "Waveforms of many sizes, one thread, with true classes and with classes that are nothing "
        "but noise, where no bound helps. Per unit is the time over rows x lg(rows), relative to "
        "the first line of its kind: n log n stays at 1.",
        ["rows", "true, s", "per unit", "noise, s", "per unit"],
    )
    first: dict[float, float] = {}
    for n_rows in sorted({max(100, round(n * scale)) for n in ROWS}):
        cells = [f"{n_rows:,}"]
        for noise in (0.0, 1.0):
            if noise and n_rows > 3_000:
                continue  # minutes
            fit = _fit_waveform(n_rows, noise)
            turns = rounds if n_rows <= 3_000 and not noise else 1
            clock = take_turns({"fit": lambda fit=fit: fit(1)}, turns)["fit"]
            unit = clock.cpu / (n_rows * math.log2(n_rows))
            cells += [f"{clock.cpu:.3f}", f"{unit / first.setdefault(noise, unit):.2f}"]
        table.add(*cells)
    return table


def _fit_set(name: str) -> Callable[[int], Any]:
    data = real_table(name)
    return lambda threads: T2Classifier(n_jobs=threads).fit_table(data)


def _fit_waveform(n_rows: int, noise: float) -> Callable[[int], Any]:
    X, y = waveform(n_rows, noise)
    return lambda threads: T2Classifier(n_jobs=threads).fit(X, y)


if __name__ == "__main__":
    t2_tables(rounds=3, scale=1.0)
