"""What a tree is: flat arrays inside, one row per node.

Two kinds of test exist. A *numeric* test has sorted cut points and its branch is the position of
the value among them: branch ``i`` holds ``cut[i-1] < value <= cut[i]``, so a binary test has one
cut. A *nominal* test maps each category to a branch: one branch per value, or groups of values.
Either may have one more branch, its last, for unknown values.

The children of a node are adjacent and come after it, so a child is ``first_child + branch``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutpoint.data.attribute import Attribute, Label
from cutpoint.tree import flat, nested, pruning, structure, text
from cutpoint.tree.node import Node
from cutpoint.tree.predicts import Predicts
from cutpoint.tree.split import NominalTest, NumericTest, Test

_MOST_IN_NOTEBOOK = 5000
"""Nodes of a tree that a notebook shows, and keeps, as a page."""


@dataclass(frozen=True, eq=False, repr=False)
class Tree(Predicts):
    """A decision tree.

    Attributes
    ----------
    attributes : tuple of Attribute
        The columns the tree was learned from, in order.
    classes : tuple of labels
        The classes, in the order that breaks ties.
    attribute : int32 array
        Position of the tested attribute; -1 at a leaf.
    first_child : int32 array
        The node of branch 0; -1 at a leaf.
    n_branches : int32 array
        Number of branches; 0 at a leaf.
    test_start : int64 array
        Numeric test: where its cut points, one less than branches for known values, start in
        ``cuts``. Nominal test: where its map, one entry per value of the attribute, starts in
        ``branch_of``.
    cuts : float64 array
    branch_of : int32 array
        The branch of each nominal value; -1 for a value that no branch holds.
    label : int32 array
        Position of the node's class.
    cases : float64 array
        Weight of the training cases at the node; 0 for a branch that no training case takes.
    errors : float64 array
        Weight of the training errors below the node; in a tree pruned by error estimates, the
        estimate.
    distribution : float64 array, nodes x classes
        Weight of the training cases by class.
    single : bool
        Whether the tree was learned in C4.5's own single precision: values are then rounded to 32
        bits before they are compared, -999 is unknown, and class weights are summed in 32 bits.
    unknown : bool array, or None
        Whether the last branch of the node's test is for unknown values; None: no node has one.
    lower, upper : float64 arrays, or None
        Soft thresholds: beside each of ``cuts`` the values below and above which its outcome is
        certain. None if the tree has hard thresholds only.
    costs : float64 array, classes x classes, or None
        What it costs to predict a class (column) where another (row) is true: predictions are of
        least expected cost, and so are the labels. None: the most probable class is predicted.
    """

    attributes: tuple[Attribute, ...]
    classes: tuple[Label, ...]
    attribute: NDArray[np.int32]
    first_child: NDArray[np.int32]
    n_branches: NDArray[np.int32]
    test_start: NDArray[np.int64]
    cuts: NDArray[np.float64]
    branch_of: NDArray[np.int32]
    label: NDArray[np.int32]
    cases: NDArray[np.float64]
    errors: NDArray[np.float64]
    distribution: NDArray[np.float64]
    single: bool = field(default=False)
    unknown: NDArray[np.bool_] | None = field(default=None)
    lower: NDArray[np.float64] | None = field(default=None)
    upper: NDArray[np.float64] | None = field(default=None)
    costs: NDArray[np.float64] | None = field(default=None)

    @property
    def n_nodes(self) -> int:
        """Number of nodes, leaves and empty branches included (C4.5's tree size)."""
        return len(self.attribute)

    @property
    def n_leaves(self) -> int:
        """Number of leaves, empty ones included."""
        return int(np.count_nonzero(self.attribute < 0))

    @property
    def depth(self) -> int:
        """Number of tests on the longest path; 0 for a single leaf."""
        return int(self.node_depths().max())

    @property
    def root(self) -> Node:
        """The node where every case starts."""
        return Node(self, 0, 0)

    def node(self, number: int) -> Node:
        """Return the node with the given number, as in ``apply``; the root is 0."""
        if not 0 <= number < self.n_nodes:
            raise IndexError(f"the tree has nodes 0 to {self.n_nodes - 1}, not {number}")
        return Node(self, int(number), int(self._depths[number]))

    def test(self, number: int) -> Test | None:
        """Return the test of the node with the given number; None if it is a leaf."""
        if self.attribute[number] < 0:
            return None
        attribute = self.attributes[self.attribute[number]]
        start, count = int(self.test_start[number]), int(self.n_known_branches[number])
        unknown = count < self.n_branches[number].item()
        if attribute.values is None:
            here = slice(start, start + count - 1)
            bounds: tuple[tuple[float, float], ...] = ()
            if self.lower is not None and self.upper is not None:
                pairs = zip(self.lower[here].tolist(), self.upper[here].tolist(), strict=True)
                bounds = tuple(pairs)
            return NumericTest(attribute, tuple(self.cuts[here].tolist()), unknown, bounds)
        groups: list[list[Label]] = [[] for _ in range(count)]
        branch_of = self.branch_of[start : start + len(attribute.values)].tolist()
        for value, branch in zip(attribute.values, branch_of, strict=True):
            if branch >= 0:
                groups[branch].append(value)
        return NominalTest(attribute, tuple(tuple(group) for group in groups), unknown)

    @cached_property
    def is_numeric(self) -> bool:
        """Whether all attributes are numbers, and none of them dates."""
        return all(attribute.is_plain_number for attribute in self.attributes)

    @property
    def estimated_error_rate(self) -> float:
        """The share of ``errors`` at the root: C4.5's estimate if the tree was pruned by it.

        Of parts of a case the estimate may be more than there is; a rate is never above 1.
        """
        return min(1.0, float(self.errors[0] / self.cases[0])) if self.cases[0] > 0 else 0.0

    @property
    def tested(self) -> tuple[Attribute, ...]:
        """The attributes that its tests look at, in the order of the columns."""
        positions = sorted(set(self.attribute[self.attribute >= 0].tolist()))
        return tuple(self.attributes[position] for position in positions)

    @cached_property
    def n_known_branches(self) -> NDArray[np.int32]:
        """Number of branches for known values of each node: all but one for unknown values."""
        return self.n_branches if self.unknown is None else self.n_branches - self.unknown

    def node_depths(self) -> NDArray[np.int32]:
        """Return the number of tests above each node."""
        return self._depths.copy()

    @cached_property
    def _depths(self) -> NDArray[np.int32]:
        ones = np.ones(self.n_nodes, dtype=np.int64)
        return structure.sums_above(self, ones).astype(np.int32)

    def importances(self) -> NDArray[np.float64]:
        """Return the share of each attribute in the information that the tests give.

        Examples
        --------
        >>> from cutpoint.tree import example_tree
        >>> example_tree().importances().round(3).tolist()
        [0.262, 0.0, 0.369, 0.369]
        """
        return structure.importances(self)

    def prune(self, nodes: Iterable[int | Node]) -> Tree:
        """Return a tree in which some nodes are leaves; this one does not change.

        The errors of the new tree are those of the training cases, counted, also where this tree
        has estimates.

        Parameters
        ----------
        nodes : sequence of int or Node
            Numbers as in ``apply`` and ``to_frame``. What is below them is gone.

        Raises
        ------
        InputError
            If the tree has no such node.

        Examples
        --------
        >>> from cutpoint.tree import example_tree
        >>> example_tree().prune([1, 3]).n_leaves
        3
        """
        return pruning.pruned_at(self, nodes)

    def at_size(self, k: int, risk: str = "errors") -> Tree:
        """Return the largest tree of the cost-complexity sequence that has at most k leaves.

        The sequence has not a tree of every size; see
        :class:`cutpoint.tree.pruning.PruningSequence`.

        Parameters
        ----------
        k : int
        risk : {"errors", "gini", "entropy"}, default="errors"
            What a leaf costs per case.

        Examples
        --------
        >>> from cutpoint.tree import example_tree
        >>> [example_tree().at_size(k).n_leaves for k in (5, 4, 1)]
        [5, 1, 1]
        """
        return pruning.PruningSequence(self, risk).at_size(k)

    def to_dict(self) -> dict[str, Any]:
        """Return the tree as nested dicts.

        A node is ``{"class": label, "cases": w, "errors": w, "distribution": {label: w}, "test":
        None | {"attribute": name, "cuts": [c, ...]} | {"attribute": name, "groups": [[label, ...],
        ...]}, "branches": [node, ...]}``. A test whose last branch is for unknown values also has
        ``"unknown": True``.
        """
        return nested.nested_of(self)

    @classmethod
    def from_dict(
        cls,
        nodes: Mapping[str, Any],
        attributes: Sequence[Attribute],
        classes: Sequence[Label],
        single: bool = False,
    ) -> Tree:
        """Return the tree that has the nested nodes given by :meth:`to_dict`.

        Raises
        ------
        InputError
            If the nodes do not make a tree over these attributes and classes.
        """
        return cls.from_nodes(
            nested.flat_of(nodes, attributes, classes), attributes, classes, single
        )

    def to_html(self, data: Any = None, test: Any = None) -> str:
        """Return the tree as an HTML page to explore: one text that needs no other file.

        Parameters
        ----------
        data : pair (X, y), optional
            The training cases: the page then shows their values and errors, and follows them.
        test : pair (X, y), optional
            Other cases, whose errors are shown beside.

        Raises
        ------
        InputError
            If the cases do not have the tree's attributes and classes.

        Examples
        --------
        >>> from cutpoint.tree import example_tree
        >>> example_tree().to_html()[:15]
        '<!doctype html>'
        """
        page: str = _page().page_of_tree(self, data, test)
        return page

    def _repr_html_(self) -> str | None:
        """Return the page as a notebook shows it; a tree too large for that shows as text."""
        if self.n_nodes > _MOST_IN_NOTEBOOK:
            return None
        frame: str = _page().framed(self.to_html())
        return frame

    def to_nodes(self) -> list[dict[str, Any]]:
        """Return the nodes as a flat list, the form of the model file; see ``tree/flat.py``."""
        return flat.nodes_of(self)

    @classmethod
    def from_nodes(
        cls,
        nodes: Sequence[Any],
        attributes: Sequence[Attribute],
        classes: Sequence[Label],
        single: bool = False,
    ) -> Tree:
        """Return the tree that has the flat list of nodes given by :meth:`to_nodes`.

        Raises
        ------
        InputError
            If anything in the list is wrong; the message names the node.
        """
        arrays = flat.arrays_of(nodes, attributes, len(classes))
        return cls(tuple(attributes), tuple(classes), **arrays, single=single)

    def to_frame(self, kind: str | None = None) -> Any:
        """Return a table with a row for each node, in the order of their numbers.

        The columns are ``node``, ``parent``, ``branch`` (the position among the parent's branches),
        ``depth``, ``condition`` (what leads from the parent to the node), ``attribute`` and
        ``cuts`` of its test (nothing at a leaf; no cuts in a nominal test), ``class``, ``cases``,
        ``errors``, and ``cases(CLASS)`` for each class.

        Parameters
        ----------
        kind : {"pandas", "polars", "pyarrow"}, optional
            Whose table; by default pandas' if pandas is installed, else pyarrow's.

        Examples
        --------
        >>> from cutpoint.tree import example_tree
        >>> print(example_tree().to_frame()[["node", "parent", "condition", "class", "cases"]])
           node  parent           condition       class  cases
        0     0    <NA>                 NaN        Play   14.0
        1     1       0     outlook = sunny  Don't Play    5.0
        2     2       0  outlook = overcast        Play    4.0
        3     3       0      outlook = rain        Play    5.0
        4     4       1      humidity <= 75        Play    2.0
        5     5       1       humidity > 75  Don't Play    3.0
        6     6       3        windy = true  Don't Play    2.0
        7     7       3       windy = false        Play    3.0
        """
        from cutpoint.tree.frame import frame_of_nodes  # noqa: PLC0415  # it reads the tree

        return frame_of_nodes(self, kind)

    def rules_frame(self, kind: str | None = None) -> Any:
        """Return a table with a row for each rule, that is, for each leaf.

        The columns are ``node`` (the leaf), ``rule``, ``length`` (the number of attributes it
        names), ``class``, ``cases``, ``errors``, and ``cases(CLASS)`` for each class. What several
        tests on a path ask of one attribute is put together.

        Parameters
        ----------
        kind : {"pandas", "polars", "pyarrow"}, optional
            Whose table; by default pandas' if pandas is installed, else pyarrow's.

        Examples
        --------
        >>> from cutpoint.tree import example_tree
        >>> example_tree().rules_frame()["rule"].tolist()[:2]
        ['outlook = sunny and humidity <= 75', 'outlook = sunny and humidity > 75']
        """
        from cutpoint.tree.frame import frame_of_rules  # noqa: PLC0415  # it reads the tree

        return frame_of_rules(self, kind)

    def same_as(self, other: Tree) -> bool:
        """Return whether both trees hold exactly the same, however their nodes are numbered."""
        return structure.same(self, other)

    def __eq__(self, other: object) -> bool:
        return self.same_as(other) if isinstance(other, Tree) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        return text.to_text(self)

    def __repr__(self) -> str:
        return f"<Tree: {text.size_text(self)}>"

    def __getstate__(self) -> dict[str, Any]:
        """Pickle the fields, not what was worked out from them."""
        return {entry.name: getattr(self, entry.name) for entry in fields(self)}


def _page() -> Any:
    """Return the module that makes pages: it is built on trees, so it is not imported above."""
    return import_module("cutpoint.views.page")
