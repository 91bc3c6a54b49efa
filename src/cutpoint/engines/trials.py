"""Trials: what the largest branch of a node would make of all cases of the node."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from cutpoint import _core
from cutpoint.engines.asking import Asking, Question
from cutpoint.engines.base import CASE, Weights
from cutpoint.engines.linked import Upper, uppers


class Trial(NamedTuple):
    """The largest branch in the place of its parent, for a while.

    Attributes
    ----------
    branch : Upper
        A copy, whose leaves have the class weights that arrived.
    n_nodes : int
    errors : float
        Expected of it.
    """

    branch: Upper
    n_nodes: int
    errors: float


class Judge:
    """Estimates errors.

    Parameters
    ----------
    confidence : float
    has_missing : sequence of bool
        By attribute: whether cases may be divided by a test of it.
    """

    def __init__(self, confidence: float, has_missing: Sequence[bool]) -> None:
        self.confidence, self.has_missing = confidence, has_missing

    def estimate(self, classes: Weights, label: int) -> float:
        """Return the errors expected of a leaf."""
        if not classes.any():
            return 0.0
        cases = float(sum((classes / CASE).tolist()))
        errors = cases - float(classes[label]) / CASE
        return errors + float(_core.extra_errors(cases, errors, self.confidence))

    def try_branch(self, place: Upper, branch: Upper) -> Asking[Trial]:
        """Find what a branch makes of all cases of a node."""
        nodes = list(uppers(branch))
        if branch.attribute < 0:
            branch.classes, branch.n_parts = place.classes, place.n_parts
        else:
            pending = [branch]
            while pending:  # the shares of branches where cases may be divided, the uppermost first
                dividing = [node for top in pending for node in _topmost(top, self.may_divide)]
                yield from self._share_out(place, branch, dividing)
                pending = [child for node in dividing for child in node.children]
            leaves = [node for node in nodes if node.attribute < 0]
            (found,) = yield [Question(place, branch, leaves)]
            receive(leaves, found)
        return Trial(branch, len(nodes), self._expected(nodes))

    def may_divide(self, node: Upper) -> bool:
        """Return whether a test sends a case without a value down several branches."""
        return self.has_missing[node.attribute]

    def _share_out(self, place: Upper, branch: Upper, nodes: list[Upper]) -> Asking[None]:
        """Find the share of each branch in the known cases of some nodes."""
        if not nodes:
            return
        own = [node.children for node in nodes]
        for node in nodes:  # cases without a value go nowhere
            node.children = [child.as_leaf() for child in node.children]
            node.shares = (0.0,) * len(node.children)
        wanted = [child for node in nodes for child in node.children]
        (found,) = yield [Question(place, branch, wanted)]
        units = iter(found.totals.sum(axis=1).tolist())
        for node, children in zip(nodes, own, strict=True):
            share_among(node, [next(units) for _ in children])
            node.children = children

    def _expected(self, nodes: list[Upper]) -> float:
        """Return the errors expected of a tree whose nodes are given, those below others last."""
        errors: dict[Upper, float] = {}
        units: dict[Upper, int] = {}
        for node in reversed(nodes):
            if node.attribute < 0:
                assert node.classes is not None
                errors[node] = self.estimate(
                    node.classes, _core.label_or_heavier(node.classes, node.label)
                )
                units[node] = int(node.classes.sum())
                continue
            errors[node], units[node] = 0.0, 0
            for share, child in zip(node.shares, node.children, strict=True):
                units[node] += units[child]
                if units[child] and (share > 0 or not self.may_divide(node)):
                    errors[node] += errors[child]
        return errors[nodes[0]]


def receive(nodes: Iterable[Upper], found: tuple[Weights, Weights]) -> None:
    """Give nodes what has arrived at them."""
    for node, classes, n_parts in zip(nodes, found[0], found[1].tolist(), strict=True):
        node.classes, node.n_parts = classes, n_parts


def share_among(node: Upper, units: list[int]) -> None:
    """Give the branches of a node their shares in the known cases."""
    node.known = sum(units)
    node.shares = tuple(float(part) / float(max(node.known, 1)) for part in units)


def _topmost(top: Upper, is_wanted: Callable[[Upper], bool]) -> list[Upper]:
    """Return the nodes whose test is wanted, where none above is."""
    found: list[Upper] = []
    stack = [top]
    while stack:
        node = stack.pop()
        if node.attribute < 0:
            continue
        if is_wanted(node):
            found.append(node)
        else:
            stack.extend(node.children)
    return found
