"""Discretizers that count: one rule, Zeta, ChiMerge and Chi2, CAIM."""

from __future__ import annotations

from numbers import Real
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from sklearn.utils._param_validation import Interval

from cutpoint.discretize.base import COMMON, CutsAndCentres, Discretizer

if TYPE_CHECKING:
    from cutpoint.cuts.options import Options
    from cutpoint.data.table import Table


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

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "min_majority": [Interval(Real, 1, None, closed="left")],
        **COMMON,
    }

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

    @property
    def method(self) -> int:
        """The code of the interval method."""
        from cutpoint.cuts import intervals  # noqa: PLC0415  # the compiler

        return intervals.ONE_RULE

    def options(self, n_classes: int) -> Options:
        """Return the parameters as the compiled interval methods take them."""
        from cutpoint.cuts.options import Options  # noqa: PLC0415  # the compiler

        return Options(min_majority=float(self.min_majority))


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

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        **COMMON,
    }

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

    @property
    def method(self) -> int:
        """The code of the interval method."""
        from cutpoint.cuts import intervals  # noqa: PLC0415  # the compiler

        return intervals.ZETA

    def options(self, n_classes: int) -> Options:
        """Return the parameters as the compiled interval methods take them."""
        from cutpoint.cuts.options import Options  # noqa: PLC0415  # the compiler

        return Options()


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

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "alpha": [Interval(Real, 0, 1, closed="neither")],
        "inconsistency": [Interval(Real, 0, 1, closed="left"), None],
        "smoothing": [Interval(Real, 0, None, closed="left")],
        **COMMON,
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
    def method(self) -> int:
        """The code of the interval method."""
        from cutpoint.cuts import intervals  # noqa: PLC0415  # the compiler

        return intervals.CHIMERGE if self.inconsistency is None else intervals.CHI2

    def options(self, n_classes: int) -> Options:
        """Return the parameters as the compiled interval methods take them."""
        from cutpoint.cuts.options import Options, critical_value  # noqa: PLC0415  # the compiler

        return Options(
            critical=critical_value(float(self.alpha), n_classes),
            smoothing=float(self.smoothing),
            inconsistency=0.0 if self.inconsistency is None else float(self.inconsistency),
        )

    def _all_cuts(self, table: Table, numeric: list[int]) -> list[CutsAndCentres]:
        """Return the cut points of each numeric column; Chi2 looks at all of them together."""
        if self.inconsistency is None:
            return super()._all_cuts(table, numeric)
        from cutpoint.cuts.consistency import consistent_cuts  # noqa: PLC0415  # the compiler
        from cutpoint.cuts.intervals import place_midpoints  # noqa: PLC0415
        from cutpoint.data.counts import interval_means  # noqa: PLC0415

        evidence = self._in_threads(lambda i: self._counts(table, i), numeric)
        ranks = []
        for i, (values, _, _) in zip(numeric, evidence, strict=True):
            rank = np.searchsorted(values, table.columns[i])
            ranks.append(np.where(np.isnan(table.columns[i]), -1, rank))
        nominal = [table.columns[i] for i in range(len(table.columns)) if i not in set(numeric)]
        weights = np.ones(table.n_rows) if table.weights is None else table.weights
        assert table.target is not None
        found = consistent_cuts(
            [counts for _, counts, _ in evidence], ranks, nominal, table.target, weights,
            self.options(len(table.classes)),
        )  # fmt: skip
        made = []
        for (values, counts, _), positions in zip(evidence, found, strict=True):
            cuts = np.empty(len(positions))
            place_midpoints(values, positions, len(positions), cuts)
            made.append((cuts, interval_means(values, counts, cuts)))
        return made


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

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        **COMMON,
    }

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

    @property
    def method(self) -> int:
        """The code of the interval method."""
        from cutpoint.cuts import intervals  # noqa: PLC0415  # the compiler

        return intervals.CAIM

    def options(self, n_classes: int) -> Options:
        """Return the parameters as the compiled interval methods take them."""
        from cutpoint.cuts.options import Options  # noqa: PLC0415  # the compiler

        return Options()
