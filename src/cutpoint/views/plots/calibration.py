"""Whether probabilities are what they say: 70 % of the cases given 70 % are of the class."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cutpoint.data.attribute import Label
from cutpoint.errors import InputError
from cutpoint.tree.probabilities import jeffreys_interval
from cutpoint.views.colours import HUES, class_colours
from cutpoint.views.plots.canvas import axes, legend, shown

_MOST_CLASSES = len(HUES)
"""Curves beyond this many could not be told apart: those of the most frequent classes are drawn."""


class Calibration(NamedTuple):
    """What became of the cases that a class was given with about the same probability.

    Attributes
    ----------
    given : float64 array
        The mean of the probabilities, by group; groups without cases are left out.
    observed : float64 array
        The share of cases that are of the class.
    low, high : float64 arrays
        Jeffreys' interval for what is observed.
    cases : float64 array
        The weight of the cases.
    """

    given: NDArray[np.float64]
    observed: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]
    cases: NDArray[np.float64]


def calibration_of(
    probability: ArrayLike,
    is_class: ArrayLike,
    *,
    weights: ArrayLike | None = None,
    n_bins: int = 10,
    level: float = 0.9,
) -> Calibration:
    """Return how often cases are of a class, by the probability that they were given.

    Parameters
    ----------
    probability : array
        What each case was given for the class.
    is_class : array of bool
        Whether it is of the class.
    weights : array, optional
    n_bins : int, default=10
        The groups: probabilities up to 0.1, up to 0.2, and so on.
    level : float, default=0.9
        The probability that an interval holds.

    Raises
    ------
    InputError
        If there are no cases, or not as many of one as of the other.

    Examples
    --------
    >>> found = calibration_of([0.2, 0.2, 0.9, 0.9], [0, 1, 1, 1], n_bins=2)
    >>> found.given.tolist(), found.observed.tolist(), found.cases.tolist()
    ([0.2, 0.9], [0.5, 1.0], [2.0, 2.0])
    """
    given, hit = np.asarray(probability, dtype=np.float64), np.asarray(is_class, dtype=np.float64)
    weight = np.ones(len(given)) if weights is None else np.asarray(weights, dtype=np.float64)
    if not len(given) == len(hit) == len(weight):
        raise InputError(
            f"there are {len(given)} probabilities, {len(hit)} cases and {len(weight)} weights"
        )
    if not weight.sum() > 0:
        raise InputError("there is no case to look at")
    group = np.clip(np.ceil(given * n_bins).astype(np.int64) - 1, 0, n_bins - 1)
    cases = np.bincount(group, weight, minlength=n_bins).astype(np.float64)
    some = cases > 0
    hits = np.bincount(group, weight * hit, minlength=n_bins)[some]
    means = np.bincount(group, weight * given, minlength=n_bins)[some] / cases[some]
    bounds = [
        jeffreys_interval(min(successes, total), total, level)
        for successes, total in zip(hits.tolist(), cases[some].tolist(), strict=True)
    ]
    low, high = np.array(bounds).T
    return Calibration(means, hits / cases[some], low, high, cases[some])


def plot_calibration(
    probabilities: ArrayLike,
    codes: ArrayLike,
    classes: Sequence[Label],
    *,
    weights: ArrayLike | None = None,
    n_bins: int = 10,
    ax: Any = None,
) -> Any:
    """Draw the share of cases that are of a class against the probability they were given.

    Of two classes only the second has a curve, as that of the first is its mirror image. Bars are
    Jeffreys' 90 % intervals; well-calibrated probabilities lie on the diagonal.

    Parameters
    ----------
    probabilities : array of shape (cases, classes)
        As ``predict_proba`` gives them.
    codes : array of int
        The true class of each case, as a position in ``classes``; others are no class of these.
    classes : sequence of labels
    weights : array, optional
    n_bins : int, default=10
    ax : matplotlib axes, optional

    Returns
    -------
    matplotlib axes

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> from cutpoint import C45Classifier
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> model = C45Classifier(probabilities="laplace").fit(X[::2], y[::2])
    >>> ax = plot_calibration(model.predict_proba(X[1::2]), y[1::2], model.classes_)
    >>> ax.get_xlabel(), len(ax.get_legend().get_texts())
    ('probability given', 1)
    """
    shares, true = np.asarray(probabilities, dtype=np.float64), np.asarray(codes)
    if shares.ndim != 2 or shares.shape[1] != len(classes):
        raise InputError(f"probabilities of {len(classes)} classes need as many columns")
    ax = axes(ax, 5.2, 5.0)
    ax.plot([0, 1], [0, 1], color="#999999", linewidth=1, linestyle=(0, (3, 3)))
    colours = class_colours(_frequencies(true, len(classes)).tolist())
    entries = []
    for code in _drawn(true, len(classes)):
        found = calibration_of(shares[:, code], true == code, weights=weights, n_bins=n_bins)
        curve = ax.errorbar(
            found.given,
            found.observed,
            yerr=(found.observed - found.low, found.high - found.observed),
            color=colours[code],
            marker="o",
            markersize=4,
            linewidth=1.4,
            elinewidth=1,
            capsize=2,
        )
        entries.append((curve, shown(classes[code])))
    ax.set_xlim(0, 1)
    ax.set_ylim(0, 1)
    ax.set_aspect("equal")
    ax.set_xlabel("probability given")
    ax.set_ylabel("share of the class")
    legend(ax, entries, frameon=False, title="class")
    return ax


def _drawn(true: NDArray[Any], n_classes: int) -> list[int]:
    """Return the classes that have a curve."""
    if n_classes == 2:
        return [1]
    counts = _frequencies(true, n_classes)
    return sorted(np.argsort(-counts, kind="stable")[:_MOST_CLASSES].tolist())


def _frequencies(true: NDArray[Any], n_classes: int) -> NDArray[np.int64]:
    """Return how many cases there are of each class."""
    return np.bincount(true[true >= 0].astype(np.int64), minlength=n_classes)[:n_classes]
