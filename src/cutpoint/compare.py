"""Which systems can be compared: some have names, and a grid of settings gives the others."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any

from cutpoint.catalog import CRITERIA, PENALTIES, PRUNINGS, RELEASES, THRESHOLDS
from cutpoint.classifiers import (
    C45Classifier,
    MultiwayTreeClassifier,
    T2Classifier,
    TreeClassifier,
)
from cutpoint.data.place import nearest
from cutpoint.errors import InputError
from cutpoint.validation import System, tree_system

_OFFERED: dict[str, tuple[str | None, ...]] = {
    "criterion": tuple(CRITERIA),
    "threshold": tuple(THRESHOLDS),
    "penalty": tuple(PENALTIES),
    "pruning": (*PRUNINGS, None),
}
GRID = tuple(_OFFERED)
"""The parameters of the classifier that a grid may vary."""


_registered: dict[str, System] = {}


def register(system: System) -> None:
    """Give a system a name that :func:`systems` and the command line know.

    Parameters
    ----------
    system : System
        It takes the place of one of the same name.
    """
    _registered[system.name] = system


def systems() -> dict[str, System]:
    """Return the systems that have names.

    Examples
    --------
    >>> {"r8", "r7gs", "mantaras"} <= set(systems())
    True
    """
    found = [
        *(_release(name) for name in RELEASES),
        tree_system("multiway", "several intervals", MultiwayTreeClassifier),
        tree_system("t2", "the best of two levels", T2Classifier),
        *(_tree(criterion=name) for name in CRITERIA),
    ]
    return {**{system.name: system for system in found}, **_registered}


def _release(name: str) -> System:
    return tree_system(
        f"r{name.lower()}", f"C4.5 Release {name}", lambda: C45Classifier(release=name)
    )


def offered(parameter: str) -> tuple[str | None, ...]:
    """Return the names that a grid may try for a parameter, its default first.

    Examples
    --------
    >>> offered("pruning")
    ('error', None)
    """
    return _OFFERED[parameter]


def grid(**choices: Iterable[str | None]) -> list[System]:
    """Return a system for every combination of settings of the tree classifier.

    Parameters
    ----------
    **choices
        For each of ``criterion``, ``threshold``, ``penalty`` and ``pruning`` the values to try; a
        parameter that is not named keeps its default.

    Raises
    ------
    InputError
        If the classifier does not accept a value.

    Examples
    --------
    >>> [system.name for system in grid(criterion=["gain", "gini"], pruning=["error", None])]
    ['gain error', 'gain none', 'gini error', 'gini none']
    """
    for parameter, values in choices.items():
        if parameter not in GRID:
            raise InputError(f"a grid is of {', '.join(GRID)}, not of {parameter!r}")
        known = offered(parameter)
        for value in values:
            if value not in known:
                names = ", ".join(_shown(name) for name in known)
                near = nearest(str(value), [name for name in known if name is not None])
                guess = "" if near is None else f"; did you mean {near!r}?"
                raise InputError(f"{parameter} must be one of {names}, not {value!r}{guess}")
    return [
        _tree(**dict(zip(choices, values, strict=True))) for values in product(*choices.values())
    ]


def _tree(**parameters: Any) -> System:
    about = ", ".join(f"{name} {_shown(value)}" for name, value in parameters.items())
    name = " ".join(_shown(value) for value in parameters.values())
    return tree_system(name, about, lambda: TreeClassifier(**parameters))


def _shown(value: str | None) -> str:
    return "none" if value is None else value
