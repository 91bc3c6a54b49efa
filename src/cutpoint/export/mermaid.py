"""A tree as a Mermaid flowchart, which Markdown on many sites shows as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutpoint.export.steps import check_is_tree
from cutpoint.tree.names import printable
from cutpoint.tree.text import leaf_text

if TYPE_CHECKING:
    from cutpoint.tree.tree import Tree

_PLAIN = frozenset(" .,_-")


def to_mermaid(tree: Tree) -> str:
    r"""Return the tree as a Mermaid flowchart.

    Examples
    --------
    >>> from cutpoint.tree import example_tree
    >>> print(*to_mermaid(example_tree()).splitlines()[:4], sep="\n")
    flowchart TD
      n0["outlook"]
      n1["humidity"]
      n0 -->|"#61; sunny"| n1
    """
    check_is_tree(tree)
    lines = ["flowchart TD"]
    above: dict[int, tuple[int, str]] = {}
    for node in tree.root.walk():
        test = node.test
        if test is None:
            lines.append(f'  n{node.id}(["{_escaped(leaf_text(tree, node.id).strip())}"])')
        else:
            lines.append(f'  n{node.id}["{_escaped(printable(test.attribute.name))}"]')
            for branch, child in enumerate(node.branches):
                above[child.id] = (node.id, test.condition(branch))
        if node.id in above:
            parent, condition = above[node.id]
            lines.append(f'  n{parent} -->|"{_escaped(condition)}"| n{node.id}')
    return "\n".join(lines) + "\n"


def _escaped(text: str) -> str:
    """Return a text in which all but letters, digits and a few marks are Mermaid's entities."""
    return "".join(
        character if character.isalnum() or character in _PLAIN else f"#{ord(character)};"
        for character in text
    )
