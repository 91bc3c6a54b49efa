"""The tree itself, from left to right: every leaf has a line of its own, so nothing overlaps."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from cutpoint.tree.node import Node
from cutpoint.views.colours import in_legend
from cutpoint.views.plots.canvas import axes, look, shown

if TYPE_CHECKING:
    from cutpoint.tree.tree import Tree

_INCH_PER_LETTER = 0.078
"""At the size of letters below."""
_INCH_PER_LINE = 0.24
_POINTS = 9.0
_BAR = 6.0
"""The length of the bar of a leaf, in letters."""
_GAP = 2.0
_LONGEST = 28


@dataclass(slots=True)
class _Place:
    """A node on the plot: its line, and what is written before and at it."""

    node: Node
    condition: str
    text: str
    parent: _Place | None
    children: list[_Place] = field(default_factory=list)
    line: float = 0.0
    is_end: bool = False


def plot_tree(tree: Tree, *, max_depth: int | None = None, ax: Any = None) -> Any:
    """Draw the tree from left to right.

    Each branch says what leads to it; its line is the thicker, the more training cases take it. A
    leaf shows the shares of the classes as a bar, its class, and its cases/errors.

    Parameters
    ----------
    tree : Tree
    max_depth : int, optional
        Tests below this depth are not drawn: what is below is counted.
    ax : matplotlib axes, optional
        By default new ones, as large as the tree needs. On smaller axes the letters shrink.

    Returns
    -------
    matplotlib axes

    Examples
    --------
    >>> from cutpoint.tree import example_tree
    >>> ax = plot_tree(example_tree())
    >>> [text.get_text() for text in ax.texts][:4]
    ['outlook', '= sunny', 'humidity', '<= 75']
    """
    places = _placed(tree, max_depth)
    starts, width = _columns(places)
    n_lines = sum(place.is_end for place in places)
    height = _INCH_PER_LINE * (n_lines + 3)
    ax = axes(ax, max(4.0, _INCH_PER_LETTER * width), max(1.5, height))
    ax.set_xlim(0, width)
    ax.set_ylim(n_lines, -2.2)
    ax.set_axis_off()
    size = _POINTS * min(1.0, _room(ax, width, n_lines))
    total = float(tree.cases[0]) or 1.0
    for place in places:
        x = starts[place.node.depth]
        if place.parent is not None:
            _draw_branch(ax, place, starts, total, size)
        if place.is_end and place.node.is_leaf:
            _draw_bar(ax, tree, place, x)
            ax.text(x + _BAR + 1, place.line, place.text, va="center", fontsize=size)
        elif place.is_end:
            ax.text(x, place.line, place.text, va="center", fontsize=size, color="#666666")
        else:
            ax.text(x, place.line, place.text, va="center", fontsize=size, fontweight="bold")
    _draw_legend(ax, tree, size)
    return ax


def _placed(tree: Tree, max_depth: int | None) -> list[_Place]:
    """Return the nodes to draw, each before those below it, with their lines."""
    places: list[_Place] = []
    waiting: list[tuple[Node, str, _Place | None]] = [(tree.root, "", None)]
    n_lines = 0
    while waiting:
        node, condition, parent = waiting.pop()
        place = _Place(node, condition, "", parent)
        places.append(place)
        if parent is not None:
            parent.children.append(place)
        test = node.test
        if test is None:
            errors = f"/{node.errors:.1f}" if node.errors > 0 else ""
            place.text = f"{shown(node.label, _LONGEST)} ({node.cases:.1f}{errors})"
        elif max_depth is not None and node.depth >= max_depth:
            leaves = sum(below.is_leaf for below in node.walk())
            place.text = f"… {leaves} leaves ({node.cases:.1f})"
        else:
            place.text = shown(test.attribute.name, _LONGEST)
            branches = list(enumerate(node.branches))
            for branch, child in reversed(branches):
                waiting.append((child, shown(test.condition(branch), _LONGEST), place))
            continue
        place.is_end, place.line = True, float(n_lines)
        n_lines += 1
    for place in reversed(places):
        if place.children:
            place.line = (place.children[0].line + place.children[-1].line) / 2
    return places


def _columns(places: list[_Place]) -> tuple[list[float], float]:
    """Return where the nodes of each depth begin, and where the longest ends, in letters."""
    depth = max(place.node.depth for place in places)
    before, texts = [0.0] * (depth + 1), [0.0] * (depth + 1)
    for place in places:
        level = place.node.depth
        before[level] = max(before[level], len(place.condition) + 2 * _GAP)
        length = len(place.text) + (_BAR + 1 if place.node.is_leaf else 0)
        inner = 0.0 if place.is_end else length  # a leaf has free space to its right
        texts[level] = max(texts[level], inner)
    starts = [0.0]
    for level in range(1, depth + 1):
        starts.append(starts[-1] + texts[level - 1] + before[level] + _GAP)
    width = max(
        starts[place.node.depth] + len(place.text) + (_BAR + 1 if place.node.is_leaf else 0)
        for place in places
    )
    return starts, width + 1


def _room(ax: Any, width: float, n_lines: int) -> float:
    """Return the share of their full size that letters may have on these axes."""
    box = ax.get_position()
    wide, high = ax.figure.get_size_inches()
    across = wide * box.width / (_INCH_PER_LETTER * width)
    down = high * box.height / (_INCH_PER_LINE * (n_lines + 3))
    return float(max(0.05, min(across * 1.25, down * 1.25)))


def _draw_branch(ax: Any, place: _Place, starts: list[float], total: float, size: float) -> None:
    """Draw the line from the test above, with what it asks written on it."""
    assert place.parent is not None
    x = starts[place.node.depth] - 0.5
    start = starts[place.parent.node.depth] + len(place.parent.text) + 0.5
    corner = starts[place.node.depth] - _before(place) - 0.5
    ax.plot(
        [start, corner, corner, x],
        [place.parent.line, place.parent.line, place.line, place.line],
        color="#999999",
        linewidth=0.6 + 2.4 * place.node.cases / total,
        zorder=1,
        solid_joinstyle="round",
    )
    ax.text(
        corner + 1,
        place.line,
        place.condition,
        va="center",
        fontsize=size,
        color="#333333",
        bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.6},
    )


def _before(place: _Place) -> float:
    """Return how much space the branches of a test have for what they ask."""
    assert place.parent is not None
    return max(len(child.condition) for child in place.parent.children) + 2 * _GAP


def _draw_bar(ax: Any, tree: Tree, place: _Place, x: float) -> None:
    """Draw the shares of the classes at a leaf; an empty frame if no training case is there."""
    weights = tree.distribution[place.node.id]
    shares = tree.distribution[0].tolist()
    total = weights.sum()
    ax.barh(place.line, _BAR, 0.6, x, facecolor="none", edgecolor="#999999", linewidth=0.5)
    for code in range(len(tree.classes)):
        if total > 0 and weights[code] > 0:
            length = _BAR * weights[code] / total
            ax.barh(place.line, length, 0.6, x, **look(code, shares))
            x += length


def _draw_legend(ax: Any, tree: Tree, size: float) -> None:
    x = 0.0
    weights = tree.distribution[0].tolist()
    for code in in_legend(weights):
        text = shown(tree.classes[code], _LONGEST)
        ax.barh(-1.5, 1.5, 0.6, x, **look(code, weights))
        ax.annotate(text, (x + 2, -1.5), va="center", fontsize=size, annotation_clip=False)
        x += len(text) + 5
