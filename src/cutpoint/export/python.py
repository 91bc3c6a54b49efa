"""A tree as a Python module that needs nothing but Python."""

from __future__ import annotations

from cutpoint.export.python_parts import (
    CLASSES,
    NUMBER,
    TEXT,
    calendars_of,
    class_tuple,
    dates_read,
    tuple_of,
)
from cutpoint.export.rules_python import rules_module
from cutpoint.export.steps import Step, default_shares, remarks, steps_of, unknown_numbers
from cutpoint.export.subject import Exported, subject_of
from cutpoint.rules.ruleset import Ruleset
from cutpoint.tree.costs import tolerance

_HEAD = '''"""The class of a case, by a decision tree. Needs Python 3 and nothing else.

predict(case) gives the class, predict_proba(case) the probability of each class. A case is a dict
from column to value. A value that is None, NaN, absent or not among those seen in training is
unknown: the case goes down every branch with a part of its weight, in proportion to the training
cases.
"""
'''

_SINGLE = '''

def _real(value):
    """Round to single precision, in which the tree was learned."""
    return struct.unpack("f", struct.pack("f", value))[0]
'''

_WEIGHTS = '''

def _weights(case):
    """Return {weights}."""
    weights = [0.0] * {width}
    waiting = [(0, 1.0)]
    while waiting:
        node, weight = waiting.pop()
        if node in _TESTS:
            branch = _branch(_TESTS[node], case)
            if branch is not None:
                waiting.append((_TESTS[node][2][branch], weight))
                continue
            _, _, branches, shared, total = _TESTS[node]
            if shared:
                for branch, cases in reversed(shared):
                    waiting.append((branches[branch], {share}))
                continue
        for code, count, total in _ENDS[node]:
            weights[code] = {sum}
    return weights


def _branch(test, case):
    """Return the branch that a case takes at a test, or None if its value is unknown."""
{branch}

def predict(case):
    """Return the class of a case."""
{predict}

def predict_proba(case):
    """Return the probability of each class, as a dict."""
    return dict(zip(CLASSES, _shares(_weights(case){part}, {shares})))


def _shares(weights, otherwise):
    total = sum(weights)
    return [weight / total for weight in weights] if total > 0 else otherwise
'''

_HEAVIEST = """    weights = _weights(case){counts}
    most = max(weights)
    return CLASSES[weights.index(most)] if most > 0 else {default}
"""
_CHEAPEST = """    shares = _shares(_weights(case){counts}, {default_shares})
    expected = [sum(s * cost for s, cost in zip(shares, costs)) for costs in _COSTS]
    least = min(expected) + {tolerance}
    return next(label for label, cost in zip(CLASSES, expected) if cost <= least)
"""

_NUMERIC_BRANCH = """    value = _number(case.get(test[0]))
    return None if value is None else bisect.bisect_left(test[1], value)
"""
_COUNTED_BRANCH = _NUMERIC_BRANCH.replace(
    "_number(case.get(test[0]))", "_number(_counted(test[0], case.get(test[0])))"
)
_NOMINAL_BRANCH = """    return test[1].get(_text(case.get(test[0])))
"""


