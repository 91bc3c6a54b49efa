"""Assessing a tree: the same learner on many resamples of the cases."""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils import check_random_state, compute_sample_weight
from sklearn.utils.validation import check_is_fitted

from cutpoint._core import Progress
from cutpoint.classifiers.tree_based import TreeBasedClassifier
from cutpoint.data.frames import conform
from cutpoint.data.table import Table
from cutpoint.data.target import encode_target
from cutpoint.data.weights import weighted_table, weights_of
from cutpoint.engines.base import Learned
from cutpoint.engines.resample import Copies, ResampleLearner, Resamples, expected_progress
from cutpoint.errors import InputError
from cutpoint.learn import LearnSpec
from cutpoint.stability.positions import Positions
from cutpoint.stability.report import Stability
from cutpoint.stability.similarity import similarities
from cutpoint.stability.variance import FixedStructure, ProbabilityVariance
from cutpoint.threads import thread_count
from cutpoint.tree.tree import Tree
from cutpoint.wording import count_of

SAMPLERS = ("bootstrap", "subsample")
COMPARED = 2_000
"""Cases by which trees are compared; of more a sample is taken, always the same."""


@dataclass(frozen=True)
class Plan:
    """How resamples are drawn, and by how many threads trees are learned from them.

    Attributes
    ----------
    n_resamples : int
    sampler : {"bootstrap", "subsample"}
    fraction : float or None
        Of the cases in a resample: by default all for the bootstrap, 0.632 for subsamples.
    n_jobs : int or None
    random_state : int, RandomState or None
    """

    n_resamples: int = 50
    sampler: str = "bootstrap"
    fraction: float | None = None
    n_jobs: int | None = None
    random_state: Any = 0

    def __post_init__(self) -> None:
        if not isinstance(self.n_resamples, Integral) or self.n_resamples < 2:
            raise InputError(
                f"n_resamples must be a whole number from 2, not {self.n_resamples!r}: "
                "one tree does not vary"
            )
        if self.sampler not in SAMPLERS:
            raise InputError(f"sampler must be one of {', '.join(SAMPLERS)}, not {self.sampler!r}")
        given = self.fraction
        if given is not None and not (isinstance(given, Real) and 0 < given <= 1):
            raise InputError(f"fraction must be above 0 and at most 1, not {given!r}")

    def resamples(self, n_rows: int) -> Resamples:
        """Return the resamples of so many cases."""
        with_replacement = self.sampler == "bootstrap"
        fraction = self.fraction or (1.0 if with_replacement else 0.632)
        size = max(1, round(fraction * n_rows))
        n_resamples = int(self.n_resamples)
        return Resamples.drawn(n_rows, n_resamples, size, with_replacement, self.random_state)

    def expected_progress(self, model: TreeBasedClassifier, table: Table) -> int:
        """Return where the progress of :func:`assess_table` ends, about."""
        resamples = self.resamples(max(1, table.n_rows))
        return expected_progress(table, model.learn_spec(), resamples)


