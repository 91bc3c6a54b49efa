"""The figures of the papers, drawn again: ours filled, the paper's hollow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cutpoint.views.plots.canvas import PALETTE, axes

Pair = tuple[Sequence[float], Sequence[float]]


def draw_ablation(labels: Sequence[str], error: Pair, size: Pair) -> Any:
    """Draw Quinlan's figure 1: average error and size of each system, relative to Release 7."""
    ax = axes(None, 6.0, 3.6)
    places = np.arange(len(labels))
    for name, (ours, paper), colour, shape in (
        ("error", error, PALETTE[0], "o"),
        ("size", size, PALETTE[5], "s"),
    ):
        ax.plot(places, ours, color=colour, marker=shape, label=f"{name}, ours")
        ax.plot(
            places, paper, color=colour, marker=shape, linestyle=":", markerfacecolor="none",
            label=f"{name}, paper",
        )  # fmt: skip
    ax.set(xticks=places, ylabel="ratio to Release 7")
    ax.set_xticklabels(labels)
    ax.legend(fontsize=8)
    return ax


def draw_ratios_by_size(
    cases: Sequence[float], ours: Sequence[float], paper: Sequence[float]
) -> Any:
    """Draw Quinlan's figure 2: error ratio Rel 8 / Discr against the size of the data set."""
    ax = axes(None, 6.0, 3.6)
    ax.scatter(cases, ours, color=PALETTE[0], label="ours")
    ax.scatter(cases, paper, facecolors="none", edgecolors=PALETTE[5], label="paper")
    ax.axhline(1.0, color="grey", linewidth=0.8)
    ax.set(xscale="log", xlabel="data set size", ylabel="error ratio Rel 8 / Discr")
    ax.legend(fontsize=8)
    return ax
