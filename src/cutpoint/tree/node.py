"""A node as one looks at it: a read-only view of one row of a tree's arrays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cutpoint.data.attribute import Attribute, Label
from cutpoint.errors import InputError
from cutpoint.tree.names import printable
from cutpoint.tree.probabilities import jeffreys_interval
from cutpoint.tree.split import Test
from cutpoint.wording import count_of

if TYPE_CHECKING:
    from cutpoint.tree.tree import Tree


@dataclass(frozen=True, eq=False, repr=False)
class Node:
    """A node of a tree.

    Made by :attr:`cutpoint.tree.Tree.root` and :meth:`cutpoint.tree.Tree.node`; reads the tree and
    cannot change it.

    Attributes
    ----------
    tree : Tree
        The tree it belongs to.
    id : int
        Its number in the tree; the root is 0.
    depth : int
        The number of tests above it.

    Examples
    --------
    >>> from cutpoint.tree import example_tree
    >>> root = example_tree().root
    >>> root
    <Node 0: tests outlook, 14 cases, class 'Play'>
    >>> [root.test.describe(i) for i, branch in enumerate(root.branches)]
    ['outlook = sunny', 'outlook = overcast', 'outlook = rain']
    >>> root.branches[1]
    <Node 2: leaf, 4 cases, class 'Play'>
    >>> [node.id for node in root.walk()]
    [0, 1, 4, 5, 2, 3, 6, 7]
    """

    tree: Tree
    id: int
    depth: int

    @property
    def is_leaf(self) -> bool:
        """Whether the node asks nothing."""
        return bool(self.tree.attribute[self.id] < 0)

    @property
    def label(self) -> Label:
        """The class given at the node."""
        return self.tree.classes[int(self.tree.label[self.id])]

    @property
    def cases(self) -> float:
        """Weight of the training cases at the node."""
        return float(self.tree.cases[self.id])

    @property
    def errors(self) -> float:
        """Weight of the training errors below the node, or their estimate after pruning."""
        return float(self.tree.errors[self.id])

    @property
    def distribution(self) -> dict[Label, float]:
        """Weight of the training cases by class, every class in order."""
        return dict(zip(self.tree.classes, self.tree.distribution[self.id].tolist(), strict=True))

    def interval(self, label: Label, level: float = 0.9) -> tuple[float, float]:
        """Return Jeffreys' interval for the probability of a class among the node's cases.

        Parameters
        ----------
        label : label
            One of the tree's classes.
        level : float, default=0.9
            The probability that the interval holds, between 0 and 1.

        Raises
        ------
        InputError
            If the tree has no such class, or the level is not between 0 and 1.

        Examples
        --------
        >>> from cutpoint.tree import example_tree
        >>> low, high = example_tree().node(2).interval("Play")  # 4 of 4 cases
        >>> round(low, 3), high
        (0.638, 1.0)
        """
        if label not in self.tree.classes:
            known = ", ".join(map(str, self.tree.classes[:10]))
            raise InputError(f"the tree has no class {label!r}: it has {known}")
        weight = float(self.tree.distribution[self.id, self.tree.classes.index(label)])
        return jeffreys_interval(min(weight, self.cases), self.cases, level)

    @property
    def attribute(self) -> Attribute | None:
        """The attribute that the node tests; None at a leaf."""
        return None if self.is_leaf else self.tree.attributes[self.tree.attribute[self.id]]

    @property
    def test(self) -> Test | None:
        """The test of the node; None at a leaf."""
        return self.tree.test(self.id)

    @property
    def branches(self) -> tuple[Node, ...]:
        """The nodes below, one per branch of the test."""
        first, count = int(self.tree.first_child[self.id]), int(self.tree.n_branches[self.id])
        return tuple(Node(self.tree, first + branch, self.depth + 1) for branch in range(count))

    def walk(self) -> Iterator[Node]:
        """Go through the node and all below it, each before its branches."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.branches))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Node):
            return NotImplemented
        return self.tree is other.tree and self.id == other.id

    def __hash__(self) -> int:
        return hash((id(self.tree), self.id))

    def __repr__(self) -> str:
        attribute = self.attribute
        what = "leaf" if attribute is None else f"tests {printable(attribute.name)}"
        return f"<Node {self.id}: {what}, {count_of(self.cases, 'case')}, class {self.label!r}>"
