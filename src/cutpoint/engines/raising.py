"""Error-based pruning of the upper part of a tree, whose cases do not fit into memory.

The rules are those of ``core/src/prune``: bottom up, each test becomes a leaf, or is replaced by
its largest branch, if that is estimated to make hardly more errors on the cases of the node. What
the largest branch would make of all cases of the node is counted, in passes over the source: one
with the weights at its leaves, and before it, where values are missing, one for each test on the
way, since the shares of branches are those of the cases at hand.

Most large nodes stay as they are. So all of them are tried at once, on the assumption that nothing
below changes; where it does, those above whose largest branch is concerned are tried again.
"""

from __future__ import annotations

import pickle
from collections.abc import Mapping

from cutpoint import _core
from cutpoint.engines.asking import Asking, Question, answer_all, composite
from cutpoint.engines.base import ROUNDING
from cutpoint.engines.budget import Budget
from cutpoint.engines.finish import PruneNodes
from cutpoint.engines.linked import (
    Inside,
    Linked,
    Piece,
    Upper,
    errors_of,
    flatten,
    lifted,
    uppers,
)
from cutpoint.engines.passes import Passes, packs_of
from cutpoint.engines.trials import Judge, Trial, receive, share_among

_MOST_TRIED = 1 << 16  # nodes of all branches that are being tried


