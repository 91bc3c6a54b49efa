"""Tuning: the settings of a learner, chosen by cross-validation.

scikit-learn searches; what is ours is the grid, folds that are the same as those of a comparison,
and the choice by the one-standard-error rule: the smallest tree among those that do not err
noticeably more often than the best (Breiman et al. 1984).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Self

import numpy as np
from joblib import parallel_config
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.metrics import get_scorer
from sklearn.model_selection import GridSearchCV, PredefinedSplit

from cutpoint._core import Progress
from cutpoint.data.folds import folds_of
from cutpoint.data.place import IN_MEMORY
from cutpoint.data.table import Table
from cutpoint.data.target import classes_of, series_of
from cutpoint.errors import InputError
from cutpoint.validation import check_folds, error_rate, fitted, mean_cost

GRID: Mapping[str, tuple[float, ...]] = {
    "min_cases": (2, 5, 10, 20, 50),
    "confidence": (0.05, 0.1, 0.25, 0.5),
}
"""What is tried by default."""

Grid = Mapping[str, Sequence[Any]] | Sequence[Mapping[str, Sequence[Any]]]


class TreeSearch(GridSearchCV):  # type: ignore[misc]
    """A grid search that knows the size of what was learned beside its score.

    It is what :func:`tune` returns, already fitted: see scikit-learn's ``GridSearchCV``.
    ``cv_results_`` also has ``mean_test_size``, the mean number of nodes (or rules).
    """

    def score(self, X: Any, y: Any = None, **params: Any) -> float:
        """Return the score of the best estimator."""
        judged: Mapping[str, float] = self.scoring(self.best_estimator_, X, y, **params)
        return judged["score"]


def tune(
    estimator: Any,
    X: Any,
    y: Any,
    param_grid: Grid | None = None,
    *,
    cv: Any = 10,
    scoring: Any = None,
    rule: str = "one_standard_error",
    random_state: int | None = 0,
    n_jobs: int | None = None,
    **fit_params: Any,
) -> TreeSearch:
    """Choose the settings of a learner by cross-validation, and learn with them from all cases.

    Parameters
    ----------
    estimator : classifier or pipeline
    X, y : table or array, and classes
        As for ``fit``.
    param_grid : dict or list of dicts, optional
        The values to try, as for scikit-learn's ``GridSearchCV``. By default ``min_cases`` is 2, 5,
        10, 20 or 50, and ``confidence``, where the tree is pruned by it, 0.05, 0.1, 0.25 or 0.5,
        besides what the estimator is set to.
    cv : int or splitter, default=10
        The number of stratified folds, or anything that ``GridSearchCV`` takes.
    scoring : str, function or None, default=None
        What is to be high; by default accuracy.
    rule : {"one_standard_error", "best"}, default="one_standard_error"
        Take the smallest tree among those whose mean score is within one standard error of the
        best, or simply the best.
    random_state : int or None, default=0
        The seed of the folds.
    n_jobs : int or None, default=None
        How many settings are tried at a time, in threads; -1 is one per core.
    **fit_params
        What else goes to ``fit``, such as ``sample_weight``.

    Returns
    -------
    TreeSearch
        With ``best_estimator_``, ``best_params_``, ``best_score_`` and ``cv_results_``; it predicts
        with the best estimator.

    Raises
    ------
    InputError
        If the estimator has nothing that is tuned by default, or there are too few cases.

    Examples
    --------
    >>> from sklearn.datasets import load_breast_cancer
    >>> from cutpoint import C45Classifier, tune
    >>> X, y = load_breast_cancer(return_X_y=True)
    >>> search = tune(C45Classifier(), X, y, {"min_cases": [2, 5, 20]}, cv=5)
    >>> search.best_params_
    {'min_cases': 5}
    >>> search.best_estimator_.get_n_leaves()
    8
    """
    grid = default_grid(estimator) if param_grid is None else param_grid
    if isinstance(cv, int | np.integer):
        cv = _folds(classes_of(*series_of(y, "y"), None, IN_MEMORY)[1], int(cv), random_state)
    search = TreeSearch(
        estimator,
        grid,
        scoring=_judge(scoring, None),
        refit=_rule(rule),
        cv=cv,
        error_score="raise",
    )
    return _run(search, X, y, n_jobs, fit_params)


def tune_table(
    candidates: Sequence[Any],
    table: Table,
    *,
    folds: int = 10,
    random_state: int | None = 0,
    n_jobs: int | None = None,
    progress: Progress | None = None,
) -> TreeSearch:
    """Choose among classifiers on a typed table, such as :func:`cutpoint.read_table` gives.

    As :func:`tune`, but types, orders and weights are the table's own: scores are weighted. The
    index of a candidate is its position; what was learned from all cases by the one chosen is
    ``best_estimator_.learner_``.
    """
    assert table.target is not None
    search = TreeSearch(
        OnTable(candidates[0], Cases(table)),
        {"learner": list(candidates)},
        scoring=_judge(None, progress),
        refit=one_standard_error,
        cv=_folds(table.target, folds, random_state),
        error_score="raise",
    )
    rows = np.arange(table.n_rows).reshape(-1, 1)
    return _run(search, rows, table.target, n_jobs, {})


def default_grid(estimator: Any) -> dict[str, list[Any]]:
    """Return what is tried for an estimator, or for the steps of a pipeline.

    Examples
    --------
    >>> from cutpoint import C45Classifier
    >>> default_grid(C45Classifier(min_cases=3, pruning=None))
    {'min_cases': [2, 3, 5, 10, 20, 50]}
    """
    parameters = estimator.get_params()
    grid = {}
    for name, value in parameters.items():
        path, _, last = name.rpartition("__")
        pruning = parameters.get(f"{path}__pruning" if path else "pruning", "error")
        if last in GRID and (last != "confidence" or pruning == "error"):
            grid[name] = sorted({*GRID[last], value})
    if not grid:
        raise InputError(
            f"{type(estimator).__name__} has no parameter that is tuned by default: say with "
            "param_grid what to try"
        )
    return dict(sorted(grid.items(), reverse=True))


def one_standard_error(results: Mapping[str, Any]) -> int:
    """Return the candidate that the one-standard-error rule picks.

    Parameters
    ----------
    results : dict
        ``cv_results_`` of a search.

    Returns
    -------
    int
        The candidate of least size among those whose mean score is at most one standard error below
        the best; of equals the one with the best score, else the first.

    Examples
    --------
    >>> one_standard_error({
    ...     "split0_test_score": np.array([0.9, 0.8]), "split1_test_score": np.array([0.8, 0.85]),
    ...     "mean_test_size": np.array([9.0, 3.0]),
    ... })
    1
    """
    scores = split_scores(results)
    mean = scores.mean(axis=0)
    best = int(np.argmax(mean))
    error = scores[:, best].std(ddof=1) / np.sqrt(len(scores)) if len(scores) > 1 else 0.0
    near = np.flatnonzero(mean >= mean[best] - error - 1e-12)
    sizes = np.asarray(results["mean_test_size"], dtype=np.float64)
    return int(min(near, key=lambda candidate: (sizes[candidate], -mean[candidate], candidate)))


def split_scores(results: Mapping[str, Any]) -> NDArray[np.float64]:
    """Return the scores of a search: folds by row, candidates by column."""
    names = [name for name in results if name.startswith("split") and name.endswith("_test_score")]
    return np.array([results[name] for name in names], dtype=np.float64)


class Cases:
    """A table that searches do not copy."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def __sklearn_clone__(self) -> Self:
        return self


