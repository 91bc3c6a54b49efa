"""A model as a report in Markdown: what it is, how it looks, and its rules."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cutpoint.export.mermaid import to_mermaid
from cutpoint.export.steps import remarks
from cutpoint.tree.names import printable
from cutpoint.tree.rules import rules_of
from cutpoint.tree.text import size_text
from cutpoint.tree.tree import Tree

if TYPE_CHECKING:
    from cutpoint.tree.saved import SavedModel

_MOST_DRAWN = 60
"""Nodes of a tree that a flowchart shows; more cannot be read."""


def to_markdown(model: SavedModel) -> str:
    r"""Return a report on a model in Markdown.

    It has the model's origin and size, its text, a flowchart (of a small tree) and, of a tree, a
    table of rules with their cases.

    Parameters
    ----------
    model : Model or RulesModel

    Examples
    --------
    >>> from cutpoint.tree import Model, example_tree
    >>> report = to_markdown(Model(example_tree(), None, "play", "C45Classifier", {}))
    >>> print(*report.splitlines()[:5], sep="\n")
    # play: a decision tree
    <BLANKLINE>
    | | |
    |---|---|
    | learned by | C45Classifier |
    """
    known = model.predicting
    facts = [("learned by", model.learner), ("classes", ", ".join(map(printable, known.classes)))]
    facts.append(("tested columns", ", ".join(printable(entry.name) for entry in known.tested)))
    parameters = ", ".join(f"{name}={value}" for name, value in model.parameters.items())
    facts.append(("parameters", parameters or "not recorded"))
    if isinstance(known, Tree):
        facts.append(("size", size_text(known)))
    parts = [
        f"# {_escaped(printable(model.target))}: {model.NOUN}",
        "",
        "| | |",
        "|---|---|",
        *(f"| {name} | {_escaped(value)} |" for name, value in facts),
        "",
        *(f"{remark}\n" for remark in remarks(known)),
        "## As text",
        "",
        _fenced(str(known)),
    ]
    if isinstance(known, Tree):
        parts += _of_tree(known)
    return "\n".join(parts).rstrip("\n") + "\n"


def _of_tree(tree: Tree) -> list[str]:
    """Return the flowchart and the rules of a tree."""
    parts = []
    if tree.n_nodes <= _MOST_DRAWN:
        parts += ["", "## As a flowchart", "", _fenced(to_mermaid(tree).rstrip("\n"), "mermaid")]
    parts += ["", "## Rules", "", "| if | then | cases | errors |", "|---|---|---:|---:|"]
    for rule in rules_of(tree):
        leaf = rule.leaf
        label = _escaped(printable(leaf.label))
        parts.append(f"| {_escaped(str(rule))} | {label} | {leaf.cases:.10g} | {leaf.errors:.3g} |")
    return parts


def _fenced(text: str, kind: str = "text") -> str:
    """Return a text in a fence that is longer than any in it."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{kind}\n{text}\n{fence}"


def _escaped(text: str) -> str:
    """Return a text on one line in which nothing means anything to Markdown or HTML."""
    return re.sub(r"([\\`*_{}\[\]<>()#+\-!|~&$])", r"\\\1", text)
