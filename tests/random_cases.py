"""Tables made to be difficult, and every way to grow a tree of them; each follows from a seed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutpoint.cuts.options import Options
from cutpoint.data.attribute import Attribute
from cutpoint.data.table import Table
from cutpoint.grow import settings as s
from cutpoint.grow.settings import Settings, release

Numbers = NDArray[np.float64]
Random = np.random.Generator


# ---- numeric columns -----------------------------------------------------------------------------


def few_values(rng: Random, n: int) -> Numbers:
    return rng.integers(0, rng.integers(2, 12), n).astype(float)


def many_values(rng: Random, n: int) -> Numbers:
    return rng.integers(0, 300, n).astype(float)


def normals(rng: Random, n: int) -> Numbers:
    return rng.normal(size=n)


def decimals(rng: Random, n: int) -> Numbers:
    """Decimals whose middle is a decimal too: where C4.5's cut lies, single precision decides."""
    return rng.integers(-30, 30, n) / 10


def neighbours(rng: Random, n: int) -> Numbers:
    """Clusters of numbers that differ in their last bits only."""
    centres = rng.choice([1.0, -1.0, 0.1, 1e-300, -1e300, 2.0**24, 1 / 3], n)
    return (centres.view(np.int64) + rng.integers(-3, 4, n)).view(np.float64)


def same_single(rng: Random, n: int) -> Numbers:
    """Numbers that differ in double precision and are one in single precision."""
    return 7.0 + rng.integers(0, 50, n) * 2.0**-40


def any_magnitude(rng: Random, n: int) -> Numbers:
    return rng.choice([-1.0, 1.0], n) * 10.0 ** rng.integers(-290, 290, n)


def hardly_anything(rng: Random, n: int) -> Numbers:
    """The smallest numbers there are; their middles are not representable."""
    return rng.integers(-3, 4, n) * 5e-324


def both_zeros(rng: Random, n: int) -> Numbers:
    return rng.choice([-0.0, 0.0, -0.0, 0.0, 1.0, -1.0], n)


def one_value(rng: Random, n: int) -> Numbers:
    return np.full(n, rng.normal())


NUMERIC: tuple[Callable[[Random, int], Numbers], ...] = (
    few_values,
    few_values,
    few_values,
    many_values,
    many_values,
    normals,
    normals,
    decimals,
    neighbours,
    same_single,
    any_magnitude,
    hardly_anything,
    both_zeros,
    one_value,
)


# ---- tables --------------------------------------------------------------------------------------


