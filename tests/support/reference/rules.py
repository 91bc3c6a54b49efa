"""Rules as the book tells it: slow and obvious, with lists of cases and nothing shared.

It takes a tree as nested dicts and rows as dicts, in double precision.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from typing import Any

Row = dict[str, Any]
Condition = tuple[str, str, Any]  # attribute, one of "<=", ">", "in", and what it is compared with
Rule = tuple[tuple[Condition, ...], Any, float]  # conditions, class, error


def paths(node: dict[str, Any], above: tuple[Condition, ...] = ()) -> list[Any]:
    """Return the conditions and the class of every leaf with at least one case."""
    if node["test"] is None:
        return [(above, node["class"])] if node["cases"] >= 1 else []
    found = []
    name = node["test"]["attribute"]
    for i, branch in enumerate(node["branches"]):
        if "cuts" in node["test"]:
            condition = (name, "<=" if i == 0 else ">", node["test"]["cuts"][0])
        else:
            condition = (name, "in", tuple(node["test"]["groups"][i]))
        found += paths(branch, (*above, condition))
    return found


def holds(condition: Condition, row: Row) -> bool:
    name, sign, against = condition
    value = row[name]
    if value is None:
        return False
    if sign == "in":
        return value in against
    return value <= against if sign == "<=" else value > against


def covers(conditions: tuple[Condition, ...], row: Row) -> bool:
    return all(holds(condition, row) for condition in conditions)


def upper_limit(n: int, e: int, confidence: float) -> float:
    """Return the error rate to expect of a rule that is wrong on e of n cases."""
    levels = [0, 0.001, 0.005, 0.01, 0.05, 0.10, 0.20, 0.40, 1.00]
    deviations = [4.0, 3.09, 2.58, 2.33, 1.65, 1.28, 0.84, 0.25, 0.00]
    i = next(i for i, level in enumerate(levels) if i and level >= confidence)
    d = deviations[i - 1] + (deviations[i] - deviations[i - 1]) * (confidence - levels[i - 1]) / (
        levels[i] - levels[i - 1]
    )
    z = d * d
    if e == 0:
        extra = n * (1 - math.exp(math.log(confidence) / n))
    elif e + 0.5 >= n:
        extra = 0.67 * (n - e)
    else:
        half = e + 0.5
        root = math.sqrt(z * (half * (1 - half / n) + z / 4))
        extra = n * ((half + z / 2 + root) / (n + z)) - e
    return (e + extra) / n


def generalise(
    conditions: tuple[Condition, ...],
    label: Any,
    rows: list[Row],
    classes: list[Any],
    confidence: float,
) -> Rule | None:
    default = 1 - (classes.count(label) + 1) / (len(rows) + 2)

    def rates(some: tuple[Condition, ...]) -> tuple[float, float]:
        own = [c for row, c in zip(rows, classes, strict=True) if covers(some, row)]
        if not own:
            return 0.0, default
        wrong = sum(c != label for c in own)
        return wrong / len(own), upper_limit(len(own), wrong, confidence)

    expected = default
    while conditions:
        actual, expected = rates(conditions)
        without = [conditions[:i] + conditions[i + 1 :] for i in range(len(conditions))]
        tried = [rates(some) for some in without]
        if not any(one[1] <= expected or one[0] <= actual for one in tried):
            break
        best = min(range(len(tried)), key=lambda i: (tried[i][1], -i))
        conditions = without[best]
    if not conditions or not any(covers(conditions, row) for row in rows) or expected >= default:
        return None
    return conditions, label, expected


def lg(x: float) -> float:
    return math.log(x) / 0.69314718055994530942 if x > 0 else 0.0


def lg_factorial(n: int) -> float:
    return sum(lg(i) for i in range(2, n + 1))


def rule_bits(rule: Rule, rows: list[Row], groups: set[tuple[str, Any]]) -> float:
    outcome = {}
    n = len(rows)
    for name in rows[0]:
        values = Counter(row[name] for row in rows if row[name] is not None)
        if all(isinstance(value, float) for value in values):
            outcome[name] = 1 + lg(len(values)) / 2 if len(values) > 1 else 0.0
        else:
            outcome[name] = sum(f / n * (lg(n) - lg(f)) for f in values.values())
    total = sum(outcome.values())
    shares = [bits / total for bits in outcome.values() if bits > 0]
    name_bits = -sum(share * lg(share) for share in shares)
    bits = 0.0
    for name, sign, against in rule[0]:
        grouped = [size for key, size in groups if key == (name, against)] if sign == "in" else []
        bits += name_bits + (grouped[0] if grouped else outcome[name])
    return bits + lg(len(rule[0])) - lg_factorial(len(rule[0]))


def biased(n: int, e: int, expected: float) -> float:
    if expected <= 1e-6:
        return 0.0 if e == 0 else 1e6
    if expected >= n - 1e-6:
        return 0.0 if e == n else 1e6
    rate = expected / n
    return -e * lg(rate) - (n - e) * lg(1 - rate)


def subset_bits(
    subset: list[Rule], bits: list[float], label: Any, rows: list[Row], classes: list[Any]
) -> float:
    fired = [any(covers(rule[0], row) for rule in subset) for row in rows]
    n, f = len(rows), sum(fired)
    fp = sum(fire and c != label for fire, c in zip(fired, classes, strict=True))
    fn = sum(not fire and c == label for fire, c in zip(fired, classes, strict=True))
    half = (fp + fn) / 2
    first, second = (half, fn) if f > n / 2 else (fp, half)
    exceptions = lg(n) + biased(f, fp, first) + biased(n - f, fn, second)
    return 0.5 * (sum(bits) - lg_factorial(len(subset))) + exceptions


def least_bits(
    own: list[Rule], bits: list[float], label: Any, rows: list[Row], classes: list[Any]
) -> float:
    """Return the fewest bits of any subset of a class's rules, all of them tried."""
    return min(
        subset_bits([own[i] for i in chosen], [bits[i] for i in chosen], label, rows, classes)
        for size in range(len(own) + 1)
        for chosen in itertools.combinations(range(len(own)), size)
    )


def classify(rules: list[Rule], default: Any, row: Row) -> Any:
    return next((rule[1] for rule in rules if covers(rule[0], row)), default)
