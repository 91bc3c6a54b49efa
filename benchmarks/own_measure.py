"""What a measure of one's own costs beside the built-in one: in C, by Numba, on NumPy arrays."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from clock import take_turns
from report import Table
from work import SEED, floats

DEPTH = 10
BUILT_IN = "gini"

GINI_IN_C = """
#include <stdint.h>
double gini(const double *before, const double *after, int64_t branches, int64_t classes) {
  double total = 0.0, squares = 0.0;
  for (int64_t k = 0; k < classes; ++k) total += before[k], squares += before[k] * before[k];
  double value = -squares / total;
  for (int64_t b = 0; b < branches; ++b) {
    double weight = 0.0, sum = 0.0;
    for (int64_t k = 0; k < classes; ++k) {
      const double count = after[b * classes + k];
      weight += count, sum += count * count;
    }
    if (weight > 0.0) value += sum / weight;
  }
  return value / total;
}
"""


def gini(before: Any, after: Any) -> float:
    """Return the decrease of the Gini index by one test, with plain loops."""
    total, squares = 0.0, 0.0
    for k in range(before.size):
        total += before[k]
        squares += before[k] * before[k]
    value = -squares / total
    for b in range(after.shape[0]):
        weight, squares = 0.0, 0.0
        for k in range(after.shape[1]):
            weight += after[b, k]
            squares += after[b, k] * after[b, k]
        if weight > 0.0:
            value += squares / weight
    return float(value / total)


def ginis(before: Any, after: Any) -> Any:
    """Return the same of many tests, by NumPy."""
    weights = after.sum(axis=2)
    squares = (after**2).sum(axis=2) / np.where(weights > 0, weights, 1)
    return (squares.sum(axis=1) - (before**2).sum() / before.sum()) / before.sum()


def compiled_by_c() -> Any:
    """Return a pointer to the function in C; None without a compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "gini.so"
        command = [compiler, "-O2", "-shared", "-fPIC", "-x", "c", "-", "-o", str(library)]
        subprocess.run(command, input=GINI_IN_C, text=True, check=True)
        pointer = ctypes.CDLL(str(library)).gini
    pointer.restype = ctypes.c_double
    return pointer


def own_measure_table(n_rows: int, rounds: int) -> Table:
    """Time one tree for each kind of function, on two classes and on four."""
    import cutpoint  # noqa: PLC0415
    from cutpoint import TreeClassifier  # noqa: PLC0415

    kinds: dict[str, Callable[..., Any]] = {
        "compiled by Numba": partial(cutpoint.criterion, gini),
        "on NumPy arrays": partial(cutpoint.criterion, ginis, vectorized=True),
    }
    pointer = compiled_by_c()
    if pointer is not None:
        kinds = {"in C": partial(cutpoint.criterion, pointer), **kinds}
    criteria: dict[str, Any] = {BUILT_IN: BUILT_IN}
    for name, kind in kinds.items():
        criteria[name] = kind()
        criteria[f"{name}, said to be convex"] = kind(convex=True)
    table = Table(
        "A measure of one's own",
        f"The Gini index in units of the built-in one: trees at most {DEPTH} tests deep of "
        f"{n_rows:,} x 20 floats in two classes, and of {n_rows // 2:,} in four, one thread.",
        ["measure", "2 classes, s", "x built-in", "4 classes, s", "x built-in"],
    )
    cells: dict[str, list[str]] = {name: [] for name in criteria}
    for n_classes in (2, 4):
        X, noisy = floats(np.random.default_rng([SEED, 4]), n_rows * 2 // n_classes)
        y = np.asarray(noisy).astype(np.int32)
        if n_classes == 4:
            y = 2 * y + (X[:, 5] + X[:, 6] > 0.5)
        jobs = {
            name: partial(TreeClassifier(criterion, pruning=None, max_depth=DEPTH).fit, X, y)
            for name, criterion in criteria.items()
        }
        for job in jobs.values():
            job()  # compiles what it needs
        clocks = take_turns(jobs, rounds)
        for name, clock in clocks.items():
            cells[name] += [f"{clock.cpu:.3f}", f"{clock.cpu / clocks[BUILT_IN].cpu:.1f}"]
    for name, row in cells.items():
        table.add(name, *row)
    return table
