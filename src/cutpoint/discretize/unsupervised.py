"""Discretizers that do not look at the classes: equal width, equal depth, k-means."""

from __future__ import annotations

from typing import Any, ClassVar

from cutpoint.discretize.base import Discretizer, constraints_of
from cutpoint.parameters import Constraints


class EqualWidthDiscretizer(Discretizer):
    """Intervals of equal width between the least and the greatest value.

    Parameters
    ----------
    n_bins : int, default=10
        The number of intervals; some may hold no value.
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
    n_features_in_ : int
    feature_names_in_ : array of str
        Only when X has names.

    Examples
    --------
    >>> from cutpoint.discretize import EqualWidthDiscretizer
    >>> model = EqualWidthDiscretizer(n_bins=3).fit([[1], [2], [3], [4], [5], [16]])
    >>> model.cut_points_["x0"].tolist()
    [6.0, 11.0]
    """

    _parameter_constraints: ClassVar[Constraints] = constraints_of("equal_width")
    method_name = "equal_width"
    _needs_classes: ClassVar[bool] = False

    def __init__(
        self,
        n_bins: int = 10,
        *,
        encode: str = "ordinal",
        missing: str = "keep",
        categorical_features: Any = "from_dtype",
        n_jobs: int | None = None,
    ) -> None:
        self.n_bins = n_bins
        self.encode = encode
        self.missing = missing
        self.categorical_features = categorical_features
        self.n_jobs = n_jobs


class EqualDepthDiscretizer(Discretizer):
    """Intervals that hold about the same number of cases; equal values stay together.

    Parameters
    ----------
    n_bins : int, default=10
        The number of intervals; fewer where the values do not allow so many.
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
    n_features_in_ : int
    feature_names_in_ : array of str
        Only when X has names.

    Examples
    --------
    >>> from cutpoint.discretize import EqualDepthDiscretizer
    >>> model = EqualDepthDiscretizer(n_bins=3).fit([[1], [2], [3], [4], [5], [16]])
    >>> model.cut_points_["x0"].tolist()
    [2.5, 4.5]
    """

    _parameter_constraints: ClassVar[Constraints] = constraints_of("equal_depth")
    method_name = "equal_depth"
    _needs_classes: ClassVar[bool] = False

    def __init__(
        self,
        n_bins: int = 10,
        *,
        encode: str = "ordinal",
        missing: str = "keep",
        categorical_features: Any = "from_dtype",
        n_jobs: int | None = None,
    ) -> None:
        self.n_bins = n_bins
        self.encode = encode
        self.missing = missing
        self.categorical_features = categorical_features
        self.n_jobs = n_jobs


class KMeansDiscretizer(Discretizer):
    """Intervals around the centres that k-means finds, from evenly spaced ones.

    Parameters
    ----------
    n_bins : int, default=10
        The number of intervals; fewer where the values do not allow so many.
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
    n_features_in_ : int
    feature_names_in_ : array of str
        Only when X has names.

    Examples
    --------
    >>> from cutpoint.discretize import KMeansDiscretizer
    >>> model = KMeansDiscretizer(n_bins=3).fit([[1], [2], [3], [4], [5], [16]])
    >>> model.cut_points_["x0"].tolist()
    [2.75, 10.0]
    """

    _parameter_constraints: ClassVar[Constraints] = constraints_of("kmeans")
    method_name = "kmeans"
    _needs_classes: ClassVar[bool] = False

    def __init__(
        self,
        n_bins: int = 10,
        *,
        encode: str = "ordinal",
        missing: str = "keep",
        categorical_features: Any = "from_dtype",
        n_jobs: int | None = None,
    ) -> None:
        self.n_bins = n_bins
        self.encode = encode
        self.missing = missing
        self.categorical_features = categorical_features
        self.n_jobs = n_jobs
