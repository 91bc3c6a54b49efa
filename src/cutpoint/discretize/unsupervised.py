"""Discretizers that do not look at the classes: equal width, equal depth, k-means."""

from __future__ import annotations

from numbers import Integral
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray
from sklearn.utils._param_validation import Interval

from cutpoint.discretize.base import COMMON, Discretizer

if TYPE_CHECKING:
    from cutpoint.cuts.options import Options
    from cutpoint.data.counts import ClassCounts


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

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "n_bins": [Interval(Integral, 2, None, closed="left")],
        **COMMON,
    }
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

    @property
    def method(self) -> int:
        """The code of the interval method."""
        from cutpoint.cuts import intervals  # noqa: PLC0415  # the compiler

        return intervals.EQUAL_WIDTH

    def options(self, n_classes: int) -> Options:
        """Return the parameters as the compiled interval methods take them."""
        from cutpoint.cuts.options import Options  # noqa: PLC0415  # the compiler

        return Options(n_bins=int(self.n_bins))

    def _cuts(self, evidence: ClassCounts) -> NDArray[np.float64]:
        """Return all borders, also of bins that hold no value (a tree has no use for those)."""
        from cutpoint.cuts.unsupervised import equal_width  # noqa: PLC0415  # the compiler

        cuts = np.empty(int(self.n_bins))
        return cuts[: equal_width(evidence.values, int(self.n_bins), cuts)]


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

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "n_bins": [Interval(Integral, 2, None, closed="left")],
        **COMMON,
    }
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

    @property
    def method(self) -> int:
        """The code of the interval method."""
        from cutpoint.cuts import intervals  # noqa: PLC0415  # the compiler

        return intervals.EQUAL_DEPTH

    def options(self, n_classes: int) -> Options:
        """Return the parameters as the compiled interval methods take them."""
        from cutpoint.cuts.options import Options  # noqa: PLC0415  # the compiler

        return Options(n_bins=int(self.n_bins))


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

    _parameter_constraints: ClassVar[dict[str, list[Any]]] = {
        "n_bins": [Interval(Integral, 2, None, closed="left")],
        **COMMON,
    }
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

    @property
    def method(self) -> int:
        """The code of the interval method."""
        from cutpoint.cuts import intervals  # noqa: PLC0415  # the compiler

        return intervals.K_MEANS

    def options(self, n_classes: int) -> Options:
        """Return the parameters as the compiled interval methods take them."""
        from cutpoint.cuts.options import Options  # noqa: PLC0415  # the compiler

        return Options(n_bins=int(self.n_bins))
