"""How two trees differ: node by node, and case by case.

The trees are laid over each other from their roots. Two nodes are at the same place if the same
branches lead to them; a cut that has moved leaves its branches where they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from cutpoint.data.attribute import Attribute
from cutpoint.data.frames import conform
from cutpoint.data.table import Table
from cutpoint.errors import InputError
from cutpoint.tree.ends import codes_of_ends
from cutpoint.tree.moves import Moves, moves_between
from cutpoint.tree.names import printable
from cutpoint.tree.saved import plain_label
from cutpoint.tree.split import NominalTest, NumericTest, Test
from cutpoint.tree.text import size_text

if TYPE_CHECKING:
    from cutpoint.tree.tree import Tree


class Kind(StrEnum):
    """What can become of a place in a tree."""

    CUT_MOVED = "cut moved"
    CUTS_CHANGED = "cuts changed"
    GROUPS_CHANGED = "groups changed"
    ATTRIBUTE_REPLACED = "attribute replaced"
    GROWN = "subtree grown"
    PRUNED = "subtree pruned"
    CLASS_FLIPPED = "class flipped"


@dataclass(frozen=True, slots=True)
class Change:
    """A place at which two trees differ.

    Attributes
    ----------
    kind : Kind
    path : tuple of str
        What leads there in the first tree, such as ``"outlook = sunny"``; empty at the root.
    before, after : int
        The number of the node in each tree.
    was, now : str
        The test or the class, in words.
    cases : tuple of float
        The weight of the training cases there, in each tree.
    """

    kind: Kind
    path: tuple[str, ...]
    before: int
    after: int
    was: str
    now: str
    cases: tuple[float, float]

    def __str__(self) -> str:
        return f"{self.kind}: {self.was} -> {self.now}"

    def to_dict(self) -> dict[str, Any]:
        """Return the change as plain values."""
        return {
            "kind": str(self.kind),
            "path": list(self.path),
            "before": {"node": self.before, "says": self.was, "cases": self.cases[0]},
            "after": {"node": self.after, "says": self.now, "cases": self.cases[1]},
        }


@dataclass(frozen=True)
class Difference:
    """How a tree differs from another one.

    Attributes
    ----------
    before, after : Tree
    changes : tuple of Change
        Where they differ, from the root down, in the order of the first tree.
    moves : Moves or None
        What becomes of cases, if some were given.
    """

    before: Tree
    after: Tree
    changes: tuple[Change, ...]
    moves: Moves | None = None

    @property
    def attributes(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The names of attributes that only the first, and only the second tree tests."""
        old, new = ([entry.name for entry in tree.tested] for tree in (self.before, self.after))
        return _only(old, new), _only(new, old)

    @property
    def classes(self) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        """The classes that only the first, and only the second tree knows."""
        old, new = ([plain_label(c) for c in tree.classes] for tree in (self.before, self.after))
        return _only(old, new), _only(new, old)

    def one_sided(self) -> Iterator[str]:
        """Give in words, line by line, what only one of the trees knows or tests."""
        for said, gone, new in (
            (self.classes, "no longer a class", "newly a class"),
            (self.attributes, "no longer tested", "newly tested"),
        ):
            for names, what in zip(said, (gone, new), strict=True):
                if names:
                    yield f"{what}: {', '.join(map(printable, names))}"

    def to_dict(self) -> dict[str, Any]:
        """Return the difference as plain values, ready for JSON."""
        gone, new = self.attributes
        classes_gone, classes_new = self.classes
        return {
            "before": _size(self.before),
            "after": _size(self.after),
            "classes_no_longer_known": list(classes_gone),
            "classes_newly_known": list(classes_new),
            "attributes_no_longer_tested": list(gone),
            "attributes_newly_tested": list(new),
            "changes": [change.to_dict() for change in self.changes],
            "cases": None if self.moves is None else self.moves.to_dict(),
        }

    def __str__(self) -> str:
        lines = [f"{size_text(self.before)} -> {size_text(self.after)}", *self.one_sided()]
        count = len(self.changes)
        lines += ["", "The tests and classes are the same" if not count else f"Changes: {count:,}"]
        above: tuple[str, ...] | None = None
        for change in self.changes:
            if change.path != above:
                lines.append(f"  {' and '.join(change.path) or 'at the root'}")
                above = change.path
            lines.append(f"    {change}")
        if self.moves is not None:
            lines += ["", str(self.moves)]
        return "\n".join(lines)


