"""The default C4.5 differs from Quinlan's own program only where single precision or an oddity did.

The trees are compared from the root down. Where they part, the cases of the node are weighed in
double precision, and the program's choice must be as good as the best, or follow from one of the
oddities that docs/faithful.md lists (``near_ties.py``).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import NamedTuple

import numpy as np
import pytest

from cutpoint._core import Progress
from cutpoint.data.attribute import Attribute
from cutpoint.data.table import Table
from cutpoint.engines.base import Learned
from cutpoint.engines.exact import ExactLearner
from cutpoint.engines.memory import learn
from cutpoint.learn import LearnSpec
from cutpoint.tree.arrays import node_table
from cutpoint.tree.node import Node
from cutpoint.tree.tree import Tree
from support.fidelity import OPTIONS
from support.golden import (
    VARIANTS,
    Stage,
    golden_names,
    load_golden,
    read_matrix,
    read_target,
    require_shared,
    tree_from_golden,
    used_attributes,
)
from support.near_ties import NOISE, Division, Interval, Judge, Options, Parts, Rules, Way

LARGE = {"adult", "electricity", "letter", "shuttle", "pendigits", "waveform-5000"}
NAMES = [
    pytest.param(name, marks=[pytest.mark.slow] if name in LARGE else [])
    for name in golden_names() or ["absent"]  # then the test itself says why it cannot run
]


class Parting(NamedTuple):
    """The topmost nodes that differ, and the branches that lead there."""

    path: tuple[tuple[Node, int], ...]
    ours: Node
    theirs: Node

    def __str__(self) -> str:
        way = ", ".join(node.test.describe(branch) for node, branch in self.path if node.test)
        return f"{way or 'root'}: {self.ours!r}, not {self.theirs!r}"


def partings(
    ours: Node, theirs: Node, path: tuple[tuple[Node, int], ...] = ()
) -> Iterator[Parting]:
    """Yield where two trees part: another test, another class, or a leaf in one of them."""
    if ours.test != theirs.test or (ours.is_leaf and ours.label != theirs.label):
        yield Parting(path, ours, theirs)
        return
    for b, (one, two) in enumerate(zip(ours.branches, theirs.branches, strict=True)):
        yield from partings(one, two, (*path, (ours, b)))


def division_by(judge: Judge, parts: Parts, node: Node) -> tuple[int, Division]:
    """Return the attribute that a node tests, and how it divides the cases."""
    tree = node.tree
    attribute, start = int(tree.attribute[node.id]), int(tree.test_start[node.id])
    values = tree.attributes[attribute].values
    if values is None:
        way = Way(Interval(0, 0), 0, cut=float(tree.cuts[start]))
    else:
        groups = tree.branch_of[start : start + len(values)]
        way = Way(Interval(0, 0), 0, branch_of=tuple(groups.tolist()))
    return attribute, judge.division(parts, attribute, way)


def allows(judge: Judge, parting: Parting) -> bool:
    """Return whether the program may have done what it did where the trees part."""
    parts = judge.everything
    for node, branch in parting.path:
        parts = judge.divided(parts, division_by(judge, parts, node)[1])[branch]
    ours, theirs = parting.ours, parting.theirs
    counts = judge.class_counts(parts)
    as_leaf = parts.cases - float(counts.max())
    if theirs.is_leaf:
        label = theirs.tree.classes.index(theirs.label)
        if counts[label] < counts.max() - NOISE * parts.cases:
            return False
        return ours.is_leaf or judge.errors(parts).high >= as_leaf
    attribute, division = division_by(judge, parts, theirs)
    if not judge.may_choose(parts, attribute, division):
        return False
    return judge.errors_below(parts, division).low < as_leaf


# ---- runs ----------------------------------------------------------------------------------------


def options_of(variant: str) -> Options:
    given = OPTIONS[variant]
    return Options(
        given.get("criterion") != "gain",
        given.get("group_values", False),
        float(given.get("min_cases", 2)),
    )


def rules_for(table: Table, options: Options) -> list[Rules]:
    """Return the oddities that may explain a difference, the plain near-tie first."""
    rules = [Rules(), Rules(sums=True), Rules(gap=True)]
    forgets = options.group_values and any(
        attribute.values is not None and len(attribute.values) > 2 and (column < 0).any()
        for attribute, column in zip(table.attributes, table.columns, strict=True)
    )
    return rules + [Rules(forgets=True), Rules(sums=True, forgets=True)] * forgets


@cache
def table_of(name: str) -> Table:
    """Return the training rows with the program's attribute, value and class orders."""
    golden = load_golden(name)
    n, attributes = golden["rows_train"], used_attributes(golden)
    columns = [
        column if attribute.values is None else np.nan_to_num(column, nan=-1).astype(np.int32)
        for attribute, column in zip(attributes, read_matrix(golden)[:n].T.copy(), strict=True)
    ]
    return Table(attributes, tuple(columns), n, tuple(golden["classes"]), read_target(golden)[:n])


