"""How figures are drawn, with matplotlib (the extra ``plots``)."""

from __future__ import annotations

import io
from typing import Any

import numpy as np

from cutpoint.studies.ranks import Ranks
from cutpoint.views.plots.canvas import PALETTE, axes


def draw_ranks(ranks: Ranks, ax: Any = None) -> Any:
    """Draw Demšar's critical-difference diagram; bars join systems that do not differ.

    Parameters
    ----------
    ranks : Ranks
    ax : matplotlib axes, optional

    Returns
    -------
    matplotlib axes
    """
    k = len(ranks.names)
    ax = axes(ax, 7.0, 1.4 + 0.22 * k)
    half = (k + 1) // 2
    low, high = 1.0, float(max(k, 2))
    ax.set(xlim=(low - 0.9, high + 0.9), ylim=(-half - 1.6, 1.4))
    ax.axis("off")
    ax.plot([low, high], [0, 0], color="black", linewidth=1)
    for tick in range(int(low), int(high) + 1):
        ax.plot([tick, tick], [0, 0.12], color="black", linewidth=1)
        ax.text(tick, 0.2, str(tick), ha="center", va="bottom", fontsize=8)
    for position, (name, rank) in enumerate(zip(ranks.names, ranks.ranks, strict=True)):
        left = position < half
        depth = -(position if left else k - 1 - position) - 1.2
        edge = low - 0.1 if left else high + 0.1
        ax.plot([rank, rank, edge], [0, depth, depth], color="black", linewidth=0.8)
        text = f"{name} {rank:.2f}"
        ax.text(edge, depth, text, ha="right" if left else "left", va="center", fontsize=8)
    ax.plot([low, low + ranks.critical_difference], [1.0, 1.0], color="black", linewidth=2)
    ax.text(low, 1.1, f"CD = {ranks.critical_difference:.2f}", va="bottom", fontsize=8)
    for number, group in enumerate(ranks.groups):
        ends = [ranks.ranks[ranks.names.index(name)] for name in (group[0], group[-1])]
        height = -0.3 - 0.22 * number
        ax.plot([ends[0] - 0.04, ends[1] + 0.04], [height, height], color=PALETTE[0], linewidth=3)
    return ax


def svg_of(ax: Any) -> str:
    """Return the figure of some axes as SVG, the same text every time, and close it."""
    import matplotlib as mpl  # noqa: PLC0415
    import matplotlib.pyplot as plt  # noqa: PLC0415

    out = io.StringIO()
    figure = (ax if not isinstance(ax, np.ndarray) else ax.flat[0]).figure
    with mpl.rc_context({"svg.hashsalt": "cutpoint", "svg.fonttype": "none"}):
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    plt.close(figure)
    text = out.getvalue()
    return text[text.index("<svg") :]
