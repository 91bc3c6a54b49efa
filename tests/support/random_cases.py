"""Tables made to be difficult, and every way to grow a tree of them; each follows from a seed."""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

import cutpoint
from cutpoint.catalog import INTERVALS
from cutpoint.data.attribute import Attribute
from cutpoint.data.table import Table
from cutpoint.learn import IntervalMethod, LearnSpec

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


def random_case(seed: int) -> tuple[Table, LearnSpec]:
    """Return a small table and a way to grow a tree of it."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, (12, 60, 200, 401, 401)[rng.integers(5)]))
    table = random_table(rng, n, int(rng.integers(1, 8)))
    return table, random_spec(rng)


def whole_case(seed: int) -> tuple[Table, LearnSpec]:
    """Return a small table without missing values and weights, and a way to grow a tree of it."""
    rng = np.random.default_rng([seed, 2])
    n = int(rng.integers(1, (12, 60, 200, 401)[rng.integers(4)]))
    table = random_table(rng, n, int(rng.integers(1, 8)), whole=True)
    return table, random_spec(rng)


def large_case(seed: int) -> tuple[Table, LearnSpec]:
    """Return a table beyond the sizes where a fast learner changes its ways."""
    rng = np.random.default_rng([seed, 1])
    table = random_table(rng, int(rng.integers(2_000, 12_000)), int(rng.integers(1, 4)))
    return table, random_spec(rng).replace(max_depth=int(rng.integers(2, 7)))


def wide_case(seed: int) -> tuple[Table, LearnSpec]:
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
    return table, random_spec(rng).replace(nominal="values")


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


def random_spec(rng: Random) -> LearnSpec:
    def one_of(*codes: Any) -> Any:
        return codes[rng.integers(len(codes))]

    common = {
        "nominal": one_of("values", "values", "groups", "binary"),
        "min_cases": one_of(1.0, 2.0, 2.0, 5.0),
        "max_depth": one_of(*[None] * 12, 0, 1, 2, 3),
        "min_fraction": one_of(0.0, 0.0, 1e-3),
    }
    if rng.random() < 0.3:
        return LearnSpec.for_release(one_of(8, 7, "7G", "7GS"), **common)
    return LearnSpec(
        criterion=one_of("gain", "gain_ratio", "mantaras", "symmetric", "gini", "distance"),
        cut_by=one_of("criterion", "gain", "release7"),
        penalty=one_of("none", "filter", "rank"),
        minimum_split=one_of(False, True),
        placement=one_of("midpoint", "observed", "weighted"),
        leave_out_many_values=one_of(False, True),
        collapse=one_of(False, True),
        charge_groups=one_of(False, True),
        **common,
    )


# ---- cuts from evidence tables -------------------------------------------------------------------

METHODS: dict[str, tuple[str, dict[str, str]]] = {
    **{name: (name, {}) for name in INTERVALS},
    "contextual, divisive": ("contextual", {"direction": "divisive"}),
    "mdlp, mantaras": ("mdlp", {"criterion": "mantaras"}),
}
"""Every interval method, and every way to go about it that is written apart."""

_OPTIONS: dict[str, tuple[Any, ...]] = {
    "bins": (None, 4, 25),
    "max_branches": (None, 2, 4),
    "max_intervals": (1000, 2, 4),
    "min_cases": (1.0, 2.0, 4.5),
    "n_bins": (2, 3, 5, 10),
    "min_majority": (1.0, 3.0, 6.0),
    "significance": (0.5, 0.1, 0.03),
    "inconsistency": (0.0, 0.02, 0.1),
    "max_blocks": (4, 1024),
}


def number_of(name: str) -> int:
    """Return a number for a name: part of a seed."""
    return zlib.crc32(name.encode())


def evidence_case(
    seed: Any, criterion: str, most: int = 60, *, whole: bool = False
) -> tuple[Table, LearnSpec]:
    """Return a very small table for a measure, and a spec with anything else at random.

    A measure gets no column that it cannot compare tests of: the contrast no nominal ones, the mean
    posterior improvement none with more than two branches.
    """
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, (15, 40, most)[rng.integers(3)]))
    table = random_table(rng, n, int(rng.integers(1, 5)), whole=whole)
    spec = random_spec(rng)
    if criterion == "contrast":
        table = with_columns(table, lambda attribute: attribute.is_numeric)
    elif criterion == "mpi" and spec.nominal != "binary":
        table = with_columns(table, lambda attribute: len(attribute.values or ()) <= 2)
    cut_by = "criterion" if rng.random() < 0.6 else "gain"
    custom = None if criterion != "custom" else minus_errors
    return table, spec.replace(criterion=criterion, custom_criterion=custom, cut_by=cut_by)


def with_columns(table: Table, wanted: Callable[[Attribute], bool]) -> Table:
    """Return the table with some of its columns."""
    chosen = [a for a, attribute in enumerate(table.attributes) if wanted(attribute)]
    return replace(
        table,
        attributes=tuple(table.attributes[a] for a in chosen),
        columns=tuple(table.columns[a] for a in chosen),
    )


@cutpoint.criterion
def minus_errors(before: Any, after: Any) -> float:
    """The cases that majority classes of branches get wrong, with a slope: never above 0."""
    value = 0.0
    for b in range(after.shape[0]):
        value += after[b].max() - after[b].sum()
    return value / before.sum() - 0.01 * after[0].sum()


def random_numbers(seed: Any) -> dict[str, Any]:
    """Return the numbers that threshold methods need, and the limits of intervals."""
    rng = np.random.default_rng(seed)
    return {
        "window": int(rng.choice([1, 3, 21])),
        "width": float(rng.choice([0.0, 0.5, 2.5])),
        "resamples": int(rng.integers(1, 4)),
        "seed": int(rng.integers(1, 2**31)),
        "switch_at": [math.inf, math.inf, 20.0, 8.5][rng.integers(4)],
        "max_branches": [None, None, 2, 3, 5][rng.integers(5)],
    }


def random_intervals(method: str, seed: Any, **fixed: Any) -> IntervalMethod:
    """Return a method of :data:`METHODS` with options at random, besides those that are fixed."""
    rng = np.random.default_rng(seed)
    name, variant = METHODS[method]
    options: dict[str, Any] = {}
    for option in INTERVALS[name].options:
        known = "significance" if (name, option.name) == ("chimerge", "alpha") else option.name
        values = _OPTIONS.get(known, (option.default,))
        if option.name == "criterion" and name != "mdlp":
            values = option.choices
        options[option.name] = values[rng.integers(len(values))]
    fixed = {key: value for key, value in fixed.items() if key in options}
    return IntervalMethod(name, options | variant | fixed)
