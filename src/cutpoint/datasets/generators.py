"""The data sets that the papers generate: GAUSSIAN, OMIB and WAVEFORM."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutpoint.data.attribute import Attribute
from cutpoint.data.table import Table
from cutpoint.datasets import omib
from cutpoint.datasets.frames import frames_of
from cutpoint.errors import InputError

GAUSSIAN_MEANS = ((0.0, 0.0), (2.0, 2.0))
GAUSSIAN_COVARIANCES = (((1.0, 0.0), (0.0, 1.0)), ((1.5, 0.5), (0.5, 1.5)))

_PLACES = np.arange(1, 22)
WAVES = np.array([np.maximum(6 - np.abs(_PLACES - middle), 0) for middle in (11, 15, 7)], float)
"""Breiman's three triangles over the places 1 to 21."""
WAVE_PAIRS = ((0, 1), (0, 2), (1, 2))
"""The two triangles that each class mixes."""
_IRRELEVANT = 10
"""Numbers, and as many nominal attributes, that have nothing to do with the class."""


def make_gaussian(n: int = 20_000, random_state: Any = None) -> tuple[Any, Any]:
    """Return cases of two classes, each a normal distribution over two numbers.

    The GAUSSIAN database of Geurts & Wehenkel (2000), of which they state the size, 20,000 cases,
    and the Bayes error, 11.8 %. Here the first class is centred at (0, 0) with unit covariance, the
    second at (2, 2) with variances 1.5 and covariance 0.5, and both are equally likely, which gives
    that error.

    Parameters
    ----------
    n : int, default=20000
        The number of cases.
    random_state : int, numpy Generator or None, default=None
        The same seed gives the same cases.

    Returns
    -------
    X : pandas DataFrame
        ``a1`` and ``a2``.
    y : pandas Series
        ``first`` or ``second``.

    Examples
    --------
    >>> X, y = make_gaussian(100, random_state=0)
    >>> X.shape, sorted(y.unique())
    ((100, 2), ['first', 'second'])
    """
    return frames_of(gaussian_table(n, random_state))


def make_omib(n: int = 20_000, random_state: Any = None) -> tuple[Any, Any]:
    """Return states of one machine that feeds an infinite bus: stable after a fault, or not.

    The OMIB database of Geurts & Wehenkel (2000): six attributes, 20,000 cases, no noise. A state
    is stable if the machine stays in step when a fault at its bus is cleared after 155 ms, by
    simulation of the swing equation; ``cutpoint.datasets.omib`` says how, and gives the constants.

    Parameters
    ----------
    n : int, default=20000
        The number of cases.
    random_state : int, numpy Generator or None, default=None
        The same seed gives the same cases.

    Returns
    -------
    X : pandas DataFrame
        ``Pu``, ``Qu`` (MW and MVAr of the machine; ``Pu`` is uniform on 700-1300), ``Vl`` (voltage
        at its bus, per unit), ``Pl`` (local load, MW), ``Vinf`` (voltage of the infinite bus, per
        unit), ``Xinf`` (reactance to it, per unit).
    y : pandas Series
        ``stable`` or ``unstable``.

    Examples
    --------
    >>> X, y = make_omib(100, random_state=0)
    >>> list(X.columns), sorted(y.unique())
    (['Pu', 'Qu', 'Vl', 'Pl', 'Vinf', 'Xinf'], ['stable', 'unstable'])
    """
    return frames_of(omib_table(n, random_state))


def make_waveform(n: int = 5_000, random_state: Any = None) -> tuple[Any, Any]:
    """Return waves of three classes, each a random mixture of two of three triangles, with noise.

    Breiman's generator (1984), which Quinlan (1996) draws 300 cases of and Geurts & Wehenkel (2000)
    5,000: twenty-one attributes with noise of variance 1, three equally likely classes, Bayes error
    14 %.

    Parameters
    ----------
    n : int, default=5000
        The number of cases.
    random_state : int, numpy Generator or None, default=None
        The same seed gives the same cases.

    Returns
    -------
    X : pandas DataFrame
        ``x1`` to ``x21``.
    y : pandas Series
        ``0``, ``1`` or ``2``.

    Examples
    --------
    >>> X, y = make_waveform(100, random_state=0)
    >>> X.shape, sorted(y.unique())
    ((100, 21), ['0', '1', '2'])
    """
    return frames_of(waveform_table(n, random_state))


