"""From trees to rulesets: paths, generalisation, a subset for each class, order, dropping."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from cutpoint import _core
from cutpoint._core import CRandom, Progress
from cutpoint.data.table import Table
from cutpoint.engines.windows import Draws
from cutpoint.errors import InputError
from cutpoint.rules.condition import Condition
from cutpoint.rules.ruleset import Rule, Ruleset
from cutpoint.rules.tally import Tally
from cutpoint.tree.arrays import node_table
from cutpoint.tree.split import Test
from cutpoint.tree.tree import Tree

_MOST_BYTES = 1 << 33


@dataclass(frozen=True)
class RuleSettings:
    """The options of C4.5's rule program: ``-c``, ``-r`` and ``-F``.

    ``group_values`` says that the trees were grown so (``-s``). ``faithful`` keeps its arithmetic,
    its random numbers and its oddities. The rules do not depend on ``n_threads``.
    """

    confidence: float = 0.25
    redundancy: float = 1.0
    significance: float | None = None
    group_values: bool = False
    faithful: bool = False
    random_state: Any = 0
    n_threads: int = 1


class Made(NamedTuple):
    """A ruleset as it was chosen, the rules dropped from it one by one, and what is left.

    ``tallies`` says what each rule of the chosen ruleset did on the training cases, before the
    first drop and after each; what was dropped did nothing any more.
    """

    chosen: Ruleset
    dropped: tuple[int, ...]
    tallies: tuple[Tally, ...]
    final: Ruleset


def learn_rules(
    trees: Sequence[Tree],
    table: Table,
    options: RuleSettings,
    progress: Progress | None = None,
) -> list[Made]:
    """Return a ruleset for each tree and, if there are several, one from all of their rules.

    The trees must be unpruned and learned from the table. Weights are not used.

    Parameters
    ----------
    trees : sequence of Tree
    table : Table
    options : RuleSettings
    progress : Progress, optional
        Counts the leaves.
    """
    if table.weights is not None:
        raise InputError("rules count cases and cannot weigh them: leave the weights out")
    if any(tree.unknown is not None for tree in trees):
        raise InputError("rules need trees that have no branch for unknown values")
    _check_memory(table, sum(tree.n_leaves for tree in trees))
    draws: Draws = CRandom() if options.faithful else _draws_from(options.random_state)
    arithmetic = _core.RuleArithmetic.RELEASE8 if options.faithful else _core.RuleArithmetic.EXACT
    core_options = _core.RuleOptions(
        confidence=options.confidence,
        redundancy=options.redundancy,
        significance=options.significance,
        group_values=options.group_values,
        arithmetic=arithmetic,
        n_threads=options.n_threads,
    )
    learned = _core.learn_rules(
        [node_table(tree) for tree in trees],
        table.view(),
        core_options,
        draws.random,
        Progress() if progress is None else progress,
    )
    reader = _Reader(trees, table, single=options.faithful)
    return [reader.made(arrays) for arrays in learned]


def _draws_from(random_state: Any) -> Draws:
    """Return NumPy's random numbers from a seed, or the generator itself if it is one."""
    if isinstance(random_state, np.random.RandomState | np.random.Generator):
        return random_state
    return np.random.RandomState(random_state)


def _check_memory(table: Table, n_leaves: int) -> None:
    """Refuse what the memory cannot take: a set of cases for every leaf and every class."""
    n_bytes = (n_leaves + 2 * len(table.classes)) * (table.n_rows // 64 + 1) * 8
    if n_bytes > _MOST_BYTES:
        raise InputError(
            f"the rules of {n_leaves:,} leaves, {len(table.classes):,} classes and "
            f"{table.n_rows:,} cases would take {n_bytes / 2**30:.0f} GB: grow smaller trees with "
            "a greater min_cases, or take fewer cases"
        )


class _Reader:
    """Makes rulesets of the arrays that the core gives."""

    def __init__(self, trees: Sequence[Tree], table: Table, *, single: bool) -> None:
        self.trees, self.table, self.single = trees, table, single
        self.tests: dict[tuple[int, int], Test] = {}

    def made(self, arrays: _core.RulesetArrays) -> Made:
        """Return a ruleset and what was dropped from it."""
        rules = self._rules(arrays)
        dropped = arrays["dropped"].tolist()
        chosen = Ruleset(
            self.table.attributes,
            self.table.classes,
            rules,
            arrays["default_class"],
            tuple(arrays["left_over"].tolist()),
            self.single,
        )
        places = set(dropped)
        left = tuple(rule for place, rule in enumerate(rules) if place not in places)
        return Made(
            chosen,
            tuple(rules[place].number for place in dropped),
            tuple(Tally(**tally) for tally in arrays["tallies"]),
            replace(chosen, rules=left),
        )

    def _rules(self, arrays: _core.RulesetArrays) -> tuple[Rule, ...]:
        origins = zip(
            arrays["tree"].tolist(), arrays["node"].tolist(), arrays["branch"].tolist(), strict=True
        )
        conditions = [
            Condition.of(self._test(tree, node), branch, single=self.single)
            for tree, node, branch in origins
        ]
        start = arrays["start"].tolist()
        return tuple(
            Rule(number, tuple(conditions[start[r] : start[r + 1]]), label, error, tuple(counts))
            for r, (number, label, error, counts) in enumerate(
                zip(
                    arrays["number"].tolist(),
                    arrays["label"].tolist(),
                    arrays["error"].tolist(),
                    arrays["distribution"].tolist(),
                    strict=True,
                )
            )
        )

    def _test(self, tree: int, node: int) -> Test:
        test = self.tests.get((tree, node))
        if test is None:
            test = self.trees[tree].test(node)
            assert test is not None
            self.tests[tree, node] = test
        return test
