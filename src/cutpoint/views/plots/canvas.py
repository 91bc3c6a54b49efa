"""What all plots share: axes, colours, and labels that fit."""

# ruff: noqa: PLC0415 - matplotlib is an extra

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cutpoint.data.attribute import Label
from cutpoint.errors import InputError
from cutpoint.tree.names import printable
from cutpoint.views.colours import HUES, class_colours

PALETTE = HUES
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


def look(code: int, weights: Sequence[float]) -> dict[str, Any]:
    """Return how the bars of a class look: in the colour that it has on the page.

    Parameters
    ----------
    code : int
        The position of the class.
    weights : sequence of float
        How frequent each class is.

    Examples
    --------
    >>> look(0, [3, 5])
    {'facecolor': '#0072b2', 'hatch': '', 'edgecolor': 'white', 'linewidth': 0.3}
    """
    hatch = _HATCHES[code // len(HUES) % len(_HATCHES)]
    colour = class_colours(weights)[code]
    return {"facecolor": colour, "hatch": hatch, "edgecolor": "white", "linewidth": 0.3}


def legend(ax: Any, entries: Sequence[tuple[Any, str]], **options: Any) -> Any:
    """Give axes a legend of handles and labels, in this order.

    Matplotlib takes a label that begins with an underscore for none: here each one is written.
    """
    handles = [handle for handle, _ in entries]
    drawn = ax.legend(handles, [f"{place}" for place in range(len(entries))], **options)
    for text, (_, label) in zip(drawn.get_texts(), entries, strict=True):
        text.set_text(label)
    return drawn


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