def spec_of(variant: str) -> LearnSpec:
    """Return what the program was asked for."""
    options = options_of(variant)
    return LearnSpec.for_release(
        8,
        criterion="gain_ratio" if options.gain_ratio else "gain",
        nominal="groups" if options.group_values else "values",
        min_cases=options.min_cases,
        confidence=OPTIONS[variant].get("confidence", 0.25),
    )


@cache
def learned(name: str, variant: str) -> Learned:
    return learn(table_of(name), spec_of(variant))


@cache
def golden_tree(name: str, variant: str, stage: Stage) -> Tree:
    """Return a tree of the program, its cuts at the values of the table that they stand for."""
    table, tree = table_of(name), tree_from_golden(load_golden(name), variant, stage)
    cuts = tree.cuts.copy()
    for node in np.flatnonzero(tree.attribute >= 0):
        column = table.columns[tree.attribute[node]]
        if table.attributes[tree.attribute[node]].values is None:
            i = tree.test_start[node]
            cuts[i] = column[column.astype(np.float32) <= np.float32(cuts[i])].max()
    return replace(tree, cuts=cuts, single=False)


def differences(name: str, variant: str, stage: Stage) -> list[Parting]:
    ours = getattr(learned(name, variant), stage)
    return list(partings(ours.root, golden_tree(name, variant, stage).root))


# ---- tests ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("name", NAMES)
def test_where_the_trees_part_the_programs_choice_is_a_near_tie_or_a_listed_oddity(
    name: str, variant: str
) -> None:
    require_shared()
    table, options = table_of(name), options_of(variant)
    judges = [Judge(table, options, rules) for rules in rules_for(table, options)]
    for parting in differences(name, variant, "unpruned"):
        assert any(allows(judge, parting) for judge in judges), str(parting)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("name", NAMES)
def test_the_programs_unpruned_tree_is_pruned_to_the_programs_pruned_tree(
    name: str, variant: str
) -> None:
    """So whatever differs after pruning differed before."""
    require_shared()
    unpruned = golden_tree(name, variant, "unpruned")
    learner = ExactLearner(table_of(name), spec_of(variant), Progress())
    pruned, _ = learner.prune((unpruned, node_table(unpruned)), np.empty(0, dtype=np.int32))
    expected = golden_tree(name, variant, "pruned")
    assert not [str(parting) for parting in partings(pruned.root, expected.root)]
    assert pruned.root.errors == pytest.approx(expected.root.errors, rel=1e-5)


def shares_of_same_trees(names: list[str]) -> tuple[float, float, int]:
    """Return the shares of unpruned and of pruned trees that are the program's own, and of what."""
    runs = [(name, variant) for name in names for variant in VARIANTS]
    unpruned, pruned = (
        sum(not differences(name, variant, stage) for name, variant in runs) / len(runs)
        for stage in ("unpruned", "pruned")
    )
    return unpruned, pruned, len(runs)


def test_as_many_small_trees_are_the_programs_own_as_double_precision_allows() -> None:
    """94 of 112 before pruning (84 %), 102 after (91 %).

    The reference gives 103 and 121 of 136 (75 % and 89 %) for the program's own algorithm in double
    precision, on the sets that came with the program and 25 others of 57 to 958 rows. 28 of these
    34 sets are at hand.
    """
    require_shared()
    small = [
        name
        for name in golden_names()
        if name.startswith("c45-") or 57 <= load_golden(name)["rows_train"] <= 958
    ]
    unpruned, pruned, n_runs = shares_of_same_trees(small)
    assert n_runs == 112
    assert unpruned >= 103 / 136
    assert pruned >= 121 / 136


