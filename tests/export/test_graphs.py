"""The forms that are read or drawn: rules, DOT, Mermaid."""

from __future__ import annotations

import re
from random import Random

import pytest

from cutpoint.export import to_dot, to_mermaid, to_rules
from cutpoint.tree import Tree
from support import needs
from support.same_rows import HOSTILE, make_tree


def hostile(seed: int) -> Tree:
    return make_tree(Random(seed), names=HOSTILE, values=HOSTILE, classes=HOSTILE, depth=4)


@pytest.mark.parametrize("seed", range(5))
def test_there_is_a_line_for_each_leaf_whatever_the_names(seed: int) -> None:
    tree = hostile(seed)
    text = to_rules(tree)
    assert text.endswith("\n")
    lines = text.splitlines()
    assert len(lines) == tree.n_leaves
    leaves = [node for node in tree.root.walk() if node.is_leaf]
    for line, leaf in zip(lines, leaves, strict=True):
        assert line.rsplit(" (", 1)[1].startswith(f"{leaf.cases:.1f}")


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # pydot's own
@pytest.mark.parametrize("seed", range(2))
def test_dot_has_the_nodes_and_edges_of_the_tree(seed: int) -> None:
    pydot = needs.package("pydot")
    tree = hostile(seed)
    (graph,) = pydot.graph_from_dot_data(to_dot(tree))
    nodes = {n.get_name(): n for n in graph.get_nodes() if n.get_name() not in ("node", "edge")}
    assert nodes.keys() == {f"n{number}" for number in range(tree.n_nodes)}
    edges = {(e.get_source(), e.get_destination()) for e in graph.get_edges()}
    assert edges == {
        (f"n{node.id}", f"n{child.id}") for node in tree.root.walk() for child in node.branches
    }
    for node in tree.root.walk():
        label = nodes[f"n{node.id}"].get_label()
        if not node.is_leaf and node.attribute.name.isprintable():
            assert label[1:-1].replace('\\"', '"').replace("\\\\", "\\") == node.attribute.name


@pytest.mark.parametrize("seed", range(5))
def test_mermaid_has_one_plain_statement_to_a_line(seed: int) -> None:
    tree = hostile(seed)
    head, *lines = to_mermaid(tree).splitlines()
    assert head == "flowchart TD"
    label = r'"(?:[^"#\[\](){}<>|`\\;]|#\d+;)*"'
    statement = rf"  n\d+(?:\[{label}\]|\(\[{label}\]\)| -->\|{label}\| n\d+)"
    assert all(re.fullmatch(statement, line) for line in lines)
    nodes = [line for line in lines if "-->" not in line]
    assert len(nodes) == tree.n_nodes
    assert len(lines) - len(nodes) == tree.n_nodes - 1
    entities = "".join(lines)
    decoded = re.sub(r"#(\d+);", lambda match: chr(int(match[1])), entities)
    assert "it's" in decoded or seed > 0
