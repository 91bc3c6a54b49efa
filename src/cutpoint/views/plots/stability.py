"""How sure a tree is: its cuts, its attributes, and the trees of resamples."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from cutpoint.errors import InputError
from cutpoint.views.plots.canvas import PALETTE, axes, legend, shown

if TYPE_CHECKING:
    from cutpoint.stability import NodeStability, Stability

_MOST_NODES = 20
_MOST_ATTRIBUTES = len(PALETTE) - 1
_MARK = "#D55E00"


def plot_stability(stability: Stability, what: str = "cuts", *, ax: Any = None) -> Any:
    """Draw what resamples say of a tree; see :meth:`cutpoint.stability.Stability.plot`.

    Parameters
    ----------
    stability : Stability
    what : {"cuts", "attributes", "trees"}
    ax : matplotlib axes, optional

    Returns
    -------
    matplotlib axes

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from cutpoint import TreeClassifier
    >>> from cutpoint.stability import assess
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> stability = assess(TreeClassifier().fit(X, y), X, y, n_resamples=5)
    >>> plot_stability(stability, "trees").get_xlabel()
    'nodes'
    """
    drawings: dict[str, Callable[[Stability, Any], Any]] = {
        "cuts": _cuts,
        "attributes": _attributes,
        "trees": _trees,
    }
    if what not in drawings:
        raise InputError(f"what must be one of {', '.join(drawings)}, not {what!r}")
    return drawings[what](stability, ax)


def _cuts(stability: Stability, ax: Any) -> Any:
    """Draw a row per cut: resampled ones in standard deviations from that of the tree."""
    rows = [
        (node, c, deviation)
        for node in stability.nodes
        for c, deviation in enumerate(np.atleast_1d(node.cut_sd))
        if node.reference_cuts and deviation > 0
    ][:_MOST_NODES]
    if not rows:
        raise InputError("no cut varies over resamples: there is nothing to draw")
    ax = axes(ax, height=1.2 + 0.35 * len(rows))
    for place, (node, c, deviation) in enumerate(rows):
        off = (node.cut_rows[:, c] - node.reference_cuts[c]) / deviation
        low, high = ((end - node.reference_cuts[c]) / deviation for end in node.bands()[c])
        ax.plot([low, high], [place, place], color=PALETTE[0], linewidth=5, alpha=0.3)
        ax.plot(off, np.full(len(off), place), "|", color=PALETTE[0], markersize=9)
    ax.axvline(0, color=_MARK, linewidth=1.2)
    ax.set_yticks(range(len(rows)), [_cut_label(node, c) for node, c, _ in rows])
    ax.invert_yaxis()
    ax.set_xlabel("cuts of resamples, in standard deviations from that of the tree; 90 % shaded")
    return ax


def _cut_label(node: NodeStability, c: int) -> str:
    return f"{node.node}: {shown(node.attribute or '', 20)} ≤ {node.reference_cuts[c]:.4g}"


def _attributes(stability: Stability, ax: Any) -> Any:
    """Draw a bar per node: the share of the resamples reaching it that test each attribute."""
    nodes = [node for node in stability.nodes if node.reached and node.attribute][:_MOST_NODES]
    if not nodes:
        raise InputError("the tree tests nothing: there is nothing to draw")
    total: dict[str, float] = {}
    for node in nodes:
        for name, share in node.attribute_share.items():
            total[name] = total.get(name, 0.0) + share
    names = sorted(total, key=lambda name: -total[name])[:_MOST_ATTRIBUTES]
    places = np.arange(len(nodes))
    ax = axes(ax, height=1.2 + 0.35 * len(nodes))
    start = np.zeros(len(nodes))
    parts = [(shown(name, 20), [n.attribute_share.get(name, 0.0) for n in nodes]) for name in names]
    parts.append(("a leaf", [node.leaf_share for node in nodes]))
    colours = [*PALETTE[: len(names)], "#dddddd"]
    entries: list[tuple[Any, str]] = []
    for (name, shares), colour in zip(parts, colours, strict=True):
        entries.append((ax.barh(places, shares, left=start, color=colour, height=0.7), name))
        start += shares
    if (start < 1 - 1e-9).any():
        rest = ax.barh(places, 1 - start, left=start, color="#999999", height=0.7)
        entries.append((rest, "others"))
    labels = [f"{n.node}: {shown(n.attribute or '', 20)} ({n.reached})" for n in nodes]
    ax.set_yticks(places, labels)
    ax.invert_yaxis()
    ax.set_xlim(0, 1)
    ax.set_xlabel("share of the resamples that reach the node (their number in brackets)")
    legend(ax, entries, frameon=False, fontsize="small", loc="upper left", bbox_to_anchor=(1, 1))
    return ax


def _trees(stability: Stability, ax: Any) -> Any:
    """Draw a point per resample: errors against size; the size of the reference tree is marked."""
    ax = axes(ax)
    ax.scatter(stability.sizes, stability.errors, s=16, color=PALETTE[0], alpha=0.7)
    most_like = int(np.argmax(stability.closeness))
    ax.scatter(
        stability.sizes[most_like],
        stability.errors[most_like],
        s=70,
        facecolors="none",
        edgecolors=PALETTE[2],
        label="most like the others",
    )
    size = stability.reference.n_nodes
    ax.axvline(size, color=_MARK, linewidth=1.2, linestyle=(0, (3, 3)), label=f"tree: {size} nodes")
    ax.xaxis.get_major_locator().set_params(integer=True)
    ax.set_xlabel("nodes")
    ax.set_ylabel("error rate")
    ax.legend(frameon=False)
    return ax
