"""The tests and nodes of a tree that the reference learner grows."""

from __future__ import annotations

from typing import Any, NamedTuple

from support.reference.information import ONE, Counts


class Test(NamedTuple):
    """A test of a node: what it costs and gives, and how it divides the known cases."""

    attribute: int
    branches: list[list[int]]  # units by branch and class
    unknown: int  # units
    bits: float  # gained over the node, less the charge where it counts
    split_info: float  # bits per case, unknown being a branch of its own
    between: tuple[tuple[float, float], ...] = ()  # the values beside each cut of a numeric test
    branch_of: list[int] | None = None  # by value of a nominal test
    places: tuple[float, ...] = ()  # where an interval method puts the cuts, unless told otherwise
    score: float = 0.0  # under a measure that is no function of the above


class Node(NamedTuple):
    """A node of the grown tree. ``errors`` are units."""

    label: int
    counts: Counts
    errors: int
    test: Test | None = None
    cuts: tuple[float, ...] = ()
    branches: tuple[Node, ...] = ()


Path = tuple[tuple[Test, int], ...]
"""The tests on the way to a node, and the branches taken."""


def flat(root: Node) -> list[dict[str, Any]]:
    """Return the nodes below a root, level by level."""
    queue, entries = [root], []
    for node in queue:  # grows as it is read: level by level
        entry: dict[str, Any] = {
            "class": node.label,
            "cases": sum(node.counts) / ONE,
            "errors": node.errors / ONE,
            "distribution": [n / ONE for n in node.counts],
        }
        if node.test is not None:
            entry["attribute"] = node.test.attribute
            entry["branches"] = list(range(len(queue), len(queue) + len(node.branches)))
            if node.test.branch_of is None:
                entry["cuts"] = list(node.cuts)
            else:
                entry["groups"] = [
                    [value for value, of in enumerate(node.test.branch_of) if of == branch]
                    for branch in range(len(node.branches))
                ]
            queue += node.branches
        entries.append(entry)
    return entries
