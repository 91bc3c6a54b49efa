"""A tree as LaTeX: a document with one figure of TikZ, drawn by the package forest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutpoint.export.steps import check_is_tree, check_texts
from cutpoint.tree.names import printable
from cutpoint.tree.text import leaf_text

if TYPE_CHECKING:
    from cutpoint.tree.node import Node
    from cutpoint.tree.tree import Tree

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "'": r"\textquotesingle{}",
    "`": r"\textasciigrave{}",
    "-": "{-}",
}
_HEAD = r"""% A decision tree. Compile it with lualatex or pdflatex, or use the forest alone.
\documentclass[tikz,border=4pt]{standalone}
\usepackage[T1]{fontenc}
\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
\usepackage{textcomp}
\usepackage{forest}
\begin{document}
\begin{forest}
  for tree={grow'=east, anchor=west, child anchor=west, parent anchor=east, edge={->},
    l sep=28mm, s sep=2mm, font=\sffamily\small, draw, rounded corners=2pt}
"""
_FOOT = r"""\end{forest}
\end{document}
"""


def to_latex(tree: Tree) -> str:
    r"""Return a LaTeX document that draws the tree with TikZ.

    It needs the package ``forest``. Names and values are escaped, whatever they hold; for scripts
    other than Latin compile with LuaLaTeX and a font that has them.

    Examples
    --------
    >>> from cutpoint.tree import example_tree
    >>> lines = to_latex(example_tree()).splitlines()
    >>> print(*lines[10:12], sep="\n")
      [{outlook}
        [{humidity}, edge label={node[midway,fill=white,draw=none,font=\scriptsize]{= sunny}}
    """
    check_is_tree(tree)
    check_texts(tree.classes, tree.tested, "LaTeX")
    lines: list[str] = []
    waiting: list[tuple[Node, str] | str] = [(tree.root, "")]
    while waiting:
        entry = waiting.pop()
        if isinstance(entry, str):
            lines.append(entry)
            continue
        node, above = entry
        pad, test = "  " * (node.depth + 1), node.test
        edge = "node[midway,fill=white,draw=none,font=\\scriptsize]"
        label = f", edge label={{{edge}{{{above}}}}}" if above else ""
        if test is None:
            lines.append(f"{pad}[{{{_escaped(leaf_text(tree, node.id).strip())}}}{label}]")
            continue
        lines.append(f"{pad}[{{{_escaped(printable(test.attribute.name))}}}{label}")
        waiting.append(f"{pad}]")
        for branch, child in reversed(list(enumerate(node.branches))):
            waiting.append((child, _escaped(test.condition(branch))))
    return _HEAD + "\n".join(lines) + "\n" + _FOOT


def _escaped(text: str) -> str:
    """Return a text in which nothing means anything to LaTeX."""
    return "".join(_SPECIAL.get(character, character) for character in text)
