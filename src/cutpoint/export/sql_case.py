"""A tree as one CASE expression of SQL, which gives the class."""

from __future__ import annotations

from cutpoint.export.dialects import dialect_of
from cutpoint.export.rules_sql import rules_case
from cutpoint.export.sql_parts import checked_steps, counted, labels_of, values_of
from cutpoint.export.sql_paths import ENDS, Way
from cutpoint.export.steps import Step, remarks, used_columns
from cutpoint.export.subject import Exported, subject_of
from cutpoint.rules.ruleset import Ruleset


def to_sql_case(model: Exported, dialect: str = "duckdb") -> str:
    """Return a CASE expression that gives the class.

    A NULL, a NaN or a value that was not seen in training takes the branch with the most training
    cases: an expression cannot go down several branches. Where no value is unknown, it gives the
    class that ``predict`` gives. Rules take unknown values as ``predict`` does: none of them
    satisfies a condition.

    Parameters
    ----------
    model : Tree, Ruleset, fitted classifier or loaded model
    dialect : {"duckdb", "postgresql", "spark", "sqlite", "mysql", "sqlserver", "bigquery", \
"snowflake"}

    Examples
    --------
    >>> import duckdb
    >>> from cutpoint.tree import example_tree
    >>> cases = duckdb.sql("SELECT 'rain' AS outlook, 'true' AS windy, 80 AS humidity")
    >>> duckdb.sql(f"SELECT {to_sql_case(example_tree())} AS play FROM cases").fetchall()
    [("Don't Play",)]
    """
    sql = dialect_of(dialect)
    tree = subject_of(model).known
    if isinstance(tree, Ruleset):
        return rules_case(tree, sql)
    steps, labels = checked_steps(tree, sql), labels_of(tree, sql)
    values = values_of(tree, used_columns(steps), sql)

    def class_at(step: Step) -> str:
        assert step.end is not None
        return labels[step.end.code]

    way = Way(
        steps,
        sql,
        value=lambda step: values[step.column],
        unknown=lambda step: ENDS if step.heaviest is None else step.heaviest,
        answer=class_at,
    )
    said = [
        f"-- The class of a case by a decision tree of {counted(tree)}, for {sql.name}.",
        "-- NULL, NaN and values not seen in training take the branch with the most training",
        "-- cases; the query with probabilities shares them among the branches instead.",
        *(f"-- {remark}" for remark in remarks(tree)),
    ]
    return "\n".join([*said, *way.lines(comments=True)]) + "\n"
