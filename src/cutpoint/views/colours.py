"""The colours of classes, the same on the page and in plots, and their order in legends.

They are Okabe and Ito's, which most people with colour blindness can tell apart, some of them
darker: each differs from a light and from a dark ground by a contrast of at least 3 to 1. A class
is always written as well: colour alone says nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

HUES = (
    "#0072b2",
    "#b87700",
    "#00916a",
    "#d55e00",
    "#3b8fc4",
    "#bf6599",
    "#7d6d00",
    "#7b61c4",
)
MOST_IN_LEGEND = 12

_DARK, _LIGHT = "#101010", "#f0f0f0"
_SHARE = 0.3


def class_colours(weights: Sequence[float]) -> tuple[str, ...]:
    """Return the colour of each class.

    Up to as many classes as there are hues have them in their own order. Of more classes the
    frequent ones have the hues that differ most, the others the same darker, then lighter.

    Parameters
    ----------
    weights : sequence of float
        How frequent each class is.

    Examples
    --------
    >>> class_colours([3, 5])
    ('#0072b2', '#b87700')
    >>> class_colours([1] * 8 + [9])[8]
    '#0072b2'
    """
    if len(weights) <= len(HUES):
        return HUES[: len(weights)]
    colours = [""] * len(weights)
    for rank, position in enumerate(by_frequency(weights)):
        hue, turn = HUES[rank % len(HUES)], rank // len(HUES) % 3
        colours[position] = hue if turn == 0 else _mixed(hue, _DARK if turn == 1 else _LIGHT)
    return tuple(colours)


def by_frequency(weights: Sequence[float]) -> list[int]:
    """Return the positions of classes, the most frequent first."""
    return sorted(range(len(weights)), key=lambda position: (-weights[position], position))


def in_legend(weights: Sequence[float]) -> list[int]:
    """Return the positions of the classes that a legend names, in the order of the classes.

    Of many classes they are the most frequent.

    Examples
    --------
    >>> in_legend([2, 3, 1])
    [0, 1, 2]
    >>> len(in_legend([1] * 40))
    12
    """
    if len(weights) <= MOST_IN_LEGEND + 1:
        return list(range(len(weights)))
    return sorted(by_frequency(weights)[:MOST_IN_LEGEND])


def _mixed(one: str, two: str) -> str:
    """Return a colour with a share of another."""
    parts = []
    for at in (1, 3, 5):
        a, b = int(one[at : at + 2], 16), int(two[at : at + 2], 16)
        parts.append(f"{round(a + (b - a) * _SHARE):02x}")
    return "#" + "".join(parts)