@pytest.mark.slow
def test_most_trees_are_the_programs_own() -> None:
    """136 of 176 before pruning (77 %), 151 after (86 %): large trees have more near-ties."""
    require_shared()
    unpruned, pruned, n_runs = shares_of_same_trees(golden_names())
    assert n_runs == 176
    assert unpruned >= 136 / 176
    assert pruned >= 151 / 176


@pytest.mark.parametrize("other", ["-g", "min_cases 3", "release 7", "release 7GS"])
def test_what_other_rules_choose_is_hardly_ever_taken_for_a_near_tie(other: str) -> None:
    """The proof can fail: trees grown by other rules part from ours in many places."""
    require_shared()
    refused = n = 0
    for name in ("diabetes", "glass", "heart-h", "vowel", "yeast"):
        table = table_of(name)
        if other == "-g":
            theirs = golden_tree(name, "g", "unpruned")
        elif other == "min_cases 3":
            theirs = learn(table, LearnSpec.for_release(8, min_cases=3)).unpruned
        else:
            theirs = learn(table, LearnSpec.for_release(other.removeprefix("release "))).unpruned
        judges = [Judge(table, Options(), rules) for rules in rules_for(table, Options())]
        for parting in partings(learned(name, "default").unpruned.root, theirs.root):
            n += 1
            refused += not any(allows(judge, parting) for judge in judges)
    assert n >= 5
    assert refused >= 0.95 * n


# ---- the judge itself ----------------------------------------------------------------------------


def small_table(classes: str, *columns: list[float] | str) -> Table:
    """Return a table of numeric columns, and of nominal ones with the values a, b, c."""
    attributes, given = [], []
    for i, column in enumerate(columns):
        if isinstance(column, str):
            attributes.append(Attribute(f"x{i}", tuple("abc")))
            given.append(np.array(["abc?".index(v) for v in column], dtype=np.int32))
            given[-1][given[-1] == 3] = -1
        else:
            attributes.append(Attribute(f"x{i}"))
            given.append(np.array(column))
    target = np.array([int(c == "y") for c in classes], dtype=np.int32)
    return Table(tuple(attributes), tuple(given), len(target), ("n", "y"), target)


def chosen(table: Table, rules: Rules | None = None, **options: float) -> list[int]:
    judge = Judge(table, Options(**options), rules or Rules())  # type: ignore[arg-type]
    return [candidate.attribute for candidate in judge.choices(judge.everything)[0]]


def test_attributes_that_divide_alike_may_both_be_chosen_and_a_worse_one_may_not() -> None:
    up = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]
    table = small_table("nnnyyy", up, up[::-1], [1.0, 1.0, 4.0, 2.0, 5.0, 6.0])
    assert chosen(table) == [0, 1]


def test_cuts_too_near_for_the_program_are_left_out_only_by_that_rule() -> None:
    table = small_table("nnnyyy", [1.0, 1.1, 1.2, 1.200001, 1.3, 1.4])
    for rules, cut in ((Rules(), 1.2), (Rules(gap=True), 1.1)):
        judge = Judge(table, Options(gain_ratio=False), rules)
        (candidate,) = judge.choices(judge.everything)[0]
        assert candidate.ways[0].cut == cut


def test_parts_that_add_up_to_the_minimum_may_fall_short_only_by_that_rule() -> None:
    table = small_table("nnyy", "aabb")
    parts = Parts(np.array([0, 0, 1, 2, 2, 3]), np.array([0.5, 0.5, 1, 0.5, 0.5, 1]))
    for rules, may_be_none in ((Rules(), False), (Rules(sums=True), True)):
        choices, none = Judge(table, Options(), rules).choices(parts)
        assert len(choices) == 1
        assert none == may_be_none


def test_a_forgotten_minimum_lets_single_cases_be_divided_off() -> None:
    table = small_table("nyyyy", "abbbb")
    assert chosen(table, group_values=True) == []
    assert chosen(table, Rules(forgets=True), group_values=True) == [0]


def test_a_test_that_saves_no_error_is_taken_back() -> None:
    """n n n y | n n n n gains information, but both leaves say n."""
    judge = Judge(small_table("nnnynnnn", "aaaabbbb"), Options(), Rules())
    assert judge.errors(judge.everything) == (1.0, 1.0)
    judge = Judge(small_table("nnyynnnn", "aabbcccc"), Options(), Rules())
    assert judge.errors(judge.everything) == (0.0, 0.0)
