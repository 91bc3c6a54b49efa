"""What resamples make of one node of the reference tree."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutpoint.errors import InputError
from cutpoint.tree.names import printable

LEVEL = 0.9
"""The share of the resampled cuts that an interval holds, unless another is asked for."""


@dataclass(frozen=True, eq=False)
class NodeStability:
    """What the trees of resamples have at the place of a node of the reference tree.

    A resample reaches the place if its tree has the same tests above it, by attribute, and takes
    the same branches; cuts may differ.

    Attributes
    ----------
    node : int
        The number of the node in the reference tree.
    attribute : str or None
        What the reference tree tests there; None at a leaf.
    reference_cuts : tuple of float
        Where; empty at a leaf and for a nominal attribute.
    n_resamples : int
        How many there are.
    reached : int
        How many of them reach the place. If none does, nothing is known about it.
    attribute_share : dict from str to float
        Of the resamples that reach the place, the share that test each attribute there, the most
        frequent first. With ``leaf_share`` they sum to 1.
    leaf_share : float
        The share that have a leaf there.
    cuts : float array
        The cuts of the resamples that test the same attribute with as many cuts, in the order of
        ``resamples``: a number for each, or a row for each if the test has several cuts.
    resamples : int array
        Which resamples these are.
    """

    node: int
    attribute: str | None
    reference_cuts: tuple[float, ...]
    n_resamples: int
    reached: int
    attribute_share: dict[str, float]
    leaf_share: float
    cuts: NDArray[np.float64] = field(repr=False)
    resamples: NDArray[np.int64] = field(repr=False)

    @property
    def chosen_share(self) -> float:
        """The share of the resamples reaching the node that do what the reference tree does."""
        if self.reached == 0:
            return float("nan")
        if self.attribute is None:
            return self.leaf_share
        return self.attribute_share.get(self.attribute, 0.0)

    @property
    def alternatives(self) -> dict[str, float]:
        """The other attributes that resamples test there, with their shares."""
        return {k: v for k, v in self.attribute_share.items() if k != self.attribute}

    @property
    def cut_rows(self) -> NDArray[np.float64]:
        """The cuts, always as a row for each resample."""
        return self.cuts.reshape(len(self.cuts), max(1, len(self.reference_cuts)))

    @property
    def cut_sd(self) -> Any:
        """The standard deviation of the cut over resamples, NaN if fewer than two have it.

        A float; an array if the test has several cuts. The divisor is one less than the number.
        """
        if len(self.cuts) < 2:
            missing = np.full(self.cuts.shape[1:], np.nan)
            return missing if missing.ndim else float("nan")
        spread = self.cuts.std(axis=0, ddof=1)
        return spread if self.cuts.ndim > 1 else float(spread)

    def cut_interval(self, level: float = LEVEL) -> Any:
        """Return the interval between two quantiles that holds this share of the cuts.

        Parameters
        ----------
        level : float, default=0.9
            Between 0 and 1. At 0.9 the ends are the quantiles of 5 % and 95 %.

        Returns
        -------
        tuple of two floats
            Or a list with one for each cut, if the test has several; NaN if no resample has it.
        """
        if not 0 < level < 1:
            raise InputError(f"level must be between 0 and 1, not {level!r}")
        if len(self.cuts) == 0:
            ends = np.full((2, *self.cuts.shape[1:]), np.nan)
        else:
            ends = np.quantile(self.cuts, [(1 - level) / 2, (1 + level) / 2], axis=0)
        if self.cuts.ndim == 1:
            return float(ends[0]), float(ends[1])
        return [(float(low), float(high)) for low, high in ends.T]

    def bands(self, level: float = LEVEL) -> list[tuple[float, float]]:
        """Return the interval of each cut of the reference tree; nothing if none is known."""
        if len(self.cuts) == 0 or not self.reference_cuts:
            return []
        found = self.cut_interval(level)
        return [found] if isinstance(found, tuple) else found

    def agreement_on(self, value: float) -> float:
        """Return the share of the resamples that send a value down the reference tree's branch.

        Of those that reach the node; NaN if none does. For numeric tests.
        """
        if self.reached == 0:
            return float("nan")
        ours = np.searchsorted(self.reference_cuts, value)
        theirs = (value > self.cut_rows).sum(axis=1)
        return float(np.count_nonzero(theirs == ours) / self.reached)

    def __str__(self) -> str:
        """Return in words what resamples do at the node."""
        if self.reached == 0:
            return "no resample reaches it"
        parts = [f"{percent(LEVEL)}: {low:.4g} .. {high:.4g}" for low, high in self.bands()]
        what = "a leaf in" if self.attribute is None else "chosen by"
        parts.append(f"{what} {percent(self.chosen_share)}")
        if self.reached < self.n_resamples:
            several = f"{self.reached} resamples that reach it"
            parts[-1] += (
                f" of the {several if self.reached > 1 else 'one resample that reaches it'}"
            )
        return "; ".join(parts)

    def instead(self, most: int = 3) -> str:
        """Return in words what other resamples have there, the most frequent first."""
        others = [(share, printable(name)) for name, share in self.alternatives.items()]
        if self.attribute is not None and self.leaf_share > 0:
            others.append((self.leaf_share, "a leaf"))
        others.sort(key=lambda entry: -entry[0])
        shown = [f"{name} {percent(share)}" for share, name in others[:most]]
        if len(others) > most:
            shown.append(f"{len(others) - most} more")
        return ", ".join(shown)


def percent(share: float) -> str:
    """Return a share in percent, as in ``"82 %"``.

    Examples
    --------
    >>> percent(0.8213), percent(0.004), percent(0.997), percent(1.0)
    ('82 %', '< 1 %', '> 99 %', '100 %')
    """
    if 0 < share < 0.005:
        return "< 1 %"
    if 0.995 <= share < 1:
        return "> 99 %"
    return f"{share * 100:.0f} %"
