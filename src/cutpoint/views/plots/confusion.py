"""Which classes are taken for which."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cutpoint.data.attribute import Label
from cutpoint.errors import InputError
from cutpoint.views.plots.canvas import axes, shown

_MOST_NUMBERS = 30
"""With more classes, the numbers would not be legible: the colours stay."""


def plot_confusion(
    true: Any, predicted: Any, classes: Sequence[Label] | None = None, *, ax: Any = None
) -> Any:
    """Draw how many cases of each class were given each class.

    A cell's shade is its share of the cases of its true class.

    Parameters
    ----------
    true, predicted : arrays of labels
    classes : sequence of labels, optional
        The classes and their order; by default all that occur, sorted.
    ax : matplotlib axes, optional

    Returns
    -------
    matplotlib axes

    Examples
    --------
    >>> ax = plot_confusion(["a", "a", "b"], ["a", "b", "b"])
    >>> [text.get_text() for text in ax.texts]
    ['1', '1', '0', '1']
    """
    one, two = (np.asarray(labels, dtype=object).tolist() for labels in (true, predicted))
    if len(one) != len(two):
        raise InputError(f"there are {len(one)} true and {len(two)} predicted classes")
    names = sorted({*one, *two}, key=_in_order) if classes is None else list(classes)
    place = {label: position for position, label in enumerate(names)}
    counts = np.zeros((len(names), len(names)), dtype=np.int64)
    for row, column in zip(one, two, strict=True):
        if row not in place or column not in place:
            lost = column if row in place else row
            raise InputError(f"{lost!r} is not among the classes given")
        counts[place[row], place[column]] += 1
    totals = counts.sum(axis=1, keepdims=True)
    shares = np.divide(counts, totals, out=np.zeros(counts.shape), where=totals > 0)
    size = 2.0 + 0.5 * len(names)
    ax = axes(ax, size + 1.2, size)
    ax.imshow(shares, cmap="Blues", vmin=0, vmax=1)
    labels = [shown(label, 20) for label in names]
    ax.set_xticks(range(len(names)), labels, rotation=45, ha="right", rotation_mode="anchor")
    ax.set_yticks(range(len(names)), labels)
    if len(names) <= _MOST_NUMBERS:
        for row, column in np.ndindex(counts.shape):
            ink = "white" if shares[row, column] > 0.5 else "black"
            ax.text(column, row, f"{counts[row, column]}", ha="center", va="center", color=ink)
    ax.set_xlabel("predicted")
    ax.set_ylabel("true")
    return ax


def _in_order(label: Label) -> tuple[str, Any]:
    """Sort labels of several types: by type, then by size."""
    number = isinstance(label, int | float)
    return ("number", label) if number else ("text", str(label))
