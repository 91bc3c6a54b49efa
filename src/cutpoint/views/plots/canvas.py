"""What all plots share: axes, colours, and labels that fit."""

# ruff: noqa: PLC0415 - matplotlib is an extra

from __future__ import annotations

from typing import Any

from cutpoint.data.attribute import Label
from cutpoint.errors import InputError
from cutpoint.tree.names import printable

PALETTE = (
    "#0072B2",
    "#E69F00",
    "#009E73",
    "#CC79A7",
    "#56B4E9",
    "#D55E00",
    "#F0E442",
    "#666666",
)
"""Okabe and Ito's colours, which most people with colour blindness can tell apart."""
_HATCHES = ("", "//", "..", "xx", "\\\\", "++")
"""With more classes than colours, these tell them apart."""


def axes(ax: Any, width: float = 6.4, height: float = 4.0) -> Any:
    """Return the given axes, or new ones in a figure of this size in inches."""
    if ax is not None:
        return ax
    try:
        import matplotlib.pyplot as plt
    except ImportError:
        raise InputError("plots need matplotlib: pip install 'cutpoint[plots]'") from None
    return plt.figure(figsize=(width, height), layout="constrained").add_subplot()


def look(code: int) -> dict[str, Any]:
    """Return how the bars of a class look.

    Examples
    --------
    >>> look(0)
    {'facecolor': '#0072B2', 'hatch': '', 'edgecolor': 'white', 'linewidth': 0.3}
    """
    hatch = _HATCHES[code // len(PALETTE) % len(_HATCHES)]
    colour = PALETTE[code % len(PALETTE)]
    return {"facecolor": colour, "hatch": hatch, "edgecolor": "white", "linewidth": 0.3}


def shown(label: Label, longest: int = 30) -> str:
    r"""Return a name or label that fits; matplotlib's own signs are taken as they are.

    Examples
    --------
    >>> shown("pay $5"), shown("x" * 40, 5)
    ('pay \\$5', 'xxxx…')
    """
    text = printable(label)
    if len(text) > longest:
        text = text[: longest - 1] + "…"
    return text.replace("$", r"\$")
