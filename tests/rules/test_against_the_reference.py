"""The rules of random tables are those that a slow and obvious way finds."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cutpoint._core import RuleArithmetic, fisher_level
from cutpoint.data.table import Table
from cutpoint.engines import memory
from cutpoint.learn import LearnSpec
from cutpoint.rules import learn
from cutpoint.rules.learn import RuleSettings, learn_rules
from support.random_cases import random_table
from support.reference.rules import (
    classify,
    covers,
    generalise,
    holds,
    least_bits,
    paths,
    rule_bits,
    subset_bits,
)


def rows_of(table: Table) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = [{} for _ in range(table.n_rows)]
    for attribute, column in zip(table.attributes, table.columns, strict=True):
        for row, value in zip(rows, column.tolist(), strict=True):
            if attribute.values is None:
                row[attribute.name] = None if np.isnan(value) else float(value)
            else:
                row[attribute.name] = None if value < 0 else str(attribute.values[value])
    return rows


def unweighted(rng: np.random.Generator, n: int, n_attributes: int) -> Table:
    return replace(random_table(rng, n, n_attributes), weights=None)


def as_reference(condition: Any) -> Any:
    low, high = condition.bounds
    if condition.values is not None:
        return condition.attribute.name, "in", tuple(map(str, condition.values))
    return (
        (condition.attribute.name, "<=", high)
        if low is None
        else (condition.attribute.name, ">", low)
    )


def made_of(seed: int, **options: Any) -> tuple[Table, Any, learn.Made, Any]:
    rng = np.random.default_rng(seed)
    table = unweighted(rng, int(rng.integers(20, 120)), int(rng.integers(1, 5)))
    nominal = "groups" if options.get("group_values", False) else "values"
    spec = LearnSpec.for_release(8, nominal=nominal, pruning=None)
    tree = memory.learn(table, spec).unpruned
    made = learn_rules([tree], table, RuleSettings(**options))[0]
    return table, tree, made, [table.classes[code] for code in table.target]


@pytest.mark.parametrize("seed", range(40))
def test_every_rule_is_a_generalised_path(seed: int) -> None:
    table, tree, made, classes = made_of(seed)
    rows = rows_of(table)
    expected = {}
    for conditions, label in paths(_text(tree.to_dict())):
        rule = generalise(conditions, label, rows, classes, 0.25)
        if rule is not None:
            expected[frozenset(rule[0]), label] = rule
    for rule in made.chosen:
        found = frozenset(map(as_reference, rule.conditions)), table.classes[rule.label]
        assert found in expected
        assert rule.error == pytest.approx(expected[found][2], rel=1e-12)
        own = [c for row, c in zip(rows, classes, strict=True) if covers(found[0], row)]
        assert rule.covered == len(own)
        assert rule.wrong == sum(c != found[1] for c in own)


@pytest.mark.parametrize("group_values", [False, True])
@pytest.mark.parametrize("seed", range(20))
def test_no_subset_of_a_class_with_few_rules_takes_fewer_bits(
    seed: int, group_values: bool
) -> None:
    table, tree, made, classes = made_of(seed, group_values=group_values)
    rows = rows_of(table)
    groups = set()
    for node in tree.root.walk():
        test = node.test.to_dict() if node.test is not None else {}
        if any(len(group) != 1 for group in test.get("groups", ())):
            size = len(node.attribute.values)
            groups |= {((test["attribute"], tuple(map(str, g))), size) for g in test["groups"]}
    every = {}
    for conditions, label in paths(_text(tree.to_dict())):
        rule = generalise(conditions, label, rows, classes, 0.25)
        if rule is not None and rule[2] <= 0.7:
            every[frozenset(rule[0]), label] = rule
    for code, label in enumerate(table.classes):
        own = [rule for rule in every.values() if rule[1] == label]
        if not 0 < len(own) <= 8:
            continue
        bits = [rule_bits(rule, rows, groups) for rule in own]
        chosen = [
            [frozenset(rule[0]) for rule in own].index(frozenset(map(as_reference, r.conditions)))
            for r in made.chosen
            if r.label == code
        ]
        ours = subset_bits(
            [own[i] for i in chosen], [bits[i] for i in chosen], label, rows, classes
        )
        assert ours == pytest.approx(least_bits(own, bits, label, rows, classes), abs=1e-6)


@pytest.mark.parametrize("n_jobs", [1, 2])
@pytest.mark.parametrize("seed", range(20))
def test_the_first_rule_that_holds_gives_the_class(seed: int, n_jobs: int) -> None:
    rng = np.random.default_rng(seed)
    table = unweighted(rng, 80, 4)
    tree = memory.learn(table, LearnSpec.for_release(8, pruning=None)).unpruned
    made = learn_rules([tree], table, RuleSettings())[0]
    rules = [
        (tuple(map(as_reference, rule.conditions)), table.classes[rule.label], rule.error)
        for rule in made.final
    ]
    default = table.classes[made.final.default]
    expected = [classify(rules, default, row) for row in rows_of(table)]
    given_codes = made.final.predict_codes(table.matrix(), n_jobs)
    assert [table.classes[code] for code in given_codes] == expected


@pytest.mark.parametrize("seed", range(20))
def test_no_rule_that_is_left_does_more_harm_than_good(seed: int) -> None:
    table, _, made, classes = made_of(seed)
    rows = rows_of(table)
    rules = [
        (tuple(map(as_reference, rule.conditions)), table.classes[rule.label], rule.error)
        for rule in made.final
    ]
    default = table.classes[made.final.default]
    balance = [0] * len(rules)
    for row, true in zip(rows, classes, strict=True):
        firing = [i for i, rule in enumerate(rules) if all(holds(c, row) for c in rule[0])]
        if firing:
            given_class = rules[firing[0]][1]
            other = rules[firing[1]][1] if len(firing) > 1 else default
            if given_class != other:
                balance[firing[0]] += (given_class == true) - (other == true)
    assert all(total >= 0 for total in balance)
    assert len(made.final) == len(made.chosen) - len(made.dropped)


@given(st.lists(st.integers(0, 40), min_size=4, max_size=4))
def test_the_significance_test_is_fishers(cells: list[int]) -> None:
    from scipy.stats import hypergeom

    a, b, c, d = cells
    assume(a + b + c + d > 0)
    level = fisher_level(a, b, c, d, RuleArithmetic.EXACT)
    # The chance of the first cell, given its margins, towards the side it lies on.
    n, first_row, first_column = a + b + c + d, a + b, a + c
    greater = hypergeom.sf(a - 1, n, first_row, first_column)
    less = hypergeom.cdf(a, n, first_row, first_column)
    balance = a * d - b * c
    if balance > 0:
        assert level == pytest.approx(greater, rel=1e-9)
    elif balance < 0:
        assert level == pytest.approx(less, rel=1e-9)
    else:
        assert level == pytest.approx(greater, rel=1e-9) or level == pytest.approx(less, rel=1e-9)


def _text(node: dict[str, Any]) -> dict[str, Any]:
    """Return nested nodes with all nominal values as text."""
    test = node["test"]
    if test is not None and "groups" in test:
        test = {**test, "groups": [[str(value) for value in group] for group in test["groups"]]}
    return {**node, "test": test, "branches": [_text(branch) for branch in node["branches"]]}
