"""Which node of a resampled tree is at the place of a node of the reference tree.

Places are matched by path: the same attributes and the same branches from the root down. A branch
of a numeric test is the same if it is the same in number, of as many; of a nominal one if it holds
the same values.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import overload

import numpy as np
from numpy.typing import NDArray

from cutpoint.stability.node import NodeStability
from cutpoint.tree.tree import Tree

_NOTHING: Counter[int] = Counter()
_NO_RESAMPLE = np.empty(0, dtype=np.int64)


class Positions:
    """Collects what resampled trees have at the places of the nodes of a reference tree."""

    def __init__(self, reference: Tree) -> None:
        self.reference = reference
        self.n_resamples = 0
        self._tests: defaultdict[int, Counter[int]] = defaultdict(Counter)
        self._cuts: defaultdict[int, list[tuple[int, NDArray[np.float64]]]] = defaultdict(list)
        self._names = [attribute.name for attribute in reference.attributes]

    def add(self, tree: Tree) -> None:
        """Look at one more resampled tree."""
        for node, other in matched(self.reference, tree):
            attribute = int(tree.attribute[other])
            self._tests[node][attribute] += 1
            if attribute == self.reference.attribute[node] >= 0:
                cuts = cuts_at(tree, other)
                if len(cuts) == len(cuts_at(self.reference, node)) > 0:
                    self._cuts[node].append((self.n_resamples, cuts))
        self.n_resamples += 1

    def nodes(self) -> Sequence[NodeStability]:
        """Return what was found, node by node."""
        return Nodes(self)

    def node(self, node: int) -> NodeStability:
        """Return what was found at one node."""
        reference, names = self.reference, self._names
        tests, found = self._tests.get(node, _NOTHING), self._cuts.get(node, [])
        reached = tests.total()
        own = int(reference.attribute[node])
        cuts = cuts_at(reference, node)
        if reached == 0:  # most nodes of a large tree: they are told apart by nothing else
            name = None if own < 0 else names[own]
            unknown = np.empty((0, len(cuts)) if len(cuts) > 1 else 0)
            return NodeStability(
                node,
                name,
                tuple(cuts.tolist()),
                self.n_resamples,
                0,
                {},
                float("nan"),
                unknown,
                _NO_RESAMPLE,
            )
        order = sorted(tests, key=lambda position: (-tests[position], position))
        shape = (len(found), len(cuts)) if len(cuts) > 1 else (len(found),)
        return NodeStability(
            node,
            None if own < 0 else names[own],
            tuple(cuts.tolist()),
            self.n_resamples,
            reached,
            {names[position]: tests[position] / reached for position in order if position >= 0},
            tests[-1] / reached,
            np.array([entry for _, entry in found], dtype=np.float64).reshape(shape),
            np.array([r for r, _ in found], dtype=np.int64) if found else _NO_RESAMPLE,
        )


class Nodes(Sequence[NodeStability]):
    """What was found at each node, made when it is first asked for: a large tree has thousands."""

    def __init__(self, positions: Positions) -> None:
        self._positions = positions
        self._made: dict[int, NodeStability] = {}

    def __len__(self) -> int:
        return self._positions.reference.n_nodes

    @overload
    def __getitem__(self, index: int) -> NodeStability: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[NodeStability, ...]: ...
    def __getitem__(self, index: int | slice) -> NodeStability | tuple[NodeStability, ...]:
        numbers = range(len(self))[index]
        if isinstance(numbers, range):
            return tuple(self[number] for number in numbers)
        if numbers not in self._made:
            self._made[numbers] = self._positions.node(numbers)
        return self._made[numbers]


def matched(reference: Tree, tree: Tree) -> Iterator[tuple[int, int]]:
    """Go through the nodes of a reference tree that another has by path, with the other's nodes.

    Examples
    --------
    >>> from cutpoint.tree import example_tree
    >>> tree = example_tree()
    >>> sorted(matched(tree, tree)) == [(node, node) for node in range(tree.n_nodes)]
    True
    """
    waiting = [(0, 0)]
    while waiting:
        node, other = waiting.pop()
        yield node, other
        if reference.attribute[node] == tree.attribute[other] >= 0:
            first, start = int(reference.first_child[node]), int(tree.first_child[other])
            for branch, twin in _same_branches(reference, node, tree, other):
                waiting.append((first + branch, start + twin))


def _same_branches(reference: Tree, node: int, tree: Tree, other: int) -> Iterator[tuple[int, int]]:
    """Go through the branches of a test that another test of the same attribute has."""
    known, there = int(reference.n_known_branches[node]), int(tree.n_known_branches[other])
    if reference.attributes[reference.attribute[node]].is_numeric:
        if known == there:
            yield from ((branch, branch) for branch in range(known))
    else:
        ours, theirs = _groups(reference, node), _groups(tree, other)
        yield from ((ours[group], theirs[group]) for group in ours.keys() & theirs.keys())
    if known < reference.n_branches[node] and there < tree.n_branches[other]:
        yield known, there


def _groups(tree: Tree, node: int) -> dict[frozenset[int], int]:
    """Return the branches of a nominal test by the values that they hold."""
    start = int(tree.test_start[node])
    n_values = len(tree.attributes[tree.attribute[node]].values or ())
    groups: dict[int, set[int]] = {}
    for value, branch in enumerate(tree.branch_of[start : start + n_values].tolist()):
        if branch >= 0:
            groups.setdefault(branch, set()).add(value)
    return {frozenset(values): branch for branch, values in groups.items()}


def cuts_at(tree: Tree, node: int) -> NDArray[np.float64]:
    """Return the cuts of a node; none at a leaf, and of a nominal test."""
    position = tree.attribute[node]
    if position < 0 or not tree.attributes[position].is_numeric:
        return tree.cuts[:0]
    start = int(tree.test_start[node])
    return tree.cuts[start : start + int(tree.n_known_branches[node]) - 1]
