"""The cut of one column, with its score curve: for experiments and plots."""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.utils import check_random_state

from cutpoint.cuts.evidence import evidence
from cutpoint.cuts.placement import PLACEMENTS, placed
from cutpoint.cuts.spread import standard_deviation
from cutpoint.cuts.thresholds import METHODS, RESAMPLES, WIDTH, WINDOW, chosen, cut_after
from cutpoint.errors import InputError
from cutpoint.measures.codes import CODES, OWN
from cutpoint.measures.entropies import phis_up_to
from cutpoint.measures.own import Measure, Own


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
    _check(method, METHODS, "method")
    _check(placement, PLACEMENTS, "placement")
    if not (isinstance(window, Integral) and window >= 1 and window % 2 == 1):
        raise InputError(f"window must be an odd number of candidates, not {window!r}")
    if not (isinstance(width, Real) and width >= 0):
        raise InputError(f"width must be a number of standard deviations, not {width!r}")
    if not (isinstance(resamples, Integral) and resamples >= 1):
        raise InputError(f"resamples must be a whole number from 1, not {resamples!r}")
    own = None
    if isinstance(criterion, str):
        _check(criterion, CODES, "criterion")
        code, address = np.int64(CODES[criterion]), np.int64(0)
    else:
        own = Own(criterion)
        code, address = np.int64(OWN), np.int64(own.address)

    points, weights, _ = evidence(values, y, sample_weight)
    key = np.uint64(check_random_state(random_state).randint(2**31)) if method == "bootstrap" else 0
    positions = np.empty(len(points), dtype=np.int64)
    lefts, scores, scratch = (np.empty(len(points)) for _ in range(3))
    choice, low, high, size = chosen(
        np.int64(METHODS[method]), code, address, points, weights, float(min_cases),
        np.int64(window), float(width), np.int64(resamples), np.uint64(key),
        positions, lefts, scores, scratch, phis_up_to(np.int64(min(weights.sum(), len(y)))),
    )  # fmt: skip
    if own is not None and (own.error is not None or np.isnan(scores[:size]).any()):
        own.complain()
    if choice < 0:
        raise InputError(
            f"there is no cut: {len(points)} distinct values and no place between two of them that "
            f"leaves {min_cases:g} cases on both sides"
        )
    cuts = np.array([cut_after(points, weights, position) for position in positions[:size]])
    position, left = positions[choice], lefts[choice]
    above = points[np.searchsorted(points, points[position], side="right")]
    where = np.int64(PLACEMENTS[placement])
    cut = placed(where, points, points[position], above, left, weights.sum() - left)
    return Threshold(
        float(cut),
        float(scores[choice]),
        float(standard_deviation(code, address, points, weights, position)),
        cuts,
        scores[:size].copy(),
        (float(cuts[low]), float(cuts[high])),
    )


def _check(given: str, known: dict[str, int], what: str) -> None:
    if given not in known:
        raise InputError(f"{what} must be one of {', '.join(known)}, not {given!r}")
