"""How often a learner errs on cases that it has not seen: folds, and a part that is held out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutpoint._core import Progress
from cutpoint.compare import Fitted, System, Task, carry_out
from cutpoint.data.folds import folds_of
from cutpoint.data.table import Table
from cutpoint.errors import InputError
from cutpoint.wording import count_of

Learn = Callable[[Table], Any]
"""From a table to a fitted classifier."""


def cross_validate(
    learn: Learn,
    table: Table,
    folds: int = 10,
    random_state: int | None = 0,
    n_jobs: int | None = None,
    progress: Progress | None = None,
) -> NDArray[np.float64]:
    """Return the error rate on each of several stratified folds.

    The folds are those of :func:`cutpoint.data.folds.folds_of`: the same as in a comparison.

    Parameters
    ----------
    learn : function
        From a table to a fitted classifier.
    table : Table
        Every case with a class.
    folds : int, default=10
    random_state : int or None, default=0
        The seed of the folds.
    n_jobs : int or None, default=None
        How many folds are worked on at a time; -1 is one per core.
    progress : Progress, optional
        Counts the folds; asked to stop, it ends the work with KeyboardInterrupt.

    Examples
    --------
    >>> from cutpoint import C45Classifier
    >>> from cutpoint.data import make_mixed
    >>> errors = cross_validate(lambda part: C45Classifier().fit_table(part), make_mixed(), 5)
    >>> len(errors), bool(0 < errors.mean() < 0.5)
    (5, True)
    """
    check_folds(folds, table.n_rows)
    assert table.target is not None
    fold = folds_of(table.target, folds, np.random.default_rng(random_state))
    system = System("", "", lambda part: fitted(learn(part)))
    tasks = [Task(system, table, fold == f) for f in range(folds)]
    return np.array([figures["errors"] for figures in carry_out(tasks, n_jobs, progress)])


def check_folds(folds: int, n_rows: int) -> None:
    """Refuse folds that would be empty, or all there is."""
    if not 2 <= folds <= n_rows:
        raise InputError(
            f"{count_of(n_rows, 'case')} cannot be divided into {folds} folds: from 2 up to one "
            "per case"
        )


def held_out_rows(
    target: NDArray[Any], share: float, rng: np.random.Generator
) -> NDArray[np.bool_]:
    """Return which cases are held out: a share of all, and of each class.

    At least one case is held out, and one is not.

    Examples
    --------
    >>> chosen = held_out_rows(np.array([0, 0, 1, 1]), 0.5, np.random.default_rng(0))
    >>> chosen[:2].sum().item(), chosen[2:].sum().item()
    (1, 1)
    """
    n = len(target)
    order = rng.permutation(n)
    order = order[np.argsort(target[order], kind="stable")]
    count = min(max(round(share * n), 1), n - 1)
    chosen = np.empty(n, dtype=np.bool_)
    chosen[order] = np.diff(np.arange(n + 1) * count // n) > 0
    return chosen


def fitted(classifier: Any) -> Fitted:
    """Return what a classifier has learned, a tree or rules, as a system has it."""
    if hasattr(classifier, "rules_"):
        rules = classifier.rules_
        longest = max((len(rule.conditions) for rule in rules), default=0)
        return Fitted(
            lambda cases: rules.predict_codes(cases.matrix()), len(rules), len(rules), longest
        )
    tree = classifier.tree_
    return Fitted(
        lambda cases: tree.predict_codes(cases.matrix()), tree.n_nodes, tree.n_leaves, tree.depth
    )


def mean_cost(learned: Fitted, table: Table, costs: NDArray[np.float64]) -> float:
    """Return what the class that a case is given costs, by weight; true classes by row.

    Examples
    --------
    >>> from cutpoint.learners import C45Learner
    >>> from cutpoint.data import make_mixed
    >>> table = make_mixed()
    >>> tree = fitted(C45Learner().fit_table(table))
    >>> mean_cost(tree, table, 1.0 - np.eye(3)) == error_rate(tree, table)
    True
    """
    paid = costs[table.target, learned.predict(table)]
    return float(np.average(paid, weights=table.weights))


def error_rate(learned: Fitted, table: Table) -> float:
    """Return the share of the cases of a table, by weight, that are given a wrong class."""
    wrong = learned.predict(table) != table.target
    return float(np.average(wrong, weights=table.weights))
