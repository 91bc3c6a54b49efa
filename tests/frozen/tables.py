"""Seeded tables of several kinds to learn from, with fresh rows to predict.

They depend on nothing but NumPy's legacy generator, whose stream never changes, and on pandas. No
number depends on the last bit of a logarithm: what is drawn from a curve is rounded.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
Random = np.random.RandomState

N_FRESH = 20
"""How many rows there are to predict, besides those to learn from."""


class Cases(NamedTuple):
    """A table to learn from, its classes and weights, and rows to predict."""

    X: Any
    y: NDArray[Any]
    weights: Numbers | None
    fresh: Any


# ---- numeric columns -----------------------------------------------------------------------------


def few_values(rng: Random, n: int) -> Numbers:
    return rng.randint(0, rng.randint(2, 12), n).astype(float)


def hundreds_of_values(rng: Random, n: int) -> Numbers:
    return rng.randint(0, 300, n).astype(float)


def bytes_of_values(rng: Random, n: int) -> Numbers:
    """Up to 256 values, as many as a byte tells apart."""
    return rng.randint(0, rng.choice([2, 16, 100, 255, 256]), n) / 4


def normals(rng: Random, n: int) -> Numbers:
    return np.round(rng.normal(size=n), 6)


def decimals(rng: Random, n: int) -> Numbers:
    """Decimals whose middle is a decimal too: where C4.5's cut lies, single precision decides."""
    return rng.randint(-30, 30, n) / 10


def neighbours(rng: Random, n: int) -> Numbers:
    """Clusters of numbers that differ in their last bits only."""
    centres = rng.choice([1.0, -1.0, 0.1, 1e-300, -1e300, 2.0**24, 1 / 3], n)
    return (centres.view(np.int64) + rng.randint(-3, 4, n)).view(np.float64)


def same_single(rng: Random, n: int) -> Numbers:
    """Numbers that differ in double precision and are one in single precision."""
    return 7.0 + rng.randint(0, 50, n) * 2.0**-40


def any_magnitude(rng: Random, n: int) -> Numbers:
    return rng.choice([-1e290, -1e30, -1.0, -1e-30, 1e-290, 1e-9, 1.0, 1e9, 1e30, 1e290], n)


def subnormals(rng: Random, n: int) -> Numbers:
    """The smallest numbers there are; their middles are not representable."""
    return rng.randint(-3, 4, n) * 5e-324


def both_zeros(rng: Random, n: int) -> Numbers:
    return rng.choice([-0.0, 0.0, -0.0, 0.0, 1.0, -1.0], n)


def unknown_number(rng: Random, n: int) -> Numbers:
    """Whole numbers, among them the one that is C4.5's own mark of an unknown value."""
    return rng.choice([-999.0, -998.0, -1000.0, 0.0, 5.0, 5.000001], n)


def one_value(rng: Random, n: int) -> Numbers:
    return np.full(n, rng.randint(-9, 9) / 7)


PLAIN = (few_values, hundreds_of_values, normals, normals, decimals)
BINNED = (few_values, bytes_of_values, bytes_of_values, decimals)
ODD = (neighbours, same_single, any_magnitude, subnormals, both_zeros, unknown_number, one_value)


# ---- kinds of tables -----------------------------------------------------------------------------


class Kind(NamedTuple):
    """What the tables of a kind have in common."""

    n_rows: Sequence[int] = (30, 60, 200, 400)
    n_columns: tuple[int, int] = (1, 7)
    n_classes: tuple[int, int] = (2, 7)
    nominal: float = 0.0
    columns: Sequence[Callable[[Random, int], Numbers]] = PLAIN
    missing: Sequence[float] = (0.0,)
    weights: Sequence[str] = ("none",)
    n_values: Sequence[int] = (1, 2, 2, 3, 3, 4, 5, 8, 20)
    duplicates: float = 0.0


