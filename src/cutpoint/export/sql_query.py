"""A tree as a query of SQL, which gives the class and the probability of each class."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from cutpoint.errors import InputError
from cutpoint.export.dialect import Dialect
from cutpoint.export.dialects import dialect_of
from cutpoint.export.outputs import PREDICTED, Outputs, outputs_of
from cutpoint.export.rules_sql import rules_query
from cutpoint.export.sql_parts import among, checked_steps, comments, counted, labels_of, values_of
from cutpoint.export.sql_paths import DIVIDES, ENDS, Way
from cutpoint.export.sql_rows import Rows
from cutpoint.export.steps import Step, default_shares, plain_text, remarks, used_columns
from cutpoint.export.subject import Exported, subject_of
from cutpoint.rules.ruleset import Ruleset
from cutpoint.tree.costs import Costs, tolerance

if TYPE_CHECKING:
    from cutpoint.tree.tree import Tree

_UNKNOWN = -1
"""The branch of an unknown value."""
_BLOCK = 8
"""Tests on a path whose weights are worked out at once; longer products take long to plan."""


def to_sql(
    model: Exported,
    dialect: str = "duckdb",
    table: str = "cases",
    *,
    predicted: str = PREDICTED,
    columns: Iterable[str] = (),
    key: str | None = None,
) -> str:
    """Return a query that adds the class and the probability of each class to a table.

    A case with a NULL, a NaN or a value that was not seen in training where the tree tests it goes
    down every branch with a part of its weight, as in ``predict_proba``; of rules it satisfies no
    condition. A case that needs no dividing is sent down the tree at once.

    The query gives all columns of the table, then ``predicted`` and a column ``p(CLASS)`` for each
    class. If a column that the model was learned from has such a name, the new one gets a number,
    and an :class:`~cutpoint.errors.InputWarning` says so. MySQL, SQL Server and Snowflake cannot
    hold a row as one value: there the query gives the columns that the model tests, unless ``key``
    names a column that tells the rows apart; SQLite has ``rowid``.

    Parameters
    ----------
    model : Tree, Ruleset, fitted classifier or loaded model
    dialect : {"duckdb", "postgresql", "spark", "sqlite", "mysql", "sqlserver", "bigquery", \
"snowflake"}
        MariaDB reads MySQL's.
    table : str
        The name of the table with the cases.
    predicted : str
        The name of the column with the class.
    columns : iterable of str
        Columns of the table beside those that the model was learned from: no new one gets their
        names.
    key : str, optional
        A column of the table that has another value in every row.

    Examples
    --------
    >>> import duckdb
    >>> from cutpoint.tree import example_tree
    >>> cases = duckdb.sql("SELECT 'sunny' AS outlook, NULL AS humidity, NULL AS windy")
    >>> duckdb.sql(to_sql(example_tree())).fetchall()
    [('sunny', None, None, "Don't Play", 0.4, 0.6)]
    """
    sql = dialect_of(dialect)
    tree, estimate, _ = subject_of(model)
    source = sql.identifier(plain_text(table, "table", sql.name))
    outputs = outputs_of(tree, predicted, columns, sql.output)
    outputs.warn()
    rows = Rows(tree, sql, source, key)
    if isinstance(tree, Ruleset):
        return rules_query(tree, sql, rows, outputs)
    steps = checked_steps(tree, sql, estimate)
    default = default_shares(tree, estimate)
    query = _Query(tree, steps, sql, outputs, default).lines(rows)
    return "\n".join([*_header(tree, sql), *comments(outputs), *query]) + "\n"


def _header(tree: Tree, sql: Dialect) -> list[str]:
    said = [
        f"-- Class and probabilities by a decision tree of {counted(tree)}, for {sql.name}.",
        "-- A case with a NULL, a NaN or a value not seen in training goes down every branch of",
        "-- the test with a part of its weight, in proportion to the training cases.",
        "-- x: values, NULL if unknown; leaf: where a case ends that is not divided. Of the others",
        "-- b: the branch at each test, -1 if unknown; n, d: what the weight is multiplied with,",
        "-- divided by, on the way to each branch; w: the weight at each leaf; s: of each class.",
    ]
    said += [f"-- {remark}" for remark in remarks(tree)]
    if tree.single and sql.single == sql.double:
        said.append(f"-- Note: {sql.name} adds weights in double precision, the model in single.")
    return said


class _Query:
    """The parts of the query; each is worked out from the one before it.

    The weight of a case at a node is ``w * n / d``, w being that at the node above. At the branch
    that it takes, n and d are 1; at the others n is 0; if its value is unknown, they are the
    training cases of the branch and of the test. So all arithmetic is that of ``predict_proba``, in
    the same order. A case that is not divided ends at one leaf, and none of this is asked.
    """

    def __init__(
        self,
        tree: Tree,
        steps: list[Step],
        sql: Dialect,
        outputs: Outputs,
        default: tuple[float, ...],
    ) -> None:
        self.tree, self.sql, self.outputs, self.default = tree, sql, outputs, default
        self.codes = range(len(tree.classes))
        # Where the sums are that probabilities come from: the same, or after those of the classes.
        self.estimated = range(len(default) - len(tree.classes), len(default))
        self.steps = {step.id: step for step in steps}
        self.tests = [step for step in steps if step.test is not None]
        self.ends = [step for step in steps if step.end is not None]
        self.end_of = {step.id: place for place, step in enumerate(self.ends)}
        self.divides = any(_goes(step) == DIVIDES for step in self.tests)
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

    def lines(self, rows: Rows) -> list[str]:
        """Return the query."""
        used = used_columns(list(self.steps.values()))
        read = values_of(self.tree, used, self.sql, "cutpoint_t.")
        values = [f"{value} AS x{column}" for column, value in read.items()]
        names = [f"x{column}" for column in used]
        row = rows.names
        parts = [([*rows.selected, *values], f"{rows.source} AS cutpoint_t")]
        parts.append(([*row, *names, f"{self._leaf()} AS leaf"], "cutpoint_1"))
        if self.divides:
            self._check_width(len(row))
            parts += self._divided([*row, "leaf"])
        lines = []
        for number, (columns, origin) in enumerate(parts, 1):
            opening = "WITH" if number == 1 else "),"
            lines.append(f"{opening} cutpoint_{number} {self.sql.step} (")
            listed = ",\n  ".join(columns)
            lines.append(f"  {self.sql.select} {listed}\n  FROM {origin}{self.sql.step_end}")
        answer = ",\n  ".join([*rows.given, *self._answer()])
        return [*lines, ")", f"SELECT {answer}", rows.joined(f"cutpoint_{len(parts)}")]

    def _divided(self, kept: list[str]) -> list[tuple[list[str], str]]:
        """Return the parts that divide cases, with what each selects and where from."""
        sql = self.sql
        parts: list[tuple[list[str], str]] = []

        def add(*columns: str) -> None:
            parts.append(([*kept, *columns], f"cutpoint_{len(parts) + 2}"))

        add(*self._stored("b", [self._branch(step) for step in self.tests], "INT"))
        divisors = [self._divisor(step) for step in self.tests]
        add(*self._stored("n", self.numerators, self.kind), *self._stored("d", divisors, self.kind))
        ways = [*self._names("n", len(self.numerators)), *self._names("d", len(divisors))]
        for depth in range(_BLOCK, self.tree.depth, _BLOCK):
            here = [self._weight(self.steps[number]) for number in self.at[depth]]
            add(*ways, *self._stored(f"w{depth}_", here, self.kind))
            ways += self._names(f"w{depth}_", len(here))
        add(*self._stored("w", [self._end_weight(step) for step in self.ends], self.kind))
        places = range(len(self.default))
        add(*self._stored("s", [self._class_sum(place) for place in places], self.kind))
        kept += self._names("s", len(places))
        add(f"{self._total(self.estimated)} AS total", *self._of_classes())
        kept += ["total", "most"]
        if self.tree.costs is not None:
            add(*self._stored("p", self._shares(self.codes, "counted"), sql.double))
            expected = self._expected(self.tree.costs)
            add(*self._stored("e", expected, sql.double))
        return parts

    def _check_width(self, more: int) -> None:
        """Refuse a tree whose numbers are more than a database has columns."""
        widest = max(len(self.numerators) + len(self.tests), len(self.ends)) + more + 40
        if not self.sql.arrays and widest > self.sql.most_columns:
            raise InputError(
                f"the tree has {self.tree.n_nodes:,} nodes and the query would need {widest:,} "
                f"columns, more than {self.sql.name} has: export a CASE expression (--case), "
                "learn a smaller tree, or export to python, c, java or javascript"
            )

    def _stored(self, name: str, entries: list[str], kind: str) -> list[str]:
        """Return numbers of divided cases, as one array or as columns."""
        if self.sql.arrays:
            return [f"CASE WHEN leaf IS NULL THEN {self.sql.items(entries, kind)} END AS {name}"]
        return [
            f"CASE WHEN leaf IS NULL THEN {entry} END AS {name}{place}"
            for place, entry in enumerate(entries)
        ]

    def _names(self, name: str, count: int) -> list[str]:
        return [name] if self.sql.arrays else [f"{name}{place}" for place in range(count)]

    def _item(self, name: str, place: int) -> str:
        return self.sql.item(name, place) if self.sql.arrays else f"{name}{place}"

    def _leaf(self) -> str:
        """Return the place of the end that a case reaches; NULL if it is divided."""
        way = Way(
            list(self.steps.values()),
            self.sql,
            value=lambda step: f"x{step.column}",
            unknown=_goes,
            answer=lambda step: str(self.end_of[step.id]),
        )
        return "\n  ".join(way.lines())

    def _add_numerators(self, step: Step) -> None:
        branch = self._item("b", self.place[step.id])
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
        branch = self._item("b", self.place[step.id])
        return f"CASE {branch} WHEN {_UNKNOWN} THEN {total} ELSE {self.number(1.0)} END"

    def _weight(self, step: Step) -> str:
        """Return the weight of a case at a node, from that at the last test with one of its own."""
        path = [step]
        while path[-1].depth > 0 and (len(path) == 1 or path[-1].depth % _BLOCK > 0):
            path.append(self.steps[path[-1].parent])
        start = path.pop()
        weight = self.number(1.0)
        if start.depth > 0:
            weight = self._item(f"w{start.depth}_", self.at[start.depth].index(start.id))
        for node in reversed(path):
            weight = f"{weight} * {self._item('n', self.numerator_of[node.id])}"
            divisor = self._item("d", self.place[node.parent])
            weight = self.sql.quotient(weight, divisor, self.kind)
        return weight

    def _end_weight(self, step: Step) -> str:
        """Return the weight of a case that ends at a node."""
        weight = self._weight(step)
        if step.test is None:
            return weight
        return f"{weight} * {self._item('n', self.numerator_of[-1 - step.id])}"

    def _class_sum(self, code: int) -> str:
        """Return the weight of a class: the sum over all ends, in their order."""
        terms = []
        for place, step in enumerate(self.ends):
            if step.end is not None and step.end.parts[code] != 0:
                product = f"{self._item('w', place)} * {self.number(step.end.parts[code])}"
                terms.append(self.sql.quotient(product, self.number(step.end.total), self.kind))
        return self.sql.sum(terms, self.kind) or self.number(0.0)

    def _total(self, places: range) -> str:
        """Return the sum of the weights at some places."""
        doubles = [f"CAST({entry} AS {self.sql.double})" for entry in self._sums(places)]
        return self.sql.sum(doubles, self.sql.double)

    def _of_classes(self) -> list[str]:
        """Return the greatest of the class weights, and if there are costs their sum."""
        most = f"{self.sql.greatest(self._sums(self.codes))} AS most"
        return [most, f"{self._total(self.codes)} AS counted"][: 1 + (self.tree.costs is not None)]

    def _answer(self) -> list[str]:
        """Return what is selected in the end: the class, and the shares of the classes."""
        sql, costs = self.sql, self.tree.costs
        predicted = self._class_at_leaf()
        shares = [self._share_at_leaf(code) for code in range(len(self.tree.classes))]
        if self.divides:
            arms = self._heaviest() if costs is None else self._cheapest(costs)
            divided = "CASE " + "\n       ".join(arms)
            predicted = f"CASE WHEN leaf IS NULL THEN {divided}\n  ELSE {predicted} END"
            shares = [
                f"CASE WHEN leaf IS NULL THEN {share}\n  ELSE {at_leaf} END"
                for share, at_leaf in zip(
                    self._shares(self.estimated, "total"), shares, strict=True
                )
            ]
        return [
            f"{entry} AS {sql.identifier(name)}"
            for entry, name in zip(
                [predicted, *shares], [self.outputs.predicted, *self.outputs.shares], strict=True
            )
        ]

    def _class_at_leaf(self) -> str:
        """Return the class of a case that ends at one leaf."""
        labels = labels_of(self.tree, self.sql)
        found = [labels[step.end.code] for step in self.ends if step.end is not None]
        return _chosen(found, self.sql.nested)

    def _share_at_leaf(self, code: int) -> str:
        """Return the probability of a class for a case that ends at one leaf."""
        shares = [step.end.shares[code] for step in self.ends if step.end is not None]
        return _chosen([self.sql.number(share) for share in shares], self.sql.nested)

    def _heaviest(self) -> list[str]:
        """Return the arms of the class: the first of the heaviest."""
        labels = labels_of(self.tree, self.sql)
        default = [self.default[code] for code in self.codes]
        arms = [
            f"WHEN {entry} = most AND most > 0 THEN {label}"
            for entry, label in zip(self._sums(self.codes), labels, strict=True)
        ]
        return [*arms, f"ELSE {labels[default.index(max(default))]} END"]

    def _cheapest(self, costs: Costs) -> list[str]:
        """Return the arms of the class: the first of those of least expected cost."""
        labels = labels_of(self.tree, self.sql)
        expected = [self._item("e", code) for code in range(len(labels))]
        limit = f"{self.sql.least(expected)} + {self.sql.number(tolerance(costs))}"
        arms = [
            f"WHEN {entry} <= {limit} THEN {label}"
            for entry, label in zip(expected[:-1], labels[:-1], strict=True)
        ]
        return [*(arms or ["WHEN 1 = 0 THEN " + labels[-1]]), f"ELSE {labels[-1]} END"]

    def _shares(self, places: range, total: str) -> list[str]:
        """Return the weights at some places, divided by their sum."""
        return [
            f"CASE WHEN {total} > 0 THEN CAST({self._item('s', place)} AS {self.sql.double}) / "
            f"{total} ELSE {self.sql.number(self.default[place])} END"
            for place in places
        ]

    def _expected(self, costs: Costs) -> list[str]:
        """Return the expected cost of each class."""
        sql = self.sql
        return [
            sql.sum(
                [
                    f"{self._item('p', true)} * {sql.number(cost)}"
                    for true, cost in enumerate(column)
                    if cost > 0
                ],
                sql.double,
            )
            or sql.number(0.0)
            for column in costs.T.tolist()
        ]

    def _sums(self, places: range) -> list[str]:
        return [self._item("s", place) for place in places]


def _goes(step: Step) -> int:
    """Return where an unknown value goes at a test: to a branch, to its end, or to several."""
    if not step.shared:
        return ENDS
    (branch, weight), *others = step.shared
    return branch if not others and weight == step.total else DIVIDES


def _chosen(answers: list[str], nested: bool, first: int = 0) -> str:
    """Return the answer at the place that leaf has; by halves, or one after the other."""
    if len(set(answers)) == 1:
        return answers[0]
    if not nested:
        by_answer: dict[str, list[str]] = {}
        for place, answer in enumerate(answers):
            by_answer.setdefault(answer, []).append(str(place))
        arms = [f"WHEN leaf IN ({', '.join(at)}) THEN {said}" for said, at in by_answer.items()]
        return f"CASE {' '.join(arms)} END"
    half = len(answers) // 2
    below, above = (
        _chosen(answers[:half], nested, first),
        _chosen(answers[half:], nested, first + half),
    )
    return f"CASE WHEN leaf < {first + half} THEN {below} ELSE {above} END"
