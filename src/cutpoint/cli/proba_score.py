"""How good the probabilities of a model are: log loss, Brier score and area under the ROC curve.

The values are those of scikit-learn's functions, which would take a second to import.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cutpoint.cli.work import watched

if TYPE_CHECKING:
    from cutpoint.data.attribute import Label
    from cutpoint.data.table import Table

MOST_CELLS = 100_000_000
"""A larger matrix of cases by classes is not made."""


class Probable(Protocol):
    """A tree, a ruleset, or whatever else gives probabilities to rows."""

    @property
    def classes(self) -> tuple[Label, ...]:
        """The classes."""

    def predict_proba(self, X: ArrayLike, n_jobs: int | None = 1) -> NDArray[np.float64]:
        """Return the probability of each class for each row."""


@dataclass(frozen=True)
class ProbaScore:
    """How good probabilities are.

    Attributes
    ----------
    log_loss : float
        The mean of -ln of the probability of the true class.
    brier : float
        The mean squared distance of the probabilities from the truth: summed over the classes, or
        of the second of two classes alone.
    auc : float or None
        The area under the ROC curve: how often a case of a class gets a higher probability of it
        than a case of another class, the mean over the classes that occur. None if only one does.
    """

    log_loss: float
    brier: float
    auc: float | None

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values."""
        return {"log_loss": self.log_loss, "brier": self.brier, "auc": self.auc}


def proba_score(tree: Probable, table: Table) -> ProbaScore | None:
    """Return how good the probabilities are for a table with a target.

    A class that the tree does not know has probability 0. None is returned if there are too many
    classes and cases to look at all of them, or if no case has a class and a weight.
    """
    assert table.target is not None
    n_classes = max(len(tree.classes), len(table.classes))
    known = table.target >= 0
    true = table.target[known]
    weights = np.ones(len(true)) if table.weights is None else table.weights[known]
    if table.n_rows * n_classes > MOST_CELLS or not weights.any():
        return None
    found = watched(lambda: tree.predict_proba(table.matrix(), n_jobs=-1), "Predicting")[known]
    shares = np.zeros((len(true), n_classes))
    shares[:, : found.shape[1]] = found
    return score_of(true, shares, weights)


def score_of(
    true: NDArray[np.int32], shares: NDArray[np.float64], weights: NDArray[np.float64]
) -> ProbaScore:
    """Return how good probabilities are, given the class and weight of each case.

    Examples
    --------
    >>> true, shares = np.array([0, 1, 1]), np.array([[0.8, 0.2], [0.5, 0.5], [0.1, 0.9]])
    >>> score = score_of(true, shares, np.ones(3))
    >>> round(score.log_loss, 4), round(score.brier, 4), score.auc
    (0.3406, 0.1, 1.0)
    """
    rows = np.arange(len(true))
    least = np.finfo(np.float64).eps
    surprise = -np.log(np.clip(shares[rows, true], least, 1 - least))
    if shares.shape[1] == 2:
        distance = (shares[:, 1] - (true == 1)) ** 2
    else:
        distance = (shares**2).sum(axis=1) - 2 * shares[rows, true] + 1
    occurring = np.flatnonzero(np.bincount(true, weights, minlength=shares.shape[1]) > 0)
    auc = None
    if len(occurring) > 1:
        counted = occurring[-1:] if shares.shape[1] == 2 else occurring
        areas = [_area(true == label, shares[:, label], weights) for label in counted]
        auc = float(np.mean(areas))
    return ProbaScore(
        float(np.average(surprise, weights=weights)),
        float(np.average(distance, weights=weights)),
        auc,
    )


def _area(
    positive: NDArray[np.bool_], scores: NDArray[np.float64], weights: NDArray[np.float64]
) -> float:
    """Return how often a positive case has the higher score; equals count half."""
    _, ranks = np.unique(scores, return_inverse=True)
    above = np.bincount(ranks, weights * positive)
    below = np.bincount(ranks, weights * ~positive)
    lower = np.cumsum(below) - below
    return float((above * (lower + below / 2)).sum() / (above.sum() * below.sum()))
