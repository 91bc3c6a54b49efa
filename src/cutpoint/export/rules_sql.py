"""Rules in SQL: a query that gives the class and the probabilities, or one CASE expression."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutpoint.export.clauses import Clause, Line, lines_of
from cutpoint.export.dialect import Dialect
from cutpoint.export.sql_parts import among, check_names, comments, labels_of, values_of

if TYPE_CHECKING:
    from cutpoint.export.outputs import Outputs
    from cutpoint.export.sql_rows import Rows
    from cutpoint.rules.ruleset import Ruleset


_SAID = (
    "-- The first rule that holds gives the class. A NULL, a NaN or a value not seen in training",
    "-- satisfies no condition.",
)


def rules_query(rules: Ruleset, sql: Dialect, rows: Rows, outputs: Outputs) -> str:
    """Return a query that adds the class and the probability of each class to a table."""
    lines, labels = _checked(rules, sql), labels_of(rules, sql)
    columns = sorted({clause.column for line in lines for clause in line.clauses})
    read = values_of(rules, columns, sql, "cutpoint_t.")
    values = [f"{value} AS x{column}" for column, value in read.items()]
    arms = [
        f"WHEN {_condition(line, {column: f'x{column}' for column in columns}, sql)} THEN {place}"
        for place, line in enumerate(lines[:-1])
    ]
    found = f"CASE {_joined(arms)} ELSE -1 END" if arms else "-1"
    answers = [(labels[line.code], line.shares) for line in lines]
    predicted = sql.identifier(outputs.predicted)
    selected = [f"{_by_rule([label for label, _ in answers])} AS {predicted}"]
    for code, name in enumerate(outputs.shares):
        shares = [sql.number(shares[code]) for _, shares in answers]
        selected.append(f"{_by_rule(shares)} AS {sql.identifier(name)}")
    text = [
        f"-- Class and probabilities by {_counted(lines)}, for {sql.name}.",
        *_SAID,
        *comments(outputs),
        "-- x: values, NULL if unknown; r: the place of the rule that holds, -1 if none does.",
        f"WITH cutpoint_1 {sql.step} (",
        f"  {sql.select} {_listed([*rows.selected, *values])}",
        f"  FROM {rows.source} AS cutpoint_t{sql.step_end}",
        f"), cutpoint_2 {sql.step} (",
        f"  {sql.select} {_listed([*rows.names, f'{found} AS r'])}",
        f"  FROM cutpoint_1{sql.step_end}",
        ")",
        f"SELECT {_listed([*rows.given, *selected])}",
        rows.joined("cutpoint_2"),
    ]
    return "\n".join(text) + "\n"


def rules_case(rules: Ruleset, sql: Dialect) -> str:
    """Return a CASE expression that gives the class."""
    lines, labels = _checked(rules, sql), labels_of(rules, sql)
    columns = {clause.column for line in lines for clause in line.clauses}
    values = values_of(rules, columns, sql)
    said = [f"-- The class of a case by {_counted(lines)}, for {sql.name}.", *_SAID, "CASE"]
    said += [
        f"WHEN {_condition(line, values, sql)} THEN {labels[line.code]}" for line in lines[:-1]
    ]
    if len(lines) == 1:
        said.append(f"WHEN 1 = 1 THEN {labels[lines[-1].code]}")
    return "\n".join([*said, f"ELSE {labels[lines[-1].code]}", "END"]) + "\n"


def _checked(rules: Ruleset, sql: Dialect) -> list[Line]:
    check_names(rules, sql)
    return lines_of(rules)


def _counted(lines: list[Line]) -> str:
    count = len(lines) - 1
    return f"{count:,} rule{'s' * (count != 1)} and a default"


def _condition(line: Line, values: dict[int, str], sql: Dialect) -> str:
    """Return the condition of a rule; where a value is NULL it is not true."""
    parts = [_clause(clause, values[clause.column], sql) for clause in line.clauses]
    return " AND ".join(parts) or "1 = 1"


def _clause(clause: Clause, value: str, sql: Dialect) -> str:
    if clause.texts is not None:
        return among(value, clause.texts, sql) if clause.texts else "1 = 0"
    asked = []
    if clause.low is not None:
        asked.append(f"{value} > {sql.cut(clause.attribute, clause.low)}")
    if clause.high is not None:
        asked.append(f"{value} <= {sql.cut(clause.attribute, clause.high)}")
    return " AND ".join(asked)


def _by_rule(answers: list[str]) -> str:
    """Return the answer of the rule at place r; the last is the default's."""
    arms = [f"WHEN {place} THEN {answer}" for place, answer in enumerate(answers[:-1])]
    return f"CASE r {' '.join(arms)} ELSE {answers[-1]} END" if arms else answers[-1]


def _joined(arms: list[str]) -> str:
    return "\n    ".join(arms)


def _listed(columns: list[str]) -> str:
    return ",\n  ".join(columns)
