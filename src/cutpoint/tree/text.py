"""A tree as text, in C4.5's manner.

At each node the branches that are leaves come first, then the subtrees, one line per branch. A
subtree that would be too wide is broken off as ``[S1]`` and follows below.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutpoint.data.attribute import EXACT_DIGITS
from cutpoint.tree.names import printable
from cutpoint.wording import count_of

if TYPE_CHECKING:
    from cutpoint.tree.tree import Tree

_INDENT = "|   "
_C45_DIGITS = 6
_C45_SUBTREES = 99


def size_text(tree: Tree) -> str:
    """Return how large a tree is, in words.

    Examples
    --------
    >>> from cutpoint.tree import example_tree
    >>> size_text(example_tree())
    '8 nodes, 5 leaves, depth 2'
    """
    nodes, leaves = count_of(tree.n_nodes, "node"), count_of(tree.n_leaves, "leaf", "leaves")
    return f"{nodes}, {leaves}, depth {tree.depth}"


def to_text(tree: Tree, *, max_width: int = 80) -> str:
    """Return the tree as text.

    A leaf shows its class and the weight of its cases, and after a slash the weight of its errors
    (their estimate in a tree pruned by estimates). A tree in C4.5's own arithmetic is printed
    exactly as C4.5 prints it: thresholds with 6 digits, and ``[S??]`` for the hundredth subtree
    that is broken off. In any other tree thresholds have 10 digits and no subtree is left out.

    Parameters
    ----------
    tree : Tree
    max_width : int, default=80
        The width beyond which lists are wrapped and subtrees broken off.

    Examples
    --------
    >>> from cutpoint.tree import example_tree
    >>> print(to_text(example_tree(), max_width=30))
    outlook = overcast: Play (4.0)
    outlook = sunny:[S1]
    outlook = rain:[S2]
    <BLANKLINE>
    <BLANKLINE>
    Subtree [S1]
    <BLANKLINE>
    humidity <= 75 : Play (2.0)
    humidity > 75 : Don't Play (3.0)
    <BLANKLINE>
    <BLANKLINE>
    Subtree [S2]
    <BLANKLINE>
    windy = true: Don't Play (2.0)
    windy = false: Play (3.0)
    """
    if tree.attribute[0] < 0:
        return leaf_text(tree, 0).lstrip()
    lines: list[str] = []
    broken_off = [0]
    for number, root in enumerate(broken_off):  # grows as it is read
        if number:
            lines += ["", "", f"Subtree [S{number}]", ""]
        _show(tree, root, max_width, lines, broken_off)
    return "\n".join(lines)


def _show(tree: Tree, root: int, max_width: int, lines: list[str], broken_off: list[int]) -> None:
    """Add the lines of a subtree; note the subtrees that are broken off on the way."""
    digits = _C45_DIGITS if tree.single else EXACT_DIGITS
    waiting = [(0, [""], root)]
    while waiting:
        depth, heading, node = waiting.pop()
        if tree.attribute[node] < 0:
            heading[-1] += leaf_text(tree, node)
        elif depth > 0 and len(_INDENT) * depth + _width(tree, node) > max_width:
            if tree.single and len(broken_off) > _C45_SUBTREES:
                heading[-1] += "[S??]"
            else:
                heading[-1] += f"[S{len(broken_off)}]"
                broken_off.append(node)
        else:
            waiting += reversed(_branches(tree, node, depth, digits, max_width))
        if node != root:
            lines += heading


def _branches(
    tree: Tree, node: int, depth: int, digits: int, max_width: int
) -> list[tuple[int, list[str], int]]:
    """Return the branches to show, leaves first: depth below, lines so far, and node."""
    test = tree.test(node)
    assert test is not None
    indent = _INDENT * depth
    room = max_width if tree.single else max_width - len(indent)  # C4.5 forgets the indent here
    leaves: list[tuple[int, list[str], int]] = []
    subtrees: list[tuple[int, list[str], int]] = []
    for branch in range(test.n_branches):
        lines = test.lines(branch, digits, room)
        if lines:
            child = int(tree.first_child[node]) + branch
            entry = (depth + 1, [indent + line for line in lines], child)
            (leaves if tree.attribute[child] < 0 else subtrees).append(entry)
    return leaves + subtrees


def leaf_text(tree: Tree, node: int) -> str:
    """Return what is printed of a leaf: a blank, its class, cases and errors."""
    errors = f"/{tree.errors[node]:.1f}" if tree.errors[node] > 0 else ""
    return f" {printable(tree.classes[tree.label[node]])} ({tree.cases[node]:.1f}{errors})"


def _width(tree: Tree, node: int) -> int:
    """Return the width that C4.5 reckons for the widest line of a node."""
    test = tree.test(node)
    assert test is not None
    widest = 0
    for branch in range(test.n_branches):
        child = int(tree.first_child[node]) + branch
        width = test.value_width(branch) + 1
        if tree.attribute[child] < 0:
            width += len(printable(tree.classes[tree.label[child]])) + 6
        widest = max(widest, width)
    return len(printable(test.attribute.name)) + 4 + widest
