"""From trees to rulesets: paths, generalisation, a subset for each class, order, dropping."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutpoint.compiled import Ints, Reals
from cutpoint.data.table import Table
from cutpoint.errors import InputError
from cutpoint.grow.faithful.c_random import CRandom, Draws, draws_from
from cutpoint.prune.errors import squared_deviation
from cutpoint.rules.codes import Codes, codes_of, logarithms, rule_bits
from cutpoint.rules.conditions import (
    Key,
    c45_key_of,
    in_c45_order,
    in_order,
    is_grouped,
    key_of,
)
from cutpoint.rules.fire import MOST_ERROR, first_two
from cutpoint.rules.generalise import Estimates
from cutpoint.rules.order import Tally, ordered, tally
from cutpoint.rules.paths import branches_of, rules_of_paths
from cutpoint.rules.ruleset import Condition, Rule, Ruleset, columns_of
from cutpoint.rules.sets import BITS, counts_by_class, sets_by_class
from cutpoint.rules.subset import MOST_TRIED, N_STARTS, Candidates, best_subset
from cutpoint.tree.split import Test
from cutpoint.tree.tree import Tree

_MOST_BYTES = 1 << 33


@dataclass(frozen=True)
class RuleSettings:
    """The options of C4.5's rule program: ``-c``, ``-r`` and ``-F``.

    ``group_values`` says that the trees were grown so (``-s``). ``faithful`` keeps its arithmetic,
    its random numbers and its oddities.
    """

    confidence: float = 0.25
    redundancy: float = 1.0
    significance: float | None = None
    group_values: bool = False
    faithful: bool = False
    random_state: Any = 0


class Made(NamedTuple):
    """A ruleset as it was chosen, the rules dropped from it one by one, and what is left.

    ``tallies`` says what each rule of the chosen ruleset did on the training cases, before the
    first drop and after each; what was dropped did nothing any more.
    """

    chosen: Ruleset
    dropped: tuple[int, ...]
    tallies: tuple[Tally, ...]
    final: Ruleset


class _Draft(NamedTuple):
    """A rule on its way: what it is, what it costs and the cases it covers."""

    rule: Rule
    bits: Any
    cover: Ints


class _Cases(NamedTuple):
    columns: Reals
    target: NDArray[np.int32]
    by_class: Ints
    table: Table
    real: Any


def learn_rules(
    trees: Sequence[Tree], table: Table, options: RuleSettings, progress: Ints | None = None
) -> list[Made]:
    """Return a ruleset for each tree and, if there are several, one from all of their rules.

    The trees must be unpruned and learned from the table. Weights are not used.

    Parameters
    ----------
    trees : sequence of Tree
    table : Table
    options : RuleSettings
    progress : array, optional
        As :func:`cutpoint.engines.memory.new_progress` gives it: counts the leaves.
    """
    if table.weights is not None:
        raise InputError("rules count cases and cannot weigh them: leave the weights out")
    if any(tree.unknown is not None for tree in trees):
        raise InputError("rules need trees that have no branch for unknown values")
    assert table.target is not None
    n_leaves = sum(tree.n_leaves for tree in trees)
    _check_room(table, n_leaves)
    real = np.float32 if options.faithful else np.float64
    columns = columns_of(table.matrix(), len(table.attributes), options.faithful)
    by_class = sets_by_class(table.target, len(table.classes))
    cases = _Cases(columns, table.target, by_class, table, real)
    most_rules = n_leaves + max(tree.depth for tree in trees)
    codes = codes_of(table.attributes, columns, most_rules, real)
    draws: Draws = CRandom() if options.faithful else draws_from(options.random_state)
    if progress is None:
        progress = np.zeros(2, dtype=np.int64)
    made, pool = [], []
    for tree in trees:
        drafts = _drafts(tree, cases, codes, options, progress)
        kept, ruleset = _choose(drafts, cases, codes, draws)
        made.append(_drop(ruleset, cases))
        pool += kept
    if len(trees) > 1:
        _, ruleset = _choose(_pooled(pool, options), cases, codes, draws)
        made.append(_drop(ruleset, cases))
    return made


def _check_room(table: Table, n_leaves: int) -> None:
    """Refuse what the memory cannot take: a set of cases for every leaf and every class."""
    n_bytes = (n_leaves + 2 * len(table.classes)) * (table.n_rows // BITS + 1) * 8
    if n_bytes > _MOST_BYTES:
        raise InputError(
            f"the rules of {n_leaves:,} leaves, {len(table.classes):,} classes and "
            f"{table.n_rows:,} cases would take {n_bytes / 2**30:.0f} GB: grow smaller trees with "
            "a greater min_cases, or take fewer cases"
        )


def _drafts(
    tree: Tree, cases: _Cases, codes: Codes, options: RuleSettings, progress: Ints
) -> list[_Draft]:
    """Return the rules of a tree, without duplicates."""
    real = cases.real
    confidence = real(options.confidence)
    log_factorials = codes.log_factorials
    if not options.faithful:  # C4.5 takes its binary logarithms for natural ones
        log_factorials = logarithms(len(cases.target) + 2, real)[1] * np.log(2.0)
    level = 2.0 if options.significance is None else float(options.significance)
    paths = rules_of_paths(
        branches_of(tree), tree.depth, cases.columns, cases.by_class,
        Estimates(confidence, squared_deviation(confidence, real), level, log_factorials),
        progress, real,
    )  # fmt: skip
    place = {attribute.name: a for a, attribute in enumerate(tree.attributes)}
    tests: dict[int, Test | None] = {}
    drafts = []
    for r, label in enumerate(paths.label.tolist()):
        conditions = []
        for i in range(paths.start[r], paths.start[r + 1]):
            node = int(paths.node[i])
            test = tests[node] if node in tests else tests.setdefault(node, tree.test(node))
            assert test is not None
            conditions.append(Condition(test, int(paths.branch[i])))
        if options.faithful:
            places = paths.place[paths.start[r] : paths.start[r + 1]].tolist()
            arranged = in_c45_order(conditions, places, tree.attributes, options.group_values)
        else:
            arranged = in_order(conditions, tree.attributes)
        costs = [_outcome_bits(one, place, codes, options) for one in arranged]
        bits = rule_bits(codes, costs, options.redundancy, real)
        covered = paths.cover[r]
        counts = counts_by_class(covered, cases.target, len(cases.table.classes))
        rule = Rule(r + 1, tuple(arranged), label, float(paths.error[r]), tuple(counts.tolist()))
        if rule.error > MOST_ERROR:
            covered = np.zeros_like(covered)
        drafts.append(_Draft(rule, bits, covered))
    return _pooled(drafts, options)


def _outcome_bits(
    condition: Condition, place: dict[str, int], codes: Codes, options: RuleSettings
) -> float:
    """Return the bits of a condition's outcome: of a group of values, one bit for each value."""
    if is_grouped(condition, options.group_values and options.faithful):
        return float(len(condition.attribute.values or ()))
    return float(codes.outcome[place[condition.attribute.name]])


