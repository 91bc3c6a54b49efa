"""A tree whose upper nodes are objects and whose lower parts are the arrays of the core."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutpoint.engines.base import CASE, Weights

if TYPE_CHECKING:
    from cutpoint._core import NodeArrays


class Piece(NamedTuple):
    """A tree that was grown from collected rows.

    Attributes
    ----------
    arrays : NodeArrays
    below, above : float64 arrays
        The values on both sides of each of its cuts; of one of several cuts it is the cut and NaN.
    """

    arrays: NodeArrays
    below: NDArray[np.float64]
    above: NDArray[np.float64]


class Inside(NamedTuple):
    """A node of a piece."""

    piece: Piece
    number: int


@dataclass(eq=False, slots=True)
class Upper:
    """A node that is, or was, too large to be collected.

    Attributes
    ----------
    depth : int
    key : int
        Where its random numbers come from.
    label : int
        Its class, and that of its parent as long as it has no cases.
    n_parts : int
        How many rows it holds, in whole or in part; an estimate until they are counted.
    classes : int64 array, or None
        Its class weights in units, once they are known.
    attribute : int
        Of its test; -1 at a leaf.
    cuts, below, above : tuples of float
        The cuts of a numeric test and the values beside them.
    branch_of : tuple of int
        The branch of each value of a nominal test.
    known : int
        The units of its cases whose value is known.
    children : list of nodes
        One per branch.
    shares : tuple of float
        The share of each branch in the known cases.
    errors : float
        The weight of the training errors below, or their estimate.
    """

    depth: int
    key: int
    label: int = 0
    n_parts: int = 0
    classes: Weights | None = None
    attribute: int = -1
    cuts: tuple[float, ...] = ()
    below: tuple[float, ...] = ()
    above: tuple[float, ...] = ()
    branch_of: tuple[int, ...] = ()
    known: int = 0
    children: list[Any] = field(default_factory=list)
    shares: tuple[float, ...] = ()
    errors: float = 0.0

    @property
    def distribution(self) -> NDArray[np.float64]:
        """Its class weights in cases."""
        assert self.classes is not None
        return self.classes / CASE

    @property
    def cases(self) -> float:
        """Its weight, added up class by class as the core does."""
        return float(sum(self.distribution.tolist()))

    def copy(self, **changes: Any) -> Upper:
        """Return the same node with some fields changed."""
        return Upper(**({name: getattr(self, name) for name in _FIELDS} | changes))

    def as_leaf(self, **changes: Any) -> Upper:
        """Return a leaf in its place."""
        nothing: dict[str, Any] = dict.fromkeys(
            ("cuts", "below", "above", "branch_of", "shares"), ()
        )
        return self.copy(**({"attribute": -1, "children": []} | nothing | changes))


_FIELDS = tuple(Upper.__dataclass_fields__)

Linked = Upper | Inside
"""A node of a linked tree."""


def uppers(root: Linked) -> Iterator[Upper]:
    """Return the upper nodes of a tree, each before those below it."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Upper):
            yield node
            waiting.extend(reversed(node.children))


def errors_of(node: Linked) -> float:
    """Return the errors below a node."""
    if isinstance(node, Upper):
        return node.errors
    return float(node.piece.arrays["errors"][node.number])


class Flat(NamedTuple):
    """A linked tree as arrays.

    Attributes
    ----------
    arrays : NodeArrays
    below, above : float64 arrays
        The values beside each cut.
    nodes : list of nodes
        By number.
    """

    arrays: NodeArrays
    below: NDArray[np.float64]
    above: NDArray[np.float64]
    nodes: list[Linked]

    @property
    def piece(self) -> Piece:
        """The tree as one piece."""
        return Piece(self.arrays, self.below, self.above)


