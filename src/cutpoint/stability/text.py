"""An assessment in words: the tree with what is known of its cuts, then the whole."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cutpoint.stability.node import percent
from cutpoint.tree.names import printable
from cutpoint.tree.text import leaf_text
from cutpoint.wording import count_of

if TYPE_CHECKING:
    from cutpoint.stability.report import Stability

_INDENT = "|   "


def text_of(stability: Stability) -> str:
    """Return everything that ``print`` shows."""
    parts = [tree_text(stability), "\n".join(f"{k}: {v}" for k, v in summary(stability))]
    other = alternatives(stability)
    if other:
        lines = [f"node {node} ({tested}): {instead}" for node, tested, instead in other]
        parts.append("\n".join(["what resamples do instead:", *lines]))
    return "\n\n".join(parts)


def tree_text(stability: Stability) -> str:
    """Return the reference tree, branch by branch, with what is known of each test at the first.

    Such as ``age <= 42.5 (90 %: 39.1 .. 47.0; chosen by 82 %):``
    """
    tree = stability.reference
    if tree.attribute[0] < 0:
        return f"{leaf_text(tree, 0).lstrip()}  ({stability.nodes[0]})"
    lines: list[str] = []
    waiting = [(tree.root, "")]
    while waiting:
        node, heading = waiting.pop()
        if node.test is None:
            lines.append(heading + leaf_text(tree, node.id))
            continue
        if heading:
            lines.append(heading)
        below = []
        for branch, child in enumerate(node.branches):
            known = f" ({stability.nodes[node.id]})" if branch == 0 else ""
            below.append((child, f"{_INDENT * node.depth}{node.test.describe(branch)}{known}:"))
        waiting += reversed(below)
    return "\n".join(lines)


def summary(stability: Stability) -> list[tuple[str, str]]:
    """Return the facts about the whole, each with its name."""
    sizes, errors = stability.sizes, stability.errors
    drawn = f"{stability.n_resamples} ({stability.sampler}, {stability.size:,} of "
    facts = [
        ("resamples", f"{drawn}{count_of(stability.n_cases, 'case')} each)"),
        ("nodes of a tree", f"{stability.reference.n_nodes} here; {_spread(sizes, '')}"),
    ]
    known = errors[~np.isnan(errors)]
    if len(known):
        facts.append(("errors of a tree", f"{_spread(known * 100, '.1f')} %"))
    where = "test cases" if stability.on_test else "training cases"
    facts += [
        ("pairs of cases treated alike by two trees", percent(stability.similarity)),
        ("variance of probabilities", f"{stability.variance:.4f} over the {where}"),
        ("of which by their estimates alone", f"{stability.probability_variance:.4f}"),
    ]
    return facts


def alternatives(stability: Stability) -> list[tuple[int, str, str]]:
    """Return the nodes where resamples do otherwise: the node, what it is, what they do instead."""
    tree = stability.reference
    found = []
    for node in stability.nodes:
        instead = node.instead()
        if instead:
            label = f"class {printable(tree.node(node.node).label)}"
            what = label if node.attribute is None else printable(node.attribute)
            found.append((node.node, what, instead))
    return found


def _spread(values: NDArray[Any], form: str) -> str:
    if values.min() == values.max():
        return f"{values[0]:{form}} in every tree"
    return f"{values.mean():.1f} on average, {values.min():{form}} to {values.max():{form}}"