def to_python(model: Exported) -> str:
    """Return a Python module with ``predict(case)`` and ``predict_proba(case)``.

    The module has no dependencies. A case is a dict from column to value; a date or time is one of
    Python's, a text in ISO's order, or the number of days or seconds. Unknown values are shared
    among branches as in :meth:`cutpoint.tree.Tree.predict_proba`. It is ASCII, whatever the names.
    The module of rules also has ``rule(case)``, the number of the rule that gives the class.

    Examples
    --------
    >>> from cutpoint.tree import example_tree
    >>> module = {}
    >>> exec(to_python(example_tree()), module)
    >>> module["predict"]({"outlook": "overcast"})
    'Play'
    >>> module["predict_proba"]({"outlook": "sunny"})
    {'Play': 0.4, "Don't Play": 0.6}
    """
    tree, estimate, _ = subject_of(model)
    if isinstance(tree, Ruleset):
        return rules_module(tree)
    steps = steps_of(tree, estimate)
    tests = [step for step in steps if step.test is not None]
    numeric = any(step.is_numeric for step in tests)
    nominal = any(not step.is_numeric for step in tests)
    calendars = calendars_of(tree.tested)
    imports = ["bisect"] * numeric + ["datetime"] * bool(calendars) + ["struct"] * tree.single
    parts = [_HEAD, *(f"# {remark}\n" for remark in remarks(tree))]
    if imports:
        parts.append("\n" + "\n".join(f"import {name}" for name in imports) + "\n")
    parts.append(CLASSES.replace("{classes}", class_tuple(tree.classes)))
    parts.append(
        "# number of the node: column, cuts or branch of each text, nodes of the branches,\n"
    )
    parts.append("# branches and weights that an unknown value is shared among, their divisor\n")
    parts.append("_TESTS = {\n" + "".join(_test(step) for step in tests) + "}\n\n")
    place = "class" if estimate is None else "class, or class and number of classes,"
    parts.append(f"# number of the node: {place} weight, divisor\n")
    parts.append("_ENDS = {\n" + "".join(_end(step) for step in steps if step.end) + "}\n")
    if calendars:
        parts.append(dates_read(calendars))
    if numeric:
        limits = unknown_numbers(tree)
        mark = "" if limits is None else f" or {limits[0]!r} <= value <= {limits[1]!r}"
        parts.append(NUMBER.replace("{unknown}", mark))
    if nominal:
        parts.append(TEXT)
    if tree.single:
        parts.append(_SINGLE)
    default, n_classes = default_shares(tree, estimate), len(tree.classes)
    fields = {
        "{weights}": "the weight of each class" + ", then as estimated" * (estimate is not None),
        "{width}": "len(CLASSES)" if estimate is None else "(2 * len(CLASSES))",
        "{part}": "" if estimate is None else "[len(CLASSES):]",
        "{share}": "_real(_real(weight * cases) / total)"
        if tree.single
        else "weight * cases / total",
        "{sum}": (
            "_real(weights[code] + _real(_real(weight * count) / total))"
            if tree.single
            else "weights[code] + weight * count / total"
        ),
        "{branch}": _branch(numeric, nominal, bool(calendars)),
        "{predict}": _HEAVIEST if tree.costs is None else _CHEAPEST,
        "{counts}": "" if estimate is None else "[:len(CLASSES)]",
        "{default}": f"CLASSES[{default.index(max(default[:n_classes]))}]",
        "{default_shares}": ascii(list(default[:n_classes])),
        "{shares}": ascii(list(default[-n_classes:])),
    }
    if tree.costs is not None:
        columns = [tuple_of(map(repr, column)) for column in tree.costs.T.tolist()]
        parts.append("\n# of each class that may be predicted: the cost by true class\n")
        parts.append(f"_COSTS = {tuple_of(columns)}\n")
        fields["{tolerance}"] = repr(tolerance(tree.costs))
    body = _WEIGHTS
    for field, text in fields.items():
        body = body.replace(field, text)
    return "".join([*parts, body])


def _branch(numeric: bool, nominal: bool, dates: bool) -> str:
    """Return how a branch is found, with no more than the tree needs."""
    by_number = _COUNTED_BRANCH if dates else _NUMERIC_BRANCH
    if numeric and nominal:
        indented = "".join(f"    {line}\n" for line in _NOMINAL_BRANCH.splitlines())
        return f"    if isinstance(test[1], dict):\n{indented}{by_number}"
    if not numeric and not nominal:
        return "    return None\n"
    return by_number if numeric else _NOMINAL_BRANCH


def _test(step: Step) -> str:
    assert step.test is not None
    how = tuple_of(map(repr, step.cuts)) if step.is_numeric else ascii(step.branch_of)
    shared = tuple_of(f"({branch}, {cases!r})" for branch, cases in step.shared)
    name = step.test.attribute.name
    return (
        f"    {step.id}: ({name!a}, {how}, {tuple_of(map(str, step.branches))}, {shared}, "
        f"{step.total!r}),\n"
    )


def _end(step: Step) -> str:
    assert step.end is not None
    counts = tuple_of(
        f"({code}, {count!r}, {step.end.total!r})"
        for code, count in enumerate(step.end.parts)
        if count != 0
    )
    return f"    {step.id}: {counts},\n"
