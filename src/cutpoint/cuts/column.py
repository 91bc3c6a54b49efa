"""The cut of one column, with its score curve: for experiments and plots."""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils import check_random_state

from cutpoint import _core
from cutpoint.cuts.evidence import evidence
from cutpoint.errors import InputError
from cutpoint.measures.custom_criterion import CustomCriterion, Measure
from cutpoint.wording import count_of

WINDOW, WIDTH, RESAMPLES = 21, 2.5, 10
"""The paper's settings of smoothing, averaging (its lambda) and bootstrap."""

_CRITERIA = tuple(name for name in _core.MEASURES if name != "custom")


@dataclass(frozen=True, eq=False)
class Threshold:
    """A cut of a numeric column, and the curve it was chosen from.

    Attributes
    ----------
    cut : float
        Cases up to it, inclusive, go one way.
    score : float
        What the criterion makes of it: higher is better. The distance is negative.
    sd : float
        The standard deviation of the score, by the delta method.
    cuts, scores : arrays
        The candidates, in the middle of the two values each separates, and their scores.
    interval : tuple of two floats
        The lowest and the highest candidate that the method averaged over (averaging), or that a
        resample chose (bootstrap); else the chosen one twice.
    """

    cut: float
    score: float
    sd: float
    cuts: NDArray[np.float64]
    scores: NDArray[np.float64]
    interval: tuple[float, float]


def threshold(
    values: ArrayLike,
    y: ArrayLike,
    method: str = "averaging",
    criterion: str | Measure = "symmetric",
    *,
    sample_weight: ArrayLike | None = None,
    min_cases: float = 1,
    placement: str = "midpoint",
    window: int = WINDOW,
    width: float = WIDTH,
    resamples: int = RESAMPLES,
    random_state: Any = None,
) -> Threshold:
    """Return the cut of a numeric column that a method chooses (Geurts & Wehenkel 2000).

    The method chooses one of the candidates, the cuts between adjacent values that leave
    ``min_cases`` on both sides; the lowest of equals.

    Parameters
    ----------
    values : array of shape (n_cases,)
        Numbers; cases whose value is NaN are left out.
    y : array of shape (n_cases,)
        The classes.
    method : {"classic", "kolmogorov", "median", "smoothing", "averaging", "bootstrap"}
        Where the criterion is greatest; where the Kolmogorov-Smirnov distance is; where both sides
        weigh the same; where the moving average of the score curve is greatest; in the middle of
        the lowest and the highest cut whose score is above S - width * sd, S being the best score
        and sd its standard deviation; or at the mean of the classic cuts of resamples of the cases.
    criterion : str or function, default="symmetric"
        A measure of :mod:`cutpoint.measures` by name, or one of your own.
    sample_weight : array of shape (n_cases,), optional
    min_cases : float, default=1
        The least weight on either side.
    placement : {"midpoint", "observed", "weighted"}, default="midpoint"
        Where the cut lies between the two values that it separates.
    window : int, default=21
        The number of candidates that smoothing averages, odd. At the ends there are fewer.
    width : float, default=2.5
        How many standard deviations averaging allows (the paper's lambda).
    resamples : int, default=10
        The number of resamples of the bootstrap.
    random_state : int, RandomState instance or None, default=None
        For the bootstrap. The order of the cases does not matter.

    Returns
    -------
    Threshold

    Raises
    ------
    InputError
        If there is no candidate, or an argument cannot be used.

    Examples
    --------
    >>> found = threshold([1, 2, 3, 4, 5, 6], list("aababb"), "classic")
    >>> found.cut, round(found.score, 3), round(found.sd, 3)
    (2.5, 0.479, 0.265)
    >>> found.cuts.tolist()
    [1.5, 2.5, 3.5, 4.5, 5.5]
    >>> threshold([1, 2, 3, 4, 5, 6], list("aababb"), "averaging").cut
    3.5
    """
    _check(method, _core.THRESHOLD_METHODS, "method")
    _check(placement, _core.PLACEMENTS, "placement")
    if not (isinstance(window, Integral) and window >= 1 and window % 2 == 1):
        raise InputError(f"window must be an odd number of candidates, not {window!r}")
    if not (isinstance(width, Real) and width >= 0):
        raise InputError(f"width must be a number of standard deviations, not {width!r}")
    if not (isinstance(resamples, Integral) and resamples >= 1):
        raise InputError(f"resamples must be a whole number from 1, not {resamples!r}")
    custom = None
    if isinstance(criterion, str):
        _check(criterion, _CRITERIA, "criterion")
        options = _core.ThresholdOptions(method, criterion)
    else:
        custom = CustomCriterion(criterion)
        options = _core.ThresholdOptions(method, "custom", custom.native)
    options.least, options.window = float(min_cases), int(window)
    options.width, options.resamples = float(width), int(resamples)
    if method == "bootstrap":
        options.key = int(check_random_state(random_state).randint(2**31))

    points, weights, _ = evidence(values, y, sample_weight)
    chosen = _choose(points, weights, options, custom) if len(points) else None
    if chosen is None or chosen["candidate"] < 0:
        raise InputError(
            f"there is no cut: {count_of(len(points), 'distinct value')} and no place between two "
            f"of them that leaves {count_of(min_cases, 'case')} on both sides"
        )
    candidate, cuts = chosen["candidate"], chosen["cuts"]
    position, left = int(chosen["positions"][candidate]), float(chosen["below"][candidate])
    beside = (left, float(weights.sum()) - left)
    cut = _core.place_cut(placement, points, points[position], points[position + 1], beside)
    return Threshold(
        cut,
        float(chosen["scores"][candidate]),
        _core.score_deviation(points, weights, position, options),
        cuts,
        chosen["scores"],
        (float(cuts[chosen["lowest"]]), float(cuts[chosen["highest"]])),
    )


def _choose(
    points: NDArray[np.float64],
    weights: NDArray[np.float64],
    options: _core.ThresholdOptions,
    custom: CustomCriterion | None,
) -> _core.ThresholdChoice:
    try:
        return _core.choose_threshold(points, weights, options)
    except _core.MeasureError:
        assert custom is not None
        custom.raise_failure()


def _check(given: str, known: tuple[str, ...], what: str) -> None:
    if given not in known:
        raise InputError(f"{what} must be one of {', '.join(known)}, not {given!r}")
