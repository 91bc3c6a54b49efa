"""Rulesets and rows at random, with whatever is awkward in names, values and numbers."""

from __future__ import annotations

import math
from random import Random
from typing import Any

import numpy as np
import pyarrow as pa

from cutpoint.data.attribute import Attribute, Label
from cutpoint.rules.condition import Condition
from cutpoint.rules.ruleset import Rule, Ruleset
from support.same_rows import CUTS


def make_rules(
    random: Random,
    *,
    names: tuple[str, ...] = ("a0", "a1", "a2", "a3"),
    values: tuple[Label, ...] = ("v", "w", "x", "y", "z"),
    classes: tuple[Label, ...] = ("c0", "c1", "c2"),
    n_rules: int = 12,
    single: bool = False,
) -> Ruleset:
    """Return rules of which some never fire, some have no condition that can hold."""
    attributes = tuple(
        Attribute(name, None if place % 2 else values[: random.randint(2, len(values))])
        for place, name in enumerate(names)
    )
    rules = []
    for number in range(1, n_rules + 1):
        conditions = tuple(
            _condition(random, random.choice(attributes), single)
            for _ in range(random.randint(1, 3))
        )
        counts = tuple(random.choice([0, 0, 1, 5, 9]) for _ in classes)
        error = random.choice([0.0, 0.1, 1 / 3, 0.6999999, 0.7, 0.71])
        rules.append(Rule(number, conditions, random.randrange(len(classes)), error, counts))
    left_over = tuple(random.choice([0, 3, 8]) for _ in classes[1:])
    return Ruleset(
        attributes, classes, tuple(rules), random.randrange(len(classes)), (1, *left_over), single
    )


def _condition(random: Random, attribute: Attribute, single: bool) -> Condition:
    if attribute.values is not None:
        taken = random.sample(attribute.values, random.randint(1, len(attribute.values)))
        never = single and random.random() < 0.1
        return Condition(attribute, values=tuple(taken), never=never)
    cuts = sorted(random.sample(CUTS, 2))
    if single:
        cuts = sorted({float(np.float32(cut)) for cut in cuts if abs(cut) < 1e38} | {0.5})
    low, high = cuts[0], cuts[-1]
    if low == high:
        return Condition(attribute, high=high)
    return random.choice(
        [
            Condition(attribute, low, high),
            Condition(attribute, low),
            Condition(attribute, high=high),
        ]
    )


def rows_for(random: Random, rules: Ruleset, count: int, unknown: float = 0.15) -> pa.Table:
    """Return rows of known, unknown and unseen values, bounds and their neighbours among them."""
    bounds = [
        bound
        for rule in rules
        for condition in rule.conditions
        for bound in condition.bounds
        if bound is not None
    ]
    sides = (-math.inf, math.inf)
    numbers = [*CUTS, 0.0, 3.0, 1e308, *bounds]
    numbers += [math.nextafter(bound, side) for bound in bounds for side in sides]
    columns = {}
    for attribute in rules.attributes:
        lost: list[Any]
        if attribute.values is None:
            cells: list[Any] = [random.choice(numbers) for _ in range(count)]
            lost = [None, math.nan]
        else:
            cells = [random.choice(attribute.values) for _ in range(count)]
            unseen = {str: ["unheard of"], int: [987], bool: []}
            lost = [None, *unseen[type(attribute.values[0])]]
        cells = [random.choice(lost) if random.random() < unknown else cell for cell in cells]
        columns[attribute.name] = pa.array(cells, pa.float64() if not attribute.values else None)
    return pa.table(columns)
