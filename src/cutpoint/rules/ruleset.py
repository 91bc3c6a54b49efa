"""What a ruleset is: rules in the order in which they are asked, and a default class."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from functools import cached_property
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cutpoint import _core
from cutpoint.data.attribute import Attribute, Label
from cutpoint.errors import InputError
from cutpoint.rules import text
from cutpoint.rules.condition import Condition
from cutpoint.threads import thread_count

MOST_ERROR = 0.7
"""A rule that is expected to err more often never fires."""


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

    @property
    def fires(self) -> bool:
        """Whether it ever fires: C4.5 does not let a rule that is expected to err too often."""
        return self.error <= MOST_ERROR


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

    @property
    def tested(self) -> tuple[Attribute, ...]:
        """The attributes that rules which may fire ask for, in the order of the columns."""
        firing = (rule for rule in self.rules if rule.fires)
        names = {condition.attribute.name for rule in firing for condition in rule.conditions}
        return tuple(attribute for attribute in self.attributes if attribute.name in names)

    def __len__(self) -> int:
        return len(self.rules)

    def __iter__(self) -> Iterator[Rule]:
        return iter(self.rules)

    @cached_property
    def _matcher(self) -> _core.RuleMatcher:
        """The rules as the core reads them."""
        single = _core.RuleArithmetic.RELEASE8 if self.single else _core.RuleArithmetic.EXACT
        matcher = _core.RuleMatcher(len(self.attributes), single)
        place = {attribute.name: a for a, attribute in enumerate(self.attributes)}
        for rule in self.rules:
            matcher.add_rule(rule.fires)
            for condition in rule.conditions:
                a = place[condition.attribute.name]
                if condition.values is None:
                    matcher.add_bounds(a, *condition.bounds)
                else:
                    taken = set() if condition.never else set(condition.values)
                    flags = [value in taken for value in condition.attribute.values or ()]
                    matcher.add_values(a, np.array(flags, dtype=np.bool_))
        return matcher

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
        return self._matcher.first_two(self._checked(X), thread_count(n_jobs))

    def _first(self, X: ArrayLike, n_jobs: int | None) -> NDArray[np.int32]:
        return self._matcher.first(self._checked(X), thread_count(n_jobs))

    def _checked(self, X: ArrayLike) -> NDArray[np.float64]:
        matrix = np.asarray(X, dtype=np.float64)
        if matrix.ndim != 2 or matrix.shape[1] != len(self.attributes):
            raise InputError(
                f"the rules need a matrix with {len(self.attributes)} columns, not one of shape "
                f"{matrix.shape}"
            )
        return matrix

    def predict_codes(self, X: ArrayLike, n_jobs: int | None = 1) -> NDArray[np.int32]:
        """Return the class of each row as a position in ``classes``."""
        labels = np.array([rule.label for rule in self.rules] + [self.default], dtype=np.int32)
        return labels[self._first(X, n_jobs)]

    def predict_proba(self, X: ArrayLike, n_jobs: int | None = 1) -> NDArray[np.float64]:
        """Return the probabilities of the classes.

        A rule gives its class all but its expected error, and shares that among the other classes
        as they occur among the training cases that it covers, or else in all. Where no rule fires
        the probabilities are the shares of the classes among the training cases left over.
        """
        shares = np.array([self.shares(rule) for rule in self.rules] + [self.default_shares()])
        return shares[self._first(X, n_jobs)]

    def shares(self, rule: Rule) -> NDArray[np.float64]:
        """Return the probabilities of the classes where a rule gives the class."""
        others = np.array(rule.distribution, dtype=np.float64)
        others[rule.label] = 0
        if others.sum() == 0:
            others = self.default_shares()
            others[rule.label] = 0
        if others.sum() == 0:
            others = np.ones(len(others))
            others[rule.label] = len(others) == 1
        shares = rule.error * others / others.sum()
        shares[rule.label] += 1 - rule.error
        return np.asarray(shares)

    def default_shares(self) -> NDArray[np.float64]:
        """Return the probabilities of the classes where no rule fires."""
        counts = np.array(self.left_over, dtype=np.float64)
        return np.asarray(counts / counts.sum())

    def to_html(self, data: Any = None, test: Any = None) -> str:
        """Return the rules as an HTML page to explore: one text that needs no other file.

        Parameters
        ----------
        data : pair (X, y), optional
            The training cases: the page then shows what each rule does on them, and follows them.
        test : pair (X, y), optional
            Other cases, to be shown beside.

        Raises
        ------
        InputError
            If the cases do not have the attributes and classes of the rules.
        """
        page: str = import_module("cutpoint.views.page").page_of_rules(self, data, test)
        return page

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
