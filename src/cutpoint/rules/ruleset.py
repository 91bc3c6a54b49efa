"""What a ruleset is: rules in the order in which they are asked, and a default class."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cutpoint.data.attribute import Attribute, Label
from cutpoint.data.ranked import UNKNOWN_NUMBER
from cutpoint.errors import InputError
from cutpoint.rules import text
from cutpoint.tree.names import printable
from cutpoint.tree.split import EXACT_DIGITS, NumericTest, Test


@dataclass(frozen=True, slots=True)
class Condition:
    """One branch of a test, asked of a case.

    Examples
    --------
    >>> from cutpoint.tree.split import NumericTest
    >>> condition = Condition(NumericTest(Attribute("age"), (35.0,)), 1)
    >>> condition.describe()
    'age > 35'
    >>> condition.to_dict()
    {'attribute': 'age', 'op': '>', 'value': 35.0}
    """

    test: Test
    branch: int

    @property
    def attribute(self) -> Attribute:
        """The attribute that is asked for."""
        return self.test.attribute

    @property
    def values(self) -> tuple[Label, ...] | None:
        """The nominal values that satisfy the condition; None if it is numeric."""
        return None if isinstance(self.test, NumericTest) else self.test.groups[self.branch]

    @property
    def bounds(self) -> tuple[float | None, float | None]:
        """What a number must be above, and not above; None where there is no bound."""
        if not isinstance(self.test, NumericTest):
            return None, None
        cuts = self.test.cuts
        low = cuts[self.branch - 1] if self.branch > 0 else None
        return low, cuts[self.branch] if self.branch < len(cuts) else None

    def describe(self, digits: int = EXACT_DIGITS) -> str:
        """Return the condition in words, as in ``"age > 35"``."""
        if isinstance(self.test, NumericTest):
            return self.test.describe(self.branch, digits)
        group = self.test.groups[self.branch]
        if len(group) == 1:
            return self.test.describe(self.branch)
        return f"{printable(self.attribute.name)} in {{{', '.join(map(printable, group))}}}"

    def to_dict(self) -> dict[str, Any]:
        """Return the condition as plain values: attribute, ``<= > in =`` or ``between``, value."""
        name = self.attribute.name
        if self.values is not None:
            if len(self.values) == 1:
                return {"attribute": name, "op": "=", "value": self.values[0]}
            return {"attribute": name, "op": "in", "value": list(self.values)}
        low, high = self.bounds
        if low is None:
            return {"attribute": name, "op": "<=", "value": high}
        if high is None:
            return {"attribute": name, "op": ">", "value": low}
        return {"attribute": name, "op": "between", "value": [low, high]}


@dataclass(frozen=True, slots=True)
class Rule:
    """Conditions, all of which must hold, and the class that they give.

    Attributes
    ----------
    number : int
        Counted from 1 in the order in which rules were made.
    conditions : tuple of Condition
    label : int
        The position of the class.
    error : float
        The error rate to expect of it.
    distribution : tuple of int
        The training cases that it covers, by class.
    """

    number: int
    conditions: tuple[Condition, ...]
    label: int
    error: float
    distribution: tuple[int, ...]

    @property
    def covered(self) -> int:
        """The number of training cases that satisfy all conditions."""
        return sum(self.distribution)

    @property
    def wrong(self) -> int:
        """The number of those that are of another class."""
        return self.covered - self.distribution[self.label]


@dataclass(frozen=True)
class Ruleset:
    """Rules in the order in which they are asked: the first that holds gives the class.

    Attributes
    ----------
    attributes : tuple of Attribute
    classes : tuple of labels
    rules : tuple of Rule
    default : int
        The position of the class of a case on which no rule fires.
    left_over : tuple of int
        The training cases on which no rule fires, by class; all cases if there are none.
    single : bool
        Whether the rules were made in C4.5's own single precision: values are then rounded to 32
        bits before they are compared, and -999 is unknown.
    """

    attributes: tuple[Attribute, ...]
    classes: tuple[Label, ...]
    rules: tuple[Rule, ...]
    default: int
    left_over: tuple[int, ...]
    single: bool = field(default=False)

    def __len__(self) -> int:
        return len(self.rules)

    def __iter__(self) -> Iterator[Rule]:
        return iter(self.rules)

    @cached_property
    def _asked(self) -> Any:
        from cutpoint.rules.fire import compiled  # noqa: PLC0415  # brings in the compiler

        return compiled(self)

    def firing(
        self, X: ArrayLike, n_jobs: int | None = 1
    ) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Return for each row the first and the second rule that fire, by place; -1 is none.

        Parameters
        ----------
        X : matrix, rows x attributes
            Numbers; nominal values as positions in ``Attribute.values``. NaN is unknown.
        n_jobs : int or None, default=1
            Number of threads; None is 1, -1 is one per core. The result does not depend on it.
        """
        from cutpoint.rules.fire import first_two  # noqa: PLC0415
        from cutpoint.tree.predict import share_out  # noqa: PLC0415

        columns = columns_of(np.asarray(X, dtype=np.float64), len(self.attributes), self.single)
        first = np.full(columns.shape[1], -1, dtype=np.int32)
        second = first.copy()

        def work(low: int, high: int) -> None:
            rows = np.arange(low, high)
            first_two(self._asked, self._asked.able, columns, rows, first, second)

        share_out(work, columns.shape[1], n_jobs)
        return first, second

    def predict_codes(self, X: ArrayLike, n_jobs: int | None = 1) -> NDArray[np.int32]:
        """Return the class of each row as a position in ``classes``."""
        labels = np.array([rule.label for rule in self.rules] + [self.default], dtype=np.int32)
        return labels[self.firing(X, n_jobs)[0]]

    def predict_proba(self, X: ArrayLike) -> NDArray[np.float64]:
        """Return the probabilities of the classes.

        A rule gives its class all but its expected error, and shares that among the other classes
        as they occur among the training cases that it covers, or else in all. Where no rule fires
        the probabilities are the shares of the classes among the training cases left over.
        """
        shares = np.array([self._shares(rule) for rule in self.rules] + [self._default_shares()])
        return shares[self.firing(X)[0]]

    def _shares(self, rule: Rule) -> NDArray[np.float64]:
        others = np.array(rule.distribution, dtype=np.float64)
        others[rule.label] = 0
        if others.sum() == 0:
            others = self._default_shares()
            others[rule.label] = 0
        if others.sum() == 0:
            others = np.ones(len(others))
            others[rule.label] = len(others) == 1
        shares = rule.error * others / others.sum()
        shares[rule.label] += 1 - rule.error
        return np.asarray(shares)

    def _default_shares(self) -> NDArray[np.float64]:
        counts = np.array(self.left_over, dtype=np.float64)
        return np.asarray(counts / counts.sum())

    def to_dict(self) -> dict[str, Any]:
        """Return the rules as plain values, in order."""
        return {
            "rules": [
                {
                    "number": rule.number,
                    "conditions": [condition.to_dict() for condition in rule.conditions],
                    "class": self.classes[rule.label],
                    "error": rule.error,
                    "covered": rule.covered,
                    "wrong": rule.wrong,
                }
                for rule in self.rules
            ],
            "default": self.classes[self.default],
        }

    def __str__(self) -> str:
        return text.to_text(self)

    def __getstate__(self) -> dict[str, Any]:
        """Pickle the fields, not what was worked out from them."""
        return {entry.name: getattr(self, entry.name) for entry in fields(self)}


def columns_of(matrix: NDArray[np.float64], n_attributes: int, single: bool) -> NDArray[np.float64]:
    """Return a matrix by attribute, as the rules read it: NaN where a value is unknown."""
    if matrix.ndim != 2 or matrix.shape[1] != n_attributes:
        raise InputError(
            f"the rules need a matrix with {n_attributes} columns, not one of shape {matrix.shape}"
        )
    columns = np.ascontiguousarray(matrix.T)
    if single:
        with np.errstate(over="ignore"):  # beyond single precision is infinite, as in C
            columns = columns.astype(np.float32).astype(np.float64)
        columns[columns == UNKNOWN_NUMBER] = np.nan
    return columns
