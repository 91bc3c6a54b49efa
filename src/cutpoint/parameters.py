"""The parameters of estimators, from the catalog: what they may be, and what their help says."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable
from numbers import Integral, Real
from typing import Any, TypeVar

from sklearn.utils._param_validation import Interval, Options, StrOptions

from cutpoint import catalog
from cutpoint.catalog import Method, Option

Estimator = TypeVar("Estimator", bound=type)

Constraints = dict[str, list[Any]]
"""What each parameter may be."""

TABLE: Constraints = {
    "categorical_features": [StrOptions({"from_dtype"}), "array-like", None],
    "class_order": ["array-like", None],
    "class_weight": [dict, StrOptions({"balanced"}), None],
    "n_jobs": [Integral, None],
}
"""The parameters of every classifier."""

PRUNING: Constraints = {
    "pruning": [StrOptions(set(catalog.PRUNINGS)), None],
    "ccp_alpha": [Interval(Real, 0, None, closed="left"), None],
    "ccp_risk": [StrOptions({"criterion", "errors"})],
    "one_standard_error": ["boolean"],
}
"""How a tree is pruned, besides the confidence of error-based pruning."""

LEAVES: Constraints = {
    "probabilities": [StrOptions(set(catalog.PROBABILITIES))],
    "m": [Interval(Real, 0, None, closed="neither")],
}
"""What is said of the probabilities of a leaf."""

COSTS: Constraints = {"cost_matrix": [object]}
"""The parameter of every classifier that weighs errors; :func:`cutpoint.tree.costs.cost_matrix`
says what is wrong with it."""

RELEASE: list[Any] = [
    Options(Integral, {int(name) for name in catalog.RELEASES if name.isdecimal()}),
    StrOptions(set(catalog.RELEASES)),
]
"""A release of C4.5, as a number or a name."""


def one_of(names: Iterable[str]) -> list[Any]:
    """Return the constraint of a parameter that is one of several names.

    Examples
    --------
    >>> one_of(["error"])[0].is_satisfied_by("error")
    True
    """
    return [StrOptions(set(names))]


def of_option(option: Option) -> list[Any]:
    """Return the constraint of a parameter of the catalog.

    Examples
    --------
    >>> constraint, none = of_option(catalog.LEARNER_OPTIONS["max_depth"])
    >>> constraint.is_satisfied_by(1), constraint.is_satisfied_by(0), none
    (True, False, None)
    """
    if option.choices:
        allowed = one_of(option.choices)
    else:
        number = Integral if option.kind is int else Real
        allowed = [Interval(number, option.least, option.most, closed=option.closed)]
    return [*allowed, None] if option.optional else allowed


def of_options(options: Iterable[Option]) -> Constraints:
    """Return the constraints of several parameters of the catalog, by name."""
    return {option.name: of_option(option) for option in options}


def of_learner(*names: str) -> Constraints:
    """Return the constraints of some of the numbers that describe how a tree is learned."""
    return of_options(catalog.LEARNER_OPTIONS[name] for name in names)


def documented(estimator: Estimator) -> Estimator:
    """Put lists of the catalog in the place of their names in the help of an estimator.

    ``|CRITERIA|`` becomes the names of :data:`cutpoint.catalog.CRITERIA` with what each is.

    Examples
    --------
    >>> class Tree:
    ...     "What the charge is: |PENALTIES|."
    >>> documented(Tree).__doc__[:35]
    'What the charge is: "none" (nothing'
    """
    if estimator.__doc__ is not None:  # it is with python -OO
        paragraph = re.compile(r"^( *)\S[^\n]*(?:\n\1\S[^\n]*)*$", re.MULTILINE)
        estimator.__doc__ = paragraph.sub(_filled, estimator.__doc__)
    return estimator


def _filled(paragraph: re.Match[str]) -> str:
    """Return a paragraph of a help text with the lists that it names, wrapped anew."""
    text, indent = paragraph[0], paragraph[1]
    if not re.search(r"\|[A-Z]+\|", text):
        return text
    text = re.sub(r"\|([A-Z]+)\|", lambda name: _listed(getattr(catalog, name[1])), text)
    words = " ".join(text.split())
    return textwrap.fill(
        words, 100, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False
    )


def _listed(methods: dict[str, Method] | tuple[str, ...]) -> str:
    if isinstance(methods, tuple):
        return ", ".join(f'"{name}"' for name in methods)
    return ", ".join(f'"{name}" ({method.help})' for name, method in methods.items())
