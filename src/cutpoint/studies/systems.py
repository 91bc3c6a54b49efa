"""The systems of the papers, and whatever else learns, as what a study runs."""

# ruff: noqa: PLC0415 - scikit-learn's trees are imported where they are used

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone

from cutpoint.classifiers import C45Classifier, TreeClassifier
from cutpoint.classifiers.tree_based import TreeBasedClassifier
from cutpoint.compare import Fitted, System, systems, tree_system
from cutpoint.data.attribute import Attribute
from cutpoint.data.table import Table
from cutpoint.datasets.frames import frames_of
from cutpoint.discretize import MDLPDiscretizer
from cutpoint.errors import InputError
from cutpoint.rules.classifier import C45RulesClassifier
from cutpoint.validation import fitted
from cutpoint.wording import suggestion


def systems_from(given: Any) -> dict[str, System]:
    """Return the systems that are named, or given as classifiers, by their names.

    Examples
    --------
    >>> list(systems_from(["r8", TreeClassifier(max_depth=1)]))
    ['r8', 'TreeClassifier(max_depth=1)']
    """
    if isinstance(given, Mapping):
        found = [system_from(value)._replace(name=str(name)) for name, value in given.items()]
    else:
        entries = [given] if isinstance(given, str | System) or hasattr(given, "fit") else given
        found = [system_from(value) for value in _several(entries)]
    if not found:
        raise InputError("there is nothing to compare: name at least one system")
    by_name = {system.name: system for system in found}
    if len(by_name) < len(found):
        raise InputError("two systems have the same name: give a mapping from names to systems")
    return by_name


def system_from(given: Any) -> System:
    """Return the system by a name, or of a classifier."""
    if isinstance(given, System):
        return given
    if isinstance(given, str):
        known = known_systems()
        if given not in known:
            guess = suggestion(given, list(known), otherwise=".")
            raise InputError(f"there is no system {given!r}{guess} There are {', '.join(known)}")
        return known[given]
    if isinstance(given, TreeBasedClassifier):
        text = _shown(given)
        return tree_system(text, text, lambda: clone(given))
    if hasattr(given, "fit") and hasattr(given, "predict"):
        return estimator_system(given)
    raise InputError(f"a system is a name or a classifier, not {given!r}")


def known_systems() -> dict[str, System]:
    """Return every system that has a name."""
    return {**systems(), **{system.name: system for system in MORE}}


def _several(given: Any) -> Iterable[Any]:
    if not isinstance(given, Iterable):
        raise InputError(f"systems are names or classifiers, not {given!r}")
    return given


def _shown(estimator: Any) -> str:
    return " ".join(repr(estimator).split())


def estimator_system(estimator: Any) -> System:
    """Return the system of any scikit-learn classifier, which learns from pandas frames."""

    def learn(table: Table) -> Fitted:
        X, _ = frames_of(table)
        learned = clone(estimator).fit(X, np.asarray(table.target))

        def predict(cases: Table) -> NDArray[Any]:
            return np.asarray(learned.predict(frames_of(cases)[0]))

        return Fitted(predict, *_shape(learned))

    text = _shown(estimator)
    return System(text, text, learn)


def _shape(learned: Any) -> tuple[int, int, int]:
    """Return nodes, leaves and depth of a tree of scikit-learn; zeros of anything else."""
    tree = getattr(learned, "tree_", None)
    if tree is None or not hasattr(tree, "node_count"):
        return 0, 0, 0
    return int(tree.node_count), int(tree.n_leaves), int(tree.max_depth)


def discretized_system(
    name: str, about: str, discretizer: Callable[[], Any], learner: Callable[[], Any]
) -> System:
    """Return a system that learns from intervals which were found before, once and for all.

    Parameters
    ----------
    name, about : str
    discretizer : function
        Returns a discretizer that has not been fitted.
    learner : function
        Returns a classifier that has learned nothing yet.
    """

    def learn(table: Table) -> Fitted:
        cuts = discretizer().fit_table(table).cut_points_
        inner = tree_system(name, about, learner).learn(intervals_of(table, cuts))
        return inner._replace(predict=lambda cases: inner.predict(intervals_of(cases, cuts)))

    return System(name, about, learn)


def intervals_of(table: Table, cuts: Mapping[str, NDArray[np.float64]]) -> Table:
    """Return a table with nominal intervals in the place of numeric columns.

    Examples
    --------
    >>> table = Table((Attribute("age"),), (np.array([17.0, 50, np.nan]),), 3)
    >>> intervals_of(table, {"age": np.array([18.0])}).columns[0].tolist()
    [0, 1, -1]
    """
    attributes, columns = list(table.attributes), list(table.columns)
    for i, attribute in enumerate(attributes):
        if attribute.is_numeric:
            points = cuts[attribute.name]
            codes = np.searchsorted(points, columns[i], side="left")
            columns[i] = np.where(np.isnan(columns[i]), -1, codes).astype(np.int32)
            attributes[i] = Attribute(attribute.name, tuple(range(len(points) + 1)))
    return replace(table, attributes=tuple(attributes), columns=tuple(columns))


def indicators_of(table: Table) -> NDArray[np.float64]:
    """Return a table as scikit-learn's trees take it: a column of zeros and ones per value."""
    columns: list[NDArray[Any]] = []
    for attribute, column in zip(table.attributes, table.columns, strict=True):
        if attribute.is_numeric:
            columns.append(column)
        else:
            columns += [column == code for code in range(len(attribute.values or ()))]
    return np.column_stack([np.zeros(table.n_rows), *columns])


def _learn_sklearn(table: Table) -> Fitted:
    from sklearn.tree import DecisionTreeClassifier

    tree = DecisionTreeClassifier(random_state=0).fit(indicators_of(table), table.target)
    return Fitted(lambda cases: np.asarray(tree.predict(indicators_of(cases))), *_shape(tree))


DISCR = discretized_system(
    "mdlp",
    "C4.5 on intervals found before by Fayyad & Irani's MDLP",
    MDLPDiscretizer,
    C45Classifier,
)
AVERAGING = tree_system(
    "averaging",
    "gain ratio, cuts by averaging: Geurts & Wehenkel",
    lambda: TreeClassifier(threshold="averaging"),
)
SKLEARN = System(
    "sklearn", "scikit-learn's DecisionTreeClassifier, nominal values as indicators", _learn_sklearn
)
RULES = System("rules", "C4.5's rules", lambda table: fitted(C45RulesClassifier().fit_table(table)))
MORE = (RULES, DISCR, AVERAGING, SKLEARN)
"""Systems that have a name besides those that learn a tree by themselves."""