class UpperPruner:
    """Prunes the upper part of one tree, which it changes.

    Parameters
    ----------
    passes : Passes
    budget : Budget
    confidence : float
    grown : Upper
        The tree, with pieces for the parts that were grown in memory.
    """

    def __init__(self, passes: Passes, budget: Budget, confidence: float, grown: Upper) -> None:
        self.passes, self.budget, self.confidence = passes, budget, confidence
        self.judge = Judge(confidence, passes.has_missing)
        self.root: Linked = grown
        self.changed = False
        self._settled: set[Upper] = set()
        self._trials: dict[Upper, Trial] = {}

    def prune(self, pruned: dict[int, tuple[Piece, bool]]) -> Linked:
        """Return the pruned tree.

        Parameters
        ----------
        pruned : dict
            The pruned form of each piece, by the id of the piece, and whether it is simpler.
        """
        for node in uppers(self.root):
            for b, child in enumerate(node.children):
                if isinstance(child, Inside):
                    piece, is_simpler = pruned[id(child.piece)]
                    node.children[b] = Inside(piece, child.number)
                    self.changed = self.changed or is_simpler
        self._admit(self.root)
        return self._settle()

    def prune_again(self) -> Linked:
        """Return the pruned tree, where growing has dropped small parts of cases, which count here.

        So all that is known of the cases of its nodes is counted anew.
        """
        assert isinstance(self.root, Upper)
        root = self.root
        trials = answer_all(
            self.passes, root, [self.judge.try_branch(root, self._lifted(root, root.depth))]
        )
        self._raise([(root, trials[0])])
        return self._settle()

    def _settle(self) -> Linked:
        while isinstance(self.root, Upper) and self.root not in self._settled:
            self._try_all()
            self._raise(self._decide_all())
        return self.root

    def _admit(self, tree: Linked) -> None:
        """Give nodes whose cases are known their classes; that is all there is to a leaf."""
        for node in uppers(tree):
            assert node.classes is not None
            node.label = _core.label_or_heavier(node.classes, node.label)
            if node.attribute < 0:
                node.errors = self.judge.estimate(node.classes, node.label)
                self._settled.add(node)

    # ---- decisions

    def _decide_all(self) -> list[tuple[Upper, Trial]]:
        """Decide about all nodes whose branches are settled, the lowest first; return the raised.

        Those stay in the tree until their branches are ready to take their place.
        """
        raised: list[tuple[Upper, Trial]] = []
        altered: set[Upper] = set()
        leaves: dict[Upper, Upper] = {}
        for node in reversed(list(uppers(self.root))):
            if node in self._settled:
                continue
            largest = _largest(node)
            for b, child in enumerate(node.children):
                if isinstance(child, Upper) and child in altered:
                    altered.add(node)
                    node.children[b] = leaves.get(child, child)
                    if b == largest:
                        self._trials.pop(node, None)
            if node not in self._trials or not all(map(self._is_settled, node.children)):
                continue
            trial = self._trials.pop(node)
            outcome = self._decide(node, trial.errors)
            if outcome is node:
                self._settled.add(node)
                continue
            self.changed = True
            altered.add(node)
            if outcome is None:
                raised.append((node, trial))
            else:
                leaves[node] = outcome
                self._settled.add(outcome)
        if isinstance(self.root, Upper):
            self.root = leaves.get(self.root, self.root)
        return raised

    def _is_settled(self, node: Linked) -> bool:
        return isinstance(node, Inside) or node in self._settled

    def _decide(self, node: Upper, as_branch: float) -> Upper | None:
        """Return the node, or a leaf in its place; None if its largest branch is to take it."""
        assert node.classes is not None
        as_leaf, as_tree = self.judge.estimate(node.classes, node.label), 0.0
        for share, child in zip(node.shares, node.children, strict=True):
            if share > 0:
                as_tree += errors_of(child)
        becomes = _core.simpler(as_leaf, as_tree, as_branch)
        if becomes == "leaf":
            return node.as_leaf(errors=as_leaf)
        if becomes:
            return None
        node.errors = as_tree
        return node

    # ---- what the largest branch would make of all cases of a node

    def _try_all(self) -> None:
        """Try the largest branch of each node that has not been tried, as many as fit."""
        held = sum(trial.n_nodes for trial in self._trials.values())
        most = min(_MOST_TRIED, self.budget.sums // (self.passes.n_classes + 1))
        tried: list[Upper] = []
        asking: list[Asking[Trial]] = []
        for node in reversed(list(uppers(self.root))):
            if node in self._settled or node in self._trials:
                continue
            if asking and held > most:
                break
            branch = self._lifted(node.children[_largest(node)], node.depth)
            held += sum(1 for _ in uppers(branch))
            tried.append(node)
            asking.append(self.judge.try_branch(node, branch))
        assert isinstance(self.root, Upper)
        found = answer_all(self.passes, self.root, asking)
        self._trials |= dict(zip(tried, found, strict=True))

    def _lifted(self, node: Linked, depth: int) -> Upper:
        return lifted(node, self.passes.n_values, depth)

    # ---- raising

    def _raise(self, raised: list[tuple[Upper, Trial]]) -> None:
        """Put branches that were tried in the places of nodes; all of their cases count there."""
        if not raised:
            return
        assert isinstance(self.root, Upper)
        asking = [self._count_inside(node, trial.branch) for node, trial in raised]
        small = [node for part in answer_all(self.passes, self.root, asking) for node in part]
        tops = {node: trial.branch for node, trial in raised}
        self.root = _exchanged(self.root, tops)
        if small:
            self._prune_small(list(tops.values()), small)
        for top in tops.values():
            self._admit(top)

    def _count_inside(self, place: Upper, top: Upper) -> Asking[list[Upper]]:
        """Count the cases of a raised branch at its large nodes and right below; return the small.

        A node has no more parts of rows than all leaves below it, which are known.
        """
        top.classes, top.n_parts = place.classes, place.n_parts
        if top.attribute < 0:
            return []
        most: dict[Upper, int] = {}
        for node in reversed(list(uppers(top))):
            below = sum(most[child] for child in node.children)
            most[node] = node.n_parts if node.attribute < 0 else below
        large = [top]
        levels: list[list[Upper]] = []
        for node in large:  # which grows on the way
            for child in node.children:
                if child.attribute < 0:
                    continue
                if child.depth - top.depth > len(levels):
                    levels.append([])
                levels[-1].append(child)
                if most[child] > self.budget.rows:
                    large.append(child)
        questions = []
        for level in levels:
            tree, stubs = _cut_off(large, level[0].depth)
            questions.append(Question(place, tree, [stubs[node] for node in level]))
        if questions:
            for level, found in zip(levels, (yield questions), strict=True):
                receive(level, found)
        for node in large:
            if not self.judge.may_divide(node):
                share_among(node, [int(child.classes.sum()) for child in node.children])
        return [
            child
            for node in large
            for child in node.children
            if child.attribute >= 0 and child.n_parts <= self.budget.rows < node.n_parts
        ]

    def _prune_small(self, tops: list[Upper], small: list[Upper]) -> None:
        """Prune the parts of raised trees that fit into memory; they become pieces."""
        passes = self.passes
        pieces = [flatten(node, passes.n_values, passes.n_classes).piece for node in small]
        stubs = [node.as_leaf() for node in small]
        for top in tops:
            _exchanged(top, dict(zip(small, stubs, strict=True)))
        sizes = [node.n_parts for node in small]
        passes.announce("prune", tops[0].depth, len(small), sum(sizes))
        batches = passes.finish(
            passes.routing(composite(self.root, {top: top for top in tops}), stubs),
            packs_of(sizes, self.budget.rows),
            PruneNodes(passes.decoder, dict(enumerate(pieces)), self.confidence),
        )
        found = [Inside(piece, 0) for piece in pieces]
        for batch in batches:
            for row in batch.to_pylist():
                piece, is_simpler = pickle.loads(row["trees"])  # our own task's
                found[row["slot"]] = Inside(piece, 0)
                self.changed = self.changed or is_simpler
        for top in tops:
            _exchanged(top, dict(zip(stubs, found, strict=True)))


def _largest(node: Upper) -> int:
    """Return the branch with the greatest part of the cases, the last on ties."""
    greatest, largest = 0.0, 0
    for b, part in enumerate(node.shares):
        if part > 0 and part >= greatest - ROUNDING / max(node.known, 1):
            greatest, largest = part, b
    return largest


def _cut_off(nodes: list[Upper], depth: int) -> tuple[Upper, dict[Upper, Upper]]:
    """Return a tree of some nodes, the first its root, that ends at a depth; and its ends."""
    made: dict[Upper, Upper] = {}
    ends: dict[Upper, Upper] = {}
    for node in reversed([node for node in nodes if node.depth < depth]):
        for child in node.children:
            if child not in made:
                ends[child] = made[child] = child.as_leaf()
        made[node] = node.copy(children=[made[child] for child in node.children])
    return made[nodes[0]], ends


def _exchanged(root: Upper, others: Mapping[Upper, Linked]) -> Linked:
    """Put others in the places of some nodes, and return the root."""
    for node in list(uppers(root)):
        node.children = [
            others.get(child, child) if isinstance(child, Upper) else child
            for child in node.children
        ]
    return others.get(root, root)