KINDS = {
    "numeric2": Kind(n_classes=(2, 2)),
    "numeric": Kind(n_classes=(3, 7)),
    "binned2": Kind((200, 400, 800), n_classes=(2, 2), columns=BINNED),
    "binned": Kind((200, 400, 800), n_classes=(3, 7), columns=BINNED),
    "mixed": Kind(nominal=0.5),
    "missing": Kind(nominal=0.4, missing=(0.02, 0.1, 0.4)),
    "whole_weights": Kind(nominal=0.3, missing=(0.0, 0.0, 0.1), weights=("whole", "zeros")),
    "weights": Kind(nominal=0.3, missing=(0.0, 0.1), weights=("halves", "thirds", "any", "heavy")),
    "tied": Kind(nominal=0.3, columns=(few_values,), n_values=(2, 3), duplicates=0.5),
    "odd": Kind(nominal=0.1, columns=(*ODD, few_values, normals), missing=(0.0, 0.1)),
    "classes": Kind((200, 400), (2, 4), n_classes=(20, 130), nominal=0.3, missing=(0.0, 0.0, 0.1)),
    "wide": Kind(
        (200, 400), (1, 3), n_classes=(2, 30), nominal=0.8, n_values=(127, 128, 255, 256, 257, 300)
    ),
    "tiny": Kind(
        (1, 2, 5, 12), nominal=0.4, missing=(0.0, 0.1), weights=("none", "none", "thirds")
    ),
    "odd_numeric": Kind(columns=(*ODD, few_values, normals), missing=(0.0, 0.1)),
    # a few thousand rows: where a learner may change its ways
    "mid_numeric2": Kind((10_000,), (6, 6), (2, 2), columns=(normals,)),
    "mid_numeric": Kind((8_000,), (6, 6), (5, 5), columns=(normals, hundreds_of_values)),
    "mid_binned2": Kind((20_000,), (6, 6), (2, 2), columns=BINNED),
    "mid_binned": Kind((12_000,), (6, 6), (7, 7), columns=BINNED),
    "mid_classes": Kind((6_000,), (5, 5), (40, 40), columns=(normals, few_values)),
    "mid_mixed": Kind((8_000,), (7, 7), (3, 3), nominal=0.5, missing=(0.05,)),
    "mid_weights": Kind(
        (5_000,), (6, 6), (4, 4), nominal=0.3, missing=(0.05,), weights=("thirds",)
    ),
}

NUMERIC_ONLY = ("numeric2", "numeric", "binned2", "binned")
SMALL = tuple(name for name in KINDS if not name.startswith(("mid_", "odd_numeric")))
UNWEIGHTED = tuple(name for name in SMALL if KINDS[name].weights == ("none",))
NARROW = tuple(name for name in SMALL if name not in ("classes", "wide"))
"""The kinds without hundreds of nominal values or classes."""


def make_cases(kind: str, seed: str) -> Cases:
    """Return the table of a kind that follows from a seed."""
    spec, rng = KINDS[kind], Random(zlib.crc32(f"{kind} {seed}".encode()))
    n = _size(spec, rng)
    n_classes = rng.randint(spec.n_classes[0], spec.n_classes[1] + 1)
    missing = spec.missing[rng.randint(len(spec.missing))]
    signal = np.round(rng.normal(size=n + N_FRESH), 3)
    columns: dict[str, Any] = {}
    for a in range(rng.randint(spec.n_columns[0], spec.n_columns[1] + 1)):
        if columns and rng.rand() < spec.duplicates:
            column = _again(rng, columns[f"x{rng.randint(len(columns))}"])
        elif rng.rand() < spec.nominal:
            column = _nominal_column(spec, rng, signal, missing)
        else:
            column = _numeric_column(spec, rng, signal, missing)
        columns[f"x{a}"] = column
    y = _classes(rng, signal, n_classes)
    as_frame = any(not isinstance(column, np.ndarray) for column in columns.values())
    X = (
        pd.DataFrame(columns)
        if as_frame or rng.rand() < 0.5
        else np.column_stack([*columns.values()])
    )
    weights = _weights(spec.weights[rng.randint(len(spec.weights))], rng, n)
    if as_frame or isinstance(X, pd.DataFrame):
        fresh = _blotted(rng, X.iloc[n:].reset_index(drop=True))
        return Cases(X.iloc[:n], y[:n], weights, fresh)
    fresh = X[n:].copy()
    fresh[rng.rand(*fresh.shape) < 0.1] = np.nan
    return Cases(X[:n], y[:n], weights, fresh)


