"""A tree as a query of SQL, which gives the class and the probability of each class."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutpoint.export.dialects import Dialect, dialect_of
from cutpoint.export.rules_sql import rules_query
from cutpoint.export.sql_parts import among, checked_steps, labels_of, value_of
from cutpoint.export.steps import Step, default_shares, plain_text, used_columns
from cutpoint.rules.ruleset import Ruleset
from cutpoint.tree.costs import Costs, tolerance

if TYPE_CHECKING:
    from cutpoint.tree.tree import Tree

_UNKNOWN = -1
"""The branch of an unknown value."""
_BLOCK = 8
"""Tests on a path whose weights are worked out at once; longer products take long to plan."""


def to_sql(tree: Tree | Ruleset, dialect: str = "duckdb", table: str = "cases") -> str:
    """Return a query that adds the class and the probability of each class to a table.

    A case with a NULL, a NaN or a value that was not seen in training where the tree tests it goes
    down every branch with a part of its weight, as in ``predict_proba``; of rules it satisfies no
    condition. The query gives all
    columns of the table, then ``predicted`` and a column ``p(CLASS)`` for each class.

    Parameters
    ----------
    tree : Tree or Ruleset
    dialect : {"duckdb", "postgresql", "spark"}
    table : str
        The name of the table with the cases.

    Examples
    --------
    >>> import duckdb
    >>> from cutpoint.tree import example_tree
    >>> cases = duckdb.sql("SELECT 'sunny' AS outlook, NULL AS humidity, NULL AS windy")
    >>> duckdb.sql(to_sql(example_tree())).fetchall()
    [('sunny', None, None, "Don't Play", 0.4, 0.6)]
    """
    sql = dialect_of(dialect)
    source = sql.identifier(plain_text(table, "table", sql.name))
    if isinstance(tree, Ruleset):
        return rules_query(tree, sql, source)
    steps = checked_steps(tree, sql)
    return "\n".join([*_header(tree, sql), *_Query(tree, steps, sql).lines(source)]) + "\n"


def _header(tree: Tree, sql: Dialect) -> list[str]:
    return [
        f"-- Class and probabilities by a decision tree of {tree.n_nodes} nodes, for {sql.name}.",
        "-- A case with a NULL, a NaN or a value not seen in training goes down every branch of",
        "-- the test with a part of its weight, in proportion to the training cases.",
        "-- x: values, NULL if unknown; b: the branch at each test, -1 if unknown; n, d: what the",
        "-- weight is multiplied with and divided by on the way to each branch; w: the weight at",
        "-- each leaf; s: the weight of each class.",
    ]


class _Query:
    """The parts of the query; each is worked out from the one before it.

    The weight of a case at a node is ``w * n / d``, w being that at the node above. At the branch
    that it takes, n and d are 1; at the others n is 0; if its value is unknown, they are the
    training cases of the branch and of the test. So all arithmetic is that of ``predict_proba``, in
    the same order.
    """

    def __init__(self, tree: Tree, steps: list[Step], sql: Dialect) -> None:
        self.tree, self.sql = tree, sql
        self.steps = {step.id: step for step in steps}
        self.tests = [step for step in steps if step.test is not None]
        self.ends = [step for step in steps if step.end is not None]
        self.kind = sql.single if tree.single else sql.double
        self.number = sql.single_number if tree.single else sql.number
        self.place = {step.id: place for place, step in enumerate(self.tests)}
        self.at: dict[int, list[int]] = {}
        for step in self.tests:
            self.at.setdefault(step.depth, []).append(step.id)
        self.numerators: list[str] = []
        self.numerator_of: dict[int, int] = {}
        for step in self.tests:
            self._add_numerators(step)

    def lines(self, source: str) -> list[str]:
        """Return the query."""
        sql, row = self.sql, "cutpoint_row"
        values = [
            f"{value_of(self.tree, column, sql, 'cutpoint_t.')} AS x{column}"
            for column in used_columns(list(self.steps.values()))
        ]
        classes = range(len(self.tree.classes))
        sums = sql.items([self._class_sum(code) for code in classes], self.kind)
        parts = [([f"{sql.whole_row('cutpoint_t')} AS {row}", *values], f"{source} AS cutpoint_t")]
        if self.tests:
            branches = sql.items([self._branch(step) for step in self.tests], "INT")
            numerators = sql.items(self.numerators, self.kind)
            divisors = sql.items([self._divisor(step) for step in self.tests], self.kind)
            parts.append(([row, f"{branches} AS b"], "cutpoint_1"))
            parts.append(([row, f"{numerators} AS n", f"{divisors} AS d"], "cutpoint_2"))
        kept = [row, "n", "d"]
        for depth in range(_BLOCK, self.tree.depth, _BLOCK):
            here = [self._weight(self.steps[number]) for number in self.at[depth]]
            weights = sql.items(here, self.kind)
            parts.append(([*kept, f"{weights} AS w{depth}"], f"cutpoint_{len(parts)}"))
            kept.append(f"w{depth}")
        weights = sql.items([self._end_weight(step) for step in self.ends], self.kind)
        for what in (f"{weights} AS w", f"{sums} AS s"):
            parts.append(([row, what], f"cutpoint_{len(parts)}"))
        parts.append(([row, "s", *self._totals()], f"cutpoint_{len(parts)}"))
        if self.tree.costs is not None:
            shares = f"{sql.items(self._shares(), sql.double)} AS p"
            parts.append(([row, "s", "total", "most", shares], f"cutpoint_{len(parts)}"))
            expected = f"{sql.items(self._expected(self.tree.costs), sql.double)} AS e"
            parts.append(([row, "s", "total", "most", expected], f"cutpoint_{len(parts)}"))
        lines = []
        for number, (columns, origin) in enumerate(parts, 1):
            opening = "WITH" if number == 1 else "),"
            lines.append(f"{opening} cutpoint_{number} {sql.step} (")
            lines.append("  SELECT " + ",\n  ".join(columns) + f"\n  FROM {origin}")
        return [*lines, ")", *self._answer(f"cutpoint_{len(parts)}")]

    def _add_numerators(self, step: Step) -> None:
        branch = self.sql.item("b", self.place[step.id])
        share = dict(step.shared)
        one, nothing = self.number(1.0), self.number(0.0)
        for taken, child in enumerate(step.branches):
            unknown = f" WHEN {_UNKNOWN} THEN {self.number(share[taken])}" if taken in share else ""
            self.numerator_of[child] = len(self.numerators)
            self.numerators.append(
                f"CASE {branch} WHEN {taken} THEN {one}{unknown} ELSE {nothing} END"
            )
        if step.end is not None:  # an unknown value stays here
            self.numerator_of[-1 - step.id] = len(self.numerators)
            self.numerators.append(f"CASE {branch} WHEN {_UNKNOWN} THEN {one} ELSE {nothing} END")

    def _branch(self, step: Step) -> str:
        """Return the branch that a value takes."""
        value = f"x{step.column}"
        arms = [f"WHEN {value} IS NULL THEN {_UNKNOWN}"]
        if step.is_numeric:
            assert step.test is not None
            for branch, cut in enumerate(step.cuts):
                limit = self.sql.cut(step.test.attribute, cut)
                arms.append(f"WHEN {value} <= {limit} THEN {branch}")
            arms.append(f"ELSE {len(step.cuts)}")
        else:
            for branch in range(len(step.branches)):
                texts = step.texts(branch)
                if texts:
                    arms.append(f"WHEN {among(value, texts, self.sql)} THEN {branch}")
            arms.append(f"ELSE {_UNKNOWN}")  # not seen in training
        return f"CASE {' '.join(arms)} END"

    def _divisor(self, step: Step) -> str:
        """Return what the weight of a case is divided by at a test."""
        total = self.number(step.total if step.shared else 1.0)
        branch = self.sql.item("b", self.place[step.id])
        return f"CASE {branch} WHEN {_UNKNOWN} THEN {total} ELSE {self.number(1.0)} END"

    def _weight(self, step: Step) -> str:
        """Return the weight of a case at a node, from that at the last test with one of its own."""
        path = [step]
        while path[-1].depth > 0 and (len(path) == 1 or path[-1].depth % _BLOCK > 0):
            path.append(self.steps[path[-1].parent])
        start = path.pop()
        weight = self.number(1.0)
        if start.depth > 0:
            weight = self.sql.item(f"w{start.depth}", self.at[start.depth].index(start.id))
        for node in reversed(path):
            weight = f"{weight} * {self.sql.item('n', self.numerator_of[node.id])}"
            divisor = self.sql.item("d", self.place[node.parent])
            weight = self.sql.quotient(weight, divisor, self.kind)
        return weight

    def _end_weight(self, step: Step) -> str:
        """Return the weight of a case that ends at a node."""
        weight = self._weight(step)
        if step.test is None:
            return weight
        return f"{weight} * {self.sql.item('n', self.numerator_of[-1 - step.id])}"

    def _class_sum(self, code: int) -> str:
        """Return the weight of a class: the sum over all ends, in their order."""
        terms = []
        for place, step in enumerate(self.ends):
            if step.end is not None and step.end.counts[code] != 0:
                product = f"{self.sql.item('w', place)} * {self.number(step.end.counts[code])}"
                terms.append(self.sql.quotient(product, self.number(step.end.total), self.kind))
        return self.sql.sum(terms, self.kind) or self.number(0.0)

    def _totals(self) -> list[str]:
        """Return the sum of the class weights, and the greatest of them."""
        sums = self._sums()
        doubles = [f"CAST({entry} AS {self.sql.double})" for entry in sums]
        greatest = f"GREATEST({', '.join(sums)})" if len(sums) > 1 else sums[0]
        return [f"{self.sql.sum(doubles, self.sql.double)} AS total", f"{greatest} AS most"]

    def _answer(self, origin: str) -> list[str]:
        """Return what is selected in the end: the class, and the shares of the classes."""
        sql, costs = self.sql, self.tree.costs
        arms = self._heaviest() if costs is None else self._cheapest(costs)
        columns = [
            sql.columns("cutpoint_row"),
            "CASE " + "\n       ".join(arms) + f" AS {sql.identifier('predicted')}",
        ]
        for share, label in zip(self._shares(), self.tree.classes, strict=True):
            columns.append(f"{share} AS {sql.identifier(f'p({label})')}")
        return ["SELECT " + ",\n  ".join(columns), f"FROM {origin}"]

    def _heaviest(self) -> list[str]:
        """Return the arms of the class: the first of the heaviest."""
        default, labels = default_shares(self.tree), labels_of(self.tree, self.sql)
        arms = [
            f"WHEN {entry} = most AND most > 0 THEN {label}"
            for entry, label in zip(self._sums(), labels, strict=True)
        ]
        return [*arms, f"ELSE {labels[default.index(max(default))]} END"]

    def _cheapest(self, costs: Costs) -> list[str]:
        """Return the arms of the class: the first of those of least expected cost."""
        labels = labels_of(self.tree, self.sql)
        expected = [self.sql.item("e", code) for code in range(len(labels))]
        least = f"LEAST({', '.join(expected)})" if len(expected) > 1 else expected[0]
        limit = f"{least} + {self.sql.number(tolerance(costs))}"
        arms = [
            f"WHEN {entry} <= {limit} THEN {label}"
            for entry, label in zip(expected[:-1], labels[:-1], strict=True)
        ]
        return [*(arms or ["WHEN FALSE THEN " + labels[-1]]), f"ELSE {labels[-1]} END"]

    def _shares(self) -> list[str]:
        """Return the probability of each class."""
        return [
            f"CASE WHEN total > 0 THEN CAST({entry} AS {self.sql.double}) / total "
            f"ELSE {self.sql.number(share)} END"
            for entry, share in zip(self._sums(), default_shares(self.tree), strict=True)
        ]

    def _expected(self, costs: Costs) -> list[str]:
        """Return the expected cost of each class."""
        sql = self.sql
        return [
            sql.sum(
                [
                    f"{sql.item('p', true)} * {sql.number(cost)}"
                    for true, cost in enumerate(column)
                    if cost > 0
                ],
                sql.double,
            )
            or sql.number(0.0)
            for column in costs.T.tolist()
        ]

    def _sums(self) -> list[str]:
        return [self.sql.item("s", code) for code in range(len(self.tree.classes))]