def flatten(root: Linked, n_values: NDArray[np.int32], n_classes: int) -> Flat:
    """Return the arrays of a linked tree, level by level as the core has them.

    Parameters
    ----------
    root : Upper or Inside
    n_values : int32 array
        Of each attribute, -1 for a numeric one.
    n_classes : int
    """
    nodes: list[Linked] = [root]
    first_child: list[int] = []
    tests: list[_Test] = []
    cuts: list[float] = []
    below: list[float] = []
    above: list[float] = []
    branch_of: list[int] = []
    starts: list[int] = []
    for node in nodes:  # which grows on the way
        test = (
            _test_of_upper(node, n_classes)
            if isinstance(node, Upper)
            else _test_inside(node, n_values)
        )
        tests.append(test)
        first_child.append(len(nodes) if test.attribute >= 0 else -1)
        nodes.extend(test.children)
        starts.append(len(branch_of) if test.branch_of else len(cuts))
        cuts.extend(test.cuts)
        below.extend(test.below)
        above.extend(test.above)
        branch_of.extend(test.branch_of)
    arrays: NodeArrays = {
        "attribute": np.array([test.attribute for test in tests], dtype=np.int32),
        "first_child": np.array(first_child, dtype=np.int32),
        "n_branches": np.array([len(test.children) for test in tests], dtype=np.int32),
        "test_start": np.array(
            [
                start if test.attribute >= 0 else 0
                for start, test in zip(starts, tests, strict=True)
            ],
            dtype=np.int64,
        ),
        "cuts": np.array(cuts, dtype=np.float64),
        "branch_of": np.array(branch_of, dtype=np.int32),
        "label": np.array([test.label for test in tests], dtype=np.int32),
        "cases": np.array([test.cases for test in tests], dtype=np.float64),
        "errors": np.array([test.errors for test in tests], dtype=np.float64),
        "distribution": np.array([test.distribution for test in tests], dtype=np.float64).reshape(
            len(tests), n_classes
        ),
    }
    return Flat(arrays, np.array(below), np.array(above), nodes)


class _Test(NamedTuple):
    attribute: int
    cuts: Sequence[float]
    below: Sequence[float]
    above: Sequence[float]
    branch_of: Sequence[int]
    children: Sequence[Linked]
    label: int
    cases: float
    errors: float
    distribution: Any


def _test_of_upper(node: Upper, n_classes: int) -> _Test:
    counted = node.classes is not None
    return _Test(
        node.attribute,
        node.cuts,
        node.below,
        node.above,
        node.branch_of,
        node.children,
        node.label,
        node.cases if counted else 0.0,
        node.errors,
        node.distribution if counted else np.zeros(n_classes),
    )


def _test_inside(node: Inside, n_values: NDArray[np.int32]) -> _Test:
    (arrays, below, above), i = node
    attribute = int(arrays["attribute"][i])
    label, cases = int(arrays["label"][i]), float(arrays["cases"][i])
    errors, distribution = float(arrays["errors"][i]), arrays["distribution"][i]
    if attribute < 0:
        return _Test(-1, (), (), (), (), (), label, cases, errors, distribution)
    n, start = int(arrays["n_branches"][i]), int(arrays["test_start"][i])
    first = int(arrays["first_child"][i])
    children = [Inside(node.piece, first + b) for b in range(n)]
    cuts, beside, branch_of = (), ((), ()), ()
    if n_values[attribute] < 0:
        span = slice(start, start + n - 1)
        cuts = arrays["cuts"][span].tolist()
        beside = below[span].tolist(), above[span].tolist()
    else:
        branch_of = arrays["branch_of"][start : start + int(n_values[attribute])].tolist()
    return _Test(attribute, cuts, *beside, branch_of, children, label, cases, errors, distribution)


def lifted(node: Linked, n_values: NDArray[np.int32], depth: int = 0) -> Upper:
    """Return a copy of a tree that has upper nodes only; the shares of branches are yet unknown.

    Parameters
    ----------
    node : Upper or Inside
    n_values : int32 array
        Of each attribute, -1 for a numeric one.
    depth : int
        Of the copy.
    """
    top = _lifted_alone(node, n_values, depth)
    pending = [top]
    while pending:
        upper = pending.pop()
        upper.children = [
            _lifted_alone(child, n_values, upper.depth + 1) for child in upper.children
        ]
        upper.shares = (0.0,) * len(upper.children)
        pending.extend(upper.children)
    return top


def _lifted_alone(node: Linked, n_values: NDArray[np.int32], depth: int) -> Upper:
    """Return a copy of one node; its children are still those of the original."""
    if isinstance(node, Upper):
        return node.copy(depth=depth, children=list(node.children))
    test = _test_inside(node, n_values)
    return Upper(
        depth=depth,
        key=0,
        label=test.label,
        classes=np.rint(np.asarray(test.distribution) * CASE).astype(np.int64),
        attribute=test.attribute,
        cuts=tuple(test.cuts),
        below=tuple(test.below),
        above=tuple(test.above),
        branch_of=tuple(test.branch_of),
        children=list(test.children),
        errors=test.errors,
    )
