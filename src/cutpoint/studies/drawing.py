"""The figures of the papers, drawn again: ours filled, the paper's hollow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
            places,
            paper,
            color=colour,
            marker=shape,
            linestyle=":",
            markerfacecolor="none",
            label=f"{name}, paper",
        )
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


def draw_score_curves(
    curves: dict[int, list[tuple[Any, Any]]], cuts: Mapping[int, Sequence[float]], name: str
) -> Any:
    """Draw Geurts & Wehenkel's figure 1: score curves, and where samples put the threshold."""
    ax = axes(None, 9.0, 4.2)
    figure = ax.figure
    ax.remove()
    grid = figure.subplots(2, len(curves), sharex=True, height_ratios=(3, 1), squeeze=False)
    for column, size in enumerate(curves):
        above, below = grid[0, column], grid[1, column]
        for places, scores in curves[size]:
            above.plot(places, scores, linewidth=0.7)
        above.set(title=f"N = {size:,}", ylabel="score" if column == 0 else "")
        below.hist(cuts[size], bins=25, color=PALETTE[0])
        below.set(xlabel=f"threshold on {name}", ylabel="samples" if column == 0 else "")
    return grid


def draw_threshold_spread(
    sizes: Sequence[int], cuts: tuple[Any, Any], shares: dict[str, tuple[Any, Any]]
) -> Any:
    """Draw Geurts & Wehenkel's figure 2: mean and deviation of cut and class probabilities."""
    ax = axes(None, 9.0, 3.8)
    figure = ax.figure
    ax.remove()
    left, right = figure.subplots(1, 2)
    left.errorbar(sizes, *cuts, color=PALETTE[0], capsize=2, marker="o", markersize=3)
    left.set(xlabel="N", ylabel="threshold on a1")
    for position, (label, (mean, deviation)) in enumerate(shares.items()):
        right.errorbar(
            sizes,
            mean,
            deviation,
            color=PALETTE[position],
            capsize=2,
            marker="o",
            markersize=3,
            label=label,
        )
    right.set(xlabel="N", ylabel="probability of the first class", ylim=(0, 1))
    right.legend(fontsize=8)
    return left
