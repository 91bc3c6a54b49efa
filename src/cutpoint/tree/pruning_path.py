"""What became of each tree of a pruning sequence: the record that ``pruning_path_`` holds."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutpoint.errors import InputError
from cutpoint.tree.frame import table_of

_ARRAYS = ("alphas", "sizes", "training_errors", "errors", "standard_errors")


@dataclass(frozen=True, eq=False)
class PruningPath:
    """The trees of a cost-complexity sequence, from the largest to a leaf, and how each does.

    Attributes
    ----------
    alphas : float64 array
        The least strength at which each tree comes out, ascending from 0.
    sizes : int64 array
        Its leaves.
    training_errors : float64 array
        Its error rate on the cases that it was grown from.
    errors : float64 array
        Its error rate on other cases: the pruning set, or by cross-validation; NaN if the strength
        was given and nothing was measured.
    standard_errors : float64 array
        Of ``errors``, as of a share of so many independent cases.
    best : int
        The position of the tree with the fewest errors, the smallest of several.
    chosen : int
        The position of the tree that was taken.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from cutpoint import TreeClassifier
    >>> X, y = load_iris(return_X_y=True)
    >>> path = TreeClassifier(pruning="cost_complexity").fit(X, y).pruning_path_
    >>> path.sizes.tolist()
    [6, 4, 3, 2, 1]
    >>> path.chosen, path.sizes[path.chosen].item()
    (2, 3)
    """

    alphas: NDArray[np.float64]
    sizes: NDArray[np.int64]
    training_errors: NDArray[np.float64]
    errors: NDArray[np.float64]
    standard_errors: NDArray[np.float64]
    best: int
    chosen: int

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain values; None where nothing was measured."""
        told: dict[str, Any] = {
            name: [None if np.isnan(entry) else entry for entry in getattr(self, name).tolist()]
            for name in _ARRAYS
        }
        return told | {"best": self.best, "chosen": self.chosen}

    @classmethod
    def from_dict(cls, told: Any) -> PruningPath:
        """Return the path that :meth:`to_dict` told.

        Raises
        ------
        InputError
            If it is none.
        """
        try:
            arrays = [np.array(told[name], dtype=np.float64) for name in _ARRAYS]
            best, chosen = int(told["best"]), int(told["chosen"])
        except (KeyError, TypeError, ValueError):
            raise InputError("'pruning_path' is not the record of a pruning") from None
        sizes = {array.shape for array in arrays}
        count = len(arrays[0]) if arrays[0].ndim == 1 else 0
        if len(sizes) > 1 or not (0 <= best < count and 0 <= chosen < count):
            raise InputError("'pruning_path' is not the record of a pruning")
        alphas, leaves, training, errors, deviations = arrays
        return cls(alphas, leaves.astype(np.int64), training, errors, deviations, best, chosen)

    def __len__(self) -> int:
        return len(self.alphas)

    @property
    def measured(self) -> bool:
        """Whether the errors on other cases are known."""
        return not bool(np.isnan(self.errors).all())

    def to_frame(self, kind: str | None = None) -> Any:
        """Return a table with a row for each tree.

        Parameters
        ----------
        kind : {"pandas", "polars", "pyarrow"}, optional
            Whose table; by default pandas' if pandas is installed, else pyarrow's.
        """
        return table_of({name: getattr(self, name) for name in _ARRAYS}, kind)

    def plot(self, *, ax: Any = None) -> Any:
        """Draw the error rates against the number of leaves, and mark the tree that was taken.

        Parameters
        ----------
        ax : matplotlib axes, optional

        Returns
        -------
        matplotlib axes
        """
        return import_module("cutpoint.views.plots.pruning").draw_path(self, ax=ax)
