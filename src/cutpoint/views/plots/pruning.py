"""How the error changes as a tree is pruned."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from cutpoint.data.frames import conform
from cutpoint.errors import InputError
from cutpoint.views.plots.canvas import axes
from cutpoint.views.plots.cases import class_codes
from cutpoint.wording import count_of

if TYPE_CHECKING:
    from cutpoint.tree.pruning_path import PruningPath
    from cutpoint.tree.tree import Tree

_WIDE = 60
"""From so many leaves on the axis is logarithmic: small trees matter most."""


def plot_pruning_path(
    trees: Sequence[Tree], X: Any = None, y: Any = None, *, ax: Any = None
) -> Any:
    """Draw the error rates of a tree at the stages of its pruning against its leaves.

    Parameters
    ----------
    trees : sequence of Tree
        The stages: the unpruned tree and smaller ones, in any order, such as those of several
        values of ``confidence``.
    X, y : table or array, and array, optional
        Cases that the trees were not learned from: their error rate is drawn as well, and the
        smallest tree with the least of it is marked.
    ax : matplotlib axes, optional

    Returns
    -------
    matplotlib axes

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from cutpoint import C45Classifier
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> levels = [0.01, 0.1, 0.25, 0.5, 1.0]
    >>> trees = [C45Classifier(confidence=c).fit(X, y).tree_ for c in levels]
    >>> ax = plot_pruning_path(trees)
    >>> ax.get_xlabel()
    'leaves'
    """
    if not trees:
        raise InputError("there is no tree to draw")
    order = sorted(trees, key=lambda tree: tree.n_leaves)
    sizes = [tree.n_leaves for tree in order]
    ax = axes(ax)
    ax.plot(
        sizes,
        [training_error(tree) for tree in order],
        color="#666666",
        marker="o",
        markersize=4,
        linewidth=1.2,
        label="training cases",
    )
    if X is not None:
        if y is None:
            raise InputError("y is missing: the classes of the cases in X")
        errors = [_error(tree, X, y) for tree in order]
        ax.plot(
            sizes,
            errors,
            color="#0072B2",
            marker="o",
            markersize=4,
            linewidth=1.6,
            label="new cases",
        )
        best = int(np.argmin(errors))
        ax.axvline(
            sizes[best],
            color="#D55E00",
            linewidth=1.2,
            linestyle=(0, (3, 3)),
            label=f"least on new cases: {count_of(int(sizes[best]), 'leaf', 'leaves')}",
        )
    ax.xaxis.get_major_locator().set_params(integer=True)
    ax.set_xlabel("leaves")
    ax.set_ylabel("error rate")
    ax.set_ylim(bottom=0)
    ax.legend(frameon=False)
    return ax


def draw_path(path: PruningPath, *, ax: Any = None) -> Any:
    """Draw the error rates of the trees of a cost-complexity sequence against their leaves.

    See :meth:`cutpoint.tree.pruning_path.PruningPath.plot`.
    """
    ax = axes(ax)
    ax.plot(
        path.sizes,
        path.training_errors,
        color="#666666",
        marker="o",
        markersize=4,
        linewidth=1.2,
        label="training cases",
    )
    if path.measured:
        ax.errorbar(
            path.sizes,
            path.errors,
            yerr=path.standard_errors,
            color="#0072B2",
            marker="o",
            markersize=4,
            linewidth=1.6,
            elinewidth=1,
            capsize=2,
            label="other cases, with one standard error",
        )
    size = int(path.sizes[path.chosen])
    ax.axvline(
        size,
        color="#D55E00",
        linewidth=1.2,
        linestyle=(0, (3, 3)),
        label=f"taken: {count_of(size, 'leaf', 'leaves')}",
    )
    if path.sizes[0] > _WIDE * path.sizes[-1]:
        ax.set_xscale("log")
    else:
        ax.xaxis.get_major_locator().set_params(integer=True)
    ax.set_xlabel("leaves")
    ax.set_ylabel("error rate")
    ax.set_ylim(bottom=0)
    ax.legend(frameon=False)
    return ax


def training_error(tree: Tree) -> float:
    """Return the share of the training cases that are not of their leaf's class."""
    leaves = tree.attribute < 0
    total = tree.distribution[leaves].sum()
    right = tree.distribution[leaves, tree.label[leaves]].sum()
    return float(1 - right / total) if total > 0 else 0.0


def _error(tree: Tree, X: Any, y: Any) -> float:
    codes = class_codes(tree, y)
    given = tree.predict_codes(conform(X, tree.attributes).matrix())
    if len(codes) != len(given):
        raise InputError(f"X has {len(given)} rows and y has {len(codes)}")
    return float((codes != given).mean()) if len(codes) else 0.0