def assess(
    model: Any,
    X: Any,
    y: Any,
    n_resamples: int = 50,
    sampler: str = "bootstrap",
    X_test: Any = None,
    n_jobs: int | None = None,
    random_state: Any = 0,
    *,
    fraction: float | None = None,
    y_test: Any = None,
    sample_weight: ArrayLike | None = None,
) -> Stability:
    """Return how much a tree would change with another sample of the cases.

    The model's learner is fitted to resamples of the cases; its own tree is the reference with
    which theirs are compared, place by place.

    Parameters
    ----------
    model : fitted TreeClassifier, C45Classifier, MultiwayTreeClassifier or T2Classifier
        It is not changed.
    X : pandas, polars or pyarrow table, or array of shape (n_samples, n_features)
        The cases that the model was fitted to.
    y : array of shape (n_samples,)
    n_resamples : int, default=50
        At least 2.
    sampler : {"bootstrap", "subsample"}, default="bootstrap"
        Whether cases are drawn with replacement, or without.
    X_test : table or array, optional
        The cases over which probabilities are compared; by default those of X.
    n_jobs : int or None, default=None
        Number of threads, over trees; -1 is one per core. The result does not depend on it.
    random_state : int, RandomState or None, default=0
    fraction : float, optional
        The size of a resample as a share of the cases; by default 1 for the bootstrap, 0.632 for
        subsamples.
    y_test : array, optional
        The classes of ``X_test``: errors are then counted there, and not out of bag.
    sample_weight : array of shape (n_samples,), optional
        The weights that the model was fitted with.

    Returns
    -------
    Stability

    Raises
    ------
    InputError
        If the model is none of our trees, the cases do not fit it, or an argument cannot be used.
    NotFittedError
        If the model has not been fitted.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from cutpoint import TreeClassifier
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = TreeClassifier(min_cases=5).fit(X, y)
    >>> stability = assess(model, X, y, n_resamples=20)
    >>> root = stability.nodes[0]
    >>> root.attribute, root.reached, root.attribute_share
    ('petal length (cm)', 20, {'petal length (cm)': 1.0})
    >>> root.cut_interval(0.9)[0] <= root.reference_cuts[0] <= root.cut_interval(0.9)[1]
    True
    """
    plan = Plan(n_resamples, sampler, fraction, n_jobs, random_state)
    if not isinstance(model, TreeBasedClassifier):
        raise InputError(
            f"{type(model).__name__} has no tree of Cutpoint's: give one of its tree classifiers"
        )
    check_is_fitted(model)
    table = _table(model, X, y, sample_weight)
    test = None
    if X_test is not None:
        test = _test_table(model, X_test, y_test)
        if test.n_rows == 0:
            raise InputError("X_test has no case")
    elif y_test is not None:
        raise InputError("y_test has the classes of X_test, which is missing")
    return assess_table(model, table, plan, test)


def assess_table(
    model: TreeBasedClassifier,
    table: Table,
    plan: Plan,
    test: Table | None = None,
    progress: Progress | None = None,
) -> Stability:
    """Return the same for typed tables, in the attributes and classes of the model.

    Parameters
    ----------
    model : fitted TreeBasedClassifier
    table : Table
        The training cases.
    plan : Plan
    test : Table, optional
        Other cases; errors are counted on them if they have a target.
    progress : Progress, optional
        It ends near ``plan.expected_progress(model, table)``.
    """
    assert table.target is not None
    table = weighted_table(_with_class(table), table.weights)
    if table.n_rows == 0:
        raise InputError("there is no case to draw from")
    work = _Work(model.tree_, table, test)
    learner = ResampleLearner(table, _spec(model, plan), progress)
    resamples = plan.resamples(table.n_rows)
    positions = Positions(model.tree_)
    variance = ProbabilityVariance()
    fixed = FixedStructure(model.tree_, table, work.test)
    own = np.ones(table.n_rows) if table.weights is None else table.weights
    seen: list[_Seen] = []
    for found in learner.learn_all(resamples, thread_count(plan.n_jobs), work.look):
        positions.add(found.tree)
        variance.add(found.shares)
        fixed.add(found.copies * own)
        seen.append(found._replace(copies=None, shares=None))  # they are large
    return Stability(
        reference=model.tree_,
        sampler=plan.sampler,
        size=resamples.size,
        n_cases=table.n_rows,
        on_test=test is not None,
        nodes=positions.nodes(),
        trees=tuple(found.tree for found in seen),
        errors=np.array([found.error for found in seen]),
        similarities=similarities([found.leaves for found in seen]),
        variances=variance.by_class(work.test.weights),
        probability_variances=fixed.by_class(),
    )


class _Seen(NamedTuple):
    """What is to be known of one resample and its tree."""

    tree: Tree
    error: float
    leaves: NDArray[np.int64]
    copies: Any
    shares: Any


class _Said(NamedTuple):
    """What a tree says of cases: their classes, probabilities, and the leaves of some."""

    codes: NDArray[np.integer]
    shares: NDArray[np.float64]
    leaves: NDArray[np.int64]