def random_case(seed: int) -> tuple[Table, Settings]:
    """Return a small table and a way to grow a tree of it."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, (12, 60, 200, 401, 401)[rng.integers(5)]))
    table = random_table(rng, n, int(rng.integers(1, 8)))
    return table, random_settings(rng)


def whole_case(seed: int) -> tuple[Table, Settings]:
    """Return a small table without missing values and weights, and a way to grow a tree of it."""
    rng = np.random.default_rng([seed, 2])
    n = int(rng.integers(1, (12, 60, 200, 401)[rng.integers(4)]))
    table = random_table(rng, n, int(rng.integers(1, 8)), whole=True)
    return table, random_settings(rng)


def large_case(seed: int) -> tuple[Table, Settings]:
    """Return a table beyond the sizes where a fast learner changes its ways."""
    rng = np.random.default_rng([seed, 1])
    table = random_table(rng, int(rng.integers(2_000, 12_000)), int(rng.integers(1, 4)))
    return table, random_settings(rng)._replace(max_depth=int(rng.integers(2, 7)))


def wide_case(seed: int) -> tuple[Table, Settings]:
    """Return a table with about as many nominal values or classes as a byte can tell apart."""
    rng = np.random.default_rng([seed, 3])
    n = int(rng.integers(100, 900))
    table = random_table(rng, n, 2)
    n_values, n_classes = rng.choice([3, 127, 128, 129, 254, 255, 256, 257, 300], 2).tolist()
    many = rng.integers(0, n_values, n).astype(np.int32)
    many[rng.random(n) < rng.choice([0.0, 0.02])] = -1
    table = Table(
        (*table.attributes, Attribute("many", tuple(range(n_values)))),
        (*table.columns, many),
        n,
        tuple(range(n_classes)),
        ((many + rng.integers(0, 3, n)) % n_classes).astype(np.int32),
        weights=table.weights,
    )
    return table, random_settings(rng)._replace(nominal=s.VALUES)


def random_table(rng: Random, n: int, n_attributes: int, *, whole: bool = False) -> Table:
    missing = 0.0 if whole else rng.choice([0.0, 0.0, 0.02, 0.1, 0.4])
    n_classes = int(rng.integers(2, 8))
    attributes, columns = [], []
    signal = rng.normal(size=n)
    for a in range(n_attributes):
        if rng.random() < 0.6:
            column: NDArray[Any] = NUMERIC[rng.integers(len(NUMERIC))](rng, n)
            code = np.unique(column, return_inverse=True)[1]
            signal += rng.normal(scale=2) * (code > rng.integers(0, max(2, code.max() + 1)))
            column[rng.random(n) < missing] = np.nan
            attributes.append(Attribute(f"x{a}"))
        else:
            n_values = int(rng.choice([0, 1, 2, 2, 3, 3, 4, 5, 8, 20, 40]))
            declared = tuple(f"v{i}" for i in range(n_values))
            seen = rng.permutation(n_values)[: rng.integers(1, max(2, n_values + 1))]
            column = (rng.choice(seen, n) if n_values else np.full(n, -1)).astype(np.int32)
            signal += rng.normal(size=n_values + 1)[column]
            column[rng.random(n) < missing] = -1
            attributes.append(Attribute(f"x{a}", declared))
        columns.append(column)
    n_seen = rng.integers(1, n_classes + 1) if rng.random() < 0.2 else n_classes
    seen_classes = rng.permutation(n_classes)[:n_seen]
    borders = np.quantile(signal, np.sort(rng.random(len(seen_classes) - 1)))
    target = seen_classes[np.searchsorted(borders, signal)].astype(np.int32)
    table = Table(
        tuple(attributes),
        tuple(columns),
        n,
        tuple(f"c{k}" for k in range(n_classes)),
        target,
        weights=None if whole else random_weights(rng, n),
    )
    if rng.random() < 0.2:
        table = table.take(rng.integers(0, n, n))  # some cases twice or more, some never
    return table


def random_weights(rng: Random, n: int) -> Numbers | None:
    kinds: tuple[Numbers | None, ...] = (
        None,
        None,
        None,
        rng.integers(1, 7, n) / 3,
        rng.integers(1, 5, n) / 2,
        rng.integers(0, 3, n).astype(float),
        rng.exponential(size=n),
        np.where(rng.random(n) < 0.02, 1e4, 1.0),
    )
    return kinds[rng.integers(len(kinds))]


def random_settings(rng: Random) -> Settings:
    def one_of(*codes: Any) -> Any:
        return codes[rng.integers(len(codes))]

    common = {
        "nominal": one_of(s.VALUES, s.VALUES, s.GROUPS, s.TWO_GROUPS),
        "min_cases": one_of(1.0, 2.0, 2.0, 5.0),
        "max_depth": one_of(*[s.UNLIMITED] * 12, 0, 1, 2, 3),
        "min_fraction": one_of(0.0, 0.0, 1e-3),
    }
    if rng.random() < 0.3:
        return release(one_of(8, 7, "7G", "7GS"), **common)
    return Settings(
        criterion=one_of(s.GAIN, s.GAIN_RATIO, s.MANTARAS, s.SYMMETRIC, s.GINI, s.DISTANCE),
        cut_by=one_of(s.BY_MEASURE, s.BY_GAIN, s.BY_RELEASE7),
        penalty=one_of(s.NO_PENALTY, s.FILTER, s.RANK),
        minimum_split=one_of(False, True),
        placement=one_of(s.MIDPOINT, s.OBSERVED, s.WEIGHTED),
        leave_out_many_values=one_of(False, True),
        collapse=one_of(False, True),
        charge_groups=one_of(False, True),
        **common,
    )


# ---- cuts from evidence tables -------------------------------------------------------------------


def evidence_case(
    seed: Any, criterion: int, most: int = 60, *, whole: bool = False
) -> tuple[Table, Settings]:
    """Return a very small table for a measure, and settings with anything else at random.

    The contrast is for numbers alone, and gets no nominal columns.
    """
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, (15, 40, most)[rng.integers(3)]))
    table = random_table(rng, n, int(rng.integers(1, 5)), whole=whole)
    if criterion == s.CONTRAST:
        kept = [a for a, attribute in enumerate(table.attributes) if attribute.is_numeric]
        table = replace(
            table,
            attributes=tuple(table.attributes[a] for a in kept),
            columns=tuple(table.columns[a] for a in kept),
        )
    settings = random_settings(rng)
    cut_by = s.BY_MEASURE if rng.random() < 0.6 else s.BY_GAIN
    settings = settings._replace(criterion=criterion, cut_by=cut_by)
    return table, settings


def random_plan(seed: Any) -> dict[str, Any]:
    """Return how cuts are chosen: all but the method and its own options."""
    rng = np.random.default_rng(seed)
    return {
        "window": int(rng.choice([1, 3, 21])),
        "width": float(rng.choice([0.0, 0.5, 2.5])),
        "resamples": int(rng.integers(1, 4)),
        "seed": int(rng.integers(1, 2**31)),
        "switch_at": [None, None, 20.0, 8.5][rng.integers(4)],
        "max_branches": [None, None, 2, 3, 5][rng.integers(5)],
    }


def random_options(seed: Any) -> Options:
    """Return the options of any interval method."""
    rng = np.random.default_rng(seed)
    return Options(
        measure=int(rng.integers(0, 6)),
        bins=int(rng.choice([0, 4, 25])),
        max_branches=int(rng.choice([0, 2, 4])),
        min_cases=float(rng.choice([1.0, 2.0, 4.5])),
        n_bins=int(rng.choice([2, 3, 5, 10])),
        min_majority=float(rng.choice([1.0, 3.0, 6.0])),
        critical=float(rng.choice([0.5, 2.7, 4.6])),
        cost=int(rng.integers(0, 3)),
        max_blocks=int(rng.choice([4, 1024])),
    )