def _only(some: list[Any], others: list[Any]) -> tuple[Any, ...]:
    return tuple(entry for entry in some if entry not in others)


def diff(before: Tree, after: Tree, X: Any = None, y: Any = None) -> Difference:
    """Return how a tree differs from another: which tests, cuts and classes, and for which cases.

    Nodes are compared at the same place. A test of the same attribute with as many cuts has moved
    its cuts, and its branches are compared one by one; otherwise the branches that ask the same
    are. Below a test of another attribute nothing is compared.

    Parameters
    ----------
    before, after : Tree
    X : pandas, polars or pyarrow table, or array, optional
        Cases: it is then counted how many change class, and between which leaves. A table has the
        columns of both trees by name; an array those of each, in order.
    y : array or sequence of labels, optional
        Their true classes: the errors of both trees are then counted.

    Raises
    ------
    InputError
        If one of the two is no tree, or the cases do not fit.

    Examples
    --------
    >>> from cutpoint.tree import diff, example_tree
    >>> tree = example_tree()
    >>> print(diff(tree, tree.prune([3])))
    8 nodes, 5 leaves, depth 2 -> 6 nodes, 4 leaves, depth 2
    no longer tested: windy
    <BLANKLINE>
    Changes: 1
      outlook = rain
        subtree pruned: test of windy, 3 nodes -> class Play
    """
    for tree in (before, after):
        if not hasattr(tree, "n_leaves"):
            raise InputError(f"diff compares two trees, and a {type(tree).__name__} is none")
    if X is None:
        if y is not None:
            raise InputError("y has classes of cases that are not given: give X as well")
        return difference_between(before, after)
    old, new = (conform(X, tree.attributes) for tree in (before, after))
    return difference_between(before, after, (old, new), y)


def difference_between(
    before: Tree, after: Tree, cases: tuple[Table, Table] | None = None, y: Any = None
) -> Difference:
    """Return how a tree differs from another, with cases as a table for each of the two."""
    changes = tuple(_changes(before, after))
    if cases is None:
        return Difference(before, after, changes)
    return Difference(before, after, changes, moves_between(before, after, cases, y))


_Place = tuple[int, int, tuple[str, ...]]
"""A node of each tree, and what leads there."""


def _changes(before: Tree, after: Tree) -> Iterator[Change]:
    codes = [codes_of_ends(tree).tolist() for tree in (before, after)]
    sizes = [_nodes_below(tree) for tree in (before, after)]

    def class_at(which: int, node: int) -> Any:
        return plain_label((before, after)[which].classes[codes[which][node]])

    def made(place: _Place, kind: Kind, was: str, now: str) -> Change:
        old, new, path = place
        cases = float(before.cases[old]), float(after.cases[new])
        return Change(kind, path, old, new, was, now, cases)

    waiting: list[_Place] = [(0, 0, ())]
    while waiting:
        place = old, new, path = waiting.pop()
        tests = before.test(old), after.test(new)
        words = [
            f"class {printable(class_at(which, node))}"
            if test is None
            else f"test of {printable(test.attribute.name)}, {sizes[which][node]:,} nodes"
            for which, (node, test) in enumerate(zip((old, new), tests, strict=True))
        ]
        if tests[0] is None and tests[1] is None:
            if class_at(0, old) != class_at(1, new):
                yield made(place, Kind.CLASS_FLIPPED, *words)
            continue
        if tests[0] is None or tests[1] is None:
            yield made(place, Kind.GROWN if tests[0] is None else Kind.PRUNED, *words)
            continue
        found = _compared(tests[0], tests[1])
        if found is not None:
            yield made(place, *found)
        pairs = list(_same_branches(tests[0], tests[1]))
        for branch, other in reversed(pairs):
            below = int(before.first_child[old]) + branch, int(after.first_child[new]) + other
            waiting.append((*below, (*path, tests[0].describe(branch))))


