"""How often a tree is right: errors, confusion matrix, and what follows from it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutpoint.cli.work import watched
from cutpoint.data.attribute import Label
from cutpoint.errors import InputError

if TYPE_CHECKING:
    from cutpoint.cli.proba_score import ProbaScore
    from cutpoint.data.table import Table
    from cutpoint.tree.saved import Predicting

_Z95 = 1.959963984540054
"""The normal deviate with 95 % of the mass between it and its negative."""
_LARGEST_MATRIX = 4096
"""The most classes whose whole confusion matrix is worth writing out."""


_NO_PROBA: dict[str, float | None] = {"log_loss": None, "brier": None, "auc": None}


class Errors(NamedTuple):
    """The weight of the errors among the weight of all cases."""

    errors: float
    cases: float

    @property
    def rate(self) -> float:
        """The share of errors."""
        return self.errors / self.cases if self.cases > 0 else 0.0


class ByClass(NamedTuple):
    """How one class fares; a rate is NaN where it has no cases to be a rate of."""

    label: Label
    precision: float
    recall: float
    f1: float
    support: float


@dataclass(frozen=True)
class Score:
    """What a tree made of cases whose classes are known.

    Attributes
    ----------
    classes : tuple of labels
    true, given, weight : arrays
        The cells of the confusion matrix that are not empty: the true class, the class given, and
        the weight of the cases.
    unclassed : int
        The number of cases left out because their class is missing.
    costs : array, or None
        What errors cost, by true class and class given; for the classes of the model, which come
        first. Errors on other classes cost 1.
    proba : ProbaScore, or None
        How good the probabilities are, if that was looked at.

    Examples
    --------
    >>> rows, columns = np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1])
    >>> score = Score(("no", "yes"), rows, columns, np.array([7.0, 1.0, 2.0, 10.0]), 0)
    >>> score.errors, score.cases, score.rate
    (3.0, 20.0, 0.15)
    >>> [round(bound, 3) for bound in score.interval]
    [0.052, 0.36]
    """

    classes: tuple[Label, ...]
    true: NDArray[np.int64]
    given: NDArray[np.int64]
    weight: NDArray[np.float64]
    unclassed: int
    costs: NDArray[np.float64] | None = None
    proba: ProbaScore | None = None

    @property
    def mean_cost(self) -> float | None:
        """The mean cost of a case; None if it is not known what errors cost."""
        if self.costs is None:
            return None
        every = 1.0 - np.eye(len(self.classes))
        every[: len(self.costs), : len(self.costs)] = self.costs
        return float((self.weight * every[self.true, self.given]).sum() / self.cases)

    @cached_property
    def cases(self) -> float:
        """Weight of all cases."""
        return float(self.weight.sum())

    @cached_property
    def errors(self) -> float:
        """Weight of the cases that were given a wrong class."""
        return float(self.weight[self.true != self.given].sum())

    @property
    def rate(self) -> float:
        """The share of errors."""
        return self.errors / self.cases

    @property
    def totals(self) -> Errors:
        """The errors alone."""
        return Errors(self.errors, self.cases)

    def confusion(self) -> NDArray[np.float64]:
        """Return the confusion matrix: true classes by row, classes given by column."""
        matrix = np.zeros((len(self.classes), len(self.classes)))
        matrix[self.true, self.given] = self.weight
        return matrix

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval of the error rate."""
        n, p, zz = self.cases, self.rate, _Z95 * _Z95
        middle = (p + zz / (2 * n)) / (1 + zz / n)
        half = _Z95 / (1 + zz / n) * math.sqrt(p * (1 - p) / n + zz / (4 * n * n))
        return (
            0.0 if self.errors == 0 else max(0.0, middle - half),
            1.0 if self.errors == n else min(1.0, middle + half),
        )

    @property
    def standard_error(self) -> float:
        """The standard error of the error rate."""
        return math.sqrt(self.rate * (1 - self.rate) / self.cases)

    def by_class(self) -> list[ByClass]:
        """Return precision, recall and F1 of each class."""
        right = self._sums(self.true[self.true == self.given], self.true == self.given)
        support, given = self._sums(self.true), self._sums(self.given)
        with np.errstate(invalid="ignore"):
            precision, recall = right / given, right / support
            f1 = 2 * right / (support + given)
        return [
            ByClass(*entry)
            for entry in zip(
                self.classes,
                precision.tolist(),
                recall.tolist(),
                f1.tolist(),
                support.tolist(),
                strict=True,
            )
        ]

    def _sums(
        self, codes: NDArray[np.int64], chosen: NDArray[np.bool_] | None = None
    ) -> NDArray[np.float64]:
        weight = self.weight if chosen is None else self.weight[chosen]
        return np.bincount(codes, weight, minlength=len(self.classes)).astype(np.float64)

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values.

        A rate without cases is None, and so is the confusion matrix of thousands of classes.
        """
        small = len(self.classes) <= _LARGEST_MATRIX
        return {
            "cases": _whole(self.cases),
            "errors": _whole(self.errors),
            "error_rate": self.rate,
            "standard_error": self.standard_error,
            "interval_95": list(self.interval),
            **(_NO_PROBA if self.proba is None else self.proba.to_dict()),
            **({} if self.mean_cost is None else {"mean_cost": self.mean_cost}),
            "cases_without_class": self.unclassed,
            "classes": list(self.classes),
            "confusion": [[_whole(cell) for cell in row] for row in self.confusion().tolist()]
            if small
            else None,
            "by_class": [
                {
                    "class": entry.label,
                    "precision": _defined(entry.precision),
                    "recall": _defined(entry.recall),
                    "f1": _defined(entry.f1),
                    "support": _whole(entry.support),
                }
                for entry in self.by_class()
            ],
        }


def score(model: Predicting, table: Table, costs: NDArray[np.float64] | None = None) -> Score:
    """Return how a tree or rules do on a table with a target.

    The table may have classes besides those of the model, behind them: their cases are errors.
    What errors cost is known to the model, unless ``costs`` says it.

    Raises
    ------
    InputError
        If no case has a class and a weight.
    """
    true, given, weight = _known(model, table)
    classes = max(model.classes, table.classes, key=len)
    n_classes = len(classes)
    cells, position = np.unique(true * n_classes + given, return_inverse=True)
    sums = np.bincount(position, weight).astype(np.float64)
    if not sums.any():
        raise InputError("no case has both a class and a weight: there is nothing to evaluate")
    unclassed = table.n_rows - len(true)
    if costs is None:
        costs = getattr(model, "costs", None)
    return Score(classes, cells // n_classes, cells % n_classes, sums, unclassed, costs)


def count_errors(model: Predicting, table: Table) -> Errors:
    """Return the errors of a tree or rules on a table with a target."""
    true, given, weight = _known(model, table)
    if weight is None:
        return Errors(float((true != given).sum()), float(len(true)))
    return Errors(float(weight[true != given].sum()), float(weight.sum()))


def _known(
    model: Predicting, table: Table
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64] | None]:
    """Return true class, class given and weight of the cases whose class is known."""
    assert table.target is not None
    given = watched(lambda: model.predict_codes(table.matrix(), n_jobs=-1), "Predicting")
    known = table.target >= 0
    weight = None if table.weights is None else table.weights[known]
    return table.target[known].astype(np.int64), given[known].astype(np.int64), weight


def amount(weight: float) -> str:
    """Return a weight of cases as text: a whole number if it is one.

    Examples
    --------
    >>> amount(1234.0), amount(0.25)
    ('1234', '0.2')
    """
    return f"{weight:.0f}" if weight == round(weight) else f"{weight:.1f}"


def _whole(weight: float) -> int | float:
    return int(weight) if weight == int(weight) else weight


def _defined(rate: float) -> float | None:
    return None if math.isnan(rate) else rate
