"""What happens along one attribute at a node: the classes, the cuts and the score of each cut."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cutpoint.errors import InputError
from cutpoint.views.colours import in_legend
from cutpoint.views.plots.canvas import PALETTE, axes, legend, look, shown
from cutpoint.views.plots.cases import Cases, cases_at, column_of

if TYPE_CHECKING:
    from cutpoint.data.attribute import Attribute
    from cutpoint.tree.tree import Tree

Score = Callable[[NDArray[np.float64]], float]


def plot_distribution(
    tree: Tree, X: Any, y: Any, attribute: str, *, node: int = 0, bins: int = 30, ax: Any = None
) -> Any:
    """Draw the classes of the cases at a node along an attribute, with the cuts.

    The cuts of the node's own test are solid lines, those of tests below it are dashed. The bars of
    a nominal attribute stand for its values.

    Parameters
    ----------
    tree : Tree
    X : pandas, polars or pyarrow table, or array
        The cases.
    y : array
        Their classes.
    attribute : str
    node : int, default=0
        The number of the node; the root is 0.
    bins : int, default=30
        Number of bars of a numeric attribute.
    ax : matplotlib axes, optional

    Returns
    -------
    matplotlib axes

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from cutpoint import C45Classifier
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> tree = C45Classifier().fit(X, y).tree_
    >>> ax = plot_distribution(tree, X, y, "petal width (cm)")
    >>> ax.get_xlabel()
    'petal width (cm)'
    """
    column = column_of(tree, attribute)
    cases = cases_at(tree, X, y, node)
    ax = axes(ax)
    _date_axis(ax, tree.attributes[column])
    values = tree.attributes[column].values
    here = cases.matrix[:, column]
    if values is None:
        known = ~np.isnan(here)
        edges = np.histogram_bin_edges(here[known], bins) if known.any() else np.array([0.0, 1.0])
        width, left = np.diff(edges), edges[:-1]
    else:
        known = here >= 0
        edges = np.arange(len(values) + 1) - 0.5
        width, left = np.full(len(values), 0.8), edges[:-1] + 0.1
        ax.set_xticks(range(len(values)), [shown(value, 16) for value in values])
        if len(values) > 6:
            ax.tick_params(axis="x", rotation=90)
    bottom = np.zeros(len(edges) - 1)
    weights = tree.distribution[0].tolist()
    bars = []
    for code in range(len(tree.classes)):
        chosen = known & (cases.codes == code)
        height, _ = np.histogram(here[chosen], edges, weights=cases.weights[chosen])
        bars.append(ax.bar(left, height, width, bottom, align="edge", **look(code, weights)))
        bottom += height
    own, below = _cuts(tree, node, column)
    for cut in below:
        ax.axvline(cut, color="black", linewidth=0.8, linestyle=(0, (3, 3)))
    for cut in own:
        ax.axvline(cut, color="black", linewidth=1.6)
    lost = float(cases.weights[~known].sum())
    note = f"  ({lost:.4g} cases unknown)" if lost > 0 else ""
    ax.set_xlabel(shown(attribute, 60) + note)
    ax.set_ylabel("cases")
    ax.set_title(f"node {node}: {cases.weights.sum():.6g} cases", loc="left", fontsize="medium")
    entries = [(bars[code], shown(tree.classes[code])) for code in in_legend(weights)]
    legend(ax, entries, frameon=False, loc="upper left", bbox_to_anchor=(1, 1))
    return ax


def plot_scores(
    tree: Tree,
    X: Any,
    y: Any,
    attribute: str,
    *,
    node: int = 0,
    score: str | Score = "gain",
    ax: Any = None,
) -> Any:
    """Draw the score of each candidate cut of a numeric attribute at a node.

    A candidate lies midway between two neighbouring values of the cases there. If the node tests
    the attribute, its cuts are drawn as lines.

    Parameters
    ----------
    tree : Tree
    X : pandas, polars or pyarrow table, or array
        The cases.
    y : array
        Their classes.
    attribute : str
    node : int, default=0
        The number of the node; the root is 0.
    score : {"gain", "gain_ratio"} or function
        Information gain or gain ratio in bits, as in C4.5: times the share of known values. A
        function gets the case weights as a table, two branches x classes, and returns a number.
    ax : matplotlib axes, optional

    Returns
    -------
    matplotlib axes

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from cutpoint import C45Classifier
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> tree = C45Classifier().fit(X, y).tree_
    >>> ax = plot_scores(tree, X, y, "petal width (cm)")
    >>> ax.get_ylabel()
    'gain (bits)'
    """
    column = column_of(tree, attribute)
    if not tree.attributes[column].is_numeric:
        raise InputError(f"{attribute!r} is nominal and has no cuts: use plot_distribution")
    if not callable(score) and score not in _SCORES:
        raise InputError(f"score must be gain, gain_ratio or a function, not {score!r}")
    cases = cases_at(tree, X, y, node)
    cuts, below, above, unknown = candidates(cases, column, len(tree.classes))
    if callable(score):
        heights = np.array([score(np.stack(pair)) for pair in zip(below, above, strict=True)])
        name = getattr(score, "__name__", "score")
    else:
        heights = _SCORES[score](below, above, unknown)
        name = {"gain": "gain (bits)", "gain_ratio": "gain ratio"}[score]
    ax = axes(ax)
    _date_axis(ax, tree.attributes[column])
    ax.plot(cuts, heights, color=PALETTE[0], linewidth=1.2, marker=".", markersize=3)
    for cut in _cuts(tree, node, column)[0]:
        ax.axvline(cut, color="black", linewidth=1.6)
        ax.annotate(
            tree.attributes[column].shown(cut, 6),
            (cut, 1),
            (3, -3),
            ax.get_xaxis_transform(),
            textcoords="offset points",
            va="top",
            fontsize="small",
        )
    ax.set_xlabel(shown(attribute, 60))
    ax.set_ylabel(name)
    ax.set_title(f"node {node}: {cases.weights.sum():.6g} cases", loc="left", fontsize="medium")
    return ax


def _date_axis(ax: Any, attribute: Attribute) -> None:
    """Write dates and times along the axis, if these are what the attribute counts."""
    if attribute.calendar is not None:
        ax.xaxis.set_major_formatter(lambda value, _: attribute.shown(value))
        ax.tick_params(axis="x", rotation=30)


def candidates(
    cases: Cases, column: int, n_classes: int
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64], float]:
    """Return the candidate cuts, the class weights below and above each, and the weight unknown."""
    values = cases.matrix[:, column]
    known = ~np.isnan(values)
    distinct, place = np.unique(values[known], return_inverse=True)
    table = np.zeros((len(distinct), n_classes))
    np.add.at(table, (place, cases.codes[known]), cases.weights[known])
    below = np.cumsum(table, axis=0)[:-1]
    above = table.sum(axis=0) - below
    cuts = distinct[:-1] + (distinct[1:] - distinct[:-1]) / 2
    return cuts, below, np.maximum(above, 0.0), float(cases.weights[~known].sum())


def _cuts(tree: Tree, node: int, column: int) -> tuple[list[float], list[float]]:
    """Return the cuts of an attribute in a node's test, and in tests below it."""
    own: list[float] = []
    below: list[float] = []
    for entry in tree.node(node).walk():
        if tree.attribute[entry.id] == column and entry.test is not None:
            cuts = getattr(entry.test, "cuts", ())
            (own if entry.id == node else below).extend(cuts)
    return own, sorted(set(below) - set(own))


def _bits(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return weight x entropy of each row."""
    total = counts.sum(axis=1, keepdims=True)
    shares = np.divide(counts, total, out=np.zeros_like(counts), where=total > 0)
    logs = np.log2(shares, out=np.zeros_like(shares), where=shares > 0)
    return np.asarray(-(counts * logs).sum(axis=1))


def _gain(
    below: NDArray[np.float64], above: NDArray[np.float64], unknown: float
) -> NDArray[np.float64]:
    total = (below + above).sum(axis=1) + unknown
    return np.asarray((_bits(below + above) - _bits(below) - _bits(above)) / total)


def _gain_ratio(
    below: NDArray[np.float64], above: NDArray[np.float64], unknown: float
) -> NDArray[np.float64]:
    sizes = np.stack([below.sum(axis=1), above.sum(axis=1)], axis=1)
    sizes = np.column_stack([sizes, np.full(len(sizes), unknown)])  # unknown is one more outcome
    return np.asarray(_gain(below, above, unknown) * sizes.sum(axis=1) / _bits(sizes))


_SCORES = {"gain": _gain, "gain_ratio": _gain_ratio}