def _compared(old: Test, new: Test) -> tuple[Kind, str, str] | None:
    """Return how two tests differ; None if they ask the same."""
    if old.attribute.name != new.attribute.name or type(old) is not type(new):
        return Kind.ATTRIBUTE_REPLACED, _asks(old), _asks(new)
    if isinstance(old, NumericTest) and isinstance(new, NumericTest):
        if old.cuts == new.cuts and old.unknown == new.unknown:
            return None
        same = len(old.cuts) == len(new.cuts) and old.unknown == new.unknown
        return Kind.CUT_MOVED if same else Kind.CUTS_CHANGED, _asks(old), _asks(new)
    assert isinstance(old, NominalTest)
    assert isinstance(new, NominalTest)
    if _groups(old).keys() == _groups(new).keys() and old.unknown == new.unknown:
        return None
    return Kind.GROUPS_CHANGED, _asks(old), _asks(new)


def _same_branches(old: Test, new: Test) -> Iterator[tuple[int, int]]:
    """Give the branches of two tests that are at the same place."""
    if old.attribute.name != new.attribute.name:
        return
    if isinstance(old, NumericTest) and isinstance(new, NumericTest):
        if len(old.cuts) == len(new.cuts):
            yield from zip(range(len(old.cuts) + 1), range(len(old.cuts) + 1), strict=True)
        else:
            other = {new.condition(branch): branch for branch in range(len(new.cuts) + 1)}
            for branch in range(len(old.cuts) + 1):
                if old.condition(branch) in other:
                    yield branch, other[old.condition(branch)]
    elif isinstance(old, NominalTest) and isinstance(new, NominalTest):
        groups = _groups(new)
        for group, branch in _groups(old).items():
            if group in groups:
                yield branch, groups[group]
    else:
        return
    if old.unknown and new.unknown:
        yield old.n_branches - 1, new.n_branches - 1


def _groups(test: NominalTest) -> dict[frozenset[str], int]:
    """Return the branch of each group of values; empty ones are no place to compare."""
    return {frozenset(map(str, group)): branch for branch, group in enumerate(test.groups) if group}


def _asks(test: Test) -> str:
    """Return a test in words: the attribute, and its cuts or groups."""
    name = printable(test.attribute.name)
    ending = ", unknown values apart" if test.unknown else ""
    if isinstance(test, NumericTest):
        cuts = ", ".join(_shown(test.attribute, cut) for cut in test.cuts)
        return f"{name} at {cuts or 'any value'}{ending}"
    groups = [f"{{{', '.join(map(printable, group))}}}" for group in test.groups if group]
    return f"{name} by {' '.join(groups)}{ending}"


def _shown(attribute: Attribute, cut: float) -> str:
    return repr(cut) if attribute.calendar is None else attribute.shown(cut)


def _nodes_below(tree: Tree) -> list[int]:
    """Return the number of nodes of the subtree at each node, itself included."""
    sizes = [1] * tree.n_nodes
    for node in range(tree.n_nodes - 1, -1, -1):  # children come after their parent
        first = int(tree.first_child[node])
        if first >= 0:
            sizes[node] += sum(sizes[first : first + int(tree.n_branches[node])])
    return sizes


def _size(tree: Tree) -> dict[str, int]:
    return {"nodes": tree.n_nodes, "leaves": tree.n_leaves, "depth": tree.depth}