class _Work:
    """What is done with the tree of each resample, in any thread."""

    def __init__(self, reference: Tree, table: Table, test: Table | None) -> None:
        self.reference, self.table = reference, table
        self.test = table if test is None else test
        self.counts_on_test = test is not None and test.target is not None
        rows = np.arange(self.test.n_rows)
        if len(rows) > COMPARED:
            rows = np.sort(np.random.default_rng(0).choice(rows, COMPARED, replace=False))
        self.compared = rows
        self.all_known = not (reference.single or self.test.has_missing)

    def look(self, copies: Copies, learned: Learned) -> _Seen:
        tree = learned.pruned
        said = self._said(tree)
        if self.counts_on_test:
            error = _error(said.codes, self.test, None)
        else:
            codes = said.codes if self.test is self.table else tree.predict_codes(self.table)
            error = _error(codes, self.table, copies == 0)
        return _Seen(tree, error, said.leaves, copies, said.shares)

    def _said(self, tree: Tree) -> _Said:
        divides = tree.lower is not None or bool((tree.branch_of < 0).any())
        if self.all_known and not divides and bool((tree.cases > 0).all()):
            ends = tree.apply(self.test)  # the one leaf of each case says everything
            shares = tree.distribution / tree.distribution.sum(axis=1, keepdims=True)
            return _Said(tree.label.take(ends), shares.take(ends, axis=0), ends[self.compared])
        return _Said(
            tree.predict_codes(self.test),
            tree.predict_proba(self.test),
            tree.apply(self.test.take(self.compared)),
        )


def _error(codes: NDArray[np.integer], table: Table, rows: NDArray[np.bool_] | None) -> float:
    """Return the share of some cases, or of all, that have another class; NaN if none counts."""
    assert table.target is not None
    wrong, weights = codes != table.target, table.weights
    if rows is not None:
        wrong, weights = wrong[rows], None if weights is None else weights[rows]
    if len(wrong) == 0 or (weights is not None and not weights.any()):
        return float("nan")
    return float(np.average(wrong, weights=weights))


def _spec(model: TreeBasedClassifier, plan: Plan) -> LearnSpec:
    """Return what the model learns, with random numbers that depend on ``random_state`` alone."""
    spec = model.learn_spec()
    if getattr(model, "random_state", 0) is None:
        seed = plan.random_state
        seed = seed if isinstance(seed, Integral) else check_random_state(seed).randint(2**31 - 1)
        spec = spec.replace(seed=1 + int(seed))
    return spec


def _with_class(table: Table) -> Table:
    """Return the cases whose class is known."""
    assert table.target is not None
    known = table.target >= 0
    return table if known.all() else table.take(known)


def _table(model: TreeBasedClassifier, X: Any, y: Any, sample_weight: Any) -> Table:
    """Return the cases in the attributes and classes of a model, with all of their weights."""
    cases = _test_table(model, X, y)
    if cases.target is None:
        raise InputError("y is missing: the classes that the model was fitted to")
    weights = None if sample_weight is None else weights_of(sample_weight, cases.n_rows)
    if model.class_weight is not None:
        by_class = compute_sample_weight(model.class_weight, model.classes_[cases.target])
        weights = by_class if weights is None else weights * by_class
    return Table(
        cases.attributes, cases.columns, cases.n_rows, cases.classes, cases.target, weights=weights
    )


def _test_table(model: TreeBasedClassifier, X: Any, y: Any) -> Table:
    """Return cases in the attributes and classes of a model; without a target if y is None."""
    tree = model.tree_
    cases = conform(
        model._checked(X, reset=False), tree.attributes, by_name=hasattr(model, "feature_names_in_")
    )
    if y is None:
        return cases
    target = encode_target(y, tree.classes)
    if len(target) != cases.n_rows:
        raise InputError(f"X has {count_of(cases.n_rows, 'row')}, but y has {len(target)}")
    if (target < 0).any():
        raise InputError(f"row {int(np.argmin(target))} has no class: leave it out")
    return Table(cases.attributes, cases.columns, cases.n_rows, tree.classes, target)
