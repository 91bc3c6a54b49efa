"""Error-based pruning of the upper part of a tree, whose cases do not fit into memory.

The rules are those of ``core/src/prune``: bottom up, each test becomes a leaf, or is replaced by
its largest branch, if that is estimated to make hardly more errors on the cases of the node. What
the largest branch would make of all cases of the node takes a pass over the source, for all nodes
of a level at once; with missing values one more for each test on the way, since the shares of
branches are those of the cases at hand.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator

import numpy as np

from cutpoint import _core
from cutpoint.engines.base import CASE, Weights
from cutpoint.engines.finish import PruneNodes
from cutpoint.engines.levels import Level, LevelGrower
from cutpoint.engines.linked import Inside, Linked, Piece, Upper, flatten, lifted
from cutpoint.engines.tasks import CollectRows

_MARGIN = 0.1  # a simpler tree may be estimated to make this many more errors
_ROUNDING = 1024  # units: what the rounding of shares may add up to


class UpperPruner:
    """Prunes the upper part of one tree.

    Parameters
    ----------
    levels : LevelGrower
        What has grown it: it sends rows down and counts them.
    confidence : float
    """

    def __init__(self, levels: LevelGrower, confidence: float) -> None:
        self.levels, self.confidence = levels, confidence
        self.changed = False

    def prune(self, grown: Linked, pruned: dict[int, Piece]) -> tuple[Linked, bool]:
        """Return the pruned tree, and whether any upper node has changed.

        ``pruned`` has the pruned form of each piece of the grown tree, by the piece's id.
        """
        if not isinstance(grown, Upper):
            return Inside(pruned[id(grown.piece)], 0), False
        return self._decide_below(grown, grown, pruned), self.changed

    # ---- decisions

    def _decide_below(self, root: Upper, top: Upper, pruned: dict[int, Piece]) -> Linked:
        """Return what becomes of a node and of all below it, the lowest first."""
        results: dict[int, Linked] = {}

        def result_of(node: Linked) -> Linked:
            if isinstance(node, Inside):
                return Inside(pruned.get(id(node.piece), node.piece), node.number)
            return results[id(node)]

        by_depth: dict[int, list[Upper]] = {}
        for node in _uppers(top):
            by_depth.setdefault(node.depth, []).append(node)
        for depth in sorted(by_depth, reverse=True):
            tested: list[tuple[Upper, Upper]] = []
            for node in by_depth[depth]:
                if node.attribute < 0:
                    results[id(node)] = self._leaf(node)
                else:
                    below = [result_of(child) for child in node.children]
                    tested.append((node, node.copy(children=below)))
            for (node, pruned_below), as_branch in zip(
                tested, self._trials(root, tested), strict=True
            ):
                results[id(node)] = self._decide(root, node, pruned_below, as_branch)
        return results[id(top)]

    def _decide(self, root: Upper, original: Upper, node: Upper, as_branch: float) -> Linked:
        """Return what a node becomes whose branches are pruned."""
        leaf = self._leaf(node)
        node.label = leaf.label
        as_tree = 0.0
        for share, child in zip(node.shares, node.children, strict=True):
            if share > 0:
                as_tree += _errors(child)
        node.errors = as_tree
        if leaf.errors <= as_branch + _MARGIN and leaf.errors <= as_tree + _MARGIN:
            self.changed = True
            return leaf
        if as_branch <= as_tree + _MARGIN:
            self.changed = True
            return self._raised(root, original, _largest(node))
        return node

    def _leaf(self, node: Upper) -> Upper:
        """Return the node as a leaf, with its class and its estimated errors."""
        assert node.classes is not None
        label = _label(node.classes, node.label)
        return node.as_leaf(label=label, errors=self._estimate(node.classes, label))

    def _estimate(self, classes: Weights, label: int) -> float:
        """Return the errors expected of a leaf."""
        cases = float(sum((classes / CASE).tolist()))
        errors = cases - float(classes[label]) / CASE
        return errors + float(_core.extra_errors(cases, errors, self.confidence))

    # ---- what the largest branch would make of all cases of a node

    def _trials(self, root: Upper, tested: list[tuple[Upper, Upper]]) -> list[float]:
        """Return the errors expected of the largest branch of each node."""
        if not tested:
            return []
        n_values = self.levels.n_values
        branches = [lifted(_largest(node), n_values) for _, node in tested]
        composite = _replaced(
            root, {id(node): branch for (node, _), branch in zip(tested, branches, strict=True)}
        )
        pending = branches
        while pending:  # the shares of branches where cases may be divided, the uppermost first
            dividing = [node for branch in pending for node in _topmost(branch, self._may_divide)]
            self._share_out(composite, dividing)
            pending = [child for node in dividing for child in node.children]
        leaves = [leaf for branch in branches for leaf in _leaves(branch)]
        totals = self._count(composite, leaves)[0]
        weights = {id(leaf): total for leaf, total in zip(leaves, totals, strict=True)}
        return [self._trial(branch, weights)[0] for branch in branches]

    def _trial(self, node: Upper, weights: dict[int, Weights]) -> tuple[float, int]:
        """Return the errors expected below a node of a trial, and the units that arrive there."""
        if node.attribute < 0:
            classes = weights[id(node)]
            return self._estimate(classes, _label(classes, node.label)), int(classes.sum())
        errors, units = 0.0, 0
        for share, child in zip(node.shares, node.children, strict=True):
            part, arrived = self._trial(child, weights)
            units += arrived
            if arrived and (share > 0 or not self._may_divide(node)):
                errors += part
        return errors, units

    def _count(self, root: Upper, nodes: list[Upper]) -> tuple[Weights, Weights]:
        """Return the class weights and the parts of rows that arrive at nodes."""
        levels = self.levels
        levels.report(Level(0, len(nodes), levels.described.n_rows, levels.n_passes, 1.0))
        totals, parts, _ = levels.count(levels.routing(root, list(nodes), 1))
        return totals, parts

    def _may_divide(self, node: Upper) -> bool:
        return self.levels.described.has_missing[node.attribute]

    def _share_out(self, root: Upper, nodes: list[Upper]) -> None:
        """Find the share of each branch in the known cases of some nodes, in one pass."""
        if not nodes:
            return
        own = [node.children for node in nodes]
        for node in nodes:  # cases without a value go nowhere
            node.children = [child.as_leaf() for child in node.children]
            node.shares = (0.0,) * len(node.children)
        totals = self._count(root, [child for node in nodes for child in node.children])[0]
        units = iter(totals.sum(axis=1).tolist())
        for node, children in zip(nodes, own, strict=True):
            parts = [next(units) for _ in children]
            node.known = sum(parts)
            node.shares = tuple(float(part) / float(max(node.known, 1)) for part in parts)
            node.children = children

    # ---- raising

    def _raised(self, root: Upper, original: Upper, branch: Linked) -> Linked:
        """Return the largest branch in the place of a node, pruned with all cases of the node."""
        levels = self.levels
        top = lifted(branch, levels.n_values, depth=original.depth)
        top.classes, top.n_parts = original.classes, original.n_parts
        composite = _replaced(root, {id(original): top})
        small: list[Upper] = []
        frontier = [top] if top.attribute >= 0 else []
        while frontier:
            self._share_out(composite, frontier)
            own = [node.children for node in frontier]
            for node in frontier:
                node.children = [child.as_leaf() for child in node.children]
            totals, parts = self._count(
                composite, [child for node in frontier for child in node.children]
            )
            for node, children in zip(frontier, own, strict=True):
                node.children = children
            below = [child for children in own for child in children]
            for child, classes, n_parts in zip(below, totals, parts.tolist(), strict=True):
                child.classes, child.n_parts = classes, n_parts
            inner = [child for child in below if child.attribute >= 0 and child.n_parts > 0]
            small += [child for child in inner if child.n_parts <= levels.budget.rows]
            frontier = [child for child in inner if child.n_parts > levels.budget.rows]
        if small:
            self._prune_small(composite, top, small)
        return self._decide_below(composite, top, {})

    def _prune_small(self, root: Upper, top: Upper, small: list[Upper]) -> None:
        """Prune the branches of a raised tree that fit into memory; they become pieces."""
        levels = self.levels
        pieces = {
            slot: flatten(node, levels.n_values, levels.n_classes).piece
            for slot, node in enumerate(small)
        }
        stubs = [node.as_leaf() for node in small]
        composite = _replaced(
            root, {id(node): stub for node, stub in zip(small, stubs, strict=True)}
        )
        packs = np.arange(len(small), dtype=np.int32)
        task = CollectRows(levels.decoder, levels.routing(composite, list(stubs), 1), packs)
        finish = PruneNodes(levels.decoder, pieces, self.confidence)
        levels.n_passes += 1
        found: dict[int, Linked] = {}
        for batch in levels.source.map_groups(task, levels.decoder.columns, "pack", finish):
            for row in batch.to_pylist():
                piece = pickle.loads(row["trees"])  # our own task's
                found[id(small[row["slot"]])] = Inside(piece, 0)
        for node in list(_uppers(top)):
            node.children = [found.get(id(child), child) for child in node.children]


def _label(classes: Weights, label: int) -> int:
    """Return the label of a node, unless another class is more frequent."""
    for c, units in enumerate(classes.tolist()):
        if units > int(classes[label]) + _ROUNDING:
            label = c
    return label


def _errors(node: Linked) -> float:
    if isinstance(node, Upper):
        return node.errors
    return float(node.piece.arrays["errors"][node.number])


def _largest(node: Upper) -> Linked:
    """Return the branch with the greatest part of the cases, the last on ties."""
    greatest, largest = 0.0, 0
    for b, part in enumerate(node.shares):
        if part > 0 and part >= greatest - _ROUNDING / max(node.known, 1):
            greatest, largest = part, b
    branch: Linked = node.children[largest]
    return branch


def _uppers(node: Linked) -> Iterator[Upper]:
    """Return the upper nodes of a tree."""
    if isinstance(node, Upper):
        yield node
        for child in node.children:
            yield from _uppers(child)


def _leaves(top: Upper) -> Iterator[Upper]:
    stack = [top]
    while stack:
        node = stack.pop()
        if node.attribute < 0:
            yield node
        stack.extend(node.children)


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


def _replaced(node: Linked, others: dict[int, Upper]) -> Upper:
    """Return the tree with other nodes in some places; pieces are cut off."""
    if id(node) in others:
        return others[id(node)]
    if isinstance(node, Inside):
        return Upper(depth=0, key=0)
    return node.copy(children=[_replaced(child, others) for child in node.children])
