"""Growing the upper part of a tree level by level, from what a source counts.

Quantile bins come from a sample. One pass counts the class weights by bin for all large nodes of a
level. No cut inside a bin can be better than a bound from the class weights at its ends, so a
second pass collects the values of those few bins that may hold the best cut. The core chooses among
these values; bins that stay closed are as good as single values. Nodes that fit into memory are
left to be collected.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutpoint import _core
from cutpoint.data.attribute import value_counts
from cutpoint.engines.base import CASE, Source, Weights
from cutpoint.engines.binning import CountTable, between, edges_of, with_values
from cutpoint.engines.described import Described
from cutpoint.engines.linked import Linked, Upper, flatten
from cutpoint.engines.tasks import Bins, Count, OpenBins, Routing
from cutpoint.learn import LearnSpec

MOST_BINS = 1024
"""Of an attribute at a node."""
_LEAST_BINS = 16
_BYTES_OF_VALUE = 96  # of a value that is collected, wherever it is on its way


class Level(NamedTuple):
    """How far a fit has come.

    Attributes
    ----------
    depth : int
    n_nodes : int
        The large nodes of the level.
    n_rows : int
        The rows that they hold.
    n_passes : int
        The passes over the source so far.
    share : float
        The share of all rows that need no more passes for growing.
    """

    depth: int
    n_nodes: int
    n_rows: int
    n_passes: int
    share: float


@dataclass(frozen=True)
class Budget:
    """What fits into memory.

    Attributes
    ----------
    rows : int
        The rows of a node that is collected.
    sums : int
        The sums of one counting pass.
    values : int
        The values of opened bins.
    """

    rows: int
    sums: int
    values: int

    @classmethod
    def of(cls, memory: int, n_attributes: int) -> Budget:
        """Return what fits into so many bytes."""
        row = 40 + 28 * max(n_attributes, 1)  # the columns, and sorted entries twice
        return cls(
            max(memory // 2 // row, 1),
            max(memory // 8 // 8, 1 << 12),
            max(memory // 4 // _BYTES_OF_VALUE, 1 << 12),
        )


@dataclass(eq=False)
class _Counted:
    """A node with its counts by attribute, and those of its bins that are opened."""

    node: Upper
    pair: int  # the number of the node with its first attribute
    tables: list[CountTable]
    flags: list[NDArray[np.uint8]] = field(default_factory=list)
    exact: list[CountTable] = field(default_factory=list)  # with the values of open bins


class LevelGrower:
    """Grows the upper part of one tree.

    Parameters
    ----------
    source : Source
    described : Described
    spec : LearnSpec
    fields : dict
        The spec as the core reads it.
    budget : Budget
    exact : bool
        Whether bins are opened; else cuts lie between bins.
    report : function
        Called with a :class:`Level` before each pass.
    """

    def __init__(
        self,
        source: Source,
        described: Described,
        spec: LearnSpec,
        fields: dict[str, Any],
        budget: Budget,
        *,
        exact: bool,
        report: Callable[[Level], None],
    ) -> None:
        self.source, self.described, self.spec, self.budget = source, described, spec, budget
        self.exact, self.report = exact, report
        self.decoder = described.decoder
        self.n_values = value_counts(self.decoder.attributes)
        self.n_classes = len(self.decoder.classes)
        self.least = max(1, int(np.floor(CASE * spec.min_fraction + 0.5)))
        self.fields = fields
        self.n_passes = 1  # the one that found the types
        self.total = 0.0

    # ---- passes

    def routing(self, root: Linked, wanted: list[Linked], least: int | None = None) -> Routing:
        """Return the tree with the nodes at which rows are to arrive."""
        flat = flatten(root, self.n_values, self.n_classes)
        number = {id(node): slot for slot, node in enumerate(wanted)}
        slot = np.array([number.get(id(node), -1) for node in flat.nodes], dtype=np.int32)
        fraction = np.zeros(len(flat.nodes))
        for node, first in zip(flat.nodes, flat.arrays["first_child"].tolist(), strict=True):
            if isinstance(node, Upper) and node.children:
                fraction[first : first + len(node.shares)] = node.shares
        return Routing(flat.arrays, fraction, slot, self.least if least is None else least)

    def count(self, routing: Routing, bins: Bins | None = None) -> tuple[Weights, Weights, Weights]:
        """Count what arrives, in one pass."""
        self.n_passes += 1
        decoder = self.decoder if bins is not None else self.decoder.reading(routing.attributes)
        return Count(decoder, routing, bins).collect(self.source)

    # ---- the tree

    def grow(self) -> tuple[Upper, list[Upper]]:
        """Return the root, and the nodes that are to be collected."""
        root = Upper(depth=0, key=self.spec.seed)
        self._count_root(root)
        assert root.classes is not None
        self.total = float(int(root.classes.sum()) / CASE)
        self.chooser = _core.NodeChooser(self.fields, self.n_values, self.n_classes, self.total)
        small: list[Upper] = []
        if self._fits(root):
            return root, [root]
        self.check()
        frontier = [root]
        while frontier:
            below: list[Upper] = []
            for nodes in self._by_memory(frontier):
                self._grow_nodes(root, nodes, small)
                for node in nodes:
                    below.extend(self._sorted_out(node.children, small))
            frontier = below
        return root, small

    def check(self) -> None:
        """Refuse what cannot be exact beyond memory; see :mod:`cutpoint.engines.limits`."""
        from cutpoint.engines.limits import check_spec  # noqa: PLC0415

        check_spec(self.spec, self.chooser)

    def _count_root(self, root: Upper) -> None:
        if self.decoder.is_weighted:
            totals, parts, _ = self.count(self.routing(root, [root]))
            root.classes, root.n_parts = totals[0], int(parts[0])
        else:
            counts = np.array(self.described.class_counts, dtype=np.int64)
            root.classes, root.n_parts = counts * CASE, int(counts.sum())
        root.label = int(np.argmax(root.classes))

    def _fits(self, node: Upper) -> bool:
        return node.n_parts <= self.budget.rows

    def _sorted_out(self, children: list[Any], small: list[Upper]) -> list[Upper]:
        """Return the children that need another pass; those that fit are put with the small."""
        large: list[Upper] = []
        for child in children:
            if child.classes is not None and not self._may_be_split(child):
                self._label(child)
            elif self._fits(child):
                small.append(child)
            else:
                large.append(child)
        return large

    def _may_be_split(self, node: Upper) -> bool:
        assert node.classes is not None
        return bool(self.chooser.may_be_split(node.classes, node.depth))

    def _label(self, node: Upper) -> None:
        """Give a node its most frequent class; that of its parent stays if it is empty."""
        assert node.classes is not None
        label = int(self.chooser.label(node.classes))
        if node.classes[label] > 0:
            node.label = label

    def _by_memory(self, frontier: list[Upper]) -> list[list[Upper]]:
        """Return the nodes in groups that can be counted together."""
        numeric = int((self.n_values < 0).sum())
        nominal = int((self.n_values[self.n_values >= 0] + 1).sum())
        least = (numeric * (_LEAST_BINS + 2) + nominal) * self.n_classes
        at_once = max(1, self.budget.sums // max(least * 8, 1))
        return [frontier[i : i + at_once] for i in range(0, len(frontier), at_once)]

    def _grow_nodes(self, root: Upper, nodes: list[Upper], small: list[Upper]) -> None:
        """Count some nodes of a level and give them their tests."""
        todo = nodes
        edges = self._edges(root, nodes)
        doubtful: set[Upper] = set()
        share = 1.0 - sum(node.n_parts for node in nodes) / max(self.described.n_rows, 1)
        while todo:
            rows = sum(node.n_parts for node in todo)
            self.report(Level(todo[0].depth, len(todo), rows, self.n_passes, max(share, 0.0)))
            bins = Bins.of(edges)
            routing = self.routing(root, list(todo))
            ready: list[_Counted] = []
            wide: list[_Counted] = []
            n_open = 0
            for counted in self._counted(routing, bins, todo):
                node = counted.node
                self._label(node)
                if not self._may_be_split(node):
                    continue
                if self._fits(node):
                    small.append(node)
                    continue
                n = self._open(counted, all_attributes=node in doubtful)
                if n_open + n <= self.budget.values or not self._can_refine(counted):
                    ready.append(counted)
                    n_open += n
                else:
                    wide.append(counted)
            for counted in self._choose_all(routing, bins, ready):
                doubtful.add(counted.node)
                wide.append(counted)
            todo = [counted.node for counted in wide]
            edges = [part for counted in wide for part in self._refined(counted)]

    # ---- bins

    def _edges(self, root: Upper, nodes: list[Upper]) -> list[NDArray[np.float64]]:
        """Return the edges of the bins of each node and attribute, from the sample."""
        sample = self.described.sample
        scan = self.routing(root, list(nodes)).scan(self.decoder)
        rows, slots, _ = scan.parts(sample.view())
        per_node = self.budget.sums // max(len(nodes), 1)
        nominal = int((self.n_values[self.n_values >= 0] + 1).sum()) * self.n_classes
        numeric = max(int((self.n_values < 0).sum()), 1)
        most = (per_node - nominal) // numeric // self.n_classes
        most = int(np.clip(most, _LEAST_BINS, MOST_BINS))
        edges: list[NDArray[np.float64]] = []
        for slot in range(len(nodes)):
            here = rows[slots == slot]
            for a, n in enumerate(self.n_values):
                if n >= 0:
                    edges.append(np.empty(0))
                    continue
                column = np.asarray(sample.columns[a], dtype=np.float64)
                values = column[here]
                values = values[~np.isnan(values)]
                whole = column[~np.isnan(column)]
                edges.append(edges_of(values, whole, most))
        return edges

    def _counted(self, routing: Routing, bins: Bins, nodes: list[Upper]) -> list[_Counted]:
        """Return the counts of each node by attribute, in one pass."""
        totals, parts, places = self.count(routing, bins)
        found: list[_Counted] = []
        start = 0
        for slot, node in enumerate(nodes):
            node.classes, node.n_parts = totals[slot], int(parts[slot])
            counted = _Counted(node, slot * len(self.n_values), [])
            for a, n_values in enumerate(self.n_values.tolist()):
                edges = bins.of_pair(counted.pair + a)
                n = len(edges) + 1 if n_values < 0 else n_values
                end = start + (n + 1) * self.n_classes
                counts = np.ascontiguousarray(places[start:end].reshape(self.n_classes, n + 1))
                counted.tables.append(CountTable.of(counts, edges))
                start = end
            found.append(counted)
        return found

    def _open(self, counted: _Counted, *, all_attributes: bool) -> int:
        """Find out which bins are to be opened; return about how many rows that is."""
        node, counts = counted.node, [table.counts for table in counted.tables]
        assert node.classes is not None
        if not self.exact:
            counted.flags = [np.zeros(table.shape[1] - 1, dtype=np.uint8) for table in counts]
            return 0
        counted.flags = self.chooser.open_bins(
            node.classes,
            counts,
            [table.is_closed for table in counted.tables],
            self._hidden(node, counted.tables),
            all_attributes,
        )
        units = sum(
            int(table[:, :-1][:, flag != 0].sum())
            for table, flag in zip(counts, counted.flags, strict=True)
        )
        return -(-units * node.n_parts // max(int(node.classes.sum()), 1))

    def _can_refine(self, counted: _Counted) -> bool:
        return any(
            bool((table.is_closed[flag != 0] != 0).any())
            for table, flag in zip(counted.tables, counted.flags, strict=True)
        )

    def _refined(self, counted: _Counted) -> list[NDArray[np.float64]]:
        """Return finer edges inside the open bins; the others become as few as can be."""
        edges: list[NDArray[np.float64]] = []
        for a, (table, flag) in enumerate(zip(counted.tables, counted.flags, strict=True)):
            if self.n_values[a] >= 0:
                edges.append(np.empty(0))
                continue
            low, high = self.described.ranges[a]
            upper = table.edges
            lower = np.append(-np.inf, upper[:-1])
            lower = np.maximum(lower, np.nextafter(low, -np.inf))[flag != 0]
            tops = np.minimum(upper, high)[flag != 0]
            edges.append(np.unique(np.concatenate([upper[:-1], between(lower, tops, 32)])))
        return edges

    # ---- tests

    def _choose_all(self, routing: Routing, bins: Bins, ready: list[_Counted]) -> list[_Counted]:
        """Give nodes their tests; return those of which too many bins would have to be opened.

        Bins of attributes that cannot be chosen stay closed at first. Where it turns out that their
        gains may decide, by way of the average, they are opened as well.
        """
        wide: list[_Counted] = []
        while ready:
            self._collect(routing, bins, ready)
            doubtful: list[_Counted] = []
            for counted in ready:
                node, tables = counted.node, counted.exact
                choice = self._choose(node, tables, self._hidden(node, tables))
                if not choice[1] and self.exact:
                    before = counted.flags
                    n = self._open(counted, all_attributes=True)
                    if any(
                        (new > old).any() for new, old in zip(counted.flags, before, strict=True)
                    ):
                        (doubtful if n <= self.budget.values else wide).append(counted)
                        continue
                    hidden = self._count_hidden(routing, bins, counted)
                    choice = self._choose(node, tables, hidden, counted=True)
                if choice[0] >= 0:
                    self._split(node, tables, choice)
            ready = doubtful
        return wide

    def _collect(self, routing: Routing, bins: Bins, ready: list[_Counted]) -> None:
        """Put the values of open bins into the counts of nodes."""
        wanted = {
            counted.pair + a: flag
            for counted in ready
            for a, flag in enumerate(counted.flags)
            if flag.any()
        }
        values = self._values(routing, bins, wanted) if wanted else {}
        for counted in ready:
            counted.exact = [
                with_values(table, flag, values.get(counted.pair + a))
                for a, (table, flag) in enumerate(zip(counted.tables, counted.flags, strict=True))
            ]

    def _values(
        self, routing: Routing, bins: Bins, wanted: dict[int, NDArray[np.uint8]]
    ) -> dict[int, tuple[NDArray[np.float64], Weights]]:
        """Return the distinct values of open bins, and their class weights, in one pass."""
        self.n_passes += 1
        sizes = []
        for pair in range(len(bins.starts) - 1):
            n = int(self.n_values[pair % len(self.n_values)])
            sizes.append(((len(bins.of_pair(pair)) + 1 if n < 0 else n) + 1) * self.n_classes)
        starts = np.cumsum([0, *sizes])
        flags = np.zeros(int(starts[-1]), dtype=np.uint8)
        for pair, flag in wanted.items():
            flags[starts[pair] : starts[pair] + len(flag)] = flag
        decoder = self.decoder.reading(
            routing.attributes | {pair % len(self.n_values) for pair in wanted}
        )
        pairs, values, classes, units = OpenBins(decoder, routing, bins, flags).collect(self.source)
        found: dict[int, tuple[NDArray[np.float64], Weights]] = {}
        ends = np.searchsorted(pairs, [*wanted, *(pair + 1 for pair in wanted)])
        for pair, start, end in zip(wanted, *np.split(ends, 2), strict=True):
            distinct, position = np.unique(values[start:end], return_inverse=True)
            weights = np.zeros((self.n_classes, len(distinct)), dtype=np.int64)
            weights[classes[start:end], position] = units[start:end]
            found[pair] = distinct, weights
        return found

    def _hidden(self, node: Upper, tables: list[CountTable]) -> NDArray[np.int64]:
        """Return how many distinct values of each attribute closed bins may hide at most."""
        hidden = [
            node.n_parts if self.n_values[a] < 0 and bool(table.is_closed.any()) else 0
            for a, table in enumerate(tables)
        ]
        if self.spec.penalty == "none" or not self.exact:
            hidden = [0] * len(tables)
        return np.array(hidden, dtype=np.int64)

    def _choose(
        self,
        node: Upper,
        tables: list[CountTable],
        hidden: NDArray[np.int64],
        counted: bool = False,
    ) -> Any:
        assert node.classes is not None
        counts = [table.counts for table in tables]
        closed = [table.is_closed if self.exact else 0 * table.is_closed for table in tables]
        return self.chooser.choose(node.classes, counts, closed, hidden, counted, node.key)

    def _count_hidden(self, routing: Routing, bins: Bins, counted: _Counted) -> NDArray[np.int64]:
        """Count the cuts inside closed bins that leave enough cases on both sides.

        What they cost may decide between attributes. Bins are opened a few at a time.
        """
        node, first = counted.node, counted.pair
        hidden = np.zeros(len(counted.exact), dtype=np.int64)
        assert node.classes is not None
        weight = max(int(node.classes.sum()), 1)
        for a, table in enumerate(counted.exact):
            if self.n_values[a] >= 0:
                continue
            sums = table.counts[:, :-1].sum(axis=0)
            closed = np.flatnonzero(table.is_closed)
            if not len(closed):
                continue
            below = np.cumsum(sums) - sums
            known = int(sums.sum())
            least = _least_on_a_side(self.spec, known, self.n_classes)
            edges = bins.of_pair(first + a)
            rows = np.ceil(sums[closed] / weight * node.n_parts)
            group = np.floor(np.cumsum(rows) / self.budget.values).astype(np.int64)
            for number in np.unique(group):
                places = closed[group == number]
                numbers = np.searchsorted(edges, table.edges[places])
                flag = np.zeros(len(edges) + 1, dtype=np.uint8)
                flag[numbers] = 1
                values, weights = self._values(routing, bins, {first + a: flag})[first + a]
                own = np.searchsorted(edges, values)
                units = weights.sum(axis=0)
                for place, bin_number in zip(places, numbers, strict=True):
                    here = units[own == bin_number]
                    under = below[place] + np.cumsum(here)[:-1]
                    hidden[a] += int(((under >= least) & (known - under >= least)).sum())
        return hidden

    def _split(self, node: Upper, tables: list[CountTable], choice: Any) -> None:
        """Give a node its test and its children."""
        attribute, _, position, above, n_branches, known, below, branch_of = choice
        table = tables[attribute]
        node.attribute, node.known = int(attribute), int(known)
        counts, unknown = table.counts[:, :-1], table.counts[:, -1]
        if self.n_values[attribute] < 0:
            low, high = float(table.values[position]), float(table.values[above])
            if np.isnan(low) or np.isnan(high):  # between bins
                low = high = float(table.edges[position])
            left = counts[:, : position + 1].sum(axis=1)
            node.cuts = (_place(self.spec.placement, low, high, int(below), int(known)),)
            node.below, node.above = (low,), (high,)
            parts = [left, counts.sum(axis=1) - left]
        else:
            node.branch_of = tuple(int(b) for b in branch_of)
            parts = [counts[:, branch_of == b].sum(axis=1) for b in range(n_branches)]
        has_unknown = bool(unknown.any())
        n_unknown = int(unknown.sum())
        weight = max(int(known) + n_unknown, 1)
        node.shares = tuple(float(int(part.sum())) / float(known) for part in parts)
        for b, part in enumerate(parts):
            units = int(part.sum())
            rows = node.n_parts * (units + (n_unknown if units else 0)) / weight
            child = Upper(
                depth=node.depth + 1,
                key=int(_core.key_below(node.key, len(tables) + b)),
                label=node.label,
                n_parts=int(np.ceil(rows)),
            )
            if not has_unknown or units == 0:
                child.classes = np.ascontiguousarray(part)
            node.children.append(child)


def _least_on_a_side(spec: LearnSpec, known: int, n_classes: int) -> int:
    """Return the units that each side of a cut needs, as the core has it."""
    least = float(spec.min_cases)
    if spec.minimum_split:
        tenth = 0.1 * (known / CASE) / n_classes
        if tenth > least:
            least = min(tenth, max(25.0, least))
    return int(np.ceil(least * CASE)) - 1024


def _place(placement: str, low: float, high: float, below: int, known: int) -> float:
    """Return where a cut lies, to begin with: in the middle, unless weights place it."""
    if placement == "weighted":
        left, right = below / CASE, (known - below) / CASE
        cut = (right * low + left * high) / (left + right)
    else:
        cut = low + (high - low) * 0.5
    return (cut if low <= cut < high else low) + 0.0
