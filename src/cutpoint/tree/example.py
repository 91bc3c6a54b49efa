"""The tree of the examples: Quinlan's 14 mornings, fit for golf or not."""

from __future__ import annotations

from typing import Any

from cutpoint.data.attribute import Attribute
from cutpoint.tree.tree import Tree


def example_tree() -> Tree:
    """Return the tree that C4.5 learns from the golf data that came with it.

    Examples
    --------
    >>> print(example_tree())
    outlook = overcast: Play (4.0)
    outlook = sunny:
    |   humidity <= 75 : Play (2.0)
    |   humidity > 75 : Don't Play (3.0)
    outlook = rain:
    |   windy = true: Don't Play (2.0)
    |   windy = false: Play (3.0)
    """
    outlook = {"attribute": "outlook", "groups": [["sunny"], ["overcast"], ["rain"]]}
    humidity = {"attribute": "humidity", "cuts": [75.0]}
    windy = {"attribute": "windy", "groups": [["true"], ["false"]]}
    sunny = _node(2, 3, humidity, [_node(2, 0), _node(0, 3)])
    rain = _node(3, 2, windy, [_node(0, 2), _node(3, 0)])
    return Tree.from_dict(
        _node(9, 5, outlook, [sunny, _node(4, 0), rain]),
        attributes=(
            Attribute("outlook", ("sunny", "overcast", "rain")),
            Attribute("temperature"),
            Attribute("humidity"),
            Attribute("windy", ("true", "false")),
        ),
        classes=("Play", "Don't Play"),
    )


def _node(
    play: float,
    dont: float,
    test: dict[str, Any] | None = None,
    branches: list[dict[str, Any]] | None = None,
) -> dict[str, Any]:
    return {
        "class": "Play" if play >= dont else "Don't Play",
        "cases": play + dont,
        "errors": 0.0 if test else min(play, dont),
        "distribution": {"Play": play, "Don't Play": dont},
        "test": test,
        "branches": branches or [],
    }
