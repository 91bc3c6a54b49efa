"""What is learned: five made tables, from a seed, and five real ones where they are at hand."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

SHARED = Path(__file__).resolve().parents[2] / "shared" / "data"
REAL = ("letter", "adult", "covertype", "electricity", "shuttle")
SEED = 20


@dataclass(frozen=True)
class Work:
    """A table: the first ``n_train`` rows to learn from, the others held out."""

    name: str
    what: str
    X: NDArray[np.float64]
    """Numbers; nominal values as positions in ``values``, missing ones as NaN."""
    y: NDArray[np.int32]
    n_train: int
    values: tuple[tuple[str, ...] | None, ...]
    """The values of each column; None if it is numeric."""

    @property
    def nominal(self) -> list[int]:
        """The positions of the nominal columns."""
        return [column for column, values in enumerate(self.values) if values is not None]

    @property
    def n_classes(self) -> int:
        return int(self.y.max()) + 1

    def train(self) -> tuple[NDArray[np.float64], NDArray[np.int32]]:
        return self.X[: self.n_train], self.y[: self.n_train]

    def held_out(self) -> tuple[NDArray[np.float64], NDArray[np.int32]]:
        return self.X[self.n_train :], self.y[self.n_train :]

    def frame(self, X: NDArray[np.float64]) -> Any:
        """Return rows as a data frame with categories."""
        import pandas as pd  # noqa: PLC0415  # only where a table is mixed

        columns = {}
        for column, values in enumerate(self.values):
            if values is None:
                columns[f"x{column}"] = X[:, column]
            else:
                codes = np.where(np.isnan(X[:, column]), -1, X[:, column]).astype(np.int64)
                columns[f"x{column}"] = pd.Categorical.from_codes(codes, list(values))
        return pd.DataFrame(columns)


def letters(rng: np.random.Generator, n: int) -> tuple[Any, Any]:
    """Return 16 integers 0 to 15 around one of four centres of each of 26 classes."""
    centre = rng.uniform(2, 13, size=(26, 4, 16))
    y = rng.integers(0, 26, n)
    X = centre[y, rng.integers(0, 4, n)] + rng.normal(0, 1.8, (n, 16))
    return np.clip(np.rint(X), 0, 15), y


def floats(rng: np.random.Generator, n: int, columns: int = 20) -> tuple[Any, Any]:
    """Return normal numbers, of which five decide between two classes; 5 % of labels flipped."""
    X = rng.normal(size=(n, columns))
    score = X[:, 0] * X[:, 1] + 1.5 * np.sin(2 * X[:, 2]) + X[:, 3] ** 2 - 1 + X[:, 4]
    return X, (score > 0) ^ (rng.random(n) < 0.05)


def noisy_floats(rng: np.random.Generator, n: int) -> tuple[Any, Any]:
    """Return 28 numbers, normal and skew; the class is drawn with a probability they decide."""
    X = rng.normal(size=(n, 28))
    X[:, 14:] = np.exp(0.5 * X[:, 14:])
    score = X[:, 0] * X[:, 1] - X[:, 2] * X[:, 14] + np.sin(3 * X[:, 3]) + X[:, 15] - X[:, 16]
    return X, rng.random(n) < 1 / (1 + np.exp(-1.5 * score))


def few_values(rng: np.random.Generator, n: int) -> tuple[Any, Any]:
    """Return ten columns of 4 to 256 distinct values; the class is drawn as above."""
    sizes = np.array([256, 256, 256, 256, 128, 100, 64, 32, 10, 4])
    unit = rng.random((n, 10))
    score = 8 * (unit[:, 0] - 0.5) * (unit[:, 1] - 0.5) + np.sin(9 * unit[:, 2])
    score += unit[:, 4] - unit[:, 5] + (unit[:, 8] > 0.6) * (unit[:, 3] - 0.5) * 4
    return np.floor(unit * sizes), rng.random(n) < 1 / (1 + np.exp(-3 * score))


MIXED_SIZES = (4, 6, 8, 10, 14, 18, 24, 32, 40, 50)


def mixed(rng: np.random.Generator, n: int) -> tuple[Any, Any]:
    """Return ten numbers, 5 % of them missing, and ten columns of 4 to 50 categories."""
    numbers = rng.normal(size=(n, 10))
    codes = np.stack([rng.integers(0, size, n) for size in MIXED_SIZES], axis=1)
    score = 0.8 * numbers @ rng.normal(size=(10, 3)) + 1.5 * np.abs(numbers[:, :3])
    for column, size in enumerate(MIXED_SIZES):
        score += rng.normal(size=(size, 3))[codes[:, column]]
    y = np.where(rng.random(n) < 0.05, rng.integers(0, 3, n), np.argmax(score, axis=1))
    numbers[rng.random(numbers.shape) < 0.05] = np.nan
    return np.hstack([numbers, codes]), y


def _labels(size: int) -> tuple[str, ...]:
    return tuple(f"v{value:02d}" for value in range(size))


Make = Callable[[np.random.Generator, int], tuple[Any, Any]]
MADE: dict[str, tuple[int, str, Make]] = {
    "a": (20_000, "16 integers 0-15, 26 classes", letters),
    "b": (100_000, "20 floats, 2 classes, 5 % label noise", floats),
    "c": (1_000_000, "28 floats, 2 classes, noisy", noisy_floats),
    "d": (1_000_000, "10 columns of at most 256 values, 2 classes", few_values),
    "e": (100_000, "10 numeric, 5 % missing, 10 nominal of 4-50 values, 3 classes", mixed),
}


def made(name: str, scale: float = 1.0) -> Work:
    """Return one of the made tables, with a fifth as many rows held out (at most 100,000)."""
    n_rows, what, make = MADE[name]
    n_train = max(100, round(n_rows * scale))
    X, y = make(np.random.default_rng([SEED, ord(name)]), n_train + min(n_train // 5, 100_000))
    values: tuple[tuple[str, ...] | None, ...] = (None,) * X.shape[1]
    if name == "e":
        values = (None,) * 10 + tuple(map(_labels, MIXED_SIZES))
    return Work(name, f"{n_train:,} x {what}", _matrix(X), y.astype(np.int32), n_train, values)


def grown(n_rows: int, n_columns: int) -> Work:
    """Return a table like (b) of any size."""
    X, y = floats(np.random.default_rng([SEED, n_rows, n_columns]), n_rows, n_columns)
    what = f"{n_rows:,} x {n_columns} floats"
    return Work("b", what, _matrix(X), y.astype(np.int32), n_rows, (None,) * n_columns)


def catalog() -> dict[str, Any]:
    """Return what is known of the real tables; nothing where they are not at hand."""
    path = SHARED / "catalog.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def real_table(name: str) -> Any:
    """Return a real table as Cutpoint reads it; the class is the last column."""
    from cutpoint import read_table  # noqa: PLC0415

    return read_table(SHARED / f"{name}.csv.gz", target=-1, nominal=catalog()[name]["discrete"])


def real(name: str, scale: float = 1.0) -> Work:
    """Return a real table, shuffled, a fifth of it held out."""
    table = real_table(name)
    order = np.random.default_rng(SEED).permutation(table.n_rows)
    order = order[: max(100, round(table.n_rows * scale))]
    values = tuple(
        None if attribute.values is None else tuple(map(str, attribute.values))
        for attribute in table.attributes
    )
    n_nominal = sum(value is not None for value in values)
    n_train = len(order) - len(order) // 5
    what = f"{n_train:,} x {len(values) - n_nominal} numeric, {n_nominal} nominal"
    what += f", {len(table.classes)} classes"
    return Work(name, what, _matrix(table.matrix()[order]), table.target[order], n_train, values)


def works(names: list[str], scale: float) -> list[Callable[[], Work]]:
    """Return how to make each of the tables named; those not at hand are left out."""
    at_hand = catalog()
    return [
        partial(made if name in MADE else real, name, scale)
        for name in names
        if name in MADE or name in at_hand
    ]


def _matrix(X: Any) -> NDArray[np.float64]:
    return np.ascontiguousarray(X, dtype=np.float64)