def _size(spec: Kind, rng: Random) -> int:
    """Return the number of rows: that of a kind with one size, or anything up to one of several."""
    most = spec.n_rows[rng.randint(len(spec.n_rows))]
    return most if len(spec.n_rows) == 1 else int(rng.randint(1 + most // 2, most + 1))


def _numeric_column(spec: Kind, rng: Random, signal: Numbers, missing: float) -> Numbers:
    """Return numbers, with their share in the signal added to it."""
    column = spec.columns[rng.randint(len(spec.columns))](rng, len(signal))
    code = np.unique(column, return_inverse=True)[1]
    for _ in range(rng.randint(1, 4)):
        signal += rng.randint(-4, 5) * (code > rng.randint(0, max(2, code.max() + 1)))
    column[rng.rand(len(signal)) < missing] = np.nan
    return column


def _nominal_column(spec: Kind, rng: Random, signal: Numbers, missing: float) -> Any:
    """Return texts, categories (some of which never occur) or booleans."""
    n_values = spec.n_values[rng.randint(len(spec.n_values))]
    values = [f"v{i}" for i in range(n_values)]
    seen = rng.permutation(n_values)[: rng.randint(1, n_values + 1) if n_values < 100 else n_values]
    code = seen[rng.randint(0, len(seen), len(signal))]
    signal += rng.randint(-3, 4, n_values)[code]
    code[rng.rand(len(signal)) < missing] = -1
    if rng.rand() < 0.5:
        return pd.Series(pd.Categorical.from_codes(code, values))
    return pd.Series([None if c < 0 else values[c] for c in code], dtype=object)


def _again(rng: Random, column: Any) -> Any:
    """Return a column that ties with another: the same, turned round, or stretched."""
    if not isinstance(column, np.ndarray):
        return column.copy()
    return (column.copy(), -column, 2 * column + 1)[rng.randint(3)]


def _classes(rng: Random, signal: Numbers, n_classes: int) -> NDArray[Any]:
    """Return the classes of a signal: whole numbers or texts, some perhaps never taken."""
    shares = np.sort(rng.randint(1, 1000, n_classes - 1) / 1000)
    if rng.rand() < 0.5:
        shares = np.arange(1, n_classes) / n_classes
    codes = np.searchsorted(np.sort(signal)[(shares * len(signal)).astype(int)], signal)
    codes = rng.permutation(n_classes)[codes]
    noise = rng.rand(len(signal)) < rng.choice([0.0, 0.05, 0.2])
    codes[noise] = rng.randint(0, n_classes, int(noise.sum()))
    return np.array([f"c{code:03d}" for code in codes]) if rng.rand() < 0.5 else codes


def _weights(kind: str, rng: Random, n: int) -> Numbers | None:
    if kind == "whole":
        return rng.randint(1, 5, n).astype(float)
    if kind == "zeros":
        return np.append(1.0, rng.randint(0, 3, n)[1:]).astype(float)
    if kind == "halves":
        return rng.randint(1, 5, n) / 2
    if kind == "thirds":
        return rng.randint(1, 7, n) / 3
    if kind == "any":
        return np.round(rng.exponential(size=n), 6) + 0.001
    if kind == "heavy":
        return np.where(rng.rand(n) < 0.02, 1e4, 1.0)
    return None


def _blotted(rng: Random, frame: Any) -> Any:
    """Return rows with a tenth of their values unknown, and values never seen in training."""
    columns = {}
    for name in frame.columns:
        column = frame[name].copy()
        gone = rng.rand(len(column)) < 0.1
        if column.dtype == object:
            column[rng.rand(len(column)) < 0.05] = "never seen"
        columns[name] = column.mask(gone)
    return pd.DataFrame(columns)
