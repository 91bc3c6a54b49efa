"""A made-up table: inspections of pumps, with gaps and noise."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cutpoint.data.attribute import Attribute
from cutpoint.data.table import Table

DEMO_ROWS = 400
DEMO_SEED = 7

_CLASSES = ("monitor", "pass", "repair")
_ATTRIBUTES = (
    Attribute("age_years"),
    Attribute("vibration_mm_s"),
    Attribute("temperature_c"),
    Attribute("pressure_bar"),
    Attribute("hours_since_service"),
    Attribute("noise_db"),
    Attribute("site", ("coast", "mine", "plant", "town")),
    Attribute("seal", ("ceramic", "graphite", "rubber")),
    Attribute("lubricant", ("dirty", "fresh", "used")),
    Attribute("duty", ("constant", "daily", "standby")),
)
_DECIMALS = (0, 2, 1, 2, 0, 0)


def make_mixed(n_rows: int = DEMO_ROWS, random_state: int | None = DEMO_SEED) -> Table:
    """Return a made-up table of pump inspections: six numeric and four nominal columns, 3 classes.

    The outcome follows from vibration, temperature, lubricant, service and seal; one case in twenty
    has a random outcome, and a few cells of both kinds are missing.

    Parameters
    ----------
    n_rows : int
    random_state : int, or None
        The seed; the same seed gives the same table.

    Returns
    -------
    Table

    Examples
    --------
    >>> table = make_mixed(50, random_state=0)
    >>> table.n_rows, len(table.attributes), table.classes, table.has_missing
    (50, 10, ('monitor', 'pass', 'repair'), True)
    """
    rng = np.random.default_rng(random_state)
    site = _draw(rng, n_rows, (0.2, 0.25, 0.4, 0.15))
    seal = _draw(rng, n_rows, (0.3, 0.3, 0.4))
    lubricant = _draw(rng, n_rows, (0.25, 0.35, 0.4))
    duty = _draw(rng, n_rows, (0.5, 0.35, 0.15))
    age = rng.gamma(3.0, 3.0, n_rows)
    service = rng.uniform(0.0, 9000.0, n_rows)
    vibration = rng.gamma(3.0, 0.9, n_rows) + 0.12 * age + 0.8 * (site == 1)
    temperature = rng.normal(58.0, 9.0, n_rows) + 6.0 * (duty == 0) + 4.0 * (lubricant == 0)
    pressure = rng.normal(6.0, 1.1, n_rows)
    noise = rng.normal(70.0, 4.0, n_rows) + 1.5 * vibration

    repair = (
        (vibration > 7.1)
        | ((temperature > 75.0) & (lubricant == 0))
        | ((seal == 2) & (age > 14.0))
        | ((pressure < 4.5) & (duty == 0))
    )
    monitor = (vibration > 4.5) | ((service > 6000.0) & (lubricant != 1)) | (temperature > 78.0)
    target = np.where(repair, 2, np.where(monitor, 0, 1)).astype(np.int32)
    noisy = rng.random(n_rows) < 0.05
    target[noisy] = rng.integers(0, 3, int(noisy.sum()))

    numeric = (age, vibration, temperature, pressure, service, noise)
    columns: list[NDArray[np.float64] | NDArray[np.int32]] = []
    for values, decimals in zip(numeric, _DECIMALS, strict=True):
        rounded = np.round(values, decimals)
        rounded[rng.random(n_rows) < 0.04] = np.nan
        columns.append(rounded)
    for codes in (site, seal, lubricant, duty):
        codes[rng.random(n_rows) < 0.04] = -1
        columns.append(codes)
    return Table(_ATTRIBUTES, tuple(columns), n_rows, _CLASSES, target, "outcome")


def demo_csv() -> str:
    """Return the text of the table that comes with the package."""
    table = make_mixed()
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*(attribute.name for attribute in table.attributes), table.target_name])
    texts = [
        _texts(attribute, column)
        for attribute, column in zip(table.attributes, table.columns, strict=True)
    ]
    assert table.target is not None
    texts.append([str(table.classes[code]) for code in table.target])
    writer.writerows(zip(*texts, strict=True))
    return out.getvalue()


def demo_path() -> Path:
    """Return the path of the table that comes with the package.

    Examples
    --------
    >>> demo_path().name
    'demo.csv'
    """
    return Path(__file__).with_name("demo.csv")


def _draw(rng: np.random.Generator, n_rows: int, shares: tuple[float, ...]) -> NDArray[np.int32]:
    return rng.choice(len(shares), n_rows, p=shares).astype(np.int32)


def _texts(attribute: Attribute, column: NDArray[np.float64] | NDArray[np.int32]) -> list[str]:
    """Return the cells as they are written in a file, nothing where the value is missing."""
    if attribute.values is None:
        return ["" if np.isnan(value) else f"{value:.10g}" for value in column]
    return ["" if code < 0 else str(attribute.values[code]) for code in column]
