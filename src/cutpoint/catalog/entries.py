"""What an entry of the catalog says of a method or an option."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

Value = int | float | str | None
"""What an option can be set to."""


@dataclass(frozen=True)
class Method:
    """A method that is chosen by its name.

    Attributes
    ----------
    name : str
        As people write it.
    help : str
        What it does, to go on a list after its name.
    """

    name: str
    help: str


@dataclass(frozen=True)
class Criterion(Method):
    """A measure of how good a test is.

    Attributes
    ----------
    branches : int or None
        The only number of branches that it can compare; None for any number.
    nominal : bool
        Whether it is defined for nominal attributes.
    scores_partitions : bool
        Whether a partition into intervals can be scored with it on the way from one partition to
        the next, as the contextual method does.
    boundary_points : bool
        Whether the best cut of a column is always a boundary point.
    """

    branches: int | None = None
    nominal: bool = True
    scores_partitions: bool = False
    boundary_points: bool = True


@dataclass(frozen=True)
class Release(Method):
    """A release of C4.5, or a step between two (Quinlan 1996, Table 3).

    Attributes
    ----------
    cut_by : {"gain", "release7"}
        Which cut of a numeric attribute competes: that of greatest gain, or that of greatest gain
        ratio among those of at least average gain.
    penalty : str
        One of :data:`PENALTIES`.
    """

    cut_by: str = "gain"
    penalty: str = "none"


@dataclass(frozen=True)
class Learner(Method):
    """Who learns a tree.

    Attributes
    ----------
    classifier : str
        The class in :mod:`cutpoint.classifiers`.
    """

    classifier: str = ""


@dataclass(frozen=True)
class Option:
    """A parameter that is a number or one of several names.

    Attributes
    ----------
    name : str
        Of the estimator's parameter.
    default : int, float, str or None
    help : str
        What it is, in a few words.
    kind : {int, float, str}
    least, most : float or None
        The range of a number; None does not bind.
    closed : {"left", "right", "both", "neither"}
        Which ends belong to the range.
    choices : tuple of str
        The names it can be.
    optional : bool
        Whether it can be None.
    flag : str or None
        The option of ``cutpoint discretize`` that sets it.
    """

    name: str
    default: Value
    help: str
    kind: type = float
    least: float | None = None
    most: float | None = None
    closed: str = "left"
    choices: tuple[str, ...] = ()
    optional: bool = False
    flag: str | None = None

    @property
    def sentence(self) -> str:
        """The help as a sentence."""
        return f"{self.help[0].upper()}{self.help[1:]}."


@dataclass(frozen=True)
class Flag:
    """An option of ``cutpoint discretize`` that sets an option of some interval methods."""

    name: str
    metavar: str
    least: float | None = None


@dataclass(frozen=True)
class IntervalEntry(Method):
    """A method that divides a numeric attribute into intervals.

    Attributes
    ----------
    discretizer : str
        The class in :mod:`cutpoint.discretize`.
    options : tuple of Option
        In the order of the discretizer's parameters.
    supervised : bool
        Whether it looks at the classes.
    by_name : bool
        Whether ``cuts=`` of a tree takes it by this name. The others are for whole columns, or are
        asked for with a discretizer.
    """

    discretizer: str = ""
    options: tuple[Option, ...] = ()
    supervised: bool = True
    by_name: bool = True

    @property
    def defaults(self) -> dict[str, Value]:
        """The default of each option, by name."""
        return {option.name: option.default for option in self.options}


_M = TypeVar("_M", bound=Method | Option | Flag)


def by_name(*entries: _M) -> dict[str, _M]:
    """Return entries by their names, in this order."""
    return {entry.name: entry for entry in entries}


def listed(methods: Iterable[Method]) -> str:
    """Return methods and what they do, for a help text.

    Examples
    --------
    >>> from cutpoint.catalog import NOMINAL
    >>> listed([NOMINAL["values"], NOMINAL["binary"]])
    'values: one branch per value; binary: two groups of values'
    """
    return "; ".join(f"{method.name}: {method.help}" for method in methods)
