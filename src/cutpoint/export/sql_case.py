"""A tree as one CASE expression of SQL, which gives the class."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutpoint.export.dialects import Dialect, dialect_of
from cutpoint.export.rules_sql import rules_case
from cutpoint.export.sql_parts import among, checked_steps, counted, labels_of, value_of
from cutpoint.export.steps import Step
from cutpoint.rules.ruleset import Ruleset
from cutpoint.tree.names import printable

if TYPE_CHECKING:
    from cutpoint.tree.tree import Tree


def to_sql_case(tree: Tree | Ruleset, dialect: str = "duckdb") -> str:
    """Return a CASE expression that gives the class.

    A NULL, a NaN or a value that was not seen in training takes the branch with the most training
    cases: an expression cannot go down several branches. Where no value is unknown, it gives the
    class that ``predict`` gives. Rules take unknown values as ``predict`` does: none of them
    satisfies a condition.

    Parameters
    ----------
    tree : Tree or Ruleset
    dialect : {"duckdb", "postgresql", "spark"}

    Examples
    --------
    >>> import duckdb
    >>> from cutpoint.tree import example_tree
    >>> cases = duckdb.sql("SELECT 'rain' AS outlook, 'true' AS windy, 80 AS humidity")
    >>> duckdb.sql(f"SELECT {to_sql_case(example_tree())} AS play FROM cases").fetchall()
    [("Don't Play",)]
    """
    sql = dialect_of(dialect)
    if isinstance(tree, Ruleset):
        return rules_case(tree, sql)
    steps = {step.id: step for step in checked_steps(tree, sql)}
    labels = labels_of(tree, sql)
    lines = [
        f"-- The class of a case by a decision tree of {counted(tree)}, for {sql.name}.",
        "-- NULL, NaN and values not seen in training take the branch with the most training",
        "-- cases; the query with probabilities shares them among the branches instead.",
    ]
    waiting: list[Step | str] = [steps[0]]
    while waiting:
        step = waiting.pop()
        if isinstance(step, str):
            lines.append(step)
            continue
        pad = "  " * step.depth
        ends_as = "" if step.end is None else labels[step.end.code]
        if step.test is None:
            lines.append(pad + ends_as)
            continue
        value = value_of(tree, step.column, sql)
        # In quotes: a backslash at the end of a line would make Spark read on in the comment.
        name = f'"{printable(step.test.attribute.name)}"'
        todo: list[Step | str] = [f"{pad}CASE  -- {name}"]
        if step.heaviest is None:
            todo.append(f"{pad}WHEN {_in_no_branch(step, value, sql)} THEN {ends_as}")
        for condition, branch in _arms(step, value, sql):
            todo += [pad + condition, steps[step.branches[branch]]]
        todo.append(f"{pad}END")
        waiting += reversed(todo)
    return "\n".join(lines) + "\n"


def _arms(step: Step, value: str, sql: Dialect) -> list[tuple[str, int]]:
    """Return the arms of a test with the branch of each; unknown values take the heaviest."""
    arms = (_numeric_arms if step.is_numeric else _nominal_arms)(step, value, sql)
    if len(arms) == 1 and step.heaviest is not None:  # every case takes it
        return [("WHEN TRUE THEN", arms[0][1])]
    return arms


def _numeric_arms(step: Step, value: str, sql: Dialect) -> list[tuple[str, int]]:
    assert step.test is not None
    last, heaviest = len(step.cuts), step.heaviest
    arms = []
    if heaviest is not None and heaviest > last:  # a branch for unknown values alone
        arms.append((f"WHEN {value} IS NULL THEN", heaviest))
    for branch, cut in enumerate(step.cuts):
        unknown = f"{value} IS NULL OR " if branch == heaviest else ""
        limit = sql.cut(step.test.attribute, cut)
        arms.append((f"WHEN {unknown}{value} <= {limit} THEN", branch))
    return [*arms, ("ELSE  -- NULL and NaN, too" if last == heaviest else "ELSE", last)]


def _nominal_arms(step: Step, value: str, sql: Dialect) -> list[tuple[str, int]]:
    arms = []
    for branch in range(len(step.branches)):
        texts = step.texts(branch)
        if texts and branch != step.heaviest:
            arms.append((f"WHEN {among(value, texts, sql)} THEN", branch))
    if step.heaviest is not None:
        arms.append(("ELSE  -- NULL and values not seen in training, too", step.heaviest))
    return arms


def _in_no_branch(step: Step, value: str, sql: Dialect) -> str:
    """Return the condition that no branch holds a value."""
    if step.is_numeric:
        return f"{value} IS NULL"
    held = list(step.branch_of)
    return f"{value} IS NULL OR NOT ({among(value, held, sql)})" if held else "TRUE"
