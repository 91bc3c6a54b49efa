"""How much a single cut varies from sample to sample: Table 1 of Geurts & Wehenkel."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Integral
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils import check_random_state

from cutpoint.cuts import threshold
from cutpoint.errors import InputError
from cutpoint.measures.custom_criterion import Measure
from cutpoint.tree.frame import table_of

METHODS = ("classic", "kolmogorov", "median", "averaging", "bootstrap", "smoothing")
"""In the order of the paper's table."""


def threshold_spread(
    x: ArrayLike,
    y: ArrayLike,
    sizes: Sequence[int] = (50, 500, 2000),
    n_samples: int = 100,
    methods: Sequence[str] = METHODS,
    criterion: str | Measure = "symmetric",
    reference: float | None = None,
    random_state: Any = 0,
    *,
    kind: str | None = None,
) -> Any:
    """Return how much the cut of one attribute varies from sample to sample, by method.

    Samples are drawn without replacement from the cases given, which stand for the population. All
    methods see the same samples.

    Parameters
    ----------
    x : array of shape (n_cases,)
        The attribute; cases whose value is NaN are left out.
    y : array of shape (n_cases,)
        The classes.
    sizes : sequence of int, default=(50, 500, 2000)
        The sizes of samples.
    n_samples : int, default=100
        How many samples of each size; at least 2.
    methods : sequence of str
        Some of "classic", "kolmogorov", "median", "averaging", "bootstrap" and "smoothing"; see
        :func:`cutpoint.cuts.threshold`.
    criterion : str or function, default="symmetric"
    reference : float, optional
        The cut that bias is measured from; by default that of the classic method on all cases.
    random_state : int, RandomState or None, default=0
    kind : {"pandas", "polars", "pyarrow"}, optional
        Whose table; by default pandas' if pandas is installed, else pyarrow's.

    Returns
    -------
    table
        A row for each method and size: ``method``, ``size``, ``sd`` (the standard deviation of the
        cut), ``bias`` (its mean less the reference), ``variance`` (of the class probabilities on
        either side of the cut, averaged over sides and classes) and ``samples``, the number of
        samples that can be cut at all; from fewer than two nothing follows.

    Raises
    ------
    InputError
        If there are fewer cases than a sample needs, a single class, no cut at all, or an argument
        cannot be used.

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> y = rng.integers(0, 2, 2000)
    >>> table = threshold_spread(rng.normal(y), y, sizes=[50], methods=["classic", "median"])
    >>> table["method"].tolist(), bool(table["sd"][1] < table["sd"][0])
    (['classic', 'median'], True)
    """
    values, codes, n_classes = _cases(x, y)
    if n_classes == 1:
        raise InputError("y has a single class: no cut of x is better than another")
    _check_sizes(sizes, n_samples, len(values))
    unknown = [method for method in methods if method not in METHODS]
    if unknown or not len(methods):
        raise InputError(f"methods must be some of {', '.join(METHODS)}, not {list(methods)!r}")
    if reference is None:
        reference = threshold(values, codes, "classic", criterion).cut
    draws = check_random_state(random_state)
    rows: list[tuple[Any, ...]] = []
    for size in sizes:
        samples = [draws.permutation(len(values))[:size] for _ in range(n_samples)]
        seeds = draws.randint(2**31 - 1, size=n_samples)
        for method in methods:
            found = _Cuts(n_classes)
            for rows_drawn, seed in zip(samples, seeds, strict=True):
                x_drawn, y_drawn = values[rows_drawn], codes[rows_drawn]
                cut = _cut(x_drawn, y_drawn, method, criterion, int(seed))
                if cut is not None:
                    found.add(cut, x_drawn, y_drawn)
            rows.append((method, int(size), *found.figures(float(reference))))
    order = sorted(rows, key=lambda row: list(methods).index(row[0]))
    names = ("method", "size", "sd", "bias", "variance", "samples")
    return table_of(dict(zip(names, map(list, zip(*order, strict=True)), strict=True)), kind)


class _Cuts:
    """The cuts of samples, and the class probabilities on either side of them."""

    def __init__(self, n_classes: int) -> None:
        self.n_classes = n_classes
        self.cuts: list[float] = []
        self.shares: list[NDArray[np.float64]] = []  # sides x classes

    def add(self, cut: float, values: NDArray[np.float64], codes: NDArray[np.int64]) -> None:
        sides = np.bincount(
            (values > cut) * self.n_classes + codes, minlength=2 * self.n_classes
        ).reshape(2, -1)
        self.cuts.append(cut)
        self.shares.append(sides / sides.sum(axis=1, keepdims=True))

    def figures(self, reference: float) -> tuple[float | None, float | None, float | None, int]:
        """Return standard deviation, bias, variance of probabilities, and the number of cuts."""
        if len(self.cuts) < 2:
            return None, None, None, len(self.cuts)
        variance = np.var(self.shares, axis=0).mean()
        bias = float(np.mean(self.cuts)) - reference
        return float(np.std(self.cuts, ddof=1)), bias, float(variance), len(self.cuts)


def _cut(
    values: NDArray[np.float64],
    codes: NDArray[np.int64],
    method: str,
    criterion: str | Measure,
    seed: int,
) -> float | None:
    """Return the cut of a sample; None if all its values, or all its classes, are equal."""
    if values.min() == values.max() or codes.min() == codes.max():
        return None
    return threshold(values, codes, method, criterion, random_state=seed).cut


def _cases(x: ArrayLike, y: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.int64], int]:
    """Return the known values, the classes as numbers, and how many classes there are."""
    try:
        values = np.asarray(x, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise InputError(f"x must be numbers: {error}") from None
    labels = np.asarray(y)
    if values.ndim != 1 or labels.shape != values.shape:
        raise InputError(
            f"x and y must be as long as each other, and of one dimension: their shapes are "
            f"{values.shape} and {labels.shape}"
        )
    if np.isinf(values).any():
        raise InputError(f"row {int(np.argmax(np.isinf(values)))}: x is infinite")
    known = ~np.isnan(values)
    classes, codes = np.unique(labels[known].astype(str), return_inverse=True)
    return values[known], codes.astype(np.int64), len(classes)


def _check_sizes(sizes: Sequence[int], n_samples: int, n_cases: int) -> None:
    if not isinstance(n_samples, Integral) or n_samples < 2:
        raise InputError(f"n_samples must be a whole number from 2, not {n_samples!r}")
    for size in sizes:
        if not isinstance(size, Integral) or not 2 <= size <= n_cases:
            raise InputError(
                f"a sample of {size!r} cases cannot be drawn from {n_cases:,}: sizes are whole "
                f"numbers from 2 to {n_cases:,}"
            )
    if not len(sizes):
        raise InputError("sizes is empty: say how large samples are")