def gaussian_table(n: int, random_state: Any = None) -> Table:
    """Return the cases of :func:`make_gaussian` as a typed table."""
    rng = _checked(n, random_state)
    target = rng.integers(0, 2, n).astype(np.int32)
    first, second = (
        rng.multivariate_normal(mean, covariance, n, method="cholesky")
        for mean, covariance in zip(GAUSSIAN_MEANS, GAUSSIAN_COVARIANCES, strict=True)
    )
    cases = np.where(target[:, None] == 0, first, second)
    return _numeric_table(cases, ("a1", "a2"), ("first", "second"), target)


def omib_table(n: int, random_state: Any = None) -> Table:
    """Return the cases of :func:`make_omib` as a typed table."""
    states = omib.draw_states(n, _checked(n, random_state))
    target = np.where(omib.stays_in_step(states), 0, 1).astype(np.int32)
    return _numeric_table(np.column_stack(states), omib.NAMES, ("stable", "unstable"), target)


def waveform_table(n: int, random_state: Any = None) -> Table:
    """Return the cases of :func:`make_waveform` as a typed table."""
    rng = _checked(n, random_state)
    target = rng.integers(0, 3, n).astype(np.int32)
    one, other = WAVES[np.array(WAVE_PAIRS)[target].T]
    share = rng.random((n, 1))
    cases = share * one + (1 - share) * other + rng.normal(size=(n, 21))
    return _numeric_table(cases, [f"x{place}" for place in _PLACES], ("0", "1", "2"), target)


GENERATORS: dict[str, Callable[[int, Any], Table]] = {
    "gaussian": gaussian_table,
    "omib": omib_table,
    "waveform": waveform_table,
}
"""By name; each takes a number of cases and a random state."""


def with_irrelevant(table: Table, random_state: int = 0) -> Table:
    """Return a table with ten uniform numeric and ten ten-valued nominal attributes more.

    They are those of Quinlan (1996), table 2.

    Examples
    --------
    >>> from cutpoint.data import make_mixed
    >>> len(with_irrelevant(make_mixed(20)).attributes)
    30
    """
    rng = np.random.default_rng([random_state, table.n_rows])
    attributes, columns = list(table.attributes), list(table.columns)
    values = tuple(str(value) for value in range(10))
    for number in range(_IRRELEVANT):
        attributes.append(Attribute(f"irrelevant number {number + 1}"))
        columns.append(rng.random(table.n_rows))
    for number in range(_IRRELEVANT):
        attributes.append(Attribute(f"irrelevant value {number + 1}", values))
        columns.append(rng.integers(0, 10, table.n_rows).astype(np.int32))
    return replace(table, attributes=tuple(attributes), columns=tuple(columns))


def _checked(n: int, random_state: Any) -> np.random.Generator:
    if isinstance(n, bool) or not isinstance(n, int | np.integer) or n < 1:
        raise InputError(f"n is the number of cases, at least 1, not {n!r}")
    try:
        return np.random.default_rng(random_state)
    except (TypeError, ValueError):
        raise InputError(
            f"random_state must be a whole number from 0, a numpy Generator or None, "
            f"not {random_state!r}"
        ) from None


def _numeric_table(
    cases: NDArray[np.float64], names: Any, classes: tuple[str, ...], target: NDArray[np.int32]
) -> Table:
    columns = tuple(np.ascontiguousarray(column) for column in cases.T)
    attributes = tuple(Attribute(str(name)) for name in names)
    return Table(attributes, columns, len(cases), classes, target, "class")
