"""A picture of the cut points: each column's classes along its axis."""

# ruff: noqa: PLC0415 - matplotlib is an extra, imported where it is used

from __future__ import annotations

import io
import math
import warnings
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cutpoint.errors import InputError
from cutpoint.tree.names import printable

if TYPE_CHECKING:
    from cutpoint.data.table import Table

MOST_COLUMNS = 120
_BARS = 60
_ACROSS = 3
_MOST_CLASSES = 20
_MOST_DIGITS = 100


def plot_cuts(
    table: Table, cut_points: Mapping[str, NDArray[np.float64]], form: str = "png"
) -> bytes:
    """Return a picture of every numeric column: stacked bars of its classes, lines at its cuts.

    Parameters
    ----------
    table : Table
    cut_points : mapping from column name to cut points
        Such as ``cut_points_`` of a discretizer.
    form : {"png", "svg", "pdf"}

    Raises
    ------
    InputError
        If matplotlib is not installed, or there is nothing, or too much, to draw.
    """
    figure_class = check_plots()
    drawn = [
        (attribute.name, np.asarray(column, dtype=np.float64))
        for attribute, column in zip(table.attributes, table.columns, strict=True)
        if attribute.name in cut_points
    ]
    if not drawn:
        raise InputError("there is no numeric column to draw")
    if len(drawn) > MOST_COLUMNS:
        raise InputError(
            f"{len(drawn)} numeric columns are too many for one picture (at most {MOST_COLUMNS}): "
            "leave some out with --ignore"
        )
    across = min(_ACROSS, len(drawn))
    down = math.ceil(len(drawn) / across)
    figure = figure_class(figsize=(4.5 * across, 2.6 * down + 0.6), layout="constrained")
    axes = np.atleast_1d(figure.subplots(down, across)).ravel()
    for place, (name, column) in zip(axes, drawn, strict=False):
        _draw(place, _plain(name), column, table, cut_points[name])
    for place in axes[len(drawn) :]:
        place.set_visible(False)
    if 1 < len(table.classes) <= _MOST_CLASSES:
        handles, labels = axes[0].get_legend_handles_labels()
        figure.legend(
            handles, labels, loc="outside upper center", ncols=min(len(labels), 6), frameon=False
        )
    target = io.BytesIO()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a letter that the font does not have is a box
        figure.savefig(target, format=form, dpi=110)
    return target.getvalue()


def check_plots() -> Any:
    """Return matplotlib's figure.

    Raises
    ------
    InputError
        If matplotlib is not installed.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise InputError(
            "pictures need matplotlib: install it with pip install 'cutpoint[plots]'"
        ) from None
    return Figure


def _draw(
    place: Any, name: str, column: NDArray[np.float64], table: Table, cuts: NDArray[np.float64]
) -> None:
    known = ~np.isnan(column)
    largest = float(np.abs(column[known]).max(initial=0.0))
    power = math.floor(math.log10(largest)) if largest > 0 else 0
    if abs(power) > _MOST_DIGITS:  # an axis cannot reckon with such numbers
        power = max(power, -300)
        column, cuts, name = column / 10.0**power, cuts / 10.0**power, f"{name} / 1e{power}"
    place.set_title(name, fontsize=10)
    place.set_yticks([])
    for side in ("left", "right", "top"):
        place.spines[side].set_visible(False)
    if not known.any():
        place.set_xticks([])
        return
    low, high = float(column[known].min()), float(column[known].max())
    edges = np.linspace(low, high, _BARS + 1)
    if not (np.diff(edges) > 0).all():  # too near to each other for so many bars
        spread = max(abs(low), 1.0)
        edges = np.array([low - 0.5 * spread, high + 0.5 * spread])
    bottom = np.zeros(len(edges) - 1)
    classes = table.classes or ("",)
    target = np.zeros(table.n_rows, dtype=np.int32) if table.target is None else table.target
    for code, label in enumerate(classes):
        chosen = known & (target == code)
        weights = None if table.weights is None else table.weights[chosen]
        heights = np.histogram(column[chosen], edges, weights=weights)[0]
        place.bar(
            edges[:-1],
            heights,
            np.diff(edges),
            bottom,
            align="edge",
            label=_plain(label),
            color=_colour(code, len(classes)),
            linewidth=0,
        )
        bottom = bottom + heights
    for cut in cuts:
        place.axvline(float(cut), color="black", linewidth=1, linestyle="--")


def _plain(label: Any) -> str:
    """Return a label that matplotlib prints as it is; a dollar would begin a formula."""
    text = printable(label).replace("$", r"\$")
    return text if not text.startswith("_") else f"\u200b{text}"  # else left out of the legend


def _colour(code: int, n_classes: int) -> Any:
    from matplotlib import colormaps

    if n_classes <= 10:
        return colormaps["tab10"](code)
    return colormaps["viridis"](code / (n_classes - 1))
