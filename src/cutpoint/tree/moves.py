"""What becomes of cases when one tree takes the place of another: which change class, and where."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cutpoint.data.attribute import Label
from cutpoint.data.cells import is_missing, plain
from cutpoint.data.column import match
from cutpoint.data.table import Table
from cutpoint.errors import InputError
from cutpoint.tree.names import printable
from cutpoint.tree.rules import rules_of
from cutpoint.tree.saved import plain_label
from cutpoint.wording import count_of

if TYPE_CHECKING:
    from cutpoint.tree.tree import Tree

_MOST_SHOWN = 20
"""Pairs of leaves that are printed; all are in :attr:`Moves.pairs`."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Cases that change class on the way from one leaf to another.

    Attributes
    ----------
    cases : int
    was, now : label
        Their class by the first and by the second tree.
    before, after : int
        The leaves; of a case with missing values those that hold its greatest part.
    rules : pair of str
        What leads to each.
    """

    cases: int
    was: Label
    now: Label
    before: int
    after: int
    rules: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Moves:
    """What becomes of cases.

    Attributes
    ----------
    n_cases, n_changed : int
        How many there are, and how many change class.
    pairs : tuple of Pair
        Where they do, the most cases first.
    errors : pair of int, or None
        How many are wrong by each tree; None if their classes are not known.
    n_known : int
        How many cases have a known class.
    """

    n_cases: int
    n_changed: int
    pairs: tuple[Pair, ...]
    errors: tuple[int, int] | None = None
    n_known: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Return the moves as plain values."""
        return {
            "cases": self.n_cases,
            "changed": self.n_changed,
            "errors": None if self.errors is None else list(self.errors),
            "cases_with_known_class": self.n_known,
            "pairs": [
                {
                    "cases": pair.cases,
                    "was": pair.was,
                    "now": pair.now,
                    "before": {"leaf": pair.before, "rule": pair.rules[0]},
                    "after": {"leaf": pair.after, "rule": pair.rules[1]},
                }
                for pair in self.pairs
            ],
        }

    def __str__(self) -> str:
        share = f" ({100 * self.n_changed / self.n_cases:.1f}%)" if self.n_cases else ""
        lines = [f"Cases: {self.n_cases:,}, of which {self.n_changed:,} change class{share}"]
        if self.errors is not None:
            old, new = self.errors
            lines.append(f"Errors: {old:,} -> {new:,} of {self.n_known:,} with a known class")
        for pair in self.pairs[:_MOST_SHOWN]:
            lines.append(f"  {pair.cases:,}: {printable(pair.was)} -> {printable(pair.now)}")
            lines += [f"    from  {pair.rules[0]}", f"    to    {pair.rules[1]}"]
        if len(self.pairs) > _MOST_SHOWN:
            rest = self.pairs[_MOST_SHOWN:]
            cases = sum(pair.cases for pair in rest)
            lines.append(f"  and {cases:,} more cases between {len(rest):,} more pairs of leaves")
        return "\n".join(lines)


def moves_between(before: Tree, after: Tree, cases: tuple[Table, Table], y: Any = None) -> Moves:
    """Return what becomes of cases, given in the columns of each tree.

    Raises
    ------
    InputError
        If there are not as many classes as cases.
    """
    trees = (before, after)
    rows = cases[0].n_rows
    labels = [
        np.array([plain_label(label) for label in tree.classes], dtype=object)[
            tree.predict_codes(table)
        ]
        for tree, table in zip(trees, cases, strict=True)
    ]
    changed = np.flatnonzero(labels[0] != labels[1])
    leaves = [tree.apply(table) for tree, table in zip(trees, cases, strict=True)]
    found = Counter(
        zip(
            labels[0][changed].tolist(),
            labels[1][changed].tolist(),
            leaves[0][changed].tolist(),
            leaves[1][changed].tolist(),
            strict=True,
        )
    )
    rules = [_rule_of_ends(tree) if len(changed) else {} for tree in trees]
    pairs = [
        Pair(count, was, now, old, new, (rules[0].get(old, ""), rules[1].get(new, "")))
        for (was, now, old, new), count in found.items()
    ]
    pairs.sort(key=lambda pair: (-pair.cases, pair.before, pair.after, str(pair.was)))
    if y is None:
        return Moves(rows, len(changed), tuple(pairs))
    given = list(y)
    truth = [plain(label) for label in given]
    if len(truth) != rows:
        raise InputError(f"X has {count_of(rows, 'row')}, but y has {len(truth):,}")
    known = np.array([not is_missing(label) for label in given], dtype=bool)
    old, new = (
        int(
            np.count_nonzero(known & (match(truth, tree.classes)[:-1] != tree.predict_codes(table)))
        )
        for tree, table in zip(trees, cases, strict=True)
    )
    return Moves(rows, len(changed), tuple(pairs), (old, new), int(known.sum()))


def _rule_of_ends(tree: Tree) -> dict[int, str]:
    return {rule.leaf.id: str(rule) for rule in rules_of(tree)}
