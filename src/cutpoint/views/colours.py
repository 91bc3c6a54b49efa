"""The colours of classes, the same on the page and in plots, and their order in legends.

The first are Okabe and Ito's, which most people with colour blindness can tell apart, some of them
darker. Each differs from a light and from a dark ground by a contrast of at least 3 to 1. A class
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
MORE_HUES = (
    "#d84050",
    "#a88070",
    "#40a038",
    "#007880",
    "#a85830",
    "#708048",
    "#0088f8",
    "#706890",
    "#d03070",
    "#b048a8",
    "#a85868",
    "#789000",
    "#a878c0",
    "#008038",
    "#a88848",
    "#587860",
)
"""For more classes: each is as far as can be, also to the colour-blind, from all before it."""
MOST_IN_LEGEND = 12


def class_colours(weights: Sequence[float]) -> tuple[str, ...]:
    """Return the colour of each class.

    Up to eight classes have the first hues in their own order. Of more classes the frequent ones
    have the hues that differ most; from the twenty-fifth on they come again.

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
    hues = HUES + MORE_HUES
    colours = [""] * len(weights)
    for rank, position in enumerate(by_frequency(weights)):
        colours[position] = hues[rank % len(hues)]
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
