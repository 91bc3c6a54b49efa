"""A tree as a graph for Graphviz."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutpoint.export.steps import check_is_tree
from cutpoint.tree.names import printable
from cutpoint.tree.text import leaf_text

if TYPE_CHECKING:
    from cutpoint.tree.tree import Tree


def to_dot(tree: Tree) -> str:
    r"""Return the tree in the DOT language.

    Examples
    --------
    >>> from cutpoint.tree import example_tree
    >>> print(*to_dot(example_tree()).splitlines()[3:7], sep="\n")
      n0 [label="outlook"];
      n1 [label="humidity"];
      n0 -> n1 [label="= sunny"];
      n4 [label="Play (2.0)", shape=box, style=rounded];
    """
    check_is_tree(tree)
    lines = ["digraph tree {", '  node [fontname="Helvetica", shape=ellipse];']
    lines.append('  edge [fontname="Helvetica"];')
    above: dict[int, tuple[int, str]] = {}
    for node in tree.root.walk():
        test = node.test
        if test is None:
            label = _quoted(leaf_text(tree, node.id).strip())
            lines.append(f"  n{node.id} [label={label}, shape=box, style=rounded];")
        else:
            lines.append(f"  n{node.id} [label={_quoted(printable(test.attribute.name))}];")
            for branch, child in enumerate(node.branches):
                above[child.id] = (node.id, test.condition(branch))
        if node.id in above:
            parent, condition = above[node.id]
            lines.append(f"  n{parent} -> n{node.id} [label={_quoted(condition)}];")
    return "\n".join([*lines, "}"]) + "\n"


def _quoted(text: str) -> str:
    """Return a text in quotes; a backslash stands for itself."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
