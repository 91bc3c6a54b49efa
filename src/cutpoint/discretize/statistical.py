"""Discretizers that count: one rule, Zeta, ChiMerge and Chi2, CAIM."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from cutpoint import _core
from cutpoint.catalog import INTERVALS
from cutpoint.cuts.methods import core_method
from cutpoint.data.table import Table
from cutpoint.discretize.base import CutsAndCentres, Discretizer, constraints_of
from cutpoint.discretize.consistency import consistent_cuts
from cutpoint.parameters import Constraints, of_option


class OneRuleDiscretizer(Discretizer):
    """Intervals with a clear majority, as in Holte's one-rules.

    Parameters
    ----------
    min_majority : float, default=6
        An interval takes in values until its majority class has this many cases and the next value
        belongs to another class. Then neighbours with the same majority become one.
    encode : {"ordinal", "label", "onehot"}, default="ordinal"
        What an interval becomes: its number, from 0; its label, as in ``"in (18, 30]"``, which a
        tree takes as a nominal value; or one column of zeros and ones per interval.
    missing : {"keep", "bin"}, default="keep"
        A missing value stays missing, or becomes a bin of its own after the intervals.
    categorical_features : "from_dtype", None, or sequence, default="from_dtype"
        Which columns are nominal, and let through: by type, none, or the named ones (names,
        positions or a mask) besides those that are by type.
    n_jobs : int or None, default=None
        Number of threads; -1 is one per core.

    Attributes
    ----------
    cut_points_ : dict from str to array
        The cut points of each numeric column; interval i holds c_i < value <= c_i+1.
    intervals_ : dict from str to list of str
        The labels of the intervals.
    classes_ : array
    n_features_in_ : int
    feature_names_in_ : array of str
        Only when X has names.

    References
    ----------
    .. [1] R. C. Holte, "Very simple classification rules perform well on most commonly used
       datasets", Machine Learning 11 (1993), 63-90.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from cutpoint.discretize import OneRuleDiscretizer
    >>> iris = load_iris(as_frame=True)
    >>> model = OneRuleDiscretizer().fit(iris.data, iris.target)
    >>> model.cut_points_["petal length (cm)"].round(3).tolist()
    [2.45, 4.85]
    """

    _parameter_constraints: ClassVar[Constraints] = constraints_of("one_rule")
    method_name = "one_rule"

    def __init__(
        self,
        min_majority: float = 6,
        *,
        encode: str = "ordinal",
        missing: str = "keep",
        categorical_features: Any = "from_dtype",
        n_jobs: int | None = None,
    ) -> None:
        self.min_majority = min_majority
        self.encode = encode
        self.missing = missing
        self.categorical_features = categorical_features
        self.n_jobs = n_jobs


class ZetaDiscretizer(Discretizer):
    """As many intervals as classes, each predicting another class (Ho & Scott).

    Parameters
    ----------
    encode : {"ordinal", "label", "onehot"}, default="ordinal"
        What an interval becomes: its number, from 0; its label, as in ``"in (18, 30]"``, which a
        tree takes as a nominal value; or one column of zeros and ones per interval.
    missing : {"keep", "bin"}, default="keep"
        A missing value stays missing, or becomes a bin of its own after the intervals.
    categorical_features : "from_dtype", None, or sequence, default="from_dtype"
        Which columns are nominal, and let through: by type, none, or the named ones (names,
        positions or a mask) besides those that are by type.
    n_jobs : int or None, default=None
        Number of threads; -1 is one per core.

    Attributes
    ----------
    cut_points_ : dict from str to array
        The cut points of each numeric column; interval i holds c_i < value <= c_i+1.
    intervals_ : dict from str to list of str
        The labels of the intervals.
    classes_ : array
    n_features_in_ : int
    feature_names_in_ : array of str
        Only when X has names.

    References
    ----------
    .. [1] K. M. Ho and P. D. Scott, "Zeta: a global method for discretization of continuous
       variables", KDD 1997, 191-194.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from cutpoint.discretize import ZetaDiscretizer
    >>> iris = load_iris(as_frame=True)
    >>> model = ZetaDiscretizer().fit(iris.data, iris.target)
    >>> model.cut_points_["petal length (cm)"].round(3).tolist()
    [2.45, 4.75]
    """

    _parameter_constraints: ClassVar[Constraints] = constraints_of("zeta")
    method_name = "zeta"

    def __init__(
        self,
        *,
        encode: str = "ordinal",
        missing: str = "keep",
        categorical_features: Any = "from_dtype",
        n_jobs: int | None = None,
    ) -> None:
        self.encode = encode
        self.missing = missing
        self.categorical_features = categorical_features
        self.n_jobs = n_jobs


class ChiMergeDiscretizer(Discretizer):
    """Neighbouring values merged while their classes do not differ significantly (Kerber).

    Parameters
    ----------
    alpha : float, default=0.05
        The significance level at which intervals stay apart.
    inconsistency : float or None, default=None
        Chi2 (Liu & Setiono) instead: ``alpha`` is not used, the level is lowered from 0.5, for all
        columns together and then for each, while the share of cases outside the majority of the
        rows that look like them stays within this; 0.02 is usual.
    smoothing : float, default=0.0001
        What is added to every count, as in R's package ``discretization``, whose cut points these
        are; it decides between pairs that differ equally. 0 is the plain statistic.
    encode : {"ordinal", "label", "onehot"}, default="ordinal"
        What an interval becomes: its number, from 0; its label, as in ``"in (18, 30]"``, which a
        tree takes as a nominal value; or one column of zeros and ones per interval.
    missing : {"keep", "bin"}, default="keep"
        A missing value stays missing, or becomes a bin of its own after the intervals.
    categorical_features : "from_dtype", None, or sequence, default="from_dtype"
        Which columns are nominal, and let through: by type, none, or the named ones (names,
        positions or a mask) besides those that are by type.
    n_jobs : int or None, default=None
        Number of threads; -1 is one per core.

    Attributes
    ----------
    cut_points_ : dict from str to array
        The cut points of each numeric column; interval i holds c_i < value <= c_i+1.
    intervals_ : dict from str to list of str
        The labels of the intervals.
    classes_ : array
    n_features_in_ : int
    feature_names_in_ : array of str
        Only when X has names.

    References
    ----------
    .. [1] R. Kerber, "ChiMerge: discretization of numeric attributes", AAAI 1992, 123-128.
    .. [2] H. Liu and R. Setiono, "Chi2: feature selection and discretization of numeric
       attributes", ICTAI 1995, 388-391.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from cutpoint.discretize import ChiMergeDiscretizer
    >>> iris = load_iris(as_frame=True)
    >>> model = ChiMergeDiscretizer().fit(iris.data, iris.target)
    >>> model.cut_points_["petal length (cm)"].round(3).tolist()
    [2.45, 4.75, 5.15]
    """

    _parameter_constraints: ClassVar[Constraints] = {
        "inconsistency": [*of_option(INTERVALS["chi2"].options[0]), None],
        **constraints_of("chimerge"),
    }

    def __init__(
        self,
        alpha: float = 0.05,
        inconsistency: float | None = None,
        smoothing: float = 0.0001,
        *,
        encode: str = "ordinal",
        missing: str = "keep",
        categorical_features: Any = "from_dtype",
        n_jobs: int | None = None,
    ) -> None:
        self.alpha = alpha
        self.inconsistency = inconsistency
        self.smoothing = smoothing
        self.encode = encode
        self.missing = missing
        self.categorical_features = categorical_features
        self.n_jobs = n_jobs

    @property
    def method_name(self) -> str:
        """The name of the interval method: ChiMerge, or Chi2."""
        return "chimerge" if self.inconsistency is None else "chi2"

    def _all_cuts(self, table: Table, numeric: list[int]) -> list[CutsAndCentres]:
        """Return the cut points of each numeric column; Chi2 looks at all of them together."""
        if self.inconsistency is None:
            return super()._all_cuts(table, numeric)
        assert table.target is not None
        view = self._view(table, numeric)
        evidence = [_core.column_evidence(view, i) for i in numeric]
        ranks = []
        for i, (values, _, _) in zip(numeric, evidence, strict=True):
            rank = np.searchsorted(values, table.columns[i])
            ranks.append(np.where(np.isnan(table.columns[i]), -1, rank))
        found = consistent_cuts(
            [counts for _, counts, _ in evidence],
            ranks,
            [table.columns[i] for i in range(len(table.columns)) if i not in set(numeric)],
            table.target,
            np.ones(table.n_rows) if table.weights is None else table.weights,
            core_method(self.interval_method(), len(table.classes))[1],
        )
        made = []
        for (values, counts, _), positions in zip(evidence, found, strict=True):
            beside = zip(values[positions], values[positions + 1], strict=True)
            cuts = np.array([_midpoint(*two) for two in beside], dtype=np.float64)
            made.append((cuts, _core.interval_means(values, counts, cuts)))
        return made


def _midpoint(below: float, above: float) -> float:
    return _core.place_cut("midpoint", np.empty(0), below, above, (1.0, 1.0))


class CAIMDiscretizer(Discretizer):
    """The partition of greatest class-attribute interdependence, grown greedily (Kurgan & Cios).

    Parameters
    ----------
    encode : {"ordinal", "label", "onehot"}, default="ordinal"
        What an interval becomes: its number, from 0; its label, as in ``"in (18, 30]"``, which a
        tree takes as a nominal value; or one column of zeros and ones per interval.
    missing : {"keep", "bin"}, default="keep"
        A missing value stays missing, or becomes a bin of its own after the intervals.
    categorical_features : "from_dtype", None, or sequence, default="from_dtype"
        Which columns are nominal, and let through: by type, none, or the named ones (names,
        positions or a mask) besides those that are by type.
    n_jobs : int or None, default=None
        Number of threads; -1 is one per core.

    Attributes
    ----------
    cut_points_ : dict from str to array
        The cut points of each numeric column; interval i holds c_i < value <= c_i+1.
    intervals_ : dict from str to list of str
        The labels of the intervals.
    classes_ : array
    n_features_in_ : int
    feature_names_in_ : array of str
        Only when X has names.

    References
    ----------
    .. [1] L. A. Kurgan and K. J. Cios, "CAIM discretization algorithm", IEEE Transactions on
       Knowledge and Data Engineering 16 (2004), 145-153.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from cutpoint.discretize import CAIMDiscretizer
    >>> iris = load_iris(as_frame=True)
    >>> model = CAIMDiscretizer().fit(iris.data, iris.target)
    >>> model.cut_points_["petal length (cm)"].round(3).tolist()
    [2.45, 4.75]
    """

    _parameter_constraints: ClassVar[Constraints] = constraints_of("caim")
    method_name = "caim"

    def __init__(
        self,
        *,
        encode: str = "ordinal",
        missing: str = "keep",
        categorical_features: Any = "from_dtype",
        n_jobs: int | None = None,
    ) -> None:
        self.encode = encode
        self.missing = missing
        self.categorical_features = categorical_features
        self.n_jobs = n_jobs