def _pooled(drafts: Sequence[_Draft], options: RuleSettings) -> list[_Draft]:
    """Return the rules that differ, numbered anew.

    A duplicate raises the estimated error of the rule that came first to its own.
    """
    found: dict[Key, int] = {}
    pool: list[_Draft] = []
    for draft in drafts:
        if options.faithful:
            key = c45_key_of(draft.rule, options.group_values)
        else:
            key = key_of(draft.rule)
        place = found.setdefault(key, len(pool))
        if place < len(pool):
            earlier = pool[place]
            error = max(earlier.rule.error, draft.rule.error)
            pool[place] = earlier._replace(rule=replace(earlier.rule, error=error))
        else:
            pool.append(draft._replace(rule=replace(draft.rule, number=len(pool) + 1)))
    return pool


def _choose(
    drafts: list[_Draft], cases: _Cases, codes: Codes, draws: Draws
) -> tuple[list[_Draft], Ruleset]:
    """Return the rules to keep, in order, and the ruleset that they make."""
    n_classes = len(cases.table.classes)
    by_label: list[list[_Draft]] = [[] for _ in range(n_classes)]
    for draft in drafts:
        by_label[draft.rule.label].append(draft)
    kept: list[_Draft] = []
    for c, own in enumerate(by_label):
        if not own:
            continue
        n_draws = N_STARTS * len(own) if len(own) > MOST_TRIED else 0
        candidates = Candidates(
            np.array([draft.cover for draft in own]),
            np.array([draft.bits for draft in own], dtype=cases.real),
            cases.by_class[c], int(np.count_nonzero(cases.target == c)), len(cases.target),
            codes.log_numbers, codes.log_factorials,
        )  # fmt: skip
        chosen = best_subset(candidates, draws.random(n_draws), cases.real)
        kept += [draft for draft, inside in zip(own, chosen, strict=True) if inside]
    n_words = cases.by_class.shape[1]
    order, default = ordered(
        np.array([draft.cover for draft in kept], dtype=np.uint64).reshape(-1, n_words),
        np.array([draft.rule.label for draft in kept], dtype=np.int64),
        np.array([draft.rule.error for draft in kept], dtype=np.float64),
        cases.by_class,
    )
    kept = [kept[place] for place in order]
    ruleset = Ruleset(
        cases.table.attributes, cases.table.classes, tuple(draft.rule for draft in kept),
        int(default), (), cases.real is np.float32,
    )  # fmt: skip
    return kept, ruleset


def _drop(ruleset: Ruleset, cases: _Cases) -> Made:
    """Drop the first rule that does more harm than good, again and again."""
    asked = ruleset._asked
    active = asked.able.copy()
    label = np.array([rule.label for rule in ruleset.rules], dtype=np.int64)
    first = np.full(len(cases.target), -1, dtype=np.int32)
    second = first.copy()
    rows = np.arange(len(cases.target))
    tallies, dropped = [], []
    while True:
        first_two(asked, active, cases.columns, rows, first, second)
        tallies.append(tally(first, second, label, ruleset.default, cases.target))
        harmful = np.flatnonzero(tallies[-1].worse > tallies[-1].better)
        if not len(harmful):
            break
        active[harmful[0]] = False
        dropped.append(int(harmful[0]))
        rows = np.flatnonzero((first == harmful[0]) | (second == harmful[0]))
    rules = tuple(rule for r, rule in enumerate(ruleset.rules) if r not in set(dropped))
    counts = np.bincount(cases.target[first < 0], minlength=len(ruleset.classes))
    if not counts.any():
        counts = np.bincount(cases.target, minlength=len(ruleset.classes))
    left_over = tuple(counts.tolist())
    return Made(
        replace(ruleset, left_over=left_over),
        tuple(ruleset.rules[r].number for r in dropped),
        tuple(tallies),
        replace(ruleset, rules=rules, left_over=left_over),
    )
