"""Rules as a Python module that needs nothing but Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutpoint.export.clauses import Clause, lines_of
from cutpoint.export.python_parts import (
    CLASSES,
    NUMBER,
    TEXT,
    calendars_of,
    class_tuple,
    dates_read,
    tuple_of,
)
from cutpoint.export.steps import unknown_numbers

if TYPE_CHECKING:
    from cutpoint.rules.ruleset import Ruleset

_HEAD = '''"""The class of a case, by rules. Needs Python 3 and nothing else.

predict(case) gives the class, predict_proba(case) the probability of each class. A case is a dict
from column to value. The first rule that holds gives the class. A value that is None, NaN, absent
or not among those seen in training satisfies no condition.
"""
'''

_BODY = '''

def _holds(condition, case):
    """Return whether a case satisfies a condition."""
    column, *asked = condition
{holds}

def rule(case):
    """Return the number of the first rule that holds, 0 if none does."""
    return _first(case)[0]


def _first(case):
    for line in _RULES:
        if all(_holds(condition, case) for condition in line[1]):
            return line
    return _DEFAULT


def predict(case):
    """Return the class of a case."""
    return CLASSES[_first(case)[2]]


def predict_proba(case):
    """Return the probability of each class, as a dict."""
    return dict(zip(CLASSES, _first(case)[3]))
'''

_HOLDS_TEXT = """    return _text(case.get(column)) in asked[0]
"""
_HOLDS_NUMBER = """    low, high = asked
    value = _number(case.get(column))
    return value is not None and (low is None or value > low) and (high is None or value <= high)
"""


def rules_module(rules: Ruleset) -> str:
    """Return a Python module with ``predict(case)``, ``predict_proba(case)`` and ``rule(case)``."""
    lines = lines_of(rules)
    clauses = [clause for line in lines for clause in line.clauses]
    numeric = any(clause.texts is None for clause in clauses)
    nominal = any(clause.texts is not None for clause in clauses)
    names = [attribute.name for attribute in rules.attributes]
    written = [
        f"({line.number}, {tuple_of(_condition(clause, names) for clause in line.clauses)}, "
        f"{line.code}, {tuple_of(map(repr, line.shares))})"
        for line in lines
    ]
    calendars = calendars_of(rules.tested)
    parts = [_HEAD, "\nimport datetime\n" if calendars else ""]
    parts.append(CLASSES.replace("{classes}", class_tuple(rules.classes)))
    parts.append("# number, conditions, position of the class, probabilities; a condition has a\n")
    parts.append("# column and its texts, or what the number must be above and not above\n")
    parts.append("_RULES = [\n" + "".join(f"    {line},\n" for line in written[:-1]) + "]\n")
    parts.append(f"_DEFAULT = {written[-1]}\n")
    if calendars:
        parts.append(dates_read(calendars))
    if numeric:
        limits = unknown_numbers(rules)
        mark = "" if limits is None else f" or {limits[0]!r} <= value <= {limits[1]!r}"
        parts.append(NUMBER.replace("{unknown}", mark))
    if nominal:
        parts.append(TEXT)
    holds = _holds(numeric, nominal)
    if calendars:
        holds = holds.replace(
            "_number(case.get(column))", "_number(_counted(column, case.get(column)))"
        )
    parts.append(_BODY.replace("{holds}", holds))
    return "".join(parts)


def _holds(numeric: bool, nominal: bool) -> str:
    """Return how a condition is asked, with no more than the rules need."""
    if numeric and nominal:
        indented = "".join(f"    {line}\n" for line in _HOLDS_TEXT.splitlines())
        return f"    if len(asked) == 1:\n{indented}{_HOLDS_NUMBER}"
    if not numeric and not nominal:
        return "    return False\n"
    return _HOLDS_NUMBER if numeric else _HOLDS_TEXT


def _condition(clause: Clause, names: list[str]) -> str:
    name = names[clause.column]
    if clause.texts is None:
        return f"({name!a}, {clause.low!r}, {clause.high!r})"
    return f"({name!a}, frozenset({tuple_of(ascii(text) for text in clause.texts)}))"
