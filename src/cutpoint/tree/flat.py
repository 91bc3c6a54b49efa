"""The flat form of a tree, a list with one dict per node, and the checks made when it is read.

A node is ``{"class": i, "cases": w, "errors": w, "distribution": [w, ...]}``; a test adds
``"attribute": i``, ``"cuts": [c, ...]`` or ``"groups": [[value position, ...], ...]``, and
``"branches": [node, ...]``, and ``"unknown": true`` if the last branch is for unknown values; soft
thresholds have ``"bounds": [[lower, upper], ...]``, one per cut. Node 0 is the root. There is no
nesting, so depth has no limit.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cutpoint.data.attribute import Attribute
from cutpoint.errors import InputError

if TYPE_CHECKING:
    from cutpoint.tree.tree import Tree

MAX_NODES = 2**31 - 1
MAX_MAP = 2**28
"""Entries that the maps of all nominal tests may hold together; more is taken for an attack."""

_ROUNDING = 1e-6
"""What the errors of a node may be below zero, as a share of its cases."""
_NO_MAP = np.empty(0, dtype=np.int32)
_LEAF_KEYS = {"class", "cases", "errors", "distribution"}
_TEST_KEYS = {"attribute", "cuts", "groups", "branches", "unknown", "bounds"}


def nodes_of(tree: Tree) -> list[dict[str, Any]]:
    """Return the nodes of a tree in flat form, numbered as in the tree."""
    nodes: list[dict[str, Any]] = [
        {"class": label, "cases": cases, "errors": errors, "distribution": distribution}
        for label, cases, errors, distribution in zip(
            tree.label.tolist(),
            tree.cases.tolist(),
            tree.errors.tolist(),
            tree.distribution.tolist(),
            strict=True,
        )
    ]
    for node in np.flatnonzero(tree.attribute >= 0).tolist():
        position = int(tree.attribute[node])
        start, count = int(tree.test_start[node]), int(tree.n_known_branches[node])
        nodes[node]["attribute"] = position
        values = tree.attributes[position].values
        if values is None:
            here = slice(start, start + count - 1)
            nodes[node]["cuts"] = tree.cuts[here].tolist()
            if tree.lower is not None and tree.upper is not None:
                pairs = zip(tree.lower[here].tolist(), tree.upper[here].tolist(), strict=True)
                nodes[node]["bounds"] = [list(pair) for pair in pairs]
        else:
            groups: list[list[int]] = [[] for _ in range(count)]
            for value, branch in enumerate(tree.branch_of[start : start + len(values)].tolist()):
                if branch >= 0:
                    groups[branch].append(value)
            nodes[node]["groups"] = groups
        first, n_branches = int(tree.first_child[node]), int(tree.n_branches[node])
        nodes[node]["branches"] = list(range(first, first + n_branches))
        if count < n_branches:
            nodes[node]["unknown"] = True
    return nodes


def arrays_of(
    nodes: Sequence[Any], attributes: Sequence[Attribute], n_classes: int
) -> dict[str, Any]:
    """Return the arrays of the tree that has these nodes, after checking every one of them.

    The numbering is kept if the branches of every node are adjacent and come after it; otherwise
    the nodes are renumbered level by level.

    Raises
    ------
    InputError
        If anything is wrong; the message names the node.
    """
    if not isinstance(nodes, Sequence) or isinstance(nodes, str | bytes):
        raise InputError("a tree must be a list of nodes")
    if not 0 < len(nodes) <= MAX_NODES:
        raise InputError(f"a tree must have 1 to {MAX_NODES} nodes, not {len(nodes)}")
    reader = _Reader(attributes, n_classes, len(nodes))
    for node, fields in enumerate(nodes):
        try:
            reader.read(fields)
        except InputError as error:
            raise InputError(f"node {node}: {error}") from None
    return reader.arrays()


class _Reader:
    """Collects the checked fields of all nodes, then numbers the nodes."""

    def __init__(self, attributes: Sequence[Attribute], n_classes: int, n_nodes: int) -> None:
        self.attributes = attributes
        self.n_classes = n_classes
        self.n_nodes = n_nodes
        self.label: list[int] = []
        self.cases: list[float] = []
        self.errors: list[float] = []
        self.distribution: list[list[float]] = []
        self.attribute: list[int] = []
        self.branches: list[list[int]] = []
        self.cuts: list[list[float]] = []
        self.bounds: list[list[tuple[float, float]] | None] = []
        self.maps: list[NDArray[np.int32]] = []
        self.map_total = 0
        self.unknown: list[bool] = []

    def read(self, fields: Any) -> None:
        if not isinstance(fields, dict):
            raise InputError(f"must be an object, not {_kind(fields)}")
        for key in fields:
            if key not in _LEAF_KEYS and key not in _TEST_KEYS:
                raise InputError(f"has a field that is not known: {key!r:.60}")
        for key in ("class", "cases", "errors", "distribution"):
            if key not in fields:
                raise InputError(f"has no {key!r}")
        self.label.append(index(fields["class"], self.n_classes, "the class"))
        self.cases.append(weight(fields["cases"], "cases"))
        self.errors.append(_errors(fields["errors"], self.cases[-1]))
        distribution = items(fields["distribution"], "the distribution")
        if len(distribution) != self.n_classes:
            raise InputError(
                f"the distribution has {len(distribution)} weights for {self.n_classes} classes"
            )
        self.distribution.append([weight(entry, "a class weight") for entry in distribution])
        if not _TEST_KEYS.isdisjoint(fields):
            self._read_test(fields)
            return
        self.attribute.append(-1)
        self.branches.append([])
        self.cuts.append([])
        self.bounds.append(None)
        self.maps.append(_NO_MAP)
        self.unknown.append(False)

    def _read_test(self, fields: dict[str, Any]) -> None:
        if "attribute" not in fields or "branches" not in fields:
            raise InputError("a test needs 'attribute' and 'branches'")
        position = index(fields["attribute"], len(self.attributes), "the attribute")
        attribute = self.attributes[position]
        branches = [
            index(branch, self.n_nodes, "a branch")
            for branch in items(fields["branches"], "the branches")
        ]
        unknown = fields.get("unknown", False)
        if not isinstance(unknown, bool):
            raise InputError(f"'unknown' must be true or false, not {_kind(unknown)}")
        n_known = len(branches) - unknown
        if n_known < 1:
            raise InputError("a test needs at least one branch for known values")
        wanted, other = ("cuts", "groups") if attribute.is_numeric else ("groups", "cuts")
        if wanted not in fields or other in fields:
            kind = "numeric" if attribute.is_numeric else "nominal"
            raise InputError(
                f"a test of the {kind} attribute {attribute.name!r:.60} needs {wanted!r}"
            )
        if "bounds" in fields and not attribute.is_numeric:
            raise InputError(f"the nominal attribute {attribute.name!r:.60} cannot have 'bounds'")
        self.attribute.append(position)
        self.branches.append(branches)
        self.unknown.append(unknown)
        if attribute.values is None:
            self.cuts.append(_cuts(fields["cuts"], n_known))
            given = fields.get("bounds")
            self.bounds.append(None if given is None else _bounds(given, self.cuts[-1]))
            self.maps.append(_NO_MAP)
        else:
            self.map_total += len(attribute.values)
            if self.map_total > MAX_MAP:
                raise InputError("too many nominal tests of attributes with too many values")
            self.cuts.append([])
            self.bounds.append(None)
            self.maps.append(_map(fields["groups"], n_known, len(attribute.values)))

    def arrays(self) -> dict[str, Any]:
        """Return the fields of :class:`Tree`."""
        first_child, order = _numbered(self.branches)
        attribute = np.array(self.attribute, dtype=np.int32)[order]
        n_branches = np.array([len(entry) for entry in self.branches], dtype=np.int32)[order]
        test_start = np.zeros(len(order), dtype=np.int64)
        cuts: list[float] = []
        bounds: list[tuple[float, float]] = []
        maps: list[NDArray[np.int32]] = [_NO_MAP]
        map_total = 0
        for node, was in enumerate(order.tolist()):
            if self.attribute[was] >= 0:
                numeric = self.attributes[self.attribute[was]].is_numeric
                test_start[node] = len(cuts) if numeric else map_total
                cuts += self.cuts[was]
                hard = [(cut, cut) for cut in self.cuts[was]]
                bounds += hard if self.bounds[was] is None else self.bounds[was] or []
                maps.append(self.maps[was])
                map_total += len(self.maps[was])
        arrays: dict[str, Any] = {
            "attribute": attribute,
            "first_child": first_child,
            "n_branches": n_branches,
            "test_start": test_start,
            "cuts": np.array(cuts, dtype=np.float64),
            "branch_of": np.concatenate(maps),
            "label": np.array(self.label, dtype=np.int32)[order],
            "cases": np.array(self.cases, dtype=np.float64)[order],
            "errors": np.array(self.errors, dtype=np.float64)[order],
            "distribution": np.array(self.distribution, dtype=np.float64)[order],
            "unknown": np.array(self.unknown)[order] if any(self.unknown) else None,
        }
        if any(entry is not None for entry in self.bounds):
            pairs = np.array(bounds, dtype=np.float64).reshape(-1, 2)
            arrays["lower"], arrays["upper"] = pairs[:, 0].copy(), pairs[:, 1].copy()
        return arrays


def _numbered(branches: list[list[int]]) -> tuple[NDArray[np.int32], NDArray[np.intp]]:
    """Return ``first_child`` and, per node of the tree, its number in the list."""
    parent = [-1] * len(branches)
    in_place = True
    for node, children in enumerate(branches):
        for branch, child in enumerate(children):
            if child == 0:
                raise InputError(f"node {node}: the root cannot be a branch")
            if parent[child] >= 0:
                raise InputError(f"node {child}: is a branch of both {parent[child]} and {node}")
            parent[child] = node
            in_place = in_place and child > node and child == children[0] + branch
    for node in range(1, len(branches)):
        if parent[node] < 0:
            raise InputError(f"node {node}: is a branch of no node")
    order = list(range(len(branches))) if in_place else [0]
    if not in_place:
        for node in order:  # grows as it is read: level by level
            order += branches[node]
        if len(order) < len(branches):
            lost = min(set(range(len(branches))).difference(order))
            raise InputError(f"node {lost}: cannot be reached from the root, its branches go round")
    first_child = np.full(len(order), -1, dtype=np.int32)
    place = [0] * len(order)
    for node, was in enumerate(order):
        place[was] = node
    for node, was in enumerate(order):
        if branches[was]:
            first_child[node] = place[branches[was][0]]
    return first_child, np.array(order, dtype=np.intp)


def _errors(value: Any, cases: float) -> float:
    """Return the errors of a node; a difference of weights may be below zero by its rounding."""
    errors = number(value, "errors")
    if errors < -_ROUNDING * max(1.0, cases):
        raise InputError("errors must not be negative")
    return errors


def _cuts(value: Any, n_branches: int) -> list[float]:
    cuts = [number(cut, "a cut point") for cut in items(value, "the cut points")]
    if len(cuts) != n_branches - 1:
        raise InputError(f"{n_branches} branches need {n_branches - 1} cut points, not {len(cuts)}")
    if any(low >= high for low, high in pairwise(cuts)):
        raise InputError("cut points must increase")
    return cuts


def _bounds(value: Any, cuts: list[float]) -> list[tuple[float, float]]:
    pairs = items(value, "the bounds")
    if len(pairs) != len(cuts):
        raise InputError(f"{len(cuts)} cut points need as many bounds, not {len(pairs)}")
    bounds = []
    for pair, cut in zip(pairs, cuts, strict=True):
        entries = [number(entry, "a bound") for entry in items(pair, "the bounds of a cut point")]
        if len(entries) != 2 or not entries[0] <= cut <= entries[1]:
            raise InputError("the bounds of a cut point are two numbers with it between them")
        bounds.append((entries[0], entries[1]))
    return bounds


def _map(value: Any, n_branches: int, n_values: int) -> NDArray[np.int32]:
    groups = items(value, "the groups")
    if len(groups) != n_branches:
        raise InputError(f"{n_branches} branches need as many groups, not {len(groups)}")
    branch_of = np.full(n_values, -1, dtype=np.int32)
    for branch, group in enumerate(groups):
        for entry in items(group, "a group"):
            position = index(entry, n_values, "a value")
            if branch_of[position] >= 0:
                raise InputError(f"value {position} is in two groups")
            branch_of[position] = branch
    return branch_of


def items(value: Any, what: str) -> list[Any]:
    """Return the value if it is a list."""
    if not isinstance(value, list | tuple):
        raise InputError(f"{what} must be a list, not {_kind(value)}")
    return list(value)


def index(value: Any, size: int, what: str) -> int:
    """Return the value if it is a position among ``size`` things."""
    if type(value) is int and 0 <= value < size:  # almost always
        return value
    if not isinstance(value, int | np.integer) or isinstance(value, bool):
        raise InputError(f"{what} must be a whole number, not {_kind(value)}")
    position = int(value)
    if not 0 <= position < size:
        shown = str(position) if abs(position) < 10**18 else "a huge number"
        raise InputError(f"{what} must be from 0 to {size - 1}, not {shown}")
    return position


def number(value: Any, what: str) -> float:
    """Return the value as a float if it is a finite number."""
    if type(value) is float and math.isfinite(value):  # almost always
        return value
    if not isinstance(value, int | float | np.number) or isinstance(value, bool):
        raise InputError(f"{what} must be a number, not {_kind(value)}")
    try:
        result = float(value)
    except OverflowError:
        result = math.inf
    if not math.isfinite(result):
        raise InputError(f"{what} must be a finite number")
    return result


def weight(value: Any, what: str) -> float:
    """Return the value as a float if it is a finite number, zero or more."""
    result = number(value, what)
    if result < 0:
        raise InputError(f"{what} must not be negative")
    return result


_KINDS = {
    dict: "an object",
    list: "a list",
    str: "text",
    bool: "true or false",
    float: "a fraction",
}


def _kind(value: Any) -> str:
    if value is None:
        return "null"
    return _KINDS.get(type(value), type(value).__name__)