class OnTable(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """A learner of typed tables that is fitted to rows of one table, given by number."""

    def __init__(self, learner: Any = None, cases: Cases | None = None) -> None:
        self.learner = learner
        self.cases = cases

    def fit(self, X: NDArray[Any], y: Any) -> Self:
        """Learn from rows of the table."""
        self.learner_ = clone(self.learner).fit_table(self._rows(X))
        self.classes_ = self.learner_.classes_
        return self

    def score(self, X: NDArray[Any], y: Any) -> float:
        """Return the share of rows, by weight, that are given their class.

        Of a tree that decides by costs it is one less the mean cost.
        """
        rows, learned = self._rows(X), fitted(self.learner_)
        costs = getattr(getattr(self.learner_, "tree_", None), "costs", None)
        if costs is not None:
            return 1.0 - mean_cost(learned, rows, costs)
        return 1.0 - error_rate(learned, rows)

    def _rows(self, X: NDArray[Any]) -> Table:
        assert self.cases is not None
        return self.cases.table.take(np.asarray(X).ravel())


def size_of(estimator: Any) -> float:
    """Return the number of nodes, or of rules, of what an estimator has learned; else 0."""
    if hasattr(estimator, "steps"):
        return size_of(estimator.steps[-1][1])
    learned = getattr(estimator, "learner_", estimator)
    if hasattr(learned, "rules_"):
        return float(len(learned.rules_))
    tree = getattr(learned, "tree_", None)
    return float(getattr(tree, "n_nodes", getattr(tree, "node_count", 0)))


def _judge(scoring: Any, progress: Progress | None) -> Callable[..., dict[str, float]]:
    """Return a scorer of both the score and the size, which counts what it has done."""
    if isinstance(scoring, str):
        scoring = get_scorer(scoring)

    def judge(estimator: Any, X: Any, y: Any, **params: Any) -> dict[str, float]:
        score = estimator.score(X, y) if scoring is None else scoring(estimator, X, y, **params)
        if progress is not None:
            if progress.stop_requested:
                raise KeyboardInterrupt
            progress.advance(1)
        return {"score": float(score), "size": size_of(estimator)}

    return judge


def _rule(rule: str) -> Callable[[Mapping[str, Any]], int]:
    if rule == "one_standard_error":
        return one_standard_error
    if rule == "best":
        return lambda results: int(np.argmax(split_scores(results).mean(axis=0)))
    raise InputError(f"rule must be 'one_standard_error' or 'best', not {rule!r}")


def _folds(target: NDArray[Any], folds: int, random_state: int | None) -> PredefinedSplit:
    check_folds(folds, len(target))
    return PredefinedSplit(folds_of(target, folds, np.random.default_rng(random_state)))


def _run(
    search: TreeSearch, X: Any, y: Any, n_jobs: int | None, fit_params: Mapping[str, Any]
) -> TreeSearch:
    """Fit a search in threads: learning works without Python's lock."""
    with parallel_config(backend="threading", n_jobs=n_jobs or 1):
        search.fit(X, y, **fit_params)
    search.best_score_ = float(split_scores(search.cv_results_).mean(axis=0)[search.best_index_])
    return search
