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

SHARED = """
ccp_alpha : float or None, default=None
    The strength of cost-complexity pruning: how much the error rate must fall for each leaf.
    None finds it by ten-fold cross-validation.
ccp_risk : {"criterion", "errors"}, default="criterion"
    What a leaf costs in cost-complexity pruning: its impurity, if the criterion is "gini" or
    "gain", as in scikit-learn, and else its errors; or its errors in any case, as in CART.
one_standard_error : bool, default=True
    Whether cross-validation takes the smallest tree whose error is within one standard error of
    the lowest, or the one with the lowest.
probabilities : str, default="raw"
    What ``predict_proba`` says of a leaf: |PROBABILITIES|. Classes do not depend on it.
m : float, default=2
    With ``probabilities="m"``: how many cases the shares of the classes in all training cases
    count as.
categorical_features : "from_dtype", None, or sequence, default="from_dtype"
    Which features are nominal: by type, none, or the named ones (names, positions or a mask)
    besides those that are by type.
class_order : sequence of labels or None, default=None
    The classes in the order that breaks ties; sorted by default. It may hold classes that do not
    occur.
class_weight : dict, "balanced" or None, default=None
    Weights of the classes.
cost_matrix : dict, DataFrame, array or None, default=None
    What errors cost, as ``{true: {predicted: cost}}``, as a table or array with true classes by
    row and predicted ones by column, or as ``{(true, predicted): cost}``; what is left out
    costs 1. Predictions then have the least expected cost: see ``docs/costs.md``.
n_jobs : int or None, default=None
    Number of threads; -1 is one per core. The tree does not depend on it.
unpruned_tree_ : Tree
    The tree before pruning.
simplified_ : bool
    Whether pruning changed the tree.
pruning_path_ : PruningPath or None
    The trees of the cost-complexity sequence, with the errors of each, if ``tree_`` is one of
    them; it can be plotted.
feature_names_in_ : array of str
    Only when X has names.
"""
"""The help on parameters and attributes that several estimators have."""


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
    """Put what several estimators share in the place of its name in the help of one.

    ``|CRITERIA|`` becomes the names of :data:`cutpoint.catalog.CRITERIA` with what each is, and a
    line ``|m|`` what :data:`SHARED` says of a parameter or an attribute.

    Examples
    --------
    >>> class Tree:
    ...     "What the charge is: |PENALTIES|."
    >>> documented(Tree).__doc__[:35]
    'What the charge is: "none" (nothing'
    >>> class Leaf:
    ...     "    |class_weight|"
    >>> print(documented(Leaf).__doc__)
        class_weight : dict, "balanced" or None, default=None
            Weights of the classes.
    """
    if estimator.__doc__ is not None:  # it is with python -OO
        help_text = re.sub(r"^( *)\|([a-z_]+)\|$", _shared, estimator.__doc__, flags=re.MULTILINE)
        paragraph = re.compile(r"^( *)\S[^\n]*(?:\n\1\S[^\n]*)*$", re.MULTILINE)
        estimator.__doc__ = paragraph.sub(_filled, help_text)
    return estimator


def _shared(line: re.Match[str]) -> str:
    """Return what several estimators say of a parameter or an attribute."""
    entry = re.search(rf"^{line[2]} : .*(?:\n +.*)*", SHARED, re.MULTILINE)
    assert entry is not None, f"SHARED says nothing of {line[2]}"
    return textwrap.indent(entry[0], line[1])


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
